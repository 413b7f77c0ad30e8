"""How a unit stands: its markers as they are drawn, its state in a word or two."""

from __future__ import annotations

from game.engine.view import GroupView, UnitView
from game.ui.signs import MARKERS

CONDITIONS = ("suppressed", "pinned", "broken", "in_position", "hidden")


def state_words(unit: UnitView) -> str:
    """A unit's condition in a word or two."""
    if unit.out:
        return unit.extra.out_words()[1]
    kinds = {marker.kind: marker.face for marker in unit.markers}
    words: list[str] = [
        kind
        for kind in ("pinned", "suppressed", "broken", "in_position", "hidden")
        if kind in kinds and kinds[kind] == "up"
    ]
    if kinds.get("hidden") == "down":
        words.append("marker face-down")
    words += [f"{kind}, face-{kinds[kind]}" for kind in ("overwatch", "move") if kind in kinds]
    words += filter(None, [unit.extra.state_words()])
    if unit.prone:
        words.append("prone")
    if unit.aboard:
        words.append(f"aboard {unit.aboard.upper()}")
    return ", ".join(words).replace("_", " ") or unit.extra.done_words()


def cargo_words(cargo: list[str]) -> str:
    """Who rides in a carrier."""
    return f"carries {', '.join(name.upper() for name in cargo)}" if cargo else ""


def marks_of(unit: UnitView, own: bool) -> tuple[str, list[str]]:
    """The order marker and the conditions to draw on a token, from the markers that may be seen."""
    order, conditions = "", []
    for mark in unit.markers:
        kind, face = mark.kind, mark.face
        if face == "down":
            order = "face_down" if kind == "hidden" else f"own_{kind}"
        elif kind in CONDITIONS:
            conditions.append(kind)
        elif kind in ("overwatch", "move"):
            order = "spent" if unit.extra.spent and kind == "move" else kind
    return order or unit.extra.mark(), conditions


def marks_of_group(group: GroupView) -> list[tuple[str, int]]:
    """The markers of a formation and how many there are of each, as far as there is a drawing for them."""
    found = [(mark.kind, mark.count or 1) for mark in group.markers if mark.kind in MARKERS]
    return [*found, ("drawn_in", 1)] if group.drawn_in else found
