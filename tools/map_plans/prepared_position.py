"""Prepared Position: the worked example of opportunity fire and overwatch as a scenario, behind two roads."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """48 x 28: nine units must cross two roads and a field that seven watch, one of them from a prepared position."""
    note = (
        "Marine squads must get across two roads, each with an outpost on overwatch at either end,"
        " to a prepared position that sees all of the field before it."
        " The position counts in the last turn only; Red begins with five points."
    )
    properties = {**head("stargrunt2", "Prepared Position", 6, note, 1, "blue"), "head_start": "red 5"}
    p = Plan("prepared_position", 48, 28, properties)
    p.lay("field", 0, 9, 48, 4)
    p.lay("road", 20, 0, 4, 28)
    p.lay("road", 29, 0, 4, 28)
    for picture, y in (("gable_clay_6x4", 0), ("gable_straw_6x4", 5), ("gable_moss_6x4", 13), ("gable_clay_6x4", 18)):
        p.roof(picture, 14, y)
    p.roof("gable_slate_6x4", 14, 23)
    for picture, y in (("hip_slate_5x4", 0), ("hip_clay_5x4", 5), ("hip_moss_5x5", 13), ("hip_slate_5x5", 19)):
        p.roof(picture, 24, y)
    p.roof("hip_clay_5x4", 24, 24)
    p.wall("low wall", (11, 9), (13, 9))
    p.wall("low wall", (13, 9), (13, 11))
    p.wall("low wall", (34, 9), (34, 13))
    p.wall("low wall", (34, 9), (36, 9))
    p.wall("low wall", (34, 13), (36, 13))
    for x in (20, 29):
        p.wall("low wall", (x, 2), (x + 3, 2))
        p.wall("low wall", (x, 25), (x + 3, 25))
    p.woods(38, 2, 6, 5, round_off=True)
    p.woods(38, 20, 7, 6, round_off=True)
    p.woods(1, 1, 6, 5, round_off=True)
    p.put("hay", 4, 15)
    p.put("hay", 41, 16)
    p.put("wagon", 9, 19)
    p.deploy("blue", 0, 0, 14, 28)
    p.deploy("red", 33, 0, 15, 28)
    for x in (20, 29):
        p.deploy("red", x, 0, 4, 2)
        p.deploy("red", x, 26, 4, 2)
    p.unit("b1", "marines", 9, 10, name="First squad")
    p.unit("b2", "marines", 10, 17, name="Second squad")
    p.unit("b3", "marines", 10, 4, name="Third squad")
    p.unit("b4", "marines", 10, 22, name="Fourth squad")
    p.unit("b5", "fire_squad", 10, 7, name="Fire squad")
    p.unit("b6", "missile_team", 8, 15, name="Missile team")
    p.unit("b7", "command", 5, 18, name="Company command")
    p.unit("b8", "marines", 8, 12, name="Fifth squad")
    p.unit("b9", "fire_squad", 10, 20, name="Second fire squad")
    p.unit("r1", "line", 35, 11, name="Line squad")
    p.unit("r2", "command", 45, 12, name="Platoon command")
    for number, (profile, x, y, name) in enumerate(
        [
            ("line", 21, 0, "First road, north"),
            ("line", 22, 26, "First road, south"),
            ("line", 30, 0, "Second road, north"),
            ("line", 31, 26, "Second road, south"),
            ("light_vehicle", 44, 16, "Reserve"),
        ],
        3,
    ):
        p.unit(f"r{number}", profile, x, y, name=name)
    p.watch("r1", "r3", "r4", "r5", "r6")
    p.objective("position", "Prepared position", 34, 9, 3, 5, 5, scored="last turn")
    p.objective("field", "The field", 20, 9, 4, 4)
    return p
