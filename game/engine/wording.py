"""How numbers and names are worded for people, everywhere in the game: chances, sums, lengths, rolls, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

Modifier = tuple[str, int, str]
"""A modifier: its name, its number, its clause."""


class LengthUnit(NamedTuple):
    """A unit of length: what follows the number 1, and what follows any other number."""

    one: str
    many: str

    def after(self, number: float) -> str:
        """What follows that number."""
        return self.one if number == 1 else self.many


INCHES = LengthUnit("″", "″")
CM = LengthUnit(" cm", " cm")
HEXES = LengthUnit(" hex", " hexes")


def length(number: float, unit: LengthUnit) -> str:
    """A length with its unit, without trailing zeros: 7″, 12.5 cm, 1 hex."""
    return f"{number:g}{unit.after(number)}"


def percent(chance: Fraction | float, places: int = 0) -> str:
    """A chance in percent with `places` decimals. Only an impossible one is 0%, and only a certain one 100%."""
    smallest = Fraction(1, 10**places)
    share = chance * 100
    if 0 < share < smallest:
        return f"<{float(smallest):.{places}f}%"
    text = f"{float(share):.{places}f}"
    if share < 100 and text == f"{100:.{places}f}":
        return f">{float(100 - smallest):.{places}f}%"
    return f"{text}%"


def as_words(name: str) -> str:
    """The id of an action, a pace, a weapon or a marker in words: "close assault" for close_assault."""
    return name.replace("_", " ")


def capitalised(words: str) -> str:
    """Words with a capital first letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def uncapitalised(words: str) -> str:
    """Words with a small first letter, for the middle of a sentence."""
    return words[:1].lower() + words[1:]


def names(words: str, unit: str) -> bool:
    """Whether a sentence names a unit: "Cover R10" does not name R1."""
    return re.search(rf"(?<![\w.-]){re.escape(unit)}(?![\w-]|\.\w)", words, re.IGNORECASE) is not None


def together(parts: Iterable[str]) -> str:
    """A list in words: "5", "5 and 8", "5, 8 and 3"."""
    *others, last = list(parts) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def of_unit(unit: str, words: str) -> str:
    """Words about a unit, after its id unless they name it already: "B1: it has run". `unit` may be ""."""
    return words if not unit or names(words, unit) else f"{unit.upper()}: {words}"


def cited(words: str, clause: str) -> str:
    """Words with their clause in brackets: "it has run (WH-A24)". `clause` may be ""."""
    return f"{words} ({clause})" if clause else words


def written_ids(units: Iterable[str]) -> str:
    """The ids of units in words: "R2", "R2 and R3", "R2, R3 and R7"."""
    return together(unit.upper() for unit in units)


def agreeing(count: int, one: str, many: str = "") -> str:
    """The form of a word that agrees with a number: hit, hits; die, dice. By default `many` is `one` with an s."""
    return one if count == 1 else many or f"{one}s"


def number_of(count: int, one: str, many: str = "") -> str:
    """A number of things: 1 point, 3 points; 1 inch, 2 inches. By default `many` is `one` with an s."""
    return f"{count} {agreeing(count, one, many)}"


def listed(faces: Sequence[int]) -> str:
    """The faces of dice, in the order in which they were rolled: "3, 5"."""
    return ", ".join(map(str, faces))


def signed(number: int) -> str:
    """A number with its sign: +2, −1."""
    return f"{number:+d}".replace("-", "−")


def terms(base: tuple[str, int], rows: Sequence[Modifier], need: int, form: str = "") -> Iterator[tuple[str, str]]:
    """The rows of a sum, each in words and a number: MK 7, overwatch −1, = 6; or 3+, overwatch −1, becomes 4+.

    `form` is how the total and the base are written ("{}+", "D{}"), "" for plain numbers.
    """
    yield base[0], form.format(base[1]) if form else str(base[1])
    for name, number, _ in rows:
        yield name, signed(number)
    if rows or base[1] != need:
        yield ("becomes", form.format(need)) if form else ("=", str(need))


def tested(needs: str, faces: Sequence[int], *, passed: bool) -> str:
    """A test in the log: "needs 6+, rolls 4: fails", "needs 8 or less, rolls 4 + 5 = 9: fails"."""
    roll = " + ".join(map(str, faces)) + (f" = {sum(faces)}" if len(faces) > 1 else "")
    return f"needs {needs}, rolls {roll}: {'passes' if passed else 'fails'}"
