"""Questions in which nothing is at stake. The engine asks them all the same; a session does not ask people."""

from __future__ import annotations

from game.engine.decisions import Decision
from game.engine.names import UnitId
from game.engine.options import PASS, REACT, Option
from game.engine.queue import Reaction
from game.engine.ruleset import Ruleset
from game.rules.skirmishcorps.aim import forced, unforced
from game.rules.skirmishcorps.chances import may_test
from game.rules.skirmishcorps.force import aims_at_instigator
from game.rules.skirmishcorps.state import Corps, CorpsQueue
from game.rules.skirmishcorps.vocabulary import Questions, Verbs


def idle_answer(rules: Ruleset, state: Corps, asked: Decision) -> str:
    """The id of the only answer that makes sense, "" if there is a real choice.

    It is to pass or do nothing if every other answer is covering fire on units that have acted (SC-31), and not to
    force a hand if forcing gains nothing.
    """
    if asked.kind == REACT:
        return _plain_answer(state, asked, PASS.id)
    if asked.kind == Questions.RESOLVE:
        return _plain_answer(state, asked, f"{asked.unit}:nothing")
    if asked.kind == Questions.FORCE and gains_nothing_by_forcing(rules, state, asked.unit):
        return f"{asked.unit}:wait"
    return ""


def _plain_answer(state: Corps, asked: Decision, plain: str) -> str:
    """The answer `plain` if it is legal and every other one changes nothing, else ""."""
    idle = asked.option(plain) is not None and all(
        option.id == plain or changes_nothing(state, option) for option in asked.options
    )
    return plain if idle else ""


def changes_nothing(state: Corps, option: Option) -> bool:
    """Whether an option is covering fire on units that will all test no more this turn (SC-31)."""
    return option.action == Verbs.COVERING_FIRE and not any(
        may_test(state, state.units[name]) for name in option.targets
    )


def gains_nothing_by_forcing(rules: Ruleset, state: Corps, unit: UnitId) -> bool:
    """Whether forcing the instigator's hand would only let it act before it is shot at.

    This holds if only the unit's side has reactions left, all of them aimed at the instigator, and none would get a
    better shot at a point of the move (SC-19). It does not hold if another unit is aimed at, since the instigator might
    profit from waiting for that result (SC-18), nor if the instigator may still decide on a contact (SC-20, SC-A3).
    """
    queue: CorpsQueue = state.queues[-1]
    side = state.side(state.units[unit].seat)
    left = [one for one in queue.reactions if one.status in ("declared", "now")]
    if queue.action.interceptions or (queue.action.contact and not queue.action.walked):
        return False
    return all(
        state.side(one.seat) == side
        and aims_at_instigator(queue, one.target, one.targets)
        and not _better_forced(rules, state, queue, one)
        for one in left
    )


def _better_forced(rules: Ruleset, state: Corps, queue: CorpsQueue, reaction: Reaction) -> bool:
    """Whether a unit has a better shot at the instigator once its hand is forced."""
    trigger, unit = queue.triggers[reaction.trigger], state.units[reaction.unit]
    if queue.action.walked or trigger.actor != queue.instigator:
        return False
    for weapon in unit.weapons:
        shooter = unit.id, queue.instigator, weapon
        then = forced(rules, state, queue, trigger, shooter)
        now = unforced(rules, state, queue, trigger, shooter)
        if then is not None and (now is None or then.chance > now.chance):
            return True
    return False
