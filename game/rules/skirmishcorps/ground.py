"""Who sees, hears, touches whom: the questions every SkirmishCorps rule starts from. Distances in inches (cells)."""

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
    """Half inches a unit may spend at a pace (SC-A36): SP/2, SP, SP + 3, 2 SP inches."""
    speed = unit.stats["SP"]
    return {Paces.SNEAK: speed, Paces.JOG: 2 * speed, Paces.RUN: 2 * (speed + 3), Paces.SPRINT: 4 * speed}[pace]


def reach_of(state: Corps, unit: Trooper) -> Reach:
    """Every cell the unit could get to at its fastest; slower paces are the cells that cost no more than theirs."""
    return lineup(state).reach(unit.at, max([pace_budget(unit, pace) for pace in PACES]))


def linked(state: Corps, a: Cell, b: Cell) -> bool:
    """Line of communication between two cells: at most 8 inches apart, terrain ignored (SC-A47)."""
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
    """Where the event can be seen: a move, and an announced intercept, anywhere on its path (SC-A19, SC-A27b).

    Anything else can be seen where its unit stands.
    """
    return trigger.path or [state.units[trigger.actor].at]


def aware(state: Corps, trigger: Trigger, unit: Trooper) -> str:
    """How the unit knows of the event (SC-02): "sight", the id of the friend that tells it, or "" if it does not."""
    return lineup(state).aware(unit, state.side(unit.seat), places(state, trigger))
