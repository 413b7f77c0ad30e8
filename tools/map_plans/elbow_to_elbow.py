"""Elbow to Elbow: four formations a side, so close together that a counter charge draws in a neighbour."""

from __future__ import annotations

from map_plans.plan import Plan, epic_head


def plan() -> Plan:
    """36 x 24 cells of 2.5 cm, twenty stands a side. The south is the north, turned by half."""
    note = (
        "The two lines stand a charge apart, company beside company."
        " A counter charge that touches the company beside the charging one draws it in: twice the dice, and twice"
        " the loss."
    )
    p = Plan("elbow_to_elbow", 36, 24, epic_head("Elbow to Elbow", 4, note, 2))
    p.way("road", 2, (0, 11), (35, 11))
    p.lay("field", 3, 8, 8, 3)
    p.lay("field", 25, 13, 8, 3)
    p.woods(0, 0, 6, 4, round_off=True)
    p.woods(30, 20, 6, 4, round_off=True)
    p.woods(30, 0, 5, 4, round_off=True)
    p.woods(1, 20, 5, 4, round_off=True)
    p.lay("rough", 16, 10, 4, 4)
    p.put("hay", 7, 12)
    p.put("hay", 28, 11)
    p.deploy("red", 0, 0, 36, 9)
    p.deploy("blue", 0, 15, 36, 9)
    places = {
        "one": [(5, 8), (7, 8), (9, 8), (6, 6), (8, 6)],
        "two": [(12, 8), (14, 8), (16, 8), (13, 6), (15, 6)],
        "three": [(19, 8), (21, 8), (23, 8), (20, 6), (22, 6)],
        "four": [(26, 8), (28, 8), (30, 8), (27, 6), (29, 6)],
    }
    kinds = {"one": "line", "two": "brutes", "three": "horde", "four": "line"}
    names = {"r": ("Alder", "Birch", "Cedar", "Dogwood"), "b": ("Arrow", "Bolt", "Crow", "Dart")}
    for side, titles in names.items():
        for title, (company, stands) in zip(titles, places.items(), strict=True):
            turned = stands if side == "r" else [(35 - x, 23 - y) for x, y in stands]
            p.formation(side, title, *((kinds[company], x, y) for x, y in turned))
    p.objective("road", "The road", 16, 10, 4, 4, 2)
    p.objective("west", "West field", 3, 10, 4, 4)
    p.objective("east", "East field", 29, 10, 4, 4)
    return p
