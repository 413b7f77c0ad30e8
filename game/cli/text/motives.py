"""Keeps the reasons that computer players gave for their answers, for the command `reasons`."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.answers import Choice
from game.engine.match import Match
from game.engine.names import Seat, spoken
from game.session.session import Session


class Motive(NamedTuple):
    """A choice and the reason for it, as a sentence."""

    choice: Choice
    words: str


class Motives:
    """The reasons that computer players gave, as far as the viewer at that time may know them."""

    def __init__(self) -> None:
        self._motives: dict[int, Motive] = {}
        """By the number of the choice in its match."""

    def answered(self, session: Session, seat: Seat, number: int) -> None:
        """Keep the reason, if any, of the computer on `seat` for choice `number` of the match, just made."""
        if why := session.reason:
            self._motives[number] = Motive(session.match.choices[number], f"{spoken(seat)}: {why}.")

    def reasons(self, match: Match) -> list[str]:
        """The reasons of the choices of a match that have not been taken back, the latest last."""
        choices = enumerate(match.choices)
        return [
            motive.words
            for number, choice in choices
            if (motive := self._motives.get(number)) is not None and motive.choice == choice
        ]
