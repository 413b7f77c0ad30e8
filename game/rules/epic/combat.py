"""A4 and A5: combat attacks (EP-A36), hits and the swift outcome (EP-A37, EP-A38), supporting fire (EP-A39)."""

from __future__ import annotations

from game.engine.queue import ReactionQueue
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.assault import OTHER, SIDES, fighters, side
from game.rules.epic.formations import formations, marked, on_table, seat_of
from game.rules.epic.ground import in_fight, touching


def engaged(state: State, queue: ReactionQueue, which: str) -> list[Unit]:
    """The directly engaged stands of a side: in contact, or within 15 cm and in line of fire (EP-A15, EP-A36)."""
    foes = [foe.at for foe in fighters(state, queue, OTHER[which])]
    return [u for u in fighters(state, queue, which) if any(in_fight(state, u.at, cell) for cell in foes)]


def attack_value(state: State, queue: ReactionQueue, unit: Unit, which: str) -> tuple[str, int]:
    """What a directly engaged stand fights with: CC in contact, else FF; 0 if it has none (EP-A36)."""
    if any(touching(state, unit.at, foe.at) for foe in fighters(state, queue, OTHER[which])):
        return "contact", unit.stats["CC"]
    return "fire", unit.stats["FF"]


def combat_attacks(t: Table) -> None:
    """A4: both sides strike at the same time; nothing modifies the dice, blast markers silence nobody (EP-A36).

    Where nobody is near enough and in view there are no attacks: on to the result (EP-A20), in later rounds again (EP-24).
    """
    queue, state = t.queue, t.state
    if queue.action.over:
        return
    queue.tags["step"], queue.facts["fighting"] = "A4", 1
    lists = {which: [u.id for u in engaged(state, queue, which)] for which in SIDES}
    for which in SIDES:
        queue.tags |= {f"engaged:{which}": "+".join(lists[which]), f"supporters:{which}": ""}
    if not lists["attackers"]:
        number = queue.facts["round"]
        t.emit("no_attacks", ("EP-23", "EP-24") if number > 1 else ("EP-A20",), unit=queue.instigator, round=number)
        return
    strikes = [(which, how, need, names) for which in SIDES for how, need, names in _strikes(state, queue, which)]
    for which, how, need, names in strikes:
        t.then("strike", which, how, need, names)
    for which in SIDES:
        t.then("take_hits", which)
    t.then("swift_outcome")


def _strikes(state: State, queue: ReactionQueue, which: str) -> list[tuple[str, int, list[str]]]:
    """The dice of one side, those with the same value together."""
    table: dict[tuple[str, int], list[str]] = {}
    for unit in engaged(state, queue, which):
        how, value = attack_value(state, queue, unit, which)
        if value:
            table.setdefault((how, value), []).append(unit.id)
    return [(how, value, names) for (how, value), names in sorted(table.items())]


def strike(t: Table, which: str, how: str, need: int, names: list[str]) -> None:
    """Dice of one side that need the same; hits wait until both sides have struck."""
    why = "close combat" if how == "contact" else "firefight" if how == "fire" else "support"
    hits = t.roll(
        why,
        (6,) * len(names),
        ("count", need),
        ("EP-A39",) if how == "support" else ("EP-A36",),
        prompt=f"Roll {len(names)}D6 for {why} of the {which}: {need}+",
        unit=names[0],
        units=names,
        need=need,
        side=which,
    )
    t.queue.facts[f"hits:{which}"] = t.queue.facts.get(f"hits:{which}", 0) + int(hits or 0)


def take_hits(t: Table, which: str) -> None:
    """The other side's hits fall on this side's directly engaged stands and on nobody else (EP-A37)."""
    queue = t.queue
    hits = queue.facts.pop(f"hits:{OTHER[which]}", 0)
    if hits:
        sources = _names(queue, f"supporters:{OTHER[which]}") or _names(queue, f"engaged:{OTHER[which]}")
        t.then("allocate", _names(queue, f"engaged:{which}"), sources, hits, {}, "assault")


def _names(queue: ReactionQueue, tag: str) -> list[str]:
    return [name for name in queue.tags.get(tag, "").split("+") if name]


def left(t: Table, which: str) -> list[str]:
    """The directly engaged stands of a side that still stand."""
    return [name for name in _names(t.queue, f"engaged:{which}") if not t.unit(name).out]


def swift_outcome(t: Table) -> None:
    """If only one side has engaged stands left it has won; if neither has, the assault goes on (EP-A38, EP-A20)."""
    standing = [which for which in SIDES if left(t, which)]
    if len(standing) == 1:
        t.emit("swift_outcome", ("EP-A38",), unit=t.queue.instigator, side=standing[0])
        t.then("assault_won", standing[0], 0)
        t.queue.facts["decided"] = 1
    elif not standing:
        t.emit("nobody_engaged", ("EP-A20",), unit=t.queue.instigator)


def supporters(state: State, queue: ReactionQueue, which: str, victims: list[Unit]) -> list[Unit]:
    """Stands of other formations of the side near an engaged enemy, neither broken nor on the march (EP-A39)."""
    friends = {state.side(seat_of(state, formation)) for formation in side(queue, which)}
    fighting = side(queue, "attackers") + side(queue, "defenders")
    return [
        unit
        for formation in formations(state)
        if formation not in fighting
        and state.side(seat_of(state, formation)) in friends
        and not marked(state, "broken", formation)
        and not marked(state, "marched", formation)
        for unit in on_table(state, formation)
        if unit.stats["FF"] and any(in_fight(state, unit.at, victim.at) for victim in victims)
    ]


def support(t: Table) -> None:
    """A5: supporting fire of both sides, if the attacks have not decided (EP-A39)."""
    queue, state = t.queue, t.state
    if queue.action.over or queue.facts.get("decided"):
        return
    queue.tags["step"] = "A5"
    for which in SIDES:
        victims = [t.unit(name) for name in left(t, OTHER[which])]
        found = supporters(state, queue, which, victims)
        queue.tags[f"supporters:{which}"] = "+".join(u.id for u in found)
        for need, names in sorted(_by_value(found).items()):
            t.then("strike", which, "support", need, names)
    for which in SIDES:
        t.then("take_hits", which)


def _by_value(units: list[Unit]) -> dict[int, list[str]]:
    table: dict[int, list[str]] = {}
    for unit in units:
        table.setdefault(unit.stats["FF"], []).append(unit.id)
    return table


STEPS = {step.__name__: step for step in (combat_attacks, strike, take_hits, swift_outcome, support)}
