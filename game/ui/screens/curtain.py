"""The curtain between two people at one screen: while it hangs, nothing of either view is drawn."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.engine.names import spoken
from game.records.tables import TableKind
from game.session.session import Session
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.cloth import draw_cloth
from game.ui.palette import INK2, LINE2, SUNK, rgb, seat_colours, seat_index
from game.ui.screen import Screen, Stage
from game.ui.tokens import token


class CurtainScreen(Screen):
    """Waits for the person who is asked, and then calls `lifted`. Keys and clicks from before it hung are ignored."""

    early_events = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)

    def __init__(self, app: Stage, session: Session, lifted: Callable[[], None]) -> None:
        super().__init__(app)
        self.session = session
        self.lifted = lifted
        self.seat = session.sight.hand_to
        self.away = session.viewer or ""
        self.several = len(session.people) > 2

    def draw(self, canvas: Canvas) -> None:
        view = self.session.match
        phase = view.rules.phase(view.front.phase).title if view.front.phase else "Set-up"
        words = f"{self.session.setup.title}   /   Turn {view.front.turn} of {view.front.turns}   /   {phase}"
        side = seat_index(self.seat, self.session.setup.seats)
        draw_cloth(canvas, words, seat_colours(side, self.app.settings.palette))
        self._card(canvas, *canvas.logical)

    def _card(self, canvas: Canvas, width: float, height: float) -> None:
        w = 640.0
        card = self._hand_over_card()
        h = card.measure(canvas, w).h
        x, y = (width - w) / 2, max(96.0, (height - h) / 2 - 10)
        canvas.box(x + 6, y + 8, w, h, rgb("#CDBFA3"), None, 10)
        card.draw(canvas, kit.Spot(x, y, w, h))
        canvas.box(x + 8, y + 8, w - 16, h - 16, None, LINE2, 6)
        same = f"the same person plays {'all' if self.several else 'both'} sides: no curtains"
        line = kit.Row(kit.KeyCap("A"), kit.Label(same, "label", 14, INK2))
        foot = kit.Card(line, name="same", action=self.no_more, key="A", look="panel", pad=(14, 7), radius=6)
        foot_width = foot.measure(canvas).w
        foot.draw(canvas, kit.Spot((width - foot_width) / 2, y + h + 18, foot_width, 34))

    def _hand_over_card(self) -> kit.Widget:
        """The card: who is to come, and what follows."""
        seats = self.session.setup.seats
        name, away = spoken(self.seat), spoken(self.away)
        palette, side = self.app.settings.palette, seat_index(self.seat, seats)
        others = "Everybody else" if self.several else away
        turn = f"{others}, turn away. " if others else ""
        lift = kit.Button("lift", "Space", f"I am {name}, lift the curtain", self.lift, primary=True, h=48)
        rows = (
            (f"What {name} is asked", "one question after the other, without a clock"),
            (self._then(away), "the curtain falls before anything is drawn"),
        )
        column = kit.Column(
            kit.Picture(60, 116, lambda size: token("leader", side, round(size * 0.9), palette=palette)),
            kit.Text(f"Hand over to {name}", "serif", 34, align="centre"),
            kit.Text(f"{turn}Nothing of either view is on the screen now.", "body", 15, INK2, align="centre"),
            kit.Space(h=8),
            kit.Row(kit.Space(grow=1), lift, kit.Space(grow=1)),
            kit.Space(h=18),
            kit.Section("What comes"),
            *(self._coming(i, head, words) for i, (head, words) in enumerate(rows, 1)),
            gap=6,
        )
        return kit.Card(column, look="sheet", pad=(40, 26), radius=10)

    @staticmethod
    def _coming(number: int, head: str, words: str) -> kit.Widget:
        def disc(canvas: Canvas, spot: kit.Spot) -> None:
            x, y = spot.center
            pygame.draw.aacircle(canvas.surface, SUNK, (canvas.px(x), canvas.px(y)), canvas.px(10))
            canvas.write(str(number), x, y, "label_semi", 13, INK2, align="centre", middle=True)

        return kit.Row(
            kit.Drawing(20, 22, disc),
            kit.Text(head, "bold", 14, w=170),
            kit.Text(words, "body", 14, INK2, grow=1),
            gap=10,
        )

    def _then(self, away: str) -> str:
        """Which seat has the screen after that, in words."""
        if self.several or self.session.table is TableKind.SHARED:
            return "Then whoever is asked"
        return f"Then back to {away}" if self.away else "Then on"

    def lift(self) -> None:
        """Remove the curtain: the person who is asked is there."""
        self.app.pop()
        self.lifted()

    def no_more(self) -> None:
        """Play without curtains in this game from now on, also after it is resumed: one person plays both sides."""
        self.session.sit_at(TableKind.OPEN)
        self.lift()

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Lift the curtain with Space or Enter, and with nothing else."""
        if name in ("Space", "Enter"):
            self.lift()
            return True
        return False
