"""Three Farms: four formations a side and three places worth holding."""

from __future__ import annotations

from map_plans.plan import Plan, epic_head


def plan() -> Plan:
    """40 x 26 cells of 2.5 cm; infantry in the west, armour in the east, carriers that can go either way."""
    note = (
        "Three farms, four formations a side."
        " The formations near a charge decide it: keep a second one of your own within reach, and the enemy's second"
        " one out of it."
    )
    p = Plan("three_farms", 40, 26, epic_head("Three Farms", 5, note, 3))
    p.way("road", 2, (0, 12), (39, 12))
    p.way("road", 2, (19, 0), (19, 25))
    p.lay("field", 9, 14, 8, 3)
    p.lay("field", 23, 8, 7, 3)
    p.hill(1, (13, 9, 4, 3), (23, 15, 5, 3))
    p.woods(0, 8, 4, 4, round_off=True)
    p.woods(10, 7, 3, 5, round_off=True)
    p.woods(22, 1, 4, 3, round_off=True)
    p.woods(35, 14, 5, 5, round_off=True)
    p.woods(0, 21, 4, 5, round_off=True)
    p.woods(33, 7, 4, 3, round_off=True)
    p.roof("gable_clay_4x3", 5, 9)
    p.ruin(5, 14, 4, 4, (6, 14), (8, 16))
    p.roof("gable_moss_4x3", 15, 14)
    p.ruin(21, 9, 4, 3, (22, 11), (24, 10))
    p.roof("gable_straw_4x2", 29, 14)
    p.ruin(30, 9, 4, 3, (31, 11), (33, 10))
    p.wall("low wall", (4, 13), (9, 13))
    p.gap(6, 13, 2, 1)
    p.wall("low wall", (15, 11), (18, 11))
    p.wall("low wall", (21, 14), (25, 14))
    p.gap(23, 14)
    p.wall("hedge", (28, 13), (33, 13))
    p.gap(30, 13, 2, 1)
    p.lay("rough", 11, 18, 3, 3)
    p.lay("rough", 25, 5, 3, 2)
    p.put("well", 10, 11)
    p.put("wagon", 21, 13)
    p.put("hay", 26, 9)
    p.put("hay", 13, 15)
    p.deploy("blue", 0, 18, 40, 8)
    p.deploy("red", 0, 0, 40, 8)
    _blue(p)
    _red(p)
    p.objective("west", "West farm", 4, 11, 6, 3)
    p.objective("cross", "Crossing", 18, 11, 4, 4, 2)
    p.objective("east", "East farm", 29, 11, 5, 3)
    return p


def _blue(p: Plan) -> None:
    foot = [(4, 19), (6, 19), (8, 19), (10, 19), (5, 21), (7, 21), (9, 21), (11, 22), (9, 23)]
    p.formation("b", "Harrow", *(("line", x, y) for x, y in foot), ("command", 7, 23))
    for carrier in p.formation(
        "b", "Tallow", *(("carrier", x, y) for x, y in ((15, 20), (17, 20), (16, 22), (18, 22)))
    ):
        p.load(carrier, "line", "line")
    p.formation(
        "b", "Anvil", *(("tank", x, y) for x, y in ((24, 20), (26, 20), (28, 20), (25, 22), (27, 22), (29, 22)))
    )
    p.formation("b", "Lance", *(("bikes", x, y) for x, y in ((33, 20), (35, 20), (37, 20), (34, 22), (36, 22))))


def _red(p: Plan) -> None:
    west = [(3, 6), (5, 6), (7, 6), (9, 6), (4, 4), (6, 4), (8, 4), (10, 4), (5, 2), (7, 2)]
    p.formation("r", "Gash", *(("horde", x, y) for x, y in west))
    middle = [(14, 4), (16, 4), (18, 4), (13, 2), (15, 2), (17, 2)]
    brutes = [("brutes", x, 6) for x in (13, 15, 17, 19)]
    p.formation("r", "Maul", *brutes, *(("horde", x, y) for x, y in middle))
    for carrier in p.formation("r", "Spear", ("carrier", 27, 3), ("carrier", 29, 3), ("carrier", 28, 5)):
        p.load(carrier, "heavy", "heavy")
    # Both sides have six tanks. With three brutes Red won 28 of 100 games, with four 25.5 of 50.
    p.formation("r", "Ram", *(("tank", x, y) for x, y in ((33, 4), (35, 4), (37, 4), (34, 2), (36, 2), (38, 2))))
