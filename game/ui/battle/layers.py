"""Pictures that are kept from frame to frame: large tints over the ground, and panels in which nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.battle.mapview import MapView
from game.ui.canvas import Canvas, Zone


class Layer:
    """A picture that covers many cells of the map, kept until the camera moves or what it shows changes."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None
        self._painted = pygame.Rect(0, 0, 0, 0)

    def draw(
        self, surface: pygame.Surface, view: MapView, state: object, paint: Callable[[pygame.Surface], pygame.Rect]
    ) -> None:
        """Lay the picture over the map, painted anew if `state` (all that it depends on) is not as before.

        `paint` gets a clear surface of the same size, and returns the part of it outside which it painted nothing.
        """
        key = (surface.get_size(), tuple(view.area), view.size, view.origin, state)
        if self._picture is None or key != self._key:
            self._key, self._picture = key, pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            self._painted = paint(self._picture).clip(view.area)
        surface.blit(self._picture, self._painted, self._painted)


class KeptPanel:
    """The picture and the zones of a panel, kept until what it shows changes or the mouse is on another zone."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None
        self._zones: list[Zone] = []
        self._tip: tuple[str, pygame.Rect] | None = None
        self._under: list[int] = []

    def draw(self, canvas: Canvas, rect: pygame.Rect, state: object, paint: Callable[[], None]) -> None:
        """Draw the panel in `rect` (real pixels), painted anew if `state` (all that it depends on) is not as before."""
        key = (tuple(rect), canvas.scale, canvas.focus, state)
        still = type(canvas) is Canvas and canvas.clip is None
        if still and self._picture is not None and key == self._key and self._under == _under(canvas, self._zones):
            canvas.surface.blit(self._picture, rect)
            canvas.zones += self._zones
            canvas.tip = self._tip or canvas.tip
            return
        zones, tip = canvas.zones, canvas.tip
        canvas.zones, canvas.tip = [], None
        paint()
        self._zones, self._tip, self._under = canvas.zones, canvas.tip, _under(canvas, canvas.zones)
        canvas.zones, canvas.tip = zones + self._zones, self._tip or tip
        visible = rect.clip(canvas.surface.get_rect())
        self._picture = canvas.surface.subsurface(visible).copy() if still and visible == rect else None
        self._key = key


def _under(canvas: Canvas, zones: Sequence[Zone]) -> list[int]:
    """The numbers of the zones that the mouse is on: only these are drawn differently for it."""
    return [index for index, zone in enumerate(zones) if zone.rect.collidepoint(canvas.mouse)]
