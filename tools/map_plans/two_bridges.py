"""Two Bridges: a river, two crossings, and on each bank a low hill that overlooks them."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """44 x 30, six a side; each side is the other, turned by half."""
    note = (
        "A unit that crosses a bridge is seen from the hills; a side that waits leaves the other bridge to the enemy."
    )
    p = Plan("two_bridges", 44, 30, head("skirmishcorps", "Two Bridges", 8, note, 3))
    p.way("water", 4, (20, 0), (19, 8), (21, 15), (20, 22), (21, 29))
    p.lay("water", 23, 9)  # else a cell of Red's bank, and none of Blue's, would be in the objective of the bridge
    p.way("road", 2, (0, 7), (43, 7))
    p.way("road", 2, (0, 21), (43, 21))
    p.way("road", 2, (8, 7), (8, 21))
    p.way("road", 2, (34, 7), (34, 21))
    p.bridge(18, 7, 8, 2, across=True)
    p.bridge(18, 21, 8, 2, across=True)
    p.hill(1, (10, 11, 7, 8))
    p.hill(2, (12, 13, 3, 4))
    p.hill(1, (27, 11, 7, 8))
    p.hill(2, (29, 13, 3, 4))
    p.woods(12, 0, 6, 5, round_off=True)
    p.woods(27, 25, 7, 5, round_off=True)
    p.woods(14, 24, 4, 4, round_off=True)
    p.woods(27, 1, 4, 4, round_off=True)
    p.roof("gable_clay_6x4", 1, 1)
    p.roof("gable_moss_4x3", 2, 11)
    p.roof("hip_slate_5x4", 1, 24)
    p.roof("gable_straw_6x4", 37, 1)
    p.roof("gable_timber_4x3", 38, 15)
    p.roof("hip_clay_5x4", 38, 24)
    p.wall("low wall", (10, 5), (10, 6))
    p.wall("low wall", (15, 10), (17, 10))
    p.wall("low wall", (26, 10), (28, 10))
    p.wall("low wall", (15, 19), (17, 19))
    p.wall("low wall", (27, 19), (29, 19))
    p.wall("hedge", (5, 17), (7, 17))
    p.wall("hedge", (36, 12), (39, 12))
    p.wall("low wall", (18, 9), (18, 12))
    p.wall("low wall", (25, 17), (25, 20))
    _things(p)
    p.deploy("blue", 0, 0, 19, 30)
    p.deploy("red", 25, 0, 19, 30)
    blue = [("veteran", 15, 9), ("trooper", 12, 5), ("scout", 17, 11), ("gunner", 14, 20), ("trooper", 13, 24)]
    p.line_up("b", *blue, ("marksman", 14, 14))
    red = [("veteran", 28, 20), ("trooper", 31, 24), ("scout", 26, 18), ("gunner", 29, 9), ("trooper", 30, 5)]
    p.line_up("r", *red, ("marksman", 29, 15))
    p.objective("north", "North bridge", 20, 6, 4, 4, 2)
    p.objective("south", "South bridge", 20, 20, 4, 4, 2)
    return p


def _things(p: Plan) -> None:
    p.put("crates", 15, 20)
    p.put("crates", 28, 9)
    p.put("barrels", 15, 14)
    p.put("barrels", 28, 15)
    p.put("boat_up", 20, 12)
    p.put("wagon", 12, 22)
    p.put("wagon", 30, 6)
    p.put("crates", 27, 23)
    p.put("hay", 36, 18)
    p.put("hay", 6, 10)
