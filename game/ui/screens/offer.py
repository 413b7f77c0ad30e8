"""What the title offers: scenarios, demonstrations, rulebooks, with their pictures and a sentence for each broken file.

Only the heads of the maps are read before the first picture; demonstrations and rulebooks follow while it is shown.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.maps.scenarios import Scenario, read_heads
from game.paths import ASSETS
from game.rules import RULESETS
from game.ui.palette import PAPER, SUNK, seat_index
from game.ui.signs import NOBODY, site
from game.ui.tokens import SPREAD, token

if TYPE_CHECKING:
    from game.demos import Demo
    from game.engine.match import Match
    from game.engine.rulebook import Rulebook

AT_ONCE = 4
"""So many demonstrations are read between two pictures."""
LARGEST = 4096
"""The most pixels a side of the map has that a thumbnail is cut from."""


class Offer:
    """What can be played, shown and read."""

    def __init__(self, maps: Path, demos: Path) -> None:
        found, wrong = read_heads(maps)
        self.problems = [str(error) for error in wrong]
        self.scenarios: list[Scenario] = []
        for scenario in sorted(found, key=_order):
            if scenario.ruleset in RULESETS:
                self.scenarios.append(scenario)
            else:
                known, file = ", ".join(RULESETS), scenario.path.name
                self.problems.append(f"{file}: there is no rulebook “{scenario.ruleset[:40]}”; use one of {known}.")
        self.books = len(RULESETS)
        self.clauses = 0
        """How many there are in all rulebooks; 0 before they have been read."""
        self._unread = sorted(demos.glob("*.toml"), reverse=True)
        self._demos: list[Demo] = []

    @property
    def demo_count(self) -> int:
        """How many demonstrations there are, as far as is known."""
        return len(self._unread) + len(self._demos)

    def read_on(self) -> bool:
        """Read some of what has not been read; True while it changes something."""
        if self._unread:
            for _ in range(min(AT_ONCE, len(self._unread))):
                self._read(self._unread.pop())
            return True
        if not self.clauses:
            self.clauses = sum(len(book.clauses) for book in books())
            return True
        return False

    def first_demos(self, count: int) -> list[Demo]:
        """The first demonstrations in order, none before all have been read."""
        return [] if self._unread else self._demos[:count]

    def all_demos(self) -> list[Demo]:
        """Every demonstration in order."""
        while self._unread:
            self.read_on()
        return self._demos

    def _read(self, path: Path) -> None:
        from game.demos.files import in_order, load_demo

        try:
            self._demos.append(load_demo(path))
        except (OSError, ValueError) as error:
            self.problems.append(str(error))
        if not self._unread:
            self._demos.sort(key=in_order)


def _order(scenario: Scenario) -> tuple[int, str, str]:
    """The flagship's scenarios first, easy ones before hard ones."""
    known = [*RULESETS, scenario.ruleset]
    return known.index(scenario.ruleset), scenario.difficulty, scenario.title


@cache
def books() -> tuple[Rulebook, ...]:
    """The rulebooks that can be played."""
    from game.engine.rulebook import load_rulebook

    return tuple(load_rulebook(name) for name in RULESETS)


@cache
def book_title(ruleset: str) -> str:
    """What a rulebook is called: its head, which is read without the rest of it."""
    with (ASSETS / "rulebooks" / f"{ruleset}.toml").open(encoding="utf-8") as file:
        for line in file:
            if found := re.match(r'title\s*=\s*"(.+)"', line):
                return found[1]
    return ruleset


@lru_cache(maxsize=64)
def thumbnail(path: str, wide: int, high: int) -> pygame.Surface:
    """A piece of a map's picture, filling the rectangle."""
    from game.maps.picture import load_picture

    wide, high = max(1, wide), max(1, high)
    try:
        picture = load_picture(path)
        whole = picture.paint(shrink=picture.shrink_to(LARGEST))
    except (OSError, ValueError, pygame.error):  # the sentence comes when the map is begun
        whole = pygame.Surface((4, 4))
        whole.fill(SUNK)
    return _filling(whole, wide, high, 1.5)


@lru_cache(maxsize=64)
def demo_picture(demo_id: str, wide: int, high: int) -> pygame.Surface:
    """A demonstration's table with its units, filling the rectangle."""
    from game.demos import DemoPlayer, load_demo
    from game.ui import ground

    wide, high = max(1, wide), max(1, high)
    match = DemoPlayer(load_demo(demo_id)).match
    board = match.setup.board
    whole = ground.plain_ground(board)
    full = whole.get_width() / ground.extent(board, 1000)[0] * 1000
    scale = max(wide / whole.get_width(), high / whole.get_height())
    small = pygame.transform.smoothscale(whole, (round(whole.get_width() * scale), round(whole.get_height() * scale)))
    if board.grid == "hex":
        _hexes(small, match, full * scale)
    else:
        for unit in match.front.units.values():
            _token(small, match, unit.id, ground.centre(board, unit.at, full * scale), full * scale * 1.3)
    return _cut(small, wide, high)


def picture_of(kind: str, name: str, wide: int, high: int) -> pygame.Surface:
    """The picture of a map or of a demonstration's table."""
    return thumbnail(name, wide, high) if kind == "map" else demo_picture(name, wide, high)


def _filling(whole: pygame.Surface, wide: int, high: int, closer: float) -> pygame.Surface:
    """A surface reduced until it fills the rectangle `closer` times."""
    scale = max(wide / whole.get_width(), high / whole.get_height()) * closer
    size = round(whole.get_width() * scale), round(whole.get_height() * scale)
    return _cut(pygame.transform.smoothscale(whole, size), wide, high)


def _cut(picture: pygame.Surface, wide: int, high: int) -> pygame.Surface:
    """Its middle."""
    view = pygame.Rect(0, 0, wide, high)
    view.center = picture.get_rect().center
    made = pygame.Surface((wide, high))
    made.fill(PAPER)
    made.blit(picture, (0, 0), view)
    return made


def _hexes(small: pygame.Surface, match: Match, size: float) -> None:
    """Coast, roads, towns and fanned tokens on the ground of a hex board."""
    from game.ui import ground, hexes
    from game.ui.battle.stacks import FANS

    board, seats = match.setup.board, match.setup.seats
    hexes.roads(small, board, match.rules.roads(match.front), size)
    hexes.coast(small, board, size)
    for each in match.rules.sites(match.front):
        x, y = ground.centre(board, each.at, size)
        made = site(each.kind, seat_index(each.seat, seats) if each.seat else NOBODY, round(size))
        small.blit(made, (round(x - made.get_width() / 2), round(y - made.get_height() / 2)))
    stacks: dict[int, list[str]] = {}
    for unit in match.front.units.values():
        if not unit.out and not unit.aboard:
            stacks.setdefault(unit.at, []).append(unit.id)
    for cell, names in stacks.items():
        share, fan = FANS[min(len(names), len(FANS)) - 1]
        x, y = ground.centre(board, cell, size)
        for name, (dx, dy) in zip(names, fan, strict=False):
            _token(small, match, name, (x + dx * size, y + dy * size), size * share)


def _token(small: pygame.Surface, match: Match, name: str, at: tuple[float, float], wanted: float) -> None:
    unit, size = match.front.units[name], max(10, round(wanted))
    figure = match.rules.army.profiles[unit.profile].figure
    made = token(figure, seat_index(unit.seat, match.setup.seats), size)
    small.blit(made, (round(at[0] - size * SPREAD / 2), round(at[1] - size * SPREAD / 2)))
