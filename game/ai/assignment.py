"""The assignment problem: pairing rows with columns for the greatest sum, by the Hungarian method with potentials."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf


def assigned(values: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs (row, column) with the greatest sum of values; no row or column is in two pairs.

    `values`: by row and column. Pairs of value 0 or less are left out. Of several best assignments it always returns
    the same one. O(rows² (rows + columns)).
    """
    if not values:
        return []
    columns = len(values[0])
    # one dummy column for each row: the row gets nothing
    costs = [[-value for value in row] + [0.0] * len(values) for row in values]
    held = _cheapest(costs)
    return sorted((row, column) for column, row in held.items() if column < columns and values[row][column] > 0)


def _cheapest(costs: Sequence[Sequence[float]]) -> dict[int, int]:
    """Column -> row, with a column for every row, of the least sum; there must be at least as many columns as rows."""
    columns = range(len(costs[0]))
    row_price, column_price = [0.0] * len(costs), [0.0] * len(columns)
    held: dict[int, int] = {}
    for start in range(len(costs)):
        slack, before = [inf] * len(columns), [-1] * len(columns)
        seen: list[int] = []
        unseen = set(columns)
        row, last = start, -1
        while True:  # find the cheapest augmenting path to a free column
            along, price = costs[row], row_price[row]
            nearest, step = -1, inf
            for column in unseen:
                cost = along[column] - price - column_price[column]
                if cost < slack[column]:
                    slack[column], before[column] = cost, last
                if slack[column] < step or (slack[column] == step and column < nearest):
                    nearest, step = column, slack[column]
            row_price[start] += step
            for column in seen:
                row_price[held[column]] += step
                column_price[column] -= step
            for column in unseen:
                slack[column] -= step
            seen.append(nearest)
            unseen.remove(nearest)
            last = nearest
            if nearest not in held:
                break
            row = held[nearest]
        while last >= 0:  # shift every row along that path by one column
            previous = before[last]
            held[last] = held[previous] if previous >= 0 else start
            last = previous
    return held
