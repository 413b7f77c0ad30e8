"""WH40K 2nd edition: the test script of the rules (2d), step by step with its dice."""

from __future__ import annotations

import pytest

from tests.squads import Squads

RUNNER = ["a1@T .*6 n n", *[".*9"] * 9, ".*5 b1"]
CHARGE = ["a1@T .*9 b1"]
PISTOLS = "elite weapon=bolt_pistol"


def test_script_1_wh_04_07_a_squad_on_overwatch_does_not_move():
    scene = Squads("a1 a2 .*20 b1", phase="start").chooses("a1:overwatch", "done")
    scene.asked("a", "charge").chooses("done").asked("a", "activate")
    scene.does_not_offer("a1:move:0,0", "a1:stand").refused("a1", "WH-07", "does nothing in its own turn")
    assert {option.unit for option in scene.match.pending.options} == {"a2", ""}


def test_script_2_a_runner_is_shot_at_in_the_open_between_two_pieces_of_cover():
    scene = Squads(*RUNNER, a1="raider", b1="elite watch").passes("b").chooses("a1:run:7,0")
    scene.asked("b", "react").sums("b1:ranged_attack:a1:p4", 3, short_range=1, overwatch=-1)
    assert scene.forecast("b1:ranged_attack:a1:p4").distance == 10
    scene.chooses("b1:ranged_attack:a1:p4").stands("a1", 4, 0).watches()
    scene.rolls("to hit", 1, 3, 3, 5, 6).needs(3, short_range=1, overwatch=-1)
    scene.says("B1 rolls to hit 1, 3, 3, 5, 6: 4 of 5 at 3+.").rolls("to wound", 4, 5, 1, 2)
    scene.says("Wounds on A1: 4, 5, 1, 2: 2 at 4+.", "A1 loses 2 models; 8 left.").never_says("saved")
    scene.says("A1 moves to h1.").stands("a1", 7, 0).models("a1", 8)


def test_script_3_wh_22_a_charged_squad_without_a_counter_has_no_shot():
    scene = Squads(*CHARGE, a1="fast_raider", b1=PISTOLS, phase="charge").chooses("a1:charge:b1")
    scene.says("A1 is in contact with B1.").never_says("fired").models("a1", 10)


def test_script_3_wh_24_25_a_charger_leaving_cover_is_hit_on_two_or_more():
    scene = Squads(*CHARGE, a1="fast_raider", b1=f"{PISTOLS} watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.sums("b1:ranged_attack:a1:p1", 2, short_range=2, overwatch=-1)
    assert scene.forecast("b1:ranged_attack:a1:p1").distance == 9  # beyond 8 inches
    scene.chooses("b1:ranged_attack:a1:p1").rolls("to hit", 2, 1, 1, 1, 1)
    scene.says("B1 rolls to hit 2, 1, 1, 1, 1: 1 of 5 at 2+.").rolls("to wound", 4).models("a1", 9)
    scene.says("A1 is in contact with B1.")


@pytest.mark.parametrize(("faces", "left"), [((4, 5), ["a1"]), ((3, 5), ["a1", "b1"])])
def test_script_4_wh_33_36_watchers_shot_at_in_their_own_movement_phase_test_leadership(faces, left):
    scene = Squads("a1 .*11 b1 b2", a1="elite watch", b1="elite", b2="elite", phase="start", seat="b")
    scene.chooses("b1:overwatch", "done", "done").asked("a", "react").chooses("a1:ranged_attack:b1")
    scene.rolls("to hit", 1, 1, 1, 1, 1).models("b1", 5).rolls("leadership", *faces)
    came = "passes" if sum(faces) <= 8 else "fails"
    scene.says(f"B1 tests Leadership: needs 8 or less, rolls {faces[0]} + {faces[1]} = {sum(faces)}: {came}.")
    scene.watches(*(unit for unit in left if unit != "a1"))
