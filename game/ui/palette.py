"""All colours of the window: paper, ink, the sides, the ground."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """A colour from "#RRGGBB"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


PAPER = rgb("#F1E9D8")
PANEL = rgb("#FAF6EC")
CARD = rgb("#FFFDF7")
SUNK = rgb("#EADFC9")
SUNK2 = rgb("#F2EAD8")
LINE = rgb("#CDBFA3")
LINE2 = rgb("#B3A585")
INK = rgb("#2A2620")
INK2 = rgb("#574F43")
INK3 = rgb("#6F6655")
CHIP = rgb("#F0E6D0")
SAFFRON = rgb("#E3A72F")
SAFFRON_TINT = rgb("#F8E6BC")
SAFFRON_EDGE = rgb("#8A5A00")
SAND = rgb("#B29C74")
SEEN = (*rgb("#FFF3C4"), 107)
SEEN_EDGE = rgb("#8A5A00")
GRID = (*rgb("#5C4A28"), 43)

GROUND = {
    "open": rgb("#E6DFC6"),
    "park": rgb("#D6DBB2"),
    "road": rgb("#D8CEBA"),
    "rough": rgb("#DDD2B6"),
    "low": rgb("#DFD7BF"),
    "high": rgb("#B9AF9B"),
    "woods": rgb("#C3CDA0"),
    "water": rgb("#B4CDD1"),
    "plains": rgb("#E6DAB4"),
    "grassland": rgb("#D0D9A8"),
    "forest": rgb("#B9C795"),
    "mountain": rgb("#CFC5B0"),
}
TREE, TREE2, TREE_EDGE = rgb("#93A973"), rgb("#7C9460"), rgb("#55693F")
STONE, WALL, WAVE, ROAD_EDGE = rgb("#C9C0AE"), rgb("#3B342B"), rgb("#8CAFB8"), rgb("#B7A98C")
ROAD = rgb("#F3ECD9")


class SeatColours(NamedTuple):
    """The colours of a side: fill, dark edge, tint for panels; and its shape, which tells it apart without colour."""

    fill: Colour
    edge: Colour
    tint: Colour
    shape: str


SHAPES = ("circle", "cut_square", "hexagon", "shield")
"""The shapes of the four sides, by which they can be told apart without colours."""
_EDGES = tuple(rgb(c) for c in ("#173A5A", "#6E2213", "#553800", "#3B2246"))
_TINTS = tuple(rgb(c) for c in ("#D6E3EC", "#F4DCD1", "#F1E2BC", "#E6D9EA"))
Palette = Literal["default", "safe", "contrast", "ink"]
"""The sets of colours that a player may choose for the sides."""
PALETTES: tuple[Palette, ...] = get_args(Palette)
_FILLS: dict[Palette, tuple[str, ...]] = {
    "default": ("#2C5F8D", "#B3422A", "#9A6A0A", "#6A4478"),
    "safe": ("#2A74B8", "#7A1F12", "#937000", "#3B2A55"),
    "contrast": ("#0A3D6B", "#8C1D0A", "#5A4300", "#45205A"),
    "ink": ("#33302B", "#33302B", "#33302B", "#33302B"),
}
SEATS = ("blue", "red", "gold", "plum")
"""The seats whose names are the colours of the four sides."""


def seat_index(seat: str, seats: tuple[str, ...] = ()) -> int:
    """The number, 0 to 3, of the side as which a seat is drawn: by its name, else by its place among `seats`."""
    if seat in SEATS:
        return SEATS.index(seat)
    return seats.index(seat) % len(SEATS) if seat in seats else 0


def seat_colours(index: int, palette: Palette = "default") -> SeatColours:
    """The colours of side 0 to 3 in a palette."""
    fill = rgb(_FILLS[palette][index])
    edge = rgb("#14120F") if palette == "ink" else _EDGES[index]
    tint = SUNK2 if palette == "ink" else _TINTS[index]
    return SeatColours(fill, edge, tint, SHAPES[index])
