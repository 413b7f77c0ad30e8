"""The Way Home: a rescue. A scout of Blue's lies hurt between the lines and has to be brought home."""

from __future__ import annotations

from map_plans.plan import Plan, head


def plan() -> Plan:
    """32 x 24, six and a hurt scout against six."""
    note = (
        "Blue's scout b7 is hurt and slow."
        " At home behind the south wall it brings 5 points; Red wants the wreck beside it, which counts every turn."
    )
    p = Plan("the_way_home", 32, 24, head("skirmishcorps", "The Way Home", 6, note, 2))
    p.lay("field", 3, 8, 10, 7)
    p.lay("field", 20, 9, 9, 7)
    p.way("road", 2, (15, 0), (16, 23))
    p.wall("low wall", (4, 18), (13, 18))
    p.wall("low wall", (18, 18), (27, 18))
    p.wall("hedge", (2, 6), (12, 6))
    p.wall("hedge", (19, 6), (29, 6))
    p.gap(7, 6, 2, 1)
    p.gap(23, 6, 2, 1)
    p.woods(0, 11, 4, 6, round_off=True)
    p.woods(28, 12, 4, 6, round_off=True)
    p.put("wagon", 15, 10)
    p.put("crates", 17, 11)
    p.put("crates", 12, 14)
    p.put("hay", 20, 14)
    p.put("hay", 9, 10)
    p.put("hay", 24, 11)
    p.roof("gable_clay_4x3", 2, 20)
    p.roof("gable_moss_4x3", 26, 20)
    p.roof("gable_slate_4x3", 2, 1)
    p.roof("gable_timber_4x3", 26, 1)
    p.deploy("blue", 0, 17, 32, 7)
    p.deploy("red", 0, 0, 32, 6)
    p.line_up(
        "b",
        ("veteran", 14, 19),
        ("trooper", 8, 19),
        ("trooper", 22, 19),
        ("gunner", 18, 19),
        ("leader", 15, 21),
        ("scout", 26, 18),
    )
    p.unit("b7", "scout", 14, 12, weapon="unarmed", name="Hurt scout", SP=3)
    p.line_up(
        "r",
        ("veteran", 12, 5),
        ("trooper", 7, 5),
        ("trooper", 25, 5),
        ("gunner", 19, 5),
        ("leader", 15, 2),
        ("runner", 29, 5),
    )
    p.objective("home", "Home", 13, 20, 6, 3, 5, scored="exit", only="blue", by="b7")
    p.objective("wreck", "The wreck", 13, 9, 5, 4)
    return p
