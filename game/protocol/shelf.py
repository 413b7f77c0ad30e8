"""The matches a protocol session holds, in bounded memory: those not used for long sleep as their choices alone."""

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
"""How many moments of play are kept ready over all matches; beyond that the longest unused match falls asleep."""
MOST_CHOICES = 50_000


class Held(Struct):
    """A match and whom its answers are meant for. In a `trial` nobody but that seat answers."""

    match: Match
    viewer: Viewer
    trial: bool = False


class _Asleep(Struct, frozen=True):
    setup: Setup
    rules: Ruleset
    dice: DiceSource
    opening: tuple[Faces, ...]
    choices: tuple[RecordedChoice, ...]
    viewer: Viewer
    trial: bool


class Shelf:
    """Matches by id. `get` wakes the one asked for."""

    def __init__(self) -> None:
        self._awake: OrderedDict[str, Held] = OrderedDict()
        self._asleep: dict[str, _Asleep] = {}
        self._made = 0
        self._points = 0

    def __len__(self) -> int:
        return len(self._awake) + len(self._asleep)

    def check_room(self) -> None:
        """Raises Fault too_large if no further match can be held."""
        if len(self) >= MOST_MATCHES:
            raise Fault("too_large", f"{MOST_MATCHES} matches are open: close one first.")

    def add(self, held: Held) -> str:
        """Hold a match; gives its id."""
        self._made += 1
        name = f"m{self._made}"
        self._awake[name] = held
        self._points += _size(held.match)
        self._tidy()
        return name

    def get(self, name: object) -> Held:
        """The match of that id, woken if need be. Raises Fault unknown_match."""
        if isinstance(name, str):
            held = self._awake.get(name)
            if held is not None:
                self._awake.move_to_end(name)
                return held
            if name in self._asleep:
                return self._wake(name)
        raise Fault("unknown_match", f"There is no match {shown(name)}.")

    def close(self, name: object) -> None:
        """Let a match go. Raises Fault unknown_match."""
        if isinstance(name, str) and name in self._asleep:
            del self._asleep[name]
            return
        held = self.get(name)
        self._points -= _size(held.match)
        del self._awake[str(name)]

    def grown(self, by: int) -> None:
        """A match has so many moments more; others may have to sleep for it."""
        self._points += by
        self._tidy()

    def _tidy(self) -> None:
        while len(self._awake) > 1 and (len(self._awake) > MOST_AWAKE or self._points > MOST_POINTS):
            name, held = self._awake.popitem(last=False)
            match = held.match
            self._points -= _size(match)
            opening, choices = entries(match)
            self._asleep[name] = _Asleep(
                match.setup, match.rules, match.dice, opening, choices, held.viewer, held.trial
            )

    def _wake(self, name: str) -> Held:
        asleep = self._asleep.pop(name)
        tape = Tape.over(asleep.dice, asleep.opening)
        match = Match(asleep.setup, asleep.rules, tape)
        for choice in asleep.choices:
            play(match, tape, choice)
        match.dice = asleep.dice
        held = self._awake[name] = Held(match, asleep.viewer, asleep.trial)
        self._points += _size(match)
        self._tidy()
        return held


def _size(match: Match) -> int:
    """Moments of play that a match keeps; the start counts as one."""
    return len(match.history) + 1
