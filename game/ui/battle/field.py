"""What lies on the ground of a map: towns and cities, watched hexes, arcs of fire, battles to come; and the legend."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import NamedTuple

import pygame

from game.board.terrain import KINDS, TerrainKind
from game.ui import text
from game.ui.battle import overlay
from game.ui.battle.glide import Point
from game.ui.battle.layers import Layer
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.dice import die
from game.ui.palette import CARD, GROUND, INK, INK2, LINE2, PANEL, Colour
from game.ui.shapes import arrow_head, box
from game.ui.signs import NOBODY, site, swatch


def sited(model: Model) -> frozenset[int]:
    """The cells with a town or city."""
    return frozenset(site_view.at for site_view in model.view.sites)


def draw_sites(canvas: Canvas, model: Model, view: MapView) -> None:
    """Towns and cities in their owner's colours."""
    for site_view in model.view.sites:
        side = model.side(site_view.seat) if site_view.seat else NOBODY
        picture = site(site_view.kind, side, round(view.size), model.palette)
        x, y = view.at(site_view.at)
        canvas.surface.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))
        if site_view.worth:
            _worth(canvas, (x + view.size * 0.36, y - view.size * 0.2), str(site_view.worth), view.size)


def _worth(canvas: Canvas, spot: Point, words: str, size: float) -> None:
    """The points that a place is worth, on a small plate at its upper right."""
    height = max(9, round(size * 0.2))
    plate = pygame.Rect(0, 0, height, height)
    plate.center = round(spot[0]), round(spot[1])
    box(canvas.surface, plate, PANEL, LINE2, max(2, height // 4))
    width = text.width(words, "label_bold", round(height * 0.82))
    place = (plate.centerx - width / 2, plate.centery)
    text.draw(canvas.surface, words, place, "label_bold", round(height * 0.82), INK, middle=True)


MOST_DICE = 3
"""How many dice are drawn side by side on a watched hex; more are one die and a number."""

# -- watched hexes ----------------------------------------------------------------------------------------------------


def edge_at(model: Model, cell: int = -1) -> Colour:
    """The edge colour of the dice on a watched hex (-1: on any): that of the only seat that watches it, else ink."""
    seats = [seat for seat, cells in model.watchers().items() if cell < 0 or cell in cells]
    return model.colours(seats[0]).edge if len(seats) == 1 else INK


def draw_watched(layer: Layer, canvas: Canvas, model: Model, view: MapView) -> None:
    """The hexes that each seat watches, in its colours: a light tint and a dark outline."""
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
    """At the upper corner of each watched hex the dice that would be rolled; of many one die and their number."""
    size = max(8, round(view.size * 0.19))
    gap = max(1, size // 8)
    for cell, count in cells.items():
        (x, y), edge = view.at(cell), edge_at(model, cell)
        drawn = count if count <= MOST_DICE else 1
        words = "" if count <= MOST_DICE else f"{count}×"
        words_width = text.width(words, "label_bold", size) + gap if words else 0
        plate = pygame.Rect(0, 0, drawn * (size + gap) + 3 * gap + words_width, size + 4 * gap)
        plate.center = (round(x), round(y - view.size * 0.45))
        box(canvas.surface, plate, PANEL, LINE2, max(2, size // 4))
        if words:
            text.draw(canvas.surface, words, (plate.x + 2 * gap, plate.centery), "label_bold", size, edge, middle=True)
        for i in range(drawn):
            left = plate.x + 2 * gap + words_width + i * (size + gap)
            canvas.surface.blit(die(0, 6, size, edge), (left, plate.y + 2 * gap))


# -- arcs of fire -----------------------------------------------------------------------------------------------------


def draw_arcs(canvas: Canvas, model: Model, view: MapView) -> None:
    """The cells that the selected unit can fire into, in its seat's colours, where weapons point one way."""
    arc = model.view.overlay.arc
    cells = arc.arcs.get(model.selected, ()) if arc is not None else ()
    if cells:
        colours = model.colours(model.units[model.selected].seat)
        overlay.fill_cells(canvas.surface, view, cells, (*colours.tint, 90))
        overlay.outline_cells(canvas.surface, view, set(cells), colours.edge, "dashed")


def draw_facings(canvas: Canvas, model: Model, view: MapView) -> None:
    """An arrow head at the edge of every unit that faces one way."""
    arc = model.view.overlay.arc
    for name, (across, down) in arc.ways.items() if arc is not None else ():
        unit = model.units.get(name)
        if unit is not None:
            x, y = view.at(unit.at)
            length = 0.74 * view.size / hypot(across, down)
            tip = (x + across * length, y + down * length)
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
    """An arrow from the edge of the hex with its middle at `a` well into the hex with its middle at `b`."""
    start = (a[0] + (b[0] - a[0]) * 0.36, a[1] + (b[1] - a[1]) * 0.36)
    end = (a[0] + (b[0] - a[0]) * 0.62, a[1] + (b[1] - a[1]) * 0.62)
    tip = (a[0] + (b[0] - a[0]) * 0.76, a[1] + (b[1] - a[1]) * 0.76)
    thick = max(3, round(view.size * 0.09))
    for colour, more in ((CARD, canvas.px(2.4)), (INK, 0)):
        pygame.draw.aaline(canvas.surface, colour, start, end, thick + more)
        arrow_head(canvas.surface, a, tip, colour, thick * 2.6 + more)


# -- the legend -------------------------------------------------------------------------------------------------------

LEGEND_HEIGHT = 26


class LegendEntry(NamedTuple):
    """Words of the legend and what they explain: a kind of terrain, or else a number of dice on a watched hex."""

    words: str
    terrain: TerrainKind | None
    dice: int = 0

    @property
    def sign_width(self) -> int:
        """Logical pixels of the swatch or the dice before the words."""
        return 20 if self.terrain else 15 * self.dice + 4

    def width(self, canvas: Canvas) -> float:
        """Logical pixels of the entry and the gap after it."""
        return self.sign_width + canvas.width(self.words, "label", 13) + 12


def legend(model: Model, view: MapView) -> list[LegendEntry]:
    """The terrains of the board, and the numbers of dice on watched hexes if there are any."""
    present = set(view.board.terrain)
    entries = [LegendEntry(terrain.title, kind) for kind, terrain in KINDS.items() if kind in present]
    watch = model.view.overlay.watch
    if watch is not None and model.watched():
        entries += [LegendEntry(words, None, dice) for dice, words in watch.legend.items()]
    return entries


def legend_width(canvas: Canvas, model: Model, view: MapView) -> float:
    """The width of the strip of `draw_legend` in logical pixels, 0 on a board of squares."""
    entries = legend(model, view) if view.board.grid == "hex" else []
    return 8 + sum(entry.width(canvas) for entry in entries) if entries else 0.0


def draw_legend(canvas: Canvas, model: Model, view: MapView, corner: Point, width: float) -> None:
    """A strip with its upper left at `corner`: the terrains of the board, and the dice of watched hexes."""
    x, y = corner
    canvas.box(x, y, width, LEGEND_HEIGHT, PANEL, LINE2, 6)
    left, middle = x + 10, y + LEGEND_HEIGHT / 2
    for entry in legend(model, view):
        if entry.terrain is not None:
            canvas.surface.blit(swatch(GROUND[entry.terrain], canvas.px(16)), (canvas.px(left), canvas.px(middle - 8)))
        for place in range(entry.dice):
            picture = die(0, 6, canvas.px(13), edge_at(model))
            canvas.surface.blit(picture, (canvas.px(left + 15 * place), canvas.px(middle - 6.5)))
        ink = INK2 if entry.terrain else INK
        canvas.write(entry.words, left + entry.sign_width, middle, "label", 13, ink, middle=True)
        left += entry.width(canvas)
