"""What a person at the window ran into once: keys that ran on, buttons that did something else, lines that told wrong."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from msgspec import structs

from game.demos import DemoPlayer, load_demo
from game.engine.dice import DiceSource
from game.engine.names import spoken
from game.maps.scenarios import read_head
from game.paths import MAPS
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.session.turns import SideStory, TurnStory
from game.sketch import read_sketch
from game.ui import kit, text
from game.ui.battle import panels
from game.ui.battle.bottom import Sentence, last_roll, log_lines
from game.ui.battle.cards import turn_card
from game.ui.battle.conditions import marks_of, words_of_unit
from game.ui.dice import die
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import demo_screen
from game.ui.screens.menu import HelpScreen, SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from game.ui.scroll import Position
from tests.ui import drill
from tests.ui.desk import Desk
from tests.ui.ledger import Ledger, drawn
from tests.ui.test_window import STREET


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))


def street(desk: Desk, **changes: object) -> BattleScreen:
    screen = BattleScreen(desk.app, Session(read_sketch({**STREET, **changes}), dice=DiceSource(seed=5)))
    desk.open(screen)
    return screen


def acting(desk: Desk, **changes: object) -> BattleScreen:
    """Everybody has a move marker and all lies open: who begins is asked."""
    session = Session(read_sketch({**STREET, **changes}), dice=DiceSource(seed=5), table=TableKind.OPEN)
    while (asked := session.match.pending).kind == "assign":
        session.choose(f"{asked.unit}:move" if asked.unit else "confirm")
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return screen


def down(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")


# -- a press counts once ------------------------------------------------------------------------------------------------


def test_enter_held_after_begin_chooses_nothing() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.hold("return", 15)
    assert isinstance(desk.top, CurtainScreen), "before the first seat, too; and what is held lifts none"
    desk.let_go("return")
    desk.press("return")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert screen.session.match.choices == []
    desk.press("o")
    assert len(screen.session.match.choices) == 1


@pytest.mark.parametrize("key", ["o", "return", "1"])
def test_a_key_that_is_held_makes_one_choice(key: str) -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o") if key == "return" else None
    made = len(screen.session.match.choices)
    desk.hold(key, 10)
    assert len(screen.session.match.choices) <= made + 1


def test_the_key_that_ended_one_view_does_not_lift_the_curtain_over_the_next() -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o", "m")
    desk.hold("return", 10)
    assert isinstance(desk.top, CurtainScreen)
    assert screen.session.viewer == "red"
    desk.let_go("return")
    desk.press("return")
    assert desk.top is screen


def test_a_press_that_began_before_the_curtain_was_drawn_lifts_nothing() -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o", "m")
    desk.app.dispatch(down(pygame.K_RETURN))
    curtain = desk.top
    assert isinstance(curtain, CurtainScreen)
    desk.app.dispatch(down(pygame.K_SPACE))  # before its first picture
    assert desk.top is curtain
    pygame.event.post(down(pygame.K_KP_ENTER))  # while that is being drawn
    desk.app.draw()
    for event in pygame.event.get(pygame.KEYDOWN):
        desk.app.dispatch(event)
    assert desk.top is curtain
    desk.let_go("space")
    desk.press("space")
    assert desk.top is screen


def test_the_cursor_and_the_pages_go_on_while_their_key_is_held() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    desk.hold("right", 5)
    board = screen.map.board
    assert board.xy(screen.pointer.cursor)[0] - board.xy(screen.model.cell_of(screen.model.selected))[0] == 5


def test_a_press_counts_once_however_long_the_picture_took_that_was_drawn_meanwhile() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    start = screen.map.board.xy(screen.model.cell_of(screen.model.selected))
    right, up = down(pygame.K_RIGHT), pygame.event.Event(pygame.KEYUP, key=pygame.K_RIGHT, mod=0)
    desk.app.take([right])
    desk.app.take([right, right, up])  # repeated by the clock before it was seen that the key had been let go
    assert screen.map.board.xy(screen.pointer.cursor) == (start[0] + 1, start[1])
    desk.app.take([right, up, right, up])
    assert screen.map.board.xy(screen.pointer.cursor) == (start[0] + 3, start[1])


# -- Enter does what wears it -------------------------------------------------------------------------------------------


def test_enter_after_a_click_begins_the_game_that_was_set_up() -> None:
    desk = Desk()
    desk.app.push(TitleScreen(desk.app))
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.click("seat:red")
    desk.press("return")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert set(screen.session.players) == {"red"}


def test_enter_after_a_click_on_the_title_sets_up_the_chosen_map() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.click("page")
    chosen = title.scenarios[title.at]
    desk.press("return")
    assert isinstance(desk.top, SetupScreen)
    assert desk.top.scenario == chosen


def test_the_focus_goes_on_from_what_was_clicked() -> None:
    desk = Desk()
    desk.open(SetupScreen(desk.app, read_head(MAPS / "market_street.tmx")))
    desk.click("seat:blue")
    desk.press("tab")
    assert desk.top.focus == "seat:red"


# -- demonstrations -----------------------------------------------------------------------------------------------------


def shown(demo: str, step: int) -> tuple[Desk, BattleScreen]:
    desk = Desk()
    screen = demo_screen(desk.app, DemoPlayer(load_demo(demo)))
    desk.open(screen)
    for _ in range(step):
        desk.press("right")
    return desk, screen


def test_a_button_of_a_demonstration_plays_what_it_says_or_nothing() -> None:
    desk, screen = shown("sc-snowball", 9)
    player = screen.strip.player
    assert player.coming.choice.option == screen.model.chosen
    assert next(o for o in screen.model.options() if o.id == player.coming.choice.option).text == "Fire at B1"
    for zone in ("pass", "option:nothing"):
        if desk.zones(zone):
            desk.click(zone)
            assert player.at == 9
    assert "another way" in screen.model.notice
    other = next(z for z in desk.zones("option:") if z != f"option:{player.coming.choice.option}")
    desk.click(other)
    desk.press("return")
    assert player.at == 9, "Enter would have played another choice than the one picked"
    desk.press("return")
    assert player.at == 10


# -- what the bars tell -------------------------------------------------------------------------------------------------


def test_the_line_under_the_name_tells_who_acts_while_others_answer() -> None:
    desk, screen = shown("sc-snowball", 9)
    assert screen.model.units[screen.model.view.action.unit].seat == "blue"
    assert "Turn 1 of 8, Act phase, Blue acts" in [line.words for line in drawn(desk).lines]


# -- keys and sizes -----------------------------------------------------------------------------------------------------


def test_f1_shows_the_keys_from_the_title_a_battle_and_a_sheet() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.press("f1")
    assert isinstance(desk.top, HelpScreen)
    desk.press("f1")
    assert desk.top is title
    screen = street(desk)
    desk.press("f1")
    assert isinstance(desk.top, HelpScreen)
    desk.press("escape")
    assert desk.top is screen
    desk.press("escape", "f1")
    assert isinstance(desk.top, HelpScreen)


@pytest.mark.parametrize("size", [(115, 55), (60, 30), (319, 900), (330, 250)])
@pytest.mark.parametrize("name", ["market_street", "gun_on_the_hill"])
def test_a_window_of_any_size_is_drawn_with_every_overlay(size: tuple[int, int], name: str) -> None:
    desk = Desk(size)
    screen = desk.battle(name)
    desk.press("space", "t", "l", "right")
    assert screen.model.threat or screen.model.sight


def test_sizes_above_100_percent_are_larger_and_say_where_the_window_has_no_more_room() -> None:
    scales = []
    for percent in (100, 125, 150):
        desk = Desk((1280, 800))
        desk.app.settings.scale = percent
        scales.append(desk.app.scale)
        desk.app.push(TitleScreen(desk.app))
        desk.open(SettingsScreen(desk.app))
        words = [line.words for line in drawn(desk).lines]
        told = f"{percent}%, this window has room for 125%" if percent > 125 else f"{percent}%"
        assert told in words
    assert scales == [1.0, 1.25, 1.25]


def test_who_begins_an_action_acts_though_the_other_side_is_next() -> None:
    desk = Desk()
    screen = desk.battle("prepared_position")
    while screen.session.match.pending.kind != "action":
        screen.game.choose(screen.session.match.pending.default)
    asked = screen.session.match.pending
    assert screen.model.view.seat != asked.seat
    words = [line.words for line in drawn(desk).lines]
    assert any(line.endswith(f"{spoken(asked.seat)} acts") for line in words)
    unit = screen.model.units[asked.unit]
    assert unit.extra.spent
    assert words_of_unit(screen.model, unit).endswith("fit, acting")
    assert marks_of(screen.model, unit).order == ""
    assert "spent" not in words
    assert any(line.endswith("fit, acting") for line in words)


def test_the_step_list_waits_for_the_hand_over() -> None:
    desk = Desk()
    screen = street(desk)
    first = [step.title for step in screen.model.view.steps if step.status == "now"]
    desk.press("o", "m")
    assert [option.id for option in screen.model.options()][-1] == "confirm"
    assert [step.title for step in screen.model.view.steps if step.status == "now"] == first == ["Red assigns"]
    desk.press("return", "space")
    assert [step.title for step in screen.model.view.steps if step.status == "now"] == ["Blue assigns"]


def test_markers_given_one_by_one_are_not_told_one_by_one() -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o", "m")
    assert {line.type for line in screen.model.log} >= {"marker_assigned"}
    assert not {line.type for line in log_lines(screen.model)} & {"marker_assigned", "markers_removed"}
    desk.press("return", "space")
    assert "Red has given its 2 markers." in [line.text for line in log_lines(screen.model)]


# -- signs and letters --------------------------------------------------------------------------------------------------


def ink(words: str, face: str) -> bytes:
    return pygame.image.tobytes(text.render(words, face, 20), "RGBA")


@pytest.mark.parametrize("face", ["serif", "body", "bold", "italic", "label", "label_semi", "label_bold"])
def test_every_face_can_write_an_inch(face: str) -> None:
    pygame.display.set_mode((10, 10))
    unknown = "\ue123"
    assert ink("″", face) != ink(unknown, face)
    assert ink("7″ − × ≤ ≥ ’ …", face)


@pytest.mark.parametrize("face", ["serif", "body", "bold", "italic", "label", "label_semi", "label_bold"])
def test_an_apostrophe_is_printed_as_one(face: str) -> None:
    """Before, those that are typed with one key stood straight beside the round ones."""
    pygame.display.set_mode((10, 10))
    assert ink("B1's activation ends.", face) == ink("B1’s activation ends.", face)
    assert ink("’", face) != ink("\ue123", face)


def test_the_column_l_is_no_capital_i_and_no_1() -> None:
    pygame.display.set_mode((10, 10))
    for face in ("label", "label_semi", "label_bold"):
        assert text.written("Run to l16", face) == "Run to ℓ16"
        assert text.written("l", face) == "ℓ"
        assert text.written("al3", face) == "aℓ3"
        assert text.written("Fire at all, till 16", face) == "Fire at all, till 16"
        assert len({ink(word, face) for word in ("l16", "I16", "116")}) == 3


def test_a_d8_and_a_d10_are_told_apart_by_their_outlines() -> None:
    pygame.display.set_mode((10, 10))
    masks = {sides: pygame.mask.from_surface(die(3, sides, 36, (0, 0, 0))) for sides in (4, 6, 8, 10, 12)}
    area = {sides: mask.count() for sides, mask in masks.items()}
    assert masks[8].overlap_area(masks[10], (0, 0)) < 0.9 * max(area[8], area[10])
    assert ink("D8", "label_bold") != ink("D10", "label_bold")
    assert pygame.image.tobytes(die(0, 8, 36, (0, 0, 0)), "RGBA") != pygame.image.tobytes(
        die(0, 10, 36, (0, 0, 0)), "RGBA"
    )


# -- the map and the tray -----------------------------------------------------------------------------------------------


def test_the_last_roll_leaves_the_tray_with_its_phase() -> None:
    desk = Desk()
    screen = acting(desk)
    assert last_roll(screen.model) is not None, "who starts"
    while screen.session.match.front.turn == 1:
        screen.game.choose(screen.session.match.pending.default)
    assert screen.session.match.front.phase == "assign"
    assert last_roll(screen.model) is None
    assert any(line.rolled for line in screen.model.log)


def test_pace_plates_lie_on_cells_of_their_region_and_on_no_unit() -> None:
    desk = Desk()
    screen = acting(desk, board=["." * 24] * 16)
    bands = screen.model.reach()
    assert bands
    taken = {unit.at for unit in screen.model.units.values()}
    ledger = drawn(desk)
    plates = {pace: screen.model.words.plates.get(pace, pace.upper()) for pace in bands}
    shown = [line for line in ledger.lines if line.words in plates.values()]
    assert shown
    for line in shown:
        pace = next(pace for pace, words in plates.items() if words == line.words)
        under = {screen.map.cell_at(corner) for corner in (line.rect.midleft, line.rect.midright)}
        assert under <= bands[pace] - taken


def test_the_name_of_an_objective_is_told_with_its_points_and_hides_under_no_unit() -> None:
    desk = Desk()
    place = {"id": "yard", "name": "The yard", "cells": [[4, 4], [5, 4], [4, 5], [5, 5]], "points": 2}
    units = [{"id": "b9", "seat": "blue", "profile": "trooper", "at": [4, 3]}]
    screen = street(desk, board=["." * 16] * 10, objectives=[place], units=[*STREET["units"], *units])
    line = next(line for line in drawn(desk).lines if line.words == "The yard")
    token = screen.map.rect_of(screen.model.cell_of("b9"))
    assert not line.rect.colliderect(token)
    assert "2 points a turn" in [other.words for other in drawn(desk).lines]


def test_the_name_of_an_objective_hides_under_none_of_the_fallen() -> None:
    desk = Desk()
    place = {"id": "yard", "name": "The yard", "cells": [[4, 4], [5, 4], [4, 5], [5, 5]], "points": 2}
    units = [{"id": "b9", "seat": "blue", "profile": "trooper", "at": [4, 3]}]
    screen = street(desk, board=["." * 16] * 10, objectives=[place], units=[*STREET["units"], *units])
    screen.session.match.front.units["b9"].out = True
    screen.model.refresh()
    desk.app.draw()
    (flag,) = screen.picture.flags
    assert not flag.colliderect(screen.map.rect_of(screen.model.units["b9"].at))


def test_the_name_of_an_objective_in_a_crowd_stands_where_it_hides_least() -> None:
    desk = Desk()
    place = {"id": "west", "name": "West farm", "cells": [[x, y] for y in (11, 12, 13) for x in range(4, 10)]}
    crowd = [(7, 10), (6, 13), (11, 11), (12, 12), (12, 13)]
    units = [{"id": f"r{i}", "seat": "red", "profile": "trooper", "at": at} for i, at in enumerate(crowd, 1)]
    units.append({"id": "b1", "seat": "blue", "profile": "trooper", "at": [20, 25]})
    screen = street(desk, board=["." * 40] * 28, objectives=[place], units=units)
    (flag,) = screen.picture.flags
    assert flag.collidelist([screen.map.rect_of(unit.at) for unit in screen.model.units.values()]) < 0


@pytest.mark.parametrize("above", ["h2", "x1"])
def test_the_name_of_a_formation_hides_no_unit(above: str) -> None:
    desk = Desk()
    last = "l1" if above == "x1" else "."
    rows = [
        ". " * 24,
        ". " * 24,
        f". . . . . {above}",
        ". . . . . h1",
        f". . . . . {last} . . . . h3",
        ". . . . . . . . . . x2 . l2",
    ]
    match = drill.match([row.strip() for row in rows])
    screen = BattleScreen(desk.app, Session(match.setup, match=match))
    desk.open(screen)
    tokens = [stand.rect for stand in screen.picture.pieces.stacks.places]
    assert screen.picture.pieces.named["h"].collidelist(tokens) < 0


@pytest.mark.parametrize("size", [(1280, 800), (1000, 640)])
def test_the_plate_of_a_shot_leaves_the_id_of_its_target_in_sight(size: tuple[int, int]) -> None:
    desk = Desk(size)
    screen = acting(desk, board=["." * 38] * 26, units=[
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [13, 13]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [16, 12]},
        {"id": "r2", "seat": "red", "profile": "trooper", "at": [14, 12]},
    ])  # fmt: skip
    screen.game.choose("r1:move:sneak:16,13")
    desk.settle()
    desk.press("-", "-", "-")
    plate = next(line.rect for line in drawn(desk).lines if "out of action" in line.words and "open" in line.words)
    for unit in screen.model.units.values():
        worn = screen.map.plate_rect(screen.map.at(unit.at), screen.map.token_size, unit.id.upper())
        assert not plate.inflate(8, 2).colliderect(worn)


def test_a_row_that_names_its_unit_says_so_once() -> None:
    desk = Desk()
    desk.battle("prepared_position")
    desk.press("2")
    words = [line.words for line in drawn(desk).lines]
    assert "Activate B2" in words, "not B2: Activate B2"


@pytest.mark.parametrize("name", ["gun_on_the_hill", "four_banks"])
def test_the_legend_of_hexes_hides_no_unit(name: str) -> None:
    desk = Desk()
    screen = desk.battle(name)
    seen = 0
    for _ in range(12):
        desk.press("tab")
        screen.map.pan(0, 40)
        desk.app.draw()
        strip = next((line.rect for line in drawn(desk).lines if line.words == "plains"), None)
        if strip is not None:
            seen += 1
            whole = pygame.Rect(strip.x - 30, strip.y - 6, 540, 26)
            tokens = [place.rect for place in screen.picture.pieces.stacks.places]
            assert whole.collidelist(tokens) < 0
    assert seen


def test_beside_a_hover_card_no_call_out_lies_on_its_unit() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    foe = next(u for u in screen.model.units.values() if u.seat != screen.session.viewer)
    desk.point_at(tuple(round(v) for v in screen.map.at(foe.at)))
    token = screen.map.rect_of(foe.at)
    over = [line.words for line in drawn(desk).lines if line.rect.colliderect(token.inflate(0, 20))]
    assert not [words for words in over if "″" in words or "sight" in words]


@pytest.mark.parametrize("name", ["gun_on_the_hill", "two_batteries"])
def test_what_a_gun_comes_to_is_written_beside_it_and_its_target(name: str) -> None:
    desk, seen = Desk(), 0
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle(name, seed=1)
    match, player = screen.session.match, ComputerSeat()
    while match.pending is not None and seen < 3:
        option = next((o for o in screen.model.options() if o.target), None) if match.window is not None else None
        if option is not None:
            screen.model.chosen = option.id
            desk.app.draw()
            stacks = screen.picture.pieces.stacks
            tokens = [place.rect for place in stacks.places if place.unit in (option.unit, option.target)]
            plates = [line.rect for line in drawn(desk).lines if line.words.startswith("1 hex, ")]
            assert tokens
            assert [rect for rect in plates if rect.collidelist(tokens) >= 0] == []
            seen += len(plates)
        screen.game.choose(player.choose(match, match.pending.seat).id)
        desk.settle()
    assert seen


def test_what_a_side_holds_is_told_whole_on_the_card_of_a_turn() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    held = "Holds Fountain Square (new), West end (new) and the third place in this street; 3 points, +3 in this turn."
    ledger = Ledger(desk)
    card = turn_card(screen.model, TurnStory("Turn 2 ends", (SideStory("red", ("No losses.", held)),)))
    card.draw(ledger, kit.Spot(0, 0, 430, card.measure(ledger, 430).h))
    assert [line.words for line in ledger.lines if line.cut] == []
    assert held in " ".join(line.words for line in ledger.lines)


def test_the_reasons_of_a_plan_stand_beside_the_stands_they_are_about() -> None:
    desk = Desk()
    screen = start(desk.app, "past_the_guns", {}, {}, DiceSource(seed=1))
    assert isinstance(screen, BattleScreen)
    match, player = screen.session.match, ComputerSeat()
    while match.pending.kind != "counter_charge" or not match.view(match.pending.seat).overlay.plan.passed:
        screen.session.choose(player.choose(match, match.pending.seat).id)
    screen.session.table = TableKind.OPEN
    screen.session.hand_over()
    screen.model.refresh()
    desk.open(screen)
    told = 0
    for name in dict.fromkeys([*screen.model.able(), *(entry.unit for entry in screen.plan.overlay().passed)]):
        screen.picking.select(name)
        desk.app.draw()
        plates = screen.picture.planned.called_out
        tokens = [place.rect for place in screen.picture.pieces.stacks.places]
        told += len(plates)
        assert [plate for plate in plates if plate.collidelist(tokens) >= 0] == []
    assert told


def test_a_line_of_the_log_keeps_its_full_stop_after_a_unit() -> None:
    desk = Desk()
    screen = acting(desk)
    sentence = Sentence(screen.model, "R1 gets out of B1.")
    ledger = drawn(desk)
    ledger.lines.clear()
    sentence.draw(ledger, kit.Spot(100, 700, sentence.measure(ledger).w, 20))
    assert "".join(line.words for line in ledger.lines) == "R1 gets out of B1."


def test_a_long_line_of_the_log_leaves_its_dice_out_before_its_words_are_cut() -> None:
    desk, screen = shown("ep-script", 0)
    while not any(line.rolled is not None for line in screen.model.log):
        desk.press("right")
    told = next(line for line in screen.model.log if line.rolled is not None)
    words = "B1 and its formation fire at DOGWOOD on 5 or more: 4, 3, 1, 4, 1; 0 hits, and that tells it all."
    starts = []
    for wide in range(500, 900, 4):
        ledger = Ledger(desk)
        screen.log._line(structs.replace(told, text=words), newest=True).draw(ledger, kit.Spot(0, 0, wide, 20))
        if not any(line.cut for line in ledger.lines):
            starts.append(min(line.rect.x for line in ledger.lines if line.words.startswith("B1")))
    assert starts[0] < starts[-1], "in the least room without dice, in more with them"


WATCHES = "one shot of overwatch, can act"


def test_a_list_of_units_keeps_one_line_for_each_as_long_as_names_and_states_fit() -> None:
    """What they carry is left out first: it stands on the card of the unit."""
    desk = Desk()
    screen = desk.battle("two_batteries", seed=1)
    told = {}
    for wide in (400, 340):
        ledger = Ledger(desk)
        listed = panels.roster(screen.model, str, Position(), assigning=False)
        listed.draw(ledger, kit.Spot(0, 0, wide, listed.measure(ledger, wide).h))
        words = [line.words for line in ledger.lines]
        name, state = (next(line for line in ledger.lines if line.words == one) for one in ("B7 Artillery", WATCHES))
        assert abs(name.rect.centery - state.rect.centery) < 4
        told[wide] = "guns" in words
    assert told == {400: True, 340: False}


def test_over_a_list_of_shots_stands_what_their_chances_are_of() -> None:
    """A squad loses men, it is not put out by one."""
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("prepared_position")
    while screen.model.decision.kind != "action":
        screen.game.choose(screen.model.decision.default)
        desk.settle()
    lines = drawn(desk).lines
    head = next(line for line in lines if line.words == "at least one casualty")
    shots = [line for line in lines if line.words.endswith("%") and line.rect.right > 1200]
    assert shots
    assert all(head.rect.bottom <= line.rect.y for line in shots)
