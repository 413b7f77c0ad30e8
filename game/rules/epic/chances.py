"""The exact chances of a shot: of a hit, of every number of stands lost (EP-A31, EP-A37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from game.engine.decisions import Refusal
from game.engine.forecast import Forecast
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.rules.epic.fire import Volley, count_chances, save_value, shot
from game.rules.epic.ground import is_vehicle, span

Spread = dict[int, Fraction]
"""A number and the chance that it comes to that."""

TOLD = 3
"""So many lost stands have a row of their own; more are told together."""


def shot_sum(rules: Ruleset, state: State, formation: str, target: str, plus: int) -> Forecast | None:
    """The dice of a shot with the exact chances of a hit and of a stand lost."""
    found = shot(rules, state, formation, target, plus)
    if isinstance(found, Refusal):
        return None
    miss, lost = Fraction(1), {0: Fraction(1)}
    for vehicles in (False, True):
        hurt = [state.units[v] for v in found.victims if is_vehicle(rules, state.units[v]) == vehicles]
        hurt.sort(key=lambda foe: min(span(state, state.units[f].at, foe.at) for f in found.firers))
        saved = [Fraction(7 - (save_value(rules, state, foe) or 7), 6) for foe in hurt]
        hits = _hits([volley for volley in found.volleys if volley.vehicles == vehicles])
        miss *= hits[0]
        lost = _sum(lost, _lost(saved, hits))
    nearest = state.units[found.victims[0]]
    away = state.board.distance(state.units[found.firers[0]].at, nearest.at)
    return Forecast(
        away,
        "hits on",
        found.base,
        found.rows,
        found.volleys[0].need,
        " and ".join(f"{v.dice}D6 at {v.need}+" for v in found.volleys),
        1 - miss,
        1 - lost[0],
        note=f"{found.silent} silenced by blast markers" if found.silent else "",
        target=nearest.id,
        results=_results(miss, lost),
        throw=(6,) * sum(volley.dice for volley in found.volleys),
    )


def _results(miss: Fraction, lost: Spread) -> tuple[tuple[str, Fraction, str], ...]:
    """No hit, hits that are all saved, every number of stands lost, many together."""
    rows = [("no hit", miss, "EP-A31"), ("hit, and all saved", lost[0] - miss, "EP-A37")]
    rows += [(f"{n} {'stand' if n == 1 else 'stands'} lost", lost.get(n, Fraction(0)), "EP-A37") for n in (1, 2)]
    many = sum((chance for n, chance in lost.items() if n >= TOLD), Fraction(0))
    return tuple(row for row in (*rows, (f"{TOLD} or more lost", many, "EP-A37")) if row[1])


def _hits(volleys: Sequence[Volley]) -> Spread:
    """The hits of several volleys together."""
    table = {0: Fraction(1)}
    for volley in volleys:
        hits = count_chances((6,) * volley.dice, volley.need)
        table = _sum(table, {int(number or 0): chance for number, chance in hits.items()})
    return table


def _lost(saved: Sequence[Fraction], hits: Mapping[int, Fraction]) -> Spread:
    """The stands that fall: hits go round them, each with its chance of a save; who fails one falls."""
    out: Spread = {}
    for count, chance in hits.items():
        table = {0: chance}
        for place, save in enumerate(saved):
            stands = save ** len(range(place, count, len(saved)))
            table = _sum(table, {0: stands, 1: 1 - stands})
        for number, share in table.items():
            out[number] = out.get(number, Fraction(0)) + share
    return out


def _sum(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> Spread:
    """The two numbers added."""
    out: Spread = {}
    for a, p in one.items():
        for b, q in other.items():
            if q:
                out[a + b] = out.get(a + b, Fraction(0)) + p * q
    return out
