"""The small map in a corner: the whole board with a dot for each unit, and a frame round the part in sight."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.ui import ground
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, LINE2, Colour
from game.ui.shapes import box


class MiniMap:
    """The small map of the board of a map view. Its ground is kept from frame to frame."""

    def __init__(self, view: MapView) -> None:
        self.view = view
        self._ground: pygame.Surface | None = None

    @property
    def wanted(self) -> bool:
        """Whether the window shows only a part of the board."""
        width, height = ground.extent(self.view.board, self.view.size)
        return width > self.view.area.width or height > self.view.area.height

    def draw(self, canvas: Canvas, rect: pygame.Rect, dots: Mapping[int, Colour]) -> None:
        """Draw the map in `rect`, with a dot on each of these cells."""
        view = self.view
        box(canvas.surface, rect.inflate(canvas.px(8), canvas.px(8)), CARD, LINE2, canvas.px(4))
        if self._ground is None or self._ground.get_size() != rect.size:
            self._ground = pygame.transform.smoothscale(view.backdrop.whole(), rect.size)
        canvas.surface.blit(self._ground, rect)
        for cell, colour in dots.items():
            x, y = self._at(rect, ground.centre(view.board, cell, 1000), 1000)
            pygame.draw.aacircle(canvas.surface, colour, (round(x), round(y)), canvas.px(2.6))
        left, top = self._at(rect, view.origin, view.size)
        right, foot = self._at(rect, (view.origin[0] + view.area.width, view.origin[1] + view.area.height), view.size)
        frame = pygame.Rect(round(left), round(top), round(right - left), round(foot - top))
        pygame.draw.rect(canvas.surface, INK, frame.clip(rect), max(1, canvas.px(1.5)))

    def jump(self, rect: pygame.Rect, at: Point) -> None:
        """Look at the spot where the small map in `rect` was clicked."""
        width, height = ground.extent(self.view.board, 1000)
        self.view.arrive()
        self.view.look = ((at[0] - rect.x) / rect.width * width / 1000, (at[1] - rect.y) / rect.height * height / 1000)

    def _at(self, rect: pygame.Rect, spot: Point, size: float) -> Point:
        """The place on the small map of a spot of the board, which is given in pixels with cells of `size`."""
        width, height = ground.extent(self.view.board, size)
        return rect.x + spot[0] / width * rect.width, rect.y + spot[1] / height * rect.height
