"""The game around overwatch: the shooting phase, hand-to-hand, breaking and rallying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.decisions import Refusal
from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.shared import farthest, foes, occupied
from game.rules.wh40k2.division import may_divide, own_shots, share
from game.rules.wh40k2.events import (
    Broken,
    FightBegun,
    Fled,
    LossesCounted,
    Rallied,
    ShootingUsed,
    StillBroken,
    StoodFirm,
)
from game.rules.wh40k2.facing import face_along
from game.rules.wh40k2.fire import fire, harm
from game.rules.wh40k2.ground import in_contact, is_vehicle, mode
from game.rules.wh40k2.movement import idle
from game.rules.wh40k2.shots import Shot
from game.rules.wh40k2.state import Battle, Squad, SquadTable
from game.rules.wh40k2.throws import DUEL, BreakTest, Flight, HandToHand, RallyTest
from game.rules.wh40k2.vocabulary import MarkerKinds, Paces, Questions, Verbs

# -- shooting ---------------------------------------------------------------------------------------------------------


def may_shoot(state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot shoot in its own shooting phase, or None."""
    if squad.shot:
        return Refusal("WH-A22", "it has shot", squad.id)
    if squad.pace in (Paces.RUN, Paces.CHARGE):
        return Refusal("WH-A24", "it has run or charged", squad.id)
    if in_contact(state, squad):
        return Refusal("WH-A33", "in hand-to-hand", squad.id)
    return idle(squad)


def shootings(rules: Ruleset, state: Battle) -> Iterator[Option]:
    """Every legal shot and throw of the active seat; the overwatch modifier never applies here (WH-19).

    Grenades may be thrown in this phase only (WH-A34).
    """
    for squad in state.standing(state.seat):
        if may_shoot(state, squad) is not None:
            continue
        count = 0
        for place, weapon in enumerate(squad.weapons):
            thrown = rules.weapon(weapon).thrown
            for shot in own_shots(rules, state, squad, weapon):
                count += 1
                action = Verbs.THROW if thrown else Verbs.RANGED_ATTACK
                suffix = weapon if place and not thrown else ""
                name = ":".join(p for p in (squad.id, action, shot.target, suffix) if p)
                text = f"{squad.id.upper()} {'throws at' if thrown else 'fires at'} {shot.target.upper()}"
                clauses = ("WH-A34", "WH-A29") if thrown else ("WH-A29",)
                yield Option(name, action, squad.id, shot.target, weapon=weapon, clauses=clauses, text=text)
        if count > 1 and may_divide(rules, squad):
            text = f"{squad.id.upper()} divides its fire"
            yield Option(f"{squad.id}:{Verbs.DIVIDE}", Verbs.DIVIDE, squad.id, clauses=("WH-A16",), text=text)
    yield Option("end", Verbs.END, text="End shooting")


@step
def shooting(t: SquadTable) -> None:
    """Squads shoot one after the other, in their owner's order."""
    state, rules, seat = t.state, t.rules, t.state.seat
    choice = t.ask(
        seat,
        Questions.SHOOT,
        lambda: shootings(rules, state),
        question="which squad shoots, and at whom?",
        clauses=("WH-A22",),
        default="end",
        refused=lambda: [no for u in state.standing(seat) if (no := may_shoot(state, u)) is not None],
    )
    if choice.action == Verbs.END:
        return
    squad = state.units[choice.unit]
    if choice.action == Verbs.DIVIDE:
        shots = share(t, squad, [shot for weapon in squad.weapons for shot in own_shots(rules, state, squad, weapon)])
    else:
        shots = [Shot(squad.id, choice.target, state.units[choice.target].at, choice.weapon)]
    t.change(squad, ShootingUsed(squad.id)).shot = True
    t.then(fire, shots[0], shots[1:])
    t.then(shooting)


# -- hand-to-hand -----------------------------------------------------------------------------------------------------


@step
def hand_to_hand(t: SquadTable, fought: Sequence[list[UnitId]] = ()) -> None:
    """Each pair of squads in contact fights once, in the order that the active seat chooses (WH-A33).

    `fought`: the pairs (active squad, enemy) that have fought already.
    """
    state, seat = t.state, t.state.seat
    options = [
        Option(
            f"{squad.id}:fight:{foe.id}",
            Verbs.FIGHT,
            squad.id,
            foe.id,
            clauses=("WH-A33",),
            text=f"{squad.id.upper()} fights {foe.id.upper()}",
        )
        for squad in state.standing(seat)
        for foe in in_contact(state, squad)
        if [squad.id, foe.id] not in fought
    ]
    if not options:
        return
    choice = t.ask(
        seat,
        Questions.FIGHT,
        options,
        question="which fight comes next?",
        clauses=("WH-A33",),
        default=options[0].id,
    )
    t.emit(FightBegun(choice.unit, choice.target))
    for _ in range(min(state.units[choice.unit].figures, state.units[choice.target].figures)):
        t.then(duel, choice.unit, choice.target)
    t.then(hand_to_hand, [*fought, [choice.unit, choice.target]])


@step
def duel(t: SquadTable, name: UnitId, other: UnitId) -> None:
    """One pair of models fights; the winner scores as many hits as the difference (WH-A33)."""
    a, b = t.state.units[name], t.state.units[other]
    own, others = a.stats["A"], b.stats["A"]
    if a.out or b.out or a.broken or not own + others:
        return
    plus, minus = skill(a), skill(b)
    gap = t.roll(HandToHand(name, other, (6,) * (own + others), DUEL(own, plus, minus)))
    given, taken = scored(gap, own, others, quicker(a, b))
    if given:
        t.then(harm, other, given, a.stats["S"], 0, 1)
    elif taken:
        t.then(harm, name, taken, b.stats["S"], 0, 1)


def skill(squad: Squad) -> int:
    """What a model adds to its best die in a fight (WH-A33)."""
    return squad.stats["WS"] + squad.charging


def quicker(a: Squad, b: Squad) -> int:
    """Whose initiative decides a fight that is even: 1 for `a`, -1 for `b`, 0 for nobody (WH-A33)."""
    return (a.stats["I"] > b.stats["I"]) - (a.stats["I"] < b.stats["I"])


def scored(gap: int, own: int, others: int, quicker: int) -> tuple[int, int]:
    """The hits that the first model of a pair gives and takes (WH-A33).

    `gap`: by how much it has scored more; `own`, `others`: attacks, without which a model hits nobody.
    """
    gap = gap or quicker
    return max(0, gap if own else 0), max(0, -gap if others else 0)


# -- breaking ---------------------------------------------------------------------------------------------------------


@step
def break_tests(t: SquadTable) -> None:
    """Squads that have lost a quarter or more of their models in this phase test as it ends (WH-A19, WH-A32)."""
    for squad in t.state.standing():
        lost = squad.losses
        if not lost:
            continue
        heavy = 4 * lost >= squad.figures + lost and not is_vehicle(t.rules, squad)
        tests = heavy and not squad.broken and not in_contact(t.state, squad)
        t.change(squad, LossesCounted(squad.id, lost, tests)).losses = 0
        if tests:
            t.then(break_test, squad.id)


@step
def break_test(t: SquadTable, name: UnitId) -> None:
    """2D6 against Leadership; a squad that fails is broken and flees (WH-A32)."""
    squad, board = t.state.units[name], t.state.board
    need = squad.stats["LD"]
    if t.roll(BreakTest(name, need, ("Ld", need))):
        t.emit(StoodFirm(name))
        return
    t.change(squad, Broken(name, {**dict.fromkeys(squad.markers), MarkerKinds.BROKEN: "up"}))
    far = t.roll(Flight(name))
    runner = t.state.units[name]
    reach = board.reach(runner.at, 2 * far, occupied(t.state, but=name), mode(t.rules, runner))
    enemies = foes(t.state, runner.seat)
    if enemies:
        goal = farthest(board, reach, enemies)
        if goal != runner.at:
            path = [runner.at, *reach.path(goal)]
            t.change(runner, Fled(name, goal, path)).at = goal
            face_along(t, name, path)


@step
def rally(t: SquadTable) -> None:
    """Broken squads test at the start of their own turn (WH-A32)."""
    for squad in t.state.standing(t.state.seat):
        if squad.broken:
            t.then(rally_test, squad.id)


@step
def rally_test(t: SquadTable, name: UnitId) -> None:
    """2D6 against Leadership; a squad that passes loses its broken marker (WH-A32)."""
    squad = t.state.units[name]
    need = squad.stats["LD"]
    if t.roll(RallyTest(name, need, ("Ld", need))):
        t.change(squad, Rallied(name))
    else:
        t.emit(StillBroken(name))
