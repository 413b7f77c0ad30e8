"""The curtain between two people at one screen: nothing of either view is drawn while it hangs."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.session.session import Session
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, LINE2, PANEL, SAFFRON, SUNK, rgb, seat_index
from game.ui.screen import Screen, Window
from game.ui.tokens import SPREAD, token

CLOTH, FOLD, DARK = rgb("#E9DEC6"), rgb("#D9C6AE"), rgb("#6E2213")


class CurtainScreen(Screen):
    """Waits for the person who is asked; then the screen is his."""

    def __init__(self, app: Window, session: Session, lifted: Callable[[], None]) -> None:
        super().__init__(app)
        self.session = session
        self.lifted = lifted
        self.seat = session.curtain_for
        self.away = session.viewer or ""

    def draw(self, canvas: Canvas) -> None:
        """Cloth, card, and what comes."""
        surface = canvas.surface
        wide, high = surface.get_width() / canvas.scale, surface.get_height() / canvas.scale
        surface.fill(CLOTH)
        for x in range(0, int(wide) + 80, 80):
            for i, shade in enumerate((0, 3, 7, 12, 16)):
                left = canvas.px(x + 76 + shade * 0.9)
                pygame.draw.line(
                    surface,
                    rgb("#C9A998") if i < 3 else FOLD,
                    (left, 0),
                    (left, surface.get_height()),
                    canvas.px(3 - i * 0.4),
                )
            for i in range(1, 7):
                left = canvas.px(x + i * 11)
                pygame.draw.line(surface, FOLD, (left, 0), (left, surface.get_height()))
        pygame.draw.rect(surface, DARK, canvas.rect(0, 0, wide, 56))
        for x in range(0, int(wide) + 64, 64):
            pygame.draw.ellipse(surface, DARK, canvas.rect(x, 34, 64, 48))
        for x in range(0, int(wide) + 64, 64):
            pygame.draw.aacircle(surface, SAFFRON, (canvas.px(x), canvas.px(72)), canvas.px(4.5))
        canvas.rule(0, 51, wide, SAFFRON)
        view = self.session.match
        phase = view.rules.phase(view.front.phase).title if view.front.phase else ""
        words = f"{self.session.setup.title}   /   Turn {view.front.turn} of {view.front.turns}   /   {phase}"
        canvas.write(
            "\u200a".join(words.upper()), wide / 2, 27, "label_semi", 14, rgb("#F4DCD1"), align="centre", middle=True
        )
        self._card(canvas, wide, high)

    def _card(self, canvas: Canvas, wide: float, high: float) -> None:
        w, h = 640.0, 470.0
        x, y = (wide - w) / 2, max(100.0, (high - h) / 2 - 20)
        canvas.box(x + 6, y + 8, w, h, rgb("#CDBFA3"), None, 10)
        canvas.box(x, y, w, h, PANEL, INK, 10, 1.6)
        canvas.box(x + 8, y + 8, w - 16, h - 16, None, LINE2, 6)
        name, away = self.session.match.rules.seat_name(self.seat), self.session.match.rules.seat_name(self.away)
        side = seat_index(self.seat, self.session.setup.seats)
        size = canvas.px(104)
        made = token("leader", side, size, palette=self.app.settings.palette)
        half = round(size * SPREAD) / 2
        canvas.surface.blit(made, (canvas.px(wide / 2) - half, canvas.px(y + 98) - half))
        canvas.write(f"Hand over to {name}", wide / 2, y + 172, "serif", 34, align="centre")
        several = len(self.session.people) > 2
        turn = "Everybody else, turn away. " if several else f"{away}, turn away. " if self.away else ""
        canvas.write(
            f"{turn}Nothing of either view is on the screen now.", wide / 2, y + 222, "body", 15, INK2, align="centre"
        )
        canvas.button(
            "lift", wide / 2 - 150, y + 258, 300, 48, "Space", f"I am {name}, lift the curtain", self.lift, primary=True
        )
        canvas.rule(x + 40, y + 334, w - 80)
        canvas.section("What comes", x + 40, y + 354, w - 80)
        rows = (
            ("One question for " + name, "it waits without a clock, and the board stays open"),
            (self._then(away, several=several), "the curtain falls before anything is drawn"),
        )
        for i, (head, words) in enumerate(rows):
            at = y + 386 + i * 28
            pygame.draw.aacircle(canvas.surface, SUNK, (canvas.px(x + 50), canvas.px(at)), canvas.px(10))
            canvas.write(str(i + 1), x + 50, at, "label_semi", 13, INK2, align="centre", middle=True)
            canvas.write(head, x + 72, at, "bold", 14, middle=True)
            canvas.write(words, x + 240, at, "body", 14, INK2, middle=True)
        left = wide / 2 - 200
        canvas.box(left, y + h + 20, 400, 34, PANEL, LINE2, 6)
        canvas.zone("same", canvas.rect(left, y + h + 20, 400, 34), self.no_more, key="S")
        used = canvas.key_cap("S", left + 14, y + h + 37)
        canvas.write(
            f"the same person plays {'all' if several else 'both'} sides: no curtains",
            left + 22 + used,
            y + h + 37,
            "label",
            14,
            INK2,
            middle=True,
        )
        canvas.ring("same", canvas.rect(left, y + h + 20, 400, 34))

    def _then(self, away: str, *, several: bool) -> str:
        """Who has the screen after that."""
        if several:
            return "Then on to who is asked"
        return f"Then back to {away}" if self.away else "Then on"

    def lift(self) -> None:
        """The person asked is there."""
        self.app.pop()
        self.lifted()

    def no_more(self) -> None:
        """One person plays both: no more curtains in this game."""
        self.session.curtains = False
        self.lift()

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Space or Enter lifts; nothing else does."""
        if name in ("Space", "Enter"):
            self.lift()
            return True
        return False
