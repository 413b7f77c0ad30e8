"""Who may fire at what, when, and the sum to hit, in the own turn and on overwatch (WH-11 to WH-25, WH-A27 to WH-A31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.forecast import Forecast
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.rulebook import Weapon
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, Modifier, length
from game.rules.shared import foes, no_sight
from game.rules.wh40k2.chances import Toll, save_need, toll, wound_need
from game.rules.wh40k2.facing import in_arc
from game.rules.wh40k2.ground import hides_from, in_contact, is_vehicle
from game.rules.wh40k2.state import FACINGS, Battle, Squad, SquadMove, SquadQueue
from game.rules.wh40k2.throws import SECOND_DIE, ToHit
from game.rules.wh40k2.vocabulary import Verbs

COVER = {"": 0, "soft": 1, "low": 2, "hard": 2}
FAST = 10


class Shot(NamedTuple):
    """A squad's fire, spelled out. `cell`: where the target is shot at; `flinch`: the one overwatch modifier.

    `charging`: at a target whose charge is under way; `figures`: so many models fire, 0 for all there are.
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


def firing(state: Battle, shot: Shot) -> int:
    """How many models fire."""
    return shot.figures or state.units[shot.shooter].figures


def possible(rules: Ruleset, state: Battle, shot: Shot) -> bool:
    """Whether the target is in sight, in the arc and in range from where the shooter stands."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    sight = state.board.sight(shooter.at, shot.cell)
    return (
        sight.visible
        and (sight.distance <= rules.weapon(shot.weapon).range or _unmeasured(shot, target))
        and not (target.hidden and hides_from(state, target, shooter))
        and (not shooter.facing or in_arc(state.board, shooter, shot.cell))
    )


def _unmeasured(shot: Shot, target: Squad) -> bool:
    """Whether range does not matter: to the squad that is charged, and along a charge that is being moved (WH-A7)."""
    return shot.charging and (target.charges == shot.shooter or target.moved)


def shot_refused(rules: Ruleset, state: Battle, shot: Shot) -> Refusal | None:
    """Why the fire is not possible: out of sight, hidden, out of the arc, out of range; None if it is."""
    if possible(rules, state, shot):
        return None
    shooter, target, board = state.units[shot.shooter], state.units[shot.target], state.board
    sight = board.sight(shooter.at, shot.cell)
    if (no := no_sight(board, sight, "WH-12", shooter.id, shot.cell)) is not None:
        return no
    if hides_from(state, target, shooter):
        return Refusal("WH-A26", f"{target.id.upper()} is hidden", shooter.id, cell=shot.cell)
    if not in_arc(board, shooter, shot.cell):
        return Refusal("WH-A37", f"it faces {FACINGS[shooter.facing]}", shooter.id, cell=shot.cell)
    reach = rules.weapon(shot.weapon).range
    far = f"{length(sight.distance, INCHES)} away, range {length(reach, INCHES)}"
    return Refusal("WH-14", far, shooter.id, cell=shot.cell)


def fair_target(rules: Ruleset, state: Battle, shot: Shot) -> bool:
    """Whether a target that stands still can be fired at and is in no hand-to-hand."""
    return possible(rules, state, shot) and not in_contact(state, state.units[shot.target])


def _sum(rules: Ruleset, state: Battle, shot: Shot) -> tuple[int, int, list[Modifier]]:
    """What each die needs, 7 - BS, and every modifier (WH-A27, WH-A28)."""
    shooter = state.units[shot.shooter]
    numbers = rules.weapon(shot.weapon).numbers
    sight = state.board.sight(shooter.at, shot.cell)
    rows: list[Modifier] = []
    near = sight.distance <= numbers["short"] or shot.charging
    span = numbers["short_mod" if near else "long_mod"]
    if span:
        rows.append(("short range" if near else "long range", span, "WH-25" if shot.charging else "WH-A28"))
    if sight.cover:
        rows.append((f"{sight.cover} cover", -COVER[sight.cover], "WH-A28"))
    if shot.flinch:  # one, whatever causes it has (WH-24, WH-A6)
        rows.append(("overwatch", -1, "WH-18"))
    if shot.fast:
        rows.append(("moving fast", -1, "WH-A28"))
    if is_vehicle(rules, state.units[shot.target]):
        rows.append(("large target", 1, "WH-A28"))
    base = 7 - shooter.stats["BS"]
    return base - sum(value for _, value, _ in rows), base, rows


def needed(rules: Ruleset, state: Battle, shot: Shot) -> int:
    """What each die needs; above 9 is out of reach."""
    return _sum(rules, state, shot)[0]


def to_hit(rules: Ruleset, state: Battle, shot: Shot) -> ToHit:
    """The throw to hit, with its whole sum (WH-A27, WH-A28)."""
    need, base, rows = _sum(rules, state, shot)
    dice = (6,) * firing(state, shot)
    return ToHit(need, shot.shooter, shot.target, _test(len(dice), need), ("to hit", base), tuple(rows), dice)


def _test(figures: int, need: int) -> str:
    if need <= 6:
        return f"{figures} × D6 ≥ {max(2, need)}"
    return f"{figures} × 6, then {SECOND_DIE[need]}+" if need in SECOND_DIE else "out of reach"


def nearest_or_easier(rules: Ruleset, state: Battle, shots: list[Shot]) -> list[Shot]:
    """The nearest target, and any that is easier to hit (WH-A29). `shots` are legal ones at different targets."""
    if len(shots) < 2 or (shots[0].overwatch and rules.ruling("WH-A29") == "free_on_overwatch"):
        return shots
    board = state.board
    sums = [
        (shot, board.distance(state.units[shot.shooter].at, shot.cell), needed(rules, state, shot)) for shot in shots
    ]
    nearest = min(distance for _, distance, _ in sums)
    easiest = min(need for _, distance, need in sums if distance == nearest)
    return [shot for shot, distance, need in sums if distance == nearest or need < easiest]


def _harm_words(weapon: Weapon, target: Squad, chances: Toll) -> str:
    """What follows a hit: what wounds, what saves, and what that comes to."""
    strength, toughness = weapon.numbers["strength"], target.stats["T"]
    wound, save = wound_need(strength, toughness), save_need(target, weapon.numbers["save_mod"])
    if wound > 6:
        return f"S {strength} cannot wound T {toughness}"
    return f"wound {wound}+, save {f'{save}+' if save <= 6 else 'none'}; on average {float(chances.wounds):.1f} wounds"


def forecast(rules: Ruleset, state: Battle, option: Option) -> Forecast | None:
    """The sum of a shot, and the exact chances of a hit and of losing at least one model; None if too many dice stray."""
    if option.action not in (Verbs.RANGED_ATTACK, Verbs.THROW, Verbs.SHARE):
        return None
    shot = shot_of(state, option)
    shooter, target, weapon = state.units[shot.shooter], state.units[shot.target], rules.weapon(shot.weapon)
    total = to_hit(rules, state, shot)
    sight = state.board.sight(shooter.at, shot.cell)
    if option.targets and weapon.numbers.get("strays"):
        return None  # what the part that fires first does when it strays is not known yet
    chances = toll(state, shooter, target, shot.cell, weapon, total.need, firing(state, shot))
    if chances is None:
        return None
    return Forecast(
        sight.distance,
        *total.base,
        total.modifiers,
        total.need,
        total.test,
        chances.hit,
        chances.falls,
        sight.cover,
        _harm_words(weapon, target, chances),
        target.id,
        shot.cell,
        form=total.form,
        hit="at least one hit",
        meaning="at least one casualty",
    )


# -- on overwatch -----------------------------------------------------------------------------------------------------


def moving(state: Battle, queue: SquadQueue) -> UnitId:
    """The unit whose declared move is not over yet, "" if there is none."""
    action = queue.action
    return action.unit if action.unit and not action.over and not state.units[action.unit].out else ""


def at_points(state: Battle, queue: SquadQueue, unit: Squad, weapon: str, first: int = 0) -> Iterator[Shot]:
    """The fire at every point of the declared move from the `first` on, with what its being under way means."""
    action = queue.action
    charging = action.kind == Verbs.CHARGE
    flinch = flinches(state, unit, action.path) or (charging and action.target == unit.id)
    fast = action.inches >= FAST
    for cell in action.path[first:]:
        yield Shot(unit.id, action.unit, cell, weapon, True, flinch, charging, fast)


def at_point(state: Battle, queue: SquadQueue, unit: Squad, weapon: str, point: int) -> Shot:
    """The fire at a point of the declared move."""
    return next(at_points(state, queue, unit, weapon))._replace(cell=queue.action.path[point])


def flinches(state: Battle, shooter: Squad, path: list[Cell]) -> bool:
    """Whether the whole declared move crosses between cover and open for this shooter (WH-18, WH-20, WH-A13, WH-A14).

    Where on its way it is shot makes no difference (WH-A2), that its move is declared and not over does (WH-A3);
    a squad's models walk one way, so it is the same for each of them (WH-A4).
    """
    sights = [state.board.sight(shooter.at, cell) for cell in path]
    return len({not sight.visible or bool(sight.cover) for sight in sights}) == 2


def points_left(
    rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str
) -> Iterator[tuple[int, Shot, Refusal | None]]:
    """Each point that is left of the move, the fire at it, and why that cannot be (WH-13, WH-14, WH-25, WH-A7)."""
    far = too_far(rules, state, queue.action, unit, weapon)
    for point, shot in enumerate(at_points(state, queue, unit, weapon)):
        if point >= queue.action.done:
            no = shot_refused(rules, state, shot) or far
            yield point, shot, no.but(point=point) if no else None


def too_far(rules: Ruleset, state: Battle, action: SquadMove, unit: Squad, weapon: str) -> Refusal | None:
    """A charge at somebody else, of which no visible point is in range (WH-A7)."""
    board, reach = state.board, rules.weapon(weapon).range
    if action.kind != Verbs.CHARGE or action.target == unit.id:
        return None
    if any(board.distance(unit.at, cell) <= reach for cell in action.path if board.visible(unit.at, cell)):
        return None
    return Refusal("WH-A7", f"no visible point of the charge is within {length(reach, INCHES)}", unit.id)


def chargers(state: Battle, unit: Squad) -> list[Squad]:
    """The enemies whose charge at the squad is declared and not finished (WH-A14)."""
    queue = state.queues[-1] if state.queues else None
    coming = moving(state, queue) if queue else ""
    return [foe for foe in foes(state, unit.seat) if foe.charges == unit.id and (not foe.moved or foe.id == coming)]


def held(state: Battle, queue: SquadQueue, unit: Squad) -> bool:
    """Whether it is in hand-to-hand, so that it may fire at those alone who charge it (WH-A17).

    A charger on its way is still met as it comes in.
    """
    coming = moving(state, queue)
    return any(foe.id != coming for foe in in_contact(state, unit))


def meets(state: Battle, queue: SquadQueue, unit: Squad) -> bool:
    """Whether the squad may fire at the one that moves now."""
    action = queue.action
    return bool(moving(state, queue)) and (
        (action.kind == Verbs.CHARGE and action.target == unit.id) or not held(state, queue, unit)
    )


def has_shot(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> bool:
    """Whether there is any moment left to fire: the first that is found will do."""
    if (
        meets(state, queue, unit)
        and any(possible(rules, state, shot) for shot in at_points(state, queue, unit, weapon, queue.action.done))
        and not too_far(rules, state, queue.action, unit, weapon)
    ):
        return True
    return bool(still_targets(rules, state, queue, unit, weapon))


def after_arrival(queue: SquadQueue, unit: Squad, weapon: str) -> Shot:
    """The fire at a mover that has finished: an ordinary target that stands where the path ends (WH-11, WH-A14)."""
    return Shot(unit.id, queue.action.unit, queue.action.path[-1], weapon, overwatch=True)


def easier_after(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> bool:
    """Whether waiting until the mover has arrived makes a better shot than its last step; not once it is in contact."""
    action, board = queue.action, state.board
    near = board.neighbours(action.path[-1])
    if any(foe.at in near for foe in foes(state, state.units[action.unit].seat)):
        return False
    after = after_arrival(queue, unit, weapon)
    if not possible(rules, state, after):
        return False
    last = at_point(state, queue, unit, weapon, -1)
    return needed(rules, state, after) < needed(rules, state, last)


def standing(unit: Squad, foe: Squad, weapon: str) -> Shot:
    """Overwatch fire at an enemy where it stands; a charge that it has declared is under way (WH-A14, WH-21, WH-25)."""
    waits = bool(foe.charges) and not foe.moved
    return Shot(unit.id, foe.id, foe.at, weapon, True, waits and foe.charges == unit.id, waits)


def standing_shots(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> list[Shot]:
    """Fire at enemies of the acting side that are not on the move now, whatever is nearer (WH-12)."""
    mover, seat = moving(state, queue), state.seat
    shots = [
        shot
        for foe in state.units.values()
        if foe.seat == seat and not foe.out and foe.id != mover
        if fair_target(rules, state, shot := standing(unit, foe, weapon))
    ]
    return [shot for shot in shots if shot.flinch] if shots and held(state, queue, unit) else shots


def still_targets(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str) -> list[Shot]:
    """The fire that may be chosen now at enemies that are not on the move."""
    shots = standing_shots(rules, state, queue, unit, weapon)
    return shots and beside(rules, state, shots, passing_by(rules, state, queue, unit, weapon, queue.action.done))


def beside(rules: Ruleset, state: Battle, shots: list[Shot], passing: Shot | None) -> list[Shot]:
    """Those of the standing shots that may be chosen (WH-A29), where the legal fire `passing` at the mover is one, too."""
    if passing is None or not shots:
        return nearest_or_easier(rules, state, shots)
    others = [shot for shot in shots if shot.target != passing.target]
    return [shot for shot in nearest_or_easier(rules, state, [*others, passing]) if shot != passing]


def passing_by(rules: Ruleset, state: Battle, queue: SquadQueue, unit: Squad, weapon: str, point: int) -> Shot | None:
    """The fire at the mover at a point of its path, None where nobody is on the move or it is not legal."""
    if not meets(state, queue, unit):
        return None
    shot = at_point(state, queue, unit, weapon, point)
    return shot if possible(rules, state, shot) and not too_far(rules, state, queue.action, unit, weapon) else None


def overwatch_shot(state: Battle, queue: SquadQueue, shooter: UnitId, target: UnitId, weapon: str, point: int) -> Shot:
    """The fire at a point of the path, or (point -1) at a target where it stands."""
    unit = state.units[shooter]
    if point >= 0:
        return at_point(state, queue, unit, weapon, point)
    return standing(unit, state.units[target], weapon)


def shot_of(state: Battle, option: Option) -> Shot:
    """The shot behind an option of an overwatch window, of the shooting phase, or of a squad that divides its fire."""
    unit, target = state.units[option.unit], state.units[option.target]
    figures = option.value if option.action == Verbs.SHARE else 0
    if not state.queues:
        return Shot(unit.id, target.id, target.at, option.weapon, figures=figures)
    queue = state.queues[-1]
    if option.to >= 0 and option.point < 0:
        return after_arrival(queue, unit, option.weapon)
    return overwatch_shot(state, queue, unit.id, target.id, option.weapon, option.point)._replace(figures=figures)
