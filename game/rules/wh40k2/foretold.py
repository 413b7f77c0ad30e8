"""What a move leads to, before it is declared: overwatch fire at it (WH-10 to WH-14), and how far a charge goes."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Answerers, Remark
from game.engine.options import Option
from game.engine.reactions import could_react, once_announced
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, length, written_ids
from game.rules.wh40k2.movement import begin_move, budget, charge_ends
from game.rules.wh40k2.state import Battle, Squad
from game.rules.wh40k2.vocabulary import Verbs


def foretells(rules: Ruleset, state: Battle, option: Option) -> tuple[Remark, ...]:
    """Remarks on a move: which squads on overwatch could fire at it. On a charge: how far it goes at most."""
    squad = state.units.get(option.unit)
    if squad is not None and option.action == Verbs.CHARGE:
        return (*_charge(rules, state, squad, state.units[option.target]),)
    if squad is None or state.queues or option.action not in (Verbs.MOVE, Verbs.RUN):
        return ()
    path = [squad.at, *rules.complete(state, option).path]
    could = could_react(rules, once_announced(rules, state, lambda t: begin_move(t, squad, option.action, path, "")))
    words = f"Could fire at it on the way: {written_ids(could)}." if could else "Nobody on overwatch could fire at it."
    after = (Remark("After a run it does not shoot.", "WH-A24"),) if option.action == Verbs.RUN else ()
    return (*after, Answerers(words, "WH-10", could))


def _charge(rules: Ruleset, state: Battle, squad: Squad, target: Squad) -> Iterator[Remark]:
    """How far a charge goes at most, where it would end, and which objectives include that cell."""
    most = length(budget(squad, Verbs.CHARGE) / 2, INCHES)
    yield Remark(f"A charge goes up to {most} over open ground.", "WH-A24")
    (end,) = charge_ends(rules, state, squad, [target])
    if end >= 0 and state.objectives:
        inside = [goal.name for goal in state.objectives if end in goal.cells]
        where = f"in {' and '.join(inside)}" if inside else "in no objective"
        yield Remark(f"It would stand on {state.board.label(end)}, {where}.", "WH-A24")
