"""The conditions of a squad, as its token, its card and the lists show them."""

from __future__ import annotations

from game.engine.conditions import SPENT, Condition, strength
from game.engine.marking import marker_conditions
from game.engine.names import Seat
from game.engine.ruleset import Ruleset
from game.engine.viewers import Viewer, may_know
from game.engine.wording import INCHES, length, number_of
from game.rules.wh40k2.overwatch import HOLDS
from game.rules.wh40k2.state import FACINGS, Battle, Squad
from game.rules.wh40k2.vocabulary import Paces

PACED = {
    Paces.MOVE: Condition("has moved", letters="moved"),
    Paces.RUN: Condition("ran", letters="ran"),
    Paces.CHARGE: Condition("charged", letters="charged"),
}
STOOD = Condition("stood still", letters="stood")
FIRED = Condition("has fired", letters="fired")


def conditions(rules: Ruleset, state: Battle, unit: Squad, viewer: Viewer) -> list[Condition]:
    """The conditions of a squad: its markers, the models it has left, what it has done this turn, its facing."""
    present = marker_conditions(rules.presentation.markers, unit, viewer)
    near = held_until(state, unit.seat) if unit.watching and may_know(viewer, unit.seat) else 0
    if near:
        within = length(near, INCHES)
        present.append(Condition(f"holds fire until an enemy is within {within}", letters=within))
    full = unit.stats.get("figures", 1)
    if max(full, unit.figures) > 1:
        present.append(strength(unit.figures, full, "models"))
    if unit.wounds:
        present.append(Condition(number_of(unit.wounds, "wound"), letters=f"{unit.wounds}w"))
    if unit.losses:
        present.append(Condition(f"lost {unit.losses} since the last break test", letters=f"−{unit.losses}"))
    if unit.charges or unit.charging:
        present.append(_charge(state, unit))
    elif unit.pace:
        present.append(PACED[unit.pace])
    elif unit.moved and not unit.shot:
        present.append(STOOD)
    if unit.held_back:
        present.append(Condition(f"{unit.held_back} held their fire", letters=f"{unit.held_back}h"))
    if unit.facing:
        present.append(Condition(f"faces {FACINGS[unit.facing]}", drawn="itself"))
    if unit.shot:
        present.append(SPENT if unit.moved else FIRED)
    return present


def _charge(state: Battle, unit: Squad) -> Condition:
    """The state of a squad's charge: made, short of its target, or declared and not over."""
    target = unit.charges.upper()
    if unit.charging:
        return Condition(f"has charged {target}".rstrip(), letters="charged")
    if unit.moved and all(queue.instigator != unit.id for queue in state.queues):
        return Condition(f"fell short of {target} in its charge", letters="short")
    return Condition(f"charges {target}", letters="charges")


def held_until(state: Battle, seat: Seat) -> int:
    """The inches within which an enemy must come before a seat that holds its fire is asked again; 0 if it does not."""
    passes = [state.standing_passes.get(seat, ""), *(queue.standing_passes.get(seat, "") for queue in state.queues)]
    return next((HOLDS[until] for until in passes if until in HOLDS), 0)
