"""Drafts: a seat plans a set of reactions or moves step by step; the plan is judged and declared as a whole."""

from __future__ import annotations

from game.engine.decisions import Refusal
from game.engine.names import QuestionKind, Seat
from game.engine.offers import offers, planned_as
from game.engine.options import CONFIRM, RESET, UNPLAN, Option, Part
from game.engine.queue import ReactionQueue
from game.engine.ruleset import RuledTable, Ruleset
from game.engine.state import State


def draft(t: RuledTable, queue: ReactionQueue, seat: Seat) -> None:
    """Ask a seat for one change to its plan, or to confirm it. Events are emitted only once it is confirmed."""
    rules, state = t.rules, t.state
    planned = queue.plan(seat)
    question, note = rules.react_question(state, queue, seat)
    judged: list[Refusal] = []

    def listed() -> list[Part]:
        no = rules.plan_refused(state, queue, seat)
        judged.extend([no] if no else [])
        closing = ([RESET] if planned else []) + ([CONFIRM] if no is None else [])
        return [*draft_offers(state, queue, rules, seat, judged), *closing]

    def default() -> str:
        """The id of the answer that confirms the plan or, if it is refused, completes it or starts again."""
        if rules.plan_refused(state, queue, seat) is None:
            return CONFIRM.id
        return rules.completing(state, queue, seat) or (RESET.id if planned else "")

    choice = t.ask(
        seat,
        QuestionKind(queue.kind),
        listed,
        question=question,
        note=note,
        clauses=rules.asked_under(queue),
        default=default,
        secret=True,
        refused=lambda: judged,
    )
    if choice.action == RESET.action:
        queue.drop_plan({reaction.unit for reaction in planned})
    elif choice.action == CONFIRM.action:
        queue.passed += (seat,)
        for reaction in planned:
            rules.declare(t, queue, reaction)
        if not planned:
            t.emit(rules.passed(queue)(seat, ""), rules.asked_under(queue), sees=seat)
    else:
        plan(t.state, queue, rules, seat, choice)


def plan(state: State, queue: ReactionQueue, rules: Ruleset, seat: Seat, choice: Option) -> None:
    """Enter a draft option into the plan, in place of what was planned for the same units.

    A unit that was in the plan keeps its place in the order, unless the plan can be confirmed only with the unit last.
    This also serves to try out a plan on a copy of the state.
    """
    if choice.action == UNPLAN:
        queue.drop_plan({choice.unit})
        return
    parts = rules.planned(state, queue, choice)
    place = next((r.id for r in queue.plan(seat) if r.unit == choice.unit), -1)
    queue.drop_plan({part.unit for part in parts})
    reactions = []
    for part in parts:
        reaction = planned_as(queue, seat, part)
        reaction.note, reaction.clause = part.text, part.clauses[0] if part.clauses else ""
        reactions.append(reaction)
    if place >= 0 and len(reactions) == 1:
        queue.insert(place, reactions[0])
        if rules.plan_refused(state, queue, seat) is None:
            return
        queue.drop_plan({choice.unit})
        queue.insert(len(queue.reactions), reactions[0])
        if rules.plan_refused(state, queue, seat) is not None:
            queue.drop_plan({choice.unit})
            queue.insert(place, reactions[0])
        return
    for reaction in reactions:
        queue.insert(len(queue.reactions), reaction)


def draft_offers(
    state: State, queue: ReactionQueue, rules: Ruleset, seat: Seat, refused: list[Refusal] | None = None
) -> list[Part]:
    """The options of a draft: all that may be planned, and to take each planned unit out again."""
    planned = [reaction.unit for reaction in queue.plan(seat)]
    parts = list(offers(state, queue, rules, seat, refused=refused))
    listed = {part.id for part in parts if isinstance(part, Option)}
    leaving = [Option(f"{unit}:unplan", UNPLAN, unit, text=f"Take {unit.upper()} out of the plan") for unit in planned]
    return parts + [option for option in leaving if option.id not in listed]
