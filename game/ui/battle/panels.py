"""Parts of the right column: the prompt, the cards of markers to be given, the units of a side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.view import UnitView
from game.ui.battle.conditions import marks_of
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE, LINE2, SAFFRON_EDGE, SAFFRON_TINT, SUNK2
from game.ui.signs import marker
from game.ui.tokens import SPREAD, token

X, W = 904, 376
ROW = 25
Open = Callable[[str], None]


def small_token(canvas: Canvas, model: Model, unit: UnitView, x: float, y: float, size: float, **look: object) -> None:
    """A token of `size` with its middle at logical (x, y)."""
    points = max(8, canvas.px(size))
    state = "out" if unit.out else "ready"
    made = token(unit.figure, model.side(unit.seat), points, palette=model.palette, **{"state": state, **look})
    half = round(points * SPREAD) / 2
    canvas.surface.blit(made, (round(x * canvas.scale - half), round(y * canvas.scale - half)))


def prompt(canvas: Canvas, model: Model, x: float, y: float, w: float, open_clause: Open) -> float:
    """Who decides what, and why it is asked. Returns the height used."""
    asked = model.decision
    if asked is None:
        outcome = model.view.outcome
        words, winner = (outcome.reason.capitalize(), outcome.winner) if outcome is not None else ("", "")
        title = f"{model.seat_name(winner)} {'win' if '+' in winner else 'wins'}" if winner else "A draw"
        canvas.box(x, y, w, 74, model.colours(winner).tint if winner else SUNK2, None, 0)
        canvas.write(title, x + 18, y + 14, "serif", 20, room=w - 30)
        canvas.write(words, x + 18, y + 44, "body", 13, INK2, room=w - 30)
        return 74
    seat = asked.seat
    dice = seat == "dice"
    colours = model.colours(seat) if not dice else model.colours(model.session.viewer or model.session.setup.seats[0])
    unit = model.units.get(model.subject())
    left = x + 62 if unit is not None else x + 20
    clause = asked.clauses[0] if asked.clauses else ""
    head, _, question = asked.prompt.partition(" decides: ")
    if not question:
        head, question = ("THE DICE" if dice else model.seat_name(seat)), asked.prompt
    question = question[:1].upper() + question[1:]
    room = w - (left - x) - 14
    size = 17.0 if canvas.width(question, "serif", 17) <= room * 1.9 else 15.0
    two = canvas.width(question, "serif", size) > room
    high = 96 if two else 74
    if asked.note:
        high += 0 if canvas.width(asked.note, "body", 12.5) <= room else 15
    canvas.box(x, y, w, high, SUNK2 if dice else colours.tint, None, 0)
    canvas.box(x, y, 4, high, colours.fill, None, 0)
    canvas.rule(x, y + high, w, LINE2)
    if unit is not None:
        small_token(canvas, model, unit, x + 34, y + 36, 34)
    canvas.write(
        "\u200a".join(f"{head} decides".upper() if not dice else "ROLL"), left, y + 10, "label_bold", 12.5, colours.edge
    )
    canvas.chip(clause, x + w - 12, y + 18, open_clause, right=True, tag="prompt")
    used = canvas.paragraph(question, left, y + 25, room, "serif", size, INK, lines=2)
    if asked.note:
        canvas.paragraph(asked.note, left, y + 29 + used, room, "body", 12.5, INK2, lines=2)
    return high


def assign_cards(
    canvas: Canvas, model: Model, x: float, y: float, w: float, give: Callable[[str], None], open_clause: Open
) -> float:
    """A card for each order that the selected unit can be given."""
    unit = model.units.get(model.selected)
    if unit is None:
        return 0
    board = model.session.setup.board
    foes = [u for u in model.units.values() if u.seat != unit.seat and not u.out]
    counts = {
        "in_sight": sum(board.visible(unit.at, foe.at) for foe in foes),
        "foes": len(foes),
        "watched": len(board.field(unit.at)),
    }
    at = y
    has = {marker.kind for marker in unit.markers}
    for card in model.words.orders:
        order, key = card.marker, card.key
        rect = canvas.rect(x, at, w, 92)
        hover = canvas.zone(f"give:{order}", rect, partial(give, order), key=key)
        canvas.box(
            x,
            at,
            w,
            92,
            SAFFRON_TINT if order in has else SUNK2 if hover else CARD,
            SAFFRON_EDGE if order in has else LINE2,
            6,
        )
        canvas.ring(f"give:{order}", rect)
        canvas.key_cap(key, x + 12, at + 20)
        canvas.surface.blit(marker(order, canvas.px(22)), (canvas.px(x + 42), canvas.px(at + 9)))
        canvas.write(card.title, x + 74, at + 20, "serif", 17, middle=True)
        canvas.chip(
            model.decision.clauses[0] if model.decision else "", x + w - 10, at + 20, open_clause, right=True, tag=order
        )
        for i, (words, value) in enumerate(card.lines):
            canvas.write(words, x + 14, at + 44 + i * 17, "body", 13, INK2, middle=True)
            canvas.write(
                value.format(**counts), x + w - 12, at + 44 + i * 17, "label_semi", 14, INK, align="right", middle=True
            )
        at += 98
    return at - y


def _roster_state(unit: UnitView, order: str, able: set[str]) -> str:
    """Whether a unit can do something now, or what it has done, or its marker."""
    if unit.id in able:
        return "can act"
    if unit.out:
        return unit.extra.out_words()[0]
    return unit.extra.done_words() or order.removeprefix("own_")


def roster(
    canvas: Canvas,
    model: Model,
    x: float,
    y: float,
    w: float,
    room: float,
    select: Callable[[str], None],
    *,
    assigning: bool = True,
) -> None:
    """The side's units: what each has been given, or what state it is in and whether it can do something now."""
    seat = model.session.viewer or model.view.seat
    own = [u for u in model.units.values() if u.seat == seat and (not u.out or not assigning)]
    given = sum(1 for u in own if u.markers)
    able = set(model.able())
    words = (
        f"{given} of {len(own)} assigned" if assigning else f"{sum(1 for u in own if not u.out)} of {len(own)} standing"
    )
    canvas.section(f"{model.seat_name(seat)}, {words}", x, y + 8, w)
    at = y + 22
    step = min(37.0, (room - 26) / max(1, len(own)))
    for unit in own:
        name = unit.id
        rect = canvas.rect(x, at, w, step - 4)
        hover = canvas.zone(f"unit:{name}", rect, partial(select, name))
        chosen = name == model.selected
        canvas.box(
            x,
            at,
            w,
            step - 4,
            SAFFRON_TINT if chosen else SUNK2 if hover else CARD,
            SAFFRON_EDGE if chosen else LINE,
            5,
        )
        canvas.ring(f"unit:{name}", rect, 5)
        canvas.box(x, at, 5, step - 4, model.colours(unit.seat).fill, None, 2)
        middle = at + (step - 4) / 2
        small_token(canvas, model, unit, x + 24, middle, min(24, step - 10))
        canvas.write(f"{name.upper()} {unit.name}", x + 46, middle, "label_semi", 14.5, INK, middle=True)
        detail = unit.weapon.name.lower() if unit.weapon is not None else ""
        if model.words.roster_stat in unit.stats:
            detail += f", {model.words.roster_stat} {unit.stats[model.words.roster_stat]}"
        canvas.write(detail, x + 146, middle, "label", 13.5, INK2, middle=True)
        order, _ = marks_of(unit, model.words)
        state = (order.removeprefix("own_") or "none yet") if assigning else _roster_state(unit, order, able)
        canvas.write(state, x + w - 36, middle, "label" if order else "italic", 13.5, INK2, align="right", middle=True)
        if order or assigning:
            card = marker(order or "unassigned", canvas.px(18))
            canvas.surface.blit(card, (canvas.px(x + w - 28), canvas.px(middle - 9)))
        at += step
