"""Playing in a terminal: commands, refusals, and the same game as over the protocol."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from io import StringIO

import pytest
from engine_client import ROOT
from tables import BOOKS, DUEL, UNASSIGNED, begun, field

from game.cli.check import main as check_main
from game.cli.text import main, say
from game.cli.text.commands import COMMANDS, Commands
from game.cli.text.keeper import TextKeeper
from game.cli.text.table import Refused, TextTable
from game.engine.decisions import Decision
from game.engine.dice import DiceSource, script_dice
from game.engine.match import Match
from game.engine.names import Verb
from game.engine.odds import count
from game.engine.options import REACT, Option
from game.maps.scenarios import load_scenario
from game.protocol.session import ProtocolSession
from game.records.autosave import Journal
from game.records.folders import saves_folder
from game.records.record import Branch, Extras, Seating
from game.records.saves import open_record, save
from game.records.tables import TableKind
from game.records.tape import RecordedChoice
from game.records.timeline import Timeline
from game.rules import build
from game.session.numbers import Numbers
from game.session.seats import players_for, seats_named
from game.session.session import Session as PeopleAtTable
from game.session.shared import matches_if_all_pass
from game.sketch import read_sketch
from tests.firefight import Firefight
from tests.talking import said
from tests.test_foresight import five_declared


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of the test; the data folder is `data` in it."""
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def duel_file(folder):
    """The path of a sketch of the duel."""
    path = folder / "duel.json"
    path.write_text(json.dumps(DUEL), "utf-8")
    return str(path)


@pytest.fixture
def duel():
    """The duel in the text game, at its first question."""
    return TextTable(Timeline(begun(DUEL, 1)))


def refused(table, line):
    """Type a line that must be refused in one sentence without changing the match; returns the sentence."""
    before = table.timeline.match.hash()
    with pytest.raises(Refused) as caught:
        said(table, line)
    assert table.timeline.match.hash() == before
    assert str(caught.value).endswith((".", "?"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_question_lists_numbered_options_and_says_how_to_move(duel):
    text = said(duel, "")
    assert "1: R1 stands" in text
    assert "type go r1 CELL, or with how: sneak, jog, run, sprint" in text


def test_an_option_is_chosen_by_number_or_by_id(duel):
    assert "R1 holds" in said(duel, "2")
    other = TextTable(Timeline(begun(DUEL, 1)))
    said(other, "r1:hold")
    assert duel.timeline.match.hash() == other.timeline.match.hash()


def test_an_option_is_chosen_by_the_words_that_are_read_of_it(duel):
    assert "1: R1 stands, aims and may attack" in said(duel, "")
    assert "R1 stands to act." in said(duel, "r1 stands")
    assert "is neither a command nor an option" in refused(duel, "r1 dances")


def test_a_command_that_would_lose_something_asks_for_confirmation_once(duel):
    before = duel.timeline.match.hash()
    asked = "Is that meant? R1 could still act this turn (SC-A34).\nType anyway to do it all the same."
    assert refused(duel, "anyway") == "No choice is waiting to be made anyway."
    assert said(duel, "end") == asked
    assert duel.timeline.match.hash() == before
    assert "R1 holds" in said(duel, "r1:hold"), "another answer is no answer to that"
    table = TextTable(Timeline(begun(DUEL, 1)))
    assert said(table, "end") == asked
    assert "Red ends its acting for this turn." in said(table, "anyway")
    assert refused(table, "anyway") == "No choice is waiting to be made anyway."
    again = TextTable(Timeline(begun(DUEL, 1)))
    said(again, "end")
    assert "Red ends its acting" in said(again, "end"), "who says it twice means it"


@pytest.mark.parametrize("away", ["branch otherwise", "undo agreed"])
def test_a_confirmation_asked_for_is_forgotten_at_another_moment(away):
    second = {"id": "r2", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"}
    table = TextTable(Timeline(begun({**DUEL, "units": [*DUEL["units"], second]}, 1)))
    assert "Red decides: which unit acts" in said(table, "r1:hold") + said(table, "end")
    assert said(table, "end").startswith("Is that meant? R2 could still act this turn")
    said(table, away)
    assert refused(table, "anyway") == "No choice is waiting to be made anyway."


def test_a_unit_goes_to_a_cell_by_its_name_or_its_numbers(duel):
    assert "jog, a3 to e3" in said(duel, "go r1 e3 jog")
    other = TextTable(Timeline(begun(DUEL, 1)))
    said(other, "go R1 4,2 jog")
    assert duel.timeline.match.hash() == other.timeline.match.hash()


def test_look_tells_every_unit_and_keeps_the_enemys_secrets(duel):
    text = said(duel, "look")
    assert "R1, Red Trooper, at a3, move face-down." in text
    assert "B1, Blue Veteran, at j3, a hidden marker." in text
    assert "overwatch" not in text


def test_look_tells_how_far_an_objective_reaches_and_that_a_cell_is_in_it():
    table = TextTable(
        Timeline(begun({**DUEL, "objectives": [{"id": "o", "name": "The ford", "cells": [[3, 0, 2, 3]]}]}, 1))
    )
    assert "The ford, from d1 to e3, held by nobody, worth 1 point a turn." in said(table, "look")
    assert said(table, "look e2") == "e2: high, in The ford."
    assert said(table, "look f1") == "f1: open."


def test_the_commands_answer_in_sentences(duel):
    assert "R1, Red Trooper" in said(duel, "look a3")
    assert "B1 of Blue sees it from 9″" in said(duel, "who sees a3")
    assert "SC-01" in said(duel, "why not r1")
    assert "not yours" in said(duel, "why b1")
    assert "9″ away, in sight, no cover" in said(duel, "sight a3 j3")
    assert "no sight: a wall at d2 in the way" in said(duel, "sight a2 j2")
    assert said(duel, "clause SC-21").startswith("SC-21, ")
    assert "In force:" in said(duel, "clause SC-A1")
    assert "No action" in said(duel, "queue")
    said(duel, "go r1 e3 jog")
    assert "MK 8, overwatch −1 (SC-58): 2D6 ≤ 7, hit 58%, out of action 39%" in said(duel, "odds 1")
    assert said(duel, "queue").splitlines() == ["R1 acts; reactions by RE, highest first:", "  none yet."]
    assert duel.timeline.match.hash(duel.viewer) in said(duel, "hash")


def test_the_queue_tells_who_has_declared_what():
    second = {"id": "b2", "seat": "blue", "profile": "veteran", "at": [8, 2], "marker": "overwatch"}
    table = TextTable(Timeline(begun({**DUEL, "units": [*DUEL["units"], second]}, 1)))
    said(table, "go r1 e3 jog")
    said(table, "b1:ranged_attack:r1")
    assert "B1: ranged attack against R1, " in said(table, "queue")


def test_a_unit_that_is_asked_is_told_what_it_may_do_and_not_why_it_may_not_react(duel):
    assert said(duel, "why r1").startswith("R1 may: R1 stands")
    told = said(duel, "why not r1")
    assert told.startswith("R1 may do what is asked here; it may not react: ")
    assert told.endswith("(SC-01).")


SQUADS = {
    "ruleset": "wh40k2",
    "grid": "square",
    "board": ["." * 20] * 5,
    "units": [
        {"id": "b1", "seat": "blue", "profile": "line", "at": [0, 2]},
        {"id": "r1", "seat": "red", "profile": "line", "at": [14, 2]},
        {"id": "r2", "seat": "red", "profile": "line", "at": [14, 4]},
    ],
    "turns": 2,
}


def squads(choices):
    """B1 is asked after so many defaults: where to move after two, at whom to shoot after it has stayed."""
    table = TextTable(Timeline(begun(SQUADS, 1)))
    for _ in range(choices):
        said(table, "default")
    return table


def test_an_attack_that_is_offered_here_is_made_by_its_word():
    """WH-A27: squads are asked at whom they shoot; no standing action comes before it."""
    table = squads(2)
    said(table, "b1:stand")
    assert "1: B1 fires at R1" in said(table, "")
    assert "B1 fires at R1." in said(table, "attack b1 r1")


def test_a_way_that_is_refused_tells_the_pace_that_would_do_or_what_is_asked_instead():
    table = squads(2)
    assert refused(table, "go b1 f3 move") == "B1 cannot go to f3 at a move, only at a run."
    said(table, "b1:stand")
    assert refused(table, "go b1 g3") == "B1 cannot go to g3; Blue decides: which squad shoots, and at whom?"


def test_a_cell_that_is_out_of_reach_is_told_with_how_far_it_is():
    table = squads(2)
    assert (
        refused(table, "go b1 r3")
        == "B1 cannot go to r3: r3 is 18″ to go, a run is 8″ (WH-A24). The nearest it gets is f3, at a run."
    )
    assert refused(table, "attack b1 r1").startswith("B1 cannot begin an attack on R1: ")


def test_the_refusal_of_a_cell_names_the_friend_that_stands_there_and_not_what_it_has_done():
    """WH-A24: B2 has moved to where B1 would go, and that is B2's matter."""
    two = {**SQUADS, "units": [*SQUADS["units"], {"id": "b2", "seat": "blue", "profile": "line", "at": [0, 0]}]}
    table = TextTable(Timeline(begun(two, 1)))
    for order in ("default", "default", "go b2 c2 move"):
        said(table, order)
    assert refused(table, "go b1 c2 move").startswith("B1 cannot go to c2 at a move: B2 stands there.")


def test_the_refusal_to_a_unit_that_is_not_asked_tells_which_one_is():
    table = TextTable(Timeline(Match(load_scenario("rear_guard").setup, build("stargrunt2"))))
    said(table, "b8:activate")
    asked = "Blue decides: what does B8 do first?"
    assert refused(table, "go b9 n15") == f"B9 cannot go to n15; {asked}"
    assert refused(table, "go b9 n15 combat_move") == f"B9 cannot go to n15 at a combat move; {asked}"


def test_who_sees_tells_the_units_that_see_a_cell_apart_from_the_one_on_it():
    assert said(squads(2), "who sees o3").splitlines()[:2] == [
        "B1 of Blue sees it from 14″.",
        "R1 of Red stands on it.",
    ]


def test_a_unit_that_is_looked_at_is_told_with_its_stats_and_weapons():
    told = said(squads(0), "look b1").splitlines()
    assert told[1:3] == [
        "B1, Blue Line troopers, at a3, 10 models.",
        "M 4, WS 3, BS 3, S 3, T 3, I 3, A 1, LD 7, SV 6. Las-type rifle 24″, hand grenade 8″.",
    ]


def test_units_that_may_do_the_same_to_one_enemy_share_a_line():
    """Before, each charge of five squads at each enemy in sight had a line of its own."""
    more = [{"id": f"b{n}", "seat": "blue", "profile": "line", "at": [0, n % 5]} for n in (3, 4, 6)]
    table = TextTable(Timeline(begun({**SQUADS, "units": [*SQUADS["units"][:2], *more]}, 1)))
    for order in ("done", "end", "anyway"):
        text = said(table, order)
    assert text.splitlines()[-2:] == ["UNIT fires at R1: 1 B1, 2 B3, 3 B4, 4 B6.", "5: End shooting (default)"]


def test_a_certain_result_is_told_as_certain():
    assert said(squads(2), "odds b1:stand").endswith("For sure: nobody is hurt or marked.")


def test_a_unit_without_an_answer_here_is_told_so_and_why_it_may_not_react(folder):
    done = talk(folder, "rear_guard", "--seat", "red=computer", lines=["b1:activate", "why b2", "quit"])
    why = "no action is under way, and an earlier one cannot be answered (SG-A10)"
    assert f"B2 has no answer to what is asked here; it may not react: {why}." in done.stdout


def test_a_unit_out_of_action_is_told_so_and_not_why_it_may_not_react():
    second = {"id": "r2", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"}
    table = TextTable(Timeline(begun({**DUEL, "units": [*DUEL["units"], second]}, 1, script_dice([1, 1, 6]))))
    said(table, "go r1 e3 jog")
    assert "R1 is out of action. (SC-A42)" in said(table, "b1:ranged_attack:r1")
    assert said(table, "why r1") == said(table, "why not r1") == "R1 may do nothing here: out of action."
    assert said(table, "why").startswith("R2 may: R2 stands, aims and may attack; ")
    assert "R1" not in said(table, "why")


def test_a_path_can_be_bent_through_cells_that_the_player_names():
    table = squads(2)
    said(table, "go b1 c3 move via b2")
    board = table.timeline.match.setup.board
    assert [board.label(cell) for cell in table.timeline.match.choices[-1].path or ()] == ["b2", "c3"]
    assert refused(squads(2), "go b1 c3 move via t5").startswith("That way cannot be taken: ")
    assert refused(squads(2), "odds go b1 c3 move via b2") == "Odds are only for the shortest path: leave out via."
    assert refused(squads(2), "go b1 c3 move via z9").startswith("There is no cell “z9”")


def test_a_move_typed_without_a_pace_tells_the_pace_it_takes_and_the_others_that_would_do():
    table = squads(2)
    text = said(table, "go b1 c3")
    assert text.startswith("B1 goes at a move; it could also run.\nB1 declares a move to c3.")
    assert said(squads(2), "go b1 f3").startswith(
        "B1 goes at a run; nothing else gets there.\nB1 declares a run to f3."
    )
    assert "goes at" not in said(squads(2), "go b1 f3 run")


def test_a_slow_pace_is_taken_only_where_it_is_typed(duel):
    assert said(duel, "go r1 b3").startswith("R1 goes at a jog; it could also sneak or run or sprint.\n")


def test_a_battle_begins_with_what_it_is_about_and_how_to_be_helped(folder):
    done = talk(folder, "rear_guard", "--seat", "red=computer", lines=["quit"])
    first = done.stdout.splitlines()
    assert first[0] == "Rear Guard, Stargrunt II opportunity fire, 6 turns."
    assert first[1].startswith("A delaying action through three streets: ")
    assert first[2] == "The crossing, from am12 to aq17, held by nobody, worth 5 points at the end."
    assert first[5:7] == ["You play Blue.", "Type help for the commands, look for the table, hint for advice."]
    assert first[7] == "Blue decides: which unit is activated?"
    assert "Activate UNIT: 1 B1 (default), 2 B2, 3 B3, 4 B4, 5 B5, 6 B6, 7 B7, 8 B8, 9 B9, 10 B10." in first


def test_the_first_actions_of_the_computer_are_told_before_the_first_question(folder):
    lines = talk(
        folder, "past_the_guns", "--seat", "red=computer", "--seed", "4711", lines=["quit"]
    ).stdout.splitlines()
    asked = next(place for place, line in enumerate(lines) if line.startswith("Blue decides: "))
    begun = ["Red begins. (EP-A26)", "SPEAR is activated: engage TALLOW. (EP-A27)", "R4 gets out of R1. (EP-A48)"]
    assert [line for line in lines[:asked] if line in begun] == begun
    assert lines[asked:].count(begun[0]) == 0


def test_odds_of_an_answer_tell_what_it_leads_to_first():
    text = said(squads(2), "odds b1:run:5,2")
    assert text.startswith("After a run it does not shoot. (WH-A24)\nNobody on overwatch could fire at it. (WH-10)\n")


def test_odds_of_the_default_are_told_by_its_word(duel):
    assert said(duel, "odds default") == said(duel, f"odds {duel.decision.default}")


def test_odds_that_are_asked_for_again_are_not_counted_again(duel):
    """Before, many dice took two seconds each time."""
    out, counts = StringIO(), []
    commands = Commands(duel, out)

    def asked(line):
        """Type a line and count how often the odds are worked out."""
        runs = []
        sys.setprofile(lambda frame, event, _: runs.append(event) if frame.f_code is count.__code__ else None)
        try:
            commands.carry_out(line)
        finally:
            sys.setprofile(None)
        counts.append(runs.count("call"))

    asked("odds default")
    once = out.getvalue()
    asked("odds default")
    assert (counts, out.getvalue()) == ([1, 0], once * 2)
    asked("odds 1")
    commands.carry_out("1")
    asked("odds default")
    assert counts == [1, 0, 1, 1], "another answer, and another question"


def test_odds_tell_of_the_better_shot_that_forcing_a_hand_brings(duel):
    said(duel, "go r1 g3 run")
    text = said(duel, "odds b1:ranged_attack:r1")
    assert "2D6 ≤ 7, hit 58%, out of action 39%; if forced 48%, at g3." in text


@pytest.fixture
def farm():
    """Hill Farm, where R2 runs across a lane in sight of three who are on overwatch."""
    table = TextTable(
        Timeline(Match(setup := load_scenario("hill_farm").setup, build(setup.ruleset), DiceSource("seeded", 4711)))
    )
    said(table, "activate r2")
    said(table, "go r2 l16 combat_move")
    return table


def test_the_unit_to_activate_is_named_by_a_word_or_two_as_well_as_by_a_number():
    heard = []
    for line in ("R2", "activate r2", "r2 activate", "r2:activate"):
        setup = load_scenario("hill_farm").setup
        table = TextTable(Timeline(Match(setup, build(setup.ruleset), DiceSource("seeded", 4711))))
        assert said(table, f"odds {line}") == "If everybody then does the default:\nFor sure: R2 now activated."
        heard.append(said(table, line))
        assert "what does R2 do first?" in heard[-1]
    assert len(set(heard)) == 1
    assert refused(table, "activate r3").startswith("“activate r3” is neither a command nor an option here")
    assert refused(table, "go r2 l9 run") == "R2 cannot go to l9 at a run, only at a move or a combat move."


def test_a_way_to_the_cell_of_an_enemy_that_may_be_fired_at_says_who_stands_there():
    table = TextTable(Timeline(Firefight("a1 .*5 b1", ".*7").acts("a1").match))
    assert refused(table, "go a1 g1").startswith("A1 cannot go to g1: B1 stands there. The nearest")


def test_words_that_mean_more_than_one_answer_are_refused_with_those(duel):
    assert refused(duel, "r1") == "R1 can do that in more than one way: type r1:stand or r1:hold."


def test_words_that_mean_many_answers_are_refused_with_some_of_them_and_the_number_of_the_rest():
    setup = load_scenario("hill_farm").setup
    table = TextTable(Timeline(Match(setup, build(setup.ruleset))))
    assert refused(table, "activate") == (
        "That can be done in more than one way: type r1:activate or r2:activate or r3:activate or r4:activate or "
        "r5:activate or r6:activate, or one of 3 more."
    )


@pytest.mark.fuzz
def test_the_odds_of_an_answer_that_is_named_by_its_cell_are_those_of_its_id(farm):
    """Many dice have to be counted: not every day."""
    assert said(farm, "odds at b1 l9 overwatch") == said(farm, "odds b1:overwatch_fire:r2:p3")


def test_a_rulebook_without_sight_says_that_sight_means_nothing():
    """Before, the terminal told of sight and cover between hexes of VIKTORY II."""
    table = TextTable(Timeline(Match(load_scenario("two_batteries").setup, build("viktory2"), DiceSource(seed=1))))
    assert said(table, "sight b8 r2") == "0306 to 0905: 6 hexes away. Sight means nothing in this rulebook."
    assert said(table, "who sees 0406") == "Sight means nothing in this rulebook."


def test_a_question_about_something_else_numbers_its_answers_from_one():
    """Before, one answer that had been in the question before kept its number, so that a list could begin with 39."""
    asked, other = (
        [Option(f"{unit}:{count}", Verb("fire"), unit) for unit in units] for count, units in ((1, "abcd"), (2, "abc"))
    )
    question, numbers = Decision("blue", REACT, "who fires?"), Numbers()
    test = Option("d:test", Verb("fire"), "d")
    assert [*numbers.numbers_for(question, [*asked, test]).values()] == [1, 2, 3, 4, 5]
    assert [*numbers.numbers_for(question, [*asked[2:], test]).values()] == [3, 4, 5], "one goes on answering"
    assert [*numbers.numbers_for(question, [*other, test]).values()] == [1, 2, 3, 4]


def test_many_answers_to_a_move_are_told_by_their_cells_and_how_to_type_them(farm):
    text = said(farm, "")
    assert (
        "B1 can answer at l8, l9, l10, l11, l12, l13: type at b1 CELL, and how: opportunity fire, overwatch fire."
        in text
    )
    assert "overwatch fire saw." in text, "a weapon that does not go without saying"
    assert "can go to" not in text
    assert refused(farm, "go b1 l9") == "B1 cannot move now, it may react to a move: type at b1 l9."
    assert refused(farm, "at b1 l9").startswith("B1 can do that in more than one way: type b1:opp")
    assert refused(farm, "at b1 l14") == "B1 has no such answer at l14: no sight: wall at n13 in the way (SG-13)."
    assert refused(farm, "at b1 l9 assault") == "B1 has no such answer at l9; Blue decides: who fires?"
    assert "B1 declares overwatch fire on R2." in said(farm, "at b1 l9 overwatch")
    told = (
        "B7: spend the counter and fire on R2 at CELL with the squad automatic weapon: "
        "21 l9, 23 l10, 25 l11, 27 l12, 29 l13."
    )
    assert told in said(farm, "").splitlines(), "before, each cell had a line of its own"
    assert "R2 moves to l10." in said(farm, "at b7 l10 overwatch saw")


def test_odds_of_many_dice_are_told_in_percent_and_the_rarest_together():
    table = squads(2)
    said(table, "b1:stand")
    text = said(table, "odds 1")
    assert ": R1 figures 8." in text
    assert ": nobody is hurt or marked." in text
    assert text.endswith(": something else.")
    assert "/" not in text


def test_help_tells_how_a_pass_can_hold_under_the_rulebook_that_is_played(duel):
    assert "a pass may hold: pass action, pass turn.\n" in said(duel, "help")
    assert "pass action, pass turn, pass within 4, pass within 8, pass within 12, pass within 16." in said(
        squads(0), "help"
    )


def test_help_names_every_command(duel):
    text = said(duel, "help")
    assert all(f"\n{name} " in text or f"\n{name}:" in text for name in COMMANDS)


@pytest.mark.parametrize(
    "line",
    [
        "fly", "99", "0", "go", "go r1", "go x9 a1", "go r1 z99", "go r1 d2", "go r1 e3 fly", "look z9", "look 99,99",
        "look ²,²", "sight a1", "odds", "odds 77", "odds fly", "why x9", "clause", "clause XY-99", "undo", "redo",
        "back sideways", "branch", "follow", "follow nowhere", "load", "load nowhere", "save", "3 turn", "1 action",
        "\x1b[2J", "½", "x" * 5000, "who", "r1:hold action",
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_sentence(duel, line):
    assert len(refused(duel, line)) < 300


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("note \udcff", "This line is not UTF-8 text; type it again."),
        ("note " + "x" * 996, "A line has at most 1000 letters, this one has 1001; type a shorter one."),
    ],
)
def test_a_line_that_cannot_be_kept_whole_is_refused_and_leaves_nothing_behind(duel, line, sentence):
    assert refused(duel, line) == sentence
    assert said(duel, "note Dull.") == "Noted."
    assert duel.timeline.notes == {0: "Dull."}


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_neither_a_letter_that_the_terminal_lacks_nor_a_broken_one_ends_a_game(folder, encoding, duel_file):
    done = subprocess.run(
        [sys.executable, "-m", "game", "text", duel_file, "--referee"],
        cwd=ROOT,
        input=b"note \xff\nfly\nquit\n",
        env={**os.environ, "SNOWBALL_DATA": str(folder / "data"), "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"This line is not UTF-8 text; type it again." in done.stdout
    fly = "“fly” is neither a command nor an option here"
    assert (fly.replace("“", "?").replace("”", "?") if "ascii" in encoding else fly).encode() in done.stdout
    assert b"Goodbye." in done.stdout


@pytest.mark.parametrize("name", list(COMMANDS))
def test_no_command_breaks_on_odd_words_or_when_the_game_is_over(name):
    match = begun({**DUEL, "turns": 1}, 1)
    while match.pending:
        match.choose(match.pending.default)
    for table in (TextTable(Timeline(begun(DUEL, 1, DiceSource("ask")))), TextTable(Timeline(match))):
        for words in ("", "1", "x", "a1 b1", "r1", "r1 a1 run", "-1", "end", "start", "agreed"):
            if name not in ("save", "sketch") or not words:
                with contextlib.suppress(Refused):
                    said(table, f"{name} {words}")


def test_names_of_commands_options_and_units_are_completed(duel):
    typed = Commands(duel)
    assert typed.completenames("fo") == ["formations", "forward", "follow"]
    assert "r1:hold" in typed.completenames("r1")
    assert typed.completedefault("b") == ["b1"]


def test_a_sketch_is_printed_whole_however_long(duel):
    wide = {**DUEL, "names": {"Field": [[x, y] for y in (0, 2) for x in range(0, 10, 2)]}, "note": "long " * 399}
    assert read_sketch(said(TextTable(Timeline(begun(wide, 1))), "sketch")).note == wide["note"]


def test_the_faces_of_own_dice_are_typed():
    table = TextTable(Timeline(begun(DUEL, dice=DiceSource("ask"))))
    for line in ("go r1 e3 jog", "1"):
        said(table, line)
    while table.shown.pending.seat != "dice":
        said(table, table.shown.pending.default)
    assert "Roll a D6 and a D6" in said(table, "")
    for wrong in ("7 1", "1", "1 1 1", "six one", "r1:hold", "-1 3"):
        refused(table, wrong)
    assert "= 2, needs ≤" in said(table, "1 1")


def test_undo_asks_for_consent_where_something_was_shown(duel):
    said(duel, "go r1 e3 jog")
    assert "Type undo agreed" in refused(duel, "undo")
    assert "taken back" in said(duel, "undo agreed")
    assert duel.timeline.log[0].agreed_by == "the other side"
    study = TextTable(Timeline(begun(DUEL, 1)), study=True)
    said(study, "go r1 e3 jog")
    assert "taken back" in said(study, "undo")
    assert "R1 announces" in said(study, "redo")


def test_against_the_computer_no_other_side_has_to_agree_to_an_undo():
    table = TextTable(Timeline(begun(DUEL, 1)), players=players_for({"blue": "computer"}))
    said(table, "go r1 e3 jog")
    assert refused(table, "undo") == (
        "Dice have been rolled: type undo agreed to take it back all the same; the record will show it."
    )


def test_a_player_can_step_back_branch_and_return(duel):
    said(duel, "go r1 e3 jog")
    before = duel.timeline.match.hash()
    assert "After choice 0 of 1" in said(duel, "back")
    assert "past" in refused(duel, "r1:hold")
    said(duel, "branch what if")
    assert "R1 holds" in said(duel, "r1:hold")
    said(duel, "note Dull.")
    assert "what if: 1 choices, here." in said(duel, "lines")
    said(duel, "follow main")
    assert duel.timeline.match.hash() == before
    assert "Note: Dull." not in said(duel, "back start")


def test_events_are_told_as_the_seat_that_decides_may_know_them():
    table, handed = TextTable(Timeline(begun(UNASSIGNED, 1))), []
    table.curtain = handed.append
    first = table.viewer
    assert "gets a move marker" in said(table, "r1:move" if first == "red" else "b1:move")
    text = said(table, "confirm")
    assert handed == ["blue" if first == "red" else "red"]
    assert "has given its only marker" in text
    assert "hidden marker" in said(table, "look")


def some_option(session, rng):
    """A random option of the question, and how it is typed; never one that a face-down marker forbids.

    Such a pick would be refused, and a script ends at the first line that is refused.
    """
    options = list(session.decision.options)
    called = session.sight.call is not None
    held = [ahead.pending for ahead in matches_if_all_pass(session.match)] if called else [session.match.pending]
    mixed = rng.sample(options, len(options))
    option = next(option for option in mixed if any(asked.option(option.id) for asked in held))
    if len(options) > say.MOST_LISTED and option.to >= 0 and option.pace:
        x, y = session.match.setup.board.xy(option.to)
        return option, f"go {option.unit} {x},{y} {option.pace}"
    return option, option.id


@pytest.mark.parametrize(("book", "kind"), [*((book, "curtains") for book in BOOKS), ("skirmishcorps", "shared")])
def test_the_same_choices_reach_the_same_hash_in_text_and_over_the_protocol(book, kind, folder, capsys):
    sketch = field(book, 21)
    setup = read_sketch(sketch)
    table = PeopleAtTable(setup, dice=DiceSource(seed=7), table=TableKind(kind))
    rng, script = random.Random(21), ["# a move"]
    table.settle()
    table.hand_over()
    while table.match.pending is not None:
        option, typed = some_option(table, rng)
        table.choose(option.id)
        script.append(typed)
        table.hand_over()
    session = ProtocolSession()
    session.answer(json.dumps({"do": "new", "sketch": sketch, "seed": 7}).encode())
    for choice in table.match.choices:
        if choice.faces is None:
            asked = {"do": "choose", "match": "m1", "option": choice.option}
            assert json.loads(session.answer(json.dumps(asked).encode()))["ok"]
    expected = json.loads(session.answer(b'{"do":"hash","match":"m1"}'))["hash"]
    assert expected == table.match.hash()
    (folder / "field.json").write_text(json.dumps(sketch), "utf-8")
    (folder / "script.txt").write_text("\n".join([*script, "save evening", "hash"]), "utf-8")
    words = [str(folder / "field.json"), "--seed", "7", "--table", kind, "--script", str(folder / "script.txt")]
    assert main(words) == 0
    assert f"Hash {expected}." in capsys.readouterr().out
    saved = folder / "data" / "saves" / "evening.snowball"
    assert open_record(saved)[0].hash == expected


def test_a_script_stops_at_the_first_line_that_is_refused(folder, capsys, duel_file):
    (folder / "script.txt").write_text("look\n\n# nothing\nfly\nhash\n", "utf-8")
    assert main([duel_file, "--script", str(folder / "script.txt")]) == 1
    out, err = capsys.readouterr()
    assert err.startswith(f"{folder / 'script.txt'}, line 4: “fly” is neither a command nor an option here; ")
    assert "Hash" not in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["market_street", "--seat", "red=bot:"], "A bot has no command; write one, like "),
        (["market_street", "--script", "gone.txt"], "gone.txt: it cannot be read: No such file or directory."),
        (["market_street", "--script", "latin.txt"], "latin.txt: this is not UTF-8 text; save it as UTF-8."),
        (["latin.txt.toml"], "latin.txt.toml: this is not UTF-8 text; save it as UTF-8."),
        (["epic:x"], "epic:x: there is no such file, and no such battlefield by seed; write one as RULEBOOK:SEED or "),
        (["empty.toml"], "empty.toml, ruleset: it is missing; "),
        (["empty.snowball"], "empty.snowball: The file is damaged: its first line, "),
        (["strange.json"], "strange.json: There is no phase "),
        (["long.json"], "long.json: it cannot be read: it is over 5,000,000 bytes long."),
        (["market_street", "--script", "long.json"], "long.json: it cannot be read: it is over 5,000,000 bytes long."),
    ],
)
def test_a_file_that_no_game_can_begin_with_is_named_in_one_sentence(folder, capsys, monkeypatch, arguments, sentence):
    monkeypatch.chdir(folder)
    for name in ("latin.txt", "latin.txt.toml"):
        (folder / name).write_bytes(b"l\xf6\xf6k\n")
    for name in ("empty.toml", "empty.snowball", "long.json"):
        (folder / name).touch()
    os.truncate(folder / "long.json", 3_000_000_000)  # all of it a hole
    (folder / "strange.json").write_text(json.dumps({**DUEL, "phase": "midnight"}), "utf-8")
    assert main(arguments) == 1
    said_of_it = capsys.readouterr().err
    assert said_of_it.startswith(sentence)
    assert said_of_it.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["market_street", "--seed", "1" * 19], "A seed cannot be '1111111111111111111': give a whole number of at "),
        (["market_street", "--seed", "seven"], "A seed cannot be 'seven': give a whole number of at most 18 digits."),
        (["market_street", "--resume"], "name either a MAP or --resume"),
        (["--resume", "--seed", "0"], "--seed is only for a new game: leave it out to go on with a saved one"),
        (["g.snowball", "--force", "9"], "--force is only for a new game: leave it out to go on with a saved one"),
        (["g.snowball", "--deploy", "free"], "--deploy is only for a new game: leave it out to go on with a saved one"),
        (["g.journal", "--own-dice"], "--own-dice is only for a new game: leave it out to go on with a saved one"),
    ],
)
def test_impossible_arguments_are_refused_with_the_possible_ones(capsys, arguments, sentence):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_units_are_set_up_by_their_seats_in_a_terminal_where_that_is_asked_for(folder, capsys):
    """Before, only the window offered it."""
    (folder / "lines.txt").write_text("go b1 i20\nconfirm\nconfirm\n", "utf-8")
    assert main(["market_street", "--deploy", "free", "--table", "open", "--script", str(folder / "lines.txt")]) == 0
    said = capsys.readouterr().out
    assert "Blue decides: who stands where?" in said
    assert "B1 sets up at i20." in said
    assert said.index("Red has set up.") < said.index("Turn 1 begins.")


def talk(folder, *arguments, lines):
    """Type lines into the text game in a process of its own; returns the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "game", "text", *arguments],
        cwd=ROOT,
        input="\n".join(lines) + "\n",
        env={**os.environ, "SNOWBALL_DATA": str(folder / "data"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def heeded():
    """Let Ctrl-C reach the programs that a test starts, even where the tests run in the background without it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="no other system has this signal")
@pytest.mark.usefixtures("heeded")
def test_ctrl_c_ends_the_program_that_plays_a_seat_too(folder, duel_file):
    (folder / "bot.py").write_text(
        "import os, sys, time\nopen(sys.argv[1], 'w').write(str(os.getpid()))\ntime.sleep(99)"
    )
    place = folder / "pid"
    os.mkfifo(place)
    bot = shlex.join([sys.executable, str(folder / "bot.py"), str(place)])
    with subprocess.Popen(
        [sys.executable, "-m", "game", "text", duel_file, "--seat", f'blue=bot:"{bot}"'],
        cwd=ROOT,
        env={**os.environ, "SNOWBALL_DATA": str(folder / "data"), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as playing:
        pid = int(place.read_text())
        assert playing.stdout is not None
        assert any(line.startswith(b"Red decides") for line in playing.stdout)
        playing.send_signal(signal.SIGINT)
        assert playing.wait(20) == 130
        assert playing.stderr is not None
        assert playing.stderr.read() == b""
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_game_that_was_left_is_resumed_from_its_journal(folder, duel_file):
    first = talk(folder, duel_file, "--referee", lines=["go r1 e3 jog", "fly", "hash"])
    assert first.returncode == 0
    assert "“fly” is neither" in first.stdout
    expected = first.stdout.rsplit("Hash ", 1)[1][:64]
    again = talk(folder, "--resume", "--referee", lines=["hash", "quit"])
    assert expected in again.stdout
    assert "Goodbye." in again.stdout


def test_a_game_in_hand_can_be_resumed_after_another_one_was_taken_up(folder, duel_file):
    talk(folder, duel_file, "--referee", lines=["save early", "go r1 e3 jog", "load early", "r1:hold"])
    first = [open_record(path)[0].choices[0].option for path in folder.rglob("*.journal")]
    assert sorted(first) == ["r1:hold", "r1:move:jog:4,2"]


@pytest.mark.parametrize("study", [[], ["--study"]])
def test_a_save_that_is_loaded_is_noted_and_rolls_other_dice_except_in_a_study(folder, duel_file, study):
    talk(folder, duel_file, "--seed", "5", *study, lines=["save early", "load early", "save later"])
    (path,) = folder.rglob("later.snowball")
    saved = open_record(path)[0]
    assert [mark.word for mark in saved.marks] == (["study"] if study else ["loaded"])
    assert (saved.dice.before is None) == bool(study)


def test_each_new_text_game_has_a_seed_of_its_own(folder, duel_file):
    for name in ("one", "two"):
        talk(folder, duel_file, lines=[f"save {name}"])
    seeds = {open_record(path)[0].dice.seed for path in folder.rglob("*.snowball")}
    assert len(seeds) == 2


def test_a_battle_that_is_over_is_kept_as_a_replay_before_another_game_is_taken_up(folder, duel_file):
    lines = ["save early", *["default"] * 300, "load early"]
    done = talk(folder, duel_file, "--referee", lines=lines)
    (path,) = folder.rglob("finished/*.snowball")
    assert f"This battle is kept as {path}." in done.stdout
    assert done.stdout.endswith("> ")
    assert len(list(folder.rglob("*.journal"))) == 1


def test_a_kept_game_that_cannot_be_played_again_is_refused_by_its_name(duel, folder):
    match = begun(DUEL, 1)
    path = save(match, "odd", Extras(branches=[Branch("sideways", 0, (RecordedChoice("r9:hold"),))]))
    duel.keep(TextKeeper(duel.timeline, None))
    assert refused(duel, "load odd").startswith(f"{path.name}: The branch “sideways” cannot be played: ")


def test_a_save_that_cannot_be_read_is_listed_with_its_reason(duel):
    (saves_folder() / "odd.snowball").write_text("nothing", "utf-8")
    reason = "The file is damaged: its first line, which says what is played, cannot be read."
    assert said(duel, "saves") == f"odd: {reason}"


def test_a_note_on_a_moment_that_is_past_is_kept_with_a_game_that_is_left(folder, duel_file):
    talk(folder, duel_file, "--referee", lines=["go r1 e3 jog", "back start", "note Dull."])
    again = talk(folder, "--resume", "--referee", lines=["back start"])
    assert "Note: Dull." in again.stdout


def test_a_note_on_a_choice_that_was_taken_back_is_not_kept_with_another_one(folder, duel_file):
    lines = ["note First.", "go r1 e3 jog", "note Jogged.", "undo agreed", "r1:hold"]
    talk(folder, duel_file, "--referee", lines=lines)
    (path,) = folder.rglob("*.journal")
    assert open_record(path)[0].notes == ((0, "First."),)


def test_a_left_game_against_the_computer_goes_on_against_the_computer(folder):
    match = begun(DUEL, 1)
    Journal.begin(match, Extras(seatings=[Seating(0, TableKind.SHARED, {"red": "human", "blue": "computer"})])).close()
    done = talk(folder, "--resume", lines=["go r1 e3 jog", *["default"] * 40, "quit"])
    assert "Red decides" in done.stdout
    assert "Blue decides" not in done.stdout
    assert "B1 reacts to R1" in done.stdout
    assert "Hand over" not in done.stdout


def test_the_computer_takes_a_seat_by_the_same_words_as_in_the_window(folder, duel_file):
    done = talk(folder, duel_file, "--seat", "red=computer", lines=["quit"])
    assert "Red decides" not in done.stdout
    assert "Blue decides" in done.stdout
    for words, said_ in (("green=human", "There is no seat"), ("red=robot", 'A seat cannot be "robot"')):
        done = talk(folder, duel_file, "--seat", words, lines=[])
        assert done.returncode == 1
        assert said_ in done.stderr


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("veteran", "computer:veteran"),
        ("regular:bold", "computer:regular:bold"),
        ("computer:recruit", "computer:recruit"),
        ("human", "human"),
    ],
)
def test_a_level_alone_is_the_computer_at_that_level(word, kind):
    assert seats_named([f"red={word}"], ["blue", "red"], "skirmishcorps") == {"red": kind}


@pytest.mark.parametrize("word", ["clever", "veteran:shy", "computer:clever"])
def test_an_unknown_player_for_a_seat_is_refused_with_the_known_ones(word):
    with pytest.raises(
        ValueError, match=r"use human, computer, a level \(recruit, regular, veteran\), a level with a character"
    ):
        seats_named([f"red={word}"], ["blue", "red"], "skirmishcorps")


@pytest.mark.parametrize(
    ("ruleset", "title"), [("epic", "Epic counter charge"), ("viktory2", "VIKTORY II artillery overwatch")]
)
def test_a_level_that_would_play_like_another_is_refused_for_a_seat(ruleset, title):
    with pytest.raises(ValueError, match=f"^{title} has no veteran, which would play like a regular there: name"):
        seats_named(["red=veteran"], ["blue", "red"], ruleset)


@pytest.mark.parametrize("door", ["journal", "--resume", "save", "load"])
def test_a_program_that_a_file_names_is_not_started_unasked(folder, duel_file, door):
    """A file in the folder of saves may come from anybody, too."""
    match, started = begun(DUEL, 1), folder / "started"
    seatings = [Seating(0, TableKind.SHARED, {"red": "human", "blue": f'bot:"touch {started}"'})]
    saved = save(match, "Sent", Extras(seatings=seatings))
    arguments = {"save": str(saved), "load": duel_file}
    if door not in arguments:
        with Journal.begin(match, Extras(seatings=seatings)) as journal:
            arguments = {"journal": str(journal.path), "--resume": "--resume"}
    done = talk(folder, arguments[door], lines=["load Sent", "default", "quit"] if door == "load" else ["quit"])
    assert done.returncode == 0
    assert (f"A bot played Blue: 'touch {started}'. A person does now, unless" in done.stderr) == (door != "load")
    assert not started.exists()


def test_a_battle_that_is_over_is_kept_as_a_replay_and_cannot_be_resumed(folder, duel_file):
    done = talk(folder, duel_file, "--referee", lines=["default"] * 300)
    assert done.returncode == 0
    (path,) = folder.rglob("finished/*.snowball")
    assert f"This battle is kept as {path}." in done.stdout
    assert not list(folder.rglob("*.journal"))


def test_a_battle_that_was_over_when_it_was_opened_is_not_kept_again(folder, duel_file):
    talk(folder, duel_file, "--referee", lines=["default"] * 300)
    (path,) = folder.rglob("finished/*.snowball")
    done = talk(folder, str(path), lines=["save again", "load again", "back start", "quit"])
    assert "is kept as" not in done.stdout
    assert list(folder.rglob("finished/*.snowball")) == [path]
    assert not list(folder.rglob("*.journal"))


def test_a_game_goes_on_and_says_once_that_it_is_not_kept_where_the_data_folder_cannot_be_written(folder, duel_file):
    (folder / "data").write_text("no folder", "utf-8")
    done = talk(folder, duel_file, "--referee", lines=["default"] * 300)
    assert done.returncode == 0
    assert done.stdout.startswith("This game is not being kept: The folder ")
    assert done.stdout.count("kept") == 1
    assert re.search(r"\n(\w+ wins|A draw): [^:]+\.\nHash ", done.stdout)
    assert done.stderr == ""


def test_with_curtains_the_keyboard_is_handed_over_before_the_next_seat_is_told_anything(folder, duel_file):
    done = talk(folder, duel_file, "--table", "curtains", lines=["", "go r1 e3 jog", "", "quit"])
    hand, told = done.stdout.index("Hand over to Blue"), done.stdout.index("Blue decides")
    assert hand < told


def test_the_end_of_the_input_at_a_hand_over_leaves_the_game_and_tells_the_next_seat_nothing(folder, duel_file):
    done = talk(folder, duel_file, "--table", "curtains", lines=["", "go r1 e3 jog"])
    assert done.returncode == 0
    assert done.stdout.endswith("Hand over to Blue, who presses Enter.\n")
    (path,) = folder.rglob("*.journal")
    assert [choice.option for choice in open_record(path)[0].choices] == ["r1:move:jog:4,2"]


# -- a shared table ---------------------------------------------------------------------------------------------------


def shared(sketch=DUEL):
    """The text game at a shared table."""
    table = TextTable(Timeline(begun(sketch, 1)), kind=TableKind.SHARED)
    table.begin()
    return table


def test_a_shared_table_tells_nobodys_markers_and_asks_everybody_at_once():
    table = shared()
    text = said(table, "look")
    assert "R1, Red Trooper, at a3, a hidden marker." in text
    assert "move" not in text
    text = said(table, "go r1 e3 jog")
    assert "The whole table decides: does anybody answer?" in text
    assert "1: B1: fire at R1" in text
    assert "Nobody answers (default)" in text
    assert "What it leads to depends on markers" in said(table, "odds 1")
    assert "B1 may: " in said(table, "why b1")
    assert said(table, "pass").startswith("Blue passes. (SC-01, SC-03)\nR1 moves to e3. (SC-A36)\n")


def test_a_wrong_pick_on_a_shared_table_is_refused_and_costs_nothing():
    units = [{**u, "marker": "move"} for u in DUEL["units"]]
    table = shared({**DUEL, "units": units})
    said(table, "go r1 e3 jog")
    asked = "Is that meant? Only Blue picks for B1, and everybody hears whether its marker allows it (SC-01)."
    assert said(table, "1") == f"{asked}\nType anyway to do it all the same."
    assert refused(table, "anyway") == "B1 cannot: its marker is not for that; the record notes it."
    assert [mark.word for mark in table.timeline.marks] == ["slip"]


def test_a_seat_can_peek_at_its_own_markers_while_nobody_else_looks():
    table, told = shared(), []
    table.curtain = told.append
    table.pause = lambda: told.append("read")
    assert "R1, Red Trooper, at a3, move face-down." in said(table, "peek red")
    assert told == ["red", "read", ""]
    assert "a hidden marker" in said(table, "look a3")
    assert refused(table, "peek green") == "Type it like this: peek SEAT, where SEAT is red or blue."


# -- markers in one line, numbers that stay ---------------------------------------------------------------------------


@pytest.fixture
def street():
    """Market Street at a shared table, at its first question."""
    table = TextTable(
        Timeline(Match(load_scenario("market_street").setup, build("skirmishcorps"))), kind=TableKind.SHARED
    )
    table.begin()
    return table


def markers(table, seat):
    """The marker of each unit of a seat, "" for none."""
    units = table.shown.front.units.values()
    return [next(iter(unit.markers), "") for unit in units if unit.seat == seat]


def test_markers_for_all_units_are_laid_in_one_line(street):
    handed = []
    street.curtain = handed.append
    assert "Or all at once, like B1 move, rest overwatch, confirm." in said(street, "")
    text = said(street, "B1 b3 move, b2 overwatch, rest move")
    assert text.count("marker. (SC-01)") == 6
    assert markers(street, "blue") == ["move", "overwatch", "move", "move", "move", "move"]
    assert "are all markers right?" in text
    said(street, "rest overwatch, b1 overwatch, confirm")
    assert markers(street, "blue")[:3] == ["overwatch", "overwatch", "move"]
    assert handed == ["red"]
    said(street, "rest move, confirm")
    assert handed == ["red", ""]


def test_a_line_of_markers_is_understood_too_where_everybody_has_the_same_one(street):
    said(street, "rest overwatch")
    told = said(street, "b1 move, b2 overwatch, confirm")
    assert "Red decides: which marker for R1?" in told
    assert markers(street, "blue") == ["move", *["overwatch"] * 5]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("b1 move, x9 overwatch", "There is no unit “x9”"),
        ("b1 move, r1 overwatch", "No marker is laid for R1 here."),
        ("b1 move, b2 sleep", "“b2 sleep” lays no marker: name units, then overwatch or move."),
        ("b1 move, move", "“move” lays no marker"),
        ("b1 b2 b3 b4 move, confirm", "There is no marker yet for B5, B6."),
    ],
)
def test_a_line_of_markers_counts_whole_or_not_at_all(street, line, why):
    assert refused(street, line).startswith(why)


def test_an_option_keeps_its_number_while_one_kind_of_question_goes_on(street):
    assert "Move for UNIT: 2 B1, 4 B2, 6 B3, " in said(street, "")
    text = said(street, "1")
    assert "Overwatch for UNIT: 3 B2 (default), 5 B3, " in text
    assert "Move for UNIT: 2 B1, 4 B2, " in text
    assert refused(street, "1") == "There is no option 1; there are 2 to 12."
    said(street, "4")
    assert "Overwatch for UNIT: 1 B1, 3 B2, 5 B3 (default), " in said(street, "2")
    assert markers(street, "blue")[:2] == ["move", "move"]


def test_covering_fire_for_a_friend_against_one_enemy_or_another_takes_a_line():
    watchers = [
        {"id": "b1", "seat": "blue", "profile": "gunner", "at": [1, 5], "marker": "overwatch"},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [3, 5], "marker": "move"},
    ]
    foes = [
        {"id": name, "seat": "red", "profile": "trooper", "at": [x, 0], "marker": "move"}
        for name, x in (("r1", 2), ("r2", 4), ("r3", 6))
    ]
    text = said(shared({**DUEL, "board": [".........."] * 6, "units": [*watchers, *foes]}), "attack r1 b2")
    pairs = "3 R1, 4 R2, 5 R3, 6 R1 and R2, 7 R1 and R3, 8 R2 and R3"
    assert f"B1: cover B2 against ENEMY: {pairs}." in text.splitlines()
    assert "B1: cover B2 against ENEMY with the pistol: 9 R1, 10 R2, 11 R3." in text.splitlines()


def test_a_move_can_end_prone_where_nothing_can_be_attacked():
    table = shared({**DUEL, "units": [DUEL["units"][0], {**DUEL["units"][1], "at": [9, 0]}]})
    said(table, "go r1 b3 sneak prone")
    assert table.shown.front.units["r1"].prone


def test_a_sprint_that_was_answered_can_still_end_prone_with_one_word():
    """SC-20: asked what it does after all, a unit goes on to the end of its way and lies down."""
    table = shared({**DUEL, "units": [{**DUEL["units"][0], "stats": {"DF": 11}}, DUEL["units"][1]]})
    said(table, "go r1 c3 sprint")
    assert "Only Blue picks for B1" in said(table, "attack b1 r1")
    assert "what does R1 do after all?" in said(table, "anyway")
    assert "R1 moves to c3." in said(table, "prone")
    assert table.shown.front.units["r1"].prone


def test_a_unit_stands_and_attacks_in_one_line():
    """SC-A35: the target, which is asked for after the stand, can be typed with it."""
    table = shared(DUEL)
    assert refused(table, "attack b1 r1") == "B1 cannot begin an attack on R1 here."
    assert "R1 shoots at B1" in said(table, "attack r1 b1") + said(table, "pass")


def test_an_announced_attack_is_still_meant_after_a_look_back():
    table = shared(DUEL)
    said(table, "attack r1 b1")
    said(table, "back start")
    said(table, "forward end")
    assert "R1 shoots at B1" in said(table, "pass")


def test_the_markers_of_the_turn_before_are_laid_with_one_word(street):
    assert refused(street, "again") == "There are no markers of an earlier turn to lay again here."
    for line in ("b1 overwatch, rest move, confirm", "rest move, confirm", "end", "anyway", "end", "anyway"):
        said(street, line)
    assert street.shown.front.turn == 2
    text = said(street, "again")
    assert "As last turn: B1 overwatch; B2, B3, B4, B5 and B6 move." in text
    assert markers(street, "blue") == ["overwatch", *["move"] * 5]
    assert "13: Hand over (default)" in text


@pytest.mark.parametrize("arguments", [["nowhere"], ["nowhere.tmx"], ["nowhere.json"], ["--resume"]])
def test_a_game_that_cannot_begin_is_refused_in_one_sentence(folder, arguments):
    done = talk(folder, *arguments, lines=[])
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_check_says_ok_or_what_is_wrong(folder, capsys, duel_file):
    (folder / "bad.json").write_text(json.dumps({**DUEL, "board": ["..?"]}), "utf-8")
    assert check_main([duel_file]) == 0
    assert "ok, 10 x 3 cells" in capsys.readouterr().out
    assert check_main([str(folder / "bad.json"), duel_file, "gone.tmx", "gone.json"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert "board[0], column 2" in lines[0]
    assert lines[3] == "gone.json: it cannot be read: No such file or directory."


def test_a_hint_names_an_option_with_its_reason(duel):
    told = said(duel, "hint").splitlines()
    assert told[0].startswith("The computer would choose r1:")
    assert sum(line.startswith("Dropped: ") for line in told) == 2


def test_the_reasons_of_the_computer_are_told_on_request():
    match = Match(load_scenario("three_shores").setup, build("viktory2"), DiceSource(seed=1))
    seats = players_for(dict.fromkeys(("red", "gold"), "computer"))
    table = TextTable(Timeline(match), players=seats)
    assert said(table, "reasons") == "No computer has said why it did anything here."
    said(table, "end")
    said(table, "anyway")
    told = said(table, "reasons").splitlines()
    assert len(told) == 10
    assert all(line.startswith(("Red: ", "Gold: ")) for line in told)
    assert said(table, "reasons 1").splitlines() == told[-1:]
    said(table, "undo agreed")
    assert said(table, "reasons 99999") == "No computer has said why it did anything here."
    said(table, "redo")
    assert said(table, "reasons").splitlines() == told
    said(table, "undo agreed")
    said(table, "go b1 0706")
    assert said(table, "reasons") == "Red: Pass: better targets may still come."


def test_an_attack_on_a_place_is_refused_with_how_to_go_there():
    setup = load_scenario("three_shores").setup
    table = TextTable(Timeline(Match(setup, build(setup.ruleset), DiceSource(seed=1))))
    assert refused(table, "attack b2 0806") == "0806 is a place and no unit: type go b2 0806."


def test_a_unit_that_stands_there_already_is_told_so(duel):
    assert refused(duel, "go r1 a3").startswith("R1 cannot go to a3: it stands there already.")


def test_a_hint_is_refused_where_everybody_would_read_what_a_seat_alone_may_know():
    assert refused(shared(), "hint") == (
        "Everybody looks at this screen, and a hint for Red would tell what its face-down markers are."
    )


def test_a_battle_that_waits_is_listed_beside_many_moves_and_so_is_a_bombardment():
    setup = load_scenario("three_shores").setup
    table = TextTable(Timeline(Match(setup, build(setup.ruleset), DiceSource(seed=1))))
    said(table, "go b2 0806")
    said(table, "pass")
    said(table, "go b8 0805")
    lines = said(table, "pass").splitlines()
    assert "1: Attack 0806 with B2 (default)" in lines
    assert any(line.endswith(": B8 bombards 0806 with two dice") for line in lines)
    assert "B1, B3, B4, B5, B6, B7, B8 can go to many cells: type go UNIT CELL, like go b1 CELL." in lines
    assert said(table, "1").startswith("B2 attacks 0806.")


def test_a_look_at_a_hex_tells_the_town_and_every_unit_in_it():
    setup = load_scenario("three_shores").setup
    lines = said(TextTable(Timeline(Match(setup, build(setup.ruleset)))), "look 0508").splitlines()
    assert lines[:6] == [
        "0508: plains.",
        "Millbrook, a town at 0508, held by Gold.",
        "G2, Gold Infantry, at 0508.",
        "Move 2. Rifles.",
        "G8, Gold Artillery, at 0508, one shot of overwatch.",
        "Move 2, dice 2. Guns 1 hex.",
    ]


def test_odds_in_a_snowball_tell_the_whole_of_it_with_the_default_that_is_marked():
    table = TextTable(Timeline(five_declared()), referee=True)
    lines = said(table, "odds r4:force").splitlines()
    start = lines.index("The whole snowball, exact, all do the default:")
    assert lines[start + 1] == "  Force B1’s hand: B1 out 74%, R1 out 28%, R2 out 19%, nobody 15%."
    assert lines[start + 2] == "  Leave B1 until last: B1 out 64%, R1 out 28%, R2 out 19%, nobody 21%."
    assert lines[start + 3].startswith("  If B1 then is to go on to l6, do not attack (default): B1 74%")
    assert lines[-1] == "Leave B1 until last if B1 is to go on to h6, g6, f6 or e6: then only 48."
    said(table, "r4:force")
    said(table, "b1:move:11,5")
    assert table.preset(table.decision) == table.decision.default == "b1:none"
    assert any("o not attack (default)" in line for line in table.question())
