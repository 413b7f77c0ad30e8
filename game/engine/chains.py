"""The end states of a Markov chain whose branches may return to an earlier state.

A battle round without losses, for example, leads back to the same state and is fought once more.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Edges = Mapping[Key, Sequence[tuple[Key, Fraction]]]
"""Node -> the nodes that it leads to, with their chances. A node that leads nowhere is an end."""


class Endless(ValueError):  # noqa: N818
    """The branches run in a circle that nothing leads out of."""


def arrivals(start: Key, edges: Edges[Key]) -> dict[Key, Fraction]:
    """The exact chance of each end that can be reached from `start`. Raises Endless if branches never end."""
    mass: dict[Key, Fraction] = {start: Fraction(1)}
    ends: dict[Key, Fraction] = {}
    for component in _components(start, edges):
        visits = _visits(component, mass, edges)
        for node, visits_of_node in zip(component, visits, strict=True):
            if not edges.get(node):
                ends[node] = visits_of_node
            for to, chance in edges.get(node, ()):
                if to not in component:
                    mass[to] = mass.get(to, Fraction(0)) + visits_of_node * chance
    return ends


def _visits(component: list[Key], mass: Mapping[Key, Fraction], edges: Edges[Key]) -> list[Fraction]:
    """The expected number of visits to each node of a component, from one linear equation for each node.

    `mass`: node -> expected number of entries from outside. Raises Endless if nothing leads out of the component.
    """
    if len(component) == 1 and all(to != component[0] for to, _ in edges.get(component[0], ())):
        return [mass.get(component[0], Fraction(0))]  # most by far; it needs no equation
    index = {node: i for i, node in enumerate(component)}
    size = len(component)
    rows = [[Fraction(int(i == j)) for j in range(size)] + [mass.get(component[i], Fraction(0))] for i in range(size)]
    for node in component:
        for to, chance in edges.get(node, ()):
            if to in index:
                rows[index[to]][index[node]] -= chance
    for i in range(size):
        pivot = next((j for j in range(i, size) if rows[j][i]), -1)
        if pivot < 0:
            raise Endless("The branches run in a circle that nothing leads out of.")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(size):
            factor = rows[j][i] / rows[i][i] if j != i else 0
            if factor:
                rows[j] = [value - factor * pivot_value for value, pivot_value in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def _components(start: Key, edges: Edges[Key]) -> list[list[Key]]:
    """The strongly connected components, each before those it leads to, by Tarjan’s algorithm without recursion."""
    number: dict[Key, int] = {}
    low: dict[Key, int] = {}
    path: list[Key] = []
    on_path: set[Key] = set()
    components: list[list[Key]] = []
    work = [(start, 0)]
    while work:
        node, child = work.pop()
        if node not in number:
            number[node] = low[node] = len(number)
            path.append(node)
            on_path.add(node)
        branches = edges.get(node, ())
        while child < len(branches):
            to = branches[child][0]
            if to not in number:
                work += [(node, child), (to, 0)]
                break
            if to in on_path:
                low[node] = min(low[node], low[to])
            child += 1
        else:
            if low[node] == number[node]:
                component: list[Key] = []
                while not component or component[-1] != node:
                    component.append(path.pop())
                on_path.difference_update(component)
                components.append(component)
    return components[::-1]
