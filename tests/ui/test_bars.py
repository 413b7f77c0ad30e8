"""The bars and lists around the map tell who acts, which step it is, what was rolled and what the answers are of."""

from __future__ import annotations

from game.engine.names import spoken
from game.records.tables import TableKind
from game.ui.battle.bottom import last_roll, log_lines
from game.ui.battle.conditions import marks_of, words_of_unit
from game.ui.screens.battle import BattleScreen
from game.ui.screens.replay import ReplayStrip
from tests.ui.desk import Desk
from tests.ui.ledger import drawn, words_on
from tests.ui.street import acting, street


def test_the_line_under_the_name_tells_who_acts_while_others_answer() -> None:
    desk = Desk()
    screen = desk.demo("sc-snowball", 9)
    assert screen.model.units[screen.model.view.action.unit].seat == "blue"
    assert "Turn 1 of 8, Act phase, Blue acts" in words_on(desk)


def test_a_unit_that_begins_an_action_is_shown_as_acting_though_the_other_side_is_next() -> None:
    desk = Desk()
    screen = desk.battle("prepared_position")
    while screen.session.match.pending.kind != "action":
        screen.game.choose(screen.session.match.pending.default)
    asked = screen.session.match.pending
    assert screen.model.view.seat != asked.seat
    words = words_on(desk)
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


def test_the_log_sums_up_markers_given_one_by_one() -> None:
    desk = Desk()
    screen = street(desk)
    desk.press("o", "m")
    assert {line.type for line in screen.model.log} >= {"marker_assigned"}
    assert not {line.type for line in log_lines(screen.model)} & {"marker_assigned", "markers_removed"}
    desk.press("return", "space")
    assert "Red has given its 2 markers." in [line.text for line in log_lines(screen.model)]


def test_the_last_roll_leaves_the_tray_with_its_phase() -> None:
    desk = Desk()
    screen = acting(desk)
    assert last_roll(screen.model) is not None, "who starts"
    while screen.session.match.front.turn == 1:
        screen.game.choose(screen.session.match.pending.default)
    assert screen.session.match.front.phase == "assign"
    assert last_roll(screen.model) is None
    assert any(line.rolled for line in screen.model.log)
    assert "No new roll yet." in set(words_on(desk))


def test_a_row_names_its_unit_once() -> None:
    desk = Desk()
    desk.battle("prepared_position")
    desk.press("2")
    words = words_on(desk)
    assert "Activate B2" in words, "not B2: Activate B2"


def test_the_head_of_a_list_of_shots_says_what_their_chances_are_of() -> None:
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


def test_the_line_that_counts_choices_opens_the_replay_and_is_absent_in_it() -> None:
    """Before, it looked like a handle and did nothing; in a replay two counts of choices stood side by side."""
    desk = Desk()
    screen = desk.battle("market_street")
    desk.press("o", "o")
    desk.click("icon:back")
    replay = desk.top
    assert replay is not screen
    assert isinstance(replay, BattleScreen)
    assert isinstance(replay.strip, ReplayStrip)
    assert [line.words for line in drawn(desk).lines if line.words.startswith("choice ")] == ["choice 2 of 2"]
    assert "icon:back" not in desk.zones()
    desk.press("escape")
    assert desk.top is screen
