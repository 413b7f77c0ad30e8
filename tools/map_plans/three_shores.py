"""Three Shores: three lands round a market town in the plain, three inlets between them."""

from __future__ import annotations

from map_plans.hex_plan import HexPlan
from map_plans.plan import head

_ROWS = (
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
    " ~ ~ ~ f g f . ~ ~ ~ ~ ~ ~",
    "~ ~ ~ g . . m . ~ ~ ~ ~ ~ ",
    " ~ ~ . . g . g ~ . f ~ ~ ~",
    "~ ~ f m f f . . g m . ~ ~ ",
    " ~ ~ . g m . f m f . g ~ ~",
    "~ ~ ~ ~ . f . . f g . f ~ ",
    " ~ ~ . g . . f . . . g ~ ~",
    "~ ~ . m . f m . g m f ~ ~ ",
    " ~ ~ f . g f g ~ . . ~ ~ ~",
    "~ ~ ~ g . . m . ~ ~ ~ ~ ~ ",
    " ~ ~ ~ f g . f ~ ~ ~ ~ ~ ~",
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
)
_NAMES = {
    "red": ("Gullhaven", "Highgarth", "Elmswell", "Fordham", "Inkpen", "Sandleigh"),
    "gold": ("Saltmouth", "Ravenscar", "Birkholm", "Millbrook", "Thornwick", "Ostrey"),
    "blue": ("Northmoor", "Greystone", "Hazelby", "Waterend", "Coldstow", "Larkhithe"),
}


def plan() -> HexPlan:
    """13 x 13, eleven hexes of land across, eight or nine units a side.

    The three lands are one land, turned about the middle.
    """
    note = (
        "Every hex around the market in the middle lies beside a player's guns, some beside two guns of one player:"
        " spend your shot on the first enemy to come, or keep it for the next player?"
        " Gold, whom Blue reaches first, has an infantry more."
    )
    p = HexPlan("three_shores", _ROWS, head("viktory2", "Three Shores", 7, note, 2, "blue", "blue,red,gold"))
    # A city here drew all units of Blue, which moves first, out of its land: it won 6 of 50 games, and 38 of 100 with
    # a town.
    p.site("town", "", "0707", "Crossmarket")
    for thirds, seat in enumerate(_NAMES):
        _land(p, seat, 2 * thirds)
    return p


def _land(p: HexPlan, seat: str, sixths: int) -> None:
    """One land, drawn in the east: capital inland, guns on the mountain, two harbours."""

    def at(label: str) -> str:
        return p.turned(label, sixths)

    kinds = ("capital", "city", "city", "town", "town", "town")
    places = ("1007", "0806", "1109", "0808", "0904", "0910")
    for kind, place, name in zip(kinds, places, _NAMES[seat], strict=True):
        p.site(kind, seat, at(place), name)
    p.road(*map(at, ("1007", "0906", "0806", "0905", "0904")))
    p.road(*map(at, ("1007", "0908", "0808", "0909", "0910")))
    p.road(*map(at, ("1007", "1008", "1109", "1010", "0910")))
    p.road(*map(at, ("0806", "0807", "0707")))
    p.road(*map(at, ("0910", "0911", "0811")))
    units = (
        ("infantry", "1007"),
        ("infantry", "0808"),
        ("infantry", "0904"),
        ("infantry", "1109"),
        ("cavalry", "0908"),
        ("artillery", "0806"),
        ("frigate", "1003"),
        ("artillery", "0808"),
    )
    if seat == "gold":
        # With this one Blue won 16, Red 18, Gold 16 of 50 games, without it 38, 38, 24 of 100.
        units = (*units, ("infantry", "1007"))
    p.line_up(seat[0], *((profile, at(place)) for profile, place in units))
