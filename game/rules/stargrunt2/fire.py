"""Carrying out fire: dice against the range die, suppression, hits, casualties, confidence; missiles at vehicles."""

from __future__ import annotations

from game.engine.dice import TOTAL
from game.engine.names import Cell, UnitId
from game.engine.steps import step
from game.rules.stargrunt2.dice import NOTHING, fire_result, rounded_die
from game.rules.stargrunt2.events import (
    ArmourHeld,
    Destroyed,
    Fired,
    ManKilled,
    ManWounded,
    NoEffect,
    StoppedForGood,
    Suppressed,
    SuppressionWaits,
    WoundedManDied,
)
from game.rules.stargrunt2.morale import confidence_test, confidence_threat
from game.rules.stargrunt2.shots import Shot, fire_throw, impact_dice, is_missile, weapons_of
from game.rules.stargrunt2.state import MOVES, Battle, BattleTable, Squad, SquadAction
from game.rules.stargrunt2.throws import Impact, Remainder, WhoIsHit
from game.rules.stargrunt2.vocabulary import MarkerKinds, Verbs

MOST_SUPPRESSED = 3


@step
def shoot(
    t: BattleTable,
    firer: UnitId,
    target: UnitId,
    cell: Cell,
    weapons: str,
    opportunity: bool = False,
    moved: bool = False,
) -> None:
    """The fire itself; the arguments are the fields of Shot. Opportunity fire is resolved like any other (SG-30)."""
    shot, foe = Shot(firer, target, cell, weapons, opportunity, moved), t.state.units[target]
    throw, cover = fire_throw(t.rules, t.state, shot), t.state.board.sight(t.state.units[firer].at, cell).cover
    impact, armour = impact_dice(t.rules, foe, weapons, cover)
    if is_missile(t.rules, weapons):
        clauses: tuple[str, ...] = ("SG-11", "SG-30") if opportunity else ("SG-A44",)
    else:
        clauses = ("SG-10", "SG-30") if opportunity else ("SG-A35",)
    unit = t.change(firer, Fired(firer, target, cell, t.state.units[firer].at, weapons), clauses)
    t.cause = t.last
    unit.used += [weapon for weapon in weapons_of(weapons) if weapon not in unit.used]
    if target not in unit.fired_on:
        unit.fired_on.append(target)
    result = fire_result(t.roll(throw, clauses=clauses))
    if not result.beat:
        t.emit(NoEffect(firer, target), clauses)
        return
    if is_missile(t.rules, weapons):
        t.then(strike_vehicle, target, impact, armour)
        return
    hits = result.hits
    if result.beat > 1 and result.rest:
        hits += t.roll(Remainder(target, result.rest, (throw.need,)), clauses=clauses)
    t.then(suppress, target, opportunity)
    t.then(hit, target, hits, impact, armour, [])
    t.then(aftermath, target, foe.casualties, not foe.was_suppressed)


@step
def suppress(t: BattleTable, name: UnitId, opportunity: bool) -> None:
    """Suppress a unit (SG-A38); after opportunity fire a combat mover is marked at the end of its move (SG-22)."""
    move = move_in_progress(t.state, name)
    if move is None or not opportunity:
        mark(t, name, ("SG-A38",))
    elif move.kind == Verbs.COMBAT_MOVE:
        unit = t.change(name, SuppressionWaits(name))
        unit.was_suppressed, unit.suppressions_waiting = True, unit.suppressions_waiting + 1
    else:
        mark(t, name, ("SG-21", "SG-49"))


@step
def suppress_at_the_end(t: BattleTable, name: UnitId) -> None:
    """Place a suppression marker that had to wait for the end of a combat move (SG-22, SG-46)."""
    carries = t.state.units[name].wounded > 0
    mark(t, name, ("SG-22", "SG-46") if carries else ("SG-22",)).suppressions_waiting -= 1


def mark(t: BattleTable, name: UnitId, clauses: tuple[str, ...]) -> Squad:
    """Add one suppression marker, up to three (SG-A38)."""
    count = min(MOST_SUPPRESSED, t.state.units[name].suppressed + 1)
    unit = t.change(name, Suppressed(name, count, {MarkerKinds.SUPPRESSED: "up"}), clauses)
    unit.suppressed, unit.was_suppressed = count, True
    return unit


def move_in_progress(state: Battle, name: UnitId) -> SquadAction | None:
    """The move that the unit is making now, None if it is making none."""
    moves = (q.action for q in state.queues if q.action.unit == name and q.action.kind in MOVES)
    return next((move for move in moves if not move.over), None)


@step
def hit(t: BattleTable, name: UnitId, left: int, impact: int, armour: int, wounded: list[int]) -> None:
    """One of `left` potential hits: which man, then impact against armour; a second wound kills (SG-A37).

    `wounded`: the numbers of the men that this fire has wounded already.
    """
    unit = t.state.units[name]
    if not left or unit.out or unit.figures == 0:
        return
    men = unit.figures + len(wounded)
    man_matters = left > 1 or bool(wounded)
    who = t.roll(WhoIsHit(name, (rounded_die(men),), TOTAL() if man_matters else NOTHING()))
    man = (int(who or 1) - 1) % men if man_matters else -1
    result = t.roll(Impact(name, armour, (impact, armour)))
    still_wounded = wounded
    if result and man in wounded:
        unit = t.change(unit, WoundedManDied(name))
        unit.wounded = max(0, unit.wounded - 1)
    elif result:
        last = unit.figures == 1
        event = ManWounded if result == 1 else ManKilled
        removed = unit.without(*unit.markers) if last else unit.without()
        unit = t.change(unit, event(name, unit.figures - 1, last, removed))
        unit.figures, unit.out, unit.casualties = unit.figures - 1, last, unit.casualties + 1
        if result == 1:
            unit.wounded += 1
            still_wounded = sorted([*wounded, man]) if man_matters else wounded  # in any order, it is the same
    else:
        t.emit(ArmourHeld(name))
    if result == 2 or (result and man in wounded):  # the dead man's number goes; higher numbers move down by one
        still_wounded = [number - (number > man) for number in wounded if number != man]
    t.then(hit, name, left - 1, impact, armour, still_wounded)


@step
def strike_vehicle(t: BattleTable, name: UnitId, impact: int, armour: int) -> None:
    """A missile's hit: impact above armour stops a vehicle for good, above twice the armour destroys it (SG-A45)."""
    result = t.roll(Impact(name, armour, (impact, armour)), clauses=("SG-A45",))
    if result == 2:
        unit = t.state.units[name]
        wreck = t.change(unit, Destroyed(name, out=True, figures=0, markers=unit.without(*unit.markers)))
        wreck.out, wreck.figures = True, 0
    elif result == 1:
        t.change(name, StoppedForGood(name)).immobile = True
    else:
        t.emit(ArmourHeld(name), ("SG-A45",))


@step
def aftermath(t: BattleTable, name: UnitId, casualties_before: int, first: bool) -> None:
    """After fire and its hits, the target tests confidence at the highest threat that applies (SG-A25, SG-A39)."""
    unit = t.state.units[name]
    if unit.out:
        return
    threat = confidence_threat(t.rules, unit, unit.casualties - casualties_before, first)
    if threat >= 0:
        t.then(confidence_test, name, threat)
