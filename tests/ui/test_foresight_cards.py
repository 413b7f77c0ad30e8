"""The cards of a running snowball tell what comes of the whole of it, and a key supposes another reply."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle import foresight
from game.ui.battle.option_cards import MOST
from game.ui.screens.battle import BattleScreen
from game.ui.settings import load_settings
from tests.test_foresight import FIVE, WANTED, chain_questions
from tests.ui.desk import Desk
from tests.ui.ledger import drawn, words_on


def forcing(desk: Desk) -> BattleScreen:
    """R4 is asked whether it forces B1's hand, on an open table."""
    session = Session(read_sketch(FIVE), dice=DiceSource(seed=5), table=TableKind.OPEN)
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    screen.game.choose("b1:move:run:11,5")
    while session.match.pending.kind == "react":
        wanted = [
            f"{name}:ranged_attack:b1" if ":" not in name else name for name in WANTED[session.match.pending.seat]
        ]
        screen.game.choose(next((name for name in wanted if session.match.pending.option(name)), "pass"))
    desk.settle()
    desk.app.draw()
    return screen


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1920, 1200)])
def test_the_cards_tell_the_whole_snowball_and_the_verdict_names_the_reply_that_turns_it(size: tuple[int, int]) -> None:
    desk = Desk(size)
    forcing(desk)
    words = " ".join(words_on(desk))
    assert "74%" in words
    assert "64%" in words
    assert "then only 48" in words


def test_a_key_supposes_another_reply_and_all_figures_follow() -> None:
    desk = Desk()
    forcing(desk)
    before = words_on(desk)
    desk.press("d")
    assert before.count("48%") == 1, "the row of the reply"
    assert words_on(desk).count("48%") == 3, "and twice on the card of forcing"
    desk.press("a")
    assert words_on(desk) == before


def chosen(desk: Desk) -> BattleScreen:
    """R4 is asked, and forcing is chosen."""
    screen = forcing(desk)
    desk.press("1")
    return screen


def test_brackets_go_through_the_outcomes_and_escape_hides_the_strip_until_a_bracket_shows_it() -> None:
    desk = Desk()
    screen = chosen(desk)
    assert "Outcome 1 of 8: B1 falls, nobody else" in words_on(desk)
    assert "43.7%" in words_on(desk)
    desk.press("]")
    assert "Outcome 2 of 8: B1 and R1 fall" in words_on(desk)
    desk.press("[", "[")
    assert any(words.startswith("Outcome 8 of 8") for words in words_on(desk))
    desk.press("escape")
    assert desk.top is screen
    assert not any(words.startswith("Outcome") for words in words_on(desk))
    assert not desk.app.settings.outcomes
    assert not load_settings().outcomes
    desk.press("]")
    assert "Outcome 1 of 8: B1 falls, nobody else" in words_on(desk) or any(
        "8 of 8" in words for words in words_on(desk)
    )
    assert load_settings().outcomes


def test_right_and_left_go_through_the_way_and_the_map_shows_it_up_to_that_step() -> None:
    desk = Desk()
    chosen(desk)
    harm = "B1 out at l6 48%"
    assert harm in words_on(desk), "the whole way is drawn"
    assert (
        "Each step is a choice (its default) or a throw with its chance: 0.815 × 0.481 × 0.500 × 0.722 × 0.815 = 11.5%"
        in words_on(desk)
    )
    desk.press("right", "right")
    assert "no harm to B1 at l6 81%" in words_on(desk)
    assert harm not in words_on(desk)
    desk.press("right")
    assert harm in words_on(desk)
    assert "no harm to R1 72%" not in words_on(desk)
    desk.press("left", "left", "left")
    assert "no harm to R1 72%" in words_on(desk)


def test_the_way_is_that_of_the_answer_chosen_and_of_the_reply_supposed_and_home_supposes_the_default_again() -> None:
    desk = Desk()
    chosen(desk)
    before = words_on(desk)
    desk.press("d")
    assert "Outcome 1 of 8: nobody falls" in words_on(desk)
    assert "no harm to B1 at h6 89%" in words_on(desk)
    desk.press("home")
    assert words_on(desk) == before
    desk.press("2")
    assert "B1 out 39%" in words_on(desk)


def test_the_answer_that_is_best_with_the_reply_supposed_stands_first_and_keeps_its_key() -> None:
    desk = Desk()
    forcing(desk)
    first, second = desk.zones("option:r4")
    assert (first, second) == ("option:r4:force", "option:r4:wait")
    desk.press("d")
    assert desk.zones("option:r4") == [second, first]
    desk.press("1")
    assert desk.top.model.chosen == "r4:force"


@pytest.mark.parametrize("size", [(1279, 800), (960, 600)])
def test_where_there_is_little_room_the_strip_is_one_line_that_tells_the_step_looked_at(size: tuple[int, int]) -> None:
    desk = Desk(size)
    chosen(desk)
    assert "Outcome 1 of 8: B1 falls, nobody else" in words_on(desk)
    assert not any(words.startswith("Each step") for words in words_on(desk))
    desk.press("right", "right", "right")
    assert "B1 out at l6" in words_on(desk)


@pytest.mark.parametrize("size", [(1280, 800), (1600, 900), (960, 600), (1180, 800)])
def test_nothing_in_the_strip_or_on_its_way_is_cut(size: tuple[int, int]) -> None:
    desk = Desk(size)
    screen = chosen(desk)
    for _ in range(8):
        lines = [line for line in drawn(desk).lines if line.cut and line.rect.left < screen.map.area.right]
        assert [line.words for line in lines] == []
        desk.press("]")


@pytest.fixture
def attacking() -> Desk:
    """A unit of SkirmishCorps that may fire at several enemies with two weapons, asked in a running snowball."""
    match = next(
        match
        for match in chain_questions("skirmishcorps", 1)
        if match.pending.kind == "attack" and len(match.pending.options) > MOST + 2
    )
    desk = Desk()
    desk.open(BattleScreen(desk.app, Session(match.setup, match=match, table=TableKind.OPEN)))
    desk.settle()
    return desk


def test_of_many_answers_the_best_four_have_cards_and_the_rest_rows_with_the_keys_of_the_whole_list(
    attacking: Desk,
) -> None:
    desk, model = attacking, attacking.top.model
    whole = foresight.known(model)
    assert len(whole.outlooks) > MOST
    options = [outlook.option for outlook in whole.outlooks if outlook.option is not model.choices.passing]
    listed = [zone.removeprefix("option:") for zone in desk.zones("option:")]
    assert listed[:MOST] == [option.id for option in options[:MOST]]
    assert sorted(listed) == sorted(option.id for option in options)
    keys = {zone.id.removeprefix("option:"): zone.key for zone in desk.top.zones if zone.id.startswith("option:")}
    assert [keys[option.id] for option in model.listed()] == [str(n) for n in range(1, len(keys) + 1)]
    column = [line.words for line in drawn(desk).lines if line.rect.left > desk.top.map.area.right]
    assert column.count(f"{whole.unit.upper()} out") == MOST, "the figure is on the cards alone"


def test_a_reply_has_no_key_that_passes_for_the_action() -> None:
    desk = Desk()
    screen = forcing(desk)
    assert foresight.keys_of_replies(screen.model) == "ASD"
    for match in chain_questions("viktory2", 1):
        if match.pending.kind == "react":
            model = BattleScreen(desk.app, Session(match.setup, match=match, table=TableKind.OPEN)).model
            assert foresight.keys_of_replies(model) == " SD"
            return
    raise AssertionError("no reaction")
