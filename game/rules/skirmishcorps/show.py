"""What people read beside the log: the conditions of a unit, the list of steps, the sum behind an option."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from game.board.board import Board
from game.engine.conditions import SPENT, Condition
from game.engine.forecast import Forecast, Instead
from game.engine.marking import marker_conditions
from game.engine.names import Seat, UnitId, spoken
from game.engine.options import Option
from game.engine.queue import ACTION, DECLARE, RESOLVE
from game.engine.ruleset import Ruleset
from game.engine.view import StepRow, step_rows
from game.engine.viewers import Viewer
from game.engine.wording import number_of, written_ids
from game.rules.skirmishcorps.action import arrived, attacks, own_shot
from game.rules.skirmishcorps.aim import best_shot, forced, shot_of, unforced
from game.rules.skirmishcorps.chances import blow_sum, courage_test, cover_sum, falls_before, shot_sum
from game.rules.skirmishcorps.contact import approach_of
from game.rules.skirmishcorps.force import forcible
from game.rules.skirmishcorps.state import Corps, CorpsAction, CorpsQueue, Trooper
from game.rules.skirmishcorps.turns import assign
from game.rules.skirmishcorps.vocabulary import Phases, Verbs

DANGER = Fraction(1, 4)
"""The least chance of being put out of action that counts as a danger."""


def action_words(action: CorpsAction, board: Board) -> str:
    """An announced action in words: "a run to u14"."""
    if action.kind == Verbs.MOVE:
        return f"a {action.pace} to {board.label(action.path[-1])}"
    if action.kind == Verbs.COVERING_FIRE:
        return f"covering fire on {written_ids(action.targets)}"
    return "a standing action"


def forecast(rules: Ruleset, state: Corps, option: Option) -> Forecast | None:
    """The sum of an attack option of the pending decision, None for any other option.

    A shot whose point is still open shows the best one. A suppressed unit has to pass Courage first, and to outlast the
    delayed attacks that follow (SC-41, SC-46).
    """
    total, unit = attack_sum(rules, state, option), state.units.get(option.unit)
    if total is None or total.sure or unit is None or not unit.must_test or option.action == Verbs.CLOSE_COMBAT:
        return total
    return total.after("to act", courage_test(unit), 1 - falls_before(rules, state, unit, unit.covered_by))


def attack_sum(rules: Ruleset, state: Corps, option: Option) -> Forecast | None:
    """The sum of an attack option, whatever may come before it."""
    if option.action == Verbs.COVERING_FIRE:
        return cover_sum(rules, state, state.units[option.unit], option.targets, option.weapon)
    if option.action in (Verbs.CLOSE_COMBAT, Verbs.INTERCEPT):
        target = state.units[option.target]
        return blow_sum(state.units[option.unit], target).forecast(target)
    if option.action in (Verbs.FORCE, Verbs.WAIT):
        return forcing(rules, state, option)
    if option.action not in (Verbs.RANGED_ATTACK, Verbs.CUT_OFF, Verbs.POINT):
        return None
    queue = state.queues[-1]
    if option.unit == queue.instigator:
        own = own_shot(state, queue, option.target, option.weapon)
        return shot_sum(rules, state, own).forecast(state.units[option.target])
    trigger = next(tr for tr in reversed(queue.triggers) if tr.actor == option.target)
    shooter = (option.unit, option.target, option.weapon)
    if option.action == Verbs.POINT:
        return best_shot(rules, state, queue, shooter, [option.to], on_path=True)
    if option.action == Verbs.CUT_OFF:
        approach = approach_of(state, queue, option.target)
        return best_shot(rules, state, queue, shooter, approach.path if approach is not None else [], on_path=True)
    now = unforced(rules, state, queue, trigger, shooter)
    then = forced(rules, state, queue, trigger, shooter) if forcible(state, queue) else None
    if now is None and then is not None:
        return replace(then, only="only if its hand is forced", instead=Instead("if forced", then.chance, then.spot))
    if now is None or then is None or then.chance <= now.chance:
        return now
    return replace(now, instead=Instead("if forced", then.chance, then.spot))


def forcing(rules: Ruleset, state: Corps, option: Option) -> Forecast | None:
    """The shot that a unit has if it forces the instigator's hand, or if it does not (SC-14, SC-19)."""
    queue = state.queues[-1]
    reaction = next((r for r in queue.reactions if r.unit == option.unit and r.status in ("now", "declared")), None)
    shooter = shot_of(queue, reaction) if reaction is not None else None
    if reaction is None or shooter is None:
        return None
    trigger = queue.triggers[reaction.trigger]
    found = (forced if option.action == Verbs.FORCE else unforced)(rules, state, queue, trigger, shooter)
    when = "at its best, at" if option.action == Verbs.FORCE else "now, at"
    return found and replace(found, only=f"{when} {state.board.label(found.spot)}")


def conditions(rules: Ruleset, state: Corps, unit: Trooper, viewer: Viewer) -> list[Condition]:
    """The unit's markers, covering fire on it, wounds, and what it has done this turn.

    For a unit that has acted, the sign for that replaces the move marker.
    """
    present = marker_conditions(rules.presentation.markers, unit, viewer)
    if unit.acted:
        present = [condition for condition in present if condition.sign != "move"]
    present += [Condition(f"under covering fire of {cover.giver.upper()}", "covering") for cover in unit.covered_by]
    if unit.wounds:
        present.append(Condition(number_of(unit.wounds, "wound"), letters=f"{unit.wounds}w"))
    if unit.retaliated == state.turn:
        present.append(Condition("has retaliated", letters="struck"))
    if unit.cut_off == state.turn:
        present.append(Condition("has cut off", letters="cut"))
    return [*present, SPENT] if unit.acted else present


def endangered(rules: Ruleset, state: Corps, queue: CorpsQueue, seat: Seat) -> Iterator[UnitId]:
    """The seat's units that the instigator may put out of action from the end of its path, with odds of `DANGER` up."""
    ahead = arrived(state)
    shots = [option for option in attacks(rules, ahead, ahead.queues[-1]) if option.action == Verbs.RANGED_ATTACK]
    for unit in ahead.standing(seat):
        sums = (attack_sum(rules, ahead, option) for option in shots if option.target == unit.id)
        if any(total is not None and total.p_out >= DANGER for total in sums):
            yield unit.id


def procedure(rules: Ruleset, state: Corps) -> list[StepRow]:
    """The steps of the current procedure, with the present one marked."""
    if state.queues:
        queue = state.queues[-1]
        rows = [
            ("Declare", "SC-12"),
            ("React", "SC-03"),
            ("Close", "SC-09"),
            ("Order", "SC-21"),
            ("Resolve", "SC-10"),
            ("Instigator", "SC-13"),
        ]
        now = {DECLARE: 1, RESOLVE: 4, ACTION: 5}[queue.stage]
    else:
        order = state.turn_order()
        rows = [(f"{spoken(seat)} assigns", "SC-01") for seat in order]
        rows += [("Who starts", "SC-A34"), ("Act, in turn", "SC-12"), ("End phase", "SC-44")]
        waiting = sum(step.run is assign for step in state.agenda)
        now = {
            Phases.ASSIGN: max(0, len(order) - 1 - waiting),
            Phases.ACT: len(order) + 1,
            Phases.END: len(order) + 2,
        }.get(state.phase, 0)
    return step_rows(rows, now)
