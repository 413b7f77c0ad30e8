"""A unit in a list: its token and name, its arms, and the state it is in with the marker that says so."""

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
    """The row, its token `token` logical pixels large; `alike` are those of the others, which say it in the same way.

    `assigning`: markers are being given, so that a unit without one is told. `able`: who can act is told, too.
    """
    weapon = unit.weapon.name.lower() if unit.weapon is not None else ""
    stat = model.words.roster_stat
    short = f"{stat} {unit.stats[stat]}" if stat in unit.stats else ""
    order = marks_of(model, unit).order
    state = words_of_unit(model, unit, able=able) or ("none yet" if assigning else "")
    who = kit.Label(f"{unit.id.upper()} {unit.name}", "label_semi", 14.5, w=94)
    arms = kit.Label(", ".join(filter(None, (weapon, short))), "label", 13.5, INK2, grow=1)
    less = [kit.Label(short, "label", 13.5, INK2, grow=1)] if short else []
    said = kit.Label(state, "label", 13.5, INK2, align="right", grow=1)
    beside, closer = kit.Row(who, arms, said), kit.Row(who, *less, said)
    below = kit.Column(kit.Row(who, arms), kit.Text(state, "label", 13, INK2), gap=0)
    return kit.Row(
        token_of(model, unit, token),
        Fitting(beside, closer, below, grow=1, alike=alike),
        marker_of(order or "unassigned", 18) if order or assigning else kit.Space(18),
        grow=1,
    )
