"""Sunken Road: an ambush. Blue has to get out in the east; Red watches the road from both banks."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """38 x 18: a column of seven against five in ambush. Blue has points only for units that get out."""
    note = (
        "An ambush and a breakthrough: each of Blue's seven units that leaves by the east end brings 2 points; Red"
        " begins with 2, as the road is closed. Cross the gaps in pairs, or put the watchers out of action."
    )
    properties = {**head("skirmishcorps", "Sunken Road", 7, note, 2), "head_start": "red 2"}
    p = Plan("sunken_road", 38, 18, properties)
    p.way("road", 2, (0, 8), (37, 8))
    p.lay("field", 8, 0, 12, 5)
    p.lay("field", 20, 13, 12, 5)
    for x, wide in ((0, 7), (9, 7), (19, 6), (28, 7)):
        p.wall("hedge", (x, 6), (x + wide - 1, 6))
    for x, wide in ((2, 6), (11, 6), (20, 7), (30, 6)):
        p.wall("hedge", (x, 11), (x + wide - 1, 11))
    p.woods(21, 0, 6, 5, round_off=True)
    p.woods(31, 0, 6, 4, round_off=True)
    p.woods(14, 13, 6, 5, round_off=True)
    p.woods(0, 0, 5, 4, round_off=True)
    p.woods(32, 13, 5, 4, round_off=True)
    p.put("wagon", 11, 8)
    p.put("crates", 16, 9)
    p.put("hay", 22, 7)
    p.put("wagon", 26, 9)
    p.put("barrels", 31, 8)
    p.put("hay", 7, 10)
    p.put("crates", 19, 10)
    p.put("crates", 29, 7)
    p.deploy("blue", 0, 5, 7, 8)
    p.deploy("red", 16, 0, 18, 18)
    p.line_up(
        "b",
        ("scout", 6, 8),
        ("trooper", 5, 7),
        ("trooper", 5, 10),
        ("leader", 3, 8),
        ("gunner", 3, 7),
        ("trooper", 2, 9),
        ("runner", 1, 8),
    )
    p.line_up(
        "r",
        ("trooper", 20, 5),
        ("scout", 17, 12),
        ("gunner", 30, 5),
        ("veteran", 25, 12),
        ("marksman", 33, 12),
    )
    p.objective("out", "The east end", 35, 6, 3, 6, 2, scored="exit", only="blue")
    return p
