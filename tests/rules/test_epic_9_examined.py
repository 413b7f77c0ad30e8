"""Epic: places where an examiner found the table to differ from the rules."""

from __future__ import annotations

from tests.assault import Assault


def test_ep_a37_hits_of_shooting_go_to_the_nearest_and_then_to_others_in_range_and_sight():
    scene = Assault(
        size=(60, 12), horde="a line h1@5,5 h2@7,5", line="b line l1@40,5 l2@42,5:horde l3@44,5:tank l4@46,5"
    )
    scene.acts("horde", "advance", 6).confirms().chooses("horde:shoot:line").rolls("to hit", 5, 6).out("l1")
    scene.rolls("save", 6).says("L2 is saved.").stands("l4", 46, 5)  # the tank is no infantry, L4 takes none before L2


def test_ep_a37_hits_of_shooting_do_not_fall_on_those_nobody_sees():
    rows = ["." * 60 for _ in range(12)]
    for y in range(6):
        rows[y] = "." * 41 + "#" + "." * 18
    scene = Assault(*rows, horde="a line h1@5,3 h2@7,3", line="b line l1@40,3 l2@43,3 l3@40,7").acts(
        "horde", "advance", 6
    )
    scene.confirms().chooses("horde:shoot:line").rolls("to hit", 5, 6).out("l1", "l3").stands("l2", 43, 3)
