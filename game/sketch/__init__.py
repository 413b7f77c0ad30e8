"""Sketches: a position as text, in JSON or TOML, for tests, lessons, bug reports and for sharing a table.

`read_sketch` turns a sketch into a setup, `write_sketch` a setup into a sketch. Lists of cells consist of cells
[column, row] and of rectangles [column, row, columns, rows].
"""

from __future__ import annotations

from game.sketch.reader import SketchError, parse_sketch, read_sketch
from game.sketch.writer import sketch_text, write_sketch

__all__ = ["SketchError", "parse_sketch", "read_sketch", "sketch_text", "write_sketch"]
