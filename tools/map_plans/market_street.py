"""Market Street: a street to cross from both sides, a square with a fountain in its middle."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """36 x 24, six a side."""
    note = (
        "Both sides watch from the corners and want the square;"
        " every way to it crosses a street that is seen from both ends. Blue has the harder task."
    )
    p = Plan("market_street", 36, 24, head("skirmishcorps", "Market Street", 8, note, 1))
    _ground(p)
    _north(p)
    _south(p)
    _street(p)
    p.deploy("red", 0, 0, 36, 9)
    p.deploy("blue", 0, 15, 36, 9)
    red = [("scout", 7, 7), ("trooper", 17, 8), ("veteran", 17, 6), ("leader", 18, 4), ("gunner", 26, 7)]
    p.line_up("r", *red, ("runner", 31, 8))
    blue = [("scout", 10, 21), ("trooper", 14, 17), ("veteran", 20, 15), ("leader", 14, 20), ("gunner", 22, 16)]
    p.line_up("b", *blue, ("runner", 26, 15))
    p.objective("square", "Fountain Square", 15, 9, 6, 6, 2)
    p.objective("west", "West end", 4, 10, 4, 4)
    p.objective("east", "East end", 29, 10, 4, 4)
    return p


def _ground(p: Plan) -> None:
    p.lay("road", 0, 10, 36, 4)
    p.lay("paving", 10, 8, 26, 2)
    p.lay("paving", 0, 14, 36, 2)
    p.lay("paving", 14, 8, 8, 8)
    for x, y, tall in ((17, 0, 8), (26, 0, 8), (7, 16, 8), (22, 16, 8)):
        p.lay("road", x, y, 2, tall)
    p.lay("park", 0, 0, 10, 9)
    p.oval("water", 2, 3, 5, 4)
    p.woods(0, 0, 3, 2)
    p.woods(7, 4, 3, 2)
    p.woods(0, 7, 2, 2)
    p.lay("park", 29, 20, 7, 4)
    p.woods(33, 20, 3, 2)
    p.lay("park", 0, 21, 6, 3)
    p.woods(0, 22, 2, 2)


def _north(p: Plan) -> None:
    p.roof("gable_clay_6x4", 11, 4)
    p.roof("hip_slate_7x7", 19, 1)
    p.roof("gable_moss_4x3", 28, 5)
    p.roof("gable_clay_3x6", 33, 2)
    p.wall("low wall", (10, 3), (16, 3))
    p.gap(13, 3)
    p.wall("low wall", (0, 9), (10, 9))
    p.gap(4, 9, 2, 1)
    p.wall("hedge", (28, 3), (31, 3))
    p.gap(30, 3)
    p.put("crates", 17, 7)
    p.put("barrels", 25, 9)
    p.put("barrels", 32, 6)


def _south(p: Plan) -> None:
    p.roof("gable_slate_6x4", 1, 16)
    p.roof("hip_clay_5x5", 9, 16)
    p.roof("hip_clay_7x4", 15, 17)
    p.roof("gable_timber_4x3", 24, 16)
    p.roof("gable_moss_6x3", 29, 16)
    p.wall("low wall", (14, 16), (14, 16))
    p.wall("low wall", (24, 20), (27, 20))
    p.gap(25, 20)
    p.wall("hedge", (29, 19), (35, 19))
    p.gap(31, 19)
    p.put("crates", 8, 17)
    p.put("barrels", 23, 18)


def _street(p: Plan) -> None:
    p.put("fountain", 17, 11)
    p.put("wagon", 25, 11)
    p.put("stall", 15, 9)
    p.put("stall", 19, 14)
    p.put("stall_up", 21, 10)
    p.put("crates", 14, 13)
    p.put("wagon_up", 10, 11)
    p.put("crates", 32, 13)
    p.put("barrels", 3, 11)
    p.wall("low wall", (27, 9), (32, 9))
    p.gap(29, 9, 2, 1)
    p.wall("low wall", (2, 14), (5, 14))
    p.gap(4, 14)
