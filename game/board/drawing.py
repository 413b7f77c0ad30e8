"""Reads the parts of a written board (rows of glyphs, levels, names) and refuses what is not a valid board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.board.terrain import GRIDS, GridKind, TerrainKind, glyphs_of

MOST = 256
"""The most columns or rows a board may have."""


class BoardError(ValueError):
    """An invalid board, in one sentence that names row and column if it is about one cell."""


def read_grid(grid: str) -> GridKind:
    """The grid of that name. Raises BoardError if there is none."""
    found = next((kind for kind in GRIDS if kind == grid), None)
    if found is None:
        raise BoardError(f'The grid is "{grid}"; it is "square" or "hex".')
    return found


def check_frame(grid: str, width: int, height: int) -> None:
    """Raise BoardError for an unknown grid, or for a board that is empty or too large."""
    read_grid(grid)
    if not (1 <= width <= MOST and 1 <= height <= MOST):
        raise BoardError(f"The board is {width} columns by {height} rows; each is from 1 to {MOST}.")


def read_terrain(rows: Sequence[str], grid: GridKind) -> Iterator[TerrainKind]:
    """The kind of terrain of every cell, row by row. Raises BoardError naming row and column."""
    glyphs = glyphs_of(grid)
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BoardError(f"Row {y} of the board has {len(row)} columns; row 0 has {len(rows[0])}.")
        for x, glyph in enumerate(row):
            if glyph not in glyphs:
                raise BoardError(
                    f'Row {y}, column {x} of the board: "{glyph}" is no glyph of a {grid} board; '
                    f"use one of {' '.join(glyphs)}"
                )
            yield glyphs[glyph]


def read_heights(heights: Sequence[str] | Sequence[int], width: int, height: int) -> Iterator[int]:
    """The level of every cell, from a list of levels or rows of digits. Raises BoardError naming row and column."""
    if not heights or not isinstance(heights[0], str):
        yield from (level for level in heights if not isinstance(level, str))
        return
    if len(heights) != height:
        raise BoardError(f"The heights have {len(heights)} rows; the board has {height}.")
    for y, row in enumerate(heights):
        if not isinstance(row, str) or len(row) != width:
            raise BoardError(f"Row {y} of the heights is not a text of {width} columns like the board.")
        for x, digit in enumerate(row):
            if not (digit.isascii() and digit.isdigit()):
                raise BoardError(f'Row {y}, column {x} of the heights: "{digit}" is no level; use 0 to 9.')
            yield int(digit)


def read_saved(data: Mapping[str, object]) -> tuple[list[str], list[int], dict[int, str]]:
    """Rows, levels and names (by cell) of a saved board. Raises BoardError if the data has another shape."""
    rows, heights, names = data.get("rows"), data.get("heights", []), data.get("names", {})
    if not isinstance(rows, list):
        raise BoardError("A saved board needs rows, a list of strings.")
    if not isinstance(heights, list) or not all(type(level) is int for level in heights):
        raise BoardError("The heights of a saved board are a list of whole numbers, one per cell.")
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        raise BoardError("The names of a saved board go from a cell number to a text.")
    for cell in names:
        if not (isinstance(cell, str) and cell.isascii() and cell.isdigit() and len(cell) < 9):
            raise BoardError(f'The names of a saved board go by cell number; "{cell}" is none.')
    return rows, heights, {int(cell): name for cell, name in names.items()}
