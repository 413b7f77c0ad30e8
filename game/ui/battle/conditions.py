"""How a unit stands: its markers as they are drawn, its state in a word or two."""

from __future__ import annotations

from game.ui.battle.viewed import Json

CONDITIONS = ("suppressed", "pinned", "broken", "in_position", "hidden")
DONE = {"lined_up": "lined up", "spent": "spent", "moved": "has moved"}
"""What a unit has done in its turn, as rulebooks tell it of a unit, and how that is called."""


def state_words(unit: Json) -> str:
    """A unit's condition in a word or two."""
    if unit["out"]:
        return "in reserve" if unit.get("reserve") else "out of action"
    markers = unit["markers"]
    kinds = {str(m["kind"]): str(m["face"]) for m in markers} if isinstance(markers, list) else {}
    words: list[str] = [
        kind
        for kind in ("pinned", "suppressed", "broken", "in_position", "hidden")
        if kind in kinds and kinds[kind] == "up"
    ]
    if kinds.get("hidden") == "down":
        words.append("marker face-down")
    words += [f"{kind}, face-{kinds[kind]}" for kind in ("overwatch", "move") if kind in kinds]
    confidence = unit.get("confidence")
    if confidence and confidence != "confident":
        words.append(str(confidence))
    if unit.get("prone"):
        words.append("prone")
    if unit.get("aboard"):
        words.append(f"aboard {str(unit['aboard']).upper()}")
    done = next((said for key, said in DONE.items() if unit.get(key)), "")
    return ", ".join(words).replace("_", " ") or done


def cargo_words(cargo: list[str]) -> str:
    """Who rides in a carrier."""
    return f"carries {', '.join(name.upper() for name in cargo)}" if cargo else ""


def marks_of(unit: Json, own: bool) -> tuple[str, list[str]]:
    """The order marker and the conditions to draw on a token, from the markers that may be seen."""
    order, conditions = "", []
    markers = unit["markers"]
    for mark in markers if isinstance(markers, list) else []:
        kind, face = str(mark["kind"]), str(mark["face"])
        if face == "down":
            order = "face_down" if kind == "hidden" else f"own_{kind}"
        elif kind in CONDITIONS:
            conditions.append(kind)
        elif kind in ("overwatch", "move"):
            order = "spent" if unit.get("spent") and kind == "move" else kind
    if not order and unit.get("spent"):
        order = "spent"
    elif not order and "shots" in unit:  # a gun that may still fire in the turns of others, or has
        order = "overwatch" if unit["shots"] else "spent"
    return order, conditions
