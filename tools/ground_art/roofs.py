"""Roofs seen from above: gable, hip and flat, in five materials, with the ridge along or across."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from ground_art import paint
from ground_art.paint import CELL, ROOFS, SHADOW, Canvas, Point, chance, mix

_IN = 3.0
_EDGE = 5.0


@dataclass(frozen=True, slots=True)
class Roof:
    """A roof over `wide` x `tall` cells. `shape` is gable, hip or flat; the ridge follows the longer side."""

    name: str
    shape: str
    stuff: str
    wide: int
    tall: int
    title: str
    upright: bool = False

    @property
    def along(self) -> bool:
        """Whether the ridge runs east to west."""
        return self.wide > self.tall or (self.wide == self.tall and not self.upright)


def roof(kind: Roof) -> Image.Image:
    """The picture of a roof: its footprint, and SHADOW more pixels to the right and below."""
    wide, tall = kind.wide * CELL, kind.tall * CELL
    canvas = Canvas(wide + SHADOW, tall + SHADOW)
    box = (_IN, _IN, wide - _IN, tall - _IN)
    if kind.shape == "flat":
        _flat(canvas, box, kind)
    else:
        _slopes(canvas, box, kind)
    _chimneys(canvas, box, kind)
    return canvas.over_shadow(SHADOW - _IN).done()


def _slopes(canvas: Canvas, box: tuple[float, float, float, float], kind: Roof) -> None:
    left, top, right, bottom = box
    light, dark = ROOFS[kind.stuff]
    half = (bottom - top if kind.along else right - left) / 2
    hip = half * 0.95 if kind.shape == "hip" else 0.0
    if kind.along:
        a, b = (left + hip, (top + bottom) / 2), (right - hip, (top + bottom) / 2)
    else:
        a, b = ((left + right) / 2, top + hip), ((left + right) / 2, bottom - hip)
    nw, ne, se, sw = (left, top), (right, top), (right, bottom), (left, bottom)
    if kind.along:
        faces = [([nw, ne, b, a], light, "v"), ([sw, se, b, a], dark, "v")]
        ends = [([nw, a, sw], mix(light, dark, 0.35), "h"), ([ne, b, se], mix(dark, paint.SHADE, 0.08), "h")]
    else:
        faces = [([nw, a, b, sw], light, "h"), ([ne, a, b, se], dark, "h")]
        ends = [([nw, a, ne], mix(light, dark, 0.35), "v"), ([sw, b, se], mix(dark, paint.SHADE, 0.08), "v")]
    for shape, fill, way in faces + (ends if hip else []):
        _face(canvas, shape, fill, way)
    hips = [(nw, a), (sw, a), (ne, b), (se, b)] if kind.along else [(nw, a), (ne, a), (sw, b), (se, b)]
    for ends_of in hips if hip else []:
        canvas.line(ends_of, paint.INK, 2.5)
    canvas.line([a, b], paint.INK, 3.5)
    _rim(canvas, [nw, ne, se, sw])


def _face(canvas: Canvas, shape: Sequence[Point], fill: str, way: str) -> None:
    """Draw one slope with boards that run down it ("v": north to south, "h": east to west)."""
    face = Canvas(canvas.width, canvas.height)
    face.polygon(shape, fill)
    mask = face.image.getchannel("A")
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    board = mix(fill, paint.SHADE, 0.17)
    span = (min(xs), max(xs)) if way == "v" else (min(ys), max(ys))
    at = span[0] + 8
    while at < span[1] - 3:
        ends = [(at, min(ys)), (at, max(ys))] if way == "v" else [(min(xs), at), (max(xs), at)]
        face.line(ends, board, 1.5)
        at += 10.5
    face.cut(mask)
    canvas.image.alpha_composite(face.image)


def _rim(canvas: Canvas, corners: Sequence[Point]) -> None:
    inner = _EDGE / 2
    (left, top), (right, bottom) = corners[0], corners[2]
    ring = [
        (left + inner, top + inner),
        (right - inner, top + inner),
        (right - inner, bottom - inner),
        (left + inner, bottom - inner),
    ]
    canvas.line([*ring, ring[0], ring[1]], paint.INK, _EDGE)


def _flat(canvas: Canvas, box: tuple[float, float, float, float], kind: Roof) -> None:
    left, top, right, bottom = box
    light, dark = ROOFS[kind.stuff]
    canvas.framed(box, light, paint.INK, _EDGE)
    canvas.framed((left + 5, top + 5, right - 5, bottom - 5), mix(light, "#FFFFFF", 0.25), mix(dark, "#FFFFFF", 0.1), 9)
    canvas.box(left + 14, top + 14, right - 14, bottom - 14, mix(light, "#FFFFFF", 0.12))
    # The shadow of the parapet on the roof.
    canvas.box(left + 14, top + 14, right - 14, top + 20, mix(light, paint.SHADE, 0.2))
    canvas.box(left + 14, top + 14, left + 20, bottom - 14, mix(light, paint.SHADE, 0.2))
    seam = mix(light, paint.SHADE, 0.1)
    at = left + 20 + 44
    while at < right - 30:
        canvas.line([(at, top + 20), (at, bottom - 14)], seam, 1.5)
        at += 44
    x, y = (left + right) / 2, (top + bottom) / 2
    canvas.box(x - 22, y - 14, x + 30, y + 22, mix(light, paint.SHADE, 0.22))
    canvas.framed((x - 26, y - 18, x + 26, y + 18), mix(paint.WATER, "#FFFFFF", 0.3), paint.INK, 2.5)
    canvas.line([(x, y - 17), (x, y + 17)], paint.INK, 2)


def _chimneys(canvas: Canvas, box: tuple[float, float, float, float], kind: Roof) -> None:
    """Draw one chimney beside the ridge, two on a large house, none on a flat roof, barn or shed."""
    if kind.shape == "flat" or kind.stuff in ("straw", "timber"):
        return
    left, top, right, bottom = box
    for number in range(1 + (kind.wide * kind.tall >= 20)):
        share = (0.27, 0.76)[number] + 0.08 * (chance("chimney", kind.name, number) - 0.5)
        if kind.along:
            x, y = left + (right - left) * share, (top + bottom) / 2 - 14
        else:
            x, y = (left + right) / 2 - 14, top + (bottom - top) * share
        canvas.box(x - 4, y - 4, x + 18, y + 18, mix(ROOFS[kind.stuff][1], paint.SHADE, 0.35))
        canvas.framed((x - 10, y - 10, x + 10, y + 10), mix(paint.STONE, "#FFFFFF", 0.3), paint.INK, 3)
        canvas.box(x - 3.5, y - 3.5, x + 3.5, y + 3.5, paint.INK)


def _r(shape: str, stuff: str, wide: int, tall: int, title: str = "", *, upright: bool = False) -> Roof:
    name = f"{shape}_{stuff}_{wide}x{tall}" + ("_up" if upright else "")
    return Roof(
        name, shape, stuff, wide, tall, title or {"straw": "barn", "timber": "shed"}.get(stuff, "house"), upright
    )


LIST = (
    *(_r("gable", stuff, 3, 3) for stuff in ("clay", "slate", "moss", "timber")),
    *(_r("gable", stuff, 4, 3) for stuff in ROOFS),
    *(_r("gable", stuff, 3, 4) for stuff in ("clay", "slate", "moss", "timber")),
    *(_r("gable", stuff, 3, 6) for stuff in ("clay", "slate", "straw")),
    *(_r("gable", stuff, 6, 3) for stuff in ("clay", "slate", "moss", "straw")),
    *(_r("gable", stuff, 6, 4) for stuff in ("clay", "moss", "slate", "straw")),
    *(_r("hip", stuff, 6, 4) for stuff in ("slate", "clay")),
    *(_r("hip", stuff, 5, 5) for stuff in ("slate", "clay", "moss")),
    *(_r("hip", stuff, 5, 4) for stuff in ("moss", "slate", "clay")),
    *(_r("hip", stuff, 4, 5) for stuff in ("clay", "slate")),
    *(_r("hip", stuff, 7, 5) for stuff in ("clay", "slate")),
    *(_r("gable", stuff, 7, 5) for stuff in ("straw", "timber", "moss")),
    *(_r("gable", stuff, 2, 4) for stuff in ("timber", "clay", "moss")),
    *(_r("gable", stuff, 4, 2) for stuff in ("timber", "slate", "straw")),
    *(_r("gable", stuff, 2, 3) for stuff in ("timber", "slate")),
    *(_r("gable", stuff, 2, 2) for stuff in ("timber", "moss")),
    *(_r("flat", stuff, 4, 4) for stuff in ("slate", "clay")),
    _r("flat", "slate", 5, 4),
    _r("flat", "slate", 3, 3),
    _r("flat", "timber", 8, 4, "warehouse"),
    _r("gable", "timber", 8, 4, "warehouse"),
    _r("gable", "slate", 4, 8, "warehouse"),
    _r("hip", "slate", 7, 7, "Corn Hall"),
    _r("hip", "clay", 7, 4, "Town Hall"),
    _r("gable", "slate", 4, 7, "chapel"),
    _r("gable", "clay", 5, 6, "mill", upright=True),
    _r("gable", "moss", 4, 4, "gatehouse"),
    _r("gable", "clay", 8, 5, "farmhouse"),
)
