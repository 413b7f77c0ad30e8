"""The choices of a match as a record stores them: one entry a choice, with the dice drawn in its wake.

Played back from a tape, a match draws the recorded faces and comes out with the same choices, dice count and steps
to take back as the one that was recorded, whatever its dice source was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from game.engine.dice import DiceError, DiceSource, ScriptedRoll
from game.engine.match import Match

Faces = tuple[int, ...]
Entry = dict[str, object]


@dataclass(frozen=True, slots=True)
class Tape(DiceSource):
    """A dice source that gives recorded faces and counts as `source` would have counted them."""

    faces: list[Faces] = field(default_factory=list)

    def __init__(self, source: DiceSource, faces: Iterable[Faces] = ()) -> None:
        """The faces are given in order; more are added by `load`."""
        object.__setattr__(self, "kind", source.kind)
        object.__setattr__(self, "seed", source.seed)
        object.__setattr__(self, "script", source.script)
        object.__setattr__(self, "faces", list(faces))

    def load(self, faces: Iterable[Faces]) -> None:
        """What is to be drawn next."""
        self.faces[:] = faces

    @property
    def left(self) -> int:
        """How many rolls nobody has drawn yet."""
        return len(self.faces)

    def draw(self, used: int, why: str, dice: tuple[int, ...]) -> tuple[Faces | None, int]:
        """The next recorded faces; None when there are no more. Faces are checked by whoever reads them."""
        if not self.faces:
            return None, used
        faces = self.faces.pop(0)
        if self.kind == "script" and used < len(self.script) and isinstance(self.script[used], ScriptedRoll):
            return faces, used + 1
        return faces, used + (0 if self.kind == "ask" else len(dice))


def entries(match: Match) -> tuple[list[Faces], list[Entry]]:
    """The dice drawn before the first choice, and every choice with the dice drawn because of it ("rolled")."""
    starts = [point.choices for point in match.history]
    opening = match.choices[: starts[0] if starts else len(match.choices)]
    ends = [*starts[1:], len(match.choices)]
    return [_faces(drawn) for drawn in opening], [
        _entry(match, start, end) for start, end in zip(starts, ends, strict=False)
    ]


def entry_at(match: Match, number: int) -> Entry:
    """Choice `number` (from 0) alone."""
    after = match.history[number + 1].choices if number + 1 < len(match.history) else len(match.choices)
    return _entry(match, match.history[number].choices, after)


def last_entry(match: Match) -> Entry:
    """The latest choice alone."""
    return entry_at(match, len(match.history) - 1)


def _entry(match: Match, start: int, end: int) -> Entry:
    made = dict(match.choices[start])
    rolled = [list(_faces(drawn)) for drawn in match.choices[start + 1 : end]]
    if rolled:
        made["rolled"] = rolled
    return made


def _faces(drawn: Mapping[str, object]) -> Faces:
    faces = drawn["faces"]
    return tuple(faces) if isinstance(faces, list | tuple) else ()


def play(match: Match, tape: Tape, entry: Mapping[str, object]) -> None:
    """Make one recorded choice on a match whose dice are `tape`. Raises what `Match.choose` raises.

    Dice that are left over or missing are a DiceError; then the choice has been taken back.
    """
    rolled = entry.get("rolled", ())
    tape.load(tuple(faces) for faces in rolled)  # type: ignore[attr-defined]
    match.repeat(entry)
    if tape.left:
        match.undo()
        raise DiceError(f"it has {tape.left} more rolls than the game makes")


def play_on(match: Match, entries: Iterable[Mapping[str, object]]) -> None:
    """Make recorded choices with their own dice; then the match has its dice source back. Raises as `play` does."""
    source = match.dice
    match.dice = tape = Tape(source)
    try:
        for entry in entries:
            play(match, tape, entry)
    finally:
        match.dice = source
