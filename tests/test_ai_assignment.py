"""Giving out: the greatest sum, whoever comes first."""

from __future__ import annotations

from itertools import permutations
from random import Random

from game.ai.assignment import assigned


def test_who_has_no_other_place_gets_the_one_that_another_likes_as_well():
    assert assigned([[5.0, 4.0], [4.0, 0.0]]) == [(0, 1), (1, 0)]


def test_what_brings_nothing_is_not_given():
    assert assigned([[0.0, 0.0], [-1.0, 2.0]]) == [(1, 1)]
    assert assigned([]) == []
    assert assigned([[], []]) == []


def test_nobody_brings_more_by_any_other_way_of_giving_out():
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
