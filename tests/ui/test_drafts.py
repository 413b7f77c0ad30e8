"""Plans at the window: drawn up stand by stand or as a formation, adjusted, refused, begun again, confirmed."""

from __future__ import annotations

from functools import partial

import msgspec
import pygame
import pytest

from game.engine.log import LogLine
from game.engine.match import Frame
from game.engine.throws import Rolled
from game.session.session import Session
from game.ui.battle.draft import place_beside
from game.ui.battle.script import SLIDE, BeatKind, script
from game.ui.screens.battle import BattleScreen
from game.ui.screens.end import EndScreen
from game.ui.screens.replay import ReplayStrip
from tests.assault import Assault
from tests.ui import drill
from tests.ui.desk import Desk, middle, open_scene
from tests.ui.ledger import drawn, words_on

FIELD = [
    ". . . . . . . . . . . . . . . . . . . . . . . .",
    *["." for _ in range(3)],
    ". . l1 . l2 . l3 . . . . . . . . . h1 h2",
    *["." for _ in range(8)],
]
NINE = [
    *["." for _ in range(3)],
    ". . . . . . . . . . . . . . h1 . h2 . h3 . . . . . . .",
    *["." for _ in range(5)],
    ". . l1 . l2 . l3 . l4 . l5 . . . . . . . . . . . . . .",
    ".",
    ". . l6 . l7 . l8 . l9 . . . . . . . . . . . . . . . .",
    ".",
]


def at_table(rows=drill.CHARGED, choice="h:engage:l", size=(1280, 800), seat="red", **how):
    """A desk with the drill on it, after its first choice."""
    desk = Desk(size)
    match = drill.match(rows, seat, **how)
    screen = BattleScreen(desk.app, Session(match.setup, match=match))
    desk.open(screen)
    if choice:
        screen.game.choose(choice)
        desk.settle()
    return desk, screen


def spot(screen, place):
    """The middle of a cell on the screen: of its name, or where a unit is."""
    board, units = screen.map.board, screen.model.units
    if place in units:
        return middle(screen, units[place].at)
    cell = next(c for c in range(board.width * board.height) if board.label(c) == place)
    return middle(screen, cell)


def planned(screen):
    """What is in the plan, unit by cell."""
    board = screen.map.board
    return {row.unit: board.label(row.to) for row in screen.model.plan}


def elsewhere(desk, screen):
    """The pointer leaves the map, and a minute goes by."""
    screen.pointer.clock = partial(float.__add__, screen.pointer.clock(), 60.0)
    desk.point_at((screen.map.area.right + 40, 400))


# -- by mouse ---------------------------------------------------------------------------------------------------------


def test_a_stand_is_planned_with_two_clicks_and_nothing_has_happened_yet():
    desk, screen = at_table()
    told = len(screen.session.match.events)
    desk.click_at(spot(screen, "l2"))
    assert screen.model.selected == "l2"
    desk.click_at(spot(screen, "i7"))
    assert planned(screen) == {"l2": "i7"}
    assert len(screen.session.match.events) == told
    assert "plan:l2" in desk.zones()
    assert screen.session.match.front.units["l2"].at == screen.map.board.cell(8, 8)


def test_a_stand_is_planned_by_dragging_and_its_ghost_can_be_dragged_further():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.drag(spot(screen, "l2"), spot(screen, "f6"))
    assert planned(screen) == {"l2": "f6"}
    elsewhere(desk, screen)
    desk.drag(spot(screen, "f6"), spot(screen, "f7"))
    assert planned(screen) == {"l2": "f7"}


def test_the_name_of_a_formation_makes_room_for_a_stand_planned_there():
    """Before, it was told over where the first stand is still, half under a stand that is to come there."""
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    there = screen.picture.pieces.named["l"].center
    other = next(name for name in screen.model.standing("l") if name != screen.model.head_of("l"))
    desk.drag(spot(screen, other), there)
    (row,) = screen.model.plan
    place = screen.map.rect_of(row.to)
    assert place.collidepoint(there)
    assert not place.colliderect(screen.picture.pieces.named["l"])


def test_a_formation_is_dragged_in_one_gesture_and_a_single_stand_then_adjusted():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    screen.pointer.clock = lambda: 0.0  # as fast as anybody clicks, however busy the machine is
    desk.click_at(spot(screen, "l3"))
    desk.click_at(spot(screen, "l3"))
    assert screen.model.formation == "l", "a double click takes all of it"
    desk.drag(spot(screen, "l3"), spot(screen, "j7"))
    assert planned(screen) == {"l1": "f7", "l2": "h7", "l3": "j7"}, "held by the third stand"
    assert len(screen.session.match.history) == 2, "and it was one choice"
    elsewhere(desk, screen)
    desk.drag(spot(screen, "h7"), spot(screen, "h6"))
    assert planned(screen) == {"l1": "f7", "l3": "j7", "l2": "h6"}


def test_two_clicks_that_are_no_double_click_take_one_stand():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    screen.pointer.clock = iter((0.0, 5.0, 5.1, 5.2)).__next__
    desk.click_at(spot(screen, "l3"))
    desk.click_at(spot(screen, "l3"))
    assert screen.model.formation == "", "five seconds lie between them"
    desk.click_at(spot(screen, "l3"))
    assert screen.model.formation == "l"


def test_a_stand_dragged_again_after_a_while_replaces_its_own_place_alone():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f")
    desk.drag(spot(screen, "l2"), spot(screen, "f6"))
    before = planned(screen)
    for goal in ("f7", "f6", "e6"):
        elsewhere(desk, screen)
        here = planned(screen)["l2"]
        desk.click_at(spot(screen, here))
        elsewhere(desk, screen)
        desk.drag(spot(screen, here), spot(screen, goal))
        assert planned(screen) == {**before, "l2": goal}


def advancing(line):
    """A desk with the move of a company of Epic on it."""
    desk = Desk()
    scene = Assault(size=(60, 30), line=f"a line {line}", horde="b horde h1@50,20").acts("line", "advance", 6)
    screen = BattleScreen(desk.app, Session(scene.setup, match=scene.match))
    desk.open(screen)
    return desk, screen


def test_a_move_of_a_formation_begins_with_all_of_it_in_hand_and_its_stands_are_adjusted_afterwards():
    desk, screen = advancing("e@5,10:emplacement l1@8,10 l2@8,13")
    assert (screen.model.formation, screen.model.selected) == ("line", "l1")
    desk.point_at(spot(screen, "l2"))
    assert screen.plan.candidate() is None, "a click on a stand of it moves nobody"
    desk.click_at(spot(screen, "l11"))
    assert (len(screen.model.plan), screen.model.formation) == (2, "")
    assert screen.plan.candidate() is None, "what was planned is not covered by what the next click would plan"
    desk.press("return")
    assert screen.session.match.front.units["l2"].at == screen.map.board.cell(11, 13)


def test_a_click_on_a_stand_takes_it_out_of_the_formation_in_hand_and_moves_it_alone():
    desk, screen = advancing("l1@8,10 l2@8,13")
    desk.click_at(spot(screen, "l2"))
    assert (screen.model.formation, screen.model.selected) == ("", "l2")
    desk.click_at(spot(screen, "k14"))
    assert [row.unit for row in screen.model.plan] == ["l2"]
    desk.click("unplan:l2")
    assert (screen.model.plan, screen.model.formation) == ((), ""), "an empty plan is not begun anew"


def test_a_formation_is_held_by_its_leading_stand_where_the_selected_one_cannot_move():
    desk, screen = advancing("e@5,10:emplacement l1@8,10 l2@8,13")
    screen.picking.select("e")
    assert screen.model.formation == ""
    desk.press("f")
    assert (screen.model.formation, screen.model.selected) == ("line", "l1")
    desk.click_at(spot(screen, "k11"))
    assert {row.unit: row.to for row in screen.model.plan} == {
        name: screen.map.board.cell(*at) for name, at in (("l1", (10, 10)), ("l2", (10, 13)))
    }


def test_the_mode_for_a_whole_formation_is_told_and_left_with_esc():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f")
    words = words_on(desk)
    assert "Second line company as a whole: click where L1 is to stand" in words
    assert words.count("single stands") == 1, "told in the card, and not among the keys as well"
    desk.press("escape")
    assert (screen.model.formation, desk.top) == ("", screen)
    assert not any("as a whole" in line.words for line in drawn(desk).lines)
    desk.press("escape")
    assert desk.top is not screen, "then Esc is the menu’s again"


def test_the_next_stand_without_a_place_is_in_hand_after_each_click():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    for goal, after in (("d7", "l2"), ("f7", "l3"), ("h7", "l3")):
        desk.click_at(spot(screen, goal))
        assert screen.model.selected == after
    assert planned(screen) == {"l1": "d7", "l2": "f7", "l3": "h7"}
    elsewhere(desk, screen)
    desk.drag(spot(screen, "d7"), spot(screen, "d6"))
    assert screen.model.selected == "l1", "who is moved on stays in hand"


def test_a_formation_taken_with_a_key_follows_a_click_for_its_stand():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.click_at(spot(screen, "l2"))
    desk.press("f")
    assert screen.model.formation == "l"
    desk.click_at(spot(screen, "f4"))
    assert planned(screen) == {"l1": "d4", "l2": "f4", "l3": "h4"}
    assert screen.model.formation == "", "what comes next is adjusting"


def test_a_click_on_a_stand_of_the_formation_in_hand_takes_it_alone():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f")
    desk.click_at(spot(screen, "l3"))
    assert (screen.model.formation, screen.model.selected) == ("", "l3")


def test_a_planned_stand_can_be_dragged_again_any_number_of_times():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    goals = ("f6", "f7", "f6", "e6", "f6", "f7")
    here = "l2"
    for goal in goals:
        elsewhere(desk, screen)
        desk.drag(spot(screen, here), spot(screen, goal))
        assert planned(screen) == {"l2": goal}
        here = goal
    desk.click_at(spot(screen, here))
    assert planned(screen) == {"l2": "f7"}, "a click takes nothing out"


def test_a_planned_formation_can_be_moved_again_any_number_of_times():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    for turn in range(5):
        desk.press("f", "down", *["down"] * (turn % 2), "return")
        assert len(planned(screen)) == 3
        desk.press("tab", "tab", "tab")


def test_a_drag_out_of_reach_says_so_and_plans_nothing():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.drag(spot(screen, "l2"), spot(screen, "n9"))
    assert planned(screen) == {}
    assert screen.model.notice.startswith("L2: n9 is no answer")
    elsewhere(desk, screen)
    desk.drag(spot(screen, "l2"), (screen.map.area.right + 100, 300))
    assert planned(screen) == {}
    assert screen.pointer.grab == -1


def test_a_counter_charge_is_planned_by_a_click_on_the_enemy():
    desk, screen = at_table()
    desk.click_at(spot(screen, "l2"))
    desk.click_at(spot(screen, "h1"))
    assert planned(screen) == {"l2": "i7"}


def test_a_plan_that_breaks_coherency_is_refused_with_the_reason_and_begun_again_with_a_click():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.drag(spot(screen, "l1"), spot(screen, "a8"))
    assert "confirm" not in desk.zones()
    ledger = drawn(desk)
    assert any("L1 out of coherency: more than 3 paces" in line.words for line in ledger.lines)
    assert any(zone.id.startswith("chip:DR-02:plan") for zone in ledger.zones)
    desk.press("return")
    assert screen.session.match.pending.kind == "move", "Enter does not confirm what cannot be confirmed"
    desk.click("reset")
    assert planned(screen) == {}
    assert "confirm" in desk.zones()


def test_one_stand_is_taken_out_of_the_plan_where_the_rulebook_offers_it():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f")
    desk.drag(spot(screen, "l2"), spot(screen, "f6"))
    desk.click("unplan:l2")
    assert planned(screen) == {"l1": "d6", "l3": "h6"}


def test_a_confirmed_plan_slides_all_its_stands_at_once():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    screen.playback.reduced = False
    desk.press("f")
    desk.drag(spot(screen, "l2"), spot(screen, "g7"))
    screen.planning.confirm()
    (slide,) = screen.playback.waiting
    assert {move.unit for move in slide.events} == {"l1", "l2", "l3"}
    assert screen.playback.length(slide) <= SLIDE
    screen.tick(screen.playback.length(slide) / 2)
    legs = [screen.playback.leg(name, screen.model.units[name].at) for name in ("l1", "l2", "l3")]
    assert all(0 < share < 1 for _, _, share in legs)
    desk.settle()
    assert not screen.playback.running


def test_moves_with_a_roll_between_them_are_shown_one_after_the_other():
    screen = at_table()[1]
    front = screen.session.match.front
    moves = [drill.Moved(unit, 1, "", [0, 1]) for unit in ("a", "b", "c")]
    events = [*moves[:2], Rolled(drill.Result(), (4, 2), 1), moves[2]]
    lines = [LogLine(n, event.type, (), -1, event.type, event) for n, event in enumerate(events)]
    film = [Frame(n, front) for n in range(len(lines) + 1)]
    _, beats = script(film, lines, {"a", "b", "c"})
    assert [(beat.kind, [event.unit for event in beat.events]) for beat in beats] == [
        (BeatKind.MOVE, ["a", "b"]),
        (BeatKind.ROLL, [""]),
        (BeatKind.MOVE, ["c"]),
    ]
    assert [beat.then for beat in beats] == [film[2], film[3], film[4]]


def test_passengers_are_named_at_their_carrier_and_get_out_from_the_list_of_formations():
    desk, screen = at_table()
    assert screen.plan.stand_at(screen.map.board.cell(14, 9)) == "t1"
    assert any("carries P1 and P2" in line.words for line in ledger_of(desk, screen, "t1").lines)
    desk.click("unit:p1")
    assert screen.model.selected == "p1"
    desk.click_at(spot(screen, "o9"))
    assert planned(screen) == {"p1": "o9"}


def ledger_of(desk, screen, unit):
    """What is written while a unit is selected."""
    screen.picking.select(unit)
    return drawn(desk)


# -- by keys ----------------------------------------------------------------------------------------------------------


def test_a_plan_is_drawn_up_adjusted_refused_begun_again_and_confirmed_with_keys_alone():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    assert screen.model.selected == "l1"
    desk.press("tab", "down", "down", "return")
    assert planned(screen) == {"l2": "e7"}
    assert screen.model.selected == "l3", "the next one without a place is in hand"
    desk.press("down", "down", "left", "left", "left", "return")
    assert planned(screen)["l3"] == "d7"
    desk.press("left", "left", "up", "up", "return")
    assert "confirm" not in desk.zones()
    desk.press("r")
    assert planned(screen) == {}
    desk.press("f", "right", "right", "down", "return")
    assert planned(screen) == {"l1": "e6", "l2": "g6", "l3": "i6"}
    desk.press("x")
    assert planned(screen) == {"l2": "g6", "l3": "i6"}
    desk.press("backspace")
    assert planned(screen) == {}
    desk.press("f", "down", "return", "return")
    assert screen.session.match.front.units["l3"].at == screen.map.board.cell(6, 5)


def test_a_formation_goes_beside_a_cell_where_its_own_stand_is_in_the_way():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f", "right", "right", "return")
    ends = planned(screen)
    assert ends["l1"] in ("d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6")
    assert len(set(ends.values())) == 3


def test_enter_at_a_cell_out_of_reach_does_not_confirm():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press(*["up"] * 4, "return")
    assert screen.session.match.pending.kind == "move"
    assert screen.model.notice.startswith("L1: c1 is no answer")


def test_the_moves_of_a_counter_charge_are_rows_taken_by_a_number_or_enter():
    desk, screen = at_table()
    desk.press("tab", "1")
    assert len(planned(screen)) == 1
    desk.press("tab", ".", "return")
    assert len(planned(screen)) == 2
    desk.press("return")
    assert screen.session.match.pending.kind != "counter_charge"


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_a_stand_under_the_pointer_shows_its_way_and_why_a_nearer_enemy_is_passed_over():
    desk, screen = at_table()
    desk.click_at(spot(screen, "l2"))
    desk.click_at(spot(screen, "i7"))
    elsewhere(desk, screen)
    desk.point_at(spot(screen, "l3"))
    assert screen.plan.candidate().id == "l3:move:10,6"
    words = words_on(desk)
    assert "two touch it already" in words
    assert screen.session.match.front.queues[-1].plan()[0].unit == "l2", "looking plans nothing"
    assert len(screen.session.match.front.queues[-1].plan()) == 1


def test_a_stand_that_may_not_move_says_why_when_it_is_pointed_at():
    desk, screen = at_table()
    desk.point_at(spot(screen, "l1"))
    assert any(line.words == "H1 touches it already" for line in drawn(desk).lines)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1600, 1000)])
def test_every_row_of_a_plan_of_nine_is_in_sight_uncut_and_over_no_other_text(size):
    desk, screen = at_table(NINE, "l:advance", size, "blue")
    desk.press("f")
    desk.drag(spot(screen, "l3"), spot(screen, "i9"))
    assert len(planned(screen)) == 9
    elsewhere(desk, screen)
    ledger = drawn(desk)
    rows = [zone for zone in ledger.zones if zone.id.startswith("plan:")]
    assert len(rows) == 9
    whole = desk.app.window.get_rect()
    assert all(whole.contains(zone.rect) for zone in ledger.zones)
    left = min(zone.rect.left for zone in rows)
    column = [line for line in ledger.lines if line.rect.left >= left and line.words]
    assert [line.words for line in column if line.cut] == []
    for place, line in enumerate(column):
        assert whole.contains(line.rect), line
        over = [
            other.words
            for other in column[place + 1 :]
            if line.rect.inflate(-2, -6).colliderect(other.rect.inflate(-2, -6))
        ]
        assert over == [], f"{line.words} lies over {over}"


def test_a_long_reason_takes_two_lines_and_is_not_cut():
    desk, screen = at_table()
    desk.press("tab", "1")
    first, *others = screen.model.plan
    note = first.note
    told = f"{note}, as the nearest of them is full and so is the next one after it"
    screen.model.plan = (msgspec.structs.replace(first, note=told), *others)
    ledger = drawn(desk)
    start = next(line for line in ledger.lines if line.words and note.startswith(line.words[:20]))
    rest = [line for line in ledger.lines if line.words.endswith("next one after it")]
    assert rest
    assert not any(line.cut for line in (start, *rest))


def moving(name, action, size=(1280, 800)):
    """An Epic battle whose first formation draws up its moves."""
    desk = Desk(size)
    screen = desk.battle(name, seed=1)
    match = screen.session.match
    while match.pending.kind != "activate":
        screen.game.choose(match.pending.default)
    screen.game.choose(next(o.id for o in match.pending.options if o.action == action))
    desk.settle()
    return desk, screen


def test_no_key_or_legend_over_the_map_hides_the_place_planned_for_a_stand() -> None:
    desk, screen = moving("elbow_to_elbow", "march")
    desk.press("=", "=")  # so near that not all of the map is in sight
    seen = 0
    for name in screen.model.able():
        screen.picking.select(name)
        screen.map.centre_on(screen.model.cell_of(name))
        desk.app.draw()
        strips = list(screen.picture.strips)
        under = [o for o in screen.model.moves(name) if screen.map.rect_of(o.to).collidelist(strips) >= 0]
        for option in under[:2]:
            screen.game.choose(option.id)
            desk.app.draw()
            places = [screen.map.rect_of(row.to) for row in screen.model.plan if row.to >= 0]
            assert [place for place in places if place.collidelist(screen.picture.strips) >= 0] == []
            seen += 1
    assert seen


def over(screen, cells):
    """The cells of some that a strip over the map hides the middle of."""
    return [cell for cell in cells if any(strip.collidepoint(screen.map.at(cell)) for strip in screen.picture.strips)]


def test_no_key_or_legend_over_the_map_hides_the_places_of_a_formation_in_hand() -> None:
    desk, screen = moving("drawn_in", "engage", (1280, 720))
    desk.press("f", "=")
    assert screen.model.formation
    cells = sorted(set().union(*screen.model.reach().values()))
    spots = [middle(screen, cell) for cell in cells]
    looked_at = [spot for spot in spots if screen.map.area.collidepoint(spot)][::4]
    assert looked_at
    for spot in looked_at:
        desk.point_at(spot)
        assert over(screen, [row.to for row in screen.plan.rows()]) == []


def test_keys_keep_off_the_cells_in_reach_as_long_as_there_is_other_room() -> None:
    desk = Desk((1280, 720))
    screen = desk.battle("crossroads", seed=5)
    while screen.session.match.pending.kind != "activate":
        screen.game.choose(screen.session.match.pending.default)
    desk.settle()
    for name in screen.model.able():
        screen.picking.select(name)
        desk.app.draw()
        keys = screen.picture.strips[-1]
        reach = set().union(*screen.model.reach().values())
        assert reach
        assert not any(keys.collidepoint(screen.map.at(cell)) for cell in reach)


def test_keys_give_way_to_a_pointer_that_looks_at_the_map_under_them() -> None:
    desk, screen = at_table(NINE, "l:advance", (1280, 720), seat="blue")
    strip = screen.picture.strips[-1]
    assert "next stand" in set(words_on(desk))
    desk.point_at(strip.center)
    assert "next stand" not in set(words_on(desk))


def test_call_outs_stay_in_the_map():
    desk, screen = at_table()
    desk.click_at(spot(screen, "l2"))
    desk.click_at(spot(screen, "i7"))
    for name in ("l3", "l4", "l5"):
        desk.point_at(spot(screen, name))
        (call_out,) = screen.picture.planned.called_out
        assert screen.map.area.contains(call_out)


def test_a_plate_finds_a_place_at_every_edge():
    area = pygame.Rect(0, 0, 400, 300)
    taken = []
    for corner in ((2, 2), (398, 2), (2, 298), (398, 298), (200, 2), (200, 150), (200, 150)):
        rect = place_beside(corner, (120, 22), 24, area, taken)
        assert area.contains(rect)
        assert rect.collidelist(taken) < 0
        assert not rect.collidepoint(corner)
        taken.append(rect)


def test_the_plan_of_the_other_side_is_not_seen_before_it_is_confirmed():
    desk, screen = at_table()
    screen.session.players["blue"] = None
    screen.session.people = ["red"]
    screen.session.match.choose("l2:move:8,6")
    screen.session.viewer = "red"
    screen.model.refresh()
    desk.app.draw()
    assert planned(screen) == {}
    assert not screen.model.drafting
    assert desk.zones("confirm") == desk.zones("reset") == desk.zones("plan:") == []


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1920, 1080)])
def test_the_marks_of_a_plan_are_explained_in_the_rulebooks_words(size):
    desk, screen = at_table(size=size)
    words = words_on(desk)
    assert [words.count(said) for said in ("place beside a foe", "one pace from a foe")] == [1, 1]
    other = next(seat for seat in screen.session.setup.seats if seat != screen.session.asked)
    screen.session.viewer, screen.session.people = other, [other]
    screen.model.refresh()
    words = words_on(desk)
    assert not {"place beside a foe", "one pace from a foe"} & set(words)


def test_the_replay_shows_how_a_plan_was_drawn_up():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f")
    desk.drag(spot(screen, "l2"), spot(screen, "f6"))
    desk.drag(spot(screen, "h6"), spot(screen, "h7"))
    desk.press("return")
    assert isinstance(desk.top, EndScreen)
    desk.press("v")
    back = desk.top
    assert isinstance(back.strip, ReplayStrip)
    desk.press("end")
    seen = []
    for _ in range(4):
        desk.press("left")
        seen.append(len(back.model.plan))
    assert seen == [3, 3, 0, 0]
    desk.press("right", "right")
    assert len(back.model.plan) == 3


# -- formations -------------------------------------------------------------------------------------------------------


def test_a_formation_is_activated_by_a_click_on_any_of_its_stands_and_a_row():
    desk, screen = at_table(choice="")
    desk.click_at(spot(screen, "x2"))
    assert [option.id for option in screen.model.listed()] == ["x:advance", "x:hold", "x:engage:l", "x:engage:m"]
    desk.click("option:x:hold")
    desk.click("option:x:hold")
    assert screen.session.match.front.done == ("x",)


def test_an_engage_is_aimed_by_a_click_on_any_stand_of_the_enemy():
    desk, screen = at_table(choice="")
    desk.click_at(spot(screen, "h2"))
    desk.click_at(spot(screen, "m3"))
    assert screen.model.chosen == "h:engage:m"
    desk.click_at(spot(screen, "l6"))
    assert screen.model.chosen == "h:engage:l"
    desk.press("return")
    assert screen.session.match.pending.kind == "counter_charge"


def test_tab_goes_from_formation_to_formation_where_they_act_as_one():
    desk, screen = at_table(choice="")
    assert screen.model.selected == "h1"
    desk.press("tab")
    assert screen.model.selected == "x1"
    desk.click_at(spot(screen, "h5"))
    desk.press("tab")
    assert screen.model.selected == "x1"


def test_the_panel_names_every_formation_with_its_markers_and_its_stands():
    desk, screen = at_table(choice="")
    assert {"formation:h", "formation:x", "formation:l", "formation:m"} <= set(desk.zones("formation:"))
    assert set(desk.zones("unit:")) >= {f"unit:h{i}" for i in range(1, 7)}
    words = words_on(desk)
    assert "Red horde" in words
    assert "6 of 6" in words
    desk.click("formation:x")
    assert screen.model.selected == "x1"


def test_with_little_room_the_formation_in_hand_is_still_among_those_listed():
    rows = [". " * 20 for _ in range(14)]
    for place, name in enumerate("abcdefgijkmn"):
        rows[place + 1] = f"{name}1 {name}2 . . . . . " + ". " * 12
    rows[0] = "h1 " + ". " * 19
    desk, screen = at_table(rows, "", (960, 600), "blue")
    for _ in range(12):
        desk.press("tab")
        assert f"formation:{screen.model.group_of(screen.model.selected)}" in desk.zones("formation:")


def test_every_zone_of_a_plan_has_a_key_or_can_be_focused():
    desk, screen = at_table(FIELD, "l:advance", seat="blue")
    desk.press("f")
    desk.drag(spot(screen, "l2"), spot(screen, "f6"))
    reached = set()
    for _ in range(len(screen.zones) + 1):
        desk.press("f6")
        reached.add(screen.focus)
    others = ("chip:", "icon:", "mini")
    assert [
        z.id for z in screen.zones if z.action and not z.key and z.id not in reached and not z.id.startswith(others)
    ] == []


# -- how fast ---------------------------------------------------------------------------------------------------------


class Counted(tuple):
    """Options that count how often they are gone through."""

    __slots__ = ()
    read = 0

    def __iter__(self):
        Counted.read += 1
        return super().__iter__()


def test_drawing_does_not_go_through_ten_thousand_options_again():
    rows = [". " * 60 for _ in range(40)]
    rows[18] = ". " * 10 + ". ".join(f"l{i} " for i in range(1, 10)) + ". " * 20
    rows[20] = ". " * 10 + ". ".join(f"m{i} " for i in range(1, 5)) + ". " * 20
    rows[2] = "h1 " + ". " * 59
    desk, screen = at_table(rows, "l:advance", seat="blue", pace=16)
    match = screen.session.match
    assert len(match.pending.options) > 10_000 - 9
    match.pending = msgspec.structs.replace(match.pending, options=Counted(match.pending.options))
    screen.model.refresh()
    Counted.read = 0
    for _ in range(3):
        for name in ("l1", "l5", "m1"):
            desk.point_at(spot(screen, name))
        desk.press("tab", "up", "left", "f", "f")
    assert Counted.read == 0


def written(scene):
    """What is to be read on the screen."""
    desk, _ = open_scene(scene)
    return words_on(desk)


def test_the_acting_formation_waits_for_answers_and_not_for_itself():
    scene = Assault(size=(40, 12), line="b line l1@10,5 l2@13,5 watch", horde="a line h1@22,5 h2@24,5")
    scene.acts("horde", "engage:line", 6).confirms("a").asked("b", "react")
    assert "waits for overwatch and counter charges" in written(scene)
    scene = Assault(size=(40, 12), line="b line l1@10,5 l2@13,5", horde="a line h1@22,5 h2@24,5")
    scene.acts("horde", "sustained_fire", 6).asked("a", "shoot", unit="h1")
    assert "is asked now" in written(scene)
    assert "waits for overwatch and counter charges" not in written(scene)


def test_a_formation_is_counted_with_the_stands_it_has_lost():
    scene = Assault(size=(40, 12), horde="a line h1@5,5 h2@7,5", line="b line l1@30,5 l2@33,5")
    scene.acts("horde", "sustained_fire", 2).chooses("horde:shoot:line").rolls("to hit", 6, 1).out("l1")
    desk, screen = open_scene(scene)
    assert screen.model.members("line") == ["l2", "l1"]
    assert "1 of 2" in words_on(desk)
