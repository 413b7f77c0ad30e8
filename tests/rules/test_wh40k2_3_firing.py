"""WH40K 2nd edition: when overwatch may be fired and at what (WH-09 to WH-17)."""

from __future__ import annotations

import pytest

from game.engine.answers import Choice
from tests.squads import Squads
from tests.viewed import viewed


def lane(**units):
    """A1 at the left end, B1 with a counter fourteen inches off, everything open."""
    return Squads("a1 .*13 b1", b1="elite watch", **units)


def test_wh_09_overwatch_is_fired_only_in_the_movement_phase_of_the_next_enemy_turn():
    scene = lane().asked("b", "react").passes("b").chooses("end").passes("b").asked("a", "shoot")
    scene.refused("b1", "WH-09", "movement phase only").watches("b1").chooses("end")
    scene.says("Turn 1, B.", "B1’s overwatch counter comes off.").watches()  # its chance has gone


def test_wh_09_overwatch_is_not_fired_while_charges_are_declared():
    Squads("a1 .*5 b1", b1="elite watch", phase="charge").asked("a", "charge").refused(
        "b1", "WH-09", "movement phase only"
    )


def test_wh_10_overwatch_is_fired_at_any_moment_of_the_phase():
    scene = Squads("a1 a2 .*13 b1", b1="elite watch").asked("b", "react").passes("b")  # as it opens
    scene.chooses("a2:move:2,0").passes("b")  # during the first move
    scene.chooses("a1:move:1,0").passes("b")  # during the second
    scene.asked("b", "react").offers("b1:ranged_attack:a2").chooses("b1:ranged_attack:a2")  # as it closes
    scene.rolls("to hit", 1, 1, 1, 1, 1).asked("a", "shoot")


def test_wh_11_overwatch_is_fired_before_a_move_at_every_point_of_it_and_after_it():
    scene = Squads("a1 .*3 n .*13 b1", b1="elite watch").offers("b1:ranged_attack:a1").passes("b")  # before it moves
    scene.chooses("a1:move:3,0")
    assert scene.points_of("b1:ranged_attack:a1") == ["p0", "p1", "p2", "p3", "after"]
    scene.sums("b1:ranged_attack:a1:p3", 6, overwatch=-1, low_cover=-2)
    scene.sums("b1:ranged_attack:a1:after", 5, low_cover=-2)
    twin = scene.match.clone()
    scene.chooses("b1:ranged_attack:a1:p2").stands("a1", 2, 0).rolls("to hit", 1, 1, 1, 1, 1).stands("a1", 3, 0)
    scene.match = twin
    scene.chooses("b1:ranged_attack:a1:after").asked("a", "hide").stands("a1", 3, 0)  # its move ends first


def test_wh_11_a_mover_that_hides_at_the_end_spoils_the_shot_that_waited_for_it():
    scene = Squads("a1 .*3 n .*13 b1", b1="elite watch").passes("b").chooses("a1:move:3,0")
    scene.chooses("b1:ranged_attack:a1:after", "a1:hide").says("B1’s reaction lapses: A1 is hidden.").watches("b1")
    scene.never_says("fired")
    scene = Squads("a1 .*3 n .*13 b1", b1="elite watch").passes("b").chooses("a1:move:3,0")
    scene.chooses("b1:ranged_attack:a1:after", "a1:none").rolls("to hit", 1, 1, 1, 1, 1).needs(5, low_cover=-2)
    scene.watches()


def test_wh_11_a_shot_after_the_move_that_is_no_better_than_at_its_end_is_not_offered_twice():
    scene = lane().passes("b").chooses("a1:move:2,0")
    assert scene.points_of("b1:ranged_attack:a1") == ["p0", "p1", "p2"]


def test_wh_12_an_enemy_that_stays_put_is_a_target_if_it_can_be_seen():
    scene = Squads("a1 .*12 b1", ". # .*12", "a2 # .*12", b1="elite watch")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"]).cites("phase_started", "WH-09").passes("b")
    scene.chooses("a2:move:0,1").passes("b").chooses("a2:none", "a1:stand").asked(
        "b", "react", ["b1:ranged_attack:a1", "pass"]
    )  # it never moved
    scene.chooses("b1:ranged_attack:a1").rolls("to hit", 1, 1, 1, 1, 1).says("B1 fires at A1.")


def test_wh_12_an_enemy_that_stays_is_a_target_while_another_moves():
    scene = Squads("a1 .*10 b1", "a2 .*10 .", b1="elite watch").passes("b").chooses("a2:move:2,1")
    scene.offers("b1:ranged_attack:a2:p0", "b1:ranged_attack:a2:p2").offers("b1:ranged_attack:a1")


def test_wh_13_a_mover_unseen_at_both_ends_may_be_shot_at_between_them():
    scene = Squads("a1 .*7", "#*2 .*3 #*3", *[".*8"] * 9, ".*3 b1 .*4", a1="fast_raider", b1="elite watch")
    scene.asked("a", "activate").chooses("a1:run:7,0").asked("b", "react")  # no enemy was in sight as the phase opened
    points = scene.points_of("b1:ranged_attack:a1")
    assert points[0] != "p0"
    assert "p7" not in points
    assert "p3" in points
    refused = {no.point: no.clause for no in scene.match.pending.refused if no.point >= 0}
    assert refused[0] == refused[7] == "WH-13"
    scene.chooses("b1:ranged_attack:a1:p3").rolls("to hit", 1, 1, 1, 1, 1).stands("a1", 7, 0)


def test_wh_14_range_is_measured_to_the_point_where_the_target_is_shot_at():
    scene = Squads("a1 .*25 b1", b1="elite watch").asked("a", "activate")
    scene.chooses("a1:move:4,0")  # 26 inches off, into range at 24
    assert scene.points_of("b1:ranged_attack:a1") == ["p2", "p3", "p4"]
    refused = {no.point: (no.clause, no.reason) for no in scene.match.pending.refused if no.point >= 0}
    assert refused == {0: ("WH-14", "26″ away, range 24″"), 1: ("WH-14", "25″ away, range 24″")}
    scene = Squads("a1 .*13 b1", b1="elite watch").passes("b").chooses("a1:move:4,0")
    scene.sums("b1:ranged_attack:a1:p1", 3).sums("b1:ranged_attack:a1:p2", 2, short_range=1)


def test_wh_15_no_grenade_is_thrown_from_overwatch():
    scene = Squads("a1 .*5 b1", b1="elite watch").asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    assert ("WH-15", "b1") in [(no.clause, no.unit) for no in scene.match.pending.refused]
    scene.does_not_offer("b1:throw:a1", "b1:ranged_attack:a1:grenade").passes("b")
    scene.chooses("a1:stand").passes("b").offers("a1:throw:b1")  # at home they may be


def test_wh_15_a_squad_with_nothing_but_grenades_cannot_fire():
    scene = (
        Squads("a1 .*5 b1 b2", b1="elite watch weapon=grenade", b2="elite watch")
        .asked("b", "react")
        .refused("b1", "WH-15")
    )
    assert {o.weapon for o in scene.match.pending.options} == {"bolt_rifle", ""}


def test_wh_15_a_squad_with_nothing_but_grenades_is_refused_for_that_and_not_for_its_range():
    scene = Squads("a1 .*12 b1 b2", b1="elite watch weapon=grenade", b2="elite watch").chooses("pass")
    scene.chooses("a1:move:4,0").asked("b", "react")
    assert {no.clause for no in scene.match.pending.refused if no.unit == "b1"} == {"WH-15"}


def test_wh_16_the_counter_comes_off_with_the_first_shot():
    scene = Squads("a1 a2 .*12 b1", b1="elite watch").chooses("b1:ranged_attack:a2").watches()
    scene.cites("counter_spent", "WH-16").rolls("to hit", 1, 1, 1, 1, 1).asked("a", "activate").chooses("a2:move:2,0")
    scene.asked("a", "activate")  # no window: nobody is left to fire


def test_wh_17_the_shot_is_resolved_and_the_move_goes_on():
    scene = lane(a1="line").passes("b").chooses("a1:move:3,0", "b1:ranged_attack:a1:p1").stands("a1", 1, 0)
    scene.rolls("to hit", 2, 3, 4, 1, 6).rolls("to wound", 3, 2, 5)  # 3+ at 13 inches; S4 against T3 wounds on 3+
    scene.models("a1", 8).stands("a1", 3, 0)
    scene.says("A1 loses 2 models; 8 left.", "A1 moves to d1.", "A1’s move is over.")


def test_wh_17_the_move_of_a_squad_that_is_wiped_out_does_not_go_on():
    scene = Squads("a1 a2 .*12 b1", a2="line figures=2", b1="elite watch").passes("b").chooses("a2:move:4,0")
    scene.chooses("b1:ranged_attack:a2:p1").rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", 6, 6, 6, 6, 6).out("a2")
    scene.says("Nothing is left of A2; its move ends.").asked("a", "activate")


def test_wh_17_a_squad_wiped_out_on_its_way_is_no_target_for_the_next_squad_on_overwatch():
    scene = Squads("a1 a2 .*12 b1", ".*14 b2", a2="line figures=1", b1="elite watch", b2="elite watch").passes("b")
    scene.chooses("a2:move:4,0", "b1:ranged_attack:a2:p1").rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", *[6] * 5)
    scene.out("a2").asked("b", "react", ["b2:ranged_attack:a1", "pass"])


def test_wh_a5_all_models_of_a_squad_fire_at_the_same_moment():
    scene = lane().passes("b").chooses("a1:move:3,0", "b1:ranged_attack:a1:p0").rolls("to hit", 1, 1, 1, 1, 1)
    scene.asked("a", "shoot").stands("a1", 3, 0)  # no second moment, though the move went on


def test_wh_a9_a_squad_on_overwatch_does_not_answer_overwatch_fire():
    scene = lane(a1="elite watch").refused("a1", "WH-A9").chooses("b1:ranged_attack:a1").rolls("to hit", 1, 1, 1, 1, 1)
    scene.rolls("leadership", 1, 1).watches("a1")
    assert not [e for e in scene.match.events if e.type == "fired" and e.fields["unit"] == "a1"]


def test_wh_a11_two_squads_at_one_moment_fire_in_their_owners_order_each_in_full():
    scene = Squads("a1 .*13 b1", ".*14 b2", b1="elite watch", b2="elite watch").passes("b").chooses("a1:move:3,0")
    scene.chooses("b2:ranged_attack:a1:p2").rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", 6, 1, 1, 1, 1)
    scene.rolls("save", 1).models("a1", 4).asked("b", "react")
    assert scene.points_of("b1:ranged_attack:a1") == ["p2", "p3"]  # what lies behind has gone by
    scene.chooses("b1:ranged_attack:a1:p2").rolls("to hit", 1, 1, 1, 1, 1).stands("a1", 3, 0)


def test_wh_a15_there_are_five_kinds_of_moments_to_fire_at():
    scene = lane()
    asked = [viewed(scene.match)["queue"]["trigger"]["kind"]]
    scene.passes("b").chooses("a1:move:3,0").asked("b", "react")
    asked.append(viewed(scene.match)["queue"]["trigger"]["kind"])
    scene.passes("b")
    asked.append(viewed(scene.match)["queue"]["trigger"]["kind"])
    assert asked == ["phase_started", "move", "phase_ending"]


def test_wh_a20_models_are_lost_where_they_were_hit_and_the_others_go_on():
    scene = lane(a1="raider").passes("b").chooses("a1:move:4,0", "b1:ranged_attack:a1:p2")
    scene.rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", 4, 4, 4, 1, 1)
    kinds = [(e.type, e.fields.get("at")) for e in scene.match.events if e.type in ("moved", "models_lost")]
    assert kinds == [("moved", 2), ("models_lost", None), ("moved", 4)]


@pytest.mark.parametrize("profile", ["raider", "elite"])
def test_wh_a29_the_target_is_the_nearest_in_sight_or_one_easier_to_hit(profile):
    scene = Squads(".*8 a1 .*5 b1", "a2 .*14", ".*5 a3@n .*9", a1=profile, b1="elite watch")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"])  # a2 is farther, a3 farther and in cover
    scene = Squads(".*8 a1@n .*5 b1", "a2 .*14", a1=profile, b1="elite watch")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "b1:ranged_attack:a2", "b1:divide", "pass"])  # a2 is easier
    scene.passes("b").chooses("a2:move:1,1").offers("b1:ranged_attack:a2:p0", "b1:ranged_attack:a1")
    scene = Squads(".*2 a1 .*8 b1", "a2 .*11", a1=profile, b1="elite watch").passes("b").chooses("a1:move:2,1")
    scene.offers("b1:ranged_attack:a1:p1").does_not_offer("b1:ranged_attack:a2")  # the mover is the nearest


def test_wh_36_covering_fire_may_be_free_to_pick_its_target():  # WH-A29
    rows = [".*8 a1 .*5 b1", "a2 .*14"]
    watchers = {"a2": "elite watch", "b1": "elite watch"}
    Squads(*rows, **watchers).asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    scene = Squads(*rows, **watchers, rulings={"WH-A29": "free_on_overwatch"})
    scene.asked("b", "react", ["b1:ranged_attack:a1", "b1:ranged_attack:a2", "b1:divide", "pass"])
    scene.chooses("b1:ranged_attack:a2").rolls("to hit", 1, 1, 1, 1, 1).rolls("leadership", 6, 6).watches()
    scene = Squads(*rows, phase="shooting", seat="b", rulings={"WH-A29": "free_on_overwatch"}).asked("b", "shoot")
    scene.does_not_offer("b1:ranged_attack:a2")  # at home the nearest binds as ever


TWO_CHARGES = ["a1 .*7 b1 .*7 a2", ".*16"]
CHARGED = {"b1": "elite watch", "phase": "charge"}


def test_wh_a17_a_squad_on_overwatch_in_hand_to_hand_may_still_answer_a_second_charge():
    scene = Squads(*TWO_CHARGES, "a3 .*15", **CHARGED).chooses("a1:charge:b1", "a2:charge:b1", "done").passes("b")
    scene.chooses("a1:charge").passes("b").says("A1 is in contact with B1.").asked("b", "react")  # a2 comes
    points = [f"b1:ranged_attack:a2:p{point}" for point in range(8)]
    scene.asked("b", "react", [*points, "pass"])  # neither at a1, in contact, nor at a3, which does not charge
    scene.sums("b1:ranged_attack:a2:p2", 3, short_range=1, overwatch=-1)
    scene.chooses("b1:ranged_attack:a2:p2").rolls("to hit", 1, 1, 1, 1, 1).watches()


def test_wh_a17_a_squad_in_hand_to_hand_may_fire_at_a_second_charger_before_it_moves():
    rows = ["a1 .*7 b1 .*7 a2", *[".*16"] * 9, "a3 .*7 b2 .*7"]
    scene = (
        Squads(*rows, **CHARGED, b2="elite watch").chooses("a1:charge:b1", "a2:charge:b1", "a3:charge:b2").passes("b")
    )
    scene.chooses("a1:charge").passes("b").chooses("a3:charge").asked("b", "react")
    scene.sums("b1:ranged_attack:a2", 3, short_range=1, overwatch=-1).does_not_offer("b1:ranged_attack:a3:p1")


def test_wh_a17_a_squad_in_hand_to_hand_fires_at_no_other_enemy_and_loses_its_counter_when_movement_ends():
    scene = Squads(*TWO_CHARGES, ".*7 b2 .*8", **CHARGED, b2="elite watch").chooses("a1:charge:b1", "done").passes("b")
    scene.passes("b").says("A1 is in contact with B1.").chooses("a2:move:15,0").asked("b", "react")
    scene.refused("b1", "WH-A17", "no other enemy charges it").passes("b", "b")
    scene.says("A2 declares a move to p1.", "B1 loses its overwatch counter: in hand-to-hand.")


def test_wh_a17_by_the_ruling_the_first_contact_ends_overwatch():
    scene = Squads(*TWO_CHARGES, **CHARGED, rulings={"WH-A17": "first_touch"}).chooses("a1:charge:b1", "a2:charge:b1")
    scene.passes("b").chooses("a1:charge").passes("b").says("A1 is in contact with B1.", "A2 is in contact with B1.")


def test_a_pass_may_hold_until_an_enemy_comes_near():
    scene = Squads("a1 .*19 b1", b1="elite watch").asked("b", "react")
    assert "until an enemy in sight comes within 4″, 8″, 12″ or 16″" in scene.match.pending.note
    scene.chooses("pass", until="within 16").asked("a", "activate").chooses("a1:move:3,0")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"]).passes("b").asked(
        "a", "shoot"
    )  # 17 inches: not asked on the way
    scene = Squads("a1 .*19 b1", b1="elite watch").chooses("pass", until="within 16").chooses("a1:move:4,0")
    scene.asked("b", "react").offers("b1:ranged_attack:a1:p4").chooses("pass", until="within 12")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"])  # as the phase closes


def test_wh_a15_a_pass_that_holds_never_swallows_the_last_moment_of_the_phase():
    scene = Squads("a1 .*19 b1", b1="elite watch").chooses("pass", until="within 8").chooses("end")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"]).chooses("b1:ranged_attack:a1")
    scene.rolls("to hit", 1, 1, 1, 1, 1).watches().asked("a", "shoot")


ONCE = {"WH-A15": "five_moments"}


def test_wh_10_12_a15_the_last_moment_of_the_phase_comes_for_whoever_let_the_first_go():
    scene = Squads("a1 .*13 b1", b1="elite watch").passes("b").chooses("a1:stand")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"]).chooses("b1:ranged_attack:a1").rolls(
        "to hit", 1, 1, 1, 1, 1
    )
    assert asked_in_all(Squads("a1 .*13 b1", b1="elite watch").passes("b").chooses("end")) == 2
    assert asked_in_all(Squads("a1 .*13 b1", b1="elite watch").passes("b").chooses("a1:move:1,0").passes("b")) == 3


def test_wh_a15_a_pass_for_the_turn_is_the_way_not_to_be_asked_at_the_last_moment():
    scene = Squads("a1 .*13 b1", b1="elite watch").chooses("pass", until="turn").chooses("a1:stand")
    scene.asked("a", "shoot").watches("b1")


def test_wh_a15_with_the_other_choice_the_owner_is_asked_once_where_nothing_has_moved():
    assert asked_in_all(Squads("a1 .*13 b1", b1="elite watch", rulings=ONCE).passes("b").chooses("a1:stand")) == 1
    assert asked_in_all(Squads("a1 .*13 b1", b1="elite watch", rulings=ONCE).passes("b").chooses("end")) == 1
    scene = Squads("a1 .*13 b1", b1="elite watch", rulings=ONCE).passes("b").chooses("a1:move:1,0").passes("b")
    assert asked_in_all(scene) == 3


def test_wh_a15_a_mover_that_was_shot_to_nothing_has_moved():
    for rulings in ({}, ONCE):
        units = {"a1": "line figures=1", "b1": "elite watch", "b2": "elite watch"}
        scene = Squads("a1 .*13 b1", "a2 .*13 b2", rulings=rulings, **units).passes("b").chooses("a1:move:1,0")
        scene.chooses("b1:ranged_attack:a1:p0").rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", 6, 6, 6, 6, 6)
        scene.out("a1").passes("b").chooses("end").asked("b", "react", ["b2:ranged_attack:a2", "pass"])


def test_wh_a15_after_an_enemy_has_hidden_the_owner_is_asked_again():
    scene = Squads("a1@n .*8 b1", "a2 .*9", b1="elite watch").passes("b").chooses("a1:hide", "end")
    scene.asked("b", "react", ["b1:ranged_attack:a2", "pass"])  # a1, which is the nearest, is not seen any more


def asked_in_all(scene):
    """How often B is asked in A's movement phase, in which it passes from now on."""
    while scene.match.pending.seat == "b":
        scene.passes("b")
    scene.asked("a", "shoot")
    return sum(choice == Choice("pass") for choice in scene.match.choices)


def test_wh_16_at_a_second_charge_a_squad_that_has_shot_is_told_that_its_counter_is_spent():
    rows = ["a1 .*7 b1 .*5", ".*14", "a2 .*7 b2 .*5"]
    scene = Squads(*rows, b1="elite watch", b2="elite watch", phase="charge").chooses("a1:charge:b1", "a2:charge:b1")
    scene.passes("b").chooses("a1:charge").chooses("b1:ranged_attack:a1:p3")
    while "A2 charges" not in scene.match.pending.note:
        asked = scene.match.pending
        scene.match.choose(Choice(faces=(1,) * len(asked.dice)) if asked.dice else asked.default)
    scene.asked("b", "react").refused("b1", "WH-16", "its counter came off as it shot")


def test_wh_11_point_0_of_a_move_is_before_it_moves():
    scene = Squads("a1 .*9 b1", ".*11", b1="elite watch", phase="movement").passes("b").chooses("a1:move:2,1")
    asked = scene.asked("b", "react").match.pending
    assert asked.option("b1:ranged_attack:a1:p0").text == "Fire at A1 at a1, before it moves"
    assert asked.option("b1:ranged_attack:a1:p0").clauses == ("WH-11",)
    assert "before" not in asked.option("b1:ranged_attack:a1:p1").text


def test_wh_05_only_a_vehicle_or_a_character_goes_on_overwatch_under_it():
    rows = ["a1 a2 a3 .*9 b1"]
    scene = Squads(*rows, a1="elite", a2="light_vehicle", a3="character", phase="start")
    scene.chooses("a1:overwatch", "a2:overwatch", "a3:overwatch")
    placed = [event for event in scene.match.events if event.type == "overwatch_placed"]
    assert ["WH-05" in event.clauses for event in placed] == [False, True, True]
