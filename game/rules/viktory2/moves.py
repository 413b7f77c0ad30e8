"""Movement: units go one by one, hex by hex, and line up beside the hex they attack (VK-A27 to VK-A31, VK-A34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from game.engine.decisions import Option, Refusal
from game.engine.events import UNSET, UnsetType
from game.engine.names import Cell, Seat, UnitId
from game.engine.reactions import q_end
from game.engine.steps import step
from game.rules.viktory2.events import Carried, LinedUp, Moved, MoveDeclared, Retreated, SiteTaken, WentIn
from game.rules.viktory2.ground import (
    called,
    cargo,
    enemies,
    is_port,
    routes,
    stops,
)
from game.rules.viktory2.overwatch import guns_on, offer
from game.rules.viktory2.state import Islands, IslandsTable, Operation, Piece, Site

# -- who may move -----------------------------------------------------------------------------------------------------


def busy(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit can neither move, bombard, load nor unload, or None."""
    if unit.out:
        return Refusal("VK-A10", "in the reserve", unit.id)
    if unit.target >= 0:
        return Refusal("VK-A34", f"lined up for the attack on {state.board.label(unit.target)}", unit.id)
    return None


def may_move(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit cannot move (any more) this turn, or None."""
    no = busy(state, unit)
    if no is not None:
        return no
    if unit.aboard:
        return Refusal("VK-A32", f"aboard {unit.aboard.upper()}", unit.id)
    if unit.bombarded:
        return Refusal("VK-A33", "it has bombarded", unit.id)
    if unit.fought:
        return Refusal("VK-A34", "it has fought", unit.id)
    if unit.landed:
        return Refusal("VK-A32", "it has come ashore", unit.id)
    if unit.shore >= 0:
        return Refusal("VK-A32", "it has unloaded", unit.id)
    return _moved_on(state, unit) if unit.nth else None


def _moved_on(state: Islands, unit: Piece) -> Refusal | None:
    """A unit that has moved may go on until another one moves, whatever became of it, with what movement it has left."""
    board = state.board
    if unit.nth < max(other.nth for other in state.units.values() if other.seat == unit.seat):
        return Refusal("VK-A17", "it has moved, and another unit since", unit.id)
    if unit.spent >= unit.stats["MOVE"]:
        return Refusal("VK-A27", f"it has moved its {unit.stats['MOVE']} hexes", unit.id)
    if stops(state, unit, unit.at):
        return Refusal("VK-A28", f"the {board.terrain[unit.at]} at {board.label(unit.at)} stops it", unit.id)
    return None


# -- ways over the map ------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A way to a hex: hexes of movement it costs, fire it meets, then the hexes themselves."""

    cost: int
    guns: int
    crowd: int
    length: int
    path: tuple[Cell, ...]


class Ways:
    """What the units of a seat find on the map: enemies, guns, roads, who is lined up where. Good for one moment."""

    def __init__(self, state: Islands, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.foes = enemies(state, seat)
        own = state.seats_with(seat)
        places = [site.cell for site in state.sites.values() if site.seat and site.seat not in own]
        self.enemy = frozenset(places).union(self.foes)
        # a hex to be attacked is not entered by the move, so its guns do not count
        self._fire = {cell: guns for cell, guns in guns_on(state, seat).items() if cell not in self.enemy}
        self._roads = routes(state, seat, self.enemy)
        self._lined_up = {(u.target, u.at) for u in state.units.values() if u.target >= 0 and u.seat == seat}
        self._steps: dict[tuple[Cell, bool], list[tuple[Cell, ...]]] = {}
        self._reached: dict[tuple[str, Cell, int], dict[Cell, Way]] = {}

    def steps(self, cell: Cell, *, sails: bool) -> list[tuple[Cell, ...]]:
        """The hexes of every step that leads on from a hex, each for one hex of movement: a neighbour, or along a road."""
        found = self._steps.get((cell, sails))
        if found is None:
            state, terrain = self.state, self.state.board.terrain
            found = self._steps[cell, sails] = [
                (to,)
                for to in state.board.neighbours(cell)
                if ((terrain[to] == "water") == sails or (sails and is_port(state, self.seat, to)))
                and (to not in self.enemy or to not in state.repelled)
            ]
            if not sails:
                found += self._roads.get(cell, ())
        return found

    def goes_on(self, unit: Piece, cell: Cell) -> bool:
        """Whether a unit that has come to a hex may leave it in the same move (VK-A27, VK-A28)."""
        return cell not in self.enemy and not stops(self.state, unit, cell)

    def reach(self, unit: Piece) -> dict[Cell, Way]:
        """Every hex where the unit may end its move or line up against, with the cheapest way there.

        Of equally cheap ways the one that meets the fewest guns, lines up where nobody has yet, and is shortest.
        """
        left = unit.stats["MOVE"] - unit.spent
        alike = (unit.profile, unit.at, left)
        if alike not in self._reached:
            self._reached[alike] = self._reach(unit, left)
        return self._reached[alike]

    def _reach(self, unit: Piece, left: int) -> dict[Cell, Way]:
        fire, lined_up, sails = self._fire, self._lined_up, unit.profile == "frigate"
        found: dict[Cell, Way] = {}
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
            terrain = self.state.board.terrain
            found = {cell: way for cell, way in found.items() if terrain[cell] == "water"}
        return found

    def cost(self, unit: Piece, path: tuple[Cell, ...]) -> int | Refusal:
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

    def _refused(self, unit: Piece, cell: Cell, to: Cell, *, started: bool) -> Refusal:
        """Why a step of a path cannot be made."""
        board, name = self.state.board, self.state.board.label(to)
        if started and not self.goes_on(unit, cell):
            return Refusal("VK-A28", f"it must stop at {board.label(cell)}", unit.id, cell=cell)
        if to not in board.neighbours(cell):
            return Refusal("VK-A27", f"{name} is not next to {board.label(cell)}", unit.id, cell=to)
        if to in self.state.repelled:
            return Refusal("VK-A34", f"{name} has held out this turn", unit.id, cell=to)
        return Refusal("VK-A27", f"{board.terrain[to]} at {name} is not for {unit.name.lower()}", unit.id, cell=to)


# -- where to ---------------------------------------------------------------------------------------------------------


def moves(state: Islands, unit: Piece, ways: Ways) -> Iterator[Option]:
    """The moves of a unit; paths are filled in later."""
    if may_move(state, unit) is not None:
        return
    board, name = state.board, unit.id.upper()
    for cell in sorted(ways.reach(unit)):
        x, y = board.xy(cell)
        if cell in ways.enemy:
            clauses: tuple[str, ...] = ("VK-A34", "VK-14")
            text = f"{name} lines up against {board.label(cell)}"
        else:
            clauses, text = ("VK-A27",), ""
        yield Option(f"{unit.id}:move:{x},{y}", "move", unit.id, to=cell, clauses=clauses, text=text)


def complete(rules: object, state: Islands, option: Option) -> Option:
    """A move with its way; that of the cheapest."""
    return complete_all(rules, state, [option])[0]


def complete_all(rules: object, state: Islands, options: Sequence[Option]) -> list[Option]:
    """Moves with their ways, worked out once for all; they are the moves of one seat."""
    ways: Ways | None = None
    found = []
    for option in options:
        if option.action == "move" and not option.path:
            unit = state.units[option.unit]
            ways = ways or Ways(state, unit.seat)
            found.append(option._replace(path=ways.reach(unit)[option.to].path[1:]))
        else:
            found.append(option)
    return found


def path_refused(rules: object, state: Islands, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
    """Whether another way to the hex can be gone (VK-A7: a road's hexes are named)."""
    if option.action != "move":
        return Refusal("VK-A27", "this choice has no path", option.unit)
    unit = state.units[option.unit]
    if not path or path[-1] != option.to:
        return Refusal("VK-A27", f"it does not end at {state.board.label(option.to)}", unit.id)
    cost = Ways(state, unit.seat).cost(unit, path)
    if isinstance(cost, Refusal):
        return cost
    left = unit.stats["MOVE"] - unit.spent
    if cost > left:
        return Refusal("VK-A27", f"it costs {cost} hexes of movement, {left} are left", unit.id)
    return None


# -- going ------------------------------------------------------------------------------------------------------------


def begin_move(t: IslandsTable, option: Option) -> None:
    """Declare a move; a hex to be attacked is not entered yet, the unit lines up beside it (VK-14)."""
    state, unit = t.state, t.state.units[option.unit]
    ways = Ways(state, unit.seat)
    path = option.path or ways.reach(unit)[option.to].path[1:]
    cost = ways.cost(unit, path)
    if isinstance(cost, Refusal):
        raise TypeError(cost)
    nth = 1 + max(other.nth for other in state.units.values())
    attack = path[-1] in ways.enemy
    if attack and len(path) == 1:
        mover = line_up(t, unit, path[-1])
    else:
        way = [unit.at, *path]
        told = MoveDeclared(unit.id, way, attack)
        mover = t.change(unit, told, ("VK-A34", "VK-14") if attack else None)
        t.cause = t.last
        action = Operation("move", unit.id, way[:-1] if attack else way, cell=path[-1] if attack else -1)
        t.begin(action, "enter", t.cause)
        t.then(walk)
        t.then(q_end)
    mover.nth = nth
    mover.spent += cost


@step
def walk(t: IslandsTable) -> None:
    """The unit goes on to the next hex beside an enemy gun, or to its end (VK-22, VK-24, VK-A18, VK-A22)."""
    state, action = t.state, t.queue.action
    unit = state.units[action.unit]
    if unit.out:
        action.status = "lost"
        return
    last = len(action.path) - 1
    if action.done == last:
        action.status = "done"
        if action.cell >= 0:
            line_up(t, unit, action.cell)
        return
    guns = guns_on(state, unit.seat)
    place = next((i for i in range(action.done + 1, last) if action.path[i] in guns), last)
    stretch = action.path[action.done : place + 1]
    action.done, action.status = place, "under_way"
    entry = go_to(t, unit, Moved(unit.id, stretch[-1], stretch, carrying(state, unit)))
    for cell in stretch[1:]:
        enter_free_site(t, unit.id, cell)
    t.cause = entry
    offer(t, "enter", unit.id, stretch[-1], stretch[-2])
    t.then_from(t.queue.n, walk)


def carrying(state: Islands, unit: Piece) -> list[UnitId] | UnsetType:
    """Whom a unit carries, for an event."""
    return [one.id for one in cargo(state, unit.id)] or UNSET


def go_to(t: IslandsTable, unit: Piece, event: Moved | Retreated | WentIn) -> int:
    """A unit comes to the hex of the event, its cargo with it. Returns the number of the event."""
    t.change(unit, event).at = event.at
    entry = t.last
    for passenger in cargo(t.state, unit.id):
        t.change(passenger, Carried(passenger.id, event.at, unit.id)).at = event.at
    return entry


def enter_free_site(t: IslandsTable, name: UnitId, cell: Cell) -> None:
    """A town or city that is nobody's belongs to the first land unit that enters it (VK-A44)."""
    site, unit = t.state.sites.get(cell), t.state.units[name]
    if site and not site.seat and unit.profile != "frigate":
        take_site(t, site, unit.seat)


def take_site(t: IslandsTable, site: Site, seat: Seat) -> None:
    """A town or city has a new owner."""
    t.emit(SiteTaken(seat, site.cell, called(t.state, site), site.kind))
    t.state.sites[site.cell] = site.held_by(seat)


def line_up(t: IslandsTable, unit: Piece, cell: Cell) -> Piece:
    """Named for an attack, and positioned on its side of the hex (VK-14)."""
    piece = t.change(unit, LinedUp(unit.id, cell))
    piece.target = cell
    return piece
