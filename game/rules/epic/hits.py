"""Hits: their allocation and saves (EP-A37, EP-A46), lost stands and passengers (EP-A48), kills (EP-A40)."""

from __future__ import annotations

from typing import Final, Literal

from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.steps import step
from game.engine.wording import number_of
from game.rules.epic.events import BailedOut, Saved, StandLost
from game.rules.epic.ground import COVER_SAVE, LINK, disc, least_square, span
from game.rules.epic.state import Battle, EpicTable, Stand
from game.rules.epic.throws import BailOut, Save
from game.rules.epic.vocabulary import Questions, Verbs

Cause = Literal["assault", "fire", "hack"]
"""What hits come from: the attacks of an assault, fire, or the hack-down of its loser."""
HACKED: Final = "hack"
"""The cause of the loser's extra hits after an assault, which allow no save (EP-A40)."""


def save_value(state: Battle, unit: Stand, cell: Cell = -1) -> int:
    """The number that a stand's save needs, 0 for no save (EP-A37, EP-A46).

    It is the better of its armour and, for infantry, the cover on its cell, or on `cell` if one is given.
    """
    ground = state.board.terrain[unit.at if cell < 0 else cell]
    cover = 0 if unit.vehicle else COVER_SAVE.get(ground, 0)
    armour = unit.stats["ARMOUR"]
    return min(armour, cover) if armour and cover else armour or cover


def bail_save(rider: Stand) -> BailOut:
    """The save of a passenger when its transport is destroyed; a need of 0 means no save (EP-A48)."""
    return BailOut(rider.id, rider.stats["ARMOUR"])


@step
def allocate(
    t: EpicTable, names: list[UnitId], sources: list[UnitId], hits: int, given: dict[UnitId, int], why: Cause
) -> None:
    """Allocate hits one by one; then the stands save (EP-A37).

    The nearest stand to the `sources` comes first, and no stand takes a second hit before every other has one; the
    owner chooses among equals. `names`: the stands that may be hit; `given`: stand -> its hits so far.
    """
    state = t.state
    able = [name for name in names if not state.units[name].out]
    if not hits or not able:
        for name in able:
            if given.get(name):
                t.then(saves, name, given[name], why)
        return
    fewest = min(given.get(name, 0) for name in able)
    open_ones = [name for name in able if given.get(name, 0) == fewest]
    firers = tuple([state.units[name].at for name in sources])
    away = {name: least_square(state.board, state.units[name].at, firers) for name in open_ones}
    least = min(away.values())
    near = [name for name in open_ones if away[name] == least]
    if len(near) <= hits:
        t.then(allocate, names, sources, hits - len(near), {**given, **{n: given.get(n, 0) + 1 for n in near}}, why)
        return
    owner = state.units[near[0]].seat
    choice = t.ask(
        owner,
        Questions.ALLOCATE,
        [Option(f"{n}:allocate", Verbs.ALLOCATE, n, clauses=("EP-A37",), text=f"{n.upper()} takes it") for n in near],
        question="which stand takes the hit?",
        note=f"{len(near)} are equally near; {number_of(hits, 'hit')} left for them.",
        clauses=("EP-A37",),
        default=f"{near[0]}:allocate",
    )
    t.then(allocate, names, sources, hits - 1, {**given, choice.unit: given.get(choice.unit, 0) + 1}, why)


@step
def saves(t: EpicTable, name: UnitId, hits: int, why: Cause) -> None:
    """A stand takes its hits one after the other; `HACKED` hits allow no save (EP-A40)."""
    unit = t.state.units[name]
    if unit.out or not hits:
        return
    need = 0 if why == HACKED else save_value(t.state, unit)
    if not need or not t.roll(Save(name, need)):
        lose(t, unit, ("EP-A40",) if why == HACKED else StandLost.clauses)
        return
    t.emit(Saved(name))
    t.then(saves, name, hits - 1, why)


def lose(t: EpicTable, unit: Stand, clauses: tuple[str, ...]) -> None:
    """Lose a stand, which counts as a kill in an assault (EP-A40, EP-A22); its passengers must save themselves."""
    lost = t.change(unit, StandLost(unit.id), clauses)
    lost.out = True
    tally(t, lost)
    for passenger in t.state.units.values():
        if passenger.aboard == unit.id and not passenger.out:
            t.then(bail_out, passenger.id)


def tally(t: EpicTable, unit: Stand) -> None:
    """Count a stand lost in an assault: as a loss of its formation and as a kill of the other side."""
    assault, formation = t.state.assault, unit.formation
    if assault is not None and assault.fighting and assault.side_of(formation) is not None:
        assault.side(assault.against(formation)).kills += 1
        assault.lost[formation] = assault.lost.get(formation, 0) + 1


def refuge(state: Battle, wreck: Cell) -> Cell:
    """The nearest free cell within 5 cm of a destroyed transport, for its passenger; -1 if there is none."""
    taken = {u.at for u in state.units.values() if not u.out and not u.aboard}
    free = [c for c in disc(state, wreck, LINK) if c not in taken and state.board.passable(c, "light")]
    return min(free, key=lambda c: (span(state, wreck, c), c), default=-1)


@step
def bail_out(t: EpicTable, name: UnitId) -> None:
    """A passenger of a destroyed transport survives if it makes its save and has a place within 5 cm (EP-A48)."""
    unit = t.state.units[name]
    save, cell = bail_save(unit), refuge(t.state, unit.at)
    if save.need and cell >= 0 and t.roll(save):
        rider = t.change(unit, BailedOut(name, cell, ""))
        rider.at, rider.aboard = cell, ""
    else:
        rider = t.change(unit, StandLost(name, aboard=""), ("EP-A48",))
        rider.out, rider.aboard = True, ""
        tally(t, rider)
