"""Dice are a player: a roll is a question with its reason, its dice, and the reader that turns faces into an outcome.

The generator is our own, so that a game replays bit for bit on every machine and Python version: die number `k` of
seed `s` is SplitMix64 over `s` and `k`, reduced without bias. Its only state is the count of dice drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Literal, NamedTuple, cast

from msgspec import Struct

from game.engine.unfit import shown

Outcome = int | None
"""What the faces of a roll come to: a number that the rule interprets, or None if the dice are to be rolled again."""

Row = tuple[int, Fraction, tuple[int, ...]]
"""An outcome of a roll, its chance, and an example of faces that give it, () where none is known."""


LOWEST, HIGHEST = 2, 12
"""The least and the most that two D6 show: in a test that is read by `HITS`, they always and never pass."""


class DiceError(ValueError):
    """Faces that do not fit the roll, or a script that does not fit the game, in one sentence."""


class Roll(NamedTuple):
    """The answer to a question for dice: their faces, and the outcome that the reader makes of them."""

    faces: tuple[int, ...]
    outcome: Outcome


class Reader(Struct, frozen=True):
    """Turns faces into an outcome. Calling it with its numbers, as in `HITS(7)`, gives the `Read` of a throw.

    A text in place of a number, as in `HITS("need")`, names the field of the throw that has the number.

    `spread` gives the exact distribution for a reader whose faces are too many to enumerate. With `test`, the outcome
    is 1 if the test is passed and 0 if it is failed. `asks` says what the dice must show, of their name ("2D6") and the
    numbers.
    """

    read: Callable[..., Outcome]
    spread: Callable[..., Iterable[Row]] | None = None
    test: bool = False
    asks: Callable[..., str] | None = None

    def __call__(self, *numbers: int | str) -> Read:
        """The reader with its numbers."""
        if any(isinstance(number, str) for number in numbers):
            return cast("Read", _ReadFields(self, numbers))
        return Read(self, cast("tuple[int, ...]", numbers))


class Read(NamedTuple):
    """How the faces of a throw are read: a reader with its numbers."""

    reader: Reader
    numbers: tuple[int, ...] = ()

    def of(self, faces: tuple[int, ...]) -> Outcome:
        """The outcome of these faces."""
        return self.reader.read(faces, *self.numbers)


class _ReadFields:
    """The attribute of a class of throws that gives each of them its `Read`, with the numbers from its fields."""

    def __init__(self, reader: Reader, numbers: tuple[int | str, ...]) -> None:
        self._reader = reader
        self._numbers: Sequence[Any] = numbers

    def __get__(self, throw: object, kind: type) -> Read | _ReadFields:
        if throw is None:
            return self
        return Read(self._reader, tuple([getattr(throw, n) if n.__class__ is str else n for n in self._numbers]))


def _hits(faces: tuple[int, ...], need: int) -> int:
    total = sum(faces)
    return int(total == LOWEST or (total <= need and total != HIGHEST))


def _higher(faces: tuple[int, ...]) -> Outcome:
    best = max(faces)
    return faces.index(best) if faces.count(best) == 1 else None


def _asks_at_most(dice: str, need: int) -> str:
    return f"{dice} ≤ {need}"


def _asks_to_reach(dice: str, plus: int, need: int) -> str:
    return f"{dice} + {plus} ≥ {need}" if plus else f"{dice} ≥ {need}"


def _asks_to_exceed(dice: str, target: int) -> str:
    return f"{dice} above {target}"


def count_chances(dice: tuple[int, ...], need: int) -> Mapping[int, Fraction]:
    """The distribution of how many dice show `need` or more."""
    chances = [Fraction(1)]  # chances of 0, 1, 2 .. such dice among those seen so far
    for sides in dice:
        hit = Fraction(max(0, min(sides, sides + 1 - need)), sides)
        pairs = zip([*chances, Fraction(0)], [Fraction(0), *chances], strict=True)
        chances = [same * (1 - hit) + one_less * hit for same, one_less in pairs]
    return dict(enumerate(chances))


def without_faces(chances: Mapping[int, Fraction]) -> Iterable[Row]:
    """The rows of a distribution that was worked out without looking at faces."""
    return ((outcome, probability, ()) for outcome, probability in chances.items() if probability)


HITS = Reader(_hits, test=True, asks=_asks_at_most)
"""A test on two D6: the sum is at most the number. A 2 always passes, a 12 always fails."""
AT_MOST = Reader(lambda faces, need: int(sum(faces) <= need), test=True, asks=_asks_at_most)
REACHES = Reader(lambda faces, plus, need: int(sum(faces) + plus >= need), test=True, asks=_asks_to_reach)
"""Numbers: what is added to the sum of the faces, and what it has to reach."""
HIGHER = Reader(_higher)
"""The index of the highest die; if several are highest, the dice are rolled again."""
EXCEEDS = Reader(lambda faces, need: int(sum(faces) > need), test=True, asks=_asks_to_exceed)
TOTAL = Reader(lambda faces, plus=0: sum(faces) + plus)
COUNT = Reader(
    lambda faces, need: sum(face >= need for face in faces),
    lambda dice, need: without_faces(count_chances(dice, need)),
)
"""How many dice show the number or more."""

_MASK = (1 << 64) - 1


def seeded_die(seed: int, count: int, sides: int) -> int:
    """Die number `count`, from 0, of `seed`: a number from 1 to `sides`, without bias."""
    x = (seed * 0x9E3779B97F4A7C15 + (count + 1) * 0xD1342543DE82EF95) & _MASK
    limit = (1 << 64) - (1 << 64) % sides
    while True:
        x = (x + 0x9E3779B97F4A7C15) & _MASK
        z = x
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
        if z < limit:
            return z % sides + 1


def _hashed(text: str) -> int:
    """60 bits from which nobody can work out the text."""
    import hashlib  # only when one is needed

    return int(hashlib.sha256(text.encode()).hexdigest()[:15], 16)


class ScriptedRoll(NamedTuple):
    """Scripted faces for one roll. `label` has to equal the roll's reason."""

    label: str
    faces: tuple[int, ...]


DiceKind = Literal["seeded", "script", "ask"]
"""Faces are drawn from a seed, or read from a script and asked for after its end, or always asked for."""


class DiceSource(Struct, frozen=True):
    """Where faces come from. It never changes, so it can be shared.

    A line of play that branched off another one uses the dice of that line, `before`, until `since` are used up.
    """

    kind: DiceKind = "seeded"
    seed: int = 0
    script: tuple[int | ScriptedRoll, ...] = ()
    since: int = 0
    before: DiceSource | None = None

    def draw(self, used: int, why: str, dice: tuple[int, ...]) -> tuple[tuple[int, ...] | None, int]:
        """Faces for `dice`, None if a player has to be asked for them, and the new count of dice or entries used.

        Raises DiceError if the label or the number of faces in the script does not fit the roll.
        """
        if self.before is not None and used < self.since:
            return self.before.draw(used, why, dice)
        if self.kind == "seeded":
            return tuple(seeded_die(self.seed, used + i, s) for i, s in enumerate(dice)), used + len(dice)
        if self.kind == "ask" or used >= len(self.script):
            return None, used
        entry = self.script[used]
        if isinstance(entry, ScriptedRoll):
            if entry.label != why:
                raise DiceError(f'The dice script has "{entry.label}" next, but the roll is "{why}".')
            faces, used = entry.faces, used + 1
        else:
            entries = self.script[used : used + len(dice)]
            faces = tuple(face for face in entries if isinstance(face, int))
            if len(faces) < len(entries) or len(faces) < len(dice):
                raise DiceError(f'The dice script ends in the middle of the roll "{why}" of {len(dice)} dice.')
            used += len(dice)
        check_faces(faces, dice, why)
        return faces, used

    def apart(self, used: int, line: str) -> DiceSource:
        """The dice of a line of play that branches off after `used` of these dice. `line` is a name for it.

        Seeded dice get other faces from there on, always the same for the same `used` and `line`. Other dice stay as
        they are.
        """
        if self.kind != "seeded":
            return self
        return DiceSource("seeded", _hashed(f"{self.seed} {used} {line}"), (), used, self)

    def lot(self, seat: str) -> int:
        """A seed of 60 bits for the random choices of a seat, which does not give away the seed of the dice."""
        return _hashed(f"{self.seed} {seat}")

    def to_json(self) -> dict[str, object]:
        """The dice for the JSON of a record."""
        script = [[s.label, *s.faces] if isinstance(s, ScriptedRoll) else s for s in self.script]
        out: dict[str, object] = {"kind": self.kind, "seed": self.seed, "script": script}
        return out if self.before is None else {**out, "since": self.since, "before": self.before.to_json()}


def read_seed(text: str) -> int:
    """A seed from typed text. Raises ValueError with one sentence."""
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise ValueError(f"A seed cannot be {shown(text)}: give a whole number of at most 18 digits.")
    return int(text)


def script_dice(entries: Iterable[object]) -> DiceSource:
    """A script from JSON: numbers, or lists of a label and faces. Raises DiceError naming the entry."""
    script: list[int | ScriptedRoll] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, int) and not isinstance(entry, bool):
            script.append(entry)
        elif (
            isinstance(entry, list | tuple)
            and len(entry) > 1
            and isinstance(entry[0], str)
            and all(isinstance(face, int) and not isinstance(face, bool) for face in entry[1:])
        ):
            script.append(ScriptedRoll(entry[0], tuple(entry[1:])))
        else:
            raise DiceError(f'Dice entry {place} is neither a number nor ["label", face, ...].')
    return DiceSource("script", script=tuple(script))


def labelled_dice(entries: Iterable[object]) -> DiceSource:
    """A script in which every roll has its label. Raises DiceError."""
    source = script_dice(entries)
    if not all(isinstance(roll, ScriptedRoll) for roll in source.script):
        raise DiceError("a roll has no label")
    return source


def check_faces(faces: tuple[int, ...], dice: tuple[int, ...], why: str) -> None:
    """Raises DiceError unless there is one face for every die, each within its sides."""
    if len(faces) != len(dice):
        raise DiceError(f'The roll "{why}" takes {len(dice)} dice, not {len(faces)}.')
    for face, sides in zip(faces, dice, strict=True):
        if not 1 <= face <= sides:
            raise DiceError(f'A D{sides} of the roll "{why}" cannot show {face}.')


class Spread(NamedTuple):
    """The exact distribution of a roll."""

    outcomes: tuple[Row, ...]


def rolled(dice: tuple[int, ...], read: Read, faces: Sequence[int], why: str) -> Roll:
    """The roll with these faces. Raises DiceError if they do not fit the dice."""
    values = tuple(faces)
    if not all(isinstance(face, int) and not isinstance(face, bool) for face in values):
        raise DiceError(f'The roll "{why}" takes whole numbers.')
    check_faces(values, dice, why)
    return Roll(values, read.of(values))


@lru_cache(maxsize=4096)
def spread(dice: tuple[int, ...], read: Read) -> Spread:
    """The distribution of `read` over `dice`, given that nothing is rolled again."""
    if read.reader.spread is not None:
        return Spread(tuple(read.reader.spread(dice, *read.numbers)))
    counts: dict[int, int] = {}
    examples: dict[int, tuple[int, ...]] = {}
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        outcome = read.of(faces)
        if outcome is not None:
            counts[outcome] = counts.get(outcome, 0) + 1
            examples.setdefault(outcome, faces)
    total = sum(counts.values())
    return Spread(tuple((outcome, Fraction(n, total), examples[outcome]) for outcome, n in counts.items()))


@lru_cache(maxsize=256)
def by_sum(dice: tuple[int, ...], read: Read) -> dict[int, tuple[Fraction, int]]:
    """Sum of the faces -> its chance and its outcome; empty if the outcome depends on more than the sum."""
    sums: dict[int, tuple[int, int]] = {}
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        outcome = read.of(faces)
        if outcome is None:
            return {}
        ways, earlier = sums.get(sum(faces), (0, outcome))
        if earlier != outcome:
            return {}
        sums[sum(faces)] = (ways + 1, outcome)
    rolls = prod(dice)
    return {total: (Fraction(ways, rolls), outcome) for total, (ways, outcome) in sums.items()}


@lru_cache(maxsize=4096)
def chance(dice: tuple[int, ...], read: Read, outcome: Outcome = 1) -> Fraction:
    """The exact chance of `outcome`, after any rolling again; so that of None is 0."""
    return sum((p for o, p, _ in spread(dice, read).outcomes if o == outcome), Fraction(0))
