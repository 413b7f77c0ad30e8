"""Divided fire: each model of a squad fires at a legal target of the one moment, with a weapon of its own (WH-A16, WH-A23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.engine.decisions import Refusal
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.rules.shared import foes
from game.rules.wh40k2.shots import (
    Shot,
    after_arrival,
    beside,
    easier_after,
    fair_target,
    meets,
    nearest_or_easier,
    passing_by,
    possible,
    standing_shots,
)
from game.rules.wh40k2.state import Battle, Squad, SquadQueue, SquadTable
from game.rules.wh40k2.vocabulary import Questions, Verbs


def may_divide(rules: Ruleset, squad: Squad) -> bool:
    """Whether it has several models, and each may choose for itself."""
    return squad.figures > 1 and rules.ruling("WH-A16") == "divided"


def guns_of(rules: Ruleset, squad: Squad) -> list[tuple[int, str]]:
    """Its weapons that are not thrown, with their places among all it has."""
    return [(place, weapon) for place, weapon in enumerate(squad.weapons) if not rules.weapon(weapon).thrown]


# -- on overwatch -----------------------------------------------------------------------------------------------------

Passing = list[Shot | None]
"""The fire at the mover in one moment, weapon by weapon, None where it is not legal."""


def divisions(
    rules: Ruleset,
    state: Battle,
    queue: SquadQueue,
    squad: Squad,
    trigger: int,
    ways: Sequence[Mapping[int, Shot]],
    still: list[list[Shot]],
) -> Iterator[Option]:
    """The moments at which there is more than one target, or weapon, to divide the fire among.

    `ways`, `still`: weapon by weapon the legal fire at points of the move, and at those who stand.
    """
    if not may_divide(rules, squad) or (len(ways) < 2 and not any(still)):
        return
    name, action, label = squad.id, queue.action, state.board.label
    like = Option("", Verbs.DIVIDE, name, value=trigger, clauses=("WH-A16",))
    now = [way.get(action.done) for way in ways]
    if len(_legal(rules, state, still, now)) - len(now) + now.count(None) > 1:
        yield like.but(id=f"{name}:{Verbs.DIVIDE}", text="Divide the fire among those who stand")
    mover = action.unit
    for point in sorted({point for way in ways for point in way}):
        if len(_legal(rules, state, still, [way.get(point) for way in ways])) > 1:
            cell = action.path[point]
            text = f"Divide the fire when {mover.upper()} is at {label(cell)}"
            yield like.but(id=f"{name}:{Verbs.DIVIDE}:{mover}:p{point}", target=mover, to=cell, point=point, text=text)
    guns = [weapon for _, weapon in guns_of(rules, squad)]
    if meets(state, queue, squad) and any(easier_after(rules, state, queue, squad, gun) for gun in guns):
        arrived = _arrived(rules, state, queue, squad, guns)
        if len(_legal(rules, state, still, arrived)) > 1:
            end = action.path[-1]
            text = f"Divide the fire once {mover.upper()} has arrived at {label(end)}"
            yield like.but(id=f"{name}:{Verbs.DIVIDE}:{mover}:after", target=mover, to=end, text=text)


def at_moment(rules: Ruleset, state: Battle, queue: SquadQueue, squad: Squad, point: int, *, after: bool) -> list[Shot]:
    """Whom the models may choose from: the mover at a point (-1: not there) or `after` its arrival, and those who stand."""
    guns = [weapon for _, weapon in guns_of(rules, squad)]
    still = [standing_shots(rules, state, queue, squad, gun) for gun in guns]
    if after and point < 0:
        return _legal(rules, state, still, _arrived(rules, state, queue, squad, guns))
    there = [passing_by(rules, state, queue, squad, gun, max(point, queue.action.done)) for gun in guns]
    return [shot for shot in _legal(rules, state, still, there) if point >= 0 or shot not in there]


def _legal(rules: Ruleset, state: Battle, still: list[list[Shot]], passing: Passing) -> list[Shot]:
    found: list[Shot] = []
    for shots, by in zip(still, passing, strict=True):
        found += ([by] if by else []) + beside(rules, state, shots, by)
    return found


def _arrived(rules: Ruleset, state: Battle, queue: SquadQueue, squad: Squad, guns: list[str]) -> Passing:
    shots = [after_arrival(queue, squad, gun) for gun in guns]
    return [shot if possible(rules, state, shot) else None for shot in shots]


# -- in the own shooting phase ----------------------------------------------------------------------------------------


def own_shots(rules: Ruleset, state: Battle, squad: Squad, weapon: str) -> list[Shot]:
    """Every target that may be fired or thrown at in the own shooting phase (WH-A29)."""
    shots = [Shot(squad.id, foe.id, foe.at, weapon) for foe in foes(state, squad.seat)]
    return nearest_or_easier(rules, state, [shot for shot in shots if fair_target(rules, state, shot)])


# -- who fires at whom ------------------------------------------------------------------------------------------------


def share(t: SquadTable, squad: Squad, shots: Sequence[Shot], point: int = -1) -> list[Shot]:
    """How many models fire each of the shots, as the owner wishes; those without a target forgo their shot (WH-A5).

    `point`: where on its path the mover is that is among the targets, -1 where none is under way.
    """
    rules, taken, left, open_ = t.rules, list[Shot](), squad.figures, list(shots)
    while left and open_:
        options = list(_shares(rules, t.state, squad, open_, taken, left, point))
        choice = t.ask(
            squad.seat,
            Questions.SHARE,
            options,
            question=f"how many of {squad.id.upper()} fire at whom?",
            note=f"{left} of {squad.figures} have no target yet. All fire in the same moment.",
            clauses=("WH-A16",),
            default=options[-1 if taken else left - 1].id,
            unit=squad.id,
            refused=lambda: _kept_back(squad),
        )
        if choice.action != Verbs.SHARE:
            break
        place = next(i for i, shot in enumerate(open_) if (shot.target, shot.weapon) == (choice.target, choice.weapon))
        taken.append(open_.pop(place)._replace(figures=choice.value))
        left -= choice.value
    return taken


def _shares(
    rules: Ruleset, state: Battle, squad: Squad, shots: Sequence[Shot], taken: Sequence[Shot], left: int, point: int
) -> Iterator[Option]:
    """One model, two models, and so on for each of the shots; `left` have nothing to do yet."""
    under_way = state.queues[-1].action.unit if point >= 0 else ""
    for shot in shots:
        gun = rules.weapon(shot.weapon)
        suffix = f":{shot.weapon}" if squad.weapons.index(shot.weapon) else ""
        there = point if shot.target == under_way else -1
        like = Option(
            "",
            Verbs.SHARE,
            squad.id,
            shot.target,
            targets=tuple(other.target for other in taken),
            weapon=shot.weapon,
            to=shot.cell if there >= 0 else -1,
            point=there,
            clauses=("WH-A16",),
        )
        for figures in range(1, left + 1):
            verb = ("throws" if gun.thrown else "fires") if figures == 1 else ("throw" if gun.thrown else "fire")
            yield like.but(
                id=f"{squad.id}:{Verbs.SHARE}:{shot.target}{suffix}:{figures}",
                value=figures,
                text=f"{figures} {verb} at {shot.target.upper()} ({gun.name})",
            )
    if taken:
        yield Option("done", Verbs.DONE, text="The others do not fire")


def _kept_back(squad: Squad) -> list[Refusal]:
    """No model that holds its fire stays on overwatch when others fire (WH-04)."""
    if not squad.watching:
        return []
    return [
        Refusal("WH-04", "no model stays on overwatch when others fire: the counter is the whole squad’s", squad.id)
    ]
