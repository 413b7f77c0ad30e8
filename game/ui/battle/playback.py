"""Events played back: tokens walk, shots are drawn, dice tumble. The engine has long moved on; any key skips."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from game.board.board import Board
from game.engine.presentation import Presentation
from game.engine.view import UnitView

Json = Mapping[str, object]

STEP = 0.11  # seconds for a token to cross a cell
SLIDE = 0.7  # at most, for a formation that moves as one
SHOT = 0.4
FLIP = 0.18
DIE = 0.54
PAUSE = 0.12

TOGETHER = "moved_together"


def ease(x: float) -> float:
    """Ease out cubic."""
    return 1 - (1 - min(1.0, max(0.0, x))) ** 3


@dataclass
class Playback:
    """What is still to be shown, and how far the present event has come."""

    board: Board
    words: Presentation
    waiting: list[Json] = field(default_factory=list)
    clock: float = 0.0
    at: dict[str, int] = field(default_factory=dict)
    standing: set[str] = field(default_factory=set)
    reduced: bool = False

    def start(
        self, events: Sequence[Json], units_before: Sequence[UnitView], in_formations: Collection[str] = ()
    ) -> None:
        """Play these events, beginning with the units as they stood before; formations move as one."""
        if not self.waiting:
            self.at = {u.id: u.at for u in units_before}
            self.standing = {u.id for u in units_before if not u.out}
            self.clock = 0.0
        shown = gathered(self.board, self.words, events, in_formations) if in_formations else events
        self.waiting += [event for event in shown if self.length(event) > 0 or _comes(event)]

    @property
    def running(self) -> bool:
        """Whether anything is still to be shown."""
        return bool(self.waiting)

    @property
    def now(self) -> Json | None:
        """The event being shown."""
        return self.waiting[0] if self.waiting else None

    def length(self, event: Json) -> float:
        """Seconds an event takes on the screen; 0 for those that are only written in the log."""
        kind = event["type"]
        path = event.get("path")
        if kind in self.words.moves and isinstance(path, list):
            seconds = STEP * max(1, len(path) - 1)
        elif kind == TOGETHER:
            seconds = min(SLIDE, max(self.length(move) for move in moves_of(event)))
        elif kind in self.words.shots:
            seconds = SHOT
        elif kind == "rolled":
            seconds = DIE
        elif kind in self.words.pauses or _gone(event):
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
            self._settle(self.waiting.pop(0))
        return True

    def skip(self) -> bool:
        """Finish everything; True if there was anything."""
        had = bool(self.waiting)
        self.waiting.clear()
        self.clock = 0.0
        return had

    def _settle(self, event: Json) -> None:
        for move in moves_of(event):
            self._settle(move)
        unit, cell = event.get("unit"), cell_of(self.board, event, "at")
        path = path_of(self.board, event)
        if cell < 0 and event["type"] in self.words.moves and path:
            cell = path[-1]
        if isinstance(unit, str) and cell >= 0:
            self.at[unit] = cell
        if _gone(event) and isinstance(unit, str):
            self.standing.discard(unit)

    def progress(self) -> float:
        """How far the present event is, 0 to 1."""
        if not self.waiting:
            return 1.0
        return min(1.0, self.clock / max(0.001, self.length(self.waiting[0])))

    def leg(self, unit: str, final: int) -> tuple[int, int, float]:
        """The step a unit is drawn on now: from one cell to another, and the share of it that is done.

        `final` is where it stands when all is shown.
        """
        if not self.waiting:
            return final, final, 0.0
        event = self.waiting[0]
        moves = moves_of(event) or ([event] if event["type"] in self.words.moves else [])
        path = next((path_of(self.board, move) for move in moves if move.get("unit") == unit), [])
        if path:
            along = self.progress() * (len(path) - 1)
            i = min(int(along), len(path) - 2)
            if i < 0:
                return path[0], path[0], 0.0
            return path[i], path[i + 1], along - i
        kept = self.at.get(unit, final)
        return kept, kept, 0.0


def cell_of(board: Board, event: Json, name: str) -> int:
    """A cell of an event, -1 if it names none there."""
    cell = event.get(name)
    return board.cell(*cell) if isinstance(cell, list) else -1


def path_of(board: Board, event: Json) -> list[int]:
    """The cells of an event's path, none if it has no path."""
    path = event.get("path")
    return [board.cell(*xy) for xy in path] if isinstance(path, list) else []


def _gone(event: Json) -> bool:
    """Whether a unit falls."""
    return event.get("out") is True


def _comes(event: Json) -> bool:
    """Whether a unit is simply somewhere else from now on: there is nothing to see, but what follows shows it there."""
    return isinstance(event.get("unit"), str) and isinstance(event.get("at"), list)


def shot_of(event: Json, shots: Collection[str]) -> tuple[list[str], list[str]]:
    """Who fires in an event, and at whom: a shot, or the roll for one; nobody if it is neither."""
    unit, target = event.get("unit"), event.get("target")
    if not isinstance(unit, str) or event["type"] not in (*shots, "rolled"):
        return [], []
    units, targets = event.get("units"), event.get("targets")
    aimed = targets if isinstance(targets, list) else [target] if isinstance(target, str) else []
    return units if isinstance(units, list) else [unit], aimed


def moves_of(event: Json) -> list[Json]:
    """The single moves of a formation's."""
    moves = event.get("moves")
    return moves if event["type"] == TOGETHER and isinstance(moves, list) else []


def gathered(board: Board, words: Presentation, events: Sequence[Json], in_formations: Collection[str]) -> list[Json]:
    """Moves of stands with nothing to see between them become one; what each stand declares is not shown one by one."""
    out: list[Json] = []
    quiet = Playback(board, words)
    for event in events:
        unit = event.get("unit")
        if unit not in in_formations or event["type"] not in words.moves:
            if quiet.length(event) > 0 and not (unit in in_formations and event["type"] in words.pauses):
                out.append(event)
            continue
        before = moves_of(out[-1]) if out else []
        if before and all(move["unit"] != unit for move in before):
            before.append(event)
        else:
            out.append({"type": TOGETHER, "moves": [event]})
    return out
