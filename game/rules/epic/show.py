"""What the view shows of formations beside the stands: groups, the overlay of a draft, the running procedure."""

from __future__ import annotations

from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.view import GroupView, MarkerView, Overlay, PassedRow, PlanOverlay, StepRow, UnitExtra, step_rows
from game.rules.epic.charge import contact_cells, crowds, live, targets
from game.rules.epic.counter import Aim, aims, barred
from game.rules.epic.formations import against, formations, initiative, marked, on_table, standing
from game.rules.epic.ground import NEAR, ZONE, links, pieces, scale, union, within
from game.rules.epic.moves import allowance, layout
from game.rules.epic.ways import DRAFTS, drafting

STEPS = (
    ("A2", "A2 Charge move", "EP-A34"),
    ("A3", "A3 Counter charges", "EP-01"),
    ("A4", "A4 Combat attacks", "EP-A36"),
    ("A5", "A5 Supporting fire", "EP-A39"),
    ("A6", "A6 Result", "EP-A40"),
    ("A7", "A7 The loser withdraws", "EP-A42"),
    ("A8", "A8 The winner consolidates", "EP-A43"),
)

ZONE_WORDS = {
    "move": "enemy’s zone: keep out",
    "charge": "enemy’s zone: enter it for contact only",
    "consolidate": "enemy’s zone: keep out",
    "withdraw": "within 15 cm of an enemy: cut off",
}
"""What an enemy's zone means to a draft of that kind (EP-A33, EP-A42)."""


class StandExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """The formation that a stand belongs to."""

    formation: str = ""


def groups(state: State) -> list[GroupView]:
    """Every formation that still stands: its stands, markers, and whether it is coherent, activated or drawn in."""
    drawn = drawn_in(state)
    out: list[GroupView] = []
    for formation in formations(state):
        members = standing(state, formation)
        markers: list[MarkerView] = []
        for kind in ("blast", "broken", "overwatch"):
            count = marked(state, kind, formation)
            if count:
                markers.append(MarkerView(kind, "up", count if kind == "blast" else 0))
        cells = {u.id: u.at for u in on_table(state, formation)}
        out.append(
            GroupView(
                formation,
                members[0].seat,
                tuple(u.id for u in members),
                tuple(markers),
                initiative=initiative(state, formation),
                coherent=len(pieces(state, cells)) <= 1,
                activated=bool(marked(state, "activated", formation)),
                drawn_in=formation in drawn,
            )
        )
    return out


def drawn_in(state: State) -> list[str]:
    """The formations that counter charges have drawn into the assault in hand."""
    for queue in state.queues:
        if queue.action.kind == "engage":
            both = queue.tags["attackers"].split("+")[1:] + queue.tags["defenders"].split("+")
            return [formation for formation in both if formation not in queue.action.targets]
    return []


def overlay(rules: Ruleset, state: State, seat: str | None) -> Overlay:
    """While a draft is open: zones that its stands could come to, links, slots beside whom they may go for, who is passed over.

    For who withdraws an enemy's zone is where he is cut off (EP-A42).
    """
    if not state.queues or state.queues[-1].kind not in DRAFTS or not state.queues[-1].asking:
        return Overlay()
    queue = state.queues[-1]
    owner = queue.asking
    plan, board = layout(state, queue), state.board
    chains: list[tuple[str, str]] = []
    lonely: list[str] = []
    own: list[Unit] = []
    for formation in drafting(queue):
        own += on_table(state, formation)
        cells = {u.id: plan.at[u.id] for u in standing(state, formation) if u.id in plan.at}
        chains += links(state, cells)
        lonely += [name for part in pieces(state, cells)[1:] for name in part]
    aimed = [aim for unit in own for aim in aims_of(rules, state, queue, unit)]
    slots, zoned = set[int](), against(state, owner)
    if queue.kind in ("charge", "counter_charge"):
        crowd = crowds(state, plan, owner)
        zoned = live(state, crowd)  # who is touched has no zone (EP-A33)
        foes = targets(state, queue) if queue.kind == "charge" else [aim.foe for _, aim in aimed]
        beside = set[int]().union(*contact_cells(state, plan, foes, crowd).values())
        slots = {cell for cell in beside if board.passable(cell, "light")}
    holding = in_reach(state, queue, own, zoned)
    held = {
        one: union(board, scale(state), tuple(foe.at for foe in holding if foe.seat == one), kept_off(queue))
        for one in state.enemies(owner)
    }
    return Overlay(
        PlanOverlay(
            words={"slots": "place left in contact", "zones": ZONE_WORDS.get(queue.kind, "")},
            zones={one: tuple(sorted(cells)) for one, cells in held.items()},
            links=tuple(chains),
            apart=tuple(lonely),
            slots=tuple(sorted(slots)),
            passed=tuple(PassedRow(unit.id, aim.foe.id, aim.clause, aim.passed) for unit, aim in aimed if aim.passed),
        )
    )


def in_reach(state: State, queue: ReactionQueue, own: list[Unit], foes: list[Unit]) -> list[Unit]:
    """The enemies whose zones the drafted stands could come to; a counter charge goes for the closest anyway (EP-A6)."""
    if queue.kind == "counter_charge":
        return []
    far = [(unit.at, allowance(queue, unit.stats["SPEED"]) + kept_off(queue)) for unit in own]
    return [foe for foe in foes if any(within(state, at, foe.at, cm) for at, cm in far)]


def kept_off(queue: ReactionQueue) -> int:
    """Centimetres from an enemy within which a stand had better not end (EP-A33, EP-A42)."""
    return NEAR if queue.kind == "withdraw" else ZONE


def aims_of(rules: Ruleset, state: State, queue: ReactionQueue, unit: Unit) -> list[tuple[Unit, Aim]]:
    """Whom a stand that may counter charge goes for, and whom it passes over first (EP-16, EP-A19)."""
    if queue.kind != "counter_charge" or unit.seat != queue.asking:
        return []
    plan = layout(state, queue, but=unit.id)
    if unit.id not in plan.at or barred(state, queue, plan, unit) is not None:
        return []
    return [(unit, aim) for aim in aims(rules, state, plan, unit)]


def procedure(rules: Ruleset, state: State) -> list[StepRow]:
    """The steps of the assault in hand, else the phases of the turn."""
    for queue in state.queues:
        if queue.action.kind == "engage":
            rows = [("A1 Choose target", "EP-01"), *((title, clause) for _, title, clause in STEPS)]
            return step_rows(rows, 1 + [step for step, _, _ in STEPS].index(queue.tags["step"]))
    ids = [phase.id for phase in rules.phases]
    now = ids.index(state.phase) if state.phase in ids else 0
    return step_rows([(phase.title, phase.clauses[0]) for phase in rules.phases], now)
