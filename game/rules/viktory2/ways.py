"""Ways over the map as they are open to a seat now, worked out once for all its units (VK-A27 to VK-A31)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.state import State, Unit
from game.rules.viktory2.ground import hostile, is_port, is_water, noted, routes, stops, target_of
from game.rules.viktory2.overwatch import guns_on


class Way(NamedTuple):
    """A way to a hex: hexes of movement it costs, fire it meets, then the hexes themselves."""

    cost: int
    guns: int
    crowd: int
    length: int
    path: tuple[int, ...]


class Ways:
    """What the units of a seat find on the map: enemies, guns, roads, who is lined up where. Good for one moment."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.enemy = hostile(state, seat)
        # a hex to be attacked is not entered by the move, so its guns do not count
        self._fire = {cell: guns for cell, guns in guns_on(state, seat).items() if cell not in self.enemy}
        self._roads = routes(state, seat, self.enemy)
        self._lined_up = {(target_of(state, u), u.at) for u in state.standing(seat) if u.fact("towards")}
        self._steps: dict[tuple[int, bool], list[tuple[int, ...]]] = {}
        self._reached: dict[tuple[str, int, int], dict[int, Way]] = {}

    def steps(self, cell: int, *, sails: bool) -> list[tuple[int, ...]]:
        """The hexes of every step that leads on from a hex, each for one hex of movement: a neighbour, or along a road."""
        found = self._steps.get((cell, sails))
        if found is None:
            state, repelled = self.state, noted(self.state, "repelled")
            found = self._steps[cell, sails] = [
                (to,)
                for to in state.board.neighbours(cell)
                if (is_water(state.board, to) == sails or (sails and is_port(state, self.seat, to)))
                and (to not in self.enemy or to not in repelled)
            ]
            if not sails:
                found += self._roads.get(cell, ())
        return found

    def goes_on(self, unit: Unit, cell: int) -> bool:
        """Whether a unit that has come to a hex may leave it in the same move (VK-A27, VK-A28)."""
        return cell not in self.enemy and not stops(self.state, unit, cell)

    def reach(self, unit: Unit) -> dict[int, Way]:
        """Every hex where the unit may end its move or line up against, with the cheapest way there.

        Of equally cheap ways the one that meets the fewest guns, lines up where nobody has yet, and is shortest.
        """
        left = unit.stats["MOVE"] - unit.fact("spent")
        alike = (unit.profile, unit.at, left)
        if alike not in self._reached:
            self._reached[alike] = self._reach(unit, left)
        return self._reached[alike]

    def _reach(self, unit: Unit, left: int) -> dict[int, Way]:
        fire, lined_up, sails = self._fire, self._lined_up, unit.profile == "frigate"
        found: dict[int, Way] = {}
        heap = [Way(0, 0, 0, 0, (unit.at,))]
        while heap:
            way = heappop(heap)
            cell = way.path[-1]
            if cell in found:
                continue
            found[cell] = way
            if way.cost == left or (way.length and not self.goes_on(unit, cell)):
                continue
            for route in self.steps(cell, sails=sails):
                to = route[-1]
                if to not in found:
                    met = way.guns
                    for entered in route:
                        met += fire.get(entered, 0)
                    crowd = int((to, cell) in lined_up)
                    heappush(heap, Way(way.cost + 1, met, crowd, way.length + len(route), (*way.path, *route)))
        del found[unit.at]
        if sails:  # a port is passed through, never stopped in (VK-A31)
            found = {cell: way for cell, way in found.items() if is_water(self.state.board, cell)}
        return found

    def cost(self, unit: Unit, path: tuple[int, ...]) -> int | Refusal:
        """The hexes of movement a path costs (`path` after the start), or why it cannot be gone."""
        line, sails = (unit.at, *path), unit.profile == "frigate"
        costs = {0: 0}
        for place in range(len(path)):
            if place not in costs or (place and not self.goes_on(unit, line[place])):
                continue
            for route in self.steps(line[place], sails=sails):
                end = place + len(route)
                if line[place + 1 : end + 1] == route:
                    costs[end] = min(costs.get(end, 99), costs[place] + 1)
        if len(path) in costs:
            return costs[len(path)]
        last = max(costs)
        return self._refused(unit, line[last], line[last + 1], started=last > 0)

    def _refused(self, unit: Unit, cell: int, to: int, *, started: bool) -> Refusal:
        """Why a step of a path cannot be made."""
        board, name = self.state.board, self.state.board.label(to)
        if started and not self.goes_on(unit, cell):
            return Refusal("VK-A28", f"it must stop at {board.label(cell)}", unit.id, cell=cell)
        if to not in board.neighbours(cell):
            return Refusal("VK-A27", f"{name} is not next to {board.label(cell)}", unit.id, cell=to)
        if to in noted(self.state, "repelled"):
            return Refusal("VK-A34", f"{name} has held out this turn", unit.id, cell=to)
        return Refusal("VK-A27", f"{board.terrain[to]} at {name} is not for {unit.name.lower()}", unit.id, cell=to)
