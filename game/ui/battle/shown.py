"""A game that is only shown, as it was played or as it is told: whatever can be done there goes one step on, or nothing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from game.engine.answers import Choice
from game.engine.decisions import Remark
from game.engine.options import Option
from game.session.intent import Intent
from game.ui.battle.game import Game


class ShownGame(Game):
    """Buttons do what they say or nothing: only the choice that is made next can be made, and it is the one that is chosen."""

    live = False
    elsewhere = ""
    """What is said when another choice is picked."""

    @abstractmethod
    def coming(self) -> Choice | None:
        """The choice that is made next, None for a roll and at the end."""

    @abstractmethod
    def forward(self) -> None:
        """Make it, and show what comes of it."""

    def begin(self) -> None:
        """Everybody is in sight, as near as can be; who looks was settled before."""
        self.first_look()
        self.point_out()

    def point_out(self) -> None:
        """Choose on the table what is made next, so that it is seen before it is done."""
        asked = self.model.decision
        coming = self.coming()
        option = asked.option(coming.option) if asked is not None and coming is not None else None
        if coming is not None and option is not None:
            self.model.take(option.id, until=coming.until)
            self.model.path = coming.path or ()
            if option.unit in self.model.units:
                self.model.selected, self.model.whole = option.unit, ""

    def played(self) -> None:
        """All has been shown: what comes next is pointed out."""
        super().played()
        self.point_out()

    def end(self) -> None:
        """It was over long ago, or is no battle: nothing follows."""

    def step_on(self) -> bool:
        """Enter makes the next choice, unless another one has been picked, or another way or length of it."""
        model = self.model
        picked = Intent(model.chosen, path=model.path or None, until=model.holding)
        if self._comes_next(picked) or not model.chosen or model.decision is None:
            self.forward()
        else:
            self._turn_down()
        return True

    def choose(self, intent: Intent | str) -> bool:
        """Go on if this is what is chosen next; else say that it is not."""
        if self._comes_next(Intent.by(intent)):
            self.forward()
        else:
            self._turn_down()
        return True

    def _comes_next(self, intent: Intent) -> bool:
        """Whether it is the choice that is made next, by the same way if it names one."""
        coming = self.coming()
        if coming is None or (intent.option, intent.until) != (coming.option, coming.until):
            return False
        return intent.path is None or intent.path == coming.path

    def forfeits(self, option: Option) -> Remark | None:
        """Nothing is asked back: nothing can be given up."""
        return None

    def at_once(self, make: Callable[[], str]) -> None:
        """Several choices at once are never the next one."""
        self._turn_down()

    @property
    def lasting_passes(self) -> tuple[str, ...]:
        """The one that is given next, if one is."""
        coming = self.coming()
        return (coming.until,) if coming is not None and coming.until else ()

    def say_when(self) -> None:
        """Nobody says anything beforehand in what is only shown: it would choose by itself."""
        self._turn_down()

    def save_game(self) -> None:
        """What is shown is kept already, or belongs to Snowball."""
        self.model.notice = "Nothing is played here that could be saved."

    def look_back(self) -> None:
        """What is only shown has its own way back: as with the key that takes a choice back."""
        self.undo()

    def _turn_down(self) -> None:
        self.model.notice, self.model.typed = self.elsewhere, []
        self.point_out()
