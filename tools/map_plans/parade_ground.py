"""Parade Ground: two lines of equal troopers behind equal walls; whoever answers is answered at the same speed."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """30 x 20, six a side with the same RE: ties in a row. The south is the north turned round."""
    note = (
        "Two squads of equals across a yard that both want. Every exchange is a tie, and every tie a roll"
        " for who is quicker, or who hesitates."
    )
    p = Plan("parade_ground", 30, 20, head("skirmishcorps", "Parade Ground", 5, note, 1))
    p.lay("paving", 3, 3, 24, 14)
    p.lay("road", 0, 9, 30, 2)
    for x, y, wide in ((4, 5, 5), (12, 5, 6), (21, 5, 5)):
        p.wall("low wall", (x, y), (x + wide - 1, y))
        p.wall("low wall", (29 - x - wide + 1, 19 - y), (29 - x, 19 - y))
    for thing, x, y in (("crates", 10, 8), ("barrels", 18, 7), ("crates", 6, 7), ("barrels", 25, 8)):
        p.put(thing, x, y)
        p.put(thing, 29 - x, 19 - y)
    p.roof("gable_slate_6x3", 3, 0)
    p.roof("gable_clay_6x3", 21, 0)
    p.roof("gable_slate_6x3", 21, 17)
    p.roof("gable_clay_6x3", 3, 17)
    p.put("fountain", 14, 9)
    p.deploy("red", 0, 3, 30, 2)
    p.deploy("blue", 0, 15, 30, 2)
    places = [(5, 4), (8, 4), (12, 4), (17, 4), (21, 4), (24, 4)]
    p.line_up("r", *(("trooper", x, y) for x, y in places))
    p.line_up("b", *(("trooper", 29 - x, 19 - y) for x, y in places))
    p.objective("yard", "The yard", 13, 8, 4, 4, 2)
    p.objective("west", "West gate", 2, 8, 3, 4)
    p.objective("east", "East gate", 25, 8, 3, 4)
    return p
