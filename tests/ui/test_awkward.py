"""Faults of the window that were mended: keys that ran out or moved, words cut off or wrong for many, a jumping map."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.viewers import PUBLIC
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.camera import GLIDE
from game.ui.battle.ladder import foot, frozen
from game.ui.battle.numbered import MORE
from game.ui.battle.reactors import barred, ranked
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from tests.firefight import Firefight
from tests.scene import Scene
from tests.ui.desk import Desk, open_scene
from tests.ui.ledger import drawn, words_on
from tests.ui.street import street


def missed() -> Scene:
    """The shot at A1 has missed, and it is asked what it does after all."""
    scene = Scene("a1 .*9", ".*10 b1", b1="overwatch")
    scene.chooses("a1:move:jog:4,0", "b1:ranged_attack:a1")
    while (asked := scene.match.pending).kind != "carry_out":
        if asked.seat == "dice":
            scene.match.choose(Choice(faces=(6,) * len(asked.dice)))
        else:
            scene.match.choose(asked.default)
    return scene


def twelve_squads() -> tuple[Desk, BattleScreen]:
    """Twelve squads are asked which of them go on overwatch."""
    units = [{"id": f"b{n}", "seat": "blue", "profile": "line", "at": [n, 0]} for n in range(1, 13)]
    units.append({"id": "r1", "seat": "red", "profile": "line", "at": [20, 9]})
    sketch = {"ruleset": "wh40k2", "board": ["." * 24] * 12, "units": units, "turns": 2, "seats": ["blue", "red"]}
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(sketch), dice=DiceSource(seed=5), table=TableKind.OPEN))
    desk.open(screen)
    assert screen.session.match.pending.kind == "overwatch"
    return desk, screen


# -- keys of rows -----------------------------------------------------------------------------------------------------


def test_every_row_of_a_long_list_has_a_key() -> None:
    desk, screen = twelve_squads()
    assert "keys 1 to 3 for rows 10 to 12" in words_on(desk)
    desk.press(MORE, "3")
    assert screen.model.chosen == "b12:overwatch"
    assert "keys 1 to 9 for rows 1 to 9" in words_on(desk)
    desk.press(MORE, "3")
    assert screen.model.chosen == "b3:overwatch"


def test_rows_keep_their_keys_while_units_are_taken_from_the_list_one_by_one() -> None:
    desk, screen = twelve_squads()
    desk.press("2", "return")
    assert screen.session.match.choices[-1].option == "b2:overwatch"
    desk.press("3")
    assert screen.model.chosen == "b3:overwatch"
    desk.press("2")
    assert screen.model.chosen == "b3:overwatch", "the key of what is gone does nothing"


# -- words ------------------------------------------------------------------------------------------------------------


def test_units_barred_by_a_reason_about_one_unit_are_listed_one_by_one() -> None:
    units = {"b1": "overwatch", "b2": "idle", "b3": "idle", "b4": "idle", "b5": "idle"}
    scene = Scene("a1 .*4", ".*4 b1 b2 b3 b4 b5", **units)
    for name in ("b4", "b5"):
        scene.match.front.units[name].markers = {"overwatch": "up"}
    scene.chooses("a1:stand")
    _, screen = open_scene(scene)
    told = [(one.units, one.no.reason) for one in barred(screen.model)]
    assert told == [
        (("b2", "b3"), "no overwatch marker"),
        (("b4",), "its overwatch marker is face-up: it has reacted this turn"),
        (("b5",), "its overwatch marker is face-up: it has reacted this turn"),
    ]


def test_sc_31_covering_fire_on_a_spent_unit_shows_its_effect_and_not_a_chance_of_0() -> None:
    scene = Scene("a1 a2 .*6 b1", a2="move", b1="move")
    scene.match.front.units["b1"].acted = True
    option = scene.match.pending.option("a1:covering_fire:b1:a2")
    total = scene.match.forecast(option)
    assert total.said == "suppresses B1"
    assert total.note == "B1 has acted: it tests no more"
    desk, screen = open_scene(scene)
    screen.picking.select("a1")
    screen.picking.pick(option.id)
    shown = words_on(desk)
    assert "suppresses B1" in shown
    assert "Suppresses B1" in shown
    assert "0%" not in shown


def test_a_table_of_steps_without_sums_has_no_empty_columns() -> None:
    desk, _ = open_scene(missed())
    assert not {"R\u200aA\u200aN\u200aG\u200aE", "N\u200aE\u200aE\u200aD"} & set(words_on(desk))


def test_an_instigator_out_of_action_is_not_said_to_wait() -> None:
    scene = Scene("a1 .*9", ".*4 b1", "a2 .*9", b1="overwatch RE=9", a2="overwatch")
    scene.chooses("a1:move:jog:3,0", "b1:ranged_attack:a1", "a2:ranged_attack:b1")
    while scene.match.pending is not None and not scene.match.front.units["a1"].out:
        asked = scene.match.pending
        if asked.seat == "dice":
            scene.match.choose(Choice(faces=(1, 1) if len(asked.dice) == 2 else (6,)))
        else:
            scene.match.choose(asked.default)
    assert scene.match.front.queues
    _, screen = open_scene(scene)
    assert [part.words for part in _texts(foot(screen.model, screen.open_clause))] == ["last", "out of action"]


def test_a_finished_action_is_not_said_to_go_on() -> None:
    """Before, "goes on" stood beside "has acted" while the units under fire answered."""
    scene = Firefight("a1 .*9 b1", b1="watch").acts("a1", "a1:fire:b1").asked("b", "react")
    scene.chooses("b1:overwatch_fire:a1")
    while scene.match.front.queues[-1].action.status != "done":
        asked = scene.match.pending
        scene.match.choose(Choice(faces=(1,) * len(asked.dice))) if asked.dice else scene.match.choose(asked.default)
    _, screen = open_scene(scene)
    told = [part.words for part in _texts(foot(screen.model, screen.open_clause))]
    assert {"done", "has acted"} <= set(told)
    assert "goes on" not in told


def test_the_note_on_frozen_markers_names_no_enemy_where_both_sides_look() -> None:
    scene = Scene("a1 .*9", ".*4 b1 .*4 b2", b1="overwatch", b2="overwatch")
    scene.chooses("a1:move:jog:4,0", "b1:ranged_attack:a1", "pass")
    while not (scene.match.front.queues and scene.match.front.queues[-1].closed):
        scene.match.choose(scene.match.pending.default)
    _, screen = open_scene(scene, TableKind.SHARED)
    session = screen.session
    assert session.viewer == PUBLIC
    assert screen.model.view.queue.frozen_note == "whatever anybody still holds face-down"
    assert scene.match.view("a").queue.frozen_note == "whatever the enemy still holds face-down"
    session.table = TableKind.OPEN
    screen.model.refresh()
    told = [part.words for part in _texts(frozen(screen.model, screen.model.view.queue, screen.open_clause))]
    assert told == ["Frozen:", "B2"], "where all lies open it is said by name"


def _texts(widget: object) -> list:
    """All texts and labels of a widget, in order."""
    found = [widget] if hasattr(widget, "words") and isinstance(widget.words, str) else []
    for part in (*getattr(widget, "parts", ()), *([widget.child] if getattr(widget, "child", None) else [])):
        found += _texts(part)
    return found


def test_the_curtain_does_not_promise_a_single_question() -> None:
    desk = Desk()
    screen = street(desk)
    screen.game.give_rest("overwatch")
    screen.game.choose("confirm")
    desk.settle()
    assert isinstance(desk.top, CurtainScreen)
    shown = words_on(desk)
    assert "What Blue is asked" in shown
    assert not any(line.startswith("One question") for line in shown)


def test_enter_with_nothing_chosen_says_what_to_do() -> None:
    desk, screen = open_scene(Scene("a1 .*6 b1"))
    desk.press("return")
    said = (
        "Nothing is chosen yet: click where A1 is to go, or an enemy to attack it, "
        "or press the number of an answer, or N: end acting."
    )
    assert screen.model.notice == said
    assert screen.session.match.choices == []
    screen = street(desk)
    desk.press("tab", "return")
    assert screen.model.notice.startswith("Every unit needs a marker first: O (overwatch) or M (")


def test_the_notice_names_the_key_n_in_the_words_of_its_button() -> None:
    """Before, it was said in small letters, ids and all, and only as far as a colon."""
    scene = Scene("a1 .*7", ".*8", ".*8", ".*8", ".*8", ".*3 b1 . b2 .*2")
    desk, screen = open_scene(scene.chooses("a1:move:run:3,2", "b1:ranged_attack:a1", "pass"))
    assert scene.match.pending.kind == "force"
    screen.picking.select("b2")
    desk.press("return")
    assert screen.model.notice.endswith("or N: leave A1 until last.")


def test_a_refusal_that_names_its_unit_gets_no_name_before_it() -> None:
    """Before, it was told as B1: B1 answers A1, not A2."""
    scene = Scene("a1 .*6 b1", "a2 .*7").chooses("a1:move:jog:1,0")
    _, screen = open_scene(scene)
    screen.picking.select("b1")
    screen.picking.click_cell(screen.model.cell_of("a2"), "a2")
    assert screen.model.notice == "B1 answers A1, not A2 (SC-57)."


def test_where_room_is_short_the_list_scrolls_and_the_instigator_stays_whole() -> None:
    rows = ["a1 a2 a3 a4 .*6", ".*8 b1 b2", *[".*10"] * 3]
    guns = dict.fromkeys(("b1", "b2"), "overwatch")
    scene = Scene(*rows, **guns, a2="move", a3="move", a4="move").chooses("a1:move:jog:4,0")
    desk, _ = open_scene(scene, scale=200)
    desk.press("1")
    lines = {line.words: line.rect for line in drawn(desk).lines}
    foot, card = lines["instigator: acts after all reactions"], lines["overwatch face-down, can act"]
    assert foot.bottom <= card.top
    assert "Nobody has reacted yet." in lines


def test_a_replay_selects_the_unit_that_makes_the_next_choice() -> None:
    desk, screen = open_scene(Scene("a1 a2 .*12 b1", a2="move"))
    desk.press("tab")
    screen.game.choose("a2:hold")
    screen.game.look_back()
    desk.settle()
    desk.press("home")
    shown = desk.top
    assert isinstance(shown, BattleScreen)
    assert (shown.model.chosen, shown.model.selected) == ("a2:hold", "a2")


def test_the_first_moment_of_a_replay_brings_back_the_view_it_opened_with() -> None:
    """Before, the map stayed where the player had moved it, perhaps with no unit of the first moment in sight."""
    desk, screen = open_scene(Scene("a1 .*60 b1", *[".*62"] * 30, a1="move"))
    screen.game.choose("a1:hold")
    screen.game.look_back()
    desk.settle()
    shown = desk.top
    assert isinstance(shown, BattleScreen)
    for zone in ("", "replay:Home"):
        opened = [shown.map.rect_of(unit.at) for unit in shown.model.units.values()]
        desk.press("+", "+", "+")
        desk.drag(shown.map.area.center, shown.map.area.topleft)
        assert [shown.map.rect_of(unit.at) for unit in shown.model.units.values()] != opened
        desk.click(zone) if zone else desk.press("home")
        assert [shown.map.rect_of(unit.at) for unit in shown.model.units.values()] == opened


# -- the map ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1920, 1080)])
def test_the_rulers_stand_beside_the_map_and_pace_plates_are_whole(size: tuple[int, int]) -> None:
    scene = Scene(*["a1@. .*20 b1@."], *[".*22"] * 12)
    desk, screen = open_scene(scene, size=size)
    screen.picking.select("a1")
    area = screen.map.area
    lines = drawn(desk).lines
    plates = [line for line in lines if line.words in ("SNEAK", "JOG", "RUN", "SPRINT")]
    assert plates
    assert all(area.contains(line.rect) for line in plates)
    first = screen.map.rect_of(0)
    assert first.left >= area.left, "column a is wholly on the map"
    strip = screen.map._rulers[2]
    assert strip.get_width() <= area.left, "the numbers are drawn in a strip of their own"


def test_no_name_of_a_pace_lies_under_the_name_of_an_objective() -> None:
    """Before, that of the sprint of B5 was half under Fountain Square."""
    desk = Desk((960, 600))
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("market_street")
    while screen.session.match.pending.kind == "assign":
        screen.game.give_rest("move")
        screen.game.choose("confirm")
    desk.settle()
    while screen.session.asked != "blue":
        screen.game.choose("end")
    desk.settle()
    screen.picking.select("b5")
    plates = [line for line in drawn(desk).lines if line.words in ("SNEAK", "JOG", "RUN", "SPRINT")]
    assert len(plates) == 4
    assert screen.picture.flags
    assert [line.words for line in plates if line.rect.collidelist(screen.picture.flags) >= 0] == []


def test_the_rulers_show_the_number_of_a_row_whole_or_not_at_all() -> None:
    """Before, where a row was half in sight, so was its number."""
    desk, screen = open_scene(Scene("a1 .*20 b1", *[".*22"] * 60))
    view = screen.map
    view.zoom_by(3)
    view.pan(0, 200)
    seen = set()
    for _ in range(12):
        view.pan(0, 3)
        view.arrive()
        desk.app.draw()
        numbers = view._rulers[2]
        ink = numbers.get_bounding_rect()
        assert 0 < ink.top < ink.bottom < numbers.get_height()
        seen.add(ink.top)
    assert len(seen) > 3, "the map was moved"


def test_the_hover_card_keeps_off_the_keys_of_the_map() -> None:
    _, screen = open_scene(Scene("a1 .*20 b1", *[".*22"] * 16))
    hover = screen.picture.action.hover
    keys = [rect for rect in screen.picture.strips if rect.w > rect.h]
    assert keys
    board = screen.map.board
    for cell in range(0, board.width * board.height, 5):
        rect = hover.dock(cell, 320, 130, 8, [], taken=keys)
        assert rect.collidelist(keys) < 0
        assert screen.map.area.contains(rect)


def test_the_rulers_of_a_small_board_stand_at_its_edge() -> None:
    desk, screen = open_scene(Scene("a1 .*6 b1", ".*8"))
    view = screen.map
    before = view.rect_of(0)
    strip = pygame.Rect(before.left - 18, before.top, 18, before.height)
    picture = desk.app.window.subsurface(strip)
    assert before.left > view.area.left + 40, "the board is smaller than the window"
    colours = {tuple(picture.get_at((x, y))) for x in range(strip.w) for y in range(strip.h)}
    assert len(colours) > 1, "its number stands beside the row"


def far_table() -> tuple[Desk, BattleScreen]:
    """A table larger than the window at 200 %, a1 in its corner."""
    desk, screen = open_scene(Scene("a1 .*38 b1", *[".*40"] * 24, ".*39 b2"))
    screen.map.reduced = False
    while screen.map.zoom < 200:
        screen.map.zoom_by(1)
        desk.app.draw()
    screen.map.centre_on(screen.model.cell_of("a1"))
    desk.app.draw()
    return desk, screen


def test_the_camera_glides_to_a_cell_out_of_sight_and_stays_still_for_one_in_sight() -> None:
    desk, screen = far_table()
    view = screen.map
    start = view.origin
    view.bring([screen.model.cell_of("a1")])
    assert not view.tick(0.01)
    view.bring([screen.model.cell_of("b2")])
    assert view.in_sight(screen.model.cell_of("b2"))
    desk.app.draw()
    assert view.origin == pytest.approx(start), "it has only begun"
    seen = [view.origin[0]]
    while screen.tick(GLIDE / 6):
        desk.app.draw()
        seen.append(view.origin[0])
    desk.app.draw()
    steps = [b - a for a, b in itertools.pairwise(seen)]
    assert len(steps) >= 5
    assert all(step > 0 for step in steps[:-1])
    assert steps[0] > steps[-2], "it eases out"
    assert view.area.collidepoint(view.at(screen.model.cell_of("b2")))


def test_a_question_brings_the_units_that_may_answer_into_sight_with_the_acting_unit() -> None:
    desk, screen = open_scene(Scene(".*12 a1 .*11 b1", *[".*24"] * 8).chooses("a1:stand"))
    while screen.map.zoom < 200:
        screen.map.zoom_by(1)
    screen.map.centre_on(200)
    desk.app.draw()
    assert not screen.map.in_sight(screen.model.cell_of("b1"))
    screen.game.look_at_action()
    assert all(screen.map.in_sight(screen.model.cell_of(name)) for name in ("a1", "b1"))


def test_the_camera_does_not_zoom_in_again_before_the_action_is_over() -> None:
    _, screen = far_table()
    view, units = screen.map, screen.model
    both = [units.cell_of("a1"), units.cell_of("b1")]
    view.bring(both)
    assert all(map(view.in_sight, both))
    zoomed = view.zoom
    assert zoomed < 200
    view.bring([both[0]])
    assert view.zoom == zoomed, "another move that fits nearer leaves the zoom alone"
    view.bring([both[0]], back=True)
    assert view.zoom == 200


def test_picking_a_card_brings_its_shot_into_sight() -> None:
    desk, screen = open_scene(Scene(".*12 a1 .*11 b1", *[".*24"] * 9, ".*12 b2").chooses("a1:stand"))
    names = [one.unit for one in ranked(screen.model)]
    while screen.map.zoom < 200:
        screen.map.zoom_by(1)
        desk.app.draw()
    assert sorted(names) == ["b1", "b2"]
    for place, name in enumerate(names, 1):
        desk.press(str(place))
        assert screen.map.in_sight(screen.model.cell_of(name))


def test_many_covering_fires_of_a_unit_are_one_row_that_unfolds() -> None:
    rows = ["b1 .*2 b2 .*2 b3 .*2 b4", ".*10", "a1 .*2 a2 .*2 a3 .*2 a4"]
    scene = Scene(*rows, **dict.fromkeys(("b1", "b2", "b3", "b4"), "overwatch")).chooses("a1:stand")
    desk, screen = open_scene(scene)
    desk.press("1")
    unit = ranked(screen.model)[0]
    covers = [option.id for option in unit.options if option.action == "covering_fire"]
    assert len(covers) > 8
    listed = {zone.id for zone in desk.top.zones}
    assert "fold:covering_fire" in listed
    assert not any(f"option:{one}" in listed for one in covers)
    assert f"{len(covers)} ways" in words_on(desk)
    desk.click("fold:covering_fire")
    assert screen.model.chosen == covers[0]
    assert "fold:covering_fire" not in {zone.id for zone in desk.top.zones}
    assert f"{len(covers)} ways" not in words_on(desk)


def test_the_plate_of_a_pace_stands_away_from_units() -> None:
    rows = [".*16", "a1 . a2 . a3 .*11", ".*16", ".*15 b1"]
    desk, screen = open_scene(Scene(*rows))
    desk.press("1")
    view, board = screen.map, screen.model.session.setup.board
    near = {one for unit in screen.model.units.values() for one in (unit.at, *board.neighbours(unit.at))}
    plates = [line for line in drawn(desk).lines if line.words in ("SNEAK", "JOG", "SPRINT")]
    assert plates
    assert all(view.cell_at(line.rect.center) not in near for line in plates)


def test_in_a_crowd_the_plate_of_a_pace_stands_outside_and_never_on_or_between_units() -> None:
    """Before, it stood between two units where the cells of its pace had no other room."""
    rows = ["a2 . a1 . a3", "a4 . .  . a5", "a6 . .  . a7", "a8 . .  . a9", ". . . . b1"]
    desk, screen = open_scene(Scene(*rows))
    desk.press("1")
    view = screen.map
    units = [view.rect_of(unit.at) for unit in screen.model.units.values()]
    for line in drawn(desk).lines:
        if line.words in ("SNEAK", "JOG", "SPRINT"):
            row = line.rect.inflate(2 * view.grain, 0)
            beside = [unit.centerx for unit in units if unit.colliderect(row)]
            assert line.rect.collidelist([unit.inflate(-8, -8) for unit in units]) < 0
            assert not (any(x < line.rect.left for x in beside) and any(x > line.rect.right for x in beside))
