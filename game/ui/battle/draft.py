"""A plan on the map: ghosts and their paths, links of a formation, enemy zones, places in contact, and call-outs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.engine.decisions import Option
from game.engine.match import Drafted
from game.engine.view import PlanOverlay, PlanRow
from game.ui.battle import overlay
from game.ui.battle.mapview import MapView
from game.ui.battle.model import FEW
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE2, PANEL, SAFFRON, SAFFRON_EDGE, Colour, SeatColours
from game.ui.shapes import dashed, dotted

if TYPE_CHECKING:
    from game.ui.screens.battle import BattleScreen

Spot = tuple[float, float]
NO_PLAN = PlanOverlay({}, {}, (), (), (), ())


def _hatch(layer: pygame.Surface, view: MapView, cells: set[int], colours: SeatColours) -> None:
    overlay.fill_cells(layer, view, cells, (*colours.tint, 120))
    lines = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    step = max(7, round(view.grain / 3))
    for i in range(view.area.left - view.area.height, view.area.right, step):
        pygame.draw.line(
            lines, (*colours.fill, 80), (i, view.area.bottom), (i + view.area.height, view.area.top), max(1, step // 8)
        )
    inside = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
    overlay.fill_cells(inside, view, cells, (255, 255, 255, 255))
    lines.blit(inside, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    layer.blit(lines, (0, 0))
    overlay.outline_cells(layer, view, cells, colours.fill, "dashed")


def draw_below(screen: BattleScreen, canvas: Canvas) -> None:
    """What lies on the ground while a plan is drawn up: zones, links, places in contact."""
    model, view = screen.model, screen.map
    shown = shown_overlay(screen)
    enemies = enemy_zones(screen)
    if enemies:

        def paint(layer: pygame.Surface) -> None:
            for seat, cells in enemies.items():
                _hatch(layer, view, set(cells), model.colours(seat))

        screen.zones_of_control.draw(canvas.surface, view, (model.palette, enemies), paint)
    spots = spots_of(screen)
    thin = max(1, canvas.px(1.6))
    for a, b in shown.links:
        if a in spots and b in spots:
            pygame.draw.line(canvas.surface, INK2, spots[a], spots[b], thin)
    for name, mate in _broken(screen, spots):
        dashed(canvas.surface, spots[name], spots[mate], INK, max(2, canvas.px(2)), canvas.px(5), canvas.px(5))
    for cell in shown.slots:
        x, y = view.at(cell)
        radius = max(3, round(view.grain * 0.2))
        pygame.draw.aacircle(canvas.surface, CARD, (round(x), round(y)), radius)
        pygame.draw.aacircle(canvas.surface, INK, (round(x), round(y)), radius, max(1, canvas.px(1.4)))


def draw_above(screen: BattleScreen, canvas: Canvas) -> None:
    """The ghosts and paths of the plan, what would be planned now, stands that stand apart, and the call-outs."""
    model, view = screen.model, screen.map
    option = screen.under_hand() if model.drafting else None
    rows = rows_shown(screen)
    coming = {option.unit} if option is not None and option.unit else set()
    if option is not None and option.formation and not option.unit:
        coming = set(model.members(option.formation))
    hot = coming or {model.selected}
    for row in sorted(rows, key=lambda row: row.unit in hot):
        _path(screen, canvas, row, full=row.unit in hot)
    if model.drafting:
        _other_ways(screen, canvas, option)
    for row in sorted(rows, key=lambda row: row.unit == model.selected):
        _ghost(screen, canvas, row)
    spots = spots_of(screen)
    for name in shown_overlay(screen).apart:
        if name in spots:
            _dashed_ring(canvas, spots[name], view.grain * 0.72)
    if screen.cursor >= 0 and screen.hover < 0:
        overlay.draw_cursor(canvas, view, screen.cursor)
    if model.drafting:
        _call_outs(screen, canvas, coming)


# -- what is shown ------------------------------------------------------------------------------------------------------


def looked_at(screen: BattleScreen) -> Drafted | None:
    """The plan with what is under the hand in it, as the engine judges it."""
    option = screen.under_hand() if screen.model.drafting else None
    return screen.model.drafted(option) if option is not None else None


def rows_shown(screen: BattleScreen) -> list[PlanRow]:
    """The rows of the plan that have a place on the map, with what is under the hand in them."""
    ahead = looked_at(screen)
    rows = screen.model.plan if ahead is None else ahead.plan
    units = screen.model.units
    return [row for row in rows if row.unit in units and row.to not in (-1, units[row.unit].at)]


def enemy_zones(screen: BattleScreen) -> dict[str, tuple[int, ...]]:
    """The zones of the other seats in the overlay that is shown."""
    asked = screen.model.decision
    own = screen.session.viewer or (asked.seat if asked else "")
    return {seat: cells for seat, cells in shown_overlay(screen).zones.items() if seat != own}


def shown_overlay(screen: BattleScreen) -> PlanOverlay:
    """The overlay of the plan that is shown."""
    ahead = looked_at(screen)
    shown = screen.model.view.overlay if ahead is None else ahead.overlay
    return shown.plan or NO_PLAN


def spots_of(screen: BattleScreen) -> dict[str, Spot]:
    """Where every standing unit is on the screen once the shown plan is carried out."""
    view = screen.map
    spots = {n: view.at(u.at) for n, u in screen.model.units.items() if not u.out}
    spots |= {row.unit: view.at(row.to) for row in rows_shown(screen)}
    return spots


def _broken(screen: BattleScreen, spots: Mapping[str, Spot]) -> Iterable[tuple[str, str]]:
    """For every stand apart, the stand of its formation that is drawn nearest."""
    model = screen.model
    names = [name for name in shown_overlay(screen).apart if name in spots]
    for name in names:
        mates = [m for m in model.standing(model.group_of(name)) if m in spots and m not in names]
        if mates:
            yield name, min(mates, key=lambda mate: math.dist(spots[name], spots[mate]))


# -- drawing ------------------------------------------------------------------------------------------------------------


def _path(screen: BattleScreen, canvas: Canvas, row: PlanRow, *, full: bool) -> None:
    """The way of a planned move: dots, and for what is in hand a white line under them."""
    model, view = screen.model, screen.map
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


def _other_ways(screen: BattleScreen, canvas: Canvas, option: Option | None) -> None:
    """What else the stand under the pointer could do: its other paths, each with a ring at its end."""
    model, view = screen.model, screen.map
    cell = screen.hover if screen.hover >= 0 else screen.cursor
    name = (screen.stand_at(cell) if cell >= 0 else "") or model.selected
    ways = model.choices.of_unit(name)
    if model.whole or len(ways) > FEW or name not in model.units:
        return
    colours = model.colours(model.units[name].seat)
    start = view.at(model.units[name].at)
    for way in ways:
        if way is not option:
            points = [start, *(view.at(step) for step in way.path or (way.to,))]
            for a, b in itertools.pairwise(points):
                dotted(canvas.surface, a, b, colours.edge, max(1, canvas.px(1)), canvas.px(6))
            _dashed_ring(canvas, points[-1], view.grain * 0.42, colours.fill)


def _ghost(screen: BattleScreen, canvas: Canvas, row: PlanRow) -> None:
    model, view = screen.model, screen.map
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


def _dashed_ring(canvas: Canvas, spot: Spot, radius: float, colour: Colour = INK) -> None:
    """Round a stand that has no link to its formation, or where one could go."""
    steps = 12
    for i in range(steps):
        arc = [(i + part / 4 * 0.6) * math.tau / steps for part in range(5)]
        points = [(spot[0] + radius * math.cos(a), spot[1] + radius * math.sin(a)) for a in arc]
        pygame.draw.lines(canvas.surface, colour, False, points, max(2, canvas.px(2)))


# -- call-outs ----------------------------------------------------------------------------------------------------------


def _call_outs(screen: BattleScreen, canvas: Canvas, coming: set[str]) -> None:
    """Why the plan is refused, why a nearer enemy is passed over, why the stand under the pointer may not move."""
    model, view = screen.model, screen.map
    spots = spots_of(screen)
    cell = screen.hover if screen.hover >= 0 else screen.cursor
    pointed = screen.stand_at(cell) if cell >= 0 else ""
    told: list[tuple[Spot, str, str]] = []
    shown = shown_overlay(screen)
    for entry in shown.passed:
        who = coming or {pointed or model.selected}
        if entry.unit in who and entry.target in spots:
            target = spots[entry.target]
            pygame.draw.aacircle(
                canvas.surface,
                INK,
                (round(target[0]), round(target[1])),
                round(view.grain * 0.62),
                max(1, canvas.px(2)),
            )
            told.append((target, entry.reason, entry.clause))
    no = model.refusal_of(pointed)
    if no is not None and pointed in spots:
        told.append((spots[pointed], no.reason, no.clause))
    ahead = looked_at(screen)
    refusal = ahead.refused if ahead is not None else model.plan_refusal()
    if refusal is not None:
        first = next((name for name in (refusal.unit, *shown.apart) if name in spots), "")
        if first:
            told.append((spots[first], refusal.reason, refusal.clause))
    taken: list[pygame.Rect] = []
    for spot, words, clause in told:
        if view.area.collidepoint(spot):
            taken.append(_call_out(screen, canvas, spot, words, clause, taken))
    screen.called_out = taken


def _call_out(
    screen: BattleScreen, canvas: Canvas, spot: Spot, words: str, clause: str, taken: list[pygame.Rect]
) -> pygame.Rect:
    """A plate with a sentence and its clause beside a spot, inside the map and off the plates before it."""
    chip = canvas.width(clause, "label_semi", 11.5) + 18 if clause else 0.0
    area = screen.map.area
    room = min(470.0, area.width / canvas.scale - 24) - chip - 16
    used = min(room, canvas.width(words, "label_semi", 13.5))
    size = (canvas.px(used + chip + 16), canvas.px(22))
    rect = place_beside(spot, size, screen.map.grain * 0.8, area.inflate(-canvas.px(8), -canvas.px(8)), taken)
    x, y = rect.x / canvas.scale, rect.y / canvas.scale
    canvas.box(x, y, rect.width / canvas.scale, 22, PANEL, LINE2, 5)
    canvas.write(words, x + 8, y + 11, "label_semi", 13.5, INK, middle=True, room=used + 1)
    canvas.chip(clause, x + rect.width / canvas.scale - 6, y + 11, screen.open_clause, right=True, tag="call")
    return rect


def place_beside(
    spot: Spot, size: tuple[int, int], away: float, area: pygame.Rect, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """A rectangle of `size` near a spot: above, below, or further off, kept in `area` and free of `taken`."""
    rect = pygame.Rect((0, 0), size)
    for turn in range(8):
        off = (away + size[1] / 2) + (turn // 2) * (size[1] + 3)
        rect.center = (round(spot[0]), round(spot[1] + (-off if turn % 2 == 0 else off)))
        inside = rect.clamp(area)
        if abs(inside.centery - rect.centery) < 1 and inside.collidelist(list(taken)) < 0:
            return inside
    return rect.clamp(area)
