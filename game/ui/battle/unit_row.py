"""The row of a unit in a list: token, name, arms, state, and the order marker."""

from __future__ import annotations

from game.engine.view import UnitView
from game.ui import kit
from game.ui.battle.conditions import marks_of, words_of_unit
from game.ui.battle.model import Model
from game.ui.battle.parts import Alike, Fitting, marker_of, token_of
from game.ui.palette import INK2


def unit_row(
    model: Model, unit: UnitView, alike: Alike, *, assigning: bool, token: float, able: bool = True
) -> kit.Row:
    """The row of a unit, with a token `token` logical pixels wide; `alike` makes all rows of a list take the same form.

    `assigning`: markers are being given, so that the row says if the unit has none. `able`: the row says if the unit
    can act.
    """
    weapon = unit.weapon.name.lower() if unit.weapon is not None else ""
    stat = model.words.roster_stat
    short = f"{stat} {unit.stats[stat]}" if stat in unit.stats else ""
    order = marks_of(model, unit).order
    state = words_of_unit(model, unit, able=able) or ("none yet" if assigning else "")
    name = kit.Label(f"{unit.id.upper()} {unit.name}", "label_semi", 14.5, w=94)
    arms = kit.Label(", ".join(filter(None, (weapon, short))), "label", 13.5, INK2, grow=1)
    only_stat = [kit.Label(short, "label", 13.5, INK2, grow=1)] if short else []
    right = kit.Label(state, "label", 13.5, INK2, align="right", grow=1)
    beside, without_weapon = kit.Row(name, arms, right), kit.Row(name, *only_stat, right)
    below = kit.Column(kit.Row(name, arms), kit.Text(state, "label", 13, INK2), gap=0)
    return kit.Row(
        token_of(model, unit, token),
        Fitting(beside, without_weapon, below, grow=1, alike=alike),
        marker_of(order or "unassigned", 18) if order or assigning else kit.Space(18),
        grow=1,
    )
