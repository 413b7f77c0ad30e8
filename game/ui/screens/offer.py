"""What the title offers: scenarios, demonstrations, rulebooks, with their pictures and a sentence for each broken file."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import pygame

from game.demos import Demo, load_demo
from game.demos.files import in_order
from game.engine.rulebook import Rulebook, load_rulebook
from game.maps.scenarios import Scenario, broken_maps, list_scenarios
from game.rules import RULESETS
from game.ui.palette import PAPER, SUNK


def _order(scenario: Scenario) -> tuple[int, str, str]:
    """The flagship's scenarios first, easy ones before hard ones."""
    return list(RULESETS).index(scenario.ruleset), scenario.difficulty, scenario.title


def offered(maps: Path, demos: Path) -> tuple[list[Scenario], list[Demo], list[str]]:
    """Scenarios and demonstrations that can be shown, and a sentence for each that cannot."""
    wrong = [str(error) for error in broken_maps(maps)]
    scenarios = []
    for scenario in list_scenarios(maps):
        if scenario.ruleset in RULESETS:
            scenarios.append(scenario)
        else:
            known = ", ".join(RULESETS)
            wrong.append(f"{scenario.path.name}: there is no rulebook “{scenario.ruleset[:40]}”; use one of {known}.")
    shows = []
    for path in sorted(demos.glob("*.toml")):
        try:
            shows.append(load_demo(path))
        except (OSError, ValueError) as error:
            wrong.append(str(error))
    return sorted(scenarios, key=_order), sorted(shows, key=in_order), wrong


@cache
def books() -> tuple[Rulebook, ...]:
    """The rulebooks that can be played."""
    return tuple(load_rulebook(name) for name in RULESETS)


@cache
def book_title(ruleset: str) -> str:
    """What a rulebook is called."""
    return load_rulebook(ruleset).title


@lru_cache(maxsize=64)
def thumbnail(path: str, wide: int, high: int) -> pygame.Surface:
    """A piece of a map's picture, filling the rectangle."""
    from game.maps.picture import load_picture

    wide, high = max(1, wide), max(1, high)
    try:
        whole = load_picture(path).paint()
    except (OSError, ValueError, pygame.error):  # the sentence comes when the map is begun
        whole = pygame.Surface((4, 4))
        whole.fill(SUNK)
    scale = max(wide / whole.get_width(), high / whole.get_height()) * 1.5
    size = round(whole.get_width() * scale), round(whole.get_height() * scale)
    small = pygame.transform.smoothscale(whole, size)
    view = pygame.Rect(0, 0, wide, high)
    view.center = (size[0] // 2, size[1] // 2)
    made = pygame.Surface((wide, high))
    made.fill(PAPER)
    made.blit(small, (0, 0), view.clip(small.get_rect()))
    return made


def picture_of(kind: str, name: str, wide: int, high: int) -> pygame.Surface:
    """The picture of a map or of a demonstration's table."""
    from game.ui.screens.pictures import demo_picture

    return thumbnail(name, wide, high) if kind == "map" else demo_picture(name, wide, high)
