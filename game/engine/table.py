"""The table: how a rule asks, rolls, changes units, emits events, and puts further steps on the agenda.

A change of a unit and its event are made by one call, so no change can go without an event.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, Self, TypeVar

from msgspec import Struct

from game.engine.decisions import DICE, ROLL, Decision, Refusal
from game.engine.dice import Roll, rolled
from game.engine.events import UNSET, Event, GameEnded, LogEntry, UnsetType
from game.engine.names import Markers, QuestionKind, Seat, UnitId, Verb
from game.engine.options import Listing, Option, Options, Suggestion
from game.engine.queue import Action, ActionT_co, Reaction, ReactionQueue
from game.engine.state import State, StateT_co, Unit, UnitT_co, Verdict
from game.engine.steps import Step, StepFunction
from game.engine.structs import fresh
from game.engine.throws import Rolled, Throw

P = ParamSpec("P")
Result = TypeVar("Result")
Piece = TypeVar("Piece", bound=Struct)
Answer = Option | Roll
"""What a step is given for one of its questions."""
Draw = Callable[[str, tuple[int, ...]], tuple[int, ...] | None]
"""Gives the faces for a label and dice, or None if a player has to be asked for them."""


class RulesError(RuntimeError):
    """A rule broke its contract: an impure step, a default that is no option, no option at all, a stale unit."""


class Pause(Exception):  # noqa: N818 - a signal, not an error
    """A step needs an answer that nobody has given yet."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision


if TYPE_CHECKING:
    import typing_extensions

    RulesT_co = typing_extensions.TypeVar("RulesT_co", default=object, covariant=True)
else:  # Python 3.11 has no defaults for type variables
    RulesT_co = TypeVar("RulesT_co", covariant=True)


class Table(Generic[UnitT_co, ActionT_co, StateT_co, RulesT_co]):
    """One run of one step on a clone of the state. `answers` are those given so far to this step's questions.

    Without `draw`, a player is asked for the faces of every roll. `first_event` is the number of the first event that
    is emitted; a `silent` table emits none. `notes` keeps what `once` works out. `most_options` is the limit on options
    of a question.
    """

    def __init__(
        self,
        state: StateT_co,
        rules: RulesT_co,
        answers: list[Answer],
        draw: Draw | None,
        first_event: int,
        *,
        step: Step,
        silent: bool = False,
        notes: dict[Hashable, Any] | None = None,
        most_options: int | None = None,
    ) -> None:
        self.state = state
        self.rules = rules
        self.answers = answers
        self.draw = draw
        self.first_event = first_event
        self.cause = step.cause
        self.step = step
        self.silent = silent
        self.events: list[LogEntry] = []
        self.pushed: list[Step] = []  # the steps that this one puts on the agenda
        self.rolls: list[tuple[str, tuple[int, ...]]] = []  # the label and the faces of each roll
        self.used = 0  # how many of the answers have been used
        self._notes = {} if notes is None else notes
        self._most_options = most_options
        self._own: set[Hashable] = set()  # units and other pieces that are copied already, so that they may be altered
        self._own_queues: set[int] = set()

    # -- asking and rolling ---------------------------------------------------------------------------------------

    def ask(
        self,
        seat: Seat,
        kind: QuestionKind,
        options: Listing,
        *,
        question: str,
        note: str = "",
        clauses: Sequence[str] = (),
        default: Suggestion = "",
        unit: UnitId = "",
        secret: bool = False,
        refused: Callable[[], Sequence[Refusal]] | None = None,
    ) -> Option:
        """The option that `seat` chooses. A single option is taken without asking, unless the question is `secret`.

        The other arguments are those of a Decision. `options` and `default` may be functions; they are called only
        while the question is open, and `refused` after them. Raises Pause if there is no answer yet, TooManyOptions if
        there are more options than `most_options`, and RulesError if there are none or the default is not one of them.
        """
        if self.used == len(self.answers):
            self.before_options(seat, kind, secret=secret)
        if self.used < len(self.answers):
            self.used += 1
            answer = self.answers[self.used - 1]
            if not isinstance(answer, Option):
                raise RulesError(f"The step {self.step.run} asked where it rolled before.")
            return answer
        listed = Options.of(options() if callable(options) else options, self._most_options)
        if not listed:
            raise RulesError(f"The step {self.step.run} asked {seat} ({kind}) without any option.")
        if len(listed) == 1 and not secret:
            self.answers.append(listed[0])
            self.used += 1
            return listed[0]
        suggested = (default() if callable(default) else default) or listed[-1].id
        if listed.find(suggested) is None:
            raise RulesError(f"The default {suggested} of {kind} is not among its options.")
        chosen = self.on_question(
            Decision(seat, kind, question, listed, note, tuple(clauses), suggested, unit, refusing=refused)
        )
        self.answers.append(chosen)
        self.used += 1
        return chosen

    def before_options(self, seat: Seat, kind: QuestionKind, *, secret: bool) -> None:
        """Called for an open question before its options are listed. A subclass may add an answer or raise Pause.

        A `secret` question is asked even if there is a single option.
        """

    def on_question(self, asked: Decision) -> Option:
        """Called for an open question. A subclass that looks ahead may answer it; this one raises Pause."""
        raise Pause(asked)

    def on_roll(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        """Called for a roll without faces. A subclass that looks ahead may give some; this one raises Pause."""
        raise Pause(Decision(DICE, ROLL, throw.prompt_text, clauses=clauses, throw=throw))

    def roll(self, throw: Throw, clauses: Sequence[str] = ()) -> int:
        """The outcome of a throw, which is rolled until its reader gives one. Each roll is emitted as a Rolled event.

        `clauses` are cited in place of those of its class. Raises Pause if there are no faces yet.
        """
        cited = tuple(clauses) or throw.clauses
        while True:
            faces, outcome = self._rolled(throw, cited)
            self.rolls.append((throw.why, faces))
            self.emit(Rolled(throw, faces, outcome), cited)
            if outcome is not None:
                return outcome

    def _rolled(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        if self.used < len(self.answers):
            self.used += 1
            roll = self.answers[self.used - 1]
            if not isinstance(roll, Roll):
                raise RulesError(f"The step {self.step.run} rolled where it asked before.")
            return roll
        faces = self.draw(throw.why, throw.dice) if self.draw else None
        roll = self.on_roll(throw, clauses) if faces is None else rolled(throw.dice, throw.read, faces, throw.why)
        self.answers.append(roll)
        self.used += 1
        return roll

    def faces(self, why: str) -> list[tuple[int, ...]]:
        """The faces of every roll with that label in this step, including rolls that were made again."""
        return [faces for reason, faces in self.rolls if reason == why]

    def once(self, key: Hashable, work: Callable[[], Result]) -> Result:
        """The result of `work`, which is called once for all runs of this step from the same state.

        `key` is a key within the step. The result may depend only on the state and on the answers given so far.
        """
        note_key = (self.used, key)
        if note_key not in self._notes:
            self._notes[note_key] = work()
        result: Result = self._notes[note_key]
        return result

    # -- changing and telling -------------------------------------------------------------------------------------

    def unit(self, name: UnitId) -> UnitT_co:
        """The unit of that id, for this step to alter (with `change`, if there is an event)."""
        units: dict[str, Any] = self.state.units
        if name not in self._own:
            self._own.add(name)
            units[name] = fresh(units[name])
        unit: UnitT_co = units[name]
        return unit

    def edit(self, pieces: dict[str, Piece], name: str) -> Piece:
        """The piece of that name (a formation, a site), for this step to alter."""
        key = (id(pieces), name)
        if key not in self._own:
            self._own.add(key)
            pieces[name] = fresh(pieces[name])
        return pieces[name]

    def change(
        self,
        unit: Unit | str,
        event: Event,
        clauses: Sequence[str] | None = None,
        *,
        cause: int | None = None,
        sees: Seat = "",
    ) -> UnitT_co:
        """Emit an event that changes a unit, and return the unit for the caller to alter.

        If the event has a field `markers`, they are laid and removed here, so that event and unit agree. Raises
        RulesError if `unit` is stale, because it has been altered since it was looked up.
        """
        name = unit if isinstance(unit, str) else unit.id
        if not isinstance(unit, str) and self.state.units[name] is not unit:
            raise RulesError(f"The step {self.step.run} changes {name} after looking at it too early.")
        self.emit(event, clauses, cause=cause, sees=sees)
        changed = self.unit(name)
        markers: Markers | UnsetType = getattr(event, "markers", UNSET)
        if markers:
            changed.put(markers)
        return changed

    @property
    def last(self) -> int:
        """The number of the latest event; 0 on a silent table."""
        return self.first_event + len(self.events) - 1 if not self.silent else 0

    def emit(
        self,
        event: Event,
        clauses: Sequence[str] | None = None,
        *,
        cause: int | None = None,
        sees: Seat = "",
    ) -> int:
        """Add an event to the log, and return its number. It cites `clauses`, by default those of its class.

        `cause` is the number of the event that led to it, by default the step's. The seat `sees` may know its hidden
        fields.
        """
        if self.silent:
            return 0
        number = self.first_event + len(self.events)
        cited = event.clauses if clauses is None else tuple(clauses)
        self.events.append(LogEntry(number, event, cited, self.cause if cause is None else cause, sees))
        return number

    def end(self, verdict: Verdict) -> None:
        """End the game with that verdict."""
        self.state.outcome = verdict
        self.emit(GameEnded(verdict.winner, verdict.reason), verdict.clauses)

    # -- the agenda -----------------------------------------------------------------------------------------------

    def then(self, step: StepFunction[Self, P], *args: P.args, **kwargs: P.kwargs) -> None:
        """Put `step` at the head of the agenda, with this step's cause. Several from one step run in call order."""
        self.then_from(self.cause, step, *args, **kwargs)

    def then_from(self, cause: int, step: StepFunction[Self, P], *args: P.args, **kwargs: P.kwargs) -> None:
        """As `then`, for a step that is caused by the event with the number `cause` (-1: by none).

        Raises RulesError for keyword arguments, which the agenda cannot keep.
        """
        if kwargs:
            raise RulesError(f"The arguments of {step} are given by keyword; give them by position.")
        self.pushed.append(Step(step, list(args), cause))

    def together(self, step: StepFunction[Self, P], *args: P.args, **kwargs: P.kwargs) -> None:
        """As `then`, but the step waits until the last reaction of the present queue has been carried out.

        So results that come at the same time are all rolled before the first of them changes anything. They come at the
        end of the stage RESOLVE (`reactions.q_resolve`).
        """
        self.then(step, *args, **kwargs)
        self.queue.results = (*(self.queue.results or ()), self.pushed.pop())

    def settle(self) -> None:
        """Put the steps that have waited `together` at the head of the agenda, in the order of their throws."""
        if self.queue.results:
            self.pushed += self.queue.results
            self.queue.results = UNSET

    @property
    def queue(self) -> ReactionQueue[ActionT_co]:
        """The reaction queue of the present action, for this step to alter."""
        queues: list[Any] = self.state.queues
        queue: ReactionQueue[ActionT_co] = queues[-1]
        if id(queue) not in self._own_queues:
            queue = queues[-1] = queue.clone()
            self._own_queues.add(id(queue))
        return queue

    def reaction(self, number: int) -> Reaction:
        """That reaction of the present queue, for this step to alter."""
        return self.queue.reactions.own(number)

    def begin(self, action: Action, kind: Verb, n: int = -1) -> ReactionQueue[ActionT_co]:
        """Open the reaction queue of an action, with the policy of `kind`. `n` is the event that announced it."""
        self.state.queues.append(ReactionQueue(kind, action.unit, action, n=n))
        self._own_queues.add(id(self.state.queues[-1]))
        return self.queue


def run_step(
    state: State,
    rules: object,
    answers: list[Answer],
    draw: Draw | None = None,
    first_event: int = 0,
    *,
    table: type[Table] = Table,
    **options: Any,
) -> tuple[Table, Decision | None]:
    """Run the next step of the agenda on a clone of the state. Returns its table, and what it asked, or None.

    Dice that `draw` gives, and answers taken without asking, are added to `answers`. A step that asks has to be run
    again from `state` with one answer more. What it did on this table is then dropped, but what it worked out `once`
    stays in the option `notes`.
    """
    work = state.clone()
    step = work.agenda.pop()
    t = table(work, rules, answers, draw, first_event, step=step, **options)
    try:
        step.run.body(t, *step.args)  # what `step.run(t, ...)` does, without a call in between
    except Pause as pause:
        t.draw = None  # a reference to the match, which keeps this table's question: together a cycle
        return t, pause.decision
    work.agenda.extend(reversed(t.pushed))
    return t, None


class Asked(NamedTuple):
    """Where a run of steps has stopped: `state` and `answers` as `run_step` takes them, and `front`, the state there.

    `decision` is what is asked, None if nothing is; `runs` is how many steps were run.
    """

    state: State
    answers: list[Answer]
    front: State
    decision: Decision | None
    runs: int


def run_to_question(
    state: State,
    rules: object,
    answers: list[Answer],
    *,
    over: Callable[[State], bool] | None = None,
    most_steps: int | None = None,
    **options: Any,
) -> Asked:
    """Run steps silently until one asks or rolls, the agenda is empty, or `over` is true of the state.

    They also stop when `most_steps` have run.
    `options` are those of `run_step`; a subclass of Table given as `table` may answer questions itself.
    """
    runs = 0
    while state.agenda and not state.outcome and runs != most_steps and not (over and over(state)):
        runs += 1
        t, decision = run_step(state, rules, answers, silent=True, **options)
        if decision is not None:
            return Asked(state, answers, t.state, decision, runs)
        state, answers = t.state, []
    return Asked(state, answers, state, None, runs)
