"""Hexes on the screen: what is drawn is what is clicked, at every zoom; keys reach every neighbour; lines close."""

from __future__ import annotations

import math

import pygame
import pytest

from game.board.board import Board
from game.engine.dice import seeded_die
from game.ui import ground, hexes
from game.ui.battle import overlay
from game.ui.battle.camera import ZOOMS
from game.ui.battle.mapview import MapView
from game.ui.palette import GROUND, PAPER
from tests.ui.desk import Desk, middle
from tests.ui.hextable import BOARD, at_island

ISLAND = Board.from_rows(BOARD, "hex")
CTRL = pygame.KMOD_LCTRL


def view_of(zoom: int, scale: float = 1.0) -> MapView:
    """The island in a view of the map; `zoom` in per cent."""
    pygame.display.set_mode((1280, 800))
    view = MapView(ISLAND, None)
    view.place(pygame.Rect(8, 64, 892, 600), scale)
    view.zoom = zoom
    view.place(view.area, scale)
    return view


def inward(point: tuple[float, float], centre: tuple[float, float], share: float) -> tuple[float, float]:
    """A point moved towards the centre by a share of the way."""
    return point[0] + (centre[0] - point[0]) * share, point[1] + (centre[1] - point[1]) * share


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25, 2.0])
def test_a_click_picks_the_hex_drawn_there_at_every_zoom(zoom: int, scale: float) -> None:
    view = view_of(zoom, scale)
    for look in (0, len(ISLAND.terrain) // 2, len(ISLAND.terrain) - 1):
        view.centre_on(look)
        view.place(view.area, scale)
        for cell in range(len(ISLAND.terrain)):
            centre = view.at(cell)
            rim = 1.6 / view.size  # a pixel off the border, for rounding
            for corner in view.corners(cell):
                x, y = inward(corner, centre, 2 * rim)
                place = round(x), round(y)
                if view.area.collidepoint(place):
                    assert view.cell_at(place) == cell


def test_a_point_of_the_map_belongs_to_the_nearest_hex_and_points_beside_it_to_none() -> None:
    size = 64.0
    wide, high = hexes.extent(ISLAND, size)
    for drawn in range(3000):
        x = seeded_die(1, 2 * drawn, wide + 100) - 50
        y = seeded_die(1, 2 * drawn + 1, high + 100) - 50
        found = hexes.cell_at(ISLAND, x, y, size)
        far = {c: math.dist((x, y), hexes.centre(ISLAND, c, size)) for c in range(len(ISLAND.terrain))}
        nearest = min(far, key=lambda c: far[c])
        if found >= 0:
            assert far[found] == pytest.approx(far[nearest])
        else:
            assert far[nearest] > size / 2 - 1


def test_the_sides_of_a_hex_lie_towards_its_neighbours() -> None:
    for cell in range(len(ISLAND.terrain)):
        corners = hexes.corners(hexes.centre(ISLAND, cell, 10), 10)
        around = hexes.beside(ISLAND, cell)
        assert set(around) - {-1} == set(ISLAND.neighbours(cell))
        for side, other in enumerate(around):
            if other >= 0:
                theirs = hexes.corners(hexes.centre(ISLAND, other, 10), 10)
                for corner in (corners[side], corners[(side + 1) % 6]):
                    assert min(math.dist(corner, other_corner) for other_corner in theirs) < 0.01


def test_the_border_of_an_area_is_a_closed_line() -> None:
    view = view_of(100)
    middle_cell = ISLAND.cell(4, 4)
    for radius, sides in ((0, 6), (1, 18), (2, 30)):
        lines = view.border(set(ISLAND.area(middle_cell, radius)))
        assert len(lines) == sides
        ends = [(round(x, 1), round(y, 1)) for line in lines for x, y in line]
        assert all(ends.count(end) == 2 for end in ends)


def test_a_click_on_a_square_map_picks_the_cell_drawn_there() -> None:
    board = Board.from_rows(["....", ".#.."])
    view = MapView(board, None)
    view.place(pygame.Rect(0, 0, 400, 400), 1.0)
    for cell in range(8):
        assert view.cell_at(view.rect_of(cell).center) == cell
        assert view.cell_at(view.rect_of(cell).topleft) == cell
    assert len(view.border({0, 1})) == 6


def test_tinted_hexes_fill_their_shape_and_nothing_else() -> None:
    view = view_of(100)
    surface = pygame.Surface((1280, 800))
    cell = ISLAND.cell(4, 4)
    overlay.fill_cells(surface, view, {cell}, (255, 255, 255, 255))
    for other in range(len(ISLAND.terrain)):
        x, y = view.at(other)
        assert (surface.get_at((round(x), round(y)))[0] > 0) == (other == cell)
    for corner in view.corners(cell):
        inside = inward(corner, view.at(cell), 0.1)
        assert surface.get_at((round(inside[0]), round(inside[1])))[0] > 0


def test_plain_hexes_have_the_colour_of_their_terrain_and_paper_around() -> None:
    whole = ground.plain_ground(ISLAND)
    size = hexes.full_size(ISLAND)
    assert whole.get_at((0, 0))[:3] == PAPER
    for cell, kind in enumerate(ISLAND.terrain):
        corner = hexes.corners(hexes.centre(ISLAND, cell, size), size)[1]
        x, y = inward(corner, hexes.centre(ISLAND, cell, size), 0.12)
        assert whole.get_at((round(x), round(y)))[:3] == GROUND[kind]


@pytest.mark.parametrize("rows", [60, 200])
def test_the_picture_of_a_very_large_board_stays_small(rows: int) -> None:
    board = Board.from_rows(["." * rows] * rows, "hex")
    assert max(hexes.extent(board, hexes.full_size(board))) <= hexes.MOST


def test_the_arrows_and_ctrl_reach_all_six_neighbours() -> None:
    desk, screen = at_island()
    for start_at in (screen.map.board.cell(4, 4), screen.map.board.cell(4, 5)):
        reached = set()
        for key, mod in (("left", 0), ("right", 0), ("up", 0), ("down", 0), ("up", CTRL), ("down", CTRL)):
            screen.pointer.cursor = start_at
            desk.press(key, mod=mod)
            reached.add(screen.pointer.cursor)
        assert reached == set(screen.map.board.neighbours(start_at))


def test_the_wheel_keeps_the_hex_under_the_pointer() -> None:
    desk, screen = at_island((700, 520))
    cell = screen.map.board.cell(5, 4)
    screen.map.centre_on(cell)
    desk.app.draw()
    place = middle(screen, cell)
    desk.point_at(place)
    for up in (1, 1, -1, -1, -1):
        desk.app.dispatch(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=up, flipped=False))
        desk.app.draw()
        if screen.map.zoom >= 100:
            assert screen.map.cell_at(place) == cell


def test_a_click_into_the_small_map_looks_there() -> None:
    desk, screen = at_island((960, 600))
    desk.press("+", "+")
    mini = next(zone.rect for zone in screen.zones if zone.id == "mini")
    cell = screen.map.board.cell(7, 5)
    wide, high = hexes.extent(screen.map.board, 1000)
    x, y = hexes.centre(screen.map.board, cell, 1000)
    desk.click_at((round(mini.x + x / wide * mini.width), round(mini.y + y / high * mini.height)))
    assert screen.map.in_sight(cell)


@pytest.mark.parametrize("place", ["narrow_water", "gun_on_the_hill", "three_shores", "four_banks"])
@pytest.mark.parametrize("size", [(960, 600), (1920, 1080), pytest.param((1280, 800), marks=pytest.mark.fuzz)])
def test_every_hex_map_is_shown_in_every_window(place: str, size: tuple[int, int]) -> None:
    desk = Desk(size)
    screen = desk.battle(place)
    assert screen.map.backdrop.painted
    whole = desk.app.window.get_rect()
    for key in ("+", "-", "-", "t", "l", "g"):
        desk.press(key)
        for zone in screen.zones:
            assert whole.contains(zone.rect) or zone.id.startswith("chip"), f"{zone.id} {zone.rect} leaves {whole}"
    whole = screen.map.backdrop.whole()
    black = sum(whole.get_at((x, 0))[:3] == (0, 0, 0) for x in range(0, whole.get_width(), 7))
    assert black == 0, "the corners of the map are paper"
