"""Why the computer did what it did at a table in the terminal, for whoever asks afterwards."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.answers import Choice
from game.engine.match import Match
from game.engine.names import Seat, spoken
from game.session.session import Session


class Motive(NamedTuple):
    """The reason of a choice, as a sentence."""

    choice: Choice
    words: str


class Motives:
    """What computer players said of their answers, as far as whoever looked then may know it."""

    def __init__(self) -> None:
        self._kept: dict[int, Motive] = {}

    def answered(self, session: Session, seat: Seat, made: int) -> None:
        """Keep why the computer on `seat` has just given answer number `made` of the match, if it had a reason."""
        if why := session.reason:
            self._kept[made] = Motive(session.match.choices[made], f"{spoken(seat)}: {why}.")

    def told(self, match: Match) -> list[str]:
        """The reasons of what has been chosen in a match, and is not taken back, the latest last."""
        made = enumerate(match.choices)
        return [why.words for n, choice in made if (why := self._kept.get(n)) is not None and why.choice == choice]
