"""Artillery overwatch: one bombardment out of turn at a unit that comes next to a gun or into its hex (VK-04 to VK-28)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import hit_number, site_at
from game.rules.viktory2.words import counted, dice_words

OPENED_BY = {"enter": "VK-22", "load": "VK-26", "battle": "VK-14"}
"""Kind of trigger -> the clause that makes it one."""

HEXES = ("no hex", "one hex", "two hexes", "three hexes", "four hexes", "five hexes", "six hexes")


def ready(rules: Ruleset, state: State, name: str) -> Refusal | None:
    """Why a unit has no overwatch now, whatever happens, or None."""
    unit = state.units[name]
    if unit.profile != "artillery":
        clause = "VK-A23" if unit.profile == "frigate" else "VK-04"
        return Refusal(clause, f"{unit.name.lower()} has no overwatch, only artillery has", name)
    if unit.out:
        return Refusal("VK-A10", "in the reserve", name)
    if unit.aboard:
        return Refusal("VK-A15", f"aboard {unit.aboard.upper()}, and cargo does not fight", name)
    if state.side(unit.seat) == state.side(state.seat):
        return Refusal("VK-A11", "overwatch is for the other players’ turns", name)
    if state.phase != "act":
        return Refusal("VK-25", "placing reserves causes no overwatch", name)
    if unit.fact("fired"):
        turn = rules.seat_name(state.seat)
        return Refusal("VK-06", f"it has fired in {turn}’s turn, and one shot is the limit", name)
    return None


def may_react(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str
) -> list[Option] | Refusal:
    """The shot of a ready gun at whoever comes, by distance alone (VK-16, VK-22, VK-23)."""
    gun, board = state.units[name], state.board
    left = movers(state, queue, trigger)
    label = board.label(trigger.cell)
    if not left:
        return Refusal("VK-A14", "nobody is left to fire at", name)
    away = board.distance(gun.at, trigger.cell)
    if away > 1:
        distance = HEXES[away] if away < len(HEXES) else f"{away} hexes"
        if trigger.path and board.distance(gun.at, trigger.path[0]) == 1:
            return Refusal("VK-23", f"{trigger.actor.upper()} leaves for {label}, {distance} off", name)
        return Refusal("VK-22", f"{distance} from {label}, one is the limit", name)
    dice, clause = dice_at(state, gun, trigger.cell)
    if trigger.kind == "battle":
        x, y = board.xy(trigger.cell)
        what, at = f"{x},{y}", "the attackers"
    else:
        what, at = trigger.actor, trigger.actor.upper()
    return [
        Option(
            f"{name}:overwatch:{what}",
            "overwatch",
            name,
            "" if trigger.kind == "battle" else trigger.actor,
            tuple(left),
            value=trigger.id,
            clauses=(clause, "VK-13"),
            text=f"{name.upper()} fires at {at}: {dice_words(dice)}",
        )
    ]


def movers(state: State, queue: ReactionQueue, trigger: Trigger) -> list[str]:
    """Whom a shot may hit: the unit that moves, loads or lands; of a battle group all (VK-A4, VK-27)."""
    coming = queue.action.targets if trigger.kind == "battle" else [trigger.actor]
    return [name for name in coming if not state.units[name].out]


def dice_at(state: State, gun: Unit, cell: int) -> tuple[int, str]:
    """Dice at whoever enters a hex next to the gun or its own, with the clause (VK-10 to VK-12, VK-A1, VK-A19)."""
    if cell == gun.at:
        return 2, "VK-11"
    site = site_at(state, cell)
    friends = any(u.at == cell and u.seat == gun.seat and not u.out for u in state.units.values())
    return (2, "VK-10") if friends or (site and site.seat == gun.seat) else (1, "VK-12")


# -- offering ---------------------------------------------------------------------------------------------------------


def watching(state: State, seat: str) -> list[Unit]:
    """The guns of the enemies of `seat` that may still fire in this turn."""
    side = state.side(seat)
    return [
        unit
        for unit in state.units.values()
        if unit.profile == "artillery"
        and not (unit.out or unit.aboard or unit.fact("fired"))
        and state.side(unit.seat) != side
    ]


def guns_on(state: State, seat: str) -> dict[int, int]:
    """Hexes that the guns of the enemies of `seat` watch now -> how many guns."""
    found: dict[int, int] = {}
    for gun in watching(state, seat):
        for cell in state.board.area(gun.at, 1):
            found[cell] = found.get(cell, 0) + 1
    return found


def offer(t: Table, kind: str, actor: str, cell: int, since: int = -1) -> None:
    """Open a window for the entry just told (`t.cause`) if a gun watches the hex (VK-07).

    The enemies are asked clockwise from the mover.
    """
    state, seat = t.state, t.unit(actor).seat
    if cell in guns_on(state, seat):
        window(t, state.enemies(seat), kind, actor, cell=cell, path=[since] if since >= 0 else [])


def shown_guns(state: State, seat: str) -> list[Unit]:
    """The enemy guns that a unit of `seat` has to reckon with; while a seat is asked, those it may fire."""
    guns = watching(state, seat)
    queue = state.queues[-1] if state.queues else None
    if queue and queue.asking and (cells := [trigger.cell for trigger in queue.open_triggers()]):
        return [gun for gun in guns if gun.seat == queue.asking and state.board.distance(gun.at, cells[-1]) <= 1]
    return guns


def watched(state: State, seat: str) -> dict[int, int]:
    """Hex -> dice of the shown guns at a unit of `seat` that enters it."""
    found: dict[int, int] = {}
    for gun in shown_guns(state, seat):
        for cell in state.board.area(gun.at, 1):
            found[cell] = found.get(cell, 0) + dice_at(state, gun, cell)[0]
    return found


def watchers(state: State, seat: str) -> dict[str, tuple[int, ...]]:
    """Seat -> the hexes that its shown guns watch."""
    found: dict[str, set[int]] = {}
    for gun in shown_guns(state, seat):
        found.setdefault(gun.seat, set()).update(state.board.area(gun.at, 1))
    return {one: tuple(sorted(cells)) for one, cells in found.items()}


# -- firing -----------------------------------------------------------------------------------------------------------


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """At once, or never: the gun's shot of this turn is used (VK-06, VK-20, VK-21)."""
    declared(t, queue, reaction, ("VK-04", "VK-05", "VK-07"))
    t.change(reaction.unit, "shot_used", ("VK-06",), cause=reaction.n, facts={"fired": 1})


def carry_out(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The bombardment, before anything else that the mover is up to (VK-08, VK-09, VK-15)."""
    t.then("overwatch_fire", reaction.id)


def overwatch_fire(t: Table, reaction_id: int) -> None:
    """One die or two; for every hit the firing player picks a victim among the movers (VK-13, VK-A3)."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    gun, trigger = t.unit(reaction.unit), queue.triggers[reaction.trigger]
    dice, clause = dice_at(t.state, gun, trigger.cell)
    need = hit_number(t.state, gun.seat)
    targets = movers(t.state, queue, trigger)
    at = {"target": trigger.actor} if trigger.kind != "battle" else {"cell": trigger.cell}
    hits = t.roll(
        "overwatch", (6,) * dice, ("count", need, len(targets)), (clause, "VK-A6"), unit=gun.id, need=need, **at
    )
    reaction.note = f"{counted(hits, 'hit')} with {dice_words(dice)}"
    clauses = ["VK-13"]
    if trigger.kind == "load":
        clauses.append("VK-27")
    elif t.unit(trigger.actor).profile == "frigate":
        clauses.append("VK-19")
    t.then("losses", gun.seat, hits, targets, clauses)


STEPS = {step.__name__: step for step in (overwatch_fire,)}
