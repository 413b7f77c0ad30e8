"""Canal Bridge: one bridge and a ford of sunken barges; the far bank is in position already."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """48 x 32, six units against five."""
    note = (
        "The bridge must be crossed under fire: overwatch counters hold it, combat moves get over it."
        " It counts in the last turn only; each bank counts every turn."
    )
    p = Plan("canal_bridge", 48, 32, head("stargrunt2", "Canal Bridge", 6, note, 2, "blue"))
    p.lay("water", 22, 0, 4, 32)
    p.lay("paving", 20, 0, 2, 32)
    p.lay("paving", 26, 0, 2, 32)
    p.way("road", 3, (0, 14), (47, 14))
    p.bridge(20, 14, 8, 3, across=True)
    p.bridge(21, 25, 6, 2, across=True)
    p.roof("gable_clay_6x4", 9, 8)
    p.roof("hip_slate_5x5", 12, 20)
    p.roof("gable_moss_6x3", 2, 24)
    p.roof("hip_clay_6x4", 31, 7)
    p.roof("gable_slate_4x7", 30, 20)
    p.roof("gable_straw_6x4", 40, 24)
    p.wall("low wall", (29, 11), (29, 13))
    p.wall("low wall", (29, 17), (29, 19))
    p.wall("low wall", (18, 11), (18, 13))
    p.wall("low wall", (18, 18), (18, 20))
    p.wall("low wall", (29, 27), (29, 30))
    p.woods(0, 0, 8, 7, round_off=True)
    p.woods(38, 0, 9, 6, round_off=True)
    p.woods(12, 26, 6, 6, round_off=True)
    p.lay("rough", 36, 15, 4, 4)
    p.put("wagon", 15, 15)
    p.put("crates", 31, 15)
    p.put("barrels", 17, 24)
    p.deploy("blue", 0, 0, 9, 32)
    p.deploy("red", 38, 0, 10, 32)
    blue = [
        ("marines", 3, 15),
        ("marines", 6, 12),
        ("fire_squad", 4, 22),
        ("missile_team", 7, 19),
        ("command", 1, 17),
        ("militia", 8, 26),
    ]
    p.line_up("b", *blue)
    red = [("line", 41, 15), ("fire_squad", 38, 11), ("line", 38, 20), ("light_vehicle", 45, 15), ("command", 44, 18)]
    p.line_up("r", *red)
    p.objective("bridge", "The bridge", 22, 14, 4, 3, 4, scored="last turn")
    p.objective("east", "East bank", 30, 14, 4, 3)
    p.objective("west", "West bank", 14, 13, 4, 2)
    return p
