"""Two Batteries: each side has three guns that look into the same valley."""

from __future__ import annotations

from map_plans.hex_plan import HexPlan
from map_plans.plan import head

_ROWS = (
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
    " ~ . f g . . . g f . ~",
    "~ ~ m . g f f g . m ~ ",
    " ~ g . m . g . m . g ~",
    "~ ~ f . . . . . . f ~ ",
    " ~ g m . g . g . m g ~",
    "~ ~ f . . . . . . f ~ ",
    " ~ g . m . g . m . g ~",
    "~ ~ m . g f f g . m ~ ",
    " ~ . f g . . . g f . ~",
    "~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ",
)


def plan() -> HexPlan:
    """11 x 11, nine units a side. The east mirrors the west."""
    note = (
        "Each side has three guns on the rims of one valley: most of its hexes are watched by two guns of the same"
        " owner. Which of the two fires at the first enemy to come, and which waits for the second?"
        " Red, who moves second, has the harder task."
    )
    p = HexPlan("two_batteries", _ROWS, head("viktory2", "Two Batteries", 6, note, 2, "blue"))
    p.site("town", "", "0606", "Middle Cross")
    _rim(p, "blue", across=False)
    _rim(p, "red", across=True)
    p.road("0206", "0306", "0406", "0506", "0606", "0706", "0806", "0906", "1006")
    return p


_NAMES = {
    "blue": ("Westhold", "Rimward", "Underrim", "Gunhill", "Larkfield", "Lowfield"),
    "red": ("Easthold", "Sunward", "Undersun", "Cannonhill", "Rookfield", "Dalefield"),
}


def _rim(p: HexPlan, seat: str, *, across: bool) -> None:
    """One rim of the valley, drawn in the west: three guns that look down, towns behind them."""

    def at(label: str) -> str:
        return p.mirrored(label, across=across, down=False)

    kinds = ("capital", "city", "city", "town", "town", "town")
    places = ("0206", "0304", "0308", "0406", "0403", "0409")
    for kind, place, name in zip(kinds, places, _NAMES[seat], strict=True):
        p.site(kind, seat, at(place), name)
    p.road(*map(at, ("0206", "0305", "0304")))
    p.road(*map(at, ("0206", "0307", "0308")))
    units = (
        ("infantry", "0304"),
        ("infantry", "0405"),
        ("infantry", "0407"),
        ("infantry", "0308"),
        ("cavalry", "0206"),
        ("cavalry", "0206"),
        ("artillery", "0305"),
        ("artillery", "0306"),
        ("artillery", "0307"),
    )
    p.line_up(seat[0], *((profile, at(place)) for profile, place in units))
