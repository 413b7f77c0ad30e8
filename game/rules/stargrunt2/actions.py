"""The actions of an activation: announced, answered, carried out (SG-27 to SG-35)."""

from __future__ import annotations

from game.engine.decisions import Option
from game.engine.queue import Action, ReactionQueue
from game.engine.reactions import window
from game.engine.state import Unit
from game.engine.table import Table
from game.rules.shared import foes
from game.rules.stargrunt2.chances import Shot
from game.rules.stargrunt2.morale import LEVELS, SHAKEN, confidence, quality_test, reaction_test, sheltered
from game.rules.stargrunt2.options import complete, lying_here, within_voice


def begin_action(t: Table, name: str, choice: list[object], first: str) -> None:
    """Announce an action and open the window for opportunity fire (SG-04, SG-28). `choice` is an Option as a list."""
    option = Option(*[tuple(part) if isinstance(part, list) else part for part in choice])  # type: ignore[arg-type]
    unit, kind = t.unit(name), option.action
    if kind in ("move", "combat_move"):
        t.then(
            "begin_move",
            name,
            kind,
            [unit.at, *complete(t.rules, t.state, option).path],
            int(first in ("move", "combat_move")),
        )
        return
    if kind == "close_assault":
        t.then("begin_assault", name, option.target)
        return
    n = t.emit("action_announced", ("SG-04", "SG-28"), unit=name, action=kind, target=option.target)
    t.cause = n
    t.begin(Action(kind, name, [unit.at], target=option.target, weapon=option.weapon), "*", n)
    window(t, t.state.enemies(unit.seat), kind, name, cell=unit.at)
    t.then("q_end")


def go_on(t: Table, queue: ReactionQueue) -> None:
    """The announced action itself: after declarations, before their fire (SG-27, SG-28)."""
    action = queue.action
    if action.kind in ("move", "combat_move"):
        t.then("advance", len(action.path) - 1)
        t.then("move_over")
        return
    unit = t.unit(action.unit)
    if unit.out:
        return
    action.status = "done"
    if action.kind == "fire":
        facts = action.facts
        cell = facts.get("cell", t.unit(action.target).at)
        opportunity, moved = bool(facts.get("opportunity")), bool(facts.get("moved"))
        t.then("shoot", *Shot(unit.id, action.target, cell, action.weapon, opportunity, moved))
    else:
        t.then(f"do_{action.kind}", unit.id, action.target)


def do_overwatch(t: Table, name: str, target: str) -> None:
    """The counter is placed (SG-31)."""
    t.change(name, "overwatch_placed", ("SG-31", "SG-33"), markers={"overwatch": "up"})


def do_in_position(t: Table, name: str, target: str) -> None:
    """Threat 0 in cover, 2 in the open (SG-A41)."""
    unit = t.unit(name)
    if reaction_test(t, unit, 0 if sheltered(t.state, unit.at) else 2, ("SG-A41",)):
        t.change(unit, "in_position", ("SG-A41",), markers={"in_position": "up"})
    else:
        t.emit("action_failed", ("SG-A28",), unit=name, action="in_position")


def do_leave_position(t: Table, name: str, target: str) -> None:
    """Giving up the position by an action, so that moving then needs no test (SG-A41)."""
    t.change(name, "position_left", ("SG-A41",), markers={"in_position": None})


def do_remove_suppression(t: Table, name: str, target: str) -> None:
    """Quality above leadership takes one marker off (SG-A38)."""
    unit = t.unit(name)
    if not unit.fact("suppressed"):
        return
    if quality_test(t, unit, [], ("SG-A38",), "remove suppression"):
        left = unit.fact("suppressed") - 1
        markers = None if left else {"suppressed": None}
        t.change(
            unit, "suppression_removed", ("SG-A38",), facts={"suppressed": left}, markers=markers, also={"left": left}
        )
    else:
        t.emit("action_failed", ("SG-A38",), unit=name, action="remove_suppression")


def do_reorganise(t: Table, name: str, target: str) -> None:
    """Each wounded man is treated, abandoned ones if they lie here: 1 or 2 dead, 3 to 5 stable, 6 fit (SG-A43)."""
    unit = t.unit(name)
    fetched, healed = lying_here(t.state, unit), 0
    for _ in range(unit.fact("wounded") + fetched):
        face = t.roll("treat wounded", (6,), ("total",), ("SG-A43",), unit=name)
        healed += int(face == 6)
    facts = {"wounded": 0, **({"abandoned": 0} if fetched else {})}
    t.change(
        unit, "reorganised", ("SG-A43", "SG-A26"), figures=unit.figures + healed, facts=facts, also={"fit": healed}
    )


def do_rally(t: Table, name: str, target: str) -> None:
    """The order must come through; then quality above both leadership values together gains a level (SG-A42)."""
    unit, friend = t.unit(name), t.unit(target)
    adds = [("leader", unit.stats["LV"], "SG-A42")]
    if heard(t, unit, friend, "rally") and quality_test(t, friend, adds, ("SG-A42",), "rally"):
        level = confidence(friend) - 1
        t.change(friend, "rallied", ("SG-A42",), facts={"confidence": level}, also={"level": LEVELS[level]})
    else:
        t.emit("action_failed", ("SG-A42",), unit=name, action="rally")


def do_transfer(t: Table, name: str, target: str) -> None:
    """An order that comes through activates the other unit as soon as the fire it drew is over (SG-A42, SG-27)."""
    unit = t.unit(name)
    t.change(
        unit, "transfer_tried", ("SG-A42",), facts={"transfers": unit.fact("transfers") + 1}, also={"target": target}
    )
    if heard(t, unit, t.unit(target), "transfer"):
        t.queue.action.facts["heard"] = 1
    else:
        t.emit("action_failed", ("SG-A42",), unit=name, action="transfer")


def heard(t: Table, unit: Unit, friend: Unit, action: str) -> bool:
    """Within 6 inches without a roll, else quality above the poorer leadership of the two (SG-A42)."""
    if within_voice(t.state, unit, friend):
        return True
    poorer, die = max(unit.stats["LV"], friend.stats["LV"]), unit.stats["QUALITY"]
    prompt = f"{unit.id.upper()} sends the order: D{die} above {poorer}"
    clauses = ("SG-A42",)
    return bool(
        t.roll("order", (die,), ("exceeds", poorer), clauses, prompt=prompt, unit=unit.id, need=poorer, action=action)
    )


def ended(t: Table, queue: ReactionQueue) -> None:
    """A transferred action begins when the leader's own is over, fire at it included (SG-27, SG-48)."""
    action = queue.action
    if action.kind == "transfer" and action.facts.get("heard"):
        t.then("activate", action.target)


def dares(t: Table, unit: Unit, path: list[int]) -> bool:
    """Shaken units test at threat 2 before they leave cover or advance (SG-A39)."""
    if confidence(unit) != SHAKEN:
        return True
    state = t.state
    enemies = foes(state, unit.seat)
    nearer = any(state.board.distance(path[-1], foe.at) < state.board.distance(path[0], foe.at) for foe in enemies)
    leaves = sheltered(state, path[0]) and not sheltered(state, path[-1])
    return not (nearer or leaves) or reaction_test(t, unit, 2, ("SG-A39",))


STEPS = {
    step.__name__: step
    for step in (
        begin_action,
        do_overwatch,
        do_in_position,
        do_leave_position,
        do_remove_suppression,
        do_reorganise,
        do_rally,
        do_transfer,
    )
}
