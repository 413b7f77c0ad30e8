"""Charges in Epic: of a few layouts on paper the best is improved stand by stand, then planned as a draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import nsmallest
from typing import NamedTuple

from game.ai.epic.assault import LEAST, SPOTS, Assault
from game.ai.epic.plans import Draft, settled
from game.ai.temper import Temper
from game.engine.names import Cell
from game.rules.epic.counter import distance
from game.rules.epic.destinations import FULL
from game.rules.epic.formations import on_table, standing
from game.rules.epic.ground import LINK, NEAR, disc, pieces, span, union
from game.rules.epic.odds import chance, frailty
from game.rules.epic.plans import layout
from game.rules.epic.state import Stand
from game.rules.epic.vocabulary import Verbs

FOCI = 3
"""How many enemy stands a charge is tried towards."""

IN_CONTACT = 0.01
"""What contact is worth to a stand that hits as well from afar: an enemy in contact has to fight."""

HOPELESS = -0.5
"""A layout that brings no more than this, in stands, is not improved."""

Cells = dict[str, int]


class Spot(NamedTuple):
    """A cell a charging stand may end on: its chance to hit there (0 without a fight), and whether it is in contact.

    `risk`: the chance that a hit on the stand there is not saved, 0 without a fight.
    """

    cell: Cell
    hits: float = 0.0
    close: bool = False
    risk: float = 0.0


class Spots(NamedTuple):
    """Where a charging stand may end: all cells in the order of the engine, and by cell the spots near an enemy."""

    cells: tuple[int, ...]
    near: Mapping[int, Spot]


# -- the charge -------------------------------------------------------------------------------------------------------


def charge(draft: Draft, temper: Temper) -> Draft:
    """A2: the best layout, planned stand by stand, passengers last; the draft unchanged if that is better."""
    assault = Assault(draft, temper)
    at, _ = lay_out(assault)
    planned = _planned(draft, at)
    for unit in [u for f in assault.own for u in standing(draft.state, f) if u.aboard]:
        planned = _gets_out(assault, planned, unit)
    planned = settled(planned)
    if planned.refused():
        planned = _as_one(assault, draft)
    start = layout(draft.state, draft.queue).at
    return planned if assault.value(layout(planned.state, planned.queue).at) > assault.value(start) else draft


def prospect(draft: Draft, temper: Temper) -> tuple[float, float]:
    """What the charge is expected to bring, in stands, and the chance to win."""
    assault = Assault(draft, temper)
    return assault.weighed(lay_out(assault)[0])


def lay_out(assault: Assault) -> tuple[Cells, float]:
    """Where each stand should go, and what that brings: the best of a few layouts, each towards one enemy, improved."""
    draft = assault.draft
    start = layout(draft.state, draft.queue).at
    movers = [u for f in assault.own for u in on_table(draft.state, f) if u.stats["SPEED"]]
    movers.sort(key=lambda u: min((span(draft.state, u.at, foe.at) for foe in assault.foes), default=0))
    spots = {unit.id: _spots(assault, unit) for unit in movers}
    stay = assault.value(start)
    best, best_value = start, HOPELESS
    can_fight = any(spot.hits for found in spots.values() for spot in found.near.values())
    for focus in _foci(assault, movers) if can_fight else ():
        at = _towards(assault, start, movers, spots, focus)
        value = assault.value(at)
        if value > best_value and _in_one(assault, at):
            best, best_value = at, value
    if best is not start:
        best, best_value = _improved(assault, best, best_value, movers, spots)
    return (best, best_value) if best_value > stay else (start, stay)


def _foci(assault: Assault, movers: Sequence[Stand]) -> list[Stand]:
    """The enemy stands to charge towards: the nearest, and those at both ends of their line."""
    state, foes = assault.draft.state, assault.foes
    if not movers or not foes:
        return []
    near = min(foes, key=lambda f: (min(span(state, u.at, f.at) for u in movers), f.id))
    one = max(foes, key=lambda f: (span(state, f.at, near.at), f.id))
    other = max(foes, key=lambda f: (span(state, f.at, one.at), f.id))
    return list({foe.id: foe for foe in (near, one, other)}.values())[:FOCI]


def _spots(assault: Assault, unit: Stand) -> Spots:
    """Every cell where the stand could end if no other stand moved, as the engine offers them."""
    draft, foes = assault.draft, [foe.at for foe in assault.foes]
    state = draft.state
    cells = draft.cells(unit)
    beside = frozenset(cell for foe in foes for cell in state.board.neighbours(foe))
    reach = union(state.board, state.scale, assault.cells, NEAR)
    close, fire = chance(unit.stats["CC"]), chance(unit.stats["FF"])
    near = {}
    for cell in cells:
        if cell in beside:
            near[cell] = Spot(cell, close, True, frailty(state, unit, cell))
        elif cell in reach:
            near[cell] = Spot(cell, fire if assault.in_fight(cell) else 0.0, False, frailty(state, unit, cell))
    return Spots(cells, near)


def _towards(
    assault: Assault, start: Cells, movers: Sequence[Stand], spots: Mapping[str, Spots], focus: Stand
) -> Cells:
    """Each stand where it fights best and nearest to the focus, linked to the stands that were placed before it."""
    state = assault.draft.state
    own = {u.id for f in assault.own for u in on_table(state, f)}
    at = {name: cell for name, cell in start.items() if name not in own}
    fixed = own - {unit.id for unit in movers}
    at |= {name: start[name] for name in fixed}
    linked = frozenset[int]().union(*(disc(state, start[name], LINK) for name in fixed))
    for unit in sorted(movers, key=lambda u: (span(state, u.at, focus.at), u.id)):
        own_spots = spots[unit.id]
        ground = {*own_spots.cells, unit.at} - set(at.values())
        if linked:
            ground &= linked
        near = [s for cell, s in own_spots.near.items() if cell in ground]
        free = [s for s in near if not s.close or _has_room(assault, at, own, s.cell)]
        if not any(s.close or s.hits for s in free):  # a stand that can fight does, so it needs no other cells
            free += [Spot(cell) for cell in ground - own_spots.near.keys()]
        spot = min(
            free or [Spot(unit.at)],
            key=lambda s: (-s.hits - (IN_CONTACT if s.close else 0.0), span(state, s.cell, focus.at), s.risk, s.cell),
        )
        at[unit.id] = spot.cell
        linked |= disc(state, spot.cell, LINK)
    return at


def _has_room(assault: Assault, at: Mapping[str, int], own: Collection[str], cell: Cell) -> bool:
    """Whether every enemy beside the cell has fewer stands in contact than it may have (EP-11)."""
    state = assault.draft.state
    around = state.board.neighbours
    for foe in assault.foes:
        beside = around(foe.at)
        if cell in beside and sum(at.get(name) in beside for name in own) >= FULL:
            return False
    return True


def _improved(
    assault: Assault, at: Cells, value: float, movers: Sequence[Stand], spots: Mapping[str, Spots]
) -> tuple[Cells, float]:
    """The layout with one stand after another moved to a better place, as long as the formation holds together."""
    own = {u.id for f in assault.own for u in on_table(assault.draft.state, f)}
    for unit in movers:
        rest = {name: cell for name, cell in at.items() if name != unit.id}
        taken = set(rest.values())
        for spot in _few(assault, unit, spots[unit.id], taken):
            if spot.close and not _has_room(assault, rest, own - {unit.id}, spot.cell):
                continue
            tried = rest | {unit.id: spot.cell}
            new = assault.value(tried)
            if new > value + LEAST and _in_one(assault, tried):
                at, value = tried, new
    return at, value


def _few(assault: Assault, unit: Stand, spots: Spots, taken: Collection[int]) -> list[Spot]:
    """A few spots of each kind: contact, firing inside and outside the reach of counter charges, out of the fight."""
    state = assault.draft.state
    reach = max((distance(foe) for foe in assault.foes), default=0)
    caught = union(state.board, state.scale, assault.cells, reach)
    kinds: dict[tuple[bool, bool, bool], list[Spot]] = {}
    for cell in spots.cells:
        if cell not in taken:
            spot = spots.near.get(cell) or Spot(cell)
            kinds.setdefault((spot.close, spot.hits > 0, cell in caught), []).append(spot)
    return [
        spot
        for group in kinds.values()
        for spot in nsmallest(SPOTS, group, key=lambda s: (s.risk, span(state, unit.at, s.cell), s.cell))
    ]


def _in_one(assault: Assault, at: Mapping[str, int]) -> bool:
    """Whether no formation falls into more pieces than it is in now."""
    state = assault.draft.state
    for name in assault.own:
        members = on_table(state, name)
        before = pieces(state, {u.id: u.at for u in members})
        if len(pieces(state, {u.id: at[u.id] for u in members if u.id in at})) > max(1, len(before)):
            return False
    return True


def _planned(draft: Draft, at: Mapping[str, int]) -> Draft:
    """The layout as options of the engine, the shortest ways first; moves that it does not offer are left out."""
    copy = draft.copy()
    state = draft.state
    names = [name for name, cell in at.items() if cell != state.units[name].at]
    for name in sorted(names, key=lambda n: (span(state, state.units[n].at, at[n]), n)):
        option = next((o for o in copy.offers(name) if o.unit and o.action == Verbs.MOVE and o.to == at[name]), None)
        if option is not None:
            copy.add(option)
    return copy


def _gets_out(assault: Assault, draft: Draft, unit: Stand) -> Draft:
    """The draft with a passenger getting out where that helps most, if it helps."""
    at = layout(draft.state, draft.queue).at
    options = {o.to: o for o in draft.offers(unit.id) if o.action == Verbs.DISEMBARK}
    best, best_value = draft, assault.value(at)
    foes = [foe.at for foe in assault.foes]
    near = sorted(options, key=lambda cell: (min((span(draft.state, cell, foe) for foe in foes), default=0), cell))
    for cell in near[: 2 * SPOTS]:
        value = assault.value(at | {unit.id: cell})
        if value > best_value + LEAST:
            tried = draft.copy().add(options[cell])
            if not tried.refused():
                best, best_value = tried, value
    return best


def _as_one(assault: Assault, draft: Draft) -> Draft:
    """The whole formation moved in one gesture to the best of a few places, if a layout by stands fell apart."""
    state = draft.state
    best, best_value = draft, assault.value(layout(state, draft.queue).at)
    for unit in (u for f in assault.own for u in on_table(state, f)):
        gestures = [o for o in draft.offers(unit.id) if o.formation and not o.unit]
        gestures.sort(key=lambda o: (min(span(state, o.to, foe.at) for foe in assault.foes), o.to))
        for option in gestures[: 3 * SPOTS]:
            tried = draft.copy().add(option)
            value = assault.value(layout(tried.state, tried.queue).at)
            if value > best_value and not tried.refused():
                best, best_value = tried, value
        if gestures:
            break
    return best
