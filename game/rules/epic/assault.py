"""The assault from A1 to A8, step by step and round after round (EP-01, EP-06, EP-22 to EP-25).

Four terms (EP-A1): the engager is the formation that began it, the target the formations that it charged. The attacking
side is the engager and every formation that defenders drew in, the defending side the target and every formation that
attackers drew in.
"""

from __future__ import annotations

from msgspec import Struct

from game.engine.names import UnitId
from game.engine.queue import Reaction
from game.engine.reactions import q_end, window
from game.engine.steps import step
from game.engine.wording import CM, Modifier, length
from game.rules.epic.breaking import add_blast, ask_moves, break_formation, check_break, consolidate, watched
from game.rules.epic.drafts import move_stand
from game.rules.epic.events import (
    AssaultBegun,
    AssaultDeclared,
    AssaultOff,
    AssaultTied,
    AssaultWon,
    DrawnIn,
    FormationDestroyed,
    NoAttacks,
    NobodyEngaged,
    ResultReckoned,
    RoundBegun,
    StandLost,
    SwiftOutcome,
)
from game.rules.epic.formations import against, first, formations, on_table, seat_of, side_of, standing, weight
from game.rules.epic.ground import NEAR, in_fight, line_of_fire, touching, within
from game.rules.epic.hits import HACKED, allocate
from game.rules.epic.state import (
    ATTACKERS,
    DEFENDERS,
    OTHER,
    SIDES,
    Assault,
    Battle,
    EpicAction,
    EpicQueue,
    EpicTable,
    FormationId,
    Role,
    Side,
    Stand,
    current_assault,
)
from game.rules.epic.throws import RESULTS, STRIKES, CloseCombat, Firefight, SupportingFire
from game.rules.epic.vocabulary import Paces, Verbs


def fighters(state: Battle, role: Role) -> list[Stand]:
    """The stands on the table of one side of the assault."""
    return [unit for formation in current_assault(state).side(role).formations for unit in on_table(state, formation)]


# -- A1 to A3: charge and counter charges ------------------------------------------------------------------------------


@step
def engage(t: EpicTable, formation: FormationId, charged: list[FormationId]) -> None:
    """A1 and A2: the engager names its target, then makes its charge moves (EP-01, EP-A34)."""
    lead = first(t.state, formation)
    t.cause = t.emit(AssaultDeclared(lead.id, formation, charged))
    target = first(t.state, charged[0]).id
    t.begin(EpicAction(Verbs.ENGAGE, lead.id, pace=Paces.ENGAGE, target=target, targets=charged), Verbs.CHARGE, t.cause)
    t.state.assault = Assault(Side([formation]), Side(list(charged)))
    ask_moves(t, formation, Verbs.CHARGE, 1, 1)
    t.then(watched, formation)  # overwatch comes between charge and counter charge (EP-06)
    t.then(assault_round)
    t.then(q_end)


@step
def assault_round(t: EpicTable) -> None:
    """A3 to A6: one round. From round 2 on the attackers counter charge, too, before the defenders (EP-25, EP-A14)."""
    assault = current_assault(t.state)
    engager = assault.attackers.formations[0]
    if assault.round == 1 and not can_fight(t.state, engager):
        stop(t, ("EP-A44",), f"{engager.upper()} cannot fight any more")
        return
    if not fighters(t.state, DEFENDERS):
        stop(t, ("EP-A34",), "nobody is left to fight")
        return
    assault.step = "A3"
    if assault.round > 1:
        t.emit(RoundBegun(assault.round))
        t.then(counter_charges, ATTACKERS)
    t.then(counter_charges, DEFENDERS)
    if assault.round == 1:
        t.then(may_begin)
    t.then(combat_attacks)
    t.then(support)
    t.then(result)


def can_fight(state: Battle, formation: FormationId) -> bool:
    """Whether the engager can still fight: overwatch may have broken or destroyed it on the way."""
    return bool(on_table(state, formation)) and not state.formations[formation].broken


def stop(t: EpicTable, clauses: tuple[str, ...], reason: str) -> None:
    """End the engage action without a fight: stands that have moved stay, and there are no sides any more (EP-A5)."""
    queue = t.queue
    queue.action.status = "stopped"
    t.emit(AssaultOff(queue.instigator, reason), clauses, cause=queue.n)


@step
def counter_charges(t: EpicTable, role: Role) -> None:
    """A3: one side's counter charges, planned as a set (EP-01, EP-08, EP-09)."""
    queue, state = t.queue, t.state
    if queue.action.over:
        return
    assault = current_assault(state)
    drafting = assault.side(role).formations
    queue.kind = Verbs.COUNTER_CHARGE
    queue.action.drafting = list(drafting)
    lead = first(state, assault.side(OTHER[role]).formations[0])
    seats = list(dict.fromkeys(seat_of(state, formation) for formation in drafting))
    window(t, seats, Verbs.COUNTER_CHARGE, lead.id, cell=lead.at)


def counter_charge(t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
    """Make one stand's counter charge; enemy formations that it touches are drawn in (EP-13)."""
    clause = reaction.clause or "EP-10"
    move_stand(t, reaction.unit, reaction.action, reaction.target, reaction.to, reaction.path, clause)
    draw_in(t, t.state.units[reaction.unit])


def draw_in(t: EpicTable, unit: Stand) -> None:
    """Draw the enemy formations that a counter charge touches into the assault (EP-13, EP-14, EP-A18)."""
    for foe, joined in join(t.state, unit):
        clauses = DrawnIn.clauses if joined == ATTACKERS else ("EP-13", "EP-A18")
        t.emit(DrawnIn(foe.id, foe.formation, unit.id, joined), clauses)


def join(state: Battle, unit: Stand) -> list[tuple[Stand, Role]]:
    """Add the enemy formations that a stand touches to the assault.

    Returns, for each of them, the stand that is touched and the side that it joins.
    """
    assault = current_assault(state)
    joined = assault.against(unit.formation)
    found: list[tuple[Stand, Role]] = []
    for foe in against(state, unit.seat):
        if assault.side_of(foe.formation) is None and touching(state, unit.at, foe.at):
            assault.side(joined).formations.append(foe.formation)
            found.append((foe, joined))
    return found


@step
def may_begin(t: EpicTable) -> None:
    """Round one: the assault happens only if some stands are near enough and have a line of fire (EP-22, EP-A5)."""
    queue = t.queue
    if queue.action.over:
        return
    no = hindrance(t.state)
    if no is None:
        t.emit(AssaultBegun(queue.instigator))
    else:
        stop(t, *no)


def hindrance(state: Battle) -> tuple[tuple[str, ...], str] | None:
    """The clauses and the reason why the assault does not happen in round one as its stands are; None if it does."""
    pairs = [(a.at, d.at) for a in fighters(state, ATTACKERS) for d in fighters(state, DEFENDERS)]
    if not any(line_of_fire(state, a, d) for a, d in pairs):
        return ("EP-22", "EP-A5"), "no attacker has a line of fire to the target"
    if not any(within(state, a, d, NEAR) for a, d in pairs):
        return ("EP-A5", "EP-A34"), f"no attacker is within {length(NEAR, CM)} of the target"
    return None


# -- A4 and A5: attacks and supporting fire ----------------------------------------------------------------------------


def engaged(state: Battle, role: Role) -> list[Stand]:
    """The directly engaged stands of a side: in contact, or within 15 cm and in line of fire (EP-A15, EP-A36)."""
    foes = [foe.at for foe in fighters(state, OTHER[role])]
    return [u for u in fighters(state, role) if any(in_fight(state, u.at, cell) for cell in foes)]


@step
def combat_attacks(t: EpicTable) -> None:
    """A4: both sides strike at the same time; nothing modifies the dice, and no stand is silenced (EP-A36).

    If no stand is near enough and in view, there are no attacks and the result follows (EP-A20, in later rounds EP-24).
    """
    queue, state = t.queue, t.state
    if queue.action.over:
        return
    assault = current_assault(state)
    assault.step, assault.fighting = "A4", True
    for role in SIDES:
        assault.side(role).engaged = [u.id for u in engaged(state, role)]
        assault.side(role).supporters = []
    if not assault.attackers.engaged:
        clauses = ("EP-23", "EP-24") if assault.round > 1 else NoAttacks.clauses
        t.emit(NoAttacks(queue.instigator, assault.round), clauses)
        return
    for role in SIDES:
        for why, need, names in strikes(state, role):
            t.then(strike, role, why, need, names)
    for role in SIDES:
        t.then(take_hits, role)
    t.then(swift_outcome)


def strikes(state: Battle, role: Role) -> list[tuple[str, int, list[UnitId]]]:
    """The dice of one side as (throw, needed number, stands): CC in contact, else FF; no die for 0 (EP-A36)."""
    table: dict[tuple[str, int], list[str]] = {}
    foes = [foe.at for foe in fighters(state, OTHER[role])]
    for unit in engaged(state, role):
        close = any(touching(state, unit.at, cell) for cell in foes)
        value = unit.stats["CC" if close else "FF"]
        if value:
            table.setdefault((CloseCombat.why if close else Firefight.why, value), []).append(unit.id)
    return [(why, value, names) for (why, value), names in sorted(table.items())]


@step
def strike(t: EpicTable, role: Role, why: str, need: int, names: list[UnitId]) -> None:
    """Roll dice of one side that need the same; the hits wait until both sides have struck."""
    hits = t.roll(STRIKES[why](names[0], names, need, role))
    current_assault(t.state).side(role).hits += hits


@step
def take_hits(t: EpicTable, role: Role) -> None:
    """Allocate the other side's hits to this side's directly engaged stands only (EP-A37)."""
    own, other = current_assault(t.state).side(role), current_assault(t.state).side(OTHER[role])
    hits, other.hits = other.hits, 0
    if hits:
        t.then(allocate, own.engaged, other.supporters or other.engaged, hits, {}, "assault")


def left(state: Battle, role: Role) -> list[Stand]:
    """The directly engaged stands of a side that are not lost."""
    return [unit for name in current_assault(state).side(role).engaged if not (unit := state.units[name]).out]


@step
def swift_outcome(t: EpicTable) -> None:
    """If only one side has engaged stands left, it has won; if neither has, the assault goes on (EP-A38, EP-A20)."""
    able_ones = [role for role in SIDES if left(t.state, role)]
    if len(able_ones) == 1:
        t.emit(SwiftOutcome(t.queue.instigator, able_ones[0]))
        t.then(assault_won, able_ones[0], 0)
        current_assault(t.state).decided = True
    elif not able_ones:
        t.emit(NobodyEngaged(t.queue.instigator))


def supporters(state: Battle, role: Role, victims: list[Stand]) -> list[Stand]:
    """The stands that give a side supporting fire at these enemies (EP-A39).

    They belong to formations of its players outside the assault that are not broken and have not marched this turn.
    """
    assault = current_assault(state)
    friends = {side_of(state, formation) for formation in assault.side(role).formations}
    return [
        unit
        for formation in formations(state)
        if assault.side_of(formation) is None
        and side_of(state, formation) in friends
        and not state.formations[formation].broken
        and not state.formations[formation].marched
        for unit in on_table(state, formation)
        if unit.stats["FF"] and any(in_fight(state, unit.at, victim.at) for victim in victims)
    ]


@step
def support(t: EpicTable) -> None:
    """A5: supporting fire of both sides, if the attacks have not decided the assault (EP-A39)."""
    state, assault = t.state, current_assault(t.state)
    if t.queue.action.over or assault.decided:
        return
    assault.step = "A5"
    for role in SIDES:
        supporting = supporters(state, role, left(state, OTHER[role]))
        assault.side(role).supporters = [u.id for u in supporting]
        for need in sorted({u.stats["FF"] for u in supporting}):
            t.then(strike, role, SupportingFire.why, need, [u.id for u in supporting if u.stats["FF"] == need])
    for role in SIDES:
        t.then(take_hits, role)


# -- A6: the result ----------------------------------------------------------------------------------------------------


class Strength(Struct, frozen=True, gc=False):
    """What counts for a side in the result: stands it has killed, its own stands, blast markers, inspiring units."""

    kills: int
    stands: int
    blast: int
    inspiring: int


def strength_of(state: Battle, role: Role) -> Strength:
    """The strength of a side after a round, with passengers; all its formations count as one (EP-14, EP-A15)."""
    side = current_assault(state).side(role)
    return Strength(
        side.kills,
        sum(len(standing(state, formation)) for formation in side.formations),
        sum(weight(state, formation) for formation in side.formations),
        sum(unit.stats["INSPIRES"] for unit in fighters(state, role)),
    )


def modifiers(own: Strength, enemy: Strength) -> list[Modifier]:
    """The modifiers of a side's result (EP-A40)."""
    rows: list[Modifier] = [
        ("kills", own.kills, "EP-A40"),
        ("more units", int(own.stands > enemy.stands), "EP-A40"),
        ("more than twice as many", int(own.stands > 2 * enemy.stands), "EP-A40"),
        ("no blast markers", int(not own.blast), "EP-A22"),
        ("the enemy has more blast markers", int(enemy.blast > own.blast), "EP-A40"),
        ("inspiring units", own.inspiring, "EP-A40"),
    ]
    return [row for row in rows if row[1]]


@step
def result(t: EpicTable) -> None:
    """A6: each side's higher of two dice with modifiers; the higher result wins, a tie leads to a new round.

    The clauses are EP-A40 and EP-A41.
    """
    queue, state, assault = t.queue, t.state, current_assault(t.state)
    if queue.action.over or assault.decided:
        return
    assault.step = "A6"
    still_there = [role for role in SIDES if strength_of(state, role).stands]
    if len(still_there) < len(SIDES):
        queue.action.status = "done" if still_there else "lost"
        if still_there:
            t.emit(SwiftOutcome(queue.instigator, still_there[0]))
            t.then(assault_won, still_there[0], 0)
        return
    attack, defence = _total(t, ATTACKERS), _total(t, DEFENDERS)
    again = assault.round > 1 and not assault.attackers.engaged
    clauses = ("EP-A40", "EP-24") if again else ResultReckoned.clauses
    t.emit(ResultReckoned(queue.instigator, attack, defence), clauses)
    difference = attack - defence
    if difference:
        t.then(assault_won, ATTACKERS if difference > 0 else DEFENDERS, abs(difference))
        return
    assault.round += 1
    t.emit(AssaultTied(queue.instigator, assault.round))
    t.then(assault_round)


def _total(t: EpicTable, role: Role) -> int:
    """Roll one side's result, with its modifiers."""
    rows = modifiers(strength_of(t.state, role), strength_of(t.state, OTHER[role]))
    lead = first(t.state, current_assault(t.state).side(role).formations[0])
    die = t.roll(RESULTS[role](lead.id, role, rows))
    return die + sum(value for _, value, _ in rows)


# -- A7 and A8: the loser, the winner ----------------------------------------------------------------------------------


@step
def assault_won(t: EpicTable, winner: Role, difference: int) -> None:
    """A7 and A8: the loser takes `difference` extra hits, breaks and withdraws; then the winner consolidates."""
    state, loser = t.state, OTHER[winner]
    current_assault(state).decided = True
    t.emit(AssaultWon(t.queue.instigator, winner, difference), None if difference else ("EP-A38",))
    if difference:
        names, sources = ([u.id for u in fighters(state, role)] for role in (loser, winner))
        t.then(allocate, names, sources, difference, {}, HACKED)
    t.then(loser_breaks, loser)
    t.then(winner_consolidates, winner)


@step
def loser_breaks(t: EpicTable, loser: Role) -> None:
    """A7: each losing formation breaks and withdraws, or is destroyed if it was broken (EP-A42, EP-A11, EP-A15)."""
    state, assault = t.state, current_assault(t.state)
    assault.step, assault.fighting = "A7", False
    t.queue.action.status = "done"
    for formation in assault.side(loser).formations:
        members = standing(state, formation)
        if members and state.formations[formation].broken:
            drawn_in = formation not in (assault.attackers.formations[0], *t.queue.action.targets)
            lost = FormationDestroyed(members[0].id, formation)
            t.emit(lost, (*lost.clauses, "EP-A11") if drawn_in else None)
            for unit in members:
                t.change(unit, StandLost(unit.id), ("EP-A42",)).out = True
        elif members:
            break_formation(t, formation, ("EP-A42",))


@step
def winner_consolidates(t: EpicTable, winner: Role) -> None:
    """A8: each stand may move 5 cm; then formations get a blast marker for each stand they lost (EP-A43, EP-A22)."""
    assault = current_assault(t.state)
    assault.step = "A8"
    for formation in assault.side(winner).formations:
        t.then(consolidate, formation)
    for formation in assault.side(winner).formations:
        t.then(count_losses, formation)


@step
def count_losses(t: EpicTable, formation: FormationId) -> None:
    """Place the blast markers for a winning formation's losses, which may break it (EP-A43, EP-A44)."""
    add_blast(t, formation, current_assault(t.state).lost.get(formation, 0), ("EP-A43", "EP-A22"))
    check_break(t, formation)
