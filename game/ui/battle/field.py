"""What a hex map shows beside its ground: towns and cities, hexes that are watched, and the legend."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.board.terrain import KINDS
from game.ui.battle import overlay
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.dice import die
from game.ui.palette import GROUND, INK, INK2, LINE2, PANEL, SeatColours
from game.ui.shapes import box
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


# -- watched hexes ----------------------------------------------------------------------------------------------------


def watched(model: Model, view: MapView) -> dict[int, int]:
    """Cells that draw fire, with the dice they draw, as the rulebook's overlay lists them."""
    told = model.view["overlay"]
    listed = told.get("watched") if isinstance(told, Mapping) else None
    if not isinstance(listed, Mapping):
        return {}
    return {view.board.cell(*map(int, cell.split(","))): int(dice) for cell, dice in listed.items()}


def watcher(model: Model) -> SeatColours:
    """The colours of the seat that watches: the one that is asked."""
    asked = model.decision.seat if model.decision is not None else ""
    return model.colours(asked if asked in model.session.setup.seats else str(model.view["seat"]))


def draw_watched(canvas: Canvas, view: MapView, cells: Mapping[int, int], colours: SeatColours) -> None:
    """A light tint and a dark outline in the colours of the seat that watches."""
    if not cells:
        return
    overlay.fill_cells(canvas.surface, view, cells, (*colours.tint, 120))
    overlay.outline_cells(canvas.surface, view, set(cells), colours.edge)


def draw_watch_dice(canvas: Canvas, view: MapView, cells: Mapping[int, int], colours: SeatColours) -> None:
    """In each watched hex, at its upper corner, as many dice as would be rolled."""
    size = max(8, round(view.size * 0.19))
    gap = max(1, size // 8)
    for cell, count in cells.items():
        x, y = view.at(cell)
        plate = pygame.Rect(0, 0, count * (size + gap) + 3 * gap, size + 4 * gap)
        plate.center = (round(x), round(y - view.size * 0.45))
        box(canvas.surface, plate, PANEL, LINE2, max(2, size // 4))
        for i in range(count):
            made = die(0, 6, size, colours.edge)
            canvas.surface.blit(made, (plate.x + 2 * gap + i * (size + gap), plate.y + 2 * gap))


# -- the legend -------------------------------------------------------------------------------------------------------

LEGEND_HIGH = 26


def draw_legend(canvas: Canvas, model: Model, view: MapView, x: float, y: float, room: float) -> float:
    """A strip with the terrains of the board and what the dice of watched hexes mean; returns the height used."""
    if view.board.grid != "hex":
        return 0
    kinds = [kind for kind in KINDS if kind in set(view.board.terrain)]
    dice = sorted(set(watched(model, view).values()))
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
