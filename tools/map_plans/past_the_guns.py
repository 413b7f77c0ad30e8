"""Past the Guns: a gun line on overwatch, and armour that has to get past it."""

from __future__ import annotations

from map_plans.plan import Plan, epic_head


def plan() -> Plan:
    """36 x 24 cells of 2.5 cm.

    A gun with a company, tanks, and heavies in the mill stand against carriers, bikes, tanks and a horde.
    """
    note = (
        "Anvil begins on overwatch: it fires once, at a target of its choice, and then the way is free for the next"
        " charge. Tallow holds the mill far in front of its friends; to reach the mill, Red must come past the guns."
    )
    p = Plan("past_the_guns", 36, 24, epic_head("Past the Guns", 4, note, 2))
    p.way("road", 2, (0, 11), (12, 11), (16, 7), (23, 7), (27, 11), (35, 11))
    p.lay("field", 19, 1, 6, 5)
    p.woods(11, 1, 6, 5, round_off=True)
    p.woods(14, 18, 8, 6, round_off=True)
    p.woods(30, 13, 6, 4, round_off=True)
    p.woods(0, 5, 4, 4, round_off=True)
    p.ruin(17, 10, 5, 5, (17, 12), (19, 14), (21, 11), (19, 10))
    p.lay("rough", 12, 13, 4, 4)
    p.lay("rough", 23, 16, 3, 3)
    p.wall("low wall", (10, 7), (10, 17))
    p.gap(10, 11, 1, 2)
    p.wall("hedge", (24, 2), (24, 6))
    p.gap(24, 4)
    p.roof("gable_clay_4x3", 0, 17)
    p.put("wagon", 14, 12)
    p.put("hay", 21, 3)
    p.deploy("blue", 0, 0, 11, 24)
    p.deploy("blue", 16, 9, 6, 6)
    p.deploy("red", 25, 0, 11, 24)
    gun, *_ = p.formation(
        "b",
        "Harrow",
        ("emplacement", 9, 11),
        *(("line", x, y) for x, y in ((9, 9), (9, 13), (7, 9), (7, 11), (7, 13), (5, 9), (5, 13))),
        ("command", 5, 11),
    )
    p.load(gun, "line", "line")
    mill = [(18, 11), (18, 13), (20, 11), (20, 13), (16, 11), (16, 13)]
    p.formation("b", "Tallow", *(("heavy", x, y) for x, y in mill))
    tanks = [(8, 2), (8, 4), (6, 3), (6, 5), (4, 4), (4, 2)]
    p.formation("b", "Anvil", *(("tank", x, y) for x, y in tanks), marker="overwatch:up")
    spear = p.formation("r", "Spear", ("carrier", 27, 9), ("carrier", 27, 11), ("carrier", 29, 10))
    for carrier in spear:
        p.load(carrier, "heavy", "heavy")
    p.formation("r", "Wind", *(("bikes", x, y) for x, y in ((26, 2), (26, 4), (28, 3), (28, 5), (30, 4))))
    p.formation("r", "Ram", ("tank", 33, 8), ("tank", 33, 10), ("tank", 35, 9))
    horde = [(27, 18), (27, 20), (29, 17), (29, 19), (29, 21)]
    p.formation("r", "Gash", ("brutes", 25, 19), *(("horde", x, y) for x, y in horde))
    p.objective("mill", "The mill", 18, 11, 3, 3, 2)
    p.objective("bend", "The bend", 17, 6, 3, 3)
    return p
