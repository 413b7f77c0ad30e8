"""Moves of a whole formation in Epic: its best place, the gesture that takes it there, and a few adjustments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heappop, heappush, heapreplace
from itertools import islice, takewhile

from game.ai.epic.objectives import Judge
from game.ai.epic.plans import Draft
from game.ai.epic.positions import moved, sample
from game.board.board import Reach
from game.engine.names import Cell
from game.engine.options import Option
from game.engine.setup import Objective
from game.rules.epic.actions import MOVES
from game.rules.epic.destinations import allowance
from game.rules.epic.formations import against, first, on_table
from game.rules.epic.ground import NEAR, half_cells, span, within, zones
from game.rules.epic.plans import layout
from game.rules.epic.state import Battle, Stand
from game.rules.epic.vocabulary import Verbs

MOST_MOVES = max(MOVES.values())
LOOKED_AT = 32
"""The most cells, give or take a few, that are valued before the surroundings of the best are."""
TRIES = 4
"""How many of the best moves are tried, if those before them are not legal."""


def slowest(state: Battle, formation: str) -> int:
    """The speed in centimetres of the slowest stand that can move at all."""
    return min((u.stats["SPEED"] for u in on_table(state, formation) if u.stats["SPEED"]), default=0)


def ways(state: Battle, formation: str, cm: int, *, free: bool = False) -> Reach:
    """Where the first stand gets with so many centimetres: past friends, but not into enemy zones unless `free`."""
    lead = first(state, formation)
    foes = [foe.at for foe in against(state, lead.seat)]
    walls = frozenset(foes) if free else frozenset(foes) | zones(state, foes)
    return state.board.reach(lead.at, half_cells(state, cm), walls, lead.mode)


def reached(state: Battle, formation: str, cm: int) -> Iterable[int]:
    """The cells of `ways` in the same order, taken from those of the longest march: one search serves all."""
    far = ways(state, formation, MOST_MOVES * slowest(state, formation)).costs
    budget = half_cells(state, cm)
    return (cell for cell, cost in far.items() if cost <= budget)


def best_place(
    state: Battle, formation: str, cells: Iterable[int], judge: Judge, goal: Objective | None
) -> Iterator[tuple[float, int]]:
    """Cells for the first stand, each with the value of the whole formation there, best first.

    Of many cells only some are looked at, cells that put a stand on the goal among them, then those around the best.
    """
    lead, members = first(state, formation), on_table(state, formation)
    few, width = sample(members), state.board.width
    known = dict.fromkeys(cells)
    step = 1
    while len(known) > LOOKED_AT * step * step:
        step *= 2  # the cells of a coarse grid are in every finer one, so that their values are known already
    chosen = [cell for cell in known if cell % width % step == 0 and cell // width % step == 0]
    chosen += [cell for cell in _onto(state, lead, members, goal) if cell in known]
    ranking = Ranking(judge, lambda cell: moved(state, few, lead, cell))
    ranking.add(chosen)
    if step > 1 and chosen:
        best = ranking.best()
        ranking.add(cell for cell in state.board.area(best[1], 2) if cell in known)
    return ranking.all()


class Ranking:
    """Cells in the order of their values, which are worked out only while another cell may still be better."""

    def __init__(self, judge: Judge, stands: Callable[[int], Mapping[str, int]]) -> None:
        """`stands`: the cells of the stands with the first one on a given cell."""
        self._judge, self._stands = judge, stands
        self._seen: set[int] = set()
        self._left: list[tuple[float, bool, int]] = []

    def add(self, cells: Iterable[int]) -> None:
        """Add cells to be ranked; cells that were added before are ignored."""
        for cell in cells:
            if cell not in self._seen:
                self._seen.add(cell)
                heappush(self._left, (-self._judge.most(self._stands(cell)), False, cell))

    def best(self) -> tuple[float, int]:
        """The best of the cells that are left, and its value; of equals the lowest cell."""
        while not self._left[0][1]:
            cell = self._left[0][2]
            heapreplace(self._left, (-self._judge.value(self._stands(cell)), True, cell))
        value, _, cell = self._left[0]
        return -value, cell

    def all(self) -> Iterator[tuple[float, int]]:
        """The cells that are left, best first; each is removed."""
        while self._left:
            yield self.best()
            heappop(self._left)


def sample_at(state: Battle, formation: str, cell: Cell) -> dict[str, int]:
    """The cells of a sample of a formation's stands with its first one on `cell`."""
    return moved(state, sample(on_table(state, formation)), first(state, formation), cell)


def _onto(state: Battle, lead: Stand, members: Iterable[Stand], goal: Objective | None) -> list[int]:
    """The cells of the first stand that put any stand on a cell of the goal."""
    if goal is None:
        return []
    width = state.board.width
    spots = sorted(goal.cells)[:: max(1, len(goal.cells) // 4)]
    return [
        cell - unit.at + lead.at
        for unit in members
        for cell in spots
        if 0 <= cell % width - unit.at % width + lead.at % width < width
    ]


def march(
    draft: Draft, formation: str, judge: Judge, goal: Objective | None, after: int, *, free: bool = False
) -> Draft:
    """One move of the formation towards its best place; `after`: the number of moves that follow."""
    state = draft.state
    lead = first(state, formation)
    options = {o.to: o for o in draft.offers(lead.id) if o.action == Verbs.MOVE and _whole(o, state, formation)}
    if not options:
        return draft
    speed = slowest(state, formation)
    step = ways(state, formation, allowance(draft.queue, speed), free=free)
    near = [cell for cell in options if cell in step.costs] or list(options)
    stay = judge.value({u.id: u.at for u in on_table(state, formation)})
    if not after:
        ranked = best_place(state, formation, near, judge, goal)
        better = takewhile(lambda row: row[0] > stay, islice(ranked, TRIES))
        return _first_legal(draft, [options[cell] for _, cell in better])
    far = ways(state, formation, (after + 1) * speed, free=free)
    for value, cell in islice(best_place(state, formation, far.costs, judge, goal), TRIES):
        if value <= stay or cell == lead.at:
            break
        path = [c for c in far.path(cell) if c in options and c in step.costs]
        stepped = _first_legal(draft, [options[c] for c in path[::-1]])
        if stepped.taken:
            return stepped
    return draft


def _whole(option: Option, state: Battle, formation: str) -> bool:
    """Whether the option moves the whole formation."""
    return not option.unit or len(on_table(state, formation)) == 1


def _first_legal(draft: Draft, options: list[Option]) -> Draft:
    for option in options[:TRIES]:
        tried = draft.copy().add(option)
        if not tried.refused():
            return tried
    return draft


def step_onto(draft: Draft, formation: str, goal: Objective | None) -> Draft:
    """If no stand of the formation is on its goal, the nearest that can get there is sent."""
    if goal is None:
        return draft
    at = layout(draft.state, draft.queue).at
    members = [u for u in on_table(draft.state, formation) if u.id in at]
    if any(at[u.id] in goal.cells for u in members):
        return draft
    members.sort(key=lambda u: min(span(draft.state, at[u.id], cell) for cell in goal.cells))
    for unit in members[:TRIES]:
        onto = [o for o in draft.offers(unit.id) if o.unit and o.action == Verbs.MOVE and o.to in goal.cells]
        onto.sort(key=lambda o: (span(draft.state, at[unit.id], o.to), o.to))
        stepped = _first_legal(draft, onto)
        if len(stepped.taken) > len(draft.taken):
            return stepped
    return draft


def pull_back(draft: Draft, formation: str) -> Draft:
    """In a withdrawal, move stands still near an enemy as far off as they can go without breaking the chain."""
    state = draft.state  # the stands are the same in every copy
    foes = [foe.at for foe in against(state, draft.seat)]
    for unit in on_table(state, formation):
        at = layout(state, draft.queue).at[unit.id]
        if not any(within(state, at, cell, NEAR) for cell in foes):
            continue
        options = [o for o in draft.offers(unit.id) if o.unit and o.action == Verbs.MOVE]
        away = [o for o in options if not any(within(state, o.to, cell, NEAR) for cell in foes)]
        away.sort(key=lambda o: (-min(span(state, o.to, cell) for cell in foes), o.to))
        draft = _first_legal(draft, away)
    return draft


def unload(draft: Draft, formation: str, judge: Judge) -> Draft:
    """Let passengers get out in the best places, if that does not break the chain."""
    for name in [u.id for u in draft.state.units.values() if u.aboard and not u.out and u.group == formation]:
        options = [o for o in draft.offers(name) if o.action == Verbs.DISEMBARK]
        values = {o.to: judge.value({name: o.to}) for o in options}
        options.sort(key=lambda o: (-values[o.to], o.to))
        draft = _first_legal(draft, options)
    return draft
