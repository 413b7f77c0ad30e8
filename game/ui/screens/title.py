"""The title: what can be played, shown and read."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

import pygame

from game import __version__
from game.demos.files import FOLDER as DEMOS
from game.maps.scenarios import Scenario
from game.paths import MAPS
from game.records.autosave import left_games
from game.records.saves import SaveError
from game.ui.canvas import Canvas
from game.ui.palette import (
    CARD,
    INK,
    INK2,
    INK3,
    LINE2,
    PANEL,
    PAPER,
    SAFFRON,
    SUNK,
    SUNK2,
    seat_colours,
    seat_index,
)
from game.ui.screen import Screen, Window
from game.ui.screens.offer import book_title, books, offered, picture_of
from game.ui.signs import sign

CONTOUR = (222, 210, 184)


class TitleScreen(Screen):
    """Menu on the left, scenarios and demonstrations on the right."""

    def __init__(self, app: Window, maps: Path = MAPS, demos: Path = DEMOS) -> None:
        super().__init__(app)
        self.scenarios, self.demos, self.problems = offered(maps, demos)
        self.at = 0
        self.drawn: set[tuple[str, str, int, int]] = set()
        self.wanted: list[tuple[str, str, int, int]] = []
        self.left: list[Path] = []
        self.entered()

    def tick(self, seconds: float) -> bool:
        """The window is there at once; the pictures of the maps follow one by one."""
        if not self.wanted:
            return False
        self.drawn.add(self.wanted[0])
        picture_of(*self.wanted[0])
        self.wanted.clear()
        return True

    def entered(self) -> None:
        """Look for a game that was left."""
        try:
            self.left = left_games()
        except SaveError as error:
            self.app.message = str(error)

    def draw(self, canvas: Canvas) -> None:
        """Everything."""
        canvas.surface.fill(PAPER)
        self.wanted.clear()
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        _contours(canvas)
        pygame.draw.rect(canvas.surface, INK, canvas.rect(0, 0, wide, 6))
        canvas.surface.blit(sign("logo", canvas.px(404), canvas.px(124)), (canvas.px(28), canvas.px(38)))
        canvas.write("Snowball", 46, 148, "serif", 74)
        canvas.write("A table for reaction-fire rules", 48, 236, "serif_italic", 20, INK2)
        canvas.write(f"{len(books())} rulebooks, one board, every clause shown by play.", 48, 270, "body", 14.5, INK2)
        self._menu(canvas, 48, 402 if self._resume(canvas, 40, 306) else 330)
        self._complain(canvas, 40, high - 84)
        canvas.write(f"version {__version__}   free and open, maps in Tiled format", 48, high - 32, "label", 13.5, INK2)
        self._right(canvas, 456, wide, high)

    def _complain(self, canvas: Canvas, x: float, y: float) -> None:
        """What could not be read; a click shows the whole sentence."""
        found = [words for words in (self.app.settings.complaint, self.app.message, *self.problems) if words]
        if not found:
            return
        rect = canvas.rect(x, y - 4, 396, 44)
        words = "   ".join(found)
        hover = canvas.zone("complaint", rect, partial(self.app.tell, "Something cannot be used", words))
        canvas.box(x, y - 4, 396, 44, SUNK if hover else None, None, 6)
        canvas.ring("complaint", rect)
        canvas.paragraph(words, x + 8, y, 380, "body", 12.5, INK3, lines=2)

    def _menu(self, canvas: Canvas, x: float, y: float) -> None:
        from game.ui.screens.menu import HelpScreen, SettingsScreen

        rows = (
            ("N", "New game", "seats, computer, rulings", self.new_game),
            ("D", "Demonstrations", f"{len(self.demos)} to watch", self.open_demos),
            ("B", "Replays and saves", "play on, step through", self.open_saves),
            ("R", "Rulebooks", f"{sum(len(book.clauses) for book in books())} clauses", self.open_rules),
            ("K", "Keys", "all of them", lambda: self.app.push(HelpScreen(self.app))),
            ("S", "Settings", "colour, scale, motion", lambda: self.app.push(SettingsScreen(self.app))),
            ("Q", "Quit", "", self.app.quit),
        )
        for i, (key, words, right, action) in enumerate(rows):
            at = y + i * 44
            rect = canvas.rect(x - 8, at - 18, 392, 38)
            hover = canvas.zone(f"menu:{key}", rect, action, key=key)
            if hover:
                canvas.box(x - 8, at - 18, 392, 38, SUNK, None, 6)
            canvas.ring(f"menu:{key}", rect)
            canvas.key_cap(key, x, at)
            canvas.write(words, x + 34, at, "serif", 18, middle=True)
            canvas.write(right, x + 376, at, "label", 14, INK2, align="right", middle=True)
            canvas.rule(x, at + 22, 376, LINE2)

    def _right(self, canvas: Canvas, x: float, wide: float, high: float) -> None:
        w = wide - x - 16
        canvas.box(x, 24, w, high - 40, PANEL, LINE2, 8)
        columns = max(2, int((w - 40 + 8) // 250))
        each = (w - 40 - 8 * (columns - 1)) / columns
        demo_high = 236.0
        room = high - 60 - demo_high - 60
        rows = max(1, int(room // 206))
        fits = columns * rows
        card_high = min(248.0, room / rows - 8)
        page = self.at // fits
        pages = -(-len(self.scenarios) // fits)
        words = f"page {page + 1} of {pages}, click for more" if pages > 1 else "arrows to move, Enter to play"
        canvas.section("Scenarios", x + 20, 50, w - 44, words)
        if pages > 1:
            next_page = partial(self.show, (page + 1) % pages * fits)
            canvas.zone("page", canvas.rect(x + w - 230, 40, 210, 22), next_page)
            canvas.ring("page", canvas.rect(x + w - 230, 40, 210, 22))
        shown = self.scenarios[page * fits : page * fits + fits]
        for i, scenario in enumerate(shown):
            left, top = x + 20 + (i % columns) * (each + 8), 68 + (i // columns) * (card_high + 8)
            self._scenario(canvas, scenario, page * fits + i, left, top, each, card_high)
        top = high - demo_high - 30
        canvas.section("Demonstrations", x + 20, top, w - 44, "the rules played step by step")
        count = max(1, int((w - 40 + 8) // 196))
        wide_demo = (w - 40 - 8 * (count - 1)) / count
        for i, demo in enumerate(self.demos[:count]):
            left = x + 20 + i * (wide_demo + 8)
            rect = canvas.rect(left, top + 18, wide_demo, demo_high - 24)
            name = f"demo:{demo.id}"
            hover = canvas.zone(name, rect, partial(self.play_demo, demo.id))
            canvas.box(left, top + 18, wide_demo, demo_high - 24, SUNK2 if hover else CARD, LINE2, 5)
            canvas.ring(name, rect)
            self._picture(canvas, "demo", demo.id, canvas.rect(left + 8, top + 26, wide_demo - 16, 124))
            canvas.write(demo.title, left + 10, top + 158, "serif", 15, room=wide_demo - 20)
            canvas.write(f"{len(demo.steps)} steps", left + 10, top + 184, "label", 13.5, INK2)

    def _scenario(self, canvas: Canvas, scenario: Scenario, place: int, x: float, y: float, w: float, h: float) -> None:
        rect = canvas.rect(x, y, w, h)
        name = f"scenario:{scenario.id}"
        hover = canvas.zone(name, rect, partial(self.set_up, place))
        chosen = place == self.at
        if chosen:
            canvas.box(x - 2, y - 2, w + 4, h + 4, SAFFRON, None, 7)
        canvas.box(
            x, y, w, h, SUNK2 if hover and not chosen else CARD, INK if chosen else LINE2, 5, 1.4 if chosen else 1
        )
        canvas.ring(name, rect)
        spot = canvas.rect(x + 8, y + 8, w - 16, h - 96)
        self._picture(canvas, "map", str(scenario.path), spot)
        pygame.draw.rect(canvas.surface, INK, spot, 1, border_radius=canvas.px(3))
        canvas.write(scenario.title, x + 10, y + h - 82, "serif", 17, room=w - 30 - 15 * len(scenario.seats))
        canvas.write(book_title(scenario.ruleset), x + 10, y + h - 55, "bold", 13.5, room=w - 20)
        turns = f"{len(scenario.seats)} seats, {scenario.turns} turns, {scenario.extent}"
        canvas.write(turns, x + 10, y + h - 30, "label", 13.5, INK2, room=w - 70)
        for i, seat in enumerate(scenario.seats):
            colours = seat_colours(seat_index(seat, scenario.seats), self.app.settings.palette)
            canvas.seat_mark(colours, x + w - 16 - (len(scenario.seats) - 1 - i) * 15, y + h - 71, 11)
        for i in range(3):
            cx, base = canvas.px(x + w - 54 + i * 15), canvas.px(y + h - 18)
            points = [(cx, base), (cx + canvas.px(11), base), (cx + canvas.px(5.5), base - canvas.px(10))]
            pygame.draw.polygon(canvas.surface, INK if i < _stars(scenario) else CARD, points)
            pygame.draw.aalines(canvas.surface, INK2, True, points)

    def _picture(self, canvas: Canvas, kind: str, name: str, spot: pygame.Rect) -> None:
        """A picture if it is there already; else it is made after this drawing."""
        wanted = (kind, name, spot.width, spot.height)
        if wanted in self.drawn:
            canvas.surface.blit(picture_of(*wanted), spot)
        else:
            pygame.draw.rect(canvas.surface, SUNK, spot)
            self.wanted.append(wanted)

    def show(self, place: int) -> None:
        """Choose a scenario."""
        self.at = place

    # -- what can be done -----------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Set up the chosen scenario."""
        self.set_up(self.at)

    def set_up(self, place: int) -> None:
        """The set-up screen of a scenario."""
        from game.ui.screens.setup import SetupScreen

        if self.scenarios:
            self.at = place
            self.app.push(SetupScreen(self.app, self.scenarios[place]))

    def paste(self) -> None:
        """A position from the clipboard, as a sketch."""
        from game.engine.setup import SetupError
        from game.session.session import Session
        from game.sketch.sketch import SketchError, parse_sketch, read_sketch
        from game.ui.screens.battle import BattleScreen
        from game.ui.screens.lists import MessageScreen

        try:
            session = Session(read_sketch(parse_sketch(pygame.scrap.get_text())))
        except (SketchError, SetupError, pygame.error) as error:
            self.app.push(MessageScreen(self.app, "The clipboard holds no position", str(error)))
            return
        self.app.push(BattleScreen(self.app, session))

    def play_demo(self, demo_id: str) -> None:
        """Play a demonstration step by step."""
        from game.ui.screens.demo import open_demo

        open_demo(self.app, demo_id)

    def open_demos(self) -> None:
        """The list of demonstrations."""
        from game.ui.screens.demo import DemoList

        self.app.push(DemoList(self.app, self.demos))

    def _resume(self, canvas: Canvas, x: float, y: float) -> bool:
        """The card of the game that was left, if there is one."""
        if not self.left:
            return False
        rect = canvas.rect(x, y, 392, 62)
        hover = canvas.zone("resume", rect, self.resume, key="C")
        canvas.box(x, y, 392, 62, SUNK2 if hover else CARD, INK, 8, 1.4)
        canvas.ring("resume", rect)
        used = canvas.key_cap("C", x + 18, y + 31, dark=True, size=26)
        canvas.write("Continue", x + 34 + used, y + 20, "serif", 18, middle=True)
        canvas.write("the game that was left last", x + 34 + used, y + 42, "body", 13.5, INK2, middle=True)
        return True

    def resume(self) -> None:
        """Take the left game up again."""
        from game.ui.screens.saves import resume_latest

        resume_latest(self.app)

    def open_saves(self) -> None:
        """The list of saves."""
        from game.ui.screens.saves import SavesScreen

        self.app.push(SavesScreen(self.app))

    def open_rules(self) -> None:
        """The list of rulebooks."""
        from game.ui.screens.demo import BookList

        self.app.push(BookList(self.app, books()))

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Arrows choose a scenario, Enter sets it up."""
        if name == "V" and event.mod & pygame.KMOD_CTRL:
            self.paste()
            return True
        steps = {"Left": -1, "Right": 1, "Up": -3, "Down": 3}
        if name in steps and self.scenarios:
            self.at = max(0, min(len(self.scenarios) - 1, self.at + steps[name]))
        elif name == "Enter":
            self.set_up(self.at)
        else:
            return False
        return True


def _contours(canvas: Canvas) -> None:
    """Faint contour lines on the paper."""
    scale = canvas.scale
    for i in range(7):
        points = []
        for step in range(90):
            a = math.tau * step / 90
            r = (70 + i * 62) * scale * (1 + 0.16 * math.sin(3 * a + i * 0.5) + 0.09 * math.cos(5 * a - i))
            points.append((180 * scale + r * 1.4 * math.cos(a), 640 * scale + r * 0.7 * math.sin(a)))
        pygame.draw.aalines(canvas.surface, CONTOUR, True, points)


def _stars(scenario: Scenario) -> int:
    return int(scenario.difficulty) if scenario.difficulty in ("1", "2", "3") else 1
