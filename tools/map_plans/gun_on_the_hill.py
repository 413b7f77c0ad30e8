"""The Gun on the Hill: the rulebook's own example on three shores."""

from __future__ import annotations

from map_plans.hex_plan import HexPlan
from map_plans.plan import head

_ROWS = (
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ",
    " ~ ~ . f g . ~ ~ ~",
    "~ ~ . m . . . ~ ~ ",
    " ~ m . g f . f ~ ~",
    "~ . . f m . g m ~ ",
    " ~ f g ~ . g f ~ ~",
    "~ ~ . ~ . f . ~ ~ ",
    " ~ ~ ~ . . g ~ ~ ~",
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ",
)


def plan() -> HexPlan:
    """9 x 9. Blue's gun b1 on 0505 watches the town on 0605 and the creek on 0406; Red attacks first, then Gold."""
    note = (
        "Red attacks the town beside Blue's gun; then Gold does, and sails up the creek behind it."
        " The gun has one shot in each enemy's turn: which target is worth it?"
        " Gold, who attacks second, has the harder task."
    )
    # With six turns Blue, between the others, won 9 of 50 games, Red 16, Gold 25; with five 78, 74 and 54 of 210.
    properties = head("viktory2", "The Gun on the Hill", 5, note, 1, "red", "blue,red,gold")
    p = HexPlan("gun_on_the_hill", _ROWS, properties)
    p.site("capital", "blue", "0305", "Westerby")
    p.site("town", "blue", "0605", "Hillfoot")
    p.site("capital", "red", "0703", "Easterby")
    p.site("town", "red", "0502", "Northwell")
    p.site("capital", "gold", "0608", "Southerby")
    p.site("town", "gold", "0706", "Woodend")
    p.unit("b1", "artillery", "0505")
    p.unit("b2", "infantry", "0605")
    p.unit("b3", "infantry", "0305")
    p.unit("b4", "infantry", "0305")
    p.unit("b5", "cavalry", "0304")
    p.unit("r1", "artillery", "0604")
    p.unit("r2", "infantry", "0604")
    p.unit("r3", "infantry", "0604")
    p.unit("r4", "infantry", "0703")
    p.unit("r5", "cavalry", "0703")
    p.unit("g1", "infantry", "0606")
    p.unit("g2", "frigate", "0308")
    p.unit("g3", "infantry", "0308", aboard="g2")
    p.unit("g4", "infantry", "0308", aboard="g2")
    p.unit("g5", "infantry", "0507")
    p.unit("g6", "cavalry", "0608")
    return p
