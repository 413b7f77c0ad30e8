"""The rules of Standoff as scenes, each named by its clause. `tests/test_template.py` runs them with it installed."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from game.engine.odds import explore
from tests.scene import Scene
from tests.setups import decisions, random_match


class Yard(Scene):
    """A scene of Standoff, in which seat a gives the first order."""

    dice_of = Scene.dice_of | {"shot": (6,), "exchange": (6, 6)}


scene = partial(Yard, ruleset="standoff", phase="orders", seat="a")


def facing(**how):
    """A1 and B1 see each other over nine inches, with a wall beside them that hides B2."""
    return scene("a1 .*8 b1", ".*4 #*6", ".*8 b2 .", **how)


def test_so_01_each_unit_has_one_order_a_turn_and_the_sides_take_turns():
    told = scene("a1 .*4 # .*4 b1", ".*5 # .*5")
    told.asked("a", "activate").offers("a1:advance:4,0", "a1:hold").does_not_offer("a1:advance:5,0")
    told.chooses("a1:advance:1,0").log("Orders begin.", "A1 advances to b1.", "The action is over.")
    told.asked("b", "activate").chooses("b1:hold").says("Everybody may have an order again.")


def test_so_02_who_sees_any_part_of_the_way_may_answer_it():
    told = scene(". . a1 . .", "# # . # #", ". . b1 . .").chooses("a1:advance:4,0")
    told.asked("b", "react", ["b1:fire:a1", "b1:dodge", "pass"])
    hidden = scene(". . a1 . .", "# # . # #", "b1 . . . .").chooses("a1:advance:4,0")
    hidden.asked("b", "activate")


def test_so_02_a_unit_answers_an_order_once_and_may_wait_for_the_shot():
    told = facing().chooses("a1:advance:1,0").asked("b", "react", ["b1:fire:a1", "b1:dodge", "pass"])
    told.refused("b2", "SO-02", "no part of the order of A1 is in sight and range")
    waits = facing().chooses("a1:advance:1,0", "pass", "a1:fire:b1")
    waits.asked("b", "react", ["b1:fire:a1", "b1:dodge", "pass"])
    told.chooses("b1:fire:a1").asked("a", "shoot", ["a1:fire:b1", "none"], default="none")
    told.refused("b1", "SO-02", "it has reacted to this action")
    told.chooses("a1:fire:b1").rolls("exchange", 1, 1)  # B1 is not asked again
    told.asked("b", "activate").out()


def test_so_02_only_the_target_of_a_shot_dodges_it():
    told = scene("a1 .*5 b1", ".*6 b2")
    told.chooses("a1:hold", "a1:fire:b1")
    told.asked("b", "react", ["b1:fire:a1", "b1:dodge", "b2:fire:a1", "pass"])


def test_so_03_a_shot_beyond_six_inches_needs_five():
    near, far = (scene(f"a1 .*{blank} b1").chooses("a1:hold") for blank in (5, 6))
    near.sums("a1:fire:b1", 4).chooses("a1:fire:b1", "pass").rolls("shot", 4).says("B1 falls.")
    far.sums("a1:fire:b1", 5, far=1).chooses("a1:fire:b1", "pass").rolls("shot", 4)
    far.says("A1 fires at B1: 4, needs 5.").out()


@pytest.mark.parametrize(
    ("one", "other", "out"),
    [(5, 5, "a1 b1"), (5, 4, "a1"), (4, 6, "b1"), (3, 3, ""), (2, 4, "b1")],
)
def test_so_04_of_two_that_fire_the_higher_die_hits_and_equal_dice_hit_both(one, other, out):
    told = scene("a1 .*5 b1").chooses("a1:hold", "a1:fire:b1", "b1:fire:a1").rolls("exchange", one, other)
    told.says(f"B1 fires {one}, needs 4; A1 fires {other}, needs 4.").out(*out.split())


@pytest.mark.parametrize(("dodge", "fire", "out"), [(4, 4, ""), (3, 4, "b1"), (1, 3, "")])
def test_so_04_a_shot_has_to_show_more_than_the_dodge(dodge, fire, out):
    told = scene("a1 .*5 b1").chooses("a1:hold", "a1:fire:b1", "b1:dodge").rolls("exchange", dodge, fire)
    told.says(f"B1 dodges {dodge}; A1 fires {fire}, needs 4.").out(*out.split())


def test_so_04_a_dodge_that_nobody_fires_at_comes_to_nothing():
    told = facing().chooses("a1:advance:1,0", "b1:dodge", "none")
    told.says("B1’s reaction lapses: A1 does not fire at it.").out().cites("reaction_lapsed", "SO-04")


def test_so_05_everything_is_rolled_before_anybody_falls():
    told = scene("a1 .*5 b1", ".*6 b2")
    told.chooses("a1:hold", "a1:fire:b1", "b2:fire:a1", "b1:fire:a1")
    told.rolls("shot", 6).out().rolls("exchange", 5, 5).out("a1", "b1")
    told.says("B2 fires at A1: 6, needs 4.", "B1 fires 5, needs 4; A1 fires 5, needs 4.", "A1 falls.", "B1 falls.")


def test_so_06_nobody_wins_if_both_fall():
    told = scene("a1 .*5 b1").chooses("a1:hold", "a1:fire:b1", "b1:fire:a1").rolls("exchange", 6, 6)
    told.ends("", "no side is left")


@pytest.mark.parametrize(("ruling", "need"), [("nearest", 4), ("end", 5)])
def test_so_a1_an_answer_is_measured_as_the_ruling_says(ruling, need):
    told = scene(". a1 .*5 b1", rulings={"SO-A1": ruling}).chooses("a1:advance:0,0").chooses("b1:fire:a1", "none")
    told.rolls("shot", 4).says(f"B1 fires at A1: 4, needs {need}.")


def counted(match, option):
    """The chance that the target of an option falls by the end of the action, if everybody else passes."""
    ends = explore(match.rules, match.state, [*match.answers, option], assume=True)
    return sum((p for p, state in ends if state.units[option.target].out), Fraction(0))


def test_forecasts_are_what_the_engine_counts():
    compared = set()
    for seed in range(40):
        for match in decisions(random_match("standoff", seed, side=1, turns=3), seed):
            for option in match.pending.options if match.pending.kind in ("react", "shoot") else ():
                total = match.forecast(option)
                if total is not None:
                    assert counted(match, option) == total.p_out
                    compared.add((match.pending.kind, total.base[0], total.only == ""))
    assert len(compared) == 4, compared
