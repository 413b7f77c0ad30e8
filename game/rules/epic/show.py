"""What people see of an Epic game besides its events: questions, formations, the overlay of a draft, steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.engine.conditions import SPENT, Condition, counted
from game.engine.events import Event, ReactionDeclared, WindowClosed, Wording
from game.engine.names import Cell, Seat, UnitId
from game.engine.ruleset import Ruleset
from game.engine.view import GroupView, MarkerView, Overlay, PassedRow, PlanOverlay, StepRow, UnitExtra, step_rows
from game.engine.viewers import Viewer
from game.engine.wording import CM, length, number_of, written_ids
from game.rules.epic.counter import Aim, aims, assault_crowds, barred
from game.rules.epic.destinations import CONSOLIDATE, allowance, charged_stands, contact_cells, with_zones
from game.rules.epic.drafts import DRAFTS
from game.rules.epic.events import reaction_declared
from game.rules.epic.formations import against, formations, initiative, on_table, rating, standing, waiting
from game.rules.epic.ground import NEAR, ZONE, links, pieces, union, within
from game.rules.epic.plans import Layout, layout
from game.rules.epic.state import AssaultStep, Battle, EpicQueue, Formation, FormationId, Stand, current_assault
from game.rules.epic.vocabulary import MarkerKinds, Verbs

WORDINGS: Mapping[type[Event], Wording[Any]] = {
    ReactionDeclared: reaction_declared,
    WindowClosed: "No more is declared.",
}
"""Epic's own sentences for the engine's events."""

STEPS: tuple[tuple[AssaultStep, str, str], ...] = (
    ("A2", "A2 Charge move", "EP-A34"),
    ("A3", "A3 Counter charges", "EP-01"),
    ("A4", "A4 Combat attacks", "EP-A36"),
    ("A5", "A5 Supporting fire", "EP-A39"),
    ("A6", "A6 Result", "EP-A40"),
    ("A7", "A7 The loser withdraws", "EP-A42"),
    ("A8", "A8 The winner consolidates", "EP-A43"),
)

ZONE_WORDS = {
    Verbs.MOVE: "enemy’s zone: keep out",
    Verbs.CHARGE: "enemy’s zone: enter it for contact only",
    Verbs.CONSOLIDATE: "enemy’s zone: keep out",
    Verbs.WITHDRAW: f"within {length(NEAR, CM)} of an enemy: cut off",
}
"""Kind of draft -> what an enemy's zone means in it (EP-A33, EP-A42)."""


class StandExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """The formation that a stand belongs to."""

    formation: FormationId = ""


def groups(state: Battle) -> list[GroupView]:
    """Every formation that still stands: its stands, markers, and whether it is coherent, activated or drawn in."""
    drawn = drawn_in(state)
    out: list[GroupView] = []
    for formation in formations(state):
        members = standing(state, formation)
        own = state.formations[formation]
        borne = {MarkerKinds.BLAST: own.blast, MarkerKinds.BROKEN: 0, MarkerKinds.OVERWATCH: 0}
        markers = [MarkerView(kind, "up", count) for kind, count in borne.items() if getattr(own, kind)]
        cells = {u.id: u.at for u in on_table(state, formation)}
        coherent = len(pieces(state, cells)) <= 1
        out.append(
            GroupView(
                formation,
                members[0].seat,
                tuple(u.id for u in members),
                tuple(markers),
                initiative=initiative(state, formation),
                coherent=coherent,
                activated=own.activated,
                drawn_in=formation in drawn,
                conditions=tuple(_conditions(own, coherent=coherent, drawn_in=formation in drawn)),
            )
        )
    return out


def _conditions(own: Formation, *, coherent: bool, drawn_in: bool) -> Iterator[Condition]:
    """The conditions of a formation: its markers, its coherency, and what it has done this turn."""
    if own.broken:
        yield Condition("broken", "broken")
    if own.blast:
        yield counted("blast marker", own.blast, "blast")
    if drawn_in:
        yield Condition("drawn in", "drawn_in")
    if not coherent:
        yield Condition("out of coherency", letters="apart")
    if own.overwatch:
        yield Condition("on overwatch", "overwatch", drawn="order")
    if own.marched:
        yield Condition("has marched", letters="marched")
    if own.activated:
        yield SPENT


def drawn_in(state: Battle) -> list[FormationId]:
    """The formations that counter charges have drawn into the current assault."""
    if state.assault is None:
        return []
    both = state.assault.attackers.formations[1:] + state.assault.defenders.formations
    charged = next(queue.action.targets for queue in state.queues if queue.action.kind == Verbs.ENGAGE)
    return [formation for formation in both if formation not in charged]


def overlay(state: Battle, viewer: Viewer) -> Overlay:
    """What the map shows while a draft is open: links, places left in contact, enemy zones, enemies passed over."""
    if not state.queues or state.queues[-1].kind not in DRAFTS or not state.queues[-1].asking:
        return Overlay()
    queue = state.queues[-1]
    plan = layout(state, queue)
    own = [unit for formation in queue.action.drafting for unit in on_table(state, formation)]
    aimed = [aim for unit in own for aim in aims_of(state, queue, unit)]
    chains, lonely = _coherency(state, queue, plan)
    slots, zoned = _contact(state, queue, plan, [aim.foe for _, aim in aimed])
    return Overlay(
        PlanOverlay(
            words={"slots": "place left in contact", "zones": ZONE_WORDS.get(queue.kind, "")},
            zones=_zones(state, queue, own, zoned),
            links=tuple(chains),
            apart=tuple(lonely),
            slots=tuple(sorted(slots)),
            passed=tuple(PassedRow(unit.id, aim.foe.id, aim.clause, aim.passed) for unit, aim in aimed if aim.passed),
        )
    )


def _coherency(state: Battle, queue: EpicQueue, plan: Layout) -> tuple[list[tuple[UnitId, UnitId]], list[UnitId]]:
    """The pairs of stands that the plan leaves linked, and the stands that it leaves out of coherency (EP-A35)."""
    chains: list[tuple[UnitId, UnitId]] = []
    lonely: list[UnitId] = []
    for formation in queue.action.drafting:
        cells = {u.id: plan.at[u.id] for u in standing(state, formation) if u.id in plan.at}
        chains += links(state, cells)
        lonely += [name for part in pieces(state, cells)[1:] for name in part]
    return chains, lonely


def _contact(
    state: Battle, queue: EpicQueue, plan: Layout, aimed: Sequence[Stand]
) -> tuple[frozenset[Cell], list[Stand]]:
    """The free cells in contact with enemies that a charge or counter charge may go for; the enemies with a zone.

    `aimed`: the enemies that counter charges may go for. An enemy that is touched has no zone (EP-A33).
    """
    if queue.kind not in (Verbs.CHARGE, Verbs.COUNTER_CHARGE):
        return frozenset(), against(state, queue.asking)
    crowd = assault_crowds(state, plan, queue.asking, queue.action.drafting[0])
    foes = charged_stands(state) if queue.kind == Verbs.CHARGE else aimed
    beside = frozenset[Cell]().union(*contact_cells(state, plan, foes, crowd).values())
    return frozenset(cell for cell in beside if state.board.passable(cell, "light")), with_zones(state, crowd)


def _zones(
    state: Battle, queue: EpicQueue, own: Sequence[Stand], zoned: Sequence[Stand]
) -> dict[Seat, tuple[Cell, ...]]:
    """Enemy seat -> the cells of its zones that the stands of the draft could reach.

    No cells in a counter charge, which goes for the closest enemy in any case (EP-A6).
    """
    if queue.kind == Verbs.COUNTER_CHARGE:
        return dict.fromkeys(state.enemies(queue.asking), ())
    off = kept_off(queue)
    far = [(unit.at, allowance(queue, unit.stats["SPEED"]) + off) for unit in own]
    near = [foe for foe in zoned if any(within(state, at, foe.at, cm) for at, cm in far)]
    found: dict[Seat, tuple[Cell, ...]] = {}
    for seat in state.enemies(queue.asking):
        cells = tuple(foe.at for foe in near if foe.seat == seat)
        found[seat] = tuple(sorted(union(state.board, state.scale, cells, off)))
    return found


def kept_off(queue: EpicQueue) -> int:
    """The centimetres from an enemy within which a stand should not end its move (EP-A33, EP-A42)."""
    return NEAR if queue.kind == Verbs.WITHDRAW else ZONE


def aims_of(state: Battle, queue: EpicQueue, unit: Stand) -> list[tuple[Stand, Aim]]:
    """The enemies that a stand may go for in a counter charge, and those it passes over first (EP-16, EP-A19)."""
    if queue.kind != Verbs.COUNTER_CHARGE or unit.seat != queue.asking:
        return []
    plan = layout(state, queue, but=unit.id)
    if unit.id not in plan.at or barred(state, plan, unit) is not None:
        return []
    return [(unit, aim) for aim in aims(state, plan, unit)]


def procedure(rules: Ruleset, state: Battle) -> list[StepRow]:
    """The steps of the current assault, else the phases of the turn, with the current one marked."""
    if state.assault is not None:
        rows = [("A1 Choose target", "EP-01"), *((title, clause) for _, title, clause in STEPS)]
        return step_rows(rows, 1 + [step for step, _, _ in STEPS].index(state.assault.step))
    ids = [phase.id for phase in rules.phases]
    now = ids.index(state.phase) if state.phase in ids else 0
    return step_rows([(phase.title, phase.clauses[0]) for phase in rules.phases], now)


def seat_note(state: Battle, seat: Seat) -> str:
    """A short note on a seat: its side's strategy rating, and how many of its formations have yet to act."""
    count = len(waiting(state, seat))
    return f"strategy {rating(state, state.side(seat))}, {number_of(count, 'formation')} to act"


# -- questions --------------------------------------------------------------------------------------------------------


def draft_question(state: Battle, queue: EpicQueue) -> tuple[str, str]:
    """The question of a draft, and its note: what the stands may do."""
    action = queue.action
    names = written_ids(action.drafting)
    place = f"Move {action.number} of {action.of}. " if action.of > 1 else ""
    if queue.kind == Verbs.COUNTER_CHARGE:
        number = current_assault(state).round
        now = "It has been charged" if number == 1 else f"Round {number}"
        return (
            f"which stands of {names} counter charge?",
            f"{now}: each stand not in contact may go straight for the enemy closest to it, or stay.",
        )
    questions = {
        Verbs.MOVE: (
            f"where do the stands of {names} move?",
            "Each up to its Speed; they end in coherency.",
        ),
        Verbs.CHARGE: (
            f"where do the stands of {names} charge?",
            f"One move of their Speed; at least one ends within {length(NEAR, CM)} of the target.",
        ),
        Verbs.WITHDRAW: (
            f"where do the stands of {names} withdraw?",
            f"A stand that ends the second within {length(NEAR, CM)} of an enemy is lost.",
        ),
        Verbs.CONSOLIDATE: (f"where do the stands of {names} consolidate?", f"Up to {length(CONSOLIDATE, CM)} each."),
    }
    question, note = questions[queue.kind]
    return question, place + note


def fire_question(state: Battle, queue: EpicQueue) -> tuple[str, str]:
    """The question of an overwatch window, and its note: what the formation has done."""
    moving = queue.action.moving.upper()
    what = {Verbs.WITHDRAW: "has withdrawn", Verbs.CONSOLIDATE: "has consolidated"}
    verb = what.get(queue.action.kind, "has moved")
    if queue.action.kind == Verbs.ENGAGE:
        verb = f"has charged {written_ids(current_assault(state).defenders.formations)}"
    return (
        f"does overwatch fire at {moving}?",
        f"{moving} {verb}; a formation on overwatch fires once.",
    )
