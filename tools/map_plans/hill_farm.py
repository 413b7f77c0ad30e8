"""Hill Farm: veterans at a farm look down four walled lanes; the others have to dash from gate to gate."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """44 x 30, left and right the same: seven units in the middle against nine that have to cross two lanes each."""
    note = (
        "A few veterans on overwatch guard the lanes between walled fields, many enemies have to get across: quality"
        " and leadership against numbers. The fields in the south count in the last turn only, the farm every turn."
    )
    p = Plan("hill_farm", 44, 30, head("stargrunt2", "Hill Farm", 6, note, 3, "red"))
    p.hill(1, (16, 6, 12, 18))
    for x in (0, 28):
        for y in (8, 18):
            p.way("road", 4, (x, y), (x + 12, y))
        for y, tall in ((0, 8), (12, 6), (22, 8)):
            p.lay("field", x, y, 16, tall)
            p.wall("high wall", (28 if x else 15, y), (28 if x else 15, y + tall - 1))
    for y in (7, 12, 17, 22):
        p.wall("high wall", (0, y), (15, y))
        p.wall("high wall", (28, y), (43, y))
    for x in (3, 10, 31, 38):
        for y in (7, 12, 17, 22):
            p.gap(x, y, 3)
    p.roof("gable_straw_6x4", 19, 12)
    p.roof("gable_timber_3x4", 18, 17)
    p.roof("gable_timber_3x4", 23, 17)
    for x in (16, 27):
        for y in (8, 18):
            p.wall("low wall", (x, y), (x, y + 3))
    p.woods(18, 0, 8, 5, round_off=True)
    p.woods(18, 25, 8, 5, round_off=True)
    p.put("well", 21, 10)
    p.put("wagon", 21, 22)
    for x, y in ((7, 14), (13, 3), (6, 25)):
        p.put("hay", x, y)
        p.put("hay", 43 - x, y)
    p.deploy("blue", 16, 6, 12, 18)
    p.deploy("red", 0, 0, 15, 7)
    p.deploy("red", 29, 0, 15, 7)
    blue = [("veterans", 17, 9), ("veterans", 26, 9), ("veterans", 17, 20), ("veterans", 26, 20), ("command", 22, 16)]
    p.line_up("b", *blue, ("fire_squad", 22, 21), ("fire_squad", 21, 8))
    p.watch("b1", "b2", "b3", "b4", "b6", "b7")
    red = [("line", 4, 5), ("militia", 11, 5), ("line", 10, 3), ("militia", 5, 2)]
    red += [("line", 39, 5), ("militia", 32, 5), ("fire_squad", 33, 3), ("command", 12, 1), ("line", 38, 2)]
    p.line_up("r", *red)
    p.objective("farm", "The farm", 18, 10, 8, 7, only="blue")
    p.objective("west", "South-west field", 1, 23, 13, 6, 3, scored="last turn", only="red")
    p.objective("east", "South-east field", 30, 23, 13, 6, 3, scored="last turn", only="red")
    return p
