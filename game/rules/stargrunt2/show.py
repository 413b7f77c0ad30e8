"""What people read of a Stargrunt II game beside its events: questions, stages, what a squad is like."""

from __future__ import annotations

from game.engine.names import Seat
from game.engine.queue import ACTION, DECLARE, RESOLVE
from game.engine.view import StepRow, UnitExtra, step_rows
from game.rules.stargrunt2.events import words_of
from game.rules.stargrunt2.state import LEVELS, MOVES, Battle, BattleQueue, BattleRules, Squad

STAGES = {
    DECLARE: ("Declare fire", "SG-28"),
    RESOLVE: ("Opportunity fire", "SG-27"),
    ACTION: ("The action", "SG-27"),
}


class SquadExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """Whether a squad has been activated, its confidence (SG-A37) and its untreated wounded."""

    confidence: str | None = None
    untreated: int | None = None

    def state_words(self) -> str:
        """Its confidence, unless there is nothing to remark."""
        return "" if self.confidence in (None, "confident") else self.confidence or ""


def unit_extra(rules: BattleRules, unit: Squad) -> SquadExtra:
    """Activation, confidence and the wounded."""
    return SquadExtra(spent=unit.activated, confidence=LEVELS[unit.confidence], untreated=unit.wounded)


def react_prompt(rules: BattleRules, state: Battle, queue: BattleQueue, seat: Seat) -> tuple[str, str]:
    """Who fires at what."""
    actor = state.units[queue.open_triggers()[-1].actor if queue.open_triggers() else queue.instigator]
    what = words_of(queue.action.kind) if actor.id == queue.instigator else "opportunity fire"
    when = "at a point of the move" if queue.action.kind in MOVES else "after the action"
    return f"{rules.seat_name(seat)} decides: who fires?", f"{actor.id.upper()}: {what}. Fire is worked out {when}."


def procedure(rules: BattleRules, state: Battle) -> list[StepRow]:
    """Around an action, the order of its stages (a move resolves fire on its way, others after); else the turn."""
    if state.queues:
        queue = state.queues[-1]
        stages = rules.policy(queue.kind).stages
        titles = [STAGES[stage] for stage in stages]
        now = stages.index(queue.stage) if queue.stage in stages else 0
    else:
        titles = [("Activations", "SG-A32"), ("End of the turn", "SG-40")]
        now = int(state.phase == "end")
    return step_rows(titles, now)
