"""Canal Bridge: two companies, one bridge; each has pickets at the ends of the streets that the other must cross."""

from __future__ import annotations

from map_plans.plan import Plan, head

WIDE, TALL = 48, 30


def plan() -> Plan:
    """48 x 30, the same after half a turn: ten units a side, none of which is seen before it enters a street."""
    note = (
        "A squad crossing a street or a quay is seen by the picket at its end, and not before: counters hold it,"
        " combat moves get across. Pickets begin on overwatch."
        " The bridge counts in the last turn only, all else every turn."
    )
    p = Plan("canal_bridge", WIDE, TALL, head("stargrunt2", "Canal Bridge", 6, note, 2, "blue"))
    p.lay("water", 22, 0, 4, TALL)
    for x in (17, 27):
        p.lay("paving", x, 0, 4, TALL)
    for x in (9, 35):
        p.lay("road", x, 0, 4, TALL)
    for y in (0, 17):
        p.wall("high wall", (21, y), (21, y + 12))
        p.wall("high wall", (26, y), (26, y + 12))
    for y, tall in ((0, 2), (13, 4), (28, 2)):
        p.gap(21, y, 6, tall)
        p.bridge(21, y, 6, tall, across=True)
    outer = [("hip_clay_4x5", 5, 0), ("hip_slate_4x5", 5, 7), ("flat_clay_4x4", 5, 13), ("hip_clay_4x5", 5, 19)]
    inner = [("hip_slate_4x5", 13, 0), ("flat_slate_4x4", 13, 6), ("gable_slate_4x7", 13, 11), ("hip_clay_4x5", 13, 20)]
    for picture, x, y in (*outer, ("hip_slate_4x5", 5, 25), *inner, ("flat_clay_4x4", 13, 26)):
        wide, tall = (int(number) for number in picture.rsplit("_", 1)[1].split("x"))
        p.roof(picture, x, y)
        p.roof(picture, WIDE - x - wide, TALL - y - tall)
    for x in (9, 17):
        p.wall("low wall", (x, 2), (x + 3, 2))
        p.wall("low wall", (WIDE - 4 - x, TALL - 3), (WIDE - 1 - x, TALL - 3))
    for thing, x, y in (("crates", 19, 10), ("barrels", 18, 20), ("hay", 2, 9), ("hay", 3, 21)):
        p.put(thing, x, y)
        p.put(thing, WIDE - 1 - x, TALL - 1 - y)
    for side, turned in (("blue", False), ("red", True)):
        for x, y, wide, tall in ((0, 0, 9, TALL), (27, 28, 4, 2), (35, 28, 4, 2)):
            p.deploy(side, *((WIDE - x - wide, TALL - y - tall) if turned else (x, y)), wide, tall)
        company = [("marines", 4, 6), ("marines", 6, 12), ("fire_squad", 4, 16), ("marines", 6, 18), ("line", 4, 24)]
        company += [("command", 3, 14), ("line", 27, 28), ("line", 30, 28), ("line", 35, 28), ("line", 38, 28)]
        p.line_up(side[0], *((q, WIDE - 1 - x, TALL - 1 - y) if turned else (q, x, y) for q, x, y in company))
    p.watch(*(f"{side}{number}" for side in "br" for number in range(7, 11)))
    p.objective("bridge", "The bridge", 21, 13, 6, 4, 4, scored="last turn")
    p.objective("east", "East bridgehead", 27, 13, 4, 4)
    p.objective("west", "West bridgehead", 17, 13, 4, 4)
    p.objective("north", "North quay", 17, 0, 4, 2)
    p.objective("south", "South quay", 27, 28, 4, 2)
    p.objective("street", "North street", 9, 0, 4, 2)
    p.objective("road", "South street", 35, 28, 4, 2)
    return p
