"""Marks round the units that an answer involves, before it is given: those that act, and those they act on."""

from __future__ import annotations

import math

import pygame

from game.engine.options import Option
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.palette import INK, SAFFRON, SAFFRON_EDGE


def draw_involved(canvas: Canvas, view: MapView, model: Model, option: Option) -> None:
    """A saffron ring round each unit that acts and has its cell to itself, cross hairs round each that may be hit."""
    involved = model.involved(option)
    units = model.units
    for name in involved.by:
        if name in units and not units[name].out and len(model.sharing(name)) == 1:
            _ring(canvas, view.at(units[name].at), view.grain * 0.62)
    for name in involved.to:
        if name in units and not units[name].out and name not in involved.by:
            _cross_hairs(canvas, view.at(units[name].at), view.grain * 0.66)


def _ring(canvas: Canvas, spot: Point, radius: float) -> None:
    centre = round(spot[0]), round(spot[1])
    thick = max(2, canvas.px(2.4))
    pygame.draw.aacircle(canvas.surface, SAFFRON_EDGE, centre, round(radius) + 1, thick + 2)
    pygame.draw.aacircle(canvas.surface, SAFFRON, centre, round(radius), thick)


def _cross_hairs(canvas: Canvas, spot: Point, radius: float) -> None:
    centre = round(spot[0]), round(spot[1])
    thick = max(2, canvas.px(2))
    pygame.draw.aacircle(canvas.surface, INK, centre, round(radius), thick)
    for turn in range(4):
        x, y = math.cos(turn * math.pi / 2), math.sin(turn * math.pi / 2)
        a, b = radius * 0.82, radius * 1.3
        start, end = (spot[0] + a * x, spot[1] + a * y), (spot[0] + b * x, spot[1] + b * y)
        pygame.draw.line(canvas.surface, INK, start, end, thick + 1)
