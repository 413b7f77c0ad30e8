"""What is typed: whole lines, and answers by words of their ids or sentences: `fire r2`, `at b7 l9 overwatch`, `b10 stands`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from game.board.board import Board
from game.engine.options import Option, by_unit
from game.engine.wording import as_words

MOST_WAYS = 6
"""How many answers are named where more than one is meant."""

VIA = "via"
"""Stands before the cells that a way is to lead through."""

LATEST = 10
"""How many lines are told where no number is typed."""

LINE_LIMIT = 1000
"""Letters of a line that is taken."""

_HALF_LETTERS = re.compile("[\ud800-\udfff]")
_BETWEEN = re.compile(r"[:_+, ]+")


def whole_line(line: str) -> str:
    """A typed line without the blanks around it. Raises ValueError, in one sentence, for one that cannot be taken whole."""
    if _HALF_LETTERS.search(line):
        raise ValueError("This line is no UTF-8 text; type it again.")
    if len(line) > LINE_LIMIT:
        raise ValueError(f"A line has at most {LINE_LIMIT} letters, this one has {len(line)}; type a shorter one.")
    return line.strip()


def by_id(option: Option) -> str:
    """The words by which an option is meant first of all."""
    return option.id


def fitting(options: Iterable[Option], words: Collection[str], told: Callable[[Option], str] = by_id) -> list[Option]:
    """The options that have all these words in what is told of them; of several only those that have the fewest others.

    So a weapon that goes without saying, and is in no id, need not be named.
    """
    wanted = {part for word in words for part in _BETWEEN.split(word.lower()) if part}
    found = [(len(own), option) for option in options if wanted <= (own := set(_BETWEEN.split(told(option).lower())))]
    fewest = min((count for count, _ in found), default=0)
    return [option for count, option in found if count == fewest]


def the_one(options: Sequence[Option], words: Sequence[str], told: Callable[[Option], str]) -> Option:
    """The option that is meant by words of its id, or else of what is told of it. Raises ValueError with a sentence."""
    meant = fitting(options, words) or fitting(options, words, told)
    if not meant:
        said = " ".join(words)[:40]
        raise ValueError(
            f"“{said}” is neither a command nor an option here; type help, or nothing to hear the options."
        )
    if len(meant) > 1:
        raise ValueError(in_several_ways(meant))
    return meant[0]


def counted(words: str) -> int:
    """The number of lines that is typed first, of at least one."""
    first = (words.split() or [""])[0]
    return max(1, int(first)) if first.isdecimal() and len(first) < 6 else LATEST


def is_place(word: str, who: str, options: Iterable[Option], board: Board) -> bool:
    """Whether a word names a cell to which that unit can go."""
    ends = (option.to for option in options if option.unit == who.lower() and option.to >= 0 and option.point < 0)
    return any(board.label(cell).lower() == word.lower() for cell in ends)


def without_bends(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words of a move before `via`, and the cells behind it."""
    place = next((place for place, word in enumerate(words) if word.lower() == VIA), len(words))
    return words[:place], words[place + 1 :]


def in_several_ways(options: Sequence[Option]) -> str:
    """That more than one answer is meant, and how to say which, as a sentence."""
    first, *others = dict.fromkeys(option.unit for option in options)
    who = "That can be done" if others or not first else f"{first.upper()} can do that"
    ways = " or ".join(option.id for option in options[:MOST_WAYS])
    more = f", or one of {len(options) - MOST_WAYS} more" if len(options) > MOST_WAYS else ""
    return f"{who} in more than one way: type {ways}{more}."


def at_lines(options: Iterable[Option], board: Board) -> Iterator[str]:
    """How answers at points of a move are typed, unit by unit: where, and in which ways."""
    for unit, own in by_unit(options).items():
        cells = ", ".join(dict.fromkeys(board.label(option.to) for option in own))
        ways = dict.fromkeys(_way(option) for option in own)
        how = f", and how: {', '.join(ways)}" if len(ways) > 1 else ""
        yield f"{unit.upper()} can answer at {cells}: type at {unit} CELL{how}."


def _way(option: Option) -> str:
    """What an answer does at the point, with a weapon that does not go without saying."""
    known = {option.unit, option.target, f"p{option.point}"}
    return " ".join(as_words(part) for part in option.id.split(":") if part not in known)
