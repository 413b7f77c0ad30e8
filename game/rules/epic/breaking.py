"""Blast markers and breaking (EP-A44), withdrawal (EP-A42) and consolidation (EP-A43) after a fight.

Also `watched`, which lets overwatch fire at a formation that has moved (EP-A32).
"""

from __future__ import annotations

from game.engine.events import Event
from game.engine.names import Pace, Verb
from game.engine.options import REACT
from game.engine.reactions import q_end, window
from game.engine.steps import step
from game.rules.epic.events import BlastPlaced, ConsolidationBegun, CutOff, FormationBroken, WithdrawalBegun
from game.rules.epic.formations import against, enemies_near, first, on_table, standing
from game.rules.epic.ground import NEAR, within
from game.rules.epic.state import Battle, EpicAction, EpicTable, Formation, FormationId, Stand
from game.rules.epic.vocabulary import Verbs

WITHDRAWALS = 2


def editable(t: EpicTable, formation: FormationId) -> Formation:
    """The formation, for a step that alters it and emits an event."""
    return t.edit(t.state.formations, formation)


def add_blast(t: EpicTable, formation: FormationId, count: int, clauses: tuple[str, ...] = BlastPlaced.clauses) -> None:
    """Place blast markers on a formation (EP-A44); a broken or lost one gets none."""
    state = t.state
    if not count or state.formations[formation].broken or not standing(state, formation):
        return
    own = editable(t, formation)
    own.blast += count
    t.emit(BlastPlaced(first(state, formation).id, formation, count, own.blast), clauses)


def check_break(t: EpicTable, formation: FormationId) -> None:
    """Break a formation that has as many blast markers as stands; it then withdraws (EP-A44)."""
    own, count = t.state.formations[formation], len(standing(t.state, formation))
    if count and not own.broken and own.blast >= count:
        break_formation(t, formation, FormationBroken.clauses)


def break_formation(t: EpicTable, formation: FormationId, clauses: tuple[str, ...]) -> None:
    """Break a formation: it loses its markers, does nothing more this turn, and withdraws (EP-A42, EP-A44)."""
    own = editable(t, formation)
    own.blast, own.overwatch, own.activated, own.broken = 0, False, True, True
    t.emit(FormationBroken(first(t.state, formation).id, formation), clauses)
    t.then(withdraw, formation)


# -- moves after a fight ----------------------------------------------------------------------------------------------


@step
def withdraw(t: EpicTable, formation: FormationId) -> None:
    """A formation withdraws: two moves in any direction, then stands that are still near an enemy are lost (EP-A42)."""
    if not standing(t.state, formation):
        return
    lead = first(t.state, formation)
    _begin(t, formation, Verbs.WITHDRAW, WithdrawalBegun(lead.id, formation))
    for number in range(WITHDRAWALS):
        t.then(loose_move, formation, number + 1, WITHDRAWALS)
        t.then(watched, formation)
    t.then(cut_off, formation)
    t.then(q_end)


@step
def consolidate(t: EpicTable, formation: FormationId) -> None:
    """A formation consolidates: a move of up to 5 cm for each stand (EP-A43)."""
    if not on_table(t.state, formation):
        return
    lead = first(t.state, formation)
    _begin(t, formation, Verbs.CONSOLIDATE, ConsolidationBegun(lead.id, formation))
    t.then(loose_move, formation, 1, 1)
    t.then(watched, formation)
    t.then(q_end)


def _begin(t: EpicTable, formation: FormationId, kind: Verb, event: Event) -> None:
    t.cause = t.emit(event)
    lead = first(t.state, formation)
    t.begin(EpicAction(kind, lead.id, pace=Pace(kind), drafting=[formation]), kind, t.cause)


@step
def loose_move(t: EpicTable, formation: FormationId, number: int, of: int) -> None:
    """One move of a withdrawal or consolidation, planned as a draft."""
    if on_table(t.state, formation):
        ask_moves(t, formation, t.queue.action.kind, number, of)


def ask_moves(t: EpicTable, formation: FormationId, kind: Verb, number: int, of: int) -> None:
    """Open the draft of a formation's moves. `number`, `of`: which move of the action it is, of how many."""
    queue, lead = t.queue, first(t.state, formation)
    queue.kind = kind
    queue.action.drafting, queue.action.number, queue.action.of = [formation], number, of
    window(t, [lead.seat], kind, lead.id, cell=lead.at)


@step
def watched(t: EpicTable, formation: FormationId) -> None:
    """Let overwatch fire at a formation that has moved, even if it stayed where it was (EP-A32)."""
    queue = t.queue
    if queue.action.over or not standing(t.state, formation):
        return
    lead = first(t.state, formation)
    queue.kind = Verb(REACT)
    queue.action.moving = formation
    window(t, t.state.enemies(lead.seat), Verbs.MOVED, lead.id, cell=lead.at)


def is_safe(state: Battle) -> bool:
    """Whether a formation that withdraws need not move: no enemy is near enough to hinder its rally or cut it off."""
    return not any(enemies_near(state, formation) for formation in state.queues[-1].action.drafting)


def hunted(state: Battle, unit: Stand) -> Stand | None:
    """An enemy within 15 cm of a stand that has withdrawn, None if there is none."""
    return next((foe for foe in against(state, unit.seat) if within(state, unit.at, foe.at, NEAR)), None)


@step
def cut_off(t: EpicTable, formation: FormationId) -> None:
    """Stands that end their withdrawal within 15 cm of an enemy are destroyed (EP-A42)."""
    lost = [(u, foe) for u in on_table(t.state, formation) if (foe := hunted(t.state, u)) is not None]
    for unit, foe in lost:
        riders = [other for other in standing(t.state, formation) if other.aboard == unit.id]
        for one in (unit, *riders):
            t.change(one, CutOff(one.id, foe.id)).out = True
