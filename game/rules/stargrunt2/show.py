"""What people read of a Stargrunt II game beside its events: questions, stages, the conditions of a squad."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.conditions import SPENT, Condition, strength
from game.engine.marking import marker_conditions
from game.engine.names import Seat
from game.engine.queue import ACTION, DECLARE, RESOLVE
from game.engine.view import StepRow, UnitExtra, step_rows
from game.engine.viewers import Viewer
from game.engine.wording import as_words, number_of
from game.rules.stargrunt2.state import LEVELS, MOVES, Battle, BattleQueue, BattleRules, Squad
from game.rules.stargrunt2.vocabulary import Phases

STAGES = {
    DECLARE: ("Declare fire", "SG-28"),
    RESOLVE: ("Opportunity fire", "SG-27"),
    ACTION: ("The action", "SG-27"),
}


class SquadExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """Whether a squad has been activated, its confidence (SG-A37) and its untreated wounded."""

    confidence: str | None = None
    untreated: int | None = None


def unit_extra(unit: Squad) -> SquadExtra:
    """The squad's activation, confidence and untreated wounded."""
    return SquadExtra(spent=unit.activated, confidence=LEVELS[unit.confidence], untreated=unit.wounded)


CONFIDENCE = (
    None,
    Condition("steady", letters="steady", outcome="steady"),
    Condition("shaken", letters="shaken", outcome="shaken"),
    Condition("broken", "broken", outcome="broken"),
    Condition("routed", "broken", "R", outcome="routed"),
)
"""The condition for each level of confidence (SG-A39); none for a confident squad."""


ACTIVATED = replace(SPENT, outcome="activated")
"""The condition of a unit that has been activated this turn (SG-07)."""


def conditions(rules: BattleRules, state: Battle, unit: Squad, viewer: Viewer) -> list[Condition]:
    """The squad's markers, confidence, men (fit, wounded, left behind), and what it has done this turn."""
    present = marker_conditions(rules.presentation.markers, unit, viewer)
    level, full = CONFIDENCE[unit.confidence], unit.stats.get("figures", 1)
    if level is not None:
        present.append(level)
    if max(full, unit.figures) > 1:
        present.append(strength(unit.figures, full, "fit"))
    if unit.wounded:
        present.append(Condition(f"{unit.wounded} wounded", letters=f"{unit.wounded}w"))
    if unit.abandoned:
        present.append(Condition(f"{unit.abandoned} left behind", letters=f"{unit.abandoned}b"))
    if unit.immobile:
        present.append(Condition("immobile", letters="immobile"))
    if unit.suppressions_waiting:
        waiting = unit.suppressions_waiting
        present.append(Condition(f"{number_of(waiting, 'suppression')} to come", "suppressed", f"+{waiting}"))
    if unit.transfers:
        present.append(Condition(f"has transferred {number_of(unit.transfers, 'action')}", letters="sent"))
    if unit.used:
        present.append(Condition("has fired", letters="fired"))
    return [*present, ACTIVATED] if unit.activated else present


def react_question(state: Battle, queue: BattleQueue, seat: Seat) -> tuple[str, str]:
    """The question to a side that may fire out of turn, and at what."""
    actor = state.units[queue.open_triggers()[-1].actor if queue.open_triggers() else queue.instigator]
    what = as_words(queue.action.kind) if actor.id == queue.instigator else "opportunity fire"
    when = "at a point of the move" if queue.action.kind in MOVES else "after the action"
    return "who fires?", f"{actor.id.upper()}: {what}. Fire is worked out {when}."


def procedure(rules: BattleRules, state: Battle) -> list[StepRow]:
    """The steps of the current procedure, with the present one marked: the stages of an action, else of the turn.

    Fire at a move is resolved along its path, fire at another action after it.
    """
    if state.queues:
        queue = state.queues[-1]
        stages = rules.policy(queue.kind).stages
        titles = [STAGES[stage] for stage in stages]
        now = stages.index(queue.stage) if queue.stage in stages else 0
    else:
        titles = [("Activations", "SG-A32"), ("End of the turn", "SG-40")]
        now = int(state.phase == Phases.END)
    return step_rows(titles, now)
