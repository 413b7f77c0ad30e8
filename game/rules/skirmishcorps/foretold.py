"""What an action leads to, told before it is announced: contact, the attack it allows, the units that could react."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Answerers, Decision, Involved, Remark
from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.reactions import could_react, once_announced
from game.engine.ruleset import Ruleset
from game.engine.wording import capitalised, percent, written_ids
from game.rules.skirmishcorps.action import arrived, attacks, sprinted
from game.rules.skirmishcorps.activation import announced, announcement, stand
from game.rules.skirmishcorps.chances import Shot, courage_test, shot_refused, shot_sum
from game.rules.skirmishcorps.show import attack_sum
from game.rules.skirmishcorps.state import Corps, Trooper
from game.rules.skirmishcorps.vocabulary import Verbs


def foretells(rules: Ruleset, state: Corps, option: Option) -> tuple[Remark, ...]:
    """For an activation: its attack with the chances, and the units that by public facts could react.

    For a suppressed unit's action: first its test of Courage and the delayed attacks (SC-41, SC-46). Holding is doing
    nothing (SC-A19), and striking back takes no test (SC-A31).
    """
    unit = state.units.get(option.unit)
    if unit is None or option.action in (*rules.presentation.passes, Verbs.HOLD, Verbs.CLOSE_COMBAT):
        return ()
    before = tuple(_covered(rules, state, unit))
    if state.queues or option.action not in (Verbs.MOVE, Verbs.STAND, Verbs.COVERING_FIRE):
        return before
    ahead = _announced(rules, state, unit, option)
    attack = () if option.action == Verbs.COVERING_FIRE else _attack(rules, ahead, unit, option.target)
    could = could_react(rules, ahead)
    words = f"could answer: {written_ids(could)}." if could else "nobody could answer."
    words = f"If it keeps its nerve, {words}" if before else capitalised(words)
    return (*before, *attack, Answerers(words, "SC-02", could))


def _announced(rules: Ruleset, state: Corps, unit: Trooper, option: Option) -> Corps:
    """The table once an action has been announced, after the test of Courage of a suppressed unit."""
    return once_announced(rules, state, lambda t: announced(t, *announcement(state, unit, option)))


def involved(rules: Ruleset, state: Corps, option: Option) -> Involved:
    """The units of an action. A move into contact involves the enemies that it touches (SC-49)."""
    unit = state.units.get(option.unit)
    if unit is None or state.queues or option.action != Verbs.MOVE:
        return Ruleset.involved(rules, state, option)
    return Involved((unit.id,), _announced(rules, state, unit, option).queues[-1].action.contact)


def towards(rules: Ruleset, state: Corps, asked: Decision, unit: UnitId, target: UnitId) -> Option | None:
    """The option to stand, if the target can be shot at or struck from where the unit stands, else None (SC-A35)."""
    found = asked.option(stand(unit).id)
    if state.queues or found is None:
        return None
    ahead = _announced(rules, state, state.units[unit], found)
    attack = next((one for one in attacks(rules, ahead, ahead.queues[-1]) if one.target == target), None)
    if attack is None:
        return None
    verb = "strikes" if attack.action == Verbs.CLOSE_COMBAT else "fires at"
    return found.but(target=target, text=f"{unit.upper()} stands and {verb} {target.upper()}")


def _covered(rules: Ruleset, state: Corps, unit: Trooper) -> Iterator[Remark]:
    """The test of Courage of a suppressed unit, and the delayed attacks that follow if it passes."""
    if not unit.must_test:
        return
    passes = percent(courage_test(unit).chance())
    yield Remark(f"It is suppressed: {passes} to keep its nerve, else it is pinned.", "SC-41")
    for cover in unit.covered_by:
        giver = state.units[cover.giver]
        shot = Shot(giver.id, unit.id, unit.at, cover.weapon, cover.overwatch)
        if not giver.out and shot_refused(rules, state, shot) is None:
            chance = shot_sum(rules, state, shot).forecast(unit).said
            yield Remark(f"Before it acts {giver.id.upper()} makes its delayed attack: {chance}.", "SC-46", (giver.id,))


def _attack(rules: Ruleset, announced: Corps, unit: Trooper, target: UnitId) -> Iterator[Remark]:
    """The enemies that the unit may strike at the end of its path, and its likeliest shot (SC-A35).

    No shot is told if the move is into contact, or if the player has pointed at a target that can be struck.
    """
    ahead = arrived(announced)
    queue = ahead.queues[-1]
    action = queue.action
    offered = [option for option in attacks(rules, ahead, queue) if option.target and target in ("", option.target)]
    sums = [(option, total) for option in offered if (total := attack_sum(rules, ahead, option)) is not None]
    blows = [(option.target, total) for option, total in sums if option.action == Verbs.CLOSE_COMBAT]
    for foe, total in blows:
        how, clause = ("Into", "SC-49") if foe in action.contact else ("In", "SC-A44")
        yield Remark(f"{how} contact with {foe.upper()}: it may strike, {total.said}.", clause, (foe,))
    if action.contact or (blows and target):
        return
    shots = [(option.target, total) for option, total in sums if option.action == Verbs.RANGED_ATTACK]
    if shots:
        # the option fires at an enemy pointed at with the first weapon that can
        foe, best = shots[0] if target else max(shots, key=lambda shot: shot[1].chance)
        aimed = "" if action.done else ", aimed"
        yield Remark(f"Then a shot at {foe.upper()}{aimed}: {best.said}.", "SC-A35", (foe,))
    elif sprinted(queue):
        yield Remark("No shot after a sprint.", "SC-A36")
    elif not blows:
        yield Remark("Nobody can be shot at from there.", "SC-A35")
