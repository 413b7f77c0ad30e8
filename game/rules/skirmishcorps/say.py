"""What people read: one sentence for an event, the step list, the sum behind an option."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.board import Board
from game.engine.decisions import Option
from game.engine.forecast import Forecast
from game.engine.queue import ACTION, DECLARE, RESOLVE, Action
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.view import StepRow, step_rows
from game.rules.shared import Fields, Sentence, label, plain, up
from game.rules.skirmishcorps.action import own_shot
from game.rules.skirmishcorps.chances import blow_sum, cover_sum, shot_sum
from game.rules.skirmishcorps.react import path_of, spots
from game.rules.skirmishcorps.slot import reaction_shot

REACTION = {
    "ranged_attack": "a shot at {target}",
    "covering_fire": "covering fire on {targets} for {ally}",
    "intercept": "an intercept of {target} for {ally}",
    "cut_off": "a cut-off of {target}",
    "nothing": "nothing",
}


def announced(action: Action, board: Board) -> str:
    """What an announced action is called: "a run to u14"."""
    if action.kind == "move":
        return f"a {action.pace} to {board.label(action.path[-1])}"
    if action.kind == "covering_fire":
        return f"covering fire on {up(action.targets)}"
    return "a standing action"


def _rolled(rules: Ruleset, state: State, f: Fields) -> str:
    faces = f["faces"]
    shown = ", ".join(str(face) for face in faces) if isinstance(faces, list | tuple) else ""
    why = str(f["why"])
    if why in ("roll-off", "start"):
        names = f.get("units") or f.get("seats") or ()
        pairs = (
            zip(names, faces, strict=False)
            if isinstance(names, list | tuple) and isinstance(faces, list | tuple)
            else ()
        )
        who = ", ".join(
            f"{up(name) if why == 'roll-off' else rules.seat_name(str(name))} {face}" for name, face in pairs
        )
        again = "" if f["outcome"] is not None else "; again"
        return f"{'Roll-off' if why == 'roll-off' else 'Who starts'}: {who}{again}."
    total = sum(face for face in faces if isinstance(face, int)) if isinstance(faces, list | tuple) else 0
    verdict = "" if f["outcome"] else "not "
    if why == "to hit":
        return f"{up(f['unit'])} rolls {shown} = {total}, needs ≤ {f['need']}: {'hit' if f['outcome'] else 'miss'}."
    if why == "damage":
        return f"Damage {shown} + {f['plus']}, needs ≥ {f['need']}: {verdict}enough."
    return f"{up(f['unit'])} tests Courage: {shown} = {total}, needs ≤ {f['need']}: {'passed' if f['outcome'] else 'failed'}."


def _moved(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['unit'])} moves to {label(state, f['at'])}."


def _announced(rules: Ruleset, state: State, f: Fields) -> str:
    kind, path = f["action"], f["path"]
    name = up(f["unit"])
    if kind == "move" and isinstance(path, list):
        end = f" into contact with {up(f['contact'])}" if f.get("contact") else ""
        return f"{name} announces a {f['pace']}, {label(state, path[0])} to {label(state, path[-1])}{end}. {name} is the instigator."
    if kind == "covering_fire":
        return f"{name} announces covering fire on {up(f['targets'])} for {up(f['ally'])}. {name} is the instigator."
    return f"{name} stands to act. {name} is the instigator."


def _declared(rules: Ruleset, state: State, f: Fields) -> str:
    what = REACTION[str(f["action"])].format(target=up(f["target"]), targets=up(f["targets"]), ally=up(f["ally"]))
    return f"{up(f['unit'])} reacts to {up(f['answers'])}: {what}."


def _closed(rules: Ruleset, state: State, f: Fields) -> str:
    count = f["reactions"]
    return f"The snowball is closed: {count} reaction{'' if count == 1 else 's'} declared. Face-down markers stay out."


def _tie(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['winner'])} wins the tie and {'hesitates' if f['hesitates'] else 'goes first'}."


def _assigned(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['unit'])} gets {'an overwatch' if f.get('marker') == 'overwatch' else 'a move' if 'marker' in f else 'a face-down'} marker."


def _removed(rules: Ruleset, state: State, f: Fields) -> str:
    kinds = f.get("kinds")
    what = (
        f"{up(f['unit'])} is no longer {' or '.join(kinds)}"
        if isinstance(kinds, list) and kinds
        else f"The order of {up(f['unit'])} is taken back"
    )
    return f"{what}."


def _chosen(rules: Ruleset, state: State, f: Fields) -> str:
    path = f["path"]
    if f["action"] == "move" and isinstance(path, list):
        return f"{up(f['unit'])} goes on to {label(state, path[-1])}."
    return f"{up(f['unit'])} {'does nothing after all' if f['action'] == 'nothing' else 'stays where it is'}."


def _ended(rules: Ruleset, state: State, f: Fields) -> str:
    winner = str(f["winner"])
    return f"{rules.seat_name(winner)} wins: {f['reason']}." if winner else f"The game is drawn: {f['reason']}."


SENTENCES: Mapping[str, Sentence] = {
    "turn_started": plain("Turn {turn} begins."),
    "turn_ended": plain("Turn {turn} ends."),
    "phase_started": plain("{title} begins."),
    "phase_ended": plain("The phase is over."),
    "marker_assigned": _assigned,
    "markers_confirmed": plain("{seat} has given its {units} markers."),
    "rolled": _rolled,
    "start_decided": plain("{seat} acts first."),
    "acting_ended": plain("{seat} ends its acting for this turn."),
    "held": plain("{unit} holds."),
    "activated": plain("{unit} turns its move marker up."),
    "action_announced": _announced,
    "passed": plain("{seat} passes."),
    "marker_flipped": plain("{unit} turns its overwatch marker face-up."),
    "reaction_declared": _declared,
    "reaction_failed": plain("{unit} declares nothing: {reason}."),
    "window_closed": _closed,
    "reaction_started": plain("{unit}’s turn to react."),
    "reaction_resolved": plain("{unit}’s reaction is resolved."),
    "reaction_lapsed": plain("{unit}’s reaction lapses: {reason}."),
    "reaction_let_go": plain("{unit} does nothing; its reaction is used up."),
    "reaction_spent": plain("{unit} has used its action."),
    "tie_settled": _tie,
    "force_announced": plain("{unit} will force the hand of {target}."),
    "hand_forced": plain("{unit} forces the hand of {target}, which resolves its action now."),
    "action_chosen": _chosen,
    "moved": _moved,
    "shot": plain("{unit} shoots at {target}."),
    "struck": plain("{unit} strikes {target}."),
    "retaliated": plain("{unit} strikes back."),
    "retaliation_refused": plain("{unit} may not strike back: {reason}."),
    "missed": plain("{unit} misses {target}."),
    "withstood": plain("{unit} withstands the hit."),
    "wounded": plain("{unit} is wounded."),
    "put_out": plain("{unit} is out of action."),
    "fell": plain("{unit} falls on the way; the contact never happens."),
    "covering_fire_given": plain("{unit} gives covering fire on {targets} for {ally}; no roll is made."),
    "covering_fire_lapsed": plain("{unit} has nobody left to cover or to fire on."),
    "suppressed": plain("{unit} is suppressed by {by}."),
    "pinned": plain("{unit} is pinned and does nothing more this turn."),
    "steadied": plain("{unit} keeps its nerve and may act."),
    "delayed_attack_made": plain("{unit} now makes the attack that covered {target}."),
    "delayed_attack_lapsed": plain("{unit}’s delayed attack on {target} lapses: {reason}."),
    "cut_off_made": plain("{unit} cuts {target} off."),
    "intercepted": plain("{unit} intercepts {target} beside {ally}."),
    "intercept_failed": plain("{unit} has nothing to intercept: {target} made no contact."),
    "went_prone": plain("{unit} goes prone."),
    "action_done": plain("{unit} has acted."),
    "action_lost": plain("{unit}’s action is lost."),
    "action_ended": plain("The action of {unit} is over."),
    "markers_removed": _removed,
    "objective_scored": plain("{seat} holds {objective} and scores {points}."),
    "game_ended": _ended,
}


def sentence(rules: Ruleset, state: State, kind: str, fields: Fields) -> str:
    """One plain sentence, past or present fact."""
    return SENTENCES[kind](rules, state, fields)


def forecast(rules: Ruleset, state: State, option: Option) -> Forecast | None:
    """The sum of an attack option of the pending decision. A shot that can still choose its point shows the best one."""
    if option.action == "covering_fire":
        return cover_sum(rules, state, state.units[option.unit], option.targets)
    if option.action in ("close_combat", "intercept"):
        return blow_sum(state.units[option.unit], state.units[option.target])
    if option.action not in ("ranged_attack", "cut_off", "point"):
        return None
    queue = state.queues[-1]
    if option.unit == queue.instigator:
        return shot_sum(rules, state, own_shot(state, queue, option.target, option.weapon))
    trigger = next(tr for tr in reversed(queue.triggers) if tr.actor == option.target)
    if option.action == "point":
        cells = [option.to]
    elif option.action == "cut_off":
        cells = path_of(queue, trigger)
    else:
        cells = spots(state, queue, trigger, forced_too=False)
    on_path = option.action != "ranged_attack" or len(cells) > 1
    shots = [reaction_shot(queue, option.unit, option.target, option.weapon, cell, on_path) for cell in cells]
    seen = [s for s in shots if state.board.visible(state.units[s.shooter].at, s.cell)]
    sums = [shot_sum(rules, state, s) for s in seen]
    return max(sums, key=lambda total: total.need, default=None)


def procedure(rules: Ruleset, state: State) -> list[StepRow]:
    """The steps of the running procedure, with the present one marked."""
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
        order = rules.seat_order(state)
        rows = [(f"{rules.seat_name(seat)} assigns", "SC-01") for seat in order]
        rows += [("Who starts", "SC-A34"), ("Act, in turn", "SC-12"), ("End phase", "SC-44")]
        ready = sum(1 for seat in order if all(u.markers for u in state.standing(seat)))
        now = {"assign": min(ready, len(order) - 1), "act": len(order) + 1, "end": len(order) + 2}.get(state.phase, 0)
    return step_rows(rows, now)
