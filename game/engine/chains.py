"""Where branches end that may come back to where they were: a battle round without losses is fought once more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Edges = Mapping[Key, Sequence[tuple[Key, Fraction]]]
"""Node -> where it leads, with what chance. A node that leads nowhere is an end."""


def arrivals(start: Key, edges: Edges[Key]) -> dict[Key, Fraction]:
    """The exact chance of coming to each end that can be reached from `start`."""
    mass: dict[Key, Fraction] = {start: Fraction(1)}
    ends: dict[Key, Fraction] = {}
    for knot in _knots(start, edges):
        visits = _visits(knot, mass, edges)
        for node, often in zip(knot, visits, strict=True):
            if not edges.get(node):
                ends[node] = often
            for to, chance in edges.get(node, ()):
                if to not in knot:
                    mass[to] = mass.get(to, Fraction(0)) + often * chance
    return ends


def _visits(knot: list[Key], mass: Mapping[Key, Fraction], edges: Edges[Key]) -> list[Fraction]:
    """How often each node of a knot is visited, given what comes in from outside: one linear equation a node."""
    place = {node: i for i, node in enumerate(knot)}
    size = len(knot)
    rows = [[Fraction(int(i == j)) for j in range(size)] + [mass.get(knot[i], Fraction(0))] for i in range(size)]
    for node in knot:
        for to, chance in edges.get(node, ()):
            if to in place:
                rows[place[to]][place[node]] -= chance
    for i in range(size):
        pivot = next((j for j in range(i, size) if rows[j][i]), -1)
        if pivot < 0:
            raise ValueError("The branches run in a circle that nothing leads out of.")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(size):
            factor = rows[j][i] / rows[i][i] if j != i else 0
            if factor:
                rows[j] = [one - factor * other for one, other in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def _knots(start: Key, edges: Edges[Key]) -> list[list[Key]]:
    """Nodes that lead to one another, together; every knot before those it leads to (Tarjan, without recursion)."""
    number: dict[Key, int] = {}
    low: dict[Key, int] = {}
    path: list[Key] = []
    open_: set[Key] = set()
    knots: list[list[Key]] = []
    work = [(start, 0)]
    while work:
        node, child = work.pop()
        if node not in number:
            number[node] = low[node] = len(number)
            path.append(node)
            open_.add(node)
        leads = edges.get(node, ())
        while child < len(leads):
            to = leads[child][0]
            if to not in number:
                work += [(node, child), (to, 0)]
                break
            if to in open_:
                low[node] = min(low[node], low[to])
            child += 1
        else:
            if low[node] == number[node]:
                knot: list[Key] = []
                while not knot or knot[-1] != node:
                    knot.append(path.pop())
                open_.difference_update(knot)
                knots.append(knot)
    return knots[::-1]
