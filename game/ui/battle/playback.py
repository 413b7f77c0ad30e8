"""Events played back: tokens walk, shots are drawn, dice tumble. The engine has long moved on; any key skips."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.engine.log import Seen
from game.engine.presentation import Presentation
from game.engine.view import UnitView

STEP = 0.11  # seconds for a token to cross a cell
SLIDE = 0.7  # at most, for a formation that moves as one
SHOT = 0.4
FLIP = 0.18
DIE = 0.54
PAUSE = 0.12


class Beat(NamedTuple):
    """What is shown at one time: an event, or all the moves of a formation together."""

    events: tuple[Seen, ...]
    together: bool = False


def ease(x: float) -> float:
    """Ease out cubic."""
    return 1 - (1 - min(1.0, max(0.0, x))) ** 3


@dataclass
class Playback:
    """What is still to be shown, and how far the present beat has come."""

    words: Presentation
    waiting: list[Beat] = field(default_factory=list)
    clock: float = 0.0
    at: dict[str, int] = field(default_factory=dict)
    standing: set[str] = field(default_factory=set)
    reduced: bool = False

    def start(
        self, events: Sequence[Seen], units_before: Sequence[UnitView], in_formations: Collection[str] = ()
    ) -> None:
        """Play these events, beginning with the units as they stood before; formations move as one."""
        if not self.waiting:
            self.at = {u.id: u.at for u in units_before}
            self.standing = {u.id for u in units_before if not u.out}
            self.clock = 0.0
        beats = gathered(self.words, events, in_formations) if in_formations else [Beat((event,)) for event in events]
        self.waiting += [beat for beat in beats if self.length(beat) > 0 or _comes(beat)]

    @property
    def running(self) -> bool:
        """Whether anything is still to be shown."""
        return bool(self.waiting)

    @property
    def now(self) -> Seen | None:
        """The event being shown, the first of those that are shown together."""
        return self.waiting[0].events[0] if self.waiting else None

    def length(self, beat: Beat) -> float:
        """Seconds a beat takes on the screen; 0 for what is only written in the log."""
        seconds = max(self._length(event) for event in beat.events)
        return min(SLIDE, seconds) if beat.together else seconds

    def _length(self, event: Seen) -> float:
        if event.type in self.words.moves and event.path:
            seconds = STEP * max(1, len(event.path) - 1)
        elif event.type in self.words.shots:
            seconds = SHOT
        elif event.rolled:
            seconds = DIE
        elif event.type in self.words.pauses or event.out:
            seconds = FLIP + PAUSE
        else:
            return 0.0
        return min(seconds, 0.08) if self.reduced else seconds

    def tick(self, seconds: float) -> bool:
        """Advance; True while something moves."""
        if not self.waiting:
            return False
        self.clock += seconds
        while self.waiting and self.clock >= self.length(self.waiting[0]):
            self.clock -= self.length(self.waiting[0])
            for event in self.waiting.pop(0).events:
                self._settle(event)
        return True

    def skip(self) -> bool:
        """Finish everything; True if there was anything."""
        had = bool(self.waiting)
        self.waiting.clear()
        self.clock = 0.0
        return had

    def _settle(self, event: Seen) -> None:
        cell = event.path[-1] if event.at < 0 and event.type in self.words.moves and event.path else event.at
        if event.unit and cell >= 0:
            self.at[event.unit] = cell
        if event.out:
            self.standing.discard(event.unit)

    def progress(self) -> float:
        """How far the present beat is, 0 to 1."""
        if not self.waiting:
            return 1.0
        return min(1.0, self.clock / max(0.001, self.length(self.waiting[0])))

    def leg(self, unit: str, final: int) -> tuple[int, int, float]:
        """The step a unit is drawn on now: from one cell to another, and the share of it that is done.

        `final` is where it stands when all is shown.
        """
        if not self.waiting:
            return final, final, 0.0
        moves = [event for event in self.waiting[0].events if event.type in self.words.moves]
        path = next((move.path for move in moves if move.unit == unit), ())
        if path:
            along = self.progress() * (len(path) - 1)
            i = min(int(along), len(path) - 2)
            if i < 0:
                return path[0], path[0], 0.0
            return path[i], path[i + 1], along - i
        kept = self.at.get(unit, final)
        return kept, kept, 0.0


def _comes(beat: Beat) -> bool:
    """Whether a unit is simply somewhere else from now on: there is nothing to see, but what follows shows it there."""
    return not beat.together and bool(beat.events[0].unit) and beat.events[0].at >= 0


def shot_of(event: Seen, shots: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who fires in an event, and at whom: a shot, or the roll for one; nobody if it is neither."""
    return (event.units, event.targets) if event.unit and (event.rolled or event.type in shots) else ((), ())


def gathered(words: Presentation, events: Sequence[Seen], in_formations: Collection[str]) -> list[Beat]:
    """Moves of stands with nothing to see between them become one; what each stand declares is not shown one by one."""
    out: list[Beat] = []
    quiet = Playback(words)
    for event in events:
        own = event.unit in in_formations
        if not own or event.type not in words.moves:
            if quiet.length(Beat((event,))) > 0 and not (own and event.type in words.pauses):
                out.append(Beat((event,)))
        elif out and out[-1].together and all(move.unit != event.unit for move in out[-1].events):
            out[-1] = Beat((*out[-1].events, event), together=True)
        else:
            out.append(Beat((event,), together=True))
    return out
