"""Shooting: one formation at one other (EP-A31), hits and saves (EP-A37), stands lost and what they leave behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple

from game.engine.decisions import Option, Refusal
from game.engine.dice import Outcome, Reader
from game.engine.forecast import Forecast
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
from game.rules.epic.ground import COVER_SAVE, LINK, disc, is_vehicle, line_of_fire, span, within

SUPPRESSES = 2
"""So many blast markers silence one stand (EP-A31)."""


def _count(faces: tuple[int, ...], need: int) -> Outcome:
    return sum(face >= need for face in faces)


def _chances(dice: tuple[int, ...], need: int) -> Mapping[Outcome, Fraction]:
    """The binomial distribution of `_count` for six-sided dice."""
    good = Fraction(max(0, min(6, 7 - need)), 6)
    return {
        hits: comb(len(dice), hits) * good**hits * (1 - good) ** (len(dice) - hits) for hits in range(len(dice) + 1)
    }


COUNT = {"count": Reader(_count, _chances)}
"""How many dice show `need` or more."""


class Volley(NamedTuple):
    """Dice of one shot that need the same: how many, the number, and which of the two kinds of stands they hit."""

    dice: int
    need: int
    vehicles: bool


class Shot(NamedTuple):
    """What a formation would fire at another: stands that fire, stands that may be hit, dice, and the sum behind them."""

    firers: list[str]
    victims: list[str]
    volleys: list[Volley]
    silent: int
    base: int
    rows: tuple[tuple[str, int, str], ...]


def shot(rules: Ruleset, state: State, formation: str, target: str, plus: int) -> Shot | Refusal:
    """The shooting of a formation at another (EP-A31): each stand at the nearest that it can hit, range and sight given."""
    victims: dict[str, None] = {}
    firing: list[tuple[Unit, int, bool, str, int]] = []
    foes = on_table(state, target)
    first_no = ""
    for unit in on_table(state, formation):
        weapon = rules.weapon(unit.weapons[0])
        for foe in sorted(foes, key=lambda f: (span(state, unit.at, f.at), f.id)):
            vehicle = is_vehicle(rules, foe)
            value = weapon.numbers["at" if vehicle else "ap"]
            if not value:
                first_no = first_no or f"the {weapon.name.lower()} of {unit.id.upper()} cannot hurt {foe.id.upper()}"
            elif not within(state, unit.at, foe.at, weapon.range):
                first_no = (
                    first_no or f"{foe.id.upper()} is further than the {weapon.range} cm of the {weapon.name.lower()}"
                )
            elif not line_of_fire(state, unit.at, foe.at):
                first_no = first_no or f"{unit.id.upper()} does not see {foe.id.upper()}"
            else:
                cover = 0 if vehicle else -bool(state.board.sight(unit.at, foe.at).cover)
                need = max(2, value - plus - cover)
                if need > 6:
                    first_no = first_no or f"{unit.id.upper()} would need {need} on a D6"
                    continue
                firing.append((unit, need, vehicle, foe.id, cover))
                victims[foe.id] = None
                break
    if not firing:
        return Refusal("EP-A31", first_no or "there is no target", first(state, formation).id)
    silent = min(marked(state, "blast", formation) // SUPPRESSES, len(firing))
    heard = firing[: len(firing) - silent]
    if not heard:
        count = marked(state, "blast", formation)
        return Refusal(
            "EP-A31", f"{count} blast markers silence all {silent} that could fire", first(state, formation).id
        )
    dice = Counter((need, vehicle) for _, need, vehicle, _, _ in heard)
    _, need, _, _, cover = heard[0]
    rows: list[tuple[str, int, str]] = []
    if plus:
        rows.append(("sustained fire" if plus > 0 else "in haste", plus, "EP-A29"))
    if cover:
        rows.append(("cover", cover, "EP-A31"))
    return Shot(
        [unit.id for unit, *_ in heard],
        list(victims),
        [Volley(count, number, vehicle) for (number, vehicle), count in dice.items()],
        silent,
        need + plus + cover,
        tuple(rows),
    )


def targets(rules: Ruleset, state: State, formation: str, plus: int) -> list[str]:
    """The enemy formations it could shoot at."""
    side = state.side(first(state, formation).seat)
    enemies = [f for f in formations(state) if state.side(first(state, f).seat) != side]
    return [f for f in enemies if isinstance(shot(rules, state, formation, f, plus), Shot)]


def shot_sum(rules: Ruleset, state: State, formation: str, target: str, plus: int) -> Forecast | None:
    """The dice of a shot with the exact chances of a hit and of a stand lost."""
    found = shot(rules, state, formation, target, plus)
    if isinstance(found, Refusal):
        return None
    miss = keep = Fraction(1)
    for vehicles in (False, True):
        hurt = [state.units[v] for v in found.victims if is_vehicle(rules, state.units[v]) == vehicles]
        hurt.sort(key=lambda foe: min(span(state, state.units[f].at, foe.at) for f in found.firers))
        saved = [Fraction(7 - (save_value(rules, state, foe) or 7), 6) for foe in hurt]
        hits = _hit_chances([volley for volley in found.volleys if volley.vehicles == vehicles])
        miss *= hits[0]
        keep *= sum(
            (chance * prod(saved[n % len(saved)] for n in range(count)) for count, chance in hits.items()), Fraction(0)
        )
    nearest = state.units[found.victims[0]]
    mm = state.facts["scale"]
    away = state.board.distance(state.units[found.firers[0]].at, nearest.at) * mm // 10
    dice = " and ".join(f"{v.dice}D6 at {v.need}+" for v in found.volleys)
    note = f"{found.silent} silenced by blast markers" if found.silent else ""
    return Forecast(
        away, "hits on", found.base, found.rows, found.volleys[0].need, dice, 1 - miss, 1 - keep, "", note, nearest.id
    )


def _hit_chances(volleys: Sequence[Volley]) -> dict[int, Fraction]:
    """The distribution of the hits of several volleys together."""
    table = {0: Fraction(1)}
    for volley in volleys:
        more: dict[int, Fraction] = {}
        for hits, chance in table.items():
            for outcome, p in _chances((6,) * volley.dice, volley.need).items():
                count = hits + int(outcome or 0)
                more[count] = more.get(count, Fraction(0)) + chance * p
        table = more
    return table


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


def shoot(t: Table, formation: str, target: str, plus: int) -> None:
    """The dice of a shot, volley by volley; then its hits, then the markers of the formation shot at (EP-A44)."""
    found = shot(t.rules, t.state, formation, target, plus)
    if isinstance(found, Refusal):
        return
    lead = first(t.state, formation)
    t.cause = t.emit(
        "fired",
        ("EP-A31",),
        unit=lead.id,
        formation=formation,
        target=target,
        targets=found.victims,
        units=found.firers,
        silent=found.silent,
    )
    before = len(standing(t.state, target))
    for volley in found.volleys:
        t.then("volley", volley.dice, volley.need, volley.vehicles, found.firers, found.victims, target)
    t.then("under_fire", target, before)


def volley(t: Table, dice: int, need: int, vehicles: bool, firers: list[str], victims: list[str], target: str) -> None:
    """Dice that need the same, against infantry or against vehicles."""
    hits = t.roll(
        "to hit",
        (6,) * dice,
        ("count", need),
        ("EP-A31",),
        prompt=f"Roll {dice}D6 to hit {target.upper()}: {need}+",
        unit=firers[0],
        target=target,
        need=need,
    )
    hurt = [v for v in victims if is_vehicle(t.rules, t.unit(v)) == vehicles]
    t.then("allocate", hurt, firers, int(hits or 0), {}, "fire")


def under_fire(t: Table, target: str, before: int) -> None:
    """A marker for coming under fire and one for each stand lost (EP-A44)."""
    lost = before - len(standing(t.state, target))
    add_blast(t, target, 1 + lost)
    check_break(t, target)


# -- hits and saves ---------------------------------------------------------------------------------------------------


def allocate(t: Table, names: list[str], sources: list[str], hits: int, given: dict[str, int], why: str) -> None:
    """Hits one by one: nearest first, nobody a second while others have none; the owner picks among equals (EP-A37)."""
    state = t.state
    able = [name for name in names if not t.unit(name).out]
    if not hits or not able:
        for name in able:
            if given.get(name):
                t.then("saves", name, given[name], why)
        return
    fewest = min(given.get(name, 0) for name in able)
    open_ones = [name for name in able if given.get(name, 0) == fewest]
    away = {name: min(span(state, t.unit(name).at, t.unit(s).at) for s in sources) for name in open_ones}
    near = [name for name in open_ones if away[name] == min(away.values())]
    if len(near) <= hits:
        t.then("allocate", names, sources, hits - len(near), {**given, **{n: given.get(n, 0) + 1 for n in near}}, why)
        return
    owner = t.unit(near[0]).seat
    choice = t.ask(
        owner,
        "allocate",
        [Option(f"{n}:allocate", "allocate", n, clauses=("EP-A37",), text=f"{n.upper()} takes it") for n in near],
        prompt=f"{t.rules.seat_name(owner)} decides: which stand takes the hit?",
        note=f"{len(near)} are equally near; {hits} hit{'' if hits == 1 else 's'} left for them.",
        clauses=("EP-A37",),
        default=f"{near[0]}:allocate",
    )
    t.then("allocate", names, sources, hits - 1, {**given, choice.unit: given.get(choice.unit, 0) + 1}, why)


def save_value(rules: Ruleset, state: State, unit: Unit) -> int:
    """What the stand saves on, by its armour or, infantry, by the ground under it; 0 for no save (EP-A37, EP-A46)."""
    cover = 0 if is_vehicle(rules, unit) else COVER_SAVE.get(state.board.terrain[unit.at], 0)
    return min((value for value in (unit.stats["ARMOUR"], cover) if value), default=0)


def saves(t: Table, name: str, hits: int, why: str) -> None:
    """A stand takes its hits one after the other; those of the hack-down allow no save (EP-A40)."""
    unit = t.unit(name)
    if unit.out or not hits:
        return
    need = 0 if why == "hack" else save_value(t.rules, t.state, unit)
    if need and t.roll(
        "save", (6,), ("reaches", 0, need), ("EP-A37",), prompt=f"Save of {name.upper()}: {need}+", unit=name, need=need
    ):
        t.emit("saved", ("EP-A37",), unit=name)
    else:
        lose(t, unit, ("EP-A40",) if why == "hack" else ("EP-A37",))
        return
    t.then("saves", name, hits - 1, why)


def lose(t: Table, unit: Unit, clauses: tuple[str, ...]) -> None:
    """A stand is lost and, in an assault, counted as a kill (EP-A40, EP-A22); its passengers must save themselves."""
    t.change(unit, "stand_lost", clauses, out=True)
    tally(t, unit)
    for passenger in t.state.units.values():
        if passenger.aboard == unit.id and not passenger.out:
            t.then("bail_out", passenger.id)


def tally(t: Table, unit: Unit) -> None:
    """Count a loss of an assault for its formation and as a kill of the other side."""
    for queue in reversed(t.state.queues):
        if queue.action.kind == "engage" and queue.facts["fighting"]:
            formation = formation_of(unit)
            side = "defenders" if formation in queue.tags["attackers"].split("+") else "attackers"
            if formation in (queue.tags["attackers"] + "+" + queue.tags["defenders"]).split("+"):
                queue.facts[f"kills:{side}"] += 1
                queue.facts[f"lost:{formation}"] = queue.facts.get(f"lost:{formation}", 0) + 1
            return


def bail_out(t: Table, name: str) -> None:
    """A passenger of a destroyed transport needs its save, and a place within 5 cm (EP-A48)."""
    unit, state = t.unit(name), t.state
    need = unit.stats["ARMOUR"]
    taken = {u.at for u in state.units.values() if not u.out and not u.aboard}
    free = [c for c in disc(state, unit.at, LINK) if c not in taken and state.board.passable(c, "light")]
    saved = need and t.roll(
        "bail out",
        (6,),
        ("reaches", 0, need),
        ("EP-A48",),
        prompt=f"{name.upper()} gets out of the wreck: {need}+",
        unit=name,
        need=need,
    )
    if saved and free:
        cell = min(free, key=lambda c: (span(state, unit.at, c), c))
        t.change(unit, "bailed_out", ("EP-A48",), at=cell, aboard="")
    else:
        t.change(unit, "stand_lost", ("EP-A48",), out=True, aboard="")
        tally(t, unit)


STEPS = {step.__name__: step for step in (shoot, volley, under_fire, allocate, saves, bail_out)}
