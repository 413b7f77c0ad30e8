"""Shooting: one formation fires at another (EP-A31), the blast markers that follow (EP-A44), and the exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from game.engine.decisions import Refusal
from game.engine.dice import spread
from game.engine.forecast import Forecast
from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.rulebook import Weapon
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.throws import Sum
from game.engine.wording import CM, Modifier, agreeing, length, number_of
from game.rules.epic.breaking import add_blast, check_break
from game.rules.epic.events import Fired
from game.rules.epic.formations import first, formations, on_table, side_of, standing
from game.rules.epic.ground import line_of_fire, span, within
from game.rules.epic.hits import allocate, bail_save, save_value
from game.rules.epic.state import Battle, EpicTable, FormationId, Stand
from game.rules.epic.throws import Save, ToHit
from game.rules.epic.vocabulary import Questions, Verbs


class Shoot(Option, frozen=True, gc=False, omit_defaults=True):
    """A formation shoots, with `plus` on its dice for how it has acted; -1 in no shot."""

    plus: int = -1
    sent_as: ClassVar = {**Option.sent_as, "plus": "value"}


def plus_of(option: Option) -> int:
    """What is added to the dice of a shot; 0 on overwatch."""
    return option.plus if isinstance(option, Shoot) else 0


class Volley(NamedTuple):
    """Dice of one shot that need the same number and hit the same kind of stand."""

    dice: int
    need: int
    vehicles: bool

    def throw(self, unit: UnitId, target: FormationId) -> ToHit:
        """The throw of these dice at a formation; `unit` speaks for the formation that fires."""
        return ToHit(unit, target, self.need, (6,) * self.dice)


class Shot(NamedTuple):
    """What one formation fires at another.

    firers: the stands that fire; victims: the stands that may be hit; silent: how many more stands blast markers
    silence; base, rows: the number to hit and the modifiers of the first firer.
    """

    firers: list[UnitId]
    victims: list[UnitId]
    volleys: list[Volley]
    silent: int
    base: int
    rows: tuple[Modifier, ...]


class _Aim(NamedTuple):
    """One stand's fire: what it needs, the cover modifier in it, and the stands that it may hit, the nearest first."""

    firer: UnitId
    need: int
    cover: int
    vehicles: bool
    victims: list[UnitId]


def shot(rules: Ruleset, state: Battle, formation: FormationId, target: FormationId, plus: int) -> Shot | Refusal:
    """What a formation would fire at another, or why it cannot (EP-A31).

    Each stand fires at the nearest target that it can hit, in range and in sight. Every blast marker silences one stand
    that could fire, beginning with the last.
    """
    lead = first(state, formation).id
    aims: list[_Aim] = []
    reason = "there is no target"
    for unit in on_table(state, formation):
        aim = _aim(rules, state, unit, on_table(state, target), plus)
        if isinstance(aim, _Aim):
            aims.append(aim)
        elif aim:
            reason = aim
    if not aims:
        return Refusal("EP-A31", reason, lead)
    markers = state.formations[formation].blast
    silent = min(markers, len(aims))
    heard = aims[: len(aims) - silent]
    if not heard:
        all_of = "the only one" if silent == 1 else f"all {silent}"
        return Refusal(
            "EP-A31",
            f"{number_of(markers, 'blast marker')} {agreeing(markers, 'silences', 'silence')} {all_of} that could fire",
            lead,
        )
    dice = Counter((aim.need, aim.vehicles) for aim in heard)
    rows: list[Modifier] = []
    if plus:
        rows.append(("sustained fire" if plus > 0 else "in haste", plus, "EP-A29"))
    if heard[0].cover:
        rows.append(("cover", heard[0].cover, "EP-A31"))
    return Shot(
        [aim.firer for aim in heard],
        list(dict.fromkeys(victim for aim in heard for victim in aim.victims)),
        [Volley(count, need, vehicles) for (need, vehicles), count in dice.items()],
        silent,
        heard[0].need + plus + heard[0].cover,
        tuple(rows),
    )


def needed(weapon: Weapon, plus: int, *, vehicle: bool, covered: bool) -> int:
    """What a die of a weapon must show to hit such a stand, never less than 2 (EP-A31); 0 if it cannot hurt it."""
    value = weapon.numbers["at" if vehicle else "ap"]
    return value and max(2, value - plus + (covered and not vehicle))


def _aim(rules: Ruleset, state: Battle, unit: Stand, foes: Sequence[Stand], plus: int) -> _Aim | str:
    """One stand's fire at a formation's stands, or why it cannot fire; "" if there is no stand to fire at."""
    weapon = rules.weapon(unit.weapons[0])
    gun, name = weapon.name.lower(), unit.id.upper()
    seen: dict[bool, list[str]] = {False: [], True: []}
    best: tuple[int, int, bool] | None = None
    no = ""
    for foe in sorted(foes, key=lambda f: (span(state, unit.at, f.at), f.id)):
        if not needed(weapon, plus, vehicle=foe.vehicle, covered=False):
            no = no or f"the {gun} of {name} cannot hurt {foe.id.upper()}"
        elif not within(state, unit.at, foe.at, weapon.range):
            no = no or f"{foe.id.upper()} is further than the {length(weapon.range, CM)} of the {gun}"
        elif not line_of_fire(state, unit.at, foe.at):
            no = no or f"{name} does not see {foe.id.upper()}"
        else:
            covered = bool(state.board.sight(unit.at, foe.at).cover)
            need, cover = needed(weapon, plus, vehicle=foe.vehicle, covered=covered), -(covered and not foe.vehicle)
            if need <= 6:
                seen[foe.vehicle].append(foe.id)
                best = best or (need, cover, foe.vehicle)
            no = no or f"{name} would need {need} on a D6"
    return _Aim(unit.id, *best, seen[best[2]]) if best else no


def targets(rules: Ruleset, state: Battle, formation: FormationId, plus: int) -> list[FormationId]:
    """The enemy formations that a formation could shoot at."""
    enemies = [f for f in formations(state) if side_of(state, f) != side_of(state, formation)]
    return [f for f in enemies if isinstance(shot(rules, state, formation, f, plus), Shot)]


def ask_shot(t: EpicTable, formation: FormationId, plus: int) -> None:
    """Ask at which enemy formation the formation fires its one shot, if any."""
    state, rules = t.state, t.rules
    if not standing(state, formation) or state.formations[formation].broken:
        return
    aims = targets(rules, state, formation, plus)
    if not aims:
        return
    lead = first(state, formation)
    options: list[Option] = [
        Shoot(
            f"{formation}:shoot:{target}",
            Verbs.SHOOT,
            lead.id,
            first(state, target).id,
            tuple(u.id for u in on_table(state, target)),
            formation=formation,
            plus=plus,
            clauses=("EP-A31",),
            text=f"Shoot at {target.upper()}",
        )
        for target in aims
    ]
    options.append(
        Option(
            f"{formation}:hold_fire",
            Verbs.HOLD_FIRE,
            lead.id,
            formation=formation,
            clauses=("EP-A31",),
            text="Hold fire",
        )
    )
    choice = t.ask(
        lead.seat,
        Questions.SHOOT,
        options,
        question=f"whom does {formation.upper()} shoot at?",
        note="At one enemy formation; it gets a blast marker for coming under fire and one for each stand it loses.",
        clauses=("EP-A31",),
        default=options[0].id,
        unit=lead.id,
    )
    if choice.action == Verbs.SHOOT:
        t.then(shoot, formation, state.units[choice.target].formation, plus)


@step
def shoot(t: EpicTable, formation: FormationId, target: FormationId, plus: int) -> None:
    """Resolve a shot: all its dice, then its hits, then the blast markers of its target (EP-A31, EP-A44)."""
    found = shot(t.rules, t.state, formation, target, plus)
    if isinstance(found, Refusal):
        return
    lead = first(t.state, formation).id
    t.cause = t.emit(Fired(lead, formation, target, found.victims, found.firers, found.silent))
    before = len(standing(t.state, target))
    t.then(volley, [list(one) for one in found.volleys], found.firers, found.victims, target, [0, 0])
    t.then(under_fire, target, before)


@step
def volley(
    t: EpicTable,
    volleys: list[list[int]],
    firers: list[UnitId],
    victims: list[UnitId],
    target: FormationId,
    hits: list[int],
) -> None:
    """Roll one volley after the other, then allocate the hits. `hits`: so far on infantry, and on vehicles."""
    if not volleys:
        for kind, count in enumerate(hits):
            hurt = [victim for victim in victims if t.state.units[victim].vehicle == kind]
            t.then(allocate, hurt, firers, count, {}, "fire")
        return
    count, need, vehicles = volleys[0]
    now = Volley(count, need, bool(vehicles))
    outcome = t.roll(now.throw(firers[0], target))
    hits_after = [number + outcome * (place == now.vehicles) for place, number in enumerate(hits)]
    t.then(volley, volleys[1:], firers, victims, target, hits_after)


@step
def under_fire(t: EpicTable, target: FormationId, before: int) -> None:
    """Place a blast marker for coming under fire and one for each stand lost (EP-A44).

    `before`: how many stands the formation had.
    """
    lost = before - len(standing(t.state, target))
    add_blast(t, target, 1 + lost)
    check_break(t, target)


# -- chances ----------------------------------------------------------------------------------------------------------

Chances = Mapping[int, Fraction]
"""Number -> the chance that it comes to that."""

MANY = 3
"""From so many lost stands on, the results have one row for all numbers."""


def forecast(rules: Ruleset, state: Battle, option: Option) -> Forecast | None:
    """The dice of a shot, with the exact chances of a hit and of a lost stand; None for an option that is no shot."""
    if option.action not in (Verbs.SHOOT, Verbs.OVERWATCH_FIRE):
        return None
    target = state.units[option.target].formation
    found = shot(rules, state, option.formation, target, plus_of(option))
    if isinstance(found, Refusal):
        return None
    throws = [one.throw(found.firers[0], target) for one in found.volleys]
    hits: list[Chances] = [{0: Fraction(1)}, {0: Fraction(1)}]
    for one, throw in zip(found.volleys, throws, strict=True):
        table = {n: chance for n, chance, _ in spread(throw.dice, throw.read).outcomes}
        hits[one.vehicles] = _sum(hits[one.vehicles], table)
    miss, lost = hits[False][0] * hits[True][0], _sum(*(_lost(state, found, hits[kind], kind) for kind in (0, 1)))
    nearest = state.units[found.victims[0]]
    return Forecast(
        throw=throws[0],
        also=tuple(throws[1:]),
        sum=Sum(("hits on", found.base), found.rows, throws[0].need, form="{}+"),
        p_hit=1 - miss,
        p_out=1 - lost.get(0, Fraction(0)),
        distance=state.board.distance(state.units[found.firers[0]].at, nearest.at),
        note=f"{found.silent} silenced by blast markers" if found.silent else "",
        target=nearest.id,
        results=_results(miss, lost),
        hit="at least one hit",
        meaning="at least one stand lost",
    )


def _lost(state: Battle, found: Shot, hits: Chances, vehicles: int) -> Chances:
    """How many stands are lost to hits on one kind of stand, vehicles (1) or infantry (0).

    The hits go round the stands, the nearest first; a stand that fails one of its saves is lost, and with a transport
    those of its passengers that fail theirs (EP-A48).
    """
    hurt = [unit for name in found.victims if (unit := state.units[name]).vehicle == vehicles]
    hurt.sort(key=lambda foe: min(span(state, state.units[f].at, foe.at) for f in found.firers))
    each = [(_saved(Save(foe.id, save_value(state, foe))), _with_riders(state, foe)) for foe in hurt]
    out: dict[int, Fraction] = {}
    for count, chance in hits.items():
        table: Chances = {0: chance}
        for place, (save, fall) in enumerate(each):
            taken = len(range(place, count, len(each)))  # of `count` hits that are dealt out in turn
            stands = save**taken
            table = _sum(table, {0: stands, **{number: (1 - stands) * share for number, share in fall.items()}})
        for number, share in table.items():
            out[number] = out.get(number, Fraction(0)) + share
    return out


def _with_riders(state: Battle, unit: Stand) -> Chances:
    """How many stands are lost with a lost stand: itself, and its passengers that fail their save."""
    lost: Chances = {1: Fraction(1)}
    for rider in state.units.values():
        if rider.aboard == unit.id and not rider.out:
            saved = _saved(bail_save(rider))
            lost = _sum(lost, {0: saved, 1: 1 - saved})
    return lost


def _saved(save: Save) -> Fraction:
    """The chance that a save succeeds; a need of 0 means no save."""
    return save.chance() if save.need else Fraction(0)


def _sum(chances: Chances, more_chances: Chances) -> Chances:
    """The chances of the sum of two independent numbers."""
    out: dict[int, Fraction] = {}
    for a, p in chances.items():
        for b, q in more_chances.items():
            if p and q:
                out[a + b] = out.get(a + b, Fraction(0)) + p * q
    return out


def _results(miss: Fraction, lost: Chances) -> tuple[tuple[str, Fraction, str], ...]:
    """The rows of the results: no hit, all hits saved, and each number of lost stands, from `MANY` on in one row."""
    none = Fraction(0)
    rows = [("no hit", miss, "EP-A31"), ("hit, and all saved", lost.get(0, none) - miss, "EP-A37")]
    rows += [(f"{number_of(n, 'stand')} lost", lost.get(n, none), "EP-A37") for n in range(1, MANY)]
    rows.append((f"{MANY} or more lost", sum((chance for n, chance in lost.items() if n >= MANY), none), "EP-A37"))
    return tuple(row for row in rows if row[1])
