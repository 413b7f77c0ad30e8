"""Exact chances of a shot, and of a battle in which each side always picks the suggested victim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from game.engine.forecast import Forecast
from game.engine.names import Cell, UnitId
from game.engine.options import PASS, Option
from game.engine.wording import percent, written_ids
from game.rules.viktory2.battle import attackers, defender, fire_dice, ground_dice, ships_beside
from game.rules.viktory2.bombard import bombardment
from game.rules.viktory2.ground import LAND, enemies_on, hit_number, hostile, is_water, lined_up
from game.rules.viktory2.losses import worth
from game.rules.viktory2.moves import complete
from game.rules.viktory2.overwatch import movers, shot, watching
from game.rules.viktory2.state import Islands, Piece
from game.rules.viktory2.throws import Volley, count_chances, score_chances
from game.rules.viktory2.vocabulary import Effects, Verbs
from game.rules.viktory2.words import counted


class Fighter(NamedTuple):
    """A unit in a battle: its kind, the hex it comes from (-1: it defends), and its dice before the rounds (VK-02)."""

    kind: str
    side: Cell
    dice: int


class Fight(Struct):
    """A battle as numbers, with the chance that the attacker takes the hex.

    attack, defence: the units, the cheapest first: an owner picks the first as a victim, an enemy the last; urban,
    ground: the dice of the town or city, and of the ground; ships: the die of frigates beside the hex (0 or 1);
    naval: at sea; needs: the highest face that hits, for the attacker and the defender.
    """

    attack: tuple[Fighter, ...]
    defence: tuple[Fighter, ...]
    urban: int
    ground: int
    ships: int
    naval: bool
    needs: tuple[int, int]
    _kept: dict[tuple[int, int, int, int, bool], Fraction] = field(default_factory=dict)

    def taken(self, lost: int = 0) -> Fraction:
        """The chance that the attacker takes the hex, if `lost` of the units fall to selective fire first."""
        own, enemies = len(self.attack) - lost, len(self.defence)
        if own <= 0 or self.naval:
            return self.taken_by_rounds(lost)
        guns = _dice(self.attack[:own]) if self.defence else 0
        total = Fraction(0)
        for hits, chance in enumerate(count_chances(guns, self.needs[0])):
            for answer, also in enumerate(count_chances(_dice(self.defence), self.needs[1])):
                own_left, enemies_left = max(0, own - answer), max(0, enemies - hits)
                total += chance * also * self._taken(0, own_left, 0, enemies_left, fought=False)
        return total

    def taken_by_rounds(self, lost: int = 0) -> Fraction:
        """The same chance without pre-battle fire, or when it is over."""
        return self._taken(0, len(self.attack) - lost, 0, len(self.defence), fought=False)

    def _taken(self, low: int, high: int, least: int, most: int, *, fought: bool) -> Fraction:
        """The chance from a round on, with the attackers [low:high] and the defenders [least:most] left.

        `fought`: a round has been fought, so that an empty town or city no longer resists.
        """
        if low >= high:
            return Fraction(0)
        if least >= most and (fought or not self.urban):
            return Fraction(1)
        key = (low, high, least, most, fought)
        if key not in self._kept:
            self._kept[key] = self._round(low, high, least, most)
        return self._kept[key]

    def _round(self, low: int, high: int, least: int, most: int) -> Fraction:
        """The same chance, found by playing out every outcome of one round."""
        own, enemy = self.attack[low:high], self.defence[least:most]
        total, again = Fraction(0), Fraction(0)
        dice = self._attack_dice(own) if enemy else 0
        for sharp, plain, chance in score_chances(dice, self.needs[0]):
            left = _after(least, most, sharp, plain)
            answer = self._defence_dice(enemy, sharp + plain)
            for picked, given, also in score_chances(answer, self.needs[1]):
                rest = _after(low, high, picked, given)
                if (*rest, *left) == (low, high, least, most) and enemy:
                    again += chance * also
                else:
                    total += chance * also * self._taken(*rest, *left, fought=True)
        return total / (1 - again)  # a round without losses leads back to the same position

    def _attack_dice(self, own: Sequence[Fighter]) -> int:
        return (1 if self.naval else _kinds(own)) + len({piece.side for piece in own}) - 1

    def _defence_dice(self, enemy: Sequence[Fighter], hits: int) -> int:
        if not enemy:
            return self.urban
        dice = 1 if self.naval else _kinds(enemy) + self.ships + max(self.ground, self.urban)
        return max(self.urban, dice - max(0, hits - len(enemy)))


def _after(first: int, last: int, sharp: int, plain: int) -> tuple[int, int]:
    """What is left of a list [first:last]: an enemy takes `sharp` from its end, the owner `plain` from its start."""
    last = max(first, last - sharp)
    return min(last, first + plain), last


def _kinds(pieces: Sequence[Fighter]) -> int:
    return len({piece.kind for piece in pieces if piece.kind in LAND})


def _dice(pieces: Sequence[Fighter]) -> int:
    return sum(piece.dice for piece in pieces)


def fight_at(state: Islands, cell: Cell, group: Sequence[Piece], lining: Mapping[UnitId, Cell] | None = None) -> Fight:
    """The battle that a group of attackers would fight at a hex.

    `lining`: units that have yet to line up -> the hex they will attack from.
    """
    came = lining or (state.queues[-1].action.came if state.queues else {})

    def fighters(units: Sequence[Piece], *, coming: bool) -> tuple[Fighter, ...]:
        order = sorted(units, key=lambda unit: (worth(state, unit), unit.id))
        return tuple(Fighter(u.profile, came.get(u.id, u.at) if coming else -1, fire_dice(u)) for u in order)

    urban, ground = ground_dice(state, cell)
    return Fight(
        fighters(group, coming=True),
        fighters(enemies_on(state, state.seat, cell), coming=False),
        urban,
        ground,
        int(ships_beside(state, cell)),
        is_water(state.board, cell),
        (hit_number(state, state.seat), hit_number(state, defender(state, cell))),
    )


# -- forecasts of options ---------------------------------------------------------------------------------------------


def forecast(state: Islands, option: Option) -> Forecast | None:
    """The dice and chances of a shot or a battle; in the window before a battle, the chance that the defence holds.

    None for an option that attacks nothing.
    """
    if option.action == Verbs.BOMBARD:
        gun = state.units[option.unit]
        return _shot(state, gun, bombardment(state, gun, option.to, len(option.targets)), option, option.to)
    if option.action == Verbs.BATTLE:
        return _battle(state, option)
    if option.action in (Verbs.MOVE, Verbs.UNLOAD):
        return _lining_up(state, option)
    if option.action == Verbs.STAY:
        chance = fight_at(state, option.to, attackers(state, option.to)).taken_by_rounds()
        return _taken(state, option.to, chance, "if it is fought to the end")
    trigger = state.queues[-1].open_triggers()[-1:] if state.queues else []
    if option.action == Verbs.OVERWATCH:
        return _overwatch(state, option)
    if option.action == PASS.action and trigger and trigger[0].kind == Verbs.BATTLE:
        cell = trigger[0].cell
        return replace(_taken(state, cell, _held(state, cell, 0)), effect=Effects.HELD, meaning=_keeps(state, cell))
    return None


def _overwatch(state: Islands, option: Option) -> Forecast:
    queue = state.queues[-1]
    trigger, gun = queue.open_triggers()[-1], state.units[option.unit]
    volley = shot(state, queue, trigger, gun)
    alone = _shot(state, gun, volley, option, trigger.cell)
    if trigger.kind != Verbs.BATTLE:
        return alone
    spread = count_chances(len(volley.dice), volley.need)
    chances = (p * _held(state, trigger.cell, min(volley.among, hits)) for hits, p in enumerate(spread))
    held = sum(chances, Fraction(0))
    return replace(
        alone,
        p_hit=held,
        p_out=held,
        effect=Effects.HELD,
        note=f"{percent(alone.p_hit)} to lose one or more",
        target="",
        meaning=_keeps(state, trigger.cell),
    )


def _battle(state: Islands, option: Option) -> Forecast:
    group = [state.units[name] for name in option.targets]
    guns = sum(state.board.distance(gun.at, option.to) <= 1 for gun in watching(state, state.seat))
    note = f"before {counted(guns, 'gun')} of overwatch" if guns else ""
    return _taken(state, option.to, fight_at(state, option.to, group).taken(), note)


def _lining_up(state: Islands, option: Option) -> Forecast | None:
    """The forecast of the battle that a unit would join by a move or landing, None if it would join none."""
    unit, cell = state.units[option.unit], option.to
    if cell not in hostile(state, unit.seat):
        return None
    path = (unit.at, *complete(state, option).path) if option.action == Verbs.MOVE else (unit.at, cell)
    before = lined_up(state, unit.seat).get(cell, [])
    chance = fight_at(state, cell, [*before, unit], {unit.id: path[-2]}).taken()
    guns = sum(state.board.distance(gun.at, cell) <= 1 for gun in watching(state, unit.seat))
    notes = [f"with {written_ids(one.id for one in before)}"] if before else []
    notes += [f"before {counted(guns, 'gun')} of overwatch"] if guns else []
    return _taken(state, cell, chance, ", ".join(notes))


def _held(state: Islands, cell: Cell, lost: int) -> Fraction:
    """The chance that the defence holds a hex against the attacking group, if `lost` of it fall to overwatch."""
    queue = state.queues[-1]
    group = [state.units[name] for name in movers(state, queue, queue.open_triggers()[-1])]
    return 1 - fight_at(state, cell, group).taken(lost)


def _keeps(state: Islands, cell: Cell) -> str:
    return f"{state.board.label(cell)} held"


def _taken(state: Islands, cell: Cell, chance: Fraction, note: str = "") -> Forecast:
    """The forecast of a battle. Many throws decide it, so the sum shows only what each of the attacker's dice needs."""
    volley = Volley(need=hit_number(state, state.seat), dice=(), among=0)
    return Forecast(
        throw=volley,
        sum=volley.reckoned,
        single=False,
        p_hit=chance,
        p_out=chance,
        note=note,
        spot=cell,
        effect=Effects.TAKEN,
        meaning=f"{state.board.label(cell)} taken",
    )


def _shot(state: Islands, gun: Piece, volley: Volley, option: Option, cell: Cell) -> Forecast:
    """The forecast of a shot: the chance of at least one hit; the results list each number of hits."""
    spread = count_chances(len(volley.dice), volley.need)
    several = 1 - spread[0] - spread[1]
    return Forecast(
        throw=volley,
        sum=volley.reckoned,
        p_hit=1 - spread[0],
        p_out=1 - spread[0],
        distance=state.board.distance(gun.at, cell),
        note=f"{percent(several)} to lose two" if several and len(option.targets) > 1 else "",
        target=option.targets[0],
        spot=cell,
        results=_results(state, gun, spread, option.targets),
        meaning="at least one unit lost",
    )


def _results(
    state: Islands, gun: Piece, spread: Sequence[Fraction], targets: Sequence[UnitId]
) -> tuple[tuple[str, Fraction, str], ...]:
    """Each number of hits with its suggested victims and its chance.

    None for a frigate, because it does not pick all its victims (VK-A36).
    """
    if not gun.artillery:
        return ()
    order = sorted(targets, key=lambda name: (worth(state, state.units[name]), name), reverse=True)
    rows = [
        (f"{counted(hits, 'hit')}: {written_ids(order[:hits])}", p, "VK-03") for hits, p in enumerate(spread) if hits
    ]
    return (("no hit", spread[0], "VK-A6"), *rows)
