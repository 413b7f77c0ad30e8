"""Stargrunt II: reaction fire and opportunity fire, which units may make it and what it costs (SG-01 to SG-15)."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from game.rules.stargrunt2.state import BROKEN, CONFIDENT
from game.sketch import read_sketch
from tests.firefight import Firefight

LANE = "a1 .*12 b1"


# -- reaction fire ----------------------------------------------------------------------------------------------------


def between(**units):
    """A1 has made one move and announces the second."""
    scene = Firefight("a1 .*12 b1", ".*13 b2", **units).acts("a1", "a1:move:1,0").asked("b", "react")
    return scene.does_not_offer("b1:reaction_fire:a1").passes("b").chooses("a1:move:5,0").asked("b", "react")


def test_sg_01_reaction_fire_comes_between_two_moves_without_test_or_shift():
    scene = between().offers("b1:reaction_fire:a1").sums("b1:reaction_fire:a1", 6).chooses("b1:reaction_fire:a1")
    scene.waits_for("fire", 6, 8, 12).fires(1, 2, 1).rolls("confidence", 8).stands("a1", 1, 0)
    scene.marker("a1", "suppressed", "up").cites("move_stopped", "SG-01").says("A1 stops where it is.")


def test_sg_01_reaction_fire_is_the_firers_whole_activation_and_owes_a_turn():
    scene = between().chooses("b1:reaction_fire:a1").cites("activated_out_of_turn", "SG-01")
    scene.has("b1", activated=1).owes(b=1)


def test_sg_01_only_one_unit_makes_reaction_fire_at_a_second_move():
    scene = between().chooses("b1:reaction_fire:a1").fires(6, 1, 1)
    scene.does_not_offer("b2:reaction_fire:a1").offers("b2:opportunity_fire:a1:p0")


def test_sg_01_a_unit_that_has_been_activated_or_does_not_see_the_place_has_no_reaction_fire():
    between(b1="done").does_not_offer("b1:reaction_fire:a1").offers("b2:reaction_fire:a1")
    rows = ["a1 . # .*6 b1", *[".*10"] * 5, ". b2 .*8"]
    scene = Firefight(*rows).acts("a1", "a1:move:1,0").passes("b").chooses("a1:move:1,3")
    scene.offers("b2:reaction_fire:a1").does_not_offer("b1:reaction_fire:a1")


def test_sg_01_a_move_and_another_action_draw_no_reaction_fire():
    scene = Firefight(LANE).acts("a1", "a1:in_position").passes("b").rolls("reaction", 1)
    scene.chooses("a1:move:3,0").asked("b", "react").does_not_offer("b1:reaction_fire:a1")


def test_sg_03_reaction_fire_is_offered_beside_opportunity_fire():
    between().offers("b1:reaction_fire:a1", "b1:opportunity_fire:a1:p0", "b1:opportunity_fire:a1:p4")


def test_sg_a21_reaction_fire_reaches_where_the_larger_range_die_would_not():
    scene = Firefight("a1 .*34 b1").acts("a1", "a1:move:1,0").chooses("a1:move:2,0")
    scene.asked("b", "react", ["b1:reaction_fire:a1", "pass"])


def test_sg_a21_reaction_fire_is_no_attempt_and_is_not_made_with_a_counter():
    between(b1="watch done").does_not_offer("b1:reaction_fire:a1").offers("b1:overwatch_fire:a1:p0")
    scene = between().chooses("b1:opportunity_fire:a1:p0").rolls("opportunity", 1)
    scene.offers("b1:reaction_fire:a1").does_not_offer("b1:opportunity_fire:a1:p1")


def test_sg_a21_reaction_fire_can_be_answered_by_opportunity_fire():
    scene = Firefight("a1 .*12 b1", "a2 .*13").acts("a1", "a1:move:1,0").passes("b").chooses("a1:move:5,0")
    scene.chooses("b1:reaction_fire:a1").asked("a", "react", ["a2:opportunity_fire:b1", "pass"])


def test_sg_a21_after_reaction_fire_without_effect_the_second_move_is_made_as_announced():
    scene = between().chooses("b1:reaction_fire:a1").fires(6, 1, 1).passes("b").stands("a1", 5, 0)
    scene.never_says("move_turned")


def test_sg_a21_reaction_fire_is_closed_once_the_mover_is_on_its_way():
    scene = between().chooses("b1:opportunity_fire:a1:p2").rolls("opportunity", 1)
    scene.does_not_offer("b1:reaction_fire:a1", "b2:reaction_fire:a1").offers("b2:opportunity_fire:a1:p2")


# -- who may try ------------------------------------------------------------------------------------------------------


def test_sg_04_only_units_that_see_the_enemy_act_may_fire_at_it():
    scene = Firefight("a1 .*6 b1", "#*7 .", ".*7 b2", ".*5 b3 .*2").acts("a1", "a1:overwatch")
    scene.asked("b", "react", ["b1:opportunity_fire:a1", "pass"]).refused("b2", "SG-13", "no sight: a wall at")


@pytest.mark.parametrize(
    "action",
    [
        "overwatch",
        "in_position",
        "leave_position",
        "remove_suppression",
        "reorganise",
        "fire:b2",
        "rally:a2",
        "transfer:a2",
    ],
)
def test_sg_04_13_a29_any_action_in_sight_may_be_answered(action):
    words = {"leave_position": "dug", "remove_suppression": "suppressed", "reorganise": "wounded=1"}.get(action, "")
    scene = Firefight("a1 .*7 b1", "a2 .*7 b2", a1=f"command {words}", a2="shaken").acts("a1", f"a1:{action}")
    scene.asked("b", "react", ["b1:opportunity_fire:a1", "b2:opportunity_fire:a1", "pass"])


def test_sg_13_a10_the_target_is_the_unit_that_acts_now_and_no_other():
    scene = Firefight("a1 .*7 b1", "a2 .*7", a2="done").acts("a1", "a1:overwatch")
    scene.asked("b", "react", ["b1:opportunity_fire:a1", "pass"])


def test_sg_05_a_unit_that_has_been_activated_may_not_try():
    scene = Firefight(LANE, ".*13 b2", b1="done").acts("a1", "a1:move:1,0")
    scene.asked("b", "react").refused("b1", "SG-05", "no overwatch counter").does_not_offer("b1:opportunity_fire:a1:p0")


@pytest.mark.parametrize(("will", "threat"), [("low", 1), ("medium", 0), ("high", 0)])
def test_sg_06_the_test_is_quality_above_leadership_and_the_threat_of_the_motivation(will, threat):
    scene = Firefight(LANE, "a2 .*12", b1=will).acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1")
    scene.rolls("opportunity", 2 + threat).chooses("b1:end")
    scene.rolled("opportunity", 8, need=2 + threat, **({"threat": 1} if threat else {})).says("B1 is activated.")
    again = Firefight(LANE, b1=will).acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1")
    again.rolls("opportunity", 3 + threat).has("b1", activated=1)


def test_sg_a2_motivation_counts_in_no_other_reaction_test():
    scene = Firefight("a1@T .*12 b1", a1="low").acts("a1", "a1:in_position").passes("b").rolls("reaction", 3)
    scene.rolled("reaction", 8, need=2)


def test_sg_07_a_passed_test_activates_the_unit_and_lets_it_fire_at_once():
    scene = Firefight(LANE).acts("a1", "a1:move:3,0").chooses("b1:opportunity_fire:a1:p1").rolls("opportunity", 3)
    scene.cites("activated_out_of_turn", "SG-07").has("b1", activated=1).stands("a1", 1, 0)
    scene.waits_for("fire", 8, 8, 12)


def test_sg_08_a_failed_test_costs_the_attempt_and_nothing_else():
    scene = Firefight(LANE).acts("a1", "a1:move:3,0").chooses("b1:opportunity_fire:a1:p1").rolls("opportunity", 2)
    scene.says("B1 may not fire now; it stays free to be activated.").never_says("fired", "activated_out_of_turn")
    scene.has("b1", activated=0).owes(b=0).stands("a1", 3, 0).cites("attempt_failed", "SG-08", "SG-42")


def test_sg_09_each_unit_has_one_try_at_each_action():
    scene = Firefight(LANE, ".*13 b2", b1="watch").acts("a1", "a1:move:3,0")
    scene.chooses("b1:opportunity_fire:a1:p0").rolls("opportunity", 1).asked("b", "react")
    scene.refused("b1", "SG-09").does_not_offer("b1:opportunity_fire:a1:p1", "b1:overwatch_fire:a1:p1")
    scene.offers("b2:opportunity_fire:a1:p1").marker("b1", "overwatch", "up")


def test_sg_09_a20_every_new_action_allows_a_new_try():
    scene = Firefight(LANE).acts("a1", "a1:in_position").chooses("b1:opportunity_fire:a1").rolls("opportunity", 1)
    scene.rolls("reaction", 1).chooses("a1:overwatch").asked("b", "react").offers("b1:opportunity_fire:a1")


def test_sg_09_a_failed_try_at_the_action_leaves_one_at_the_fire_that_answers():
    scene = Firefight("a1 .*12 b1", "a2 .*12 b2").acts("a1", "a1:fire:b1").chooses("b1:opportunity_fire:a1")
    scene.rolls("opportunity", 1).chooses("b2:opportunity_fire:a1").rolls("opportunity", 8)
    scene.chooses("a2:opportunity_fire:b2").rolls("opportunity", 8)
    scene.asked("b", "react", ["b1:opportunity_fire:a2", "pass"])


def test_sg_09_a22_a_unit_does_not_use_both_test_and_counter_against_one_action():
    scene = Firefight(LANE, ".*13 b2", b1="watch").acts("a1", "a1:overwatch").asked("b", "react")
    scene.offers("b1:opportunity_fire:a1", "b1:overwatch_fire:a1")
    scene.chooses("b1:overwatch_fire:a1").asked("b", "react", ["b2:opportunity_fire:a1", "pass"])
    scene.refused("b1", "SG-12", "a shot to make already")


# -- the shot ---------------------------------------------------------------------------------------------------------


def test_sg_10_the_range_die_is_one_type_larger():
    scene = Firefight(LANE).acts("a1", "a1:move:3,0").sums("b1:opportunity_fire:a1:p0", 8, opportunity_fire=1)
    scene.chooses("b1:opportunity_fire:a1:p0").rolls("opportunity", 8).fires(8, 1, 1)
    scene.rolled("fire", 8, 8, 12, need=8, opportunity_fire=1).cites("fired", "SG-10", "SG-30")


TANK = "light_vehicle"


@pytest.mark.parametrize(("ground", "ecm", "die"), [(".", 0, 6), (".", 6, 8), (".", 10, 12), (",", 6, 8), ("n", 6, 10)])
def test_sg_11_the_ecm_die_of_a_missiles_target_is_one_type_larger(ground, ecm, die):
    scene = Firefight(f"a1@{ground} .*60 b1", a1=f"{TANK} ECM={ecm}", b1="missile_team").acts("a1", "a1:overwatch")
    shifts = {"opportunity_fire": 1, **({"low_cover": 1} if ground == "n" else {})}
    option = "b1:opportunity_fire:a1:guided_missile"
    scene.asked("b", "react", [option, "pass"]).sums(option, die, **shifts).chooses(option)
    scene.rolls("opportunity", 8).chooses("b1:opportunity_fire:a1").waits_for("fire", die, 8, 8)


def test_sg_11_a27_an_ecm_die_stays_at_d12():
    scene = Firefight("a1@n .*20 b1", a1=f"{TANK} ECM=12", b1="missile_team").acts("a1", "a1:overwatch")
    scene.sums("b1:opportunity_fire:a1:guided_missile", 12, low_cover=1, opportunity_fire=1)


def test_sg_12_opportunity_fire_is_the_whole_activation():
    scene = Firefight(LANE, ".*13 b2").acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1")
    scene.rolls("opportunity", 8).refused("b1", "SG-05").passes("b").chooses("b1:opportunity_fire:a1").fires(8, 1, 1)
    scene.says("The turn that B owed is skipped.").asked("b", "action", unit="b2").chooses("b2:end")
    scene.says("Turn 2 begins.").never_says("activated")


@pytest.mark.parametrize("men", [1, 8])
def test_sg_a33_a_squad_is_measured_and_seen_from_its_one_cell_however_many_men_it_has(men):
    scene = Firefight("a1 .*7 b1", "# # .*7", ". . .*6 b2", a1=f"men={men}", b1=f"men={men}").acts("a1")
    assert scene.forecast("a1:fire:b1").distance == 8
    Firefight("a1 . # b1", ".*4", a1=f"men={men}", b1=f"men={men}").acts("a1").does_not_offer("a1:fire:b1")


def test_sg_12_a_unit_with_a_declared_shot_makes_no_other_before_it():
    rows = [LANE, "a2 .*12 b2"]
    scene = (
        Firefight(*rows, b1="watch", b2="watch").acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1").passes("b")
    )
    scene.chooses("a2:opportunity_fire:b1").rolls("opportunity", 8).asked(
        "b", "react"
    )  # A2 answers B1, which could test
    scene.refused("b1", "SG-12", "it has a shot to make already").offers(
        "b2:overwatch_fire:a2", "b2:opportunity_fire:a2"
    )


def test_sg_12_a31_opportunity_fire_is_one_fire_action_of_the_squad_or_of_one_weapon():
    scene = Firefight(LANE, ".*13 b2", b1="fire_squad", b2="done").acts("a1", "a1:overwatch")
    scene.asked("b", "react", ["b1:opportunity_fire:a1", "b1:opportunity_fire:a1:saw", "pass"])
    assert scene.match.pending.option("b1:opportunity_fire:a1").text == "Test and fire on A1"
    assert (
        scene.match.pending.option("b1:opportunity_fire:a1:saw").text
        == "Test and fire on A1 with the squad automatic weapon"
    )
    scene.chooses("b1:opportunity_fire:a1").rolls("opportunity", 8).chooses("b1:opportunity_fire:a1")
    scene.waits_for("fire", 8, 8, 12, 8)
    assert {"saw", "advanced_rifle"} <= set(scene.unit("b1").used)


def test_sg_14_opportunity_fire_is_answered_by_opportunity_fire_in_a_chain():
    scene = Firefight("a1 .*12 b1", "a2 .*12 b2", "a3 .*13").acts("a1", "a1:move:3,0")
    scene.chooses("b1:opportunity_fire:a1:p2").rolls("opportunity", 8)
    scene.chooses("a2:opportunity_fire:b1").rolls("opportunity", 8).passes("a")
    scene.chooses("b2:opportunity_fire:a2").rolls("opportunity", 8)
    scene.asked("a", "react", ["a3:opportunity_fire:b1", "a3:opportunity_fire:b2", "pass"]).passes("a")
    scene.stands("a1", 2, 0).fires(8, 1, 1)  # b1 first: it declared first
    scene.asked("a", "resolve", unit="a2").chooses("a2:opportunity_fire:b1").fires(8, 1, 1)
    scene.asked("b", "resolve", unit="b2").chooses("b2:opportunity_fire:a2").fires(8, 1, 1)
    scene.asked("a", "go_on", unit="a1").owes(a=1, b=2)


def test_sg_a6_the_move_waits_until_the_fire_and_its_answers_at_a_point_are_over():
    scene = Firefight("a1 .*12 b1", "a2 .*13").acts("a1", "a1:combat_move:6,0").rolls("mobility", 3)
    scene.chooses("b1:opportunity_fire:a1:p2").rolls("opportunity", 8)
    scene.chooses("a2:opportunity_fire:b1").rolls("opportunity", 8).fires(8, 1, 1).stands("a1", 2, 0)
    scene.chooses("a2:opportunity_fire:b1").stands("a1", 2, 0).fires(8, 1, 1).stands("a1", 6, 0)


@pytest.mark.parametrize("level", ["broken", "routed"])
def test_sg_15_a16_broken_and_routed_units_have_no_opportunity_fire_with_or_without_counter(level):
    scene = Firefight(LANE, ".*13 b2", ".*13 b3", b1=level, b2=f"{level} watch").acts("a1", "a1:overwatch")
    scene.asked("b", "react").refused("b1", "SG-15", level).refused("b2", "SG-15", level)
    scene.passes("b").marker("b2", "overwatch", "up")


def watched_by(level):
    """A1, which has fired at B1 and not at B2, announces its second move; both have that confidence."""
    scene = Firefight(LANE, ".*13 b2", b1=level, b2=level)
    scene.match.state.units["a1"].fired_on.append("b1")
    scene.acts("a1", "a1:move:1,0")
    return scene.chooses("a1:move:5,0")


def test_sg_03_15_broken_units_have_reaction_fire_only_at_units_that_have_fired_at_them():
    scene = watched_by("broken").asked("b", "react", ["b1:reaction_fire:a1", "pass"]).refused("b2", "SG-15", "broken")
    scene.chooses("b1:reaction_fire:a1").waits_for("fire", 6, 8, 12).fires(1, 2, 1).rolls("confidence", 8)
    scene.stands("a1", 1, 0).says("Firing out of turn costs B the next turn.")


def test_sg_03_15_routed_units_have_no_reaction_fire_at_all():
    watched_by("routed").stands("a1", 5, 0)


def test_sg_15_a_unit_marked_broken_in_a_position_is_broken():
    units = [{"id": id, "seat": id[0], "profile": "line", "at": [x, 0]} for id, x in (("a1", 0), ("b1", 8), ("b2", 9))]
    units[1]["markers"] = [{"kind": "broken", "face": "up"}]
    setup = read_sketch({"ruleset": "stargrunt2", "board": ["." * 10], "units": units, "seat": "a"})
    match = Match(setup, build("stargrunt2", setup.rulings), DiceSource("ask"))
    assert [unit.confidence for unit in match.state.units.values()] == [CONFIDENT, BROKEN, CONFIDENT]
    match.choose("a1:activate")
    match.choose("a1:overwatch")
    assert {option.unit for option in match.pending.options} == {"b2", ""}
    assert match.why()["b1"].clause == "SG-15"


def test_sg_15_shaken_units_have_opportunity_fire():
    Firefight(LANE, b1="shaken").acts("a1", "a1:overwatch").asked("b", "react").offers("b1:opportunity_fire:a1")


def test_sg_a8_suppressed_units_neither_try_nor_spend_their_counter():
    scene = Firefight(LANE, ".*13 b2", ".*13 b3", b1="suppressed", b2="suppressed watch").acts("a1", "a1:overwatch")
    scene.refused("b1", "SG-A8").refused("b2", "SG-A8").passes("b").marker("b2", "overwatch", "up")


def test_sg_a9_a_weapon_fired_out_of_turn_is_silent_for_the_rest_of_the_turn():
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1")
    scene.chooses("b1:overwatch_fire:a1").fires(8, 1, 1).asked("b", "action", unit="b1")
    scene.does_not_offer("b1:fire:a1").offers("b1:move:12,0")
    again = Firefight(LANE, ".*13 b2", b1="used:advanced_rifle=1").acts("a1", "a1:overwatch").refused("b1", "SG-A9")
    again.does_not_offer("b1:opportunity_fire:a1")


def test_sg_a12_a_unit_need_not_fire_after_a_passed_test_which_activates_it_all_the_same():
    scene = Firefight(LANE, ".*13 b2", "a2 .*13", a2="done").acts("a1", "a1:overwatch")
    scene.chooses("b1:opportunity_fire:a1").rolls("opportunity", 8).passes("b")
    scene.asked("b", "resolve", ["b1:opportunity_fire:a1", "b1:nothing"]).chooses("b1:nothing")
    scene.says("B1 holds its fire.").never_says("fired").has("b1", activated=1)


def test_sg_a12_against_a_move_one_question_offers_to_test_and_fire_or_to_test_only():
    scene = (
        Firefight(LANE, ".*13 b2", "a2 .*13", a2="done")
        .acts("a1", "a1:move:1,0")
        .asked(
            "b",
            "react",
            [
                f"{b}:{what}"
                for b in ("b1", "b2")
                for what in (*(f"opportunity_fire:a1:p{n}" for n in (0, 1)), "test_only:a1")
            ]
            + ["pass"],
        )
    )
    scene.chooses("b1:test_only:a1").rolls("opportunity", 8).rolled("opportunity", 8, need=2)
    scene.says(
        "B1 is marked activated: this fire is its whole activation.", "Firing out of turn costs B the next turn."
    )
    scene.says("B1 holds its fire.").has("b1", activated=1).owes(b=1).asked("b", "react").refused("b1", "SG-05")
    scene.offers("b2:opportunity_fire:a1:p0").passes("b").stands("a1", 1, 0).never_says("fired")


def test_sg_a12_08_a_failed_test_without_fire_is_an_attempt_like_any_other():
    scene = Firefight(LANE, "a2 .*13").acts("a1", "a1:move:3,0").chooses("b1:test_only:a1").rolls("opportunity", 2)
    scene.cites("attempt_failed", "SG-08").has("b1", activated=0).owes(b=0).stands("a1", 3, 0)


def test_sg_a12_a_unit_with_only_a_counter_left_takes_no_test():
    scene = Firefight(LANE, b1="watch done").acts("a1", "a1:move:1,0")
    scene.asked("b", "react", ["b1:overwatch_fire:a1:p0", "b1:overwatch_fire:a1:p1", "pass"])


def test_sg_a12_a_counter_is_kept_if_the_unit_does_not_fire():
    scene = Firefight(LANE, b1="watch done").acts("a1", "a1:in_position").chooses("b1:overwatch_fire:a1")
    scene.rolls("reaction", 1).chooses("b1:nothing").marker("b1", "overwatch", "up")
