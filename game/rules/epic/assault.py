"""The assault from A1 to A8: who engages whom, the order of its steps, round after round (EP-01, EP-06, EP-22 to EP-25).

Four words (EP-A1): the engager began it, the target was charged; the attacking side is the engager with all that
defenders drew in, the defending side the target with all that attackers drew in. The queue's tags `attackers` and
`defenders` hold the formations of both.
"""

from __future__ import annotations

from game.engine.queue import Action, Reaction, ReactionQueue
from game.engine.reactions import window
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.drafts import move_stand
from game.rules.epic.formations import against, first, formation_of, marked, on_table, standing
from game.rules.epic.ground import NEAR, line_of_fire, touching, within

SIDES = ("attackers", "defenders")
OTHER = {"attackers": "defenders", "defenders": "attackers"}


def side(queue: ReactionQueue, which: str) -> list[str]:
    """The formations of one side of the assault."""
    return queue.tags[which].split("+")


def fighters(state: State, queue: ReactionQueue, which: str) -> list[Unit]:
    """The stands on the table of one side of the assault."""
    return [unit for formation in side(queue, which) for unit in on_table(state, formation)]


def engage(t: Table, formation: str, charged: list[str]) -> None:
    """A1 and A2: the target is named, then the engager makes its charge moves (EP-01, EP-A34)."""
    lead = first(t.state, formation)
    t.cause = t.emit("assault_declared", ("EP-01", "EP-A34"), unit=lead.id, formation=formation, targets=charged)
    action = Action("engage", lead.id, pace="engage", target=first(t.state, charged[0]).id, targets=charged)
    queue = t.begin(action, "charge", t.cause)
    queue.tags |= {"attackers": formation, "defenders": "+".join(charged), "drafting": formation, "step": "A2"}
    queue.facts |= {"round": 1, "fighting": 0, "kills:attackers": 0, "kills:defenders": 0}
    window(t, [lead.seat], "charge", lead.id, cell=lead.at)
    t.then("watched", formation)  # overwatch comes between charge and counter charge (EP-06)
    t.then("assault_round")
    t.then("q_end")


def assault_round(t: Table) -> None:
    """A3 to A6. In round one only the target counter charges; later both sides do, the attackers first (EP-25, EP-A14)."""
    queue = t.queue
    engager = side(queue, "attackers")[0]
    if queue.facts["round"] == 1 and not able(t.state, engager):
        stop(t, ("EP-A44",), f"{engager.upper()} cannot fight any more")
        return
    if not fighters(t.state, queue, "defenders"):
        stop(t, ("EP-A34",), "nobody is left to fight")
        return
    queue.tags["step"] = "A3"
    if queue.facts["round"] > 1:
        t.emit("round_begun", ("EP-A41", "EP-25"), round=queue.facts["round"])
        t.then("counter_charges", "attackers")
    t.then("counter_charges", "defenders")
    if queue.facts["round"] == 1:
        t.then("may_begin")
    t.then("combat_attacks")
    t.then("support")
    t.then("result")


def able(state: State, formation: str) -> bool:
    """Whether an engager is still fit to fight: overwatch may have broken it on the way."""
    return bool(on_table(state, formation)) and not marked(state, "broken", formation)


def stop(t: Table, clauses: tuple[str, ...], reason: str) -> None:
    """The engage action ends without a fight: what has moved stays, and the sides are no more (EP-A5)."""
    queue = t.queue
    queue.action.status = "stopped"
    t.emit("assault_off", clauses, cause=queue.n, unit=queue.instigator, reason=reason)


def counter_charges(t: Table, which: str) -> None:
    """A3: one side's counter charges, planned as a set (EP-01, EP-08, EP-09)."""
    queue, state = t.queue, t.state
    if queue.action.over:
        return
    seats = list(dict.fromkeys(first(state, formation).seat for formation in side(queue, which)))
    queue.kind = "counter_charge"
    queue.tags["drafting"] = queue.tags[which]
    lead = first(state, side(queue, OTHER[which])[0])
    window(t, seats, "counter_charge", lead.id, cell=lead.at)


def counter_charge(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """One stand's counter charge is made; whom it touches is drawn in (EP-13)."""
    clause = reaction.clause or "EP-10"
    move_stand(t, reaction.unit, reaction.action, reaction.target, reaction.to, reaction.path, clause)
    draw_in(t, t.unit(reaction.unit))


def draw_in(t: Table, unit: Unit) -> None:
    """Enemy formations that a counter charge touches join the assault on their side, as one with it (EP-13, EP-14, EP-A18)."""
    queue, state = t.queue, t.state
    own = next(which for which in SIDES if formation_of(unit) in side(queue, which))
    for foe in against(state, unit.seat):
        formation = formation_of(foe)
        fighting = side(queue, "attackers") + side(queue, "defenders")
        if formation not in fighting and touching(state, unit.at, foe.at):
            queue.tags[OTHER[own]] += f"+{formation}"
            clauses = ("EP-12", "EP-13", "EP-14") if own == "defenders" else ("EP-13", "EP-A18")
            t.emit("drawn_in", clauses, unit=foe.id, formation=formation, by=unit.id, side=OTHER[own])


def may_begin(t: Table) -> None:
    """Round one: without a line of fire, or with everybody too far off, the assault does not happen (EP-22, EP-A5)."""
    queue, state = t.queue, t.state
    if queue.action.over:
        return
    pairs = [(a.at, d.at) for a in fighters(state, queue, "attackers") for d in fighters(state, queue, "defenders")]
    if not any(line_of_fire(state, a, d) for a, d in pairs):
        stop(t, ("EP-22", "EP-A5"), "no attacker has a line of fire to the target")
    elif not any(within(state, a, d, NEAR) for a, d in pairs):
        stop(t, ("EP-A5", "EP-A34"), f"no attacker is within {NEAR} cm of the target")
    else:
        t.emit("assault_begun", ("EP-22",), unit=queue.instigator)


def gone(state: State, queue: ReactionQueue, which: str) -> bool:
    """Whether nothing is left of a side."""
    return not any(standing(state, formation) for formation in side(queue, which))


STEPS = {step.__name__: step for step in (engage, assault_round, counter_charges, may_begin)}
