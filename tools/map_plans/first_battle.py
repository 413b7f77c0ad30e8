"""First Battle: only the gate of Park Gate, with both sides in sight of each other. The lesson is played here."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """18 x 12, four a side."""
    note = (
        "The battle of the first lesson: three turns, four units a side, one gate in the wall between them."
        " Blue has a slight advantage."
    )
    p = Plan("first_battle", 18, 12, head("skirmishcorps", "First Battle", 3, note, 1))
    p.lay("park", 0, 0, 8, 12)
    p.woods(2, 0, 4, 2, round_off=True)
    p.woods(0, 8, 3, 4, round_off=True)
    p.woods(4, 10, 4, 2, round_off=True)
    p.way("road", 2, (0, 5), (17, 5))
    p.lay("paving", 9, 3, 4, 6)
    p.wall("low wall", (8, 0), (8, 11))
    p.gap(8, 5, 1, 2)
    p.gap(8, 10)
    p.roof("gable_clay_6x4", 12, 0)
    p.roof("gable_slate_4x3", 14, 9)
    p.put("wagon", 14, 7)
    p.put("crates", 10, 1)
    p.put("crates", 16, 4)
    p.wall("low wall", (3, 3), (5, 3))
    p.wall("low wall", (3, 9), (5, 9))
    p.deploy("blue", 0, 0, 8, 12)
    p.deploy("red", 9, 0, 9, 12)
    p.line_up("b", ("veteran", 7, 2), ("trooper", 4, 5), ("scout", 7, 8), ("gunner", 4, 2))
    p.line_up("r", ("veteran", 11, 4), ("trooper", 13, 6), ("scout", 11, 9), ("gunner", 17, 4))
    p.objective("gate", "The gate", 7, 4, 3, 4, 2)
    return p
