"""Every sentence in the window can be read to its end."""

from __future__ import annotations

import pytest
from msgspec import structs

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.demos import DemoPlayer, load_demo
from game.records.tables import TableKind
from game.session.session import Session
from game.session.turns import SideStory, TurnStory
from game.ui import kit
from game.ui.battle import panels, plan_panel
from game.ui.battle.bottom import Sentence
from game.ui.battle.cards import turn_card
from game.ui.screens.battle import BattleScreen
from game.ui.screens.demo import demo_screen
from game.ui.scroll import Position
from tests.scene import Scene
from tests.ui.desk import Desk, middle
from tests.ui.ledger import Ledger, drawn, words_on
from tests.ui.street import acting, street
from tests.ui.test_drafts import at_table

LONG = (
    "B1 jogs to m13 and into contact with R1, R2 and R3, of whom the second and the third were in contact with B4 "
    "before, and is answered by R4, R5 and R6, who see the whole of its way."
)


def told(demo: str, size: tuple[int, int] = (1280, 800)) -> tuple[Desk, BattleScreen]:
    """A demonstration at its end."""
    desk = Desk(size)
    player = DemoPlayer(load_demo(demo))
    screen = demo_screen(desk.app, player)
    desk.open(screen)
    while not player.done:
        desk.press("right")
    return desk, screen


@pytest.mark.parametrize("wide", [200, 404, 584, 900])
def test_no_event_of_the_log_loses_its_end(wide: int) -> None:
    desk, screen = told("ep-overwatch-too")
    line = screen.model.log[-1]
    for words in (LONG, *(one.text for one in screen.model.log)):
        ledger = Ledger(desk)
        row = screen.log._line(structs.replace(line, text=words), newest=True)
        high = row.measure(ledger, wide).h
        row.draw(ledger, kit.Spot(0, 0, wide, high))
        assert not [cut for cut in ledger.lines if cut.cut], words
        said = "".join(one.words for one in ledger.lines if one.words not in line.clauses)
        assert said.replace(" ", "") == words.replace(" ", "")
        assert all(one.rect.bottom <= high + 2 for one in ledger.lines)


def test_a_line_breaks_between_words_and_never_between_a_unit_and_its_full_stop() -> None:
    desk, screen = told("ep-overwatch-too")
    ledger = Ledger(desk)
    words = "It is B1’s turn, then that of B2."
    whole = Sentence(screen.model, words).measure(ledger).w
    for wide in range(90, int(whole), 7):
        rows = Sentence(screen.model, words).rows(ledger, wide)
        said = ["".join(piece[0] for piece in row) for row in rows]
        assert len(said) > 1
        assert " ".join(said) == words


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_every_objective_has_its_line_where_there_is_room_for_it(size: tuple[int, int]) -> None:
    desk = Desk(size)
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("canal_bridge")
    ledger = drawn(desk)
    said = [line.words for line in ledger.lines]
    assert len(screen.session.match.setup.objectives) == 7
    assert sum("held by nobody" in words for words in said) == 7
    assert not [words for words in said if "more" in words]


def battle(name: str, table: TableKind = TableKind.OPEN) -> tuple[Desk, BattleScreen]:
    """A battle at its first question."""
    desk = Desk()
    desk.app.settings.table = table
    screen = desk.battle(name, seed=5)
    return desk, screen


def watchers_asked() -> tuple[Desk, BattleScreen]:
    """Blue is asked as Red's movement phase begins, before anything has moved: nothing waits to be answered."""
    desk, screen = battle("crossroads")
    match, player = screen.session.match, ComputerPlayer()
    while (asked := match.pending).kind != "react":
        screen.game.choose(player.choose(SeatView(match, asked.seat), asked).id)
    screen.skip()
    desk.settle()
    return desk, screen


def test_while_nothing_waits_for_answers_the_column_says_how_things_stand() -> None:
    """Before, there was nothing below the answers."""
    desk, screen = watchers_asked()
    assert not screen.model.reactions()
    said = words_on(desk)
    assert "3 points at the end, held by nobody" in said
    assert any(zone.id == "unit:b1" for zone in desk.top.zones)


def test_a_pass_that_holds_can_be_pressed_before_anything_is_chosen() -> None:
    """Before, the question spoke of it, and where a unit with one shot was selected there was no such button."""
    desk, screen = watchers_asked()
    screen.picking.select("b1")
    desk.app.draw()
    assert screen.model.option() is None
    holding = [zone.id for zone in desk.top.zones if zone.id.startswith("until:")]
    assert holding == [f"until:{until}" for until in screen.session.match.rules.pass_until]


def test_a_list_of_units_has_room_beside_a_hint_and_the_list_of_answers() -> None:
    """Before, its head alone was in sight, the lower half of it cut off."""
    desk, screen = battle("market_street", TableKind.CURTAINS)
    while (asked := screen.session.match.pending).kind == "assign" or desk.top is not screen:
        if desk.top is not screen:
            desk.press("space")
        else:
            screen.game.choose(f"{asked.unit}:move" if asked.unit else "confirm")
    screen.skip()
    desk.settle()
    move = next(iter(screen.model.moves()))
    screen.picking.select(move.unit)
    screen.input.click_cell(move.to)
    desk.press("h")
    desk.app.top.tick(0.1)
    screen.game.hints.thinker.answer(wait=True)
    desk.app.top.tick(0.1)
    desk.app.draw()
    assert screen.model.hint is not None
    shown = screen.model.units[screen.model.hint.option.unit]
    said = words_on(desk)
    assert said.count(f"{shown.id.upper()} {shown.name}") == 2, "in the list of units, and on its card"


def test_moves_with_the_same_words_are_told_apart_by_their_cells() -> None:
    """Before, both rows of a stand with two places beside its enemy said the same."""
    desk, screen = at_table()
    desk.press("tab")
    rows = screen.model.listed()
    one, other = (structs.replace(rows[0], id=f"l1:{to}", to=to) for to in (3, 4))
    ledger = Ledger(desk)
    listed = plan_panel.ways(screen.model, [one, other], screen.picking, screen.open_clause)
    listed.draw(ledger, kit.Spot(0, 0, 360, listed.measure(ledger, 360).h))
    said = [line.words for line in ledger.lines if line.words.startswith(one.text)]
    assert said == [f"{one.text}, at d1", f"{one.text}, at e1"]


WATCHES = "one shot of overwatch, can act"


def test_the_holdings_of_a_side_are_told_whole_on_the_card_of_a_turn() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    held = "Holds Fountain Square (new), West end (new) and the third place in this street; 3 points, +3 in this turn."
    ledger = Ledger(desk)
    card = turn_card(screen.model, TurnStory("Turn 2 ends", (SideStory("red", ("No losses.", held)),)))
    card.draw(ledger, kit.Spot(0, 0, 430, card.measure(ledger, 430).h))
    assert [line.words for line in ledger.lines if line.cut] == []
    assert held in " ".join(line.words for line in ledger.lines)


def test_a_line_of_the_log_keeps_its_full_stop_after_a_unit() -> None:
    desk = Desk()
    screen = acting(desk)
    sentence = Sentence(screen.model, "R1 gets out of B1.")
    ledger = drawn(desk)
    ledger.lines.clear()
    sentence.draw(ledger, kit.Spot(100, 700, sentence.measure(ledger).w, 20))
    assert "".join(line.words for line in ledger.lines) == "R1 gets out of B1."


def test_a_long_line_of_the_log_leaves_its_dice_out_before_its_words_are_cut() -> None:
    desk = Desk()
    screen = desk.demo("ep-script")
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


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_the_stakes_are_told_before_the_first_marker_is_given(size: tuple[int, int]) -> None:
    """Before, it was told only once the other side was asked: the first markers were given without it."""
    desk = Desk(size)
    desk.battle("first_battle")
    said = words_on(desk)
    assert "none yet" in said
    assert "2 points a turn, held by nobody" in said


def test_with_nothing_chosen_the_column_says_what_a_click_on_the_map_does_and_it_does_so() -> None:
    """Before, only pressing Enter told it, and an attack was not named at all."""
    desk = Desk()
    screen = BattleScreen(
        desk.app, Session(Scene("a1 .*6 b1").setup, match=Scene("a1 .*6 b1").match, table=TableKind.OPEN)
    )
    desk.open(screen)
    words = "Click where A1 is to go, or an enemy to attack it."
    assert words in words_on(desk)
    desk.click_at(middle(screen, screen.model.units["b1"].at))
    option = screen.model.option()
    assert option is not None
    assert "fires at B1" in screen.column.buttons.words(option)
    assert words not in words_on(desk)


def test_each_pass_that_holds_says_for_how_long() -> None:
    """Before, there stood “Pass for”, “action”, “turn” and “within 8″”."""
    desk, _ = watchers_asked()
    said = words_on(desk)
    assert {"for this action", "for this turn", "until within 8″"} <= set(said)


def test_no_count_begins_with_0_before_the_first_choice_or_step() -> None:
    """Before, it said “choice 0” and “step 0 of 14”."""
    desk = Desk()
    desk.battle("first_battle")
    said = words_on(desk)
    assert "nothing chosen yet" in said
    desk.press("o")
    assert "choice 1" in words_on(desk)
    desk.demo("sc-snowball")
    assert "The snowball, 14 steps to come" in words_on(desk)
    desk.press("right")
    assert "The snowball, step 1 of 14" in words_on(desk)
