"""Old Quay: a harbour front with long lanes between store houses, for squads on overwatch."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """48 x 36, five squads a side."""
    note = (
        "Long lanes along the water and short ones between the stores."
        " Each side has a corner that looks down the street to the crossing."
        " The quay counts in the last turn only, which favours Red, who moves last."
    )
    p = Plan("old_quay", 48, 36, head("wh40k2", "Old Quay", 5, note, 2, "blue"))
    p.lay("water", 0, 0, 48, 6)
    p.lay("paving", 0, 6, 48, 5)
    for x in (8, 24, 40):
        p.bridge(x, 1, 2, 6, across=False)
    p.lay("road", 0, 18, 48, 3)
    for x in (14, 31):
        p.lay("road", x, 11, 3, 25)
    p.roof("hip_slate_7x5", 5, 12)
    p.roof("gable_clay_8x5", 19, 12)
    p.roof("gable_moss_7x5", 36, 12)
    p.roof("gable_timber_8x4", 3, 23)
    p.roof("hip_clay_7x5", 20, 24)
    p.roof("gable_straw_7x5", 36, 23)
    p.ruin(28, 30, 3, 4, (28, 31), (30, 32))
    p.ruin(9, 30, 4, 4, (10, 30), (12, 32))
    p.lay("rough", 40, 30, 4, 3)
    p.woods(0, 30, 6, 6, round_off=True)
    p.woods(43, 31, 5, 5, round_off=True)
    p.wall("low wall", (17, 10), (21, 10))
    p.wall("low wall", (27, 10), (30, 10))
    p.wall("low wall", (6, 21), (12, 21))
    p.wall("low wall", (35, 21), (41, 21))
    p.put("boat", 12, 3)
    p.put("boat", 34, 4)
    p.put("crates", 10, 8)
    p.put("crates", 38, 8)
    p.put("barrels", 25, 8)
    p.put("wagon", 20, 19)
    p.put("wagon", 28, 18)
    p.put("crates", 22, 20)
    p.deploy("blue", 0, 11, 17, 25)
    p.deploy("red", 31, 11, 17, 25)
    p.line_up(
        "b", ("elite", 2, 28), ("line", 14, 19), ("raider", 7, 33), ("character", 2, 22), ("launcher_team", 2, 14)
    )
    p.line_up(
        "r", ("elite", 45, 28), ("line", 33, 19), ("raider", 40, 33), ("character", 46, 22), ("launcher_team", 45, 14)
    )
    p.objective("quay", "The quay", 22, 7, 5, 3, 3, scored="last turn")
    p.objective("cross", "Crossing", 22, 18, 5, 3)
    p.objective("west", "West corner", 13, 17, 4, 5)
    p.objective("east", "East corner", 31, 17, 4, 5)
    return p
