"""What a move leads to, told before it is declared: who could fire at it on overwatch (WH-10 to WH-14), how far a charge goes."""

from __future__ import annotations

from game.engine.decisions import Answerers, Remark
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.rules.shared import foes
from game.rules.wh40k2.ground import in_contact
from game.rules.wh40k2.movement import budget, complete
from game.rules.wh40k2.shots import Shot, possible
from game.rules.wh40k2.state import CHARGE, MOVE, RUN, Battle


def foretells(rules: Ruleset, state: Battle, option: Option) -> tuple[Remark, ...]:
    """The watchers that have some point of a move in sight, arc and range; how far a charge goes at the most."""
    squad = state.units.get(option.unit)
    if squad is not None and option.action == CHARGE:
        return (Remark(f"A charge goes up to {budget(squad, CHARGE) // 2}″ over open ground.", "WH-A24"),)
    if squad is None or state.queues or option.action not in (MOVE, RUN):
        return ()
    path = (squad.at, *complete(rules, state, option).path)
    could = [
        foe.id
        for foe in foes(state, squad.seat)
        if foe.watching
        and not in_contact(state, foe)
        and any(
            possible(rules, state, Shot(foe.id, squad.id, cell, weapon, overwatch=True))
            for weapon in foe.weapons
            if not rules.weapon(weapon).thrown
            for cell in path
        )
    ]
    names = ", ".join(name.upper() for name in could)
    words = f"Could fire at it on the way: {names}." if could else "Nobody on overwatch could fire at it."
    after = (Remark("After a run it does not shoot.", "WH-A24"),) if option.action == RUN else ()
    return (*after, Answerers(words, "WH-10", tuple(could)))
