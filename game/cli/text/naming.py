"""Reads typed lines, and finds options by words of their ids or texts: `fire r2`, `b10 stands`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from game.board.board import Board
from game.engine.options import Option, by_unit
from game.engine.wording import as_words

MOST_WAYS = 6
"""How many options are named when the words fit more than one."""

VIA = "via"
"""The word before the cells that a path is to cross."""

LATEST = 10
"""How many lines are shown when no number is typed."""

LINE_LIMIT = 1000
"""The greatest length of a typed line, in characters."""

_HALF_LETTERS = re.compile("[\ud800-\udfff]")
"""Surrogates, by which Python represents input bytes that are no UTF-8."""

_BETWEEN = re.compile(r"[:_+, ]+")
"""What separates the words of an id or a text."""


def whole_line(line: str) -> str:
    """A typed line without the blanks around it. Raises ValueError, in one sentence, if it is no text or too long."""
    if _HALF_LETTERS.search(line):
        raise ValueError("This line is not UTF-8 text; type it again.")
    if len(line) > LINE_LIMIT:
        raise ValueError(f"A line has at most {LINE_LIMIT} letters, this one has {len(line)}; type a shorter one.")
    return line.strip()


def by_id(option: Option) -> str:
    """The words that are matched first when an option is named by words: its id."""
    return option.id


def fitting(
    options: Iterable[Option], words: Collection[str], text_of: Callable[[Option], str] = by_id
) -> list[Option]:
    """The options whose text, by `text_of`, has all these words; of several, those with the fewest other words.

    So the usual weapon, which the id leaves out, need not be named.
    """
    wanted = {part for word in words for part in _BETWEEN.split(word.lower()) if part}
    counts = [
        (len(own), option) for option in options if wanted <= (own := set(_BETWEEN.split(text_of(option).lower())))
    ]
    fewest = min((count for count, _ in counts), default=0)
    return [option for count, option in counts if count == fewest]


def the_one(options: Sequence[Option], words: Sequence[str], text_of: Callable[[Option], str]) -> Option:
    """The one option with these words in its id, or else in its text. Raises ValueError with a sentence."""
    matching = fitting(options, words) or fitting(options, words, text_of)
    if not matching:
        typed = " ".join(words)[:40]
        raise ValueError(
            f"“{typed}” is neither a command nor an option here; type help, or nothing to list the options."
        )
    if len(matching) > 1:
        raise ValueError(in_several_ways(matching))
    return matching[0]


def typed_number(words: str) -> int:
    """The number in the first word, at least 1; `LATEST` if it is no number."""
    first = (words.split() or [""])[0]
    return max(1, int(first)) if first.isdecimal() and len(first) < 6 else LATEST


def is_place(word: str, unit: str, options: Iterable[Option], board: Board) -> bool:
    """Whether a word names a cell to which the unit can go."""
    ends = (option.to for option in options if option.unit == unit.lower() and option.to >= 0 and option.point < 0)
    return any(board.label(cell).lower() == word.lower() for cell in ends)


def without_bends(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words of a move before `via`, and the cells after it."""
    index = next((index for index, word in enumerate(words) if word.lower() == VIA), len(words))
    return words[:index], words[index + 1 :]


def in_several_ways(options: Sequence[Option]) -> str:
    """A sentence that says that these options all fit, and how to type each of the first ones."""
    first, *others = dict.fromkeys(option.unit for option in options)
    who = "That can be done" if others or not first else f"{first.upper()} can do that"
    ways = " or ".join(option.id for option in options[:MOST_WAYS])
    more = f", or one of {len(options) - MOST_WAYS} more" if len(options) > MOST_WAYS else ""
    return f"{who} in more than one way: type {ways}{more}."


def at_lines(options: Iterable[Option], board: Board) -> Iterator[str]:
    """How reactions at points of a move are typed, a line for each unit: the cells, and the ways to react."""
    for unit, own in by_unit(options).items():
        cells = ", ".join(dict.fromkeys(board.label(option.to) for option in own))
        ways = dict.fromkeys(_way(option) for option in own)
        how = f", and how: {', '.join(ways)}" if len(ways) > 1 else ""
        yield f"{unit.upper()} can answer at {cells}: type at {unit} CELL{how}."


def _way(option: Option) -> str:
    """What a reaction does at its point, with the weapon if that is in the id."""
    known = {option.unit, option.target, f"p{option.point}"}
    return " ".join(as_words(part) for part in option.id.split(":") if part not in known)
