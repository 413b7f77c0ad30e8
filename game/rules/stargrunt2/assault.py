"""Close assault in brief (SG-A46): a test, the charge, the defender's confidence test, then man against man."""

from __future__ import annotations

from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.reactions import q_end
from game.engine.steps import step
from game.rules.shared import farthest, foes, occupied, touches
from game.rules.stargrunt2.events import AssaultFailed, FellBack, FireAnnounced, FireHeld, ManKilled
from game.rules.stargrunt2.morale import confidence_test, reaction_test
from game.rules.stargrunt2.moves import fail_first_test, start_move
from game.rules.stargrunt2.opportunity import begin_fire
from game.rules.stargrunt2.options import assault_path, longest_combat_move, mode
from game.rules.stargrunt2.shots import Shot, arms_of, line_of, refusal
from game.rules.stargrunt2.state import BROKEN, Battle, BattleRules, BattleTable, Squad, SquadAction
from game.rules.stargrunt2.throws import ManToMan
from game.rules.stargrunt2.vocabulary import MarkerKinds, Paces, Questions, Verbs

THREAT = (0, 1, 3)
"""The threat of the charging unit's test, by its level of confidence; the last for all lower levels."""


def odds(unit: Squad, foe: Squad) -> int:
    """The threat of the defender's test: attackers for each defender, rounded down, at least 1 (SG-A46)."""
    return max(1, unit.figures // foe.figures)


def threat(unit: Squad) -> int:
    """The threat of the test of a unit that charges, by its confidence (SG-A46)."""
    return THREAT[min(len(THREAT) - 1, unit.confidence)]


@step
def begin_assault(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Test by confidence; then move into contact, a combat move that may be fired upon (SG-A19)."""
    unit = t.state.units[name]
    path = assault_path(t.rules, t.state, unit, t.state.units[target])
    if not path or not reaction_test(t, unit, threat(unit), ("SG-A46",)):
        fail_first_test(t, unit, Verbs.COMBAT_MOVE, Verbs.CLOSE_ASSAULT, ("SG-A46",))
        return
    left = longest_combat_move(unit)  # nothing is rolled for it (SG-A46)
    action = SquadAction(Verbs.COMBAT_MOVE, name, path, pace=Paces.COMBAT_MOVE, target=target, left=left)
    start_move(t, action, Verbs.CLOSE_ASSAULT, path[-1], ("SG-A19",))
    t.then(q_end)
    t.then(contact, name, target)


@step
def contact(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """The defender tests confidence; it falls back, or has its final fire before the blows (SG-A46, SG-A19)."""
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
    """End an assault without blows; if the two touch, the attacker falls back (SG-A46)."""
    unit, foe = t.state.units[name], t.state.units[target]
    t.emit(AssaultFailed(name, target))
    if not unit.out and not foe.out and touches(t.state, unit.at, foe.at):
        fall_back(t, name)


@step
def final_fire(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """The defender may fire once before the blows, even if it was activated (SG-A19).

    This is neither an attempt at opportunity fire nor an activation.
    """
    rules, unit, foe = t.rules, t.state.units[name], t.state.units[target]
    options = [] if foe.suppressed or foe.confidence >= BROKEN else final_shots(rules, t.state, foe, unit)
    if not options:
        return
    choice = t.ask(
        foe.seat,
        Questions.FINAL_FIRE,
        [*options, Option(f"{target}:nothing", Verbs.NOTHING, target, clauses=("SG-A19",), text="Hold fire")],
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
    """The fire actions that the defender has left against the attacker in contact."""
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
        if refusal(line_of(rules, state, foe, unit, arms.weapons, opportunity=False), unit.at) is None
    ]


@step
def blows(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Man against man, if the attacker can still fight (SG-A46)."""
    unit, foe = t.state.units[name], t.state.units[target]
    if unit.out or foe.out or unit.suppressed:
        comes_to_nothing(t, name, target)
        return
    for _ in range(min(unit.figures, foe.figures)):
        t.then(man_to_man, name, target)
    t.then(assault_over, name, target)


@step
def man_to_man(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Each rolls its quality die; the lower loses a man (equal dice are rolled again)."""
    unit, foe = t.state.units[name], t.state.units[target]
    if unit.out or foe.out:
        return
    loser = foe if t.roll(ManToMan(name, target, (unit.stats["QUALITY"], foe.stats["QUALITY"]))) else unit
    last = loser.figures == 1
    removed = loser.without(*loser.markers) if last else loser.without()
    loser = t.change(loser, ManKilled(loser.id, loser.figures - 1, last, removed), ("SG-A46",))
    loser.figures, loser.out, loser.casualties = loser.figures - 1, last, loser.casualties + 1


@step
def assault_over(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """The side with fewer men left withdraws."""
    unit, foe = t.state.units[name], t.state.units[target]
    if not unit.out and not foe.out:
        fall_back(t, name if unit.figures < foe.figures else target)


def fall_back(t: BattleTable, name: UnitId) -> None:
    """Make a normal move as far from the enemy as possible."""
    unit, board = t.state.units[name], t.state.board
    reach = board.reach(unit.at, 2 * unit.stats["MOVE"], occupied(t.state, but=name), mode(t.rules, unit))
    goal = farthest(board, reach, foes(t.state, unit.seat))
    path = [unit.at, *(reach.path(goal) if goal != unit.at else ())]
    t.change(unit, FellBack(name, goal, path, Paces.MOVE, unit.without(MarkerKinds.IN_POSITION))).at = goal
