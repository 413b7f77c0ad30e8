"""What stands and happens on the map: tokens, reach bands, the running action, what is under the hand, hover card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.engine.view import UnitView
from game.ui.battle import hover, overlay, stacks
from game.ui.battle.choices import is_aimed
from game.ui.battle.conditions import marks_of
from game.ui.battle.model import OPEN
from game.ui.battle.stacks import Place, Spot
from game.ui.canvas import Canvas
from game.ui.palette import INK

if TYPE_CHECKING:
    from game.ui.screens.battle import BattleScreen

PLATE = {"sneak": "SNEAK", "jog": "JOG", "run": "RUN", "sprint": "SPRINT", "move": "MOVE", "combat_move": "COMBAT"}
STYLES = ("solid", "dashed", "dotted", "dotted")


def draw_tokens(screen: BattleScreen, canvas: Canvas) -> None:
    """Every unit where it is shown now; the fallen first, the selected last."""
    model, view = screen.model, screen.map
    playing = screen.playback

    def out(name: str) -> bool:
        return model.units[name].out and not (playing.running and name in playing.standing)

    spots = {name: spot_of(screen, name) for name in model.units}
    by_hand = sorted(spots, key=lambda name: name == model.selected)
    for name in by_hand:
        if out(name) and not model.units[name].extra.lost_leave_map:
            _draw_token(screen, canvas, Place(name, *spots[name].point, view.token_size), out=True)
    standing = {name: spots[name] for name in by_hand if not out(name)}
    screen.stacks = stacks.lay_out(view, standing, model.units, model.selected)
    for place in screen.stacks.places:
        _draw_token(screen, canvas, place)
    for place in screen.stacks.places:
        if place.kind == "fan":
            edge = model.colours(model.units[place.unit].seat).edge
            view.draw_plate(canvas.surface, (place.x, place.y), place.size, place.unit.upper(), edge)
    for hold in screen.stacks.holds:
        stacks.draw_hold(canvas, hold)
        for place in hold:
            _draw_token(screen, canvas, place)
    for more in screen.stacks.more:
        stacks.draw_more(canvas, more)


def _draw_token(screen: BattleScreen, canvas: Canvas, place: Place, *, out: bool = False) -> None:
    """One token with its markers; the plate of one that shares its hex is drawn when all of them are there."""
    model = screen.model
    name = place.unit
    unit = model.units[name]
    mark, conditions = marks_of(unit, unit.seat == screen.session.viewer)
    if (
        model.decision is not None
        and model.decision.kind == "assign"
        and unit.seat == screen.session.viewer
        and not mark
    ):
        mark = "unassigned"
    if not mark and unit.extra.moved and name not in model.choices.units:
        mark = "spent"
    leaving = not screen.playback.running and any(
        row.unit == name and row.to not in (-1, unit.at) for row in model.plan
    )
    screen.map.draw_token(
        canvas.surface,
        (place.x, place.y),
        unit.figure,
        model.side(unit.seat),
        size=place.size,
        faint=leaving,
        palette=model.palette,
        state="out" if out else "selected" if name in (model.selected, *screen.picked) else "ready",
        plate=name.upper() if place.kind == "alone" else "",
        order=mark if place.kind != "cargo" else "",
        conditions=tuple(conditions),
        figures=unit.figures,
        wounds=0 if out else unit.wounds,
        prone=unit.prone,
    )


def spot_of(screen: BattleScreen, name: str) -> Spot:
    """Where a unit is shown now."""
    view = screen.map
    start, end, share = screen.playback.leg(name, screen.model.units[name].at)
    a, b = view.at(start), view.at(end)
    point = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    return Spot(point, -1 if start != end else end)


def draw_reach(screen: BattleScreen, canvas: Canvas) -> None:
    """The reach of the selected unit, a band for each pace, as the options list it."""
    model = screen.model
    if not model.mine or model.decision is None or model.selected not in model.units:
        return
    bands = model.reach()
    if not bands or not (model.drafting or model.decision.kind in (*OPEN, "action", "go_on")):
        return
    colours = model.colours(model.units[model.selected].seat)
    shown = {model.pace: bands[model.pace]} if model.pace in bands else bands
    ordered = sorted(shown.items(), key=lambda band: len(band[1]))
    unit = screen.session.match.front.units[model.selected]
    start = set() if unit.out else {unit.at}

    def paint(layer: pygame.Surface) -> None:
        inner: set[int] = set()
        for i, (_, cells) in enumerate(ordered):
            overlay.fill_cells(layer, screen.map, cells - inner, (*colours.fill, 46 - 9 * min(i, 3)))
            inner |= cells
            overlay.outline_cells(layer, screen.map, cells | start, colours.edge, STYLES[min(i, 3)])

    screen.reach.draw(canvas.surface, screen.map, (colours, start, ordered), paint)
    for pace, cells in () if model.drafting and len(ordered) == 1 else ordered:
        far = min(cells, key=lambda c: (screen.map.at(c)[0], screen.map.at(c)[1]))
        x, y = screen.map.at(far)
        if screen.map.area.inflate(-canvas.px(60), 0).collidepoint(x, y):
            overlay.label_plate(canvas, x, y, PLATE.get(pace, pace.upper()), colours.edge)


def draw_running_action(screen: BattleScreen, canvas: Canvas) -> None:
    """The interrupted action: its path with step discs, its target, and the shots declared so far."""
    model, view = screen.model, screen.map
    action = model.view.action
    if action is None or not action.unit:
        return
    path = action.path
    colours = model.colours(model.units[action.unit].seat)
    if len(path) > 1:
        overlay.draw_path(canvas, view, path, colours.edge)
        asked = model.decision
        closed: set[int] = set()
        now = -1
        if asked is not None and model.mine and any(o.point >= 0 for o in asked.options):
            able = {o.unit for o in asked.options if o.point >= 0}
            open_points = {o.point for o in asked.options if model.selected not in able or o.unit == model.selected}
            closed = set(range(len(path))) - open_points
            option = model.option()
            now = option.point if option is not None else -1
        overlay.draw_discs(
            canvas,
            view,
            path,
            colours.edge,
            closed=closed,
            now=now,
            pips=model.guns_on(path, model.units[action.unit].seat),
        )
        if action.status == "waiting":
            x, y = view.at(path[0])
            words = (action.pace or action.kind).upper().replace("_", " ")
            half = canvas.px(canvas.width(words, "label_bold", 13) / 2 + 7)
            overlay.label_plate(canvas, x - view.grain * 0.66 - half, y, words, INK)
    for reaction in model.reactions():
        aimed = reaction.status == "now" and model.option() is not None
        if reaction.status in ("declared", "now") and reaction.target in model.units and not aimed:
            unit, target = model.units[reaction.unit], model.units[reaction.target]
            side = model.side(unit.seat)
            a, b = view.at(unit.at), view.at(target.at)
            overlay.draw_shot(canvas, a, b, model.colours(unit.seat).edge, "dashed" if side % 2 else "dotted")


def draw_under_hand(screen: BattleScreen, canvas: Canvas) -> None:
    """The chosen option drawn on the map; else what the pointer is on: a possible move, a line of sight, a unit."""
    model, view = screen.model, screen.map
    if screen.carried:
        _carried(screen, canvas)
        return
    cell = screen.hover if screen.hover >= 0 else screen.cursor
    if screen.cursor >= 0 and screen.hover < 0:
        overlay.draw_cursor(canvas, view, screen.cursor)
    option = model.option()
    if option is not None and is_aimed(option):
        overlay.frame_cell(canvas, view, option.to)
        if option.unit in model.units:
            style = "dashed" if model.side(model.units[option.unit].seat) % 2 else "dotted"
            edge = model.colours(model.units[option.unit].seat).edge
            overlay.draw_shot(canvas, _at(screen, model.units[option.unit]), view.at(option.to), edge, style)
    elif option is not None and option.to >= 0 and option.point < 0:
        _planned(screen, canvas, option.unit, tuple(model.path) or None)
    elif cell >= 0 and model.decision is not None and model.mine:
        move = model.move_to(cell)
        if move is not None:
            overlay.draw_path(canvas, view, model.path_of(move), model.colours(model.units[move.unit].seat).edge)
    elif option is not None and option.target in model.units and option.unit in model.units and not model.view.action:
        a, b = model.units[option.unit], model.units[option.target]
        side = model.side(a.seat)
        style = "dashed" if side % 2 else "dotted"
        overlay.draw_shot(canvas, _at(screen, a), _at(screen, b), model.colours(a.seat).edge, style)
    if option is not None and option.point >= 0 and option.unit in model.units:
        a = model.units[option.unit]
        overlay.draw_shot(canvas, _at(screen, a), view.at(option.to), INK, "dotted")
    selected = model.units.get(model.selected)
    hovered = screen.hovered()
    if (
        selected is not None
        and model.sighted
        and cell >= 0
        and hovered != model.selected
        and not selected.out
        and (screen.sight or hovered)
    ):
        spot = selected.at
        overlay.draw_sight(canvas, view, spot, cell, screen.open_clause, model.length)
    if hovered in model.units and (screen.hover >= 0 or hovered != model.selected):
        hover.draw(screen, canvas, hovered)


def _carried(screen: BattleScreen, canvas: Canvas) -> None:
    """What is being dragged, under the pointer; the cell it would go to is framed if it may."""
    model, view = screen.model, screen.map
    names = [model.selected, *(name for name in screen.picked if name != model.selected)]
    if screen.hover >= 0 and model.move_to(screen.hover) is not None:
        overlay.draw_cursor(canvas, view, screen.hover)
    x, y = screen.app.mouse
    for place, name in reversed(list(enumerate(names))):
        unit, off = model.units[name], place * view.token_size * 0.3
        side = model.side(unit.seat)
        at = (x + off, y - off)
        view.draw_token(
            canvas.surface, at, unit.figure, side, palette=model.palette, state="planned", plate=name.upper()
        )


def _at(screen: BattleScreen, unit: UnitView) -> tuple[float, float]:
    return screen.map.at(unit.at)


def _planned(screen: BattleScreen, canvas: Canvas, name: str, bent: tuple[int, ...] | None) -> None:
    """A planned move: path, step discs with danger pips, the ghost at its end."""
    model, view = screen.model, screen.map
    option = model.option()
    if option is None or name not in model.units:
        return
    unit = model.units[name]
    start = unit.at
    path = (start, *bent) if bent else model.path_of(option)
    colours = model.colours(unit.seat)
    overlay.draw_path(canvas, view, path, colours.edge)
    overlay.draw_discs(canvas, view, path[:-1], colours.edge, pips=model.guns_on(path, unit.seat))
    view.draw_token(
        canvas.surface,
        view.at(path[-1]),
        unit.figure,
        model.side(unit.seat),
        palette=model.palette,
        state="planned",
    )
    guns = model.guns_on(path, unit.seat)
    last = len(path) - 1
    if guns.get(last):
        x, y = view.at(path[-1])
        overlay.danger_pips(canvas, x + view.grain * 0.45, y - view.grain * 0.35, guns[last])
