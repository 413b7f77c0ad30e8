"""Dice and what they do: hits, tactical hits, victims and who picks them (VK-03, VK-A6, VK-A36)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from game.engine.decisions import Option
from game.engine.dice import READERS, Outcome, Reader
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import cargo
from game.rules.viktory2.words import counted

WORTH = {"infantry": 2, "cavalry": 3, "frigate": 4, "artillery": 5}
TACTICAL = 100
"""A scored roll is TACTICAL times its tactical hits and its other hits."""


# -- readers ----------------------------------------------------------------------------------------------------------


def _count(faces: tuple[int, ...], need: int, most: int) -> Outcome:
    return min(most, sum(face <= need for face in faces))


def _count_spread(dice: tuple[int, ...], need: int, most: int) -> Mapping[Outcome, Fraction]:
    found: dict[Outcome, Fraction] = {}
    for hits, chance in enumerate(count_chances(len(dice), need)):
        found[min(most, hits)] = found.get(min(most, hits), Fraction(0)) + chance
    return found


@lru_cache(maxsize=256)
def count_chances(dice: int, need: int) -> tuple[Fraction, ...]:
    """The exact chances of no hit, one hit and so on."""
    p = Fraction(need, 6)
    return tuple(comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1))


def _score(faces: tuple[int, ...], need: int, units: int, surplus: int) -> Outcome:
    return _scored(faces.count(1), sum(1 < face <= need for face in faces), units, surplus)


def _scored(sharp: int, plain: int, units: int, surplus: int) -> int:
    if sharp + plain >= units:  # nobody picks, all are lost
        return min(sharp + plain, units + surplus)
    return TACTICAL * sharp + plain


@lru_cache(maxsize=256)
def score_chances(dice: int, need: int) -> tuple[tuple[int, int, Fraction], ...]:
    """Every scored roll of so many dice: tactical hits, other hits, exact chance."""
    sharp, plain = Fraction(1, 6), Fraction(need - 1, 6)
    return tuple(
        (a, b, comb(dice, a) * comb(dice - a, b) * sharp**a * plain**b * (1 - sharp - plain) ** (dice - a - b))
        for a in range(dice + 1)
        for b in range(dice - a + 1)
    )


def _score_spread(dice: tuple[int, ...], need: int, units: int, surplus: int) -> Mapping[Outcome, Fraction]:
    found: dict[Outcome, Fraction] = {}
    for sharp, plain, chance in score_chances(len(dice), need):
        outcome = _scored(sharp, plain, units, surplus)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


VK_READERS: Mapping[str, Reader] = {
    **READERS,
    "count": Reader(_count, _count_spread),  # how many dice show at most `need`, as far as there are targets
    "score": Reader(_score, _score_spread),  # natural ones and other hits apart, and how far they exceed the units
}


# -- victims ----------------------------------------------------------------------------------------------------------


def losses(t: Table, picker: str, hits: int, names: list[str], clauses: list[str]) -> None:
    """`picker` removes a unit for every hit, one after the other; surplus hits are lost."""
    left = [t.unit(name) for name in names if not t.unit(name).out]
    if hits <= 0 or not left:
        return
    if hits >= len(left):
        for unit in left:
            lose(t, unit, clauses)
        return
    own = picker == left[0].seat
    order = sorted(left, key=lambda unit: (worth(t.state, unit), unit.id))
    choice = t.ask(
        picker,
        "victim",
        [
            Option(f"remove:{u.id}", "remove", target=u.id, clauses=tuple(clauses), text=f"Remove {u.id.upper()}")
            for u in left
        ],
        prompt=f"{t.rules.seat_name(picker)} decides: which unit is lost?"
        if own
        else f"{t.rules.seat_name(picker)} decides: which unit does the hit take?",
        note=f"{counted(hits, 'hit').capitalize()} on {counted(len(left), 'unit')}.",
        clauses=clauses,
        default=f"remove:{(order[0] if own else order[-1]).id}",
    )
    lose(t, t.unit(choice.target), clauses)
    t.then("losses", picker, hits - 1, names, clauses)


def worth(state: State, unit: Unit) -> int:
    """What its owner would miss: its cargo counts."""
    return WORTH[unit.profile] + sum(WORTH[one.profile] for one in cargo(state, unit.id))


def scored(t: Table, outcome: object, firer: str, owner: str, names: list[str]) -> None:
    """Hits of a scored roll: natural ones are picked by the roller, then the owner picks (VK-A36)."""
    whole = outcome if isinstance(outcome, int) else 0
    t.then("losses", firer, whole // TACTICAL, names, ["VK-A36"])
    t.then("losses", owner, whole % TACTICAL, names, ["VK-A36"])


def lose(t: Table, unit: Unit, clauses: list[str]) -> None:
    """A unit goes to its owner's reserve, and what it carries with it (VK-19, VK-A10)."""
    aboard = cargo(t.state, unit.id)
    gone = {"reserve": 1, "towards": 0}
    event = "sunk" if unit.profile == "frigate" else "eliminated"
    n = t.change(unit, event, (*clauses, "VK-A10"), out=True, aboard="", facts=gone)
    for passenger in aboard:
        t.change(
            passenger,
            "went_down",
            ("VK-19", "VK-A10"),
            cause=n,
            out=True,
            aboard="",
            facts=gone,
            also={"target": unit.id},
        )


STEPS = {step.__name__: step for step in (losses,)}
