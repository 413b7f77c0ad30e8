"""Shooting: one formation at one other (EP-A31), what a stand saves on (EP-A37), the markers it brings (EP-A44)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from game.engine.decisions import Option, Refusal
from game.engine.dice import Outcome, Reader
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.formations import (
    add_blast,
    check_break,
    first,
    formation_of,
    formations,
    marked,
    on_table,
    standing,
)
from game.rules.epic.ground import COVER_SAVE, is_vehicle, line_of_fire, span, within


def _count(faces: tuple[int, ...], need: int) -> Outcome:
    return sum(face >= need for face in faces)


def count_chances(dice: tuple[int, ...], need: int) -> Mapping[Outcome, Fraction]:
    """The binomial distribution of `_count` for six-sided dice."""
    good = Fraction(max(0, min(6, 7 - need)), 6)
    return {
        hits: comb(len(dice), hits) * good**hits * (1 - good) ** (len(dice) - hits) for hits in range(len(dice) + 1)
    }


COUNT = {"count": Reader(_count, count_chances)}
"""How many dice show `need` or more."""


class Volley(NamedTuple):
    """Dice of one shot that need the same: how many, the number, and which of the two kinds of stands they hit."""

    dice: int
    need: int
    vehicles: bool


class Shot(NamedTuple):
    """What a formation would fire at another: stands that fire, stands that may be hit, dice, and the sum of the first."""

    firers: list[str]
    victims: list[str]
    volleys: list[Volley]
    silent: int
    base: int
    rows: tuple[tuple[str, int, str], ...]


class _Aim(NamedTuple):
    """One stand's fire: what it needs, with its cover modifier, and all whom its hit may fall on, nearest first."""

    firer: str
    need: int
    cover: int
    vehicles: bool
    victims: list[str]


def shot(rules: Ruleset, state: State, formation: str, target: str, plus: int) -> Shot | Refusal:
    """The shooting of a formation at another (EP-A31): each stand at the nearest that it can hit, range and sight given.

    Every blast marker silences one of those that could fire, the last first.
    """
    lead = first(state, formation).id
    aims: list[_Aim] = []
    first_no = "there is no target"
    for unit in on_table(state, formation):
        aim = _aim(rules, state, unit, on_table(state, target), plus)
        if isinstance(aim, _Aim):
            aims.append(aim)
        elif aim and not aims:
            first_no = aim
    if not aims:
        return Refusal("EP-A31", first_no, lead)
    markers = marked(state, "blast", formation)
    silent = min(markers, len(aims))
    heard = aims[: len(aims) - silent]
    if not heard:
        return Refusal("EP-A31", f"{markers} blast markers silence all {silent} that could fire", lead)
    dice = Counter((aim.need, aim.vehicles) for aim in heard)
    rows: list[tuple[str, int, str]] = []
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


def _aim(rules: Ruleset, state: State, unit: Unit, foes: Sequence[Unit], plus: int) -> _Aim | str:
    """What one stand does in a shot, or why it cannot fire."""
    weapon = rules.weapon(unit.weapons[0])
    gun, name = weapon.name.lower(), unit.id.upper()
    seen: dict[bool, list[str]] = {False: [], True: []}
    best: tuple[int, int, bool] | None = None
    no = ""
    for foe in sorted(foes, key=lambda f: (span(state, unit.at, f.at), f.id)):
        vehicles = is_vehicle(rules, foe)
        value = weapon.numbers["at" if vehicles else "ap"]
        if not value:
            no = no or f"the {gun} of {name} cannot hurt {foe.id.upper()}"
        elif not within(state, unit.at, foe.at, weapon.range):
            no = no or f"{foe.id.upper()} is further than the {weapon.range} cm of the {gun}"
        elif not line_of_fire(state, unit.at, foe.at):
            no = no or f"{name} does not see {foe.id.upper()}"
        else:
            seen[vehicles].append(foe.id)
            cover = 0 if vehicles else -bool(state.board.sight(unit.at, foe.at).cover)
            need = max(2, value - plus - cover)
            if best is None and need <= 6:
                best = need, cover, vehicles
            no = no or f"{name} would need {need} on a D6"
    return _Aim(unit.id, *best, seen[best[2]]) if best else no


def targets(rules: Ruleset, state: State, formation: str, plus: int) -> list[str]:
    """The enemy formations it could shoot at."""
    side = state.side(first(state, formation).seat)
    enemies = [f for f in formations(state) if state.side(first(state, f).seat) != side]
    return [f for f in enemies if isinstance(shot(rules, state, formation, f, plus), Shot)]


def ask_shot(t: Table, formation: str, plus: int) -> None:
    """The formation's one shot of its action: at whom, or not at all."""
    state, rules = t.state, t.rules
    if not standing(state, formation) or marked(state, "broken", formation):
        return
    aims = targets(rules, state, formation, plus)
    if not aims:
        return
    lead = first(state, formation)
    options = [
        Option(
            f"{formation}:shoot:{target}",
            "shoot",
            lead.id,
            first(state, target).id,
            tuple(u.id for u in on_table(state, target)),
            formation=formation,
            value=plus,
            clauses=("EP-A31",),
            text=f"Shoot at {target.upper()}",
        )
        for target in aims
    ]
    options.append(Option(f"{formation}:hold_fire", "hold_fire", lead.id, formation=formation, text="Hold fire"))
    choice = t.ask(
        lead.seat,
        "shoot",
        options,
        prompt=f"{rules.seat_name(lead.seat)} decides: whom does {formation.upper()} shoot at?",
        note="At one enemy formation; coming under fire is a blast marker for it, each stand lost another.",
        clauses=("EP-A31",),
        default=options[0].id,
        unit=lead.id,
    )
    if choice.action == "shoot":
        t.then("shoot", formation, formation_of(state.units[choice.target]), plus)


def save_value(rules: Ruleset, state: State, unit: Unit, cell: int = -1) -> int:
    """What the stand saves on, by its armour or, infantry, by the ground under it; 0 for no save (EP-A37, EP-A46).

    Where it is, or as if it were on `cell`.
    """
    ground = state.board.terrain[unit.at if cell < 0 else cell]
    cover = 0 if is_vehicle(rules, unit) else COVER_SAVE.get(ground, 0)
    return min((value for value in (unit.stats["ARMOUR"], cover) if value), default=0)


def shoot(t: Table, formation: str, target: str, plus: int) -> None:
    """A shot: all its dice, then its hits, then the markers of the formation shot at (EP-A31, EP-A44)."""
    found = shot(t.rules, t.state, formation, target, plus)
    if isinstance(found, Refusal):
        return
    t.cause = t.emit(
        "fired",
        ("EP-A31",),
        unit=first(t.state, formation).id,
        formation=formation,
        target=target,
        targets=found.victims,
        units=found.firers,
        silent=found.silent,
    )
    before = len(standing(t.state, target))
    t.then("volley", [list(one) for one in found.volleys], found.firers, found.victims, target, [0, 0])
    t.then("under_fire", target, before)


def volley(
    t: Table, volleys: list[list[int]], firers: list[str], victims: list[str], target: str, hits: list[int]
) -> None:
    """Dice that need the same, after the others; `hits` are those on infantry and those on vehicles so far."""
    if not volleys:
        for kind, count in enumerate(hits):
            hurt = [victim for victim in victims if is_vehicle(t.rules, t.unit(victim)) == kind]
            t.then("allocate", hurt, firers, count, {}, "fire")
        return
    dice, need, vehicles = volleys[0]
    got = t.roll(
        "to hit",
        (6,) * dice,
        ("count", need),
        ("EP-A31",),
        prompt=f"Roll {dice}D6 to hit {target.upper()}: {need}+",
        unit=firers[0],
        target=target,
        need=need,
    )
    more = [count + int(got or 0) * (place == vehicles) for place, count in enumerate(hits)]
    t.then("volley", volleys[1:], firers, victims, target, more)


def under_fire(t: Table, target: str, before: int) -> None:
    """A marker for coming under fire and one for each stand lost (EP-A44)."""
    lost = before - len(standing(t.state, target))
    add_blast(t, target, 1 + lost)
    check_break(t, target)


STEPS = {step.__name__: step for step in (shoot, volley, under_fire)}
