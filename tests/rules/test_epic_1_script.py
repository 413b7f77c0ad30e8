"""Epic: the test scripts, step for step, with their variants.

The scripts give centres in decimals. Here every stand fills a cell of 1 cm, and cells are chosen so that each relation
of the script holds: which stands touch, the order of distances, which stands are within 5, 10 or 15 cm of which. The
origin is cell (20, 20). L2 is at (4, 1) and L4 at (6, -1), so that the direct ways end where they keep the links of the
script; the gaps that the script gives are then 3 cm from L2 to H1, 2.6 from L3 to H1, 3 to H3, 9.3 from T to X and
11.1 to H1.
"""

from __future__ import annotations

from tests.assault import Assault
from tests.viewed import viewed

O = 20  # noqa: E741 - the origin of the script, as a column and a row


def at(name, x, y):
    return f"{name}@{O + x},{O + y}"


def move(name, x, y, action="move"):
    return f"{name}:{action}:{O + x},{O + y}"


LINE = " ".join(
    [at("l1", 0, 0), at("l2", 4, 1), at("l3", 3, 3), at("l4", 6, -1), at("t", 11, -4) + ":carrier", "p1>t p2>t"]
)
HORDE = " ".join(
    [at("h1", -6, 8), at("h2", -9, 4), at("h3", 3, 22), at("h4", -7, 12), at("h5", -10, 8), at("h6", -2, 18)]
)
SECOND = " ".join([at("x", 6, -13), at("y", 6, -16), at("z", 6, -19)])
CHARGE = [
    move("h1", 0, 1),
    move("h2", -1, 0),
    move("h3", 3, 7),
    move("h5", -4, 4),
    move("h4", -3, 6),
    move("h6", -1, 8),
]


def charged():
    """Step 1: the horde has charged, was fired at from overwatch without loss, and the defenders are asked."""
    scene = Assault(size=(45, 46), line=f"b line {LINE} watch", horde=f"a horde {HORDE}", second=f"a horde {SECOND}")
    scene.engages("horde", "line", charge=CHARGE).asked("b", "react", ["l1:overwatch_fire:horde", "pass"])
    assert scene.match.pending.note == "HORDE has charged LINE; a formation on overwatch fires once."
    scene.chooses("l1:overwatch_fire:horde").rolls("to hit", 1, 1, 1, 1).rolls("to hit", 1)
    return scene.has("horde", blast=1).has("second", blast=0).has("line", blast=0, overwatch=0)


def test_ep_06_07_21_script_step_1_charge_then_overwatch_then_counter_charges():
    scene = charged().asked("b", "counter_charge").step("A3 Counter charges")
    scene.stands("h1", O, O + 1).stands("h2", O - 1, O).stands("h3", O + 3, O + 7).sides("horde", "line")
    prompt, note = scene.match.pending.prompt, scene.match.pending.note
    assert prompt == "B decides: which stands of LINE counter charge?"
    assert (
        note == "It has been charged: each stand not in contact may go straight for the enemy closest to it, or stay."
    )


def test_ep_02_script_step_2_l1_is_refused_because_an_attacker_touches_it():
    charged().refused("l1", "EP-02", "H1 is in contact with it already")


def test_ep_10_11_script_step_2_l2_goes_into_contact_with_its_closest_enemy_and_fills_it():
    scene = charged().goes_for("l2", "h1")
    option = scene.option(move("l2", 1, 1))
    assert option.text == "L2 goes for H1, 3 cm off, into contact"
    assert option.path == tuple(scene.cell(O + x, O + 1) for x in (3, 2, 1))
    scene.goes_for("l3", "h1").plans(move("l2", 1, 1)).goes_for("l3", "h1", "h3")


def filled():
    """Steps 2: L2 has planned to fill H1."""
    return charged().plans(move("l2", 1, 1))


def test_ep_11_16_script_step_2_l3_may_not_be_third_at_h1_and_passes_it_over_for_h3():
    scene = filled().goes_for("l3", "h1", "h3").offers(move("l3", 3, 6))
    beside, instead = (o for o in scene.match.pending.options if o.unit == "l3")
    assert instead.text == (
        "L3 goes for H3, 3 cm off, into contact; H1 is closer, 2.6 cm, but L1 and L2 touch it already"
    )
    assert instead.clauses[0] == "EP-16"
    assert beside.text == "L3 goes for H1, 2.6 cm off, and stops beside it: L1 and L2 touch it already"
    assert not any(scene.cell(O + x, O + y) == beside.to for x in (-1, 0, 1) for y in (0, 1, 2))
    passed = [row for row in viewed(scene.match)["overlay"]["passed"] if row["unit"] == "l3"]
    assert passed == [
        {
            "unit": "l3",
            "target": "h1",
            "clause": "EP-16",
            "reason": "H1 is closer, 2.6 cm, but L1 and L2 touch it already",
        }
    ]


def gone():
    """Step 3: L2, L3 and T have planned to go; L4 stays."""
    return filled().plans(move("l3", 3, 6)).goes_for("t", "x").plans(move("t", 7, -12))


def test_ep_03_12_15_script_step_3_the_carrier_has_10_cm_and_goes_for_the_other_formation():
    scene = filled()
    option = scene.option(move("t", 7, -12))
    assert (option.text, option.clauses) == (
        "T goes for X, 9.3 cm off, into contact",
        ("EP-10", "EP-03", "EP-12", "EP-15"),
    )
    assert scene.setup.board.path_cost((scene.unit("t").at, *option.path), mode="vehicle") == 20


def test_ep_08_a4_script_step_3_confirming_now_is_refused_for_coherency():
    gone().cannot_confirm("EP-08", "T out of coherency: 10 cm from L4, the nearest; 5 cm is the limit")


def out():
    """Step 3: both passengers get out between the carrier and L4."""
    return gone().plans(move("p1", 7, -6, "disembark"), move("p2", 9, -9, "disembark"))


def test_ep_05_13_14_19_script_step_3_with_the_passengers_out_the_plan_is_accepted_and_x_y_z_are_drawn_in():
    scene = out().confirms()
    scene.stands("l2", O + 1, O + 1).stands("l3", O + 3, O + 6).stands("l4", O + 6, O - 1).stands("t", O + 7, O - 12)
    scene.stands("p1", O + 7, O - 6).stands("p2", O + 9, O - 9).sides("horde+second", "line")
    scene.says("T touches X: SECOND is drawn in with the attackers.", "P1 gets out of T.", "P2 gets out of T.")
    scene.cites("drawn_in", "EP-12", "EP-13", "EP-14")
    drawn = {group["id"]: group["drawn_in"] for group in viewed(scene.match)["groups"]}
    assert drawn == {"line": False, "horde": False, "second": True}


def test_ep_20_a8_script_step_3_variant_passengers_out_first_then_the_carrier_is_refused():
    scene = filled().plans(move("p1", 7, -4, "disembark")).refused("t", "EP-20", "that ends a move")
    scene.does_not_offer(move("t", 7, -12)).plans("p1:unplan").offers(move("t", 7, -12))


def fought():
    """Step 4: the attackers kill L1 and L2, the defenders nobody."""
    scene = out().confirms().step("A4 Combat attacks")
    scene.rolled("close combat", 4, 4).rolls("close combat", 4, 4, 1, 1).rolled("firefight", 6, 5)
    scene.rolls("firefight", 1, 1, 1, 1, 1)
    scene.rolled("close combat", 6, 4).rolls("close combat", 1, 1, 1, 1).rolls("firefight", 1, 1, 1)
    scene.asked("b", "allocate", ["l1:allocate", "l2:allocate", "l3:allocate"]).chooses("l1:allocate")
    return scene.chooses("l2:allocate").out("l1", "l2")


def test_ep_a15_a36_script_step_4_every_stand_near_enough_fights_not_only_the_one_touched():
    scene = out().confirms()
    assert scene.engaged("attackers") == ["h1", "h2", "h3", "h4", "h5", "h6", "x", "y", "z"]


def test_ep_14_25_a22_script_step_4_the_result_is_a_tie_at_8_and_the_attackers_counter_charge_first():
    scene = fought().step("A6 Result").rolls("result of the attackers", 3, 5)
    scene.rolled("result of the attackers", 0, 2, kills=2, more_units=1).rolls("result of the defenders", 2, 6)
    scene.rolled("result of the defenders", 0, 2, no_blast_markers=1, the_enemy_has_more_blast_markers=1)
    scene.says(
        "Result of the attackers: 3, 5, kills +2, more units +1.",
        "Result of the defenders: 2, 6, no blast markers +1, the enemy has more blast markers +1.",
        "The result: attackers 8, defenders 8.",
        "A tie: round 2 follows.",
        "Round 2: both sides may counter charge, the attackers first.",
    )
    scene.asked("a", "counter_charge").step("A3 Counter charges").refused(
        "h3", "EP-02", "L3 is in contact with it already"
    )
    scene.confirms("a").asked("b", "counter_charge")


# -- line of fire and later rounds ------------------------------------------------------------------------------------

FIRST, LAST = "a line e2@2,3 e1@7,3", "b line d1@22,3 d2@27,3"


def faced(*rows):
    """E2 and E1 engage D1 and D2, 14 cm from the one to the other; nobody moves in the charge."""
    return (
        Assault(*(rows or ["." * 32] * 7), east=FIRST, west=LAST).engages("east", "west").asked("b", "counter_charge")
    )


def test_ep_22_a20_a22_script_step_5_one_line_of_fire_is_enough_and_both_sides_lose_their_engaged_stand():
    scene = faced().drafts("b", "counter_charge", "d1:move:17,3", "d2:move:23,3").confirms()
    scene.says("There is a line of fire: the assault goes ahead.").rolls("firefight", 5).rolls("firefight", 6)
    scene.out("e1", "d1").says("Neither side has engaged stands left: on to supporting fire and result.")
    scene.rolls("result of the attackers", 4, 4).rolled("result of the attackers", 0, 2, kills=1, no_blast_markers=1)
    scene.rolls("result of the defenders", 4, 1).says("The result: attackers 6, defenders 6.")


def tied():
    return faced().confirms().rolls("firefight", 5).rolls("firefight", 6).result((4, 4), (4, 1))


def test_ep_23_24_25_script_step_6_far_apart_in_round_two_the_result_is_worked_out_again():
    scene = tied().asked("a", "counter_charge").confirms("a").confirms("b").never_says("assault_off")
    scene.says("Nobody is near enough and in view: no attacks; the result is worked out again.")
    scene.result((5, 2), (3, 3)).says("The result: attackers 7, defenders 5.", "The attackers win the assault by 2.")
    scene.says("D2 is lost.").never_says("saved").out("e1", "d1", "d2")


def test_ep_22_a5_script_step_7_variant_a_wall_between_them_and_there_is_no_assault():
    rows = ["." * 32] * 7
    rows[2] = rows[3] = rows[4] = "." * 10 + "#" + "." * 21
    scene = faced(*rows).confirms().never_says("assault_begun")
    scene.says("There is no assault: no attacker has a line of fire to the target.").cites(
        "assault_off", "EP-22", "EP-A5"
    )
    scene.has("east", broken=0, blast=0).has("west", broken=0, blast=0).asked("b", "activate")
