"""Makes new games for the corpus: maps, demonstrations, random games, games of the computer player.

This is the only module of the corpus that uses the game's own code and the random tables of the tests. A recorded game
is replayed through the protocol alone.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from functools import partial

from tools.corpus_parts.chance import Chance
from tools.corpus_parts.engines import ROOT, Json, inside
from tools.corpus_parts.games import Game

RANDOM_GAMES = 20
COMPUTER_GAMES = 5
LIMIT = {"epic": 120}
"""Ruleset -> the most choices that are recorded of a game; `USUAL_LIMIT` for the others."""
USUAL_LIMIT = 150
SIGHTS = 300
"""Pairs of cells whose sight is recorded for a map."""
SLOW_ODDS = {"epic", "wh40k2"}
"""Rulebooks whose odds take long, so that they are asked for less often."""

Make = Callable[[], Game]


def every_game() -> Iterator[tuple[str, Make]]:
    """The name of every game to be recorded, and the function that makes it."""
    hello = inside()({"do": "hello"})
    yield "hello", _hello
    for book in (ruleset["id"] for ruleset in hello["rulesets"]):
        maps = [scenario for scenario in hello["scenarios"] if scenario["ruleset"] == book]
        yield f"{book}/book", partial(_book, book)
        for scenario in maps:
            yield f"{book}/map-{scenario['id']}", partial(_map, scenario)
        for path in sorted((ROOT / "assets" / "demos").glob("*.toml")):
            demo = tomllib.loads(path.read_text("utf-8"))
            if demo["sketch"]["ruleset"] == book:
                yield f"{book}/demo-{path.stem}", partial(_demo, demo)
        for number in range(1, RANDOM_GAMES + 1):
            yield f"{book}/random-{number:02}", partial(_random, book, maps, number)
        for number in range(1, COMPUTER_GAMES + 1):
            yield f"{book}/computer-{number}", partial(_computer, book, maps, number)


def _hello() -> Game:
    return Game("hello", {"do": "hello"}, about="who answers, and what it plays", why=0)


def _book(book: str) -> Game:
    return Game(f"{book}/book", {"do": "rules", "ruleset": book}, about="its clauses and rulings", why=0)


def _map(scenario: Json) -> Game:
    return Game(
        f"{scenario['ruleset']}/map-{scenario['id']}",
        {"do": "new", "scenario": scenario["id"]},
        about=f"the map {scenario['title']} as it begins",
        seats=tuple(scenario["seats"]),
        sights=SIGHTS,
    )


def _demo(demo: Json) -> Game:
    from game.sketch import read_sketch

    sketch = {"title": demo["title"], **demo["sketch"]}
    choices = [
        {"option": step["choose"], **{k: step[k] for k in ("path", "until") if k in step}} for step in demo["steps"]
    ]
    return Game(
        f"{sketch['ruleset']}/demo-{demo['id']}",
        {"do": "new", "sketch": sketch, "dice": demo.get("dice", [])},
        about=f"the demonstration {demo['title']}",
        seats=tuple(read_sketch(sketch).seats),
        odds=0 if sketch["ruleset"] == "epic" else 1,
        choices=choices,
    )


def _table(book: str, maps: list[Json], number: int, *, on_map: bool, seed: int) -> tuple[Json, tuple[str, ...], str]:
    """The request that begins a game on a map or on a random sketch, its seats, and words for the place."""
    if on_map:
        scenario = maps[number % len(maps)]
        return {"do": "new", "scenario": scenario["id"], "seed": seed}, tuple(scenario["seats"]), scenario["title"]
    from game.sketch import write_sketch
    from tests.setups import random_setup

    width, height, side = ((12, 9, 3), (16, 11, 4), (20, 14, 5))[number % 3]
    setup = random_setup(book, 1000 + number, width=width, height=height, side=side, turns=3)
    return {"do": "new", "sketch": write_sketch(setup), "seed": seed}, setup.seats, "a random table"


def _random(book: str, maps: list[Json], number: int) -> Game:
    """A random game: four of five on random tables, every other one with every roll asked, some with other rulings."""
    on_map = number % 5 == 0
    name = f"{book}/random-{number:02}"
    chance = random.Random(name)  # noqa: S311 - games, not secrets
    new, seats, where = _table(book, maps, number // 5 if on_map else number, on_map=on_map, seed=number)
    about = f"random play on {where}"
    ask = inside()
    if number % 2 == 0:
        new = {key: value for key, value in new.items() if key != "seed"} | {"dice": "ask"}
        about += ", every roll asked"
    if number % 3 == 0:
        rulings = ask({"do": "rules", "ruleset": book})["rulings"]
        drawn = chance.sample(rulings, (len(rulings) + 1) // 2)
        new["rulings"] = {one["id"]: chance.choice(one["choices"])["id"] for one in drawn}
        about += ", some rulings changed"
    odds = 12 if book in SLOW_ODDS else 6
    game = Game(name, new, about, seats, why=_looks(book, on_map=on_map), odds=0 if on_map else odds)
    answer = ask(new)
    assert answer["ok"], (name, answer)
    play = Chance(ask, answer["match"], name).play(answer, LIMIT.get(book, USUAL_LIMIT))
    game.choices = [choice for choice, _ in play]
    return game


def _computer(book: str, maps: list[Json], number: int) -> Game:
    """A game of the computer player on all sides: first on each map once, then on random tables."""
    from game.ai.levels import ComputerPlayer
    from game.ai.seatview import SeatView
    from game.engine.answers import Choice
    from game.engine.dice import DiceSource
    from game.engine.match import Match
    from game.maps.scenarios import load_scenario
    from game.rules import build
    from game.sketch import read_sketch

    on_map = number <= len(maps)
    new, seats, where = _table(book, maps, number - 1 if on_map else 30 + number, on_map=on_map, seed=100 + number)
    setup = load_scenario(new["scenario"]).setup if on_map else read_sketch(new["sketch"])
    match, player = Match(setup, build(book, setup.rulings), DiceSource(seed=new["seed"])), ComputerPlayer()
    game = Game(
        f"{book}/computer-{number}", new, f"computer players on {where}", seats, why=_looks(book, on_map=on_map)
    )
    while (asked := match.pending) is not None and len(game.choices) < LIMIT.get(book, USUAL_LIMIT):
        option = player.choose(SeatView(match, asked.seat), asked)
        match.choose(Choice.of(option))
        game.choices.append({"option": option.id} | ({"until": option.until} if option.until else {}))
    return game


def _looks(book: str, *, on_map: bool) -> int:
    """After how many moments reasons are asked for again: seldom where they are as long as the options."""
    if not on_map:
        return 3
    return 12 if book == "epic" else 6
