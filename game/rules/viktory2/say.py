"""What people read of a VIKTORY II game."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.view import StepRow, step_rows
from game.rules.shared import COMMON, Fields, Sentence, faces_shown, label, plain, up
from game.rules.viktory2.ground import lined_up
from game.rules.viktory2.overwatch import dice_at, movers
from game.rules.viktory2.words import counted, dice_words, names

LEGEND = {1: "one die here", 2: "two: own town or unit"}
"""What the dice that a gun throws at a hex say of it (VK-10 to VK-12)."""

WHO = {
    "overwatch": "{unit} fires overwatch: {faces}",
    "bombard": "{unit} bombards {cell}: {faces}",
    "pre-battle fire": "Pre-battle fire of {seat}: {faces}",
    "attack": "{seat} attacks: {faces}",
    "defence": "{seat} defends: {faces}",
}


def _rolled(rules: Ruleset, state: State, f: Fields) -> str:
    who = WHO[str(f["why"])].format(
        unit=up(f.get("unit", "")),
        cell=label(state, f.get("cell", -1)),
        seat=rules.seat_name(str(f.get("seat", ""))),
        faces=faces_shown(f),
    )
    faces, need = f["faces"], f["need"]
    thrown = [face for face in faces if isinstance(face, int)] if isinstance(faces, list | tuple) else []
    hits = sum(face <= need for face in thrown) if isinstance(need, int) else 0
    sharp = thrown.count(1) if f["why"] in ("attack", "defence") else 0
    own = f", {counted(sharp, 'tactical hit')}" if sharp else ""
    return f"{who}, {counted(hits, 'hit')} at {need} or less{own}."


def _move(rules: Ruleset, state: State, f: Fields) -> str:
    path = f["path"]
    end = label(state, path[-1]) if isinstance(path, list) else "?"
    return f"{up(f['unit'])} {'advances on' if f['attack'] else 'sets out for'} {end}."


def _at(text: str) -> Sentence:
    """A sentence with the hex of the event in it."""
    fill = plain(text)

    def told(rules: Ruleset, state: State, f: Fields) -> str:
        where = f.get("cell", f.get("at", -1))
        return fill(rules, state, {**f, "hex": label(state, where)})

    return told


def _attacked(rules: Ruleset, state: State, f: Fields) -> str:
    group = f["units"] if isinstance(f["units"], list) else []
    return f"{names(group)} attack{'s' if len(group) == 1 else ''} {label(state, f['cell'])}."


def _suppressed(rules: Ruleset, state: State, f: Fields) -> str:
    lost = f["dice"]
    return (
        f"Surplus hits take {dice_words(lost if isinstance(lost, int) else 0)} from {rules.seat_name(str(f['seat']))}."
    )


def _failed(rules: Ruleset, state: State, f: Fields) -> str:
    seat = str(f["seat"])
    return f"The attack on {label(state, f['cell'])} fails{f'; {rules.seat_name(seat)} holds it' if seat else ''}."


def _declared(rules: Ruleset, state: State, f: Fields) -> str:
    target = up(f["target"]) if f.get("target") else "the attackers"
    return f"{up(f['unit'])} fires overwatch at {target}."


def _abandoned(rules: Ruleset, state: State, f: Fields) -> str:
    name = str(f["name"])
    return f"{name[0].upper()}{name[1:]} is nobody’s now."


def _over(rules: Ruleset, state: State, f: Fields) -> str:
    return f"The action of {up(f['unit'])} is over."


def _ended(rules: Ruleset, state: State, f: Fields) -> str:
    winner = str(f["winner"])
    return f"{rules.seat_name(winner)} wins: {f['reason']}." if winner else f"The game is drawn: {f['reason']}."


SENTENCES: Mapping[str, Sentence] = {
    **COMMON,
    "turn_started": plain("Turn {turn}, {seat}."),
    "turn_ended": plain("Turn {turn}, {seat}, ends."),
    "rolled": _rolled,
    "moving_begun": plain("{seat} moves and fights."),
    "move_declared": _move,
    "moved": _at("{unit} comes to {hex}."),
    "carried": plain("{unit} sails with {target}."),
    "lined_up": _at("{unit} is lined up against {hex}."),
    "loaded": _at("{unit} boards {target} at {hex}."),
    "unloaded": _at("{unit} unloads at {hex}."),
    "landed": _at("{unit} lands at {hex}."),
    "bombarded": _at("{unit} bombards {hex}."),
    "reaction_declared": _declared,
    "shot_used": plain("{unit} has used its overwatch."),
    "battle_declared": _attacked,
    "battle_off": _at("Nobody is left to attack {hex}."),
    "went_in": _at("{unit} goes into {hex}."),
    "defence_suppressed": _suppressed,
    "eliminated": plain("{unit} is lost."),
    "sunk": plain("{unit} is sunk."),
    "went_down": plain("{unit} goes down with {target}."),
    "retreated": _at("{unit} retreats to {hex}."),
    "attack_failed": _failed,
    "hex_taken": _at("{seat} holds {hex}."),
    "site_taken": plain("{seat} takes {name}."),
    "site_abandoned": _abandoned,
    "seat_beaten": plain("{seat} has lost its capital and is out."),
    "withdrawn": plain("{unit} leaves the map."),
    "placed": _at("{unit} comes back at {hex}."),
    "turn_forgotten": plain("{unit} has its next turn before it."),
    "gun_ready": plain("{unit} has its overwatch again."),
    "window_closed": plain("No more overwatch."),
    "action_ended": _over,
    "game_ended": _ended,
}


def react_prompt(rules: Ruleset, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
    """Whether a gun fires, and at what."""
    trigger = queue.open_triggers()[-1]
    coming = movers(state, queue, trigger)
    guns = [unit for unit in state.standing(seat) if isinstance(rules.why(state, unit.id), list)]
    whom = "the attackers" if trigger.kind == "battle" else trigger.actor.upper()
    subject = f"does gun {guns[0].id.upper()}" if len(guns) == 1 else "which guns"
    mover = rules.seat_name(state.seat)
    at = state.board.label(trigger.cell)
    if trigger.kind == "battle":
        note = f"{mover} brings {names(coming)} into {at}; no die has rolled."
    elif trigger.kind == "load":
        note = f"{whom} boards {queue.action.target.upper()} at {at}; the shot is at {whom}, not at the frigate."
    else:
        verb = {"unload": "lands at", "battle": "retreats to"}.get(queue.action.kind, "enters")
        note = f"{whom} {verb} {at}."
    shots = [f"{gun.id.upper()} {dice_words(dice_at(state, gun, trigger.cell)[0])}" for gun in guns]
    question = f"{rules.seat_name(seat)} decides: {subject} fire at {whom}?"
    return question, f"{note} {', '.join(shots)}; once a turn."


def procedure(rules: Ruleset, state: State) -> list[StepRow]:
    """The steps of a player's turn, with the one that is running."""
    queue = state.queues[-1] if state.queues else None
    kind = queue.action.kind if queue else ""
    if state.phase == "place":
        now = 5
    elif queue and queue.open_triggers() and not queue.closed:
        now = 2
    elif kind == "battle":
        now = 4 if queue and "rounds" in queue.tags else 3
    else:
        now = 1 if kind == "move" or lined_up(state, state.seat) else 0
    titles = (
        ("Bombard", "VK-01"),
        ("Move, declare battle", "VK-14"),
        ("Overwatch", "VK-04"),
        ("Pre-battle fire", "VK-02"),
        ("Battle rounds", "VK-A35"),
        ("Reserves", "VK-25"),
    )
    return step_rows(titles, now)


def seat_note(state: State, seat: str) -> str:
    """Guns that have their shot, or for the seat in turn how many units have moved."""
    own = state.standing(seat)
    if state.side(seat) == state.side(state.seat):
        moved = sum(bool(u.fact("nth") or u.fact("bombarded") or u.fact("fought") or u.fact("landed")) for u in own)
        return f"{moved} of {len(own)} moved"
    guns = [u for u in own if u.profile == "artillery" and not u.aboard]
    return f"guns {sum(not u.fact('fired') for u in guns)} of {len(guns)} ready" if guns else "no guns"
