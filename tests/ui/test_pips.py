"""How many guns see a step of a path is told beside it, where it can be read."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.records.tables import TableKind
from game.ui.battle import overlay
from tests.ui.desk import Desk
from tests.ui.ledger import Ledger

WAYS = {
    "straight on": [(5, 8), (6, 8), (7, 8), (8, 8), (9, 8), (10, 8)],
    "down": [(5, 6), (5, 7), (5, 8), (5, 9), (5, 10), (5, 11)],
    "stairs": [(5, 8), (6, 8), (6, 9), (7, 9), (7, 10), (8, 10), (8, 11)],
    "aslant": [(5, 6), (6, 7), (7, 8), (8, 9), (9, 10), (10, 11)],
    "there and back": [(5, 8), (6, 8), (7, 8), (8, 9), (7, 10), (6, 10), (5, 10)],
    "a hook": [(5, 8), (6, 7), (7, 7), (8, 8), (8, 9), (7, 10), (6, 9)],
}


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_the_triangles_of_one_step_never_lie_over_those_of_another(size: tuple[int, int]) -> None:
    """Before, each plate kept off discs and units, and at a bend two of them stood on the same place."""
    desk = Desk(size)
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("parade_ground")
    screen.skip()
    desk.settle()
    view, canvas = screen.map, Ledger(desk)
    radius = overlay.disc_radius(view)
    for way, guns in itertools.product(WAYS.values(), (1, 2, 3, 4, 6)):
        path = [view.board.cell(*place) for place in way]
        seen = dict.fromkeys(range(len(path)), guns)
        told = overlay.pip_plates(canvas, view, path, seen, [path[-1]])
        assert [count for _, count, _ in told] == [guns] * (len(path) - 1), "the start is left out"
        for (one, *_), (other, *_) in itertools.combinations(told, 2):
            assert not one.colliderect(other), (way, guns)
        discs = [pygame.Rect(0, 0, 2 * radius, 2 * radius).move_to(center=view.at(cell)) for cell in path]
        assert all(overlay.hidden_by(plate, discs) <= 16 for plate, *_ in told), (way, guns)
