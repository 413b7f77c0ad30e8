"""A game that is only shown, such as a replay or a demonstration: nothing but the next choice of it can be made."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from game.engine.answers import Choice
from game.engine.decisions import Remark
from game.engine.options import Option
from game.session.intent import Intent
from game.ui.battle.game import Game


class ShownGame(Game):
    """A game whose next choice is known. It is chosen on the screen; buttons for it make it, all others are refused."""

    live = False
    elsewhere = ""
    """The notice when another choice is picked."""

    @abstractmethod
    def coming(self) -> Choice | None:
        """The next choice, None for a roll and at the end."""

    @abstractmethod
    def forward(self) -> None:
        """Make the next choice, and show its results."""

    def begin(self) -> None:
        """Bring all units into sight; the viewer is settled already, so there is no curtain."""
        self.first_look()
        self.point_out()

    def point_out(self) -> None:
        """Select the next choice on the screen, so that it is seen before it is made."""
        decision = self.model.decision
        coming = self.coming()
        option = decision.option(coming.option) if decision is not None and coming is not None else None
        if coming is not None and option is not None:
            self.model.take(option.id, until=coming.until)
            self.model.path = coming.path or ()
            if option.unit in self.model.units:
                self.model.selected, self.model.formation = option.unit, ""

    def played(self) -> None:
        super().played()
        self.point_out()

    def end(self) -> None:
        """Do nothing: the end of a game that is only shown has no screen of its own."""

    def step_on(self) -> bool:
        """Make the next choice, or refuse if another one has been picked, or another path or duration of it."""
        model = self.model
        picked = Intent(model.chosen, path=model.path or None, until=model.holding)
        if self._comes_next(picked) or not model.chosen or model.decision is None:
            self.forward()
        else:
            self._refuse()
        return True

    def choose(self, intent: Intent | str) -> bool:
        if self._comes_next(Intent.by(intent)):
            self.forward()
        else:
            self._refuse()
        return True

    def _comes_next(self, intent: Intent) -> bool:
        """Whether this is the next choice, with the same path if it names one."""
        coming = self.coming()
        if coming is None or (intent.option, intent.until) != (coming.option, coming.until):
            return False
        return intent.path is None or intent.path == coming.path

    def forfeits(self, option: Option) -> Remark | None:
        """None: nothing can be given up, so nothing is asked back."""
        return None

    def at_once(self, make: Callable[[], str]) -> None:
        """Refuse: several choices at once are never the next one."""
        self._refuse()

    @property
    def lasting_passes(self) -> tuple[str, ...]:
        coming = self.coming()
        return (coming.until,) if coming is not None and coming.until else ()

    def say_when(self) -> None:
        """Refuse: a standing answer would make choices of its own."""
        self._refuse()

    def save_game(self) -> None:
        """Say that nothing can be saved: a replay is a file already, and a demonstration belongs to Snowball."""
        self.model.notice = "Nothing is played here that could be saved."

    def look_back(self) -> None:
        """Step back as with the key for undo: a game that is only shown needs no second screen for that."""
        self.undo()

    def _refuse(self) -> None:
        """Say that another choice comes next, and choose that one again."""
        self.model.notice, self.model.typed = self.elsewhere, []
        self.point_out()
