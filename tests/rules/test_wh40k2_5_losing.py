"""WH40K 2nd edition: how counters are lost and kept (WH-26 to WH-36)."""

from __future__ import annotations

import pytest

from tests.squads import Squads

MISS = (1, 1, 1, 1, 1)


def under_fire(profile="elite", **given):
    """B is on the move; its squad B1 watches and is fired at by A's watcher."""
    scene = Squads("a1 .*12 b1", ".*13 b2", a1="elite watch", b1=f"{profile} watch", seat="b", **given)
    return scene.asked("a", "react").chooses("a1:ranged_attack:b1")


def test_wh_26_unused_counters_come_off_as_their_owners_turn_begins():
    scene = Squads("a1 .*13 b1", a1="elite watch", b1="elite watch", phase="start").cites("counter_removed", "WH-26")
    scene.watches("b1").says("A1’s overwatch counter comes off.")


def test_wh_27_new_counters_may_then_go_down_on_the_same_squads_or_others():
    scene = Squads("a1 a2 .*13 b1", a1="elite watch", phase="start").asked(
        "a", "overwatch", ["a1:overwatch", "a2:overwatch", "done"]
    )
    scene.chooses("a1:overwatch").asked("a", "overwatch", ["a2:overwatch", "done"]).watches("a1")


def test_wh_28_a_squad_may_go_on_watching_turn_after_turn():  # WH-A1
    scene = Squads("a1 .*13 # b1", phase="start", turns=3)
    for _ in range(3):
        scene.asked("a", "overwatch").chooses("a1:overwatch").watches("a1")
        while scene.match.pending and scene.match.pending.seat == "b":
            assert scene.unit("a1").markers == {"overwatch": "up"}
            scene.chooses(scene.match.pending.default)
    assert scene.match.outcome


def test_wh_29_33_being_shot_at_forces_the_test_at_once_hit_or_not():
    scene = under_fire().rolls("to hit", *MISS).rolls("leadership", 3, 3).cites("rolled", "WH-29").models("b1", 5)
    scene.says("B1 keeps its nerve and stays on overwatch.").asked("b", "activate")  # only then the turn goes on


@pytest.mark.parametrize(("faces", "held"), [((4, 4), True), ((2, 1), True), ((3, 6), False), ((6, 6), False)])
def test_wh_30_31_two_dice_at_or_under_leadership_hold_and_more_lose_the_counter(faces, held):
    scene = under_fire().rolls("to hit", *MISS).rolls("leadership", *faces).watches(*["b1"] * held)
    scene.cites("nerve_held" if held else "overwatch_lost", "WH-30" if held else "WH-31")


def test_wh_30_the_test_uses_the_leadership_of_the_squad():
    under_fire("character").rolls("to hit", *MISS).rolls("leadership", 5, 4).watches("b1")  # Ld 9
    under_fire("line").rolls("to hit", *MISS).rolls("leadership", 4, 4).watches()  # Ld 7


def test_wh_32_a_squad_that_has_lost_its_counter_moves_and_shoots_but_does_not_charge():  # WH-A10
    scene = under_fire().rolls("to hit", *MISS).rolls("leadership", 6, 6).asked("b", "activate")
    scene.offers("b1:move:12,0", "b1:run:12,0").chooses("b1:stand", "b2:stand").asked("b", "shoot")
    scene.offers("b1:ranged_attack:a1")
    kept = under_fire().rolls("to hit", *MISS).rolls("leadership", 1, 1).asked("b", "activate")
    kept.does_not_offer("b1:move:12,0").chooses("end").asked("b", "shoot").does_not_offer("b1:ranged_attack:a1")


def test_wh_35_a_stray_shot_of_its_own_side_forces_the_test():
    scene = Squads("a1 .*9 b1 . a2", a1="launcher_team", a2="elite watch", phase="shooting")
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", 1, 4).rolls("to wound", 1)
    scene.rolls("stray direction", 3).rolls("stray distance", 2).says("The stray shot hits A2.").cites(
        "strayed", "WH-35"
    )
    scene.rolls("to wound", 1).rolls("leadership", 6, 3).says("A2 loses its overwatch counter: shot at.").watches()


def test_wh_36_overwatch_fire_that_costs_a_squad_its_counter_lets_a_friend_move_unharmed():
    scene = under_fire().rolls("to hit", *MISS).rolls("leadership", 6, 6).watches()
    scene.chooses("end", "end", "done", "done")  # B's turn is over; A2 would now advance unharmed
    assert scene.match.state.seat == "a"
    assert scene.match.pending.kind != "react"


def test_wh_a8_each_squad_that_fires_forces_one_test():
    scene = Squads("a1 .*12 b1", "a2 .*12 .", a1="elite watch", a2="elite watch", b1="elite watch", seat="b")
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", *MISS).rolls("leadership", 4, 4)
    scene.chooses("a2:ranged_attack:b1").rolls("to hit", *MISS).rolls("leadership", 5, 4).watches()


def test_wh_a8_the_test_comes_after_the_casualties_of_that_fire():
    scene = under_fire().rolls("to hit", 6, 6, 1, 1, 1).rolls("to wound", 6, 6).rolls("save", 1, 1).models("b1", 3)
    scene.rolls("leadership", 1, 1).watches("b1")


def test_wh_a8_a_squad_that_is_wiped_out_takes_no_test():
    scene = under_fire("line figures=2").rolls("to hit", *[6] * 5).rolls("to wound", *[6] * 5).out("b1")
    scene.asked("b", "activate")


def test_wh_a8_a_shot_that_can_hardly_hit_forces_a_test_all_the_same():
    scene = Squads("a1 .*14 n b1@n", a1="line BS=0 figures=2 watch", b1="elite watch", seat="b")
    scene.sums("a1:ranged_attack:b1", 9, low_cover=-2).chooses("a1:ranged_attack:b1").rolls("to hit", 6, 5)
    scene.rolls("to hit again", 5).rolls("leadership", 1, 1)  # 9+: a 6, then a 6


def test_wh_a8_all_stray_shots_of_one_fire_force_one_test():
    scene = Squads("a1 .*9 b1 . a2", a1="launcher_team", a2="elite watch", phase="shooting")
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", 1, 1)
    for _ in range(2):
        scene.rolls("stray direction", 3).rolls("stray distance", 2).rolls("to wound", 1)
    scene.rolls("leadership", 1, 1).watches("a2").asked("b", "overwatch")


def test_wh_a12_a_charge_that_no_longer_reaches_its_target_fails():
    scene = Squads("a1 .*13 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.chooses("b1:ranged_attack:a1:p4").rolls("to hit", *MISS).stands("a1", 8, 0)
    scene.says("A1’s charge falls short of B1.").asked("b", "overwatch")  # and A1 neither shoots nor fights


def test_wh_a12_the_fate_of_a_charge_is_told_once():
    scene = Squads("a1 .*13 b1", "a2 .*13 .", b1="elite watch", phase="charge").chooses("a1:charge:b1", "done")

    def told() -> list[str]:
        match = scene.match
        return [one.words for one in match.rules.conditions(match.front, match.front.units["a1"], "a")]

    assert told()[-1:] == ["charges B1"]
    scene.passes("b").chooses("b1:ranged_attack:a1:p4").rolls("to hit", *MISS).stands("a1", 8, 0)
    assert [words for words in told() if "charge" in words] == ["fell short of B1 in its charge"]


def test_wh_a17_a_charged_watcher_loses_the_counter_when_movement_ends_and_fights():
    scene = Squads("a1 .*5 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b", "b")
    scene.says("A1 is in contact with B1.", "B1 loses its overwatch counter: in hand-to-hand.").watches()
    scene.says("A1 and B1 fight hand-to-hand.").rolls("hand-to-hand", 3, 3)


def test_wh_a17_a_squad_in_contact_fires_no_overwatch():
    scene = Squads("a1 .*5 b1", "a2 .*5 .", b1="elite watch", phase="charge").chooses("a1:charge:b1", "done")
    scene.passes("b", "b").asked("a", "activate").chooses("a2:stand")  # no window as the phase closes
    scene.never_says("reaction_declared").rolls("hand-to-hand", 3, 3)


def test_wh_a19_the_break_test_waits_for_the_end_of_the_phase():
    scene = Squads("a1@T .*13 b1", a1="raider", b1="elite watch").passes("b").chooses("a1:move:4,0")
    scene.chooses("b1:ranged_attack:a1:p2").rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", 4, 4, 4, 1, 1)
    scene.stands("a1", 4, 0).says("A1 moves to e1.", "A1 has lost 3 in this phase.").rolls("break", 3, 4)
    scene.says("A1 stands firm.", "Shooting phase begins.")


def test_wh_a21_a_counter_lost_in_the_enemys_shooting_phase_costs_no_more():
    scene = Squads("a1 .*13 b1", b1="elite watch").passes("b").chooses("a1:stand").passes("b")
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", *MISS).rolls("leadership", 6, 6).watches()
    scene.asked("b", "overwatch", ["b1:overwatch", "done"])
