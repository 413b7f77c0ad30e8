"""The map: hexes and the units on them, towns and cities, roads, ports, support and combat supply."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from game.board.board import Board
from game.board.terrain import TerrainKind
from game.engine.names import Cell, Seat, UnitId
from game.engine.setup import Setup
from game.engine.unfit import SetupError
from game.rules.viktory2.state import ARTILLERY, CAVALRY, FRIGATE, INFANTRY, Islands, Piece, Site, SiteKind, set_sides
from game.rules.viktory2.throws import BASE, SUPPLIED

LAND = (INFANTRY, CAVALRY, ARTILLERY)
URBAN_DICE: Mapping[SiteKind, int] = {"town": 1, "city": 2, "capital": 2}
SITE_WORTH: Mapping[SiteKind, int] = {"town": 1, "city": 2, "capital": 2}
GROUND_DICE: Mapping[TerrainKind, int] = {"forest": 1, "mountain": 2}
STOPPED = (INFANTRY, ARTILLERY)
"""The kinds of unit that have to stop in forest and mountain (VK-A28)."""
TOWN_KEEPS: Mapping[str, int] = {INFANTRY: 1}
CITY_KEEPS: Mapping[TerrainKind, Mapping[str, int]] = {
    "plains": {INFANTRY: 3},
    "mountain": {INFANTRY: 1, ARTILLERY: 1},
    "grassland": {INFANTRY: 1, CAVALRY: 1},
    "forest": {INFANTRY: 1, FRIGATE: 1},
}
"""Ground of a city -> how many of each kind it keeps (VK-A41)."""


# -- the setup --------------------------------------------------------------------------------------------------------


def lay_out(state: Islands, setup: Setup) -> None:
    """Lay sites and roads on the map as the setup describes them. Raises SetupError for one that cannot be there."""
    board, label = setup.board, setup.board.label
    state.roads = setup.roads
    for road in setup.roads:
        for here, there in pairwise(road):
            if there not in board.neighbours(here):
                raise SetupError(f"A road jumps from {label(here)} to {label(there)}; name every hex of it.")
    for site in setup.sites:
        kind = next((kind for kind in URBAN_DICE if kind == site.kind), None)
        if kind is None:
            kinds = ", ".join(URBAN_DICE)
            raise SetupError(f'The site at {label(site.at)} is a "{site.kind}"; it must be one of {kinds}.')
        if is_water(board, site.at):
            raise SetupError(f"The {site.kind} at {label(site.at)} lies in the water; move it to a land hex.")
        if site.seat and site.seat not in state.seats:
            raise SetupError(f"The {site.kind} at {label(site.at)} belongs to {site.seat}, which does not play.")
        if site.at in state.sites:
            raise SetupError(f"There are two sites at {label(site.at)}; remove one.")
        state.sites[site.at] = Site(site.at, kind, site.seat, site.seat, site.name)


def check_places(state: Islands) -> None:
    """Check that every unit is where it can be, and put cargo with its carrier. Raises SetupError."""
    holders: dict[Cell, Piece] = {}
    for unit in state.units.values():
        label = state.board.label(unit.at)
        if unit.aboard:
            carrier = state.units.get(unit.aboard)
            if carrier is None or not carrier.naval or unit.naval:
                raise SetupError(f"Unit {unit.id} cannot be aboard {unit.aboard}; a frigate carries land units.")
            if carrier.out:
                raise SetupError(f"Unit {unit.id} cannot be aboard {carrier.id}, which waits in the reserve.")
            if len(cargo(state, carrier.id)) > carrier.stats["HOLD"]:
                raise SetupError(f"Frigate {carrier.id} carries too much; its hold is {carrier.stats['HOLD']}.")
            unit.at = carrier.at
        elif not unit.out and not _fits(state, unit):
            ground = "a land hex" if unit.naval else "the water"
            raise SetupError(f"Unit {unit.id} cannot stand in {ground} at {label}; move it.")
        if unit.out or is_water(state.board, unit.at):
            continue  # ships may share a hex with enemy ships, so that a gun has a friend where a unit boards (VK-A20)
        first = holders.setdefault(unit.at, unit)
        site = state.sites.get(unit.at)
        other = first.seat if state.side(first.seat) != state.side(unit.seat) else ""
        if site and site.seat and state.side(site.seat) != state.side(unit.seat):
            other = site.seat
        if other:
            raise SetupError(f"Unit {unit.id} begins in a hex of {other} at {label}; move one of them.")


def set_moves(state: Islands, setup: Setup) -> None:
    """Set what the setup says of hexes beside its units, and the number of moves made. Raises SetupError."""
    for spec in setup.units:
        set_sides(state.units[spec.id], spec.facts, state.board)
    state.moves = max((unit.nth for unit in state.units.values()), default=0)


def _fits(state: Islands, unit: Piece) -> bool:
    """Whether a unit can be in its hex: ships on water or in a port of their seat, all others on land."""
    if unit.naval:
        site = state.sites.get(unit.at)
        own = site is not None and site.seat == unit.seat
        return is_water(state.board, unit.at) or (own and is_port(state.board, unit.at))
    return not is_water(state.board, unit.at)


# -- towns, roads, ports ----------------------------------------------------------------------------------------------


def sites_of(state: Islands, seat: Seat) -> list[Site]:
    """The towns and cities that a seat holds."""
    return [site for site in state.sites.values() if site.seat == seat]


def called(state: Islands, site: Site) -> str:
    """The name of a site in a sentence."""
    return site.name or f"the {site.kind} at {state.board.label(site.cell)}"


def routes(
    roads: tuple[tuple[Cell, ...], ...], own: frozenset[Cell], closed: frozenset[Cell]
) -> dict[Cell, list[tuple[Cell, ...]]]:
    """Open roads and ferries of a seat: town or city -> the hexes to each other one 2 or 3 hexes on (VK-A29, VK-A30).

    `own`: the seat's towns and cities; `closed`: the hexes with enemies.
    """
    found: dict[Cell, list[tuple[Cell, ...]]] = {}
    for road in roads:
        for line in (road, road[::-1]):
            for place, start in enumerate(line):
                for length in (2, 3) if start in own else ():
                    route = line[place + 1 : place + 1 + length]
                    if len(route) == length and route[-1] in own and closed.isdisjoint(route):
                        found.setdefault(start, []).append(route)
    return found


def is_water(board: Board, cell: Cell) -> bool:
    """Whether the hex is water."""
    return board.terrain[cell] == "water"


def is_port(board: Board, cell: Cell) -> bool:
    """Whether a town or city on the hex is a port, that is, has water on two sides (VK-A31)."""
    return sum(is_water(board, beside) for beside in board.neighbours(cell)) >= 2


# -- units on the map -------------------------------------------------------------------------------------------------


def on(state: Islands, cell: Cell) -> list[Piece]:
    """The units in a hex, without cargo and the reserve."""
    return [u for u in state.units.values() if u.at == cell and not u.out and not u.aboard]


def enemies_on(state: Islands, seat: Seat, cell: Cell) -> list[Piece]:
    """The units in a hex that are enemies of `seat` (VK-A24)."""
    side = state.side(seat)
    return [u for u in on(state, cell) if state.side(u.seat) != side]


def enemies(state: Islands, seat: Seat) -> dict[Cell, list[Piece]]:
    """Every hex with enemies of `seat` -> those units (VK-A24)."""
    own = set(state.seats_with(seat))
    found: dict[Cell, list[Piece]] = {}
    for unit in state.units.values():
        if unit.seat not in own and not unit.out and not unit.aboard:
            found.setdefault(unit.at, []).append(unit)
    return found


def hostile(state: Islands, seat: Seat) -> frozenset[Cell]:
    """The hexes with an enemy unit, town or city: a unit that enters one stops there and must fight (VK-A27)."""
    own = state.seats_with(seat)
    places = {site.cell for site in state.sites.values() if site.seat and site.seat not in own}
    return frozenset(places.union(enemies(state, seat)))


def cargo(state: Islands, frigate: UnitId) -> list[Piece]:
    """The units aboard a frigate."""
    return [u for u in state.units.values() if u.aboard == frigate and not u.out]


def lined_up(state: Islands, seat: Seat) -> dict[Cell, list[Piece]]:
    """Each hex that `seat` is about to attack -> the units lined up around it, in the order of hexes."""
    found: dict[Cell, list[Piece]] = {}
    for unit in state.units.values():
        if unit.target >= 0 and unit.seat == seat and not unit.out:
            found.setdefault(unit.target, []).append(unit)
    return dict(sorted(found.items()))


def is_hard(board: Board, profile: str, cell: Cell, held: Collection[Cell]) -> bool:
    """Whether a hex stops a unit: forest and mountain stop infantry and artillery, unless `held` (VK-A28).

    `held`: the hexes that the unit's seat held when its turn began.
    """
    return board.terrain[cell] in GROUND_DICE and profile in STOPPED and cell not in held


# -- support and supply -----------------------------------------------------------------------------------------------


def keeps(state: Islands, site: Site) -> Mapping[str, int]:
    """How many units of each kind a town or city keeps (VK-A41)."""
    return TOWN_KEEPS if site.kind == "town" else CITY_KEEPS[state.board.terrain[site.cell]]


def support(state: Islands, seat: Seat, kind: str) -> int:
    """How many units of a kind all towns and cities of a seat keep together."""
    return sum(keeps(state, site).get(kind, 0) for site in sites_of(state, seat))


def in_supply(state: Islands, seat: Seat) -> bool:
    """Whether a seat has combat supply: it holds its capital, and a city on each of the four kinds of land (VK-A43)."""
    cities = [site for site in sites_of(state, seat) if site.kind != "town"]
    grounds = {state.board.terrain[site.cell] for site in cities}
    return any(site.capital for site in cities) and grounds == set(CITY_KEEPS)


def hit_number(state: Islands, seat: Seat) -> int:
    """The highest face that hits: 3, or 4 in combat supply (VK-A6, VK-A36)."""
    return SUPPLIED if in_supply(state, seat) else BASE
