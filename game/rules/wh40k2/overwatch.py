"""Overwatch: counters at the start of the own turn, fire at any moment of the enemy's movement phase (WH-01 to WH-36)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes
from game.rules.wh40k2.fire import FAST, Shot, in_contact, nearest_or_easier, shot_refused

HOLD = (4, 8, 12, 16)
"""Inches that a standing answer may name: say nothing until an enemy comes within them."""


def prepare_refused(state: State, unit: Unit) -> Refusal | None:
    """Why a squad cannot be put on overwatch (WH-A17), or None. Only whole squads are asked about (WH-04)."""
    if "broken" in unit.markers:
        return Refusal("WH-A17", "broken", unit.id)
    if in_contact(state, unit):
        return Refusal("WH-A17", "in hand-to-hand", unit.id)
    if "overwatch" in unit.markers:
        return Refusal("WH-06", "already on overwatch", unit.id)
    return None


def place_counters(t: Table) -> None:
    """The player decides which whole squads go on overwatch, before anything else (WH-03, WH-04, WH-05)."""
    state, seat = t.state, t.state.seat
    fit = [u for u in state.standing(seat) if prepare_refused(state, u) is None]
    choice = t.ask(
        seat,
        "overwatch",
        [
            *(
                Option(
                    f"{u.id}:overwatch", "overwatch", u.id, clauses=("WH-03",), text=f"{u.id.upper()} goes on overwatch"
                )
                for u in fit
            ),
            Option("done", "done", text="No more counters"),
        ],
        prompt=f"{t.rules.seat_name(seat)} decides: which squads go on overwatch?",
        note="A squad on overwatch does nothing in its own turn and may fire in the enemy’s movement phase.",
        clauses=("WH-03", "WH-04"),
        default="done",
    )
    if choice.action == "overwatch":
        t.change(choice.unit, "overwatch_placed", ("WH-05", "WH-06", "WH-08"), markers={"overwatch": "up"})
        t.then("place_counters")


def ready(state: State, name: str) -> Refusal | None:
    """Why a squad cannot fire on overwatch at anything now."""
    unit = state.units[name]
    if unit.out:
        return Refusal("WH-01", "no model left", name)
    if "overwatch" not in unit.markers:
        return Refusal("WH-06", "no overwatch counter", name)
    if state.phase != "movement":
        return Refusal("WH-09", "overwatch fire is for the enemy’s movement phase only", name)
    if unit.seat == state.seat:
        return Refusal("WH-A9", "overwatch is for the opponent’s turn", name)
    return None


def may_react(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str
) -> list[Option] | Refusal:
    """Shots at points of the declared move, and at targets that stay where they are (WH-10 to WH-14)."""
    unit = state.units[name]
    found: list[Option] = []
    first: Refusal | None = None
    for place, weapon in enumerate(unit.weapons):
        if rules.weapon(weapon).thrown:
            first = first or Refusal("WH-15", "grenades cannot be thrown on overwatch", name)
            continue
        suffix = weapon if place else ""
        if trigger.kind == "move":
            got, no = _points(rules, state, queue, trigger, unit, weapon, suffix)
            found += got
            first = no or first
        found += _still_targets(rules, state, queue, trigger, unit, weapon, suffix)
    return found or (first or Refusal("WH-12", "no enemy in sight and range", name))


def _points(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapon: str, suffix: str
) -> tuple[list[Option], Refusal | None]:
    found: list[Option] = []
    first: Refusal | None = None
    label = state.board.label
    for point in range(queue.action.done, len(trigger.path)):
        no = point_refused(rules, state, queue, unit, weapon, point)
        if no is not None:
            first = first or no
            continue
        cell = trigger.path[point]
        name = ":".join(p for p in (unit.id, "ranged_attack", trigger.actor, f"p{point}", suffix) if p)
        found.append(
            Option(
                name,
                "ranged_attack",
                unit.id,
                trigger.actor,
                weapon=weapon,
                to=cell,
                point=point,
                value=trigger.id,
                clauses=("WH-11",),
                text=f"Fire at {trigger.actor.upper()} at {label(cell)}",
            )
        )
    return found, first


def point_refused(
    rules: Ruleset, state: State, queue: ReactionQueue, unit: Unit, weapon: str, point: int
) -> Refusal | None:
    """Why the mover cannot be fired at on a point of its path (WH-13, WH-14, WH-25, WH-A7)."""
    shot = shot_at_point(state, queue, unit, weapon, point)
    no = shot_refused(rules, state, shot)
    if no is None and shot.charging and queue.action.target != unit.id:
        reach, board = rules.weapon(weapon).range, state.board
        seen = [c for c in queue.action.path if board.visible(unit.at, c)]
        if all(board.distance(unit.at, cell) > reach for cell in seen):
            no = Refusal("WH-A7", f'no visible point of the charge is within {reach}"', unit.id)
    return no._replace(point=point) if no else None


def shot_at_point(state: State, queue: ReactionQueue, unit: Unit, weapon: str, point: int) -> Shot:
    """The fire at a point of the declared move, with what its being under way means."""
    action = queue.action
    charging = action.kind == "charge"
    return Shot(
        unit.id,
        action.unit,
        action.path[point],
        weapon,
        overwatch=True,
        flinch=flinches(state, unit, action.path) or (charging and action.target == unit.id),
        charging=charging,
        fast=action.facts.get("inches", 0) >= FAST,
    )


def flinches(state: State, shooter: Unit, path: list[int]) -> bool:
    """Whether the whole declared move crosses between cover and open for this shooter (WH-18, WH-20, WH-A13, WH-A14)."""
    covered = {_covered(state, shooter, cell) for cell in path}
    return len(covered) == 2


def _covered(state: State, shooter: Unit, cell: int) -> bool:
    sight = state.board.sight(shooter.at, cell)
    return not sight.visible or bool(sight.cover)


def _still_targets(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapon: str, suffix: str
) -> Iterator[Option]:
    """Enemies of the moving side that are not on the move now (WH-12); nearest, or easier than it (WH-A29)."""
    mover = queue.action.unit if trigger.kind == "move" else ""
    shots = [
        Shot(unit.id, foe.id, foe.at, weapon, overwatch=True)
        for foe in foes(state, unit.seat)
        if foe.seat == state.seat and foe.id != mover and not in_contact(state, foe)
    ]
    legal = [shot for shot in shots if shot_refused(rules, state, shot) is None]
    for shot in nearest_or_easier(rules, state, unit, legal):
        name = ":".join(p for p in (unit.id, "ranged_attack", shot.target, suffix) if p)
        yield Option(
            name,
            "ranged_attack",
            unit.id,
            shot.target,
            weapon=weapon,
            value=trigger.id,
            clauses=("WH-12",),
            text=f"Fire at {shot.target.upper()} where it stands",
        )


def refusals(rules: Ruleset, state: State, queue: ReactionQueue, seat: str) -> list[Refusal]:
    """Points of the move that a squad with a counter cannot fire at, with reasons, for the list of steps."""
    out: list[Refusal] = []
    if queue.action.kind in ("move", "run", "charge"):
        for unit in state.standing(seat):
            if ready(state, unit.id) is None:
                for point in range(queue.action.done, len(queue.action.path)):
                    no = point_refused(rules, state, queue, unit, unit.weapons[0], point)
                    if no is not None:
                        out.append(no)
    return out


def hushed(rules: Ruleset, state: State, queue: ReactionQueue, seat: str, until: str) -> bool:
    """Whether a standing answer still holds: "within N" ends when a visible point comes within N inches."""
    if not until.startswith("within "):
        return True
    inches = int(until.removeprefix("within "))
    board = state.board
    for unit in state.standing(seat):
        if ready(state, unit.id) is None:
            cells = [c for tr in queue.open_triggers() for c in tr.path] or [foe.at for foe in foes(state, seat)]
            if any(board.distance(unit.at, c) <= inches and board.visible(unit.at, c) for c in cells):
                return False
    return True


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The counter comes off as soon as the squad shoots (WH-16)."""
    t.change(reaction.unit, "counter_spent", ("WH-16",), markers={"overwatch": None})
    declared(t, queue, reaction, ("WH-10", "WH-A5"))


def carry_out(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The mover comes to the chosen point, then the fire is worked out (WH-11, WH-17)."""
    unit = t.unit(reaction.unit)
    if reaction.point >= 0:
        t.then("advance", reaction.point)
        shot = shot_at_point(t.state, queue, unit, reaction.weapon, reaction.point)
    else:
        shot = Shot(unit.id, reaction.target, t.unit(reaction.target).at, reaction.weapon, overwatch=True)
    t.then("fire", *shot)


def forecast_shot(state: State, option: Option) -> Shot:
    """The shot behind an option of an overwatch window."""
    queue, unit = state.queues[-1], state.units[option.unit]
    if option.point >= 0:
        return shot_at_point(state, queue, unit, option.weapon, option.point)
    return Shot(unit.id, option.target, state.units[option.target].at, option.weapon, overwatch=True)


STEPS = {"place_counters": place_counters}
