"""The seats in turn order: whose turn it is, who decides, who is next, and how each of them stands."""

from __future__ import annotations

from game.engine.decisions import DICE
from game.engine.view import SeatRow
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE, PANEL, SAFFRON

HIGH, LOW = 38.0, 24.0
"""A seat's card with its note on a line of its own, and with everything on one line."""
HEAD = 24.0


def wanted(model: Model) -> bool:
    """Whether there is more to say than the score of two sides."""
    return len(listed(model)) > 2 or any(seat.note for seat in listed(model))


def listed(model: Model) -> tuple[SeatRow, ...]:
    """The seats in turn order."""
    return model.view.seats


def height(model: Model, room: float, most: float = 0) -> float:
    """How high the panel is in this much room, if need be on single lines in `most`; 0 if it does not fit at all."""
    count = len(listed(model))
    for each, limit in ((HIGH, room), (LOW, max(room, most))):
        if HEAD + count * (each + 4) <= limit:
            return HEAD + count * (each + 4)
    return 0


def role(model: Model, seat: str) -> str:
    """What a seat has to do with the present moment: decides, to move, next, or nothing; nothing once it is over."""
    view, order = model.view, [each.seat for each in listed(model)]
    if view.outcome is not None:
        return ""
    acting, asked = view.seat, model.session.asked
    if seat == asked:
        return "decides"
    if seat == acting:
        return "to move"
    turns = model.session.match.rules.player_turns and acting in order and asked not in ("", DICE)
    if turns and order[(order.index(acting) + 1) % len(order)] == seat:
        return "next"
    return ""


def draw(canvas: Canvas, model: Model, x: float, y: float, w: float, room: float) -> float:
    """The cards, on one line each where there is little room; returns the height used."""
    used, seats = height(model, room), listed(model)
    if not used:
        return 0
    each = (used - HEAD) / len(seats) - 4
    over = model.view.outcome is not None
    canvas.section("Seats", x, y + 8, w, "final score" if over else "turn order")
    at = y + HEAD - 4
    for seat in seats:
        _card(canvas, model, seat, model.view.score.get(seat.seat, 0), x, at, w, each)
        at += each + 4
    return used


def _card(canvas: Canvas, model: Model, seat: SeatRow, points: int, x: float, y: float, w: float, high: float) -> None:
    name = seat.seat
    colours, state = model.colours(name), role(model, name)
    now = state == "decides"
    canvas.box(x, y, w, high, CARD if state else PANEL, INK if now else LINE, 5)
    canvas.box(x, y, 5, high, colours.fill, None, 2)
    top = y + (high / 2 if high < HIGH else 12)
    canvas.seat_mark(colours, x + 20, y + high / 2, 16)
    used = canvas.write(seat.name, x + 36, top, "label_bold", 15, INK, middle=True)
    right = x + w - 8
    if state:
        wide = canvas.width(state, "label_bold" if now else "label_semi", 12) + 12
        canvas.box(right - wide, top - 8, wide, 16, INK if now else None, None if now else INK2, 3)
        face, ink = ("label_bold", SAFFRON) if now else ("label_semi", INK2)
        canvas.write(state, right - wide / 2, top, face, 12, ink, align="centre", middle=True)
        right -= wide + 8
    standing = sum(1 for unit in model.units.values() if unit.seat == name and not unit.out)
    count = f"{standing} standing, {points} point{'' if points == 1 else 's'}"
    note = seat.note
    if high >= HIGH:
        canvas.write(note or count, x + 36, y + 27, "body", 12.5, INK2, middle=True, room=w - 46)
        if note:
            canvas.write(count, right, top, "label", 13, INK2, align="right", middle=True)
    else:
        left = x + 36 + used + 10
        canvas.write(note or count, left, top, "body", 12.5, INK2, middle=True, room=max(10.0, right - left))
