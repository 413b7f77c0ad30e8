"""Movement: units move one by one, hex by hex, and line up beside the hex they attack (VK-A27 to VK-A31, VK-A34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import NamedTuple

from game.board.board import Board
from game.engine.decisions import Refusal
from game.engine.events import UNSET, UnsetType
from game.engine.names import Cell, Seat, UnitId
from game.engine.options import Moves, Option, Part
from game.engine.reactions import q_end
from game.engine.steps import step
from game.engine.wording import HEXES, length
from game.rules.viktory2.events import Carried, LinedUp, Moved, MoveDeclared, Retreated, SiteTaken, WentIn
from game.rules.viktory2.ground import (
    GROUND_DICE,
    STOPPED,
    called,
    cargo,
    enemies,
    is_hard,
    is_port,
    is_water,
    routes,
)
from game.rules.viktory2.overwatch import guns_on, offer
from game.rules.viktory2.state import FRIGATE, INFANTRY, Islands, IslandsTable, Operation, Piece, Site
from game.rules.viktory2.vocabulary import Verbs

# -- who may move -----------------------------------------------------------------------------------------------------


def busy(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit can neither move, bombard, load nor unload, or None."""
    if unit.out:
        return Refusal("VK-A10", "in the reserve", unit.id)
    if unit.target >= 0:
        return Refusal("VK-A34", f"lined up for the attack on {state.board.label(unit.target)}", unit.id)
    return None


def may_move(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit cannot move, or move on, this turn; None if it can."""
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
    """Why a unit that has moved cannot move on, or None.

    It may, with the movement that it has left, until another unit moves.
    """
    board = state.board
    if unit.nth < state.moves:
        return Refusal("VK-A17", "it has moved, and another unit since", unit.id)
    if unit.spent >= unit.stats["MOVE"]:
        return Refusal("VK-A27", f"it has moved its {length(unit.stats['MOVE'], HEXES)}", unit.id)
    if is_hard(board, unit.profile, unit.at, state.held):
        return Refusal("VK-A28", f"the {board.terrain[unit.at]} at {board.label(unit.at)} stops it", unit.id)
    return None


# -- ways over the map ------------------------------------------------------------------------------------------------

Route = tuple[Cell, ...]
"""The hexes of one step, which costs one hex of movement: a neighbour, or along a road to the other end."""


class Reach(NamedTuple):
    """The hexes that a unit can reach from a hex.

    cells: the hexes where a move may end, or that it may attack, ascending; before: each reached hex -> the hexes from
    which it is one step more, each with that step.
    """

    cells: Route
    before: dict[Cell, list[tuple[Cell, Route]]]


@lru_cache(maxsize=16)
def _ground(board: Board) -> tuple[list[list[Route]], list[list[Route]], frozenset[Cell]]:
    """For every hex the steps to land beside it, and to water beside it; then all hexes of forest and mountain."""
    cells = range(len(board.terrain))
    steps: list[list[list[Route]]] = [
        [[(to,) for to in board.neighbours(cell) if ground_refused(board, profile, to) is None] for cell in cells]
        for profile in (INFANTRY, FRIGATE)
    ]
    return steps[0], steps[1], frozenset(cell for cell, ground in enumerate(board.terrain) if ground in GROUND_DICE)


def ground_refused(board: Board, profile: str, cell: Cell) -> Refusal | None:
    """Why the ground of a hex keeps out a kind of unit that is not aboard a ship (VK-A27, VK-A32), or None."""
    sails = profile == FRIGATE
    if is_water(board, cell) == sails:
        return None
    if sails:
        return Refusal("VK-A27", "ships keep to the water")
    return Refusal("VK-A32", f"{profile} crosses water only aboard a ship")


class Passage:
    """Where units of a seat can go in one state of the map, the same for every unit; kept for that state."""

    def __init__(
        self, board: Board, enemy: frozenset[Cell], own: Route, held: Route, repelled: Route, roads: tuple[Route, ...]
    ) -> None:
        """`enemy`: the hexes with enemy units or sites; `own`: the sites of the seat; the rest as in `Islands`."""
        self.board = board
        self.enemy = enemy
        self._land, self._sea, hard = _ground(board)
        self._hard, self._repelled = hard.difference(held), repelled
        self._roads = routes(roads, frozenset(own), enemy)
        self._ports = frozenset(cell for cell in own if is_port(board, cell))
        self._reached: dict[tuple[str, Cell, int], Reach] = {}
        self._steps: tuple[dict[Cell, Sequence[Route]], dict[Cell, Sequence[Route]]] = {}, {}
        self._stops = {True: enemy | self._hard, False: enemy}

    def steps(self, cell: Cell, *, sails: bool) -> Sequence[Route]:
        """The steps that lead on from a hex."""
        known = self._steps[sails]
        found = known.get(cell)
        if found is None:
            found = known[cell] = self._step(cell, sails=sails)
        return found

    def _step(self, cell: Cell, *, sails: bool) -> Sequence[Route]:
        found: Sequence[Route] = (self._sea if sails else self._land)[cell]
        if sails and self._ports:
            found = [*found, *((to,) for to in self.board.neighbours(cell) if to in self._ports)]
        elif not sails and cell in self._roads:
            found = [*found, *self._roads[cell]]
        if self._repelled:
            found = [route for route in found if self.held_out(route[-1]) is None]
        return found

    def held_out(self, cell: Cell) -> Refusal | None:
        """Why a hex cannot be attacked again (VK-A34), or None."""
        if cell in self._repelled and cell in self.enemy:
            return Refusal("VK-A34", f"{self.board.label(cell)} has held out this turn")
        return None

    def entry_refused(self, profile: str, cell: Cell) -> Refusal | None:
        """Why no way of that kind of unit leads into or through a hex, or None."""
        no = self.held_out(cell)
        if no is None and not (profile == FRIGATE and cell in self._ports):
            no = ground_refused(self.board, profile, cell)
        return no

    def stop_refused(self, profile: str, cell: Cell) -> Refusal | None:
        """Why a unit that can get to a hex cannot end its move there (VK-A31), or None."""
        if profile == FRIGATE and cell in self._ports:
            return Refusal("VK-A31", "ships pass through a port and do not stop in it")
        return None

    def goes_on(self, profile: str, cell: Cell) -> bool:
        """Whether a unit that has entered a hex may leave it in the same move (VK-A27, VK-A28)."""
        return cell not in self._stops[profile in STOPPED]

    def reach(self, profile: str, at: Cell, left: int) -> Reach:
        """The reach of a unit at a hex with so much movement left."""
        found = self._reached.get((profile, at, left))
        if found is None:
            found = self._reached[profile, at, left] = self._reach(profile, at, left)
        return found

    def _reach(self, profile: str, at: Cell, left: int) -> Reach:
        sails, stops = profile == FRIGATE, self._stops[profile in STOPPED]
        before: dict[Cell, list[tuple[Cell, Route]]] = {at: []}
        edge = [at]
        for _ in range(left):
            beyond: dict[Cell, list[tuple[Cell, Route]]] = {}
            for cell in edge:
                for route in self.steps(cell, sails=sails):
                    to = route[-1]
                    if to in beyond:
                        beyond[to].append((cell, route))
                    elif to not in before:
                        beyond[to] = [(cell, route)]
            before |= beyond
            edge = [cell for cell in beyond if cell not in stops]
        ends = before.keys() - {at}
        if sails and self._ports:
            ends = {cell for cell in ends if self.stop_refused(profile, cell) is None}
        return Reach(tuple(sorted(ends)), before)


_kept = lru_cache(maxsize=64)(Passage)
"""The passage for one state of the map, made once."""


def passage(state: Islands, seat: Seat, foes: Iterable[Cell]) -> Passage:
    """Where units of a seat can go; `foes`: the hexes with enemy units."""
    sites, allied = state.sites.values(), state.seats_with(seat)
    own = tuple([site.cell for site in sites if site.seat == seat])
    enemy = frozenset([site.cell for site in sites if site.seat and site.seat not in allied]).union(foes)
    return _kept(state.board, enemy, own, state.held, state.repelled, state.roads)


class Way(NamedTuple):
    """A way to a hex; of two the smaller is the better one.

    cost: hexes of movement; guns: enemy guns that may fire on the way; crowd: it ends where a unit is already lined up
    against the same hex; length: hexes entered; path: the start hex and the hexes entered.
    """

    cost: int
    guns: int
    crowd: bool
    length: int
    path: Route


class Ways:
    """The ways of a seat's units over the map, with the enemies and guns there. Valid until the state changes."""

    def __init__(self, state: Islands, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.foes = enemies(state, seat)
        self.passage = passage(state, seat, self.foes)
        self.enemy = self.passage.enemy
        self._known: dict[UnitId, dict[Cell, Way]] = {}

    @cached_property
    def ships(self) -> dict[Cell, list[Piece]]:
        """Every hex beside frigates of the seat -> those frigates."""
        found: dict[Cell, list[Piece]] = {}
        for unit in self.state.units.values():
            if unit.naval and unit.seat == self.seat and not unit.out:
                for cell in self.state.board.neighbours(unit.at):
                    found.setdefault(cell, []).append(unit)
        return found

    def reach(self, unit: Piece) -> Reach:
        """The hexes that the unit can reach."""
        return self.passage.reach(unit.profile, unit.at, unit.stats["MOVE"] - unit.spent)

    def refused(self, unit: Piece, cell: Cell) -> Refusal | None:
        """Why a unit that may move has no move that ends on a hex, or attacks it; None if it has one."""
        board, left, reach = self.state.board, unit.stats["MOVE"] - unit.spent, self.reach(unit)
        entry = self.passage.entry_refused(unit.profile, cell) or self.passage.stop_refused(unit.profile, cell)
        if entry is not None:
            return entry.but(unit=unit.id)
        if cell == unit.at:
            return Refusal("VK-A27", "it is there", unit.id)
        if cell in reach.before:
            return None
        away = board.distance(unit.at, cell)
        if away > left:
            return Refusal("VK-A27", f"it is {length(away, HEXES)} off, with {left} of its move left", unit.id)
        stops = [one for one in reach.before if one != unit.at and not self.passage.goes_on(unit.profile, one)]
        near = min(stops, key=lambda one: (board.distance(one, cell), one), default=-1)
        if near >= 0 and board.distance(near, cell) < away:
            clause, what = ("VK-A27", "an enemy") if near in self.enemy else ("VK-A28", f"the {board.terrain[near]}")
            return Refusal(clause, f"{what} at {board.label(near)} stops it on the way", unit.id)
        return Refusal("VK-A27", f"no way of {length(left, HEXES)} leads there", unit.id)

    @cached_property
    def _fire(self) -> dict[Cell, int]:
        """Hex -> enemy guns that may fire at a unit entering it, except hexes to be attacked: no move enters those."""
        return {cell: guns for cell, guns in guns_on(self.state, self.seat).items() if cell not in self.enemy}

    @cached_property
    def _lined_up(self) -> set[tuple[Cell, Cell]]:
        """The pairs of a hex to be attacked and a hex from which a unit of the seat is lined up against it."""
        return {(u.target, u.at) for u in self.state.units.values() if u.target >= 0 and u.seat == self.seat}

    def way(self, unit: Piece, to: Cell) -> Way:
        """The best way to a hex in reach, its path beginning with the unit's own hex.

        It is the cheapest; of equals the one with the fewest guns, then one that lines up where no other unit has, then
        the shortest.
        """
        known = self._known.get(unit.id)
        if known is None:
            known = self._known[unit.id] = {unit.at: Way(0, 0, False, 0, (unit.at,))}
        return self._way(self.reach(unit), to, known)

    def path(self, unit: Piece, to: Cell) -> Route:
        """The hexes of the best way, without the unit's own."""
        return self.way(unit, to).path[1:]

    def _way(self, reach: Reach, to: Cell, known: dict[Cell, Way]) -> Way:
        found = known.get(to)
        if found is None:
            fire, lined_up, ways = self._fire, self._lined_up, []
            for cell, route in reach.before[to]:
                cost, guns, _, length, path = known.get(cell) or self._way(reach, cell, known)
                for entered in route:
                    guns += fire.get(entered, 0)
                ways.append((cost + 1, guns, (to, cell) in lined_up, length + len(route), path + route))
            found = known[to] = Way(*min(ways))
        return found

    def cost(self, unit: Piece, path: Route) -> int | Refusal:
        """The hexes of movement that a path costs, or why it cannot be taken. `path`: without the unit's own hex."""
        line, sails = (unit.at, *path), unit.naval
        costs = {0: 0}
        for place in range(len(path)):
            if place not in costs or (place and not self.passage.goes_on(unit.profile, line[place])):
                continue
            for route in self.passage.steps(line[place], sails=sails):
                end = place + len(route)
                if line[place + 1 : end + 1] == route:
                    costs[end] = min(costs.get(end, 99), costs[place] + 1)
        if len(path) in costs:
            return costs[len(path)]
        last = max(costs)
        return self._refused(unit, line[last], line[last + 1], started=last > 0)

    def _refused(self, unit: Piece, cell: Cell, to: Cell, *, started: bool) -> Refusal:
        """Why a unit cannot make the step of a path from `cell` to `to`. `started`: it is not the first step."""
        board, name = self.state.board, self.state.board.label(to)
        if started and not self.passage.goes_on(unit.profile, cell):
            return Refusal("VK-A28", f"it must stop at {board.label(cell)}", unit.id, cell=cell)
        if to not in board.neighbours(cell):
            return Refusal("VK-A27", f"{name} is not next to {board.label(cell)}", unit.id, cell=to)
        no = self.passage.held_out(to)
        if no is not None:
            return no.but(unit=unit.id, cell=to)
        return Refusal("VK-A27", f"it cannot enter the {board.terrain[to]} at {name}", unit.id, cell=to)


# -- options ----------------------------------------------------------------------------------------------------------


class UnitMoves(Moves):
    """The moves of one unit; `complete` adds their paths."""

    def __init__(self, unit: Piece, cells: Route, ways: Ways) -> None:
        """`cells`: the hexes where a move may end, or that it may attack."""
        board = ways.state.board
        like = Option(f"{unit.id}:move:", Verbs.MOVE, unit.id, clauses=("VK-A27",))
        super().__init__(like, cells, len(cells), board.width, partial(ways.path, unit))
        self.apart, self._label = ways.enemy, board.label

    def _at(self, cell: Cell) -> Option:
        option = super()._at(cell)
        if cell not in self.apart:
            return option
        text = f"{option.unit.upper()} attacks {self._label(cell)}, lining up beside it"
        return option.but(clauses=("VK-A34", "VK-14"), text=text)


def moves(state: Islands, unit: Piece, ways: Ways) -> list[Part]:
    """The moves of a unit, as at most one block of options."""
    cells = ways.reach(unit).cells if may_move(state, unit) is None else ()
    return [UnitMoves(unit, cells, ways)] if cells else []


def pathfinder(state: Islands) -> Callable[[Option], Route | None]:
    """The best ways of moves."""
    ways = cache(partial(Ways, state))

    def path_of(option: Option) -> Route | None:
        if option.action != Verbs.MOVE:
            return None
        unit = state.units[option.unit]
        return ways(unit.seat).path(unit, option.to)

    return path_of


def complete(state: Islands, option: Option) -> Option:
    """The option, with the best way if it is a move."""
    return option.but(path=option.path or pathfinder(state)(option) or ())


def path_refused(state: Islands, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
    """Why a move cannot take a path drawn by hand, or None (VK-A7: on a road every hex is named)."""
    if option.action != Verbs.MOVE:
        return Refusal("VK-A27", "this choice has no path", option.unit)
    unit = state.units[option.unit]
    if not path or path[-1] != option.to:
        return Refusal("VK-A27", f"it does not end at {state.board.label(option.to)}", unit.id)
    cost = Ways(state, unit.seat).cost(unit, path)
    if isinstance(cost, Refusal):
        return cost
    left = unit.stats["MOVE"] - unit.spent
    if cost > left:
        return Refusal("VK-A27", f"it costs {length(cost, HEXES)} of movement, {left} are left", unit.id)
    return None


# -- going ------------------------------------------------------------------------------------------------------------


def begin_move(t: IslandsTable, option: Option, ways: Ways) -> None:
    """Declare a move; a unit does not enter a hex to be attacked yet, but lines up beside it (VK-14)."""
    state, unit = t.state, t.state.units[option.unit]
    if option.path:
        path, cost = [unit.at, *option.path], ways.cost(unit, option.path)
        if isinstance(cost, Refusal):
            raise TypeError(cost)
    else:
        way = ways.way(unit, option.to)
        path, cost = list(way.path), way.cost
    state.moves += 1
    attack = path[-1] in ways.enemy
    if attack and len(path) == 2:
        mover = line_up(t, unit, path[-1])
    else:
        mover = t.change(unit, MoveDeclared(unit.id, path, attack), ("VK-A34", "VK-14") if attack else None)
        t.cause = t.last
        action = Operation(Verbs.MOVE, unit.id, path[:-1] if attack else path, cell=path[-1] if attack else -1)
        t.begin(action, Verbs.ENTER, t.cause)
    mover.nth = state.moves
    mover.spent += cost
    if mover.target < 0:
        walk(t)
        end(t)


@step
def walk(t: IslandsTable) -> None:
    """The unit moves on to the next hex that an enemy gun watches, or to its end (VK-22, VK-24, VK-A18, VK-A22)."""
    state, action = t.state, t.queue.action
    unit = state.units[action.unit]
    if unit.out:
        action.status = "lost"
        return
    last = len(action.path) - 1
    if action.done == last:
        arrive(t)
        return
    guns = guns_on(state, unit.seat)
    place = next((i for i in range(action.done + 1, last) if action.path[i] in guns), last)
    stretch = action.path[action.done : place + 1]
    action.done, action.status = place, "under_way"
    entry = go_to(t, unit, Moved(unit.id, stretch[-1], stretch, carrying(state, unit)))
    for cell in stretch[1:]:
        enter_free_site(t, unit.id, cell)
    if stretch[-1] in guns:
        t.cause = entry
        offer(t, Verbs.ENTER, unit.id, stretch[-1], stretch[-2])
        t.then_from(t.queue.n, walk)
    else:  # no gun watches the rest of the way
        t.cause = t.queue.n
        arrive(t)


def end(t: IslandsTable) -> None:
    """End the action: after the steps that it has pushed, or at once if there are none."""
    if t.pushed:
        t.then(q_end)
    else:
        q_end(t)


def arrive(t: IslandsTable) -> None:
    """The unit is at the end of its way; it lines up if the move is an attack."""
    action = t.queue.action
    action.status = "done"
    if action.cell >= 0:
        line_up(t, t.state.units[action.unit], action.cell)


def carrying(state: Islands, unit: Piece) -> list[UnitId] | UnsetType:
    """The units that a unit carries, as an event's field."""
    return [one.id for one in cargo(state, unit.id)] or UNSET


def go_to(t: IslandsTable, unit: Piece, event: Moved | Retreated | WentIn) -> int:
    """Move a unit and its cargo to the hex of the event. Returns the number of the event."""
    t.change(unit, event).at = event.at
    entry = t.last
    for passenger in cargo(t.state, unit.id):
        t.change(passenger, Carried(passenger.id, event.at, unit.id)).at = event.at
    return entry


def enter_free_site(t: IslandsTable, name: UnitId, cell: Cell) -> None:
    """A town or city that no seat holds goes to the seat of the first land unit that enters it (VK-A44)."""
    site, unit = t.state.sites.get(cell), t.state.units[name]
    if site and not site.seat and not unit.naval:
        take_site(t, site, unit.seat)


def take_site(t: IslandsTable, site: Site, seat: Seat) -> None:
    """Give a town or city to a seat."""
    t.emit(SiteTaken(seat, site.cell, called(t.state, site), site.kind))
    t.state.sites[site.cell] = site.held_by(seat)


def line_up(t: IslandsTable, unit: Piece, cell: Cell) -> Piece:
    """Name a unit for the attack on a hex and line it up where it is (VK-14)."""
    piece = t.change(unit, LinedUp(unit.id, cell))
    piece.target = cell
    return piece
