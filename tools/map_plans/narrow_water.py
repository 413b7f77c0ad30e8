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
    """11 x 11, nine hexes of land across, eight units a side; the east is the west turned about the middle."""
    note = "A gun on the mountain watches the whole pass; frigates know two ways round it, and guns wait beside both."
    p = HexPlan("narrow_water", _ROWS, head("viktory2", "Narrow Water", 7, note, 1, "blue"))
    p.site("capital", "blue", "0306", "Whitehill")
    p.site("city", "blue", "0404", "Stonegate")
    p.site("city", "blue", "0409", "Oakhaven")
    p.site("town", "blue", "0504", "North Quay")
    p.site("town", "blue", "0506", "Passfoot")
    p.site("town", "blue", "0308", "Reedham")
    p.road("0306", "0405", "0404", "0504")
    p.road("0306", "0406", "0506")
    p.road("0306", "0407", "0408", "0409")
    p.road("0408", "0308")
    p.site("capital", "red", "0906", "Kingsmead")
    p.site("city", "red", "0808", "Cragmoor")
    p.site("city", "red", "0903", "Alderholt")
    p.site("town", "red", "0708", "South Quay")
    p.site("town", "red", "0706", "Passhead")
    p.site("town", "red", "0904", "Sedgley")
    p.road("0906", "0907", "0808", "0708")
    p.road("0906", "0806", "0706")
    p.road("0906", "0905", "0804", "0903")
    p.road("0804", "0904")
    p.road("0506", "0606", "0706")
    p.unit("b1", "infantry", "0306")
    p.unit("b2", "infantry", "0506")
    p.unit("b3", "infantry", "0504")
    p.unit("b4", "infantry", "0409")
    p.unit("b5", "cavalry", "0406")
    p.unit("b6", "artillery", "0404")
    p.unit("b7", "artillery", "0506")
    p.unit("b8", "frigate", "0603")
    p.unit("r1", "infantry", "0906")
    p.unit("r2", "infantry", "0706")
    p.unit("r3", "infantry", "0708")
    p.unit("r4", "infantry", "0903")
    p.unit("r5", "cavalry", "0806")
    p.unit("r6", "artillery", "0808")
    p.unit("r7", "artillery", "0706")
    p.unit("r8", "frigate", "0709")
    return p
