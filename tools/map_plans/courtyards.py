"""Courtyards: one block of houses, its yards joined by passages; every corner can be watched from another."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """40 x 28, six a side; each side is the other, turned by half."""
    note = (
        "One block, four yards: Blue holds the western ones, Red the eastern,"
        " and the passages between them are lanes of fire."
    )
    p = Plan("courtyards", 40, 28, head("skirmishcorps", "Courtyards", 7, note, 2))
    p.lay("paving", 6, 4, 28, 20)
    p.lay("road", 0, 0, 40, 3)
    p.lay("road", 0, 25, 40, 3)
    p.lay("road", 0, 0, 4, 28)
    p.lay("road", 36, 0, 4, 28)
    for x in (6, 21):
        p.roof("gable_clay_6x3", x, 4)
        p.roof("gable_slate_6x3", x + 7, 4)
        p.roof("gable_moss_6x3", x, 21)
        p.roof("gable_straw_6x3", x + 7, 21)
    p.roof("gable_slate_3x6", 6, 8)
    p.roof("gable_clay_3x6", 6, 15)
    p.roof("gable_straw_3x6", 31, 7)
    p.roof("gable_slate_3x6", 31, 14)
    p.roof("gable_timber_8x4", 16, 12)
    p.roof("gable_timber_4x2", 11, 13)
    p.roof("gable_timber_4x2", 25, 13)
    p.wall("high wall", (19, 7), (19, 8))
    p.wall("high wall", (20, 19), (20, 20))
    p.wall("low wall", (12, 17), (12, 19))
    p.wall("low wall", (27, 8), (27, 10))
    p.put("wagon_up", 1, 12)
    p.put("wagon_up", 38, 14)
    for thing, x, y in (
        ("crates", 12, 9),
        ("crates", 13, 10),
        ("crates", 14, 18),
        ("well", 12, 16),
        ("barrels", 10, 20),
        ("hay", 11, 11),
        ("barrels", 17, 9),
        ("crates", 18, 17),
    ):
        p.put(thing, x, y)
        p.put(thing, 39 - x, 27 - y)
    p.put("stall", 14, 8)
    p.put("stall", 24, 19)
    p.deploy("blue", 0, 0, 17, 28)
    p.deploy("red", 23, 0, 17, 28)
    blue = [("gunner", 11, 18), ("veteran", 12, 10), ("trooper", 10, 7), ("scout", 13, 18), ("medic", 9, 15)]
    blue.append(("brute", 10, 13))
    p.line_up("b", *blue)
    p.line_up("r", *((profile, 39 - x, 27 - y) for profile, x, y in blue))
    p.objective("west", "West yard", 10, 11, 4, 2)
    p.objective("east", "East yard", 26, 15, 4, 2)
    p.objective("gap", "South passage", 17, 18, 4, 2, 2)
    p.objective("gap2", "North passage", 19, 8, 4, 2, 2)
    return p
