"""Objectives in Epic: which formation is sent to which, what that is worth, and which places serve it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import fsum
from typing import NamedTuple

from game.ai.epic.plans import Draft
from game.ai.epic.positions import Companies, Prospects
from game.ai.epic.stakes import worth
from game.ai.tactics import Tactics
from game.ai.thought import Parts
from game.ai.ways import FAR, walking
from game.engine.names import Cell, Seat
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective
from game.records.levels import Character
from game.rules.epic.formations import against, first, formations, on_table
from game.rules.epic.ground import NEAR, half_cells, within
from game.rules.epic.plans import layout
from game.rules.epic.state import Battle, Stand

Sum = Callable[[Mapping[str, int]], float]


class Judge(NamedTuple):
    """How good certain cells are for a formation's stands. `most`: an upper limit of the value, found more quickly."""

    value: Sum
    most: Sum


POINT = 2.0
"""What a point of an objective is worth, in stands."""
HELPER = 0.15
"""The share of that for a formation sent to an objective where its own side is enough already."""
ALSO, ENOUGH = 0.75, 1.5
"""The same while too many enemies are near: until one and a half times as many stands are sent."""
HARM, HOPE = 0.5, 0.4
"""How much it counts what enemies may do to a place, and what could be shot at or charged from it later: each enemy
acts once, and seldom against the one formation that fears it."""
MOST_LOST = 0.8
"""The largest share of an objective's worth that enemies can take by harming its formation: some stands remain."""
LASTS = 4
"""The most turns for which an objective counts: a battle of Epic is hardly longer."""
SETS_OUT, ON_THE_WAY = 0.5, 0.5
"""Turns of two moves added to every way, so that near objectives differ mainly in worth; and the share of an
objective's worth that is left for a formation just beside it, which may be stopped."""
ARRIVED = 0.5
"""Turns of two moves from which a formation counts as arrived at an objective: one move."""
NEARER = 0.01
"""What a centimetre nearer to an enemy is worth, in stands, to a formation without an objective: just enough to decide
between places that are otherwise alike."""
FLIGHT, CAUGHT, CLOSE, FARTHER, FAR_ENOUGH = 0.3, 1.5, 0.8, 0.005, 60.0
"""For a formation that flees, in stands: the factor for `HARM`, since it has to get away first; each stand with an
enemy within 15 cm, which is destroyed; an enemy within `RALLIES_BADLY`; and each centimetre from it, up to
`FAR_ENOUGH`."""
RALLIES_BADLY = 30
"""The distance in centimetres within which an enemy takes 1 from a rally die."""
GET_OUT = 45
"""The distance in centimetres to the nearest enemy at which passengers get out."""


class Objectives(Tactics):
    """The part of the judgement that is about objectives."""

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self.companies = Companies(rules)

    def turns_off(self, state: Battle, unit: Stand, cell: Cell, goal: Objective) -> float:
        """The turns of two moves from a cell to the objective; 0 on it. Measured to a few of its cells."""
        if cell in goal.cells:
            return 0.0
        board, found = self._ways.get(goal.id, (None, {}))
        if board is not state.board:
            found = walking(state.board, goal.cells[:: -(-len(goal.cells) // 3)])
            self._ways[goal.id] = (state.board, found)
        return found.get(cell, FAR) / max(1, 2 * half_cells(state, max(5, unit.stats["SPEED"])))

    def off(self, state: Battle, cells: Mapping[str, int], goal: Objective) -> float:
        """The turns for the nearest of these stands."""
        return min((self.turns_off(state, state.units[n], c, goal) for n, c in cells.items()), default=FAR)

    def goals(self, state: Battle, seat: Seat) -> dict[str, Objective]:
        """An objective for each formation of the seat, by worth, distance, and the stands that are sent already."""
        able = [f for f in formations(state, seat) if not state.formations[f].broken and on_table(state, f)]
        off = {(f, g.id): self.off(state, places(state, f), g) for f in able for g in state.objectives}
        foes = {goal.id: self.guards(state, seat, goal) for goal in state.objectives}
        sent: dict[str, int] = {}
        found: dict[str, Objective] = {}
        while state.objectives and len(found) < len(able):
            values = []
            for formation in able:
                for place, goal in enumerate(state.objectives):
                    if formation not in found:
                        helps = ALSO if sent.get(goal.id, 0) < ENOUGH * foes[goal.id] else HELPER
                        share = helps if goal.id in sent else 1.0
                        strength = sent.get(goal.id, 0) + len(on_table(state, formation))
                        share *= min(1.0, strength / max(1, foes[goal.id]))
                        values.append((-share * goal.points / (SETS_OUT + off[formation, goal.id]), formation, place))
            _, formation, place = min(values)
            goal = found[formation] = state.objectives[place]
            sent[goal.id] = sent.get(goal.id, 0) + len(on_table(state, formation))
        return found

    def guards(self, state: Battle, seat: Seat, goal: Objective) -> int:
        """The number of enemy stands on an objective or near enough to fight for it."""
        cells = sorted(goal.cells)[:: max(1, len(goal.cells) // 4)]
        return sum(
            any(within(state, foe.at, cell, NEAR) for cell in cells)
            for foe in against(state, seat)
            if not state.formations[foe.formation].broken
        )

    def stakes(self, state: Battle, goal: Objective) -> float:
        """What an objective may still bring, in stands."""
        return POINT * goal.points * min(LASTS, self.turns_left(state))

    def closeness(self, away: float) -> float:
        """The share of an objective's worth for a formation so many turns away: 1 on it, half at most elsewhere."""
        return 1.0 if away <= 0 else ON_THE_WAY / (1 + away)

    def share(self, state: Battle, formation: str, goal: Objective) -> float:
        """The share of its objective that a formation counts for: small if only others of its side are on it now."""
        side = state.side(first(state, formation).seat)
        others = [u for u in state.standing() if u.at in goal.cells and not u.aboard and u.formation != formation]
        return HELPER if others and all(state.side(u.seat) == side for u in others) else 1.0

    def table(self, state: Battle, seat: Seat) -> Prospects:
        """What the seat may expect of the table, objectives that enemies hold included."""
        held: dict[str, float] = {}
        for goal in state.objectives:
            for name in {u.formation for u in state.standing() if u.at in goal.cells and not u.aboard}:
                held[name] = held.get(name, 0.0) + self.stakes(state, goal)
        return Prospects(self.companies, self.rules, state, seat, held)

    def judge(self, view: Prospects, formation: str, goal: Objective | None) -> Places:
        """How good places are for the formation."""
        return Places(self, view, formation, goal)

    def arrived(self, view: Prospects, made: Draft, formation: str, goal: Objective | None) -> bool:
        """Whether a formation comes so near to an enemy or its objective that passengers should get out."""
        at = layout(made.state, made.queue).at
        cells = {name: at[name] for name in places(made.state, formation) if name in at}
        near = any(view.nearest(cell) <= GET_OUT for cell in cells.values())
        return near or (goal is not None and self.off(made.state, cells, goal) <= ARRIVED)

    def refuge(self, view: Prospects, formation: str) -> Judge:
        """How good a place is for a formation that flees: no enemy in 15 cm, better none in 30, and little fire."""

        def safe(harm: float, cells: Mapping[str, int]) -> float:
            total = -FLIGHT * self.temper.danger * HARM * harm
            closest = FAR_ENOUGH
            for cell in cells.values():
                away = view.nearest(cell)
                closest = min(closest, away)
                total -= CAUGHT if away <= NEAR else 0.0
            return total - (CLOSE if closest <= RALLIES_BADLY else 0.0) + FARTHER * closest

        return Judge(lambda cells: safe(view.harm(formation, cells), cells), partial(safe, 0.0))


class Places:
    """How good places are for a formation, in parts: ground, danger, targets."""

    def __init__(self, tactics: Objectives, view: Prospects, formation: str, goal: Objective | None) -> None:
        state = view.state
        self.tactics, self.view, self.formation, self.goal = tactics, view, formation, goal
        self.ground = tactics.share(state, formation, goal) * tactics.stakes(state, goal) if goal else 0.0
        self.size = fsum(worth(unit) for unit in on_table(state, formation))
        self._known: dict[tuple[int, ...], float] = {}
        self._unharmed: dict[tuple[int, ...], Parts] = {}

    def __call__(self, plus: int | None) -> Judge:
        """A judge of places; with `plus`, the formation's shot from there, with that modifier, counts too."""

        def shot(cells: Mapping[str, int]) -> float:
            return self.view.fire(self.formation, cells, plus) if plus is not None else 0.0

        def value(cells: Mapping[str, int]) -> float:
            key = tuple(cells.values())
            if key not in self._known:
                self._known[key] = self.parts(cells).total
            return self._known[key] + shot(cells)

        def most(cells: Mapping[str, int]) -> float:
            known = self._known.get(tuple(cells.values()))
            return (self.unharmed(cells).total if known is None else known) + shot(cells)

        return Judge(value, most)

    def parts(self, cells: Mapping[str, int], plus: int | None = None) -> Parts:
        """The parts of a place; the shot is material."""
        harm = self.tactics.temper.danger * HARM * self.view.harm(self.formation, cells)
        fire = self.view.fire(self.formation, cells, plus) if plus is not None else 0.0
        found = self.unharmed(cells)
        lost = min(MOST_LOST, harm / self.size) if self.goal is not None else 0.0
        return found._replace(material=fire, ground=found.ground * (1 - lost), danger=-harm)

    def unharmed(self, cells: Mapping[str, int]) -> Parts:
        """The parts of a place without the shot and the harm that enemies may do."""
        key = tuple(cells.values())
        found = self._unharmed.get(key)
        if found is None:
            view, formation, goal = self.view, self.formation, self.goal
            wanted = self.tactics.temper.targets
            hope = wanted * HOPE * max(view.fire(formation, cells, 0), view.menace(formation, cells))
            if goal is None:
                ground = -NEARER * min(view.nearest(cell) for cell in cells.values())
            else:
                ground = self.ground * self.tactics.closeness(self.tactics.off(view.state, cells, goal))
            found = self._unharmed[key] = Parts(ground=ground, targets=hope)
        return found


def places(state: Battle, formation: str) -> dict[str, int]:
    """The cells of a formation's stands, by id."""
    return {unit.id: unit.at for unit in on_table(state, formation)}
