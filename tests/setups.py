"""Random setups for every rulebook, and random play on them, for the contract tests.

A rulebook that needs more than units on ground adds a builder to `BUILDERS`, and its hidden markers to `HIDDEN`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from game.board.board import Board
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.rulebook import load_army
from game.engine.setup import Objective, Setup, SiteSpec, UnitSpec
from game.rules import build

GROUND = "." * 12 + ",,n#TT="
HIDDEN = {"skirmishcorps": ("move", "overwatch")}
"""Ruleset -> the kinds of markers that lie face-down and look alike to other seats."""


def random_setup(ruleset, seed, *, width=12, height=9, side=3, turns=2, rulings=None):
    """Return a board of scattered terrain with `side` units of random profiles for each of two seats, and an objective.

    Rulebooks that are played on other boards or by more seats have a builder of the whole setup in `TABLES`.
    """
    random = Random(f"{ruleset} {seed}")
    if ruleset in TABLES:
        return replace(TABLES[ruleset](random, f"Random {seed}", width, height), turns=turns, rulings=rulings or {})
    rows = ["".join(random.choice(GROUND) for _ in range(width)) for _ in range(height)]
    board = Board.from_rows(rows)
    free = [cell for cell in range(width * height) if board.passable(cell)]
    random.shuffle(free)
    profiles = sorted(load_army(ruleset).profiles)
    units = [
        UnitSpec(f"{seat[0]}{number}", seat, random.choice(profiles), free.pop())
        for seat in ("blue", "red")
        for number in range(1, side + 1)
    ]
    goal = Objective("goal", "the crossroads", (free.pop(), free.pop()))
    setup = Setup(
        ruleset,
        f"Random {seed}",
        board,
        ("blue", "red"),
        tuple(units),
        objectives=(goal,),
        turns=turns,
        rulings=rulings or {},
    )
    return BUILDERS[ruleset](setup, random) if ruleset in BUILDERS else setup


def _some_wounds(setup, random):
    """Give some units two wounds, which no profile has."""
    return replace(setup, units=tuple(replace(u, stats={"W": random.choice((1, 1, 2))}) for u in setup.units))


def _squads_on_watch(setup, random):
    """Make squads of every size, some on overwatch, broken or hidden, and one a launcher team."""
    units = [
        replace(u, figures=random.choice((0, 0, 1, 3)), markers=dict.fromkeys(_marker(random), "up"))
        for u in setup.units
    ]
    units[0] = replace(units[0], profile="launcher_team", figures=2)
    return replace(setup, units=tuple(units))


def _marker(random):
    return random.choice(((), ("overwatch",), ("overwatch",), ("hidden",), ("hidden", "overwatch"), ("broken",)))


def _combined_arms(setup, random):
    """Give each side a leader, set missiles against vehicles, and give some units a state as in mid-battle."""
    heavy = dict(zip(setup.seats, random.sample(("missile_team", "light_vehicle"), 2), strict=True))
    fates = (
        {"confidence": 2},
        {"confidence": 3},
        {"confidence": 4},
        {"wounded": 2},
        {"abandoned": 1},
        {"motivation": 1},
    )
    units = []
    for unit in setup.units:
        profile = {"1": "command", "2": heavy[unit.seat]}.get(unit.id[1:], unit.profile)
        facts = random.choice((*fates, {}, {}, {})) if profile != "light_vehicle" else {}
        marked = random.choice(("", "", "", "overwatch", "in_position", "suppressed"))
        markers = {marked: "up"} if marked and profile != "light_vehicle" else {}
        units.append(replace(unit, profile=profile, facts=facts, markers=markers))
    return replace(setup, units=tuple(units))


def _formations(setup, random):
    """Make two formations a side close together, with a passenger, some markers, and a scale at which they meet."""
    board, profiles = setup.board, ("heavy", "line", "horde", "brutes", "bikes", "command", "tank")
    units, taken = [], set()
    for seat, rows in (("blue", range(board.height // 2)), ("red", range(board.height // 2, board.height))):
        ground = [row * board.width + column for row in rows for column in range(board.width)]
        free = [cell for cell in ground if board.passable(cell, "vehicle")]
        for number in (1, 2):
            name = f"{seat[0]}{number}"
            start = random.choice(free)
            nearest = sorted(free, key=lambda cell: (board.distance(start, cell), cell))
            cells = [cell for cell in nearest if cell not in taken][:3]
            taken.update(cells)
            carrier = random.choice(("carrier", "carrier", "emplacement"))
            kinds = [carrier if number == 1 else random.choice(profiles), *random.choices(profiles, k=2)]
            members = [
                UnitSpec(f"{name}{letter}", seat, kind, cell, group=name)
                for letter, kind, cell in zip("abc", kinds, cells, strict=False)
            ]
            if number == 1 and members:
                kind = random.choice(("line", "horde"))
                members.append(UnitSpec(f"{name}p", seat, kind, members[0].at, group=name, aboard=members[0].id))
            if members:
                members[0] = replace(members[0], markers=dict.fromkeys(_formation_marker(random), "up"))
            units += members
    return replace(setup, units=tuple(units), options={"scale": random.choice(("10", "20", "20", "30"))})


def _formation_marker(random):
    return random.choice(((), (), ("overwatch",), ("overwatch",), ("blast",), ("broken",)))


HEXES = "...ggffmm~~~"


def _hexes_of_war(random, title, width, height):
    """Return a setup of two to four seats on hexes with towns, cities, capitals, roads, stacks and ships with cargo."""
    board = Board.from_rows(["".join(random.choice(HEXES) for _ in range(width)) for _ in range(height)], "hex")
    seats = ("blue", "red", "gold", "plum")[: random.choice((2, 2, 3, 4))]
    land = [cell for cell in range(width * height) if board.terrain[cell] != "water"]
    sea = [cell for cell in range(width * height) if board.terrain[cell] == "water"]
    random.shuffle(land)
    random.shuffle(sea)
    units, sites, roads = [], [], []
    for seat in seats:
        homes = [land.pop() for _ in range(3)]
        kinds = (random.choice(("capital", "city")), random.choice(("town", "city")), "town")
        sites += [SiteSpec(kind, home, seat) for kind, home in zip(kinds, homes, strict=True)]
        stacks = [land.pop(), random.choice(homes), random.choice(homes)]
        for number, profile in enumerate(
            ("artillery", "infantry", random.choice(("cavalry", "infantry")), "artillery"), 1
        ):
            reserve = {"reserve": 1} if number > 2 and random.random() < 0.2 else {}
            units.append(UnitSpec(f"{seat[0]}{number}", seat, profile, random.choice(stacks), facts=reserve))
        if sea:
            ship = UnitSpec(f"{seat[0]}5", seat, "frigate", sea.pop())
            units += [ship, UnitSpec(f"{seat[0]}6", seat, "infantry", ship.at, aboard=ship.id)]
        road = _hex_road(board, random, homes[0])
        roads.append(tuple(road))
        if road[-1] in land:
            land.remove(road[-1])
            sites.append(SiteSpec("town", road[-1], seat))
    sites.append(SiteSpec("town", land.pop()))
    return Setup("viktory2", title, board, seats, tuple(units), sites=tuple(sites), roads=tuple(roads))


def _hex_road(board, random, start):
    """Return a random road of two or three hexes from a town, over land or water."""
    road = [start]
    for _ in range(random.choice((2, 3))):
        ahead = [cell for cell in board.neighbours(road[-1]) if cell not in road]
        road += random.sample(ahead, min(1, len(ahead)))
    return road


TABLES = {"viktory2": _hexes_of_war}
"""Ruleset -> builder of a whole random setup, from the generator, the title, the width and the height."""

BUILDERS = {
    "skirmishcorps": _some_wounds,
    "wh40k2": _squads_on_watch,
    "stargrunt2": _combined_arms,
    "epic": _formations,
}
"""Ruleset -> builder that completes a random setup, from the setup and the generator."""


def random_match(ruleset, seed, kind=Match, **how):
    """Return a match on a random setup with seeded dice."""
    setup = random_setup(ruleset, seed, **how)
    return kind(setup, build(ruleset, setup.rulings), DiceSource(seed=seed))


def any_option(match, random):
    """Return a random option; each action of each unit is equally likely, however many cells it lists."""
    options = match.pending.options
    kinds = sorted({(option.unit, option.action) for option in options})
    unit, action = random.choice(kinds)
    return random.choice([option.id for option in options if (option.unit, option.action) == (unit, action)])


def decisions(match, seed, limit=5000) -> Iterator[Match]:
    """Yield the match at each of its decisions, and choose a random answer whenever the caller goes on."""
    random = Random(seed)
    for _ in range(limit):
        if match.pending is None:
            return
        yield match
        match.choose(any_option(match, random))
    raise AssertionError(f"the game does not end within {limit} decisions")
