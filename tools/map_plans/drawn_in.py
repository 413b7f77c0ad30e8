"""Drawn In: two companies behind a wall, two hordes in front of it, each with bikes, and close beside its friend."""

from __future__ import annotations

from map_plans.plan import Plan, epic_head


def plan() -> Plan:
    """36 x 24 cells of 2.5 cm, twenty stands against twenty-four; seven cells between the fronts."""
    note = (
        "Bikes counter charge 10 cm: far enough to touch the horde beside the one that charges."
        " That second horde is drawn in: it fights at once, loses its own charge, and breaks with the first."
    )
    p = Plan("drawn_in", 36, 24, epic_head("Drawn In", 4, note, 1))
    p.way("road", 2, (0, 10), (14, 10), (18, 11), (35, 11))
    p.lay("field", 22, 18, 9, 5)
    p.lay("rough", 15, 16, 4, 4)
    p.woods(0, 1, 5, 6, round_off=True)
    p.woods(14, 0, 5, 5, round_off=True)
    p.woods(31, 2, 5, 6, round_off=True)
    p.woods(0, 16, 6, 7, round_off=True)
    p.ruin(24, 13, 5, 4, (24, 15), (26, 16))
    p.roof("gable_straw_6x4", 30, 13)
    p.wall("low wall", (8, 14), (21, 14))
    p.gap(13, 14, 2, 1)
    p.wall("hedge", (22, 17), (30, 17))
    p.gap(25, 17, 2, 1)
    p.put("hay", 24, 20)
    p.put("hay", 28, 21)
    p.put("well", 12, 18)
    p.deploy("blue", 0, 13, 36, 11)
    p.deploy("red", 0, 0, 36, 9)
    left = [("line", x, 15) for x in (8, 10, 12, 14)] + [("command", 9, 17), ("line", 11, 17), ("line", 13, 17)]
    p.formation("b", "Harrow", *left, *(("bikes", x, 19) for x in (9, 11, 13)))
    right = [("line", x, 15) for x in (17, 19, 21, 23)] + [("line", x, 17) for x in (18, 20, 22)]
    p.formation("b", "Tallow", *right, *(("bikes", x, 19) for x in (18, 20, 22)))
    west = [(8, 8), (10, 8), (12, 8), (14, 8), (7, 6), (9, 6), (11, 6), (13, 6), (8, 4)]
    p.formation("r", "Gash", *(("horde", x, y) for x, y in west), *(("bikes", x, 4) for x in (10, 12, 14)))
    east = [(23, 8), (18, 6), (20, 6), (22, 6), (24, 6), (17, 4)]
    brutes = [("brutes", x, 8) for x in (17, 19, 21)]
    p.formation("r", "Snag", *brutes, *(("horde", x, y) for x, y in east), *(("bikes", x, 4) for x in (19, 21, 23)))
    p.objective("road", "The road", 15, 10, 4, 3, 2)
    p.objective("barn", "The barn", 30, 10, 5, 3)
    return p
