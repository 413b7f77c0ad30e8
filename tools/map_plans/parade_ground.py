"""Parade Ground: two lines of equal runners behind equal walls; every reaction is met by one just as quick."""

from __future__ import annotations

from collections.abc import Sequence

from map_plans.plan import Plan, head

CARBINES = (2, 4, 5)
"""The numbers of each side's units with this weapon; the others have pistols."""


def plan() -> Plan:
    """30 x 20, six a side with the same RE, so that ties are common. The south is the north, turned by half."""
    note = (
        "Two gangs of runners, all equally quick, want one yard."
        " Half of them have pistols and must come close: a runner that charges may be cut off or intercepted, and"
        " every tie is rolled for."
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
    _runners(p, "r", places)
    _runners(p, "b", [(29 - x, 19 - y) for x, y in places])
    p.objective("yard", "The yard", 13, 8, 4, 4, 2)
    p.objective("west", "West gate", 2, 8, 3, 4)
    p.objective("east", "East gate", 25, 8, 3, 4)
    return p


def _runners(p: Plan, side: str, places: Sequence[tuple[int, int]]) -> None:
    for number, (x, y) in enumerate(places, 1):
        carried = {"weapon": "carbine"} if number in CARBINES else {}
        p.unit(f"{side}{number}", "runner", x, y, **carried)
