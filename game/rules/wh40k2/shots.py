"""Who may fire at what, when, and the sum to hit, in the own turn and on overwatch (WH-11 to WH-25, WH-A27 to WH-A31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.forecast import Forecast
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.rules.shared import foes
from game.rules.wh40k2.chances import save_need, toll, wound_need
from game.rules.wh40k2.ground import hides_from, in_contact, mode
from game.rules.wh40k2.state import CHARGE, Battle, Squad, SquadMove
from game.rules.wh40k2.throws import SECOND_DIE, Modifier, ToHit

COVER = {"": 0, "soft": 1, "low": 2, "hard": 2}
FAST = 10


class Shot(NamedTuple):
    """A squad's fire, spelled out. `cell`: where the target is shot at; `flinch`: the one overwatch modifier."""

    shooter: UnitId
    target: UnitId
    cell: Cell
    weapon: str
    overwatch: bool = False
    flinch: bool = False
    charging: bool = False
    fast: bool = False


def possible(rules: Ruleset, state: Battle, shot: Shot) -> bool:
    """Whether the target is in sight and range from where the shooter stands."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    sight = state.board.sight(shooter.at, shot.cell)
    return (
        sight.visible
        and (shot.charging or sight.distance <= rules.weapon(shot.weapon).range)
        and not hides_from(state, target, shooter)
    )


def shot_refused(rules: Ruleset, state: Battle, shot: Shot) -> Refusal | None:
    """Why the fire is not possible: out of sight, hidden, out of range; None if it is."""
    if possible(rules, state, shot):
        return None
    shooter, target, board = state.units[shot.shooter], state.units[shot.target], state.board
    sight = board.sight(shooter.at, shot.cell)
    if not sight.visible:
        what = board.obstacle(sight.blocked_by)
        return Refusal("WH-12", f"no sight: {what} in the way", shooter.id, cell=shot.cell, blocked_by=sight.blocked_by)
    if hides_from(state, target, shooter):
        return Refusal("WH-A26", f"{target.id.upper()} is hidden", shooter.id, cell=shot.cell)
    reach = rules.weapon(shot.weapon).range
    return Refusal("WH-14", f'{sight.distance}" away, range {reach}"', shooter.id, cell=shot.cell)


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
    if mode(rules, state.units[shot.target]) == "vehicle":
        rows.append(("large target", 1, "WH-A28"))
    base = 7 - shooter.stats["BS"]
    return base - sum(value for _, value, _ in rows), base, rows


def needed(rules: Ruleset, state: Battle, shot: Shot) -> int:
    """What each die needs; above 9 is out of reach."""
    return _sum(rules, state, shot)[0]


def to_hit(rules: Ruleset, state: Battle, shot: Shot) -> ToHit:
    """The throw to hit, with its whole sum (WH-A27, WH-A28)."""
    need, base, rows = _sum(rules, state, shot)
    dice = (6,) * state.units[shot.shooter].figures
    return ToHit(need, shot.shooter, shot.target, _test(len(dice), need), ("7 − BS", base), tuple(rows), dice)


def _test(figures: int, need: int) -> str:
    if need <= 6:
        return f"{figures} × D6 ≥ {max(2, need)}"
    return f"{figures} × 6, then {SECOND_DIE[need]}+" if need in SECOND_DIE else "out of reach"


def nearest_or_easier(rules: Ruleset, state: Battle, shots: list[Shot]) -> list[Shot]:
    """The nearest target, and any that is easier to hit (WH-A29). `shots` are legal ones at different targets."""
    if len(shots) < 2:
        return shots
    board = state.board
    sums = [
        (shot, board.distance(state.units[shot.shooter].at, shot.cell), needed(rules, state, shot)) for shot in shots
    ]
    nearest = min(distance for _, distance, _ in sums)
    easiest = min(need for _, distance, need in sums if distance == nearest)
    return [shot for shot, distance, need in sums if distance == nearest or need < easiest]


def forecast(rules: Ruleset, state: Battle, option: Option) -> Forecast | None:
    """The sum of a shot, and the exact chances of a hit and of losing at least one model."""
    if option.action not in ("ranged_attack", "throw"):
        return None
    shot = shot_of(state, option)
    shooter, target, weapon = state.units[shot.shooter], state.units[shot.target], rules.weapon(shot.weapon)
    total = to_hit(rules, state, shot)
    sight = state.board.sight(shooter.at, shot.cell)
    chances = toll(state, shooter, target, shot.cell, weapon, total.need)
    wound = wound_need(weapon.numbers["strength"], target.stats["T"])
    save = save_need(target, weapon.numbers["save_mod"])
    return Forecast(
        sight.distance,
        *total.base,
        total.modifiers,
        total.need,
        total.test,
        chances.hit,
        chances.falls,
        sight.cover,
        f"wound {wound}+, save {f'{save}+' if save <= 6 else 'none'}; on average {float(chances.wounds):.1f} wounds",
        target.id,
        shot.cell,
    )


# -- on overwatch -----------------------------------------------------------------------------------------------------


def moving(state: Battle, queue: ReactionQueue[SquadMove]) -> UnitId:
    """The unit whose declared move is not over yet, "" if there is none."""
    action = queue.action
    return action.unit if action.unit and not action.over and not state.units[action.unit].out else ""


def at_points(
    state: Battle, queue: ReactionQueue[SquadMove], unit: Squad, weapon: str, first: int = 0
) -> Iterator[Shot]:
    """The fire at every point of the declared move from the `first` on, with what its being under way means."""
    action = queue.action
    charging = action.kind == CHARGE
    flinch = flinches(state, unit, action.path) or (charging and action.target == unit.id)
    fast = action.inches >= FAST
    for cell in action.path[first:]:
        yield Shot(unit.id, action.unit, cell, weapon, True, flinch, charging, fast)


def at_point(state: Battle, queue: ReactionQueue[SquadMove], unit: Squad, weapon: str, point: int) -> Shot:
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
    rules: Ruleset, state: Battle, queue: ReactionQueue[SquadMove], unit: Squad, weapon: str
) -> Iterator[tuple[int, Shot, Refusal | None]]:
    """Each point that is left of the move, the fire at it, and why that cannot be (WH-13, WH-14, WH-25, WH-A7)."""
    too_far = _too_far(rules, state, queue.action, unit, weapon)
    for point, shot in enumerate(at_points(state, queue, unit, weapon)):
        if point >= queue.action.done:
            no = shot_refused(rules, state, shot) or too_far
            yield point, shot, no.but(point=point) if no else None


def _too_far(rules: Ruleset, state: Battle, action: SquadMove, unit: Squad, weapon: str) -> Refusal | None:
    """A charge at somebody else, of which no visible point is in range (WH-A7)."""
    board, reach = state.board, rules.weapon(weapon).range
    if action.kind != CHARGE or action.target == unit.id:
        return None
    if any(board.distance(unit.at, cell) <= reach for cell in action.path if board.visible(unit.at, cell)):
        return None
    return Refusal("WH-A7", f'no visible point of the charge is within {reach}"', unit.id)


def has_shot(rules: Ruleset, state: Battle, queue: ReactionQueue[SquadMove], unit: Squad, weapon: str) -> bool:
    """Whether there is any moment left to fire: the first that is found will do."""
    return (
        bool(moving(state, queue))
        and any(possible(rules, state, shot) for shot in at_points(state, queue, unit, weapon, queue.action.done))
        and not _too_far(rules, state, queue.action, unit, weapon)
    ) or bool(still_targets(rules, state, queue, unit, weapon))


def after_arrival(queue: ReactionQueue[SquadMove], unit: Squad, weapon: str) -> Shot:
    """The fire at a mover that has finished: an ordinary target that stands where the path ends (WH-11, WH-A14)."""
    return Shot(unit.id, queue.action.unit, queue.action.path[-1], weapon, overwatch=True)


def easier_after(rules: Ruleset, state: Battle, queue: ReactionQueue[SquadMove], unit: Squad, weapon: str) -> bool:
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


def still_targets(
    rules: Ruleset, state: Battle, queue: ReactionQueue[SquadMove], unit: Squad, weapon: str
) -> list[Shot]:
    """Fire at enemies of the acting side that are not on the move now (WH-12): the nearest in sight, or easier (WH-A29)."""
    mover = moving(state, queue)
    targets = [foe for foe in foes(state, unit.seat) if foe.seat == state.seat and foe.id != mover]
    shots = [Shot(unit.id, foe.id, foe.at, weapon, overwatch=True) for foe in targets]
    legal = [shot for shot in shots if fair_target(rules, state, shot)]
    if legal and mover:  # it is in sight, too, and may be nearer
        passing = at_point(state, queue, unit, weapon, queue.action.done)
        if possible(rules, state, passing):
            legal.append(passing)
    return [shot for shot in nearest_or_easier(rules, state, legal) if shot.target != mover]


def overwatch_shot(
    state: Battle, queue: ReactionQueue[SquadMove], shooter: UnitId, target: UnitId, weapon: str, point: int
) -> Shot:
    """The fire at a point of the path, or (point -1) at a target where it stands."""
    if point >= 0:
        return at_point(state, queue, state.units[shooter], weapon, point)
    return Shot(shooter, target, state.units[target].at, weapon, overwatch=True)


def shot_of(state: Battle, option: Option) -> Shot:
    """The shot behind an option of an overwatch window or of the shooting phase."""
    if not state.queues:
        return Shot(option.unit, option.target, state.units[option.target].at, option.weapon)
    queue = state.queues[-1]
    if option.to >= 0 and option.point < 0:
        return after_arrival(queue, state.units[option.unit], option.weapon)
    return overwatch_shot(state, queue, option.unit, option.target, option.weapon, option.point)
