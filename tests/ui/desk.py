"""A person at the dummy window: keys, clicks, and what can be seen."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.demos import DemoPlayer, load_demo
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.records.tables import TableKind
from game.session.session import Session
from game.ui.app import App
from game.ui.launch import start
from game.ui.screen import Screen
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import demo_screen
from game.ui.settings import Settings

PEOPLE = ("human",) * 4
"""The players of the last battle that was set up, seat by seat."""


class Scene(Protocol):
    """A drawn position of any rulebook."""

    match: Match


class Desk:
    """The real App on the dummy driver with motion reduced; every press is a pygame event."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        self.app = App(size, Settings(reduced_motion=True, table=TableKind.CURTAINS, sitters=PEOPLE))

    @property
    def top(self) -> Screen:
        """The screen in sight."""
        return self.app.top

    def open(self, screen: Screen) -> None:
        """Put a screen on top and draw it; lift the curtain before the first seat of a new game."""
        self.app.push(screen)
        self.app.draw()
        if (
            isinstance(self.top, CurtainScreen)
            and isinstance(screen, BattleScreen)
            and not screen.session.match.history
        ):
            self.press("space")

    def battle(self, name: str, seed: int = 3) -> BattleScreen:
        """A battle of people alone, opened at its first question."""
        screen = start(self.app, name, {}, {}, DiceSource(seed=seed))
        assert isinstance(screen, BattleScreen)
        self.open(screen)
        return screen

    def demo(self, name: str, steps: int = 0) -> BattleScreen:
        """A demonstration, so many steps on."""
        screen = demo_screen(self.app, DemoPlayer(load_demo(name)))
        self.open(screen)
        for _ in range(steps):
            self.press("right")
        return screen

    def press(self, *keys: str, mod: int = 0) -> None:
        """Keys by their pygame names, the picture drawn after each."""
        for key in keys:
            self.hold(key, mod=mod)
            self.let_go(key)

    def type(self, words: str) -> None:
        """Letters and digits as they are typed into a line, one by one."""
        for letter in words:
            code = pygame.key.key_code(letter) if letter.isascii() else 0
            self.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=letter))
            self.app.dispatch(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            self.settle()

    def hold(self, key: str, times: int = 1, mod: int = 0) -> None:
        """A key goes down and, held for long enough, comes so many times."""
        for _ in range(times):
            event = pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), mod=mod, unicode="")
            self.app.dispatch(event)
            self.settle()

    def let_go(self, key: str) -> None:
        """The key goes up."""
        self.app.dispatch(pygame.event.Event(pygame.KEYUP, key=pygame.key.key_code(key), mod=0))

    def click(self, zone: str, button: int = 1) -> None:
        """A click into the middle of a zone, by its id or the beginning of it."""
        found = next((z for z in self.top.zones if z.id.startswith(zone) and z.action), None)
        assert found is not None, f"{zone} is not among {[z.id for z in self.top.zones]}"
        self.click_at(found.rect.center, button)

    def click_at(self, position: tuple[int, int], button: int = 1) -> None:
        """A click anywhere."""
        self.app.dispatch(pygame.event.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)))
        self.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=button))
        self.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=position, button=button))
        self.settle()

    def point_at(self, position: tuple[int, int], *, held: bool = False) -> None:
        """The pointer moves there, with the left button down or not."""
        buttons = (1 if held else 0, 0, 0)
        self.app.dispatch(pygame.event.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=buttons))
        self.settle()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """The left button is pressed at one place and let go at another, with a picture half-way."""
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        self.point_at(start)
        self.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        self.point_at(middle, held=True)
        self.point_at(end, held=True)
        self.app.dispatch(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
        self.settle()

    def settle(self) -> None:
        """Let motion finish and draw."""
        if not self.app.screens:
            return
        for _ in range(400):
            if not self.top.tick(0.3):
                break
        if self.app.running:
            self.app.draw()

    def pixels(self) -> bytes:
        """The window as it was drawn last, as RGB bytes: equal for two pictures that are alike."""
        return pygame.image.tobytes(self.app.window, "RGB")

    def zones(self, beginning: str = "") -> list[str]:
        """The ids of what can be used now."""
        return [zone.id for zone in self.top.zones if zone.action and zone.id.startswith(beginning)]


def open_scene(
    scene: Scene, table: TableKind = TableKind.OPEN, size: tuple[int, int] = (1280, 800), scale: int = 100
) -> tuple[Desk, BattleScreen]:
    """A drawn position in a window of its own; `size` in pixels, `scale` of the letters in per cent."""
    desk = Desk(size)
    desk.app.settings.scale = scale
    screen = BattleScreen(desk.app, Session(scene.match.setup, match=scene.match, table=table))
    desk.open(screen)
    return desk, screen


def middle(screen: BattleScreen, cell: int) -> tuple[int, int]:
    """The middle of a cell on the screen, in pixels."""
    x, y = screen.map.at(cell)
    return round(x), round(y)
