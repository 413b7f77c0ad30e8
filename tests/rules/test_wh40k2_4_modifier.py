"""WH40K 2nd edition: the one modifier of overwatch, and short range at chargers (WH-18 to WH-25)."""

from __future__ import annotations

import pytest

from tests.squads import Squads


def aside(path, **units):
    """A path along the top row, B1 with a counter some thirteen inches below its middle."""
    width = sum(int(token.partition("*")[2] or 1) for token in path.split())
    half = width // 2
    return Squads(path, *[f".*{width}"] * 12, f".*{half} b1 .*{width - half - 1}", b1="elite watch", **units).passes(
        "b"
    )


@pytest.mark.parametrize(
    ("path", "to", "modifiers"),
    [
        ("a1@T .*3 T .*8", 3, {"overwatch": -1}),  # out of cover
        ("a1 .*2 T .*9", 3, {"overwatch": -1}),  # into cover
        ("a1 .*12", 3, {}),  # neither
    ],
)
def test_wh_18_overwatch_is_at_minus_one_against_a_target_that_leaves_or_enters_cover(path, to, modifiers):
    scene = aside(path, a1="fast_raider").chooses(f"a1:move:{to},0")
    scene.sums("b1:ranged_attack:a1:p1", 3 - sum(modifiers.values()), **modifiers)


def test_wh_18_a4_overwatch_is_at_minus_one_against_every_model_of_a_squad_charging_the_shooter():
    scene = Squads("a1 .*7 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.sums("b1:ranged_attack:a1:p2", 3, short_range=1, overwatch=-1).chooses("b1:ranged_attack:a1:p2")
    scene.cites("fired", "WH-18").rolls("to hit", 3, 2, 2, 2, 2).needs(3, short_range=1, overwatch=-1)


def test_wh_19_ordinary_shooting_never_has_it():
    scene = Squads("a1@T .*13 b1", a1="elite", b1="elite").chooses("a1:move:3,0").asked("a", "shoot")
    scene.chooses("end", "done", "done", "end").asked("b", "shoot").sums("b1:ranged_attack:a1", 2, short_range=1)
    scene.chooses("b1:ranged_attack:a1").rolls("to hit", 1, 1, 1, 1, 2).needs(2, short_range=1)


@pytest.mark.parametrize("point", ["p0", "p1", "p2", "p3", "p4"])
def test_wh_20_the_whole_declared_move_counts_wherever_it_is_interrupted(point):  # WH-A2, WH-A14
    scene = aside("a1@T .*3 T .*8", a1="fast_raider").chooses("a1:run:4,0")
    cover = {"soft_cover": -1} if point in ("p0", "p4") else {}
    scene.sums(f"b1:ranged_attack:a1:{point}", 4 - sum(cover.values()), overwatch=-1, **cover)


def test_wh_20_a_move_that_stays_in_cover_has_its_cover_only():  # WH-A14
    scene = aside("a1@T T T T .*9", a1="fast_raider").chooses("a1:move:2,0")
    scene.sums("b1:ranged_attack:a1:p1", 4, soft_cover=-1)


def test_wh_20_cover_is_judged_from_where_the_shooter_is():  # WH-A13
    rows = ["a1 .*11 b2", ". n .*11", *[".*13"] * 11, ". b1 .*11"]
    scene = Squads(*rows, b1="elite watch", b2="elite watch", a1="fast_raider").passes("b")
    scene.chooses("a1:move:4,0")  # past a low wall that lies between it and B1, not between it and B2
    assert "overwatch" in dict(row[:2] for row in scene.forecast("b1:ranged_attack:a1:p3").modifiers)
    assert "overwatch" not in dict(row[:2] for row in scene.forecast("b2:ranged_attack:a1:p3").modifiers)


def test_wh_20_out_of_the_shooters_sight_is_cover():  # WH-A13
    rows = ["a1 .*7", "#*2 .*6", *[".*8"] * 10, ".*2 b1 .*5"]
    scene = Squads(*rows, a1="fast_raider", b1="elite watch").chooses("a1:run:6,0")
    assert "p0" not in scene.points_of("b1:ranged_attack:a1")
    scene.sums("b1:ranged_attack:a1:p5", 3, short_range=1, overwatch=-1)


def test_wh_20_the_modifier_does_not_apply_before_the_move_is_declared_or_after_its_last_step():  # WH-A3
    scene = Squads("a1@T .*13 b1", b1="elite watch").sums("b1:ranged_attack:a1", 4, soft_cover=-1).passes("b")
    scene.chooses("a1:move:3,0").sums("b1:ranged_attack:a1:p0", 5, soft_cover=-1, overwatch=-1)
    scene.sums("b1:ranged_attack:a1:p3", 3, short_range=1, overwatch=-1)
    scene.sums("b1:ranged_attack:a1:after", 2, short_range=1).passes("b")
    scene.asked("b", "react").sums("b1:ranged_attack:a1", 2, short_range=1)


def test_wh_21_only_the_squad_that_is_charged_has_the_modifier():
    rows = [".*9", "a1 .*7 b1", ".*8 b2"]
    scene = Squads(*rows, b1="elite watch", b2="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.sums("b1:ranged_attack:a1:p2", 3, short_range=1, overwatch=-1)
    scene.sums("b2:ranged_attack:a1:p2", 2, short_range=1)


def test_wh_22_without_a_counter_a_charged_squad_does_not_shoot():
    scene = Squads("a1 .*7 b1 b2", b1="elite", b2="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.asked("b", "react").refused("b1", "WH-22", "not on overwatch")
    assert {o.unit for o in scene.match.pending.options} == {"b2", ""}
    scene = Squads("a1 .*7 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.offers("b1:ranged_attack:a1:p0", "b1:ranged_attack:a1:p7")


def test_wh_22_the_charged_squad_may_fire_after_a_friend_let_the_charger_come():  # WH-A11
    scene = Squads("a1 .*7 b1 .*3 b2", b1="elite watch", b2="elite watch", phase="charge")
    scene = scene.chooses("a1:charge:b1").passes("b").chooses("b1:ranged_attack:a1:p7").rolls("to hit", 1, 1, 1, 1, 1)
    scene = Squads(".*12", "a1 .*7 b1 .*3", ".*11 b2", b1="elite watch", b2="elite watch", phase="charge")
    scene.chooses("a1:charge:b1").passes("b").chooses("b2:ranged_attack:a1:p7").rolls("to hit", 1, 1, 1, 1, 1)
    scene.asked("b", "react", ["b1:ranged_attack:a1:p7", "pass"])


def test_wh_24_the_modifier_for_leaving_cover_and_charging_counts_once():  # WH-A6
    scene = Squads("a1@T .*7 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.sums("b1:ranged_attack:a1:p3", 3, short_range=1, overwatch=-1)


def test_wh_25_a_charger_is_at_short_range_however_far_it_is():
    scene = Squads("a1 .*15 b1", b1="elite watch", a1="raider M=8", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.sums(
        "b1:ranged_attack:a1:p0", 4, short_range=1, overwatch=-1, moving_fast=-1
    )  # 16 inches, long to a bolt rifle
    scene = Squads("a1 .*15 b1", b1="elite watch", a1="raider M=8").passes("b").chooses("a1:move:7,0")
    scene.sums("b1:ranged_attack:a1:p0", 3)


def test_wh_25_a_charger_is_at_short_range_for_every_shooter():
    rows = ["a1 .*7 b1 .*8", *[".*17"] * 4, ".*16 b2"]
    scene = Squads(*rows, b1="elite", b2="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    distance = scene.forecast("b2:ranged_attack:a1:p1").distance
    assert distance > 12
    scene.sums("b2:ranged_attack:a1:p1", 2, short_range=1)


def test_wh_25_the_charged_squad_needs_no_range_and_others_need_some_point_of_the_charge_in_range():  # WH-A7
    rows = ["a1 .*9 b1 .*9", *[".*20"] * 2, ".*19 b2"]
    pistols = "elite weapon=bolt_pistol watch"
    scene = Squads(*rows, a1="fast_raider", b1=pistols, b2=pistols, phase="charge").chooses("a1:charge:b1").passes("b")
    scene.asked("b", "react").offers("b1:ranged_attack:a1:p0")
    scene.offers("b2:ranged_attack:a1:p0")  # 19 inches with a 16 inch pistol: the end of the charge is within 16
    rows = ["a1 .*9 b1 .*18", *[".*29"] * 2, ".*28 b2"]
    scene = Squads(*rows, a1="fast_raider", b1=pistols, b2=pistols, phase="charge").chooses("a1:charge:b1").passes("b")
    scene.refused("b2", "WH-A7", "no visible point")
    rows = ["a1 .*19 b1"]
    scene = Squads(*rows, a1="raider M=10", b1=pistols, phase="charge").chooses("a1:charge:b1")
    scene.offers("b1:ranged_attack:a1").passes("b").offers("b1:ranged_attack:a1:p0")  # 20 inches off


def test_wh_21_a_declared_charge_is_a_charge_as_the_phase_opens():  # WH-18, WH-A14
    rows = [".*15", "a1 .*13 b1", ".*9 b2 .*5"]
    scene = (
        Squads(*rows, b1="elite watch", b2="elite watch", phase="charge").chooses("a1:charge:b1").asked("b", "react")
    )
    scene.sums("b1:ranged_attack:a1", 3, short_range=1, overwatch=-1)  # 14 inches off, long to a bolt rifle
    scene.sums("b2:ranged_attack:a1", 2, short_range=1)  # it is not the one that is charged
    scene.chooses("b1:ranged_attack:a1").cites("fired", "WH-18").rolls("to hit", 3, 2, 2, 2, 2)
    scene.needs(3, short_range=1, overwatch=-1)


def test_wh_21_a_declared_charge_is_a_charge_while_other_squads_move():
    rows = ["a1 .*7 b1 .*5", *[".*14"] * 6, "a2 .*7 b2 .*5"]
    units = {"b1": "elite watch", "b2": "elite watch", "phase": "charge"}
    scene = (
        Squads(*rows, **units)
        .chooses("a1:charge:b1", "a2:charge:b2")
        .passes("b")
        .chooses("a1:charge")
        .asked("b", "react")
    )
    scene.sums("b2:ranged_attack:a2", 3, short_range=1, overwatch=-1)
    scene.sums("b1:ranged_attack:a1:p3", 3, short_range=1, overwatch=-1).passes("b").asked("b", "react")  # a2 moves
    scene.does_not_offer("b2:ranged_attack:a1", "b1:ranged_attack:a2:p3")  # a1 has come into contact, and b1 with it
    scene.sums("b2:ranged_attack:a2:p3", 3, short_range=1, overwatch=-1)


def test_wh_25_a_charger_that_waits_is_at_short_range_for_everybody_in_range():  # WH-A7
    rows = ["a1 .*9 b1 .*9", *[".*20"] * 2, ".*19 b2"]
    pistols = "elite weapon=bolt_pistol watch"
    scene = Squads(*rows, a1="fast_raider", b1=pistols, b2=pistols, phase="charge").chooses("a1:charge:b1")
    scene.offers("b1:ranged_attack:a1").does_not_offer("b2:ranged_attack:a1")  # 19 inches, with no path as yet
    scene.refused("b2", "WH-12").sums("b1:ranged_attack:a1", 2, short_range=2, overwatch=-1)
    scene = Squads(*rows, a1="fast_raider", b1=pistols, b2="elite watch", phase="charge").chooses("a1:charge:b1")
    scene.sums("b2:ranged_attack:a1", 2, short_range=1)  # 19 inches, long to a rifle


def test_wh_22_a_charged_squad_without_a_counter_is_told_so_from_the_declaration_on():
    scene = (
        Squads("a1 .*7 b1 b2", b1="elite", b2="elite watch", phase="charge").chooses("a1:charge:b1").asked("b", "react")
    )
    scene.refused("b1", "WH-22", "not on overwatch")


def test_wh_21_a_charge_that_is_over_no_longer_counts_as_one():
    rows = ["a1 .*13 b1", *[".*15"] * 6, "a2 .*13 b2"]
    units = {"b1": "elite watch", "b2": "elite watch", "phase": "charge"}
    scene = Squads(*rows, **units).chooses("a1:charge:b1", "a2:charge:b2").passes("b").chooses("a1:charge").passes("b")
    scene.says("A1’s charge falls short of B1.").asked("b", "react").sums("b1:ranged_attack:a1", 2, short_range=1)
    scene.sums("b2:ranged_attack:a2:p0", 3, short_range=1, overwatch=-1)


def test_wh_25_a_squad_whose_charge_has_failed_is_not_at_short_range():
    scene = Squads("a1 .*13 b1", b1="elite watch", phase="charge").chooses("a1:charge:b1").passes("b")
    scene.sums("b1:ranged_attack:a1:p0", 3, short_range=1, overwatch=-1).sums(
        "b1:ranged_attack:a1:after", 2, short_range=1
    )
    scene.passes("b").says("A1’s charge falls short of B1.").asked("b", "react").stands("a1", 8, 0)
    scene.sums("b1:ranged_attack:a1", 2, short_range=1)


def test_wh_a28_a_move_of_ten_inches_is_fast_while_it_is_under_way():
    scene = Squads(*[".*12"] * 2, "a1 .*10 .", *[".*12"] * 11, ".*6 b1 .*5", a1="fast_raider", b1="elite watch").passes(
        "b"
    )
    scene.chooses("a1:run:10,2").sums("b1:ranged_attack:a1:p6", 3, short_range=1, moving_fast=-1)
    scene.passes("b").asked("b", "react").sums("b1:ranged_attack:a1", 3)


def test_wh_a28_inches_spent_on_difficult_ground_do_not_make_a_move_fast():
    scene = Squads(
        "a1 , , , , , .*6", "~*7 .*5", *[".*12"] * 11, ".*2 b1 .*9", a1="fast_raider", b1="elite watch"
    ).passes("b")
    scene.chooses("a1:run:5,0").sums("b1:ranged_attack:a1:p2", 3)
