"""The card of a unit: token, name, weapon, state and stats."""

from __future__ import annotations

from game.engine.presentation import Presentation
from game.engine.view import UnitView
from game.ui.battle.conditions import cargo_words, marks_of, state_words
from game.ui.battle.model import Model
from game.ui.battle.panels import small_token
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, LINE2, SUNK, SUNK2

ABBREVIATED = 3  # letters of a stat's name that is no word, such as RE
STAT_W = 40.0


def unit_card(canvas: Canvas, model: Model, unit: UnitView, x: float, y: float, w: float) -> None:
    """Token, name, weapon, state and the row of stats."""
    canvas.rule(x, y, w, LINE2)
    order, conditions = marks_of(unit, model.words)
    look = {"order": order, "conditions": tuple(conditions), "figures": unit.figures}
    small_token(canvas, model, unit, x + 34, y + 36, 40, **look)
    name = canvas.write(f"{unit.id.upper()} {unit.name}", x + 66, y + 8, "serif", 16)
    arms = ""
    if unit.weapon is not None:
        numbers = unit.weapon.numbers
        arms = f", {unit.weapon.name.lower()}"
        arms += f" {model.ranged(numbers['range'])}" if numbers.get("range") else ""
        for number, written in model.words.weapon_words.items():
            arms += f" {written.format(numbers[number])}" if numbers.get(number) else ""
    cargo = model.cargo(unit.id)
    state = ", ".join(filter(None, [state_words(unit, model.words), cargo_words(cargo)]))
    wide = canvas.width(state, "label_semi", 12) + 12 if state else 0.0
    group = model.group_of(unit.id)
    if group:
        owner = f"{model.seat_name(unit.seat)}, {model.group_name(group)}{arms}"
        canvas.write(owner, x + 66, y + 28, "label", 13, INK2, room=w - 78)
    else:
        owner = f"{model.seat_name(unit.seat)}{arms}"
        canvas.write(owner, x + 76 + name, y + 12, "label", 13, INK2, room=max(20, w - 96 - name - wide))
    if state:
        canvas.box(x + w - wide - 8, y + 10, wide, 17, SUNK, LINE2, 3)
        canvas.write(state, x + w - wide / 2 - 8, y + 18.5, "label_semi", 12, INK2, align="centre", middle=True)
    _stats(canvas, stats_shown(unit, model.words), x + 66, y + (46 if group else 40), w - 74)


def _stats(canvas: Canvas, shown: list[tuple[str, int]], x: float, y: float, room: float) -> None:
    """A box for each stat, its name in full if there is room for all, else its first letters."""
    for full in (True, False):
        names = [
            key if len(key) <= ABBREVIATED else key.capitalize() if full else key[:ABBREVIATED] for key, _ in shown
        ]
        wide = [
            max(STAT_W, canvas.width(name, "label", 12.5) + canvas.width(str(value), "label_bold", 15) + 17)
            for name, (_, value) in zip(names, shown, strict=True)
        ]
        if sum(wide) <= room:
            break
    share = min(1.0, room / max(1.0, sum(wide))) if shown else 1.0
    for name, (_, value), own in zip(names, shown, wide, strict=True):
        cell = own * share
        canvas.box(x, y, cell - 3, 22, SUNK2, None, 3)
        used = canvas.width(str(value), "label_bold", 15)
        canvas.write(name, x + 5, y + 11, "label", 12.5, INK2, middle=True, room=max(8.0, cell - used - 12))
        canvas.write(str(value), x + cell - 8, y + 11, "label_bold", 15, INK, align="right", middle=True)
        x += cell


def stats_shown(unit: UnitView, words: Presentation) -> list[tuple[str, int]]:
    """A unit's stats for a card; those with a word for a name are left out where they are nothing."""
    shown = ((key, value) for key, value in unit.stats.items() if key not in words.hidden_stats)
    return [(key, value) for key, value in shown if value or len(key) <= ABBREVIATED]
