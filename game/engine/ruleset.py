"""The interface between the engine and a rulebook, one class for each subject; `Ruleset` is their sum.

Read `Basics`, `Turns` and `Reacting` first; what is abstract there has to be written. `Drafting` is for plans that are
confirmed as a whole; `Explaining` and `Showing` are for people. A ruleset is built for one match with its rulings. All
methods are pure, except the hooks that take a `Table`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, final

from game.board.board import Board
from game.engine.conditions import OUT, Condition
from game.engine.decisions import Decision, Involved, Refusal, Remark
from game.engine.events import Event, LogEntry, Passed, Wording
from game.engine.forecast import Forecast
from game.engine.marking import marker_conditions
from game.engine.measures import COMMON, Measure
from game.engine.names import NO_MARKER, Cell, Face, MarkerKind, PhaseId, QuestionKind, Seat, UnitId, Verb
from game.engine.options import Option, Options, Part, Path
from game.engine.phases import Phase
from game.engine.policies import ANY, Policy
from game.engine.presentation import Presentation
from game.engine.queue import Action, Reaction, ReactionQueue, Trigger
from game.engine.rulebook import Army, Rulebook, Weapon, load_army, load_rulebook
from game.engine.setup import Scored, Setup
from game.engine.standing import PASS_ALL, Lasting, Stand, Standing
from game.engine.state import State, Unit, Verdict
from game.engine.table import Table
from game.engine.view import NOTHING_MORE, GroupView, Overlay, SiteView, StakeRow, StepRow, UnitExtra
from game.engine.viewers import Viewer

if TYPE_CHECKING:
    import typing_extensions

    UnitT = typing_extensions.TypeVar("UnitT", bound=Unit, default=Any)
    ActionT = typing_extensions.TypeVar("ActionT", bound=Action, default=Any)
    StateT = typing_extensions.TypeVar("StateT", bound=State, default=Any)
else:  # Python 3.11 has no defaults for type variables
    UnitT, ActionT, StateT = TypeVar("UnitT"), TypeVar("ActionT"), TypeVar("StateT")

TableOf = Table[UnitT, ActionT, StateT, "Ruleset[UnitT, ActionT, StateT]"]
"""The table of a rulebook with these classes of unit, action and state."""


UNANSWERED = "nothing to react to"
"""The reason of a unit that could react if anything happened."""


class Basics(ABC, Generic[UnitT, ActionT, StateT]):
    """What a rulebook is made of: its data, its classes, its words, and how they are shown.

    Its id is the name of its two TOML files. The type parameters are its own classes of unit, action and state.
    """

    id: ClassVar[str] = ""
    state_type: ClassVar[type[State]] = State
    unit_type: ClassVar[type[Unit]] = Unit
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {}
    """Every kind of question that it asks, with the verbs of the answers; the contract tests check games against it."""
    wordings: ClassVar[Mapping[type[Event], Wording[Any]]] = {}
    """The rulebook's own sentences for the engine's events."""
    presentation: ClassVar[Presentation] = Presentation()
    measures: ClassVar[tuple[Measure, ...]] = COMMON
    """What the lab counts in its games."""

    def __init__(self, rulings: Mapping[str, str] | None = None) -> None:
        """Raises SetupError for an unknown ruling or choice."""
        self.book: Rulebook = load_rulebook(self.id)
        self.army: Army = load_army(self.id)
        self.rulings = self.book.in_force(rulings or {})

    @final
    def ruling(self, name: str) -> str:
        """The choice in force for a ruling. Raises KeyError."""
        return self.rulings[name]

    @final
    def weapon(self, name: str) -> Weapon:
        """The weapon with that id. Raises KeyError."""
        return self.army.weapons[name]


class Turns(Basics[UnitT, ActionT, StateT]):
    """How a battle is set up, whose turn it is, and how it ends. Needed: `phases` and `verdict`."""

    phases: ClassVar[tuple[Phase, ...]] = ()
    player_turns: ClassVar[bool] = False
    """Whether each seat has its own turn; the turns of all seats in one round then have the same number.

    A setup that begins in a phase then names the seat whose phase it is, any other the seat that begins.
    """
    turn_clauses: ClassVar[tuple[str, ...]] = ()
    """The clauses that the engine cites as a turn begins and ends."""

    @final
    def phase(self, phase_id: PhaseId) -> Phase:
        """The row of the phase table with that id. Raises KeyError."""
        for phase in self.phases:
            if phase.id == phase_id:
                return phase
        raise KeyError(phase_id)

    def sides(self, setup: Setup) -> list[list[Seat]]:
        """The seats of each side, by the setup's option `sides` ("red+gold/blue"). Raises SetupError."""
        return setup.sides()

    def board(self, setup: Setup) -> Board:
        """The setup's board, with the rulebook's own limit on woods that a line of sight may cross."""
        return setup.board

    def prepare(self, state: StateT, setup: Setup) -> None:
        """Called before the first step, to prepare the state."""

    def place(self, unit: UnitT, facts: Mapping[str, int]) -> None:
        """Set the rulebook's own fields of a new unit from the `facts` of its specification."""

    def set_down(self, state: StateT, unit: UnitT) -> tuple[Mapping[MarkerKind, Face], Mapping[str, int]]:
        """The markers and facts of a specification from which `place` makes an equal unit."""
        return unit.markers, {}

    def may_begin(self, state: StateT, unit: UnitT, cell: Cell) -> bool:
        """Whether the unit may be deployed on a cell of its zone, regardless of units there."""
        return state.board.passable(cell)

    def deployment_refused(self, state: StateT, seat: Seat) -> Refusal | None:
        """Why the units of a seat cannot begin on their present cells, or None."""
        return None

    def in_play(self, state: StateT, seat: Seat) -> bool:
        """Whether a seat still takes turns."""
        return True

    @abstractmethod
    def verdict(self, state: StateT) -> Verdict:
        """How the game ends after the last turn."""

    def score(self, state: StateT) -> dict[Seat, int]:
        """The present points by seat."""
        return dict.fromkeys(state.seats, 0)


class Reacting(Basics[UnitT, ActionT, StateT]):
    """Who may react to what, and what comes of it. Needed: every abstract method.

    The policy of a trigger says how the engine asks, and in which order reactions are carried out. The rulebook says
    who is `ready`, with what each `may_react`, and how a reaction is declared and carried out.
    """

    react_clauses: ClassVar[tuple[str, ...]] = ()
    close_clauses: ClassVar[tuple[str, ...]] = ()
    order_clauses: ClassVar[tuple[str, ...]] = ()
    tie_clauses: ClassVar[tuple[str, ...]] = ()
    next_tie_clauses: ClassVar[tuple[str, ...]] = ()
    hesitate_clauses: ClassVar[tuple[str, ...]] = ()
    """The clauses that the engine cites for reactions, closed windows, their order, ties, and hesitating.

    `next_tie_clauses` are cited besides when the same units have had a tie already and the rest of them have the next.
    """
    pass_until: ClassVar[Mapping[str, Stand]] = {
        "action": Stand(PASS_ALL, Lasting.ACTION),
        "turn": Stand(PASS_ALL, Lasting.TURN),
    }
    """How long a pass can hold: each word that may be given with it, and the standing answer that it means."""
    guess: ClassVar[MarkerKind] = NO_MARKER
    """The kind that a face-down marker is taken to be by viewers who may not know it, if markers are hidden."""

    def __init__(self, rulings: Mapping[str, str] | None = None) -> None:
        """Raises SetupError for an unknown ruling or choice."""
        super().__init__(rulings)
        self.policies = self.make_policies()

    @property
    @final
    def hidden_markers(self) -> bool:
        """Whether face-down markers are hidden from other seats."""
        return self.guess != NO_MARKER

    def make_policies(self) -> dict[Verb, Policy]:
        """The policy of each kind of trigger; that of ANY is for all other kinds."""
        return {ANY: Policy()}

    @final
    def policy(self, kind: Verb) -> Policy:
        """The policy of a kind of trigger."""
        return self.policies.get(kind) or self.policies[ANY]

    def reactors(self, state: StateT, seat: Seat) -> list[UnitId]:
        """The units of `seat` that could ever react."""
        return [unit.id for unit in state.units.values() if unit.seat == seat and not unit.out]

    def reactor_of(self, state: StateT, unit: UnitId) -> UnitId:
        """The unit that reacts for `unit`, as a squad does for its model."""
        return unit

    @abstractmethod
    def ready(self, state: StateT, unit: UnitId, /) -> Refusal | None:
        """Why the unit cannot react to anything at all, or None."""

    @abstractmethod
    def may_react(
        self, state: StateT, queue: ReactionQueue[ActionT], trigger: Trigger, unit: UnitId, /
    ) -> Sequence[Part] | Refusal:
        """The reactions of a ready unit to a trigger (with the id of the trigger), or the first reason against them."""

    def may_react_all(
        self, state: StateT, queue: ReactionQueue[ActionT], triggers: Sequence[Trigger], unit: UnitId, /
    ) -> Iterable[Sequence[Part] | Refusal]:
        """`may_react` for all these triggers; a rulebook may override it to work out common facts only once."""
        return (self.may_react(state, queue, trigger, unit) for trigger in triggers)

    @abstractmethod
    def react_question(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> tuple[str, str]:
        """The question of a reaction window, and the note below it."""

    # -- what comes of a reaction --------------------------------------------------------------------------------------

    @abstractmethod
    def declare(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT], reaction: Reaction) -> None:
        """Declare a reaction: pay its costs, roll its tests, and call `reactions.declared` unless it fails."""

    @abstractmethod
    def still_may(self, state: StateT, queue: ReactionQueue[ActionT], reaction: Reaction) -> Refusal | None:
        """Why a reaction lapses when its turn comes, or None."""

    @abstractmethod
    def carry_out(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT], reaction: Reaction) -> None:
        """Carry out a reaction, whose turn has come."""

    def closed(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT]) -> None:
        """Called when a window has closed, before any of its reactions is carried out."""

    def frozen(self, state: StateT, queue: ReactionQueue[ActionT]) -> list[UnitId]:
        """The units that are kept out once the window closes, if the policy has `freeze`."""
        return []

    def go_on(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT]) -> None:
        """Carry out the rest of the interrupted action. Not called if the policy has no such stage."""

    def ended(self, t: TableOf[UnitT, ActionT, StateT], queue: ReactionQueue[ActionT]) -> None:
        """Called when an action and all its reactions are over, before the queue is removed."""

    # -- what is cited and told, if it depends on the case -------------------------------------------------------------

    def asked_under(self, queue: ReactionQueue[ActionT]) -> tuple[str, ...]:
        """The clauses for the question of a window or draft of that queue."""
        return self.react_clauses

    def carried_under(self, state: StateT, queue: ReactionQueue[ActionT], reaction: Reaction) -> tuple[str, ...]:
        """The clauses by which it is that reaction's turn to be carried out."""
        return self.order_clauses

    def passed(self, queue: ReactionQueue[ActionT]) -> type[Passed]:
        """The class of the event that a seat declares nothing in a window or draft of that queue."""
        return Passed

    # -- face-down markers and standing answers: what everybody may know -----------------------------------------------

    def window_public(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> bool | None:
        """Whether `seat` is asked, by public facts; None in a rulebook without hidden markers."""
        return None

    def supposing(self, state: StateT, seat: Seat, kind: QuestionKind) -> StateT | None:
        """The state as everybody may suppose it to be while `seat` is asked a question of `kind`.

        The seat's face-down markers are of the kind that allows an answer; None if the question is about these secrets
        themselves. Options and reasons on this state rest on public facts, but not all of them need be true.
        """
        return state

    def standing_answer_passes(
        self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat, standing: Standing
    ) -> bool | None:
        """Whether a standing answer passes in this window, if the rulebook decides that by a rule of its own.

        None if it does not: then the seat's possible reactions decide (`offers.passes_by_standing`).
        """
        return None

    def in_range(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> AbstractSet[UnitId]:
        """The units of `seat` that the acting unit will see within range at the end of its path."""
        actor, board = state.units[queue.instigator], state.board
        end = queue.action.path[-1] if queue.action.path else actor.at
        reach = max(self.bands(actor.id, state), default=0)
        units = state.standing(seat)
        return {u.id for u in units if board.distance(end, u.at) <= reach and board.visible(end, u.at)}

    def bands(self, unit: UnitId, state: StateT) -> tuple[int, ...]:
        """The range bands of the weapon that a unit has in hand, in cells, nearest first."""
        weapons = state.units[unit].weapons
        reach = self.weapon(weapons[0]).range if weapons else 0
        return (reach,) if reach else ()

    # -- why a unit does not react -------------------------------------------------------------------------------------

    def react_refusals(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> list[Refusal]:
        """The refusals of the seat's units that cannot react in the present window."""
        answers = (self.why(state, unit) for unit in self.reactors(state, seat))
        return [answer for answer in answers if isinstance(answer, Refusal)]

    def why(self, state: StateT, unit: UnitId) -> list[Option] | Refusal:
        """The reactions of `unit` in the present window, or the first refusal."""
        reactor = self.reactor_of(state, unit)
        queues = cast("list[ReactionQueue[ActionT]]", state.queues[-1:])
        no = barred(self, state, queues[0], reactor) if queues else self.ready(state, reactor)
        if no is not None:
            return no.but(unit=unit)
        seat = state.units[reactor].seat
        first: Refusal | None = None
        options: list[Part] = []
        for queue in queues:
            for reactions in self.may_react_all(state, queue, queue.open_to(seat), reactor):
                if isinstance(reactions, Refusal):
                    first = first or reactions
                else:
                    options += reactions
        return list(Options(options)) or (first or self.unasked(state, (), unit)).but(unit=unit)

    def unasked(self, state: StateT, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
        """Why a unit that can react has nothing to react to now, by the clause of the case.

        It says no more than everybody may know. If the reason without a log is `UNANSWERED`, it is asked again with it.
        """
        return Refusal(self.react_clauses[0], UNANSWERED, unit)


class Drafting(Basics[UnitT, ActionT, StateT]):
    """Plans that are drawn up unit by unit and confirmed as a whole: only for policies with `declare="draft"`."""

    def planned(self, state: StateT, queue: ReactionQueue[ActionT], option: Option) -> list[Option]:
        """What a draft option plans for each unit, in place of earlier plans; one option may move a whole formation.

        The text of each, if it has one, is its row in the plan and begins with the unit: "L1 gets into T".
        """
        return [option]

    def plan_refused(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> Refusal | None:
        """Why the seat's plan cannot be confirmed as a whole, or None. An empty plan usually can be confirmed."""
        return None

    def completing(self, state: StateT, queue: ReactionQueue[ActionT], seat: Seat) -> str:
        """The id of an offer that brings a refused plan closer to one that can be confirmed; "" to start again.

        If an empty plan can be refused, following these offers from the empty plan has to lead to a legal one.
        """
        return ""

    def remarks(self, state: StateT, asked: Decision) -> tuple[Remark, ...]:
        """What follows from the present plan: contacts, ranges, enemies that watch, chances."""
        return ()

    def plan_worth(self, state: StateT, asked: Decision) -> float:
        """A value to compare the present plan with other plans of its seat, by what `remarks` says of it."""
        return 0.0


class Explaining(Basics[UnitT, ActionT, StateT]):
    """What an answer leads to and gives up, and why a click is no answer.

    The engine asks for nothing of this to play; a person who decides does.
    """

    asides: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {}
    """Verbs that alone are no reason to ask a question of that kind, such as going prone if nothing can be attacked."""

    def forecast(self, state: StateT, option: Option) -> Forecast | None:
        """The modifiers and exact chances of an attack option; None for any other option."""
        return None

    def foretells(self, state: StateT, option: Option) -> tuple[Remark, ...]:
        """What an option leads to, by public facts: attacks with their chances, and the units that could react."""
        return ()

    def involved(self, state: StateT, option: Option) -> Involved:
        """The units that act in an option, and those acted upon."""
        whom = option.targets or ((option.target,) if option.target else ())
        return Involved((option.unit,) if option.unit else (), whom)

    def forfeits(self, state: StateT, asked: Decision, option: Option) -> Remark | None:
        """What an option gives up although a better one is legal, so that a screen asks again; usually None."""
        return None

    def idle_answer(self, state: StateT, asked: Decision) -> str:
        """The id of the answer that changes nothing, if nothing depends on the question; otherwise "".

        The engine still asks the question, but a session answers it without asking people.
        """
        return ""

    def pathfinder(self, state: StateT) -> Callable[[Option], Path | None]:
        """A function that finds the path of a move, None for any other option. It serves as long as the state stays.

        Options are listed without paths, because that is faster. The function may keep what many options share.
        """
        return lambda _: None

    @final
    def complete(self, state: StateT, option: Option) -> Option:
        """The option with its path filled in."""
        return self.complete_all(state, (option,))[0]

    @final
    def complete_all(self, state: StateT, options: Sequence[Option]) -> list[Option]:
        """The options with their paths filled in."""
        path_of = self.pathfinder(state)
        paths = [option.path or path_of(option) for option in options]
        return [option.but(path=path) if path else option for option, path in zip(options, paths, strict=True)]

    def path_refused(self, state: StateT, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
        """Why a move cannot take this path to its cell instead of its own, or None."""
        return Refusal("", "this choice has no path")

    def refused_at(self, state: StateT, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
        """Why a click on `cell`, with `unit` selected ("" for none), answers nothing of `asked`; always with a clause.

        None if it is an answer: a rulebook reads what it offers and what it refuses from the same predicates.
        `state` is what the player may know. A rulebook says why the cell is closed, out of range or not in sight, or
        why a unit may not act; this default only says that the cell is no answer.
        """
        there, mine = state.at(cell), [option for option in asked.options if option.unit == (asked.unit or unit)]
        cells = {option.to for option in mine} - {-1}
        named = {name for option in mine for name in (option.target, *option.targets) if name}
        if not cells and not named:  # the question is which unit, or none is picked that can answer it
            named = {option.unit for option in asked.options}
        if cell in cells or (there is not None and there.id in named):
            return None
        clause = next(iter((*asked.clauses, *self.book.clauses)))
        return Refusal(clause, f"{state.board.label(cell)} is no answer to “{asked.question}”", unit, cell=cell)

    def towards(self, state: StateT, asked: Decision, unit: UnitId, target: UnitId) -> Option | None:
        """The answer to `asked` with which a unit begins an attack on `target`, if the target is only asked for later.

        It has that target and its own words. None if there is no such answer, or if it would lead to no attack.
        """
        return None

    def missing(self, state: StateT, asked: Decision, unit: UnitId) -> Sequence[Refusal]:
        """Answers of a unit that a player may expect but that are not legal, each with its reason and clause."""
        return ()


class Showing(Basics[UnitT, ActionT, StateT]):
    """What a table looks like: formations, sites and stakes, conditions of units, the steps of a procedure."""

    def unit_extra(self, unit: UnitT) -> UnitExtra:
        """What the rulebook adds to the public view of a unit."""
        return NOTHING_MORE

    def conditions(self, state: StateT, unit: UnitT, viewer: Viewer) -> list[Condition]:
        """The conditions of a unit that is not out, as far as `viewer` may know them, the most important first.

        Being prone, aboard a carrier or carrying units is left out: the engine adds that for every rulebook.
        """
        return marker_conditions(self.presentation.markers, unit, viewer)

    def out_condition(self, unit: UnitT) -> Condition:
        """The condition of a unit that is not on the table."""
        return OUT

    def procedure(self, state: StateT) -> list[StepRow]:
        """The steps of the present procedure."""
        return []

    def overlay(self, state: StateT, viewer: Viewer) -> Overlay:
        """What a screen may draw over the map for `viewer`.

        While a seat draws up a plan, only that seat and the referee are shown it, since it reveals the plan.
        """
        return Overlay()

    def seat_note(self, state: StateT, seat: Seat) -> str:
        """A few words on the situation of a seat, for the list of seats."""
        return ""

    def measured(self, state: StateT, cells: int) -> str:
        """A distance in cells in the rulebook's unit of length: 7″, 1 hex, 12.5 cm."""
        return self.presentation.ranged(cells)

    def groups(self, state: StateT) -> list[GroupView]:
        """The formations."""
        return []

    def led_by(self, state: StateT, group: str) -> UnitId:
        """The unit of a formation whose cell stands for that of the formation in a move; "" if none is left."""
        units = next((formation.units for formation in self.groups(state) if formation.id == group), ())
        return next((name for name in units if not state.units[name].out), "")

    def sites(self, state: StateT) -> list[SiteView]:
        """Towns and the like with their present holders."""
        return []

    def roads(self, state: StateT) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each road, end to end."""
        return ()

    holding: ClassVar[tuple[str, str]] = ("a unit", "")
    """What it takes to hold an objective, alone on it, and the clause that says so."""

    def stakes(self, state: StateT) -> tuple[StakeRow, ...]:
        """What decides who wins: the objectives, and who holds them."""
        holder_words, clause = self.holding
        rows = []
        for objective in state.objectives:
            goal, holder = objective.scoring, state.holders.get(objective.id, objective.seat)
            by_exit = goal.scored is Scored.EXIT
            sentence = (
                f"Scored by {holder_words} that leaves the table there."
                if by_exit
                else f"Held by {holder_words}, alone on it."
            )
            rows.append(StakeRow(objective.name, goal.worth(objective.points), sentence, holder, clause, by_exit))
        return tuple(rows)


class Ruleset(
    Turns[UnitT, ActionT, StateT],
    Reacting[UnitT, ActionT, StateT],
    Drafting[UnitT, ActionT, StateT],
    Explaining[UnitT, ActionT, StateT],
    Showing[UnitT, ActionT, StateT],
):
    """One rulebook under one set of rulings: the sum of the subjects above.

    A rulebook extends it, fills the tables and overrides what it has. All methods are pure, except the hooks that take
    a `Table`.
    """


def barred(rules: Reacting, state: State, queue: ReactionQueue, unit: UnitId) -> Refusal | None:
    """Why a unit cannot react to anything in this queue: it is not `ready`, or the policy lets it react only once."""
    if rules.policy(queue.kind).once and any(r.unit == unit and r.status != "planned" for r in queue.reactions):
        return Refusal(rules.react_clauses[0], "it has reacted to this action", unit)
    return rules.ready(state, unit)


RuledTable = Table[Unit, Action, State, Ruleset]
"""The table of any rulebook, for the engine's own steps."""
