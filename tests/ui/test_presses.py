"""A press counts once, however long it is held; and Enter does what the button marked Enter says."""

from __future__ import annotations

import pygame
import pytest

from game.maps.scenarios import read_head
from game.paths import MAPS
from game.ui.screens.battle import BattleScreen
from game.ui.screens.cards import RulesScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import BookList
from game.ui.screens.offer import books
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk, middle
from tests.ui.street import acting, street


def down(key: int) -> pygame.event.Event:
    """A key that goes down, without its letting go."""
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")


# -- a press counts once ----------------------------------------------------------------------------------------------


def test_enter_held_after_begin_chooses_nothing() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.hold("return", 15)
    assert isinstance(desk.top, CurtainScreen), "before the first seat, too; and what is held lifts none"
    desk.let_go("return")
    desk.press("return")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert screen.session.match.choices == []
    desk.press("o")
    assert len(screen.session.match.choices) == 1


@pytest.mark.parametrize("key", ["o", "return"])
def test_a_key_that_is_held_makes_one_choice(key: str) -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o") if key == "return" else None
    made = len(screen.session.match.choices)
    desk.hold(key, 10)
    assert len(screen.session.match.choices) == made + 1


def test_a_number_key_that_is_held_picks_its_row_and_does_not_do_it() -> None:
    """Pressed twice, the number would do what its row says."""
    desk = Desk()
    screen = acting(desk)
    made = len(screen.session.match.choices)
    desk.hold("1", 10)
    assert screen.model.chosen != ""
    assert len(screen.session.match.choices) == made


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


def test_a_press_counts_once_however_long_a_picture_takes_to_draw() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    start = screen.map.board.xy(screen.model.cell_of(screen.model.selected))
    right, up = down(pygame.K_RIGHT), pygame.event.Event(pygame.KEYUP, key=pygame.K_RIGHT, mod=0)
    desk.app.take([right])
    desk.app.take([right, right, up])  # repeated by the clock before it was seen that the key had been let go
    assert screen.map.board.xy(screen.pointer.cursor) == (start[0] + 1, start[1])
    desk.app.take([right, up, right, up])
    assert screen.map.board.xy(screen.pointer.cursor) == (start[0] + 3, start[1])


# -- Enter does what wears it -----------------------------------------------------------------------------------------


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


def test_the_focus_goes_on_from_the_button_that_was_clicked() -> None:
    desk = Desk()
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.click("seat:blue")
    desk.press("tab")
    assert desk.top.focus == "seat:red"


def test_a_dragged_unit_is_let_go_when_a_sheet_comes_over_the_table() -> None:
    desk = Desk()
    screen = acting(desk)
    option = next(o for o in screen.model.moves() if screen.map.in_sight(o.to))
    start, end = (middle(screen, cell) for cell in (screen.model.cell_of(option.unit), option.to))
    desk.point_at(start)
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    desk.point_at(end, held=True)
    assert screen.pointer.carried
    desk.press("escape")
    assert desk.top is not screen
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    desk.press("escape")
    assert desk.top is screen
    assert not screen.pointer.carried
    made = len(screen.session.match.history)
    desk.click_at(end)
    assert len(screen.session.match.history) == made, "one click chooses, and does not drop what was carried"
    assert screen.model.option().to == option.to


def test_a_mouse_that_leaves_the_window_points_at_no_unit() -> None:
    desk = Desk()
    screen = acting(desk)
    unit = next(name for name in screen.model.units if name != screen.model.selected)
    desk.point_at((5, 5))
    desk.point_at(middle(screen, screen.model.cell_of(unit)))
    assert screen.pointer.unit == unit
    desk.app.dispatch(pygame.event.Event(pygame.WINDOWLEAVE))
    desk.settle()
    assert screen.pointer.unit == ""


def test_the_digit_keys_work_on_keyboards_that_type_digits_with_shift() -> None:
    """On a French keyboard the key of 1 says “&”."""
    desk = Desk()
    desk.open(BookList(desk.app, books()))
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=ord("&"), scancode=pygame.KSCAN_1, mod=0, unicode="&"))
    assert isinstance(desk.top, RulesScreen)
    assert desk.top.book is books()[0]
