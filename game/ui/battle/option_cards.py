"""A few answers as cards: key, title, clause, a sentence and the odds, where rows would hide what an answer means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.decisions import Option
from game.ui.battle.model import Model
from game.ui.battle.options import percent, words_of
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE2, SAFFRON_EDGE, SAFFRON_TINT, SUNK

HIGH, LOW, GAP = 56.0, 34.0, 5.0
MOST = 4


def wanted(model: Model) -> bool:
    """Whether an answer is asked for that takes effect at once, and there are only a few."""
    rows = model.choices.rows
    return model.mine and model.at_once() and 0 < len(rows) <= MOST and all(o.point < 0 for o in rows)


def draw(
    canvas: Canvas,
    model: Model,
    x: float,
    y: float,
    w: float,
    pick: Callable[[str], None],
    open_clause: Callable[[str], None],
) -> float:
    """One card below the other; returns the height used."""
    at = y
    for place, option in enumerate(model.choices.rows):
        at += _card(canvas, model, option, place, x, at, w, pick, open_clause) + GAP
    return at - y


def _title(option: Option) -> str:
    return words_of(option).partition(": ")[0]


def _sentence(model: Model, option: Option) -> str:
    """What the option's own words say after their title, else its dice; then what the sum behind it says."""
    total, rest = model.forecast(option), words_of(option).partition(": ")[2]
    said = (rest or total.dice, total.note) if total else (rest,)
    return ", ".join(part for part in said if part)


def _card(
    canvas: Canvas,
    model: Model,
    option: Option,
    place: int,
    x: float,
    y: float,
    w: float,
    pick: Callable[[str], None],
    open_clause: Callable[[str], None],
) -> float:
    sentence, total = _sentence(model, option), model.forecast(option)
    room = w - (178 if total is not None else 48)
    long = canvas.width(sentence, "body", 12.5) > room
    high = LOW if not sentence else HIGH + (15 if long else 0)
    rect, name, key = canvas.rect(x, y, w, high), f"option:{option.id}", str(place + 1)
    hover = canvas.zone(name, rect, partial(pick, option.id), key=key)
    chosen = option.id == model.chosen
    canvas.box(
        x,
        y,
        w,
        high,
        SAFFRON_TINT if chosen else SUNK if hover else CARD,
        SAFFRON_EDGE if chosen else LINE2,
        6,
        1.4 if chosen else 1,
    )
    canvas.ring(name, rect)
    canvas.key_cap(key, x + 9, y + 17)
    right = x + w - 9
    for i, clause in enumerate(reversed(option.clauses[:2])):
        right -= canvas.chip(clause, right, y + 17, open_clause, right=True, tag=f"{option.id}{i}") + 5
    canvas.write(_title(option), x + 38, y + 17, "serif", 15, INK, middle=True, room=right - x - 44)
    if not sentence:
        return high
    if total is not None:
        canvas.bar(x + w - 130, y + 40, 76, float(total.p_out), float(total.p_hit))
        canvas.write(percent(total), x + w - 10, y + 40, "label_bold", 15, INK, align="right", middle=True)
    canvas.paragraph(sentence, x + 38, y + 32, room, "body", 12.5, INK2, lines=2)
    return high
