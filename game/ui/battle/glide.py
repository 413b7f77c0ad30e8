"""The camera's way from one zoom to another: the last picture grows or shrinks into the next."""

from __future__ import annotations

from typing import NamedTuple

import pygame

Point = tuple[float, float]


class MapDrawn(NamedTuple):
    """A picture of the map, the width of a cell in it in real pixels, and the spot in its middle, in cells."""

    drawn: pygame.Surface
    size: float
    centre: Point


class Glide:
    """The map as it was drawn last (`last`), and as it was drawn when the camera set out to another zoom (`start`)."""

    def __init__(self) -> None:
        self.last: MapDrawn | None = None
        self.start: MapDrawn | None = None

    def forget(self) -> None:
        """Forget both pictures, so that nothing glides from them."""
        self.last = self.start = None

    def set_out(self, area: pygame.Rect) -> bool:
        """Set out from the last picture. Returns False if there is none of that size."""
        fits = self.last is not None and self.last.drawn.get_size() == area.size
        self.start, self.last = (self.last, None) if fits else (None, self.last)
        return fits

    def draw(self, surface: pygame.Surface, area: pygame.Rect, left: float, end: tuple[float, Point]) -> None:
        """Draw the picture of the start, scaled towards the cell size and the middle of `end`, and keep the result.

        `left` is the share of the way that is still to come, from 1 to 0; at 0 the surface stays as it is.
        """
        start, (size, centre) = self.start, end
        if start is not None and left > 0 and start.size != size and start.drawn.get_size() == area.size:
            now = size + (start.size - size) * left
            part = (1 / now - 1 / size) / (
                1 / start.size - 1 / size
            )  # keeps the spot that both pictures share in place
            x, y = (to + (was - to) * part for was, to in zip(start.centre, centre, strict=True))
            width, height = (max(1, round(length * now / start.size)) for length in area.size)
            place = (
                round(area.centerx + (start.centre[0] - x) * now - width / 2),
                round(area.centery + (start.centre[1] - y) * now - height / 2),
            )
            surface.blit(pygame.transform.scale(start.drawn, (width, height)), place)
            size, centre = now, (x, y)
        else:
            self.start = None
        if surface.get_rect().contains(area):
            reusable = self.last.drawn if self.last is not None and self.last.drawn.get_size() == area.size else None
            picture = reusable if reusable is not None else pygame.Surface(area.size)
            picture.blit(surface, (0, 0), area)
            self.last = MapDrawn(picture, size, centre)
