"""The right column: the prompt, what may be answered, the ladder or the plan, the seats and the card of a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.battle import answers, buttons, option_cards, options, panels, plan_panel, seats
from game.ui.battle.ladder import draw_ladder
from game.ui.battle.unit_card import unit_card
from game.ui.canvas import Canvas, Zone
from game.ui.palette import INK2, INK3, PANEL

if TYPE_CHECKING:
    from game.ui.screens.battle import BattleScreen

WIDE = 376.0


def draw(screen: BattleScreen, canvas: Canvas, x: float, y: float, high: float) -> None:
    """All of it at (x, y), in a window `high` logical pixels high."""
    model = screen.model
    at = y + panels.prompt(canvas, model, x, y, WIDE, screen.open_clause) + 8
    inner, room = x + 8, WIDE - 16
    card = high - 72
    asked = model.decision
    if asked is not None and asked.kind == "assign" and model.mine:
        at += panels.assign_cards(canvas, model, inner, at, room, screen.give, screen.open_clause)
        at = buttons.assigning(screen, canvas, inner, at, room)
        panels.roster(canvas, model, inner, at + 4, room, card - at - 8, screen.select)
    elif model.drafting:
        _draft(screen, canvas, inner, at, room, card)
    else:
        queue = model.view.queue
        for_ladder = 0.0
        if queue is not None:
            for_ladder = min(330.0, 92.0 + 40 * max(1, len(queue.reactions)))
        most = max(3, int((card - at - for_ladder - 90) // options.ROW))
        at = buttons.pace_row(screen, canvas, inner, at, room)
        if option_cards.wanted(model):
            at += option_cards.draw(canvas, model, inner, at, room, card - at, screen.pick, screen.open_clause)
        else:
            at += screen.rows.draw(canvas, model, inner, at, room, most, screen.pick, screen.open_clause)
        at = buttons.confirm(screen, canvas, inner, at + 6, room)
        results = option_cards.results_height(model)
        others = answers.height(canvas, model, room) + seats.height(model, 0, card) if model.at_once() else 0.0
        if results and card - at > results + others:
            at += option_cards.draw_results(canvas, model, inner, at, room, screen.open_clause)
        if queue is not None:
            _queue(screen, canvas, inner, at, room, card)
        else:
            _standing(screen, canvas, inner, at + 8, room, card)
    shown = model.units.get(screen.hovered()) or model.units.get(model.subject())
    if shown is not None:
        canvas.box(x + 1, card, WIDE, 72, PANEL, None, 0)
        unit_card(canvas, model, shown, x, card, WIDE)


def _queue(screen: BattleScreen, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
    """The ladder; or who may answer, where answers never wait. Below it the seats, if there are many."""
    model = screen.model
    if seats.wanted(model):
        needs = answers.height(canvas, model, w) if model.at_once() else 92.0 + 40 * len(model.reactions())
        high = seats.height(model, foot - y - needs, (foot - y) * 0.55)
        foot -= high
        seats.draw(canvas, model, x, foot, w, high)
    rect = canvas.rect(x, y, w, max(1.0, foot - y))
    canvas.zones.append(Zone("ladder", rect, None, "", focusable=False, wheel=screen.scroll_ladder))
    draw = answers.draw if model.at_once() else draw_ladder
    draw(canvas, model, x, y + 4, w, foot - y - 8, screen.ladder_first, screen.open_clause)


def _draft(screen: BattleScreen, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
    """The plan, what the selected stand may do or why nothing, and the formations in what is left."""
    model = screen.model
    rows = model.listed()
    no = model.refusal_of(model.selected)
    few = len(rows) <= plan_panel.MOST_WAYS
    high = plan_panel.ways_height(canvas, rows, w) if few else options.ROW * plan_panel.MOST_WAYS
    at = screen.plan_rows.draw(screen, canvas, x, y, w, foot - high - (options.ROW if no else 0) - 6)
    if rows and few:
        plan_panel.draw_ways(screen, canvas, rows, x, at + 2, w)
        at += 4 + high
    elif rows:
        at += 4 + screen.rows.draw(canvas, model, x, at + 2, w, plan_panel.MOST_WAYS, screen.pick, screen.open_clause)
    if no is not None:
        middle = at + options.ROW / 2
        chip = canvas.chip(no.clause, x + w - 8, middle, screen.open_clause, right=True, tag="may not")
        words = no.reason if not no.unit else f"{no.unit.upper()}: {no.reason}"
        canvas.write(words, x + 8, middle, "italic", 12.5, INK3, middle=True, room=w - chip - 24)
        at += options.ROW
    if model.groups:
        _own_units(screen, canvas, x, at, w, foot)


def _standing(screen: BattleScreen, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
    """Between actions: points and what is left on all sides, and the units of the one who looks."""
    if seats.wanted(screen.model):
        at = y + seats.draw(canvas, screen.model, x, y, w, foot - y)
        _own_units(screen, canvas, x, at, w, foot)
        return
    canvas.section("Standing", x, y + 6, w)
    at = y + 26
    for seat, points in screen.model.view.score.items():
        left = sum(1 for u in screen.model.units.values() if u.seat == seat and not u.out)
        canvas.seat_mark(screen.model.colours(seat), x + 7, at, 10)
        canvas.write(screen.model.seat_name(seat), x + 22, at, "label_semi", 14.5, middle=True)
        canvas.write(
            f"{left} standing, {points} point{'' if points == 1 else 's'}",
            x + w - 6,
            at,
            "label",
            14,
            INK2,
            align="right",
            middle=True,
        )
        at += 22
    _own_units(screen, canvas, x, at, w, foot)


def _own_units(screen: BattleScreen, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
    """The formations where there are any, else the units of the one who looks."""
    if screen.model.groups and foot - y > 60:
        screen.formations.draw(canvas, screen.model, x, y + 6, w, foot - y - 10, screen.select)
    elif not screen.model.groups and foot - y > 90:
        panels.roster(canvas, screen.model, x, y + 6, w, foot - y - 10, screen.select, assigning=False)
