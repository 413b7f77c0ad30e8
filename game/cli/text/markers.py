"""Reads markers for many units in one line: "R1 move, R2 R3 overwatch, rest move, confirm"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.cli.text import say
from game.engine.decisions import Decision
from game.engine.match import Match
from game.engine.names import MarkerKind, UnitId
from game.engine.options import CONFIRM

REST = "rest"
"""The word that stands for all units of a question that have no marker yet."""


class Laying(NamedTuple):
    """The units for which markers can be laid, the kinds of markers, and the units that have none yet."""

    units: list[str]
    kinds: list[MarkerKind]
    bare: list[str]


class Orders(NamedTuple):
    """The marker for each unit, and whether the line also confirms them."""

    markers: dict[UnitId, MarkerKind]
    confirmed: bool


def laying_of(match: Match, decision: Decision) -> Laying | None:
    """The markers that can be laid, or None if the question is not about markers of several kinds."""
    options = [option for option in say.listed(decision) if option.unit and option.marker]
    words = match.rules.presentation
    orders = [card.marker for card in words.orders] if options and decision.kind == words.order_kind else []
    kinds = orders or list(dict.fromkeys(option.marker for option in options))
    if len(kinds) < 2:
        return None
    units = list(dict.fromkeys(option.unit for option in options))
    front = match.front.units
    return Laying(units, kinds, [name for name in units if not any(kind in front[name].markers for kind in kinds)])


def read_orders(laying: Laying | None, words: Sequence[str], unit: Callable[[str], UnitId]) -> Orders | None:
    """The markers that a line lays, or None if it lays none. `unit` returns the id of a unit by its name.

    Raises ValueError with a sentence if any part of the line is impossible, and whatever `unit` raises. Then none of
    the markers may be laid.
    """
    parts = [part.split() for part in " ".join(words).lower().split(",") if part.strip()]
    if laying is None or not any(len(part) > 1 and part[-1] in laying.kinds for part in parts):
        return None
    markers: dict[UnitId, MarkerKind] = {}
    confirmed = parts[-1] == [CONFIRM.action]
    for *units, kind in parts[: len(parts) - confirmed]:
        if kind not in laying.kinds or not units:
            typed = " ".join([*units, kind])[:40]
            raise ValueError(f"“{typed}” lays no marker: name units, then {' or '.join(laying.kinds)}.")
        bare = [name for name in laying.bare if name not in markers]
        markers |= dict.fromkeys(bare if units == [REST] else map(unit, units), MarkerKind(kind))
    if unknown := [name.upper() for name in markers if name not in laying.units]:
        raise ValueError(f"No marker is laid for {unknown[0]} here.")
    if confirmed and (missing := [name.upper() for name in laying.bare if name not in markers]):
        raise ValueError(f"There is no marker yet for {', '.join(missing)}.")
    return Orders(markers, confirmed)
