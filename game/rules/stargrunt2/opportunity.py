"""Opportunity fire, overwatch and reaction fire (SG-01 to SG-49): who may, the test, the point, the shot."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action, Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.stargrunt2.fire import Shot, shot_refused, weapon_groups
from game.rules.stargrunt2.morale import BROKEN, LEVELS, OPPORTUNITY, confidence, motivation, reaction_test

MOVES = ("move", "combat_move")
WORDS = {
    "opportunity_fire": "Test and fire",
    "overwatch_fire": "Spend the counter and fire",
    "reaction_fire": "Reaction fire",
}


def ready(state: State, name: str) -> Refusal | None:
    """Why a unit cannot fire out of turn at anything now."""
    unit = state.units[name]
    if unit.out:
        return Refusal("SG-04", "nobody left", name)
    if confidence(unit) >= BROKEN:
        return Refusal("SG-15", f"{LEVELS[confidence(unit)]} units may not fire", name)
    if unit.fact("suppressed"):
        return Refusal("SG-A8", "suppressed infantry cannot fire", name)
    if unit.fact("activated") and "overwatch" not in unit.markers:
        return Refusal("SG-05", "activated already, and no overwatch counter", name)
    return None


def may_react(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str
) -> list[Option] | Refusal:
    """Ways to fire at the unit that acts: by test, by counter, or as Reaction Fire; at points of a move (SG-16)."""
    unit = state.units[name]
    if queue.facts.get(f"tried:{name}"):
        return Refusal("SG-09", "it has made its one attempt against this action", name)
    groups = weapon_groups(rules, unit)
    if not groups:
        return Refusal("SG-A9", "its weapons have been used this turn", name)
    found: list[Option] = []
    first: Refusal | None = None
    for place, weapons in enumerate(groups):
        suffix = weapons if place else ""
        for point in _points(state, queue, trigger):
            no = point_refused(rules, state, queue, trigger, unit, weapons, point)
            if no is None:
                found += _ways(state, queue, trigger, unit, weapons, suffix, point)
            else:
                first = first or no
    return found or (first or Refusal("SG-04", "no target", name))


def _points(state: State, queue: ReactionQueue, trigger: Trigger) -> range:
    """Points of a move not yet passed; for anything else the one place where the unit stands (-1)."""
    return range(queue.action.done, len(trigger.path)) if trigger.kind in MOVES else range(-1, 0)


def point_refused(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapons: str, point: int
) -> Refusal | None:
    """Why the unit that acts cannot be fired at there (SG-13, SG-17, SG-A11)."""
    no = shot_refused(rules, state, shot_at(state, queue, trigger, unit, weapons, point, opportunity=True))
    return no._replace(point=point) if no and point >= 0 else no


def shot_at(
    state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapons: str, point: int, *, opportunity: bool
) -> Shot:
    """The fire, with the conditions of the point: an in-position marker is gone from the first step on (SG-A23)."""
    cell = trigger.path[point] if point >= 0 else state.units[trigger.actor].at
    return Shot(unit.id, trigger.actor, cell, weapons, opportunity, moved=point > 0)


def _ways(
    state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapons: str, suffix: str, point: int
) -> list[Option]:
    """By test if not activated (SG-05), by counter if it has one (SG-32, SG-A22), or Reaction Fire before a second move."""
    ways = []
    if not unit.fact("activated"):
        ways.append("opportunity_fire")
    if "overwatch" in unit.markers:
        ways.append("overwatch_fire")
    target, place = trigger.actor, f"p{point}" if point >= 0 else ""
    where = f" at {state.board.label(trigger.path[point])}" if point >= 0 else ""
    found = [
        Option(
            ":".join(part for part in (unit.id, way, target, place, suffix) if part),
            way,
            unit.id,
            target,
            weapon=weapons,
            to=trigger.path[point] if point >= 0 else -1,
            point=point,
            value=trigger.id,
            clauses=("SG-06",) if way == "opportunity_fire" else ("SG-32", "SG-37"),
            text=f"{WORDS[way]} on {target.upper()}{where}",
        )
        for way in ways
    ]
    if reaction_fire_open(queue, trigger) and point == 0 and not unit.fact("activated"):
        name = ":".join(part for part in (unit.id, "reaction_fire", target, suffix) if part)
        found.append(
            Option(
                name,
                "reaction_fire",
                unit.id,
                target,
                weapon=weapons,
                value=trigger.id,
                clauses=("SG-01",),
                text=f"{WORDS['reaction_fire']} on {target.upper()}",
            )
        )
    return found


def reaction_fire_open(queue: ReactionQueue, trigger: Trigger) -> bool:
    """Between two moves of one activation, by one enemy unit only (SG-01, SG-A21)."""
    return bool(
        trigger.kind in MOVES
        and queue.action.facts.get("second_move")
        and queue.action.done == 0
        and not queue.facts.get("reaction_fired")
    )


def refusals(rules: Ruleset, state: State, queue: ReactionQueue, seat: str) -> list[Refusal]:
    """Points of the move that cannot be fired at, for the list of steps."""
    out: list[Refusal] = []
    for trigger in queue.open_triggers():
        for unit in state.standing(seat):
            groups = weapon_groups(rules, unit)
            if trigger.kind in MOVES and groups and ready(state, unit.id) is None and seat in trigger.to:
                for point in _points(state, queue, trigger):
                    no = point_refused(rules, state, queue, trigger, unit, groups[0], point)
                    if no is not None:
                        out.append(no)
    return out


# -- declaring --------------------------------------------------------------------------------------------------------


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The attempt: a Reaction Test unless a counter is spent; a success activates the unit (SG-06 to SG-09)."""
    unit = t.unit(reaction.unit)
    queue.facts[f"tried:{unit.id}"] = 1
    if reaction.action == "reaction_fire":
        queue.facts["reaction_fired"] = 1
        activate(t, unit, ("SG-01",))
        declared(t, queue, reaction, ("SG-01", "SG-A21"))
        return
    if reaction.action == "overwatch_fire":
        declared(t, queue, reaction, ("SG-36", "SG-37"))
        return
    threat = OPPORTUNITY[motivation(t.rules, unit)]
    if not reaction_test(t, unit, threat, ("SG-06",), "opportunity"):
        reaction.status, reaction.why, reaction.clause = "failed", "the Reaction Test failed", "SG-08"
        t.emit("attempt_failed", ("SG-08", "SG-42"), unit=unit.id, target=reaction.target)
        return
    activate(t, unit, ("SG-07", "SG-12"))
    declared(t, queue, reaction, ("SG-04", "SG-07"))


def activate(t: Table, unit: Unit, clauses: tuple[str, ...]) -> None:
    """Firing out of turn is the unit's whole activation and owes its side a turn (SG-12, SG-A13)."""
    rule, seat = t.rules.ruling("SG-A13"), unit.seat
    owed = t.state.facts.get(f"owes:{seat}", 0)
    now = 0 if rule == "none" else 1 if rule == "one" else owed + 1
    counter = {"overwatch": None} if "overwatch" in unit.markers else None
    t.change(unit, "activated_out_of_turn", clauses, markers=counter, facts={"activated": 1})
    if now != owed:
        t.mark("turn_owed", ("SG-A13",), facts={f"owes:{seat}": now}, seat=seat)


# -- carrying it out --------------------------------------------------------------------------------------------------


def still_may(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
    """Checked when its turn comes (SG-A5): suppressed or broken meanwhile, or no target any more."""
    unit, target = state.units[reaction.unit], state.units[reaction.target]
    if unit.out:
        return Refusal("SG-A5", "wiped out before it could fire")
    if unit.fact("suppressed") and rules.ruling("SG-A5") == "lost":
        return Refusal("SG-A5", "suppressed before it could fire")
    if confidence(unit) >= BROKEN:
        return Refusal("SG-15", "broken before it could fire")
    if target.out:
        return Refusal("SG-A5", "its target is gone")
    trigger = queue.triggers[reaction.trigger]
    if trigger.kind in MOVES and queue.action.over:
        return Refusal("SG-A5", "the mover never got there")
    if trigger.kind not in MOVES:
        shot = Shot(unit.id, target.id, target.at, reaction.weapon, opportunity=True)
        return shot_refused(rules, state, shot)  # SG-A30: sight is needed again when firing
    return None


def carry_out(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """A mover is brought to the chosen point; then the fire, which is itself an action that may be answered (SG-14)."""
    trigger = queue.triggers[reaction.trigger]
    unit = t.unit(reaction.unit)
    if trigger.kind in MOVES:
        t.then("advance", max(reaction.point, 0))
        t.then("fire_out_of_turn", reaction.id)
        t.then("after_fire", t.unit(reaction.target).fact("casualties"))
        return
    choice = t.ask(
        reaction.seat,
        "resolve",
        [
            Option(
                f"{unit.id}:{reaction.action}:{reaction.target}", reaction.action, unit.id, reaction.target, text="Fire"
            ),
            Option(f"{unit.id}:nothing", "nothing", unit.id, text="Hold fire"),
        ],
        prompt=f"{t.rules.seat_name(reaction.seat)} decides: does {unit.id.upper()} fire at {reaction.target.upper()}?",
        note="The action it answers is complete; a counter is spent only by firing.",
        clauses=("SG-27", "SG-A12"),
        default=f"{unit.id}:{reaction.action}:{reaction.target}",
        unit=unit.id,
    )
    if choice.action == "nothing":
        t.emit("fire_held", ("SG-A12",), unit=unit.id)
        return
    spend_counter(t, unit, reaction)
    t.then(
        "shoot", False, *Shot(unit.id, reaction.target, t.unit(reaction.target).at, reaction.weapon, opportunity=True)
    )


def spend_counter(t: Table, unit: Unit, reaction: Reaction) -> None:
    """The counter goes when the shot is made (SG-36, SG-A5)."""
    if reaction.action == "overwatch_fire" and "overwatch" in unit.markers:
        t.change(unit, "counter_spent", ("SG-36", "SG-47"), markers={"overwatch": None})


def fire_out_of_turn(t: Table, reaction_id: int) -> None:
    """Open the window that this fire gives the other side; then it is resolved, then what answered it (SG-A6)."""
    outer = t.queue
    reaction = outer.reactions[reaction_id]
    unit, target = t.unit(reaction.unit), t.unit(reaction.target)
    if target.out or unit.out:
        return
    spend_counter(t, unit, reaction)
    opportunity = reaction.action != "reaction_fire"
    trigger = outer.triggers[reaction.trigger]
    n = t.emit("fire_announced", ("SG-14",), cause=reaction.n, unit=unit.id, target=target.id)
    action = Action("fire", unit.id, [unit.at], target=target.id, weapon=reaction.weapon)
    action.facts = {
        "opportunity": int(opportunity),
        "cell": trigger.path[reaction.point] if reaction.point >= 0 else target.at,
        "moved": int(reaction.point > 0),
        "late": int(outer.action.kind == "combat_move" and opportunity),
    }
    t.begin(action, "*", n)
    window(t, t.state.enemies(unit.seat), "fire", unit.id, cell=unit.at)
    t.then("q_end")


STEPS = {"fire_out_of_turn": fire_out_of_turn}
