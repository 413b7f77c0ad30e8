"""The playback of what has happened. Until it is over the screen shows frames; any key goes on to the question.

The engine has moved on already. Map, roster, score and log show the last frame that has been played, and nothing later:
first an action, then its rolls, then their result, and only after that its lines in the log and the new state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from game.engine.log import LogLine, Seen
from game.engine.match import Frame
from game.session import turns
from game.ui.battle.model import Model
from game.ui.battle.script import Beat, BeatKind, script

QUICK = 0.08
"""The most seconds that a motion takes if motion is reduced."""
SAID = (BeatKind.MOVE, BeatKind.SHOT, BeatKind.PAUSE, BeatKind.TURN)
"""The beats whose log line stands in the prompt; that of any other would give away its result."""
TUMBLE = 0.7
"""The share of a roll's time for which its dice tumble; after that they show their faces, and who falls by them."""
READ = (BeatKind.RESULT, BeatKind.TURN)
"""The beats with a card to be read, which takes its time even if motion is reduced."""


@dataclass
class Playback:
    """The beats that are still to be shown, and how far the present one has come."""

    model: Model
    pace: int = 100
    """In per cent of the usual pace."""
    reduced: bool = False
    """Whether motion is reduced."""
    turns: bool = False
    """Whether a card is shown at the end of each turn."""
    done: Callable[[], None] = lambda: None
    """Called when everything has been shown."""
    bring: Callable[[Sequence[int]], None] = lambda _: None
    """Called with cells that should be in sight, unless the seat that made the choice is looking at them already."""
    waiting: list[Beat] = field(default_factory=list)
    """The present beat and those after it."""
    clock: float = 0.0
    """Seconds of the present beat that have passed, at the usual pace."""
    last: Sequence[Frame] = ()
    """The film that was played last, to be shown again."""
    _moved_to: dict[str, int] = field(default_factory=dict)
    """The cells of units that have moved since the last frame."""

    def start(self, film: Sequence[Frame]) -> None:
        """Play a film for the viewer; its first frame is the table before."""
        model = self.model
        self.clock = 0.0
        self._moved_to.clear()
        lines = [line for line in model.session.log(film[0].events) if line.n < film[-1].events] if film else []
        turn_of = partial(turns.turn_of, model.session.match) if self.turns else None
        opening, self.waiting = script(film, lines, model.in_formations(), turn_of)
        if self.waiting:
            self.last = film
            model.show(opening)
            self._tell()
        else:
            self._finish()

    def again(self) -> bool:
        """Play the last film again. Returns False if there is none, or what it shows has been taken back."""
        if not self.last or self.last[-1].events > len(self.model.session.match.events):
            return False
        self.start(self.last)
        return True

    def drop(self) -> None:
        """Drop all beats without showing anything instead, because the viewer changes or a choice was taken back."""
        self.waiting.clear()
        self.model.moment = self.model.caption = None
        self.last = ()

    @property
    def running(self) -> bool:
        """Whether anything is still to be shown."""
        return bool(self.waiting)

    @property
    def beat(self) -> Beat | None:
        """The beat that is shown now."""
        return self.waiting[0] if self.waiting else None

    @property
    def now(self) -> Seen | None:
        """The event that is shown now, the first if several are shown together."""
        return self.waiting[0].events[0] if self.waiting else None

    @property
    def rolls(self) -> list[LogLine]:
        """The log lines of the present beat that are rolls."""
        return [line for line in self.waiting[0].lines if line.rolled is not None] if self.waiting else []

    @property
    def tumbling(self) -> bool:
        """Whether dice are shown that have not come to rest yet, so that nobody may see what comes of them."""
        return bool(self.waiting) and self.waiting[0].kind is BeatKind.ROLL and self.progress() < TUMBLE

    def falling(self, unit: str) -> bool:
        """Whether the present beat shows a unit going out of action; where dice decide that, once they are at rest."""
        shown = bool(self.waiting) and not self.tumbling
        return shown and any(event.out and event.unit == unit for event in self.waiting[0].events)

    def length(self, beat: Beat) -> float:
        """Seconds that a beat takes on the screen at the usual pace."""
        return min(beat.seconds, QUICK) if self.reduced and beat.kind not in READ else beat.seconds

    def tick(self, seconds: float) -> bool:
        """Advance the playback. Returns whether one was running."""
        if not self.waiting:
            return False
        self.clock += seconds * self.pace / 100
        frame: Frame | None = None
        while self.waiting and self.clock >= self.length(self.waiting[0]):
            self.clock -= self.length(self.waiting[0])
            beat = self.waiting.pop(0)
            frame = beat.then or frame
            self._settle(beat)
        if not self.waiting:
            self._finish()
        else:
            if frame is not None:
                self.model.show(frame)
            self._tell()
        return True

    def skip(self) -> bool:
        """Go to the end, or to the next card of a turn. Returns whether a playback was running."""
        if not self.waiting:
            return False
        card = next((place for place, beat in enumerate(self.waiting) if place and beat.kind is BeatKind.TURN), 0)
        if not card:
            self._finish()
            return True
        frame = next((beat.then for beat in reversed(self.waiting[:card]) if beat.then is not None), None)
        del self.waiting[:card]
        self.clock = 0.0
        self._moved_to.clear()
        if frame is not None:
            self.model.show(frame)
        return True

    def _finish(self) -> None:
        """Show the table as it stands now."""
        self.waiting.clear()
        self._moved_to.clear()
        self.clock = 0.0
        self.model.caption = None
        self.model.show(None)
        self.done()

    def _tell(self) -> None:
        """Put the line of a new beat into the prompt, and bring its units into sight."""
        beat, units = self.waiting[0], self.model.units
        if beat.kind not in SAID or self.model.caption is beat.lines[0]:
            return
        self.model.caption = beat.lines[0]
        concerned = [
            name for event in beat.events for name in (event.unit, *event.units, *event.targets) if name in units
        ]
        if beat.kind is not BeatKind.TURN and any(units[name].seat != self.model.hand for name in concerned[:1]):
            ends = [
                cell for event in beat.events for cell in (*event.path[:1], *event.path[-1:], event.start, event.cell)
            ]
            self.bring([*(units[name].at for name in concerned), *ends])

    def _settle(self, beat: Beat) -> None:
        """Keep the places of units that a beat has moved, until the next frame has them there."""
        if beat.then is not None:
            self._moved_to.clear()
            return
        for event in beat.events:
            cell = event.path[-1] if event.at < 0 and beat.kind is BeatKind.MOVE and event.path else event.at
            if event.unit and cell >= 0:
                self._moved_to[event.unit] = cell

    def progress(self) -> float:
        """How far the present beat has come, from 0 to 1."""
        if not self.waiting:
            return 1.0
        return min(1.0, self.clock / max(0.001, self.length(self.waiting[0])))

    def leg(self, unit: str, final: int) -> tuple[int, int, float]:
        """The step that a unit is drawn on now: from one cell to another, and the share (0 to 1) that it has gone.

        `final` is its cell in the frame that is shown.
        """
        if not self.waiting:
            return final, final, 0.0
        beat = self.waiting[0]
        moves = beat.events if beat.kind is BeatKind.MOVE else ()
        path = next((move.path for move in moves if move.unit == unit), ())
        if path:
            along = self.progress() * (len(path) - 1)
            i = min(int(along), len(path) - 2)
            if i < 0:
                return path[0], path[0], 0.0
            return path[i], path[i + 1], along - i
        cell = self._moved_to.get(unit, final)
        return cell, cell, 0.0
