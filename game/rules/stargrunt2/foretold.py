"""What an action leads to, told before it is announced: its test or roll, the units that could fire out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.decisions import Answerers, Remark
from game.engine.dice import EXCEEDS, chance
from game.engine.names import Cell
from game.engine.options import Option
from game.engine.reactions import could_react, once_announced
from game.engine.wording import percent, written_ids
from game.rules.stargrunt2.assault import threat
from game.rules.stargrunt2.morale import reaction_throw
from game.rules.stargrunt2.options import combat_budget, mobility, mode
from game.rules.stargrunt2.state import Battle, BattleRules, Squad
from game.rules.stargrunt2.turns import begin
from game.rules.stargrunt2.vocabulary import Verbs


def foretells(rules: BattleRules, state: Battle, option: Option) -> tuple[Remark, ...]:
    """For an action: the test or roll that it needs, whether it ends the activation, and who could fire at it."""
    unit = state.units.get(option.unit)
    if unit is None or state.queues or option.action in (Verbs.ACTIVATE, Verbs.END):
        return ()
    ahead = once_announced(rules, state, lambda t: begin(t, unit, option, second_move=False))
    remarks: list[Remark] = []
    if option.action == Verbs.COMBAT_MOVE:
        remarks += _mobility(rules, state, unit, rules.complete(state, option).path)
    elif option.action == Verbs.CLOSE_ASSAULT:
        remarks += _assault(rules, unit, state.units[option.target])
    elif option.action == Verbs.OVERWATCH:
        remarks.append(Remark("It is the last action of the activation.", "SG-34", (unit.id,)))
    could = could_react(rules, ahead)
    words = f"Could fire at it: {written_ids(could)}." if could else "Nobody could fire at it."
    return (*remarks, Answerers(words, "SG-04", could))


def _assault(rules: BattleRules, unit: Squad, foe: Squad) -> Iterator[Remark]:
    """The test of a close assault, and the men on both sides (SG-A46)."""
    test = reaction_throw(rules, unit, threat(unit), "SG-A46")
    needs = f"needs {test.need + 1}+, {percent(test.chance())}"
    yield Remark(f"It goes in if it passes a test: {needs}.", "SG-A46", (unit.id,))
    men = f"{unit.figures} with D{unit.stats['QUALITY']} against {foe.figures} with D{foe.stats['QUALITY']}"
    yield Remark(f"Then man against man: {men}.", "SG-A46", (foe.id,))


def _mobility(rules: BattleRules, state: Battle, unit: Squad, path: Sequence[Cell]) -> Iterator[Remark]:
    """The die of a combat move, and the chance that the unit gets to the end of its path (SG-A40)."""
    sides = mobility(unit)
    cost = state.board.path_costs((unit.at, *path), mode=mode(rules, unit))[-1]
    need = -(-cost // combat_budget(1))
    if need > 1:
        arrives = f"gets there with {need}+, {percent(chance((sides,), EXCEEDS(need - 1)))}"
    else:
        arrives = "sure to get there"
    yield Remark(f"It moves twice a D{sides} in inches: {arrives}.", "SG-A40", (unit.id,))
