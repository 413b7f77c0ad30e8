"""The reasons of a computer player as sentences that are true of the units they name."""

from __future__ import annotations

from msgspec import structs

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.ai.thought import (
    NO_BIAS,
    Bias,
    Expected,
    Fact,
    Parts,
    Thought,
    Weighed,
    answer_sentence,
    cost_sentences,
    dropped_sentence,
    named,
    sentence,
)
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Deployment
from game.engine.options import Option
from game.maps.scenarios import load_scenario
from game.rules import build


def test_the_promise_of_a_shot_fits_the_kind_of_target() -> None:
    """A squad of ten is not put out by a shot that takes one, and a place is taken by no figure."""
    setup = load_scenario("crossroads").setup
    match, told = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=5)), set()
    player = ComputerPlayer()
    while match.pending is not None and match.front.turn < 3:
        option = player.choose(SeatView(match, match.pending.seat), match.pending)
        if player.thought.promise is not None and match.pending.kind == "shoot":
            told.add(sentence(player.thought, match.front).split(": ")[1])
        match.choose(Choice.of(option))
    assert any("% for at least one casualty, " in reason for reason in told)
    assert not any("to put" in reason for reason in told)


STATE = Match(load_scenario("two_batteries").setup, build("viktory2"), DiceSource(seed=3)).front


def weighed(name: str, value: float, parts: Parts, to: int = 5, bias: Bias = NO_BIAS) -> Weighed:
    """An option of that name that is worth so much, and leads to a cell."""
    return Weighed(Option(name.lower(), name.lower(), to=to, text=name), value, parts, bias=bias)


def test_a_choice_that_gains_less_ground_is_said_to_take_less_and_not_to_lose_any() -> None:
    far, near = weighed("Run", 0.5, Parts(ground=0.5)), weighed("Walk", 0.2, Parts(ground=0.2))
    thought = Thought("blue", far, (near,))
    assert dropped_sentence(thought, near, STATE) == "Walk: 0.30 figures worse, it gains less ground"
    assert cost_sentences(near, far, STATE) == (
        "Run: worth 0.3 figures more, it gains more ground",
        "Run: worth 0.3 figures more",
    )


def test_a_choice_that_is_hardly_worse_is_called_all_but_as_good() -> None:
    best, next_best = weighed("Run", 0.50, Parts(ground=0.5)), weighed("Walk", 0.48, Parts(ground=0.48))
    assert dropped_sentence(Thought("blue", best, (next_best,)), next_best, STATE) == "Walk: all but as good"


FACTS = (
    Fact(0.5, "B1 holds the yard"),
    Fact(-0.3, "B2 is more likely to fall", falls="b2"),
    Fact(0.1, "it keeps watch"),
)


def test_the_reasons_of_a_choice_are_the_weightiest_facts_and_its_greatest_cost() -> None:
    run, wait = weighed("Run", 0.5, Parts()), weighed("Wait", 0.0, Parts())
    thought = Thought("blue", run, (wait,), facts=FACTS, usual="wait")
    assert sentence(thought, STATE) == "Run: B1 holds the yard, it keeps watch, though B2 is more likely to fall"
    passes = Thought("blue", run, (wait,), facts=FACTS[:1], usual="run")
    assert sentence(passes, STATE) == "Run: compared with the next best, B1 holds the yard"


def test_where_another_answer_is_as_good_nothing_is_called_better() -> None:
    one, other = weighed("Wait", 0.0, Parts()), weighed("Stay", 0.0, Parts())
    assert sentence(Thought("blue", one, (other,)), STATE) == "Wait: all that was weighed comes to much the same"


def test_without_a_fact_the_part_is_told_in_which_the_choice_is_furthest_ahead() -> None:
    one, other = weighed("Wait", 0.0, Parts()), weighed("Stay", -0.02, Parts(danger=-0.02))
    thought = Thought("blue", one, (other,), usual="wait")
    assert sentence(thought, STATE) == (
        "Wait: compared with the next best, it means less fire from the enemy, if only a little"
    )


def test_what_every_answer_brings_is_no_reason_for_any() -> None:
    """A pass was said to bring points that were as good as scored when the enemy announced its action."""
    passes, fire = weighed("Pass", 0.5, Parts(points=0.7), -1), weighed("Fire", 0.4, Parts(points=0.7, watch=-0.1), -1)
    thought = Thought("blue", passes, (fire,), usual="pass")
    assert sentence(thought, STATE) == "Pass: compared with the next best, it leaves its side readier"


def test_a_small_chance_to_win_is_no_reason() -> None:
    fire, wait = weighed("Fire", 0.2, Parts(result=0.2, danger=0.05), -1), weighed("Wait", 0.0, Parts(), -1)
    assert sentence(Thought("blue", fire, (wait,), usual="wait"), STATE) == "Fire: it means less fire from the enemy"


def test_the_chance_of_an_answer_is_that_of_any_answer() -> None:
    shot = Option("r1:shoot", "shoot", text="R1 shoots")
    expected = weighed("Run", 0.5, Parts())
    told = Thought("blue", structs.replace(expected, expects=Expected(shot, 0.25, 0.6)))
    assert answer_sentence(told, STATE) == "An answer is to be expected (60%), likeliest R1 shoots (25%)"
    alone = Thought("blue", structs.replace(expected, expects=Expected(shot, 0.25, 0.25)))
    assert answer_sentence(alone, STATE) == "R1 shoots is to be expected (25%)"


def test_a_hint_says_where_a_unit_is_to_be_set_up() -> None:
    """A hint used to say "Set up B1" for any of two hundred cells."""
    match = Match(load_scenario("market_street").deployed(Deployment.FREE).setup, build("skirmishcorps"))
    assert match.pending is not None
    option = match.pending.option("b1:deploy:17,15")
    assert option is not None
    assert named(option, match.front) == "Set up B1 at r16"
