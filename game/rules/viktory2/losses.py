"""Losses: who picks the victims, and where they go (VK-03, VK-19, VK-A10, VK-A36)."""

from __future__ import annotations

from game.engine.names import Seat, UnitId
from game.engine.options import Option
from game.engine.steps import step
from game.rules.viktory2.events import Eliminated, Sunk, WentDown
from game.rules.viktory2.ground import cargo
from game.rules.viktory2.state import ARTILLERY, CAVALRY, FRIGATE, INFANTRY, Islands, IslandsTable, Piece
from game.rules.viktory2.throws import TACTICAL
from game.rules.viktory2.vocabulary import Questions, Verbs
from game.rules.viktory2.words import counted

WORTH = {INFANTRY: 2, CAVALRY: 3, FRIGATE: 4, ARTILLERY: 5}
"""How much its owner would miss a unit; it orders the suggested victims and is no number of the rulebook."""


def worth(state: Islands, unit: Piece) -> int:
    """How much its owner would miss a unit with its cargo."""
    return WORTH[unit.profile] + sum(WORTH[one.profile] for one in cargo(state, unit.id))


@step
def losses(t: IslandsTable, picker: Seat, hits: int, names: list[UnitId], clauses: list[str]) -> None:
    """`picker` removes one of the units for each hit, one after the other; surplus hits are lost."""
    left = [unit for name in names if not (unit := t.state.units[name]).out]
    if hits >= len(left):
        for unit in left:
            lose(t, unit, clauses)
        return
    own = picker == left[0].seat
    order = sorted(left, key=lambda unit: (worth(t.state, unit), unit.id))
    choice = t.ask(
        picker,
        Questions.VICTIM,
        [
            Option(f"remove:{u.id}", Verbs.REMOVE, target=u.id, clauses=tuple(clauses), text=f"Remove {u.id.upper()}")
            for u in left
        ],
        question="which unit is lost?" if own else "which unit does the hit take?",
        note=f"{counted(hits, 'hit').capitalize()} on {counted(len(left), 'unit')}.",
        clauses=clauses,
        default=f"remove:{(order[0] if own else order[-1]).id}",
    )
    lose(t, t.state.units[choice.target], clauses)
    remove(t, picker, hits - 1, names, clauses)


def remove(t: IslandsTable, picker: Seat, hits: int, names: list[UnitId], clauses: list[str]) -> None:
    """Next, let `picker` remove one of the units for each of so many hits."""
    if hits:
        t.then(losses, picker, hits, names, clauses)


def scored(t: IslandsTable, outcome: int, firer: Seat, owner: Seat, names: list[UnitId]) -> None:
    """Next, apply a scored roll: the firer picks victims for natural ones, then the owner for other hits (VK-A36)."""
    remove(t, firer, outcome // TACTICAL, names, ["VK-A36"])
    remove(t, owner, outcome % TACTICAL, names, ["VK-A36"])


def lose(t: IslandsTable, unit: Piece, clauses: list[str]) -> None:
    """Send a unit and its cargo to its owner's reserve (VK-19, VK-A10)."""
    aboard = cargo(t.state, unit.id)
    event = Sunk(unit.id) if unit.naval else Eliminated(unit.id)
    t.change(unit, event, (*clauses, *event.clauses)).lost()
    sinking = t.last
    for passenger in aboard:
        down = WentDown(unit=passenger.id, target=unit.id)
        t.change(passenger, down, [*(c for c in clauses if c == "VK-19"), *down.clauses], cause=sinking).lost()
