"""One person against the computer: how a new game is set up, and that nobody is asked to hand the screen over."""

from __future__ import annotations

import pytest

from game.engine.deployment import DEPLOY
from game.engine.dice import DiceSource
from game.engine.names import Deployment
from game.maps.scenarios import load_scenario, read_head
from game.paths import MAPS
from game.records.levels import Level, Strength
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from game.ui.screens.setup import SetupScreen
from game.ui.settings import Settings, load_settings
from tests.sketches import LANE
from tests.ui.desk import Desk
from tests.ui.ledger import words_on


def set_up(name: str, *sitters: str) -> tuple[Desk, SetupScreen]:
    """A battle about to be set up by somebody who was last at a table with these sitters."""
    desk = Desk()
    desk.app.settings.sitters = sitters
    screen = SetupScreen(desk.app, read_head(MAPS / f"{name}.tmx"))
    desk.open(screen)
    return desk, screen


def test_the_first_new_game_is_one_person_against_the_computer_and_begins_with_enter() -> None:
    """Before, a new game began with two people, and a single player had to change that each time."""
    desk, screen = set_up("market_street")
    assert list(screen.seats.values()) == ["human", "computer"]
    assert "You against the computer." in words_on(desk)
    desk.press("return")
    assert isinstance(desk.top, BattleScreen)
    assert desk.top.session.people == ["blue"]


def test_a_new_game_has_the_same_players_as_the_last_one() -> None:
    desk, _ = set_up("market_street")
    desk.press("2", "return")
    assert load_settings().sitters == ("human", "computer:recruit")
    assert list(set_up("park_gate", *load_settings().sitters)[1].seats.values()) == ["human", "computer:recruit"]


def test_a_battle_between_computers_does_not_change_the_players_of_the_next_one() -> None:
    desk, screen = set_up("market_street")
    desk.press("1")
    assert list(screen.seats.values()) == ["computer", "computer"]
    desk.press("return")
    assert load_settings().sitters == Settings().sitters


@pytest.mark.parametrize(
    ("name", "sitters", "sit"),
    [
        ("four_banks", ("human", "human"), ["human", "human", "computer", "computer"]),
        ("three_shores", ("computer", "human", "human", "human"), ["computer", "human", "human"]),
        ("drawn_in", ("human", "computer:veteran"), ["human", "computer"]),
        ("canal_bridge", ("human", "computer:veteran"), ["human", "computer:veteran"]),
        ("canal_bridge", ("human", "nobody"), ["human", "computer"]),
    ],
)
def test_a_new_game_keeps_the_last_players_where_it_has_the_seat_and_the_rulebook_has_the_level(
    name: str, sitters: tuple[str, ...], sit: list[str]
) -> None:
    assert list(set_up(name, *sitters)[1].seats.values()) == sit


def test_an_unchanged_force_keeps_its_places_on_the_map() -> None:
    """Before, it was fielded again, on other cells."""
    desk, screen = set_up("market_street")
    desk.press("p", "return")
    assert desk.top is screen
    assert screen.forces == {}


def alone() -> tuple[Desk, BattleScreen]:
    """A person plays Red, who lays its markers first; the computer plays Blue."""
    desk = Desk()
    table = Session(
        read_sketch(LANE), dice=DiceSource(seed=5), players={"blue": ComputerSeat()}, table=TableKind.SHARED
    )
    screen = BattleScreen(desk.app, table)
    desk.open(screen)
    assert screen.session.asked == "red"
    return desk, screen


def test_against_the_computer_no_button_speaks_of_handing_over() -> None:
    """Before, the button said Hand over, and so did the sentence on Shift."""
    desk, _ = alone()
    assert "With Shift the rest is given and the turn goes on." in words_on(desk)
    desk.press("v")
    assert "Go on: all markers are given" in words_on(desk)
    assert not [line for line in words_on(desk) if "hand" in line.lower()]


def test_with_two_people_at_the_screen_the_button_hands_over() -> None:
    desk = Desk()
    desk.open(BattleScreen(desk.app, Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED)))
    assert "With Shift the rest is given and handed over." in words_on(desk)
    desk.press("v")
    assert "Hand over: all markers are given" in words_on(desk)


def test_the_computer_sets_up_its_units_without_a_pause_before_each() -> None:
    """Before, it paused before each of them as if there were something to follow: five seconds for nineteen stands."""
    desk = Desk()
    setup = load_scenario("market_street").deployed(Deployment.FREE).setup
    screen = BattleScreen(
        desk.app, Session(setup, dice=DiceSource(seed=3), players={"red": ComputerSeat(Strength(Level.RECRUIT))})
    )
    desk.open(screen)
    screen.game.choose("confirm")
    made, ticks = len(screen.session.match.history), 0
    while (asked := screen.session.match.pending) is not None and asked.kind == DEPLOY:
        screen.tick(0.1)
        ticks += 1
    chosen = len(screen.session.match.history) - made
    assert chosen > 4
    assert ticks <= chosen + 1
