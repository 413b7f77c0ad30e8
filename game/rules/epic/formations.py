"""Formations: who belongs to one, what is remembered of it, its initiative (EP-A23), breaking (EP-A44).

A stand's group names its formation; a stand without one is a formation of its own, called after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.ground import within

MARKS = ("blast", "broken", "overwatch", "activated", "marched")
"""What `state.facts` remembers of formation f, as "blast:f": a count, else 1 or 0."""


def formation_of(unit: Unit) -> str:
    """The id of the formation a stand belongs to."""
    return unit.group or unit.id


def standing(state: State, formation: str) -> list[Unit]:
    """Its stands still in action, passengers included."""
    return [u for u in state.units.values() if not u.out and (u.group or u.id) == formation]


def on_table(state: State, formation: str) -> list[Unit]:
    """Its stands that have a place of their own."""
    return [u for u in standing(state, formation) if not u.aboard]


def formations(state: State, seat: str = "") -> list[str]:
    """The formations (of a seat) that have a stand left, in the order of their first stands."""
    return list(dict.fromkeys(formation_of(u) for u in state.units.values() if not u.out and seat in ("", u.seat)))


def first(state: State, formation: str) -> Unit:
    """The stand that speaks for a formation: its first one on the table. Any of it once none is left."""
    best: Unit | None = None
    for unit in state.units.values():
        if (unit.group or unit.id) == formation:
            if not unit.out and not unit.aboard:
                return unit
            if best is None or (best.out and not unit.out):
                best = unit
    if best is None:
        raise KeyError(formation)
    return best


def seat_of(state: State, formation: str) -> str:
    """Whose formation it is."""
    return first(state, formation).seat


def against(state: State, seat: str) -> list[Unit]:
    """Enemy stands on the table."""
    seats = state.enemies(seat)
    return [u for u in state.units.values() if not u.out and not u.aboard and u.seat in seats]


def marked(state: State, what: str, formation: str) -> int:
    """One of `MARKS` of a formation."""
    return state.facts.get(f"{what}:{formation}", 0)


def initiative(state: State, formation: str) -> int:
    """The value that most of its standing stands have; the poorer of two that are even (EP-A23)."""
    counts = Counter(u.stats["INIT"] for u in standing(state, formation))
    return max(counts, key=lambda value: (counts[value], value))


def eager(state: State, formation: str) -> int:
    """What it adds to a test to engage or to double: what all its stands have."""
    return min(u.stats["EAGER"] for u in standing(state, formation))


def weight(state: State, formation: str) -> int:
    """Its blast markers as the result counts them: a broken formation has one for each stand (EP-A11)."""
    return len(standing(state, formation)) if marked(state, "broken", formation) else marked(state, "blast", formation)


def intermingled(state: State, formation: str) -> list[str]:
    """The formations of the seat chained to this one by stands within 5 cm of one another, itself first."""
    found = [formation]
    rest = [f for f in formations(state, seat_of(state, formation)) if f != formation]
    for one in found:
        cells = [u.at for u in on_table(state, one)]
        near = [f for f in rest if any(within(state, u.at, c, 5) for u in on_table(state, f) for c in cells)]
        found += near
        rest = [f for f in rest if f not in near]
    return found


# -- markers ----------------------------------------------------------------------------------------------------------


def add_blast(t: Table, formation: str, count: int, clauses: Iterable[str] = ("EP-A44",)) -> None:
    """Blast markers on a formation; on a broken one they mean nothing more. As many as stands break it (EP-A44)."""
    state = t.state
    if not count or marked(state, "broken", formation) or not standing(state, formation):
        return
    total = marked(state, "blast", formation) + count
    t.mark(
        "blast_placed",
        tuple(clauses),
        facts={f"blast:{formation}": total},
        unit=first(state, formation).id,
        formation=formation,
        count=count,
        total=total,
    )


def check_break(t: Table, formation: str) -> None:
    """A formation with as many markers as stands breaks and withdraws (EP-A44)."""
    state = t.state
    count = len(standing(state, formation))
    if count and not marked(state, "broken", formation) and marked(state, "blast", formation) >= count:
        break_formation(t, formation, ("EP-A44",))


def break_formation(t: Table, formation: str, clauses: tuple[str, ...]) -> None:
    """It is broken: its markers go, it does nothing more this turn, and it withdraws (EP-A42, EP-A44)."""
    gone = {f"blast:{formation}": 0, f"overwatch:{formation}": 0, f"activated:{formation}": 1}
    t.mark(
        "formation_broken",
        clauses,
        facts={**gone, f"broken:{formation}": 1},
        unit=first(t.state, formation).id,
        formation=formation,
    )
    t.then("withdraw", formation)


def initiative_rows(rules: Ruleset, state: State, formation: str, action: str, retaining: bool) -> list[list[object]]:
    """What is added to the die of an action test: name, value, clause (EP-A27)."""
    rows: list[list[object]] = []
    if marked(state, "blast", formation):
        rows.append(["blast markers", -1, "EP-A27"])
    if retaining:
        rows.append(["retaining the initiative", -1, "EP-A27"])
    if action in ("engage", "double") and eager(state, formation):
        rows.append(["eager", eager(state, formation), "EP-A27"])
    return rows
