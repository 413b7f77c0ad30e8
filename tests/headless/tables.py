"""Small tables to play on, for every rulebook, and players that choose at random."""

from __future__ import annotations

import random

from game.ai.players import blind
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.rulebook import load_army
from game.rules import RULESETS, build
from game.sketch import read_sketch, write_sketch
from tests.setups import TABLES, random_setup

DUEL = {
    "ruleset": "skirmishcorps",
    "grid": "square",
    "board": ["..........", "...##.....", ".........."],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 2], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [9, 2], "marker": "overwatch", "stats": {"RE": 8}},
    ],
    "phase": "act",
    "seat": "red",
}

UNASSIGNED = {
    **DUEL,
    "phase": "",
    "seat": "",
    "units": [{k: v for k, v in u.items() if k != "marker"} for u in DUEL["units"]],
}
"""The duel before either side has laid its marker."""


def field(ruleset: str, seed: int, units: int = 3, width: int = 16, height: int = 12) -> dict[str, object]:
    """A random field of battle, the same for the same seed."""
    if ruleset in TABLES:
        return write_sketch(random_setup(ruleset, seed, width=width, height=height, turns=3))
    rng = random.Random(seed)
    rows = ["".join(rng.choice("........,nT#") for _ in range(width)) for _ in range(height)]
    free = [(x, y) for y in range(height) for x in range(width) if rows[y][x] in ".,"]
    rng.shuffle(free)
    profiles = list(load_army(ruleset).profiles)
    return {
        "ruleset": ruleset,
        "grid": "square",
        "board": [row.replace(",", "=") for row in rows],
        "turns": 3,
        "units": [
            {"id": f"{seat[0]}{n}", "seat": seat, "profile": rng.choice(profiles), "at": list(free.pop())}
            for seat in ("blue", "red")
            for n in range(1, units + 1)
        ],
    }


def begun(sketch: dict[str, object], seed: int = 0, dice: DiceSource | None = None) -> Match:
    """A match on a sketch, with seeded dice unless others are given."""
    setup = read_sketch(sketch)
    return Match(setup, build(setup.ruleset, setup.rulings), dice or DiceSource("seeded", seed))


def choose_any(match: Match, rng: random.Random) -> None:
    """Answer the pending decision with anything legal; rolls with any faces."""
    asked = match.pending
    if asked.seat == "dice":
        match.choose(Choice(faces=tuple(rng.randint(1, sides) for sides in asked.dice)))
    else:
        match.choose(blind(asked.options, rng.randrange).id)


def played(ruleset: str, seed: int, most: int = 400, **size: int) -> Match:
    """A game of random choices."""
    match, rng = begun(field(ruleset, seed, **size), seed), random.Random(seed)
    while match.pending and len(match.history) < most:
        choose_any(match, rng)
    return match


BOOKS = list(RULESETS)
