"""Hill Farm: a farm on a rise; veterans hold it, militia and line come up from three sides."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """44 x 30, four units against five."""
    note = "Few veterans on the hill, many militia below: quality and leadership against numbers."
    p = Plan("hill_farm", 44, 30, head("stargrunt2", "Hill Farm", 6, note, 3, "red"))
    p.hill(1, (14, 7, 18, 16))
    p.hill(2, (18, 11, 10, 8))
    p.way("road", 2, (22, 29), (22, 18))
    p.way("road", 2, (0, 26), (43, 26))
    p.roof("gable_straw_6x4", 19, 12)
    p.roof("gable_timber_3x4", 26, 12)
    p.wall("low wall", (17, 10), (29, 10))
    p.wall("low wall", (17, 10), (17, 19))
    p.wall("low wall", (29, 10), (29, 19))
    p.wall("low wall", (17, 19), (29, 19))
    p.gap(22, 19, 2, 1)
    p.gap(17, 14)
    p.gap(29, 15)
    p.gap(23, 10)
    p.woods(0, 2, 8, 8, round_off=True)
    p.woods(36, 2, 8, 9, round_off=True)
    p.woods(5, 19, 6, 5, round_off=True)
    p.woods(34, 18, 6, 5, round_off=True)
    p.wall("hedge", (10, 25), (16, 25))
    p.wall("hedge", (28, 25), (34, 25))
    p.put("well", 24, 16)
    p.put("hay", 19, 17)
    p.put("wagon", 25, 17)
    p.deploy("blue", 18, 11, 11, 8)
    p.deploy("red", 0, 0, 44, 4)
    p.line_up("b", ("veterans", 18, 11), ("veterans", 28, 18), ("command", 23, 17), ("missile_team", 18, 18))
    red = [("militia", 3, 6), ("line", 6, 4), ("militia", 40, 8), ("fire_squad", 38, 4), ("light_vehicle", 2, 27)]
    p.line_up("r", *red)
    p.objective("farm", "The farm", 18, 16, 11, 3, 2)
    p.objective("gate", "Farm gate", 21, 19, 4, 2)
    return p
