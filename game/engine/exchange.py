"""Exchanges: the card that sums up an exchange of fire or blows, made from the lines of the log about it.

Throws of one kind are added up ("10 dice, 4+: 5 hits"); throws that cannot be added up have their own sentence. Units
with the same fate are named together ("R1, R4 and R5 lost").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.events import Event, meanings
from game.engine.log import LogLine
from game.engine.names import Meaning
from game.engine.throws import Rolled
from game.engine.wording import number_of, together

MANY = 3
"""From this many dice on there is a card, even for a single roll without consequences."""


class RollRow(NamedTuple):
    """The throws of one kind: their label, the dice and what each must show ("10 dice, 4+"), the result ("5 hits")."""

    why: str
    dice: str
    result: str


class Exchange(NamedTuple):
    """A card. `title` is the event that it began with, such as a shot; "" if it began with a roll."""

    title: str
    rolls: tuple[RollRow, ...]
    fates: tuple[str, ...]


def exchange_of(lines: Sequence[LogLine]) -> Exchange | None:
    """The card for these lines; None if a single roll says everything."""
    rolls = [line for line in lines if line.rolled is not None]
    fates = _fates(lines)
    dice = sum(len(line.rolled.faces) for line in rolls if line.rolled is not None)
    if not rolls or (dice < MANY and len(rolls) == 1 and not fates):
        return None
    title = "" if lines[0].rolled is not None or lines[0].event.fate else lines[0].title
    return Exchange(title, tuple(_rows(rolls)), fates)


def _rows(rolls: Sequence[LogLine]) -> list[RollRow]:
    groups: dict[tuple[str, str], list[Rolled]] = {}
    unsummed: dict[tuple[str, str], RollRow] = {}
    for line in rolls:
        if line.rolled is None:
            continue
        throw = line.rolled.throw
        if throw.counted is None:
            key = (throw.why, f"{line.n}")
            unsummed[key] = RollRow(throw.why, "", line.title)
            groups[key] = []
        else:
            groups.setdefault((throw.why, throw.must), []).append(line.rolled)
    return [unsummed[key] if key in unsummed else _summed_row(key[0], key[1], group) for key, group in groups.items()]


def _summed_row(why: str, must: str, rolls: Sequence[Rolled]) -> RollRow:
    dice = sum(len(roll.faces) for roll in rolls)
    count = sum(roll.throw.count(roll.faces, roll.outcome) for roll in rolls)
    singular, plural = rolls[0].throw.counted or ("", "")
    return RollRow(why, f"{number_of(dice, 'die', 'dice')}, {must}", number_of(count, singular, plural))


def _fates(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """What became of the units, with those of the same fate named together."""
    units_by_fate: dict[str, list[str]] = {}
    for line in lines:
        if line.event.fate:
            units_by_fate.setdefault(_fate_text(line.event), []).append(str(getattr(line.event, "unit", "")).upper())
    return tuple(fate.replace(THEM, together(dict.fromkeys(units))) for fate, units in units_by_fate.items())


THEM = "{units}"


def _fate_text(event: Event) -> str:
    """The words of an event's fate, with everything but the units filled in."""
    field_meanings = meanings(type(event))
    fields = {
        name: str(value).upper() if field_meanings.get(name) is Meaning.UNIT else value
        for name, value in event.fields().items()
    }
    return event.fate.format_map({**fields, "units": THEM})
