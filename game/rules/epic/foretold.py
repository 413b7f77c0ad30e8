"""What options and plans lead to, before they are chosen: fights, overwatch, odds of an assault, what is given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from game.engine.decisions import Decision, Involved, Remark
from game.engine.forecast import Forecast
from game.engine.names import UnitId
from game.engine.options import CONFIRM, Option
from game.engine.ruleset import Ruleset
from game.engine.wording import CM, length, number_of, percent, written_ids
from game.rules.epic import fire
from game.rules.epic.actions import ACTIONS, MOVES, action_test
from game.rules.epic.assault import hindrance, join
from game.rules.epic.breaking import WITHDRAWALS, hunted
from game.rules.epic.counter import distance
from game.rules.epic.destinations import FULL
from game.rules.epic.drafts import DRAFT_QUESTIONS
from game.rules.epic.fire import Shot, shot
from game.rules.epic.formations import formations, initiative, on_table, side_of
from game.rules.epic.ground import NEAR, in_fight, span, touching, within
from game.rules.epic.odds import Fighters, Lines, Odds, chance, frailty, odds, possible_supporters, roll_call
from game.rules.epic.plans import PLANNED, layout
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand, current_assault
from game.rules.epic.throws import ActionTest
from game.rules.epic.vocabulary import Questions, Verbs

WON = "assault won, by estimate"


# -- activations ------------------------------------------------------------------------------------------------------


def foretells(state: Battle, option: Option) -> tuple[Remark, ...]:
    """Remarks on an activation: what the action is, and the test it takes (EP-A27 to EP-A29)."""
    if not option.formation or option.action not in ACTIONS or state.queues:
        return ()
    remark = Remark(
        ACTIONS[option.action].sentence, "EP-A28" if option.action == Verbs.HOLD else "EP-A29", (option.unit,)
    )
    test, passed = _tested(state, option)
    if option.action == Verbs.HOLD or passed == 1:
        return (remark, Remark("No test.", "EP-A27", (option.unit,)))
    fails = f"It needs {test.need}+ in a test, {percent(passed)}; else it gets a blast marker and holds."
    return (remark, Remark(fails, "EP-A28", (option.unit,)))


# -- plans ------------------------------------------------------------------------------------------------------------


class NoAssault(Remark, frozen=True):
    """The plan leads to no assault: no attacker would be near enough, or in view (EP-A34, EP-22)."""


class WouldBeCutOff(Remark, frozen=True):
    """Stands would end their withdrawal near an enemy, and be lost (EP-A42)."""


def remarks(rules: Ruleset, state: Battle, asked: Decision) -> tuple[Remark, ...]:
    """Remarks on the plan of a draft: contacts and ranges, enemy overwatch, the odds of its assault, stands cut off."""
    if asked.kind not in DRAFT_QUESTIONS:
        return ()
    queue = state.queues[-1]
    after = laid_out(state, asked)
    own = [name for name in queue.action.drafting if side_of(state, name) == state.side(asked.seat)]
    found: list[Remark] = []
    if asked.kind in (Questions.CHARGE, Questions.COUNTER_CHARGE):
        found += _fight(after, asked, own)
    if asked.kind != Questions.COUNTER_CHARGE:
        found += [remark for name in own for remark in _watchers(rules, after, name)]
    if asked.kind == Questions.WITHDRAW:
        found += _cut_off(after, queue, own)
    return tuple(found)


def laid_out(state: Battle, asked: Decision) -> Battle:
    """The table as the plan leaves it, and the assault with the formations that counter charges draw in (EP-13)."""
    queue = state.queues[-1]
    plan = layout(state, queue)
    after = state.apart()
    for unit in after.units.values():
        unit.aboard = plan.aboard.get(unit.id, "")
        carrier = unit.aboard or unit.id
        unit.at = plan.at.get(carrier, unit.at)
    if asked.kind == Questions.COUNTER_CHARGE:
        for reaction in queue.reactions:
            if reaction.status in PLANNED:
                join(after, after.units[reaction.unit])
    return after


def plan_worth(state: Battle, asked: Decision) -> float:
    """How good the plan of a charge or counter charge is: the estimated chance to win less that to lose (EP-A40).

    0 for other drafts.
    """
    if asked.kind not in (Questions.CHARGE, Questions.COUNTER_CHARGE):
        return 0.0
    queue = state.queues[-1]
    after = laid_out(state, asked)
    found = expected(after, answered=asked.kind == Questions.CHARGE)
    own = next(name for name in queue.action.drafting if side_of(state, name) == state.side(asked.seat))
    ahead = found.won - found.lost
    return ahead if own in current_assault(after).attackers.formations else -ahead


def _fight(after: Battle, asked: Decision, own: Sequence[FormationId]) -> Iterator[Remark]:
    """How many of one's own stands would fight, how many enemies may counter charge, and the estimated outcome."""
    assault = current_assault(after)
    attacks = own[0] in assault.attackers.formations
    theirs = (assault.defenders if attacks else assault.attackers).formations
    foes = [foe for name in theirs for foe in on_table(after, name)]
    stands = [unit for name in own for unit in on_table(after, name)]
    close = [u.id for u in stands if any(touching(after, u.at, foe.at) for foe in foes)]
    near = [u.id for u in stands if u.id not in close and any(in_fight(after, u.at, foe.at) for foe in foes)]
    counts = (
        (len(close), "in contact"),
        (len(near), f"within {length(NEAR, CM)} and in view"),
        (len(stands) - len(close) - len(near), "out of the fight"),
    )
    words = ", ".join(f"{count} {where}" for count, where in counts if count)
    yield Remark(f"Of {len(stands)}: {words}", "EP-A36", (*close, *near))
    if asked.kind == Questions.CHARGE and (close or near):
        yield from _free_to_answer(after, stands, foes)
    reached = not attacks or any(within(after, u.at, foe.at, NEAR) for u in stands for foe in foes)
    none = _no_assault(after, attacks=attacks, reached=reached) if assault.round == 1 else None
    if none is not None:
        yield none
        return
    found = expected(after, answered=asked.kind == Questions.CHARGE)
    won, lost = (found.won, found.lost) if attacks else (found.lost, found.won)
    yield Remark(f"Assault won {_about(won)}, lost {_about(lost)}: an estimate", "EP-A40")


def _free_to_answer(after: Battle, stands: Sequence[Stand], foes: Sequence[Stand]) -> Iterator[Remark]:
    """How many of the charged stands may counter charge: those that can move and touch no attacker (EP-02)."""
    free = [foe for foe in foes if distance(foe) and not any(touching(after, u.at, foe.at) for u in stands)]
    if free:
        counted = number_of(len(free), "stand")
        yield Remark(f"{counted} of theirs may counter charge", "EP-02", tuple(foe.id for foe in free))


def _no_assault(after: Battle, *, attacks: bool, reached: bool) -> Remark | None:
    """The remark that there would be no assault in its first round; None if there would be one.

    `reached`: the attackers are near enough; `attacks`: the remark is for them, whose enemy may still counter charge.
    """
    if not reached:
        return NoAssault("Nobody is near enough: there is no assault", "EP-A34")
    no = hindrance(after)
    if no is None:
        return None
    clauses, reason = no
    if attacks:
        return Remark(f"There is no assault unless counter charges change that: {reason}", clauses[0])
    return NoAssault(f"There is no assault: {reason}", clauses[0])


def expected(state: Battle, *, answered: bool = False) -> Odds:
    """The attackers' odds in the current assault, with its stands where they are."""
    assault = current_assault(state)
    attackers, defenders = assault.attackers.formations, assault.defenders.formations
    at = {u.id: u.at for name in (*attackers, *defenders) for u in on_table(state, name)}
    return odds(*Lines(state).up(at, attackers, defenders, answered=answered))


def _watchers(rules: Ruleset, after: Battle, moving: FormationId) -> Iterator[Remark]:
    """The enemy overwatch that could fire at a formation where it would be (EP-A32)."""
    for name in formations(after):
        own = after.formations[name]
        if own.overwatch and not own.broken and side_of(after, name) != side_of(after, moving):
            found = shot(rules, after, name, moving, 0)
            if isinstance(found, Shot):
                dice = " and ".join(f"{one.dice}D6 at {one.need}+" for one in found.volleys)
                yield Remark(f"{name.upper()} watches and may fire {dice}", "EP-A32", tuple(found.firers))


def _cut_off(after: Battle, queue: EpicQueue, own: Sequence[FormationId]) -> Iterator[Remark]:
    """The stands that would be lost because they end the withdrawal near an enemy (EP-A42)."""
    lost = [unit.id for name in own for unit in on_table(after, name) if hunted(after, unit) is not None]
    if lost and queue.action.number == WITHDRAWALS:
        yield WouldBeCutOff(f"{written_ids(lost)} within {length(NEAR, CM)} of an enemy: lost", "EP-A42", tuple(lost))


def _about(share: float) -> str:
    """An estimated chance in words: about so many percent."""
    return f"about {percent(Fraction(round(share * 100), 100))}"


# -- forecasts --------------------------------------------------------------------------------------------------------


def forecast(rules: Ruleset, state: Battle, option: Option) -> Forecast | None:
    """The exact chances of a shot; for an assault its exact action test and an estimate of the rest; else None."""
    if option.action == Verbs.ENGAGE:
        return _charge(state, option)
    return fire.forecast(rules, state, option)


def _tested(state: Battle, option: Option) -> tuple[ActionTest, Fraction]:
    """The action test that an activation takes, and the chance to pass it (EP-A27)."""
    formation = option.formation
    retaining = state.retaining == state.formations[formation].seat
    test = action_test(state, formation, option.action, retaining=retaining)
    return test, test.chance()


def _charge(state: Battle, option: Option) -> Forecast:
    """The forecast of an assault before any stand has moved, as if each went as near as it can."""
    formation = option.formation
    charged = list(dict.fromkeys(state.units[name].formation for name in option.targets))
    found = prospect(state, formation, charged)
    lead, (test, passed) = state.units[option.unit], _tested(state, option)
    won = Fraction(round(found.won * 100), 100)
    near = min(option.targets, key=lambda name: (span(state, lead.at, state.units[name].at), name))
    if_passed = "once the test is passed, " if passed < 1 else ""
    return Forecast(
        state.board.distance(lead.at, state.units[near].at),
        "action test",
        initiative(state, formation),
        tuple((name, -value, clause) for name, value, clause in test.modifiers),
        test.need,
        f"1D6 at {test.need}+" if passed < 1 else "",
        passed,
        passed * won,
        note=f"{if_passed}{_about(found.won)} if all go as near as they can; lost {_about(found.lost)}",
        target=near,
        throw=(6,) if passed < 1 else (),
        form="{}+",
        hit="test passed",
        meaning=WON,
    )


def prospect(state: Battle, formation: FormationId, charged: Sequence[FormationId]) -> Odds:
    """The odds of a charge that is not planned yet, by distance alone: each stand fights as well as its move allows."""
    foes = [foe for name in charged for foe in on_table(state, name)]
    ours, theirs = roll_call(state, [formation]), roll_call(state, charged)
    places = {foe.id: FULL for foe in foes}
    met: set[UnitId] = set()
    for unit in sorted(on_table(state, formation), key=lambda u: min(span(state, u.at, foe.at) for foe in foes)):
        _joins(state, unit, foes, places, ours, met)
    for foe in foes:
        near = any(within(state, unit.at, foe.at, unit.stats["SPEED"] + NEAR) for unit in on_table(state, formation))
        value = foe.stats["CC" if foe.id in met else "FF"] if near else 0
        _counts(theirs, chance(value), frailty(state, foe, foe.at), fights=near)
    for unit, which in possible_supporters(state, [formation], charged):
        if any(in_fight(state, unit.at, foe.at) for foe in foes):
            (ours, theirs)[which].hits.append(chance(unit.stats["FF"]))
    return odds(ours, theirs)


def _joins(
    state: Battle, unit: Stand, foes: Sequence[Stand], places: dict[UnitId, int], ours: Fighters, met: set[UnitId]
) -> None:
    """Add a charging stand to its side: it fights in contact or by fire, whichever is better and within its move.

    places: enemy -> how many more stands may touch it; met: the enemies that are touched.
    """
    speed = unit.stats["SPEED"]
    beside = next((foe for foe in foes if places[foe.id] and within(state, unit.at, foe.at, speed)), None)
    fires = any(within(state, unit.at, foe.at, speed + NEAR) for foe in foes)
    close, fire_at = chance(unit.stats["CC"]) if beside else 0.0, chance(unit.stats["FF"]) if fires else 0.0
    if beside is not None and close >= fire_at:
        places[beside.id] -= 1
        met.add(beside.id)
    _counts(ours, max(close, fire_at), frailty(state, unit, unit.at), fights=fires)


def _counts(side: Fighters, hit: float, frail: float, *, fights: bool) -> None:
    """Add a stand to a side, if it fights: its chance to hit (0: no die) and to fail a save."""
    if fights:
        side.frail.append(frail)
        if hit:
            side.hits.append(hit)


def involved(rules: Ruleset, state: Battle, option: Option) -> Involved:
    """The stands that fire and those that may be hit; or the stands of the formation that acts and those it charges."""
    if option.action in (Verbs.SHOOT, Verbs.OVERWATCH_FIRE):
        target = state.units[option.target].formation
        found = shot(rules, state, option.formation, target, option.value if option.action == Verbs.SHOOT else 0)
        if isinstance(found, Shot):
            return Involved(tuple(found.firers), tuple(found.victims))
    if option.formation in state.formations and option.to < 0:
        return Involved(tuple(unit.id for unit in on_table(state, option.formation)), option.targets)
    return Involved((option.unit,) if option.unit else (), (option.target,) if option.target else ())


# -- what an option gives up ------------------------------------------------------------------------------------------


def forfeits(rules: Ruleset, state: Battle, asked: Decision, option: Option) -> Remark | None:
    """The remark that an activation gives up overwatch, or that a confirmed plan leaves out its moves; else None."""
    if asked.kind == Questions.ACTIVATE:
        name = option.formation
        if state.formations[name].overwatch and option.action != Verbs.OVERWATCH:
            return Remark(f"{name.upper()} is on overwatch and would give it up", "EP-A32", (option.unit,))
        return None
    if option.id != CONFIRM.id or asked.kind not in DRAFT_QUESTIONS or not any(one.to >= 0 for one in asked.options):
        return None
    queue = state.queues[-1]
    if asked.kind == Questions.WITHDRAW:
        lost = next((one for one in remarks(rules, state, asked) if isinstance(one, WouldBeCutOff)), None)
        if lost is not None:
            return lost
    if queue.plan(asked.seat):
        return None
    action, names = queue.action, written_ids(queue.action.drafting)
    if asked.kind == Questions.CHARGE and any(isinstance(one, NoAssault) for one in remarks(rules, state, asked)):
        return Remark(f"{names} would stay where it is, and there is no assault", "EP-A34")
    if asked.kind == Questions.WITHDRAW and action.number < action.of:
        return Remark(f"{names} would not move; {action.of - action.number} more to come", "EP-A42")
    if asked.kind == Questions.MOVE and action.number == 1 and action.kind in MOVES:
        left = MOVES[action.kind] - 1
        return Remark(f"{names} would not move; {left} more to come" if left else f"{names} would not move", "EP-A29")
    return None
