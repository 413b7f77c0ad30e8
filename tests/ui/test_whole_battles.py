"""Faults found in two whole battles against the computer, played to their end at the window."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.engine.viewers import PUBLIC
from game.records.tables import TableKind
from game.session.beforehand import forfeits
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.bottom import SMALL, last_roll
from game.ui.battle.pointer import REST
from game.ui.battle.reactors import ranked
from game.ui.battle.script import BeatKind
from game.ui.battle.viewed import Motive
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.title import TitleScreen
from tests.assault import Assault
from tests.scene import Scene
from tests.ui.desk import Desk, middle, open_scene
from tests.ui.ledger import drawn, words_on
from tests.ui.street import STREET
from tests.ui.test_awkward import missed

MILL = {
    "ruleset": "wh40k2",
    "board": ["." * 24, "." * 24, "." * 5 + "###" + "." * 16, *["." * 24] * 6],
    "units": [
        {"id": "b1", "seat": "blue", "profile": "raider", "at": [6, 4]},
        {"id": "b2", "seat": "blue", "profile": "raider", "at": [1, 4]},
        {"id": "r1", "seat": "red", "profile": "line", "at": [6, 0]},
        {"id": "r2", "seat": "red", "profile": "line", "at": [15, 6]},
    ],
    "seats": ["blue", "red"],
    "turns": 3,
}
"""B1 does not see R1 behind the wall, which B2 sees; both see R2."""


def mill(faces: tuple[int, ...] = (), **changes: object) -> tuple[Desk, BattleScreen]:
    """Squads at the window, everything open; dice as given and then by seed."""
    desk = Desk()
    dice = DiceSource("script", script=faces) if faces else DiceSource(seed=5)
    screen = BattleScreen(desk.app, Session(read_sketch({**MILL, **changes}), dice=dice, table=TableKind.OPEN))
    desk.open(screen)
    return desk, screen


def at(screen: BattleScreen, unit: str) -> tuple[int, int]:
    """The middle of a unit on the screen."""
    return middle(screen, screen.model.cell_of(unit))


# -- rows and buttons -------------------------------------------------------------------------------------------------


def test_an_option_with_a_button_is_no_row_as_well() -> None:
    desk, screen = mill()
    assert screen.session.match.pending.kind == "overwatch"
    assert words_on(desk).count("No more squads") == 1
    assert [option.id for option in screen.model.listed()] == ["b1:overwatch", "b2:overwatch"]
    desk.press("n")
    assert screen.session.match.pending.kind == "charge"
    assert words_on(desk).count("No more charges") == 1


def test_n_passes_also_where_enter_is_the_key_of_the_pass() -> None:
    desk, screen = open_scene(Scene("a1 .*6 b1", b1="overwatch").chooses("a1:move:jog:1,0"))
    asked = screen.session.match.pending
    assert asked.kind == "react"
    screen.model.chosen = "pass"
    screen.model.refresh()
    screen.model.chosen = "pass"
    desk.app.draw()
    assert "N" not in words_on(desk)
    desk.press("n")
    assert screen.session.match.choices[-1].option == "pass"


def test_a_charge_says_how_far_it_goes_before_it_is_declared() -> None:
    desk, screen = mill()
    desk.press("n", "1")
    assert screen.model.chosen.startswith("b1:charge")
    assert "A charge goes up to 8″ over open ground." in words_on(desk)


def test_a_unit_that_can_do_one_thing_is_activated_by_a_click_and_enter() -> None:
    desk = Desk()
    screen = desk.battle("prepared_position")
    while screen.session.match.pending.kind != "activate":
        screen.game.choose(screen.session.match.pending.default)
    desk.settle()
    able = screen.model.able()
    rows = [option.unit for option in screen.model.listed()]
    assert rows == able, "all of them are listed, not the one that happens to be selected"
    desk.click_at(at(screen, able[-1]))
    assert screen.model.option().unit == able[-1]
    desk.press("return")
    assert screen.session.match.choices[-1].option == f"{able[-1]}:activate"


def test_a_click_on_an_enemy_chooses_for_no_other_unit_than_the_one_in_hand() -> None:
    desk, screen = mill()
    desk.press("n")
    assert {o.unit for o in screen.model.listed() if o.target == "r1"} == {"b2"}
    desk.click_at(at(screen, "b1"))
    desk.click_at(at(screen, "r1"))
    assert screen.model.chosen == ""
    assert screen.model.selected == "b1"
    assert screen.model.noticed is not None
    assert screen.model.noticed.unit == "b1"
    desk.click_at(at(screen, "b2"))
    desk.click_at(at(screen, "r1"))
    assert screen.model.chosen == "b2:charge:r1"


# -- what is said -----------------------------------------------------------------------------------------------------


def test_the_sentence_after_a_refusal_has_neither_its_clause_nor_two_full_stops() -> None:
    desk, screen = mill()
    desk.press("n")
    desk.click_at(at(screen, "b1"))
    desk.click_at(at(screen, "r1"))
    assert screen.model.noticed is not None
    desk.press("return")
    assert screen.model.noticed is None
    said = [line for line in words_on(desk) if line.startswith("Nothing is chosen yet")]
    assert said
    assert not any(line.endswith("..") for line in words_on(desk))
    assert not desk.zones("chip:no")


def test_the_prompt_says_that_the_computer_is_thinking() -> None:
    desk = Desk()
    session = Session(read_sketch(MILL), dice=DiceSource(seed=5), players={"blue": ComputerSeat()})
    screen = BattleScreen(desk.app, session)
    desk.app.push(screen)
    assert "The computer is thinking." in words_on(desk)
    assert "Blue decides." not in words_on(desk)


def test_the_action_of_a_person_is_not_shown_with_the_last_reason_of_the_computer() -> None:
    _, screen = mill()
    screen.model.reasons[0] = Motive("red", "R1 fires at B2: 37%")
    while screen.session.match.pending.kind != "activate" or screen.session.asked != "blue":
        screen.game.choose(screen.session.match.pending.default)
    screen.skip()
    screen.playback.reduced = False
    move = next(o for o in screen.model.options() if o.unit == "b1" and o.to >= 0)
    screen.model.reasons[len(screen.session.match.events)] = screen.model.reasons[0]
    screen.game.choose(move.id)
    assert screen.playback.running
    assert screen.model.reason() is None
    screen.model.hand = ""
    assert screen.model.reason() == Motive("red", "R1 fires at B2: 37%"), "of what a computer player does it is told"


# -- the pointer ------------------------------------------------------------------------------------------------------


def test_a_mouse_left_on_a_unit_points_at_no_unit_once_something_was_chosen() -> None:
    desk, screen = mill()
    desk.point_at(at(screen, "b2"))
    desk.settle()
    assert screen.pointer.unit == "b2"
    desk.press("1")
    screen.tick(REST)
    desk.app.draw()
    assert screen.pointer.unit == ""
    x, y = at(screen, "b2")
    desk.point_at((x + 2, y))
    assert screen.pointer.unit == "b2"


def test_the_card_of_the_selected_unit_stands_in_the_column_and_not_over_the_map_as_well() -> None:
    desk, screen = mill()
    desk.press("n", "n")
    desk.click_at(at(screen, "b1"))
    screen.tick(REST)
    desk.app.draw()
    name = f"B1 {screen.model.units['b1'].name}"
    assert not [line for line in drawn(desk).lines if line.words == name and screen.map.area.contains(line.rect)]


# -- dice and cards ---------------------------------------------------------------------------------------------------


def shot(faces: tuple[int, ...]) -> tuple[Desk, BattleScreen]:
    """B1 shoots at R2 with ten dice."""
    desk, screen = mill(faces)
    desk.press("n", "n")
    while screen.session.match.pending.kind != "shoot":
        screen.game.choose(screen.session.match.pending.default)
    return desk, screen


def test_a_test_and_a_handful_of_dice_have_room_in_the_tray() -> None:
    desk, screen = shot(())
    screen.game.choose(next(o.id for o in screen.model.options() if o.target == "r2"))
    desk.settle()
    assert not [line.words for line in drawn(desk).lines if line.cut]
    rolled = next(line for line in reversed(screen.model.log) if line.rolled is not None and len(line.rolled.faces) > 5)
    ledger = drawn(desk)
    dice = screen.dice._faces(rolled, rolled.rolled, SMALL)
    assert len(dice) > 5
    assert sum(die.measure(ledger).w + 6 for die in dice) <= 300 - 24, "in one row of the tray"


def test_a_squad_that_breaks_after_a_shot_does_so_on_a_card_of_its_own_before_it_flees() -> None:
    desk, screen = mill()
    desk.press("n", "n")
    beats = []
    for _ in range(60):
        asked = screen.session.match.pending
        if asked is None:
            break
        fire = [o.id for o in screen.model.options() if asked.kind == "shoot" and o.target]
        before = len(screen.session.match.events)
        screen.playback.reduced = False
        screen.game.choose(fire[0] if fire else asked.default)
        beats += [beat for beat in screen.playback.waiting if beat.kind is BeatKind.RESULT]
        screen.skip()
        assert len(screen.session.match.events) > before
    cards = [beat.result for beat in beats]
    broke = 0
    for card in cards:
        tests = [row.result for row in card.rolls if "tests whether it breaks" in row.result]
        broke += bool(tests)
        assert not (tests and card.title), "a break test is none of the shot's"
        flees = any("flees" in row.result for row in card.rolls)
        assert not (flees and any("breaks" in fate for fate in card.fates))
    assert broke


# -- two people -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [TableKind.SHARED, TableKind.CURTAINS])
def test_the_first_seat_lays_its_markers_behind_a_curtain_of_its_own(table: TableKind) -> None:
    desk = Desk()
    desk.app.settings.table = table
    screen = start(desk.app, "park_gate", {}, {}, DiceSource(seed=9))
    assert isinstance(screen, BattleScreen)
    desk.app.push(screen)
    desk.app.draw()
    assert isinstance(desk.top, CurtainScreen)
    assert screen.session.viewer == PUBLIC
    desk.press("space")
    assert desk.top is screen
    assert screen.session.viewer == screen.session.asked


@pytest.mark.parametrize("players", [{}, {"red": ComputerSeat()}])
def test_no_curtain_hangs_where_nobody_has_to_look_away(players: dict[str, ComputerSeat]) -> None:
    desk = Desk()
    table = TableKind.SHARED if players else TableKind.OPEN
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5), players=players, table=table)
    desk.app.push(screen := BattleScreen(desk.app, session))
    desk.app.draw()
    assert desk.top is screen


def test_at_a_shared_table_the_warning_before_ending_allows_for_face_down_markers() -> None:
    scene = Scene("a1 .*6 b1", "a2", a1="move", a2="overwatch", b1="overwatch")
    session = Session(scene.setup, match=scene.match, table=TableKind.SHARED)
    session.hide()
    session.hand_over()
    assert session.viewer == PUBLIC
    end = next(o for o in session.sight.question_for("")[0].options if o.action == "end")
    told = forfeits(session, end)
    assert told is not None
    assert told.words.startswith("Unless face-down markers say otherwise, A1")
    session.table = TableKind.OPEN
    session.viewer = session.asked
    assert forfeits(session, end).words.startswith("A1 could still")


def test_every_way_to_carry_on_after_a_missed_shot_is_a_row_in_its_own_words() -> None:
    desk, screen = open_scene(missed())
    said = words_on(desk)
    assert [option.text for option in screen.model.listed() if option.text not in said] == []
    assert "Go on to d1" in said
    assert "Stand, aim and attack" in said


def test_units_that_could_answer_are_listed_by_the_best_chance_of_each() -> None:
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("market_street")
    for marker in ("move", "overwatch"):
        screen.game.give_rest(marker)
        screen.game.choose("confirm")
    while screen.session.match.pending.kind == "activate" and screen.session.asked != "blue":
        screen.game.choose("end")
    desk.settle()
    screen.skip()
    screen.picking.select("b2")
    board = screen.map.board
    there = [o.id for o in screen.model.moves() if board.label(o.to) == "o14"]
    assert there, (screen.session.match.pending.kind, screen.session.asked, screen.model.selected)
    screen.game.choose(there[-1])
    desk.settle()
    promised = []
    for one in ranked(screen.model):
        total = screen.model.forecast(one.best)
        promised.append(max(total.chance, total.instead.chance) if total.instead is not None else total.chance)
    assert len(promised) > 2
    assert promised == sorted(promised, reverse=True)


def test_the_cards_of_a_roster_all_have_the_same_form() -> None:
    desk, screen = mill()
    screen.game.choose("b1:overwatch")
    names = {unit.name for unit in screen.model.units.values() if unit.seat == "blue"}
    lines = [
        line for line in drawn(desk).lines if line.rect.bottom < desk.app.window.get_height() - 76
    ]  # the card below
    heights = [
        line.rect.y for line in lines if any(line.words == f"{n} {name}" for n in ("B1", "B2") for name in names)
    ]
    below = [line.rect.y for line in lines if "10 models" in line.words and line.rect.x > screen.map.area.right]
    beside = {any(abs(y - other) < 4 for other in below) for y in heights}
    assert len(heights) == len(below) == 2
    assert len(beside) == 1


# -- the title --------------------------------------------------------------------------------------------------------


def test_the_pages_of_the_title_are_turned_forth_and_back() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    first = desk.zones("scenario:")
    desk.press("pagedown")
    second = desk.zones("scenario:")
    assert second != first
    desk.press("pageup")
    assert desk.zones("scenario:") == first
    desk.press("pageup")
    assert desk.zones("scenario:") not in (first, second), "round again, to the last one"


# -- what is told to its end ------------------------------------------------------------------------------------------

LONG = (
    "R1 attacks 0606, lining up beside it: 50% for 0606 taken, it takes the town at 0606 with 5 units for sure, "
    "stands better for what may be taken next, though it should lose more units than it puts out and leaves 0805 open"
)


def test_a_long_reason_of_the_computer_is_told_to_its_end_in_a_small_window() -> None:
    desk = Desk((960, 600))
    screen = BattleScreen(desk.app, Session(read_sketch(MILL), dice=DiceSource(seed=5), table=TableKind.OPEN))
    desk.open(screen)
    screen.model.reasons[len(screen.session.match.events) - 1] = Motive("red", LONG)
    screen.model.changes += 1
    told = [line for line in drawn(desk).lines if len(line.words) > 10 and line.words in LONG]
    assert " ".join(line.words for line in told) == LONG
    assert not any(line.cut for line in told)


def test_a_roll_with_many_modifiers_is_told_to_its_end_beside_its_dice() -> None:
    line, horde = "b line " + " ".join(f"l{n}@{8 + 2 * n},8" for n in range(6)), "a horde h1@10,10 h2@12,10 blast=2"
    match = Assault(line=line, horde=horde).engages("horde", "line").match
    match.dice = DiceSource(seed=3)
    desk = Desk((1280, 720))
    screen = BattleScreen(desk.app, Session(match.setup, match=match))
    desk.open(screen)
    while (last := last_roll(screen.model)) is None or len(last[0].text) < 90:
        assert match.pending is not None
        screen.game.choose(match.pending.default)
        desk.settle()
    told = [line for line in drawn(desk).lines if len(line.words) > 10 and line.words in last[0].text]
    assert last[0].text in " ".join(line.words for line in told)
    assert not any(line.cut for line in told)
