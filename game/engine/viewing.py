"""What a viewer may know of a match: the view, the lines of the log, and the state with everything else guessed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from game.engine.conditions import Condition
from game.engine.events import LogEntry, Words
from game.engine.log import LogLine
from game.engine.marking import Riders, markers_seen, place_conditions, riders
from game.engine.names import Cell, Seat, UnitId, spoken
from game.engine.offers import drafting
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import waiting_in_order
from game.engine.view import (
    ActionView,
    BoardView,
    ObjectiveView,
    OutcomeView,
    Overlay,
    PlanRow,
    QueueView,
    ReactionView,
    SeatRow,
    TieRoll,
    TieView,
    TriggerView,
    UnitView,
    View,
    WeaponView,
)
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know, viewer_name

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset
    from game.engine.setup import Setup
    from game.engine.state import State, Unit


def view_of(rules: Ruleset, setup: Setup, state: State, viewer: Viewer) -> View:
    """The table as `viewer` sees it. The kind of another seat's face-down marker is "hidden"."""
    board = setup.board
    deploying = state.placing is not UNSET
    state = as_set_up(rules, state, viewer)
    aboard = riders(state)
    return View(
        ruleset=rules.id,
        title=setup.title,
        turn=state.turn,
        turns=state.turns,
        phase=state.phase,
        phase_title=_phase_title(rules, state),
        seat=state.seat,
        as_=viewer_name(viewer),
        board=BoardView(board.grid, board.width, board.height),
        lengths=rules.presentation.lengths,
        units=tuple([unit_view(rules, state, unit, viewer, aboard) for unit in state.units.values()]),
        groups=tuple(rules.groups(state)),
        seats=tuple([SeatRow(seat, spoken(seat), rules.seat_note(state, seat)) for seat in state.turn_order()]),
        sites=tuple(rules.sites(state)),
        roads=tuple(rules.roads(state)),
        overlay=rules.overlay(state, viewer) if _may_see_plan(rules, state, viewer) else Overlay(),
        objectives=tuple([
            ObjectiveView(
                objective.id,
                objective.name,
                objective.cells,
                state.holders.get(objective.id, objective.seat),
                objective.points,
                objective.scoring,
            )
            for objective in setup.objectives
        ]),
        score=rules.score(state),
        action=_action(state.queues[-1]) if state.queues else None,
        queue=_queue(rules, state, len(state.queues) - 1, viewer),
        steps=() if deploying else tuple(rules.procedure(state)),
        outcome=outcome_view(state),
    )  # fmt: skip


def _phase_title(rules: Ruleset, state: State) -> str:
    if state.placing is not UNSET:
        return "Set-up"
    return rules.phase(state.phase).title if state.phase else ""


def outcome_view(state: State) -> OutcomeView | None:
    """Who has won and why; None while the game goes on."""
    return None if state.outcome is None else OutcomeView(state.outcome.winner, state.outcome.reason)


def line_of(rules: Ruleset, state: State, entry: LogEntry, viewer: Viewer) -> LogLine:
    """An event of the log as `viewer` may know it, with its sentence."""
    event = entry.seen_by(viewer)
    return LogLine(entry.n, entry.type, entry.clauses, entry.cause, Words(state, rules.wordings).sentence(event), event)


def _may_see_plan(rules: Ruleset, state: State, viewer: Viewer) -> bool:
    """Whether `viewer` may see what follows from the present plan: only its own seat and the referee may."""
    planning = drafting(rules, state)
    return not planning or may_know(viewer, planning)


def conditions_of(rules: Ruleset, state: State, unit: Unit, viewer: Viewer, aboard: Riders) -> tuple[Condition, ...]:
    """The conditions of a unit that `viewer` may know."""
    if unit.out:
        return (rules.out_condition(unit),)
    return (*rules.conditions(state, unit, viewer), *place_conditions(unit, aboard))


def unit_view(rules: Ruleset, state: State, unit: Unit, viewer: Viewer, aboard: Riders) -> UnitView:
    """A unit as `viewer` sees it."""
    profile = rules.army.profiles[unit.profile]
    weapon = rules.army.weapons[unit.weapons[0]] if unit.weapons else None
    return UnitView(
        unit.id,
        unit.seat,
        unit.profile,
        unit.name,
        profile.figure,
        unit.at,
        unit.out,
        unit.figures,
        unit.wounds,
        unit.prone,
        dict(unit.stats),
        WeaponView(weapon.id, weapon.name, dict(weapon.numbers)) if weapon else None,
        unit.weapons,
        markers_seen(unit, viewer),
        unit.group or None,
        unit.aboard or None,
        rules.unit_extra(unit),
        conditions_of(rules, state, unit, viewer, aboard),
    )


def _action(queue: ReactionQueue) -> ActionView:
    action = queue.action
    return ActionView(
        kind=action.kind,
        unit=action.unit,
        path=tuple(action.path),
        done=action.done,
        pace=action.pace,
        target=action.target,
        targets=tuple(action.targets),
        contact=" ".join(action.contact),
        status=action.status,
        forced=action.forced,
    )


def _queue(rules: Ruleset, state: State, place: int, viewer: Viewer) -> QueueView | None:
    if place < 0:
        return None
    queue, words = state.queues[place], rules.presentation
    tie_clause = rules.tie_clauses[0] if rules.tie_clauses else ""
    return QueueView(
        trigger=_trigger(queue.triggers[-1]) if queue.triggers else None,
        instigator=queue.instigator or None,
        stage=queue.stage,
        title=words.ladder_title,
        last_title=words.last_title,
        last_note=words.last_note,
        last_clause=words.last_clauses[queue.action.forced] if words.last_clauses else "",
        frozen_clause=words.freeze_clause,
        order=words.order_title,
        order_clause=rules.order_clauses[0] if rules.order_clauses else "",
        reactions=tuple([_reaction(rules, state, queue, reaction) for reaction in ladder(rules, state, queue)]),
        plan=plan_of(queue, viewer),
        ties=tuple([
            TieView(
                tuple(tie.units),
                tuple([tuple(map(TieRoll, tie.units, roll)) for roll in tie.rolls]),
                tie.winner,
                tie.hesitated,
                tie_clause,
            )
            for tie in queue.ties
        ]),
        frozen=tuple([unit for unit in queue.frozen if may_know(viewer, state.units[unit].seat)]),
        frozen_note=_frozen_note(rules, queue, viewer),
        outer=_queue(rules, state, place - 1, viewer),
    )  # fmt: skip


def _frozen_note(rules: Ruleset, queue: ReactionQueue, viewer: Viewer) -> str:
    """A note on the frozen units that `viewer` may not know; for the public these are all of them."""
    if not queue.closed or not rules.policy(queue.kind).freeze:
        return ""
    return rules.presentation.frozen_all if viewer == PUBLIC else rules.presentation.frozen_note


def _trigger(trigger: Trigger) -> TriggerView:
    """What may be reacted to, where, and by which seats."""
    return TriggerView(trigger.kind, trigger.actor, trigger.cell, tuple(trigger.to) if trigger.open else ())


def plan_of(queue: ReactionQueue, viewer: Viewer) -> tuple[PlanRow, ...]:
    """What is planned and not yet declared, in the order of planning. A seat sees its own plan, the referee all."""
    return tuple([
        PlanRow(r.unit, r.seat, r.action, r.target, r.to, tuple(r.path), r.clause, r.note)
        for r in queue.plan()
        if may_know(viewer, r.seat)
    ])  # fmt: skip


def ladder(rules: Ruleset, state: State, queue: ReactionQueue) -> list[Reaction]:
    """Reactions in the order in which they were and will be carried out."""
    carried_out = [r for r in queue.reactions if r.status not in ("planned", "declared", "failed")]
    carried_out.sort(key=lambda r: r.slot)
    return carried_out + list(waiting_in_order(state, queue, rules))


def _reaction(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> ReactionView:
    policy, stat = rules.policy(queue.kind), rules.presentation.roster_stat
    quickness = state.units[reaction.unit].stats.get(stat, 0)
    rank = str(quickness if stat else reaction.id + 1)
    return ReactionView(
        id=reaction.id,
        unit=reaction.unit,
        seat=reaction.seat,
        action=reaction.action,
        target=reaction.target,
        targets=tuple(reaction.targets),
        ally=reaction.ally,
        weapon=reaction.weapon,
        point=reaction.point,
        answers=queue.triggers[reaction.trigger].actor,
        rank=rank if policy.order else "",
        re=quickness,
        status=reaction.status,
        now=reaction.status == "now",
        forces=reaction.forces,
        tie=reaction.tie,
        why=reaction.why,
        clause=reaction.clause,
        note=reaction.note,
        drafted=policy.drafts,
    )


# -- the state with everything unknown guessed ------------------------------------------------------------------------


def known_to(rules: Ruleset, state: State, viewer: Viewer) -> State:
    """The state as far as `viewer` may know it; altering it does not touch `state`.

    Every face-down marker of another seat is taken to be the rulebook's `guess`. Other seats' plans, frozen units and
    standing passes are left out. So anything worked out from it (odds, forecasts, a hash) depends only on what `viewer`
    may know.
    """
    known = state.apart()
    if viewer is REFEREE:
        return known
    for unit in known.units.values():
        if not may_know(viewer, unit.seat):
            unit.take_face_down_for(rules.guess)
    known.placing = placing_known(rules, state, viewer)
    known.standing_passes = _known_passes(known.standing_passes, viewer)
    for queue in known.queues:
        queue.frozen = tuple([name for name in queue.frozen if may_know(viewer, known.units[name].seat)])
        queue.standing_passes = _known_passes(queue.standing_passes, viewer)
        if rules.policy(queue.kind).drafts:  # without drafts, nothing is planned in secret
            hidden = {r.unit for r in queue.plan() if r.seat not in queue.passed and not may_know(viewer, r.seat)}
            queue.drop_plan(hidden)
    return known


def as_set_up(rules: Ruleset, state: State, viewer: Viewer) -> State:
    """The state with units on the cells chosen for them in deployment, as far as `viewer` may know."""
    return replace(state, placing=placing_known(rules, state, viewer)).as_placed() if state.placing else state


def placing_known(rules: Ruleset, state: State, viewer: Viewer) -> Mapping[UnitId, Cell] | UnsetType:
    """Where units are to begin, as far as `viewer` may know: with hidden markers, only the units of its own seat."""
    if not state.placing or not rules.hidden_markers:
        return state.placing
    return {name: cell for name, cell in state.placing.items() if may_know(viewer, state.units[name].seat)}


def _known_passes(passes: dict[Seat, str], viewer: Viewer) -> dict[Seat, str]:
    return {seat: until for seat, until in passes.items() if may_know(viewer, seat)}
