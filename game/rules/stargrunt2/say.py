"""What people read of a Stargrunt II game."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.queue import ACTION, DECLARE, RESOLVE
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.view import StepRow, step_rows
from game.rules.shared import COMMON, Fields, Sentence, faces_shown, label, plain, up
from game.rules.stargrunt2.dice import fire_result

WHY = {
    "opportunity": "{who} tests to fire: {faces}, must beat {need}.",
    "reaction": "{who} takes a Reaction Test: {faces}, must beat {need}.",
    "remove suppression": "{who} shakes off suppression: {faces}, must beat {need}.",
    "rally": "{who} is rallied: {faces}, must beat {need}.",
    "order": "{who} sends the order: {faces}, must beat {need}.",
    "confidence": "{who} tests confidence: {faces}, must beat {need}.",
    "mobility": "{who} rolls mobility {faces}: twice that in inches.",
    "remainder": "{who} rolls {faces} for the remainder: a hit at {need} or less.",
    "who is hit": "Man {faces} of {who} may be hit.",
    "impact": "Impact and armour: {faces}.",
    "treat wounded": "A wounded man of {who} is treated: {faces}.",
    "man to man": "{who} against {target}: {faces}.",
    "start": "Who chooses: {faces}.",
}


def _rolled(rules: Ruleset, state: State, f: Fields) -> str:
    why = str(f["why"])
    if why == "fire":
        outcome = f["outcome"]
        result = fire_result(outcome if isinstance(outcome, int) else 0)
        effect = ("nothing", "suppression")[min(result.beat, 1)]
        if result.beat > 1:
            effect += f", {result.hits} hit{'' if result.hits == 1 else 's'} and {result.rest} over"
        return f"{up(f['unit'])} fires: range die first, {faces_shown(f)}: {result.beat} beat it, {effect}."
    return WHY[why].format(
        who=up(f.get("unit", "")), target=up(f.get("target", "")), faces=faces_shown(f), need=f.get("need", "")
    )


def _to(verb: str) -> Sentence:
    def fill(rules: Ruleset, state: State, f: Fields) -> str:
        path = f.get("path")
        end = path[-1] if isinstance(path, list) and path else f.get("to", f.get("at"))
        kind = str(f.get("action", "move")).replace("_", " ")
        return f"{up(f['unit'])} {verb.format(kind=kind)} {label(state, end)}."

    return fill


def _announced(rules: Ruleset, state: State, f: Fields) -> str:
    at = f" ({up(f['target'])})" if f.get("target") else ""
    return f"{up(f['unit'])} declares: {str(f['action']).replace('_', ' ')}{at}."


def _reaction(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['unit'])} declares {str(f['action']).replace('_', ' ')} on {up(f['target'])}."


def _failed(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['unit'])} fails: {str(f['action']).replace('_', ' ')}."


def _ended(rules: Ruleset, state: State, f: Fields) -> str:
    winner = str(f["winner"])
    return f"{rules.seat_name(winner)} wins: {f['reason']}." if winner else f"The game is drawn: {f['reason']}."


SENTENCES: Mapping[str, Sentence] = {
    **COMMON,
    "rolled": _rolled,
    "start_decided": plain("{seat} begins."),
    "turn_owed": plain("{seat} owes its next turn for firing out of turn."),
    "turn_skipped": plain("{seat} skips the turn it owes."),
    "debts_cancelled": plain("Turns owed by both sides cancel out."),
    "activated": plain("{unit} is activated."),
    "activated_out_of_turn": plain("{unit} is marked activated: this fire is its whole activation."),
    "activation_ended": plain("{unit}’s activation ends."),
    "action_taken": plain("{unit} takes action {number}."),
    "action_announced": _announced,
    "action_failed": _failed,
    "move_declared": _to("declares a {kind} to"),
    "moved": _to("moves to"),
    "move_turned": _to("turns towards"),
    "move_stopped": plain("{unit} stops where it is."),
    "position_left": plain("{unit} leaves its position."),
    "reaction_declared": _reaction,
    "attempt_failed": plain("{unit} may not fire now; it stays free to be activated."),
    "window_closed": plain("No more fire is declared."),
    "fire_announced": plain("{unit} is about to fire at {target}."),
    "fire_held": plain("{unit} holds its fire."),
    "debt_lapsed": plain("{seat} owes no turn any more."),
    "fired": plain("{unit} fires at {target}."),
    "no_effect": plain("The fire of {unit} has no effect on {target}."),
    "counter_spent": plain("{unit} spends its overwatch counter."),
    "suppressed": plain("{unit} is suppressed ({count})."),
    "suppression_waits": plain("{unit} will be suppressed at the end of its move."),
    "man_wounded": plain("A man of {unit} is wounded; {figures} fit."),
    "man_killed": plain("A man of {unit} is killed; {figures} fit."),
    "wounded_man_died": plain("A wounded man of {unit} is hit again and dies."),
    "armour_held": plain("The armour of {unit} holds."),
    "destroyed": plain("{unit} is destroyed."),
    "stopped_for_good": plain("{unit} is stopped for good."),
    "confidence_held": plain("{unit} holds."),
    "confidence_lost": plain("{unit} is now {level}."),
    "wounded_carried": plain("{unit} carries its wounded."),
    "wounded_abandoned": plain("{unit} leaves its wounded behind."),
    "keeps_course": plain("{unit} keeps its course."),
    "overwatch_placed": plain("{unit} goes on overwatch."),
    "in_position": plain("{unit} is in position."),
    "suppression_removed": plain("{unit} shakes off suppression; {left} left."),
    "reorganised": plain("{unit} reorganises; {fit} fit again."),
    "rallied": plain("{unit} rallies and is {level}."),
    "transfer_tried": plain("{unit} transfers an action to {target}."),
    "assault_failed": plain("{unit}’s assault on {target} comes to nothing."),
    "fell_back": plain("{unit} falls back."),
    "turn_forgotten": plain("{unit} may be activated again."),
    "game_ended": _ended,
}


def procedure(rules: Ruleset, state: State) -> list[StepRow]:
    """Around an action, the order of its stages (a move resolves fire on its way, others after); else the turn."""
    if state.queues:
        queue = state.queues[-1]
        rows = {
            DECLARE: ("Declare fire", "SG-28"),
            RESOLVE: ("Opportunity fire", "SG-27"),
            ACTION: ("The action", "SG-27"),
        }
        stages = rules.policy(queue.kind).stages
        titles = [rows[stage] for stage in stages]
        now = stages.index(queue.stage) if queue.stage in stages else 0
    else:
        titles = [("Activations", "SG-A32"), ("End of the turn", "SG-40")]
        now = int(state.phase == "end")
    return step_rows(titles, now)
