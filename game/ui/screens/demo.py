"""Demonstrations in the battle screen: the same table, ladder, dice and clauses, moved on step by step with a caption."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.demos import Demo, DemoError, DemoPlayer, load_demo
from game.engine.rulebook import Rulebook
from game.engine.view import UnitView
from game.session.session import Session
from game.session.tables import TableKind
from game.ui import kit
from game.ui.battle.game import Game
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.playback import Playback
from game.ui.canvas import Canvas
from game.ui.palette import INK2, SAFFRON
from game.ui.screen import Stage
from game.ui.screens.battle import BOTTOM, RIGHT, BattleScreen
from game.ui.screens.cards import RulesScreen
from game.ui.screens.sheets import Entry, ListScreen


def open_demo(app: Stage, demo_id: str) -> None:
    """Start a demonstration, or say in one sentence why not."""
    try:
        player = DemoPlayer(load_demo(demo_id))
    except (DemoError, ValueError) as error:
        app.tell("This demonstration cannot be played", str(error))
        return
    app.push(DemoScreen(app, player))


class DemoGame(Game):
    """A demonstration steps on where a game would be played: its choices are its own."""

    def __init__(self, app: Stage, model: Model, view: MapView, playback: Playback, player: DemoPlayer) -> None:
        super().__init__(app, model, view, playback)
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
            self.playback.start([line.seen for line in self.session.log(since)], before)
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

    def __init__(self, app: Stage, player: DemoPlayer) -> None:
        self.player = player
        session = Session(player.match.setup, match=player.match, table=TableKind.OPEN)
        session.viewer = None
        super().__init__(app, session)
        if player.demo.id not in app.settings.seen:
            app.settings.seen = (*app.settings.seen, player.demo.id)

    def make_game(self) -> DemoGame:
        """The demonstration's own."""
        self.demo = DemoGame(self.app, self.model, self.map, self.playback, self.player)
        return self.demo

    def draw(self, canvas: Canvas) -> None:
        """The battle, and the caption with its buttons."""
        super().draw(canvas)
        wide, high = canvas.logical
        w = min(760.0, wide - RIGHT - 40)
        shown = self.player.demo
        clauses = (kit.Chip(clause, self.open_clause, "caption") for clause in self.player.clauses[:4])
        told = kit.Column(
            kit.Row(
                kit.Label(
                    f"{shown.title}, step {self.player.at} of {len(self.player.steps)}",
                    "label_semi",
                    13.5,
                    INK2,
                    grow=1,
                ),
                *clauses,
            ),
            kit.Row(
                kit.Text(self.player.caption, "body", 15, lines=3, grow=1),
                kit.Button("demo:next", "Right", "Next", self.demo.forward, primary=True, h=30),
                kit.Button("demo:back", "Left", "Back", self.demo.back, h=30),
                grow=1,
            ),
        )
        strip = kit.Card(told, side=SAFFRON, look="sheet", pad=(14, 9), radius=8)
        strip.draw(canvas, kit.Spot((wide - RIGHT - w) / 2, high - BOTTOM - 118, w, 106))

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

    def __init__(self, app: Stage, demos: Sequence[Demo]) -> None:
        super().__init__(app)
        self.demos = demos
        self.page = 0

    def entries(self) -> Sequence[Entry]:
        """Title, steps, seen or new."""
        pages = -(-len(self.demos) // self.PAGE)
        rows = []
        for i, demo in enumerate(self.demos[self.page * self.PAGE : (self.page + 1) * self.PAGE]):
            right = "seen" if demo.id in self.app.settings.seen else f"{len(demo.steps)} steps"
            rows.append(Entry(str((i + 1) % 10), demo.title, right, partial(open_demo, self.app, demo.id)))
        if pages > 1:
            rows.append(Entry("M", "More", f"page {self.page + 1} of {pages}", self.next_page))
        return [*rows, Entry("B", "Back", "Esc", self.app.pop)]

    def next_page(self) -> None:
        """The next ten."""
        self.page = (self.page + 1) % -(-len(self.demos) // self.PAGE)


class BookList(ListScreen):
    """The rulebooks."""

    title = "Rulebooks"

    def __init__(self, app: Stage, books: Sequence[Rulebook]) -> None:
        super().__init__(app)
        self.books = books

    def entries(self) -> Sequence[Entry]:
        """Title and extent."""
        rows = [
            Entry(
                str(i + 1),
                book.title,
                f"{len(book.clauses)} clauses, {len(book.rulings)} rulings",
                partial(self.app.push, RulesScreen(self.app, book)),
            )
            for i, book in enumerate(self.books)
        ]
        return [*rows, Entry("B", "Back", "Esc", self.app.pop)]
