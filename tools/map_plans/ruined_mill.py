"""Ruined Mill: two ruins, a stream and a wood's edge; a runner is seen for six inches only."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """36 x 28, five squads against four."""
    note = (
        "Raiders come out of the woods for the mill; elite squads watch the open ground between the ruins."
        " The mill counts in the last turn only; Red's elite squads begin ahead and have the easier task."
    )
    properties = {**head("wh40k2", "Ruined Mill", 5, note, 1, "red"), "head_start": "red 2"}
    p = Plan("ruined_mill", 36, 28, properties)
    p.way("water", 2, (0, 4), (10, 6), (22, 5), (35, 8))
    p.bridge(16, 4, 3, 4, across=False)
    p.way("road", 2, (16, 0), (16, 27))
    p.lay("field", 22, 12, 10, 8)
    p.woods(0, 12, 7, 16)
    p.woods(6, 20, 5, 8, round_off=True)
    p.woods(2, 8, 5, 4, round_off=True)
    p.ruin(12, 10, 4, 5, (13, 14), (15, 11))
    p.ruin(19, 16, 5, 4, (19, 17), (22, 19))
    p.roof("hip_slate_4x5", 28, 1)
    p.roof("gable_straw_6x4", 28, 22)
    p.wall("low wall", (22, 11), (31, 11))
    p.gap(26, 11, 2, 1)
    p.wall("low wall", (32, 12), (32, 19))
    p.gap(32, 15)
    p.put("hay", 25, 15)
    p.put("hay", 29, 14)
    p.put("wagon", 20, 22)
    p.put("crates", 26, 3)
    p.lay("rough", 10, 15, 3, 3)
    p.deploy("blue", 0, 10, 12, 18)
    p.deploy("red", 25, 0, 11, 28)
    blue = [
        ("raider", 8, 15),
        ("fast_raider", 5, 19),
        ("raider", 3, 24),
        ("character", 1, 17),
        ("launcher_team", 8, 21),
    ]
    p.line_up("b", *blue)
    p.line_up("r", ("elite", 27, 10), ("elite", 31, 20), ("line", 34, 4), ("launcher_team", 35, 15))
    p.objective("mill", "The mill", 13, 11, 2, 3, 3, scored="last turn")
    p.objective("barn", "Broken barn", 20, 17, 3, 2)
    p.objective("rubble", "The rubble", 8, 14, 4, 4)
    p.objective("gap", "The gap", 25, 9, 4, 3)
    return p
