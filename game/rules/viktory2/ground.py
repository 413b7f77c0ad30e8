"""The map: hexes and who stands on them, towns and cities, roads, ports, support and combat supply."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from game.board.board import Board
from game.engine.setup import Setup, SetupError
from game.engine.state import State, Unit

LAND = ("infantry", "cavalry", "artillery")
URBAN_DICE = {"town": 1, "city": 2, "capital": 2}
SITE_WORTH = {"town": 1, "city": 2, "capital": 2}
CITY_KEEPS: Mapping[str, Mapping[str, int]] = {
    "plains": {"infantry": 3},
    "mountain": {"infantry": 1, "artillery": 1},
    "grassland": {"infantry": 1, "cavalry": 1},
    "forest": {"infantry": 1, "frigate": 1},
}
"""Ground of a city -> how many of each kind it keeps (VK-A41)."""


class Site(NamedTuple):
    """A town, a city, or a capital: a city with that name. `seat` holds it ("" nobody), `founder` held it first."""

    cell: int
    kind: str
    seat: str
    founder: str
    name: str

    @property
    def capital(self) -> bool:
        """Whether it is the capital of the seat that holds it."""
        return self.kind == "capital" and self.seat == self.founder != ""


# -- sites ------------------------------------------------------------------------------------------------------------


def site_at(state: State, cell: int) -> Site | None:
    """The town or city in a hex."""
    text = state.tags.get(f"site:{cell}")
    return _read_site(cell, text) if text else None


def sites(state: State, seat: str | None = None) -> list[Site]:
    """Every town and city, or those a seat holds."""
    found = [_read_site(int(name[5:]), text) for name, text in state.tags.items() if name.startswith("site:")]
    return [site for site in found if seat is None or site.seat == seat]


def called(state: State, site: Site) -> str:
    """How a site is named in a sentence."""
    return site.name or f"the {site.kind} at {state.board.label(site.cell)}"


def site_tag(site: Site) -> dict[str, str]:
    """The tag that remembers a site."""
    return {f"site:{site.cell}": " ".join((site.kind, site.seat or "-", site.founder or "-", site.name))}


@lru_cache(maxsize=4096)
def _read_site(cell: int, text: str) -> Site:
    kind, seat, founder, name = text.split(" ", 3)
    return Site(cell, kind, "" if seat == "-" else seat, "" if founder == "-" else founder, name)


def lay_out(state: State, setup: Setup) -> None:
    """Sites and roads as the setup draws them. Raises SetupError."""
    try:
        drawn = [(board_cell(setup.board, site["at"]), site) for site in json.loads(setup.options.get("sites", "[]"))]
        lines = json.loads(setup.options.get("roads", "[]"))
        roads_drawn = [[board_cell(setup.board, at) for at in line] for line in lines]
    except (ValueError, TypeError, KeyError) as error:
        raise SetupError(f"The sites and roads of the setup cannot be read ({error}); draw them anew.") from error
    for cell, site in drawn:
        _lay_site(state, cell, site)
    for road in roads_drawn:
        for here, there in pairwise(road):
            if there not in setup.board.neighbours(here):
                label = setup.board.label
                raise SetupError(f"A road jumps from {label(here)} to {label(there)}; name every hex of it.")
    state.tags["roads"] = json.dumps(roads_drawn)


def board_cell(board: Board, at: Sequence[int]) -> int:
    """The cell of [x, y]. Raises ValueError or TypeError."""
    x, y = at
    return board.cell(x, y)


def _lay_site(state: State, cell: int, drawn: Mapping[str, str]) -> None:
    kind, seat = str(drawn.get("kind", "")), str(drawn.get("seat", ""))
    label = state.board.label(cell)
    if kind not in URBAN_DICE:
        raise SetupError(f'The site at {label} is a "{kind}"; it must be one of {", ".join(URBAN_DICE)}.')
    if is_water(state.board, cell):
        raise SetupError(f"The {kind} at {label} lies in the water; move it to a land hex.")
    if seat and seat not in state.seats:
        raise SetupError(f"The {kind} at {label} belongs to {seat}, which does not play.")
    if f"site:{cell}" in state.tags:
        raise SetupError(f"There are two sites at {label}; remove one.")
    state.tags.update(site_tag(Site(cell, kind, seat, seat, str(drawn.get("name", "")))))


def check_places(state: State) -> None:
    """Everybody where he can be, cargo with its carrier. Raises SetupError."""
    holders: dict[int, Unit] = {}
    for unit in state.units.values():
        label = state.board.label(unit.at)
        if unit.aboard:
            carrier = state.units.get(unit.aboard)
            if carrier is None or carrier.profile != "frigate" or unit.profile == "frigate":
                raise SetupError(f"Unit {unit.id} cannot be aboard {unit.aboard}; a frigate carries land units.")
            if carrier.out:
                raise SetupError(f"Unit {unit.id} cannot be aboard {carrier.id}, which waits in the reserve.")
            if len(cargo(state, carrier.id)) > carrier.stats["HOLD"]:
                raise SetupError(f"Frigate {carrier.id} carries too much; its hold is {carrier.stats['HOLD']}.")
            unit.at = carrier.at
        elif not unit.out and not _fits(state, unit):
            ground = "a land hex" if unit.profile == "frigate" else "the water"
            raise SetupError(f"Unit {unit.id} cannot stand in {ground} at {label}; move it.")
        if unit.out or is_water(state.board, unit.at):
            continue  # ships may begin beside enemy ships: a gun then has a friend where somebody boards (VK-A20)
        first = holders.setdefault(unit.at, unit)
        site = site_at(state, unit.at)
        other = first.seat if state.side(first.seat) != state.side(unit.seat) else ""
        if site and site.seat and state.side(site.seat) != state.side(unit.seat):
            other = site.seat
        if other:
            raise SetupError(f"Unit {unit.id} begins in a hex of {other} at {label}; move one of them.")


def _fits(state: State, unit: Unit) -> bool:
    """Ships on water (or in a port that one is about to attack from), everybody else on land."""
    if unit.profile == "frigate":
        return is_water(state.board, unit.at) or is_port(state, unit.seat, unit.at)
    return not is_water(state.board, unit.at)


# -- roads and ports --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _read_roads(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(road) for road in json.loads(text))


def roads(state: State) -> tuple[tuple[int, ...], ...]:
    """The hexes of each road, end to end."""
    return _read_roads(state.tags["roads"])


def routes(state: State, seat: str, hostile: frozenset[int]) -> dict[int, list[tuple[int, ...]]]:
    """Roads and ferries open to `seat`: own town -> the hexes to each own town 2 or 3 on (VK-A29, VK-A30)."""
    own = {site.cell for site in sites(state, seat)}
    found: dict[int, list[tuple[int, ...]]] = {}
    for road in roads(state):
        for line in (road, road[::-1]):
            for place, start in enumerate(line):
                for length in (2, 3) if start in own else ():
                    route = line[place + 1 : place + 1 + length]
                    if len(route) == length and route[-1] in own and hostile.isdisjoint(route):
                        found.setdefault(start, []).append(route)
    return found


def is_water(board: Board, cell: int) -> bool:
    """Whether the hex is water."""
    return board.terrain[cell] == "water"


def is_port(state: State, seat: str, cell: int) -> bool:
    """An own town or city with water on two sides (VK-A31)."""
    site = site_at(state, cell)
    if site is None or site.seat != seat:
        return False
    return sum(is_water(state.board, beside) for beside in state.board.neighbours(cell)) >= 2


# -- who is where -----------------------------------------------------------------------------------------------------


def on(state: State, cell: int) -> list[Unit]:
    """Units in a hex, cargo and the reserve left out."""
    return [u for u in state.units.values() if u.at == cell and not u.out and not u.aboard]


def enemies_on(state: State, seat: str, cell: int) -> list[Unit]:
    """Units in a hex that are against `seat` (VK-A24)."""
    side = state.side(seat)
    return [u for u in on(state, cell) if state.side(u.seat) != side]


def hostile(state: State, seat: str) -> frozenset[int]:
    """The hexes with an enemy unit, town or city: who enters one stops there and must fight (VK-A27)."""
    side = state.side(seat)
    cells = {u.at for u in state.units.values() if not u.out and not u.aboard and state.side(u.seat) != side}
    return frozenset(cells | {site.cell for site in sites(state) if site.seat and state.side(site.seat) != side})


def cargo(state: State, frigate: str) -> list[Unit]:
    """The units aboard."""
    return [u for u in state.units.values() if u.aboard == frigate and not u.out]


def beside(state: State, at: int, cell: int) -> int:
    """Which neighbour of `at` a hex is, from 1 on."""
    return 1 + state.board.neighbours(at).index(cell)


def target_of(state: State, unit: Unit) -> int:
    """The hex that a unit is lined up to attack, -1 if none."""
    side = unit.fact("towards")
    return state.board.neighbours(unit.at)[side - 1] if side else -1


def lined_up(state: State, seat: str) -> dict[int, list[Unit]]:
    """Hexes under attack -> the units lined up around them, in the order of hexes."""
    found: dict[int, list[Unit]] = {}
    for unit in state.standing(seat):
        cell = target_of(state, unit)
        if cell >= 0:
            found.setdefault(cell, []).append(unit)
    return dict(sorted(found.items()))


def came_from(state: State, unit: Unit, cell: int) -> int:
    """The hex from which a unit entered the battle at `cell`, -1 if it did not."""
    side = unit.fact("came")
    return state.board.neighbours(cell)[side - 1] if side else -1


def noted(state: State, name: str) -> frozenset[int]:
    """Hexes remembered for this turn: "held" as it began, "repelled" attacks."""
    return _read_cells(state.tags.get(name, ""))


@lru_cache(maxsize=4096)
def _read_cells(text: str) -> frozenset[int]:
    return frozenset(int(word) for word in text.split())


def stops(state: State, unit: Unit, cell: int) -> bool:
    """Hard ground: forest and mountain stop infantry and artillery unless held when the turn began (VK-A28)."""
    hard = state.board.terrain[cell] in ("forest", "mountain")
    return hard and unit.profile in ("infantry", "artillery") and cell not in noted(state, "held")


# -- support and supply -----------------------------------------------------------------------------------------------


def keeps(state: State, site: Site) -> Mapping[str, int]:
    """How many units of each kind a town or city keeps (VK-A41)."""
    return {"infantry": 1} if site.kind == "town" else CITY_KEEPS[state.board.terrain[site.cell]]


def support(state: State, seat: str, kind: str) -> int:
    """How many units of a kind all towns and cities of a seat keep together."""
    return sum(keeps(state, site).get(kind, 0) for site in sites(state, seat))


def in_supply(state: State, seat: str) -> bool:
    """Combat supply: the own capital, and a city on each of the four kinds of land (VK-A43)."""
    cities = [site for site in sites(state, seat) if site.kind != "town"]
    grounds = {state.board.terrain[site.cell] for site in cities}
    return any(site.capital for site in cities) and grounds == set(CITY_KEEPS)


def hit_number(state: State, seat: str) -> int:
    """What a die may show at most to hit: 3, in combat supply 4 (VK-A6, VK-A36)."""
    return 4 if in_supply(state, seat) else 3
