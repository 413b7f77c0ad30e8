"""Two cards over the map: what the dice came to, and the end of a turn. They are docked where they cover least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.engine.exchange import Exchange
from game.engine.names import spoken
from game.engine.wording import capitalised
from game.session.turns import TurnStory
from game.ui import kit
from game.ui.battle.bottom import Sentence
from game.ui.battle.glide import Point
from game.ui.battle.model import Model
from game.ui.battle.parts import seat_of
from game.ui.canvas import Canvas
from game.ui.palette import INK2

WIDTH, TURN_WIDTH = 330.0, 430.0
"""Logical pixels of the card of rolls and of the card of a turn."""
AIR = 14.0
"""Logical pixels between a card and the edge of the map."""
WHY = 74.0
"""Logical pixels of the column that says what dice are rolled for."""
CONCERNED, CROSSED = 100, 20_000
"""The cost of covering a pixel of a unit that is concerned (of any other it is 1), and of covering a line of fire."""
Line = tuple[Point, Point]


class KeepOff(NamedTuple):
    """What a card should not cover: units concerned, their lines of fire, and all units. In real pixels."""

    concerned: Sequence[pygame.Rect]
    lines: Sequence[Line]
    units: Sequence[pygame.Rect]

    def cost(self, place: pygame.Rect) -> float:
        """What covering a place costs, where a pixel of a unit that is not concerned costs 1."""
        crossed = sum(bool(place.clipline(a, b)) for a, b in self.lines)
        return CONCERNED * _covered(place, self.concerned) + CROSSED * crossed + _covered(place, self.units)


def rolls_card(model: Model, result: Exchange) -> kit.Widget:
    """The card of an exchange: dice by what they were rolled for, and below them the fates of units."""
    rows: list[kit.Widget] = [kit.Text(result.title, "serif", 16, lines=2)] if result.title else []
    for row in result.rolls:
        if row.dice:
            why = kit.Label(capitalised(row.why), "label", 13.5, INK2, w=WHY)
            dice = kit.Label(row.dice, "label", 14, grow=1)
            rows.append(kit.Row(why, dice, kit.Label(row.result, "label_bold", 15), gap=8))
        else:
            rows.append(kit.Text(row.result, "body", 13, lines=3))
    if result.fates:
        rows.append(kit.Rule(h=7))
    rows += [Sentence(model, capitalised(fate), size=15) for fate in result.fates]
    return kit.Card(kit.Column(*rows, gap=3), look="sheet", pad=(14, 9), radius=8)


def turn_card(model: Model, story: TurnStory) -> kit.Widget:
    """The card of a turn: what each side lost, what it holds, and its luck."""
    rows: list[kit.Widget] = [kit.Text(story.title, "serif", 18), kit.Rule(h=7)]
    for side in story.sides:
        rows.append(kit.Row(seat_of(model, side.seat, 12), kit.Label(spoken(side.seat), "label_bold", 15, grow=1)))
        rows += [kit.Row(kit.Space(18), Sentence(model, line), gap=6) for line in side.lines]
    rows.append(kit.Text("Any key goes on. Settings can switch this card off.", "body", 12.5, INK2))
    return kit.Card(kit.Column(*rows, gap=3), look="sheet", pad=(16, 11), radius=8)


def dock(canvas: Canvas, area: pygame.Rect, card: kit.Widget, width: float, keep_off: KeepOff) -> None:
    """Draw a card `width` logical pixels wide at the edge or in the middle of the map, where it covers least."""
    scale = canvas.scale
    size = (canvas.px(width), canvas.px(card.measure(canvas, width).h))
    air = canvas.px(AIR)
    places = [
        pygame.Rect(x, y, *size)
        for y in (area.top + air, area.bottom - size[1] - 3 * air, area.centery - size[1] // 2)
        for x in (area.right - size[0] - air, area.left + 2 * air, area.centerx - size[0] // 2)
    ]
    best = min(places, key=keep_off.cost)
    card.draw(canvas, kit.Spot(best.x / scale, best.y / scale, width, size[1] / scale))


def _covered(place: pygame.Rect, rects: Sequence[pygame.Rect]) -> int:
    """How many square pixels of these rectangles a place covers."""
    return sum(overlap.w * overlap.h for rect in rects if (overlap := place.clip(rect)))
