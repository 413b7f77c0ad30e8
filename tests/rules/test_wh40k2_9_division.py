"""WH40K 2nd edition: a squad divides its fire (WH-A16, WH-A23, WH-04), and weapons may have an arc (WH-A37)."""

from __future__ import annotations

from math import atan2, pi, remainder, tau

import pytest
from msgspec.structs import replace

from game.engine.match import Match
from game.rules import build
from game.rules.wh40k2.state import DIRECTIONS
from tests.picking import pick
from tests.squads import Squads

BOTH_SIDES = ["a1 .*9 b1 .*9 a2"]
ARC = {"WH-A37": "front_arc"}


def watched(*rows, **units):
    return Squads(*(rows or BOTH_SIDES), **{"b1": "elite watch", **units})


# -- on overwatch -----------------------------------------------------------------------------------------------------


def test_wh_a16_a_squad_divides_its_fire_among_the_targets_of_a_moment():
    scene = watched(a1="line", a2="line")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "b1:ranged_attack:a2", "b1:divide", "pass"])
    scene.chooses("b1:divide").asked("b", "share", [f"b1:share:{a}:{n}" for a in ("a1", "a2") for n in range(1, 6)])
    scene.chooses("b1:share:a1:3").asked("b", "share", ["b1:share:a2:1", "b1:share:a2:2", "done"], default="done")
    scene.watches("b1").chooses("b1:share:a2:2").watches().rolls("to hit", 1, 2, 6).needs(2, short_range=1)
    scene.rolls("to wound", 6, 1).models("a1", 9).rolls("to hit", 6, 6).rolls("to wound", 6, 6).models("a2", 8)
    scene.says("B1 divides its fire on overwatch.", "3 of B1 fire at A1.", "2 of B1 fire at A2.")
    scene.asked("a", "activate").cites("fired", "WH-17")


def test_wh_04_the_models_that_hold_their_fire_do_not_stay_on_overwatch():
    scene = (
        watched(*BOTH_SIDES, ".*10 b2 .*10", b2="elite watch").chooses("b1:divide", "b1:share:a1:2").asked("b", "share")
    )
    (no,) = scene.match.pending.refused
    assert (no.clause, no.unit) == ("WH-04", "b1")
    assert "stays on overwatch" in no.reason
    assert {option.action for option in scene.match.pending.options} == {"share", "done"}
    scene.chooses("done").watches("b2").rolls("to hit", 1, 1).passes("b")
    scene.chooses("a1:move:1,0").asked("b", "react")  # no model of B1 fires at this move
    scene.refused("b1", "WH-04", "3 held their fire")


def test_wh_a16_fire_is_divided_between_a_mover_and_an_enemy_that_stays():
    scene = watched(".*2 a1 .*9", "a2 .*11", ".*12", ".*11 b1").passes("b").chooses("a2:move:3,1").asked("b", "react")
    assert sorted(scene.points_of("b1:divide")) == ["a2:p0", "a2:p1", "a2:p2"]  # at p3 it is the nearest
    scene.chooses("b1:divide:a2:p2").stands("a2", 2, 1)
    scene.sums("b1:share:a2:1", 2, short_range=1).sums("b1:share:a1:1", 2, short_range=1)
    scene.chooses("b1:share:a2:1", "b1:share:a1:4").rolls("to hit", 1).rolls("to hit", 1, 1, 1, 1).stands("a2", 3, 1)
    scene.says("1 of B1 fires at A2.", "4 of B1 fire at A1.")


def test_wh_a16_each_mover_has_its_own_modifiers():
    scene = Squads(*["a1 .*9 b1 .*9 a2"], b1="elite watch", phase="charge").chooses("a1:charge:b1", "done")
    scene.chooses("b1:divide").sums("b1:share:a1:2", 3, short_range=1, overwatch=-1).sums(
        "b1:share:a2:2", 2, short_range=1
    )


def test_wh_a8_each_squad_shot_at_tests_once_after_all_parts_have_fired():
    scene = watched(a1="elite watch", a2="elite watch").chooses("b1:divide", "b1:share:a2:2", "b1:share:a1:3")
    scene.rolls("to hit", 1, 1).rolls("to hit", 1, 1, 1).rolls("leadership", 6, 6).rolls("leadership", 1, 1).watches(
        "a1"
    )


def test_wh_a16_the_fire_of_the_charged_is_divided_between_two_chargers():
    scene = (
        Squads("a1 .*7 b1 .*7 a2", b1="elite watch", phase="charge").chooses("a1:charge:b1", "a2:charge:b1").passes("b")
    )
    scene.chooses("a1:charge").chooses("b1:divide:a1:p0").sums("b1:share:a2:1", 3, short_range=1, overwatch=-1)
    scene.chooses("b1:share:a1:3", "b1:share:a2:2").rolls("to hit", 1, 1, 1).rolls("to hit", 1, 1).stands("a1", 7, 0)


def test_wh_a16_a_single_model_and_a_single_target_have_nothing_to_divide():
    watched(b1="character watch").does_not_offer("b1:divide")
    watched("a1 .*9 b1").does_not_offer("b1:divide")


def test_wh_a16_a_ruling_may_forbid_dividing_fire():
    scene = watched(rulings={"WH-A16": "one_target"})
    scene.asked("b", "react", ["b1:ranged_attack:a1", "b1:ranged_attack:a2", "pass"]).passes("b").chooses("end").passes(
        "b"
    )
    scene.asked("a", "shoot").does_not_offer("a1:divide")


# -- in the own shooting phase ----------------------------------------------------------------------------------------


def test_wh_a23_fire_in_the_own_turn_is_divided_by_weapon_and_figures():
    scene = Squads(*["b1 .*5 a1 .*5 b2"], phase="shooting").offers("a1:divide").chooses("a1:divide").asked("a", "share")
    scene.offers("a1:share:b1:5", "a1:share:b1:grenade:5", "a1:share:b2:1").chooses("a1:share:b1:grenade:1")
    scene.chooses("a1:share:b1:3").does_not_offer("a1:share:b2:2").chooses("a1:share:b2:1")
    scene.rolls("to hit", 1).rolls("to hit", 1, 1, 1).rolls("to hit", 1)
    scene.says("1 of A1 throws at B1.", "3 of A1 fire at B1.", "1 of A1 fires at B2.").asked("b", "overwatch")


def test_wh_04_a_squad_on_overwatch_does_not_fire_with_a_part_in_its_own_turn():
    scene = Squads("b1 .*9 a1 .*9 b2", *[".*21"] * 3, "a2 .*20", phase="start").chooses(
        "a1:overwatch", "done", "done", "end"
    )
    scene.asked("a", "shoot").does_not_offer("a1:divide").refused("a1", "WH-07")


def test_wh_35_a_squad_hit_by_a_stray_of_one_part_tests_after_all_parts_have_fired():
    rows = ["b1 .*9 a1 .*9 b2", ".*21"]
    scene = Squads(*rows, a1="launcher_team", b1="line watch", b2="line watch", phase="shooting").chooses("a1:divide")
    scene.chooses("a1:share:b1:1", "a1:share:b2:1").rolls("to hit", 1).rolls("stray direction", 1)
    scene.rolls("stray distance", 6).rolls("to hit", 1).rolls("stray direction", 1).rolls("stray distance", 6)
    scene.rolls("leadership", 1, 1).rolls("leadership", 1, 1)
    told = [e.fields["unit"] for e in scene.match.events if e.type in ("fired", "nerve_held")]
    assert told == ["a1", "a1", "b1", "b2"]


def test_a_later_part_of_divided_fire_has_no_forecast_where_stray_shots_come_first():
    scene = Squads("b1 .*9 a1 .*9 b2", a1="launcher_team", phase="shooting").chooses("a1:divide")
    assert scene.forecast("a1:share:b1:1") is not None
    scene.chooses("a1:share:b1:1")
    assert scene.forecast("a1:share:b2:1") is None


# -- the computer player ----------------------------------------------------------------------------------------------


def test_the_computer_divides_fire_that_one_target_would_not_need():
    scene = Squads(
        "b1 .*7 a1 .*7 b2",
        a1="raider weapon=bolt_rifle BS=5",
        b1="line figures=1",
        b2="line figures=1",
        phase="shooting",
    )
    assert pick(scene).id == "a1:divide"
    scene.chooses("a1:divide")
    first = pick(scene).id
    scene.chooses(first)
    assert {first.split(":")[2], pick(scene).id.split(":")[2]} == {"b1", "b2"}


def test_the_computer_does_not_divide_fire_where_that_gains_nothing():
    assert pick(Squads("b1 .*7 a1 .*7 b2", b1="line", b2="line", phase="shooting")).id.startswith("a1:ranged_attack")


# -- the arc ----------------------------------------------------------------------------------------------------------


def arcs(*rows, **given):
    return Squads(*rows, rulings=ARC, **given)


@pytest.mark.parametrize("way", range(8))
def test_wh_a37_a_squad_fires_into_ninety_degrees_to_its_front(way):
    """Seven cells square, the squad in the middle: what lies within 45 degrees of its facing can be fired into."""
    (x, y) = DIRECTIONS[way]
    rows = [["."] * 7 for _ in range(7)]
    rows[3][3], rows[3 + 3 * y][3 + 3 * x] = "a1", "b1"
    scene = arcs(*map(" ".join, rows), a1="line")
    angle = atan2(y, x)
    expected = {
        (3 + dx, 3 + dy)
        for dx in range(-3, 4)
        for dy in range(-3, 4)
        if (dx or dy) and abs(remainder(atan2(dy, dx) - angle, tau)) < pi / 4 + 1e-9
    }
    overlay = scene.match.view("a").overlay.arc
    assert {scene.setup.board.xy(cell) for cell in overlay.arcs["a1"]} == expected
    assert overlay.ways["a1"] == (x, y)
    assert scene.unit("a1").facing == way + 1  # at first it faces the nearest enemy


def test_wh_a37_a_target_behind_the_squad_is_refused_with_the_reason():
    scene = arcs("a1 .*9 b1 .*12 a2", b1="elite watch")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"]).passes("b").chooses("a2:move:21,0")
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    refused = {(no.clause, no.reason) for no in scene.match.pending.refused if no.point >= 0}
    assert refused == {("WH-A37", "it faces left")}


def test_wh_a37_the_facing_is_set_at_the_end_of_a_move():
    scene = arcs("a1 .*19", ".*20", ".*9 b1 .*10").chooses("a1:move:2,0").asked("a", "facing", default="a1:face:3")
    scene.offers(*[f"a1:face:{way}" for way in range(1, 9)]).chooses("a1:face:5").says("A1 faces down.")
    scene.says("Shooting phase begins.").asked("b", "overwatch")  # B1 is not below it, so there was nothing to shoot at


def test_wh_a37_a_squad_that_stays_may_turn_and_a_charge_faces_its_enemy():
    scene = arcs("a1 .*9 b1").chooses("a1:stand", "a1:face:7").says("A1 faces left.").asked("b", "overwatch")
    scene = arcs("a1 .*5 b1", ".*7", phase="charge").chooses("a1:charge:b1")
    assert scene.unit("a1").facing == 3


def test_wh_a37_without_the_ruling_there_is_no_facing():
    scene = Squads("a1 .*9 b1").chooses("a1:stand").asked("a", "shoot")
    assert scene.unit("a1").facing == 0
    assert scene.match.view("a").overlay.arc is None


def test_wh_a37_a_position_keeps_its_facings():
    scene = arcs("a1 .*9 b1").chooses("a1:stand", "a1:face:7")
    _, facts = scene.match.rules.set_down(scene.match.front, scene.unit("a1"))
    assert facts["facing"] == 7
    twin = replace(scene.setup, units=tuple(replace(u, facts={"facing": 7}) for u in scene.setup.units))
    assert [u.facing for u in Match(twin, build("wh40k2", twin.rulings)).front.units.values()] == [7, 7]
