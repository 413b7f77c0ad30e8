"""A position as text, in JSON or TOML: for tests, lessons, bug reports and for sharing a table.

`read_sketch` makes a setup of a sketch, `write_sketch` a sketch of a setup. Lists of cells are written as
[column, row] each, or as rectangles [column, row, columns, rows].
"""

from __future__ import annotations

from game.sketch.reader import SketchError, parse_sketch, read_sketch
from game.sketch.writer import sketch_text, write_sketch

__all__ = ["SketchError", "parse_sketch", "read_sketch", "sketch_text", "write_sketch"]
