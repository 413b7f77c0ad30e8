"""A few answers as cards: key, title, clause, a sentence and the odds, where rows would hide what an answer means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.options import Option
from game.ui.battle.model import Model
from game.ui.battle.options import percent, percent_of, words_of
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE2, SAFFRON_EDGE, SAFFRON_TINT, SUNK

ROW = 21.0
AMPLE = 500.0
LINE = 22.0
LOW, GAP = 34.0, 5.0
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
    room: float,
    pick: Callable[[str], None],
    open_clause: Callable[[str], None],
) -> float:
    """One card below the other, with a line of its own for what becomes of a place if `room` is ample.

    Returns the height used.
    """
    at = y
    for place, option in enumerate(model.choices.rows):
        at += _card(canvas, model, option, place, x, at, w, pick, open_clause, ample=room >= AMPLE) + GAP
    return at - y


def results_height(model: Model) -> float:
    """How high `draw_results` is, 0 where the chosen answer has no results to tell."""
    option = model.option()
    total = model.forecast(option) if option is not None and model.mine else None
    return 30 + ROW * len(total.results) if total is not None and total.results else 0.0


def draw_results(
    canvas: Canvas, model: Model, x: float, y: float, w: float, open_clause: Callable[[str], None]
) -> float:
    """What the dice of the chosen answer may come to, each with its chance; returns the height used."""
    high, option = results_height(model), model.option()
    total = model.forecast(option) if high and option is not None else None
    if total is None:
        return 0.0
    canvas.section("If the dice are rolled", x, y + 10, w)
    for place, (words, chance, clause) in enumerate(total.results):
        middle = y + 32 + place * ROW
        canvas.write(words, x + 8, middle, "label", 13.5, INK, middle=True, room=w - 214)
        canvas.bar(x + w - 194, middle, 96, float(chance), float(chance))
        canvas.write(percent_of(chance), x + w - 58, middle, "label_bold", 14, INK, align="right", middle=True)
        canvas.chip(clause, x + w, middle, open_clause, right=True, tag=f"result{place}")
    return high


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
    *,
    ample: bool,
) -> float:
    sentence = _sentence(model, option)
    total = model.forecast(option) if sentence or ample else None
    place_told = ample and total is not None and total.effect in model.words.place_effects
    room = w - (178 if total is not None and not place_told else 48)
    long = canvas.width(sentence, "body", 12.5) > room
    lines = max(bool(sentence) + place_told, total is not None)
    high = LOW + LINE * lines + (15 if sentence and long else 0)
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
    if total is not None:
        middle = y + high - 16
        left = x + w - 130
        if place_told:
            words = f"{model.session.setup.board.label(total.spot)} {total.effect}"
            left = x + 46 + canvas.write(words, x + 38, middle, "label_semi", 13.5, INK, middle=True)
        canvas.bar(left, middle, x + w - 54 - left, float(total.p_out), float(total.p_hit))
        canvas.write(percent(total), x + w - 10, middle, "label_bold", 15, INK, align="right", middle=True)
    if sentence:
        canvas.paragraph(sentence, x + 38, y + 32, room, "body", 12.5, INK2, lines=2)
    return high
