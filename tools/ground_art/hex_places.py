"""Towns, cities and capitals of hexagonal maps, seen from the front, without a side's colours: the game adds flags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from ground_art import paint
from ground_art.paint import INK, ROOFS, Canvas, Point, mix

_SHADOW = 7
_LINE = 2.75
_WALL = mix(paint.STONE, "#FFFFFF", 0.5)
_SHADE = mix(paint.STONE, paint.SHADE, 0.12)
_ROOF, _ROOF_DARK = ROOFS["slate"]


@dataclass(frozen=True, slots=True)
class Place:
    """A picture of `width` x `height` pixels, including its shadow."""

    name: str
    width: int
    height: int
    draw: Callable[[Canvas], None]


def place(kind: Place) -> Image.Image:
    """The picture of a town or city."""
    canvas = Canvas(kind.width, kind.height)
    kind.draw(canvas)
    return canvas.over_shadow(_SHADOW).done()


def _door(canvas: Canvas, x: float, foot: float, wide: float, high: float) -> None:
    canvas.disc(x, foot - high + wide / 2, wide / 2, INK)
    canvas.box(x - wide / 2, foot - high + wide / 2, x + wide / 2, foot, INK)


def _house(canvas: Canvas, x: float, foot: float, wide: float, stuff: str) -> None:
    """Draw a gabled house with its middle at `x`: its front to the left, the long side of its roof to the right."""
    light, dark = ROOFS[stuff]
    front, long = wide * 0.46, wide * 0.54
    left, right = x - wide / 2, x + wide / 2
    eaves, ridge = foot - wide * 0.38, foot - wide * 0.74
    turn, peak = left + front, left + front / 2
    canvas.polygon([(left, foot), (left, eaves), (peak, ridge), (turn, eaves), (turn, foot)], _WALL, INK, _LINE)
    canvas.polygon([(turn, foot), (turn, eaves), (right, eaves), (right, foot)], _SHADE, INK, _LINE)
    roof = [(peak, ridge), (peak + long, ridge), (right, eaves), (turn, eaves)]
    canvas.polygon(roof, mix(light, dark, 0.5), INK, _LINE)
    for share in (0.36, 0.68):
        canvas.line(
            [(peak + long * share, ridge + 2), (turn + (right - turn) * share, eaves - 1)], mix(dark, INK, 0.25), 1.5
        )
    _door(canvas, peak, foot, wide * 0.15, wide * 0.24)
    for share in (0.32, 0.7):
        mid = turn + (right - turn) * share
        canvas.box(mid - 1.75, eaves + wide * 0.1, mid + 1.75, eaves + wide * 0.22, INK)


def _town(canvas: Canvas) -> None:
    _house(canvas, 49, 33, 32, "straw")
    _house(canvas, 22, 44, 36, "clay")
    _house(canvas, 60, 55, 36, "slate")


def _battlements(canvas: Canvas, left: float, right: float, top: float, foot: float, fill: str) -> None:
    """Draw a wall with battlements along its top."""
    teeth = max(2, round((right - left) / 9))
    step = (right - left) / (2 * teeth - 1)
    outline: list[Point] = [(left, foot)]
    for tooth in range(teeth):
        start = left + 2 * tooth * step
        outline += [(start, top), (start + step, top)]
        if tooth < teeth - 1:
            outline += [(start + step, top + 5), (start + 2 * step, top + 5)]
    canvas.polygon([*outline, (right, foot)], fill, INK, _LINE)


def _tower(canvas: Canvas, x: float, foot: float, wide: float, high: float, cap: float) -> None:
    """Draw a round tower with a pointed roof `cap` pixels high, or with battlements if that is 0."""
    left, right, top = x - wide / 2, x + wide / 2, foot - high
    if not cap:
        _battlements(canvas, left, right, top, foot, _WALL)
    else:
        canvas.polygon([(left, foot), (left, top), (right, top), (right, foot)], _WALL, INK, _LINE)
    canvas.box(x + wide * 0.12, top + 7, right - _LINE / 2, foot - _LINE / 2, _SHADE)
    if cap:
        tip, over = (x, top - cap), 3.0
        canvas.polygon([(left - over, top), tip, (right + over, top)], _ROOF, INK, _LINE)
        canvas.polygon([(x + 1, top - 2), tip, (right + over - 3, top - 2)], _ROOF_DARK, "", 0)
    canvas.box(x - 1.75, top + high * 0.3, x + 1.75, top + high * 0.3 + 8, INK)


def _city(canvas: Canvas) -> None:
    """Draw a keep behind a wall between two towers."""
    _tower(canvas, 44, 50, 26, 42, 0)
    _battlements(canvas, 16, 72, 40, 66, _WALL)
    canvas.box(18, 58, 70, 65, _SHADE)
    _door(canvas, 44, 66, 14, 19)
    _tower(canvas, 16, 68, 20, 32, 20)
    _tower(canvas, 72, 68, 20, 32, 20)


def _capital(canvas: Canvas) -> None:
    """Draw a city with a tall, roofed keep; four towers in all."""
    _tower(canvas, 53, 60, 28, 32, 25)
    _tower(canvas, 32, 60, 16, 34, 15)
    _tower(canvas, 74, 60, 16, 34, 15)
    _battlements(canvas, 17, 89, 51, 80, _WALL)
    canvas.box(19, 71, 87, 79, _SHADE)
    _door(canvas, 53, 80, 16, 23)
    _tower(canvas, 17, 82, 21, 36, 22)
    _tower(canvas, 89, 82, 21, 36, 22)


LIST = (
    Place("town", 88, 66, _town),
    Place("city", 94, 78, _city),
    Place("capital", 112, 92, _capital),
)
