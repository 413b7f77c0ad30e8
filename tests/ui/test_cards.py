"""The cards of a question say what each answer buys; a click on anything else says why it is no answer."""

from __future__ import annotations

import pygame
import pytest

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.reactors import barred, ranked
from game.ui.screens.battle import BattleScreen
from game.ui.screens.demo import open_demo
from game.ui.screens.replay import look_back
from tests.firefight import Firefight
from tests.hexes import Hexes
from tests.ui.desk import Desk, open_scene
from tests.ui.ledger import drawn, words_on

WALL = {
    "ruleset": "skirmishcorps",
    "board": [
        "..................",
        "..................",
        "...####...........",
        "..................",
        "..................",
    ],
    "phase": "act",
    "seat": "blue",
    "units": [
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [1, 3], "markers": ["move"]},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [0, 4], "markers": ["overwatch"]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [7, 1], "markers": ["overwatch"]},
        {"id": "r2", "seat": "red", "profile": "veteran", "at": [9, 3], "markers": ["overwatch"]},
        {"id": "r3", "seat": "red", "profile": "trooper", "at": [16, 0], "markers": ["move"]},
    ],
    "seats": ["blue", "red"],
    "turns": 2,
}


def wall(desk: Desk, **changes: object) -> BattleScreen:
    """The table with the wall in the window, all markers open."""
    session = Session(read_sketch({**WALL, **changes}), dice=DiceSource(seed=5), table=TableKind.OPEN)
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return screen


def centre(screen: BattleScreen, x: int, y: int) -> tuple[int, int]:
    """The middle of a cell on the screen."""
    return screen.map.rect_of(screen.map.board.cell(x, y)).center


# -- refused clicks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (4, 2, "B1: a wall at e3 cannot be entered (SC-A52)."),
        (16, 4, "B1: q5 is 15.5″ to go, a sprint is 10″ (SC-A36)."),
        (0, 4, "B2: on overwatch: it waits for what the enemy does (SC-01)."),
        (
            7,
            1,
            "B1: R1 can be attacked only after a move or a stand; from here no sight: a wall at d3 in the way (SC-57).",
        ),
    ],
)
def test_a_click_that_can_do_nothing_says_why(x: int, y: int, words: str) -> None:
    desk = Desk()
    screen = wall(desk)
    desk.click_at(centre(screen, x, y))
    assert screen.model.notice == words
    assert screen.session.match.pending.kind == "activate"
    assert any(zone.startswith("chip:SC") for zone in desk.zones("chip"))


def test_a_squad_that_is_dropped_on_an_enemy_that_it_can_fire_at_is_about_to_fire() -> None:
    desk, screen = open_scene(Firefight("a1 .*5 b1", ".*7").acts("a1"))
    desk.drag(centre(screen, 0, 0), centre(screen, 6, 0))
    assert (screen.model.chosen, screen.model.notice) == ("a1:fire:b1", "")


def test_the_map_is_still_pulled_where_nothing_can_be_done() -> None:
    desk = Desk((800, 600))
    screen = wall(desk)
    screen.map.zoom_by(2)
    desk.settle()
    before = screen.map.look
    start = centre(screen, 4, 2)
    desk.drag(start, (start[0] - 60, start[1]))
    assert screen.map.look != before
    assert screen.model.notice == ""


def test_enter_at_a_cell_that_is_no_answer_says_why_and_answers_nothing() -> None:
    desk = Desk()
    screen = wall(desk)
    screen.pointer.cursor, screen.pointer.keyed = screen.map.board.cell(3, 2), False
    desk.press("right", "return")
    assert "a wall at e3 cannot be entered (SC-A52)" in screen.model.notice
    assert screen.session.match.pending.kind == "activate"


# -- who may answer ---------------------------------------------------------------------------------------------------


def running(desk: Desk, **changes: object) -> BattleScreen:
    """B1 has announced a run along the wall: red is asked who reacts."""
    screen = wall(desk, **changes)
    screen.game.choose("b1:move:run:7,3")
    desk.settle()
    assert screen.session.match.pending.kind == "react"
    return screen


def test_units_that_may_react_are_cards_best_first_and_the_others_have_a_reason() -> None:
    desk = Desk()
    screen = running(desk)
    assert [one.unit for one in ranked(screen.model)] == ["r2", "r1"]
    assert [(one.units, one.no.reason, one.no.clause) for one in barred(screen.model)] == [
        (("r3",), "no overwatch marker", "SC-01")
    ]
    assert desk.zones("option:") == ["option:r2:ranged_attack:b1", "option:r1:ranged_attack:b1"]


def test_keys_pick_cards_by_their_numbers_which_stay_the_same_while_the_player_decides() -> None:
    desk = Desk()
    screen = running(desk)
    for key, unit in (("2", "r1"), ("1", "r2"), ("2", "r1")):
        desk.press(key)
        assert screen.model.option().unit == screen.model.selected == unit
        keys = {zone.key: zone.id for zone in desk.top.zones if zone.id.startswith("option:") and zone.key}
        assert keys == {"1": "option:r2:ranged_attack:b1", "2": "option:r1:ranged_attack:b1"}
    assert screen.session.match.pending.kind == "react", "nothing has been declared"
    desk.press("up")
    assert screen.model.option().unit == "r2"


def test_a_card_says_what_the_shot_is_now_and_what_it_would_be_if_the_hand_were_forced() -> None:
    screen = running(Desk())
    hidden, seen = (
        screen.model.forecast(screen.model.choices.by_id[f"{unit}:ranged_attack:b1"]) for unit in ("r1", "r2")
    )
    assert hidden.only == "only if its hand is forced"
    assert (hidden.instead.chance, hidden.instead.spot) == (hidden.chance, hidden.spot)
    assert seen.instead is not None
    assert seen.instead.words == "if forced"
    assert seen.instead.chance > seen.chance


def test_the_pointer_on_a_card_draws_its_shot_and_on_a_reason_what_is_in_the_way() -> None:
    desk = Desk()
    screen = running(desk)
    places = {}
    for zone in ("", "option:r2", "option:r1", "no:r3"):
        found = next((z for z in desk.top.zones if zone and z.id.startswith(zone)), None)
        desk.point_at(found.rect.center if found else (5, 5))
        area = screen.map.area
        places[zone] = pygame.image.tobytes(screen.app.window.subsurface(area), "RGB")
    assert len(set(places.values())) == 4


def test_forcing_is_what_enter_does_where_waiting_leaves_no_shot() -> None:
    desk = Desk()
    screen = running(desk)
    screen.game.choose("r1:ranged_attack:b1")
    while screen.session.match.pending.kind == "react":
        screen.game.choose("pass")
    desk.settle()
    asked = screen.session.match.pending
    assert (asked.kind, asked.default) == ("force", "r1:force")
    force, wait = (screen.model.forecast(option) for option in asked.options)
    assert wait is None
    assert force.only.startswith("at its best, at ")
    assert asked.option("r1:wait").text == "Leave B1 until last: no shot at it where it stands"


def told(screen: BattleScreen) -> list[object]:
    """The list as it stands: cards with what they say, and reasons."""
    model = screen.model
    cards = [(one.unit, one.best.id, model.forecast(one.best)) for one in ranked(model)]
    return [*cards, *((one.units, one.no.reason) for one in barred(model))]


def test_a_demonstration_and_a_replay_show_the_same_list_as_the_battle() -> None:
    desk = Desk()
    battle = running(desk)
    listed = told(battle)
    assert listed
    look_back(desk.app, battle.session.match, None, seat=None, seating=battle.session.seating)
    desk.settle()
    again = desk.top
    assert isinstance(again, BattleScreen)
    assert again is not battle
    desk.press("end")
    assert told(again) == listed
    open_demo(desk.app, "sc-snowball")
    desk.settle()
    demo = desk.top
    assert isinstance(demo, BattleScreen)
    desk.press("right", "right")
    assert [line[0] for line in told(demo)] == ["r2", "r3", ("r1",)]
    assert desk.zones("option:r2:")


def test_cards_with_chances_of_different_results_each_name_their_result() -> None:
    """Before, one head over all of them said “out of action or pinned”, and 58 % seemed to be worse than 2 %."""
    desk = Desk()
    units = [
        {"id": "r1", "seat": "red", "profile": "runner", "weapon": "carbine", "at": [0, 1], "markers": ["move"]},
        {"id": "r2", "seat": "red", "profile": "runner", "weapon": "carbine", "at": [24, 1], "markers": ["overwatch"]},
        {"id": "b1", "seat": "blue", "profile": "runner", "weapon": "carbine", "at": [9, 1], "markers": ["overwatch"]},
        {"id": "b2", "seat": "blue", "profile": "runner", "weapon": "carbine", "at": [33, 1], "markers": ["overwatch"]},
    ]
    screen = wall(desk, board=["." * 36] * 3, seat="red", units=units)
    screen.game.choose("r1:stand")
    desk.settle()
    shown = {one.unit: screen.model.forecast(one.best) for one in ranked(screen.model)}
    assert {unit: total.means for unit, total in shown.items() if total} == {"b1": "out of action", "b2": "stopped"}
    words = [line.words for line in drawn(desk).lines if line.rect.x > screen.map.area.right]
    assert words.count("out of action") == words.count("stopped") == 1
    assert not [said for said in words if " or stopped" in said]


def test_a_pass_with_nothing_to_tell_is_a_button_and_no_card() -> None:
    """VK-04: before, the pass was also a card, between the shots and its own button."""
    scene = Hexes("a7 . . b1+b2").chooses("b1:move:1,0").asked("a", "react", ["a7:overwatch:b1", "pass"])
    desk, _ = open_scene(scene)
    assert desk.zones("option:") == ["option:a7:overwatch:b1"]
    assert words_on(desk).count("Pass") == 2, "on the button, and before the passes that hold"
    fought = Hexes("a7 b1 .").attacks(0, 0, "b1").asked("a", "react", ["a7:overwatch:0,0", "pass"])
    desk.open(BattleScreen(desk.app, Session(fought.setup, match=fought.match, table=TableKind.OPEN)))
    assert desk.zones("option:") == ["option:a7:overwatch:0,0", "option:pass"], (
        "what either makes of the battle is told"
    )
