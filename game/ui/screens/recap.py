"""What has happened since a seat last looked: the map plays it back, with the sentences of the log beside it."""

from __future__ import annotations

import pygame

from game.engine.log import LogLine
from game.ui import kit
from game.ui.battle.column import INSIDE, WIDTH
from game.ui.battle.model import Model
from game.ui.battle.parts import seat_of
from game.ui.battle.playback import Playback
from game.ui.canvas import Canvas
from game.ui.palette import LINE2, PANEL, SAFFRON_TINT
from game.ui.screen import Screen, Stage
from game.ui.scroll import Position, Scroll

TOP, FOOT = 56.0, 80.0
"""The distance of the list from the upper and lower edge of the window; it covers the column beside the map."""


class RecapScreen(Screen):
    """The table below plays back what has happened; the list tells it. Enter, Space or Esc goes on, R shows it again.

    Any other key or click also goes on, and is then handled by the table.
    """

    early_events = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)

    def __init__(self, app: Stage, model: Model, playback: Playback, since: int) -> None:
        """`since`: the number of the first event that has not been seen."""
        super().__init__(app)
        self.model, self.playback = model, playback
        self.lines = [line for line in model.session.log(since) if not line.quiet]
        self.position = Position()

    def go_on(self) -> None:
        """Go on to the question."""
        self.playback.skip()
        self.app.pop()

    def again(self) -> None:
        """Play it back again from the beginning."""
        self.playback.again()

    def tick(self, seconds: float) -> bool:
        below = self.app.below(self)
        return below is not None and below.tick(seconds)

    def draw(self, canvas: Canvas) -> None:
        below = self.app.below(self)
        if below is not None:
            below.draw(Canvas(canvas.surface, canvas.scale, "", (-1, -1)))
        card = self._news_card()
        width, height = canvas.logical
        canvas.box(width - WIDTH, TOP - 7, WIDTH, height - TOP - FOOT + 7, PANEL, None, 0)
        canvas.box(width - WIDTH, TOP - 7, 1 / canvas.scale, height - TOP - FOOT + 7, LINE2, None, 0)
        h = min(card.measure(canvas, INSIDE).h, height - TOP - FOOT)
        card.draw(canvas, kit.Spot(width - WIDTH + (WIDTH - INSIDE) / 2, TOP, INSIDE, h))

    def _news_card(self) -> kit.Widget:
        now = self._place()
        rows = [self._row(line, now=place == now) for place, line in enumerate(self.lines)]
        return kit.Card(
            kit.Column(
                kit.Text("Since you last looked", "serif", 22),
                kit.Space(h=2),
                Scroll(kit.Column(*rows, gap=1), self.position, "news", watch=max(0, now), grow=0),
                kit.Space(h=2),
                kit.Row(
                    kit.Button("on", "Enter", "Go on", self.go_on, primary=True, h=36, grow=2),
                    kit.Button("again", "R", "Show it again", self.again, h=36, grow=1),
                    gap=6,
                ),
                gap=4,
            ),
            look="sheet",
            pad=(16, 12),
            radius=8,
        )

    def _row(self, line: LogLine, *, now: bool) -> kit.Widget:
        unit = self.model.units.get(line.seen.unit)
        mark: kit.Widget = seat_of(self.model, unit.seat, 10) if unit is not None else kit.Space(10)
        words = kit.Row(mark, kit.Text(line.text, "body", 13.5, grow=1), gap=8, top=True)
        return kit.Card(words, look="bare", fill=SAFFRON_TINT if now else None, pad=(6, 2), radius=3)

    def _place(self) -> int:
        """The number of the line that is being played back; the last one at the end."""
        beat = self.playback.beat
        numbers = {line.n for line in beat.lines} if beat is not None else set()
        places = [place for place, line in enumerate(self.lines) if line.n in numbers]
        return places[-1] if places else len(self.lines) - 1

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Go on; any key but Space and Esc is then handled by the table."""
        self.go_on()
        return name in ("Space", "Esc") or self.app.top.handle(event)

    def mouse(self, event: pygame.event.Event) -> bool:
        """Go on after a click beside the list, which is then handled by the table."""
        if event.type != pygame.MOUSEBUTTONDOWN:
            return False
        self.go_on()
        return self.app.top.handle(event)
