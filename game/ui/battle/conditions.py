"""How a unit stands: its markers as they are drawn, its state in a word or two."""

from __future__ import annotations

from game.engine.presentation import Presentation
from game.engine.view import GroupView, UnitView
from game.ui.signs import MARKERS


def state_words(unit: UnitView, words: Presentation, *, acts: bool = False) -> str:
    """A unit's condition in a word or two; what one that acts has done is not over."""
    if unit.out:
        return unit.extra.out_words()[1]
    kinds = {marker.kind: marker.face for marker in unit.markers}
    told = [kind for kind in words.conditions if kinds.get(kind) == "up"]
    if kinds.get("hidden") == "down":
        told.append("marker face-down")
    told += [f"{kind}, face-{kinds[kind]}" for kind in words.order_markers if kind in kinds]
    told += filter(None, [unit.extra.state_words()])
    if unit.prone:
        told.append("prone")
    if unit.aboard:
        told.append(f"aboard {unit.aboard.upper()}")
    if acts:
        told.append("acting")
    return ", ".join(told).replace("_", " ") or unit.extra.done_words()


def cargo_words(cargo: list[str]) -> str:
    """Who rides in a carrier."""
    return f"carries {', '.join(name.upper() for name in cargo)}" if cargo else ""


def marks_of(unit: UnitView, words: Presentation, *, acts: bool = False) -> tuple[str, list[str]]:
    """The order marker and the conditions to draw on a token, from the markers that may be seen.

    A unit that acts is not marked as one that has.
    """
    order, conditions = "", []
    for mark in unit.markers:
        kind, face = mark.kind, mark.face
        if face == "down":
            order = "face_down" if kind == "hidden" else f"own_{kind}"
        elif kind in words.conditions:
            conditions.append(kind)
        elif kind in words.order_markers:
            order = "spent" if unit.extra.spent and kind == words.spent_order else kind
    order = order or unit.extra.mark()
    return "" if acts and order == "spent" else order, conditions


def marks_of_group(group: GroupView) -> list[tuple[str, int]]:
    """The markers of a formation and how many there are of each, as far as there is a drawing for them."""
    found = [(mark.kind, mark.count) for mark in group.markers if mark.kind in MARKERS]
    return [*found, ("drawn_in", 0)] if group.drawn_in else found
