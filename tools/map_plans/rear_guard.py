"""Rear Guard: a delay. Red has to keep the far bank until the end; what counts is who has it then."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """46 x 28: five squads that have to get through against four that fall back from line to line."""
    note = (
        "A delaying action: the crossing behind the village gives its points in the last turn only."
        " Red begins ahead; it need not hold every wall, but it must not be overrun at the last one. Blue has much the harder task."
    )
    properties = {**head("stargrunt2", "Rear Guard", 6, note, 2, "blue"), "head_start": "red 2"}
    p = Plan("rear_guard", 46, 28, properties)
    p.way("road", 2, (0, 13), (45, 13))
    p.lay("field", 8, 3, 9, 7)
    p.lay("field", 10, 18, 9, 7)
    p.wall("low wall", (19, 6), (19, 11))
    p.wall("low wall", (19, 16), (19, 22))
    p.wall("low wall", (31, 4), (31, 11))
    p.wall("low wall", (31, 16), (31, 24))
    p.roof("gable_clay_6x4", 22, 7)
    p.roof("gable_moss_6x4", 22, 17)
    p.roof("hip_slate_5x4", 33, 7)
    p.roof("gable_straw_6x4", 33, 17)
    p.woods(3, 1, 6, 5, round_off=True)
    p.woods(3, 21, 6, 5, round_off=True)
    p.woods(13, 0, 5, 4, round_off=True)
    p.woods(12, 24, 6, 4, round_off=True)
    p.lay("rough", 26, 12, 3, 4)
    p.put("wagon", 16, 13)
    p.put("hay", 11, 7)
    p.put("hay", 14, 20)
    p.put("crates", 28, 10)
    p.put("barrels", 28, 17)
    p.deploy("blue", 0, 0, 9, 28)
    p.deploy("red", 19, 0, 27, 28)
    p.unit("b1", "marines", 8, 12, name="First squad")
    p.unit("b2", "marines", 7, 17, name="Second squad")
    p.unit("b3", "marines", 7, 8, name="Third squad")
    p.unit("b4", "fire_squad", 8, 20, name="Fire squad")
    p.unit("b5", "command", 3, 13, name="Company command")
    p.unit("r1", "line", 20, 9, name="First picket")
    p.unit("r2", "line", 20, 18, name="Second picket")
    p.unit("r3", "fire_squad", 32, 10, name="Fire squad")
    p.unit("r4", "command", 38, 13, name="Rear guard command")
    p.objective("crossing", "The crossing", 38, 11, 5, 6, 4, scored="last turn")
    p.objective("village", "The village", 24, 11, 6, 6)
    return p
