"""What a hex map shows beside its ground: towns and cities, hexes that are watched, and the legend."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.board.terrain import KINDS
from game.ui import text
from game.ui.battle import overlay
from game.ui.battle.mapview import MapView, Point
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.dice import die
from game.ui.palette import CARD, GROUND, INK, INK2, LINE2, PANEL, SeatColours
from game.ui.shapes import arrow_head, box
from game.ui.sites import NOBODY, site, swatch


def roads(model: Model, view: MapView) -> tuple[tuple[int, ...], ...]:
    """The roads of the view as cells."""
    found = model.view["roads"]
    return tuple(tuple(view.board.cell(*xy) for xy in way) for way in found) if isinstance(found, list) else ()


def draw_sites(canvas: Canvas, model: Model, view: MapView) -> None:
    """Towns and cities in their owner's colours."""
    found = model.view["sites"]
    for each in found if isinstance(found, list) else ():
        seat = str(each["seat"] or "")
        made = site(str(each["kind"]), model.side(seat) if seat else NOBODY, round(view.size), model.palette)
        x, y = view.at(view.board.cell(*each["at"]))
        canvas.surface.blit(made, (round(x - made.get_width() / 2), round(y - made.get_height() / 2)))


MOST_DICE = 3
"""As many dice stand side by side on a watched hex."""

# -- watched hexes ----------------------------------------------------------------------------------------------------


def watcher(model: Model) -> SeatColours:
    """The colours of the seat that watches: the one that is asked, else the only other one there is, else the first."""
    acting, asked = str(model.view["seat"]), model.session.asked
    others = [seat for seat in model.session.setup.seats if seat != acting]
    return model.colours(asked if asked in others else next(iter(others), acting))


def draw_watched(canvas: Canvas, view: MapView, cells: Mapping[int, int], colours: SeatColours) -> None:
    """A light tint and a dark outline in the colours of the seat that watches."""
    if not cells:
        return
    overlay.fill_cells(canvas.surface, view, cells, (*colours.tint, 120))
    overlay.outline_cells(canvas.surface, view, set(cells), colours.edge)


def draw_watch_dice(canvas: Canvas, view: MapView, cells: Mapping[int, int], colours: SeatColours) -> None:
    """In each watched hex, at its upper corner, as many dice as would be rolled; of many one and their number."""
    size = max(8, round(view.size * 0.19))
    gap = max(1, size // 8)
    for cell, count in cells.items():
        x, y = view.at(cell)
        shown = count if count <= MOST_DICE else 1
        words = "" if count <= MOST_DICE else f"{count}×"
        wide = text.width(words, "label_bold", size) + gap if words else 0
        plate = pygame.Rect(0, 0, shown * (size + gap) + 3 * gap + wide, size + 4 * gap)
        plate.center = (round(x), round(y - view.size * 0.45))
        box(canvas.surface, plate, PANEL, LINE2, max(2, size // 4))
        if words:
            text.draw(
                canvas.surface, words, (plate.x + 2 * gap, plate.centery), "label_bold", size, colours.edge, middle=True
            )
        for i in range(shown):
            made = die(0, 6, size, colours.edge)
            canvas.surface.blit(made, (plate.x + 2 * gap + wide + i * (size + gap), plate.y + 2 * gap))


# -- battles to come --------------------------------------------------------------------------------------------------


def draw_battles(canvas: Canvas, model: Model, view: MapView) -> None:
    """An arrow in ink from every hex whose units are lined up for an attack to the hex they attack."""
    told = model.view["overlay"]
    listed = told.get("battles") if isinstance(told, Mapping) else None
    for battle in listed if isinstance(listed, list) else ():
        goal = view.board.cell(*battle["at"])
        at = [model.units[name]["at"] for name in battle["units"] if name in model.units]
        starts = {view.board.cell(*xy) for xy in at if isinstance(xy, list)}
        for start in starts - {goal}:
            _arrow(canvas, view, view.at(start), view.at(goal))


def _arrow(canvas: Canvas, view: MapView, a: Point, b: Point) -> None:
    """From the edge of one hex well into the other."""
    start = (a[0] + (b[0] - a[0]) * 0.36, a[1] + (b[1] - a[1]) * 0.36)
    end = (a[0] + (b[0] - a[0]) * 0.74, a[1] + (b[1] - a[1]) * 0.74)
    thick = max(3, round(view.size * 0.09))
    for colour, more in ((CARD, canvas.px(2.4)), (INK, 0)):
        pygame.draw.aaline(canvas.surface, colour, start, end, thick + more)
        arrow_head(
            canvas.surface, a, (end[0] + (b[0] - a[0]) * 0.1, end[1] + (b[1] - a[1]) * 0.1), colour, thick * 2.6 + more
        )


# -- the legend -------------------------------------------------------------------------------------------------------

LEGEND_HIGH = 26


def draw_legend(canvas: Canvas, model: Model, view: MapView, x: float, y: float, room: float) -> float:
    """A strip with the terrains of the board and what the dice of watched hexes mean; returns the height used."""
    if view.board.grid != "hex":
        return 0
    kinds = [kind for kind in KINDS if kind in set(view.board.terrain)]
    dice = sorted(set(model.watched().values()))
    words = [KINDS[kind].title for kind in kinds] + [f"{_NUMBERS.get(n, n)} here" for n in dice]
    marks = [20.0] * len(kinds) + [15.0 * n + 5 for n in dice]
    wide = 12 + sum(canvas.width(word, "label", 13) + mark + 12 for word, mark in zip(words, marks, strict=True))
    if wide > room:
        return 0
    canvas.box(x, y, wide, LEGEND_HIGH, PANEL, LINE2, 6)
    at, middle = x + 10, y + LEGEND_HIGH / 2
    for i, (word, mark) in enumerate(zip(words, marks, strict=True)):
        if i < len(kinds):
            canvas.surface.blit(swatch(GROUND[kinds[i]], canvas.px(16)), (canvas.px(at), canvas.px(middle - 8)))
        else:
            for place in range(dice[i - len(kinds)]):
                made = die(0, 6, canvas.px(13), watcher(model).edge)
                canvas.surface.blit(made, (canvas.px(at + 15 * place), canvas.px(middle - 6.5)))
        canvas.write(word, at + mark, middle, "label", 13, INK if i >= len(kinds) else INK2, middle=True)
        at += mark + canvas.width(word, "label", 13) + 12
    return LEGEND_HIGH


_NUMBERS = {1: "one die", 2: "two dice", 3: "three dice"}
