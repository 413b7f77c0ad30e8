"""Sight: the rules drawn as text, and the whole of it against a slow, plain geometry."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.board import Board, Sight

Point = tuple[int, int]


def drawn(*rows: str, heights: tuple[str, ...] = ()) -> tuple[Board, int, int]:
    """A board with a viewer A and a target B drawn on open ground; heights as rows of digits."""
    text = "".join(rows)
    plain = [row.replace("A", ".").replace("B", ".") for row in rows]
    return Board.from_rows(plain, heights=heights), text.index("A"), text.index("B")


def look(*rows: str, heights: tuple[str, ...] = ()) -> Sight:
    """What A sees of B."""
    board, a, b = drawn(*rows, heights=heights)
    return board.sight(a, b)


# -- walls and corners --


def test_open_ground_hides_nothing() -> None:
    assert look("A....", "...B.") == Sight(True, "", -1, -1, 3)


def test_a_wall_in_between_blocks_and_is_named() -> None:
    board, a, b = drawn("A..#.#.B")
    assert board.sight(a, b) == Sight(False, "", -1, 3, 7)
    assert board.sight(b, a).blocked_by == 5


def test_a_line_that_only_touches_a_walls_corner_passes() -> None:
    assert look("A#", ".B").visible
    assert look("A...", "#...", "....", "...B").visible


def test_a_line_between_two_walls_that_meet_at_a_corner_is_blocked() -> None:
    assert look("A#", "#B") == Sight(False, "", -1, 1, 1)
    assert look("B#", "#A") == Sight(False, "", -1, 1, 1)
    assert look("#A", "B#") == Sight(False, "", -1, 0, 1)
    assert look("#B", "A#") == Sight(False, "", -1, 0, 1)
    assert not look("A...", ".#..", "....", "...B").visible
    assert not look(".#.A", "B.#.").visible
    assert not look("A.#..", ".#...", "...#.", "..#.B").visible
    assert not look("..#.A", "..##.", ".#...", "B....").visible


def test_two_walls_at_different_corners_do_not_block_a_line_between_them() -> None:
    assert look("A#.", "..#", "..B").visible
    assert look("A#..", "....", ".#.#", "...B").visible


def test_a_wall_the_line_only_clips_blocks() -> None:
    assert not look("A#..", "...B").visible
    assert not look("A...", "..#B").visible
    assert look("A.#.", "#..B").visible


def test_a_unit_in_or_behind_the_end_cells_walls_is_seen() -> None:
    board = Board.from_rows(["#..#"])
    assert board.sight(1, 3) == Sight(True, "hard", 3, -1, 2)
    assert board.sight(0, 2).visible


# -- woods --


def test_two_woods_cells_are_seen_through_and_the_third_blocks() -> None:
    assert look("A.TT.B").visible
    board, a, b = drawn("A.TTT.B")
    assert board.sight(a, b).blocked_by == 4
    assert board.sight(b, a).blocked_by == 2


def test_the_end_cells_woods_do_not_count_as_between() -> None:
    assert Board.from_rows(["TTTT"]).sight(0, 3).visible
    assert not Board.from_rows(["TTTTT"]).sight(0, 4).visible


def test_woods_touched_only_at_a_corner_do_not_count() -> None:
    assert look("AT..", "T.T.", ".T.T", "..TB") == Sight(True, "", -1, -1, 4)
    assert look("AT...", "TT...", "..T..", "...T.", "....B").blocked_by == 18


def test_a_target_in_woods_or_right_behind_them_has_soft_cover() -> None:
    assert Board.from_rows(["..T"]).sight(0, 2) == Sight(True, "soft", 2, -1, 2)
    assert look("A.TB") == Sight(True, "soft", 2, -1, 3)
    assert look("AT.B").cover == ""


# -- low cover --


def test_low_cover_never_blocks() -> None:
    assert look("AnnnnnnnB").visible


def test_low_cover_counts_on_the_targets_cell_or_touching_it_on_the_line() -> None:
    assert Board.from_rows(["..n"]).sight(0, 2) == Sight(True, "low", 2, -1, 2)
    assert look("A..nB") == Sight(True, "low", 3, -1, 4)
    assert look("A.n.B").cover == ""
    assert look("A...B", "...n.").cover == ""


def test_low_cover_on_the_viewers_own_cell_gives_others_no_cover() -> None:
    board = Board.from_rows(["n.."])
    assert board.sight(0, 1).cover == ""
    assert board.sight(1, 0).cover == "low"


def test_cover_depends_on_the_direction_of_the_line() -> None:
    board, a, b = drawn("A...nB")
    assert board.sight(a, b).cover == "low"
    assert board.sight(b, a).cover == ""


def test_the_better_class_of_cover_counts_and_of_equal_ones_that_of_the_own_cell() -> None:
    board = Board.from_rows(["..nT", "..nn"])
    assert board.sight(0, 3) == Sight(True, "low", 2, -1, 3)
    assert board.sight(4, 7) == Sight(True, "low", 7, -1, 3)


def test_low_cover_touched_only_at_a_corner_gives_no_cover() -> None:
    assert look("A..", "..n", ".nB").cover == ""


# -- heights --


def test_a_higher_unit_sees_over_low_cover_below_it() -> None:
    assert look("A...nB", heights=("100000",)).cover == ""
    assert look("A...nB", heights=("000001",)).cover == ""
    assert look("A...nB", heights=("000011",)).cover == "low"
    assert look("A...nB", heights=("111111",)).cover == "low"


def test_low_cover_on_the_own_cell_helps_against_viewers_not_above() -> None:
    board = Board.from_rows(["..n"], heights=["100"])
    assert board.sight(0, 2).cover == ""
    board = Board.from_rows(["..n"], heights=["001"])
    assert board.sight(0, 2).cover == "low"


def test_a_roof_high_enough_looks_over_a_wall() -> None:
    assert not look("A.#...B", heights=("1000000",)).visible
    assert look("A.#...B", heights=("3000000",)).visible
    assert not look("A....#B", heights=("3000000",)).visible


def test_ground_that_rises_above_the_line_blocks() -> None:
    board, a, b = drawn("A.....B", heights=("0002000",))
    assert board.sight(a, b).blocked_by == 3
    assert look("A.....B", heights=("0001000",)).visible


def test_the_edge_of_a_plateau_hides_the_ground_at_its_foot() -> None:
    assert look("A....B", heights=("211000",)).visible
    assert not look("A...B.", heights=("222200",)).visible


def test_a_line_grazing_the_top_of_a_wall_leaves_hard_cover() -> None:
    assert look("A.#B", heights=("1101",)) == Sight(True, "hard", 2, -1, 3)


def test_a_unit_above_the_trees_looks_over_the_woods() -> None:
    assert not look("ATTT.B", heights=("000000",)).visible
    assert look("ATTT...B", heights=("60000000",)).visible


# -- the whole of it against plain geometry --


def crossing(a: Point, b: Point, corners: list[Point]) -> tuple[Fraction, Fraction] | None:
    """The stretch of the segment (0 at a, 1 at b) in a convex polygon; None if it misses."""
    since, until = Fraction(0), Fraction(1)
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        ex, ey = qx - px, qy - py
        at_a = ex * (a[1] - py) - ey * (a[0] - px)
        slope = ex * (b[1] - a[1]) - ey * (b[0] - a[0])
        if slope == 0:
            if at_a < 0:
                return None
        elif slope > 0:
            since = max(since, Fraction(-at_a, slope))
        else:
            until = min(until, Fraction(-at_a, slope))
    return (since, until) if since <= until else None


def centre_and_corners(board: Board, cell: int) -> tuple[Point, list[Point]]:
    x, y = board.xy(cell)
    if board.grid == "square":
        cx, cy = 2 * x, 2 * y
        offsets = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    else:
        cx, cy = 2 * x + y % 2, 3 * y
        offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    return (cx, cy), [(cx + dx, cy + dy) for dx, dy in offsets]


def strictly_inside(a: Point, b: Point, corners: list[Point], at: Fraction) -> bool:
    x, y = a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    return all((qx - px) * (y - py) - (qy - py) * (x - px) > 0 for (px, py), (qx, qy) in edges)


def plain_visible(board: Board, a: int, b: int) -> bool:
    """The rules of game.board.sight by clipping the line against every cell, in fractions."""
    here, there = centre_and_corners(board, a)[0], centre_and_corners(board, b)[0]
    inside: list[tuple[int, Fraction, Fraction]] = []
    touched: dict[tuple[Fraction, Fraction], list[int]] = {}
    for cell in range(board.width * board.height):
        corners = centre_and_corners(board, cell)[1]
        stretch = crossing(here, there, corners)
        if cell in (a, b) or stretch is None:
            continue
        if strictly_inside(here, there, corners, (stretch[0] + stretch[1]) / 2):
            inside.append((cell, *stretch))
        else:
            touched.setdefault(stretch, []).append(cell)

    def lowest(since: Fraction, until: Fraction) -> Fraction:
        eye, climb = board.heights[a] + 1, board.heights[b] - board.heights[a]
        return min(eye + climb * since, eye + climb * until)

    def stops(cell: int, stretch: tuple[Fraction, Fraction]) -> bool:
        top = board.heights[cell] + (2 if board.terrain[cell] in ("high", "mountain") else 0)
        return lowest(*stretch) < top

    def woods(cell: int, stretch: tuple[Fraction, Fraction]) -> bool:
        return board.terrain[cell] in ("woods", "forest") and lowest(*stretch) < board.heights[cell] + 2

    if any(stops(cell, (since, until)) for cell, since, until in inside):
        return False
    deep = sum(woods(cell, (since, until)) for cell, since, until in inside)
    for stretch, cells in touched.items():
        runs_along = stretch[0] < stretch[1]
        if not runs_along and (board.grid == "hex" or len(cells) < 2):
            continue
        if all(stops(cell, stretch) for cell in cells):
            return False
        deep += runs_along and all(woods(cell, stretch) for cell in cells)
    return deep <= 2


@st.composite
def boards(draw: st.DrawFn, grid: str, glyphs: str, flat: bool) -> Board:
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 7))
    rows = [draw(st.text(glyphs, min_size=width, max_size=width)) for _ in range(height)]
    levels = st.just(0) if flat else st.integers(0, 4)
    heights = draw(st.lists(levels, min_size=width * height, max_size=width * height))
    return Board.from_rows(rows, grid, heights)


ANY_BOARD = st.one_of(
    boards("square", "....#T", True),
    boards("square", "...#", True),
    boards("square", "...#Tn,=~", False),
    boards("square", "..T", False),
    boards("hex", "...gmff~", True),
    boards("hex", "..mf", False),
)


@settings(max_examples=200, deadline=None)
@given(ANY_BOARD, st.data())
def test_sight_agrees_with_plain_geometry_and_is_the_same_both_ways(board: Board, data: st.DataObject) -> None:
    cells = st.integers(0, board.width * board.height - 1)
    for _ in range(4):
        a, b = data.draw(cells), data.draw(cells)
        forth, back = board.sight(a, b), board.sight(b, a)
        assert forth.visible == back.visible == plain_visible(board, a, b)
        assert (forth.blocked_by >= 0) == (not forth.visible)
        if not forth.visible:
            assert forth.cover == "" and {a, b}.isdisjoint((forth.blocked_by, back.blocked_by))


@settings(max_examples=60, deadline=None)
@given(ANY_BOARD, st.data())
def test_the_field_of_view_is_every_cell_in_sight(board: Board, data: st.DataObject) -> None:
    cells = range(board.width * board.height)
    a = data.draw(st.sampled_from(cells))
    assert board.field(a) == tuple(b for b in cells if board.sight(a, b).visible)
    assert all(board.visible(a, b) == board.sight(a, b).visible for b in cells)


@settings(max_examples=60, deadline=None)
@given(ANY_BOARD, st.data())
def test_the_field_of_view_agrees_with_plain_geometry(board: Board, data: st.DataObject) -> None:
    cells = range(board.width * board.height)
    a = data.draw(st.sampled_from(cells))
    assert board.field(a) == tuple(b for b in cells if plain_visible(board, a, b))


def walked(board: Board, a: int, b: int) -> bool:
    """Whether `a` sees `b` by the spots of the grid, one after the other."""
    end, spots = board._shape.spots(a, b)
    eye, climb = board.heights[a] + 1, board.heights[b] - board.heights[a]
    woods = 0
    for since, until, *sides in spots:
        lowest = min(eye * end + climb * since, eye * end + climb * until)
        cells = [cell for cell in sides if cell >= 0]
        tops = [board.heights[cell] + 2 * (board.terrain[cell] in ("high", "mountain")) for cell in cells]
        if all(top * end > lowest for top in tops):
            return False
        trees = [board.terrain[cell] in ("woods", "forest") for cell in cells]
        high = [(board.heights[cell] + 2) * end > lowest for cell in cells]
        woods += since < until and all(trees) and all(high)
    return woods <= 2


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(("square", "hex")), st.sampled_from((0.0005, 0.01, 0.05, 0.2)), st.booleans(), st.integers(0, 9999)
)
def test_on_a_patchy_board_the_field_of_view_and_single_sights_agree_with_the_traced_line(
    grid: str, share: float, flat: bool, seed: int
) -> None:
    chance = random.Random(seed)
    width, height = (150, 90) if grid == "square" else (40, 70)
    odds = [1 - 3 * share, share, 2 * share]
    glyphs = ".#T" if grid == "square" else ".mf"
    rows = ["".join(chance.choices(glyphs, odds, k=width)) for _ in range(height)]
    levels = [0] * width * height if flat else chance.choices((0, 1, 2), (30, 2, 1), k=width * height)
    board = Board.from_rows(rows, grid, levels)
    a = chance.randrange(width * height)
    seen = frozenset(board.field(a))
    for b in (*chance.sample(range(width * height), 150), *board.area(a, 6)):
        assert (b in seen) == board.visible(a, b) == board.visible(b, a) == walked(board, a, b)


@pytest.mark.parametrize(("heights", "hidden"), [(None, True), ({(60, 3): 1}, True), ({(0, 3): 3, (120, 3): 3}, False)])
def test_a_long_line_over_bare_ground_is_blocked_by_a_single_wall_unless_it_passes_above(
    heights: dict[tuple[int, int], int] | None, hidden: bool
) -> None:
    """A line whose box holds nothing that could stop it is not walked; one wall on the way is enough for that."""
    rows = ["." * 130] * 7
    rows[3] = "." * 61 + "#" + "." * 68
    levels = [0] * 130 * 7
    for (x, y), level in (heights or {}).items():
        levels[130 * y + x] = level
    board = Board.from_rows(rows, "square", levels)
    a, b = board.cell(0, 3), board.cell(120, 3)
    assert board.visible(a, b) == walked(board, a, b) == (not hidden)
    assert board.visible(board.cell(0, 2), board.cell(120, 0)), "nothing stands up there"
    assert board.sight(a, b).blocked_by == (board.cell(61, 3) if hidden else -1)


@settings(max_examples=60, deadline=None)
@given(ANY_BOARD, st.data())
def test_the_cover_cell_is_the_targets_own_or_touches_it_on_the_line(board: Board, data: st.DataObject) -> None:
    cells = st.integers(0, board.width * board.height - 1)
    a, b = data.draw(cells), data.draw(cells)
    sight = board.sight(a, b)
    assert (sight.cover == "") == (sight.cover_cell == -1)
    if sight.cover:
        assert sight.cover_cell in {b, *board.neighbours(b)} & set(board.line(a, b))
        assert sight.cover_cell != a or a == b


def test_the_field_of_view_on_a_large_board_agrees_with_single_sights() -> None:
    rows = ["".join(".,#T.n.~.="[(x * x * 7 + y * 13 + x * y) % 10] for x in range(48)) for y in range(36)]
    board, fresh = Board.from_rows(rows), Board.from_rows(rows)
    for a in (0, 47, 18 * 48 + 24):
        assert set(board.field(a)) == {b for b in range(48 * 36) if fresh.sight(b, a).visible}


# -- lines and obstructions --


def test_a_line_lists_the_cells_it_crosses_and_no_corner() -> None:
    board = Board.from_rows(["....", "....", "...."])
    assert board.line(0, 10) == (0, 5, 10)
    assert board.line(0, 6) == (0, 1, 5, 6)
    assert board.line(7, 0) == (7, 6, 1, 0)
    assert board.line(3, 3) == (3,)


def test_a_straight_way_is_free_unless_it_meets_a_wall_or_water_sc_51() -> None:
    board = Board.from_rows(["..n,T.", "..#...", "..~..."])
    assert board.obstruction(0, 5) == -1
    assert board.obstruction(6, 11) == 8
    assert board.obstruction(17, 12) == 14
    assert board.obstruction(0, 7) == -1


@pytest.mark.parametrize("rows", [("A#", "#B"), ("A~", "#B")])
def test_a_straight_way_does_not_pass_between_two_obstructions_at_a_corner(rows: tuple[str, str]) -> None:
    board, a, b = drawn(*rows)
    assert board.obstruction(a, b) == 1


# -- hexes --


def test_a_hex_line_along_a_border_is_open_if_either_side_is_clear() -> None:
    rows = [".....", ".m...", ".....", ".mm..", "....."]
    board = Board.from_rows(rows, "hex")
    top, middle, bottom = board.cell(2, 0), board.cell(2, 2), board.cell(2, 4)
    assert board.line(top, middle) == (2, 6, 7, 12)
    assert board.visible(top, middle)
    assert not board.visible(middle, bottom)
    assert board.sight(middle, bottom).blocked_by == board.cell(1, 3)


def test_a_mountain_hides_and_two_forests_do_not() -> None:
    board = Board.from_rows([".m.ff.fff."], "hex")
    assert board.sight(0, 2).blocked_by == 1
    assert board.sight(2, 5) == Sight(True, "soft", 4, -1, 3)
    assert board.sight(5, 9).blocked_by == 8
