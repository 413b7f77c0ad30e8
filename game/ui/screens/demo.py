"""Demonstrations in the battle screen: the same table, ladder, dice and clauses, moved on step by step with a caption."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.demos import Demo, DemoError, DemoPlayer, load_demo
from game.engine.rulebook import Rulebook
from game.engine.view import UnitView
from game.session.session import Session
from game.ui.battle.game import Game, Portrait
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.playback import Playback
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, PANEL, SAFFRON
from game.ui.screen import Window
from game.ui.screens.battle import BOTTOM, RIGHT, BattleScreen
from game.ui.screens.cards import RulesScreen
from game.ui.screens.lists import ListScreen, MessageScreen


def open_demo(app: Window, demo_id: str) -> None:
    """Start a demonstration, or say in one sentence why not."""
    try:
        player = DemoPlayer(load_demo(demo_id))
    except (DemoError, ValueError) as error:
        app.push(MessageScreen(app, "This demonstration cannot be played", str(error)))
        return
    app.push(DemoScreen(app, player))


class DemoGame(Game):
    """A demonstration steps on where a game would be played: its choices are its own."""

    def __init__(
        self, app: Window, model: Model, view: MapView, playback: Playback, portrait: Portrait, player: DemoPlayer
    ) -> None:
        super().__init__(app, model, view, playback, portrait)
        self.player = player

    def forward(self) -> None:
        """The next step, played back."""
        if self.playback.skip() or self.player.done:
            return
        before = list(self.model.units.values())
        since = len(self.session.match.events)
        self.player.forward()
        self._follow(before, since)

    def back(self) -> None:
        """One step back."""
        self.playback.skip()
        if self.player.at > 0:
            self.player.back()
            self._follow([], len(self.player.match.events))

    def goto(self, step: int) -> None:
        """Stand at a step."""
        self.player.goto(step)
        self._follow([], len(self.player.match.events))

    def _follow(self, before: Sequence[UnitView], since: int) -> None:
        self.session.match = self.player.match
        self.model.refresh()
        if before:
            self.playback.start(self.session.events(since), before)
        self.look_at_action()
        coming = self.player.coming
        if coming is not None:
            self.model.chosen = coming.option

    def begin(self) -> None:
        """Everybody may see all of it."""

    def step_on(self) -> bool:
        """Enter is the next step."""
        self.forward()
        return True

    def choose(
        self,
        option: str = "",
        *,
        path: Sequence[int] | None = None,
        faces: Sequence[int] | None = None,
        until: str = "",
    ) -> bool:
        """Whatever is clicked, the demonstration makes its own choice."""
        self.forward()
        return True

    def give_rest(self, order: str) -> None:
        """As `choose`."""
        self.forward()

    def undo(self) -> None:
        """One step back."""
        self.back()

    def look_back(self) -> None:
        """A demonstration has its own way back."""
        self.back()


class DemoScreen(BattleScreen):
    """A demonstration: Right and Left step, the caption stands over the map."""

    foot = 122.0

    def __init__(self, app: Window, player: DemoPlayer) -> None:
        self.player = player
        session = Session(player.match.setup, match=player.match, curtains=False)
        session.viewer = None
        super().__init__(app, session)
        if player.demo.id not in app.settings.seen:
            app.settings.seen = (*app.settings.seen, player.demo.id)

    def make_game(self) -> DemoGame:
        """The demonstration's own."""
        self.demo = DemoGame(self.app, self.model, self.map, self.playback, self.portrait, self.player)
        return self.demo

    def draw(self, canvas: Canvas) -> None:
        """The battle, and the caption with its buttons."""
        super().draw(canvas)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        w = min(760.0, wide - RIGHT - 60)
        x, y = (wide - RIGHT - w) / 2, high - BOTTOM - 118
        canvas.box(x, y, w, 104, PANEL, INK, 8, 1.6)
        canvas.box(x, y, 6, 104, SAFFRON, None, 3)
        steps = len(self.player.steps)
        canvas.write(
            f"{self.player.demo.title}, step {self.player.at} of {steps}", x + 22, y + 10, "label_semi", 13.5, INK2
        )
        canvas.paragraph(self.player.caption, x + 22, y + 30, w - 250, "body", 15, lines=3)
        at = x + w - 16.0
        for clause in reversed(self.player.clauses[:4]):
            at -= canvas.chip(clause, at, y + 18, self.open_clause, right=True, tag="caption") + 6
        canvas.button("demo:next", x + w - 206, y + 62, 96, 30, "Right", "Next", self.demo.forward, primary=True)
        canvas.button("demo:back", x + w - 104, y + 62, 90, 30, "Left", "Back", self.demo.back)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Right and Left step, Home and End jump."""
        if name in ("Right", "Space", "Enter", "N"):
            self.demo.forward()
        elif name in ("Left", "Back", "Z"):
            self.demo.back()
        elif name in ("Home", "End"):
            self.demo.goto(0 if name == "Home" else len(self.player.steps))
        elif name == "Esc":
            self.app.pop()
        else:
            return super().key(name, event)
        return True

    def open_menu(self) -> None:
        """Nothing to pause: out of it."""
        self.app.pop()


class DemoList(ListScreen):
    """All demonstrations, a page at a time."""

    title = "Demonstrations"
    PAGE = 10

    def __init__(self, app: Window, demos: Sequence[Demo]) -> None:
        super().__init__(app)
        self.demos = demos
        self.page = 0

    def rows(self) -> list[tuple[str, str, str]]:
        """Title, steps, seen or new."""
        shown = self.demos[self.page * self.PAGE : (self.page + 1) * self.PAGE]
        rows = [
            (str((i + 1) % 10), demo.title, "seen" if demo.id in self.app.settings.seen else f"{len(demo.steps)} steps")
            for i, demo in enumerate(shown)
        ]
        pages = -(-len(self.demos) // self.PAGE)
        if pages > 1:
            rows.append(("M", "More", f"page {self.page + 1} of {pages}"))
        return [*rows, ("B", "Back", "Esc")]

    def take(self, place: int) -> None:
        """Play it."""
        shown = self.demos[self.page * self.PAGE : (self.page + 1) * self.PAGE]
        if place < len(shown):
            open_demo(self.app, shown[place].id)
        elif place == len(self.rows()) - 1:
            self.app.pop()
        else:
            self.page = (self.page + 1) % -(-len(self.demos) // self.PAGE)


class BookList(ListScreen):
    """The rulebooks."""

    title = "Rulebooks"

    def __init__(self, app: Window, books: Sequence[Rulebook]) -> None:
        super().__init__(app)
        self.books = books

    def rows(self) -> list[tuple[str, str, str]]:
        """Title and extent."""
        rows = [
            (str(i + 1), book.title, f"{len(book.clauses)} clauses, {len(book.rulings)} rulings")
            for i, book in enumerate(self.books)
        ]
        return [*rows, ("B", "Back", "Esc")]

    def take(self, place: int) -> None:
        """Open it."""
        if place < len(self.books):
            self.app.push(RulesScreen(self.app, self.books[place]))
        else:
            self.app.pop()
