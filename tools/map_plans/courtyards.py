"""Courtyards: one block of houses, its yards joined by passages; every corner can be watched from another."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """40 x 28, six a side; each side is the other turned about."""
    note = "One block, four yards: Blue holds the western ones, Red the eastern, and the passages between them are lanes of fire."
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
    p.roof("gable_straw_3x6", 31, 8)
    p.roof("gable_slate_3x6", 31, 15)
    p.roof("hip_slate_7x7", 16, 11)
    p.roof("gable_timber_4x2", 11, 13)
    p.roof("gable_timber_4x2", 24, 13)
    p.wall("high wall", (19, 7), (19, 8))
    p.wall("high wall", (20, 19), (20, 20))
    p.wall("low wall", (12, 17), (12, 19))
    p.wall("low wall", (27, 8), (27, 10))
    p.put("well", 12, 16)
    p.put("crates", 12, 9)
    p.put("crates", 13, 10)
    p.put("crates", 14, 18)
    p.put("crates", 27, 18)
    p.put("crates", 26, 17)
    p.put("crates", 25, 9)
    p.put("barrels", 10, 20)
    p.put("wagon", 23, 8)
    p.put("hay", 28, 16)
    p.put("stall", 14, 8)
    p.put("wagon_up", 1, 12)
    p.put("wagon_up", 38, 14)
    p.deploy("blue", 0, 0, 17, 28)
    p.deploy("red", 23, 0, 17, 28)
    blue = [("veteran", 12, 10), ("trooper", 11, 9), ("scout", 13, 18), ("medic", 10, 14), ("gunner", 11, 18)]
    p.line_up("b", *blue, ("brute", 10, 12))
    red = [("veteran", 27, 17), ("trooper", 28, 18), ("scout", 26, 9), ("medic", 29, 13), ("gunner", 28, 9)]
    p.line_up("r", *red, ("brute", 29, 15))
    p.objective("west", "West yard", 10, 11, 4, 2)
    p.objective("east", "East yard", 26, 15, 4, 2)
    p.objective("gap", "Long passage", 15, 18, 4, 2, 2)
    p.objective("gap2", "Short passage", 20, 8, 3, 2, 2)
    return p
