"""White figures of the tokens, on a square from -1 to 1, told apart by outline: hat, chevrons, bulk, bipod, heart, star."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.ui.palette import Colour
from game.ui.shapes import Point

Pen = Callable[[list[Point], bool], None]


class Brush:
    """Draws in units of the token's radius around its centre; `white` or the fill colour cut out."""

    def __init__(self, surface: pygame.Surface, centre: Point, radius: float, white: Colour, cut: Colour) -> None:
        self.surface, self.centre, self.radius, self.white, self.cut = surface, centre, radius, white, cut

    def _at(self, p: Point) -> Point:
        return self.centre[0] + p[0] * self.radius, self.centre[1] + p[1] * self.radius

    def poly(self, *points: Point, cut: bool = False) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, self.cut if cut else self.white, [self._at(p) for p in points])

    def disc(self, x: float, y: float, r: float, *, cut: bool = False) -> None:
        """A filled circle."""
        pygame.draw.circle(self.surface, self.cut if cut else self.white, self._at((x, y)), r * self.radius)

    def oval(self, x: float, y: float, rx: float, ry: float, *, cut: bool = False) -> None:
        """A filled ellipse."""
        left, top = self._at((x - rx, y - ry))
        rect = pygame.Rect(round(left), round(top), round(2 * rx * self.radius), round(2 * ry * self.radius))
        pygame.draw.ellipse(self.surface, self.cut if cut else self.white, rect)

    def bar(self, a: Point, b: Point, thick: float, *, cut: bool = False) -> None:
        """A thick line with square ends."""
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        dx, dy = math.sin(angle) * thick / 2, -math.cos(angle) * thick / 2
        self.poly(
            (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), (b[0] - dx, b[1] - dy), (a[0] - dx, a[1] - dy), cut=cut
        )


def _body(b: Brush, wide: float = 0.52, top: float = 0.0) -> None:
    b.oval(0, top + 0.55, wide, 0.5)
    b.poly((-wide, top + 0.5), (wide, top + 0.5), (wide, 0.86), (-wide, 0.86))


def _head(b: Brush, y: float = -0.34) -> None:
    b.disc(0, y, 0.25)


def _helmet(b: Brush, y: float = -0.42) -> None:
    b.oval(0, y, 0.36, 0.3)
    b.poly((-0.42, y + 0.04), (0.42, y + 0.04), (0.42, y + 0.15), (-0.42, y + 0.15))
    b.bar((-0.36, y + 0.19), (0.36, y + 0.19), 0.07, cut=True)


def _rifle(b: Brush) -> None:
    b.bar((-0.62, 0.66), (0.58, -0.46), 0.3, cut=True)
    b.bar((-0.6, 0.64), (0.6, -0.48), 0.15)


def rifleman(b: Brush) -> None:
    """A trooper with a rifle across."""
    _body(b)
    _head(b)
    _helmet(b)
    _rifle(b)


def veteran(b: Brush) -> None:
    """Two chevrons and a rifle upright."""
    _body(b)
    _head(b)
    _helmet(b)
    for y in (0.42, 0.64):
        b.bar((-0.3, y + 0.12), (0.01, y - 0.06), 0.09, cut=True)
        b.bar((0.3, y + 0.12), (-0.01, y - 0.06), 0.09, cut=True)
    b.bar((0.68, -0.7), (0.68, 0.8), 0.12)


def scout(b: Brush) -> None:
    """A broad-brimmed hat."""
    _body(b, 0.46)
    _head(b, -0.26)
    b.oval(0, -0.46, 0.68, 0.14)
    b.oval(0, -0.6, 0.32, 0.24)
    b.bar((-0.5, 0.5), (0.62, 0.2), 0.24, cut=True)
    b.bar((-0.5, 0.5), (0.68, 0.18), 0.12)


def heavy(b: Brush) -> None:
    """Bulk: shoulders as wide as the token."""
    b.oval(-0.5, 0.22, 0.34, 0.34)
    b.oval(0.5, 0.22, 0.34, 0.34)
    b.poly((-0.62, 0.2), (0.62, 0.2), (0.5, 0.86), (-0.5, 0.86))
    b.oval(0, -0.3, 0.34, 0.38)
    b.bar((-0.26, -0.3), (0.26, -0.3), 0.1, cut=True)
    b.bar((0, 0.24), (0, 0.84), 0.07, cut=True)


def gunner(b: Brush) -> None:
    """A gun on a bipod before a lying man."""
    b.oval(-0.3, -0.2, 0.3, 0.26)
    b.poly((-0.86, 0.36), (-0.5, -0.02), (0.02, 0.06), (0.0, 0.36))
    b.bar((-0.28, 0.06), (0.9, -0.06), 0.17)
    b.bar((0.46, 0.0), (0.28, 0.52), 0.1)
    b.bar((0.46, 0.0), (0.68, 0.5), 0.1)
    b.bar((-0.8, 0.5), (0.8, 0.6), 0.08)


def medic(b: Brush) -> None:
    """A heart on the chest."""
    _body(b)
    _head(b)
    _helmet(b)
    b.disc(-0.13, 0.4, 0.15, cut=True)
    b.disc(0.13, 0.4, 0.15, cut=True)
    b.poly((-0.27, 0.45), (0.27, 0.45), (0.0, 0.76), cut=True)


def leader(b: Brush) -> None:
    """A peaked cap and a star."""
    _body(b)
    _head(b, -0.28)
    b.poly((-0.4, -0.42), (0.4, -0.42), (0.48, -0.68), (0, -0.84), (-0.48, -0.68))
    b.poly((-0.36, -0.4), (0.5, -0.4), (0.4, -0.28), (-0.2, -0.3))
    star = [
        (
            (0.24 if i % 2 == 0 else 0.1) * math.sin(math.pi * i / 5),
            0.48 - (0.24 if i % 2 == 0 else 0.1) * math.cos(math.pi * i / 5),
        )
        for i in range(10)
    ]
    b.poly(*star, cut=True)


def raider(b: Brush) -> None:
    """A horned helmet and a blade."""
    _body(b, 0.5)
    _head(b)
    b.oval(0, -0.44, 0.36, 0.3)
    b.poly((-0.32, -0.5), (-0.66, -0.86), (-0.16, -0.66))
    b.poly((0.32, -0.5), (0.66, -0.86), (0.16, -0.66))
    b.bar((-0.3, -0.3), (0.3, -0.3), 0.07, cut=True)
    b.bar((0.2, 0.72), (0.76, -0.12), 0.24, cut=True)
    b.bar((0.22, 0.7), (0.8, -0.16), 0.12)


def elite(b: Brush) -> None:
    """A closed helmet with a crest."""
    _body(b, 0.58)
    b.oval(0, -0.36, 0.36, 0.38)
    b.poly((-0.07, -0.98), (0.07, -0.98), (0.07, -0.5), (-0.07, -0.5))
    b.bar((-0.28, -0.32), (0.28, -0.32), 0.11, cut=True)
    b.bar((0, -0.3), (0, -0.04), 0.07, cut=True)
    _rifle(b)


def truck(b: Brush) -> None:
    """A lorry."""
    b.poly((-0.86, -0.4), (0.16, -0.4), (0.16, 0.28), (-0.86, 0.28))
    b.poly((0.24, -0.2), (0.62, -0.2), (0.86, 0.06), (0.86, 0.28), (0.24, 0.28))
    b.poly((0.38, -0.1), (0.58, -0.1), (0.7, 0.06), (0.38, 0.06), cut=True)
    for x in (-0.5, 0.52):
        b.disc(x, 0.32, 0.24, cut=True)
        b.disc(x, 0.32, 0.17)


def tank(b: Brush) -> None:
    """Turret and tracks."""
    b.poly((-0.86, 0.1), (0.86, 0.1), (0.66, 0.5), (-0.66, 0.5))
    b.poly((-0.42, -0.34), (0.22, -0.34), (0.36, 0.02), (-0.5, 0.02))
    b.bar((0.2, -0.18), (0.94, -0.24), 0.11)
    for x in (-0.44, 0.0, 0.44):
        b.disc(x, 0.3, 0.1, cut=True)


def walker(b: Brush) -> None:
    """A machine on two legs."""
    b.poly((-0.4, -0.7), (0.4, -0.7), (0.5, -0.1), (-0.5, -0.1))
    b.bar((-0.26, -0.4), (0.26, -0.4), 0.12, cut=True)
    for s in (-1, 1):
        b.bar((s * 0.3, -0.1), (s * 0.56, 0.34), 0.18)
        b.bar((s * 0.56, 0.3), (s * 0.36, 0.82), 0.18)
        b.bar((s * 0.68, -0.6), (s * 0.68, 0.06), 0.2)


def cavalry(b: Brush) -> None:
    """A horse's head."""
    b.poly(
        (-0.44, 0.84),
        (-0.36, 0.1),
        (-0.14, -0.5),
        (0.02, -0.86),
        (0.16, -0.56),
        (0.5, -0.24),
        (0.66, 0.08),
        (0.46, 0.24),
        (0.1, 0.1),
        (0.2, 0.4),
        (0.46, 0.84),
    )
    b.disc(0.16, -0.28, 0.07, cut=True)


def artillery(b: Brush) -> None:
    """A gun on a wheel."""
    b.bar((-0.8, 0.5), (0.86, -0.56), 0.24)
    b.disc(-0.06, 0.28, 0.44, cut=True)
    b.disc(-0.06, 0.28, 0.36)
    b.disc(-0.06, 0.28, 0.2, cut=True)
    b.disc(-0.06, 0.28, 0.1)


def frigate(b: Brush) -> None:
    """A ship under sail."""
    b.poly((-0.8, 0.32), (0.8, 0.32), (0.54, 0.72), (-0.56, 0.72))
    b.poly((0.02, -0.84), (0.02, 0.2), (0.66, 0.2))
    b.poly((-0.08, -0.56), (-0.08, 0.2), (-0.56, 0.2))


FIGURES: dict[str, Callable[[Brush], None]] = {
    f.__name__: f
    for f in (
        rifleman, scout, veteran, heavy, gunner, medic, leader, raider, elite, truck, tank, walker, cavalry, artillery, frigate,
    )
}  # fmt: skip
