"""Demonstrations in the battle screen: the same table, ladder, dice and clauses, step by step with captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.demos import Demo, DemoError, DemoPlayer, load_demo
from game.engine.answers import Choice
from game.engine.match import Frame
from game.engine.rulebook import Rulebook, title_of
from game.records.tables import TableKind
from game.session.session import Session
from game.ui import kit
from game.ui.battle.game import Game
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.playback import Playback
from game.ui.battle.shown import ShownGame
from game.ui.canvas import Canvas
from game.ui.palette import INK2, SAFFRON
from game.ui.screen import Stage
from game.ui.screens.battle import BattleScreen, Strip
from game.ui.screens.cards import RulesScreen
from game.ui.screens.sheets import Entry, ListScreen
from game.ui.settings import save_settings


def open_demo(app: Stage, demo_id: str) -> None:
    """Start a demonstration, or say in one sentence why not."""
    try:
        screen = demo_screen(app, DemoPlayer(load_demo(demo_id)))
    except (DemoError, ValueError) as error:
        app.tell("This demonstration cannot be played", str(error))
        return
    app.push(screen)


class DemoGame(ShownGame):
    """The game of a demonstration: it steps through choices that are already made."""

    whole_battle = False
    elsewhere = "The demonstration goes another way here: Right plays its next step."

    def __init__(self, app: Stage, model: Model, view: MapView, playback: Playback, player: DemoPlayer) -> None:
        super().__init__(app, model, view, playback)
        self.player = player

    def forward(self) -> None:
        if self.playback.skip() or self.player.done:
            return
        with self.player.match.filming() as film:
            self.player.forward()
        self._follow(film)

    def back(self) -> None:
        """Go one step back."""
        self.playback.drop()
        self.player.back()
        self._follow([])

    def goto(self, step: int) -> None:
        """Go to a step, by its number."""
        self.playback.drop()
        self.player.goto(step)
        self._follow([])

    def _follow(self, film: Sequence[Frame]) -> None:
        self.session.match, self.model.notice = self.player.match, ""
        self.playback.start(film)

    def coming(self) -> Choice | None:
        step = self.player.coming
        return step.choice if step is not None else None

    def undo(self) -> None:
        self.back()


class DemoStrip:
    """The strip of a demonstration: its caption and buttons."""

    def __init__(self, game: DemoGame) -> None:
        self.game, self.app, self.player = game, game.app, game.player
        self.caption_rows = [*self._caption_rows()]
        """The caption of every step; kept, because each widget caches the height that it needs."""

    def widget(self, open_clause: kit.Open) -> kit.Widget:
        """The caption of the present step, and the buttons."""
        demo = self.player.demo
        step, count = self.player.at, len(self.player.steps)
        place = f"step {step} of {count}" if step else f"{count} steps to come"
        clauses = (kit.Chip(clause, open_clause, "caption") for clause in self.player.clauses)
        column = kit.Column(
            kit.Row(kit.Label(f"{demo.title}, {place}", "label_semi", 13.5, INK2, grow=1), *clauses),
            Tallest(self._caption_row(self.player.caption, over=self.over), self.caption_rows),
        )
        return kit.Card(column, side=SAFFRON, look="sheet", pad=(14, 9), radius=8)

    @property
    def over(self) -> bool:
        """Whether the whole demonstration has been shown."""
        return self.player.done and not self.game.playback.running

    def _caption_row(self, caption: str, *, over: bool) -> kit.Widget:
        """A caption, with the buttons beside it."""
        return kit.Row(kit.Text(caption, "body", 15, grow=1), *self._buttons(over=over), grow=1)

    def _caption_rows(self) -> Iterator[kit.Widget]:
        """The caption of every step, the last one with the buttons of the end."""
        *captions, last = self.player.told()
        for caption in captions:
            yield self._caption_row(caption, over=False)
        yield self._caption_row(last, over=True)

    def _buttons(self, *, over: bool) -> tuple[kit.Widget, ...]:
        """Next and back; at the end close, again and back."""
        back = kit.Button("demo:back", "Left", "Back", self.game.back, h=30)
        if not over:
            return kit.Button("demo:next", "Right", "Next", self.game.forward, primary=True, h=30), back
        again = kit.Button("demo:again", "Home", "Again", partial(self.game.goto, 0), h=30)
        return kit.Button("demo:close", "Enter", "Close", self.leave, primary=True, h=30), again, back

    def key(self, name: str) -> bool:
        """Step with Right and Left, jump with Home and End; Enter closes once everything has been shown."""
        if name == "Enter" and self.over:
            self.leave()
        elif name in ("Right", "Space", "Enter", "N"):
            self.game.forward()
        elif name in ("Left", "Back", "Z"):
            self.game.back()
        elif name in ("Home", "End"):
            self.game.goto(0 if name == "Home" else len(self.player.steps))
        elif name == "Esc":
            self.leave()
        else:
            return False
        return True

    def leave(self) -> None:
        """Close the demonstration."""
        self.app.pop()


class Tallest(kit.Widget):
    """One of several widgets, as high as the highest of them, so that the widgets above it do not move."""

    def __init__(self, child: kit.Widget, others: Sequence[kit.Widget]) -> None:
        super().__init__(grow=1)
        self.child, self.others = child, others

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        size = self.child.measure(canvas, room)
        return kit.Size(size.w, max(size.h, *(other.measure(canvas, room).h for other in self.others)))

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        self.child.draw(canvas, spot)


def demo_screen(app: Stage, player: DemoPlayer) -> BattleScreen:
    """The battle screen of a demonstration, which counts as seen from now on."""
    session = Session(player.match.setup, match=player.match, table=TableKind.OPEN)
    session.viewer = None
    if player.demo.id not in app.settings.seen:
        app.settings.seen = (*app.settings.seen, player.demo.id)
        save_settings(app.settings)

    def conduct(stage: Stage, model: Model, view: MapView, playback: Playback) -> tuple[Game, Strip]:
        game = DemoGame(stage, model, view, playback, player)
        return game, DemoStrip(game)

    screen = BattleScreen(app, session, conduct=conduct)
    screen.picture.with_keys = False
    return screen


class DemoBooks(ListScreen):
    """The rulebooks that have demonstrations."""

    title = "Demonstrations"

    def __init__(self, app: Stage, demos: Sequence[Demo]) -> None:
        super().__init__(app)
        self.books: dict[str, list[Demo]] = {}
        for demo in demos:
            self.books.setdefault(demo.ruleset, []).append(demo)

    def entries(self) -> Sequence[Entry]:
        rows = [
            Entry(str(i + 1), title_of(name), self._extent(demos), partial(self._open, name))
            for i, (name, demos) in enumerate(self.books.items())
        ]
        return [*rows, Entry("B", "Back", "Esc", self.app.pop)]

    def _extent(self, demos: Sequence[Demo]) -> str:
        seen = sum(demo.id in self.app.settings.seen for demo in demos)
        return f"{seen} of {len(demos)} seen" if seen else f"{len(demos)} to watch"

    def _open(self, name: str) -> None:
        self.app.push(DemoList(self.app, title_of(name), self.books[name]))


class DemoList(ListScreen):
    """The demonstrations of one rulebook, a page at a time."""

    PAGE = 10

    def __init__(self, app: Stage, title: str, demos: Sequence[Demo]) -> None:
        super().__init__(app)
        self.title, self.demos = title, demos
        self.page = 0

    def body(self) -> kit.Widget:
        return kit.Text("Demonstrations", "body", 15, INK2)

    def entries(self) -> Sequence[Entry]:
        pages = -(-len(self.demos) // self.PAGE)
        rows = []
        for i, demo in enumerate(self.demos[self.page * self.PAGE : (self.page + 1) * self.PAGE]):
            right = "seen" if demo.id in self.app.settings.seen else f"{len(demo.steps)} steps"
            rows.append(Entry(str((i + 1) % 10), demo.title, right, partial(open_demo, self.app, demo.id)))
        if pages > 1:
            rows.append(Entry("M", "More", f"page {self.page + 1} of {pages}", self.next_page))
        return [*rows, Entry("B", "Back", "Esc", self.app.pop)]

    def next_page(self) -> None:
        """Turn to the next page."""
        self.page = (self.page + 1) % -(-len(self.demos) // self.PAGE)


class BookList(ListScreen):
    """The list of rulebooks."""

    title = "Rulebooks"

    def __init__(self, app: Stage, books: Sequence[Rulebook]) -> None:
        super().__init__(app)
        self.books = books

    def entries(self) -> Sequence[Entry]:
        rows = [
            Entry(
                str(i + 1),
                book.title,
                f"{len(book.clauses)} clauses, {len(book.rulings)} rulings",
                partial(self._open, book),
            )
            for i, book in enumerate(self.books)
        ]
        return [*rows, Entry("B", "Back", "Esc", self.app.pop)]

    def _open(self, book: Rulebook) -> None:
        self.app.push(RulesScreen(self.app, book))
