"""A veteran keeps a regular's answer unless a rival proves better in the same worlds, within its budget, and says so."""

from __future__ import annotations

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.rulebooks import tactics_for
from game.ai.search import think
from game.ai.seatview import SeatView
from game.ai.thought import Parts, Thought, Weighed, dropped_sentence, sentence
from game.ai.veteran import PROOF, Budget, Rival, Trial
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import Option
from game.maps.scenarios import load_scenario
from game.records.levels import Level, Strength
from game.rules import build

VETERAN_PLAYER = Strength(Level.VETERAN)


def rival(*gains: float) -> Rival:
    found = Rival(Weighed(Option("go", "go", text="Go"), 0.0))
    for gain in gains:
        found.add(gain)
    return found


def islands(made: int = 0) -> Match:
    setup = load_scenario("two_batteries").setup
    match, player = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=3)), ComputerPlayer()
    for _ in range(made):
        match.choose(player.choose(SeatView(match, match.pending.seat), match.pending).id)
    return match


def test_a_rival_that_is_better_in_every_world_is_proven_and_one_that_is_now_better_now_worse_is_not() -> None:
    assert rival(*[0.2, 0.25, 0.2, 0.15] * 2).proven
    luck = rival(*[0.6, -0.5, 0.5, -0.4] * 2)
    assert luck.gain == pytest.approx(0.05)
    assert not luck.proven
    assert not luck.hopeless  # more worlds may tell


def test_few_worlds_prove_nothing() -> None:
    assert not rival().hopeless  # the budget may be spent before its turn comes
    few = rival(*[0.4] * (PROOF - 1))
    assert not few.proven
    assert not few.hopeless


def test_a_rival_that_is_worse_or_comes_to_the_same_gets_no_more_worlds() -> None:
    assert rival(-0.2, -0.25, -0.2, -0.15).hopeless
    assert rival(0.0, 0.0).hopeless
    assert not rival(0.0, 0.3).hopeless


@pytest.mark.parametrize("made", [0, 6])
def test_a_veteran_stops_when_its_budget_of_steps_is_spent(made: int) -> None:
    match = islands(made)
    view = SeatView(match, match.pending.seat)
    trial = Trial(view, tactics_for(match.rules), Budget(50))
    option = match.pending.options[0]
    assert not trial.spent
    while not trial.spent:
        before = trial.steps
        trial.value(option, 0)
        assert trial.steps > before
    assert before < 50


def test_without_a_step_to_spend_a_veteran_answers_as_a_regular() -> None:
    match = islands(4)
    view = SeatView(match, match.pending.seat)
    assert think(view, match.pending, VETERAN_PLAYER, Budget(0)) == think(view, match.pending, Strength())


def test_what_a_veteran_tried_is_compared_with_the_answer_of_a_regular() -> None:
    match = islands(2)
    view = SeatView(match, match.pending.seat)
    usual = think(view, match.pending, Strength()).option
    tried = think(view, match.pending, VETERAN_PLAYER, Budget(600))
    gains = {one.option.id: one.gain for one in (tried.chosen, *tried.others) if one.gain is not None}
    assert gains[usual.id] == 0.0
    assert len(gains) > 1
    assert tried.chosen.gain == max(0.0, tried.chosen.gain)


def test_a_veteran_says_by_how_much_more_often_its_answer_won_when_it_was_tried_out() -> None:
    state = islands().front
    chosen = Weighed(Option("attack", "attack", text="Attack"), 0.0, gain=0.12)
    others = (
        Weighed(Option("end", "end", text="End the turn"), 0.0, gain=0.0),
        Weighed(Option("wait", "wait", text="Wait"), 0.0, gain=0.119),
    )
    thought = Thought("blue", chosen, others)
    assert sentence(thought, state) == "Attack: tried out, it wins 12 % more often than End the turn"
    assert dropped_sentence(thought, others[0], state) == "End the turn: tried out, it wins 12 % less often"
    assert dropped_sentence(thought, others[1], state) == "Wait: just as good"


def test_what_a_shot_promises_is_told_of_whom_it_is_true() -> None:
    """A squad of ten is not put out by a shot that takes one, and a place is taken by no figure."""
    setup = load_scenario("crossroads").setup
    match, told = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=5)), set()
    player = ComputerPlayer()
    while match.pending is not None and match.front.turn < 3:
        option = player.choose(SeatView(match, match.pending.seat), match.pending)
        if player.thought.promise is not None and match.pending.kind == "shoot":
            told.add(sentence(player.thought, match.front).split(": ")[1])
        match.choose(option.id, until=option.until)
    assert any(reason.endswith("% for at least one casualty") for reason in told)
    assert not any("to put" in reason for reason in told)


def test_a_chance_to_end_a_battle_is_told_as_one() -> None:
    """A shot of 28 % at the last enemy but one decides nothing yet."""
    state = islands().front
    shot = Weighed(Option("fire", "fire", text="Fire"), 0.2, Parts(result=0.2))
    assert sentence(Thought("blue", shot), state) == "Fire: it may decide the battle"
