"""Artillery overwatch: a gun bombards, out of turn, a unit that enters its hex or one beside it (VK-04 to VK-28)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decisions import Refusal
from game.engine.events import UNSET, LogEntry, PhaseStarted
from game.engine.names import Cell, Seat, UnitId, Verb, spoken
from game.engine.options import Option
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared, window
from game.engine.ruleset import UNANSWERED
from game.engine.steps import step
from game.engine.wording import HEXES, length
from game.rules.viktory2.events import BattleDeclared, Bombarded, Landed, Loaded, Moved, ShotUsed
from game.rules.viktory2.ground import hit_number
from game.rules.viktory2.losses import remove
from game.rules.viktory2.state import Islands, IslandsQueue, IslandsRules, IslandsTable, Piece
from game.rules.viktory2.throws import Overwatch
from game.rules.viktory2.vocabulary import Phases, Verbs
from game.rules.viktory2.words import counted, dice_words

OPENED_BY = {Verbs.ENTER: "VK-22", Verbs.LOAD: "VK-26", Verbs.BATTLE: "VK-14"}
"""Kind of trigger -> the clause by which overwatch may answer it."""


def guns(state: Islands, seat: Seat) -> list[UnitId]:
    """The guns of a seat on the map, which are all that may be asked to fire overwatch."""
    return [unit.id for unit in state.units.values() if unit.artillery and unit.seat == seat and not unit.out]


def ready(state: Islands, unit: UnitId) -> Refusal | None:
    """Why a unit cannot fire overwatch now, whatever the trigger; None for a gun on the map that has not fired."""
    gun = state.units[unit]
    if not gun.artillery:
        clause = "VK-A23" if gun.naval else "VK-04"
        return Refusal(clause, f"{gun.name.lower()} has no overwatch, only artillery has", unit)
    if gun.out:
        return Refusal("VK-A10", "in the reserve", unit)
    if gun.aboard:
        return Refusal("VK-A15", f"aboard {gun.aboard.upper()}, and cargo does not fight", unit)
    if state.side(gun.seat) == state.side(state.seat):
        return Refusal("VK-A11", "overwatch is for the other players’ turns", unit)
    if state.phase != Phases.ACT:
        return Refusal("VK-25", "placing reserves triggers no overwatch", unit)
    if gun.fired:
        turn = spoken(state.seat)
        return Refusal("VK-06", f"it has fired in {turn}’s turn, and one shot is the limit", unit)
    return None


def may_react(state: Islands, queue: IslandsQueue, trigger: Trigger, unit: UnitId) -> list[Option] | Refusal:
    """A ready gun's shot at the units that come, or why it has none: distance alone counts (VK-16, VK-22, VK-23)."""
    gun, board = state.units[unit], state.board
    left = movers(state, queue, trigger)
    if not left:
        return Refusal("VK-A14", "nobody is left to fire at", unit)
    no = _too_far(state, gun, trigger.actor, trigger.cell, trigger.path[0] if trigger.path else -1)
    if no is not None:
        return no
    dice, clause = dice_at(state, gun, trigger.cell)
    if trigger.kind == Verbs.BATTLE:
        x, y = board.xy(trigger.cell)
        what, at = f"{x},{y}", board.label(trigger.cell)
    else:
        what, at = trigger.actor, trigger.actor.upper()
    return [
        Option(
            f"{unit}:overwatch:{what}",
            Verbs.OVERWATCH,
            unit,
            "" if trigger.kind == Verbs.BATTLE else trigger.actor,
            tuple(left),
            trigger=trigger.id,
            clauses=(clause, "VK-13"),
            text=f"{unit.upper()} fires at {at} with {dice_words(dice)}",
        )
    ]


def _too_far(state: Islands, gun: Piece, actor: UnitId, cell: Cell, since: Cell) -> Refusal | None:
    """Why a gun has no shot at a unit that has come to `cell` from `since` (-1: no matter), or None if it has one."""
    board = state.board
    away = board.distance(gun.at, cell)
    if away <= 1:
        return None
    label, distance = board.label(cell), length(away, HEXES)
    if since >= 0 and board.distance(gun.at, since) <= 1:
        return Refusal("VK-23", f"{actor.upper()} leaves for {label}, {distance} off", gun.id)
    return Refusal("VK-22", f"{distance} from {label}, 1 is the limit", gun.id)


def _let_go(gun: Piece) -> Refusal:
    return Refusal("VK-21", "it was asked, and let that chance go", gun.id)


def unasked(state: Islands, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
    """Why a ready gun is not asked about what the player in turn has done last (VK-21 to VK-23)."""
    gun = state.units[unit]
    for entry in reversed(log):
        match entry.event:
            case PhaseStarted():
                break
            case Bombarded() as shot:
                words = f"{shot.unit.upper()} bombards without a move, and only a move triggers overwatch"
                return Refusal("VK-22", words, unit)
            case Moved() | Loaded() | Landed() as came:
                return _too_far(state, gun, came.unit, came.at, came.path[0]) or _let_go(gun)
            case BattleDeclared() as battle:
                return _too_far(state, gun, battle.units[0], battle.cell, -1) or _let_go(gun)
    return Refusal("VK-22", "nothing has moved yet in this turn" if log else UNANSWERED, unit)


def movers(state: Islands, queue: IslandsQueue, trigger: Trigger) -> list[UnitId]:
    """The units that a shot may hit: the one that moves, boards or lands; all of a battle group (VK-A4, VK-27)."""
    coming = queue.action.targets if trigger.kind == Verbs.BATTLE else [trigger.actor]
    return [name for name in coming if not state.units[name].out]


def dice_at(state: Islands, gun: Piece, cell: Cell) -> tuple[int, str]:
    """The gun's dice at units that enter its hex or one beside it, with the clause (VK-10 to 12, VK-A1, VK-A19)."""
    if cell == gun.at:
        return 2, "VK-11"
    site = state.sites.get(cell)
    if site is not None and site.seat == gun.seat:
        return 2, "VK-10"
    friends = any(u.at == cell and u.seat == gun.seat and not u.out for u in state.units.values())
    return (2, "VK-10") if friends else (1, "VK-12")


# -- offering ---------------------------------------------------------------------------------------------------------


def watching(state: Islands, seat: Seat) -> list[Piece]:
    """The guns of the enemies of `seat` that may still fire in this turn."""
    own = state.seats_with(seat)
    return [
        unit
        for unit in state.units.values()
        if unit.artillery and not (unit.out or unit.aboard or unit.fired) and unit.seat not in own
    ]


def guns_on(state: Islands, seat: Seat) -> dict[Cell, int]:
    """Each hex that guns of the enemies of `seat` watch now -> how many guns."""
    found: dict[Cell, int] = {}
    for gun in watching(state, seat):
        for cell in state.board.area(gun.at, 1):
            found[cell] = found.get(cell, 0) + 1
    return found


def is_watched(state: Islands, seat: Seat, cell: Cell) -> bool:
    """Whether a gun of the enemies of `seat` watches a hex now."""
    return any(cell in state.board.area(gun.at, 1) for gun in watching(state, seat))


def offer(t: IslandsTable, kind: Verb, actor: UnitId, cell: Cell, since: Cell = -1) -> None:
    """Open a window for the entry that is `t.cause`, if a gun watches the hex (VK-07).

    The enemies are asked clockwise from the mover. `since`: the hex that the mover left, -1 if that does not matter.
    """
    state, seat = t.state, t.state.units[actor].seat
    if is_watched(state, seat, cell):
        window(t, state.enemies(seat), kind, actor, cell=cell, path=[since] if since >= 0 else [])


def shown_guns(state: Islands, seat: Seat) -> list[Piece]:
    """The enemy guns that may fire at units of `seat`; while a seat is asked, only those that it may fire now."""
    found = watching(state, seat)
    queue = state.queues[-1] if state.queues else None
    if queue and queue.asking and (cells := [trigger.cell for trigger in queue.open_triggers()]):
        return [gun for gun in found if gun.seat == queue.asking and state.board.distance(gun.at, cells[-1]) <= 1]
    return found


def watched(state: Islands, seat: Seat) -> dict[Cell, int]:
    """Hex -> the dice that the shown guns throw at a unit of `seat` that enters it."""
    found: dict[Cell, int] = {}
    for gun in shown_guns(state, seat):
        for cell in state.board.area(gun.at, 1):
            found[cell] = found.get(cell, 0) + dice_at(state, gun, cell)[0]
    return found


def watchers(state: Islands, seat: Seat) -> dict[Seat, tuple[Cell, ...]]:
    """Seat -> the hexes that its shown guns watch."""
    found: dict[Seat, set[Cell]] = {}
    for gun in shown_guns(state, seat):
        found.setdefault(gun.seat, set()).update(state.board.area(gun.at, 1))
    return {one: tuple(sorted(cells)) for one, cells in found.items()}


# -- firing -----------------------------------------------------------------------------------------------------------


def declare(t: IslandsTable, queue: IslandsQueue, reaction: Reaction) -> None:
    """Declare the shot, which uses up the gun's overwatch of this turn (VK-06, VK-20, VK-21)."""
    declared(t, queue, reaction, ("VK-04", "VK-07"))
    t.change(reaction.unit, ShotUsed(reaction.unit), cause=reaction.n).fired = True


def carry_out(t: IslandsTable, queue: IslandsQueue, reaction: Reaction) -> None:
    """Fire next, before the mover does anything else (VK-08, VK-09, VK-15)."""
    t.then(overwatch_fire, reaction.id)


def carried_under(rules: IslandsRules, state: Islands, queue: IslandsQueue, reaction: Reaction) -> tuple[str, ...]:
    """The clauses by which a gun fires now: at once, and one after the other if other guns could fire (VK-A5)."""
    cell = queue.triggers[reaction.trigger].cell
    left = any(state.board.distance(gun.at, cell) <= 1 for gun in watching(state, state.seat))
    fired = any(one.trigger == reaction.trigger and one.unit != reaction.unit for one in queue.reactions)
    return (*rules.order_clauses, "VK-A5") if left or fired else rules.order_clauses


def shot(state: Islands, queue: IslandsQueue, trigger: Trigger, gun: Piece) -> Overwatch:
    """The throw of a gun at the units that come (VK-10 to VK-12)."""
    dice, _ = dice_at(state, gun, trigger.cell)
    group = trigger.kind == Verbs.BATTLE
    return Overwatch(
        unit=gun.id,
        need=hit_number(state, gun.seat),
        target=UNSET if group else trigger.actor,
        cell=trigger.cell if group else UNSET,
        dice=(6,) * dice,
        among=len(movers(state, queue, trigger)),
    )


@step
def overwatch_fire(t: IslandsTable, reaction_id: int) -> None:
    """Roll one die or two; for each hit the gun's owner picks a victim among the movers (VK-13, VK-A3)."""
    state, queue = t.state, t.queue
    reaction = t.reaction(reaction_id)
    gun, trigger = state.units[reaction.unit], queue.triggers[reaction.trigger]
    dice, clause = dice_at(state, gun, trigger.cell)
    targets = movers(state, queue, trigger)
    hits = t.roll(shot(state, queue, trigger, gun), (clause, "VK-A6"))
    reaction.note = f"{counted(hits, 'hit')} with {dice_words(dice)}"
    clauses = ["VK-13"]
    if trigger.kind == Verbs.LOAD:
        clauses.append("VK-27")
    elif state.units[trigger.actor].naval:
        clauses.append("VK-19")
    remove(t, gun.seat, hits, targets, clauses)
