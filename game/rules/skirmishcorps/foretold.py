"""What an action leads to, told before it is announced: contact, the attack it allows, the units that could react."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Answerers, Decision, Involved, Refusal, Remark
from game.engine.forecast import Forecast
from game.engine.names import NO_PACE, Cell, Pace, UnitId
from game.engine.options import Option
from game.engine.policies import ANY
from game.engine.queue import ReactionQueue, Trigger
from game.engine.ruleset import Ruleset
from game.engine.wording import capitalised, percent, written_ids
from game.rules.shared import foes, touches
from game.rules.skirmishcorps.activation import stand
from game.rules.skirmishcorps.chances import Shot, blow_sum, courage_test, shot_refused, shot_sum
from game.rules.skirmishcorps.ground import contacts, reach_of
from game.rules.skirmishcorps.state import Corps, CorpsAction, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Paces, Verbs


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
    path = full_path(state, unit, option)
    answers = _answers(rules, state, unit, option, path, "If it keeps its nerve, " if before else "")
    attack = () if option.action == Verbs.COVERING_FIRE else _attack(rules, state, unit, option, path)
    return (*before, *attack, *answers)


def involved(rules: Ruleset, state: Corps, option: Option) -> Involved:
    """The units of an action. A move into contact involves the enemies that it touches (SC-49)."""
    unit = state.units.get(option.unit)
    if unit is None or state.queues or option.action != Verbs.MOVE:
        return Ruleset.involved(rules, state, option)
    return Involved((unit.id,), contacts(state, unit, full_path(state, unit, option)))


def towards(rules: Ruleset, state: Corps, asked: Decision, unit: UnitId, target: UnitId) -> Option | None:
    """The option to stand, if the target can be shot at or struck from where the unit stands, else None (SC-A35)."""
    found, foe = asked.option(stand(unit).id), state.units.get(target)
    if state.queues or found is None or foe is None or foe.out:
        return None
    actor = state.units[unit]
    in_contact = touches(state, actor.at, foe.at)
    if not in_contact and all(target is not foe for _, target in _shots(rules, state, actor, [actor.at], NO_PACE)):
        return None
    verb = "strikes" if in_contact else "fires at"
    return found.but(target=target, text=f"{unit.upper()} stands and {verb} {target.upper()}")


def full_path(state: Corps, unit: Trooper, option: Option) -> list[Cell]:
    """The cells of an action, the unit's own first."""
    if option.action != Verbs.MOVE:
        return [unit.at]
    return [unit.at, *(option.path or reach_of(state, unit).path(option.to))]


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


def _attack(rules: Ruleset, state: Corps, unit: Trooper, option: Option, path: list[Cell]) -> Iterator[Remark]:
    """The enemies that the unit may strike at the end of its path, and its likeliest shot (SC-A35).

    No shot is told if the move is into contact, or if the player has pointed at an enemy that can be struck.
    """
    touched = contacts(state, unit, path)
    beside = [foe for foe in foes(state, unit.seat) if touches(state, path[-1], foe.at)]
    struck = [foe for foe in beside if option.target in ("", foe.id)]
    for foe in struck:
        how, clause = ("Into", "SC-49") if foe.id in touched else ("In", "SC-A44")
        chance = blow_sum(unit, foe).forecast(foe).said
        yield Remark(f"{how} contact with {foe.id.upper()}: it may strike, {chance}.", clause, (foe.id,))
    if touched or (struck and option.target):
        return
    pace = option.pace if option.action == Verbs.MOVE else NO_PACE
    if pace == Paces.SPRINT:
        yield Remark("No shot after a sprint.", "SC-A36")
        return
    shots = [(shot, foe) for shot, foe in _shots(rules, state, unit, path, pace) if option.target in ("", foe.id)]
    if not shots:
        if not struck:
            yield Remark("Nobody can be shot at from there.", "SC-A35")
        return
    # the option fires at an enemy pointed at with the first weapon that can
    best, foe = shots[0] if option.target else max(shots, key=lambda pair: pair[0].chance)
    aimed = "" if len(path) > 1 else ", aimed"
    yield Remark(f"Then a shot at {foe.id.upper()}{aimed}: {best.said}.", "SC-A35", (foe.id,))


def _shots(
    rules: Ruleset, state: Corps, unit: Trooper, path: list[Cell], pace: Pace
) -> Iterator[tuple[Forecast, Trooper]]:
    """The shots of the unit's own action from the end of its path; a unit that has moved is not prone (SC-A41)."""
    after = state.apart()
    there = after.units[unit.id]
    there.at, there.prone = path[-1], unit.prone and len(path) == 1
    for foe in foes(state, unit.seat):
        for weapon in unit.weapons:
            shot = Shot(unit.id, foe.id, foe.at, weapon, aimed=len(path) == 1, own_pace=pace)
            if shot_refused(rules, after, shot) is None:
                yield shot_sum(rules, after, shot).forecast(foe), foe


def _answers(
    rules: Ruleset, state: Corps, unit: Trooper, option: Option, path: list[Cell], under: str
) -> Iterator[Remark]:
    """The enemies that could react if their face-down marker is overwatch (SC-01).

    They would know of the action (SC-02) and one of the reactions would be possible (SC-65). `under`: a condition that
    begins the sentence, "" for none.
    """
    after = state.apart()
    enemies = [foe for foe in foes(after, unit.seat) if foe.has_face_down]
    for foe in enemies:
        foe.take_face_down_for(MarkerKinds.OVERWATCH)
    touched = contacts(after, unit, path)
    action = CorpsAction(option.action, unit.id, path, pace=option.pace, contact=touched)
    queue = ReactionQueue(ANY, unit.id, action)
    queue.triggers.append(
        Trigger(0, -1, unit.id, option.action, state.enemies(unit.seat), path=path, cell=unit.at, contact=touched)
    )
    after.queues.append(queue)
    could = [foe.id for foe in enemies if not isinstance(rules.why(after, foe.id), Refusal)]
    words = f"could answer: {written_ids(could)}." if could else "nobody could answer."
    yield Answerers(under + words if under else capitalised(words), "SC-02", tuple(could))
