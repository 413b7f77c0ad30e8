"""Nothing is lost unasked: what an answer gives up is said by the rulebook, with its clause, and only then."""

from __future__ import annotations

from tests.firefight import Firefight
from tests.scene import Scene
from tests.squads import Squads


def lost(scene, option):
    """What that answer gives up, in one line; "" for nothing."""
    match = scene.match
    told = match.rules.forfeits(match.front, match.pending, match.pending.option(option))
    return f"{told.words} ({told.clause})" if told else ""


def test_sc_a34_ending_ones_acting_names_the_units_that_could_still_act():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", a2="move")
    assert lost(scene, "end") == "A1 and A2 could still act this turn (SC-A34)"
    assert lost(scene, "a1:hold") == lost(scene, "a1:stand") == ""
    scene.chooses("a1:hold", "end")
    assert lost(scene, "end") == "A2 could still act this turn (SC-A34)"


def test_wh_a22_ending_the_movement_or_the_shooting_names_the_squads_that_could_still_do_something():
    scene = Squads("a1 .*9 b1", "a2 .*9 b2", a2="watch")
    assert lost(scene, "end") == "A1 could still move (WH-A22)", "a2 watches, and does nothing else"
    scene = Squads("a1 .*9 b1", "a2 .*9 b2", phase="shooting")
    assert lost(scene, "end") == "A1 and A2 could still shoot (WH-A22)"
    assert lost(scene, "a1:ranged_attack:b1") == ""


def test_sg_39_an_activation_takes_an_overwatch_counter_away_and_says_so():
    scene = Firefight("a1 a2 .*9 b1 b2", a1="watch")
    assert lost(scene, "a1:activate") == "A1 loses its overwatch counter as it is activated (SG-39)"
    assert lost(scene, "a2:activate") == ""


def test_sg_39_a_counter_that_is_lost_whatever_is_activated_is_not_asked_back_about():
    scene = Firefight("a1 a2 .*9 b1 b2", a1="watch", a2="watch")
    assert lost(scene, "a1:activate") == lost(scene, "a2:activate") == ""
    scene = Firefight("a1 .*9 b1 b2", a1="watch")
    assert lost(scene, "a1:activate") == "A1 loses its overwatch counter as it is activated (SG-39)", "it could pass"


def test_sg_34_an_activation_that_ends_with_an_action_left_says_so():
    scene = Firefight("a1 .*9 b1")
    assert lost(scene.asked("a", "action", unit="a1"), "a1:end") == (
        "A1 has an action left, and could do something with it (SG-34)"
    )


def test_sg_26_leaving_the_wounded_behind_says_so():
    scene = Firefight("a1 .*24 b1", b1="watch").acts("a1", "a1:combat_move:8,0").rolls("mobility", 6)
    scene.chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1)
    scene.rolls("impact", 6, 4).rolls("confidence", 8).asked("a", "wounded")
    assert lost(scene, "a1:abandon") == "the wounded of A1 stay behind without help (SG-26)"
    assert lost(scene, "a1:carry") == lost(scene, "a1:stop") == ""
