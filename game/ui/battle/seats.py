"""The panel of seats in turn order: which one acts, decides or is next, and what each has left."""

from __future__ import annotations

from game.engine.decisions import DICE
from game.engine.view import SeatRow
from game.engine.wording import number_of
from game.session.rounds import after
from game.ui import kit
from game.ui.battle import panels
from game.ui.battle.model import Model
from game.ui.battle.parts import Plate, seat_of
from game.ui.palette import CARD, INK, INK2, LINE, PANEL

HIGH, LOW = 38.0, 24.0
"""The height of a seat's card with its note on a second line, and with everything on one line. In logical pixels."""


def wanted(model: Model) -> bool:
    """Whether there is more to show than the score of two seats."""
    return len(listed(model)) > 2 or any(seat.note for seat in listed(model))


def listed(model: Model) -> tuple[SeatRow, ...]:
    """The seats in turn order."""
    return model.view.seats


def role(model: Model, seat: str) -> str:
    """The part of a seat at this moment: "decides", "to move", "next", or ""."""
    view, order = model.view, [row.seat for row in listed(model)]
    if view.outcome is not None:
        return ""
    acting, asked_seat = model.acting, model.session.asked if model.moment is None else ""
    if seat == asked_seat:
        return "decides"
    if seat == acting:
        return "to move"
    turns = model.session.match.rules.player_turns and acting in order and asked_seat not in ("", DICE)
    if turns and after(order, acting) == seat:
        return "next"
    return ""


def count_of(model: Model, seat: str) -> str:
    """The number of a seat's standing units, and its points, in words."""
    standing = sum(1 for unit in model.units.values() if unit.seat == seat and not unit.out)
    points = model.view.score.get(seat, 0)
    return f"{standing} standing, {number_of(points, 'point')}"


def standing(model: Model) -> kit.Widget:
    """The score: a line for each seat."""
    rows = (panels.seat_line(model, seat, count_of(model, seat)) for seat in model.view.score)
    return kit.Column(kit.Section("Standing"), *rows)


def panel(model: Model, *, low: bool) -> kit.Widget:
    """A card for each seat, of one line if `low`."""
    over = model.view.outcome is not None
    cards = (_card(model, seat, low=low) for seat in listed(model))
    return kit.Column(kit.Section("Seats", "final score" if over else "turn order"), *cards)


def _card(model: Model, seat: SeatRow, *, low: bool) -> kit.Widget:
    colours, state = model.colours(seat.seat), role(model, seat.seat)
    now = state == "decides"
    name, count = kit.Label(seat.name, "label_bold", 15), count_of(model, seat.seat)
    plate = Plate(state, dark=now)
    text: kit.Widget
    if low:
        words = seat.note or count
        if model.view.outcome is not None:
            words = count
        text = kit.Row(name, kit.Label(words, "body", 12.5, INK2, grow=1), plate, grow=1)
    else:
        right = kit.Label(count if seat.note else "", "label", 13, INK2)
        head = kit.Row(name, kit.Space(grow=1), right, plate)
        text = kit.Column(head, kit.Label(seat.note or count, "body", 12.5, INK2), gap=0, grow=1)
    return kit.Card(
        kit.Row(seat_of(model, seat.seat, 16), text, gap=10),
        look="panel",
        side=colours.fill,
        fill=CARD if state else PANEL,
        edge=INK if now else LINE,
        pad=(8, 0),
        h=LOW if low else HIGH,
    )
