"""Opportunity fire, overwatch and reaction fire (SG-01 to SG-49): who may, the test, the point, the shot."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action, Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, lapse, window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.stargrunt2.chances import Shot, shot_refused, weapon_groups
from game.rules.stargrunt2.morale import BROKEN, LEVELS, OPPORTUNITY, confidence, motivation, reaction_test

MOVES = ("move", "combat_move")
WORDS = {
    "opportunity_fire": "Test and fire",
    "overwatch_fire": "Spend the counter and fire",
    "reaction_fire": "Reaction fire",
}
CITED = {"opportunity_fire": ("SG-06",), "overwatch_fire": ("SG-32", "SG-37"), "reaction_fire": ("SG-01",)}


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
    if _pending(state, name):
        return Refusal("SG-12", "it has a shot to make already", name)
    if trigger.kind in MOVES and queue.action.over:
        return Refusal("SG-A7", "that move is over", name)
    groups, tried = weapon_groups(rules, unit), queue.facts.get(tried_key(trigger, name))
    first = Refusal("SG-09", "it has made its one attempt against this action", name) if tried else None
    if not groups:
        return first or Refusal("SG-A9", "its weapons have been used this turn", name)
    found: list[Option] = []
    for place, weapons in enumerate(groups):
        suffix = weapons if place else ""
        for point in [] if tried else points(queue, trigger):
            no = point_refused(rules, state, queue, trigger, unit, weapons, point)
            if no is None:
                found += [_option(state, way, trigger, unit, weapons, suffix, point) for way in ways(unit)]
            else:
                first = first or no
        if reaction_fire_open(queue, trigger) and not unit.fact("activated"):
            shot = Shot(name, trigger.actor, queue.action.path[0], weapons)
            if shot_refused(rules, state, shot) is None:
                found.append(_option(state, "reaction_fire", trigger, unit, weapons, suffix, -1))
    return found or first or Refusal("SG-04", "no target", name)


def _pending(state: State, name: str) -> bool:
    """Whether a shot of the unit is declared or under way."""
    return any(r.unit == name and r.status in ("declared", "now") for q in state.queues for r in q.reactions)


def tried_key(trigger: Trigger, name: str) -> str:
    """Under what the queue remembers an attempt: one for each unit and enemy action (SG-09, SG-A20)."""
    return f"tried:{trigger.id}:{name}"


def points(queue: ReactionQueue, trigger: Trigger) -> range:
    """Points of a move not yet passed or tried at (SG-A7); for anything else the one place where the unit stands (-1)."""
    if trigger.kind not in MOVES:
        return range(-1, 0)
    return range(max(queue.action.done, queue.facts.get("tried_at", 0)), len(queue.action.path))


def point_refused(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, weapons: str, point: int
) -> Refusal | None:
    """Why the unit that acts cannot be fired at there (SG-13, SG-17, SG-A11)."""
    cell = queue.action.path[point] if point >= 0 else state.units[trigger.actor].at
    # an in-position marker is gone from the first step on (SG-A23)
    no = shot_refused(rules, state, Shot(unit.id, trigger.actor, cell, weapons, opportunity=True, moved=point > 0))
    return no._replace(point=point) if no and point >= 0 else no


def ways(unit: Unit) -> list[str]:
    """By test if not activated (SG-05), by counter if it has one (SG-32, SG-A22)."""
    by_test = [] if unit.fact("activated") else ["opportunity_fire"]
    return [*by_test, "overwatch_fire"] if "overwatch" in unit.markers else by_test


def _option(state: State, way: str, trigger: Trigger, unit: Unit, weapons: str, suffix: str, point: int) -> Option:
    target, place = trigger.actor, f"p{point}" if point >= 0 else ""
    where = f" at {state.board.label(trigger.path[point])}" if point >= 0 else ""
    return Option(
        ":".join(part for part in (unit.id, way, target, place, suffix) if part),
        way,
        unit.id,
        target,
        weapon=weapons,
        to=trigger.path[point] if point >= 0 else -1,
        point=point,
        value=trigger.id,
        clauses=CITED[way],
        text=f"{WORDS[way]} on {target.upper()}{where}",
    )


def reaction_fire_open(queue: ReactionQueue, trigger: Trigger) -> bool:
    """Between two moves of one activation, by one enemy unit only (SG-01, SG-A21)."""
    return bool(
        trigger.kind in MOVES
        and queue.action.facts.get("second_move")
        and queue.action.done == 0
        and not queue.facts.get("tried_at")
        and not queue.facts.get("reaction_fired")
    )


def refusals(rules: Ruleset, state: State, queue: ReactionQueue, seat: str) -> list[Refusal]:
    """Points of the move that cannot be fired at, for the list of steps."""
    return [
        no
        for trigger in queue.open_triggers()
        if trigger.kind in MOVES and seat in trigger.to
        for unit in state.standing(seat)
        if ready(state, unit.id) is None
        for weapons in weapon_groups(rules, unit)[:1]
        for point in points(queue, trigger)
        if (no := point_refused(rules, state, queue, trigger, unit, weapons, point)) is not None
    ]


# -- declaring --------------------------------------------------------------------------------------------------------


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The attempt: a Reaction Test unless a counter is spent; a success activates the unit (SG-06 to SG-09)."""
    unit, trigger = t.unit(reaction.unit), queue.triggers[reaction.trigger]
    if reaction.action == "reaction_fire":
        queue.facts["reaction_fired"] = 1
        activate(t, unit, ("SG-01",))
        declared(t, queue, reaction, ("SG-01", "SG-A21"))
        return
    queue.facts[tried_key(trigger, unit.id)] = 1
    if trigger.kind in MOVES and t.rules.ruling("SG-A7") == "path":
        queue.facts["tried_at"] = reaction.point  # the mover has come so far, whatever the test says
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
    rule, seat, state = t.rules.ruling("SG-A13"), unit.seat, t.state
    counter = {"overwatch": None} if "overwatch" in unit.markers else None
    t.change(unit, "activated_out_of_turn", clauses, markers=counter, facts={"activated": 1})
    charged = state.tags.get(f"charged:{seat}") == state.tags.get("activation", "")
    if rule == "none" or (rule == "one" and charged):
        return
    owed = state.facts.get(f"owes:{seat}", 0) + 1
    tags = {f"charged:{seat}": state.tags.get("activation", "")}
    t.mark("turn_owed", ("SG-A13",), facts={f"owes:{seat}": owed}, tags=tags, seat=seat)


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
    if queue.triggers[reaction.trigger].kind in MOVES:
        return Refusal("SG-A5", "its target is gone") if target.out else None
    shot = Shot(unit.id, target.id, target.at, reaction.weapon, opportunity=True)
    return shot_refused(rules, state, shot)  # sight is needed again when firing (SG-A30)


def carry_out(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """A mover is brought to the chosen point; then the fire, if it is still wanted (SG-16, SG-27, SG-A12)."""
    if queue.triggers[reaction.trigger].kind in MOVES:
        point = min(reaction.point, len(queue.action.path) - 1)  # the path may have been cut short meanwhile
        if point > queue.action.done:
            t.then("advance", point)
        t.then("fire_at_mover", reaction.id)
    elif wanted(t, reaction):
        spend_counter(t, t.unit(reaction.unit), reaction)
        target = t.unit(reaction.target)
        t.then("shoot", *Shot(reaction.unit, target.id, target.at, reaction.weapon, opportunity=True))


def wanted(t: Table, reaction: Reaction) -> bool:
    """A unit is not bound to fire after its test or after the action that it answers (SG-A12)."""
    name, target = reaction.unit, reaction.target
    fire = f"{name}:{reaction.action}:{target}"
    choice = t.ask(
        reaction.seat,
        "resolve",
        [
            Option(fire, reaction.action, name, target, weapon=reaction.weapon, text="Fire"),
            Option(f"{name}:nothing", "nothing", name, text="Hold fire"),
        ],
        prompt=f"{t.rules.seat_name(reaction.seat)} decides: does {name.upper()} fire at {target.upper()}?",
        note="It may hold its fire; a counter is spent only by firing.",
        clauses=("SG-27", "SG-A12"),
        default=fire,
        unit=name,
    )
    if choice.action == "nothing":
        t.emit("fire_held", ("SG-A12",), unit=name)
    return choice.action != "nothing"


def spend_counter(t: Table, unit: Unit, reaction: Reaction) -> None:
    """The counter goes when the shot is made (SG-36, SG-A5)."""
    if reaction.action == "overwatch_fire":
        t.change(unit, "counter_spent", ("SG-36", "SG-47"), markers={"overwatch": None})


def fire_at_mover(t: Table, reaction_id: int) -> None:
    """The fire at a mover where it now is, an action that the other side may answer before it is resolved (SG-14, SG-A6)."""
    outer = t.queue
    reaction, move = outer.reactions[reaction_id], outer.action
    unit, target = t.unit(reaction.unit), t.unit(reaction.target)
    opportunity = reaction.action != "reaction_fire"
    shot = Shot(unit.id, target.id, target.at, reaction.weapon, opportunity, moved=move.done > 0)
    no = shot_refused(t.rules, t.state, shot)
    if no is not None:
        lapse(t, reaction, no)
        return
    if reaction.action == "opportunity_fire" and not wanted(t, reaction):
        return
    spend_counter(t, unit, reaction)
    n = t.emit("fire_announced", ("SG-14",), cause=reaction.n, unit=unit.id, target=target.id)
    action = Action("fire", unit.id, [unit.at], target=target.id, weapon=reaction.weapon)
    action.facts = {"opportunity": int(opportunity), "cell": target.at, "moved": int(shot.moved)}
    t.begin(action, "*", n)
    window(t, t.state.enemies(unit.seat), "fire", unit.id, cell=unit.at)
    t.then("q_end")
    t.then("after_fire", target.fact("casualties"), target.fact("wounded"), opportunity)


STEPS = {"fire_at_mover": fire_at_mover}
