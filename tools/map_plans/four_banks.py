"""Four Banks: a strait from sea to sea, closed by two cities that bar it."""

from __future__ import annotations

from map_plans.hex_plan import HexPlan
from map_plans.plan import head

_ROWS = (
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
    " ~ ~ ~ ~ . f . ~ . f . ~ ~ ~ ~",
    "~ ~ ~ ~ . m . g g . m . ~ ~ ~ ",
    " ~ ~ ~ f g . f m f . g f ~ ~ ~",
    "~ ~ ~ m g . m . . m . g m ~ ~ ",
    " ~ ~ g . g f . . . f g . g ~ ~",
    "~ ~ . f . . g ~ ~ g . . f . ~ ",
    " ~ ~ ~ ~ . ~ ~ ~ ~ ~ . ~ ~ ~ ~",
    "~ ~ . f . . g ~ ~ g . . f . ~ ",
    " ~ ~ g . g f . . . f g . g ~ ~",
    "~ ~ ~ m g . m . . m . g m ~ ~ ",
    " ~ ~ ~ f g . f m f . g f ~ ~ ~",
    "~ ~ ~ ~ . m . g g . m . ~ ~ ~ ",
    " ~ ~ ~ ~ . f . ~ . f . ~ ~ ~ ~",
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
)
_NAMES = {
    "blue": ("Oldcastle", "Wolfscrag", "Fernport", "Lakeside", "Whitcombe", "Northolt"),
    "red": ("Redmarsh", "Eaglestone", "Ashport", "Mereside", "Cliffend", "Norbury"),
    "gold": ("Goldenham", "Beaconfell", "Holmport", "Poolside", "Dunwick", "Southam"),
    "plum": ("Plumstow", "Ternscar", "Oakport", "Tarnside", "Westgate", "Sudbourne"),
}


def plan() -> HexPlan:
    """15 x 15, thirteen hexes of land across, eight or nine units a side; the four banks mirror one another."""
    note = (
        "Two cities close the strait, and only their owner's frigates pass under the walls."
        " Three enemies move before your turn comes again: a gun has a shot at each of them,"
        " and the pass between two guns is watched twice."
        " The cities in the strait belong to Gold and Plum, who move last; Blue and Red have a second cavalry each."
    )
    properties = head("viktory2", "Four Banks", 8, note, 3, "blue", "blue,red,gold,plum")
    p = HexPlan("four_banks", _ROWS, properties)
    # When nobody owned the cities, the seats that move first took them: Blue and Red won 46 of 60 games, the others 14.
    p.site("city", "plum", "0508", "West Lock")
    p.site("city", "gold", "1108", "East Lock")
    for seat, (across, down) in zip(_NAMES, ((True, False), (False, False), (False, True), (True, True)), strict=True):
        _bank(p, seat, across=across, down=down)
    return p


def _bank(p: HexPlan, seat: str, *, across: bool, down: bool) -> None:
    """One bank, drawn in the north-east: capital inland, guns over the pass, harbours on strait and sea."""

    def at(label: str) -> str:
        return p.mirrored(label, across=across, down=down)

    kinds = ("capital", "city", "city", "town", "town", "town")
    places = ("1205", "1005", "1307", "1007", "1203", "1003")
    for kind, place, name in zip(kinds, places, _NAMES[seat], strict=True):
        p.site(kind, seat, at(place), name)
    p.road(*map(at, ("1205", "1105", "1005", "1004", "1003")))
    p.road(*map(at, ("1205", "1106", "1107", "1007")))
    p.road(*map(at, ("1205", "1206", "1307", "1207", "1108")))
    p.road(*map(at, ("1205", "1104", "1203")))
    units = (
        ("infantry", "1205"),
        ("infantry", "1007"),
        ("infantry", "1307"),
        ("infantry", "1203"),
        ("cavalry", "1106"),
        ("artillery", "1005"),
        ("frigate", "1405"),
        ("artillery", "1007"),
    )
    if seat in ("blue", "red"):  # with these Blue won 17, Red 14, Gold 14, Plum 13 of 60 games
        units = (*units, ("cavalry", "1106"))
    p.line_up(seat[0], *((profile, at(place)) for profile, place in units))
