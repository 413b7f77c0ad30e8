"""What need not be drawn again in every frame: large tints over the ground, and panels in which nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.battle.mapview import MapView
from game.ui.canvas import Canvas, Zone


class Layer:
    """Something that covers many cells, kept until the camera or what is shown changes."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._made: pygame.Surface | None = None
        self._painted = pygame.Rect(0, 0, 0, 0)

    def draw(
        self, surface: pygame.Surface, view: MapView, shown: object, paint: Callable[[pygame.Surface], pygame.Rect]
    ) -> None:
        """Lay it over the map; `paint` is called with a clear surface of the same size when `shown` is not as before.

        It returns the part of the surface outside which it painted nothing.
        """
        key = (surface.get_size(), tuple(view.area), view.size, view.origin, shown)
        if self._made is None or key != self._key:
            self._key, self._made = key, pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            self._painted = paint(self._made).clip(view.area)
        surface.blit(self._made, self._painted, self._painted)


class KeptPanel:
    """A panel, kept as it was drawn together with its zones until what it shows changes or the mouse is on another zone."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._made: pygame.Surface | None = None
        self._zones: list[Zone] = []
        self._tip: tuple[str, pygame.Rect] | None = None
        self._under: list[int] = []

    def draw(self, canvas: Canvas, rect: pygame.Rect, shown: object, paint: Callable[[], None]) -> None:
        """Draw it in the real rectangle; `paint` is called when `shown`, all that it depends on, is not as before."""
        key = (tuple(rect), canvas.scale, canvas.focus, shown)
        still = type(canvas) is Canvas and canvas.clip is None
        if still and self._made is not None and key == self._key and self._under == _under(canvas, self._zones):
            canvas.surface.blit(self._made, rect)
            canvas.zones += self._zones
            canvas.tip = self._tip or canvas.tip
            return
        zones, tip = canvas.zones, canvas.tip
        canvas.zones, canvas.tip = [], None
        paint()
        self._zones, self._tip, self._under = canvas.zones, canvas.tip, _under(canvas, canvas.zones)
        canvas.zones, canvas.tip = zones + self._zones, self._tip or tip
        shown_part = rect.clip(canvas.surface.get_rect())
        self._made = canvas.surface.subsurface(shown_part).copy() if still and shown_part == rect else None
        self._key = key


def _under(canvas: Canvas, zones: Sequence[Zone]) -> list[int]:
    """The numbers of the zones that the mouse is on: they alone look otherwise for it."""
    return [place for place, zone in enumerate(zones) if zone.rect.collidepoint(canvas.mouse)]
