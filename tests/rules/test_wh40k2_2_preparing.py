"""WH40K 2nd edition: what overwatch costs, which squads may go on it, and when (WH-01 to WH-08)."""

from __future__ import annotations

import pytest

from game.session.session import Session
from tests.squads import Squads

LANE = ["a1 a2 .*14 b1 b2"]


def start(*rows, **units):
    return Squads(*rows, phase="start", **units)


def test_wh_01_a_squad_gives_up_its_turn_and_fires_in_the_enemys():
    scene = start("a1 .*14 b1").chooses("a1:overwatch")  # with no other squad on its side, the turn is over
    scene.says("A1 goes on overwatch.", "Turn 1, B.").asked("b", "overwatch").chooses("done", "done")
    scene.asked("a", "react", ["a1:ranged_attack:b1", "pass"]).chooses("a1:ranged_attack:b1").rolls("to hit", *[6] * 5)
    scene.says("A1 fires at B1.")


def test_wh_03_counters_are_placed_as_the_turn_begins_and_never_later():
    scene = start(*LANE).asked("a", "overwatch", ["a1:overwatch", "a2:overwatch", "done"])
    scene.says("The turn begins with rallying and overwatch.").cites("phase_started", "WH-03")
    scene.chooses("done").says("Declaring charges begins.")
    while scene.match.pending.seat == "a":
        assert scene.match.pending.kind != "overwatch"
        assert not [o.id for o in scene.match.pending.options if o.action == "overwatch"]
        scene.chooses(scene.match.pending.default)
    scene.asked("b", "overwatch")


def test_wh_04_the_whole_squad_watches_and_no_part_of_it_moves_or_fires():
    scene = start(*LANE).chooses("a1:overwatch", "done").asked("a", "charge").chooses("done")
    scene.asked("a", "activate")
    assert {o.unit for o in scene.match.pending.options} == {"a2", ""}
    scene.chooses("end").asked("a", "shoot")
    assert {o.unit for o in scene.match.pending.options} == {"a2", ""}
    scene.chooses("end", "done", "done", "a1:ranged_attack:b1").rolls("to hit", 1, 1, 1, 1, 1)  # all five models fire


def test_wh_a9_in_the_last_turn_a_person_is_not_asked_for_counters_that_no_enemy_can_move_into():
    """The engine still asks, and every answer is legal; a session does not ask people (`Ruleset.idle_answer`)."""

    def idle(scene):
        match = scene.match
        return match.rules.idle_answer(match.front, match.pending)

    assert idle(start(*LANE, turns=1)) == "", "b moves after a"
    assert idle(start(*LANE, turns=1).chooses("done", "done", "end", "end").asked("b", "overwatch")) == "done"
    assert idle(start(*LANE, turns=2).chooses("done", "done", "end", "end").asked("b", "overwatch")) == ""
    scene = start(*LANE, turns=1)
    table = Session(scene.setup, match=scene.match)
    table.settle()
    for answer in ("done", "end", "end"):
        table.choose(answer)
        table.settle()
    scene.asked("b", "activate")


@pytest.mark.parametrize("profile", ["character", "light_vehicle"])
def test_wh_05_a_character_or_a_vehicle_may_watch_and_fire(profile):
    scene = start("a1 .*7 b1", a1=profile).offers("a1:overwatch").chooses("a1:overwatch").watches("a1")
    scene.chooses("done", "done").asked("a", "react").chooses("a1:ranged_attack:b1").rolls("to hit", 6).watches()


def test_wh_06_squads_on_overwatch_have_a_counter_and_only_they_may_fire():
    scene = start(*LANE).chooses("a1:overwatch", "done").marker("a1", "overwatch", "up").watches("a1")
    scene.cites("overwatch_placed", "WH-06").chooses("done", "end", "end", "done", "done").asked("a", "react")
    scene.refused("a2", "WH-06", "no overwatch counter")
    assert {o.unit for o in scene.match.pending.options} == {"a1", ""}


def test_wh_07_squads_on_overwatch_do_nothing_in_their_own_turn():
    scene = start("a1 a2 .*4 b1").chooses("a1:overwatch", "done").asked("a", "charge")
    scene.does_not_offer("a1:charge:b1").offers("a2:charge:b1").refused("a1", "WH-07").chooses("done")
    scene.does_not_offer("a1:stand", "a1:move:0,0").offers("a2:stand").refused("a1", "WH-07").chooses("end")
    scene.does_not_offer("a1:ranged_attack:b1", "a1:throw:b1").offers("a2:ranged_attack:b1", "a2:throw:b1")
    scene.refused("a1", "WH-07")
    assert {no.clause for no in scene.match.pending.refused} == {"WH-07"}


def test_wh_08_the_counter_lasts_into_the_enemys_turn():
    scene = start(*LANE).chooses("a1:overwatch", "a2:overwatch")
    scene.says("Turn 1, B.").watches("a1", "a2").chooses("done", "done").asked("a", "react").watches("a1", "a2")


def test_wh_a17_a_squad_in_hand_to_hand_or_broken_cannot_watch():
    scene = start("a1 . a2 b1").asked("a", "overwatch", ["a1:overwatch", "done"])
    scene = Squads("a1@T .*14 b1 b2", a1="raider", b1="elite watch", b2="elite watch")
    scene.chooses("b1:ranged_attack:a1").rolls("to hit", 6, 6, 6, 6, 6).rolls("to wound", 6, 6, 6, 1, 1)
    scene.passes("b").chooses("end").passes("b").rolls("break", 6, 6).rolls("flight", 1, 1)
    scene.says("A1 breaks.", "A1 flees 2″.")
    while scene.match.pending.seat not in {"a", "dice"}:
        scene.chooses(scene.match.pending.default)
    scene.rolls("rally", 6, 6).says("A1 stays broken.").asked("b", "overwatch")  # nothing was left to ask A


def test_wh_a22_among_three_players_a_counter_serves_once_in_the_movement_of_any_enemy():
    rows = ["a1 .*11 b1", ".*13", "c1 .*12"]
    scene = Squads(*rows, a1="elite watch", seats=["a", "b", "c"], seat="b").asked("a", "react")
    scene.offers("a1:ranged_attack:b1").does_not_offer(
        "a1:ranged_attack:c1"
    )  # C's squad is nearer, and not in its phase
    scene.passes("a").chooses("end").passes("a").chooses("end").watches("a1").chooses("done", "done")
    scene.asked("a", "react").offers("a1:ranged_attack:c1").does_not_offer("a1:ranged_attack:b1")
    scene.chooses("a1:ranged_attack:c1").rolls("to hit", 1, 1, 1, 1, 1).watches()
    scene.chooses("end").asked("c", "shoot").chooses("end").asked("a", "overwatch")
    allied = Squads(*rows, a1="elite watch", options={"sides": "a/b+c"}, seat="b").chooses("pass", "end", "pass", "end")
    allied.asked("c", "overwatch").chooses("done", "done").asked("a", "react").offers("a1:ranged_attack:c1")
    allied.does_not_offer("a1:ranged_attack:b1")


def test_wh_a18_a_turn_removes_old_counters_then_places_new_ones_then_declares_charges():
    scene = start("a1 a2 .*4 b1", a1="elite watch").says("A1’s overwatch counter comes off.")
    scene.asked("a", "overwatch").watches().chooses("a2:overwatch", "done").asked(
        "a", "charge", ["a1:charge:b1", "done"]
    )
