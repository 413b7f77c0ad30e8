"""Drafts: a seat plans a set of reactions or moves, one change at a time; it is judged and declared as a whole."""

from __future__ import annotations

from game.engine.decisions import Refusal
from game.engine.names import QuestionKind, Seat
from game.engine.offers import offers, planned_as
from game.engine.options import CONFIRM, RESET, UNPLAN, Option, Part
from game.engine.queue import ReactionQueue
from game.engine.ruleset import RuledTable, Ruleset
from game.engine.state import State


def draft(t: RuledTable, queue: ReactionQueue, seat: Seat) -> None:
    """One change to a seat's plan, or its end: the plan is judged as a whole, and told only when it is confirmed."""
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
        """The end of the plan, what brings it nearer to one, or its beginning."""
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
    """Write what a draft option plans into the plan; it replaces what the same units had planned.

    A unit that had a plan keeps its place in the order, unless the plan can be confirmed only when it comes last.
    Also for anybody who thinks a draft through on a copy of the table.
    """
    if choice.action == UNPLAN:
        queue.drop_plan({choice.unit})
        return
    parts = rules.planned(state, queue, choice)
    place = next((r.id for r in queue.plan(seat) if r.unit == choice.unit), -1)
    queue.drop_plan({part.unit for part in parts})
    made = []
    for part in parts:
        reaction = planned_as(queue, seat, part)
        reaction.note, reaction.clause = part.text, part.clauses[0] if part.clauses else ""
        made.append(reaction)
    if place >= 0 and len(made) == 1:
        queue.insert(place, made[0])
        if rules.plan_refused(state, queue, seat) is None:
            return
        queue.drop_plan({choice.unit})
        queue.insert(len(queue.reactions), made[0])
        if rules.plan_refused(state, queue, seat) is not None:
            queue.drop_plan({choice.unit})
            queue.insert(place, made[0])
        return
    for reaction in made:
        queue.insert(len(queue.reactions), reaction)


def draft_offers(
    state: State, queue: ReactionQueue, rules: Ruleset, seat: Seat, refused: list[Refusal] | None = None
) -> list[Part]:
    """What may be planned, and whom to take out of the plan; changing one's mind costs nothing."""
    planned = [reaction.unit for reaction in queue.plan(seat)]
    found = list(offers(state, queue, rules, seat, refused=refused))
    listed = {part.id for part in found if isinstance(part, Option)}
    leaving = [Option(f"{unit}:unplan", UNPLAN, unit, text=f"Take {unit.upper()} out of the plan") for unit in planned]
    return found + [option for option in leaving if option.id not in listed]
