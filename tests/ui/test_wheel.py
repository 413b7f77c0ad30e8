"""The wheel scrolls what it is over and presses nothing, though pygame reports each notch as a button, too."""

from __future__ import annotations

import pygame

from game.ui.screens.recap import RecapScreen
from tests.ui.desk import Desk
from tests.ui.test_beforehand import moved


def turn(desk: Desk, position: tuple[int, int], down: int = 1) -> None:
    """The pointer goes there, then a notch of the wheel down (or up, with -1)."""
    desk.point_at(position)
    turn_only(desk, position, down)


def turn_only(desk: Desk, position: tuple[int, int], down: int = 1) -> None:
    """The notch, with all that pygame tells of it."""
    button = 5 if down > 0 else 4
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=button))
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=position, button=button))
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-down, flipped=False))
    desk.app.draw()


def test_the_wheel_leaves_the_list_of_events_open() -> None:
    desk, screen = moved()
    desk.press("space")
    assert isinstance(desk.top, RecapScreen)
    for spot in (screen.map.area.center, (desk.app.window.get_width() - 60, 100)):
        turn(desk, spot)
        assert isinstance(desk.top, RecapScreen)


def test_the_wheel_skips_nothing_of_the_playback() -> None:
    desk, screen = moved()
    desk.press("space", "return")
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_y, mod=0, unicode="y"))
    assert screen.playback.running
    turn_only(desk, screen.map.area.center)
    assert screen.playback.running


def test_the_wheel_leaves_the_cursor_where_it_is() -> None:
    desk, screen = moved()
    desk.press("space", "return")
    desk.press("left", mod=pygame.KMOD_CTRL)
    cursor = screen.pointer.cursor
    assert cursor >= 0
    turn_only(desk, screen.map.area.center)
    assert screen.pointer.cursor == cursor


def test_a_wheel_that_is_tilted_aside_zooms_nothing() -> None:
    desk, screen = moved()
    desk.press("space", "return")
    desk.point_at(screen.map.area.center)
    zoom = screen.map.zoom
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEWHEEL, x=1, y=0, flipped=False))
    assert screen.map.zoom == zoom
