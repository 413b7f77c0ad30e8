"""Two Batteries: each side has three guns that look into the same valley."""

from __future__ import annotations

from map_plans.hex_plan import HexPlan
from map_plans.plan import head

_ROWS = (
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
    " ~ . f g . . . g f . ~ ~",
    "~ . m . g f f g . m . ~ ",
    " ~ g . m . g . m . g ~ ~",
    "~ . f . . . . . . f . ~ ",
    " ~ g m . g . g . m g ~ ~",
    "~ . f . . . . . . f . ~ ",
    " ~ g . m . g . m . g ~ ~",
    "~ . m . g f f g . m . ~ ",
    " ~ . f g . . . g f . ~ ~",
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
)


def plan() -> HexPlan:
    """12 x 11, nine units a side. The east mirrors the west."""
    note = (
        "Three towns in a valley, three guns of each side on its rim: most hexes of the valley are watched by two guns"
        " of the same owner. Which one fires at the first who comes, and which waits for the second?"
    )
    p = HexPlan("two_batteries", _ROWS, head("viktory2", "Two Batteries", 6, note, 2, "blue"))
    west = (("capital", "0206", "Westhold"), ("city", "0304", "Rimward"), ("city", "0308", "Underrim"))
    east = (("capital", "1006", "Easthold"), ("city", "0904", "Sunward"), ("city", "0908", "Undersun"))
    for seat, sites in (("blue", west), ("red", east)):
        for kind, place, name in sites:
            p.site(kind, seat, place, name)
    p.site("town", "", "0606", "Middle Cross")
    p.site("town", "", "0603", "Upper Cross")
    p.site("town", "", "0609", "Lower Cross")
    p.road("0206", "0306", "0406", "0506", "0606", "0706", "0806", "0906", "1006")
    blue = (("infantry", "0206"), ("infantry", "0304"), ("infantry", "0308"), ("infantry", "0306"))
    p.line_up(
        "b",
        *blue,
        ("cavalry", "0305"),
        ("cavalry", "0307"),
        ("artillery", "0405"),
        ("artillery", "0407"),
        ("artillery", "0406"),
    )
    red = (("infantry", "1006"), ("infantry", "0904"), ("infantry", "0908"), ("infantry", "0906"))
    p.line_up(
        "r",
        *red,
        ("cavalry", "0905"),
        ("cavalry", "0907"),
        ("artillery", "0805"),
        ("artillery", "0807"),
        ("artillery", "0806"),
    )
    return p
