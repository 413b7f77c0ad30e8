"""Divided fire: in one moment each model of a squad chooses a legal target and a weapon (WH-A16, WH-A23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.engine.decisions import Refusal
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.wording import agreeing
from game.rules.shared import foes
from game.rules.wh40k2.shots import (
    Share,
    Shot,
    after_arrival,
    choosable_shots,
    easier_after,
    fair_target,
    may_fire_at_mover,
    nearest_or_easier,
    needed,
    possible,
    shot_at_mover,
    standing_shots,
    target_refused,
)
from game.rules.wh40k2.state import Battle, Squad, SquadQueue, SquadTable
from game.rules.wh40k2.vocabulary import Questions, Verbs


def may_divide(rules: Ruleset, squad: Squad) -> bool:
    """Whether the squad has several models, and each may choose its own target."""
    return squad.figures > 1 and rules.ruling("WH-A16") == "divided"


def guns_of(rules: Ruleset, squad: Squad) -> list[tuple[int, str]]:
    """The squad's weapons that are not thrown, each with its index among all its weapons."""
    return [(place, weapon) for place, weapon in enumerate(squad.weapons) if not rules.weapon(weapon).thrown]


# -- on overwatch -----------------------------------------------------------------------------------------------------

ShotsAtMover = list[Shot | None]
"""The legal shot at the mover in one moment with each weapon, None if there is none."""


def divisions(
    rules: Ruleset,
    state: Battle,
    queue: SquadQueue,
    squad: Squad,
    trigger: int,
    moving: Sequence[Mapping[int, Shot]],
    still: list[list[Shot]],
) -> Iterator[Option]:
    """The options to divide the fire, one for each moment with more than one target or weapon to choose from.

    `moving`: for each weapon the legal shots at points of the declared path; `still`: for each weapon the legal shots
    at standing targets.
    """
    if not may_divide(rules, squad) or (len(moving) < 2 and not any(still)):
        return
    name, action, label = squad.id, queue.action, state.board.label
    like = Option("", Verbs.DIVIDE, name, trigger=trigger, clauses=("WH-A16",))
    now = [by_point.get(action.done) for by_point in moving]
    if len(_legal(rules, state, still, now)) - len(now) + now.count(None) > 1:
        yield like.but(id=f"{name}:{Verbs.DIVIDE}", text="Divide the fire among enemies that stand still")
    mover = action.unit
    for point in sorted({point for by_point in moving for point in by_point}):
        if len(_legal(rules, state, still, [by_point.get(point) for by_point in moving])) > 1:
            cell = action.path[point]
            text = f"Divide the fire when {mover.upper()} is at {label(cell)}"
            yield like.but(id=f"{name}:{Verbs.DIVIDE}:{mover}:p{point}", target=mover, to=cell, point=point, text=text)
    guns = [weapon for _, weapon in guns_of(rules, squad)]
    if may_fire_at_mover(state, queue, squad) and any(easier_after(rules, state, queue, squad, gun) for gun in guns):
        arrived = _arrived(rules, state, queue, squad, guns)
        if len(_legal(rules, state, still, arrived)) > 1:
            end = action.path[-1]
            text = f"Divide the fire once {mover.upper()} has arrived at {label(end)}"
            yield like.but(id=f"{name}:{Verbs.DIVIDE}:{mover}:after", target=mover, to=end, text=text)


def at_moment(rules: Ruleset, state: Battle, queue: SquadQueue, squad: Squad, point: int, *, after: bool) -> list[Shot]:
    """The shots that the models may choose from in one moment: at the mover, and at standing targets.

    `point`: where on its path the mover is then, -1 if it is no target; `after`: it has arrived.
    """
    guns = [weapon for _, weapon in guns_of(rules, squad)]
    still = [standing_shots(rules, state, queue, squad, gun) for gun in guns]
    if after and point < 0:
        return _legal(rules, state, still, _arrived(rules, state, queue, squad, guns))
    at_mover = [shot_at_mover(rules, state, queue, squad, gun, max(point, queue.action.done)) for gun in guns]
    return [shot for shot in _legal(rules, state, still, at_mover) if point >= 0 or shot not in at_mover]


def _legal(rules: Ruleset, state: Battle, still: list[list[Shot]], at_mover: ShotsAtMover) -> list[Shot]:
    """All shots that may be chosen in one moment, weapon by weapon, the one at the mover first."""
    found: list[Shot] = []
    for shots, moving in zip(still, at_mover, strict=True):
        found += ([moving] if moving else []) + choosable_shots(rules, state, shots, moving)
    return found


def _arrived(rules: Ruleset, state: Battle, queue: SquadQueue, squad: Squad, guns: list[str]) -> ShotsAtMover:
    """The legal shots at the mover once it has arrived."""
    shots = [after_arrival(queue, squad, gun) for gun in guns]
    return [shot if possible(rules, state, shot) else None for shot in shots]


# -- in the own shooting phase ----------------------------------------------------------------------------------------


def own_shots(rules: Ruleset, state: Battle, squad: Squad, weapon: str) -> list[Shot]:
    """The shots, or throws, with a weapon that a squad may choose in its own shooting phase (WH-A29)."""
    shots = [Shot(squad.id, foe.id, foe.at, weapon) for foe in foes(state, squad.seat)]
    return nearest_or_easier(rules, state, [shot for shot in shots if fair_target(rules, state, shot)])


def own_shot_refused(rules: Ruleset, state: Battle, squad: Squad, foe: Squad, weapon: str) -> Refusal | None:
    """Why a squad may not choose an enemy for a weapon in its own shooting phase (WH-12, WH-14, WH-A29), or None."""
    shot, fair = Shot(squad.id, foe.id, foe.at, weapon), own_shots(rules, state, squad, weapon)
    no = target_refused(rules, state, shot)
    if no is not None or shot in fair:
        return no
    near = min(fair, key=lambda other: state.board.distance(squad.at, other.cell))
    need, other = needed(rules, state, shot), needed(rules, state, near)
    words = f"{near.target.upper()} is nearer, and {foe.id.upper()} is no easier to hit: {need}+ against {other}+"
    return Refusal("WH-A29", words, squad.id, cell=foe.at)


# -- who fires at whom ------------------------------------------------------------------------------------------------


def share(t: SquadTable, squad: Squad, shots: Sequence[Shot], point: int = -1) -> list[Shot]:
    """Ask the owner how many models fire each of the shots; models without a target do not fire (WH-A5).

    Returns the shots that are fired, with their numbers of models. `point`: where on its path the mover is, if it is
    among the targets and under way, else -1.
    """
    rules, taken, left, open_ = t.rules, list[Shot](), squad.figures, list(shots)
    while left and open_:
        options = list(_shares(rules, t.state, squad, open_, taken, left, point))
        choice = t.ask(
            squad.seat,
            Questions.SHARE,
            options,
            question=f"how many models of {squad.id.upper()} fire at which target?",
            note=f"{left} of {squad.figures} have no target yet. All fire in the same moment.",
            clauses=("WH-A16",),
            default=options[-1 if taken else left - 1].id,
            unit=squad.id,
            refused=lambda: _kept_back(squad),
        )
        if not isinstance(choice, Share):
            break
        place = next(i for i, shot in enumerate(open_) if (shot.target, shot.weapon) == (choice.target, choice.weapon))
        taken.append(open_.pop(place)._replace(figures=choice.figures))
        left -= choice.figures
    return taken


def _shares(
    rules: Ruleset, state: Battle, squad: Squad, shots: Sequence[Shot], taken: Sequence[Shot], left: int, point: int
) -> Iterator[Option]:
    """For each of the shots the options of one model, two models, and so on up to the `left` that have no target."""
    under_way = state.queues[-1].action.unit if point >= 0 else ""
    for shot in shots:
        gun = rules.weapon(shot.weapon)
        suffix = f":{shot.weapon}" if squad.weapons.index(shot.weapon) else ""
        there = point if shot.target == under_way else -1
        like = Share(
            "",
            Verbs.SHARE,
            squad.id,
            shot.target,
            targets=tuple(other.target for other in taken),
            parts=tuple((other.target, other.weapon, other.figures) for other in taken),
            weapon=shot.weapon,
            to=shot.cell if there >= 0 else -1,
            point=there,
            clauses=("WH-A16",),
        )
        fires, fire = ("throws", "throw") if gun.thrown else ("fires", "fire")
        for figures in range(1, left + 1):
            yield like.but(
                id=f"{squad.id}:{Verbs.SHARE}:{shot.target}{suffix}:{figures}",
                figures=figures,
                text=f"{figures} {agreeing(figures, fires, fire)} at {shot.target.upper()} ({gun.name})",
            )
    if taken:
        yield Option("done", Verbs.DONE, text="The others do not fire")


def _kept_back(squad: Squad) -> list[Refusal]:
    """The refusal to keep models on overwatch while others of the squad fire (WH-04)."""
    if not squad.watching:
        return []
    return [
        Refusal("WH-04", "no model stays on overwatch when others fire: the counter is the whole squad’s", squad.id)
    ]
