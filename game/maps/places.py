"""Towns and roads of a map, as the JSON texts that rulebooks find in a setup's options."""

from __future__ import annotations

import itertools
import json

from game.board.board import Board
from game.maps.errors import shown
from game.maps.fields import cell_under, only, text
from game.maps.preflight import CheckedMap

SITES = ("town", "city", "capital")


def sites(found: CheckedMap, board: Board, seats: tuple[str, ...]) -> str:
    """A list of {"kind", "seat" ("" for nobody's), "at" ([column, row]), "name"?}, in file order; "" without any."""
    listed: list[dict[str, object]] = []
    by_cell: dict[int, str] = {}
    for each in found.objects.get("sites", ()):
        only(each, "kind", "seat", "name")
        tag, values = each.tag, each.properties
        kind, seat = text(tag, values, "kind"), text(tag, values, "seat")
        if kind not in SITES:
            tag.fail(f"the kind {shown(kind)} is unknown", f"use one of {', '.join(SITES)}")
        if seat and seat not in seats:
            tag.fail(f"the seat {shown(seat)} does not play", f"use one of {', '.join(seats)}")
        cell = cell_under(found.grid, each)
        label = board.label(cell)
        if not board.passable(cell):
            tag.fail(f"it lies in {shown(board.terrain[cell])} on {label}", "move it to a cell one can stand on")
        if cell in by_cell:
            tag.fail(f"it lies on {label} with {by_cell[cell]}", "move one of the two")
        by_cell[cell] = each.name or kind
        name = text(tag, values, "name", 60)
        listed.append({"kind": kind, "seat": seat, "at": list(board.xy(cell)), **({"name": name} if name else {})})
    return json.dumps(listed) if listed else ""


def roads(found: CheckedMap, board: Board) -> str:
    """A list of roads, each the cells [column, row] it passes, each beside the one before; "" without any."""
    listed: list[list[list[int]]] = []
    for each in found.objects.get("roads", ()):
        only(each)
        if each.rotation:
            each.tag.fail("it is rotated", "turn it back to 0 degrees")
        cells = [found.grid.at(x, y) for x, y in each.points]
        if -1 in cells:
            each.tag.fail("it leaves the map", "move its points inside")
        way = [cell for cell, _ in itertools.groupby(cells)]
        if len(way) < 2:
            each.tag.fail("it does not leave its cell", "draw it on or delete it")
        for one, other in itertools.pairwise(way):
            if other not in board.neighbours(one):
                fault = f"it jumps from {board.label(one)} to {board.label(other)}"
                each.tag.fail(fault, "give it a point in every cell on its way")
        listed.append([list(board.xy(cell)) for cell in way])
    return json.dumps(listed) if listed else ""
