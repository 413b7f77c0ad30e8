"""The card over the map that says what dice came to, and the one at the end of a turn: docked where they cover least."""

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
from game.ui.battle.mapview import Point
from game.ui.battle.model import Model
from game.ui.battle.parts import seat_of
from game.ui.canvas import Canvas
from game.ui.palette import INK2

WIDE, TURN_WIDE = 330.0, 430.0
AIR = 14.0
WHY = 74.0
ONES_OWN, CROSSED = 100, 20_000
"""What it counts to cover a unit that is concerned, where any other counts 1; and what it counts to cover a line of fire."""
Line = tuple[Point, Point]


class KeepOff(NamedTuple):
    """Where those are who are concerned, the lines of their fire, and where anybody is."""

    concerned: Sequence[pygame.Rect]
    lines: Sequence[Line]
    rest: Sequence[pygame.Rect]

    def cost(self, place: pygame.Rect) -> float:
        """How much it hides to cover a place, in pixels of those who are not concerned."""
        crossed = sum(bool(place.clipline(a, b)) for a, b in self.lines)
        return ONES_OWN * _covered(place, self.concerned) + CROSSED * crossed + _covered(place, self.rest)


def rolls_card(model: Model, result: Exchange) -> kit.Widget:
    """Dice by what they were rolled for, and below them what became of whom."""
    rows: list[kit.Widget] = [kit.Text(result.title, "serif", 16, lines=2)] if result.title else []
    for row in result.rolls:
        if row.dice:
            why, dice = (
                kit.Label(capitalised(row.why), "label", 13.5, INK2, w=WHY),
                kit.Label(row.dice, "label", 14, grow=1),
            )
            rows.append(kit.Row(why, dice, kit.Label(row.came, "label_bold", 15), gap=8))
        else:
            rows.append(kit.Text(row.came, "body", 13, lines=3))
    if result.fates:
        rows.append(kit.Rule(h=7))
    rows += [Sentence(model, capitalised(fate), size=15) for fate in result.fates]
    return kit.Card(kit.Column(*rows, gap=3), look="sheet", pad=(14, 9), radius=8)


def turn_card(model: Model, story: TurnStory) -> kit.Widget:
    """What each side lost, what it holds, and its luck."""
    rows: list[kit.Widget] = [kit.Text(story.title, "serif", 18), kit.Rule(h=7)]
    for side in story.sides:
        head = kit.Row(seat_of(model, side.seat, 12), kit.Label(spoken(side.seat), "label_bold", 15, grow=1))
        rows.append(head)
        rows += [kit.Row(kit.Space(18), Sentence(model, line), gap=6) for line in side.lines]
    rows.append(kit.Text("Any key goes on. Settings can switch this card off.", "body", 12.5, INK2))
    return kit.Card(kit.Column(*rows, gap=3), look="sheet", pad=(16, 11), radius=8)


def dock(canvas: Canvas, area: pygame.Rect, card: kit.Widget, wide: float, keep_off: KeepOff) -> None:
    """Draw a card at the edge of the map where it covers nobody who is concerned, and as few others as can be."""
    scale = canvas.scale
    size = (canvas.px(wide), canvas.px(card.measure(canvas, wide).h))
    air = canvas.px(AIR)
    places = [
        pygame.Rect(x, y, *size)
        for y in (area.top + air, area.bottom - size[1] - 3 * air, area.centery - size[1] // 2)
        for x in (area.right - size[0] - air, area.left + 2 * air, area.centerx - size[0] // 2)
    ]
    found = min(places, key=keep_off.cost)
    card.draw(canvas, kit.Spot(found.x / scale, found.y / scale, wide, size[1] / scale))


def _covered(place: pygame.Rect, rects: Sequence[pygame.Rect]) -> int:
    return sum(over.w * over.h for rect in rects if (over := place.clip(rect)))
