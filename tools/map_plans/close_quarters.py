"""Close Quarters: rows of market stalls a few steps apart, so that a charge is met half-way."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """26 x 20, six a side, most of them for close combat. The south is the north, turned by half."""
    note = (
        "No unit sees further than the next row of stalls, and every enemy is one charge away: a charge can be"
        " intercepted, and the interceptor cut off."
    )
    p = Plan("close_quarters", 26, 20, head("skirmishcorps", "Close Quarters", 5, note, 2))
    p.lay("paving", 2, 2, 22, 16)
    p.lay("road", 12, 0, 2, 20)
    stalls = [(4, 5), (9, 5), (15, 5), (20, 5), (6, 8), (18, 8), (3, 9)]
    for x, y in stalls:
        p.put("stall", x, y)
        p.put("stall", 24 - x, 19 - y)
    for x, y in ((12, 6), (1, 7), (22, 7), (9, 8)):
        p.put("crates", x, y)
        p.put("crates", 25 - x, 19 - y)
    p.wall("low wall", (6, 4), (9, 4))
    p.wall("low wall", (16, 15), (19, 15))
    p.put("well", 13, 4)
    p.put("well", 12, 15)
    p.deploy("red", 0, 0, 26, 4)
    p.deploy("blue", 0, 16, 26, 4)
    red = [
        ("brute", 8, 3),
        ("brute", 16, 3),
        ("veteran", 5, 3),
        ("veteran", 20, 3),
        ("brute", 12, 3),
        ("leader", 14, 2),
    ]
    p.line_up("r", *red)
    p.line_up("b", *((profile, 25 - x, 19 - y) for profile, x, y in red))
    p.objective("middle", "Middle aisle", 10, 8, 6, 4, 2)
    p.objective("west", "West stalls", 3, 8, 3, 4)
    p.objective("east", "East stalls", 20, 8, 3, 4)
    return p
