"""Random input at the window: nothing raises, every picture draws, and the choices lead to the same match again."""

from __future__ import annotations

import pytest

from game.maps.scenarios import list_scenarios
from game.ui.screens.demo import open_demo
from game.ui.screens.title import TitleScreen
from tests.ui.fuzz import Fuzz

SCENARIOS = {scenario.id: scenario.seats for scenario in list_scenarios()}


def seated(place: str, seed: int) -> dict[str, str]:
    """The players by their seats: people alone, the computer on the last seat, or computers alone, by the seed."""
    seats = SCENARIOS[place]
    return ({}, {seats[-1]: "computer"}, dict.fromkeys(seats, "computer"))[seed % 3]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.fuzz)])
def test_a_restless_person_wanders_from_the_title(seed: int) -> None:
    fuzz = Fuzz(seed)
    fuzz.open(TitleScreen(fuzz.app))
    fuzz.run(150)


@pytest.mark.parametrize(
    "place", [place if n % 9 == 0 else pytest.param(place, marks=pytest.mark.fuzz) for n, place in enumerate(SCENARIOS)]
)
def test_a_restless_person_sits_at_every_map(place: str) -> None:
    seed = sorted(SCENARIOS).index(place)
    fuzz = Fuzz(seed)
    fuzz.sit_down(place, seated(place, seed), "ask" if seed % 2 else "seeded", 12 * (seed % 4))
    fuzz.run(60)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
def test_a_restless_person_wanders_for_long(seed: int) -> None:
    fuzz = Fuzz(1000 + seed)
    fuzz.open(TitleScreen(fuzz.app))
    fuzz.run(500)


@pytest.mark.fuzz
@pytest.mark.parametrize("place", SCENARIOS)
def test_a_restless_person_sits_for_long(place: str) -> None:
    seed = sorted(SCENARIOS).index(place)
    fuzz = Fuzz(2000 + seed)
    fuzz.sit_down(place, seated(place, seed), "ask" if seed % 4 == 3 else "seeded", 30 * (seed % 5))
    fuzz.run(400)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(10))
def test_a_restless_person_watches_demonstrations(seed: int) -> None:
    fuzz = Fuzz(3000 + seed)
    fuzz.open(TitleScreen(fuzz.app))
    for demo in TitleScreen(fuzz.app).demos[seed::10]:
        open_demo(fuzz.app, demo.id)
        fuzz.run(40)
