"""What a seat may know: the only thing that screens, logs, computer players and bots are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.decisions import CELL_FIELDS, cells_out
from game.engine.events import LogEntry, Loose
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import waiting_in_order
from game.engine.throws import LooseThrow, Rolled, cell_fields

if TYPE_CHECKING:
    from game.board.board import Board
    from game.engine.ruleset import Ruleset
    from game.engine.setup import Setup
    from game.engine.state import State, Unit

Json = dict[str, object]


def view_of(rules: Ruleset, setup: Setup, state: State, seat: str | None) -> Json:
    """The table as `seat` sees it (None: the referee). Cells are [x, y]; an enemy's face-down marker is "hidden"."""
    board = setup.board
    return {
        "ruleset": rules.id,
        "title": setup.title,
        "turn": state.turn,
        "turns": state.turns,
        "phase": state.phase,
        "phase_title": rules.phase(state.phase).title if state.phase else "",
        "seat": state.seat,
        "as": seat or "referee",
        "board": {"grid": board.grid, "width": board.width, "height": board.height},
        "lengths": list(rules.lengths),
        "units": [_unit(rules, unit, board.width, seat) for unit in state.units.values()],
        "groups": rules.groups(state),
        "seats": [
            {"seat": one, "name": rules.seat_name(one), "note": rules.seat_note(state, one)}
            for one in rules.seat_order(state)
        ],
        "sites": rules.sites(state),
        "roads": rules.roads(state),
        "overlay": rules.overlay(state, seat) if _may_see_plan(rules, state, seat) else {},
        "objectives": [
            {
                "id": objective.id,
                "name": objective.name,
                "cells": [list(board.xy(cell)) for cell in objective.cells],
                "seat": state.holders.get(objective.id, objective.seat),
                "points": objective.points,
            }
            for objective in setup.objectives
        ],
        "score": rules.score(state),
        "action": _action(state.queues[-1], board.width) if state.queues else None,
        "queue": _queue(rules, state, len(state.queues) - 1, seat, board.width),
        "steps": [
            {"title": title, "clause": clause, "status": status} for title, clause, status in rules.procedure(state)
        ],
        "outcome": dict(state.outcome) or None,
    }


def event_of(rules: Ruleset, state: State, entry: LogEntry, seat: str | None) -> Json:
    """An event of the log as `seat` may know it, with its sentence."""
    event = entry.seen_by(seat)
    fields = event.fields()
    if isinstance(event, Loose) or (isinstance(event, Rolled) and isinstance(event.throw, LooseThrow)):
        cells = CELL_FIELDS
    else:
        cells = cell_fields(type(event.throw if isinstance(event, Rolled) else event))
    return {
        "n": entry.n,
        "type": entry.type,
        "clauses": list(entry.clauses),
        "cause": entry.cause,
        "text": rules.sentence(state, entry, event),
        **cells_out(fields, state.board.width, cells),
    }


def _may_see_plan(rules: Ruleset, state: State, seat: str | None) -> bool:
    """Whether `seat` may see what follows from a plan in hand: it is told to who draws it up and to the referee alone."""
    queue = state.queues[-1] if state.queues else None
    drafting = queue is not None and queue.asking and rules.policy(queue.kind).declare == "draft"
    return not drafting or queue is None or seat in (None, queue.asking)


def _xy(cell: int, width: int) -> list[int]:
    return [cell % width, cell // width]


def markers_seen(unit: Unit, seat: str | None) -> list[Json]:
    """A unit's markers; face-down ones are hidden from every seat but its own."""
    shown: list[Json] = []
    for kind, face in unit.markers.items():
        known = face != "down" or seat is None or seat == unit.seat
        shown.append({"kind": kind if known else "hidden", "face": face})
        count = unit.facts.get(kind, 0)
        if known and count > 1:
            shown[-1]["count"] = count
    return shown


def _unit(rules: Ruleset, unit: Unit, width: int, seat: str | None) -> Json:
    profile = rules.army.profiles[unit.profile]
    weapon = rules.army.weapons[unit.weapons[0]] if unit.weapons else None
    return {
        "id": unit.id,
        "seat": unit.seat,
        "profile": unit.profile,
        "name": unit.name,
        "figure": profile.figure,
        "at": _xy(unit.at, width),
        "out": unit.out,
        "figures": unit.figures,
        "wounds": unit.wounds,
        "prone": unit.prone,
        "stats": dict(unit.stats),
        "weapon": {"id": weapon.id, "name": weapon.name, **weapon.numbers} if weapon else None,
        "weapons": list(unit.weapons),
        "markers": markers_seen(unit, seat),
        "group": unit.group or None,
        "aboard": unit.aboard or None,
        **rules.unit_view(unit),
    }


def _action(queue: ReactionQueue, width: int) -> Json:
    action = queue.action
    return {
        "kind": action.kind,
        "unit": action.unit,
        "path": [_xy(cell, width) for cell in action.path],
        "done": action.done,
        "pace": action.pace,
        "target": action.target,
        "targets": list(action.targets),
        "contact": action.contact,
        "status": action.status,
        "forced": action.forced,
    }


def _queue(rules: Ruleset, state: State, place: int, seat: str | None, width: int) -> Json | None:
    if place < 0:
        return None
    queue = state.queues[place]
    return {
        "trigger": _trigger(queue.triggers[-1], width) if queue.triggers else None,
        "instigator": queue.instigator or None,
        "stage": queue.stage,
        "title": rules.ladder_title,
        "last_title": rules.last_title,
        "last_note": rules.last_note,
        "last_clause": rules.last_clauses[queue.action.forced] if rules.last_clauses else "",
        "frozen_clause": rules.freeze_clause,
        "order": rules.order_title,
        "order_clause": rules.order_clauses[0] if rules.order_clauses else "",
        "reactions": [_reaction(rules, state, queue, reaction) for reaction in ladder(rules, state, queue)],
        "plan": plan_json(queue, width, seat),
        "ties": [
            {
                "units": list(tie.units),
                "rolls": [
                    [{"unit": unit, "face": face} for unit, face in zip(tie.units, roll, strict=True)]
                    for roll in tie.rolls
                ],
                "winner": tie.winner,
                "hesitated": tie.hesitated,
                "clause": rules.tie_clauses[0] if rules.tie_clauses else "",
            }
            for tie in queue.ties
        ],
        "frozen": [unit for unit in queue.frozen if seat is None or state.units[unit].seat == seat],
        "frozen_note": rules.frozen_note if queue.closed and rules.policy(queue.kind).freeze else "",
        "outer": _queue(rules, state, place - 1, seat, width),
    }


def _trigger(trigger: Trigger, width: int) -> Json:
    """What may be reacted to, where, and which seats may."""
    return {
        "kind": trigger.kind,
        "unit": trigger.actor,
        "cell": _xy(trigger.cell, width) if trigger.cell >= 0 else None,
        "to": list(trigger.to) if trigger.open else [],
    }


def plan_json(queue: ReactionQueue, width: int, seat: str | None) -> list[Json]:
    """What is planned and not yet declared, in the order of planning; a seat sees its own, the referee (None) any."""
    return [
        {
            "unit": r.unit,
            "seat": r.seat,
            "action": r.action,
            "target": r.target,
            "to": _xy(r.to, width) if r.to >= 0 else None,
            "path": [_xy(cell, width) for cell in r.path],
            "clause": r.clause,
            "note": r.note,
        }
        for r in queue.plan(seat or "")
    ]


PLANNED = {"move": "moves to {}", "disembark": "gets out at {}"}


def plan_words(row: Json, board: Board, at: int) -> str:
    """A row of a plan in words, the unit first: the rulebook's own, else what is done and where; `at` is its cell now."""
    name, note, to = str(row["unit"]).upper(), str(row["note"]), row["to"]
    if not note and isinstance(to, list):
        cell = board.cell(*to)
        verb = PLANNED.get(str(row["action"]), str(row["action"]).replace("_", " ") + " to {}")
        note = "stays where it is" if cell == at else verb.format(board.label(cell))
    note = note or str(row["action"]).replace("_", " ")
    return note if note.split(" ", 1)[0] == name else f"{name} {note}"


def ladder(rules: Ruleset, state: State, queue: ReactionQueue) -> list[Reaction]:
    """Reactions in the order they were and will be carried out."""
    gone = [r for r in queue.reactions if r.status not in ("planned", "declared", "failed")]
    gone.sort(key=lambda r: r.slot)
    return gone + [reaction for _, reaction in waiting_in_order(state, queue, rules)]


def _reaction(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> Json:
    keys = rules.policy(queue.kind).order
    return {
        "id": reaction.id,
        "unit": reaction.unit,
        "seat": reaction.seat,
        "action": reaction.action,
        "target": reaction.target,
        "targets": list(reaction.targets),
        "ally": reaction.ally,
        "weapon": reaction.weapon,
        "point": reaction.point,
        "answers": queue.triggers[reaction.trigger].actor,
        "rank": rules.rank(state, queue, reaction) if keys else "",
        "re": state.units[reaction.unit].stats.get("RE", 0),
        "status": reaction.status,
        "now": reaction.status == "now",
        "forces": reaction.forces,
        "tie": reaction.tie,
        "why": reaction.why,
        "clause": reaction.clause,
        "note": reaction.note,
    }
