"""The rulebook says what an option would give up, with its clause, before it is confirmed."""

from __future__ import annotations

from tests.firefight import Firefight
from tests.scene import Scene
from tests.squads import Squads


def test_sc_a34_to_end_a_seats_actions_names_the_units_that_could_still_act():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", a2="move")
    assert scene.gives_up("end") == "A1 and A2 could still act this turn (SC-A34)"
    assert scene.gives_up("a1:hold") == scene.gives_up("a1:stand") == ""
    scene.chooses("a1:hold", "end")
    assert scene.gives_up("end") == "A2 could still act this turn (SC-A34)"


def test_wh_a22_to_end_movement_or_shooting_names_the_squads_that_could_still_act():
    scene = Squads("a1 .*9 b1", "a2 .*9 b2", a2="watch")
    assert scene.gives_up("end") == "A1 could still move (WH-A22)", "a2 watches, and does nothing else"
    scene = Squads("a1 .*9 b1", "a2 .*9 b2", phase="shooting")
    assert scene.gives_up("end") == "A1 and A2 could still shoot (WH-A22)"
    assert scene.gives_up("a1:ranged_attack:b1") == ""


def test_sg_39_an_activation_that_loses_an_overwatch_counter_says_so():
    scene = Firefight("a1 a2 .*9 b1 b2", a1="watch")
    assert scene.gives_up("a1:activate") == "A1 loses its overwatch counter as it is activated (SG-39)"
    assert scene.gives_up("a2:activate") == ""


def test_sg_39_no_warning_is_given_where_every_activation_loses_a_counter():
    scene = Firefight("a1 a2 .*9 b1 b2", a1="watch", a2="watch")
    assert scene.gives_up("a1:activate") == scene.gives_up("a2:activate") == ""
    scene = Firefight("a1 .*9 b1 b2", a1="watch")
    assert scene.gives_up("a1:activate") == "A1 loses its overwatch counter as it is activated (SG-39)", "it could pass"


def test_sg_34_to_end_an_activation_with_an_action_left_says_so():
    scene = Firefight("a1 .*9 b1")
    assert scene.asked("a", "action", unit="a1").gives_up("a1:end") == (
        "A1 has an action left, and could do something with it (SG-34)"
    )


def test_sg_26_leaving_the_wounded_behind_says_so():
    scene = Firefight("a1 .*24 b1", b1="watch").acts("a1", "a1:combat_move:8,0").rolls("mobility", 6)
    scene.chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1)
    scene.rolls("impact", 6, 4).rolls("confidence", 8).asked("a", "wounded")
    assert scene.gives_up("a1:abandon") == "the wounded of A1 stay behind without help (SG-26)"
    assert scene.gives_up("a1:carry") == scene.gives_up("a1:stop") == ""
