"""Close assault in brief (SG-A46): test, charge, the defender's nerve, then man against man."""

from __future__ import annotations

from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.reactions import q_end
from game.engine.steps import step
from game.rules.shared import farthest, foes, occupied, touches
from game.rules.stargrunt2.events import AssaultFailed, FellBack, FireAnnounced, FireHeld, ManKilled
from game.rules.stargrunt2.morale import confidence_test, reaction_test
from game.rules.stargrunt2.moves import fails, start_move
from game.rules.stargrunt2.opportunity import begin_fire
from game.rules.stargrunt2.options import assault_path, mobility, mode
from game.rules.stargrunt2.shots import Shot, arms_of, line_of, possible
from game.rules.stargrunt2.state import BROKEN, Battle, BattleRules, BattleTable, Squad, SquadAction
from game.rules.stargrunt2.throws import ManToMan
from game.rules.stargrunt2.vocabulary import MarkerKinds, Paces, Questions, Verbs

THREAT = (0, 1, 3)
"""By the confidence of the unit that charges."""


def odds(unit: Squad, foe: Squad) -> int:
    """The threat of an assault to those who are assaulted: the men against each of theirs, rounded down, 1 at least (SG-A46)."""
    return max(1, unit.figures // foe.figures)


def threat(unit: Squad) -> int:
    """What its confidence makes of the test of a unit that charges (SG-A46)."""
    return THREAT[min(2, unit.confidence)]


@step
def begin_assault(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """A reaction test at threat 0, 1 or 3 by confidence; then the way into contact, which may be fired upon (SG-A19)."""
    unit = t.state.units[name]
    path = assault_path(t.rules, t.state, unit, t.state.units[target])
    if not path or not reaction_test(t, unit, threat(unit), ("SG-A46",)):
        fails(t, unit, Verbs.COMBAT_MOVE, Verbs.CLOSE_ASSAULT, ("SG-A46",))
        return
    action = SquadAction(Verbs.COMBAT_MOVE, name, path, pace=Paces.COMBAT_MOVE, target=target, left=4 * mobility(unit))
    start_move(t, action, Verbs.CLOSE_ASSAULT, path[-1], ("SG-A19",))
    t.then(q_end)
    t.then(contact, name, target)


@step
def contact(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """In contact the defender tests confidence by the odds, or falls back; then it has its final fire (SG-A46, SG-A19)."""
    unit, foe = t.state.units[name], t.state.units[target]
    if unit.out or foe.out or unit.suppressed or not touches(t.state, unit.at, foe.at):
        comes_to_nothing(t, name, target)
        return
    before = foe.confidence
    confidence_test(t, target, odds(unit, foe))
    if t.state.units[target].confidence > before:
        fall_back(t, target)
        return
    t.then(final_fire, name, target)
    t.then(blows, name, target)


def comes_to_nothing(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """The assault is over; a unit that cannot fight where it has come to falls back out of contact (SG-A46)."""
    unit, foe = t.state.units[name], t.state.units[target]
    t.emit(AssaultFailed(name, target))
    if not unit.out and not foe.out and touches(t.state, unit.at, foe.at):
        fall_back(t, name)


@step
def final_fire(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """The charged squad may fire once more before the blows, activated or not: neither an attempt nor an activation (SG-A19)."""
    rules, unit, foe = t.rules, t.state.units[name], t.state.units[target]
    options = [] if foe.suppressed or foe.confidence >= BROKEN else final_shots(rules, t.state, foe, unit)
    if not options:
        return
    choice = t.ask(
        foe.seat,
        Questions.FINAL_FIRE,
        [*options, Option(f"{target}:nothing", Verbs.NOTHING, target, text="Hold fire")],
        question=f"does {target.upper()} fire at {name.upper()} before the blows?",
        note="Without a test, with a weapon that has not been fired this turn; it is no activation.",
        clauses=("SG-A19",),
        default=options[0].id,
        unit=target,
    )
    if choice.action == Verbs.NOTHING:
        t.emit(FireHeld(target), ("SG-A19",))
        return
    t.cause = t.emit(FireAnnounced(target, name), ("SG-A19",))
    begin_fire(t, Shot(target, name, unit.at, choice.weapon), t.cause)


def final_shots(rules: BattleRules, state: Battle, foe: Squad, unit: Squad) -> list[Option]:
    """The fire actions that a charged squad has left at the unit that has come into contact."""
    return [
        Option(
            f"{foe.id}:final_fire:{unit.id}{arms.suffix}",
            Verbs.FINAL_FIRE,
            foe.id,
            unit.id,
            weapon=arms.weapons,
            clauses=("SG-A19",),
            text=f"Final fire at {unit.id.upper()}{arms.said}",
        )
        for arms in arms_of(rules, foe)
        if possible(line_of(rules, state, foe, unit, arms.weapons, opportunity=False), unit.at)
    ]


@step
def blows(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Man against man, if the unit that charged still can (SG-A46)."""
    unit, foe = t.state.units[name], t.state.units[target]
    if unit.out or foe.out or unit.suppressed:
        comes_to_nothing(t, name, target)
        return
    for _ in range(min(unit.figures, foe.figures)):
        t.then(man_to_man, name, target)
    t.then(assault_over, name, target)


@step
def man_to_man(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Quality dice; the lower man is out, equal dice are rolled again."""
    unit, foe = t.state.units[name], t.state.units[target]
    if unit.out or foe.out:
        return
    loser = foe if t.roll(ManToMan(name, target, (unit.stats["QUALITY"], foe.stats["QUALITY"]))) else unit
    last = loser.figures == 1
    gone = loser.without(*loser.markers) if last else loser.without()
    loser = t.change(loser, ManKilled(loser.id, loser.figures - 1, last, gone), ("SG-A46",))
    loser.figures, loser.out, loser.casualties = loser.figures - 1, last, loser.casualties + 1


@step
def assault_over(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """The side with fewer men left withdraws."""
    unit, foe = t.state.units[name], t.state.units[target]
    if not unit.out and not foe.out:
        fall_back(t, name if unit.figures < foe.figures else target)


def fall_back(t: BattleTable, name: UnitId) -> None:
    """A normal move directly away from the enemy."""
    unit, board = t.state.units[name], t.state.board
    reach = board.reach(unit.at, 2 * unit.stats["MOVE"], occupied(t.state, but=name), mode(t.rules, unit))
    goal = farthest(board, reach, foes(t.state, unit.seat))
    path = [unit.at, *(reach.path(goal) if goal != unit.at else ())]
    t.change(unit, FellBack(name, goal, path, Paces.MOVE, unit.without(MarkerKinds.IN_POSITION))).at = goal
