"""Resolving fire: hits, wounds, saves, casualties, stray shots, and the Leadership test of squads on overwatch."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.events import UNSET
from game.engine.names import Cell, UnitId
from game.engine.steps import step
from game.rules.wh40k2.chances import comes_down, save_need, struck, wound_need
from game.rules.wh40k2.events import (
    Fired,
    HidingLost,
    ModelsLost,
    NerveHeld,
    OverwatchLost,
    Saved,
    Strayed,
    WipedOut,
    Wounded,
)
from game.rules.wh40k2.shots import Shot, models_firing, to_hit
from game.rules.wh40k2.state import Squad, SquadTable
from game.rules.wh40k2.throws import (
    SECOND_DIE,
    LeadershipTest,
    Save,
    StrayDirection,
    StrayDistance,
    ToHit,
    ToHitAgain,
    ToWound,
)


@step
def fire(t: SquadTable, aimed: Shot, later: Sequence[Shot] = (), under_fire: Sequence[UnitId] = ()) -> None:
    """One squad, or some of its models, fires at one squad: hits, wounds, saves (WH-17, WH-A16, WH-A23).

    Then come the `later` shots of the same squad and moment, even if its own strays have hit it (WH-A5, WH-A35). Last,
    every squad that was shot at tests Leadership if it is on overwatch (WH-29); `under_fire`: those so far.
    """
    shot = Shot(*aimed)
    shooter, target, cell, weapon = shot[:4]
    squad = t.unit(shooter)
    if t.state.units[target].out:
        _fire_on(t, later, under_fire)
        return
    throw = to_hit(t.rules, t.state, shot)
    clauses: tuple[str, ...] = ToHit.clauses
    if shot.overwatch:
        clauses = ("WH-17", "WH-18") if shot.flinch else ("WH-17",)
    thrown = t.rules.weapon(weapon).thrown or UNSET
    fired = Fired(shooter, target, weapon, cell, squad.at, throw.need, shot.figures or UNSET, thrown)
    t.cause = t.emit(fired, clauses)
    if squad.hidden:
        t.change(squad, HidingLost(shooter))
    hits = _hits(t, throw, clauses)
    numbers = t.rules.weapon(weapon).numbers
    t.then(harm, target, hits, numbers["strength"], numbers["save_mod"], numbers["damage"])
    misses = models_firing(t.state, shot) - hits if numbers.get("strays") else 0
    t.then(stray, shooter, weapon, cell, misses, list(dict.fromkeys((*under_fire, target))), list(later))


def _fire_on(t: SquadTable, later: Sequence[Shot], under_fire: Sequence[UnitId]) -> None:
    """Go on with the next shot; after the last one, every squad that was shot at tests once (WH-A8)."""
    if later:
        t.then(fire, later[0], later[1:], under_fire)
        return
    for name in under_fire:
        t.then(shot_at, name)


def _hits(t: SquadTable, throw: ToHit, clauses: Sequence[str]) -> int:
    if throw.need > max(SECOND_DIE):
        return 0
    hits = t.roll(throw, clauses)
    if throw.need > 6 and hits:
        hits = t.roll(ToHitAgain(SECOND_DIE[throw.need], throw.unit, throw.target, (6,) * hits))
    return hits


@step
def harm(t: SquadTable, name: UnitId, hits: int, strength: int, save_mod: int, damage: int) -> None:
    """Roll to wound for hits on a squad, roll saves, and remove models (WH-A30, WH-A31)."""
    squad = t.state.units[name]
    if not hits or squad.out:
        return
    wounds = t.roll(ToWound(name, wound_need(strength, squad.stats["T"]), (6,) * hits))
    if not wounds:
        return
    save = save_need(squad, save_mod)
    saved = t.roll(Save(name, save, (6,) * wounds)) if save <= 6 else 0
    if wounds > saved:
        _take_wounds(t, squad, (wounds - saved) * damage)
    else:
        t.emit(Saved(name))


def _take_wounds(t: SquadTable, squad: Squad, lost: int) -> None:
    """Give a squad `lost` wounds; models that have none left are removed where they were hit (WH-A20)."""
    each = squad.stats["W"]
    total = squad.wounds + lost
    gone = min(squad.figures, total // each)
    left = squad.figures - gone
    if left:
        wounds = total % each
        event = ModelsLost(squad.id, left, wounds, gone) if gone else Wounded(squad.id, left, wounds)
        hurt = t.change(squad, event)
        hurt.figures, hurt.wounds = left, wounds
    else:
        hurt = t.change(squad, WipedOut.of(squad.id, gone, squad.markers))
        hurt.figures, hurt.wounds, hurt.out = 0, 0, True
    hurt.losses += gone


@step
def shot_at(t: SquadTable, name: UnitId) -> None:
    """A squad that is shot at while on overwatch tests Leadership at once, hit or not (WH-29 to WH-33, WH-A8).

    Once it has lost its counter it may act in the rest of its own turn, but not charge (WH-A10). Losing it in the
    enemy's shooting phase has no further effect (WH-A21).
    """
    squad = t.state.units[name]
    if squad.out or not squad.watching:
        return
    need = squad.stats["LD"]
    if t.roll(LeadershipTest(name, need, ("Ld", need), f"2D6 ≤ {need}")):
        t.emit(NerveHeld(name))
    else:
        t.change(squad, OverwatchLost(name, "shot at"))


@step
def stray(
    t: SquadTable,
    shooter: UnitId,
    weapon: str,
    cell: Cell,
    left: int,
    under_fire: list[UnitId],
    later: Sequence[Shot] = (),
) -> None:
    """A launcher's `left` misses come down 1D6 inches off and may hit friend or foe (WH-35, WH-A35).

    A squad that is hit has been shot at, too.
    """
    if not left:
        _fire_on(t, later, under_fire)
        return
    hit = _hit_by_stray(t, shooter, cell)
    if hit:
        numbers = t.rules.weapon(weapon).numbers
        t.then(harm, hit, 1, numbers["strength"], numbers["save_mod"], numbers["damage"])
    under_fire = [*under_fire, hit] if hit and hit not in under_fire else under_fire
    t.then(stray, shooter, weapon, cell, left - 1, under_fire, later)


def _hit_by_stray(t: SquadTable, shooter: UnitId, cell: Cell) -> UnitId:
    """Roll where a stray shot at `cell` comes down; the squad that it hits, "" for none."""
    state = t.state
    spot = comes_down(state.board, cell, t.roll(StrayDirection(shooter)), t.roll(StrayDistance(shooter)))
    name = ""
    if spot >= 0:
        name = struck(state.board, spot, [(u.id, u.at) for u in state.standing()])
    own = name and state.units[name].seat == state.units[shooter].seat
    t.emit(Strayed(shooter, name, spot), ("WH-35", "WH-A35") if own else None)
    return name
