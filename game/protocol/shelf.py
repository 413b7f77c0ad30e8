"""The matches of a protocol session, in bounded memory: those unused for long are reduced to their choices."""

from __future__ import annotations

from collections import OrderedDict

from msgspec import Struct

from game.engine.answers import Faces
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.unfit import shown
from game.engine.viewers import Viewer
from game.protocol.requests import Fault
from game.records.tape import RecordedChoice, Tape, entries, play

MOST_MATCHES = 20_000
MOST_AWAKE = 200
MOST_POINTS = 20_000
"""How many points in the histories of all matches are kept. Beyond that, the match unused for longest goes to sleep."""
MOST_CHOICES = 50_000


class OpenMatch(Struct):
    """A match and the viewer that its client is. In a `trial`, only that seat's decisions can be answered."""

    match: Match
    viewer: Viewer
    trial: bool = False


class _Sleeping(Struct, frozen=True):
    setup: Setup
    rules: Ruleset
    dice: DiceSource
    opening: tuple[Faces, ...]
    choices: tuple[RecordedChoice, ...]
    viewer: Viewer
    trial: bool


class Shelf:
    """Matches by id. A match that sleeps is woken by `get`."""

    def __init__(self) -> None:
        self._awake: OrderedDict[str, OpenMatch] = OrderedDict()
        self._asleep: dict[str, _Sleeping] = {}
        self._count = 0
        self._points = 0

    def __len__(self) -> int:
        return len(self._awake) + len(self._asleep)

    def check_room(self) -> None:
        """Raises Fault too_large if there is no room for another match."""
        if len(self) >= MOST_MATCHES:
            raise Fault("too_large", f"{MOST_MATCHES} matches are open: close one first.")

    def add(self, opened: OpenMatch) -> str:
        """Add a match, and return its id."""
        self._count += 1
        name = f"m{self._count}"
        self._awake[name] = opened
        self._points += _size(opened.match)
        self._tidy()
        return name

    def get(self, name: object) -> OpenMatch:
        """The match with that id, woken if necessary. Raises Fault unknown_match."""
        if isinstance(name, str):
            opened = self._awake.get(name)
            if opened is not None:
                self._awake.move_to_end(name)
                return opened
            if name in self._asleep:
                return self._wake(name)
        raise Fault("unknown_match", f"There is no match {shown(name)}.")

    def close(self, name: object) -> None:
        """Forget a match. Raises Fault unknown_match."""
        if isinstance(name, str) and name in self._asleep:
            del self._asleep[name]
            return
        opened = self.get(name)
        self._points -= _size(opened.match)
        del self._awake[str(name)]

    def grown(self, points: int) -> None:
        """Count `points` more points in the history of a match; other matches may be put to sleep for that."""
        self._points += points
        self._tidy()

    def _tidy(self) -> None:
        while len(self._awake) > 1 and (len(self._awake) > MOST_AWAKE or self._points > MOST_POINTS):
            name, opened = self._awake.popitem(last=False)
            match = opened.match
            self._points -= _size(match)
            opening, choices = entries(match)
            self._asleep[name] = _Sleeping(
                match.setup, match.rules, match.dice, opening, choices, opened.viewer, opened.trial
            )

    def _wake(self, name: str) -> OpenMatch:
        asleep = self._asleep.pop(name)
        tape = Tape.over(asleep.dice, asleep.opening)
        match = Match(asleep.setup, asleep.rules, tape)
        for choice in asleep.choices:
            play(match, tape, choice)
        match.dice = asleep.dice
        opened = self._awake[name] = OpenMatch(match, asleep.viewer, asleep.trial)
        self._points += _size(match)
        self._tidy()
        return opened


def _size(match: Match) -> int:
    """The number of points that a match keeps: those in its history, and the present."""
    return len(match.history) + 1
