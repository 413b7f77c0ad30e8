"""What a computer player thought, told in a sentence that is true of whom it names."""

from __future__ import annotations

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.ai.thought import Parts, Thought, Weighed, sentence
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import Option
from game.maps.scenarios import load_scenario
from game.rules import build


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
    state = Match(load_scenario("two_batteries").setup, build("viktory2"), DiceSource(seed=3)).front
    shot = Weighed(Option("fire", "fire", text="Fire"), 0.2, Parts(result=0.2))
    assert sentence(Thought("blue", shot), state) == "Fire: it may decide the battle"
