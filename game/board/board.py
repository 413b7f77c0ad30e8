"""The board: terrain and heights on a grid, immutable, with every geometric answer cached.

Cells are ints `y * width + x`. All clones of a game share one board. Boards with equal content are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import force_setattr

from game.board.drawing import MOST, BoardError, check_frame, read_grid, read_heights, read_saved, read_terrain
from game.board.grid import Grid, make_grid
from game.board.reach import Movement, PathError, Reach
from game.board.sight import Sight, SightLines
from game.board.terrain import KINDS, MODES, WOODS_SEEN_THROUGH, GridKind, Mode, TerrainKind, cost_of, kinds_of

__all__ = ["MOST", "Board", "BoardError", "PathError", "Reach", "Sight"]

_LINES_KEPT = 1 << 15
_AREAS_KEPT = 1 << 10


class _Cache(Struct):
    """Answers that the board caches itself; those about sight and movement are cached where they are worked out."""

    neighbours: dict[int, tuple[int, ...]] = field(default_factory=dict)
    lines: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    areas: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    digest: str = ""


class Board(Struct, frozen=True, eq=False, dict=True):
    """A "square" or "hex" board: a kind of terrain and a level per cell, and names of what stands there.

    `through` is how many cells of woods, strictly between its ends, a line of sight may cross.
    """

    grid: GridKind
    width: int
    height: int
    terrain: tuple[TerrainKind, ...]
    heights: tuple[int, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    through: int = WOODS_SEEN_THROUGH

    def __post_init__(self) -> None:
        check_frame(self.grid, self.width, self.height)
        size = self.width * self.height
        if len(self.terrain) != size:
            raise BoardError(f"The board has {size} cells but {len(self.terrain)} kinds of terrain.")
        heights = tuple(self.heights) or (0,) * size
        if len(heights) != size:
            raise BoardError(f"The board has {size} cells but {len(heights)} heights.")
        kinds = kinds_of(self.grid)
        for cell, kind in enumerate(self.terrain):
            if kind not in kinds:
                y, x = divmod(cell, self.width)
                raise BoardError(
                    f'Row {y}, column {x}: terrain "{kind}" is unknown on a {self.grid} board; '
                    f"use one of {', '.join(kinds)}."
                )
        for cell in self.names:
            if not 0 <= cell < size:
                raise BoardError(f'The name "{self.names[cell]}" is for cell {cell}; cells run from 0 to {size - 1}.')
        force_setattr(self, "terrain", tuple(self.terrain))
        force_setattr(self, "heights", heights)
        force_setattr(self, "names", MappingProxyType(dict(sorted(self.names.items()))))

    @cached_property
    def _shape(self) -> Grid:
        return make_grid(self.grid, self.width, self.height)

    @cached_property
    def _sights(self) -> SightLines:
        return SightLines(self._shape, self.terrain, self.heights, self.through)

    @cached_property
    def _moves(self) -> Movement:
        return Movement(self._shape, self.terrain)

    @cached_property
    def _cache(self) -> _Cache:
        return _Cache()

    # -- cells --

    def cell(self, x: int, y: int) -> int:
        """The cell in column x, row y, both from 0. Raises BoardError off the board."""
        if not self.inside(x, y):
            raise BoardError(
                f"Row {y}, column {x} is off the board; "
                f"it has {self.height} rows and {self.width} columns, counted from 0."
            )
        return y * self.width + x

    def xy(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell."""
        y, x = divmod(cell, self.width)
        return x, y

    def inside(self, x: int, y: int) -> bool:
        """Whether column x, row y is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def label(self, cell: int) -> str:
        """The cell's name: "u14" on squares (column letters, row from 1), "0505" on hexes (both from 1)."""
        return self._shape.label(cell)

    def describe(self, cell: int) -> str:
        """What stands there and where, for sentences: "the wagon at u14", "a wall at c2"."""
        return f"{self.names.get(cell) or KINDS[self.terrain[cell]].title} at {self.label(cell)}"

    def obstacle(self, cell: int) -> str:
        """What on a cell blocks sight: what stands there, or the higher ground itself if nothing does."""
        kind = KINDS[self.terrain[cell]]
        if self.names.get(cell) or kind.blocks or kind.thins:
            return self.describe(cell)
        return f"higher ground at {self.label(cell)}"

    def sight_words(self, sight: Sight) -> str:
        """A `Sight` in words: "in sight, soft cover", "no sight: a wall at c2 in the way"."""
        if sight.visible:
            return f"in sight, {sight.cover or 'no'} cover"
        return f"no sight: {self.obstacle(sight.blocked_by)} in the way"

    def distance(self, a: int, b: int) -> int:
        """On squares, inches between the centres, rounded to the nearest inch; on hexes, hexes."""
        return self._shape.distance(a, b)

    def near(self, cell: int, others: Iterable[int], budget: int) -> list[int]:
        """Those of `others` to which a path over open ground costs at most `budget` half inches."""
        return self._shape.near(cell, others, budget)

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """The 8 or 6 cells around, fewer at the edge, ascending."""
        found = self._cache.neighbours.get(cell)
        if found is None:
            found = self._cache.neighbours[cell] = tuple(step[0] for step in self._shape.steps(cell))
        return found

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The cells whose interior the straight line crosses, in order, both ends included.

        Cells that it only touches at a corner are left out. On hexes, both sides of a border that it follows are in.
        """
        found = self._cache.lines.get((a, b))
        if found is None:
            if len(self._cache.lines) >= _LINES_KEPT:
                self._cache.lines.clear()
            cells = [a]
            for since, until, cell, other in self._shape.spots(a, b)[1]:
                if since < until:
                    cells.extend((cell,) if other < 0 else (cell, other))
            found = self._cache.lines[(a, b)] = tuple(cells) if a == b else (*cells, b)
        return found

    def area(self, cell: int, radius: int) -> tuple[int, ...]:
        """Every cell at most `radius` away by `distance`, the cell itself included, ascending."""
        found = self._cache.areas.get((cell, radius))
        if found is None:
            if len(self._cache.areas) >= _AREAS_KEPT:
                self._cache.areas.clear()
            found = self._cache.areas[(cell, radius)] = self._shape.area(cell, radius)
        return found

    # -- sight --

    def sight(self, a: int, b: int) -> Sight:
        """Whether `a` sees `b`, and its cover or what is in the way. The rules are in `game.board.sight`."""
        return self._sights.sight(a, b)

    def visible(self, a: int, b: int) -> bool:
        """Whether `a` sees `b`: `sight(a, b).visible`, cheaper."""
        return self._sights.visible(a, b)

    def field(self, cell: int) -> tuple[int, ...]:
        """Every cell visible from `cell`, itself included, ascending."""
        return self._sights.field(cell)

    # -- movement --

    def reach(self, start: int, budget: int, blocked: frozenset[int] = frozenset(), mode: Mode = "foot") -> Reach:
        """Where a unit can get with `budget` half inches without entering a cell of `blocked`.

        The unit's own cell may be in `blocked`; it is ignored. The modes are "foot", "vehicle", "light" (difficult
        ground costs as normal) and "ship". The rules are in `game.board.reach`.
        """
        return self._moves.reach(start, budget, blocked, self._checked_mode(mode))

    def path_cost(self, path: Sequence[int], blocked: frozenset[int] = frozenset(), mode: Mode = "foot") -> int:
        """The cost in half inches of a path whose first cell is the start. Raises PathError naming the cell."""
        return self._moves.path_cost(path, blocked, self._checked_mode(mode), self.describe)

    def path_costs(self, path: Sequence[int], blocked: frozenset[int] = frozenset(), mode: Mode = "foot") -> list[int]:
        """The cost in half inches up to each cell of a path, 0 for the first, the start. Raises as `path_cost`."""
        return self._moves.path_costs(path, blocked, self._checked_mode(mode), self.describe)

    def obstruction(self, a: int, b: int) -> int:
        """The first cell strictly between on the line that cannot be entered on foot, -1 if none (SC-51, SC-A27).

        As for sight, a cell touched at a corner does not count, but two such cells that meet at the corner do. Units
        do not count.
        """
        closed = self._moves.ground("foot").shut
        for _, _, cell, other in self._shape.spots(a, b)[1]:
            if closed[cell] and (other < 0 or closed[other]):
                return cell
        return -1

    def passable(self, cell: int, mode: Mode = "foot") -> bool:
        """Whether a unit moving in that mode may enter the cell."""
        return cost_of(self.terrain[cell], self._checked_mode(mode)) > 0

    def _checked_mode(self, mode: Mode) -> Mode:
        if mode not in MODES:
            raise BoardError(f'The way to move is "{mode}"; it is one of {", ".join(MODES)}.')
        return mode

    # -- content --

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[str],
        grid: GridKind = "square",
        heights: Sequence[str] | Sequence[int] | None = None,
        names: Mapping[int, str] | None = None,
    ) -> Board:
        """The board drawn in sketch glyphs, one string per row.

        `heights` is a level per cell, or rows of digits like the drawing. Raises BoardError naming row and
        column, counted from 0 like every cell of a sketch.
        """
        for y, row in enumerate(rows):
            if not isinstance(row, str):
                raise BoardError(f"Row {y} of the board is not a text.")
        width = len(rows[0]) if rows else 0
        check_frame(grid, width, len(rows))
        levels = tuple(read_heights(heights or (), width, len(rows)))
        return cls(grid, width, len(rows), tuple(read_terrain(rows, grid)), levels, names or {})

    def rows(self) -> list[str]:
        """The board in sketch glyphs, one string per row."""
        glyphs = "".join(KINDS[kind].glyph for kind in self.terrain)
        return [glyphs[at : at + self.width] for at in range(0, len(glyphs), self.width)]

    def to_json(self) -> dict[str, object]:
        """Grid and rows, and, where there are any, heights (a level per cell) and names (by cell)."""
        data: dict[str, object] = {"grid": self.grid, "rows": self.rows()}
        if any(self.heights):
            data["heights"] = list(self.heights)
        if self.names:
            data["names"] = {str(cell): name for cell, name in self.names.items()}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Board:
        """The board that `to_json` wrote. Raises BoardError if the data has another shape."""
        rows, heights, names = read_saved(data)
        return cls.from_rows(rows, read_grid(str(data.get("grid", "square"))), heights, names)

    @property
    def digest(self) -> str:
        """SHA-256 of the content, the same on every machine."""
        if not self._cache.digest:
            import hashlib  # only when a position is hashed
            import json

            text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
            text += "" if self.through == WOODS_SEEN_THROUGH else f" {self.through}"
            self._cache.digest = hashlib.sha256(text.encode()).hexdigest()
        return self._cache.digest

    def seen_through(self, cells: int) -> Board:
        """The same board with `cells` as `through`; the same object if it has that value already."""
        if cells == self.through:
            return self
        return Board(self.grid, self.width, self.height, self.terrain, self.heights, self.names, cells)

    def __repr__(self) -> str:
        heights = list(self.heights) if any(self.heights) else None
        return f"Board.from_rows({self.rows()}, {self.grid!r}, {heights}, {dict(self.names)})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.digest == other.digest)

    def __ne__(self, other: object) -> bool:  # msgspec gives a struct without `eq` one that compares identity
        return not self == other

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return int(self.digest[:15], 16)

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        return self

    def __reduce__(self) -> tuple[object, tuple[dict[str, object]]]:
        return Board.from_json, (self.to_json(),)
