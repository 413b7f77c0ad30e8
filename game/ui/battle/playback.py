"""What has happened, played back: the one source of what is on the screen until it is over. Any key goes on to the question.

The engine has long moved on. What is seen of the table (map, roster, score, log) is the last frame that has been shown,
never more: an action, its rolls, what they came to, and only then its lines in the log and how things stand.
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
"""At most so many seconds for a motion that is reduced; what is to be read stays as long as ever."""
SAID = (BeatKind.MOVE, BeatKind.SHOT, BeatKind.PAUSE, BeatKind.TURN)
"""What is told in words while it is shown; the others would tell what comes of it."""
READ = (BeatKind.RESULT, BeatKind.TURN)


@dataclass
class Playback:
    """What is still to be shown, and how far the present beat has come.

    `pace` is in per cent of the usual; with `turns` a card is shown at the end of each; `done` is called when all has
    been shown, `bring` with the cells that are to be in sight; whoever has chosen here what is shown sees to that himself.
    """

    model: Model
    pace: int = 100
    reduced: bool = False
    turns: bool = False
    done: Callable[[], None] = lambda: None
    bring: Callable[[Sequence[int]], None] = lambda _: None
    waiting: list[Beat] = field(default_factory=list)
    clock: float = 0.0
    last: Sequence[Frame] = ()
    """What was played last, to be shown again."""
    _at: dict[str, int] = field(default_factory=dict)

    def start(self, film: Sequence[Frame]) -> None:
        """Play these frames for the one who looks, the first of them as they stood before."""
        model = self.model
        self.clock = 0.0
        self._at.clear()
        lines = [line for line in model.session.log(film[0].events) if line.n < film[-1].events] if film else []
        turn_of = partial(turns.turn_of, model.session.match) if self.turns else None
        opening, self.waiting = script(model.words, film, lines, model.in_formations(), turn_of)
        if self.waiting:
            self.last = film
            model.show(opening)
            self._tell()
        else:
            self._finish()

    def again(self) -> bool:
        """Show once more what was played last; False if there is nothing that still holds."""
        if not self.last or self.last[-1].events > len(self.model.session.match.events):
            return False
        self.start(self.last)
        return True

    def drop(self) -> None:
        """Let go of all that waits, with nothing shown instead: somebody else is to look, or the game went back."""
        self.waiting.clear()
        self.model.moment = self.model.told = None
        self.last = ()

    @property
    def running(self) -> bool:
        """Whether anything is still to be shown."""
        return bool(self.waiting)

    @property
    def beat(self) -> Beat | None:
        """What is shown now."""
        return self.waiting[0] if self.waiting else None

    @property
    def now(self) -> Seen | None:
        """The event being shown, the first of those that are shown together."""
        return self.waiting[0].events[0] if self.waiting else None

    @property
    def rolls(self) -> list[LogLine]:
        """The rolls of the present beat: what lies in the tray."""
        return [line for line in self.waiting[0].lines if line.rolled is not None] if self.waiting else []

    def falling(self, unit: str) -> bool:
        """Whether it is being shown that a unit falls."""
        return bool(self.waiting) and any(event.out and event.unit == unit for event in self.waiting[0].events)

    def length(self, beat: Beat) -> float:
        """Seconds a beat takes on the screen at the usual pace."""
        return min(beat.seconds, QUICK) if self.reduced and beat.kind not in READ else beat.seconds

    def tick(self, seconds: float) -> bool:
        """Advance; True while something moves."""
        if not self.waiting:
            return False
        self.clock += seconds * self.pace / 100
        stands: Frame | None = None
        while self.waiting and self.clock >= self.length(self.waiting[0]):
            self.clock -= self.length(self.waiting[0])
            beat = self.waiting.pop(0)
            stands = beat.then or stands
            self._settle(beat)
        if not self.waiting:
            self._finish()
        else:
            if stands is not None:
                self.model.show(stands)
            self._tell()
        return True

    def skip(self) -> bool:
        """Finish everything, or all that comes before the card of a turn; True if there was anything."""
        if not self.waiting:
            return False
        card = next((place for place, beat in enumerate(self.waiting) if place and beat.kind is BeatKind.TURN), 0)
        if not card:
            self._finish()
            return True
        stands = next((beat.then for beat in reversed(self.waiting[:card]) if beat.then is not None), None)
        del self.waiting[:card]
        self.clock = 0.0
        self._at.clear()
        if stands is not None:
            self.model.show(stands)
        return True

    def _finish(self) -> None:
        self.waiting.clear()
        self._at.clear()
        self.clock = 0.0
        self.model.told = None
        self.model.show(None)
        self.done()

    def _tell(self) -> None:
        """Say what is being shown, but nothing of what comes of it."""
        beat, units = self.waiting[0], self.model.units
        if beat.kind not in SAID or self.model.told is beat.lines[0]:
            return
        self.model.told = beat.lines[0]
        shown = [name for event in beat.events for name in (event.unit, *event.units, *event.targets) if name in units]
        if beat.kind is not BeatKind.TURN and any(units[name].seat != self.model.hand for name in shown[:1]):
            ways = [
                cell for event in beat.events for cell in (*event.path[:1], *event.path[-1:], event.start, event.cell)
            ]
            self.bring([*(units[name].at for name in shown), *ways])

    def _settle(self, beat: Beat) -> None:
        """Where units are drawn until the next frame has them there."""
        if beat.then is not None:
            self._at.clear()
            return
        for event in beat.events:
            cell = event.path[-1] if event.at < 0 and beat.kind is BeatKind.MOVE and event.path else event.at
            if event.unit and cell >= 0:
                self._at[event.unit] = cell

    def progress(self) -> float:
        """How far the present beat is, 0 to 1."""
        if not self.waiting:
            return 1.0
        return min(1.0, self.clock / max(0.001, self.length(self.waiting[0])))

    def leg(self, unit: str, final: int) -> tuple[int, int, float]:
        """The step a unit is drawn on now: from one cell to another, and the share of it that is done.

        `final` is where it stands on the table that is shown.
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
        kept = self._at.get(unit, final)
        return kept, kept, 0.0
