"""Crossroads: open fields, hedges and four farmsteads; a vehicle has room to drive."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """40 x 30, five squads and a vehicle a side."""
    note = (
        "Each side has a farm from which it sees the crossing, and a squad that crosses the road to it is shot at."
        " The crossing counts in the last turn only. Blue reaches it first; Red begins ahead and has more men."
    )
    properties = {**head("wh40k2", "Crossroads", 5, note, 2, "blue"), "head_start": "red 3"}
    p = Plan("crossroads", 40, 30, properties)
    p.lay("field", 2, 2, 14, 9)
    p.lay("field", 24, 19, 14, 9)
    p.way("road", 2, (0, 14), (39, 14))
    p.way("road", 2, (19, 0), (19, 29))
    p.roof("gable_clay_6x4", 11, 9)
    p.roof("hip_slate_5x5", 23, 8)
    p.roof("gable_moss_6x4", 11, 17)
    p.roof("gable_straw_6x4", 23, 17)
    p.wall("hedge", (2, 11), (9, 11))
    p.wall("hedge", (30, 11), (37, 11))
    p.wall("hedge", (2, 18), (9, 18))
    p.wall("hedge", (30, 18), (37, 18))
    p.gap(5, 11, 2, 1)
    p.gap(34, 11, 2, 1)
    p.gap(5, 18, 2, 1)
    p.gap(34, 18, 2, 1)
    p.wall("low wall", (17, 3), (17, 8))
    p.wall("low wall", (22, 21), (22, 26))
    p.woods(26, 1, 8, 5, round_off=True)
    p.woods(6, 23, 8, 6, round_off=True)
    p.put("well", 17, 13)
    p.put("wagon", 24, 13)
    p.put("hay", 15, 22)
    p.put("hay", 27, 6)
    p.deploy("blue", 0, 0, 11, 30)
    p.deploy("red", 29, 0, 11, 30)
    blue = [("line", 9, 14), ("elite", 4, 12), ("line", 4, 19), ("character", 3, 17), ("light_vehicle", 2, 14)]
    p.line_up("b", *blue, ("launcher_team", 6, 16))
    red = [("line", 30, 15), ("elite", 35, 17), ("line", 35, 10), ("character", 36, 12), ("light_vehicle", 37, 15)]
    p.line_up("r", *red, ("raider", 33, 18))
    p.objective("cross", "The crossing", 18, 13, 4, 4, 3, scored="last turn")
    p.objective("west", "West farm", 8, 13, 3, 4)
    p.objective("east", "East farm", 29, 13, 3, 4)
    return p
