"""The key of a plan's marks, in the words of the rulebook: places in contact, the enemies' zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.battle.draft import enemy_zones, shown_overlay
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, LINE2, PANEL, SeatColours
from game.ui.shapes import dashed_box

if TYPE_CHECKING:
    from game.ui.screens.battle import BattleScreen

HIGH = 26.0
SIGN = 16


def draw(screen: BattleScreen, canvas: Canvas, x: float, y: float, room: float) -> None:
    """A strip with every mark that is on the map and what it means, if there is room."""
    parts = shown(screen)
    wide = 8 + sum(canvas.width(words, "label", 13) + SIGN + 18 for _, words, _ in parts)
    if not parts or wide > room:
        return
    canvas.box(x, y, wide, HIGH, PANEL, LINE2, 6)
    at, middle = x + 10, y + HIGH / 2
    for mark, words, colours in parts:
        _sign(canvas, mark, at, middle, colours)
        at += SIGN + 6
        at += canvas.write(words, at, middle, "label", 13, INK, middle=True) + 12


def shown(screen: BattleScreen) -> list[tuple[str, str, SeatColours]]:
    """The marks on the map: which, what it means, the colours of the seat it belongs to."""
    told = shown_overlay(screen)
    if not told.words:
        return []
    own = screen.model.colours(screen.session.asked)
    parts = [("slots", told.words.get("slots", ""), own)] if told.slots else []
    zoned = told.words.get("zones", "")
    parts += [("zones", zoned, screen.model.colours(seat)) for seat, cells in enemy_zones(screen).items() if cells]
    return [part for part in parts if part[1]]


def _sign(canvas: Canvas, mark: str, x: float, y: float, colours: SeatColours) -> None:
    """A place in contact is a white disc, a zone a dashed square of its seat's tint."""
    rect = canvas.rect(x, y - SIGN / 2, SIGN, SIGN)
    if mark == "zones":
        pygame.draw.rect(canvas.surface, colours.tint, rect)
        dashed_box(canvas.surface, rect, colours.fill, canvas.px(3))
        return
    pygame.draw.aacircle(canvas.surface, CARD, rect.center, canvas.px(SIGN * 0.4))
    pygame.draw.aacircle(canvas.surface, INK, rect.center, canvas.px(SIGN * 0.4), max(1, canvas.px(1.4)))
