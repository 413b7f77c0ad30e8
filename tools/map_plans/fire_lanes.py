"""Fire Lanes: a factory of long sheds. A unit that moves between sheds is seen in the lane, and nowhere else."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """36 x 26, four squads that attack against four that hold the lanes."""
    note = (
        "An attack from cover to cover: between two sheds a squad is in sight for a few inches of its move, and only"
        " a squad on overwatch can shoot at it then."
        " The yard in the east counts in the last turn only: Blue has to break through to it, Red begins ahead."
    )
    properties = {**head("wh40k2", "Fire Lanes", 5, note, 2, "red"), "head_start": "red 1"}
    p = Plan("fire_lanes", 36, 26, properties)
    p.lay("paving", 4, 2, 30, 22)
    p.lay("road", 9, 0, 3, 26)
    p.lay("road", 18, 0, 3, 26)
    p.lay("road", 27, 0, 3, 26)
    for x in (4, 12, 21):
        for y in (3, 11, 19):
            p.roof("gable_slate_6x4" if y != 11 else "gable_clay_6x4", x, y)
    p.wall("low wall", (9, 1), (11, 1))
    p.wall("low wall", (18, 1), (20, 1))
    p.wall("low wall", (27, 1), (29, 1))
    p.wall("low wall", (9, 24), (11, 24))
    p.wall("low wall", (18, 24), (20, 24))
    p.wall("low wall", (27, 24), (29, 24))
    p.wall("low wall", (30, 8), (30, 17))
    p.gap(30, 12, 1, 2)
    p.put("crates", 14, 9)
    p.put("barrels", 15, 16)
    p.put("wagon", 23, 8)
    p.put("crates", 24, 17)
    p.put("crates", 6, 9)
    p.put("barrels", 7, 17)
    p.deploy("blue", 0, 0, 4, 26)
    p.deploy("red", 9, 0, 27, 26)
    p.line_up("b", ("elite", 3, 8), ("elite", 3, 16), ("line", 3, 12), ("fast_raider", 2, 20), ("character", 1, 12))
    p.line_up("r", ("elite", 10, 0), ("line", 10, 25), ("line", 31, 12), ("launcher_team", 31, 16), ("elite", 19, 0))
    p.objective("yard", "The east yard", 30, 8, 5, 10, 3, scored="last turn")
    p.objective("office", "The works", 12, 15, 6, 4, 1)
    return p
