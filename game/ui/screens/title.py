"""The title screen: scenarios, demonstrations, and the menu of everything else."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game import __version__
from game.engine.rulebook import DataError, title_of
from game.maps.scenarios import Scenario
from game.paths import DEMOS, MAPS
from game.records.folders import SaveError, left_games
from game.ui import kit
from game.ui.canvas import Action, Canvas
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
    rgb,
    seat_colours,
    seat_index,
)
from game.ui.screen import Screen, Stage
from game.ui.screens.offer import Offer, Pictured, picture_of
from game.ui.signs import seat_mark, sign

if TYPE_CHECKING:
    from game.demos import Demo

CONTOUR = rgb("#DED2B8")
LEFT = 456.0
"""The width of the menu at the left."""
GAP = 8.0
"""The gap between cards."""
SHORT = 760.0
"""In a window lower than this, in logical pixels, name and emblem are smaller."""
DEMO_HEIGHT = 236.0
"""The height of the demonstrations."""
MOST_STARS = 3
FIRST = "first_battle"
"""The lesson for new players."""


class TitleScreen(Screen):
    """Menu on the left, scenarios and demonstrations on the right."""

    def __init__(self, app: Stage, maps: Path = MAPS, demos: Path = DEMOS) -> None:
        super().__init__(app)
        self.offer = Offer(maps, demos)
        self.at = 0
        self.columns, self.fits = 3, 6
        self.drawn: set[tuple[str, str, int, int]] = set()
        self.wanted: list[tuple[Pictured, str, int, int]] = []
        self.left: list[Path] = []
        self.entered()

    @property
    def scenarios(self) -> list[Scenario]:
        """The scenarios in order."""
        return self.offer.scenarios

    @property
    def demos(self) -> list[Demo]:
        """All demonstrations, after reading those that have not been read yet."""
        return self.offer.all_demos()

    @property
    def problems(self) -> list[str]:
        """One sentence for each broken file, after reading all demonstrations."""
        self.offer.all_demos()
        return self.offer.problems

    def tick(self, seconds: float) -> bool:
        """Make the pictures of the maps one by one, then read the demonstrations, while the window is shown already."""
        if self.wanted:
            self.drawn.add(self.wanted[0])
            picture_of(*self.wanted[0])
            self.wanted.clear()
            return True
        return self.offer.read_on()

    def entered(self) -> None:
        """Look for games that were left, or say why that is not possible now."""
        self.left, self.app.message = [], ""
        try:
            self.left = left_games()
        except SaveError as error:
            self.app.message = str(error)

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        self.wanted.clear()
        width, height = canvas.logical
        _contours(canvas)
        pygame.draw.rect(canvas.surface, INK, canvas.rect(0, 0, width, 6))
        share = 0.72 if height < SHORT else 1.0
        logo = sign("logo", canvas.px(404 * share), canvas.px(124 * share))
        canvas.surface.blit(logo, (canvas.px(28), canvas.px(38 * share)))
        top = 136 * share
        self._menu(height - top - 18, small=height < SHORT).draw(canvas, kit.Spot(40, top, 392, height - top - 18))
        canvas.box(LEFT, 24, width - LEFT - 16, height - 40, PANEL, LINE2, 8)
        self._scenarios(canvas, kit.Spot(LEFT + 20, 40, width - LEFT - 60, height - DEMO_HEIGHT - 86))
        self._demos(canvas, kit.Spot(LEFT + 20, height - DEMO_HEIGHT - 34, width - LEFT - 60, DEMO_HEIGHT))

    # -- the left -------------------------------------------------------------------------------------------------

    def _menu(self, room: float, *, small: bool) -> kit.Widget:
        """The name, the card of a game that was left, and the menu, whose rows are lower if `room` is short."""
        books = f"{self.offer.books} rulebooks, one board, every clause shown by play."
        name = kit.Column(
            kit.Text("Snowball", "serif", 60 if small else 74),
            kit.Text("A table for reaction-fire rules", "serif_italic", 20, INK2),
            kit.Space(h=4),
            kit.Text(books, "body", 14.5, INK2),
            gap=0,
        )
        foot = f"version {__version__}   free and open, maps in Tiled format"
        first_card, complaint = self._resume(), self._complaint()
        progress = self.app.settings.lesson(FIRST)
        lesson_words = "played" if progress.done else "three turns, ten minutes"
        if progress.at:
            lesson_words = f"on from step {progress.at + 1}"
        lesson = ("F", "First battle", lesson_words, self.open_lesson)
        is_new = not progress.done and not self.left
        if is_new:
            first_card = _first("lesson", "F", "First battle", f"learn it by playing: {lesson_words}", self.open_lesson)
        rows = (
            ("N", "New game", "seats, computer, rulings", self.new_game),
            ("G", "Battlefield by seed", "never the same twice", self.open_battlefield),
            ("D", "Demonstrations", f"{self.offer.demo_count} to watch", self.open_demos),
            *([] if is_new else [lesson]),
            ("B", "Replays and saves", "play on, step through", self.open_saves),
            ("R", "Rulebooks", f"{self.offer.clauses or 'all'} clauses", self.open_rules),
            ("K", "Keys", "all of them, F1", self.open_keys),
            ("S", "Settings", "colour, scale, motion", self.open_settings),
            ("Q", "Quit", "", self.app.quit),
        )
        taken = (134 if small else 154) + 46 + (76 if first_card else 0) + (44 if complaint else 0)
        h = max(24.0, min(38.0, (room - taken) / len(rows) - 5))
        return kit.Column(
            kit.Card(name, look="bare", pad=(8, 0)),
            kit.Space(h=12 if small else 22),
            *first_card,
            *(self._row(*row, h) for row in rows),
            kit.Space(grow=1),
            *complaint,
            kit.Card(kit.Text(foot, "label", 13.5, INK2), look="bare", pad=(8, 4)),
            gap=0,
        )

    @staticmethod
    def _row(key: str, words: str, right: str, action: Action, h: float) -> kit.Widget:
        line = kit.Row(
            kit.KeyCap(key), kit.Text(words, "serif", 18, grow=1), kit.Label(right, "label", 14, INK2), gap=14
        )
        card = kit.Card(line, name=f"menu:{key}", action=action, key=key, look="bare", pad=(8, 1), h=h, radius=6)
        return kit.Column(card, kit.Rule(LINE2, h=5), gap=0)

    def _resume(self) -> list[kit.Widget]:
        """The card of the game that was left, if there is one."""
        count = len(self.left)
        words = "the game that was left last" if count == 1 else f"the latest of {count} games that were left"
        return _first("resume", "C", "Continue", words, self.resume) if self.left else []

    def _complaint(self) -> list[kit.Widget]:
        """What could not be read; a click shows it in full."""
        problems = [words for words in (self.app.settings.complaint, self.app.message, *self.offer.problems) if words]
        if not problems:
            return []
        words = "   ".join(problems)
        tell = partial(self.app.tell, "Something cannot be used", words)
        line = kit.Text(words, "body", 12.5, INK3, lines=2)
        return [kit.Card(line, name="complaint", action=tell, look="bare", pad=(8, 4), radius=6)]

    # -- the right ------------------------------------------------------------------------------------------------

    def _scenarios(self, canvas: Canvas, spot: kit.Spot) -> None:
        columns = self.columns = max(2, int((spot.w + GAP) // 250))
        card_width = (spot.w - GAP * (columns - 1)) / columns
        top = 28.0
        rows = max(1, round((spot.h - top) / 206))
        fits = self.fits = columns * rows
        card_height = (spot.h - top) / rows - GAP
        page, pages = self.at // fits, self.pages
        words = f"page {page + 1} of {pages}: click, or PgDn and PgUp" if pages > 1 else "arrows to move, Enter to play"
        kit.Section("Scenarios", words).draw(canvas, kit.Spot(spot.x, spot.y, spot.w, 18))
        if pages > 1:
            rect = canvas.rect(spot.right - 210, spot.y - 2, 210, 22)
            canvas.zone("page", rect, partial(self.turn_page, 1))
            canvas.ring("page", rect)
        for i, scenario in enumerate(self.offer.scenarios[page * fits : page * fits + fits]):
            left, upper = spot.x + i % columns * (card_width + GAP), spot.y + top + i // columns * (card_height + GAP)
            place = page * fits + i
            if place == self.at:
                canvas.box(left - 2, upper - 2, card_width + 4, card_height + 4, SAFFRON, None, 7)
            self._scenario(scenario, place).draw(canvas, kit.Spot(left, upper, card_width, card_height))

    def _scenario(self, scenario: Scenario, place: int) -> kit.Widget:
        palette, size = self.app.settings.palette, 12
        marks = [
            kit.Picture(size, size, partial(seat_mark, seat_colours(seat_index(seat, scenario.seats), palette)))
            for seat in scenario.seats
        ]
        turns = f"{len(scenario.seats)} seats, {scenario.turns} turns, {scenario.extent}"
        stars = int(scenario.difficulty) if scenario.difficulty in ("1", "2", "3") else 1
        column = kit.Column(
            kit.Drawing(0, 60, partial(self._picture, "map", str(scenario.path)), grow=1),
            kit.Space(h=2),
            kit.Row(kit.Text(scenario.title, "serif", 17, lines=1, grow=1), *marks, gap=4),
            kit.Text(title_of(scenario.ruleset), "bold", 13.5, lines=1),
            kit.Row(
                kit.Label(turns, "label", 13.5, INK2, grow=1),
                kit.Drawing(44, 14, partial(_stars, stars)),
            ),
            gap=3,
        )
        look: kit.Look = "field" if place == self.at else "card"
        return kit.Card(column, name=f"scenario:{scenario.id}", action=partial(self.set_up, place), look=look)

    def _demos(self, canvas: Canvas, spot: kit.Spot) -> None:
        kit.Section("Demonstrations", "the rules played step by step").draw(
            canvas, kit.Spot(spot.x, spot.y, spot.w, 18)
        )
        count = max(1, int((spot.w + GAP) // 196))
        card_width = (spot.w - GAP * (count - 1)) / count
        for i in range(0 if self.offer.first_demos(1) else count):
            canvas.box(spot.x + i * (card_width + GAP), spot.y + 28, card_width, spot.h - 28, SUNK, None, 5)
        for i, demo in enumerate(self.offer.first_demos(count)):
            column = kit.Column(
                kit.Drawing(0, 80, partial(self._picture, "demo", demo.id), grow=1),
                kit.Space(h=2),
                kit.Text(demo.title, "serif", 15, lines=2),
                kit.Text(f"{title_of(demo.ruleset)}, {len(demo.steps)} steps", "label", 13.5, INK2),
                gap=2,
            )
            card = kit.Card(column, name=f"demo:{demo.id}", action=partial(self.play_demo, demo.id))
            card.draw(canvas, kit.Spot(spot.x + i * (card_width + GAP), spot.y + 28, card_width, spot.h - 28))

    def _picture(self, kind: Pictured, name: str, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw a picture if it has been made already; else it will be made after this drawing."""
        rect = canvas.rect(*spot)
        wanted = (kind, name, rect.width, rect.height)
        if wanted in self.drawn:
            canvas.surface.blit(picture_of(*wanted), rect)
        else:
            pygame.draw.rect(canvas.surface, SUNK, rect)
            self.wanted.append(wanted)
        pygame.draw.rect(canvas.surface, INK if kind == "map" else LINE2, rect, 1)

    def show(self, place: int) -> None:
        """Choose a scenario."""
        self.at = place

    @property
    def pages(self) -> int:
        """The number of pages of scenarios."""
        return -(-len(self.offer.scenarios) // self.fits)

    def turn_page(self, step: int) -> None:
        """Go on by `step` pages, round from last to first, and choose the first scenario of the page."""
        if self.pages:
            self.show((self.at // self.fits + step) % self.pages * self.fits)

    # -- what can be done -----------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Set up the chosen scenario."""
        self.set_up(self.at)

    def set_up(self, place: int) -> None:
        """Open the set-up screen of a scenario, by its number."""
        from game.ui.screens.setup import SetupScreen

        if not self.offer.scenarios:
            return
        self.at = place
        try:
            screen = SetupScreen(self.app, self.offer.scenarios[place])
        except DataError as error:
            self.app.tell("This battle cannot be set up", str(error))
            return
        self.app.push(screen)

    def open_battlefield(self) -> None:
        """Open the set-up screen of a generated battlefield."""
        try:
            from game.ui.screens.battlefield import BattlefieldScreen  # this reads every army, so it is imported late

            screen = BattlefieldScreen(self.app)
        except DataError as error:
            self.app.tell("No battlefield can be drawn", str(error))
            return
        self.app.push(screen)

    def paste(self) -> None:
        """Begin a battle of people from the sketch of a position on the clipboard, or say why not."""
        from game.engine.dice import DiceSource
        from game.engine.unfit import SetupError
        from game.records.timeline import fresh_seed
        from game.sketch import SketchError, parse_sketch, read_sketch
        from game.ui.launch import start

        try:
            setup = read_sketch(parse_sketch(pygame.scrap.get_text()))
            screen = start(self.app, setup, {}, {}, DiceSource("seeded", fresh_seed()))
        except (SketchError, SetupError, pygame.error) as error:
            self.app.tell("The clipboard holds no position", f"{error} In a battle Ctrl C copies one.")
            return
        self.app.push(screen)

    def open_lesson(self) -> None:
        """Open the guided battle, where it was left."""
        from game.ui.screens.lesson import open_lesson

        open_lesson(self.app, FIRST)

    def play_demo(self, demo_id: str) -> None:
        """Play a demonstration step by step."""
        from game.ui.screens.demo import open_demo

        open_demo(self.app, demo_id)

    def open_demos(self) -> None:
        """Open the list of demonstrations by rulebook."""
        from game.ui.screens.demo import DemoBooks

        self.app.push(DemoBooks(self.app, self.demos))

    def resume(self) -> None:
        """Resume the game that was left last."""
        from game.ui.screens.saves import resume_latest

        resume_latest(self.app)

    def open_saves(self) -> None:
        """Open the list of saves."""
        from game.ui.screens.saves import SavesScreen

        self.app.push(SavesScreen(self.app))

    def open_rules(self) -> None:
        """Open the list of rulebooks."""
        from game.ui.screens.demo import BookList
        from game.ui.screens.offer import books

        self.app.push(BookList(self.app, books()))

    def open_keys(self) -> None:
        """Show all keys."""
        self.app.show_keys()

    def open_settings(self) -> None:
        """Open the settings."""
        from game.ui.screens.menu import SettingsScreen

        self.app.push(SettingsScreen(self.app))

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Choose a scenario with arrows and page keys, set it up with Enter; Ctrl V pastes a position."""
        if name == "V" and event.mod & pygame.KMOD_CTRL:
            self.paste()
            return True
        steps = {"Left": -1, "Right": 1, "Up": -self.columns, "Down": self.columns}
        if name in ("PgUp", "PgDn"):
            self.turn_page(1 if name == "PgDn" else -1)
        elif name in steps and self.offer.scenarios:
            self.at = max(0, min(len(self.offer.scenarios) - 1, self.at + steps[name]))
        elif name == "Enter":
            self.set_up(self.at)
        else:
            return False
        return True


def _first(name: str, key: str, title: str, words: str, action: Action) -> list[kit.Widget]:
    """A card above the menu, for the most likely choice."""
    line = kit.Row(
        kit.KeyCap(key, dark=True, size=26),
        kit.Column(kit.Text(title, "serif", 18), kit.Text(words, "body", 13.5, INK2), gap=0, grow=1),
        gap=16,
    )
    card = kit.Card(line, name=name, action=action, key=key, look="sheet", pad=(18, 8), h=62, radius=8)
    return [card, kit.Space(h=14)]


def _contours(canvas: Canvas) -> None:
    """Draw faint contour lines on the paper."""
    scale = canvas.scale
    for i in range(7):
        points = []
        for step in range(90):
            angle = math.tau * step / 90
            radius = (70 + i * 62) * scale * (1 + 0.16 * math.sin(3 * angle + i * 0.5) + 0.09 * math.cos(5 * angle - i))
            points.append((180 * scale + radius * 1.4 * math.cos(angle), 640 * scale + radius * 0.7 * math.sin(angle)))
        pygame.draw.aalines(canvas.surface, CONTOUR, True, points)


def _stars(filled: int, canvas: Canvas, spot: kit.Spot) -> None:
    """Draw three triangles, of which as many are filled as the scenario is difficult."""
    for i in range(MOST_STARS):
        left, base = canvas.px(spot.right - 42 + i * 15), canvas.px(spot.centery + 5)
        points = [(left, base), (left + canvas.px(11), base), (left + canvas.px(5.5), base - canvas.px(10))]
        pygame.draw.polygon(canvas.surface, INK if i < filled else CARD, points)
        pygame.draw.aalines(canvas.surface, INK2, True, points)
