"""Shooting phase and hand-to-hand, breaking and rallying: the ordinary game around overwatch, from the fact tables."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.dice import Outcome, Reader
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes, occupied
from game.rules.wh40k2.chances import Shot, nearest_or_easier, shot_refused
from game.rules.wh40k2.ground import in_contact, mode
from game.rules.wh40k2.movement import idle


def _duel(faces: tuple[int, ...], own: int, plus: int, minus: int) -> Outcome:
    """Best die plus bonuses of the first `own` dice against the rest; the difference (WH-A33)."""
    mine, theirs = faces[:own], faces[own:]
    left = max(mine, default=0) + plus + max(0, mine.count(6) - 1) + theirs.count(1)
    right = max(theirs, default=0) + minus + max(0, theirs.count(6) - 1) + mine.count(1)
    return left - right


DUEL_READER = {"duel": Reader(_duel)}


# -- shooting ---------------------------------------------------------------------------------------------------------


def may_shoot(state: State, unit: Unit) -> Refusal | None:
    """Why a squad cannot shoot in its own shooting phase, or None."""
    if unit.fact("shot"):
        return Refusal("WH-A22", "it has shot", unit.id)
    if unit.fact("run") or unit.fact("charge"):
        return Refusal("WH-A24", "it has run or charged", unit.id)
    if in_contact(state, unit):
        return Refusal("WH-A24", "in hand-to-hand", unit.id)
    return idle(unit)


def shootings(rules: Ruleset, state: State) -> Iterator[Option]:
    """Every legal shot and throw of the active side; the overwatch modifier never applies here (WH-19).

    Grenades are for here alone (WH-A34); there is no facing (WH-A37).
    """
    for unit in state.standing(state.seat):
        if may_shoot(state, unit) is not None:
            continue
        for place, weapon in enumerate(unit.weapons):
            thrown = rules.weapon(weapon).thrown
            shots = [
                Shot(unit.id, foe.id, foe.at, weapon) for foe in foes(state, unit.seat) if not in_contact(state, foe)
            ]
            legal = [shot for shot in shots if shot_refused(rules, state, shot) is None]
            for shot in nearest_or_easier(rules, state, legal):
                action = "throw" if thrown else "ranged_attack"
                suffix = weapon if place and not thrown else ""
                name = ":".join(p for p in (unit.id, action, shot.target, suffix) if p)
                text = f"{unit.id.upper()} {'throws at' if thrown else 'fires at'} {shot.target.upper()}"
                yield Option(name, action, unit.id, shot.target, weapon=weapon, clauses=("WH-A29",), text=text)
    yield Option("end", "end", text="End shooting")


def shooting(t: Table) -> None:
    """Squads shoot one after the other, in their owner's order."""
    state, rules, seat = t.state, t.rules, t.state.seat
    choice = t.ask(
        seat,
        "shoot",
        lambda: shootings(rules, state),
        prompt=f"{rules.seat_name(seat)} decides: which squad shoots, and at whom?",
        clauses=("WH-A22",),
        default="end",
        refused=lambda: [no for u in state.standing(seat) if (no := may_shoot(state, u)) is not None],
    )
    if choice.action == "end":
        return
    t.change(choice.unit, "shooting_used", (), facts={"shot": 1})
    t.then("fire", *Shot(choice.unit, choice.target, t.unit(choice.target).at, choice.weapon))
    t.then("shooting")


# -- hand-to-hand -----------------------------------------------------------------------------------------------------


def fights(state: State) -> list[tuple[Unit, Unit]]:
    """Pairs of squads in contact that have not fought each other this phase; the active side first."""
    done = state.tags.get("fought", "").split()
    return [
        (unit, foe)
        for unit in state.standing(state.seat)
        for foe in in_contact(state, unit)
        if f"{unit.id}/{foe.id}" not in done
    ]


def hand_to_hand(t: Table) -> None:
    """Every pair of squads in contact fights once (WH-A33)."""
    pairs = fights(t.state)
    if not pairs:
        return
    seat = t.state.seat
    options = [
        Option(
            f"{a.id}:fight:{b.id}",
            "fight",
            a.id,
            b.id,
            clauses=("WH-A33",),
            text=f"{a.id.upper()} fights {b.id.upper()}",
        )
        for a, b in pairs
    ]
    choice = t.ask(
        seat,
        "fight",
        options,
        prompt=f"{t.rules.seat_name(seat)} decides: which fight comes next?",
        clauses=("WH-A33",),
        default=options[0].id,
    )
    fought = f"{t.state.tags.get('fought', '')} {choice.unit}/{choice.target}".strip()
    t.mark("fight_begun", ("WH-A33",), tags={"fought": fought}, unit=choice.unit, target=choice.target)
    for _ in range(min(t.unit(choice.unit).figures, t.unit(choice.target).figures)):
        t.then("duel", choice.unit, choice.target)
    t.then("hand_to_hand")


def duel(t: Table, name: str, other: str) -> None:
    """One pair of models; the winner hits as often as it is better (WH-A33)."""
    a, b = t.unit(name), t.unit(other)
    if a.out or b.out or "broken" in a.markers:
        return
    dice = (6,) * (a.stats["A"] + b.stats["A"])
    if not dice:
        return
    plus, minus = a.stats["WS"] + a.fact("charging"), b.stats["WS"] + b.fact("charging")
    gap = t.roll("hand-to-hand", dice, ("duel", a.stats["A"], plus, minus), ("WH-A33",), unit=name, target=other)
    gap = int(gap or 0)
    if gap == 0:
        gap = (a.stats["I"] > b.stats["I"]) - (a.stats["I"] < b.stats["I"])
    if gap > 0 and a.stats["A"]:
        t.then("harm", other, gap, a.stats["S"], 0, 1)
    elif gap < 0 and b.stats["A"]:
        t.then("harm", name, -gap, b.stats["S"], 0, 1)


# -- breaking ---------------------------------------------------------------------------------------------------------


def break_tests(t: Table) -> None:
    """Squads that have lost every fourth model in this phase test as it ends (WH-A19, WH-A32)."""
    for unit in t.state.standing():
        lost = unit.fact("losses")
        if not lost:
            continue
        heavy = 4 * lost >= unit.figures + lost and mode(t.rules, unit) == "foot"
        tests = heavy and "broken" not in unit.markers and not in_contact(t.state, unit)
        t.change(unit, "losses_counted", ("WH-A32",), facts={"losses": 0}, also={"losses": lost, "tests": tests})
        if tests:
            t.then("break_test", unit.id)


def break_test(t: Table, name: str) -> None:
    """2D6 against Leadership; failing, the squad is broken and flees (WH-A32)."""
    unit = t.unit(name)
    need = unit.stats["LD"]
    if t.roll("break", (6, 6), ("at_most", need), ("WH-A32",), unit=name, need=need, base=["Ld", need]):
        t.emit("stood_firm", ("WH-A32",), unit=name)
        return
    far = t.roll("flight", (6, 6), ("total",), ("WH-A32",), unit=name)
    t.change(unit, "broken", ("WH-A32",), markers={**dict.fromkeys(unit.markers), "broken": "up"})
    reach = t.state.board.reach(unit.at, 2 * int(far or 0), occupied(t.state, but=name), mode(t.rules, unit))
    enemies = foes(t.state, unit.seat)
    if enemies:
        board = t.state.board
        goal = max(reach.costs, key=lambda c: (min(board.distance(c, foe.at) for foe in enemies), -reach.costs[c], -c))
        if goal != unit.at:
            path = [unit.at, *reach.path(goal)]
            t.change(unit, "fled", ("WH-A32",), at=goal, also={"path": path, "pace": "run"})


def rally(t: Table) -> None:
    """Broken squads test at the start of their own turn (WH-A32)."""
    for unit in t.state.standing(t.state.seat):
        if "broken" in unit.markers:
            t.then("rally_test", unit.id)


def rally_test(t: Table, name: str) -> None:
    """2D6 against Leadership; a success takes the marker off."""
    unit = t.unit(name)
    need = unit.stats["LD"]
    if t.roll("rally", (6, 6), ("at_most", need), ("WH-A32",), unit=name, need=need, base=["Ld", need]):
        t.change(unit, "rallied", ("WH-A32",), markers={"broken": None})
    else:
        t.emit("still_broken", ("WH-A32",), unit=name)


STEPS = {step.__name__: step for step in (shooting, hand_to_hand, duel, break_tests, break_test, rally, rally_test)}
