"""Sight, communication, contact and reach, which every SkirmishCorps rule builds on. Distances in inches (cells)."""

from __future__ import annotations

from game.board.reach import Reach
from game.engine.names import Cell, Pace, UnitId
from game.engine.queue import Trigger
from game.engine.state import Unit
from game.rules.shared import foes, touches
from game.rules.skirmishcorps.lineup import COMMUNICATION, lineup
from game.rules.skirmishcorps.state import Corps, Trooper
from game.rules.skirmishcorps.vocabulary import Paces

PACES = (Paces.SNEAK, Paces.JOG, Paces.RUN, Paces.SPRINT)


def pace_budget(unit: Unit, pace: Pace) -> int:
    """The half inches that a unit may move at a pace (SC-A36): SP/2, SP, SP + 3 or 2 SP inches."""
    speed = unit.stats["SP"]
    return {Paces.SNEAK: speed, Paces.JOG: 2 * speed, Paces.RUN: 2 * (speed + 3), Paces.SPRINT: 4 * speed}[pace]


def reach_of(state: Corps, unit: Trooper) -> Reach:
    """Every cell the unit can reach at its fastest pace; a slower pace reaches those within its own budget."""
    return lineup(state).reach(unit.at, max([pace_budget(unit, pace) for pace in PACES]))


def linked(state: Corps, a: Cell, b: Cell) -> bool:
    """Whether two cells are in communication: at most 8 inches apart, whatever the terrain (SC-A47)."""
    return state.board.distance(a, b) <= COMMUNICATION


def contacts(state: Corps, unit: Trooper, path: list[Cell]) -> tuple[UnitId, ...]:
    """The enemies that a move along `path` (start first) brings the unit into base contact with (SC-49)."""
    start, end = path[0], path[-1]
    if start == end:
        return ()
    return tuple(
        foe.id for foe in foes(state, unit.seat) if touches(state, end, foe.at) and not touches(state, start, foe.at)
    )


def places(state: Corps, trigger: Trigger) -> list[Cell]:
    """The cells on which the event can be seen.

    A move or an announced intercept can be seen anywhere on its path (SC-A19, SC-A27b), anything else where its unit
    stands.
    """
    return trigger.path or [state.units[trigger.actor].at]


def aware(state: Corps, trigger: Trigger, unit: Trooper) -> bool:
    """Whether the unit knows of the event, by sight or from a friend (SC-02)."""
    return lineup(state).aware(unit, state.side(unit.seat), places(state, trigger))
