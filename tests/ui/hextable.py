"""An island with four seats on it, for tests of the window on hexes."""

from __future__ import annotations

from game.engine.dice import DiceSource
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from tests.ui.desk import Desk

BOARD = [
    "~~~~~~~~~~",
    "~~.ggf~~~~",
    "~.ggfmm.~~",
    "~..gfm.gf~",
    "~.ff..g.~~",
    "~.ggm.ggf~",
    "~~g.fgg.~~",
    "~~~.gf~~~~",
    "~~~~~~~~~~",
]
SEATS = {"b": "blue", "r": "red", "g": "gold", "p": "plum"}
SITES = (
    ("capital", "blue", 3, 5), ("town", "blue", 4, 4), ("capital", "red", 4, 1), ("town", "red", 3, 2),
    ("capital", "gold", 7, 3), ("town", "gold", 6, 4), ("capital", "plum", 6, 6), ("city", "plum", 7, 5),
    ("town", "", 3, 7),
)  # fmt: skip
UNITS = (
    "b1 infantry 4 4", "b2 infantry 3 5", "b3 artillery 4 5", "b4 cavalry 3 5", "b5 artillery 2 6", "b6 frigate 1 6",
    "b7 infantry 1 6 b6", "b8 artillery 1 6 b6", "r1 infantry 4 3", "r2 infantry 4 3", "r3 artillery 4 3",
    "r4 cavalry 4 3", "r5 infantry 4 3", "r6 infantry 4 3", "r7 frigate 6 1", "r8 infantry 6 1 r7", "r9 cavalry 3 2",
    "g1 infantry 7 3", "g2 artillery 6 4", "g3 cavalry 6 4", "g4 frigate 9 3", "p1 infantry 6 6", "p2 artillery 7 5",
    "p3 infantry 7 5", "p4 cavalry 6 6",
)  # fmt: skip


def _unit(words: str) -> dict[str, object]:
    name, profile, x, y, *aboard = words.split()
    unit: dict[str, object] = {"id": name, "seat": SEATS[name[0]], "profile": profile, "at": [int(x), int(y)]}
    return unit | ({"aboard": aboard[0]} if aboard else {})


def island(seats: str = "brgp", first: str = "red") -> dict[str, object]:
    """The sketch, with the units of these seats; `first` is in turn."""
    playing = [SEATS[letter] for letter in seats]
    return {
        "ruleset": "viktory2",
        "grid": "hex",
        "title": "Four capitals",
        "turns": 6,
        "phase": "act",
        "seat": first,
        "first": first,
        "seats": playing,
        "board": BOARD,
        "sites": [{"kind": k, "seat": s, "at": [x, y]} for k, s, x, y in SITES if not s or s in playing],
        "roads": [[[3, 5], [4, 4]], [[7, 3], [7, 4], [6, 4]]] if len(playing) > 2 else [[[3, 5], [4, 4]]],
        "units": [_unit(words) for words in UNITS if words[0] in seats],
    }


def at_island(
    size: tuple[int, int] = (1280, 800), scale: int = 100, seats: str = "brgp", **kinds: object
) -> tuple[Desk, BattleScreen]:
    """The island on a screen, Red to move."""
    desk = Desk(size)
    desk.app.settings.scale = scale
    screen = BattleScreen(desk.app, Session(read_sketch(island(seats)), dice=DiceSource(seed=5), **kinds))
    desk.open(screen)
    return desk, screen


def spot(screen: BattleScreen, unit: str) -> tuple[int, int]:
    """The middle of a unit's token on the screen."""
    places = [
        *screen.picture.pieces.stacks.places,
        *(place for hold in screen.picture.pieces.stacks.holds for place in hold),
    ]
    found = next(place for place in places if place.unit == unit)
    return round(found.x), round(found.y)
