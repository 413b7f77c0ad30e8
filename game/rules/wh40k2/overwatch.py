"""Overwatch: counters at the start of the own turn, fire at any moment of the enemy's movement phase (WH-01 to WH-36)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, lapse
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes
from game.rules.wh40k2.chances import shot_refused
from game.rules.wh40k2.ground import hides_from, in_contact
from game.rules.wh40k2.targets import easier_after, moving, point_refused, shot_of, still_targets

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
    queue = state.queues[-1] if state.queues else None
    if "overwatch" not in unit.markers:
        if queue and queue.action.kind == "charge" and queue.action.target == name:
            return Refusal("WH-22", "charged, and not on overwatch", name)
        return Refusal("WH-06", "no overwatch counter", name)
    if state.phase != "movement":
        return Refusal("WH-09", "overwatch fire is for the enemy’s movement phase only", name)
    if unit.seat == state.seat:
        return Refusal("WH-A9", "overwatch is for the opponent’s turn", name)
    coming = moving(state, queue) if queue else ""
    if any(foe.id != coming for foe in in_contact(state, unit)):  # a charger coming in is still met
        return Refusal("WH-A17", "in hand-to-hand", name)
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
            continue
        suffix = weapon if place else ""
        if moving(state, queue):
            got, no = _points(rules, state, queue, trigger, unit, weapon, suffix)
            found += got
            first = first or no
        for shot in still_targets(rules, state, queue, unit, weapon):
            text = f"Fire at {shot.target.upper()} where it stands"
            found.append(_option(unit, trigger, shot.target, "", weapon, suffix, -1, -1, "WH-12", text))
    if not found and not first and all(rules.weapon(weapon).thrown for weapon in unit.weapons):
        first = Refusal("WH-15", "grenades cannot be thrown on overwatch", name)
    return found or first or Refusal("WH-12", "no enemy in sight and range", name)


def _points(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapon: str, suffix: str
) -> tuple[list[Option], Refusal | None]:
    """Shots at what is left of the path, and one at the mover once it has arrived where that is easier (WH-11)."""
    found: list[Option] = []
    first: Refusal | None = None
    label = state.board.label
    mover, action = trigger.actor.upper(), queue.action
    for point in range(action.done, len(action.path)):
        no = point_refused(rules, state, queue, unit, weapon, point)
        if no is not None:
            first = first or no
            continue
        cell = action.path[point]
        text = f"Fire at {mover} at {label(cell)}"
        found.append(_option(unit, trigger, trigger.actor, f"p{point}", weapon, suffix, cell, point, "WH-11", text))
    if easier_after(rules, state, queue, unit, weapon):
        text = f"Fire at {mover} once it has arrived at {label(action.path[-1])}"
        cell = action.path[-1]
        found.append(_option(unit, trigger, trigger.actor, "after", weapon, suffix, cell, -1, "WH-11", text))
    return found, first


def _option(
    unit: Unit,
    trigger: Trigger,
    target: str,
    when: str,
    weapon: str,
    suffix: str,
    cell: int,
    point: int,
    clause: str,
    text: str,
) -> Option:
    name = ":".join(part for part in (unit.id, "ranged_attack", target, when, suffix) if part)
    return Option(
        name,
        "ranged_attack",
        unit.id,
        target,
        weapon=weapon,
        to=cell,
        point=point,
        value=trigger.id,
        clauses=(clause,),
        text=text,
    )


def refusals(rules: Ruleset, state: State, queue: ReactionQueue, seat: str) -> list[Refusal]:
    """Points of the move that a squad with a counter cannot fire at, and grenades in reach, for the list of refusals."""
    out: list[Refusal] = []
    mover = moving(state, queue)
    for unit in state.standing(seat):
        if ready(state, unit.id) is not None:
            continue
        points = range(queue.action.done, len(queue.action.path)) if mover else ()
        refused = (point_refused(rules, state, queue, unit, unit.weapons[0], point) for point in points)
        out += [no for no in refused if no is not None]
        spots = queue.action.path if mover else [foe.at for foe in foes(state, seat)]
        for weapon in unit.weapons:
            near = rules.weapon(weapon).range
            if rules.weapon(weapon).thrown and any(state.board.distance(unit.at, cell) <= near for cell in spots):
                out.append(Refusal("WH-15", "grenades cannot be thrown on overwatch", unit.id))
    return out


def hushed(rules: Ruleset, state: State, queue: ReactionQueue, seat: str, until: str) -> bool:
    """Whether a standing answer still holds: "within N" ends when an enemy in sight comes within N inches."""
    if not until.startswith("within "):
        return True
    inches = int(until.removeprefix("within "))
    board, mover = state.board, moving(state, queue)
    for unit in state.standing(seat):
        if ready(state, unit.id) is None:
            ahead = queue.action.path[queue.action.done :]
            cells = ahead if mover else [foe.at for foe in foes(state, seat) if not hides_from(state, foe, unit)]
            if any(board.distance(unit.at, c) <= inches and board.visible(unit.at, c) for c in cells):
                return False
    return True


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The squad says when it fires, and at whom (WH-10)."""
    declared(t, queue, reaction, ("WH-10", "WH-A5"))


def carry_out(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The mover comes to the chosen point, or to its end; then the squad fires (WH-11, WH-17)."""
    if reaction.point >= 0:
        t.then("advance", reaction.point)
    elif reaction.to >= 0:
        t.then("advance", len(queue.action.path) - 1)
        t.then("finish_move")
    t.then("open_fire", reaction.id)


def open_fire(t: Table, reaction_id: int) -> None:
    """The counter comes off as soon as the squad shoots (WH-16); a mover that has hidden meanwhile spoils the shot."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    shot = shot_of(t.state, queue, reaction.unit, reaction.target, reaction.weapon, reaction.point)
    if reaction.point < 0 and (no := shot_refused(t.rules, t.state, shot)) is not None:
        lapse(t, reaction, no)
        return
    t.change(reaction.unit, "counter_spent", ("WH-16",), markers={"overwatch": None})
    t.then("fire", *shot)


STEPS = {step.__name__: step for step in (place_counters, open_fire)}
