"""Compares two engines on the same game: what they tell differently, field by field, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from tools.corpus_parts.engines import Ask
from tools.corpus_parts.games import Game, compact
from tools.corpus_parts.playing import PARTS, Play, RefusedError

SHOWN = 160
"""The most characters that are printed of a value."""


class _Absent:
    """The value of a field that is missing on one side."""


ABSENT = _Absent()


class Change(NamedTuple):
    """One field that differs: its path (`options[b1:pass].text`), its old value, its new value."""

    path: str
    old: Any
    new: Any

    def __str__(self) -> str:
        path = self.path or "the whole"
        if self.old is ABSENT:
            return f"{path}: new: {_short(self.new)}"
        if self.new is ABSENT:
            return f"{path}: gone: {_short(self.old)}"
        return f"{path}:\n      was {_short(self.old)}\n      is  {_short(self.new)}"

    @property
    def kind(self) -> str:
        """The path with * for every number and id, and a sign for a field that is new (+) or gone (-)."""
        path = re.sub(r"\[[^\]]*\]", "[*]", self.path)
        if self.old is ABSENT:
            return f"{path}+"
        return f"{path}-" if self.new is ABSENT else path


@dataclass(frozen=True, slots=True)
class Differing:
    """A part of one moment (or "the end") that two engines tell differently."""

    game: str
    moment: str
    part: str
    changes: Sequence[Change]

    def __str__(self) -> str:
        return f"{self.game}, {self.moment}: {self.part}"


def changes(old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """Every field in which two JSON values differ, outermost first; items of lists are matched by their ids, if any."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            where = f"{path}.{name}" if path else str(name)
            yield from changes(old.get(name, ABSENT), new.get(name, ABSENT), where)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _in_lists(old, new, path)
    else:
        yield Change(path, old, new)


def _in_lists(old: list[Any], new: list[Any], path: str) -> Iterator[Change]:
    before, after = _by_id(old), _by_id(new)
    if before and after:
        yield from _in_ids(before, after, path)
        return
    for a, b, c, d in _aligned(old, new):
        paired = min(b - a, d - c)
        for step in range(paired):
            yield from changes(old[a + step], new[c + step], f"{path}[{c + step}]")
        for place in range(a + paired, b):
            yield Change(f"{path}[{place}]", old[place], ABSENT)
        for place in range(c + paired, d):
            yield Change(f"{path}[{place}]", ABSENT, new[place])


def _in_ids(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[Change]:
    for name in [*before, *(name for name in after if name not in before)]:
        yield from changes(before.get(name, ABSENT), after.get(name, ABSENT), f"{path}[{name}]")
    kept, now = [n for n in before if n in after], [n for n in after if n in before]
    if kept != now:
        yield Change(f"{path} in another order", kept, now)


def _aligned(old: list[Any], new: list[Any]) -> list[tuple[int, int, int, int]]:
    """The spans in which both lists differ: begin and end in the old, begin and end in the new."""
    if len(old) == len(new):
        return [(0, len(old), 0, len(new))]
    matcher = SequenceMatcher(None, [compact(x) for x in old], [compact(x) for x in new], autojunk=False)
    return [spans for tag, *spans in matcher.get_opcodes() if tag != "equal"]  # type: ignore[misc]


def _by_id(items: list[Any]) -> dict[str, Any]:
    """The items by id, empty if any has none or two share one."""
    found = {item["id"]: item for item in items if isinstance(item, dict) and isinstance(item.get("id"), str)}
    return found if len(found) == len(items) else {}


def compare(old: Ask, new: Ask, game: Game) -> Iterator[Differing]:
    """Play a game on both engines. Yields every part of every moment that they tell differently, then of the end."""
    plays = Play(old, game), Play(new, game)
    sides = [play.moments() for play in plays]
    number = 0
    while True:
        after = f" (after {compact(game.choices[number - 1])})" if 0 < number <= len(game.choices) else ""
        told: list[Any] = []
        refused: list[str] = []
        for side in sides:
            try:
                told.append(next(side, None))
                refused.append("")
            except RefusedError as error:
                told.append(None)
                refused.append(str(error))
        if any(refused):
            if not all(refused):
                yield Differing(
                    game.name,
                    f"moment {number}{after}",
                    "choice",
                    [Change("", *(text or "is taken" for text in refused))],
                )
            return
        if told[0] is None or told[1] is None:
            break
        for part, before, now in zip(PARTS, *told, strict=True):
            if before != now:
                yield Differing(game.name, f"moment {number}{after}", part, list(changes(before, now)))
        number += 1
    found = list(changes(plays[0].ends, plays[1].ends))
    if found:
        yield Differing(game.name, "the end", "end", found)


def _short(value: Any) -> str:
    text = compact(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} ... ({len(text)} letters)"
