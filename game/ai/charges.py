"""Charges and counter charges of the Epic table as drafts: who goes where, so that the odds of the assault are best."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from game.ai.assaults import balance, frailty, line_up, odds
from game.ai.plans import Draft
from game.engine.decisions import Option
from game.engine.state import State, Unit
from game.rules.epic.counter import distance
from game.rules.epic.formations import formations, on_table, standing
from game.rules.epic.ground import LINK, NEAR, disc, line_of_fire, span, touching, within
from game.rules.epic.moves import layout

SPOTS = 4
"""Cells of each kind that are looked at for one stand."""

LEAST = 0.02
"""What a move has to bring to be made, in stands."""


class Assault:
    """The assault that a draft belongs to, valued for the side that drafts."""

    def __init__(self, draft: Draft) -> None:
        state, tags = draft.state, draft.queue.tags
        self.draft = draft
        self.attackers, self.defenders = tags["attackers"].split("+"), tags["defenders"].split("+")
        self.charging = draft.queue.kind == "charge"
        self.own = [f for f in tags["drafting"].split("+") if f in formations(state, draft.seat)]
        self.attacks = self.own[0] in self.attackers
        against = self.defenders if self.attacks else self.attackers
        self.foes = [foe for name in against for foe in on_table(state, name)]

    def value(self, draft: Draft) -> float:
        """What the assault is expected to bring with the plan as it is: whom it touches is drawn in (EP-13)."""
        state = draft.state
        at = layout(state, draft.queue).at
        attackers, defenders = list(self.attackers), list(self.defenders)
        joined = attackers if not self.attacks else defenders
        if not self.charging:
            moved = [at[r.unit] for r in draft.queue.plan(draft.seat) if r.unit in at]
            for name in formations(state):
                if name not in attackers and name not in defenders and self._enemy(name):
                    if any(touching(state, cell, foe.at) for foe in on_table(state, name) for cell in moved):
                        joined.append(name)
        sides = line_up(draft.rules, state, at, attackers, defenders, answered=self.charging)
        if self.attacks:
            return balance(state, odds(sides[0], sides[1]), attackers, defenders)
        return balance(state, odds(sides[1], sides[0]), defenders, attackers)

    def _enemy(self, formation: str) -> bool:
        state = self.draft.state
        return state.side(standing(state, formation)[0].seat) != state.side(self.draft.seat)


# -- the charge -------------------------------------------------------------------------------------------------------


def charge(draft: Draft) -> Draft:
    """A2: stand by stand, the nearest first, each to the place that serves the assault best and keeps the chain."""
    assault = Assault(draft)
    state = draft.state
    members = [unit for name in assault.own for unit in standing(state, name)]
    movers = [unit for unit in members if unit.stats["SPEED"] or unit.aboard]
    fixed = [unit.at for unit in members if not unit.stats["SPEED"] and not unit.aboard]
    movers.sort(key=lambda u: (bool(u.aboard), min((span(state, u.at, foe.at) for foe in assault.foes), default=0)))
    best = draft.copy()
    placed = list(fixed)
    for unit in movers:
        best, cell = _station(assault, best, unit, placed)
        placed += [cell] if cell >= 0 else []
    if best.refused():
        best = _as_one(assault, draft, movers)
    return best if best.told and assault.value(best) > assault.value(draft) else draft


def _station(assault: Assault, draft: Draft, unit: Unit, placed: Collection[int]) -> tuple[Draft, int]:
    """The draft with the stand where it serves best, and the cell; -1 for a passenger that stays inside."""
    state = draft.state
    near = _around(state, placed, LINK)
    options = [o for o in draft.offers(unit.id) if o.unit and o.action != "embark" and (not placed or o.to in near)]
    stays = -1 if unit.aboard else unit.at
    linked = not placed or stays in near or stays < 0
    best, best_cell = draft, stays
    best_value = _worth_of(assault, draft, unit, stays) if linked else -1e9
    for option in _spots(assault, draft, unit, options):
        tried = draft.copy().add(option)
        value = _worth_of(assault, tried, unit, option.to)
        if value > best_value + LEAST:
            best, best_cell, best_value = tried, option.to, value
    return best, best_cell


def _worth_of(assault: Assault, draft: Draft, unit: Unit, cell: int) -> float:
    """The assault as planned, and a little for a stand that at least comes nearer."""
    state = draft.state
    if cell < 0:
        return assault.value(draft)
    away = min((span(state, cell, foe.at) for foe in assault.foes), default=0)
    return assault.value(draft) - 0.002 * away**0.5 - 0.05 * frailty(draft.rules, state, unit, cell)


def _spots(assault: Assault, draft: Draft, unit: Unit, options: Iterable[Option]) -> list[Option]:
    """The places worth a look: into contact, to fire out of reach of counter charges and in it, and nearest to the enemy."""
    state = draft.state
    foes = [foe.at for foe in assault.foes]
    reach = _around(state, foes, NEAR)
    caught = _around(state, foes, max((distance(foe) for foe in assault.foes), default=0))
    contact: dict[str, list[Option]] = {}
    fire: list[Option] = []
    close: list[Option] = []
    rest: list[Option] = []
    for option in options:
        if option.target and any(touching(state, option.to, foe.at) for foe in assault.foes):
            contact.setdefault(option.target, []).append(option)
        elif option.to in reach and any(
            within(state, option.to, c, NEAR) and line_of_fire(state, option.to, c) for c in foes
        ):
            (close if option.to in caught else fire).append(option)
        else:
            rest.append(option)

    def away(option: Option) -> tuple[int, int]:
        return min(span(state, option.to, cell) for cell in foes), option.to

    def cost(option: Option) -> tuple[float, int, int]:
        return frailty(draft.rules, state, unit, option.to), span(state, unit.at, option.to), option.to

    found = [min(group, key=cost) for group in contact.values()][:SPOTS]
    found += sorted(fire, key=cost)[:SPOTS] + sorted(close, key=cost)[: SPOTS // 2]
    if foes and not fire and not close and not found:
        found += sorted(rest, key=away)[:SPOTS]
    return found


def _as_one(assault: Assault, draft: Draft, movers: Collection[Unit]) -> Draft:
    """The whole formation in one gesture, the best of a few places, where stand by stand it fell apart."""
    best, best_value = draft, assault.value(draft)
    for unit in movers:
        gestures = [o for o in draft.offers(unit.id) if o.formation and not o.unit]
        gestures.sort(key=lambda o: (min(span(draft.state, o.to, foe.at) for foe in assault.foes), o.to))
        for option in gestures[: 3 * SPOTS]:
            tried = draft.copy().add(option)
            if not tried.refused() and assault.value(tried) > best_value:
                best, best_value = tried, assault.value(tried)
        if gestures:
            return best
    return best


def _around(state: State, cells: Iterable[int], cm: int) -> frozenset[int]:
    """Every cell within so many centimetres of one of these."""
    return frozenset[int]().union(*(disc(state, cell, cm) for cell in cells))


# -- counter charges --------------------------------------------------------------------------------------------------


def counter_charge(draft: Draft) -> Draft:
    """A3: from nobody on, whichever counter charge helps most is added until none does; then all at once is compared."""
    assault = Assault(draft)
    names = [u.id for f in assault.own for u in standing(draft.state, f)]
    careful = _climb(assault, draft.copy(), names)
    bold = draft.copy()
    for name in names:
        options = [o for o in bold.offers(name) if o.action == "move"]
        if options:
            bold.add(options[0])
    bold = bold if not bold.refused() else draft
    return max((draft, careful, bold), key=assault.value)


def _climb(assault: Assault, draft: Draft, names: Collection[str]) -> Draft:
    value = assault.value(draft)
    left = list(names)
    while left:
        found: tuple[float, Draft, str] | None = None
        for name in left:
            for option in _answers(assault, draft, name):
                tried = draft.copy().add(option)
                gain = assault.value(tried) - value
                if gain > (found[0] if found else LEAST) and not tried.refused():
                    found = gain, tried, name
        if found is None:
            return draft
        gain, draft, name = found
        value += gain
        left.remove(name)
    return draft


def _answers(assault: Assault, draft: Draft, name: str) -> list[Option]:
    """Its counter charges; of the many places to get out a few."""
    options = draft.offers(name)
    if len(options) <= 2 * SPOTS:
        return options
    return _spots(assault, draft, draft.state.units[name], options)
