"""Every level and character of the computer player, in every rulebook: legal, repeatable, fair, and with reasons."""

from __future__ import annotations

from weakref import ref

import pytest

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.ai.levels import ComputerPlayer
from game.ai.rulebooks import KEPT, VETERANS, tactics_for
from game.ai.search import think
from game.ai.seatview import SeatView
from game.ai.thought import Parts, Thought, Weighed, sentence
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import Option
from game.maps.scenarios import load_scenario
from game.records.levels import REGULAR, Character, Level, Strength
from game.rules import RULESETS, build
from game.session.seats import KINDS, ComputerSeat, kinds_for, next_kind, offered_kind, players_for
from game.session.session import Session
from tests.picking import swapped
from tests.setups import TABLES, random_setup
from tools.bench_parts.fields import generated

MOST = 60
"""So many decisions of a game are looked at."""

STRENGTHS = [Strength(level, character) for level in Level for character in Character]


def table(ruleset, seed=3):
    setup = random_setup(ruleset, seed) if ruleset in TABLES else generated(seed, 12, 10, 2, ruleset, turns=2)
    return Match(setup, build(ruleset), DiceSource(seed=seed))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_level_answers_with_a_listed_option_the_same_every_time_and_can_say_why(ruleset, level):
    match = table(ruleset)
    for _ in range(MOST):
        asked = match.pending
        if asked is None:
            break
        first, second = (think(SeatView(match, asked.seat), asked, Strength(level)) for _ in range(2))
        assert first.option.but(until="") in asked.options
        assert [(one.option, one.value) for one in (first.chosen, *first.others)] == [
            (one.option, one.value) for one in (second.chosen, *second.others)
        ]
        assert all(one.value <= first.chosen.value + 1e-6 for one in first.others)
        assert sentence(first, match.front)
        match.choose(Choice.of(first.option))


@pytest.mark.parametrize("level", Level)
def test_hidden_markers_make_no_difference_to_any_level(level):
    match = table("skirmishcorps", 1)
    player, compared = ComputerPlayer(Strength(level)), 0
    for _ in range(MOST):
        asked = match.pending
        if asked is None:
            break
        twin = swapped(match, asked.seat)
        compared += twin.state.key() != match.state.key()
        option = player.choose(SeatView(match, asked.seat), asked)
        assert player.choose(SeatView(twin, asked.seat), asked) == option
        match.choose(Choice.of(option))
    assert compared > 10


@pytest.mark.parametrize("scenario", ["park_gate", "old_quay", "hill_farm"])
def test_a_veteran_weighs_all_that_a_regular_does_and_more(scenario):
    setup = load_scenario(scenario).setup
    assert setup.ruleset in VETERANS
    match, more = Match(setup, build(setup.ruleset), DiceSource(seed=3)), False
    for _ in range(MOST):
        asked = match.pending
        view = SeatView(match, asked.seat)
        usual, wide = (think(view, asked, Strength(level)) for level in (Level.REGULAR, Level.VETERAN))
        names = [{one.option.id for one in (thought.chosen, *thought.others)} for thought in (usual, wide)]
        assert names[0] <= names[1]
        more = names[0] < names[1]
        if more:
            break
        match.choose(Choice.of(usual.option))
    assert more


@pytest.mark.parametrize("scenario", ["park_gate", "fire_lanes", "hill_farm", "past_the_guns", "narrow_water"])
def test_bold_and_wary_players_soon_choose_differently_in_every_rulebook(scenario):
    setup = load_scenario(scenario).setup
    match, asked = Match(setup, build(setup.ruleset), DiceSource(seed=3)), 0
    while len({one.option.id for one in tempered(match)}) == 1:
        match.choose(Choice.of(think(SeatView(match, match.pending.seat), match.pending, REGULAR).option))
        asked += 1
    assert asked < 20


def tempered(match):
    view = SeatView(match, match.pending.seat)
    return [think(view, match.pending, Strength(character=one)) for one in (Character.BOLD, Character.WARY)]


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_a_veteran_is_offered_only_where_it_was_measured_to_play_better(ruleset):
    gone_through = ["human"]
    while (following := next_kind(gone_through[-1], ruleset)) != "human":
        gone_through.append(following)
    assert tuple(gone_through) == kinds_for(ruleset)
    veteran = Strength(Level.VETERAN).kind
    assert gone_through == [*KINDS, *([veteran] if ruleset in VETERANS else [])]
    assert offered_kind(veteran, ruleset) == (veteran if ruleset in VETERANS else "computer")
    assert offered_kind("human", ruleset) == "human"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_name_of_a_strength_is_read_back_as_that_strength(strength):
    assert Strength.read(strength.kind) == strength


def test_a_computer_player_without_a_level_is_regular_and_steady_as_in_older_records():
    assert Strength.read("computer") == REGULAR == Strength(Level.REGULAR, Character.STEADY)
    assert (REGULAR.kind, REGULAR.words) == ("computer", "the computer")
    assert Strength(Level.VETERAN, Character.BOLD).words == "the computer (veteran, bold)"


@pytest.mark.parametrize(
    "kind", ["computer:", "computer:great", "computer:regular:mad", "computer:regular:bold:x", "x"]
)
def test_an_unknown_strength_is_refused_in_a_sentence(kind):
    with pytest.raises(ValueError, match=r"is no computer player: use computer\[:recruit"):
        Strength.read(kind)


def test_the_seats_of_a_session_name_the_strength():
    players = players_for({"blue": "computer:veteran:bold", "red": "computer"})
    session = Session(table("skirmishcorps").setup, players=players)
    assert session.seating.seats == {"blue": "computer:veteran:bold", "red": "computer"}
    assert session.seating.words == "Blue: the computer (veteran, bold), Red: the computer"


def test_a_player_in_its_own_process_gives_the_same_answers_and_reasons():
    match, thinker = table("skirmishcorps", 1), Thinker()
    try:
        for made in range(12):
            asked = match.pending
            thinker.ask(match, asked.seat, REGULAR)
            thought = thinker.answer(wait=True)
            assert thought == think(SeatView(match, asked.seat), asked, REGULAR)
            match.choose(thought.option.id)
            if made == 8:
                match.undo()
    finally:
        thinker.close()


def test_a_player_process_that_ends_is_reported_in_a_sentence_and_started_again_for_the_next_question():
    match, thinker = table("skirmishcorps"), Thinker()
    try:
        thinker.ask(match, match.pending.seat, REGULAR)
        thinker._worker.process.kill()
        with pytest.raises(BotError, match=r"The process in which the computer thinks has ended\."):
            for _ in range(2):
                thinker.answer(wait=True)
        thinker.ask(match, match.pending.seat, REGULAR)
        assert thinker.answer(wait=True) is not None
    finally:
        thinker.close()


def test_where_every_choice_loses_the_reason_says_how_the_chosen_one_is_better():
    state = table("skirmishcorps").front
    bad, worse = Parts(points=-0.3, danger=-0.1), Parts(points=-0.3, danger=-0.5)
    chosen = Weighed(Option("hold", "hold", text="Hold"), -0.4, bad)
    thought = Thought("blue", chosen, (Weighed(Option("end", "end", text="End"), -0.8, worse),), usual="hold")
    assert sentence(thought, state) == "Hold: compared with the next best, it means less fire from the enemy"
    same = Thought("blue", chosen, (Weighed(Option("end", "end", text="End"), -0.4, bad),))
    assert sentence(same, state) == "Hold: all that was weighed comes to much the same"
    assert sentence(Thought("blue", chosen), state) == "Hold"


def test_a_session_tells_why_the_computer_acted_but_nothing_of_its_face_down_markers():
    setup = table("skirmishcorps").setup
    session = Session(setup, dice=DiceSource(seed=3), players={"blue": ComputerSeat(), "red": ComputerSeat()})
    session.viewer = "red"
    told = {"assign": [], "activate": []}
    while session.match.front.turn == 1 and session.asked in session.players:
        asked = session.match.pending
        session.let_player_choose()
        if asked.kind in told:
            told[asked.kind].append((asked.seat, session.reason))
    assert {seat for seat, reason in told["assign"] if reason} == {"red"}
    assert {seat for seat, reason in told["activate"] if reason} == {"red"}


def test_a_judgement_is_freed_once_enough_other_tables_are_judged():
    tactics = tactics_for(build("epic"))
    assert tactics_for(tactics.rules) is tactics
    gone = ref(tactics)
    del tactics
    for _ in range(KEPT):
        tactics_for(build("epic"))
    assert gone() is None
