"""The reasons of a computer player as sentences that are true of the units they name."""

from __future__ import annotations

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.ai.thought import (
    NO_BIAS,
    Bias,
    Parts,
    Said,
    Thought,
    Weighed,
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


def test_a_chance_to_end_a_battle_is_called_one() -> None:
    """A shot of 28 % at the last enemy but one decides nothing yet."""
    state = Match(load_scenario("two_batteries").setup, build("viktory2"), DiceSource(seed=3)).front
    shot = Weighed(Option("fire", "fire", text="Fire"), 0.2, Parts(result=0.2))
    assert sentence(Thought("blue", shot), state) == "Fire: it may decide the battle"


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


def test_a_cost_that_every_answer_has_is_not_told_of_the_chosen_one() -> None:
    fire, wait = weighed("Fire", 0.4, Parts(targets=0.9, watch=-0.5)), weighed("Wait", -0.5, Parts(watch=-0.5))
    assert sentence(Thought("blue", fire, (wait,)), STATE) == "Fire: it has more of the enemy under fire"
    alone = Thought("blue", fire)
    assert sentence(alone, STATE) == ("Fire: it has more of the enemy under fire, though it leaves its side less ready")


def test_a_gain_that_every_answer_has_is_told_after_what_this_one_alone_has() -> None:
    hide, stand = weighed("Hide", 0.7, Parts(ground=0.5, danger=0.2)), weighed("Stand", 0.5, Parts(ground=0.5))
    assert sentence(Thought("blue", hide, (stand,)), STATE) == "Hide: it means less fire from the enemy"
    walk = weighed("Walk", 0.5, Parts(ground=0.5))
    assert sentence(Thought("blue", walk, (stand,)), STATE) == "Walk: it gains ground"


def test_where_another_answer_is_as_good_nothing_is_called_worse() -> None:
    one, other = weighed("Wait", 0.0, Parts()), weighed("Stay", 0.0, Parts())
    assert sentence(Thought("blue", one, (other,)), STATE) == "Wait: all that was weighed comes to much the same"
    third = weighed("Go", -0.1, Parts(danger=-0.1))
    assert (
        sentence(Thought("blue", one, (other, third)), STATE)
        == "Wait: compared with others, it means less fire from the enemy"
    )


def test_a_choice_that_is_hardly_better_is_called_better_if_only_a_little() -> None:
    one, other = weighed("Wait", 0.0, Parts()), weighed("Stay", -0.02, Parts(danger=-0.02))
    assert (
        sentence(Thought("blue", one, (other,)), STATE)
        == "Wait: compared with the next best, it means less fire from the enemy, if only a little"
    )


def test_a_unit_that_stays_gains_no_ground_but_its_side_may_hold_more_or_the_enemy_less() -> None:
    stays = weighed("Fire", 0.5, Parts(ground=0.5), to=-1)
    assert sentence(Thought("blue", stays), STATE) == "Fire: its side should hold more ground"
    denies = weighed("Fire", 0.5, Parts(denied=0.5))
    assert sentence(Thought("blue", denies), STATE) == "Fire: the enemy should hold less ground"


def test_where_the_next_best_gains_as_much_it_is_told_what_decided() -> None:
    hide, walk = weighed("Hide", 0.7, Parts(ground=0.5, danger=0.2)), weighed("Walk", 0.5, Parts(ground=0.5))
    stay = weighed("Stay", 0.0, Parts())
    assert sentence(Thought("blue", hide, (walk, stay)), STATE) == (
        "Hide: it gains ground, and compared with the next best it means less fire from the enemy"
    )


def test_what_counts_beyond_the_look_ahead_is_a_reason_too() -> None:
    said = Said("it shoots first", better="it shoots the better first")
    guns, idle = (
        weighed("Act", 0.3, Parts(targets=-0.1), bias=Bias(0.4, said, "targets")),
        weighed("Idle", 0.0, Parts()),
    )
    assert sentence(Thought("blue", guns, (idle,)), STATE) == "Act: it shoots first"
    gives_up = Bias(-0.2, Said("", "it gives up an action", "it keeps an action", "it gives up an action"))
    ends = weighed("End", -0.2, Parts(), bias=gives_up)
    assert sentence(Thought("blue", idle, (ends,)), STATE) == "Idle: compared with the next best, it keeps an action"
    assert dropped_sentence(Thought("blue", idle, (ends,)), ends, STATE) == (
        "End: 0.20 figures worse, it gives up an action"
    )


def test_ending_a_battle_has_no_costs_that_end_with_it() -> None:
    wins = weighed("Fire", 1.0, Parts(result=2.0, points=-0.5, force=-0.5))
    assert sentence(Thought("blue", wins), STATE) == "Fire: it may decide the battle"


def test_a_hint_says_where_a_unit_is_to_be_set_up() -> None:
    """A hint used to say "Set up B1" for any of two hundred cells."""
    match = Match(load_scenario("market_street").deployed(Deployment.FREE).setup, build("skirmishcorps"))
    assert match.pending is not None
    option = match.pending.option("b1:deploy:17,15")
    assert option is not None
    assert named(option, match.front) == "Set up B1 at r16"
