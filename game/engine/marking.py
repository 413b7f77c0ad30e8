"""The conditions of a unit that come from its markers and its place, as a viewer may know them, for every rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.engine.conditions import FACE_DOWN, PRONE, Condition, MarkerLook, counted
from game.engine.names import MarkerKind, UnitId
from game.engine.state import State, Unit
from game.engine.view import MarkerView
from game.engine.viewers import Viewer, may_know
from game.engine.wording import as_words, written_ids

UNKNOWN = MarkerKind("hidden")
"""The kind of a marker for viewers who may not know it."""


def markers_seen(unit: Unit, viewer: Viewer) -> tuple[MarkerView, ...]:
    """A unit's markers; face-down ones are hidden from everybody but its seat and the referee."""
    views = []
    for kind, face in unit.markers.items():
        visible = face != "down" or may_know(viewer, unit.seat)
        count = unit.count(kind) if visible else 0
        views.append(MarkerView(kind if visible else UNKNOWN, face, count if count > 1 else 0))
    return tuple(views)


def marker_conditions(looks: Iterable[MarkerLook], unit: Unit, viewer: Viewer) -> list[Condition]:
    """The conditions that a unit's markers give it, in the order of `looks`; markers without a look come last."""
    look_of = {look.kind: look for look in looks}
    order = list(look_of)
    marks = sorted(
        markers_seen(unit, viewer), key=lambda mark: order.index(mark.kind) if mark.kind in look_of else len(order)
    )
    return [_marked(look_of.get(mark.kind), mark) for mark in marks]


def _marked(look: MarkerLook | None, mark: MarkerView) -> Condition:
    if look is None:
        words = as_words(mark.kind)
        return FACE_DOWN if mark.face == "down" else Condition(words, letters=words)
    if look.order:
        if look.own is None:
            return Condition(look.words, look.sign, drawn="order")
        sign = look.own if mark.face == "down" else look.sign
        return Condition(f"{look.words} face-{mark.face}", sign, drawn="order")
    return counted(look.words, mark.count, look.sign)


Riders = Mapping[UnitId, Sequence[UnitId]]
"""Carrier -> the units aboard it."""


def riders(state: State) -> Riders:
    """The units aboard each carrier."""
    by_carrier: dict[UnitId, list[UnitId]] = {}
    for unit in state.units.values():
        if unit.aboard and not unit.out:
            by_carrier.setdefault(unit.aboard, []).append(unit.id)
    return by_carrier


def place_conditions(unit: Unit, aboard: Riders) -> list[Condition]:
    """The conditions of a unit that is prone, aboard another unit, or carrying units."""
    conditions = [PRONE] if unit.prone else []
    if unit.aboard:
        conditions.append(Condition(f"aboard {unit.aboard.upper()}", drawn="itself"))
    if unit.id in aboard:
        conditions.append(Condition(f"carries {written_ids(aboard[unit.id])}", drawn="itself"))
    return conditions
