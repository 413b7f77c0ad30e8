"""What a person at the window ran into once: keys that ran on, buttons that did something else, lines that told wrong."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.demos import DemoPlayer, load_demo
from game.engine.dice import DiceSource
from game.maps.scenarios import read_head
from game.paths import MAPS
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import demo_screen
from game.ui.screens.menu import HelpScreen, SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import drawn
from tests.ui.test_window import STREET


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))


def street(desk: Desk, **changes: object) -> BattleScreen:
    screen = BattleScreen(desk.app, Session(read_sketch({**STREET, **changes}), dice=DiceSource(seed=5)))
    desk.open(screen)
    return screen


def down(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")


# -- a press counts once ------------------------------------------------------------------------------------------------


def test_enter_held_after_begin_chooses_nothing() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.hold("return", 15)
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert screen.session.match.choices == []
    desk.let_go("return")
    desk.press("o")
    assert len(screen.session.match.choices) == 1


@pytest.mark.parametrize("key", ["o", "return", "1"])
def test_a_key_that_is_held_makes_one_choice(key: str) -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o") if key == "return" else None
    made = len(screen.session.match.choices)
    desk.hold(key, 10)
    assert len(screen.session.match.choices) <= made + 1


def test_the_key_that_ended_one_view_does_not_lift_the_curtain_over_the_next() -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o", "m")
    desk.hold("return", 10)
    assert isinstance(desk.top, CurtainScreen)
    assert screen.session.viewer == "red"
    desk.let_go("return")
    desk.press("return")
    assert desk.top is screen


def test_a_press_that_began_before_the_curtain_was_drawn_lifts_nothing() -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o", "m")
    desk.app.dispatch(down(pygame.K_RETURN))
    curtain = desk.top
    assert isinstance(curtain, CurtainScreen)
    desk.app.dispatch(down(pygame.K_SPACE))  # before its first picture
    assert desk.top is curtain
    pygame.event.post(down(pygame.K_KP_ENTER))  # while that is being drawn
    desk.app.draw()
    for event in pygame.event.get(pygame.KEYDOWN):
        desk.app.dispatch(event)
    assert desk.top is curtain
    desk.let_go("space")
    desk.press("space")
    assert desk.top is screen


def test_the_cursor_and_the_pages_go_on_while_their_key_is_held() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    desk.hold("right", 5)
    board = screen.map.board
    assert board.xy(screen.pointer.cursor)[0] - board.xy(screen.model.cell_of(screen.model.selected))[0] == 5


# -- Enter does what wears it -------------------------------------------------------------------------------------------


def test_enter_after_a_click_begins_the_game_that_was_set_up() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.click("seat:red")
    desk.press("return")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert set(screen.session.players) == {"red"}


def test_enter_after_a_click_on_the_title_sets_up_the_chosen_map() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.click("page")
    chosen = title.scenarios[title.at]
    desk.press("return")
    assert isinstance(desk.top, SetupScreen)
    assert desk.top.scenario == chosen


def test_the_focus_goes_on_from_what_was_clicked() -> None:
    desk = Desk()
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.click("seat:blue")
    desk.press("tab")
    assert desk.top.focus == "seat:red"


# -- demonstrations -----------------------------------------------------------------------------------------------------


def shown(demo: str, step: int) -> tuple[Desk, BattleScreen]:
    desk = Desk()
    screen = demo_screen(desk.app, DemoPlayer(load_demo(demo)))
    desk.open(screen)
    for _ in range(step):
        desk.press("right")
    return desk, screen


def test_a_button_of_a_demonstration_plays_what_it_says_or_nothing() -> None:
    desk, screen = shown("sc-snowball", 9)
    player = screen.strip.player
    assert player.coming.option == screen.model.chosen
    assert next(o for o in screen.model.options() if o.id == player.coming.option).text == "Fire at A1"
    for zone in ("pass", "option:nothing"):
        if desk.zones(zone):
            desk.click(zone)
            assert player.at == 9
    assert "another way" in screen.model.notice
    other = next(z for z in desk.zones("option:") if z != f"option:{player.coming.option}")
    desk.click(other)
    desk.press("return")
    assert player.at == 9, "Enter would have played another choice than the one picked"
    desk.press("return")
    assert player.at == 10


# -- what the bars tell -------------------------------------------------------------------------------------------------


def test_the_line_under_the_name_tells_who_acts_while_others_answer() -> None:
    desk, screen = shown("sc-snowball", 9)
    assert screen.model.units[screen.model.view.action.unit].seat == "blue"
    assert "Turn 1 of 8, Act phase, Blue acts" in [line.words for line in drawn(desk).lines]


# -- keys and sizes -----------------------------------------------------------------------------------------------------


def test_f1_shows_the_keys_from_the_title_a_battle_and_a_sheet() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.press("f1")
    assert isinstance(desk.top, HelpScreen)
    desk.press("f1")
    assert desk.top is title
    screen = street(desk)
    desk.press("f1")
    assert isinstance(desk.top, HelpScreen)
    desk.press("escape")
    assert desk.top is screen
    desk.press("escape", "f1")
    assert isinstance(desk.top, HelpScreen)


@pytest.mark.parametrize("size", [(115, 55), (60, 30), (319, 900), (330, 250)])
@pytest.mark.parametrize("name", ["market_street", "gun_on_the_hill"])
def test_a_window_of_any_size_is_drawn_with_every_overlay(size: tuple[int, int], name: str) -> None:
    desk = Desk(size)
    screen = start(desk.app, name, {}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    desk.open(screen)
    desk.press("space", "t", "l", "right")
    assert screen.model.threat or screen.model.sight


def test_sizes_above_100_percent_are_larger_and_say_where_the_window_has_no_more_room() -> None:
    scales = []
    for percent in (100, 125, 150):
        desk = Desk((1280, 800))
        desk.app.settings.scale = percent
        scales.append(desk.app.scale)
        desk.app.push(TitleScreen(desk.app))
        desk.open(SettingsScreen(desk.app))
        words = [line.words for line in drawn(desk).lines]
        told = f"{percent} %, this window has room for 125 %" if percent > 125 else f"{percent} %"
        assert told in words
    assert scales == [1.0, 1.25, 1.25]
