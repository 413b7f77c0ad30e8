"""What a map shows beside its ground: towns and cities, hexes that are watched, arcs of fire, and the legend."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

import pygame

from game.board.terrain import KINDS
from game.ui import text
from game.ui.battle import overlay
from game.ui.battle.layers import Layer
from game.ui.battle.mapview import MapView, Point
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.dice import die
from game.ui.palette import CARD, GROUND, INK, INK2, LINE2, PANEL, Colour
from game.ui.shapes import arrow_head, box
from game.ui.signs import NOBODY, site, swatch


def roads(model: Model) -> tuple[tuple[int, ...], ...]:
    """The roads of the view as cells."""
    return model.view.roads


def sited(model: Model) -> frozenset[int]:
    """The cells with a town or city."""
    return frozenset(each.at for each in model.view.sites)


def draw_sites(canvas: Canvas, model: Model, view: MapView) -> None:
    """Towns and cities in their owner's colours."""
    for each in model.view.sites:
        side = model.side(each.seat) if each.seat else NOBODY
        made = site(each.kind, side, round(view.size), model.palette)
        x, y = view.at(each.at)
        canvas.surface.blit(made, (round(x - made.get_width() / 2), round(y - made.get_height() / 2)))
        if each.worth:
            _worth(canvas, (x + view.size * 0.36, y - view.size * 0.2), str(each.worth), view.size)


def _worth(canvas: Canvas, spot: Point, words: str, size: float) -> None:
    """What a place counts, on a small plate at its upper right."""
    high = max(9, round(size * 0.2))
    plate = pygame.Rect(0, 0, high, high)
    plate.center = round(spot[0]), round(spot[1])
    box(canvas.surface, plate, PANEL, LINE2, max(2, high // 4))
    wide = text.width(words, "label_bold", round(high * 0.82))
    place = (plate.centerx - wide / 2, plate.centery)
    text.draw(canvas.surface, words, place, "label_bold", round(high * 0.82), INK, middle=True)


MOST_DICE = 3
"""As many dice stand side by side on a watched hex."""

# -- watched hexes ----------------------------------------------------------------------------------------------------


def edge_at(model: Model, cell: int = -1) -> Colour:
    """The dice of a watched hex (or of any) have the edge of the one seat that watches there, that of ink for several."""
    seats = [seat for seat, cells in model.watchers().items() if cell < 0 or cell in cells]
    return model.colours(seats[0]).edge if len(seats) == 1 else INK


def draw_watched(layer: Layer, canvas: Canvas, model: Model, view: MapView) -> None:
    """A light tint and a dark outline for each seat that watches, in its colours."""
    watchers = model.watchers()

    def paint(surface: pygame.Surface) -> pygame.Rect:
        for seat, cells in watchers.items():
            overlay.fill_cells(surface, view, cells, (*model.colours(seat).tint, 120))
        outlines = [
            overlay.outline_cells(surface, view, cells, model.colours(seat).edge) for seat, cells in watchers.items()
        ]
        return overlay.around(outlines)

    if watchers:
        layer.draw(canvas.surface, view, (model.palette, tuple(watchers.items())), paint)


def draw_watch_dice(canvas: Canvas, model: Model, view: MapView, cells: Mapping[int, int]) -> None:
    """In each watched hex, at its upper corner, as many dice as would be rolled; of many one and their number."""
    size = max(8, round(view.size * 0.19))
    gap = max(1, size // 8)
    for cell, count in cells.items():
        (x, y), edge = view.at(cell), edge_at(model, cell)
        shown = count if count <= MOST_DICE else 1
        words = "" if count <= MOST_DICE else f"{count}×"
        wide = text.width(words, "label_bold", size) + gap if words else 0
        plate = pygame.Rect(0, 0, shown * (size + gap) + 3 * gap + wide, size + 4 * gap)
        plate.center = (round(x), round(y - view.size * 0.45))
        box(canvas.surface, plate, PANEL, LINE2, max(2, size // 4))
        if words:
            text.draw(canvas.surface, words, (plate.x + 2 * gap, plate.centery), "label_bold", size, edge, middle=True)
        for i in range(shown):
            made = die(0, 6, size, edge)
            canvas.surface.blit(made, (plate.x + 2 * gap + wide + i * (size + gap), plate.y + 2 * gap))


# -- arcs of fire -----------------------------------------------------------------------------------------------------


def draw_arcs(canvas: Canvas, model: Model, view: MapView) -> None:
    """What the selected unit can fire into, tinted and outlined in its seat's colours, where weapons point one way."""
    arc = model.view.overlay.arc
    cells = arc.arcs.get(model.selected, ()) if arc is not None else ()
    if cells:
        colours = model.colours(model.units[model.selected].seat)
        overlay.fill_cells(canvas.surface, view, cells, (*colours.tint, 90))
        overlay.outline_cells(canvas.surface, view, set(cells), colours.edge, "dashed")


def draw_facings(canvas: Canvas, model: Model, view: MapView) -> None:
    """At the edge of every unit that faces one way, the head of an arrow that way."""
    arc = model.view.overlay.arc
    for name, (across, down) in arc.ways.items() if arc is not None else ():
        unit = model.units.get(name)
        if unit is not None:
            x, y = view.at(unit.at)
            far = 0.74 * view.size / hypot(across, down)
            tip = (x + across * far, y + down * far)
            arrow_head(canvas.surface, (x, y), tip, model.colours(unit.seat).edge, max(6, view.size * 0.2))


# -- battles to come --------------------------------------------------------------------------------------------------


def draw_battles(canvas: Canvas, model: Model, view: MapView) -> None:
    """An arrow in ink from every hex whose units are lined up for an attack to the hex they attack."""
    watch = model.view.overlay.watch
    for battle in watch.battles if watch is not None else ():
        starts = {model.units[name].at for name in battle.units if name in model.units}
        for start in starts - {battle.at}:
            _arrow(canvas, view, view.at(start), view.at(battle.at))


def _arrow(canvas: Canvas, view: MapView, a: Point, b: Point) -> None:
    """From the edge of one hex well into the other."""
    start = (a[0] + (b[0] - a[0]) * 0.36, a[1] + (b[1] - a[1]) * 0.36)
    end = (a[0] + (b[0] - a[0]) * 0.62, a[1] + (b[1] - a[1]) * 0.62)
    tip = (a[0] + (b[0] - a[0]) * 0.76, a[1] + (b[1] - a[1]) * 0.76)
    thick = max(3, round(view.size * 0.09))
    for colour, more in ((CARD, canvas.px(2.4)), (INK, 0)):
        pygame.draw.aaline(canvas.surface, colour, start, end, thick + more)
        arrow_head(canvas.surface, a, tip, colour, thick * 2.6 + more)


# -- the legend -------------------------------------------------------------------------------------------------------

LEGEND_HIGH = 26


def legend(model: Model, view: MapView) -> list[tuple[str, str, int]]:
    """What the strip explains: words with a kind of terrain, or with a number of dice as watched hexes have them."""
    kinds = [(KINDS[kind].title, kind, 0) for kind in KINDS if kind in set(view.board.terrain)]
    watch = model.view.overlay.watch
    dice = [(said, "", number) for number, said in watch.legend.items()] if watch is not None else []
    return kinds + (dice if model.watched() else [])


def legend_wide(canvas: Canvas, model: Model, view: MapView) -> float:
    """How wide the strip of `draw_legend` is, 0 on a board of squares."""
    parts = legend(model, view) if view.board.grid == "hex" else []
    return 8 + sum(_wide(canvas, part) for part in parts) if parts else 0.0


def draw_legend(canvas: Canvas, model: Model, view: MapView, corner: Point, wide: float) -> None:
    """A strip from `corner` with the terrains of the board and what the dice of watched hexes mean."""
    x, y = corner
    canvas.box(x, y, wide, LEGEND_HIGH, PANEL, LINE2, 6)
    at, middle = x + 10, y + LEGEND_HIGH / 2
    for part in legend(model, view):
        words, kind, dice = part
        if kind:
            canvas.surface.blit(swatch(GROUND[kind], canvas.px(16)), (canvas.px(at), canvas.px(middle - 8)))
        for place in range(dice):
            made = die(0, 6, canvas.px(13), edge_at(model))
            canvas.surface.blit(made, (canvas.px(at + 15 * place), canvas.px(middle - 6.5)))
        left = at + (20 if kind else 15 * dice + 4)
        canvas.write(words, left, middle, "label", 13, INK2 if kind else INK, middle=True)
        at += _wide(canvas, part)


def _wide(canvas: Canvas, part: tuple[str, str, int]) -> float:
    words, kind, dice = part
    return canvas.width(words, "label", 13) + (20 if kind else 15 * dice + 4) + 12
