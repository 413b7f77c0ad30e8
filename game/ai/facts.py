"""What a choice brings, as facts: which units, which ground and which lanes of fire differ from another choice.

Both choices are looked at to the end of the action in hand, and the tables that they lead to are compared. So a reason
names what really comes of the choice, by exact odds, and nothing that was on the table already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum

from game.ai.lookahead import End
from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Fact, Weighed
from game.ai.weights import NO_TARGET
from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.setup import Objective
from game.engine.state import State
from game.engine.vocabulary import MarkerKinds
from game.engine.wording import uncapitalised, written_ids

DECIDES = 0.1
"""The least difference in the chance to win that is told."""
LIKELIER, SURELY = 0.05, 0.3
"""The least difference in a chance that is told: to be put out or pinned, and to be somewhere or under fire."""
TURNS = 0.25
"""The least difference in the way to an objective that is told, in turns of walking."""
WON, POINT, HELD, FALLS, HURT, LANE, SPENT, STEP = 10.0, 0.6, 0.5, 1.0, 0.25, 0.12, 0.1, 0.08
"""What a whole difference of each kind counts, to tell the weightiest first."""


Look = tuple[Weighed, Sequence[End]]
"""An answer, and the tables that it leads to once the action in hand is over."""


def facts(tactics: Tactics, view: SeatView, chosen: Look, other: Look) -> tuple[Fact, ...]:
    """What `chosen` brings more (value above zero) or less than `other`; the weightiest first."""
    compared = _Compared(tactics, view, chosen[0].option, (chosen[1], other[1]))
    found = [*compared.all(), *_beyond(chosen[0], other[0])]
    return tuple(sorted(found, key=lambda fact: -abs(fact.value)))


def _beyond(chosen: Weighed, other: Weighed) -> Iterator[Fact]:
    """What is known beyond the look ahead (`Bias`)."""
    value = chosen.bias.value - other.bias.value
    if value > 0:
        text = chosen.bias.said.gained if chosen.bias.value > 0 else other.bias.said.better
    else:
        text = chosen.bias.said.lost if chosen.bias.value < 0 else ""
    if value and text:
        yield Fact(value, text)


class _Compared:
    """The ends of two choices, side by side."""

    def __init__(self, tactics: Tactics, view: SeatView, option: Option, both: Sequence[Sequence[End]]) -> None:
        self.tactics, self.option, self.both = tactics, option, both
        self.seat, self.now = view.seat, view.front
        self.side = view.front.side(view.seat)

    def more(self, value: Callable[[State], float], *, given: Callable[[State], bool] = lambda _: True) -> float:
        """By how much the mean of `value` is greater after the choice; only over tables on which `given` holds."""
        means = []
        for ends in self.both:
            rows = [(end.chance, value(end.state)) for end in ends if given(end.state)]
            total = fsum(chance for chance, _ in rows)
            if not total:
                return 0.0
            means.append(fsum(chance * amount for chance, amount in rows) / total)
        return means[0] - means[1]

    def all(self) -> Iterator[Fact]:
        """Every difference that is worth telling."""
        yield from self.battle()
        for unit in self.now.standing():
            yield from self.fate(unit.id)
        yield from self.ground()
        mover = self.now.units.get(self.option.unit)
        if mover is not None and not mover.out and self.now.side(mover.seat) == self.side:
            yield from self.way(mover.id)
            yield from self.lanes(mover.id)
            yield from self.watch(mover.id)

    def battle(self) -> Iterator[Fact]:
        """The end of the battle, and points."""
        wins = self.more(lambda state: state.winner == self.side)
        losses = self.more(lambda state: bool(state.winner) and state.winner != self.side)
        if max(wins, losses) > DECIDES:  # only the likelier of the two is told
            won = wins >= losses
            yield Fact(WON * (wins if won else -losses), f"it may {'win' if won else 'lose'} the battle")
        points = self.more(lambda state: self.tactics.lead(state, self.seat))
        if abs(points) > LIKELIER:
            yield Fact(POINT * points, "it brings points" if points > 0 else "it gives points away")

    def fate(self, name: UnitId) -> Iterator[Fact]:
        """Whether a unit is likelier to be put out, to lose models, to be pinned or suppressed."""
        unit, who = self.now.units[name], name.upper()
        bad = -1 if self.now.side(unit.seat) == self.side else 1
        whole = max(1, unit.figures)
        gone = self.more(lambda s: 1 - (0 if s.units[name].out else max(1, s.units[name].figures) / whole))
        if abs(gone) > LIKELIER:
            falls = "to fall" if whole == 1 else "to lose models"
            yield Fact(FALLS * bad * gone, f"{who} is {'more' if gone > 0 else 'less'} likely {falls}", falls=name)
        for kind in sorted({*self.tactics.helpless, MarkerKinds.SUPPRESSED}):
            worse = self.more(lambda s, kind=kind: kind in s.units[name].markers, given=lambda s: not s.units[name].out)  # type: ignore[misc]
            if abs(worse) > LIKELIER:
                likely = "more" if worse > 0 else "less"
                yield Fact(HURT * bad * worse, f"{who} is {likely} likely to be {kind}")

    def ground(self) -> Iterator[Fact]:
        """Who stands on which objective."""
        for goal in self.now.objectives:
            held, denied = self.manned(goal, own=True), self.manned(goal, own=False)
            where = uncapitalised(goal.name)
            if abs(held) > SURELY:
                yield Fact(HELD * held, f"it {'holds' if held > 0 else 'leaves'} {where}")
            if abs(denied) > LIKELIER:
                text = f"the enemy is {'more' if denied > 0 else 'less'} likely to hold {where}"
                yield Fact(-HELD * denied, text)

    def manned(self, goal: Objective, *, own: bool) -> float:
        """By how much likelier a unit of the own side, or else of the enemy, is on the objective."""
        return self.more(
            lambda s: any(u.at in goal.cells and (s.side(u.seat) == self.side) is own for u in s.standing())
        )

    def way(self, name: UnitId) -> Iterator[Fact]:
        """Whether the unit comes nearer to its objective."""
        goals = self.tactics.goals_of(self.now, self.now.units[name])
        if not goals:
            return
        goal = self.now.objectives[goals[0].place]
        if abs(self.manned(goal, own=True)) > SURELY:
            return  # that is told
        farther = self.more(
            lambda s: self.tactics.turns_away(s, s.units[name], s.units[name].at, goal),
            given=lambda s: not s.units[name].out,
        )
        if abs(farther) > TURNS:
            nearer = "comes nearer to" if farther < 0 else "goes away from"
            yield Fact(-STEP * farther, f"{name.upper()} {nearer} {uncapitalised(goal.name)}")

    def lanes(self, name: UnitId) -> Iterator[Fact]:
        """Which enemies the unit has under fire, and which have it."""
        found: dict[tuple[bool, bool], list[tuple[UnitId, float]]] = {}
        for foe in (unit.id for unit in self.now.standing() if self.now.side(unit.seat) != self.side):

            def both(state: State, foe: UnitId = foe) -> bool:
                return not (state.units[name].out or state.units[foe].out)

            for ours, pair in ((True, (name, foe)), (False, (foe, name))):
                more = self.more(lambda s, pair=pair: self.fires(s, *pair), given=both)  # type: ignore[misc]
                if abs(more) > SURELY:
                    found.setdefault((ours, more > 0), []).append((foe, more if ours else -more))
        for (ours, more), rows in found.items():
            who, foes = name.upper(), written_ids(foe for foe, _ in rows)
            if ours:
                text = f"{who} gets {foes} under fire" if more else f"{who} loses {foes} from its fire"
            else:
                text = f"{who} {'comes under' if more else 'is out of'} the fire of {foes}"
            yield Fact(LANE * fsum(value for _, value in rows), text)

    def fires(self, state: State, shooter: UnitId, target: UnitId) -> bool:
        """Whether a unit can fire at another with any effect where both are."""
        one, other = state.units[shooter], state.units[target]
        return self.tactics.harm(state, one, one.at, other, other.at) > NO_TARGET

    def watch(self, name: UnitId) -> Iterator[Fact]:
        """Whether the unit keeps its overwatch."""
        marker = self.now.units[name].markers.get(MarkerKinds.OVERWATCH)
        kept = self.more(
            lambda s: bool(marker) and s.units[name].markers.get(MarkerKinds.OVERWATCH) == marker,
            given=lambda s: not s.units[name].out,
        )
        if abs(kept) > SURELY:
            text = f"{name.upper()} keeps its overwatch" if kept > 0 else f"the overwatch of {name.upper()} is spent"
            yield Fact(SPENT * kept, text)
