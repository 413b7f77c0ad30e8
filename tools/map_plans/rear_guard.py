"""Rear Guard: a delaying action from street to street. Red's outposts see units on a street, and none before that."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """46 x 28: ten squads that have to get through three streets against eight that watch them."""
    note = (
        "A delaying action through three streets: a squad that dashes from house to house is in sight on the street"
        " and nowhere else, and an outpost watches from either end. The crossing counts in the last turn only."
    )
    p = Plan("rear_guard", 46, 28, head("stargrunt2", "Rear Guard", 6, note, 2, "blue"))
    p.lay("road", 8, 0, 5, 28)
    p.lay("road", 19, 0, 5, 28)
    p.lay("road", 30, 0, 5, 28)
    for picture, y in (("hip_clay_4x5", 1), ("hip_slate_4x5", 8), ("hip_clay_4x5", 15), ("hip_slate_4x5", 22)):
        p.roof(picture, 4, y)
    for picture, y in (("gable_clay_6x4", 3), ("gable_moss_6x4", 9), ("gable_straw_6x4", 16), ("gable_slate_6x4", 22)):
        p.roof(picture, 13, y)
    for picture, y in (("gable_slate_6x4", 1), ("hip_clay_6x4", 7), ("hip_slate_6x4", 12), ("gable_moss_6x4", 18)):
        p.roof(picture, 24, y)
    p.roof("gable_clay_6x4", 24, 24)
    p.wall("low wall", (8, 2), (12, 2))
    p.wall("low wall", (19, 2), (23, 2))
    p.wall("low wall", (19, 25), (23, 25))
    p.wall("low wall", (30, 2), (34, 2))
    p.wall("low wall", (8, 25), (12, 25))
    p.wall("low wall", (30, 25), (34, 25))
    p.wall("low wall", (36, 8), (36, 19))
    p.gap(36, 13, 1, 2)
    p.woods(38, 1, 7, 5, round_off=True)
    p.woods(38, 22, 7, 5, round_off=True)
    p.put("wagon", 16, 14)
    p.put("hay", 2, 7)
    p.put("hay", 2, 20)
    p.put("crates", 27, 16)
    p.put("barrels", 27, 6)
    p.deploy("blue", 0, 0, 4, 28)
    p.deploy("red", 8, 0, 5, 2)
    p.deploy("red", 8, 26, 5, 2)
    p.deploy("red", 19, 0, 27, 28)
    blue = [("marines", 3, 6), ("marines", 3, 13), ("marines", 3, 20), ("fire_squad", 2, 10), ("marines", 2, 17)]
    blue += [("command", 1, 13), ("line", 3, 25), ("line", 3, 2), ("marines", 1, 19), ("fire_squad", 1, 6)]
    p.line_up("b", *blue)
    red = [("line", 10, 0, "First picket, north"), ("militia", 10, 27, "First picket, south")]
    red += [("line", 21, 0, "North barricade"), ("line", 21, 27, "South barricade")]
    red += [("line", 32, 0, "Second picket, north"), ("militia", 32, 27, "Second picket, south")]
    red += [("militia", 37, 10, "Last line")]
    for number, (profile, x, y, name) in enumerate([*red, ("command", 40, 13, "Rear guard command")], 1):
        p.unit(f"r{number}", profile, x, y, name=name)
    p.objective("crossing", "The crossing", 38, 11, 5, 6, 5, scored="last turn")
    p.objective("north", "North barricade", 19, 0, 5, 2)
    p.objective("south", "South barricade", 19, 26, 5, 2)
    return p
