"""Prepared Position: the worked example of opportunity fire and overwatch as a scenario."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """48 x 28: three marine squads against a squad in a prepared position and its command."""
    note = "Three marine squads must get across open ground that one squad in a prepared position can see all of."
    p = Plan("prepared_position", 48, 28, head("stargrunt2", "Prepared Position", 6, note, 1, "blue"))
    p.way("road", 2, (0, 20), (47, 20))
    p.lay("field", 16, 4, 14, 8)
    p.wall("low wall", (11, 9), (13, 9))
    p.wall("low wall", (13, 9), (13, 13))
    p.wall("low wall", (34, 9), (34, 13))
    p.wall("low wall", (34, 9), (36, 9))
    p.wall("low wall", (34, 13), (36, 13))
    p.woods(38, 3, 5, 4, round_off=True)
    p.woods(2, 2, 6, 5, round_off=True)
    p.woods(22, 23, 6, 5, round_off=True)
    p.roof("gable_clay_6x4", 2, 12)
    p.roof("hip_slate_5x4", 40, 16)
    p.roof("gable_straw_4x3", 12, 23)
    p.put("hay", 20, 8)
    p.put("hay", 26, 10)
    p.put("wagon", 18, 19)
    p.deploy("blue", 0, 0, 12, 28)
    p.deploy("red", 33, 0, 15, 28)
    p.unit("b1", "marines", 9, 10, name="First squad")
    p.unit("b2", "marines", 9, 17, name="Second squad")
    p.unit("b3", "marines", 10, 4, name="Third squad")
    p.unit("r1", "line", 35, 11, name="Line squad")
    p.unit("r2", "command", 45, 12, name="Platoon command")
    p.objective("position", "Prepared position", 34, 9, 3, 5, 3)
    p.objective("field", "The field", 20, 7, 5, 4)
    return p
