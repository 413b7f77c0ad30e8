"""The map: ground, rulers and tokens, drawn as the camera sees them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypedDict, Unpack

import pygame

from game.board.board import Board
from game.ui import ground, hexes, text
from game.ui.battle.camera import CELL, TOKEN, Camera
from game.ui.battle.glide import Point
from game.ui.canvas import Canvas
from game.ui.palette import INK2, INK3, PAPER, Colour, Palette
from game.ui.tokens import PLATE, PLATED, SPREAD, Marks, TokenState, id_plate, plate_rect, token

FAINT = 105
"""How opaque (of 255) a token is that is about to leave its place."""
PIECE = 512
"""Real pixels: a large map is scaled in square pieces of this side, when they come into sight."""
MOST_PIECES = 48


class TokenLook(TypedDict, total=False):
    """What `tokens.token` may be told of a token's look."""

    palette: Palette
    state: TokenState
    plate: str
    marks: Marks
    prone: bool


class MapView(Camera):
    """The drawing of ground, rulers and tokens."""

    def __init__(self, board: Board, backdrop: ground.Backdrop | None) -> None:
        super().__init__(board)
        self.backdrop = backdrop if backdrop is not None else ground.Backdrop(board)
        self.roads: tuple[tuple[int, ...], ...] = ()
        """The roads, each as its cells."""
        self.sited: frozenset[int] = frozenset()
        """The cells with a town or city."""
        self.plates: Sequence[pygame.Rect] = ()
        """Names on the map that lines of fire pass under, in real pixels."""
        self._scaled: tuple[object, ...] = ()
        """What the pieces were made for."""
        self._pieces: dict[tuple[int, int], pygame.Surface] = {}
        """Parts of the scaled ground, by column and row."""
        self._rulers: tuple[object, pygame.Surface, pygame.Surface] | None = None

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the ground in the area of the view, and paper where the map ends."""
        key = (self.size, self.scale, self.roads)
        if self._scaled != key:
            self._scaled = key
            self._pieces.clear()
        source = pygame.Rect(round(self.origin[0]), round(self.origin[1]), self.area.width, self.area.height)
        bounds = pygame.Rect((0, 0), ground.extent(self.board, self.size))
        visible = source.clip(bounds)
        if visible != source:
            surface.fill(PAPER, self.area)
        side = PIECE if self.backdrop.large or bounds.width * bounds.height > ground.WHOLE else max(bounds.size)
        rows = range(visible.top // side, (visible.bottom - 1) // side + 1)
        columns = range(visible.left // side, (visible.right - 1) // side + 1)
        surface.set_clip(self.area)
        for place in itertools.product(columns, rows):
            if place not in self._pieces:
                if len(self._pieces) >= MOST_PIECES:
                    del self._pieces[next(iter(self._pieces))]
                area = pygame.Rect(place[0] * side, place[1] * side, side, side).clip(bounds)
                self._pieces[place] = self._piece(bounds.size, area)
            piece = self._pieces[place] = self._pieces.pop(
                place
            )  # a piece in sight moves to the end, to be dropped last
            surface.blit(piece, (self.area.x + place[0] * side - source.x, self.area.y + place[1] * side - source.y))
        surface.set_clip(None)
        pygame.draw.rect(surface, INK2, self.area, 1)

    def _piece(self, size: tuple[int, int], area: pygame.Rect) -> pygame.Surface:
        """The part in `area` of the ground scaled to `size`, with roads, coast and the lines between cells."""
        piece = self.backdrop.scaled(size, area)
        if self.board.grid == "hex" and not self.backdrop.painted:
            hexes.roads(piece, self.board, self.roads, self.size, area.topleft)
            hexes.coast(piece, self.board, self.size, area.topleft)
        ground.with_grid(piece, self.board, self.size, self.scale, area.topleft)
        return piece

    def draw_rulers(self, canvas: Canvas, top: pygame.Rect) -> None:
        """Draw column letters in the strip `top` above the map, and row numbers to its left; none on hex maps."""
        if self.board.grid != "square":
            return
        key = (tuple(self.area), tuple(top), self.size, self.origin, canvas.scale)
        if self._rulers is None or self._rulers[0] != key:
            self._rulers = (key, self._columns(canvas, top), self._rows(canvas))
        letters, numbers = self._rulers[1:]
        # A board that is smaller than the window has the rulers at its own edges, but never over the frame.
        beside = round(max(0.0, -self.origin[0])) - numbers.get_width()
        above = round(max(0.0, -self.origin[1])) - letters.get_height()
        canvas.surface.blit(letters, (self.area.x, self.area.y + above if above > 0 else top.y))
        canvas.surface.blit(numbers, (self.area.x + (beside if beside > 0 else -numbers.get_width()), self.area.y))

    def _columns(self, canvas: Canvas, top: pygame.Rect) -> pygame.Surface:
        """A strip with the letters of the columns in sight."""
        strip, size = pygame.Surface((self.area.width, top.height), pygame.SRCALPHA), max(9, canvas.px(11))
        for x in range(0, self.board.width, 1 if self.size >= 22 else 2):
            cell = self.board.cell(x, 0)
            px, _ = self.at(cell)
            if self.area.left + size / 2 <= px <= self.area.right - size / 2:
                letters = self.board.label(cell).rstrip("0123456789")
                _write(strip, letters, px - self.area.x, top.centery - top.y, size)
        return strip

    def _rows(self, canvas: Canvas) -> pygame.Surface:
        """A strip with the numbers of the rows in sight."""
        strip, size = pygame.Surface((canvas.px(20), self.area.height), pygame.SRCALPHA), max(9, canvas.px(11))
        for y in range(0, self.board.height, 1 if self.size >= 22 else 2):
            _, py = self.at(self.board.cell(0, y))
            if self.area.top + size / 2 <= py <= self.area.bottom - size / 2:  # a number is whole or not drawn
                _write(strip, str(y + 1), canvas.px(10), round(py) - self.area.y, size)
        return strip

    @property
    def token_size(self) -> int:
        """The width of a token that has its cell to itself, in real pixels."""
        return max(10, round(self.grain * TOKEN / CELL["square"]))

    def draw_token(
        self,
        surface: pygame.Surface,
        at: Point,
        figure: str,
        side: int,
        *,
        size: int = 0,
        faint: bool = False,
        **look: Unpack[TokenLook],
    ) -> None:
        """Draw a token with its middle at a screen position, `size` real pixels wide (0: `token_size`).

        `faint`: the unit is about to leave its place.
        """
        size = size or self.token_size
        picture = token(figure, side, size, **look)
        if faint:
            picture = picture.copy()
            picture.set_alpha(FAINT)
        half = round(size * SPREAD) / 2
        surface.blit(picture, (round(at[0] - half), round(at[1] - half)))

    def draw_plate(self, surface: pygame.Surface, at: Point, size: int, words: str, edge: Colour) -> None:
        """Draw the id plate of a token of `size`; the plate is as large as that of a token alone in its cell."""
        if self.token_size >= PLATED:
            id_plate(surface, words, at[0], at[1] + size * PLATE, self.token_size, edge)

    def plate_rect(self, at: Point, size: int, words: str) -> pygame.Rect:
        """The rectangle of the plate that `draw_plate` draws, in real pixels."""
        return plate_rect(words, at[0], at[1] + size * PLATE, self.token_size)


def _write(surface: pygame.Surface, words: str, x: float, y: float, points: int) -> None:
    text.draw(surface, words, (x, y), "label", points, INK3, align="centre", middle=True)
