"""Stargrunt II: the game around the house rule: turns, position, nerve, leaders, wounded, vehicles, assault, result."""

from __future__ import annotations

import pytest

from game.engine.answers import Choice, IllegalChoice
from game.engine.match import Match
from game.engine.unfit import SetupError
from game.rules import build
from game.rules.stargrunt2.dice import FIRE, IMPACT, range_die, rounded_die, shifted
from game.sketch import read_sketch
from tests.firefight import Firefight

LANE = "a1 .*12 b1"


# -- turns (SG-A32) ---------------------------------------------------------------------------------------------------


def test_sg_a32_the_smaller_side_chooses_who_begins_and_equal_sides_roll():
    Firefight(LANE, ".*13 b2", seat="").asked("a", "start", ["start:a", "start:b"], default="start:a")
    scene = Firefight(LANE, seat="").rolls("start", 3, 3).rolls("start", 2, 5).asked("b", "start").chooses("start:a")
    scene.asked("a", "action", unit="a1").says("A begins.")


def test_a_seat_is_named_in_its_own_letters():
    units = [{"id": f"{seat}-1", "seat": seat, "profile": "line", "at": [x, 0]} for x, seat in ((0, "ABC"), (9, "xyz"))]
    setup = read_sketch({"ruleset": "stargrunt2", "board": ["." * 10], "units": units})
    assert [row.name for row in Match(setup, build("stargrunt2")).view().seats] == ["ABC", "Xyz"]


def test_sg_a32_sides_alternate_and_two_actions_make_an_activation():
    scene = Firefight(LANE, "a2 .*12 b2", b1="done").acts("a1", "a1:move:3,0").passes("b")
    scene.chooses("a1:in_position").passes("b").rolls("reaction", 8).asked("b", "action", unit="b2").chooses("b2:end")
    scene.asked("a", "action", unit="a2")


def test_sg_a32_passing_is_for_the_side_with_fewer_units_left():
    scene = Firefight("a1 . . b1", "a2 . . b2", ". . . b3", seat="b").asked("b", "activate")
    scene.does_not_offer("pass").acts("b1", "b1:end").asked("a", "activate").does_not_offer("pass")
    scene.acts("a1", "a1:end").acts("b2", "b2:end").asked("a", "action", unit="a2")
    few = Firefight("a1 . . b1", "a2 . . b2", ". . . b3").chooses("pass").asked("b", "activate").says("A passes.")
    few.does_not_offer("pass")


@pytest.mark.parametrize("action", ["in_position", "reorganise"])
def test_sg_a32_some_actions_are_done_once_in_an_activation(action):
    scene = Firefight(LANE, a1="wounded=1", b1="done").acts("a1", f"a1:{action}")
    scene = scene.rolls("reaction" if action == "in_position" else "treat wounded", 1)
    scene.does_not_offer(f"a1:{action}").offers("a1:move:3,0")


def test_sg_a32_two_fire_actions_need_two_weapons():
    scene = Firefight(LANE, a1="fire_squad", b1="done").acts("a1").offers("a1:fire:b1", "a1:fire:b1:saw")
    scene.chooses("a1:fire:b1:saw").waits_for("fire", 6, 8, 8).fires(6, 1, 1).asked("a", "action")
    scene.does_not_offer("a1:fire:b1:saw").chooses("a1:fire:b1").waits_for("fire", 6, 8, 12)
    both = Firefight(LANE, a1="fire_squad", b1="done").acts("a1", "a1:fire:b1").fires(6, 1, 1, 1)
    both.does_not_offer("a1:fire:b1", "a1:fire:b1:saw")


def test_sg_a31_a_fire_action_names_a_weapon_that_is_not_the_squads_first():
    scene = Firefight(LANE, a1="fire_squad", b1="done").acts("a1")
    assert scene.match.pending.option("a1:fire:b1").text == "Fire at B1"
    assert scene.match.pending.option("a1:fire:b1:saw").text == "Fire at B1 with the squad automatic weapon"


def test_sg_a32_in_the_next_turn_every_unit_may_act_and_fire_again():
    scene = Firefight(LANE, b1="done").acts("a1", "a1:fire:b1").fires(6, 1, 1).chooses("a1:end").rolls("start", 6, 1)
    scene.chooses("start:a").asked("a", "action", unit="a1").offers("a1:fire:b1").has("b1", activated=0)


# -- dice (SG-A34 to SG-A37) ------------------------------------------------------------------------------------------


def test_sg_a34_closed_shifts_stop_at_d4_and_d12_and_those_of_the_range_die_do_not():
    assert (shifted(10, 1), shifted(10, 5), shifted(4, -1)) == (12, 12, 4)
    assert [range_die(d, 8, 0, 5) for d in (0, 8, 9, 16, 24, 32, 33, 40, 41)] == [4, 4, 6, 6, 8, 10, 12, 12, 0]
    assert [range_die(d, 8, 1, 5) for d in (8, 32, 33)] == [6, 12, 0]
    assert [rounded_die(n) for n in (1, 4, 5, 8, 11, 12, 30)] == [4, 4, 6, 8, 12, 12, 12]


def test_sg_a34_a_tie_fails():
    scene = (
        Firefight(LANE, b1="done").acts("a1", "a1:fire:b1").fires(6, 6, 6).says("The fire of A1 has no effect on B1.")
    )
    scene.never_says("suppressed")


@pytest.mark.parametrize(
    ("faces", "beat", "hits", "rest"), [((3, 3, 3), 0, 0, 0), ((3, 4, 3), 1, 0, 0), ((3, 6, 7), 2, 1, 5)]
)
def test_sg_a35_one_die_suppresses_and_two_may_hit(faces, beat, hits, rest):
    assert FIRE.read(faces, 8) == beat * 10_000 + hits * 100 + rest


def test_sg_a35_a_squad_with_fewer_men_rolls_a_smaller_firepower_die():
    Firefight(LANE, a1="men=3", b1="done").acts("a1", "a1:fire:b1").waits_for("fire", 6, 8, 6)


def test_sg_a36_bands_are_as_wide_as_the_quality_die_and_cover_shifts():
    Firefight(LANE, a1="veterans", b1="done").acts("a1").sums("a1:fire:b1", 6)
    Firefight("a1 .*8 b1", a1="veterans").acts("a1").sums("a1:fire:b1", 4)
    Firefight("a1 .*12 b1@T", b1="done").acts("a1").sums("a1:fire:b1", 8, soft_cover=1)
    Firefight("a1 .*12 b1@n", b1="dug").acts("a1").sums("a1:fire:b1", 12, low_cover=2, in_position=1)


def test_sg_a36_a_weapon_of_one_band_reaches_no_further():
    scene = Firefight("a1 .*7 b1", ".*9 b2", a1="weapon=smg", b1="done").acts("a1").offers("a1:fire:b1")
    scene.does_not_offer("a1:fire:b2")


def test_sg_a36_cover_improves_the_armour_die_and_being_in_position_does_not():
    scene = Firefight("a1 .*7 b1@T", b1="done dug ARMOUR=6").acts("a1", "a1:fire:b1").fires(1, 4, 5)
    scene.rolls("remainder", 8).rolls("who is hit", 1).waits_for("impact", 10, 8)


def test_sg_a37_a_second_wound_kills_the_same_man():
    scene = Firefight("a1 .*7 b1", b1="done").acts("a1", "a1:fire:b1").fires(1, 4, 4)
    scene.rolls("who is hit", 2).rolls("impact", 5, 4).men("b1", 5).has("b1", wounded=1)
    scene.rolls("who is hit", 2).rolls("impact", 5, 4).men("b1", 5).has("b1", wounded=0)
    scene.says("A man of B1 is wounded; 5 fit.", "A wounded man of B1 is hit again and dies.")


def test_sg_a37_a_dead_man_is_not_hit_again():
    scene = Firefight("a1 .*7 b1", b1="done").acts("a1", "a1:fire:b1").fires(1, 8, 12)
    scene.rolls("who is hit", 2).rolls("impact", 5, 4).rolls("who is hit", 2).rolls("impact", 5, 4)
    scene.men("b1", 5).has("b1", wounded=0)
    scene.rolls("who is hit", 2).rolls("impact", 5, 4).men("b1", 4).has("b1", wounded=1)


def test_sg_a37_a_dead_man_leaves_the_count_and_a_wounded_man_stays_the_one_he_was():
    scene = Firefight("a1 .*7 b1", b1="done").acts("a1", "a1:fire:b1").fires(1, 8, 12)
    scene.rolls("who is hit", 4).rolls("impact", 5, 4).rolls("who is hit", 1).rolls("impact", 9, 4)
    scene.men("b1", 4).has("b1", wounded=1)
    scene.rolls("who is hit", 3).rolls("impact", 5, 4).men("b1", 4).has("b1", wounded=0)


def test_sg_a37_impact_above_armour_wounds_and_above_twice_kills():
    read = IMPACT.read
    assert [read(faces) for faces in ((4, 4), (5, 4), (8, 4), (9, 4))] == [0, 1, 1, 2]


# -- suppression and nerve (SG-A38, SG-A39) ---------------------------------------------------------------------------


def test_sg_a38_suppressed_units_remove_suppression_or_reorganise_in_cover():
    open_ground = Firefight(LANE, a1="suppressed wounded=1", b1="done").acts("a1")
    open_ground.asked("a", "action", ["a1:remove_suppression", "a1:end"]).chooses("a1:remove_suppression")
    open_ground.rolls("remove suppression", 3).marker("a1", "suppressed", None).offers("a1:fire:b1", "a1:move:3,0")
    woods = Firefight("a1@T .*12 b1", a1="suppressed wounded=1", b1="done").acts("a1")
    woods.asked("a", "action", ["a1:remove_suppression", "a1:reorganise", "a1:end"])


def test_sg_a38_removing_suppression_has_one_name_everywhere():
    scene = Firefight(LANE, a1="suppressed", b1="done").acts("a1")
    remove = next(option for option in scene.match.pending.options if option.action == "remove_suppression")
    assert remove.text == "Remove suppression"
    assert scene.refusal("a1", 3, 0).reason == "suppressed: it has to remove suppression before it moves"
    scene.chooses(remove.id).rolls("remove suppression", 3)
    scene.says("A1 tries to remove suppression: needs 3+, rolls 3: passes.", "A1 removes suppression; 0 left.")


def test_sg_a38_one_marker_an_action_and_three_at_the_most():
    scene = Firefight(LANE, a1="suppressed=3", b1="done").acts("a1", "a1:remove_suppression")
    scene.rolls("remove suppression", 3).has("a1", suppressed=2).chooses("a1:remove_suppression")
    scene.rolls("remove suppression", 2).has("a1", suppressed=2).says("A1 fails: remove suppression.")
    full = Firefight(LANE, a1="suppressed=3", b1="was_suppressed=1", seat="b").acts("b1", "b1:fire:a1")
    full.fires(1, 2, 1).rolls("confidence", 8).has("a1", suppressed=3)


def test_sg_a38_a_suppressed_leader_gives_orders_only_within_voice():
    rows = ["a1 .*4 a2 .*8 a3", ".*15", ".*14 b1"]
    scene = Firefight(*rows, a1="command suppressed", a2="shaken", b1="done").acts("a1")
    scene.offers("a1:transfer:a2", "a1:rally:a2").does_not_offer("a1:transfer:a3", "a1:move:1,0")


@pytest.mark.parametrize(("will", "first", "loss"), [("low", 4, 5), ("medium", 3, 3), ("high", None, None)])
def test_sg_a39_confidence_is_tested_at_the_first_suppression_and_at_casualties(will, first, loss):
    scene = Firefight("a1 .*7 b1", b1=f"done {will}").acts("a1", "a1:fire:b1").fires(1, 2, 1)
    if first is None:
        scene.asked("a", "action")
    else:
        scene.rolls("confidence", 8).rolled("confidence", 8, need=first, threat=first - 2)
    hurt = Firefight("a1 .*7 b1", b1=f"done {will}").acts("a1", "a1:fire:b1").fires(1, 2, 2)
    hurt.rolls("who is hit", 1).rolls("impact", 5, 4)
    if loss is None:
        hurt.asked("a", "action")
    else:
        hurt.rolls("confidence", 8).rolled("confidence", 8, need=loss, threat=loss - 2)


def test_sg_a39_a_second_suppression_alone_is_not_tested_and_heavy_losses_are_a_greater_threat():
    again = Firefight("a1 .*7 b1", b1="done was_suppressed=1").acts("a1", "a1:fire:b1").fires(1, 2, 1)
    again.asked("a", "action")
    heavy = Firefight("a1 .*7 b1", b1="done men=3 casualties=3").acts("a1", "a1:fire:b1").fires(1, 2, 2)
    heavy.rolls("who is hit", 1).rolls("impact", 10, 1).rolls("confidence", 8).rolled("confidence", 8, need=5, threat=3)


@pytest.mark.parametrize(("face", "level"), [(4, 0), (3, 1), (2, 1), (1, 2)])
def test_sg_a39_a_failed_confidence_test_costs_a_level_and_one_at_half_the_target_two(face, level):
    scene = Firefight("a1 .*7 b1", b1="done").acts("a1", "a1:fire:b1").fires(1, 2, 1).rolls("confidence", face)
    scene.has("b1", confidence=level)


def test_sg_a39_shaken_units_test_before_they_leave_cover_or_advance():
    advance = Firefight(LANE, a1="shaken", b1="done").acts("a1", "a1:move:3,0").waits_for("reaction", 8)
    advance.rolls("reaction", 4).rolled("reaction", 8, need=4, threat=2).stands("a1", 0, 0).says("A1 fails: move.")
    back = Firefight(".*3 a1 .*12 b1", a1="shaken", b1="done").acts("a1", "a1:move:0,0").stands("a1", 0, 0)
    back.asked("a", "action")
    leave = Firefight(".*3 a1@T .*12 b1", a1="shaken", b1="done").acts("a1", "a1:move:0,0").waits_for("reaction", 8)
    leave.rolls("reaction", 5).stands("a1", 0, 0)


def test_sg_a39_broken_units_seek_cover_and_fire_only_at_units_that_fired_at_them():
    rows = [".*3 a1 .*8 b1", "T .*12", ".*12 b2"]
    scene = Firefight(*rows, a1="broken", b1="done fired_on:a1=1", b2="done").acts("a1")
    options = {o.id for o in scene.match.pending.options}
    moves = {o for o in options if o.startswith("a1:move")}
    assert moves == {"a1:move:0,1"}
    assert options - moves == {"a1:fire:b1", "a1:end"}
    scene.chooses("a1:move:0,1").stands("a1", 0, 1)


def test_sg_a39_broken_units_without_cover_in_reach_do_not_come_nearer():
    scene = Firefight(".*3 a1 .*8 b1", a1="broken", b1="done").acts("a1").does_not_offer("a1:move:4,0", "a1:overwatch")
    scene.offers("a1:move:0,0", "a1:end").does_not_offer("a1:combat_move:0,0", "a1:in_position", "a1:fire:b1")


def test_sg_a39_routed_units_move_away_and_do_nothing_else():
    scene = Firefight(".*3 a1 .*8 b1", a1="routed", b1="done fired_on:a1=1").acts("a1")
    scene.asked("a", "action", ["a1:move:0,0", "a1:move:1,0", "a1:move:2,0"])
    cornered = Firefight("a1 .*8 b1", a1="routed", b1="done fired_on:a1=1")
    cornered.says("A1’s activation ends.")  # nowhere to run to


# -- position, leaders, wounded (SG-A41 to SG-A43) --------------------------------------------------------------------


def test_sg_a41_a_position_is_easier_to_take_in_cover():
    Firefight("a1@T .*12 b1", b1="done").acts("a1", "a1:in_position").rolls("reaction", 3).marker(
        "a1", "in_position", "up"
    )
    scene = Firefight(LANE, b1="done").acts("a1", "a1:in_position").rolls("reaction", 4)
    scene.rolled("reaction", 8, need=4, threat=2).marker("a1", "in_position", None)


def test_sg_a41_a_position_is_left_by_a_test_or_by_an_action():
    fails = Firefight(LANE, a1="dug", b1="done").acts("a1", "a1:move:3,0").rolls("reaction", 4)
    fails.stands("a1", 0, 0).marker("a1", "in_position", "up").asked("a", "action")
    leaves = Firefight(LANE, a1="dug", b1="done").acts("a1", "a1:leave_position").marker("a1", "in_position", None)
    leaves.chooses("a1:move:3,0").stands("a1", 3, 0)


def test_sg_a42_an_order_is_heard_within_six_inches_and_rolled_for_beyond():
    near = (
        Firefight("a1 .*5 a2 .*8 b1", a1="command", b1="done")
        .acts("a1", "a1:transfer:a2")
        .asked("a", "action", unit="a2")
    )
    near.chooses("a2:end").asked("a", "action", unit="a1")
    far = Firefight("a1 .*6 a2 .*8 b1", a1="command", a2="LV=3", b1="done").acts("a1", "a1:transfer:a2")
    far.rolls("order", 3).rolled("order", 8, need=3).says("A1 fails: transfer.").asked("a", "action", unit="a1")
    far.has("a2", activated=0)


def test_sg_a42_two_transfers_a_turn():
    scene = Firefight("a1 . a2 .*8 b1", a1="command", b1="done").acts("a1", "a1:transfer:a2", "a2:end")
    scene.chooses("a1:transfer:a2", "a2:end").says("Turn 2 begins.")
    tired = Firefight("a1 . a2 .*8 b1", a1="command transfers=2", b1="done").acts("a1").does_not_offer("a1:transfer:a2")
    tired.offers("a1:end")


def test_sg_a42_a_rally_raises_confidence_by_a_roll_over_both_leaders():
    scene = Firefight("a1 . a2 .*8 b1", a1="command", a2="broken", b1="done").acts("a1", "a1:rally:a2")
    scene.rolls("rally", 4).rolled("rally", 8, need=4, leader=2).has("a2", confidence=3)
    better = Firefight("a1 . a2 .*8 b1", a1="command", a2="broken", b1="done").acts("a1", "a1:rally:a2")
    better.rolls("rally", 5).has("a2", confidence=2).says("A2 rallies and is shaken.")
    far = Firefight("a1 .*7 a2 .*8 b1", a1="command", a2="broken", b1="done").acts("a1", "a1:rally:a2")
    far.rolls("order", 2).says("A1 fails: rally.").has("a2", confidence=3)


def test_sg_a32_a_leader_rallies_once_in_an_activation_and_may_do_something_else():
    scene = Firefight("a1 . a2 . a3 .*6 b1", a1="command", a2="broken", a3="shaken", b1="done").acts("a1")
    scene.offers("a1:rally:a2", "a1:rally:a3").chooses("a1:rally:a2").rolls("rally", 4)
    scene.offers("a1:transfer:a2", "a1:fire:b1").does_not_offer("a1:rally:a2", "a1:rally:a3")
    assert ("SG-A32", "no second rally in one activation") in [(one.clause, one.reason) for one in scene.missing("a1")]


def test_sg_a38_a_suppressed_leader_rallies_nobody_beyond_his_voice():
    rows = ["a1 .*8 a3", ".*15", ".*14 b1"]
    scene = Firefight(*rows, a1="command suppressed", a3="shaken", b1="done").acts("a1").does_not_offer("a1:rally:a3")
    assert ("SG-A38", "no rally while suppressed except of friends within 6″") in [
        (one.clause, one.reason) for one in scene.missing("a1")
    ]


def test_sg_a43_reorganising_treats_each_wounded_man():
    scene = Firefight(LANE, a1="men=3 wounded=3", b1="done").acts("a1", "a1:reorganise")
    scene.rolls("treat wounded", 2).rolls("treat wounded", 5).rolls("treat wounded", 6).men("a1", 4).has(
        "a1", wounded=0
    )


# -- vehicles and missiles (SG-A44, SG-A45) ---------------------------------------------------------------------------

TANK = "light_vehicle"


def test_sg_a44_missiles_are_fired_only_at_vehicles_and_at_any_range():
    scene = Firefight("a1 .*60 b1", ".*20 b2", a1="missile_team", b1=f"{TANK} done").acts("a1")
    scene.offers("a1:fire:b1:guided_missile").does_not_offer("a1:fire:b2:guided_missile", "a1:fire:b1")


@pytest.mark.parametrize(
    ("faces", "words"), [((10, 10), "holds"), ((11, 10), "stopped for good"), ((11, 5), "destroyed")]
)
def test_sg_a45_a_missile_that_beats_the_armour_stops_or_destroys(faces, words):
    scene = Firefight("a1 .*20 b1", ".*20 b2", a1="missile_team", b1=f"{TANK} done", b2="done").acts("a1")
    scene.chooses("a1:fire:b1:guided_missile").waits_for("fire", 6, 8, 8).fires(1, 2, 1).waits_for("impact", 12, 10)
    scene.rolls("impact", *faces)
    assert any(words in line.text for line in scene.match.log_for(None))
    scene.never_says("suppressed", "confidence_lost")


def test_sg_a45_a_stopped_vehicle_moves_no_more_and_still_fires():
    scene = Firefight("a1 .*12 b1", a1=f"{TANK} immobile=1", b1="done").acts("a1").offers("a1:fire:b1", "a1:overwatch")
    scene.does_not_offer("a1:move:3,0", "a1:combat_move:3,0", "a1:in_position")


def test_sg_a45_a_missile_on_the_move_stops_it_there():
    scene = Firefight("a1 .*20 b1", a1=TANK, b1="missile_team").acts("a1", "a1:move:8,0")
    scene.chooses("b1:opportunity_fire:a1:p4:guided_missile").rolls("opportunity", 8)
    scene.fires(1, 2, 1).rolls("impact", 11, 10).stands("a1", 4, 0)


# -- close assault (SG-A46) -------------------------------------------------------------------------------------------


def assault(**units):
    return Firefight("a1 .*5 b1 .*8", **{"b1": "done", **units}).acts("a1", "a1:close_assault:b1")


@pytest.mark.parametrize(("level", "threat"), [("confident", 0), ("steady", 1), ("shaken", 3)])
def test_sg_a46_an_assault_takes_a_test_and_both_actions(level, threat):
    scene = assault(a1=level)
    scene.rolls("reaction", 2 + threat).says("A1 fails: close assault.").stands("a1", 0, 0)
    scene.says("Turn 2 begins.")


def test_sg_a46_the_defender_holds_by_the_odds_or_falls_back():
    scene = assault(b1="done men=3").rolls("reaction", 8).stands("a1", 5, 0).rolls("confidence", 4)
    scene.rolled("confidence", 8, need=4, threat=2).says("B1 falls back.").stands("b1", 12, 0)


@pytest.mark.parametrize(("men", "against", "threat"), [(6, 4, 1), (3, 6, 1), (5, 3, 1), (5, 2, 2), (6, 2, 3)])
def test_sg_a46_the_odds_of_an_assault_are_rounded_down_to_a_threat_of_at_least_one(men, against, threat):
    scene = assault(a1=f"men={men}", b1=f"done men={against}").rolls("reaction", 8).stands("a1", 5, 0)
    scene.rolls("confidence", 2 + threat).rolled("confidence", 8, need=2 + threat, threat=threat).says("B1 falls back.")


def holds_on(scene):
    """B1 stands, and does not fire before the blows."""
    return scene.rolls("confidence", 8).asked("b", "final_fire", unit="b1").chooses("b1:nothing")


def test_sg_a46_men_fight_in_pairs_and_the_smaller_side_withdraws():
    scene = holds_on(assault(a1="men=2", b1="done men=2").rolls("reaction", 8))
    scene.rolls("man to man", 5, 5).rolls("man to man", 5, 2).rolls("man to man", 3, 4)
    scene.men("a1", 1).men("b1", 1).says("B1 falls back.")
    wiped = holds_on(assault(a1="men=2", b1="done men=1").rolls("reaction", 8))
    wiped.rolls("man to man", 5, 2).out("b1").says("A wins: only one side is left.")


def test_sg_a19_an_assault_is_fired_at_like_a_combat_move_and_suppression_ends_it_out_of_contact():
    scene = assault(b1="watch").rolls("reaction", 8).asked("b", "react").chooses("b1:overwatch_fire:a1:p2")
    scene.fires(1, 2, 1).rolls("confidence", 8).marker("a1", "suppressed", "up")
    scene.says("A1 moves to f1.", "A1’s assault on B1 comes to nothing.", "A1 falls back.").stands("a1", 0, 0)
    scene.never_says("man_killed")


def test_sg_a19_an_assaulter_stopped_short_of_contact_stays_there():
    scene = assault(b1="watch").rolls("reaction", 8).chooses("b1:overwatch_fire:a1:p2").fires(1, 2, 7)
    scene.rolls("remainder", 6).rolls("who is hit", 1).rolls("impact", 6, 4).rolls("confidence", 8).chooses("a1:stop")
    scene.says("A1’s assault on B1 comes to nothing.").never_says("fell_back").stands("a1", 2, 0)


def test_sg_a19_the_charged_squad_has_its_final_fire_without_test_shift_or_activation():
    scene = assault(b1="line").rolls("reaction", 8).passes("b").rolls("confidence", 8)
    scene.asked("b", "final_fire", ["b1:final_fire:a1", "b1:nothing"], unit="b1").sums("b1:final_fire:a1", 4)
    scene.chooses("b1:final_fire:a1").cites("fire_announced", "SG-A19").waits_for("fire", 4, 8, 12).fires(4, 1, 1)
    scene.has("b1", activated=0).owes(b=0).waits_for("man to man", 8, 8)


def test_sg_a19_an_assaulter_suppressed_by_the_final_fire_falls_back():
    scene = assault().rolls("reaction", 8).rolls("confidence", 8).chooses("b1:final_fire:a1").fires(1, 2, 1)
    scene.rolls("confidence", 8).has("a1", suppressed=1).says("A1’s assault on B1 comes to nothing.")
    scene.says("A1 falls back.").stands("a1", 0, 0).never_says("man_killed")


def test_sg_a19_a_man_lost_to_the_final_fire_fights_no_more():
    scene = assault(a1="men=1", b1="done men=1").rolls("reaction", 8).rolls("confidence", 8)
    scene.chooses("b1:final_fire:a1").fires(1, 4, 4).rolls("who is hit", 1).rolls("impact", 9, 4).out("a1")
    scene.says("A1’s assault on B1 comes to nothing.").never_says("fell_back")


def test_sg_a19_a_squad_that_is_suppressed_or_has_fired_its_weapons_has_no_final_fire():
    for words in ("done suppressed", "done used:advanced_rifle=1"):
        assault(b1=words).rolls("reaction", 8).rolls("confidence", 8).waits_for("man to man", 8, 8)


def test_sg_a19_a_support_weapon_left_over_fires_alone():
    scene = assault(b1="fire_squad done used:advanced_rifle=1").rolls("reaction", 8).rolls("confidence", 8)
    scene.asked("b", "final_fire", ["b1:final_fire:a1", "b1:nothing"]).chooses("b1:final_fire:a1")
    scene.waits_for("fire", 4, 8, 8)


def test_sg_a19_14_final_fire_is_an_action_that_can_be_answered():
    scene = Firefight("a1 .*5 b1 .*8", "a2 .*14", b1="done").acts("a1", "a1:close_assault:b1").rolls("reaction", 8)
    scene.rolls("confidence", 8).chooses("b1:final_fire:a1")
    scene.asked("a", "react", ["a2:opportunity_fire:b1", "pass"]).passes("a").fires(4, 1, 1)


def test_sg_a19_a_squad_that_falls_back_does_not_fire():
    assault().rolls("reaction", 8).rolls("confidence", 1).says("B1 falls back.").never_says("fired")


# -- actions that fail their first test (SG-A28) ----------------------------------------------------------------------


def test_sg_a28_a_move_that_fails_its_first_test_is_answered_where_the_unit_stands():
    scene = Firefight(LANE, ".*12 b2", a1="shaken", b1="watch", b2="watch").acts("a1", "a1:move:3,0")
    scene.rolls("reaction", 4).says("A1 fails: move.").cites("action_failed", "SG-A28").asked("b", "react")
    scene.offers("b1:opportunity_fire:a1:p0", "b1:overwatch_fire:a1:p0").does_not_offer("b1:overwatch_fire:a1:p1")
    scene.chooses("b1:overwatch_fire:a1:p0").waits_for("fire", 8, 8, 12).fires(1, 2, 1).rolls("confidence", 8)
    scene.has("a1", suppressed=1).never_says("move_stopped").chooses("b2:overwatch_fire:a1:p0").fires(8, 1, 1)
    scene.stands("a1", 0, 0).asked("a", "action", ["a1:remove_suppression", "a1:end"])


def test_sg_a28_a_unit_that_fails_to_leave_its_position_is_shot_at_in_it():
    scene = Firefight(LANE, a1="dug", b1="watch").acts("a1", "a1:combat_move:3,0").rolls("reaction", 4)
    scene.sums("b1:overwatch_fire:a1:p0", 10, in_position=1, opportunity_fire=1).chooses("b1:overwatch_fire:a1:p0")
    scene.fires(1, 2, 1).rolls("confidence", 8).has("a1", suppressed=1, suppressions_waiting=0)
    scene.marker("a1", "in_position", "up")


def test_sg_a28_an_assault_that_fails_its_first_test_is_answered_too():
    scene = assault(b1="watch").rolls("reaction", 2).says("A1 fails: close assault.").asked("b", "react")
    scene.offers("b1:overwatch_fire:a1:p0").chooses("b1:overwatch_fire:a1:p0").fires(1, 2, 1).rolls("confidence", 8)
    scene.has("a1", suppressed=1).stands("a1", 0, 0).never_says("assault_failed")


@pytest.mark.parametrize("ruling", ["path", "stop_ends", "declared"])
def test_sg_a28_a_move_that_fails_is_answered_under_every_ruling_on_movers_and_asks_for_no_way(ruling):
    scene = Firefight(LANE, ".*12 b2", a1="shaken", b1="watch", b2="watch", rulings={"SG-A7": ruling})
    scene.acts("a1", "a1:move:3,0").rolls("reaction", 4).chooses("b1:overwatch_fire:a1:p0")
    scene = scene.passes("b") if ruling == "declared" else scene
    scene.fires(8, 1, 1)
    scene = scene if ruling == "declared" else scene.passes("b")
    scene.asked("a", "action").offers("a1:overwatch")


def test_sg_a28_no_reaction_fire_at_a_second_move_that_was_never_made():
    scene = Firefight("a1 .*12 b1", ".*13 b2", a1="shaken").acts("a1", "a1:move:1,0").rolls("reaction", 8).passes("b")
    scene.chooses("a1:move:2,0").rolls("reaction", 1).asked("b", "react").does_not_offer("b1:reaction_fire:a1")


def test_sg_a46_an_assault_may_be_made_from_where_the_unit_stands_and_from_the_first_cell():
    scene = Firefight("a1 b1 .*8", b1="done").acts("a1").offers("a1:close_assault:b1")
    scene.chooses("a1:close_assault:b1").rolls("reaction", 8).rolls("confidence", 1).says(
        "A1 declares a close assault to a1."
    )
    scene.stands("a1", 0, 0).says("B1 falls back.")


def test_sg_a46_a_unit_may_fall_back_to_the_first_cell():
    scene = Firefight(".*4 b1 .*5 a1", b1="done men=3").acts("a1", "a1:close_assault:b1").rolls("reaction", 8)
    scene.rolls("confidence", 1).stands("b1", 0, 0).says("B1 falls back.")


def test_sg_a46_other_moves_do_not_end_beside_an_enemy():
    scene = Firefight("a1 .*5 b1 .*8", b1="done").acts("a1").offers("a1:move:4,0")
    scene.does_not_offer("a1:move:5,0", "a1:combat_move:5,0")


# -- moves and victory (SG-A40, SG-A47) -------------------------------------------------------------------------------


def test_sg_a40_difficult_ground_costs_double_and_a_bent_path_its_length():
    Firefight("a1 , , , , .*8 b1", b1="done").acts("a1").offers("a1:move:3,0").does_not_offer("a1:move:4,0")
    scene = Firefight("a1 .*12 b1", ".*14", b1="done").acts("a1")
    with pytest.raises(IllegalChoice, match=r"7\.5″"):
        scene.match.choose(
            Choice(
                "a1:move:4,0",
                path=tuple(scene.cell(*xy) for xy in ((0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (4, 0))),
            )
        )
    scene.chooses("a1:move:4,0", path=[(1, 1), (2, 1), (3, 1), (4, 0)]).stands("a1", 4, 0)


GOAL = [{"id": "mill", "name": "the mill", "cells": [[0, 0]], "points": 2}]


def held(**units):
    scene = Firefight("a1 .*12 b1", objectives=GOAL, turns=1, b1="done", **units)
    return scene.acts("a1", "a1:end")


def test_sg_a47_a_fit_unit_alone_on_the_ground_scores():
    held().says("A holds the mill and scores 2.", "A wins: more points, 2 against 0.")
    held(a1="suppressed").never_says("objective_scored").says("A draw: equal in points and fit men.")


def test_sg_a47_a_side_without_a_unit_fit_to_fight_loses_at_once():
    scene = Firefight("a1 .*12 b1", b1="broken done").acts("a1", "a1:end")
    scene.says("A wins: the other side has no unit fit to fight.")


def test_sg_a47_with_equal_points_more_fit_men_win():
    Firefight("a1 .*12 b1", b1="done men=5", turns=1).acts("a1", "a1:end").says("A wins: more fit men, 6 against 5.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ARMOUR=7", "Unit a1: its ARMOUR is 7, which is no die; use one of 4, 6, 8, 10, 12."),
        ("ECM=5", "Unit a1: its ECM is 5, which is no die; use one of 0, 4, 6, 8, 10, 12."),
        ("confidence=5", 'Unit a1: its "confidence" is 5; use a whole number from 0 to 4.'),
        ("motivation=4", 'Unit a1: its "motivation" is 4; use a whole number from 0 to 3.'),
        ("wounded=-1", 'Unit a1: its "wounded" is -1; use a whole number from 0 to 99.'),
        ("abandoned=2 abandoned_at=99", "Unit a1: it has left 2 men at cell 99; name men and a cell of the board."),
    ],
)
def test_a_squad_that_cannot_be_is_refused_in_a_sentence(words, sentence):
    with pytest.raises(SetupError) as refused:
        Firefight("a1 .*9 b1", a1=words)
    assert str(refused.value) == sentence
