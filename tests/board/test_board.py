"""The board itself: cells, distances, areas, content, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.board import Board, BoardError
from game.board.terrain import (
    KINDS,
    TABLE,
    cover_of,
    glyphs_of,
    kinds_of,
)


def test_cells_count_along_the_rows() -> None:
    board = Board.from_rows(["....", "....", "...."])
    assert board.cell(3, 2) == 11
    assert board.xy(11) == (3, 2)
    assert board.inside(3, 2) and not board.inside(4, 2) and not board.inside(0, -1)


def test_a_place_off_the_board_is_refused() -> None:
    with pytest.raises(BoardError, match=r"Row 0, column 4 is off the board; it has 1 rows and 4 columns"):
        Board.from_rows(["...."]).cell(4, 0)


def test_labels_read_like_a_chessboard_and_hexes_by_number() -> None:
    wide = Board.from_rows(["." * 60] * 20)
    assert [wide.label(wide.cell(x, 13)) for x in (0, 20, 25, 26, 53)] == [
        "a14",
        "u14",
        "z14",
        "aa14",
        "bb14",
    ]
    hexes = Board.from_rows(["." * 9] * 9, "hex")
    assert hexes.label(hexes.cell(4, 4)) == "0505"


def test_the_terrain_of_a_cell_has_a_name() -> None:
    board = Board.from_rows(["#.#"], names={2: "the Corn Hall"})
    assert board.describe(0) == "a wall at a1"
    assert board.describe(2) == "the Corn Hall at c1"


OPEN = Board.from_rows(["." * 50] * 40)


@settings(deadline=None)
@given(st.integers(0, 49), st.integers(0, 39), st.integers(0, 49), st.integers(0, 39))
def test_square_distance_is_the_nearest_whole_inch(ax: int, ay: int, bx: int, by: int) -> None:
    inches = OPEN.distance(OPEN.cell(ax, ay), OPEN.cell(bx, by))
    square = (ax - bx) ** 2 + (ay - by) ** 2
    assert (2 * inches - 1) ** 2 <= 4 * square < (2 * inches + 1) ** 2 or square == inches == 0


def test_hex_distances_count_hexes() -> None:
    board = Board.from_rows(["." * 7] * 7, "hex")
    at = board.cell
    assert board.distance(at(0, 0), at(6, 0)) == 6
    assert board.distance(at(0, 0), at(0, 6)) == 6
    assert board.distance(at(0, 0), at(3, 6)) == 6
    assert board.distance(at(0, 0), at(6, 6)) == 9
    assert board.distance(at(3, 3), at(4, 2)) == 1
    assert board.distance(at(3, 3), at(3, 2)) == 1
    assert board.distance(at(3, 3), at(2, 2)) == 2


def test_odd_hex_rows_are_half_a_hex_to_the_right() -> None:
    board = Board.from_rows(["." * 5] * 5, "hex")
    around = {(1, 1), (2, 1), (1, 2), (3, 2), (1, 3), (2, 3)}
    assert {board.xy(cell) for cell in board.neighbours(board.cell(2, 2))} == around
    around = {(2, 0), (3, 0), (1, 1), (3, 1), (2, 2), (3, 2)}
    assert {board.xy(cell) for cell in board.neighbours(board.cell(2, 1))} == around


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(("square", "hex")), st.integers(1, 7), st.integers(1, 7), st.integers(0, 5), st.data())
def test_an_area_is_every_cell_within_the_distance(
    grid: str, width: int, height: int, radius: int, data: st.DataObject
) -> None:
    board = Board.from_rows(["." * width] * height, grid)
    cells = range(width * height)
    centre = data.draw(st.sampled_from(cells))
    assert board.area(centre, radius) == tuple(c for c in cells if board.distance(centre, c) <= radius)
    assert board.neighbours(centre) == tuple(c for c in cells if board.distance(centre, c) == 1)


@st.composite
def any_boards(draw: st.DrawFn) -> Board:
    grid = draw(st.sampled_from(("square", "hex")))
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    size = width * height
    terrain = draw(st.lists(st.sampled_from(kinds_of(grid)), min_size=size, max_size=size))
    heights = draw(st.lists(st.integers(-2, 5), min_size=size, max_size=size))
    names = draw(st.dictionaries(st.integers(0, size - 1), st.text(max_size=5), max_size=3))
    return Board(grid, width, height, tuple(terrain), tuple(heights), names)


@settings(max_examples=30, deadline=None)
@given(any_boards())
def test_a_board_goes_to_json_and_rows_and_back_unchanged(board: Board) -> None:
    back = Board.from_json(json.loads(json.dumps(board.to_json())))
    assert back == board and hash(back) == hash(board) and back.digest == board.digest
    assert (back.terrain, back.heights, dict(back.names)) == (board.terrain, board.heights, dict(board.names))
    assert Board.from_rows(board.rows(), board.grid, board.heights, board.names) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board), {"Board": Board}) == board


def test_boards_differ_by_any_part_of_their_content() -> None:
    board = Board.from_rows(["..", ".#"])
    others = [
        Board.from_rows(["..", "#."]),
        Board.from_rows(["...#"]),
        Board.from_rows(["..", ".."], "hex"),
        Board.from_rows(["..", ".#"], heights=["00", "01"]),
        Board.from_rows(["..", ".#"], names={3: "barn"}),
    ]
    assert len({board, *others}) == 6


def test_a_board_cannot_be_changed_and_its_copies_are_the_same_object() -> None:
    names = {0: "cart"}
    board = Board.from_rows(["."], names=names)
    names[0] = "other"
    assert board.names[0] == "cart"
    with pytest.raises(AttributeError):
        board.width = 3  # type: ignore[misc]
    assert copy.deepcopy([board])[0] is board


@pytest.mark.parametrize(
    ("rows", "grid", "heights", "sentence"),
    [
        (
            ["..", ".x"],
            "square",
            [],
            'Row 1, column 1 of the board: "x" is no glyph of a square board; use one of',
        ),
        (
            [".T"],
            "hex",
            [],
            'Row 0, column 1 of the board: "T" is no glyph of a hex board; use one of . g f m ~',
        ),
        (["...", ".."], "square", [], "Row 1 of the board has 2 columns; row 0 has 3."),
        ([], "square", [], "The board is 0 columns by 0 rows; each is from 1 to 256."),
        (["." * 257], "square", [], "The board is 257 columns by 1 rows; each is from 1 to 256."),
        (["."], "round", [], 'The grid is "round"; it is "square" or "hex".'),
        (["..", ".."], "square", ["00"], "The heights have 1 rows; the board has 2."),
        ([".."], "square", ["0"], "Row 0 of the heights is not a text of 2 columns like the board."),
        ([".."], "square", ["0a"], 'Row 0, column 1 of the heights: "a" is no level; use 0 to 9.'),
        ([".."], "square", [1], "The board has 2 cells but 1 heights."),
    ],
)
def test_a_drawing_that_is_no_board_is_refused_in_a_sentence(
    rows: list[str], grid: str, heights: list[str] | list[int], sentence: str
) -> None:
    with pytest.raises(BoardError) as refusal:
        Board.from_rows(rows, grid, heights)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"rows": "..."},
        {"rows": [1]},
        {"rows": [["."]]},
        {"rows": ["."], "heights": ["x"]},
        {"rows": ["."], "heights": [True]},
        {"rows": ["."], "names": {"one": "cart"}},
        {"rows": ["."], "names": {"7": "cart"}},
        {"rows": ["."], "names": {"0": 3}},
        {"rows": ["."], "names": ["cart"]},
        {"rows": ["."], "grid": 4},
    ],
)
def test_a_saved_board_of_the_wrong_shape_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(BoardError):
        Board.from_json(data)


def test_the_terrain_that_blocks_a_line_is_named_even_if_it_is_the_ground() -> None:
    board = Board.from_rows(["..#."], heights=["0200"], names={3: "wagon"})
    assert [board.obstacle(cell) for cell in (1, 2, 3)] == ["higher ground at b1", "a wall at c1", "wagon at d1"]


def test_unknown_terrain_and_ways_to_move_are_refused() -> None:
    with pytest.raises(
        BoardError, match=r'^Row 0, column 1: terrain "lava" is unknown on a square board; use one of open'
    ):
        Board("square", 2, 1, ("open", "lava"))
    with pytest.raises(BoardError, match="cells but 1 kinds of terrain"):
        Board("square", 2, 1, ("open",))
    with pytest.raises(BoardError, match=r'^The way to move is "wings"; it is one of foot, vehicle'):
        Board.from_rows(["."]).reach(0, 4, mode="wings")


def test_every_terrain_has_its_own_glyph_and_the_meaning_of_the_contract() -> None:
    for grid in ("square", "hex"):
        assert tuple(glyphs_of(grid).values()) == kinds_of(grid)
    assert len(KINDS) == len(TABLE) == 11
    assert {kind for kind in KINDS if KINDS[kind].difficult} == {"rough", "low", "woods", "forest", "mountain"}
    assert {kind for kind in KINDS if KINDS[kind].blocks} == {"high", "mountain"}
    assert [cover_of(kind) for kind in ("open", "woods", "low", "high")] == ["", "soft", "low", "hard"]
    assert [KINDS[kind].rise for kind in ("open", "low", "high", "woods")] == [0, 1, 2, 2]


def test_two_boards_of_the_same_ground_are_equal() -> None:
    one, other = (Board.from_rows(["..#", ".T."]) for _ in range(2))
    assert one == other
    assert not one != other  # noqa: SIM202 - `!=` is an operator of its own
    assert one != Board.from_rows(["..#", "..."])
