"""A restless person at the window: random keys, clicks, drags, wheels and sizes, the same ones for the same seed."""

from __future__ import annotations

import pygame

from game.engine.answers import Choice
from game.engine.decisions import DICE
from game.engine.dice import DiceSource, seeded_die
from game.engine.match import Match
from game.rules import build
from game.ui.launch import start
from game.ui.screen import Screen
from game.ui.screens.battle import BattleScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk

SIZES = (
    (960, 600),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
    (640, 480),
    (961, 777),
    (1023, 601),
    (700, 1100),
    (330, 250),
)
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    "return", "space", "tab", "escape", "backspace", "up", "down", "left", "right", "page up", "page down", "home",
    "end", "+", "-", "=", "f1", "f2", "f5", "f6", "f12", "[+]", "[-]", "enter", "delete", "left shift", ",", ".",
)  # fmt: skip
MODS = (0, 0, 0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT)


class Fuzz:
    """One person and one desk. Every act is a pygame event; the picture is drawn after each."""

    def __init__(self, seed: int, size: tuple[int, int] = (960, 600)) -> None:
        self.seed, self.drawn = seed, 0
        self.desk = Desk(size)
        self.app = self.desk.app
        self.acts: list[str] = []
        self.played: list[BattleScreen] = []
        self.home: BattleScreen | None = None

    def pick(self, count: int) -> int:
        """0 to count - 1."""
        self.drawn += 1
        return seeded_die(self.seed, self.drawn, count) - 1

    def open(self, screen: Screen) -> None:
        """Over the title."""
        self.app.screens[:] = [TitleScreen(self.app)]
        self.desk.open(screen)

    def sit_down(self, place: str, kinds: dict[str, str], dice: str, ahead: int) -> None:
        """Into a battle on a map that has already seen so many random choices."""
        screen = start(self.app, place, kinds, {}, DiceSource(dice, self.seed))
        assert isinstance(screen, BattleScreen)
        match = screen.session.match
        while match.pending is not None and len(match.history) < ahead:
            asked = match.pending
            if asked.seat == DICE:
                match.choose(Choice(faces=tuple(1 + self.pick(sides) for sides in asked.dice)))
            else:
                match.choose(asked.options[self.pick(len(asked.options))].id)
        self.home = screen
        self.open(screen)

    def run(self, acts: int) -> None:
        """Carry out so many acts: each must draw, and at the end each match must be its choices played again."""
        for _ in range(acts):
            self.act()
            if not self.app.screens or not self.app.running:
                self.app.running = True
                self.open(TitleScreen(self.app))
            if self.home and len(self.app.screens) == 1 and self.pick(4):
                self.app.push(self.home)
            for screen in self.app.screens:
                if type(screen) is BattleScreen and screen not in self.played:
                    self.played.append(screen)
            if self.app.top.tick(0.05 * (1 + self.pick(6))):
                self.app.dirty = True
            if self.app.running and self.app.screens:
                self.app.draw()
        for screen in self.played:
            same_again(screen.session.match)

    def act(self) -> None:
        """One event, or the few that make a click or a drag."""
        roll = self.pick(100)
        size = self.app.window.get_size()
        spot = (self.pick(size[0]), self.pick(size[1]))
        if roll < 40:
            self._key()
        elif roll < 74:
            zones = [zone for zone in self.app.top.zones if zone.action]
            if zones:
                spot = zones[self.pick(len(zones))].rect.center
            self._click(spot, 1)
        elif roll < 84:
            self._click(spot, 1 + self.pick(3))
        elif roll < 90:
            self._send(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))
        elif roll < 95:
            self._send(pygame.MOUSEWHEEL, x=0, y=self.pick(7) - 3, flipped=False)
        elif roll < 98:
            other = (self.pick(size[0]), self.pick(size[1]))
            self._send(pygame.MOUSEBUTTONDOWN, pos=spot, button=1 + self.pick(2))
            self._send(pygame.MOUSEMOTION, pos=other, rel=(3, 3), buttons=(1, self.pick(2), 0))
            if self.pick(4):
                self._send(pygame.MOUSEBUTTONUP, pos=other, button=1)
        elif roll < 99:
            wanted = SIZES[self.pick(len(SIZES))]
            pygame.display.set_mode(wanted, pygame.RESIZABLE)
            self._send(pygame.VIDEORESIZE, size=wanted, w=wanted[0], h=wanted[1])
        else:
            self._send((pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE, pygame.WINDOWEXPOSED)[self.pick(3)])

    def _key(self) -> None:
        zones = [zone.key for zone in self.app.top.zones if zone.key and zone.action]
        name = KEYS[self.pick(len(KEYS))]
        if zones and self.pick(3) == 0:
            name = {"Enter": "return", "Esc": "escape", "PgUp": "page up", "PgDn": "page down"}.get(
                zones[self.pick(len(zones))], name
            )
        letter = name if len(name) == 1 else ""
        code, mod = pygame.key.key_code(name), MODS[self.pick(len(MODS))]
        self._send(pygame.KEYDOWN, key=code, mod=mod, unicode=letter)
        if self.pick(20):
            self._send(pygame.KEYUP, key=code, mod=mod)

    def _click(self, spot: tuple[int, int], button: int) -> None:
        self._send(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))
        self._send(pygame.MOUSEBUTTONDOWN, pos=spot, button=button)
        self._send(pygame.MOUSEBUTTONUP, pos=spot, button=button)

    def _send(self, kind: int, **fields: object) -> None:
        if not self.app.screens:
            return
        told = {k: pygame.key.name(v) if k == "key" else v for k, v in fields.items()}
        self.acts.append(f"{type(self.app.top).__name__} {pygame.event.event_name(kind)} {told}")
        self.app.dispatch(pygame.event.Event(kind, fields))


def same_again(match: Match) -> None:
    """The choices of a match, made again, lead to the same hash."""
    again = Match(match.setup, build(match.setup.ruleset, match.setup.rulings), DiceSource("ask"))
    again.replay(match.choices)
    assert again.hash() == match.hash()
