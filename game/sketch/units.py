"""The units of a sketch, every field checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from game.board.board import Board
from game.engine import setup_reader
from game.engine.rulebook import Army
from game.engine.setup import UnitSpec
from game.maps.errors import shown
from game.maps.names import FACES, FACTS_FROM_TO, MARKERS, STATS_FROM_TO, is_id, some, stat_names
from game.maps.tiled import passable
from game.sketch.fields import SketchError, cell_of, listed, numbers, only, playing, whole, word

MAX_MARKERS = 30
WITH_ITS_CARRIER = -1
"""The cell of a passenger, as long as its carrier's is not known."""

UNIT_FIELDS = frozenset({*setup_reader.UNIT_FIELDS, "marker"})


def read_units(entries: Sequence[object], board: Board, army: Army, seats: Sequence[str]) -> tuple[UnitSpec, ...]:
    """Every unit a sketch names, each on ground of its own, or aboard a carrier of its seat."""
    units: list[UnitSpec] = []
    ids: set[str] = set()
    standing: dict[int, str] = {}
    for number, raw in enumerate(entries):
        place = f"units[{number}]"
        if not isinstance(raw, dict):
            raise SketchError(place, "this is no unit", "write it as a table")
        unit = _read_unit(raw, place, board, army, seats)
        if unit.id in ids:
            raise SketchError(f"{place}.id", f"a unit {unit.id} is there already", "give it another id")
        if board.grid == "square" and not unit.aboard:
            label = board.label(unit.at)
            if not passable(board, unit.at):
                kind = board.terrain[unit.at]
                raise SketchError(
                    f"{place}.at",
                    f"{unit.id} stands in {kind} terrain on {label}",
                    "move it to another cell",
                )
            if unit.at in standing:
                other = standing[unit.at]
                raise SketchError(f"{place}.at", f"{unit.id} and {other} stand on {label}", "move one")
        ids.add(unit.id)
        if not unit.aboard:
            standing[unit.at] = unit.id
        units.append(unit)
    return tuple(_boarded(unit, number, units) for number, unit in enumerate(units))


def _boarded(unit: UnitSpec, number: int, units: Sequence[UnitSpec]) -> UnitSpec:
    """The unit where its carrier is, if it has one and no cell of its own."""
    if not unit.aboard:
        return unit
    carrier = next((each for each in units if each.id == unit.aboard and each.seat == unit.seat), None)
    if carrier is None:
        raise SketchError(
            f"units[{number}].aboard", f"there is no {shown(unit.aboard)} of its seat", "name its carrier"
        )
    if unit.at != WITH_ITS_CARRIER:
        return unit
    if carrier.at == WITH_ITS_CARRIER:
        raise SketchError(f"units[{number}].aboard", f"{carrier.id} rides in another itself", "name who carries both")
    return replace(unit, at=carrier.at)


def _read_unit(raw: Mapping[str, object], place: str, board: Board, army: Army, seats: Sequence[str]) -> UnitSpec:
    only(raw, UNIT_FIELDS, place)
    own = word(raw, "id", place)
    if not is_id(own):
        raise SketchError(f"{place}.id", f"{shown(own)} cannot be an id", 'use letters and digits, like "b1"')
    profile, weapon = word(raw, "profile", place), word(raw, "weapon", place)
    if profile not in army.profiles:
        raise SketchError(f"{place}.profile", f"{shown(profile)} is unknown", f"use one of {some(army.profiles)}")
    if weapon and weapon not in army.weapons:
        raise SketchError(f"{place}.weapon", f"{shown(weapon)} is unknown", f"use one of {some(army.weapons)}")
    stats = numbers(raw, "stats", place, STATS_FROM_TO)
    known = stat_names(army)
    for name in stats:
        if name not in known:
            raise SketchError(f"{place}.stats", f"{shown(name)} is unknown", f"use one of {some(known)}")
    markers, counts = _markers(raw, place)
    aboard = word(raw, "aboard", place, 60)
    return UnitSpec(
        id=own,
        seat=playing(seats, word(raw, "seat", place), f"{place}.seat"),
        profile=profile,
        at=WITH_ITS_CARRIER if aboard and "at" not in raw else cell_of(board, raw.get("at"), f"{place}.at"),
        markers=markers,
        stats=stats,
        weapon=weapon,
        figures=whole(raw, "figures", place, (0, 99), 0),
        name=word(raw, "name", place, 60),
        group=word(raw, "group", place, 60),
        facts=counts | numbers(raw, "facts", place, FACTS_FROM_TO),
        aboard=aboard,
    )


def _markers(raw: Mapping[str, object], place: str) -> tuple[dict[str, str], dict[str, int]]:
    """`marker` is one kind; `markers` are kinds, or tables of `kind`, `face` and `count`: faces, and counts above 1."""
    entries = listed(raw, "markers", place, MAX_MARKERS)
    if raw.get("marker"):
        entries = [raw["marker"], *entries]
    found: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for number, entry in enumerate(entries):
        where = f"{place}.marker" if raw.get("marker") and not number else f"{place}.markers"
        table = entry if isinstance(entry, dict) else {"kind": entry}
        only(table, frozenset({"kind", "face", "count"}), where)
        kind, face = word(table, "kind", where), word(table, "face", where)
        if kind not in MARKERS:
            raise SketchError(where, f"{shown(kind)} is unknown", f"use one of {', '.join(MARKERS)}")
        if face and face not in FACES:
            raise SketchError(where, f"the face is {shown(face)}", 'use "up" or "down"')
        found[kind] = face or MARKERS[kind]
        counts[kind] += whole(table, "count", where, (1, MAX_MARKERS), 1)
    return found, {kind: count for kind, count in counts.items() if count > 1}
