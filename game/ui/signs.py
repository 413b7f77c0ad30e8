"""Signs: figures, markers, icons, sites and the shapes of the sides, from SVG files in assets/signs, crisp at any size.

The files use Blue's colours; `Paint` says which colours replace them before a file is loaded. The files are meant to be
edited by hand: one sign each, no text (letters are paths), nothing that needs a clip or a mask.
"""

from __future__ import annotations

import io
import re
from functools import cache, lru_cache
from typing import NamedTuple

import pygame

from game.engine.foreign import file_bytes, text_of
from game.engine.unfit import Unfit
from game.paths import ASSETS
from game.ui.palette import CARD, INK, SHAPES, STONE, Colour, Palette, SeatColours, rgb, seat_colours

FOLDER = ASSETS / "signs"
FIGURES = (
    "rifleman", "scout", "veteran", "heavy", "gunner", "medic", "leader", "raider", "elite",
    "truck", "tank", "walker", "cavalry", "artillery", "frigate",
)  # fmt: skip
"""Figures of units. They differ in outline: hat, chevrons, bulk, bipod, heart, star."""
MARKERS = (
    "face_down", "own_overwatch", "own_move", "overwatch", "move", "spent", "unassigned", "suppressed", "pinned",
    "broken", "covering", "in_position", "hidden", "blast", "drawn_in",
)  # fmt: skip
ICONS = (
    "undo", "sight", "threat", "rules", "menu", "start", "back", "forward", "play", "lens", "frozen", "yes", "no",
)  # fmt: skip
SITES = ("town", "city", "capital")
"""Kinds of a site; any other kind is drawn as a town."""
LOOKS = ("", "-selected", "-planned", "-mark")
"""What follows a shape's name in assets/signs/sides: plain, selected, the end of a planned move, small and flat."""

NOBODY = -1
"""The side of a site that nobody holds."""
ROOM = 1.3
"""A site's surface is as wide as its hex and this many times as high; the two have the same middle."""
MARK_ROOM = 70 / 64
"""The side of the square on which a side's small mark is drawn, in sizes of the mark."""


class SignError(ValueError):
    """A sign is missing or is no drawing; the message is one sentence."""


class Paint(NamedTuple):
    """The colours that replace those of the files, in this order; the defaults are the files' own."""

    fill: Colour = rgb("#2C5F8D")
    edge: Colour = rgb("#173A5A")
    tint: Colour = rgb("#D6E3EC")
    white: Colour = CARD
    ink: Colour = INK


AS_DRAWN = Paint()
Box = tuple[float, float, float, float]

problems: dict[str, str] = {}
"""Sign -> a sentence that says why it could not be drawn; an empty box is drawn instead."""


def names() -> tuple[str, ...]:
    """Every sign that the code asks for, as its path below assets/signs without the ending."""
    return (
        *(f"figures/{name}" for name in FIGURES),
        *(f"markers/{name}" for name in MARKERS),
        *(f"icons/{name}" for name in ICONS),
        *(f"sites/{name}" for name in (*SITES, "ground", *(f"banner-{shape}" for shape in SHAPES))),
        *(f"sides/{shape}{look}" for shape in SHAPES for look in LOOKS),
        "sides/crossed",
        "logo",
        "icon",
    )


@cache
def read(name: str) -> tuple[Box, str]:
    """The box (left, top, width, height) and the elements of a sign. Raises SignError."""
    place = f"assets/signs/{name}.svg"
    try:
        text = text_of(file_bytes(FOLDER / f"{name}.svg"))
    except (OSError, Unfit) as error:
        why = "is missing" if isinstance(error, FileNotFoundError) else "cannot be read"
        raise SignError(f"{place} {why}: put the drawing back, or install Snowball again.") from None
    found = re.search(r'<svg[^>]*viewBox="([-\d. ]+)"[^>]*>(.*)</svg>', text, re.DOTALL)
    box = tuple(float(number) for number in found[1].split()) if found else ()
    if found is None or len(box) != 4:
        raise SignError(f"{place} is no SVG drawing with a viewBox: fix it, or install Snowball again.")
    left, top, width, height = box
    return (left, top, width, height), found[2]


def elements(name: str, paint: Paint = AS_DRAWN) -> str:
    """The elements of a sign in the given colours. Raises SignError."""
    text = read(name)[1]
    if paint == AS_DRAWN:
        return text
    swap = {_hex(old): _hex(new) for old, new in zip(AS_DRAWN, paint, strict=True)}
    return re.sub("#[0-9A-Fa-f]{6}", lambda colour: swap.get(colour[0].upper(), colour[0]), text)


@lru_cache(maxsize=512)
def compose(box: Box, size: tuple[int, int], *parts: str) -> pygame.Surface:
    """Elements drawn over one another, as a surface of `size` pixels. Cached; do not draw on it. Raises SignError."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}">{"".join(parts)}</svg>'
    try:
        surface = pygame.image.load_sized_svg(io.BytesIO(text.encode()), size)
        # In this format it is drawn twenty times faster than in that of an SVG.
        return surface.convert(pygame.Surface((1, 1), pygame.SRCALPHA))
    except pygame.error as error:
        raise SignError(
            f"A sign of assets/signs cannot be drawn ({error}): fix it, or install Snowball again."
        ) from None


def blank(name: str, size: tuple[int, int], error: SignError) -> pygame.Surface:
    """An empty box instead of a sign that cannot be drawn; its sentence is added to `problems`."""
    problems.setdefault(name, str(error))
    surface = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(surface, INK, surface.get_rect(), 1)
    return surface


@lru_cache(maxsize=1024)
def sign(name: str, width: int, height: int, paint: Paint = AS_DRAWN) -> pygame.Surface:
    """A sign `width` by `height` pixels. The surface is cached; do not draw on it."""
    size = max(1, width), max(1, height)
    try:
        return compose(read(name)[0], size, elements(name, paint))
    except SignError as error:
        return blank(name, size, error)


def marker(name: str, size: int) -> pygame.Surface:
    """An order or condition marker of MARKERS, `size` pixels square. Cached; do not draw on it."""
    return sign(f"markers/{name}", size, size)


def icon(name: str, size: int, colour: Colour = INK) -> pygame.Surface:
    """An icon of ICONS, `size` pixels square, in one colour. Cached; do not draw on it."""
    return sign(f"icons/{name}", size, size, Paint(ink=colour))


def seat_mark(colours: SeatColours, size: int) -> pygame.Surface:
    """A side's colour in its shape, about `size` pixels wide, amid its surface. Cached; do not draw on it."""
    room = round(size * MARK_ROOM)
    return sign(f"sides/{colours.shape}-mark", room, room, Paint(fill=colours.fill))


def paint_of(colours: SeatColours) -> Paint:
    """The paint that replaces Blue's colours by a side's."""
    return Paint(colours.fill, colours.edge, colours.tint)


@lru_cache(maxsize=256)
def site(kind: str, side: int, size: int, palette: Palette = "default") -> pygame.Surface:
    """A site of SITES on a hex `size` pixels wide, held by side 0 to 3 or NOBODY. Cached; do not draw on it."""
    name = f"sites/{kind if kind in SITES else 'town'}"
    if side == NOBODY:
        return sign(name, size, round(size * ROOM), Paint(fill=STONE))
    colours = seat_colours(side, palette)
    surface = sign(name, size, round(size * ROOM), paint_of(colours)).copy()
    surface.blit(sign(f"sites/banner-{colours.shape}", size, round(size * ROOM), paint_of(colours)), (0, 0))
    return surface


def swatch(ground: Colour, size: int) -> pygame.Surface:
    """A little hex in the colour of a ground, for a legend. Cached; do not draw on it."""
    return sign("sites/ground", size, size, Paint(fill=ground))


def _hex(colour: Colour) -> str:
    return "#{:02X}{:02X}{:02X}".format(*colour)
