"""The window is made of parts: none imports the screen, none imports in a circle, and none shows an old state."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path
from random import Random

import pygame
import pytest

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.ui.battle import overlay
from game.ui.battle.layers import KeptPanel
from game.ui.battle.model import Model
from game.ui.battle.overlay import MOST_SHADES
from game.ui.battle.viewed import remembered
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from tests.ui.desk import Desk

WINDOW = Path(__file__).parents[2] / "game/ui"
KEYS = (
    "tab",
    "1",
    "2",
    "return",
    "n",
    "f",
    ".",
    ",",
    "up",
    "left",
    "t",
    "l",
    "z",
    "o",
    "m",
    "v",
    "page down",
    "q",
    "g",
)


def modules() -> dict[str, Path]:
    """Every module of the window by its name."""
    root = WINDOW.parents[1]
    return {
        ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file
        for file in WINDOW.rglob("*.py")
    }


def imports(file: Path, known: dict[str, Path]) -> set[str]:
    """What a module imports of the window, at its head, in functions and for the type checker alone."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{name.name}" for name in node.names}
            found |= inner & set(known) or {node.module} & set(known)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names} & set(known)
    return found


def test_no_module_of_the_window_imports_in_a_circle():
    known = modules()
    graph = {name: imports(file, known) - {name} for name, file in known.items()}
    list(TopologicalSorter(graph).static_order())  # raises CycleError with the circle


def test_no_part_of_the_battle_screen_knows_the_screen():
    known = modules()
    parts = {name: file for name, file in known.items() if name.startswith("game.ui.battle.")}
    assert parts
    assert [name for name, file in parts.items() if "game.ui.screens.battle" in imports(file, known)] == []


@pytest.mark.parametrize(
    ("scenario", "rounds"),
    [
        ("market_street", 25),
        *(
            pytest.param(one, 60, marks=pytest.mark.fuzz)
            for one in ("market_street", "past_the_guns", "gun_on_the_hill")
        ),
    ],
)
def test_a_panel_that_is_kept_shows_what_a_fresh_one_would(scenario, rounds):
    desk, random = Desk(), Random(7)
    screen = start(desk.app, scenario, {}, {}, DiceSource("seeded", 3))
    assert isinstance(screen, BattleScreen)
    screen.session.table = TableKind.OPEN
    desk.open(screen)
    for _ in range(rounds):
        drawn = random.random()
        if drawn < 0.3:
            spot = random.randrange(20, 880), random.randrange(80, 640)
            desk.click_at(spot)
        elif drawn < 0.6:  # over bar, column and log, where what is usable lights up
            desk.point_at(random.choice([zone.rect.center for zone in screen.zones if zone.rect]))
        else:
            desk.press(random.choice(KEYS))
        if desk.top is not screen:
            desk.app.screens[:] = [screen]
        desk.app.draw()
        desk.app.draw()
        place = desk.app.mouse
        desk.point_at((place[0] + 2, place[1] + 1))
        kept, zones = desk.pixels(), [zone.id for zone in screen.zones]
        screen.kept = tuple(KeptPanel() for _ in screen.kept)
        screen.model.results.clear()  # nor is anything `remembered` that is no longer so
        desk.settle()  # what comes of a snowball is worked out again
        assert [zone.id for zone in screen.zones] == zones
        assert desk.pixels() == kept


def test_the_model_works_out_an_answer_once_until_the_session_is_read_again():
    asked: list[str] = []

    @remembered
    def about(model: Model, unit: str) -> str:
        """An answer of the model that counts how often it is worked out."""
        asked.append(unit)
        return f"{unit} of {len(model.units)}"

    desk = Desk()
    screen = start(desk.app, "market_street", {}, {}, DiceSource("seeded", 3))
    assert isinstance(screen, BattleScreen)
    model = screen.model
    first, second = list(model.units)[:2]
    assert [about(model, first), about(model, second), about(model, first)] == [
        f"{unit} of {len(model.units)}" for unit in (first, second, first)
    ]
    assert asked == [first, second]
    model.refresh()
    about(model, first)
    assert asked == [first, second, first]


def test_of_sight_and_threat_one_is_shown_at_a_time() -> None:
    model = Desk().battle("market_street").model
    assert (model.sight, model.threat) == (False, False)
    seen = []
    for toggle in (
        model.toggle_threat,
        model.toggle_sight,
        model.toggle_sight,
        model.toggle_sight,
        model.toggle_threat,
    ):
        toggle()
        seen.append((model.sight, model.threat))
    assert seen == [(False, True), (True, False), (False, False), (True, False), (False, True)]


def test_a_cell_is_the_darker_the_more_enemies_see_it_up_to_the_darkest_shade() -> None:
    view = Desk().battle("market_street").map
    cell = view.board.cell(1, 15)
    guns = [gun for gun in range(view.board.width * view.board.height) if cell in view.board.field(gun)][
        : MOST_SHADES + 2
    ]
    assert len(guns) == MOST_SHADES + 2
    shades = []
    for count in range(len(guns) + 1):
        layer = pygame.Surface(view.area.bottomright, pygame.SRCALPHA)
        overlay.draw_threat(layer, view, guns[:count])
        shades.append(layer.get_at(view.rect_of(cell).center).a)
    assert shades[0] == 0
    assert shades[: MOST_SHADES + 1] == sorted({*shades[: MOST_SHADES + 1]})
    assert {*shades[MOST_SHADES:]} == {shades[MOST_SHADES]}
