"""A match with people and players at its seats: who is asked, who looks, when the curtain has to fall.

No pygame here: the window, the tests and the text game can all sit on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from game.engine.decisions import DICE, Decision
from game.engine.dice import DiceSource
from game.engine.events import LogEntry
from game.engine.log import LogLine
from game.engine.match import Match
from game.engine.options import Option
from game.engine.setup import Setup
from game.engine.view import View
from game.engine.viewers import PUBLIC, REFEREE, Viewer
from game.rules import build

HUMAN = "human"


class Player(Protocol):
    """Whoever answers for a seat without a person: a computer player, a bot."""

    def choose(self, match: Match, seat: str) -> Option:
        """One of the options of the pending decision; looks only at what `seat` may know."""


class Session:
    """One game at one table. `players` maps a seat to a Player; seats without one are people at this screen."""

    def __init__(
        self,
        setup: Setup,
        *,
        dice: DiceSource | None = None,
        players: Mapping[str, Player] | None = None,
        curtains: bool = True,
        match: Match | None = None,
    ) -> None:
        """Raises SetupError when the setup cannot be played."""
        self.match = match or Match(setup, build(setup.ruleset, setup.rulings), dice)
        self.setup = self.match.setup
        self.players = dict(players or {})
        self.curtains = curtains
        self.people = [seat for seat in self.setup.seats if seat not in self.players]
        self.viewer: Viewer = self.people[0] if self.people else REFEREE
        self.saved: Callable[[Match], None] | None = None
        self.taken_back: Callable[[Match], None] | None = None
        self.let_go: Callable[[], None] | None = None
        self.complaint = ""
        self._seen: dict[str, int] = {}

    # -- who is asked ---------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The pending decision as the one who looks may see it."""
        return self.match.decision_for(self.viewer)

    @property
    def asked(self) -> str:
        """The seat that is asked: a seat, "dice", or "" when the game is over."""
        return self.match.pending.seat if self.match.pending else ""

    @property
    def waits_for_player(self) -> bool:
        """Whether a computer player has to answer next."""
        return self.asked in self.players

    @property
    def curtain_for(self) -> str:
        """The person to hand the screen to before anything more is shown, or ""."""
        asked = self.asked
        if asked in ("", DICE) or asked in self.players or asked == self.viewer:
            return ""
        return asked

    @property
    def curtain_needed(self) -> bool:
        """Whether the hand-over hides anything: only where markers are secret and several people share the screen."""
        return bool(self.curtain_for) and self.curtains and self.match.rules.hidden_markers and len(self.people) > 1

    def hide(self) -> None:
        """Nobody is known to sit here: show what anybody may know, until the screen is handed over."""
        secrets = self.match.rules.hidden_markers and self.match.outcome is None
        if secrets and self.curtains and len(self.people) > 1:
            self.viewer = PUBLIC

    def hand_over(self) -> None:
        """The screen now belongs to the person who is asked."""
        if self.curtain_for:
            self.viewer = self.curtain_for

    # -- moving on ------------------------------------------------------------------------------------------------

    def choose(
        self,
        option: str = "",
        *,
        path: Sequence[int] | None = None,
        until: str = "",
        faces: Sequence[int] | None = None,
    ) -> list[LogEntry]:
        """Answer the pending decision. Raises what Match.choose raises; then nothing has changed."""
        events = self.match.choose(option, path=path, until=until, faces=faces)
        if self.saved:
            self.saved(self.match)
        return events

    def let_player_choose(self) -> list[LogEntry]:
        """The computer player that is asked answers once."""
        option = self.players[self.asked].choose(self.match, self.asked)
        return self.choose(option.id, path=option.path or None, until=option.until)

    def release(self, seat: str) -> None:
        """The player of a seat is gone; a person at this screen takes over, once the screen is handed over."""
        self.players.pop(seat, None)
        self.people = [seat for seat in self.setup.seats if seat not in self.players]

    def undo(self) -> int:
        """Back to the last decision of a person. Returns the number of the first event that no longer holds."""
        cut = self.match.undo()
        while self.match.history and self.asked in self.players:
            cut = self.match.undo()
        if self.taken_back:
            self.taken_back(self.match)
        return cut

    # -- looking --------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """The table as the one who looks sees it."""
        return self.match.view(self.viewer)

    def log(self, since: int = 0) -> list[LogLine]:
        """The log from event number `since` on as the one who looks may read it."""
        return self.match.log_for(self.viewer, since)
