"""What lies over the corners of the map: the small map of the whole, the keys that help, what has just been said."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ui import ground
from game.ui.battle import field, overlay, plan_key
from game.ui.canvas import Canvas
from game.ui.palette import INK2, LINE2, PANEL

if TYPE_CHECKING:
    from game.ui.screens.battle import BattleScreen


def draw_mini(screen: BattleScreen, canvas: Canvas) -> None:
    """The whole board with all units, where the window shows only a part of it."""
    board = screen.map.board
    extent = ground.extent(board, screen.map.size)
    whole = screen.map.origin[0] <= 0 and screen.map.origin[1] <= 0
    if whole and extent[0] <= screen.map.area.width:
        return
    wide = canvas.px(146)
    high = round(wide * extent[1] / extent[0])
    rect = pygame.Rect(
        screen.map.area.right - wide - canvas.px(14), screen.map.area.bottom - high - canvas.px(14), wide, high
    )
    dots = {u.at: screen.model.colours(u.seat).fill for u in screen.model.units.values() if not u.out}
    screen.map.draw_mini(canvas, rect, dots)
    canvas.zone("mini", rect, partial(_jump, screen), focusable=False)


def _jump(screen: BattleScreen) -> None:
    zone = next(z for z in screen.zones if z.id == "mini")
    x, y = screen.app.mouse
    wide, high = ground.extent(screen.map.board, 1000)
    screen.map.look = (
        (x - zone.rect.x) / zone.rect.width * wide / 1000,
        (y - zone.rect.y) / zone.rect.height * high / 1000,
    )


def draw_hints(screen: BattleScreen, canvas: Canvas) -> None:
    """What was refused, the legend of hexes, the keys of the map."""
    if screen.notice:
        overlay.label_plate(
            canvas, screen.map.area.centerx, screen.map.area.bottom - canvas.px(46), screen.notice, INK2
        )
    at = screen.map.area.x / canvas.scale + 20
    y = screen.map.area.bottom / canvas.scale - 22
    room = screen.map.area.width / canvas.scale - 190
    field.draw_legend(canvas, screen.model, screen.map, at, y - 46, room)
    if screen.model.drafting and not screen.playback.running:
        plan_key.draw(screen, canvas, at, y - 46, room)
    hints: tuple[tuple[str, str], ...] = (
        ("T", "threat"),
        ("Tab", "next unit"),
        ("Space", "centre"),
        ("+ −", "zoom"),
    )
    if screen.model.sighted:
        hints = (("L", "sight"), *hints)
    if screen.map.board.grid == "hex":
        hints = (*hints, ("G", "whole hex"))
    if screen.model.choices.whole:
        hints = (
            ("Tab", "next stand"),
            ("F", "whole formation"),
            ("Z", "back"),
            ("Space", "centre"),
            ("+ −", "zoom"),
        )
    wide = sum(
        canvas.width(words, "label", 13.5) + max(20, canvas.width(key, "label_semi", 12.5) + 10) + 24
        for key, words in hints
    )
    if wide > room:
        return
    canvas.box(at, y - 14, wide + 4, 27, PANEL, LINE2, 6)
    at += 10
    for key, words in hints:
        at += canvas.key_cap(key, at, y - 0.5) + 6
        at += canvas.write(words, at, y - 0.5, "label", 13.5, INK2, middle=True) + 18
