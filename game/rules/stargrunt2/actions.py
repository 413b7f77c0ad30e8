"""The actions of an activation: moves, fire, overwatch, position, recovery, leadership (SG-31 to SG-35, fact tables)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action, ReactionQueue
from game.engine.reactions import window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes, occupied, touches
from game.rules.stargrunt2.dice import shifted
from game.rules.stargrunt2.fire import Shot, shot_refused, weapon_groups
from game.rules.stargrunt2.morale import BROKEN, ROUTED, SHAKEN, confidence, in_cover, reaction_test, role

TWICE = frozenset({"move", "combat_move", "remove_suppression", "transfer", "rally"})
VOICE = 6  # inches without a roll (SG-A42)


def friends(state: State, unit: Unit) -> list[Unit]:
    """Other units of the side."""
    return [u for u in state.standing(unit.seat) if u.id != unit.id]


def mode(rules: Ruleset, unit: Unit) -> str:
    """How the unit crosses ground."""
    return "vehicle" if role(rules, unit) == "vehicle" else "foot"


def base_move(unit: Unit) -> int:
    """Inches of a normal move; one mobility type less when carrying (fact table, SG-A4)."""
    return 4 if unit.fact("carrying") and unit.stats["MOVE"] == 6 else unit.stats["MOVE"]


def mobility(unit: Unit) -> int:
    """The combat-move die."""
    return shifted(unit.stats["MOBILITY"], -1 if unit.fact("carrying") else 0)


def actions(rules: Ruleset, state: State, unit: Unit, first: str) -> Iterator[Option]:
    """Everything the unit may do as its next action; `first` is its first action's kind, "" if this is the first."""
    name = unit.id
    suppressed, level = unit.fact("suppressed"), confidence(unit)
    can_move = not suppressed and not unit.fact("immobile")
    if can_move:
        yield from _moves(rules, state, unit)
    if not suppressed and level < BROKEN:
        yield from _fires(rules, state, unit)
        if first != "fire":  # SG-34, SG-35; the first action may be forgone (SG-A1)
            yield Option(f"{name}:overwatch", "overwatch", name, clauses=("SG-31",), text="Go on overwatch")
        if "in_position" not in unit.markers and first != "in_position" and role(rules, unit) != "vehicle":
            yield Option(f"{name}:in_position", "in_position", name, clauses=("SG-A41",), text="Go in position")
        yield from _assaults(rules, state, unit, first)
    if suppressed:
        yield Option(
            f"{name}:remove_suppression", "remove_suppression", name, clauses=("SG-A38",), text="Shake off suppression"
        )
    if (
        (unit.fact("wounded") or unit.fact("carrying"))
        and first != "reorganise"
        and (not suppressed or in_cover(state, unit))
    ):
        yield Option(
            f"{name}:reorganise", "reorganise", name, clauses=("SG-A43",), text="Reorganise, treat the wounded"
        )
    if role(rules, unit) == "command" and level < BROKEN:
        yield from _leadership(state, unit)
    yield Option(f"{name}:end", "end", name, text="End the activation")


def _moves(rules: Ruleset, state: State, unit: Unit) -> Iterator[Option]:
    board, taken = state.board, occupied(state, but=unit.id)
    kinds = [("move", 2 * base_move(unit))]
    if role(rules, unit) != "vehicle" and confidence(unit) < BROKEN:
        kinds.append(("combat_move", 4 * mobility(unit)))
    for kind, budget in kinds:
        for cell in board.reach(unit.at, budget, taken, mode(rules, unit)).costs:
            if cell != unit.at and not any(touches(state, cell, foe.at) for foe in foes(state, unit.seat)):
                x, y = board.xy(cell)
                yield Option(f"{unit.id}:{kind}:{x},{y}", kind, unit.id, to=cell, pace=kind)


def _fires(rules: Ruleset, state: State, unit: Unit) -> Iterator[Option]:
    for place, weapons in enumerate(weapon_groups(rules, unit)):
        for foe in foes(state, unit.seat):
            if shot_refused(rules, state, Shot(unit.id, foe.id, foe.at, weapons)) is None:
                suffix = weapons if place else ""
                name = ":".join(part for part in (unit.id, "fire", foe.id, suffix) if part)
                yield Option(
                    name, "fire", unit.id, foe.id, weapon=weapons, clauses=("SG-A35",), text=f"Fire at {foe.id.upper()}"
                )


def _assaults(rules: Ruleset, state: State, unit: Unit, first: str) -> Iterator[Option]:
    if first or role(rules, unit) == "vehicle" or unit.fact("immobile"):
        return
    for foe in foes(state, unit.seat):
        if role(rules, foe) != "vehicle" and assault_path(rules, state, unit, foe):
            yield Option(
                f"{unit.id}:close_assault:{foe.id}",
                "close_assault",
                unit.id,
                foe.id,
                clauses=("SG-A46",),
                text=f"Assault {foe.id.upper()}",
            )


def assault_path(rules: Ruleset, state: State, unit: Unit, foe: Unit) -> list[int]:
    """The way into contact within a full combat move, start first; empty if there is none (SG-A46)."""
    reach = state.board.reach(unit.at, 4 * mobility(unit), occupied(state, but=unit.id), mode(rules, unit))
    near = [c for c in reach.costs if touches(state, c, foe.at)]
    goal = min(near, key=lambda c: (reach.costs[c], c), default=-1)
    return [unit.at, *reach.path(goal)] if goal >= 0 and goal != unit.at else []


def _leadership(state: State, unit: Unit) -> Iterator[Option]:
    for friend in friends(state, unit):
        if unit.fact("transfers") < 2 and confidence(friend) < ROUTED:
            text = f"Transfer an action to {friend.id.upper()}"
            yield Option(
                f"{unit.id}:transfer:{friend.id}", "transfer", unit.id, friend.id, clauses=("SG-48",), text=text
            )
        if confidence(friend) > 0:
            text = f"Rally {friend.id.upper()}"
            yield Option(f"{unit.id}:rally:{friend.id}", "rally", unit.id, friend.id, clauses=("SG-A42",), text=text)


# -- announcing -------------------------------------------------------------------------------------------------------


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


def complete(rules: Ruleset, state: State, option: Option) -> Option:
    """A move with its shortest path."""
    if option.action not in ("move", "combat_move", "go_on") or option.path or option.to < 0:
        return option
    unit = state.units[option.unit]
    if option.action == "go_on":
        budget = state.queues[-1].action.facts["left"]
    else:
        budget = 2 * base_move(unit) if option.action == "move" else 4 * mobility(unit)
    reach = state.board.reach(unit.at, budget, occupied(state, but=unit.id), mode(rules, unit))
    return option._replace(path=reach.path(option.to))


def path_refused(rules: Ruleset, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
    """Whether a bent path can be taken."""
    if option.action not in ("move", "combat_move"):
        return Refusal("SG-A40", "this choice has no path", option.unit)
    unit = state.units[option.unit]
    if not path or path[-1] != option.to:
        return Refusal("SG-A40", f"it does not end on {state.board.label(option.to)}", unit.id)
    try:
        cost = state.board.path_cost((unit.at, *path), blocked=occupied(state, but=unit.id), mode=mode(rules, unit))
    except ValueError as error:
        return Refusal("SG-A40", str(error).rstrip("."), unit.id)
    budget = 2 * base_move(unit) if option.action == "move" else 4 * mobility(unit)
    if cost > budget:
        return Refusal("SG-A40", f'it costs {cost / 2:g}", at most {budget / 2:g}" can be made', unit.id)
    return None


# -- carrying out -----------------------------------------------------------------------------------------------------


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
        shot = Shot(
            unit.id, action.target, cell, action.weapon, bool(facts.get("opportunity")), bool(facts.get("moved"))
        )
        t.then("shoot", bool(facts.get("late")), *shot)
    elif action.kind != "assault":
        t.then(f"do_{action.kind}", unit.id, action.target)


def do_overwatch(t: Table, name: str, target: str) -> None:
    """The counter is placed (SG-31)."""
    t.change(name, "overwatch_placed", ("SG-31", "SG-33"), markers={"overwatch": "up"})


def do_in_position(t: Table, name: str, target: str) -> None:
    """Threat 0 in cover, 2 in the open (SG-A41)."""
    unit = t.unit(name)
    if reaction_test(t, unit, 0 if in_cover(t.state, unit) else 2, ("SG-A41",)):
        t.change(unit, "in_position", ("SG-A41",), markers={"in_position": "up"})
    else:
        t.emit("action_failed", ("SG-A28",), unit=name, action="in_position")


def do_remove_suppression(t: Table, name: str, target: str) -> None:
    """Quality above leadership takes one marker off (SG-A38)."""
    unit = t.unit(name)
    if not unit.fact("suppressed"):
        return
    if reaction_test(t, unit, 0, ("SG-A38",), "remove suppression"):
        left = unit.fact("suppressed") - 1
        markers = None if left else {"suppressed": None}
        t.change(
            unit, "suppression_removed", ("SG-A38",), facts={"suppressed": left}, markers=markers, also={"left": left}
        )
    else:
        t.emit("action_failed", ("SG-A38",), unit=name, action="remove_suppression")


def do_reorganise(t: Table, name: str, target: str) -> None:
    """Each wounded man is treated: 1 or 2 dead, 3 to 5 stable, 6 fit (SG-A43)."""
    unit = t.unit(name)
    healed = 0
    for _ in range(unit.fact("wounded")):
        face = t.roll("treat wounded", (6,), ("total",), ("SG-A43",), unit=name)
        healed += int(face == 6)
    facts = {"wounded": 0, "carrying": 0, "abandoned": 0}
    t.change(
        unit, "reorganised", ("SG-A43", "SG-A26"), figures=unit.figures + healed, facts=facts, also={"fit": healed}
    )


def do_rally(t: Table, name: str, target: str) -> None:
    """The rallied unit's quality above both leadership values together gains a level (SG-A42)."""
    unit, friend = t.unit(name), t.unit(target)
    if reaction_test(t, friend, unit.stats["LV"], ("SG-A42",), "rally"):
        t.change(friend, "rallied", ("SG-A42",), facts={"confidence": max(0, confidence(friend) - 1)})
    else:
        t.emit("action_failed", ("SG-A42",), unit=name, action="rally")


def do_transfer(t: Table, name: str, target: str) -> None:
    """Within 6 inches without a roll, else quality above the poorer leadership; a full activation at once (SG-A42)."""
    unit, friend = t.unit(name), t.unit(target)
    t.change(
        unit, "transfer_tried", ("SG-A42",), facts={"transfers": unit.fact("transfers") + 1}, also={"target": target}
    )
    if t.state.board.distance(unit.at, friend.at) > VOICE:
        poorer = max(unit.stats["LV"], friend.stats["LV"])
        if not t.roll("transfer", (unit.stats["QUALITY"],), ("exceeds", poorer), ("SG-A42",), unit=name, need=poorer):
            t.emit("action_failed", ("SG-A42",), unit=name, action="transfer")
            return
    t.then("activate", target)


def may_turn_tail(t: Table, unit: Unit, path: list[int]) -> bool:
    """Shaken units test before leaving cover or advancing (fact table, threat 2)."""
    if confidence(unit) != SHAKEN:
        return True
    board, enemies = t.state.board, foes(t.state, unit.seat)
    nearer = any(board.distance(path[-1], foe.at) < board.distance(path[0], foe.at) for foe in enemies)
    if not nearer and not in_cover(t.state, unit):
        return True
    return reaction_test(t, unit, 2, ("SG-A39",))


STEPS = {
    step.__name__: step
    for step in (
        begin_action,
        do_overwatch,
        do_in_position,
        do_remove_suppression,
        do_reorganise,
        do_rally,
        do_transfer,
    )
}
