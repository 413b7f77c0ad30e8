"""Drawn In: one line of infantry behind a wall, two hordes that come for it one after the other."""

from __future__ import annotations

from map_plans.plan import Plan, epic_head


def plan() -> Plan:
    """36 x 24 cells of 2.5 cm, eighteen stands a side; ten cells between the fronts."""
    note = (
        "Either horde can engage in the first turn. Whoever counter charges into the other one draws it in:"
        " it fights at once, loses its own charge, and breaks with its friends. Blue has the easier task."
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
    p.deploy("red", 0, 0, 36, 8)
    front = [("line", x, 15) for x in range(9, 20, 2)]
    second = [
        ("line", 10, 17),
        ("line", 13, 17),
        ("command", 15, 17),
        ("line", 17, 17),
        ("line", 11, 19),
        ("line", 14, 19),
    ]
    *_, one, other = p.formation("b", "Harrow", *front, *second, ("carrier", 21, 16), ("carrier", 21, 18))
    p.load(one, "line", "line")
    p.load(other, "line", "line")
    west = [(6, 6), (8, 6), (10, 6), (12, 6), (7, 4), (9, 4), (11, 4), (8, 2), (10, 2)]
    p.formation("r", "Gash", *(("horde", x, y) for x, y in west))
    east = [(21, 4), (23, 4), (25, 4), (27, 4), (22, 2), (24, 2), (26, 2)]
    p.formation("r", "Snag", ("brutes", 22, 6), ("brutes", 24, 6), *(("horde", x, y) for x, y in east))
    p.objective("road", "The road", 15, 10, 4, 3, 2)
    p.objective("barn", "The barn", 30, 10, 5, 3)
    return p
