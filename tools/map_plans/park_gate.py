"""Park Gate: a wood's edge on one side, two houses on the other, a wall with a gate between. The first game."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """24 x 18, four a side."""
    note = (
        "A quarter of an hour: four units a side watch the gate between them from the start; a side that wants it"
        " must cross."
    )
    p = Plan("park_gate", 24, 18, head("skirmishcorps", "Park Gate", 6, note, 1))
    p.lay("park", 0, 0, 12, 18)
    p.woods(0, 0, 5, 6, round_off=True)
    p.woods(0, 6, 4, 12)
    p.woods(3, 12, 4, 6, round_off=True)
    p.woods(7, 1, 3, 3, round_off=True)
    p.woods(8, 14, 3, 3, round_off=True)
    p.way("road", 2, (4, 8), (23, 8))
    p.lay("paving", 13, 6, 4, 6)
    p.wall("low wall", (12, 0), (12, 17))
    p.gap(12, 8, 1, 2)
    p.gap(12, 2)
    p.gap(12, 15)
    p.roof("gable_clay_6x4", 16, 2)
    p.roof("hip_slate_6x4", 16, 12)
    p.put("well", 14, 7)
    p.put("wagon", 18, 9)
    p.put("hay", 16, 11)
    p.put("crates", 14, 3)
    p.put("crates", 20, 7)
    p.wall("low wall", (7, 6), (9, 6))
    p.wall("low wall", (7, 12), (9, 12))
    p.deploy("blue", 0, 0, 10, 18)
    p.deploy("red", 15, 0, 9, 18)
    p.line_up("b", ("veteran", 6, 6), ("trooper", 3, 9), ("scout", 6, 12), ("gunner", 4, 4))
    p.line_up("r", ("veteran", 17, 11), ("trooper", 20, 9), ("scout", 15, 3), ("gunner", 21, 7))
    p.objective("gate", "The gate", 11, 7, 3, 4, 2)
    return p
