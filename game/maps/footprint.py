"""Which cells a tile object covers."""

from __future__ import annotations

from game.maps.grid import Grid
from game.maps.preflight import FLIP_DIAGONAL, FLIP_X, FLIP_Y, MapObject
from game.maps.tilesets import Tile

_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def footprint(each: MapObject, tile: Tile, grid: Grid) -> tuple[int, ...]:
    """The cells of the board under the tile's footprint, which starts at the image's upper left.

    Tiled anchors a tile object at its lower left and turns it about that point, clockwise; a flip mirrors the
    image in its own frame first. Without `cells_w` and `cells_h` the whole image is the footprint.
    """
    turn = round(each.rotation) % 360
    if turn not in _TURNS or abs(each.rotation - round(each.rotation)) > 0.01 or each.number & FLIP_DIAGONAL:
        each.tag.fail("it is turned askew and covers cells", "turn it by 0, 90, 180 or 270 degrees")
    if each.width <= 0 or each.height <= 0:
        each.tag.fail("it has no size", "insert the tile again")
    wide = tile.cells_w * grid.cell_width if tile.cells_w else each.width
    tall = tile.cells_h * grid.cell_height if tile.cells_h else each.height
    left = each.width - wide if each.number & FLIP_X else 0.0
    top = (each.height - tall if each.number & FLIP_Y else 0.0) - each.height
    cos, sin = _TURNS[turn]
    corners = [(x * cos - y * sin, x * sin + y * cos) for x in (left, left + wide) for y in (top, top + tall)]
    xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
    cells = grid.within(each.x + xs[0], each.y + ys[0], xs[-1] - xs[0], ys[-1] - ys[0])
    if len(cells) > 1024:
        each.tag.fail(f"it covers {len(cells)} cells", "set cells_w and cells_h on its tile")
    return cells
