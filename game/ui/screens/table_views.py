"""Pictures of a finished battle: the whole board at the end, and parts of it at earlier moments."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.engine.log import Seen
from game.engine.match import Match
from game.engine.names import Cell, members_of
from game.engine.state import State
from game.ui import ground, kit
from game.ui.battle.overlay import AIR, shot_style
from game.ui.canvas import Canvas
from game.ui.ground import Backdrop
from game.ui.palette import CARD, INK, LINE2, Colour, Palette, SeatColours, seat_colours, seat_index
from game.ui.shapes import Point, arrow_head, dashed, dotted
from game.ui.table_picture import draw_sites
from game.ui.tokens import SPREAD, token

SEEN, FARTHEST = 9.0, 18.0
"""The width of a moment's picture in cells, and the greatest width if shooter and target are far apart."""
TOKEN, LEAST_TOKEN = 0.88, 13.0
"""The size of a token in cells, and its least size in logical pixels."""
MOST_UNITS = 4
"""How many cells of a moment the picture tries to include."""
DOT = 1.4
"""The radius of a dot, in logical pixels."""
KEPT = 8
"""How many pictures of the ground are cached."""


class Part(NamedTuple):
    """A moment to be shown: the table after `made` choices, the units involved, and the deed."""

    made: int
    units: Sequence[str]
    deed: Seen | None = None


class TableViews:
    """Draws pictures of one table. Pictures of the ground are cached."""

    def __init__(self, match: Match, backdrop: Backdrop, palette: Palette) -> None:
        self.match, self.backdrop, self.palette = match, backdrop, palette
        self.board = match.setup.board
        self._grounds: dict[tuple[int, int, float], pygame.Surface] = {}

    # -- the whole of it ------------------------------------------------------------------------------------------

    def draw_whole(self, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the whole board at the end, as large as fits."""
        board = self.board
        across, down = ground.extent(board, 100)
        size = min(spot.w / across, spot.h / down) * 100
        w, h = across * size / 100, down * size / 100
        frame = kit.Spot(spot.x + (spot.w - w) / 2, spot.y + (spot.h - h) / 2, w, h)
        rect = canvas.rect(*frame)
        canvas.surface.blit(self.ground(rect.width, rect.height), rect)
        pygame.draw.rect(canvas.surface, INK, rect, max(1, canvas.px(1.2)))
        if board.grid == "square":
            self._places(canvas, rect, size * canvas.scale)
        with canvas.clipped(rect):
            self._pieces(canvas, rect.topleft, size * canvas.scale, self.match.front)

    def ground(self, width: int, height: int) -> pygame.Surface:
        """The map's picture, scaled to a size in pixels. Cached."""
        return self._cached(
            (width, height, 0.0), lambda: pygame.transform.smoothscale(self.backdrop.whole(), (width, height))
        )

    def _cached(self, key: tuple[int, int, float], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        if key not in self._grounds:
            if len(self._grounds) > KEPT:
                self._grounds.clear()
            self._grounds[key] = make()
        return self._grounds[key]

    def _colours(self, seat: str) -> SeatColours:
        return seat_colours(seat_index(members_of(seat)[0], self.match.setup.seats), self.palette)

    def _places(self, canvas: Canvas, rect: pygame.Rect, size: float) -> None:
        """Draw the objectives, washed in the colour of their last holder."""
        front = self.match.front
        for objective in self.match.setup.objectives:
            spots = [self.board.xy(cell) for cell in objective.cells]
            if not spots:
                continue
            (x0, y0), (x1, y1) = (tuple(choose(axis) for axis in zip(*spots, strict=True)) for choose in (min, max))
            area = pygame.Rect(rect.x + x0 * size, rect.y + y0 * size, (x1 - x0 + 1) * size, (y1 - y0 + 1) * size)
            holder = front.holders.get(objective.id, objective.seat)
            colours = self._colours(holder) if holder else None
            if colours is not None:
                wash = pygame.Surface(area.size, pygame.SRCALPHA)
                wash.fill((*colours.fill, 41))
                canvas.surface.blit(wash, area)
            pygame.draw.rect(canvas.surface, colours.edge if colours is not None else INK, area, max(1, canvas.px(1.4)))
            if objective.points:
                x, y = area.x / canvas.scale + 3, area.y / canvas.scale + 1
                canvas.write(str(objective.points), x, y, "label_bold", 11)

    def _pieces(self, canvas: Canvas, corner: Point, size: float, state: State) -> None:
        """Draw the sites and units of a state, units that are out under the others.

        `corner`: the board's upper left corner in the window; `size`: the width of a cell; both in pixels.
        """
        profiles = self.match.rules.army.profiles
        points = self._token(canvas, size)
        draw_sites(canvas.surface, self.match, state, size, palette=self.palette, origin=(-corner[0], -corner[1]))
        for unit in sorted(state.units.values(), key=lambda unit: not unit.out):
            if unit.at < 0 or unit.aboard:
                continue
            x, y = ground.centre(self.board, unit.at, size)
            figure, side = profiles[unit.profile].figure, seat_index(unit.seat, self.match.setup.seats)
            picture = token(figure, side, points, palette=self.palette, state="out" if unit.out else "ready")
            half = points * SPREAD / 2
            canvas.surface.blit(picture, (corner[0] + x - half, corner[1] + y - half))

    def _token(self, canvas: Canvas, size: float) -> int:
        """The size of a token in pixels, if a cell is `size` pixels wide."""
        grain = size if self.board.grid == "square" else size / 2
        return max(round(LEAST_TOKEN * canvas.scale), round(TOKEN * grain))

    # -- a part of it ---------------------------------------------------------------------------------------------

    def draw_part(self, part: Part, number: int, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the place of a moment with its shot or path; `number` is written on the corner."""
        deed, state = part.deed, self.match.history[part.made].state
        lines = [*self._lines(state, deed)] if deed is not None else []
        standing = [state.units[name].at for name in part.units if name in state.units]
        cells = [cell for line in lines for cell in (line[0], line[-1])] + [cell for cell in standing if cell >= 0]
        rect = canvas.rect(*spot)
        size, origin = self._framed(rect, list(dict.fromkeys(cells)), 1.5 * LEAST_TOKEN * canvas.scale)
        width, height = ground.extent(self.board, size)
        area = pygame.Rect(round(origin[0]), round(origin[1]), min(rect.width, width), min(rect.height, height))
        canvas.surface.blit(
            self._cached((part.made, rect.width, canvas.scale), lambda: self._cut(width, height, area)), rect
        )
        corner = rect.x - origin[0], rect.y - origin[1]
        with canvas.clipped(rect):
            if deed is not None:
                seat = state.units[deed.unit].seat if deed.unit in state.units else self.match.setup.seats[0]
                for line in lines:
                    centres = (ground.centre(self.board, cell, size) for cell in line)
                    points = [(corner[0] + x, corner[1] + y) for x, y in centres]
                    if deed.path:
                        _path(canvas, points, self._colours(seat).edge)
                    else:
                        self._shot(canvas, points, seat, AIR * self._token(canvas, size))
            self._pieces(canvas, corner, size, state)
        pygame.draw.rect(canvas.surface, LINE2, rect, 1)
        pygame.draw.aacircle(canvas.surface, CARD, rect.topleft, canvas.px(10))
        pygame.draw.aacircle(canvas.surface, INK, rect.topleft, canvas.px(10), max(1, canvas.px(1.4)))
        canvas.write(str(number), spot.x, spot.y, "label_bold", 13, INK, align="centre", middle=True)

    def _cut(self, width: int, height: int, area: pygame.Rect) -> pygame.Surface:
        """A part of the ground scaled to `width` by `height`; `area` is in pixels of the scaled picture."""
        if self.backdrop.large:
            return self.backdrop.scaled((width, height), area)
        picture = pygame.transform.smoothscale(self.backdrop.whole(), (width, height))
        return picture.subsurface(area.clip((0, 0, width, height))).copy()

    def _framed(self, rect: pygame.Rect, cells: Sequence[Cell], air: float) -> tuple[float, Point]:
        """The size of a cell, and the board's point at the upper left, so that the first two cells are in the picture.

        Further cells are included if that needs no smaller scale. All have a margin of half of `air`. In pixels.
        """
        grain = 1.0 if self.board.grid == "square" else 2.0
        first = [ground.centre(self.board, cell, 1000) for cell in cells[:2]]
        span = max((max(part) - min(part) for part in zip(*first, strict=True)), default=0) / 1000 * grain
        near, far = rect.width / SEEN, rect.width / FARTHEST
        size = max(far, min(near, (rect.width - air) / max(1.0, span))) * grain
        width, height = ground.extent(self.board, size)
        centres = [ground.centre(self.board, cell, size) for cell in cells[:MOST_UNITS]] or [(width / 2, height / 2)]
        while len(centres) > 1 and any(
            max(part) - min(part) > rect.width - air + 1 for part in zip(*centres, strict=True)
        ):
            centres.pop()  # too far away from the first, which matters most
        x, y = (
            min(max(0.0, (min(part) + max(part) - rect.width) / 2), max(0.0, extent - rect.width))
            for part, extent in zip(zip(*centres, strict=True), (width, height), strict=True)
        )
        return size, (x, y)

    def _lines(self, state: State, deed: Seen) -> Iterator[tuple[Cell, ...]]:
        """The path of a move, or a line from the firer to each target."""
        if len(deed.path) > 1:
            yield deed.path
            return
        start = next((cell for cell in (deed.start, deed.at) if cell >= 0), _cell(state, deed.unit))
        goals = [deed.cell] if deed.cell >= 0 else [_cell(state, name) for name in deed.targets]
        yield from ((start, goal) for goal in goals if start >= 0 and goal >= 0 and start != goal)

    def _shot(self, canvas: Canvas, points: Sequence[Point], seat: str, air: float) -> None:
        """Draw a shot in the seat's style of line, ending `air` pixels before the tokens at both ends."""
        (x0, y0), (x1, y1) = points[0], points[-1]
        length = max(1.0, math.dist(points[0], points[-1]))
        share = min(air / length, 1 / 3)
        dx, dy = (x1 - x0) * share, (y1 - y0) * share
        a, b, colour = (x0 + dx, y0 + dy), (x1 - dx, y1 - dy), self._colours(seat).edge
        if shot_style(seat_index(seat, self.match.setup.seats)) == "dashed":
            dashed(canvas.surface, a, b, colour, max(2, canvas.px(1.6)), canvas.px(6), canvas.px(4))
        else:
            dotted(canvas.surface, a, b, colour, DOT * canvas.scale, canvas.px(5))
        arrow_head(canvas.surface, a, b, colour, canvas.px(8))


def _path(canvas: Canvas, points: Sequence[Point], colour: Colour) -> None:
    """Draw the path of a move, with an arrow at its end."""
    for a, b in pairwise(points):
        dotted(canvas.surface, a, b, colour, DOT * canvas.scale, canvas.px(5))
    arrow_head(canvas.surface, points[-2], points[-1], colour, canvas.px(9))


def _cell(state: State, unit: str) -> Cell:
    return state.units[unit].at if unit in state.units else -1
