"""Units that share a hex: every token can be seen and picked, and several of them go with one gesture."""

from __future__ import annotations

import itertools
import math

import pygame
import pytest

from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui import text
from game.ui.battle.camera import ZOOMS
from game.ui.battle.stacks import FANS, TokenPlace, hold_plate
from game.ui.screens.battle import BattleScreen
from tests.hexes import Hexes
from tests.ui.desk import Desk, middle, open_scene
from tests.ui.hextable import at_island, island, spot
from tests.ui.ledger import drawn, words_on

SHIFT = pygame.KMOD_LSHIFT


def crowd(count: int) -> tuple[Desk, BattleScreen]:
    """So many blue units in one hex."""
    sketch = island("br")
    board_unit = {"seat": "blue", "profile": "infantry", "at": [4, 5]}
    sketch["units"] = [{"id": f"b{i}", **board_unit} for i in range(10, 10 + count)]
    sketch["units"].append({"id": "r1", "seat": "red", "profile": "infantry", "at": [2, 1]})
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch({**sketch, "seat": "blue", "first": "blue"})))
    desk.open(screen)
    return desk, screen


def plate_of(screen: BattleScreen, place: TokenPlace) -> pygame.Rect:
    """The id plate of a token in a fan."""
    size = screen.map.token_size
    high = max(9, round(size * 0.38))
    wide = text.width(place.unit.upper(), "label_bold", max(8, round(size * 0.36))) + round(high * 0.5)
    rect = pygame.Rect(0, 0, wide, high)
    rect.center = (round(place.x), round(place.y + place.size * 0.47))
    return rect


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 9])
def test_the_tokens_of_a_hex_stand_apart_and_each_can_be_picked(count: int) -> None:
    desk, screen = crowd(count)
    for zoom in ZOOMS:
        screen.map.zoom = zoom
        desk.app.draw()
        places = [place for place in screen.picture.pieces.stacks.places if place.unit.startswith("b")]
        assert len(places) == min(count, len(FANS))
        assert [more.unseen for more in screen.picture.pieces.stacks.more] == ([count - 4] if count > 4 else [])
        for a, b in itertools.combinations(places, 2):
            overlap = 1 - math.dist((a.x, a.y), (b.x, b.y)) / a.size
            assert overlap < 0.1, "tokens cover less than a tenth of one another's width"
        hex_middle = screen.map.at(screen.map.board.cell(4, 5))
        for place in places:
            assert screen.picture.pieces.stacks.hit((place.x, place.y)) == place.unit
            assert math.dist((place.x, place.y), hex_middle) + place.size / 2 <= screen.map.size * 0.6
            desk.click_at((round(place.x), round(place.y)))
            assert screen.model.selected == place.unit, zoom


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("zoom", [100, 150, 200])
def test_no_id_plate_of_a_fan_hides_another(count: int, zoom: int) -> None:
    desk, screen = crowd(count)
    screen.map.zoom = zoom
    desk.app.draw()
    plates = [plate_of(screen, place) for place in screen.picture.pieces.stacks.places if place.kind == "fan"]
    assert len(plates) == count
    for a, b in itertools.combinations(plates, 2):
        assert not a.colliderect(b)


def test_the_selected_unit_is_never_among_those_left_out() -> None:
    desk, screen = crowd(7)
    for name in [f"b{i}" for i in range(10, 17)]:
        screen.picking.select(name)
        desk.app.draw()
        assert name in {place.unit for place in screen.picture.pieces.stacks.places}


def test_clicks_beside_the_tokens_go_through_the_stack() -> None:
    desk, screen = crowd(6)
    x, y = middle(screen, screen.map.board.cell(4, 5))
    beside = (x, y + round(screen.map.size * 0.5))
    assert screen.picture.pieces.stacks.hit(beside) == ""
    seen = []
    for _ in range(6):
        desk.click_at(beside)
        seen.append(screen.model.selected)
    assert sorted(seen) == [f"b{i}" for i in range(10, 16)]


def test_a_click_on_a_unit_that_can_do_nothing_sends_the_unit_in_hand_to_its_hex() -> None:
    """Before, it took B1 in hand, and a town that B2 may come back in was said to have taken its share."""
    scene = Hexes("b1+b2:Kb . . a1", b2="reserve").chooses("end").asked("b", "place", ["b2:place:0,0", "done"])
    desk, screen = open_scene(scene, TableKind.SHARED)
    desk.click_at(spot(screen, "b1"))
    assert (screen.model.selected, screen.model.chosen, screen.model.notice) == ("b2", "b2:place:0,0", "")
    desk.press("return")
    assert not screen.session.match.front.units["b2"].reserve


def test_the_word_for_a_hex_is_written_beside_the_unit_that_stands_there() -> None:
    """Before, “PLACE” lay under the token that stood in the capital."""
    scene = Hexes("b1+b2:Kb . . a1", b2="reserve").chooses("end").asked("b", "place", ["b2:place:0,0", "done"])
    desk, screen = open_scene(scene, TableKind.SHARED)
    (plate,) = [line.rect for line in drawn(desk).lines if line.words == "PLACE"]
    token = pygame.Rect(0, 0, screen.map.token_size, screen.map.token_size)
    token.center = spot(screen, "b1")
    assert not plate.colliderect(token)


def test_passengers_stand_on_a_plate_above_their_frigate_and_a_click_on_enemy_ones_is_refused() -> None:
    desk, screen = at_island()
    (hold,) = [hold for hold in screen.picture.pieces.stacks.holds if hold[0].unit == "b7"]
    assert [place.unit for place in hold] == ["b7", "b8"]
    ship = next(place for place in screen.picture.pieces.stacks.places if place.unit == "b6")
    plate = hold_plate(hold)
    assert plate.bottom < ship.y
    assert not plate.colliderect(plate_of(screen, ship))
    for place in hold:
        assert screen.picture.pieces.stacks.hit((place.x, place.y)) == place.unit
        desk.click_at((round(place.x), round(place.y)))
        assert screen.model.selected == "r1"
        assert screen.model.notice.endswith("(VK-A32).")


def test_the_pointer_on_a_shared_hex_lists_its_units() -> None:
    desk, screen = at_island()
    desk.point_at(spot(screen, "r2"))
    desk.settle()
    written = words_on(desk)
    for name in ("R1 Infantry", "R2 Infantry", "R3 Artillery", "R4 Cavalry", "R5 Infantry", "R6 Infantry"):
        assert name in written
    assert any(words.startswith("6\u200a") for words in written), "the list says how many there are"
    assert [line.words for line in drawn(desk).lines if line.cut] == []


# -- moving -----------------------------------------------------------------------------------------------------------


def at(screen: BattleScreen, unit: str) -> int:
    """The cell of a unit."""
    return screen.session.match.front.units[unit].at


def test_a_token_is_dragged_to_where_it_goes() -> None:
    desk, screen = at_island()
    goal = screen.map.board.cell(4, 2)
    desk.drag(spot(screen, "r4"), middle(screen, goal))
    assert at(screen, "r4") == goal
    assert screen.session.match.choices == [Choice("r4:move:4,2")]


def test_a_token_dropped_where_it_may_not_go_stays_and_says_so() -> None:
    desk, screen = at_island()
    before = at(screen, "r1")
    desk.drag(spot(screen, "r1"), middle(screen, screen.map.board.cell(8, 7)))
    assert at(screen, "r1") == before
    assert screen.model.notice == "R1: infantry crosses water only aboard a ship (VK-A32)."
    assert screen.session.match.choices == []


def test_a_click_alone_moves_nothing() -> None:
    desk, screen = at_island()
    desk.click_at(spot(screen, "r2"))
    assert screen.model.selected == "r2"
    assert screen.session.match.choices == []


def test_several_units_are_taken_in_hand_with_shift_and_dropped_together() -> None:
    desk, screen = at_island()
    goal = screen.map.board.cell(3, 3)
    desk.click_at(spot(screen, "r1"))
    pygame.key.set_mods(SHIFT)
    try:
        desk.click_at(spot(screen, "r2"))
        desk.click_at(spot(screen, "r4"))
        desk.click_at(spot(screen, "r2"))
        desk.click_at(spot(screen, "r2"))
    finally:
        pygame.key.set_mods(0)
    assert screen.pointer.picked == ["r1", "r4", "r2"]
    desk.drag(spot(screen, "r4"), middle(screen, goal))
    assert [at(screen, name) for name in ("r1", "r2", "r4")] == [goal] * 3
    assert at(screen, "r3") != goal
    assert screen.pointer.picked == []
    assert screen.model.notice == ""


def test_with_keys_alone_a_whole_hex_goes_together() -> None:
    desk, screen = at_island()
    goal = screen.map.board.cell(4, 2)
    screen.picking.select("r1")
    desk.press("g")
    assert set(screen.pointer.picked) == {"r1", "r2", "r3", "r4", "r5", "r6"}
    screen.pointer.cursor = at(screen, "r1")
    desk.press("up", "return")
    assert screen.pointer.cursor == goal
    assert screen.model.option().id == "r1:move:4,2"
    words = words_on(desk)
    assert "Move 6 units to 0503" in words
    desk.press("return")
    assert {at(screen, f"r{i}") for i in range(1, 7)} == {goal}


def test_the_gesture_stops_at_the_first_question_to_another_seat() -> None:
    desk, screen = at_island(table=TableKind.OPEN)
    under_fire = screen.map.board.cell(5, 4)
    screen.picking.select("r1")
    desk.press("g")
    desk.drag(spot(screen, "r1"), middle(screen, under_fire))
    assert screen.session.asked == "gold", "guns of Gold and Blue watch 0605, and Gold is next to Red"
    assert at(screen, "r1") == under_fire
    assert at(screen, "r2") != under_fire
    assert screen.model.notice == "R2, R3, R4, R5 and R6 stay for now: Gold is asked first."
    assert [choice.option for choice in screen.session.match.choices] == ["r1:move:5,4"]


def test_the_units_left_in_hand_go_on_when_the_answer_is_given() -> None:
    desk, screen = at_island(table=TableKind.OPEN)
    under_fire = screen.map.board.cell(5, 4)
    screen.picking.select("r1")
    desk.press("g")
    desk.drag(spot(screen, "r1"), middle(screen, under_fire))
    desk.press("n", "n")
    assert screen.session.asked == "red", "Gold and Blue have let R1 pass"
    assert screen.pointer.picked == ["r2", "r3", "r4", "r5", "r6"]
    before = len(screen.session.match.choices)
    desk.drag(spot(screen, "r2"), middle(screen, screen.map.board.cell(4, 2)))
    assert len(screen.session.match.choices) == before + 5


def test_a_computer_that_is_asked_answers_before_the_rest_moves() -> None:
    desk, screen = at_island(players={"blue": ComputerSeat(), "gold": ComputerSeat(), "plum": ComputerSeat()})
    screen.picking.select("r1")
    desk.press("g")
    desk.drag(spot(screen, "r1"), middle(screen, screen.map.board.cell(5, 4)))
    assert screen.session.asked == "red"
    assert at(screen, "r2") != screen.map.board.cell(5, 4)


def test_the_choices_of_a_dragged_group_are_those_of_single_moves() -> None:
    hashes = []
    for together in (True, False):
        desk, screen = at_island()
        if together:
            screen.picking.select("r1")
            desk.press("g")
            desk.drag(spot(screen, "r1"), middle(screen, screen.map.board.cell(4, 2)))
        else:
            for i in range(1, 7):
                screen.game.choose(f"r{i}:move:4,2")
        hashes.append(screen.session.match.hash())
    assert hashes[0] == hashes[1]


def test_own_dice_do_not_disturb_a_gesture() -> None:
    desk = Desk()
    session = Session(read_sketch(island()), dice=DiceSource("ask"), table=TableKind.OPEN)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    screen.picking.select("r1")
    desk.press("g")
    desk.drag(spot(screen, "r1"), middle(screen, screen.map.board.cell(4, 2)))
    assert session.asked == "red"
    assert {at(screen, f"r{i}") for i in range(1, 7)} == {screen.map.board.cell(4, 2)}


# -- played back ------------------------------------------------------------------------------------------------------


def test_the_attackers_stand_in_the_hex_while_the_dice_of_the_battle_roll() -> None:
    desk, screen = at_island(table=TableKind.OPEN)
    for option in ("r1:move:4,4", "r2:move:4,4", "battle:4,4"):
        screen.game.choose(option)
        screen.skip()
    town = screen.map.board.cell(4, 4)
    screen.game.choose("pass")
    seen = []
    for _ in range(400):
        event = screen.playback.now
        if event is not None and event.type == "rolled":
            seen.append(screen.playback.leg("r1", town)[1])
            desk.app.draw()
        if not screen.playback.tick(0.02):
            break
    assert seen
    assert all(at == town for at in seen)


def test_a_frigate_on_its_way_takes_its_cargo_along() -> None:
    desk, screen = at_island()
    screen.game.choose(
        next(o.id for o in screen.session.match.pending.options if o.unit == "r7" and o.action == "move")
    )
    seen = 0
    for _ in range(100):
        if screen.playback.now is not None and screen.playback.now.type == "moved":
            seen += 1
            desk.app.draw()
            ship = next(place for place in screen.picture.pieces.stacks.places if place.unit == "r7")
            (hold,) = [hold for hold in screen.picture.pieces.stacks.holds if hold[0].unit == "r8"]
            assert abs(hold[0].x - ship.x) <= 1
            assert hold[0].y < ship.y
        if not screen.playback.tick(0.01):
            break
    assert not screen.playback.running
    assert seen > 1
