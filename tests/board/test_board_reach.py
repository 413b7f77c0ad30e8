"""Reach: what steps cost, where they are refused, and the whole of it against a naive search."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.board import Board, PathError
from game.board.terrain import MODES, cost_of


def test_a_straight_step_costs_two_half_inches_and_a_diagonal_three() -> None:
    costs = Board.from_rows(["...", "...", "..."]).reach(4, 4).costs
    assert costs == {4: 0, 1: 2, 3: 2, 5: 2, 7: 2, 0: 3, 2: 3, 6: 3, 8: 3}


def test_entering_difficult_ground_doubles_and_leaving_it_does_not() -> None:
    board = Board.from_rows([".,n.T="])
    assert board.reach(0, 20).costs == {0: 0, 1: 4, 2: 8, 3: 10, 4: 14, 5: 16}
    assert board.reach(2, 2).costs == {2: 0, 3: 2}


def test_difficult_ground_is_normal_for_a_light_move_sc_56() -> None:
    assert Board.from_rows([".,nT."]).reach(0, 8, mode="light").costs == {0: 0, 1: 2, 2: 4, 3: 6, 4: 8}


def test_a_path_never_enters_walls_water_or_blocked_cells() -> None:
    board = Board.from_rows([".#.", "~.."])
    assert board.reach(0, 40).costs == {0: 0}
    assert Board.from_rows(["..."]).reach(0, 40, frozenset({1})).costs == {0: 0}


def test_the_movers_own_cell_may_be_among_the_blocked() -> None:
    board = Board.from_rows(["..", ".."])
    assert board.reach(0, 4, frozenset({0, 3})).costs == {0: 0, 1: 2, 2: 2}


def test_a_diagonal_step_never_cuts_the_corner_of_a_wall() -> None:
    board = Board.from_rows([".#", ".."])
    assert board.reach(0, 10).costs == {0: 0, 2: 2, 3: 4}
    assert board.reach(0, 10).path(3) == (2, 3)


def test_a_diagonal_step_passes_one_unit_or_pool_but_not_between_two() -> None:
    board = Board.from_rows(["..", ".."])
    assert board.reach(0, 3, frozenset({1})).costs == {0: 0, 2: 2, 3: 3}
    assert board.reach(0, 9, frozenset({1, 2})).costs == {0: 0}
    pool = Board.from_rows([".~", ".."])
    assert pool.reach(0, 3).costs == {0: 0, 2: 2, 3: 3}
    assert pool.reach(0, 9, frozenset({2})).costs == {0: 0}


def test_vehicles_stay_out_of_woods_and_ships_on_the_water() -> None:
    board = Board.from_rows([".T", ",~"])
    assert board.reach(0, 20, mode="vehicle").costs == {0: 0, 2: 4}
    assert Board.from_rows(["~~.", "~~~"], "hex").reach(0, 6, mode="ship").costs == {
        0: 0,
        1: 2,
        3: 2,
        4: 4,
        5: 6,
    }


def test_a_hex_costs_two_and_a_difficult_one_four() -> None:
    board = Board.from_rows([".gfm~"], "hex")
    assert board.reach(0, 99).costs == {0: 0, 1: 2, 2: 6, 3: 10}


def test_the_path_is_the_cheapest_that_keeps_to_the_straight_line() -> None:
    board = Board.from_rows(["......"] * 3)
    assert board.reach(0, 20).path(4) == (1, 2, 3, 4)
    assert board.reach(0, 20).path(16) == (1, 8, 9, 16)
    assert board.reach(0, 20).path(0) == ()


def test_the_path_goes_around_where_squeezing_would_cost_the_same() -> None:
    board = Board.from_rows(["...."] * 4)
    assert board.reach(8, 6, frozenset({6, 9})).path(10) == (13, 10)
    assert Board.from_rows(["....", "..~.", ".~..", "...."]).reach(8, 6).path(10) == (13, 10)


def test_a_cell_out_of_reach_has_no_path() -> None:
    with pytest.raises(PathError, match=r"^d1 is out of reach\.$"):
        Board.from_rows(["...."]).reach(0, 4).path(3)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ((), "The path is empty; it begins with the unit's own cell."),
        ((0, 99), "The path leads to cell 99, which is off the board."),
        ((0, 2), "The path jumps from a1 to c1; steps go to a neighbouring cell."),
        ((0, 0), "The path jumps from a1 to a1; steps go to a neighbouring cell."),
        ((4, 5), "The path leads into a wall at b2, which cannot be entered on foot."),
        ((6, 7), "The path leads into the wagon at d2, which cannot be entered on foot."),
        ((2, 3), "The path leads to d1, which is taken."),
        ((2, 7), "The path leads into the wagon at d2, which cannot be entered on foot."),
        ((0, 4, 9), "The step from a2 to b3 cuts the corner of a wall at b2."),
        ((6, 11), "The step from c2 to d3 squeezes between d2 and c3."),
    ],
)
def test_a_path_that_cannot_be_walked_is_refused_in_a_sentence(path: tuple[int, ...], sentence: str) -> None:
    board = Board.from_rows(["....", ".#.~", "...."], names={7: "the wagon"})
    with pytest.raises(PathError) as refusal:
        board.path_cost(path, blocked=frozenset({3, 10}))
    assert str(refusal.value) == sentence


def test_a_path_bent_by_the_player_costs_the_sum_of_its_steps() -> None:
    board = Board.from_rows(["....", ".,..", "...."])
    assert board.path_cost((0,)) == 0
    assert board.path_cost((0, 4, 9, 10)) == 7
    assert board.path_cost((0, 5, 10)) == 9


@st.composite
def situations(draw: st.DrawFn) -> tuple[Board, int, int, frozenset[int], str]:
    grid, glyphs = draw(st.sampled_from((("square", "....,nT#~="), ("hex", "...gfm~"))))
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    rows = [draw(st.text(glyphs, min_size=width, max_size=width)) for _ in range(height)]
    cells = st.integers(0, width * height - 1)
    blocked = draw(st.frozensets(cells, max_size=5))
    return (
        Board.from_rows(rows, grid),
        draw(cells),
        draw(st.integers(0, 24)),
        blocked,
        draw(st.sampled_from(MODES)),
    )


def naive_costs(board: Board, start: int, budget: int, blocked: frozenset[int], mode: str) -> dict[int, int]:
    """Relax every step over and over until nothing gets cheaper."""

    def shut(cell: int) -> bool:
        return cost_of(board.terrain[cell], mode) == 0 or (cell in blocked and cell != start)

    def step(here: int, to: int) -> int | None:
        if shut(to):
            return None
        factor = cost_of(board.terrain[to], mode)
        (x, y), (to_x, to_y) = board.xy(here), board.xy(to)
        if board.grid == "hex" or x == to_x or y == to_y:
            return 2 * factor
        flanks = (board.cell(to_x, y), board.cell(x, to_y))
        if any(board.terrain[flank] == "high" for flank in flanks) or all(shut(flank) for flank in flanks):
            return None
        return 3 * factor

    costs = {start: 0}
    changed = True
    while changed:
        changed = False
        for here, cost in list(costs.items()):
            for to in board.neighbours(here):
                price = step(here, to)
                if price is not None and cost + price <= budget and cost + price < costs.get(to, budget + 1):
                    costs[to] = cost + price
                    changed = True
    return costs


@settings(max_examples=150, deadline=None)
@given(situations())
def test_reach_is_what_a_naive_search_finds(situation: tuple[Board, int, int, frozenset[int], str]) -> None:
    board, start, budget, blocked, mode = situation
    assert board.reach(start, budget, blocked, mode).costs == naive_costs(board, start, budget, blocked, mode)


@settings(max_examples=80, deadline=None)
@given(situations())
def test_every_path_is_legal_costs_what_reach_says_and_is_always_the_same(
    situation: tuple[Board, int, int, frozenset[int], str],
) -> None:
    board, start, budget, blocked, mode = situation
    twin = Board.from_rows(board.rows(), board.grid)
    reach, again = board.reach(start, budget, blocked, mode), twin.reach(start, budget, blocked, mode)
    for cell, cost in reach.costs.items():
        path = reach.path(cell)
        assert path == again.path(cell)
        assert board.path_cost((start, *path), blocked, mode) == cost


def traced(board: Board, start: int, goal: int, costs: dict[int, int], blocked: frozenset[int], mode: str) -> list[int]:
    """Back from the goal, each time to the cheapest cell; of equals to the one nearest the line, then the first."""
    (start_x, start_y), (goal_x, goal_y) = board.xy(start), board.xy(goal)
    path = [goal]
    while path[0] != start:
        before: list[tuple[int, int]] = []
        for back in board.neighbours(path[0]):
            x, y = board.xy(back)
            try:
                price = board.path_cost((back, path[0]), blocked - {start}, mode)
            except PathError:
                continue
            if back in costs and costs[back] + price == costs[path[0]]:
                off = abs((x - start_x) * (goal_y - start_y) - (y - start_y) * (goal_x - start_x))
                before.append((off, back))
        path.insert(0, min(before)[1])
    return path[1:]


@settings(max_examples=80, deadline=None)
@given(situations())
def test_the_path_is_the_cheapest_way_nearest_to_the_straight_line(
    situation: tuple[Board, int, int, frozenset[int], str],
) -> None:
    board, start, budget, blocked, mode = situation
    reach = board.reach(start, budget, blocked, mode)
    for cell in reach.costs:
        assert list(reach.path(cell)) == traced(board, start, cell, dict(reach.costs), blocked, mode)


def test_a_path_over_open_ground_is_as_straight_as_one_beside_a_pool() -> None:
    for rows in (["." * 12] * 11, ["." * 12] * 5 + ["...~.....T.."] + ["." * 12] * 5):
        board = Board.from_rows(rows)
        for start, blocked in ((66, frozenset({45, 46})), (0, frozenset[int]()), (131, frozenset({100}))):
            reach = board.reach(start, 24, blocked)
            for cell in reach.costs:
                assert list(reach.path(cell)) == traced(board, start, cell, dict(reach.costs), blocked, "foot")


@settings(max_examples=300, deadline=None)
@given(situations(), st.data())
def test_the_cells_reported_as_reached_across_others_are_those_whose_path_crosses_them(
    situation: tuple[Board, int, int, frozenset[int], str], data: st.DataObject
) -> None:
    board, start, budget, blocked, mode = situation
    reach = board.reach(start, budget, blocked, mode)
    cells = data.draw(st.frozensets(st.integers(0, board.width * board.height - 1), max_size=8))
    assert reach.crossing(cells) == {cell for cell in reach.costs if not cells.isdisjoint(reach.path(cell))}


def test_a_search_does_not_affect_the_next() -> None:
    rows = ["....#....", "..~....,.", "....n....", ".#.....T."] * 3
    board = Board.from_rows(rows)
    for start in range(0, 108, 7):
        for blocked in (frozenset(), frozenset({10, 11, 40, start})):
            fresh = Board.from_rows(rows).reach(start, 9, blocked)
            assert list(board.reach(start, 9, blocked).costs.items()) == list(fresh.costs.items())


def test_a_unit_beyond_the_budget_does_not_change_the_search() -> None:
    board = Board.from_rows(["." * 9] * 9)
    alone = board.reach(0, 8)
    assert board.reach(0, 8, frozenset({board.cell(3, 3), board.cell(5, 0)})) is alone
    assert board.reach(0, 8, frozenset({board.cell(2, 3)})) is not alone
    hexes = Board.from_rows(["." * 9] * 9, "hex")
    alone = hexes.reach(0, 8)
    assert hexes.reach(0, 8, frozenset({hexes.cell(5, 0)})) is alone
    assert hexes.reach(0, 8, frozenset({hexes.cell(4, 0)})) is not alone
