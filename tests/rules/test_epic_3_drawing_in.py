"""Epic: formations drawn in by counter charges, and how sides are counted (EP-12 to EP-15, EP-A1, EP-A10 to EP-A18)."""

from __future__ import annotations

from tests.assault import Assault


def three(line="l1@10,10 l2@14,10", second="x@14,14 y@14,16", horde="h1@10,11", other="", size=(32, 26)):
    """H1 touches L1; the second formation of the attacker's seat stands beside L2 and has not engaged anybody."""
    forms = {"line": f"b line {line}", "horde": f"a horde {horde}"}
    forms |= {"second": f"a horde {second}"} if second else {}
    forms |= {"other": f"b line {other}"} if other else {}
    return Assault(size=size, **forms).engages("horde", "line")


def drawn(**more):
    """L2 has touched X."""
    return three(**more).goes_for("l2", "x").plans("l2:move:14,13").confirms()


def test_ep_12_any_enemy_formation_may_be_counter_charged():
    scene = three().goes_for("l2", "x")
    assert scene.option("l2:move:14,13").text == "L2 goes for X, 3 cm off, into contact"
    scene.plans("l2:move:14,13").confirms().stands("l2", 14, 13)


def test_ep_13_the_formation_touched_is_drawn_in_and_fights_like_an_attacker():
    scene = drawn().sides("horde+second", "line").cites("drawn_in", "EP-12", "EP-13", "EP-14")
    scene.says("L2 touches X: SECOND is drawn in with the attackers.")
    scene.rolled("close combat", 4, 2)  # H1 at L1, X at L2


def test_ep_13_a_counter_charge_that_ends_short_of_contact_draws_nobody_in():
    scene = three(line="l1@10,10 l2@15,10 l3@14,12", second="x@16,17 y@16,19", horde="h1@4,10 h2@4,12").goes_for(
        "l2", "x"
    )
    scene.plans("l2:move:15,15").confirms().never_says("drawn_in").sides("horde", "line")


def test_ep_13_passengers_that_get_out_into_contact_draw_a_formation_in_too():
    scene = three(line="l1@10,10 t@14,10:carrier p>t").plans("p:disembark:13,13").confirms()
    scene.sides("horde+second", "line").says("P touches X: SECOND is drawn in with the attackers.")


def test_ep_14_a15_the_stands_and_kills_of_both_formations_count_together():
    scene = drawn().rolls("close combat", 4, 1).rolls("firefight", 1).rolls("close combat", 6, 1)
    scene.asked("a", "allocate", ["h1:allocate", "x:allocate"]).chooses("x:allocate").rolls("save", 1)
    scene.asked("b", "allocate", ["l1:allocate", "l2:allocate"]).chooses("l2:allocate").out("l2", "x")
    scene.rolls("result of the attackers", 1, 1).rolled(
        "result of the attackers", 0, 2, kills=1, more_units=1, no_blast_markers=1
    )


def test_ep_a15_all_stands_of_a_drawn_in_formation_fight_not_only_the_one_touched():
    scene = drawn().rolls("close combat", 1, 1).rolled("firefight", 6, 1)
    assert scene.engaged("attackers") == ["h1", "x", "y"]


def test_ep_a15_a_side_counts_as_without_blast_markers_only_if_none_of_its_formations_has_any():
    scene = drawn(second="x@14,14 y@14,16 blast=1").rolls("close combat", 1, 1)
    scene.rolls("firefight", 1).rolls("close combat", 1, 1).rolls("result of the attackers", 6, 1)
    scene.rolled("result of the attackers", 0, 2, more_units=1).rolls("result of the defenders", 1, 1)
    scene.rolled("result of the defenders", 0, 2, no_blast_markers=1, the_enemy_has_more_blast_markers=1)


def test_ep_14_a15_if_the_side_loses_all_of_its_formations_break():
    scene = drawn(size=(40, 40)).rolls("close combat", 1, 1).rolls("firefight", 1).rolls("close combat", 1, 1)
    scene.result((1, 1), (3, 1)).says("The defenders win the assault by 1.").asked("a", "allocate")
    scene.chooses("x:allocate").says("HORDE breaks.", "SECOND breaks.").stay()
    scene.says("HORDE withdraws.", "SECOND withdraws.").cites("formation_broken", "EP-A42")


def test_ep_a15_a_drawn_in_formation_neither_needs_nor_uses_its_activation():
    drawn(second="x@14,14 y@14,16 done").sides("horde+second", "line").has("second", activated=1)
    drawn().has("second", activated=0).has("horde", activated=1)


def test_ep_15_a_counter_charge_goes_for_the_closest_enemy_of_any_formation():
    three(second="x@14,14 y@14,16").goes_for("l2", "x")
    three(second="x@14,15 y@14,17").goes_for("l2", "h1")


def test_ep_a1_a_drawn_in_formation_is_an_attacker_listed_after_the_one_that_engaged():
    scene = drawn()
    engage = scene.match.front.queues[-1]
    attackers = scene.match.front.assault.attackers.formations
    assert (engage.action.unit, engage.action.targets, attackers) == ("h1", ["line"], ["horde", "second"])


def test_ep_a10_a_drawn_in_formation_does_not_counter_charge_in_round_one_but_in_round_two():
    scene = drawn(second="x@14,14 y@14,19").rolls("close combat", 1, 1).rolls("firefight", 1)
    scene.rolls("close combat", 1, 1).result((1, 1), (2, 2)).says("A tie: round 2 follows.")
    scene.asked("a", "counter_charge").goes_for("y", "l2", "l2").refused("x", "EP-02", "L2 is in contact")


def test_ep_11_14_a9_a_drawn_in_formation_of_a_third_side_crowds_an_enemy_with_the_attackers():
    forms = {"line": "b line l1@10,10 l2@14,10", "second": "c horde x@14,14 y@14,19"}
    scene = Assault(size=(32, 26), horde="a horde h1@10,11 h2@11,15 h3@12,15", **forms).engages("horde", "line")
    scene.plans("l2:move:14,13").confirms().sides("horde+second", "line").rolls("close combat", 1, 1)
    scene.rolls("firefight", 1, 1, 1).rolls("close combat", 1, 1).result((1, 1), (3, 1)).says("A tie: round 2 follows.")
    scene.asked("a", "counter_charge").goes_for("h2", "l2").plans("h2:move:13,14").asked("a", "counter_charge")
    scene.does_not_offer("h3:move:13,13", "h3:move:13,14", "h3:move:14,12")  # X of C, and H2, touch L2 already


def test_ep_a11_a_broken_formation_fights_counts_a_marker_for_each_stand_and_is_destroyed_if_it_loses():
    scene = drawn(second="x@14,14 y@14,16 broken").rolled("close combat", 4, 2).rolls("close combat", 1, 1)
    scene.rolls("firefight", 1).rolls("close combat", 1, 1).rolls("result of the attackers", 1, 1)
    scene.rolled("result of the attackers", 0, 2, more_units=1).rolls("result of the defenders", 1, 1)
    scene.rolled("result of the defenders", 0, 2, no_blast_markers=1, the_enemy_has_more_blast_markers=1)
    scene.says("The defenders win the assault by 1.").chooses("h1:allocate")
    scene.says("SECOND was broken before and is destroyed.", "X is lost.", "Y is lost.")
    scene.cites("formation_destroyed", "EP-A11")


def test_ep_a18_in_a_later_round_attackers_draw_in_formations_that_join_the_defenders():
    scene = three(line="l1@10,10", second="", horde="h1@10,11 h2@14,12", other="o1@14,16 o2@14,20")
    scene.rolls("close combat", 1).rolls("firefight", 1).rolls("close combat", 1).rolls("support", 1, 1)
    scene.result((1, 1), (2, 2)).says("A tie: round 2 follows.").asked("a", "counter_charge").goes_for("h2", "o1")
    scene.plans("h2:move:14,15").confirms("a").sides("horde", "line+other").cites("drawn_in", "EP-13", "EP-A18")
    scene.says("H2 touches O1: OTHER is drawn in with the defenders.")
    scene.asked("b", "counter_charge").goes_for("o2", "h2", "h2").refused("o1", "EP-02", "H2 is in contact")


def test_ep_a18_passengers_of_both_sides_may_get_out_in_later_rounds():
    scene = three(line="l1@10,10 t2@14,9:carrier p2>t2", second="", horde="h1@10,11 t1@14,13:carrier p1>t1")
    scene.confirms().rolls("close combat", 1).rolls("firefight", 1).rolls("close combat", 1).rolls("firefight", 1)
    scene.result((1, 1), (1, 1)).asked("a", "counter_charge").plans("p1:disembark:13,12").confirms("a")
    scene.asked("b", "counter_charge").plans("p2:disembark:13,10").confirms("b").stands("p1", 13, 12).stands(
        "p2", 13, 10
    )


def test_ep_12_15_the_closest_enemy_may_belong_to_a_third_player():
    scene = Assault(
        size=(32, 26), line="b line l1@10,10 l2@14,10", horde="a horde h1@10,11", third="c horde x@14,14 y@14,16"
    ).engages("horde", "line")
    scene.goes_for("l2", "x").plans("l2:move:14,13").confirms().sides("horde+third", "line")
    scene.rolled("close combat", 4, 2)


def test_ep_14_a_formation_drawn_in_from_a_third_seat_is_no_target_for_the_side_it_joined():
    scene = Assault(
        size=(32, 26),
        line="b line l1@10,10 l2@14,10",
        horde="a horde h1@10,11 h2@10,14",
        third="c horde x@14,14 y@14,16",
    )
    scene.engages("horde", "line").plans("l2:move:14,13").confirms().sides("horde+third", "line")
    scene.rolls("close combat", 1, 1).rolls("firefight", 1, 1).rolls("close combat", 1, 1).result([1, 1], [2, 2])
    scene.asked("a", "counter_charge").goes_for("h2", "l1", "l1").confirms()  # X is as near, and on its side now
    scene.asked("c", "counter_charge").goes_for("y", "l2", "l2")
