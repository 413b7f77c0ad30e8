"""Who may fire at what and when, and the roll to hit, in one's own turn and on overwatch.

The clauses are WH-11 to WH-25 and WH-A27 to WH-A31.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from game.board.terrain import Cover
from game.engine.decisions import Refusal
from game.engine.forecast import Forecast
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.rulebook import Weapon
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, Modifier, length
from game.rules.shared import foes, no_sight
from game.rules.wh40k2.chances import Toll, salvo, save_need, stray_toll, toll, wound_need
from game.rules.wh40k2.facing import in_arc
from game.rules.wh40k2.ground import hides_from, in_contact, is_vehicle
from game.rules.wh40k2.state import FACINGS, Battle, Squad, SquadMove, SquadQueue
from game.rules.wh40k2.throws import SECOND_DIE, ToHit
from game.rules.wh40k2.vocabulary import Verbs

COVER = {"": 0, "soft": 1, "low": 2, "hard": 2}
"""Kind of cover -> what it takes off the roll to hit (WH-A28)."""
FAST = 10
"""A target whose declared move is at least so many inches long moves fast (WH-A28)."""


class Share(Option, frozen=True, gc=False, omit_defaults=True):
    """So many `figures` of a squad that divides its fire take one of its shots (WH-A16).

    `parts`: what was chosen before, each with its target, weapon and number of models.
    """

    figures: int = 0
    parts: tuple[tuple[UnitId, str, int], ...] = ()
    sent_as: ClassVar = {**Option.sent_as, "figures": "value"}


class Shot(NamedTuple):
    """A squad's fire at one target.

    `cell`: where the target is when it is shot at; `flinch`: the overwatch modifier applies (WH-18); `charging`: the
    target's charge is under way; `fast`: the target moves fast; `figures`: how many models fire, 0 for all of them.
    """

    shooter: UnitId
    target: UnitId
    cell: Cell
    weapon: str
    overwatch: bool = False
    flinch: bool = False
    charging: bool = False
    fast: bool = False
    figures: int = 0


def models_firing(state: Battle, shot: Shot) -> int:
    """How many models fire."""
    return shot.figures or state.units[shot.shooter].figures


def possible(rules: Ruleset, state: Battle, shot: Shot) -> bool:
    """Whether nothing bars the shot."""
    return shot_refused(rules, state, shot) is None


def shot_refused(rules: Ruleset, state: Battle, shot: Shot) -> Refusal | None:
    """Why the shot is not possible: out of sight, hidden, out of the arc or out of range; None if it is possible."""
    shooter, target, board = state.units[shot.shooter], state.units[shot.target], state.board
    sight = board.sight(shooter.at, shot.cell)
    if not sight.visible:
        return no_sight(board, sight, "WH-12", shooter.id, shot.cell)
    if target.hidden and hides_from(state, target, shooter):
        return Refusal("WH-A26", f"{target.id.upper()} is hidden", shooter.id, cell=shot.cell)
    if shooter.facing and not in_arc(board, shooter, shot.cell):
        return Refusal("WH-A37", f"it faces {FACINGS[shooter.facing]}", shooter.id, cell=shot.cell)
    reach = rules.weapon(shot.weapon).range
    if sight.distance > reach and not _unmeasured(shot, target):
        far = f"{length(sight.distance, INCHES)} away, range {length(reach, INCHES)}"
        return Refusal("WH-14", far, shooter.id, cell=shot.cell)
    return None


def _unmeasured(shot: Shot, target: Squad) -> bool:
    """Whether range does not matter: to the squad that is charged, and during the move of a charge (WH-A7)."""
    return shot.charging and (target.charges == shot.shooter or target.moved)


def fair_target(rules: Ruleset, state: Battle, shot: Shot) -> bool:
    """Whether a target that stands still can be fired at."""
    return target_refused(rules, state, shot) is None


def target_refused(rules: Ruleset, state: Battle, shot: Shot) -> Refusal | None:
    """Why a target that stands still cannot be fired at: as `shot_refused`, or it is in hand-to-hand; else None."""
    no = shot_refused(rules, state, shot)
    if no is None and in_contact(state, state.units[shot.target]):
        no = Refusal("WH-A33", f"{shot.target.upper()} is in hand-to-hand", shot.shooter, cell=shot.cell)
    return no


def modifiers(
    rules: Ruleset,
    weapon: Weapon,
    target: Squad,
    distance: int,
    cover: Cover,
    *,
    flinch: bool = False,
    fast: bool = False,
    charging: bool = False,
) -> list[Modifier]:
    """Every modifier to hit, at a target that is so many inches away and behind that cover (WH-A28)."""
    numbers, rows = weapon.numbers, list[Modifier]()
    near = distance <= numbers["short"] or charging
    span = numbers["short_mod" if near else "long_mod"]
    if span:
        rows.append(("short range" if near else "long range", span, "WH-25" if charging else "WH-A28"))
    if cover:
        rows.append((f"{cover} cover", -COVER[cover], "WH-A28"))
    if flinch:  # only once, however many causes it has (WH-24, WH-A6)
        rows.append(("overwatch", -1, "WH-18"))
    if fast:
        rows.append(("moving fast", -1, "WH-A28"))
    if is_vehicle(rules, target):
        rows.append(("large target", 1, "WH-A28"))
    return rows


def summed(shooter: Squad, rows: Sequence[Modifier]) -> tuple[int, int]:
    """What each die needs to hit, and the base of that, 7 - BS (WH-A27); a need above 9 is out of reach."""
    base = 7 - shooter.stats["BS"]
    return base - sum(value for _, value, _ in rows), base


def _modifiers_of(rules: Ruleset, state: Battle, shot: Shot) -> list[Modifier]:
    sight = state.board.sight(state.units[shot.shooter].at, shot.cell)
    return modifiers(
        rules,
        rules.weapon(shot.weapon),
        state.units[shot.target],
        sight.distance,
        sight.cover,
        flinch=shot.flinch,
        fast=shot.fast,
        charging=shot.charging,
    )


def needed(rules: Ruleset, state: Battle, shot: Shot) -> int:
    """What each die needs to hit; above 9 is out of reach."""
    return summed(state.units[shot.shooter], _modifiers_of(rules, state, shot))[0]


def to_hit(rules: Ruleset, state: Battle, shot: Shot) -> ToHit:
    """The throw to hit, with its base and modifiers (WH-A27, WH-A28)."""
    rows = _modifiers_of(rules, state, shot)
    need, base = summed(state.units[shot.shooter], rows)
    dice = (6,) * models_firing(state, shot)
    return ToHit(need, shot.shooter, shot.target, _test(len(dice), need), ("to hit", base), tuple(rows), dice)


def _test(figures: int, need: int) -> str:
    if need <= 6:
        return f"{figures} × D6 ≥ {max(2, need)}"
    return f"{figures} × 6, then {SECOND_DIE[need]}+" if need in SECOND_DIE else "out of reach"


def nearest_or_easier(rules: Ruleset, state: Battle, shots: list[Shot]) -> list[Shot]:
    """The shots at the nearest target and at any that is easier to hit (WH-A29).

    `shots`: legal shots at different targets.
    """
    if len(shots) < 2 or (shots[0].overwatch and rules.ruling("WH-A29") == "free_on_overwatch"):
        return shots
    board = state.board
    sums = [
        (shot, board.distance(state.units[shot.shooter].at, shot.cell), needed(rules, state, shot)) for shot in shots
    ]
    nearest = min(distance for _, distance, _ in sums)
    easiest = min(need for _, distance, need in sums if distance == nearest)
    return [shot for shot, distance, need in sums if distance == nearest or need < easiest]


def _harm_words(weapon: Weapon, target: Squad, chances: Toll, together: bool) -> str:
    """What follows a hit, in words: the roll to wound, the save, and the wounds on average.

    `together`: other models fire at the same target, and the wounds are those of all of them.
    """
    strength, toughness = weapon.numbers["strength"], target.stats["T"]
    wound, save = wound_need(strength, toughness), save_need(target, weapon.numbers["save_mod"])
    average = f"; on average {float(chances.wounds):.1f} wounds"
    if wound > 6:
        return f"S {strength} cannot wound T {toughness}{f'{average}, by the other models' if chances.wounds else ''}"
    words = f"wound {wound}+, save {f'{save}+' if save <= 6 else 'none'}{average}"
    return f"{words}, with the other models at this target" if together else words


def forecast(rules: Ruleset, state: Battle, option: Option) -> Forecast | None:
    """The roll to hit of a shot, and the exact chances of a hit and of at least one casualty.

    The chances of a part of divided fire are those of all parts at this target that have been chosen, this one
    included (WH-A16). None for other options, and for strays with too many outcomes to count.
    """
    if option.action not in (Verbs.RANGED_ATTACK, Verbs.THROW, Verbs.SHARE):
        return None
    shot = shot_of(state, option)
    shooter, target, weapon = state.units[shot.shooter], state.units[shot.target], rules.weapon(shot.weapon)
    total = to_hit(rules, state, shot)
    sight = state.board.sight(shooter.at, shot.cell)
    parts = option.parts if isinstance(option, Share) else ()
    before = [shot._replace(weapon=gun, figures=men) for name, gun, men in parts if name == target.id]
    if any(rules.weapon(gun).numbers.get("strays") for gun in (shot.weapon, *(gun for _, gun, _ in parts))):
        if parts:
            return None  # the models that fire first may stray, and what that does is not known yet
        chances = stray_toll(state, shooter, target, shot.cell, weapon, total.need, models_firing(state, shot))
        if chances is None:
            return None
    else:
        chances = toll(
            target,
            [
                salvo(target, rules.weapon(one.weapon), needed(rules, state, one), models_firing(state, one))
                for one in (*before, shot)
            ],
        )
    return Forecast(
        throw=total,
        p_hit=chances.hit,
        p_out=chances.falls,
        distance=sight.distance,
        cover=sight.cover,
        note=_harm_words(weapon, target, chances, bool(before)),
        target=target.id,
        spot=shot.cell,
        hit="at least one hit",
        meaning="at least one casualty",
    )


# -- on overwatch -----------------------------------------------------------------------------------------------------


def mover_of(state: Battle, queue: SquadQueue) -> UnitId:
    """The unit whose declared move is under way, "" if there is none."""
    action = queue.action
    return action.unit if action.unit and not action.over and not state.units[action.unit].out else ""


def at_points(state: Battle, queue: SquadQueue, unit: Squad, weapon: str, first: int = 0) -> Iterator[Shot]:
    """A shot at the mover at every point of its declared path, from the `first` point on."""
    action = queue.action
    charging = action.kind == Verbs.CHARGE
    flinch = flinches(state, unit, action.path) or (charging and action.target == unit.id)
    fast = action.inches >= FAST
    for cell in action.path[first:]:
        yield Shot(unit.id, action.unit, cell, weapon, True, flinch, charging, fast)


def at_point(state: Battle, queue: SquadQueue, unit: Squad, weapon: str, point: int) -> Shot:
    """The shot at the mover at one point of its declared path."""
    return next(at_points(state, queue, unit, weapon))._replace(cell=queue.action.path[point])


def flinches(state: Battle, shooter: Squad, path: list[Cell]) -> bool:
    """Whether a declared path crosses between cover and open ground for this shooter (WH-18, WH-20, WH-A13, WH-A14).

    The whole path counts, not the point of the shot (WH-A2), and only while the move is under way (WH-A3). All models
    of a squad take the same path, so the answer is the same for each of them (WH-A4).
    """
    sights = [state.board.sight(shooter.at, cell) for cell in path]
    return len({not sight.visible or bool(sight.cover) for sight in sights}) == 2


def points_left(
    rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str
) -> Iterator[tuple[int, Shot, Refusal | None]]:
    """Each point left of the declared path, the shot there, and why it is refused (WH-13, WH-14, WH-25, WH-A7)."""
    far = too_far(rules, state, queue.action, unit, weapon)
    for point, shot in enumerate(at_points(state, queue, unit, weapon)):
        if point >= queue.action.done:
            no = shot_refused(rules, state, shot) or far
            if no is not None and no.clause == "WH-12":
                no = no.but(clause="WH-13")  # the target moves, and shows itself elsewhere on its way if at all
            yield point, shot, no.but(point=point) if no else None


def too_far(rules: Ruleset, state: Battle, action: SquadMove, unit: Squad, weapon: str) -> Refusal | None:
    """Why a squad cannot fire at a charge against another squad: no visible point is in range (WH-A7). Else None."""
    board, reach = state.board, rules.weapon(weapon).range
    if action.kind != Verbs.CHARGE or action.target == unit.id:
        return None
    if any(board.distance(unit.at, cell) <= reach for cell in action.path if board.visible(unit.at, cell)):
        return None
    return Refusal("WH-A7", f"no visible point of the charge is within {length(reach, INCHES)}", unit.id)


def chargers(state: Battle, unit: Squad) -> list[Squad]:
    """The enemies whose charge at the squad is declared and not over (WH-A14)."""
    queue = state.queues[-1] if state.queues else None
    coming = mover_of(state, queue) if queue else ""
    return [foe for foe in foes(state, unit.seat) if foe.charges == unit.id and (not foe.moved or foe.id == coming)]


def fighting_others(state: Battle, queue: SquadQueue, unit: Squad) -> bool:
    """Whether the squad is in contact with an enemy other than the mover, and so may fire only at chargers (WH-A17).

    Contact with a mover does not count: a charger may still be shot at as it comes in.
    """
    coming = mover_of(state, queue)
    return any(foe.id != coming for foe in in_contact(state, unit))


def may_fire_at_mover(state: Battle, queue: SquadQueue, unit: Squad) -> bool:
    """Whether the squad may fire at the unit that moves now."""
    action = queue.action
    return bool(mover_of(state, queue)) and (
        (action.kind == Verbs.CHARGE and action.target == unit.id) or not fighting_others(state, queue, unit)
    )


def has_shot(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> bool:
    """Whether the squad has any shot left in this window; stops at the first that it finds."""
    if (
        may_fire_at_mover(state, queue, unit)
        and any(possible(rules, state, shot) for shot in at_points(state, queue, unit, weapon, queue.action.done))
        and not too_far(rules, state, queue.action, unit, weapon)
    ):
        return True
    shots = standing_shots(rules, state, queue, unit, weapon)
    if not shots:
        return False
    at_mover = shot_at_mover(rules, state, queue, unit, weapon, queue.action.done)
    return bool(choosable_shots(rules, state, shots, at_mover))


def after_arrival(queue: SquadQueue, unit: Squad, weapon: str) -> Shot:
    """The shot at the mover once its move is over: an ordinary target at the end of its path (WH-11, WH-A14)."""
    return Shot(unit.id, queue.action.unit, queue.action.path[-1], weapon, overwatch=True)


def easier_after(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> bool:
    """Whether a shot after the mover's arrival is easier than at its last step; never if it ends in contact."""
    action, board = queue.action, state.board
    near = board.neighbours(action.path[-1])
    if any(foe.at in near for foe in foes(state, state.units[action.unit].seat)):
        return False
    after = after_arrival(queue, unit, weapon)
    if not possible(rules, state, after):
        return False
    last = at_point(state, queue, unit, weapon, -1)
    return needed(rules, state, after) < needed(rules, state, last)


def standing_shot(unit: Squad, foe: Squad, weapon: str) -> Shot:
    """The overwatch shot at an enemy where it stands; a charge is under way once declared (WH-A14, WH-21, WH-25)."""
    waits = bool(foe.charges) and not foe.moved
    return Shot(unit.id, foe.id, foe.at, weapon, True, waits and foe.charges == unit.id, waits)


def standing_shots(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> list[Shot]:
    """The legal shots at units of the active seat that are not moving now, nearer targets or not (WH-12)."""
    mover, seat = mover_of(state, queue), state.seat
    shots = [
        shot
        for foe in state.units.values()
        if foe.seat == seat and not foe.out and foe.id != mover
        if fair_target(rules, state, shot := standing_shot(unit, foe, weapon))
    ]
    return [shot for shot in shots if shot.flinch] if shots and fighting_others(state, queue, unit) else shots


def choosable_shots(rules: Ruleset, state: Battle, shots: list[Shot], at_mover: Shot | None) -> list[Shot]:
    """Those of the standing `shots` that may be chosen at a moment (WH-A29).

    `at_mover`: the legal shot at the mover in that moment, which competes with them; None if there is none.
    """
    if at_mover is None or not shots:
        return nearest_or_easier(rules, state, shots)
    others = [shot for shot in shots if shot.target != at_mover.target]
    return [shot for shot in nearest_or_easier(rules, state, [*others, at_mover]) if shot != at_mover]


def shot_at_mover(
    rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str, point: int
) -> Shot | None:
    """The legal shot at the mover at a point of its path, None if nothing moves or the shot is not legal."""
    if not may_fire_at_mover(state, queue, unit):
        return None
    shot = at_point(state, queue, unit, weapon, point)
    return shot if possible(rules, state, shot) and not too_far(rules, state, queue.action, unit, weapon) else None


def overwatch_shot(state: Battle, queue: SquadQueue, shooter: UnitId, target: UnitId, weapon: str, point: int) -> Shot:
    """The overwatch shot at the mover at a `point` of its path, or (-1) at a target where it stands."""
    unit = state.units[shooter]
    if point >= 0:
        return at_point(state, queue, unit, weapon, point)
    return standing_shot(unit, state.units[target], weapon)


def shot_of(state: Battle, option: Option) -> Shot:
    """The shot that an option stands for: on overwatch, in the shooting phase, or as a share of divided fire."""
    unit, target = state.units[option.unit], state.units[option.target]
    figures = option.figures if isinstance(option, Share) else 0
    if not state.queues:
        return Shot(unit.id, target.id, target.at, option.weapon, figures=figures)
    queue = state.queues[-1]
    if option.to >= 0 and option.point < 0:
        return after_arrival(queue, unit, option.weapon)
    return overwatch_shot(state, queue, unit.id, target.id, option.weapon, option.point)._replace(figures=figures)
