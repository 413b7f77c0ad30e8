"""What a rulebook is to the engine: tables of phases and policies, pure questions, and a few hooks.

A ruleset is built for one match with its rulings. Everything here is pure but the hooks that take a `Table`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from game.board.board import Board
from game.engine.conditions import OUT, Condition
from game.engine.decisions import Decision, Involved, Refusal, Remark
from game.engine.events import Event, LogEntry, Passed, Wording, Words
from game.engine.forecast import Forecast
from game.engine.marking import marked
from game.engine.measures import COMMON, Measure
from game.engine.names import NO_MARKER, Cell, Face, MarkerKind, PhaseId, QuestionKind, Seat, UnitId, Verb, spoken
from game.engine.options import Option, Options, Part
from game.engine.phases import Phase
from game.engine.policies import ANY, Policy
from game.engine.presentation import Presentation
from game.engine.queue import Action, Reaction, ReactionQueue, Trigger, aimed_at
from game.engine.rulebook import Army, Rulebook, Weapon, load_army, load_rulebook
from game.engine.setup import Goal, Scored, Setup
from game.engine.standing import PASS_ALL, Lasting, Stand, Standing
from game.engine.state import State, Unit, Verdict
from game.engine.table import Table
from game.engine.view import NOTHING_MORE, GroupView, Overlay, SiteView, StakeRow, StepRow, UnitExtra
from game.engine.viewers import Viewer
from game.engine.wording import number_of

if TYPE_CHECKING:
    import typing_extensions

    UnitT = typing_extensions.TypeVar("UnitT", bound=Unit, default=Any)
    ActionT = typing_extensions.TypeVar("ActionT", bound=Action, default=Any)
    StateT = typing_extensions.TypeVar("StateT", bound=State, default=Any)
else:  # a default for a type variable is younger than Python 3.11
    UnitT, ActionT, StateT = TypeVar("UnitT"), TypeVar("ActionT"), TypeVar("StateT")

TableOf = Table[UnitT, ActionT, StateT, "Ruleset[UnitT, ActionT, StateT]"]
"""The table on which a rulebook of those units, actions and states is played."""


class Ruleset(ABC, Generic[UnitT, ActionT, StateT]):
    """One rulebook under one set of rulings. Subclasses fill the tables and answer the questions.

    The parameters are the rulebook's own kinds of unit, action and state.
    """

    id: ClassVar[str] = ""
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {}
    """Every kind of question it asks, and the actions that answer it; the contract tests hold games to it."""
    phases: ClassVar[tuple[Phase, ...]] = ()
    state_type: ClassVar[type[State]] = State
    unit_type: ClassVar[type[Unit]] = Unit
    player_turns: ClassVar[bool] = False
    turn_clauses: ClassVar[tuple[str, ...]] = ()
    react_clauses: ClassVar[tuple[str, ...]] = ()
    close_clauses: ClassVar[tuple[str, ...]] = ()
    order_clauses: ClassVar[tuple[str, ...]] = ()
    tie_clauses: ClassVar[tuple[str, ...]] = ()
    hesitate_clauses: ClassVar[tuple[str, ...]] = ()
    presentation: ClassVar[Presentation] = Presentation()
    measures: ClassVar[tuple[Measure, ...]] = COMMON
    """What the lab counts in its games."""
    hidden_markers: ClassVar[bool] = False
    guess: ClassVar[MarkerKind] = NO_MARKER
    """What a face-down marker is taken to be by those who may not know it, where markers are hidden."""
    asides: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {}
    """Actions that are not worth a question of that kind of their own, as going prone where nothing can be attacked."""
    pass_until: ClassVar[Mapping[str, Stand]] = {
        "action": Stand(PASS_ALL, Lasting.ACTION),
        "turn": Stand(PASS_ALL, Lasting.TURN),
    }
    """The words that may be said with a pass, and the standing answer that each of them is."""

    def __init__(self, rulings: Mapping[str, str] | None = None) -> None:
        """Raises SetupError when a ruling or its choice does not exist."""
        self.book: Rulebook = load_rulebook(self.id)
        self.army: Army = load_army(self.id)
        self.rulings = self.book.in_force(rulings or {})
        self.policies = self.make_policies()

    # -- tables ---------------------------------------------------------------------------------------------------

    def make_policies(self) -> dict[Verb, Policy]:
        """The policy of each kind of trigger; ANY serves the rest."""
        return {ANY: Policy()}

    def policy(self, kind: Verb) -> Policy:
        """The policy row of a kind of trigger."""
        return self.policies.get(kind) or self.policies[ANY]

    def phase(self, phase_id: PhaseId) -> Phase:
        """The row of the phase table. Raises KeyError."""
        for phase in self.phases:
            if phase.id == phase_id:
                return phase
        raise KeyError(phase_id)

    def ruling(self, name: str) -> str:
        """The choice in force for a ruling."""
        return self.rulings[name]

    def weapon(self, name: str) -> Weapon:
        """The weapon of that id."""
        return self.army.weapons[name]

    # -- the start ------------------------------------------------------------------------------------------------

    def sides(self, setup: Setup) -> list[list[Seat]]:
        """The seats by side, as the setup's option `sides` ("red+gold/blue") says. Raises SetupError."""
        return setup.sides()

    def board(self, setup: Setup) -> Board:
        """The board as the rulebook sees over it: how much of woods a line of sight passes is its own affair."""
        return setup.board

    def prepare(self, state: StateT, setup: Setup) -> None:
        """Whatever else the rulebook needs before the first step."""

    def place(self, unit: UnitT, facts: Mapping[str, int]) -> None:
        """Give a new unit what the setup remembers of it, name by name; nothing where a rulebook remembers nothing."""

    def set_down(self, state: StateT, unit: UnitT) -> tuple[Mapping[MarkerKind, Face], Mapping[str, int]]:
        """The markers and facts with which a setup would put the unit where it is: what `start` reads back."""
        return unit.markers, {}

    def may_begin(self, state: StateT, unit: UnitT, cell: Cell) -> bool:
        """Whether the unit may be set up on a cell of its zone, whoever stands there."""
        return state.board.passable(cell)

    def deployment_refused(self, state: StateT, seat: Seat) -> Refusal | None:
        """Why the units of a seat cannot begin as they stand, or None."""
        return None

    # -- seats and turns ------------------------------------------------------------------------------------------

    def seat_order(self, state: StateT) -> list[Seat]:
        """The order in which seats have their turns."""
        first = state.first or state.seats[0]
        return state.rotation(first)

    def first_seat(self, state: StateT) -> Seat:
        """Who has the first turn."""
        return self.seat_order(state)[0]

    def in_play(self, state: StateT, seat: Seat) -> bool:
        """Whether a seat still has turns of its own."""
        return True

    @abstractmethod
    def verdict(self, state: StateT) -> Verdict:
        """How the game ends when the last turn is over."""

    def score(self, state: StateT) -> dict[Seat, int]:
        """Points by seat as things stand."""
        return dict.fromkeys(state.seats, 0)

    # -- reacting -------------------------------------------------------------------------------------------------

    def reactors(self, state: StateT, seat: Seat) -> list[UnitId]:
        """The units of `seat` that are asked about at all."""
        return [unit.id for unit in state.units.values() if unit.seat == seat and not unit.out]

    def reactor_of(self, state: StateT, unit: UnitId) -> UnitId:
        """Who reacts for `unit` (a squad for its model)."""
        return unit

    @abstractmethod
    def ready(self, state: StateT, unit: UnitId, /) -> Refusal | None:
        """Why the unit cannot react to anything at all, or None."""

    @abstractmethod
    def may_react(
        self, state: StateT, queue: ReactionQueue[ActionT], trigger: Trigger, unit: UnitId, /
    ) -> Sequence[Part] | Refusal:
        """The reactions of a ready unit to a trigger (`value` = trigger id), or the first clause that forbids them."""

    def may_react_all(
        self, state: StateT, queue: ReactionQueue[ActionT], triggers: Sequence[Trigger], unit: UnitId, /
    ) -> Iterable[Sequence[Part] | Refusal]:
        """`may_react` for all open events that its seat may answer; a rulebook may look up once what they have in common."""
        return (self.may_react(state, queue, trigger, unit) for trigger in triggers)

    def window_public(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> bool | None:
        """Whether public facts say that `seat` is asked; None where nothing is hidden."""
        return None

    def supposing(self, state: StateT, seat: Seat, kind: QuestionKind) -> StateT | None:
        """The table as everybody may take it to be while `seat` is asked a question of `kind`.

        Its face-down markers are what they would have to be to answer; None where the question is about these secrets
        themselves. Options and reasons found on it rest on public facts; which of them are true is another matter.
        """
        return state

    def standing_answer_passes(
        self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat, standing: Standing
    ) -> bool | None:
        """Whether a standing answer passes in this window; None where the rulebook has no say of its own in it.

        It is then judged by what the seat could answer (`offers.passes_by_standing`).
        """
        return None

    def endangered(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> AbstractSet[UnitId]:
        """The units of `seat` that what can be answered now may harm, by public facts.

        Those that are aimed at; and those that the acting unit will see within range where its announced way ends.
        """
        found = {name for trigger in queue.open_triggers() for name in aimed_at(queue, trigger)}
        if any(trigger.by < 0 for trigger in queue.open_triggers()) and queue.instigator in state.units:
            found |= self.in_range(state, queue, seat)
        return {name for name in found if name in state.units and state.units[name].seat == seat}

    def in_range(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> AbstractSet[UnitId]:
        """The units of `seat` that the acting unit will see within range where its announced way ends."""
        actor, board = state.units[queue.instigator], state.board
        end = queue.action.path[-1] if queue.action.path else actor.at
        reach = max(self.bands(actor.id, state), default=0)
        units = state.standing(seat)
        return {u.id for u in units if board.distance(end, u.at) <= reach and board.visible(end, u.at)}

    @abstractmethod
    def react_question(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> tuple[str, str]:
        """The question of a reaction window and the line below it."""

    def react_refusals(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> list[Refusal]:
        """What the window refuses to this seat's own units, with reasons."""
        answers = (self.why(state, unit) for unit in self.reactors(state, seat))
        return [answer for answer in answers if isinstance(answer, Refusal)]

    def why(self, state: StateT, unit: UnitId) -> list[Option] | Refusal:
        """What `unit` may do in the present window, or the first refusal."""
        reactor = self.reactor_of(state, unit)
        no = self.ready(state, reactor)
        if no is not None:
            return no.but(unit=unit)
        seat = state.units[reactor].seat
        first: Refusal | None = None
        options: list[Part] = []
        for queue in cast("list[ReactionQueue[ActionT]]", state.queues[-1:]):
            for got in self.may_react_all(state, queue, queue.open_to(seat), reactor):
                if isinstance(got, Refusal):
                    first = first or got
                else:
                    options += got
        return list(Options(options)) or (first or Refusal(self.react_clauses[0], "nothing to react to")).but(unit=unit)

    def refused_at(self, state: StateT, asked: Decision, unit: UnitId, cell: Cell) -> Refusal:
        """Why pointing at `cell` answers nothing of `asked` while `unit` is in hand ("" for none), always with a clause.

        Asked of the table as the one who points may know it. A rulebook tells what closes the cell, what is out of
        range or not in sight, which unit may not act; here it is said that the question is another one.
        """
        clause = next(iter((*asked.clauses, *self.react_clauses, *self.book.clauses)))
        return Refusal(clause, f"{state.board.label(cell)} is no answer to “{asked.question}”", unit, cell=cell)

    def towards(self, state: StateT, asked: Decision, unit: UnitId, target: UnitId) -> Option | None:
        """The answer to `asked` with which a unit begins an attack on `target` that is asked about only later.

        With the target and words of its own; None where there is no such answer, or no attack would come of it.
        """
        return None

    def missing(self, state: StateT, asked: Decision, unit: UnitId) -> Sequence[Refusal]:
        """What a player may look for among the answers of a unit and does not find, each with its reason and clause."""
        return ()

    def asked_under(self, queue: ReactionQueue[ActionT]) -> tuple[str, ...]:
        """The clauses by which a window or a draft of that queue asks."""
        return self.react_clauses

    def passed(self, queue: ReactionQueue[ActionT]) -> type[Passed]:
        """The class of the event that tells that a seat declares nothing in a window or a draft of that queue."""
        return Passed

    @abstractmethod
    def still_may(self, state: StateT, queue: ReactionQueue[ActionT], reaction: Reaction) -> Refusal | None:
        """Checked when the reaction's turn comes: why it lapses, or None."""

    def frozen(self, state: StateT, queue: ReactionQueue[ActionT]) -> list[UnitId]:
        """The units that the closing of the window keeps out of it, where its policy freezes."""
        return []

    # -- hooks that change the table ------------------------------------------------------------------------------

    @abstractmethod
    def declare(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT], reaction: Reaction) -> None:
        """A reaction is declared: pay its costs, roll its tests, and call `reactions.declared` if it stands."""

    @abstractmethod
    def carry_out(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT], reaction: Reaction) -> None:
        """The reaction’s turn on the ladder has come: do what it says."""

    def closed(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT]) -> None:
        """Nobody can declare any more in the window that was open; nothing has been carried out yet."""

    def go_on(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT]) -> None:
        """Carry out what is left of the interrupted action; there is nothing left where a policy has no such stage."""

    def ended(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT]) -> None:
        """The action and all reactions to it are over; the queue is taken away next."""

    # -- drafts -----------------------------------------------------------------------------------------------------

    def drafting(self, state: StateT) -> Seat:
        """The seat that is asked to draw up a plan which is confirmed as a whole, "" where none is."""
        queue = cast("ReactionQueue[ActionT]", state.queues[-1]) if state.queues else None
        return queue.asking if queue is not None and self.policy(queue.kind).drafts else ""

    def planned(self, state: StateT, queue: ReactionQueue[ActionT], option: Option) -> list[Option]:
        """What a draft option plans, unit by unit (a whole formation's move is many). Replaces what they had planned.

        The text of each, if it has one, is how the plan is told: the unit first, as in "L1 gets into T".
        """
        return [option]

    def plan_refused(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> Refusal | None:
        """Why what the seat has planned cannot be confirmed as a whole, or None. The empty plan mostly can."""
        return None

    def completing(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> str:
        """The id of an offer that brings a refused plan nearer to one that can be confirmed; "": it is drawn up anew.

        Where the empty plan can be refused, whoever follows these from there must come to an end of it.
        """
        return ""

    # -- what people read -----------------------------------------------------------------------------------------

    def forecast(self, state: StateT, option: Option) -> Forecast | None:
        """The sum and the exact chances behind an attack option; None for anything else."""
        return None

    wordings: ClassVar[Mapping[type[Event], Wording[Any]]] = {}
    """The rulebook's own sentences for the engine's events."""

    def sentence(self, state: StateT, entry: LogEntry, event: Event) -> str:
        """One plain sentence for an event of the log, from what the reader may know of it."""
        return Words(state, self.wordings).sentence(event)

    def procedure(self, state: StateT) -> list[StepRow]:
        """The steps of the running procedure."""
        return []

    def bands(self, unit: UnitId, state: StateT) -> tuple[int, ...]:
        """The range bands of the weapon in a unit's hand, in inches, nearest first."""
        weapons = state.units[unit].weapons
        reach = self.weapon(weapons[0]).range if weapons else 0
        return (reach,) if reach else ()

    def groups(self, state: StateT) -> list[GroupView]:
        """Formations and the like."""
        return []

    def led_by(self, state: StateT, group: str) -> UnitId:
        """The unit of a formation whose place a move of the whole formation names, "" where none is left."""
        units = next((found.units for found in self.groups(state) if found.id == group), ())
        return next((name for name in units if not state.units[name].out), "")

    def sites(self, state: StateT) -> list[SiteView]:
        """Towns and the like as they stand now."""
        return []

    holding: ClassVar[tuple[str, str]] = ("a unit", "")
    """Who holds an objective where no enemy can, and the clause that says so."""

    def stakes(self, state: StateT) -> tuple[StakeRow, ...]:
        """What there is to be won: the objectives, and who holds them."""
        who, clause = self.holding
        found = []
        for one in state.objectives:
            goal, holder = one.scoring, state.holders.get(one.id, one.seat)
            leaves = goal.scored is Scored.EXIT
            how = f"Scored by {who} that leaves the table there." if leaves else f"Held by {who}, alone on it."
            found.append(StakeRow(one.name, self.worth(one.points, goal), how, holder, clause, leaves))
        return tuple(found)

    def worth(self, points: int, goal: Goal) -> str:
        """What an objective gives, when, and to whom alone: "2 points a turn", "3 points at the end for Red"; "" for nothing."""
        if not points:
            return ""
        count = number_of(points, "point")
        whose = goal.unit.upper() or (spoken(goal.seat) if goal.seat else "")
        if goal.scored is Scored.EXIT:
            each = f"each of {whose}" if whose else "each"
            return f"{count} if {whose} leaves here" if goal.unit else f"{count} for {each} who leaves here"
        when = "a turn" if goal.scored is Scored.EACH_TURN else "at the end"
        return f"{count} {when} for {whose}" if whose else f"{count} {when}"

    def roads(self, state: StateT) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each road, end to end."""
        return ()

    def measured(self, state: StateT, cells: int) -> str:
        """A distance between two cells as the rulebook measures it: 7″, 1 hex, 12.5 cm."""
        return self.presentation.ranged(cells)

    def overlay(self, state: StateT, viewer: Viewer) -> Overlay:
        """What a screen may lay over the map for `viewer`.

        While a plan is drawn up it is shown to its author and the referee alone: nobody else is to see what follows.
        """
        return Overlay()

    def seat_note(self, state: StateT, seat: Seat) -> str:
        """A few words on how a seat stands, for the list of seats."""
        return ""

    def unit_extra(self, unit: UnitT) -> UnitExtra:
        """What the rulebook adds to the public view of a unit."""
        return NOTHING_MORE

    def conditions(self, state: StateT, unit: UnitT, viewer: Viewer) -> list[Condition]:
        """All that may be said to `viewer` of how a unit that is not out stands, the weightiest first.

        Not whether it lies down, is aboard or carries somebody: that is said for every rulebook.
        """
        return marked(self.presentation.markers, unit, viewer)

    def out_condition(self, unit: UnitT) -> Condition:
        """What is said of a unit that is not on the table."""
        return OUT

    def rank(self, state: StateT, queue: ReactionQueue[ActionT], reaction: Reaction) -> str:
        """What the ladder shows as the reason for a reaction's place ("8" for RE 8)."""
        return str(reaction.id + 1)

    def complete(self, state: StateT, option: Option) -> Option:
        """The option with its path filled in (options are listed without, to list many fast)."""
        return option

    def complete_all(self, state: StateT, options: Sequence[Option]) -> list[Option]:
        """`complete` for many at once; a rulebook may look up once what they have in common."""
        return [self.complete(state, option) for option in options]

    # -- before a choice is made ------------------------------------------------------------------------------------

    def idle_answer(self, state: StateT, asked: Decision) -> str:
        """The id of the answer that leaves all as it is, where nothing is at stake in the question; else "".

        The engine asks all the same; a session does not ask people.
        """
        return ""

    def forfeits(self, state: StateT, asked: Decision, option: Option) -> Remark | None:
        """What an answer gives up while something better is legal, for a screen that asks once before; None mostly."""
        return None

    def remarks(self, state: StateT, asked: Decision) -> tuple[Remark, ...]:
        """What follows from the plan in hand: contacts, ranges, who watches, chances."""
        return ()

    def plan_worth(self, state: StateT, asked: Decision) -> float:
        """How good the plan in hand is for whoever draws it up, by what `remarks` tells of it: compared with other plans alone."""
        return 0.0

    def foretells(self, state: StateT, option: Option) -> tuple[Remark, ...]:
        """What an answer leads to, by public facts: what it attacks and how likely, and who could answer it."""
        return ()

    def involved(self, state: StateT, option: Option) -> Involved:
        """Who does what an answer says, and whom it is done to."""
        whom = option.targets or ((option.target,) if option.target else ())
        return Involved((option.unit,) if option.unit else (), whom)

    def path_refused(self, state: StateT, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
        """Why another way to the cell of a move option cannot be taken, or None."""
        return Refusal("", "this choice has no path")


RuledTable = Table[Unit, Action, State, Ruleset]
"""The table of any rulebook, as the engine's own steps see it."""
