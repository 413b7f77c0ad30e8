"""An assault in Epic as the drafting side sees it: what it is expected to bring, and its counter charges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain

from game.ai.epic.plans import Draft
from game.ai.epic.stakes import Stake, balance, stake
from game.ai.temper import Temper
from game.engine.names import Cell
from game.engine.options import Option
from game.rules.epic.formations import formations, on_table, side_of, standing
from game.rules.epic.ground import NEAR, disc, line_of_fire, span
from game.rules.epic.odds import Lines, odds
from game.rules.epic.plans import layout
from game.rules.epic.state import current_assault
from game.rules.epic.vocabulary import Verbs

SPOTS = 2
"""How many cells of each kind are looked at for one stand."""

LEAST = 0.02
"""The least gain, in stands, for which a change is made."""

HARMLESS = -1e-9
"""The least gain of a counter charge that costs nothing. The sum covers only this round and the next, and a nearer
stand has more of the ground. In 48 games it made no difference to the winner (24 to 24)."""

TIED = 0.15
"""How likely another round follows: two even sides tie with 0.22, and few are quite even. A stand that has come closer
by then fights hand to hand."""

NO_FIGHT = 0.0, 0.0
"""The value of an assault that does not take place, and the chance to win it."""


class Assault:
    """The assault that a draft belongs to, valued for the drafting side with the `temper` of its player."""

    def __init__(self, draft: Draft, temper: Temper) -> None:
        state, action = draft.state, draft.queue.action
        assault = current_assault(state)
        self.draft, self.temper = draft, temper
        self.attackers, self.defenders = assault.attackers.formations, assault.defenders.formations
        self.charging = draft.queue.kind == Verbs.CHARGE
        self.first_round = assault.round == 1
        self.own = [name for name in action.drafting if name in formations(state, draft.seat)]
        self.attacks = self.own[0] in self.attackers
        against = self.defenders if self.attacks else self.attackers
        self.foes = [foe for name in against for foe in on_table(state, name)]
        self.cells = tuple(foe.at for foe in self.foes)
        self._cells = frozenset(self.cells)
        self.others = [
            name
            for name in formations(state)
            if name not in self.attackers + self.defenders and side_of(state, name) != state.side(draft.seat)
        ]
        self._lines = Lines(state)
        self._in_fight: dict[int, bool] = {}
        self._besides: dict[str, frozenset[int]] = {}
        self._stakes: dict[tuple[str, ...], Stake] = {}

    def in_fight(self, cell: Cell) -> bool:
        """Whether a stand there would be near enough to an enemy and see it; kept, since stands share cells."""
        found = self._in_fight.get(cell)
        if found is None:
            state = self.draft.state
            near = self._cells & disc(state, cell, NEAR)
            found = self._in_fight[cell] = any(line_of_fire(state, cell, foe) for foe in near)
        return found

    def value(self, at: Mapping[str, int], moved: Collection[str] = ()) -> float:
        """What stands at these cells should bring; the counter charges `moved` draw in formations that they touch."""
        return self.weighed(at, moved)[0]

    def weighed(self, at: Mapping[str, int], moved: Collection[str] = ()) -> tuple[float, float]:
        """`value` and the chance to win."""
        attackers, defenders = list(self.attackers), list(self.defenders)
        joined = defenders if self.attacks else attackers
        if moved:
            to = {at[one] for one in moved if one in at}
            joined += [name for name in self.others if not to.isdisjoint(self._beside(name))]
        now = self._fought(at, attackers, defenders, closer=self.charging)
        if self.charging or self.attacks or now == NO_FIGHT:
            return now
        after_tie = self._fought(at, attackers, defenders, closer=True)
        return now[0] + TIED * (after_tie[0] - now[0]), now[1]

    def _fought(
        self, at: Mapping[str, int], attackers: list[str], defenders: list[str], *, closer: bool
    ) -> tuple[float, float]:
        """A round as the stands are, or with `closer` after the counter charges that help the defenders."""
        sides = self._lines.up(at, attackers, defenders, answered=closer)
        if self.first_round and not sides[0].frail:
            return NO_FIGHT  # no stand is near enough: there is no assault (EP-22, EP-A5)
        stakes = self._stake(attackers), self._stake(defenders)
        ours, theirs = (0, 1) if self.attacks else (1, 0)
        chances = odds(sides[ours], sides[theirs])
        return balance(chances, stakes[ours], stakes[theirs], self.temper), chances.won

    def _beside(self, name: str) -> frozenset[int]:
        """The cells in contact with a formation."""
        found = self._besides.get(name)
        if found is None:
            state = self.draft.state
            touched = (state.board.neighbours(unit.at) for unit in on_table(state, name))
            found = self._besides[name] = frozenset(chain.from_iterable(touched))
        return found

    def _stake(self, names: list[str]) -> Stake:
        """What these formations bring and may lose; kept, since no stand is lost in a draft."""
        key = tuple(names)
        if key not in self._stakes:
            self._stakes[key] = stake(self.draft.state, names)
        return self._stakes[key]


# -- counter charges ---------------------------------------------------------------------------------------------------


def counter_charge(draft: Draft, temper: Temper) -> Draft:
    """A3: the best counter charges added one by one until none helps, or all at once if that is better."""
    assault = Assault(draft, temper)
    names = [u.id for f in assault.own for u in standing(draft.state, f)]
    careful = _climb(assault, draft.copy(), names)
    careful = _climb(assault, careful, names, HARMLESS)
    bold = draft.copy()
    for name in names:
        options = [o for o in bold.offers(name) if o.action == Verbs.MOVE]
        if options:
            bold.add(options[0])
    bold = careful if bold.refused() else bold
    return max((careful, bold), key=lambda made: _as_planned(assault, made))


def _as_planned(assault: Assault, draft: Draft) -> float:
    return assault.value(layout(draft.state, draft.queue).at, _planned(draft))


def _planned(draft: Draft) -> list[str]:
    return [reaction.unit for reaction in draft.queue.plan(draft.seat)]


def _climb(assault: Assault, draft: Draft, names: Collection[str], least: float = LEAST) -> Draft:
    """Add counter charges one by one, each time the best, as long as one brings more than `least`."""
    value = _as_planned(assault, draft)
    while True:
        at = layout(draft.state, draft.queue).at
        gone = _planned(draft)
        left = [name for name in names if name not in gone]
        gains: list[tuple[float, str, Option]] = []
        for name in left:
            for option in _answers(assault, draft, name):
                gain = assault.value(at | {name: option.to}, [*gone, name]) - value
                if gain > least:
                    gains.append((-gain, option.id, option))
        for *_, option in sorted(gains):
            tried = draft.copy().add(option)
            if tried.refused():
                tried = _followed(tried, option)
            if not tried.refused() and (new := _as_planned(assault, tried)) - value > least:
                draft, value = tried, new
                break
        else:
            return draft


def _followed(draft: Draft, option: Option) -> Draft:
    """The draft with one stand's counter charge and, nearest first, as many of its formation as make it legal."""
    state = draft.state
    at = layout(state, draft.queue).at
    gone, formation = _planned(draft), state.units[option.unit].formation
    rest = [name for name in at if state.units[name].formation == formation and name not in gone]
    for name in sorted(rest, key=lambda name: (span(state, at[name], option.to), name)):
        offers = [o for o in draft.offers(name) if o.action == Verbs.MOVE]
        if offers:
            draft = draft.copy().add(min(offers, key=lambda o: (span(state, o.to, option.to), o.to)))
            if not draft.refused():
                break
    return draft


def _answers(assault: Assault, draft: Draft, name: str) -> list[Option]:
    """A stand's counter charges; if there are many, those nearest to an enemy."""
    options = draft.offers(name)
    foes = [foe.at for foe in assault.foes]
    options.sort(key=lambda o: (min((span(draft.state, o.to, foe) for foe in foes), default=0), o.to))
    return options[: 2 * SPOTS]
