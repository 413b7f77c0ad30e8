"""Formations: which stands belong to one, its initiative (EP-A23), what its markers count for, who is mixed up with it."""

from __future__ import annotations

from collections import Counter

from game.engine.decisions import Refusal
from game.engine.names import Seat, Verb
from game.engine.wording import Modifier
from game.rules.epic.ground import LINK, within
from game.rules.epic.state import Battle, FormationId, Stand
from game.rules.epic.vocabulary import Verbs


def standing(state: Battle, formation: FormationId) -> list[Stand]:
    """Its stands still in action, passengers included."""
    units = state.units
    return [unit for name in state.formations[formation].stands if not (unit := units[name]).out]


def on_table(state: Battle, formation: FormationId) -> list[Stand]:
    """Its stands that have a place of their own."""
    return [unit for unit in standing(state, formation) if not unit.aboard]


def formations(state: Battle, seat: Seat = "") -> list[FormationId]:
    """The formations (of a seat) that have a stand left, in the order of their first stands."""
    return list(dict.fromkeys(u.group or u.id for u in state.units.values() if not u.out and seat in ("", u.seat)))


def first(state: Battle, formation: FormationId) -> Stand:
    """The stand that speaks for a formation: its first one on the table. Any of it once none is left.

    Raises KeyError.
    """
    best: Stand | None = None
    for name in state.formations[formation].stands:
        unit = state.units[name]
        if not unit.out and not unit.aboard:
            return unit
        if best is None or (best.out and not unit.out):
            best = unit
    if best is None:
        raise KeyError(formation)
    return best


def guide(state: Battle, formation: FormationId) -> Stand:
    """The stand by which a formation is moved as a whole: the first that can move, the first of all where none can."""
    return next((unit for unit in on_table(state, formation) if unit.stats["SPEED"]), first(state, formation))


def seat_of(state: Battle, formation: FormationId) -> Seat:
    """Whose formation it is."""
    return state.formations[formation].seat


def side_of(state: Battle, formation: FormationId) -> Seat:
    """The side that its seat belongs to."""
    return state.side(state.formations[formation].seat)


def against(state: Battle, seat: Seat) -> list[Stand]:
    """Enemy stands on the table."""
    seats = state.enemies(seat)
    return [u for u in state.units.values() if not u.out and not u.aboard and u.seat in seats]


def initiative(state: Battle, formation: FormationId) -> int:
    """The value that most of its standing stands have; the poorer of two that are even (EP-A23)."""
    counts = Counter(u.stats["INIT"] for u in standing(state, formation))
    return max(counts, key=lambda value: (counts[value], value))


def eager(state: Battle, formation: FormationId) -> int:
    """What it adds to a test to engage or to double: what all its stands have."""
    return min(u.stats["EAGER"] for u in standing(state, formation))


def weight(state: Battle, formation: FormationId) -> int:
    """Its blast markers as the result counts them: a broken formation has one for each stand (EP-A11)."""
    own = state.formations[formation]
    return len(standing(state, formation)) if own.broken else own.blast


def spent(state: Battle, formation: FormationId) -> Refusal | None:
    """Why a formation cannot be activated (any more) this turn (EP-A26, EP-A44)."""
    own = state.formations[formation]
    if own.broken:
        return Refusal("EP-A44", f"{formation.upper()} is broken", first(state, formation).id)
    if own.activated:
        return Refusal("EP-A26", f"{formation.upper()} has acted this turn", first(state, formation).id)
    return None


def waiting(state: Battle, seat: Seat) -> list[FormationId]:
    """The formations of a seat that may still be activated this turn."""
    return [formation for formation in formations(state, seat) if spent(state, formation) is None]


def rating(state: Battle, side: Seat) -> int:
    """The strategy rating of a side: the best among its stands (EP-A26)."""
    return max((u.stats["STRATEGY"] for u in state.standing() if state.side(u.seat) == side), default=0)


def intermingled(state: Battle, formation: FormationId) -> list[FormationId]:
    """The formations of the side chained to this one by stands within 5 cm of one another, itself first."""
    found, side = [formation], side_of(state, formation)
    rest = [f for f in formations(state) if f != formation and side_of(state, f) == side]
    for one in found:
        near = [f for f in rest if mixed(state, f, one)]
        found += near
        rest = [f for f in rest if f not in near]
    return found


MIXED = 64
"""How many ways to assault some formations of one crowd as one are listed: the smaller first, and all of it."""


def gatherings(state: Battle, formation: FormationId) -> list[list[FormationId]]:
    """The formations that may be assaulted as one with this one: itself, more and more of those intermingled, all."""
    whole = intermingled(state, formation)
    beside = {one: {other for other in whole if other != one and mixed(state, one, other)} for one in whole}
    found = [frozenset([formation])]
    for part in found:
        near = set().union(*(beside[one] for one in part)) - part
        new = [part | {one} for one in whole if one in near]
        found += [more for more in dict.fromkeys(new) if more not in found]
        if len(found) >= MIXED:
            found = [*found[:MIXED], frozenset(whole)]
            break
    order = [one for one in formations(state) if one in whole]
    return [[one for one in order if one in part] for part in dict.fromkeys(found)]


def mixed(state: Battle, one: FormationId, other: FormationId) -> bool:
    """Whether a stand of one formation is within 5 cm of one of the other."""
    cells = [unit.at for unit in on_table(state, other)]
    return any(within(state, unit.at, cell, LINK) for unit in on_table(state, one) for cell in cells)


def initiative_rows(state: Battle, formation: FormationId, action: Verb, *, retaining: bool) -> list[Modifier]:
    """What is added to the die of an action test: name, value, clause (EP-A27)."""
    rows: list[Modifier] = []
    if state.formations[formation].blast:
        rows.append(("blast markers", -1, "EP-A27"))
    if retaining:
        rows.append(("retaining the initiative", -1, "EP-A27"))
    if action in (Verbs.ENGAGE, Verbs.DOUBLE) and eager(state, formation):
        rows.append(("eager", eager(state, formation), "EP-A27"))
    return rows


RALLY_NEAR = 30
"""Centimetres within which enemies hinder a rally (EP-A45)."""


def enemies_near(state: Battle, formation: FormationId) -> bool:
    """Whether an enemy is within 30 cm of any of its stands."""
    return any(
        within(state, unit.at, foe.at, RALLY_NEAR)
        for unit in on_table(state, formation)
        for foe in against(state, unit.seat)
    )
