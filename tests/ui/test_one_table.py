"""Two people at a shared table in the window: calls, "wait!", wrong picks, peeking, and nothing that tells a secret."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from game.engine.dice import DiceSource
from game.maps.scenarios import load_scenario
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.column import WIDTH
from game.ui.battle.panels import HEIGHT
from game.ui.screens.battle import TOP, BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.peek import PeekScreen
from game.ui.screens.sheets import ForfeitScreen, TableScreen
from tests.budget import daily
from tests.sketches import LANE
from tests.ui.desk import Desk, middle
from tests.ui.ledger import drawn


def sit(orders: dict[str, str], sketch: dict = LANE, seed: int = 5) -> tuple[Desk, BattleScreen]:
    """A shared table at which both sides have laid their markers with the keys O and M."""
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(sketch), dice=DiceSource(seed=seed), table=TableKind.SHARED))
    desk.open(screen)
    lay(desk, screen, orders)
    return desk, screen


def lay(desk: Desk, screen: BattleScreen, orders: dict[str, str]) -> None:
    """Lay every marker, lifting the curtains: by unit the key O or M, M where none is given."""
    session = screen.session
    while session.match.pending is not None and session.match.pending.kind == "assign":
        if isinstance(desk.top, CurtainScreen):
            desk.press("space")
        unit = session.match.pending.unit
        desk.press(orders.get(unit, "m") if unit else "return")


def announced(orders: dict[str, str]) -> tuple[Desk, BattleScreen]:
    """R1 has announced a jog that Blue can see."""
    desk, screen = sit(orders)
    while screen.session.asked != "red":
        screen.game.choose("end")
    screen.game.choose("r1:move:jog:9,0")
    desk.settle()
    assert screen.session.sight.call is not None
    return desk, screen


def test_no_curtain_hangs_once_both_seats_have_laid_their_markers() -> None:
    desk, screen = announced({"b1": "o"})
    assert desk.top is screen
    assert screen.session.viewer == ""


def test_the_next_curtain_lists_nothing_that_the_whole_table_saw() -> None:
    desk, screen = announced({"b1": "o"})
    desk.press("return")
    for _ in range(8):
        asked = screen.session.decision
        if screen.session.match.front.turn == 1:
            screen.game.choose("end" if asked.option("end") else asked.default)
            desk.settle()
    assert isinstance(desk.top, CurtainScreen)
    for _ in range(2):
        desk.press("space")
        assert desk.top is screen
        assert screen.model.decision.kind == "assign"
        desk.press("v", "return")


def test_enter_means_that_nobody_answers() -> None:
    desk, screen = announced({"b1": "o"})
    desk.press("return")
    assert screen.session.match.front.units["r1"].at == 9


def test_the_key_of_a_seat_calls_wait_and_puts_its_question() -> None:
    desk, screen = announced({"b1": "o"})
    desk.press("b")
    assert screen.model.decision.prompt == "Blue decides: who reacts?"
    desk.press("n")  # nothing after all
    assert screen.model.decision.prompt == "The whole table decides: does anybody answer?"


def test_a_card_is_picked_by_its_number_and_done_with_enter() -> None:
    desk, screen = announced({"b1": "o", "b2": "o"})
    desk.press("1", "return")
    assert isinstance(desk.top, ForfeitScreen)
    assert desk.top.remark.words == "only Blue picks for B1, and everybody hears whether its marker allows it"
    desk.press("y")
    assert "up" in screen.session.match.front.units["b1"].markers.values()


def test_a_wrong_pick_is_told_and_costs_nothing() -> None:
    desk, screen = announced({"b1": "m", "b2": "m"})
    before = screen.session.match.hash()
    desk.press("1", "return", "n")
    assert screen.model.notice == "", "nobody has owned up to the pick: nothing is told"
    desk.press("return", "y")
    assert screen.model.notice.endswith("cannot: its marker is not for that; the record notes it.")
    assert screen.session.match.hash() == before
    assert screen.session.sight.call is not None


def test_a_seat_peeks_only_while_its_key_is_down() -> None:
    desk, screen = announced({"b1": "o"})
    table = desk.pixels()
    desk.press("p")
    assert isinstance(desk.top, PeekScreen)
    asked, chosen = screen.model.decision, screen.model.chosen
    desk.press("b")
    held = desk.pixels()
    assert (screen.model.decision, screen.model.chosen) == (asked, chosen)
    desk.app.dispatch(pygame.event.Event(pygame.KEYUP, key=pygame.K_b, mod=0))
    desk.settle()
    assert desk.top is screen
    assert screen.session.viewer == ""
    assert held != table
    assert desk.pixels() == table


def test_no_seat_can_peek_at_a_past_moment() -> None:
    """Before, a table that was looked back at offered it by the key that plays on from there."""
    desk, screen = announced({"b1": "o"})
    desk.press("n", "s")
    assert desk.top is not screen
    for _ in range(len(screen.session.match.history)):
        assert desk.zones("peek") == []
        desk.press("left")


def test_another_kind_of_table_needs_both_sides() -> None:
    desk, screen = announced({"b1": "o"})
    desk.press("escape", "b")
    assert isinstance(desk.top, TableScreen)
    desk.press("c")
    assert screen.session.table is TableKind.CURTAINS
    assert isinstance(desk.top, CurtainScreen)


def pictures(orders: dict[str, str], seed: int, scenario: str) -> list[bytes]:
    """What the screen shows, beat for beat, while both sides do what they could whatever lies under the backs."""
    desk, rng = Desk(), Random(seed)
    session = Session(load_scenario(scenario).setup, dice=DiceSource(seed=seed), table=TableKind.SHARED)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    lay(desk, screen, orders)
    seen = []
    for _ in range(6):
        seen.append(desk.pixels())
        if session.sight.call is not None:
            desk.press(rng.choice(("1", "2", "b", "r", "tab", ".")))
            seen.append(desk.pixels())
            session.answering = ""
            screen.game.choose("pass")
        elif session.match.pending is not None and session.match.pending.kind == "activate":
            mover = next(u.id for u in session.match.front.units.values() if u.seat == session.asked and u.id[1] == "1")
            options = [o for o in session.decision.options if o.unit == mover] or list(session.decision.options[-1:])
            screen.game.choose(rng.choice(options).id)
        desk.settle()
    return seen


@pytest.mark.parametrize("seed", daily(range(4), 2))
def test_two_worlds_of_face_down_markers_are_the_same_pixels_on_a_shared_table(seed: int) -> None:
    """The first units of both sides are on the move in both worlds; what the others have differs."""
    scenario = ("park_gate", "market_street")[seed % 2]
    one = pictures({"b1": "m", "r1": "m", "b2": "o", "r2": "o", "b3": "o", "r3": "m"}, seed, scenario)
    two = pictures({"b1": "m", "r1": "m", "b2": "m", "r2": "m", "b3": "m", "r3": "o"}, seed, scenario)
    assert one == two


def gliding(order: str) -> list[bytes]:
    """The window while the camera goes nearer as soon as both sides have laid their markers, R1's being `order`."""
    desk = Desk()
    desk.app.settings.reduced_motion = False
    screen = BattleScreen(desk.app, Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED))
    desk.open(screen)
    for _ in range(2):
        desk.settle()
        if isinstance(desk.top, CurtainScreen):
            desk.press("space")
        screen.game.give_rest(order)
        desk.settle()
        screen.game.choose("confirm")
    screen.map.zoom_by(-1)
    found = []
    for _ in range(4):
        desk.app.draw()
        found.append(desk.pixels())
        screen.tick(0.08)
    return found


def test_the_camera_starts_from_no_picture_that_one_seat_alone_has_seen() -> None:
    assert gliding("move") == gliding("overwatch")


def test_peeking_shows_a_seat_its_own_markers_and_changes_nothing_else() -> None:
    desk, screen = announced({"b1": "o", "b2": "m"})
    desk.press("1")  # a card is picked; it stays so
    asked, chosen, speakers = screen.session.decision, screen.model.chosen, screen.session.sight.answers
    with screen.model.peeking("blue"):
        shown = {unit.id: [marker.kind for marker in unit.markers] for unit in screen.model.units.values()}
        assert (shown["b1"], shown["b2"], shown["r2"]) == (["overwatch"], ["move"], ["hidden"])
        assert (screen.session.decision, screen.model.chosen, screen.session.sight.answers) == (asked, chosen, speakers)
        assert screen.session.viewer == ""
    assert {m.kind for unit in screen.model.units.values() if unit.seat == "blue" for m in unit.markers} == {"hidden"}


def test_a_move_is_dragged_to_its_cell_and_let_go_with_one_key_where_nobody_answers() -> None:
    """Two inputs of both people together; by clicks on cell and unit one or two more."""
    desk, screen = sit({"b1": "o"})
    while screen.session.asked != "red":
        screen.game.choose("end")
    desk.app.draw()
    unit, goal = screen.model.units["r1"].at, 9
    desk.drag(middle(screen, unit), middle(screen, goal))
    assert screen.session.sight.call is not None
    desk.press("return")
    assert screen.session.match.front.units["r1"].at == goal


def test_markers_are_laid_all_at_once_and_turned_over_by_a_click() -> None:
    """One key for most of them, a click for each of the others, one key to hand over."""
    desk = Desk()
    session = Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    desk.press("b")
    assert {tuple(u.markers) for u in session.match.front.units.values() if u.seat == "red"} == {("move",)}
    desk.click("unit:r2")
    assert session.match.front.units["r2"].markers == {"overwatch": "down"}
    desk.click_at(middle(screen, session.match.front.units["r1"].at))
    assert session.match.front.units["r1"].markers == {"overwatch": "down"}
    desk.click("unit:r1")
    assert session.match.front.units["r1"].markers == {"move": "down"}
    desk.press("return")
    assert isinstance(desk.top, CurtainScreen)


def test_a_row_is_chosen_and_done_by_its_number_with_shift() -> None:
    desk, screen = announced({"b1": "o", "b2": "o"})
    desk.press("1", mod=pygame.KMOD_SHIFT)
    desk.press("y")
    assert "up" in screen.session.match.front.units["b1"].markers.values()


def test_shift_n_ends_acting_without_a_confirmation() -> None:
    """N alone asks back, since units could still act; with Shift it is one key for a player who means it."""
    desk, screen = sit({"r1": "m"})
    seat = screen.session.asked
    desk.press("n")
    assert isinstance(desk.top, ForfeitScreen)
    desk.press("n")
    assert screen.session.asked == seat
    desk.press("n", mod=pygame.KMOD_SHIFT)
    assert desk.top is screen
    assert screen.session.asked != seat


FIRE = {
    **LANE,
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [10, 0]},
        {"id": "r2", "seat": "red", "profile": "scout", "at": [2, 4]},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [15, 3]},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [14, 0]},
    ],
}


def turned_to(seat: str, orders: dict[str, str]) -> tuple[Desk, BattleScreen]:
    """The shared table of FIRE, where a seat has to activate a unit."""
    desk, screen = sit(orders, FIRE)
    while screen.session.asked != seat:
        screen.game.choose("end")
    desk.settle()
    return desk, screen


def carried(desk: Desk, screen: BattleScreen, unit: str, onto: str) -> None:
    """A unit is carried onto another one."""
    units = screen.model.units
    desk.drag(*(middle(screen, units[name].at) for name in (unit, onto)))


def test_a_unit_dragged_onto_an_enemy_stands_and_shoots_at_it_where_nobody_answers() -> None:
    """SC-A35: one input for the stand and the shot, and one of the table that lets them pass."""
    desk, screen = turned_to("red", {"b1": "o"})
    made = len(screen.session.match.events)
    carried(desk, screen, "r1", "b2")
    assert screen.session.sight.call is not None
    desk.press("return")
    told = [screen.session.match.line(entry).text for entry in screen.session.match.events[made:]]
    assert "R1 stands to act. R1 is the instigator." in told
    assert any(words.startswith("R1 shoots at B2") for words in told), told


def test_a_unit_that_was_answered_is_asked_again_what_it_attacks() -> None:
    """SC-A22: a unit that has been shot at may want another target."""
    desk, screen = turned_to("red", {"b1": "o"})
    carried(desk, screen, "r1", "b2")
    desk.press("1", mod=pygame.KMOD_SHIFT)
    desk.press("y", "return")
    while screen.model.decision.kind not in ("attack", "activate"):
        desk.press("return")
    assert screen.model.decision.prompt == "Red decides: what does R1 attack?"


def test_a_click_on_an_enemy_chooses_the_shot_tells_its_odds_and_enter_does_it() -> None:
    desk, screen = turned_to("red", {"b1": "m", "b2": "m"})
    for name in ("r1", "b2"):
        desk.click_at(middle(screen, screen.model.units[name].at))
    option = screen.model.option()
    assert option.text == "R1 stands and fires at B2"
    shot, answers = (remark.words for remark in screen.model.foretold(option))
    assert shot.startswith("Then a shot at B2, aimed: ")
    assert answers == "Could answer: B1 and B2."
    desk.press("return", "return")
    told = [screen.session.match.line(entry).text for entry in screen.session.match.events]
    assert any(words.startswith("R1 shoots at B2") for words in told)


def to_the_second_turn(desk: Desk, screen: BattleScreen) -> None:
    """Pass until the second turn begins."""
    while screen.session.match.front.turn == 1:
        asked = screen.session.decision
        screen.game.choose("end" if asked.option("end") else asked.default)
    desk.settle()


def test_the_markers_of_the_turn_before_are_laid_with_one_key_that_says_what_it_did() -> None:
    desk, screen = sit({"r1": "m", "r2": "o", "b1": "o", "b2": "m"})
    to_the_second_turn(desk, screen)
    for seat, laid, words in (
        ("red", {"r1": "move", "r2": "overwatch"}, "As last turn: R2 overwatch; R1 move."),
        ("blue", {"b1": "overwatch", "b2": "move"}, "As last turn: B1 overwatch; B2 move."),
    ):
        desk.press("space")
        own = {n: u for n, u in screen.session.match.front.units.items() if u.seat == seat}
        assert not any(unit.markers for unit in own.values())
        desk.press("r")
        now = screen.session.match.front.units
        assert {name: next(iter(now[name].markers)) for name in own} == laid, seat
        assert screen.model.notice == words
        desk.press("return")
    assert screen.model.notice == ""


def test_shift_with_the_key_of_a_marker_gives_the_rest_and_hands_over_at_once() -> None:
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED))
    desk.open(screen)
    first, *others = (unit for unit, one in screen.session.match.front.units.items() if one.seat == "red")
    assert screen.session.asked == "red"
    desk.press("m")
    desk.press("v", mod=pygame.KMOD_SHIFT)
    laid = {unit: dict(screen.session.match.state.units[unit].markers) for unit in (first, *others)}
    assert laid == {first: {"move": "down"}, **{unit: {"overwatch": "down"} for unit in others}}
    assert isinstance(desk.top, CurtainScreen)
    assert screen.session.asked == "blue"
    desk.press("space")
    desk.press("b", mod=pygame.KMOD_SHIFT)
    assert screen.session.decision.kind == "activate"


def test_shift_r_lays_the_markers_of_the_turn_before_hands_over_and_tells_nobody_which() -> None:
    desk, screen = sit({"r1": "m", "r2": "o", "b1": "o", "b2": "m"})
    to_the_second_turn(desk, screen)
    for seat in ("red", "blue"):
        assert screen.session.asked == seat
        desk.press("space")
        desk.press("r", mod=pygame.KMOD_SHIFT)
        assert screen.model.notice == ""
    now = screen.session.match.state.units
    assert {name: next(iter(now[name].markers)) for name in ("r1", "r2", "b1", "b2")} == {
        "r1": "move",
        "r2": "overwatch",
        "b1": "overwatch",
        "b2": "move",
    }


def test_there_is_nothing_to_lay_again_in_the_first_turn() -> None:
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED))
    desk.open(screen)
    assert "as before" not in desk.zones()
    desk.press("r")
    assert not screen.session.match.history


def test_a_click_on_a_unit_gives_no_marker_while_some_have_none() -> None:
    desk = Desk()
    session = Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    desk.click("unit:r2")
    assert screen.model.selected == "r2"
    assert not any(unit.markers for unit in session.match.front.units.values())


def test_the_question_to_the_whole_table_shows_the_acting_unit_and_the_colours_of_every_asked_seat() -> None:
    """Before, a short bar stood in the prompt, away from its edge, and no unit was shown."""
    desk, screen = announced({"b1": "o"})
    canvas = drawn(desk)
    asked = [screen.model.colours(seat).fill for seat in screen.session.sight.call.asked]
    left, foot = canvas.px(canvas.logical[0] - WIDTH) + 2, canvas.px(TOP + HEIGHT) - 2
    edge = [canvas.surface.get_at((left, y))[:3] for y in range(canvas.px(TOP), foot)]
    assert list(dict.fromkeys(edge)) == asked
    red = screen.model.colours("red").fill
    token = pygame.Rect(left + canvas.px(10), canvas.px(TOP), canvas.px(40), canvas.px(HEIGHT))
    shown = {
        canvas.surface.get_at((x, y))[:3]
        for x in range(token.left, token.right)
        for y in range(token.top, token.bottom)
    }
    assert screen.model.view.action.unit == "r1"
    assert red in shown


def test_the_end_of_a_turn_is_shown_once_to_the_whole_table_and_not_again_behind_curtains() -> None:
    """Before, the curtain fell on it, and each side had it told and went on with a key of its own."""
    held = {"id": "yard", "name": "Yard", "points": 2, "cells": [[15, 3]]}
    desk, screen = sit({}, LANE | {"objectives": [held]})
    desk.settle()
    screen.game.choose("end")
    desk.settle()
    screen.game.choose("end")
    assert screen.session.match.front.turn == 2
    assert (desk.top, screen.session.viewer) == (screen, "")
    assert screen.playback.running, "what the turn came to"
    desk.settle()
    for _ in range(2):
        assert isinstance(desk.top, CurtainScreen)
        desk.press("space")
        assert desk.top is screen
        assert (screen.model.decision.kind, screen.playback.running) == ("assign", False)
        desk.press("v", "return")


def test_no_curtain_hangs_before_the_past_of_a_shared_table() -> None:
    desk, screen = announced({"b1": "o"})
    desk.press("s")
    replay = desk.top
    assert isinstance(replay, BattleScreen)
    assert replay is not screen
    while replay.session.match.history:
        desk.press("left")
        assert desk.top is replay
