"""Tools for drawing: colours, an enlarged canvas, and random numbers that are the same in every run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

CELL = 64
"""The side of a square cell in pixels."""
SCALE = 4
"""Pictures are drawn so many times as large and reduced."""
SHADOW = 12
"""Pixels by which the image of a thing extends to the right and down beyond its footprint, for the shadow."""

GROUND, PARK, ROAD, ROAD_EDGE = "#E6DFC6", "#D6DBB2", "#D8CEBA", "#B7A98C"
PAVING, WATER, WAVE, STONE = "#E6DCC9", "#B4CDD1", "#8CAFB8", "#C9C0AE"
TREE_LIGHT, TREE_DARK, TREE_EDGE = "#93A973", "#7C9460", "#55693F"
INK, SHADE = "#3B342B", "#4A3A1E"
ROOFS = {
    "clay": ("#CDA794", "#BB917C"),
    "slate": ("#B9BDB8", "#A2A9A5"),
    "straw": ("#DACBA4", "#C7B588"),
    "timber": ("#C3AB8E", "#AE9577"),
    "moss": ("#BBBE9E", "#A4A986"),
}

Point = tuple[float, float]
Colour = tuple[int, int, int, int]


def colour(text: str, share: float = 1.0) -> Colour:
    """The colour "#RRGGBB" with an opacity of `share`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16), round(255 * share)


def mix(one: str, other: str, share: float) -> str:
    """The colour between two colours, `share` of the way to the other."""
    pairs = zip(colour(one)[:3], colour(other)[:3], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def chance(*key: object) -> float:
    """A number from 0 to 1 that depends only on the key, so that every run draws the same picture."""
    return int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:4]) / 2**32


class Canvas:
    """A transparent picture of `width` x `height` pixels, drawn at SCALE; all coordinates are pixels of the result."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def polygon(self, points: Sequence[Point], fill: str, edge: str = "", wide: float = 0.0) -> None:
        """Draw a filled polygon, with an edge along its border."""
        large = [(x * SCALE, y * SCALE) for x, y in points]
        self.draw.polygon(large, colour(fill))
        if edge:
            self.line([*points, points[0], points[1]], edge, wide)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, round_by: float = 0.0) -> None:
        """Draw a filled rectangle, with corners of radius `round_by`."""
        self.draw.rounded_rectangle(
            (left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1), round_by * SCALE, colour(fill)
        )

    def framed(self, box: tuple[float, float, float, float], fill: str, edge: str, wide: float, r: float = 0) -> None:
        """Draw a filled rectangle with an edge inside its bounds."""
        left, top, right, bottom = box
        self.box(left, top, right, bottom, edge, r)
        self.box(left + wide, top + wide, right - wide, bottom - wide, fill, max(0.0, r - wide))

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a filled circle."""
        self.draw.ellipse(
            ((x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE), colour(fill)
        )

    def line(self, points: Sequence[Point], ink: str, wide: float) -> None:
        """Draw a line with round joints."""
        large = [(x * SCALE, y * SCALE) for x, y in points]
        self.draw.line(large, colour(ink), round(wide * SCALE), joint="curve")

    def lay(self, mask: Image.Image, fill: Colour) -> None:
        """Paint a colour over the picture where the mask (at SCALE) is white."""
        flat = Image.new("RGBA", self.image.size, fill)
        flat.putalpha(mask.point(lambda value: value * fill[3] // 255))
        self.image.alpha_composite(flat)

    def cut(self, mask: Image.Image) -> None:
        """Keep only the part of the picture where the mask (at SCALE) is white."""
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask))

    def over_shadow(self, by: float) -> Canvas:
        """The same picture with a hard shadow that extends `by` pixels to the right and down."""
        under = Canvas(self.width, self.height)
        mask = Image.new("L", self.image.size, 0)
        solid = self.image.getchannel("A").point(lambda value: 255 if value > 127 else 0)
        # The shape is swept along the offset, so that the shadow of a tall thing stays joined to its foot.
        for step in range(0, round(by * SCALE) + 1, SCALE):
            mask.paste(255, (step, step), solid)
        under.lay(mask, colour(SHADE, 0.26))
        under.image.alpha_composite(self.image)
        under.draw = ImageDraw.Draw(under.image)
        return under

    def done(self) -> Image.Image:
        """The picture, reduced to its real size."""
        return self.image.resize((self.width, self.height), Image.Resampling.BOX)
