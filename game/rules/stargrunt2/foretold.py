"""What an action leads to, told before it is announced: its test or roll, the units that could fire out of turn."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Answerers, Remark
from game.engine.dice import EXCEEDS, chance
from game.engine.names import Cell
from game.engine.options import Option
from game.engine.wording import percent, written_ids
from game.rules.shared import foes
from game.rules.stargrunt2.assault import threat
from game.rules.stargrunt2.morale import reaction_throw
from game.rules.stargrunt2.opportunity import may_try
from game.rules.stargrunt2.options import assault_path, combat_budget, mobility, mode
from game.rules.stargrunt2.shots import line_of, possible, weapon_groups
from game.rules.stargrunt2.state import MOVES, Battle, BattleRules, Squad
from game.rules.stargrunt2.vocabulary import Verbs


def foretells(rules: BattleRules, state: Battle, option: Option) -> tuple[Remark, ...]:
    """For an action: the test or roll that it needs, whether it ends the activation, and who could fire at it."""
    unit = state.units.get(option.unit)
    if unit is None or state.queues or option.action in (Verbs.ACTIVATE, Verbs.END):
        return ()
    path: list[Cell] = [unit.at]
    remarks: list[Remark] = []
    if option.action in MOVES:
        path += rules.complete(state, option).path
        remarks += _mobility(rules, state, unit, path) if option.action == Verbs.COMBAT_MOVE else ()
    elif option.action == Verbs.CLOSE_ASSAULT:
        foe = state.units[option.target]
        path = assault_path(rules, state, unit, foe) or path
        remarks += _assault(rules, unit, foe)
    elif option.action == Verbs.OVERWATCH:
        remarks.append(Remark("It is the last action of the activation.", "SG-34", (unit.id,)))
    return (*remarks, _fire(rules, state, unit, path))


def _assault(rules: BattleRules, unit: Squad, foe: Squad) -> Iterator[Remark]:
    """The test of a close assault, and the men on both sides (SG-A46)."""
    test = reaction_throw(rules, unit, threat(unit), "SG-A46")
    needs = f"needs {test.need + 1}+, {percent(test.chance())}"
    yield Remark(f"It goes in if it passes a test: {needs}.", "SG-A46", (unit.id,))
    men = f"{unit.figures} with D{unit.stats['QUALITY']} against {foe.figures} with D{foe.stats['QUALITY']}"
    yield Remark(f"Then man against man: {men}.", "SG-A46", (foe.id,))


def _mobility(rules: BattleRules, state: Battle, unit: Squad, path: list[Cell]) -> Iterator[Remark]:
    """The die of a combat move, and the chance that the unit gets to the end of its path (SG-A40)."""
    sides = mobility(unit)
    cost = state.board.path_costs(path, mode=mode(rules, unit))[-1]
    need = -(-cost // combat_budget(1))
    if need > 1:
        arrives = f"gets there with {need}+, {percent(chance((sides,), EXCEEDS(need - 1)))}"
    else:
        arrives = "sure to get there"
    yield Remark(f"It moves twice a D{sides} in inches: {arrives}.", "SG-A40", (unit.id,))


def _fire(rules: BattleRules, state: Battle, unit: Squad, path: list[Cell]) -> Remark:
    """The enemies that by public facts could fire at the unit out of turn (SG-04, SG-36)."""
    could = [
        foe.id
        for foe in foes(state, unit.seat)
        if may_try(state, foe)
        and any(
            possible(line_of(rules, state, foe, unit, weapons, opportunity=True), cell, point > 0)
            for weapons in weapon_groups(rules, foe)
            for point, cell in enumerate(path)
        )
    ]
    return Answerers(
        f"Could fire at it: {written_ids(could)}." if could else "Nobody could fire at it.", "SG-04", tuple(could)
    )
