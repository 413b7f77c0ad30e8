"""What the title screen offers: scenarios, demonstrations and rulebooks, their pictures, and errors in their files.

Only the heads of the maps are read before the first picture; demonstrations and rulebooks follow while it is shown.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import pygame

from game.engine.rulebook import DataError, load_rulebook, title_of
from game.maps.scenarios import Scenario, read_heads
from game.rules import RULESETS, examined
from game.ui.palette import PAPER, SUNK, Palette
from game.ui.table_picture import draw_units, table_picture

if TYPE_CHECKING:
    from game.demos import Demo
    from game.engine.forces import Force
    from game.engine.rulebook import Rulebook

AT_ONCE = 4
"""How many demonstrations are read between two pictures."""
LARGEST = 4096
"""The longest side, in pixels, of the picture from which a thumbnail is cut."""


class Offer:
    """The scenarios, demonstrations and rulebooks that there are, and one sentence for each broken file."""

    def __init__(self, maps: Path, demos: Path) -> None:
        scenarios, errors = read_heads(maps)
        self.problems = [str(error) for error in errors]
        self.scenarios: list[Scenario] = []
        for scenario in sorted(scenarios, key=_order):
            fault = _wrong_book(scenario)
            if not fault:
                self.scenarios.append(scenario)
            elif fault not in self.problems:
                self.problems.append(fault)
        self.books = len(RULESETS)
        self.clauses = 0
        """The number of clauses in all rulebooks; 0 before they have been read."""
        self._counted = False
        self._unread = sorted(demos.glob("*.toml"), reverse=True)
        self._demos: list[Demo] = []

    @property
    def demo_count(self) -> int:
        """The number of demonstrations, including files that are not read yet and may be broken."""
        return len(self._unread) + len(self._demos)

    def read_on(self) -> bool:
        """Read some more files. Returns True if there were any, so that the picture has changed."""
        if self._unread:
            for _ in range(min(AT_ONCE, len(self._unread))):
                self._read(self._unread.pop())
            return True
        if not self._counted:
            self._counted = True
            rulebooks = read_books()
            self.clauses = sum(len(book.clauses) for book in rulebooks.books)
            self.problems += (words for words in rulebooks.problems if words not in self.problems)
            return True
        return False

    def first_demos(self, count: int) -> list[Demo]:
        """The first demonstrations in order; none before all have been read."""
        return [] if self._unread else self._demos[:count]

    def all_demos(self) -> list[Demo]:
        """Every demonstration in order, after reading all of them."""
        while self._unread:
            self.read_on()
        return self._demos

    def _read(self, path: Path) -> None:
        from game.demos.files import load_demo, sort_key

        try:
            self._demos.append(load_demo(path))
        except (OSError, ValueError) as error:
            self.problems.append(str(error))
        if not self._unread:
            self._demos.sort(key=sort_key)


def _wrong_book(scenario: Scenario) -> str:
    """A sentence if the rulebook of a map is unknown or cannot be read, else ""."""
    if scenario.ruleset not in RULESETS:
        known, file = ", ".join(RULESETS), scenario.path.name
        return f"{file}: there is no rulebook “{scenario.ruleset[:40]}”; use one of {known}."
    try:
        title_of(scenario.ruleset)
    except DataError as error:
        return str(error)
    return ""


def _order(scenario: Scenario) -> tuple[int, str, str]:
    """The sort key: scenarios in the order of the rulebooks, easy ones before hard ones."""
    known = [*RULESETS, scenario.ruleset]
    return known.index(scenario.ruleset), scenario.difficulty, scenario.title


class Books(NamedTuple):
    """The rulebooks that can be read, and one sentence for each that cannot."""

    books: tuple[Rulebook, ...]
    problems: tuple[str, ...]


@cache
def read_books() -> Books:
    """All rulebooks, read once."""
    rulebooks: list[Rulebook] = []
    problems: list[str] = []
    for name in RULESETS:
        try:
            rulebooks.append(load_rulebook(name))
        except DataError as error:
            problems.append(str(error))
    return Books(tuple(rulebooks), (*problems, *examined().problems.values()))


def books() -> tuple[Rulebook, ...]:
    """The rulebooks that can be read."""
    return read_books().books


@lru_cache(maxsize=64)
def thumbnail(path: str, width: int, height: int) -> pygame.Surface:
    """The middle of a map's picture, filling a rectangle of `width` by `height` pixels."""
    from game.maps.picture import load_picture

    width, height = max(1, width), max(1, height)
    try:
        picture = load_picture(path)
        surface = picture.paint(shrink=picture.shrink_to(LARGEST))
    except (OSError, ValueError, pygame.error):  # the error is shown when the map is chosen
        surface = pygame.Surface((4, 4))
        surface.fill(SUNK)
    return _filling(surface, width, height, 1.5)


@lru_cache(maxsize=8)
def scenario_picture(
    path: str, width: int, height: int, palette: Palette, forces: tuple[tuple[str, Force], ...] = ()
) -> pygame.Surface:
    """A map at the beginning of its battle, with its own units or with these forces, as large as fits."""
    from game.engine.match import Match
    from game.maps.fielding import fielded
    from game.maps.scenarios import load_scenario
    from game.rules import build
    from game.ui.ground import ground_of

    try:
        loaded = load_scenario(path)
        setup = fielded(loaded.setup, dict(forces))
        match = Match(setup, build(setup.ruleset, setup.rulings))
        return table_picture(match, ground_of(loaded), width, height, palette)
    except (OSError, ValueError, pygame.error):  # the error is shown when the map is chosen
        return thumbnail(path, width, height)


@lru_cache(maxsize=64)
def demo_picture(demo_id: str, width: int, height: int) -> pygame.Surface:
    """A demonstration's table with its units, filling a rectangle of `width` by `height` pixels."""
    from game.demos import DemoPlayer, load_demo
    from game.ui import ground

    width, height = max(1, width), max(1, height)
    match = DemoPlayer(load_demo(demo_id)).match
    board = match.setup.board
    surface = ground.plain_ground(board)
    cell_size = surface.get_width() / ground.extent(board, 1000)[0] * 1000
    scale = max(width / surface.get_width(), height / surface.get_height())
    scaled = pygame.transform.smoothscale(
        surface, (round(surface.get_width() * scale), round(surface.get_height() * scale))
    )
    draw_units(scaled, match, cell_size * scale)
    return _cut(scaled, width, height)


Pictured = Literal["map", "demo"]
"""The two kinds of things that have a picture on the title screen."""


def picture_of(kind: Pictured, name: str, width: int, height: int) -> pygame.Surface:
    """The picture of a map, by its path, or of a demonstration, by its id."""
    return thumbnail(name, width, height) if kind == "map" else demo_picture(name, width, height)


def _filling(surface: pygame.Surface, width: int, height: int, closer: float) -> pygame.Surface:
    """The middle of a surface, scaled to fill the rectangle and enlarged `closer` times."""
    scale = max(width / surface.get_width(), height / surface.get_height()) * closer
    size = round(surface.get_width() * scale), round(surface.get_height() * scale)
    return _cut(pygame.transform.smoothscale(surface, size), width, height)


def _cut(picture: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """The middle of a picture, `width` by `height` pixels."""
    view = pygame.Rect(0, 0, width, height)
    view.center = picture.get_rect().center
    part = pygame.Surface((width, height))
    part.fill(PAPER)
    part.blit(picture, (0, 0), view)
    return part
