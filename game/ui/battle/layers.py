"""Large tints over the ground, painted once: hundreds of cells need not be drawn again in every frame."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.battle.mapview import MapView


class Layer:
    """Something that covers many cells, kept until the camera or what is shown changes."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._made: pygame.Surface | None = None
        self._painted = pygame.Rect(0, 0, 0, 0)

    def draw(
        self, surface: pygame.Surface, view: MapView, shown: object, paint: Callable[[pygame.Surface], None]
    ) -> None:
        """Lay it over the map; `paint` is called with a clear surface of the same size when `shown` is not as before."""
        key = (surface.get_size(), tuple(view.area), view.size, view.origin, shown)
        if self._made is None or key != self._key:
            self._key, self._made = key, pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            paint(self._made)
            self._painted = self._made.get_bounding_rect().clip(view.area)
        surface.blit(self._made, self._painted, self._painted)
