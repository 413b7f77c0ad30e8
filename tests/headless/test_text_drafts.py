"""Plans and formations in a terminal: told in few lines, changed, refused, begun again, confirmed."""

from __future__ import annotations

import pytest

from game.cli.text import say
from game.cli.text.play import begun
from game.cli.text.table import Refused, TextTable
from game.engine.names import Deployment
from game.records.timeline import Timeline
from tests.assault import Assault
from tests.talking import said
from tests.ui import drill

FIELD = [*["." for _ in range(4)], ". . l1 . l2 . l3 . . . . . . . . . h1 h2", *["." for _ in range(8)]]


def at_table(rows=FIELD, choice="l:advance", seat="blue", **how):
    """The drill in the text game, after its first choice."""
    table = TextTable(Timeline(drill.match(rows, seat, **how)))
    said(table, choice)
    return table


def refused(table, line):
    """Type a line that must be refused; returns the sentence."""
    with pytest.raises(Refused) as caught:
        said(table, line)
    return str(caught.value)


def test_the_moves_of_a_formation_are_a_few_lines_however_many_cells_there_are():
    table = at_table(pace=4)
    lines = said(table, "").splitlines()
    assert len(table.shown.pending.options) > 150
    assert lines == [
        "Blue decides: where does L go?",
        "It advances as a formation.",
        "1: Confirm (default)",
        "L1, L2, L3 can go to many cells: type go UNIT CELL, like go l1 CELL.",
        "All of L can be moved at once: type go l CELL, where L1 goes.",
    ]


def test_the_few_moves_of_a_whole_formation_say_where_the_unit_that_leads_it_comes_to():
    table = at_table([". l1 .", ". . .", *[". . ."] * 8, ". . h1"], pace=1)
    lines = said(table, "").splitlines()
    assert {"L1 moves to a1", "All of it, L1 to a1"} <= {line.partition(": ")[2] for line in lines}
    assert len(set(lines)) == len(lines)


def test_the_nearest_cell_is_told_without_a_pace_where_there_is_only_one():
    assert refused(at_table(), "go l1 n1").endswith(" The nearest it gets is f2.")


def test_a_plan_is_drawn_up_told_and_confirmed():
    table = at_table()
    text = said(table, "go l e6")
    assert "Planned so far:\n  L3 moves to i6 (DR-01).\n  L2 moves to g6 (DR-01).\n  L1 moves to e6 (DR-01)." in text
    assert "go l2 CELL" not in text, "units that go alike share a line"
    text = said(table, "go l2 g7")
    assert "  L2 moves to g7 (DR-01)." in text
    assert said(table, "plan").count("\n") == 2
    assert "L1 moved." in said(table, "confirm")
    assert table.shown.front.units["l2"].at == table.shown.setup.board.cell(6, 6)


def test_a_plan_that_is_refused_says_why_and_can_be_begun_again():
    table = at_table()
    text = said(table, "go l1 a8")
    assert "It cannot be confirmed: L1 out of coherency: more than 3 paces from the others (DR-02)." in text
    assert "more than 3 paces" in refused(table, "confirm")
    assert "1: Start again" in text.splitlines(), "to throw one's plan away is no default"
    assert refused(table, "default") == "There is no default here."
    said(table, "reset")
    assert said(table, "plan") == "Nothing is planned."
    assert refused(table, "reset") == "There is no plan to begin again."


def test_a_formation_that_cannot_go_to_a_cell_is_told_why_and_how_near_it_gets():
    table = TextTable(Timeline(Assault(size=(60, 30), line="a line l1@5,5 l2@8,5", horde="b horde h1@50,20").match))
    said(table, "line:hold")
    said(table, "line:part:move")
    assert refused(table, "go line ab6") == (
        "LINE cannot go to ab6: the way is 22 cm, the move 15 cm (EP-A29). The nearest it gets is u6."
    )


def test_a_formation_is_moved_and_its_plan_confirmed_in_one_line():
    table = at_table()
    assert "L1 moved." in said(table, "go l e6 confirm")
    assert table.shown.front.units["l1"].at == table.shown.setup.board.cell(4, 5)


def test_a_plan_typed_with_confirm_is_kept_where_it_cannot_be_confirmed():
    table = at_table()
    assert "more than 3 paces" in refused(table, "go l1 a8 confirm")
    assert said(table, "plan") == "  L1 moves to a8 (DR-01)."


def test_a_plan_is_told_with_what_it_leads_to():
    scene = Assault(size=(60, 30), line="a line l1@5,5 l2@8,5", horde="b horde h1@25,5").acts("line", "engage:horde", 6)
    table = TextTable(Timeline(scene.match))
    assert "Nobody is near enough: there is no assault (EP-A34)." in said(table, "").splitlines()
    text = said(table, "go line p6").splitlines()
    assert "Of 2: 2 within 15 cm and in view (EP-A36)." in text
    assert any(line.startswith("Assault won about ") for line in text)


def test_one_unit_is_taken_out_of_the_plan():
    table = at_table()
    said(table, "go l e6")
    assert "out of the plan" in said(table, "").splitlines()[-1]
    said(table, "drop l2")
    assert said(table, "plan") == "  L3 moves to i6 (DR-01).\n  L1 moves to e6 (DR-01)."
    assert refused(table, "drop l2") == "That is not in the plan."


def test_the_few_ways_of_a_counter_charge_are_numbered_with_what_may_not_move():
    table = at_table(drill.CHARGED, "h:engage:l", "red")
    text = said(table, "")
    assert "L1 may not: H1 touches it already (DR-04)." in text
    assert "1: L2 towards H1, 3 paces" in text
    text = said(table, "1")
    assert "Planned so far:\n  L2 towards H1, 3 paces (DR-03)." in text
    assert refused(table, "go l1 a1") == "L1 cannot go to a1: H1 touches it already (DR-04)."


def test_formations_are_told_with_their_units_and_markers():
    table = at_table(drill.CHARGED, "h:engage:l", "red")
    text = said(table, "formations")
    assert "Red horde of Red, 6 standing, blast marker ×2, spent." in text
    assert "Motor company of Blue, 4 standing, overwatch." in text
    text = said(table, "formations l")
    assert said(table, "look L") == text
    assert "  T1, Blue Carrier, at o10, carries P1 and P2." in text
    assert "  P1, Blue Line infantry, at o10, aboard T1." in text
    assert refused(table, "formations q") == "There is no formation “q”; there are h, l, m, x."
    assert "  L1, Blue Line infantry, at h7." in said(table, "look")


def test_the_actions_of_many_formations_are_a_line_for_each_and_keep_their_numbers():
    rows = [". " * 20 for _ in range(14)]
    for place, name in enumerate("abcde"):
        rows[place + 1] = f"{name}1 {name}2 . . . . . " + ". " * 12
    rows[0] = "h1 " + ". " * 19
    table = TextTable(Timeline(drill.match(rows, "blue")))
    lines = said(table, "").splitlines()
    assert lines[2] == "A: 1 advances; 2 holds (default); 3 engages H."
    assert lines[3] == "B: 4 advances; 5 holds; 6 engages H."
    assert len(lines) == 7
    said(table, "5")
    assert table.shown.front.done == ("b",)


def test_passengers_are_told_with_their_carrier_and_not_again_among_the_units_near():
    table = at_table(drill.CHARGED, "h:engage:l", "red")
    assert said(table, "look o10").count("T1, Blue Carrier") == 1
    assert not any("aboard T1" in line for line in said(table, "look n10").splitlines())


def test_why_counts_the_cells_of_a_unit_that_can_go_to_many():
    table = at_table()
    assert said(table, "why l1") == "L1 may: move to 82 cells."


@pytest.mark.parametrize(
    "line", ["drop", "drop x9", "go l", "go l z99", "go q a1", "formations ½", "confirm l1", "reset 1"]
)
def test_bad_words_are_refused_in_one_sentence(line):
    table = at_table()
    before = table.shown.hash()
    assert refused(table, line).endswith((".", "?"))
    assert table.shown.hash() == before


# -- at a set-up ------------------------------------------------------------------------------------------------------


def at_set_up(name: str = "three_farms") -> TextTable:
    """A battle whose seats set up, Blue first."""
    return TextTable(begun(name, 1, deployment=Deployment.FREE))


def test_a_formation_is_set_up_whole_in_one_line_and_taken_back_in_one() -> None:
    """Before, a terminal had no gesture for it: ten stands were ten lines, and ten more to take them back."""
    table = at_set_up()
    assert said(table, "").splitlines()[-1] == (
        "HARROW, TALLOW, ANVIL and LANCE can be set up whole: "
        "type go FORMATION CELL, like go Harrow CELL, where B1 begins."
    )
    said(table, "go harrow f21")
    assert len(table.timeline.match.history) == 10
    lines = said(table, "look harrow").splitlines()
    assert [lines[1], lines[-1]] == ["  B1, Blue Line infantry, at f21.", "  B10, Blue Command stand, at i25."]
    said(table, "undo")
    assert not table.timeline.match.history
    assert said(table, "look b1").startswith("e20: ")
    said(table, "redo")
    assert len(table.timeline.match.history) == 10
    assert refused(table, "go harrow a1") == "HARROW cannot begin there: a1 is outside the zone of Blue."
    text = said(table, "go harrow g21 confirm")
    assert "Blue has set up." in text
    assert "Blue decides: who stands where?" not in text


def test_the_places_of_a_set_up_are_told_to_the_seat_that_may_know_them() -> None:
    """Before, a look told the places of the map until the battle began."""
    table = at_set_up("first_battle")
    b1 = table.shown.front.units["b1"]
    goal = next(option.to for option in table.pending_decision().options if option.unit == "b1")
    where = table.shown.setup.board.label(goal)
    said(table, f"go b1 {where}")
    for line, told in (
        ("look", f"B1, Blue {b1.name}, at {where}."),
        (f"look {where}", f"{where}: "),
        ("look", "Set-up."),
    ):
        assert told in said(table, line)
    assert f"{where} to " in said(table, f"sight b1 {table.shown.setup.board.label(b1.at)}")
    assert "B1 of Blue stands on it." in said(table, f"who sees {where}")
    assert f"at {table.shown.setup.board.label(b1.at)}." in "\n".join(say.table_lines(table.shown, "red"))
