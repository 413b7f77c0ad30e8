"""SkirmishCorps: whole snowballs, step by step with their dice."""

from __future__ import annotations

import pytest

from game.engine.dice import script_dice
from tests.scene import Scene

SNOWBALL = [
    "a1 .*7",
    ".*8",
    "a2 .*7",
    ".*8",
    ".*8",
    ".*8",
    ".*3 b1 .*2 b3 .",
    ".*2 b2 .*5",
]

FLAT = [3, 4, 2, 4, 4, 2, 5, 5, 3, 2, 3, 3]
LABELLED = [
    ["to hit", 3, 4],
    ["damage", 2],
    ["roll-off", 4, 4],
    ["roll-off", 2, 5],
    ["to hit", 5, 3],
    ["to hit", 2, 3],
    ["damage", 3],
]


def build_up(scene):
    """A1 jogs across the open; B1, A2 and B2 answer one another."""
    scene.chooses("a1:move:jog:5,0")
    scene.asked("b", "react").chooses("b1:ranged_attack:a1", "pass")
    scene.asked("a", "react").chooses("a2:ranged_attack:b1")
    return scene.asked("b", "react").chooses("b2:ranged_attack:a2")


def test_a_snowball_of_three_with_a_forced_hand_a_tie_and_a_hesitation():
    scene = build_up(Scene(*SNOWBALL, b1="veteran"))
    scene.offers("b3:ranged_attack:a2").passes("b")  # A has no face-down unit left that could be asked
    scene.says(
        "A1 announces a jog, a1 to f1. A1 is the instigator.",
        "B1 turns its overwatch marker face-up.",
        "B1 reacts to A1: a shot at A1.",
        "A2 reacts to B1: a shot at B1.",
        "B2 reacts to A2: a shot at A2.",
        "The snowball is closed: 3 reactions declared. Face-down markers stay out.",
    )
    scene.refused("b3", "SC-26", "frozen")
    scene.ladder("b1 ranged_attack now", "a2 ranged_attack declared", "b2 ranged_attack declared")

    scene.asked("b", "force", ["b1:force", "b1:wait"], default="b1:wait").chooses("b1:force")
    scene.asked("a", "carry_out", default="a1:move:5,0").chooses("a1:move:5,0")
    scene.stands("a1", 5, 0).asked("a", "attack").chooses("a1:none")
    scene.asked("b", "resolve", default="b1:ranged_attack:a1").chooses("b1:ranged_attack:a1")
    scene.asked("b", "point", [f"b1:point:{n}" for n in range(6)]).chooses("b1:point:3")
    scene.rolls("to hit", 3, 4).needs(7, overwatch=-1).rolls("damage", 2).out()

    scene.rolls("roll-off", 4, 4).rolls("roll-off", 2, 5)
    scene.asked("b", "hesitate", ["first", "hesitate"]).chooses("hesitate")
    scene.asked("a", "resolve").chooses("a2:ranged_attack:b1").rolls("to hit", 5, 3).needs(6, overwatch=-1)
    scene.asked("b", "resolve").chooses("b2:ranged_attack:a2").rolls("to hit", 2, 3).rolls("damage", 3)
    scene.out("a2").marker("b1", "overwatch", "up").marker("b2", "overwatch", "up").marker("b3", "overwatch", "down")
    scene.says(
        "B1 forces the hand of A1, which resolves its action now.",
        "A1 moves to f1.",
        "B1 rolls 3, 4 = 7, needs ≤ 7: hit.",
        "Damage 2 + 4, needs ≥ 7: not enough.",
        "Roll-off: A2 4, B2 4; again.",
        "Roll-off: A2 2, B2 5.",
        "B2 wins the tie and hesitates.",
        "A2 rolls 5, 3 = 8, needs ≤ 6: miss.",
        "B2 rolls 2, 3 = 5, needs ≤ 6: hit.",
        "A2 is out of action.",
        "The action of A1 is over.",
    )
    scene.refused("b3", "SC-A24", "an action is answered when it is announced")  # the freeze is over


@pytest.mark.parametrize("dice", [FLAT, LABELLED], ids=["flat", "labelled"])
def test_the_same_snowball_rolls_its_scripted_dice_in_that_order(dice):
    scene = build_up(Scene(*SNOWBALL, b1="veteran", dice=script_dice(dice))).passes("b")
    scene.chooses("b1:force", "a1:move:5,0", "a1:none", "b1:ranged_attack:a1", "b1:point:3")
    scene.asked("b", "hesitate").chooses("hesitate", "a2:ranged_attack:b1", "b2:ranged_attack:a2")
    scene.out("a2")
    assert scene.match.dice_used == len(dice)


COVERING = [
    ".*4 b2 .*3",
    ".*8",
    ".*8",
    ".*8",
    "a1 .*6 b1",
]


def covered():
    scene = Scene(*COVERING, b1="veteran")
    scene.chooses("a1:move:jog:5,4")
    scene.asked("b", "react").chooses("b1:covering_fire:a1:b2").passes("b")
    scene.asked("b", "force").chooses("b1:wait", "b1:covering_fire:a1:b2")
    return scene.marker("a1", "suppressed", "up").never_says("rolled")


def test_covering_fire_pins_the_instigator_until_the_end_phase():
    scene = covered().asked("a", "courage", ["a1:test", "a1:nothing"]).chooses("a1:test").rolls("courage", 4, 4)
    scene.marker("a1", "pinned", "up").marker("a1", "suppressed", None).marker("a1", "move", None).stands("a1", 0, 4)
    scene.says("B1 gives covering fire on A1 for B2; no roll is made.", "A1 is suppressed by B1.")
    scene.says("A1 tests Courage: 4, 4 = 8, needs ≤ 7: failed.", "A1 is pinned and does nothing more this turn.")
    scene.asked("b", "activate", ["end"]).chooses("end")
    scene.says("A1’s action is lost.", "End phase begins.", "A1 is no longer pinned.").marker("a1", "pinned", None)


def test_covering_fire_that_does_not_pin_is_followed_by_the_attack_and_then_by_the_action():
    scene = covered().chooses("a1:test").rolls("courage", 3, 3).marker("a1", "suppressed", None).stands("a1", 0, 4)
    scene.rolls("to hit", 5, 4).needs(7, overwatch=-1)
    scene.asked("a", "carry_out", default="a1:move:5,4").chooses("a1:move:5,4", "a1:none").stands("a1", 5, 4)
    scene.says(
        "A1 tests Courage: 3, 3 = 6, needs ≤ 7: passed.",
        "A1 keeps its nerve and may act.",
        "B1 now makes its delayed attack on A1.",
        "B1 misses A1.",
        "A1 moves to f5.",
    )


CONTACT = [
    ".*6 b4 .",
    ".*8",
    ".*8",
    "a1 .*5 b5 .",
]


def test_in_contact_the_cut_off_comes_before_the_intercept_and_then_the_blow():
    scene = Scene(*CONTACT, b4="brute").chooses("a1:move:jog:5,3")
    scene.chooses("b5:cut_off:a1", "b4:intercept:a1:b5")
    scene.says("A1 announces a jog, a4 to f4 into contact with B5. A1 is the instigator.")
    scene.asked("b", "force", unit="b5").chooses("b5:wait", "b5:cut_off:a1")
    scene.asked("b", "point", default="b5:point:5").chooses("b5:point:5")
    scene.rolls("to hit", 5, 5).needs(8, overwatch=-1, point_blank=2).stands("a1", 0, 3)

    scene.asked("b", "force", unit="b4").chooses("b4:wait", "b4:intercept:a1:b5")
    scene.stands("a1", 5, 3).stands("b4", 5, 2)
    scene.asked("b", "attack", unit="b4").chooses("b4:close_combat:a1").rolls("to hit", 6, 5).out()
    scene.asked("a", "attack", ["a1:close_combat:b4", "a1:none"]).chooses("a1:none")  # A1 does not retaliate

    scene.asked("a", "attack").chooses("a1:close_combat:b5").rolls("to hit", 1, 2).rolls("damage", 2).out()
    scene.says(
        "B5 cuts A1 off.",
        "B5 misses A1.",
        "A1 moves to f4.",
        "B4 intercepts A1 beside B5.",
        "B4 misses A1.",
        "A1 strikes B5.",
        "B5 withstands the hit.",
        "B5 may not strike back: it has cut an enemy off this turn.",
    )


def test_three_tied_units_against_one_roll_once_and_the_winner_hesitates_behind_one_only():
    scene = Scene(
        "a1 .*3 a2 a3 a4",
        ".*7",
        ".*7",
        ".*7",
        ".*7",
        ".*2 b1 . b2 .*2",
        b2="scout",
    )
    scene.chooses("a1:move:jog:3,0", "b2:ranged_attack:a1", "b1:ranged_attack:a1")
    scene.chooses("a2:ranged_attack:b2", "a3:ranged_attack:b2", "a4:ranged_attack:b2")
    scene.asked("b", "force", unit="b2").chooses("b2:wait", "b2:nothing")
    scene.asked("a", "delegate", ["a2:delegate", "a3:delegate", "a4:delegate"]).chooses("a3:delegate")
    scene.rolls("roll-off", 3, 6).asked("b", "hesitate").chooses("hesitate")
    scene.asked("a", "resolve", unit="a3").chooses("a3:nothing")
    scene.asked("b", "force", unit="b1").chooses("b1:wait", "b1:nothing")
    scene.asked("a", "order", ["a2:next", "a4:next"]).chooses("a4:next")
    scene.asked("a", "resolve", unit="a4").chooses("a4:nothing")
    scene.asked("a", "resolve", unit="a2").chooses("a2:nothing")
    scene.asked("a", "carry_out", unit="a1")
