"""Formations: their stands, initiative (EP-A23) and markers, and which of them are intermingled."""

from __future__ import annotations

from collections import Counter

from game.engine.decisions import Refusal
from game.engine.names import Seat, Verb
from game.engine.wording import Modifier
from game.rules.epic.ground import LINK, within
from game.rules.epic.state import Battle, FormationId, Stand
from game.rules.epic.throws import ActionTest
from game.rules.epic.vocabulary import Verbs


def standing(state: Battle, formation: FormationId) -> list[Stand]:
    """The stands of a formation that are still in action, including passengers."""
    units = state.units
    return [unit for name in state.formations[formation].stands if not (unit := units[name]).out]


def on_table(state: Battle, formation: FormationId) -> list[Stand]:
    """The stands of a formation that are on the table, without passengers."""
    return [unit for unit in standing(state, formation) if not unit.aboard]


def formations(state: Battle, seat: Seat = "") -> list[FormationId]:
    """The formations that have a stand left, in the order of their first stands; of one seat, or ("") of all."""
    return list(dict.fromkeys(u.group or u.id for u in state.units.values() if not u.out and seat in ("", u.seat)))


def first(state: Battle, formation: FormationId) -> Stand:
    """The stand that speaks for a formation: its first one on the table, else a passenger, else a lost one.

    Raises KeyError for a formation without stands.
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
    """The stand by which a formation is moved as a whole: the first that can move, else the first of all."""
    return next((unit for unit in on_table(state, formation) if unit.stats["SPEED"]), first(state, formation))


def seat_of(state: Battle, formation: FormationId) -> Seat:
    """The seat of a formation."""
    return state.formations[formation].seat


def side_of(state: Battle, formation: FormationId) -> Seat:
    """The side of a formation."""
    return state.side(state.formations[formation].seat)


def against(state: Battle, seat: Seat) -> list[Stand]:
    """The stands on the table that are enemies of a seat."""
    seats = state.enemies(seat)
    return [u for u in state.units.values() if not u.out and not u.aboard and u.seat in seats]


def initiative(state: Battle, formation: FormationId) -> int:
    """The initiative that most stands of a formation have; of two equally frequent values the worse (EP-A23)."""
    counts = Counter(u.stats["INIT"] for u in standing(state, formation))
    return max(counts, key=lambda value: (counts[value], value))


def eager(state: Battle, formation: FormationId) -> int:
    """What a formation adds to a test to engage or to double: the lowest value among its stands."""
    return min(u.stats["EAGER"] for u in standing(state, formation))


def weight(state: Battle, formation: FormationId) -> int:
    """A formation's blast markers as the result counts them: a broken one has as many as stands (EP-A11)."""
    own = state.formations[formation]
    return len(standing(state, formation)) if own.broken else own.blast


def spent(state: Battle, formation: FormationId) -> Refusal | None:
    """Why a formation cannot be activated, or not again, this turn (EP-A26, EP-A44); None if it can."""
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
    """The strategy rating of a side: the highest among its stands (EP-A26)."""
    return max((u.stats["STRATEGY"] for u in state.standing() if state.side(u.seat) == side), default=0)


def intermingled(state: Battle, formation: FormationId) -> list[FormationId]:
    """The formations of its side that are linked to this one, directly or through others, itself first.

    Two formations are linked by stands within 5 cm of each other.
    """
    found, side = [formation], side_of(state, formation)
    rest = [f for f in formations(state) if f != formation and side_of(state, f) == side]
    for linked in found:  # grows as it is walked through
        near = [f for f in rest if mixed(state, f, linked)]
        found += near
        rest = [f for f in rest if f not in near]
    return found


MIXED = 64
"""How many sets of intermingled formations are listed to be assaulted as one: the smaller first, then all of them."""


def gatherings(state: Battle, formation: FormationId) -> list[list[FormationId]]:
    """The sets of formations that may be assaulted as one with this one, from itself alone to all linked ones."""
    connected = intermingled(state, formation)
    beside = {one: {other for other in connected if other != one and mixed(state, one, other)} for one in connected}
    found = [frozenset([formation])]
    for part in found:
        near = set().union(*(beside[one] for one in part)) - part
        grown = [part | {one} for one in connected if one in near]
        found += [more for more in dict.fromkeys(grown) if more not in found]
        if len(found) >= MIXED:
            found = [*found[:MIXED], frozenset(connected)]
            break
    order = [one for one in formations(state) if one in connected]
    return [[one for one in order if one in part] for part in dict.fromkeys(found)]


def mixed(state: Battle, one: FormationId, other: FormationId) -> bool:
    """Whether a stand of one formation is within 5 cm of a stand of the other."""
    cells = [unit.at for unit in on_table(state, other)]
    return any(within(state, unit.at, cell, LINK) for unit in on_table(state, one) for cell in cells)


def initiative_rows(state: Battle, formation: FormationId, action: Verb, *, retaining: bool) -> list[Modifier]:
    """The modifiers of a formation's action test (EP-A27)."""
    rows: list[Modifier] = []
    if state.formations[formation].blast:
        rows.append(("blast markers", -1, "EP-A27"))
    if retaining:
        rows.append(("retaining the initiative", -1, "EP-A27"))
    if action in (Verbs.ENGAGE, Verbs.DOUBLE) and eager(state, formation):
        rows.append(("eager", eager(state, formation), "EP-A27"))
    return rows


def action_test(state: Battle, formation: FormationId, action: Verb, *, retaining: bool) -> ActionTest:
    """The test that a formation takes for an action (EP-A27)."""
    rows = initiative_rows(state, formation, action, retaining=retaining)
    return ActionTest.against(initiative(state, formation), first(state, formation).id, formation, rows)


RALLY_NEAR = 30
"""The centimetres within which an enemy hinders a rally (EP-A45)."""


def enemies_near(state: Battle, formation: FormationId) -> bool:
    """Whether an enemy is within `RALLY_NEAR` of any stand of a formation."""
    return any(
        within(state, unit.at, foe.at, RALLY_NEAR)
        for unit in on_table(state, formation)
        for foe in against(state, unit.seat)
    )
