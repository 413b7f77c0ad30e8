"""The assignment of units to places has the greatest sum, whatever the order of the units."""

from __future__ import annotations

from itertools import permutations
from random import Random

from game.ai.assignment import assigned


def test_a_unit_with_no_other_place_gets_one_that_another_unit_values_as_much():
    assert assigned([[5.0, 4.0], [4.0, 0.0]]) == [(0, 1), (1, 0)]


def test_an_assignment_worth_nothing_is_not_made():
    assert assigned([[0.0, 0.0], [-1.0, 2.0]]) == [(1, 1)]
    assert assigned([]) == []
    assert assigned([[], []]) == []


def test_no_other_assignment_has_a_greater_sum():
    rng = Random(11)
    for _ in range(300):
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        values = [[rng.choice((0.0, 1.0, rng.random())) for _ in range(columns)] for _ in range(rows)]
        places = [*range(columns), *[-1] * rows]
        best = max(
            sum(values[row][place] for row, place in enumerate(given) if place >= 0)
            for given in set(permutations(places, rows))
        )
        found = assigned(values)
        assert len({row for row, _ in found}) == len({column for _, column in found}) == len(found)
        assert abs(sum(values[row][column] for row, column in found) - best) < 1e-9
