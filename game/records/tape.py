"""The choices of a match as a record stores them: one entry for each choice, with the dice drawn after it.

A match that is played back from a tape draws the recorded faces. It ends with the same choices, dice count and steps to
take back as the recorded one, whatever that one's dice source was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import asdict

from game.engine.answers import Choice, Faces
from game.engine.dice import DiceError, DiceSource, ScriptedRoll
from game.engine.match import Match
from game.engine.unfit import Unfit

MOST_CHOICES = 100_000
Made = Annotated[int, Meta(ge=0, le=MOST_CHOICES)]
"""How many choices have been made."""
Rolls = Annotated[tuple[Faces, ...], Meta(max_length=10_000)]


class RecordedChoice(Choice, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One choice, and the rolls that followed it."""

    rolled: Rolls = ()

    def __post_init__(self) -> None:
        if bool(self.option) == (self.faces is not None):
            raise Unfit("", "", "this is not a choice", "write either an option or faces")


class Tape(DiceSource, frozen=True):
    """A dice source that gives recorded faces and counts as `source` would have counted them."""

    faces: list[Faces] = field(default_factory=list)

    @classmethod
    def over(cls, source: DiceSource, faces: Iterable[Faces] = ()) -> Tape:
        """A tape in place of a source, which gives these faces in order; `load` replaces them."""
        return cls(source.kind, source.seed, source.script, source.since, source.before, list(faces))

    def load(self, faces: Iterable[Faces]) -> None:
        """Replace the faces that are drawn next."""
        self.faces[:] = faces

    @property
    def left(self) -> int:
        """How many rolls have not been drawn yet."""
        return len(self.faces)

    def draw(self, used: int, why: str, dice: tuple[int, ...]) -> tuple[Faces | None, int]:
        """The next recorded faces, None if there are no more; the throw's reader checks them."""
        if not self.faces:
            return None, used
        faces = self.faces.pop(0)
        if self.kind == "script" and used < len(self.script) and isinstance(self.script[used], ScriptedRoll):
            return faces, used + 1
        return faces, used + (0 if self.kind == "ask" else len(dice))


def entries(match: Match) -> tuple[tuple[Faces, ...], tuple[RecordedChoice, ...]]:
    """The dice drawn before the first choice, and every choice with the dice drawn after it."""
    starts = [point.choices for point in match.history]
    opening = _rolls_between(match, 0, starts[0] if starts else len(match.choices))
    ends = [*starts[1:], len(match.choices)]
    return opening, tuple(_entry(match, start, end) for start, end in zip(starts, ends, strict=False))


def entry_at(match: Match, number: int) -> RecordedChoice:
    """Choice `number` (from 0) alone. Raises IndexError if it has not been made."""
    end = match.history[number + 1].choices if number + 1 < len(match.history) else len(match.choices)
    return _entry(match, match.history[number].choices, end)


def last_entry(match: Match) -> RecordedChoice:
    """The latest choice alone. Raises IndexError if none has been made."""
    return entry_at(match, len(match.history) - 1)


def _entry(match: Match, start: int, end: int) -> RecordedChoice:
    return RecordedChoice(**asdict(match.choices[start]), rolled=_rolls_between(match, start + 1, end))


def _rolls_between(match: Match, start: int, end: int) -> tuple[Faces, ...]:
    return tuple(choice.faces or () for choice in match.choices[start:end])


def play(match: Match, tape: Tape, entry: RecordedChoice) -> None:
    """Make one recorded choice on a match whose dice are `tape`. Raises what `Match.choose` raises.

    Dice that are left over or missing are a DiceError; then the choice has been taken back.
    """
    tape.load(entry.rolled)
    match.choose(entry)
    if tape.left:
        match.undo()
        raise DiceError(f"it has {tape.left} more rolls than the game makes")


def play_on(match: Match, choices: Iterable[RecordedChoice]) -> None:
    """Make recorded choices with their own dice; then the match has its dice source back. Raises as `play` does."""
    source = match.dice
    match.dice = tape = Tape.over(source)
    try:
        for entry in choices:
            play(match, tape, entry)
    finally:
        match.dice = source
