"""Arcs of fire on the map: the ground that the selected squad can fire into, and which way everybody faces."""

from __future__ import annotations

import pygame

from tests.squads import Squads
from tests.ui.desk import open_scene

ROWS = [*[".*21"] * 3, "a1 .*9 b1 .*10", *[".*21"] * 3]


def colours(selected, **given):
    """The colour in the middle of the cell five to the left and five to the right of B1, which faces left."""
    scene = Squads(*ROWS, b1="elite watch", **given)
    desk, screen = open_scene(scene)
    screen.model.selected = selected
    desk.app.draw()
    spots = [screen.map.at(scene.cell(x, 4)) for x in (5, 15)]
    return [tuple(pygame.transform.average_color(desk.app.window, pygame.Rect(x - 6, y - 6, 12, 12))) for x, y in spots]


def test_the_arc_is_drawn_where_the_ruling_is_on():
    front, behind = colours("b1", rulings={"WH-A37": "front_arc"})
    plain_front, plain_behind = colours("b1")
    assert front != plain_front
    assert behind == plain_behind
