"""A plan on the map: ghosts and paths, links of a formation, enemy zones, places in contact, call-outs, and a key."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Literal

import pygame

from game.engine.decisions import Refusal
from game.engine.options import Option
from game.engine.view import PlanOverlay, PlanRow
from game.ui import kit
from game.ui.battle import overlay
from game.ui.battle.glide import Point
from game.ui.battle.layers import Layer
from game.ui.battle.mapview import MapView
from game.ui.battle.model import FEW, Model
from game.ui.battle.plan import Plan
from game.ui.battle.pointer import Pointer
from game.ui.canvas import Canvas
from game.ui.kit import Open
from game.ui.palette import CARD, INK, INK2, LINE2, PANEL, SAFFRON, SAFFRON_EDGE, SAFFRON_TINT, Colour, SeatColours
from game.ui.shapes import dashed, dashed_box, dotted

Mark = Literal["slots", "zones"]
"""The marks that the key explains: free cells in contact, and enemy zones."""
HEIGHT = 26.0
SIGN = 16
"""Logical pixels of the key's strip, and of a sign in it."""
MOST_CALL_OUT = 470.0
"""The greatest width of a call-out, in logical pixels; a longer sentence wraps."""


class PlanPicture:
    """Draws a plan below and above the tokens. `called_out` are the call-outs of the last drawing, in real pixels."""

    def __init__(self, model: Model, plan: Plan, view: MapView, pointer: Pointer, open_clause: Open) -> None:
        self.model, self.plan, self.view, self.pointer, self.open_clause = model, plan, view, pointer, open_clause
        self.zones = Layer()
        self.called_out: list[pygame.Rect] = []

    def draw_below(self, canvas: Canvas) -> None:
        """The parts of the plan that lie under the tokens: zones, links, places in contact."""
        model, view = self.model, self.view
        plan_overlay = self.plan.overlay()
        enemies = self.plan.enemy_zones()
        if enemies:

            def paint(layer: pygame.Surface) -> pygame.Rect:
                zones = [_hatch(layer, view, set(cells), model.colours(seat)) for seat, cells in enemies.items()]
                return overlay.around(zones)

            self.zones.draw(canvas.surface, view, (model.palette, enemies), paint)
        spots = self.plan.spots(self.view)
        thin = max(1, canvas.px(1.6))
        for a, b in plan_overlay.links:
            if a in spots and b in spots:
                pygame.draw.line(canvas.surface, INK2, spots[a], spots[b], thin)
        for name, mate in self.plan.broken(spots):
            dashed(canvas.surface, spots[name], spots[mate], INK, max(2, canvas.px(2)), canvas.px(5), canvas.px(5))
        radius = max(3, round(view.grain * 0.2))
        disc = _disc(radius, max(1, canvas.px(1.4)))
        for cell in self._slots(plan_overlay):
            x, y = view.at(cell)
            canvas.surface.blit(disc, (round(x) - radius - 1, round(y) - radius - 1))

    def _slots(self, plan_overlay: PlanOverlay) -> list[int]:
        """The free cells in contact that the selected stand or formation can reach."""
        model = self.model
        open_to = set().union(*model.reach().values()) if model.drafting else set[int]()
        return [cell for cell in plan_overlay.slots if cell in open_to]

    def whole_card(self) -> kit.Card:
        """The card that says a whole formation is selected, what a click does, and the key for single stands."""
        model = self.model
        words = f"{model.group_name(model.formation)} as a whole: click where {model.selected.upper()} is to stand"
        line = kit.Row(
            kit.Text(words, "label_bold", 14.5), kit.KeyCap("Esc"), kit.Label("single stands", "label", 14, INK2), gap=9
        )
        return kit.Card(line, look="panel", fill=SAFFRON_TINT, edge=SAFFRON_EDGE, pad=(12, 6), radius=6)

    def draw_above(self, canvas: Canvas) -> None:
        """The ghosts and paths of the plan and of the option pointed at, stands out of formation, and the call-outs."""
        model, view = self.model, self.view
        option = self.plan.candidate() if model.drafting else None
        rows = self.plan.rows()
        movers = {option.unit} if option is not None and option.unit else set()
        if option is not None and option.formation and not option.unit:
            movers = set(model.members(option.formation))
        emphasised = movers or {model.selected}
        ways = rows if not model.deploying else ()  # a unit does not walk to the place where it is set up
        for row in sorted(ways, key=lambda row: row.unit in emphasised):
            self._path(canvas, row, full=row.unit in emphasised)
        if model.drafting:
            self._other_ways(canvas, option)
        for row in sorted(rows, key=lambda row: row.unit == model.selected):
            self._ghost(canvas, row)
        spots = self.plan.spots(self.view)
        for name in self.plan.overlay().apart:
            if name in spots:
                _dashed_ring(canvas, spots[name], view.grain * 0.72)
        if self.pointer.cursor >= 0 and self.pointer.hover < 0:
            overlay.draw_cursor(canvas, view, self.pointer.cursor)
        if model.drafting:
            self._call_outs(canvas, movers)

    # -- drawing --------------------------------------------------------------------------------------------------

    def _path(self, canvas: Canvas, row: PlanRow, *, full: bool) -> None:
        """The path of a planned move: dots, and if it is drawn in `full` a white line under them."""
        model, view = self.model, self.view
        unit = model.units[row.unit]
        cells = [unit.at, *(row.path or (row.to,))]
        cells = [cell for place, cell in enumerate(cells) if place == 0 or cell != cells[place - 1]]
        colours = model.colours(unit.seat)
        if full:
            overlay.draw_path(canvas, view, cells, colours.edge)
            return
        points = [view.at(cell) for cell in cells]
        for a, b in itertools.pairwise(points):
            dotted(canvas.surface, a, b, colours.edge, max(1, canvas.px(1.2)), canvas.px(6))

    def _other_ways(self, canvas: Canvas, option: Option | None) -> None:
        """The other moves of the stand under the pointer, if they are few: paths with a ring at their ends."""
        model, view = self.model, self.view
        cell = self.pointer.cell
        name = (self.plan.stand_at(cell) if cell >= 0 else "") or model.selected
        ways = model.choices.of_unit(name)
        if model.formation or len(ways) > FEW or name not in model.units:
            return
        colours = model.colours(model.units[name].seat)
        start = view.at(model.units[name].at)
        for way in ways:
            if way is not option:
                points = [start, *(view.at(step) for step in way.path or (way.to,))]
                for a, b in itertools.pairwise(points):
                    dotted(canvas.surface, a, b, colours.edge, max(1, canvas.px(1)), canvas.px(6))
                _dashed_ring(canvas, points[-1], view.grain * 0.42, colours.fill)

    def _ghost(self, canvas: Canvas, row: PlanRow) -> None:
        """The stand at its planned place, on a saffron disc if it is the selected one."""
        model, view = self.model, self.view
        name = row.unit
        unit = model.units[name]
        spot = view.at(row.to)
        if name == model.selected:
            radius = round(view.grain * 0.56)
            centre = (round(spot[0]), round(spot[1]))
            pygame.draw.aacircle(canvas.surface, SAFFRON, centre, radius)
            pygame.draw.aacircle(canvas.surface, SAFFRON_EDGE, centre, radius, 1)
        view.draw_token(
            canvas.surface,
            spot,
            unit.figure,
            model.side(unit.seat),
            palette=model.palette,
            state="planned",
            plate=name.upper(),
        )

    # -- call-outs ------------------------------------------------------------------------------------------------

    def _call_outs(self, canvas: Canvas, movers: set[str]) -> None:
        """Draw why the plan or a move in it is refused beside the stands concerned, and ring enemies passed over."""
        view, spots = self.view, self.plan.spots(self.view)
        cell = self.pointer.cell
        pointed = self.plan.stand_at(cell) if cell >= 0 else ""
        concerned = movers or {pointed or self.model.selected}
        passed = [
            passing for passing in self.plan.overlay().passed if passing.unit in concerned and passing.target in spots
        ]
        for passing in passed:
            x, y = spots[passing.target]
            radius, thick = round(view.grain * 0.62), max(1, canvas.px(2))
            pygame.draw.aacircle(canvas.surface, INK, (round(x), round(y)), radius, thick)
        reasons = [(spots[passing.target], passing.reason, passing.clause) for passing in passed]
        reasons += [(spots[name], no.reason, no.clause) for name, no in self._refusals(pointed, spots)]
        taken: list[pygame.Rect] = []
        size = view.token_size
        tokens = [pygame.Rect(round(x - size / 2), round(y - size / 2), size, size) for x, y in spots.values()]
        for spot, words, clause in reasons:
            if view.area.collidepoint(spot):
                taken.append(self._call_out(canvas, spot, words, clause, taken=taken, tokens=tokens))
        self.called_out = taken

    def _refusals(self, pointed: str, spots: Collection[str]) -> list[tuple[str, Refusal]]:
        """Why the stand under the pointer may not move, and why the plan is refused, each with the stand concerned."""
        refusals: list[tuple[str, Refusal]] = []
        refusal = self.model.refusal_of(pointed)
        if refusal is not None and pointed in spots:
            refusals.append((pointed, refusal))
        preview = self.plan.preview()
        refused = preview.refused if preview is not None else self.model.plan_refusal()
        if refused is not None:
            name = next((name for name in (refused.unit, *self.plan.overlay().apart) if name in spots), "")
            if name:
                refusals.append((name, refused))
        return refusals

    def _call_out(
        self,
        canvas: Canvas,
        spot: Point,
        words: str,
        clause: str,
        *,
        taken: list[pygame.Rect],
        tokens: list[pygame.Rect],
    ) -> pygame.Rect:
        """Draw a plate with a sentence and its clause beside a spot. Returns its place, in real pixels.

        It lies inside the map, off the plates `taken` already and, if it can, off the `tokens`.
        """
        line = kit.Row(
            kit.Text(words, "label_semi", 13.5), *([kit.Chip(clause, self.open_clause, "call")] if clause else [])
        )
        card = kit.Card(line, look="panel", fill=PANEL, edge=LINE2, pad=(8, 2), radius=5)
        width = min(card.measure(canvas).w, MOST_CALL_OUT, self.view.area.width / canvas.scale - 24)
        height = card.measure(canvas, width).h
        inside = self.view.area.inflate(-canvas.px(8), -canvas.px(8))
        size = canvas.px(width), canvas.px(height)
        rect = place_beside(spot, size, self.view.grain * 0.8, inside, taken, tokens=tokens)
        card.draw(canvas, kit.Spot(rect.x / canvas.scale, rect.y / canvas.scale, width, height))
        return rect

    def key_width(self, canvas: Canvas) -> float:
        """The width of the strip of `draw_key` in logical pixels, 0 if no mark needs explaining."""
        parts = self.signs()
        return 8 + sum(canvas.width(words, "label", 13) + SIGN + 18 for _, words, _ in parts) if parts else 0.0

    def draw_key(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """A strip with each mark on the map and what it means."""
        canvas.box(x, y, width, HEIGHT, PANEL, LINE2, 6)
        left, middle = x + 10, y + HEIGHT / 2
        for mark, words, colours in self.signs():
            _sign(canvas, mark, left, middle, colours)
            left += SIGN + 6
            left += canvas.write(words, left, middle, "label", 13, INK, middle=True) + 12

    def signs(self) -> list[tuple[Mark, str, SeatColours]]:
        """The marks on the map that have a meaning in words: the kind of mark, the words, the colours of its seat."""
        plan_overlay = self.plan.overlay()
        own = self.model.colours(self.model.session.asked)
        signs: list[tuple[Mark, str, SeatColours]] = []
        if slots := plan_overlay.words.get("slots", ""):
            signs += [("slots", slots, own)] if self._slots(plan_overlay) else []
        if zones := plan_overlay.words.get("zones", ""):
            seats = [seat for seat, cells in self.plan.enemy_zones().items() if cells]
            signs += [("zones", zones, self.model.colours(seat)) for seat in seats]
        return signs


# -- signs ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _disc(radius: int, thick: int) -> pygame.Surface:
    """The mark of a free cell in contact: a white disc with an edge, its middle `radius` + 1 from the upper left."""
    disc = pygame.Surface((2 * radius + 3, 2 * radius + 3), pygame.SRCALPHA)
    pygame.draw.aacircle(disc, CARD, (radius + 1, radius + 1), radius)
    pygame.draw.aacircle(disc, INK, (radius + 1, radius + 1), radius, thick)
    return disc


def _hatch(layer: pygame.Surface, view: MapView, cells: set[int], colours: SeatColours) -> pygame.Rect:
    """Tint, hatch and outline cells. Returns the part of the layer that they cover."""
    tinted = overlay.fill_cells(layer, view, cells, (*colours.tint, 120))
    lines = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    step = max(7, round(view.grain / 3))
    for i in range(view.area.left - view.area.height, view.area.right, step):
        pygame.draw.line(
            lines, (*colours.fill, 80), (i, view.area.bottom), (i + view.area.height, view.area.top), max(1, step // 8)
        )
    inside = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    overlay.fill_cells(inside, view, cells, (255, 255, 255, 255))
    lines.blit(inside, tinted, tinted, special_flags=pygame.BLEND_RGBA_MULT)
    layer.blit(lines, tinted, tinted)
    return overlay.outline_cells(layer, view, cells, colours.fill, "dashed")


def _dashed_ring(canvas: Canvas, spot: Point, radius: float, colour: Colour = INK) -> None:
    """A dashed ring: round a stand out of formation, or at the end of a possible move."""
    steps = 12
    for i in range(steps):
        arc = [(i + part / 4 * 0.6) * math.tau / steps for part in range(5)]
        points = [(spot[0] + radius * math.cos(a), spot[1] + radius * math.sin(a)) for a in arc]
        pygame.draw.lines(canvas.surface, colour, False, points, max(2, canvas.px(2)))


def _sign(canvas: Canvas, mark: Mark, x: float, y: float, colours: SeatColours) -> None:
    """A mark in the key: a white disc for cells in contact, a dashed square of the seat's tint for a zone."""
    rect = canvas.rect(x, y - SIGN / 2, SIGN, SIGN)
    if mark == "zones":
        pygame.draw.rect(canvas.surface, colours.tint, rect)
        dashed_box(canvas.surface, rect, colours.fill, canvas.px(3))
        return
    pygame.draw.aacircle(canvas.surface, CARD, rect.center, canvas.px(SIGN * 0.4))
    pygame.draw.aacircle(canvas.surface, INK, rect.center, canvas.px(SIGN * 0.4), max(1, canvas.px(1.4)))


def place_beside(
    spot: Point,
    size: tuple[int, int],
    away: float,
    area: pygame.Rect,
    taken: Sequence[pygame.Rect],
    *,
    tokens: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """A rectangle of `size` in `area`, above or below a spot, straight or to a side, at least `away` from it.

    It overlaps none of `taken` and, if there is such a place, none of the `tokens`. All in real pixels.
    """
    rect = pygame.Rect((0, 0), size)
    for avoid in ([*taken, *tokens], list(taken)):
        for turn, aside in itertools.product(range(12), (0, 0.5, -0.5)):
            offset = (away + size[1] / 2) + (turn // 2) * (size[1] + 3)
            rect.center = (round(spot[0] + aside * size[0]), round(spot[1] + (-offset if turn % 2 == 0 else offset)))
            inside = rect.clamp(area)
            if abs(inside.centery - rect.centery) < 1 and inside.collidelist(avoid) < 0:
                return inside
    return rect.clamp(area)
