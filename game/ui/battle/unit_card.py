"""The card of a unit at the foot of the right column: token, name, weapon, state and stats."""

from __future__ import annotations

from game.engine.names import spoken
from game.engine.presentation import ABBREVIATED
from game.engine.view import UnitView
from game.ui import kit
from game.ui.battle.conditions import marks_of, words_of_unit
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting, Flow, Plate, token_of
from game.ui.palette import INK2, LINE2, PANEL, SUNK, SUNK2

HEIGHT = 72.0
STAT_W = 37.0
"""The least width of a stat's box, in logical pixels, unless the boxes stand close together."""


def unit_card(model: Model, unit: UnitView) -> kit.Widget:
    """The card; where there is no room for name, owner and state beside one another, they stand on lines below."""
    state = words_of_unit(model, unit)
    words = f"{unit.id.upper()} {unit.name}"
    name = kit.Text(words, "serif", 16, lines=1)
    name.soft = False
    group = model.group_of(unit.id)
    owner_words = filter(None, (spoken(unit.seat), model.group_name(group) if group else "", arms(model, unit)))
    owner = kit.Label(", ".join(owner_words), "label", 13, INK2, grow=1)
    plate = [Plate(state, dark=False, fill=SUNK, h=17)] if state else []
    if group:
        beside: kit.Widget = kit.Column(kit.Row(name, kit.Space(grow=1), *plate), owner, gap=1)
    else:
        beside = kit.Row(name, owner, *plate, gap=10)
    state_line = [kit.Text(state, "label_semi", 13)] if state else []
    below = kit.Column(kit.Row(name, owner, gap=10), *state_line, gap=0)
    lines = kit.Column(kit.Text(words, "serif", 16, lines=1), owner, *state_line, gap=0)
    text = kit.Column(
        Fitting(beside, below, lines),
        kit.Space(h=1 if group else 4),
        _stats(model.words.card_stats(unit.stats)),
        gap=1,
        grow=1,
    )
    token = token_of(model, unit, 40, marks=marks_of(model, unit))
    line = kit.Row(kit.Space(2), token, text, gap=18)
    return kit.Column(
        kit.Rule(LINE2), kit.Card(line, look="bare", fill=PANEL, pad=(8, 5), radius=0, h=HEIGHT - 1), gap=0
    )


def arms(model: Model, unit: UnitView) -> str:
    """A unit's weapon and its numbers in words, "" without a weapon."""
    return model.words.armed(unit.weapon.name, unit.weapon.numbers) if unit.weapon is not None else ""


def _stats(stats: list[tuple[str, int]]) -> kit.Widget:
    """A box for each stat: with full names if all fit, else with their first letters, else those close together."""
    short = [(name[:ABBREVIATED], value) for name, value in stats]
    full = [(name if len(name) <= ABBREVIATED else name.capitalize(), value) for name, value in stats]
    return Fitting(_boxes(full, 6), _boxes(short, 6), _boxes(short, 3))


def _boxes(stats: list[tuple[str, int]], pad: float) -> Flow:
    return Flow(*(_stat(name, value, pad) for name, value in stats), gap=pad / 2)


def _stat(name: str, value: int, pad: float) -> kit.Widget:
    line = kit.Row(kit.Label(name, "label", 12.5, INK2, grow=1), kit.Label(str(value), "label_bold", 15), gap=pad)
    minimum = kit.Space(STAT_W - 2 * pad if pad > 3 else 0)
    return kit.Card(kit.Column(line, minimum, gap=0), look="bare", fill=SUNK2, pad=(pad, 0), radius=3, h=22)
