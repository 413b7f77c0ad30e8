"""Epic: formations of stands, the engage action, and the counter charge of the formation that is charged.

Read in this order: state, ground (centimetres, zones, coherency), formations, turns, actions; plans, destinations,
counter, drafts and judging for moves; breaking, fire, hits and overwatch; then the assault (A1 to A8). Events and
throws have their words with them; what else people read is in show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.board.board import Board
from game.engine.decisions import Decision, Refusal
from game.engine.events import Passed
from game.engine.names import Cell, Face, MarkerKind, QuestionKind, Seat, UnitId, Verb
from game.engine.options import CONFIRM, OF_PLANS, PASS, REACT, Option, Part
from game.engine.policies import ANY, Policy
from game.engine.queue import DECLARE, RESOLVE, Reaction, Trigger
from game.engine.rulebook import tagged
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.standing import Standing as Standing
from game.engine.unfit import SetupError
from game.engine.view import UnitExtra
from game.engine.wording import CM, length, written_ids
from game.rules.epic import assault, drafts, foretold, judging, overwatch, refusals, show, turns
from game.rules.epic.actions import ACTIONS
from game.rules.epic.breaking import is_safe
from game.rules.epic.events import ChargeTaken, NobodyMoved
from game.rules.epic.formations import first, formations, guide, on_table, spent, standing
from game.rules.epic.ground import LINK, NEAR, pieces
from game.rules.epic.measures import MEASURES
from game.rules.epic.presentation import PRESENTATION
from game.rules.epic.state import Battle, EpicAction, EpicQueue, EpicTable, Formation, FormationId, Stand, StandKind
from game.rules.epic.vocabulary import MarkerKinds, Questions, Verbs
from game.rules.shared import points

OWN_MOVE = Policy("others", "draft", order=(), stages=(DECLARE,))
COUNTER_CHARGE = Policy("others", "draft", stages=(DECLARE, RESOLVE))
OVERWATCH = Policy("others", "at_once", stages=(DECLARE,))

SCALES = range(1, 101)
WOODS = 100
"""How many millimetres of woods sight passes through, in or out (EP-A47)."""
MARKS = (MarkerKinds.BLAST, MarkerKinds.BROKEN, MarkerKinds.OVERWATCH, "activated", "marched")
"""The facts of a formation that a setup gives at its stands: blast markers are counted, the others are yes or no."""


class Epic(Ruleset[Stand, EpicAction, Battle]):
    """Charge, overwatch, counter charges planned as one set, attacks, result; a tie leads to counter charges again."""

    id = "epic"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.START: (Verbs.START,),
        Questions.ACTIVATE: tuple(ACTIONS),
        Questions.RETAIN: (Verbs.HAND_ON, Verbs.RETAIN),
        Questions.PART: (Verbs.PART_MOVE, Verbs.PART_SHOOT, Verbs.PART_REGROUP, Verbs.PART_NOTHING),
        Questions.MOVE: (Verbs.MOVE, Verbs.DISEMBARK, Verbs.EMBARK, *OF_PLANS),
        Questions.SHOOT: (Verbs.SHOOT, Verbs.HOLD_FIRE),
        Questions.CHARGE: (Verbs.MOVE, Verbs.DISEMBARK, *OF_PLANS),
        REACT: (Verbs.OVERWATCH_FIRE, PASS.action),
        Questions.COUNTER_CHARGE: (Verbs.MOVE, Verbs.DISEMBARK, *OF_PLANS),
        Questions.ALLOCATE: (Verbs.ALLOCATE,),
        Questions.WITHDRAW: (Verbs.MOVE, *OF_PLANS),
        Questions.CONSOLIDATE: (Verbs.MOVE, *OF_PLANS),
    }
    phases = turns.PHASES
    state_type = Battle
    unit_type = Stand
    wordings = show.WORDINGS
    presentation = PRESENTATION
    holding = ("a stand of an unbroken formation", "EP-A49")
    measures = MEASURES
    turn_clauses = ("EP-A26",)
    react_clauses = ("EP-09",)
    close_clauses = ("EP-06",)
    order_clauses = ("EP-A3",)

    score = staticmethod(points)
    verdict = staticmethod(turns.verdict)
    planned = staticmethod(drafts.planned)
    plan_refused = staticmethod(judging.plan_refused)
    completing = staticmethod(judging.completing)
    pathfinder = staticmethod(drafts.pathfinder)
    forecast = foretold.forecast
    remarks = foretold.remarks
    plan_worth = staticmethod(foretold.plan_worth)
    foretells = staticmethod(foretold.foretells)
    involved = foretold.involved
    forfeits = foretold.forfeits
    refused_at = refusals.refused_at
    missing = refusals.missing
    procedure = show.procedure
    groups = staticmethod(show.groups)
    overlay = staticmethod(show.overlay)
    seat_note = staticmethod(show.seat_note)

    def make_policies(self) -> dict[Verb, Policy]:
        """Moves and counter charges are drafts; overwatch fires at once."""
        own = dict.fromkeys(drafts.DRAFTS, OWN_MOVE)
        return {ANY: OVERWATCH, **own, Verbs.COUNTER_CHARGE: COUNTER_CHARGE}

    # -- the start ------------------------------------------------------------------------------------------------

    def place(self, unit: Stand, facts: Mapping[str, int]) -> None:
        """Set the kind of a stand; the facts of a setup belong to its formation (`prepare`)."""
        unit.vehicle = tagged(self.army, self.army.profiles[unit.profile], StandKind).role == "vehicle"

    def board(self, setup: Setup) -> Board:
        """The board, with woods that let sight in or out up to 10 cm (EP-A47).

        The limit on the board counts the cells between, whose length with half of an end cell is at most 10 cm.
        """
        mm = _scale_of(setup)
        return setup.board.seen_through((WOODS - mm // 2) // mm)

    def prepare(self, state: Battle, setup: Setup) -> None:
        """Make the formations and give them the markers of their stands.

        Raises SetupError for a grid, a formation, cargo or a scale that the rules do not allow.
        """
        if setup.board.grid != "square":
            raise SetupError("Epic is played on squares; give the board a square grid.")
        _check_formations(state)
        _check_transports(state)
        state.scale = _scale_of(setup)
        state.seat = state.seat or state.first or state.seats[0]
        for unit in state.units.values():
            unit.at = state.units[unit.aboard].at if unit.aboard else unit.at
            unit.markers = {}
            own = state.formations.setdefault(unit.formation, Formation(unit.seat))
            own.stands += (unit.id,)
        for spec in setup.units:
            own = state.formations[spec.group or spec.id]
            for mark in MARKS:
                count = spec.facts.get(mark, int(mark in spec.markers))
                if count:
                    setattr(own, mark, own.blast + count if mark == MarkerKinds.BLAST else True)

    def set_down(self, state: Battle, unit: Stand) -> tuple[Mapping[MarkerKind, Face], Mapping[str, int]]:
        """The markers and facts of a formation, given with its first stand; none for the other stands."""
        own = state.formations[unit.formation]
        if unit is not first(state, unit.formation):
            return {}, {}
        found = {mark: int(getattr(own, mark)) for mark in MARKS if getattr(own, mark)}
        return {
            mark: "up" for mark in (MarkerKinds.BLAST, MarkerKinds.BROKEN, MarkerKinds.OVERWATCH) if mark in found
        }, found

    def may_begin(self, state: Battle, unit: Stand, cell: Cell) -> bool:
        """Whether a stand can begin on a cell: on ground that it can enter."""
        return state.board.passable(cell, unit.mode)

    def deployment_refused(self, state: Battle, seat: Seat) -> Refusal | None:
        """Why a seat's deployment is refused: a formation would begin out of coherency (EP-A35). Else None."""
        for formation in formations(state, seat):
            parts = pieces(state, {u.id: u.at for u in standing(state, formation) if not u.aboard})
            if len(parts) > 1:
                lost = written_ids(parts[-1])
                return Refusal(
                    "EP-A35", f"{lost} would begin out of coherency; {length(LINK, CM)} is the limit", parts[-1][0]
                )
        return None

    # -- reacting -------------------------------------------------------------------------------------------------

    def reactors(self, state: Battle, seat: Seat) -> list[UnitId]:
        """In a draft the stands that may be moved, including passengers; else the first stand of each formation."""
        queue = state.queues[-1] if state.queues else None
        if queue is not None and queue.kind in drafts.DRAFTS:
            own = [f for f in queue.action.drafting if state.formations[f].seat == seat]
            return [unit.id for formation in own for unit in standing(state, formation)]
        return [first(state, formation).id for formation in formations(state, seat) if on_table(state, formation)]

    def reactor_of(self, state: Battle, unit: UnitId) -> UnitId:
        """In a draft the stand itself; else the first stand of its formation, which fires for all of it."""
        if state.queues and state.queues[-1].kind in drafts.DRAFTS:
            return unit
        return first(state, state.units[unit].formation).id

    def ready(self, state: Battle, unit: UnitId) -> Refusal | None:
        """Why a stand can do nothing in the open window, or None."""
        if state.units[unit].out:
            return Refusal("EP-A37", "it is lost", unit)
        if state.queues and state.queues[-1].kind in drafts.DRAFTS:
            return None
        return overwatch.ready(state, unit)

    unasked = staticmethod(overwatch.unasked)

    def led_by(self, state: Battle, group: FormationId) -> UnitId:
        """The stand by which a whole formation is moved: the first that can move (`guide`)."""
        return guide(state, group).id

    def may_react(self, state: Battle, queue: EpicQueue, trigger: Trigger, unit: UnitId) -> Sequence[Part] | Refusal:
        """Moves that may be planned, or overwatch fire."""
        if queue.kind in drafts.DRAFTS:
            return drafts.may_plan(state, queue, trigger, unit)
        return overwatch.may_fire(self, state, queue, trigger, unit)

    def why(self, state: Battle, unit: UnitId) -> list[Option] | Refusal:
        """A stand's options or refusal, as in every rulebook.

        In a draft of other formations, why the stand has no part in it; between actions, why its formation cannot act.
        """
        stand, queue = state.units[unit], state.queues[-1] if state.queues else None
        if (
            queue
            and queue.open_triggers()
            and queue.kind in drafts.DRAFTS
            and stand.formation not in queue.action.drafting
        ):
            return self.ready(state, unit) or drafts.no_part(state, queue, stand)
        if queue or stand.out:
            return super().why(state, unit)
        no = spent(state, stand.formation)
        return no.but(unit=unit) if no else Refusal("EP-A26", "it acts with its formation", unit)

    def asked_under(self, queue: EpicQueue) -> tuple[str, ...]:
        """The clauses behind the question: those of the kind of draft, else those of overwatch (EP-A32)."""
        return drafts.CLAUSES.get(queue.kind, ("EP-A32",))

    def carried_under(self, state: Battle, queue: EpicQueue, reaction: Reaction) -> tuple[str, ...]:
        """Overwatch fire, or the order of counter charges (EP-A3)."""
        return ("EP-A32",) if reaction.action == Verbs.OVERWATCH_FIRE else self.order_clauses

    def passed(self, queue: EpicQueue) -> type[Passed]:
        """The event of a pass: no counter charge (EP-09), no move in another draft, or no overwatch fire."""
        if queue.kind == Verbs.COUNTER_CHARGE:
            return ChargeTaken
        return NobodyMoved if queue.kind in drafts.DRAFTS else Passed

    def react_question(self, state: Battle, queue: EpicQueue, seat: Seat) -> tuple[str, str]:
        """The question of the open draft, or whether overwatch fires, with its note."""
        if queue.kind in drafts.DRAFTS:
            return show.draft_question(state, queue)
        return show.fire_question(state, queue)

    def declare(self, t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
        """Confirm a planned move, or declare overwatch fire."""
        if queue.kind in drafts.DRAFTS:
            drafts.confirm(t, queue, reaction)
        else:
            overwatch.declare(t, queue, reaction)

    def still_may(self, state: Battle, queue: EpicQueue, reaction: Reaction) -> Refusal | None:
        """Why declared overwatch cannot fire any more; a confirmed counter charge is always carried out (EP-A17)."""
        if reaction.action == Verbs.OVERWATCH_FIRE:
            return overwatch.still_may(self, state, queue, reaction)
        return None

    def carry_out(self, t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
        """Make a counter charge, or fire on overwatch."""
        if reaction.action == Verbs.OVERWATCH_FIRE:
            overwatch.carry_out(t, queue, reaction)
        else:
            assault.counter_charge(t, queue, reaction)

    def idle_answer(self, state: Battle, asked: Decision) -> str:
        """Confirm, if a formation that is far from all enemies withdraws and nothing is planned (EP-A42, EP-A45)."""
        safe = asked.kind == Questions.WITHDRAW and not state.queues[-1].plan(asked.seat) and is_safe(state)
        return CONFIRM.id if safe else ""

    def ended(self, t: EpicTable, queue: EpicQueue) -> None:
        """When an engage action ends, its assault is over."""
        if queue.action.kind == Verbs.ENGAGE:
            t.state.assault = None

    # -- what people read -----------------------------------------------------------------------------------------

    def path_refused(self, state: Battle, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
        """Why a path drawn by hand is refused: a stand takes the shortest way (EP-A25). None for that way itself."""
        if path == self.complete(state, option).path:
            return None
        return Refusal("EP-A25", "a stand takes the shortest way", option.unit)

    def bands(self, unit: UnitId, state: Battle) -> tuple[int, ...]:
        """The 15 cm of a firefight and the range of the weapon, in cells."""
        reach = {NEAR, self.weapon(state.units[unit].weapons[0]).range}
        return tuple(cm * 10 // state.scale + 1 for cm in sorted(reach) if cm)

    def measured(self, state: Battle, cells: int) -> str:
        """The gap between stands so many cells apart, in cm."""
        return length(max(0, cells - 1) * state.scale / 10, CM)

    def unit_extra(self, unit: Stand) -> UnitExtra:
        """The formation it belongs to."""
        return show.StandExtra(formation=unit.formation)


def _check_formations(state: Battle) -> None:
    """Raise SetupError for a formation whose id cannot be used, or that has stands of two seats."""
    seats: dict[FormationId, Seat] = {}
    for unit in state.units.values():
        name = unit.formation
        if set(name) & set(":+ ") or (name != unit.id and name in state.units):
            raise SetupError(f'Unit {unit.id}: "{name}" cannot name a formation; use a word that is no unit’s id.')
        if seats.setdefault(name, unit.seat) != unit.seat:
            raise SetupError(f"Unit {unit.id}: the formation {name} belongs to {seats[name]} already.")


def _check_transports(state: Battle) -> None:
    """Raise SetupError for passengers that are not infantry of the transport's formation, or too many (EP-A48)."""
    for unit in state.units.values():
        if not unit.aboard:
            continue
        carrier = state.units[unit.aboard]
        room = carrier.stats["CARRIES"]
        if carrier.aboard or unit.vehicle or not room:
            raise SetupError(f"Unit {unit.id} cannot be aboard {carrier.id}; a transport carries infantry.")
        if carrier.formation != unit.formation:
            raise SetupError(f"Unit {unit.id} cannot be aboard {carrier.id}, which belongs to another formation.")
        if sum(other.aboard == carrier.id for other in state.units.values()) > room:
            raise SetupError(f"Transport {carrier.id} carries too much; it has room for {room}.")


def _scale_of(setup: Setup) -> int:
    """The millimetres of a cell that a setup asks for. Raises SetupError for a scale that is not in `SCALES`."""
    text = setup.options.get("scale", "10")
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) in SCALES):
        raise SetupError(f'The scale "{text}" is no number of millimetres per cell; use one from 1 to 100.')
    return int(text)
