"""The cards of a running snowball tell what comes of the whole of it, and a key supposes another reply."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from game.ui.settings import load_settings
from tests.test_foresight import FIVE, WANTED
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
