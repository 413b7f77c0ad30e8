"""Peeking: at a shared table a seat sees its own markers while a key is held down and everybody else looks away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.names import spoken
from game.session.session import Session
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.cloth import draw_cloth
from game.ui.palette import INK2, LINE2, seat_index
from game.ui.screen import Screen, Stage, key_name
from game.ui.screens.sheets import figure_of

ENDING = (pygame.MOUSEBUTTONUP, pygame.KEYUP, pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE)
"""Events that end the look."""


class PeekScreen(Screen):
    """A curtain with a key for each seat; that seat's view is shown while its key, or the mouse button, is held."""

    def __init__(self, app: Stage, session: Session, keys: dict[str, str], look: Callable[[str, Canvas], None]) -> None:
        """`keys`: the key of each seat; `look` draws the table as a seat sees it."""
        super().__init__(app)
        self.session, self.keys, self.look = session, keys, look
        self.seat = ""

    def draw(self, canvas: Canvas) -> None:
        """Draw the table as a seat sees it while its key is down, else the curtain."""
        if self.seat:
            self.look(self.seat, Canvas(canvas.surface, canvas.scale, "", (-1, -1)))
            return
        draw_cloth(canvas, f"{self.session.setup.title}   /   a look at one's own markers")
        width, height = canvas.logical
        card = self._seats_card()
        h = card.measure(canvas, 560).h
        card.draw(canvas, kit.Spot((width - 560) / 2, (height - h) / 2, 560, h))
        canvas.box((width - 560) / 2 + 8, (height - h) / 2 + 8, 544, h - 16, None, LINE2, 6)

    def _seats_card(self) -> kit.Widget:
        seats, palette = self.session.setup.seats, self.app.settings.palette
        rows: list[kit.Widget] = []
        for seat in self.session.people:
            line = kit.Row(
                kit.KeyCap(self.keys[seat]),
                figure_of("leader", seat_index(seat, seats), palette, 30),
                kit.Text(f"I am {spoken(seat)}, and nobody else looks", "serif", 17, grow=1),
                kit.Label("hold", "label", 14, INK2),
                gap=12,
            )
            rows.append(kit.Card(line, name=f"hold:{seat}", action=partial(self.show, seat), pad=(12, 6), h=46))
        column = kit.Column(
            kit.Text("Whose markers?", "serif", 30, align="centre"),
            kit.Text("They are on the screen only while the key is held down.", "body", 15, INK2, align="centre"),
            kit.Space(h=8),
            *rows,
            kit.Space(h=4),
            kit.Button("back", "Esc", "Back to the table", self.app.pop, h=38),
            gap=6,
        )
        return kit.Card(column, look="sheet", pad=(36, 26), radius=10)

    def show(self, seat: str) -> None:
        """Show a seat's own view, until the key or the button is released."""
        self.seat = seat

    def handle(self, event: pygame.event.Event) -> bool:
        """Show a view when a key goes down; go back to the table when any key or button comes up."""
        if self.seat:
            if event.type in ENDING:
                self.app.pop()
            return True
        if event.type == pygame.KEYDOWN:
            seat = next((seat for seat in self.session.people if self.keys[seat] == key_name(event)), "")
            if seat:
                self.show(seat)
                return True
        return super().handle(event)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        if name != "Esc":
            return False
        self.app.pop()
        return True
