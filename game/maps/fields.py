"""Reading what map objects say: their properties as texts and numbers, and the cell they stand on."""

from __future__ import annotations

from collections.abc import Mapping

from game.maps.errors import shown
from game.maps.grid import Grid
from game.maps.preflight import MapObject
from game.maps.tags import Tag, Value


def text(tag: Tag, values: Mapping[str, Value], name: str, limit: int = 200) -> str:
    """A property that has to be a text, "" where it is absent."""
    value = values.get(name, "")
    if not isinstance(value, str) or len(value) > limit:
        tag.fail(f"the property {shown(name)} is no text of up to {limit} letters", "make it a string")
    return value.strip()


def whole(tag: Tag, values: Mapping[str, Value], name: str, span: tuple[int, int], default: int) -> int:
    """A property that has to be an int within `span`."""
    value = values.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not span[0] <= value <= span[1]:
        tag.fail(f"{shown(name)} is {shown(str(value))}", f"make it an int from {span[0]} to {span[1]}")
    return value


def only(each: MapObject, *names: str) -> None:
    """Refuse properties the game would ignore: they are nearly always slips of the pen."""
    for name in each.properties:
        if name not in names:
            each.tag.fail(f"the property {shown(name)} is unknown", f"use {', '.join(names)}" if names else "remove it")


def cell_under(grid: Grid, each: MapObject) -> int:
    """The cell under the middle of a point, a rectangle or a tile (which Tiled holds by its lower left)."""
    up = each.height if each.number else 0.0
    cell = grid.at(each.x + each.width / 2, each.y - up + each.height / 2)
    if cell < 0 or each.rotation:
        each.tag.fail("it stands outside the map or is rotated", "place it upright on a cell")
    return cell
