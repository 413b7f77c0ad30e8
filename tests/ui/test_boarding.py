"""VIKTORY II in the window: ships are boarded with a click, attacks are called so, and nothing is given up unasked."""

from __future__ import annotations

import pytest

from game.cli.text.say import table_lines
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.viewers import PUBLIC
from game.maps.scenarios import load_scenario
from game.records.tables import TableKind
from game.rules import RULESETS, build
from game.session.session import Session
from game.ui.screens.battle import BattleScreen
from game.ui.screens.sheets import ForfeitScreen
from tests.hexes import Hexes
from tests.setups import random_match
from tests.ui.desk import Desk, middle
from tests.ui.hextable import spot
from tests.ui.ledger import drawn, words_on


def at_table(*rows, **how):
    """A table of hexes, drawn in rows, in the window."""
    desk = Desk()
    match = Hexes(*rows, seats="ab", dice=DiceSource(seed=1), **how).match
    session = Session(match.setup, match=match)
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return desk, screen


def test_vk_a32_a_click_on_a_ship_boards_it_in_four_inputs_at_the_most():
    desk, screen = at_table(". b1 b9 ~ a1", ". b2 ~ ~ .")
    desk.click_at(spot(screen, "b1"))
    desk.click_at(spot(screen, "b9"))
    assert screen.model.chosen == "b1:load:b9"
    assert any(line.words == "B1 boards B9" for line in drawn(desk).lines), "the button says what it does"
    desk.press("return")
    assert screen.model.units["b1"].aboard == "b9"


def test_vk_a34_an_attack_is_called_an_attack_and_has_its_chance_before_anybody_is_lined_up():
    desk, screen = at_table("b1 b2 . .", "a1 . . .")
    desk.click_at(spot(screen, "b1"))
    desk.click_at(middle(screen, screen.map.board.cell(0, 1)))
    words = " ".join(words_on(desk))
    assert "B1 attacks 0102" in words
    assert "0102 taken" in words


def test_vk_a25_ending_with_units_left_asks_once_and_names_them():
    desk, screen = at_table("b1 b2 . .", ". . . a1")
    desk.press("n")
    assert isinstance(desk.top, ForfeitScreen)
    assert desk.top.remark.words == "B1 and B2 have not acted yet"
    desk.press("n")
    assert screen.session.asked == "b", "no: nothing has happened"
    desk.press("n", "y")
    assert screen.session.asked == "a"


def test_vk_a25_ending_asks_nothing_when_all_units_have_acted():
    desk, screen = at_table("b1 . . . . .", ". . . . . a1")
    screen.game.choose("b1:move:1,0")
    desk.settle()
    desk.press("n")
    assert screen.session.asked == "a"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_stake_is_told_with_its_worth_its_time_and_its_clause(ruleset):
    match = random_match(ruleset, 2)
    rows = match.rules.stakes(match.front)
    assert rows
    for row in rows:
        assert "point" in row.worth
        assert row.how
        assert row.clause in {*match.rules.book.clauses, *match.rules.book.rulings}


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("hill_farm", ["1 point a turn for Blue", "3 points at the end for Red", "3 points at the end for Red"]),
        ("the_way_home", ["5 points if B7 leaves here", "1 point a turn"]),
        ("sunken_road", ["2 points for each Blue unit that leaves here"]),
    ],
)
def test_a_stake_for_one_side_or_one_unit_alone_says_so_in_the_window_and_in_the_terminal(name, worth):
    setup = load_scenario(name).setup
    match = Match(setup, build(setup.ruleset))
    assert [row.worth for row in match.rules.stakes(match.front)] == worth
    assert all(any(f"worth {words}." in line for line in table_lines(match, PUBLIC)) for words in worth)
    desk = Desk()
    desk.open(BattleScreen(desk.app, Session(setup, match=match, table=TableKind.OPEN)))
    desk.settle()
    lines = words_on(desk)
    assert all(any(line.startswith(words) for line in lines) for words in worth)


@pytest.mark.parametrize("ruleset", ["epic", "viktory2"])
def test_the_column_lists_the_stakes_from_the_first_turn(ruleset):
    match = random_match(ruleset, 2)
    desk = Desk()
    session = Session(match.setup, match=match)
    session.hand_over()
    desk.open(BattleScreen(desk.app, session))
    (row, *_) = match.rules.stakes(match.front)
    assert any(line.words.startswith(row.worth) for line in drawn(desk).lines)


def test_every_click_on_the_map_picks_something_or_says_why_it_does_not():
    desk, screen = at_table("b1 b9 ~ f .", "b7 . a7 . .", ". . a1:Ta . ~")
    model, board = screen.model, screen.map.board
    for name in ("b1", "b7", "b9"):
        for cell in range(board.width * board.height):
            screen.picking.select(name)
            model.chosen = ""
            desk.click_at(middle(screen, cell))
            picked = (
                model.chosen or (model.selected != name and model.can(model.selected)) or cell == model.cell_of(name)
            )
            assert picked or model.notice.endswith(")."), (name, board.label(cell), model.notice)
