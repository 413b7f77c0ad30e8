"""The ground of a map: in one piece, and in the pieces of a map that is too large for that."""

from __future__ import annotations

import random

import pygame
import pytest

from game.board.board import Board
from game.ui import ground
from game.ui.battle import mapview
from game.ui.battle.mapview import MapView
from game.ui.palette import PAPER


@pytest.fixture(autouse=True)
def window() -> None:
    """A window, without which no picture can be made."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))


def board(width: int, height: int, grid: str = "square") -> Board:
    """A random board of this many columns and rows, the same every time."""
    chance = random.Random(5)
    glyphs = ".,nT#=~" if grid == "square" else ".gfm~"
    return Board.from_rows(["".join(chance.choices(glyphs, k=width)) for _ in range(height)], grid)


def shown(view: MapView, area: pygame.Rect) -> pygame.Surface:
    """The ground that a view draws into an area."""
    surface = pygame.Surface(area.size)
    view.place(area, 1.0)
    view.draw_ground(surface)
    return surface


def pixels(surface: pygame.Surface) -> bytes:
    """The pixels of a picture, to be compared."""
    return pygame.image.tobytes(surface, "RGB")


def test_a_building_has_one_roof_over_all_of_it() -> None:
    rows = ["." * 14 for _ in range(9)]
    rows[4] = rows[5] = "...#####......"
    rows[1] = "......##......"
    whole = ground.Backdrop(Board.from_rows(rows, "square")).whole()
    middles = [(x, y, tuple(whole.get_at((x * 64 + 35, y * 64 + 35)))) for y in (1, 4, 5) for x in range(14)]
    roofs = [(x, y, colour) for x, y, colour in middles if rows[y][x] == "#"]
    assert len({colour for _, y, colour in roofs if y > 1}) == 1
    assert {colour for _, y, colour in roofs if y == 1} != {colour for _, y, colour in roofs if y > 1}


def test_a_part_of_the_plain_ground_is_drawn_as_it_is_in_the_whole() -> None:
    drawn = board(13, 9)
    whole = ground.plain_ground(drawn)
    for area in (pygame.Rect(0, 0, 100, 90), pygame.Rect(191, 130, 257, 200), pygame.Rect(700, 500, 132, 76)):
        part, same = pixels(ground.plain_ground(drawn, area)), pixels(whole.subsurface(area))
        other = sum(a != b for a, b in zip(part, same, strict=True))
        assert other < len(part) / 500, "smoothed lines may differ where they are cut"


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("zoom", [50, 100, 200])
def test_a_large_map_in_pieces_looks_as_in_one_piece(grid: str, zoom: int, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, area = board(24, 18, grid), pygame.Rect(0, 0, 420, 330)
    whole = MapView(drawn, None)
    whole.zoom = zoom
    whole.look = (9.3, 7.1)
    in_one = shown(whole, area)
    monkeypatch.setattr(ground, "WHOLE", 1000)
    monkeypatch.setattr(mapview, "PIECE", 128)
    view = MapView(drawn, None)
    view.zoom, view.look = whole.zoom, whole.look
    in_pieces = shown(view, area)
    off = [abs(a - b) for a, b in zip(pixels(in_one), pixels(in_pieces), strict=True)]
    assert sum(off) / len(off) < 4, "but for the seams of scaling they are the same"


def test_only_the_pieces_in_sight_of_a_large_map_are_kept() -> None:
    view = MapView(board(200, 200), None)
    assert view.backdrop.large
    area = pygame.Rect(0, 0, 600, 400)
    for _ in range(30):
        picture = shown(view, area)
        view.pan(400, 300)
    assert len(view._pieces) <= mapview.MOST_PIECES
    assert max(view.backdrop.whole().get_size()) <= ground.SMALL
    assert picture.get_at((300, 200))[:3] != PAPER
