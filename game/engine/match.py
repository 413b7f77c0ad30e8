"""A match is its setup, its rulings and its choices; everything else is worked out from them.

    pending decision -> one of its options is chosen -> events -> next pending decision

A paused game is the state before the running step, and the answers given to that step so far. `front` is the state
where the step stopped to ask: it is looked at, but never resumed from.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from game.engine import drafts
from game.engine import odds as odds_module
from game.engine.answers import Choice, IllegalChoice, NoDecision, checked_answer
from game.engine.decisions import DICE, Decision, Refusal, Remark
from game.engine.deployment import DEPLOY
from game.engine.dice import DiceSource
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.log import LogLine
from game.engine.names import UnitId
from game.engine.options import PASS, Option
from game.engine.queue import DECLARE, ReactionQueue
from game.engine.ruleset import UNANSWERED, Ruleset
from game.engine.setup import Setup
from game.engine.start import start
from game.engine.state import State, Verdict, digest
from game.engine.table import Answer, RulesError, Table, run_step
from game.engine.view import Overlay, PlanRow, View
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know
from game.engine.viewing import as_set_up, known_to, line_of, plan_of, view_of

STEP_LIMIT = 100_000
"""Steps without a question after which the rules are taken to run for ever."""
KEPT_WHOLE = 48
"""How many of the latest points in the history keep their decision and front; older ones work them out again."""
LARGE, KEPT_LARGE = 2000, 2
"""A decision with more than `LARGE` options is kept at the latest `KEPT_LARGE` points only."""


class _Point(Struct, frozen=True, gc=False):
    """Everything needed to go back to a moment. It holds only references, since states never change once committed.

    If `front` is None, the running step is run again to get it and the pending decision.
    """

    state: State
    answers: tuple[Answer, ...]
    front: State | None
    pending: Decision | None
    events: int
    published: int
    choices: int
    dice_used: int


class Frame(NamedTuple):
    """The state after the first `events` events: at the end of a step, or where a step stopped to ask."""

    events: int
    state: State


class Drafted(NamedTuple):
    """A plan with an option that has not been chosen: its rows and overlay as in the view, and what is said of it.

    `refused` is why it could not be confirmed, None if it could; `remarks` are what follows from it.
    """

    plan: tuple[PlanRow, ...]
    overlay: Overlay
    refused: Refusal | None
    remarks: tuple[Remark, ...] = ()


class Supposed(NamedTuple):
    """The pending decision as everybody can work it out from public facts, and the state as far as everybody knows it.

    In the state the seat that is asked has the markers that are supposed, and no other seat has a secret.
    """

    decision: Decision
    front: State


class Match:
    """One game. `choose` is the only way to move it on. Steps run on tables of the class `table`."""

    table: ClassVar[type[Table]] = Table
    _most_options: int | None = None

    def __init__(
        self, setup: Setup, rules: Ruleset, dice: DiceSource | None = None, *, most_options: int | None = None
    ) -> None:
        """Start the game and run it to its first decision.

        Raises SetupError if the setup does not fit the rulebook, and TooManyOptions if the first decision has more than
        `most_options` options.
        """
        self.setup = setup = setup.on(rules.board(setup))
        self.rules = rules
        self.dice = dice or DiceSource()
        self.dice_used = 0
        self.state = self.front = start(rules, setup)
        self.answers: list[Answer] = []
        self.choices: list[Choice] = []
        self.events: list[LogEntry] = []
        self.pending: Decision | None = None
        self.history: list[_Point] = []
        self._published = 0  # how many events of the running step are in `events` already
        self._notes: dict[Hashable, Any] = {}  # what the running step has worked out with `Table.once`
        self._film: list[Frame] | None = None  # the frames that are being collected, if any
        self._most_options = most_options
        self._run()
        self._most_options = None

    # -- the loop -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Run steps until one asks something or the game is over."""
        for _ in range(STEP_LIMIT):
            if self.state.outcome or not self.state.agenda:
                self.pending = None
                return
            t, decision = run_step(
                self.state,
                self.rules,
                self.answers,
                self._draw,
                len(self.events) - self._published,
                table=self.table,
                notes=self._notes,
                most_options=self._most_options,
            )
            self._publish(t.events)
            self.front = t.state
            if self._film is not None:
                _expose(self._film, Frame(len(self.events), t.state))
            if decision is not None:
                self.pending = decision
                return
            self.state = t.state
            self.answers, self._notes, self._published = [], {}, 0
        raise RulesError(f"The rules ran {STEP_LIMIT} steps without asking anything.")

    def _publish(self, events: list[LogEntry]) -> None:
        """Append the new events. If the step has run before, its first events must equal those already published."""
        if self._published and events[: self._published] != self.events[-self._published :]:
            raise RulesError("A step gave other events when it ran again: it is not a pure function.")
        self.events.extend(events[self._published :])
        self._published = len(events)

    @contextmanager
    def filming(self) -> Iterator[list[Frame]]:
        """Collect the present state and that after each step in this context, for a screen that plays them back.

        There is no frame within a step, because its events and its changes belong together.
        """
        before, self._film = self._film, [Frame(len(self.events), self.front)]
        try:
            yield self._film
        finally:
            self._film = before

    def _draw(self, why: str, dice: tuple[int, ...]) -> tuple[int, ...] | None:
        faces, self.dice_used = self.dice.draw(self.dice_used, why, dice)
        if faces is not None:
            self.choices.append(Choice(faces=faces))
        return faces

    # -- choosing -------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Verdict | None:
        """Who has won and why, once the game is over."""
        return self.state.outcome

    def choose(self, choice: Choice | str) -> list[LogEntry]:
        """Answer the pending decision with a choice, or just the id of an option; returns the new events.

        Raises NoDecision, IllegalChoice or DiceError, and then nothing has changed.
        """
        if self.pending is None:
            raise NoDecision("The match is over; nothing is being asked.")
        answer, stored = checked_answer(self.rules, self.front, self.pending, Choice.by(choice))
        point = self._point()
        self.history.append(point)
        self.answers = [*self.answers, answer]
        self.choices.append(stored)
        try:
            self._run()
        except Exception:
            self.history.pop()
            self._back_to(point)
            raise
        latest = len(self.history) - 1
        self._forget(latest - KEPT_WHOLE, large=False)
        self._forget(latest - KEPT_LARGE, large=True)
        return self.events[point.events :]

    def _forget(self, number: int, *, large: bool) -> None:
        """Drop what can be worked out again from an old point; with `large`, only if its decision has many options."""
        if number >= 0:
            point = self.history[number]
            if not large or (point.pending is not None and len(point.pending.options) > LARGE):
                self.history[number] = replace(point, front=None, pending=None)

    def replay(self, choices: Sequence[Choice]) -> None:
        """Make stored choices again, drawn faces included. Raises what `choose` raises."""
        source, self.dice = self.dice, DiceSource("ask")
        try:
            for choice in choices:
                self.choose(choice)
        finally:
            self.dice = source

    # -- going back -----------------------------------------------------------------------------------------------

    def _point(self) -> _Point:
        return _Point(
            self.state,
            tuple(self.answers),
            self.front,
            self.pending,
            len(self.events),
            self._published,
            len(self.choices),
            self.dice_used,
        )

    def _back_to(self, point: _Point) -> None:
        self.state, self.answers, self._notes = point.state, list(point.answers), {}
        del self.events[point.events :]
        del self.choices[point.choices :]
        self._published, self.dice_used = point.published, point.dice_used
        if point.front is not None:
            self.front, self.pending = point.front, point.pending
            return
        source, self.dice = self.dice, DiceSource("ask")
        try:
            self._run()
        finally:
            self.dice = source

    def undo(self) -> int:
        """Take back the last choice. Returns the number of the first event that no longer holds. Raises NoDecision."""
        if not self.history:
            raise NoDecision("There is no choice to take back.")
        self._back_to(self.history.pop())
        return len(self.events)

    def clone(self, dice: DiceSource | None = None) -> Match:
        """A match that can be played on without touching this one.

        Give it other `dice` unless it is for the referee: otherwise it rolls what this match is going to roll.
        """
        return self.at(len(self.history), dice)

    def at(self, made: int, dice: DiceSource | None = None) -> Match:
        """A separate match, as this one was when `made` choices had been made. Raises NoDecision."""
        if not 0 <= made <= len(self.history):
            raise NoDecision(f"There is no choice {made}; {len(self.history)} have been made.")
        point = self.history[made] if made < len(self.history) else self._point()
        twin = object.__new__(type(self))
        twin.setup, twin.rules, twin.dice = self.setup, self.rules, dice or self.dice
        twin._film = None
        twin.events, twin.choices = self.events[: point.events], self.choices[: point.choices]
        twin.history = self.history[:made]
        twin._back_to(point)
        return twin

    # -- looking --------------------------------------------------------------------------------------------------

    def hash(self, viewer: Viewer = REFEREE) -> str:
        """The hash of the state, as far as `viewer` may know it, and of the answers given to the running step.

        It is the same in every process and on every machine. A record holds that of the referee, of the whole state.
        """
        state = self.state if viewer is REFEREE else known_to(self.rules, self.state, viewer)
        return _hash(state, self.answers)

    def hash_at(self, made: int) -> str:
        """The hash when `made` choices had been made."""
        if made == len(self.history):
            return self.hash()
        return _hash(self.history[made].state, self.history[made].answers)

    def as_set_up(self, viewer: Viewer) -> State:
        """The present state; in deployment, with units on the cells chosen for them, as far as `viewer` may know."""
        return as_set_up(self.rules, self.front, viewer)

    def view(self, viewer: Viewer = REFEREE, frame: Frame | None = None) -> View:
        """What `viewer` may know of the table, now or in a frame; `wire.as_json` writes it for the protocol."""
        return view_of(self.rules, self.setup, self.front if frame is None else frame.state, viewer)

    def decision_for(self, viewer: Viewer) -> Decision | None:
        """The pending decision as `viewer` may see it: without options if it is another seat's."""
        decision = self.pending
        if decision is None or decision.seat == DICE or may_know(viewer, decision.seat):
            return decision
        return Decision(decision.seat, decision.kind, "", clauses=decision.clauses)

    @property
    def window(self) -> ReactionQueue | None:
        """The queue whose window asks the pending decision, if that is which reaction to declare; otherwise None."""
        decision = self.pending
        if decision is None or decision.default != PASS.id or not self.front.queues:
            return None
        queue = self.front.queues[-1]
        return queue if queue.stage == DECLARE and queue.asking == decision.seat else None

    def supposed(self) -> Supposed | None:
        """The pending decision by public facts alone.

        It has the options that would be legal if the face-down markers of its seat were of the kind it is about. None
        if nothing is asked, or if the question is about the secrets themselves (`Ruleset.supposing`). Raises RulesError
        if the face-down markers decide whether the seat is asked at all.
        """
        decision = self.pending
        if decision is None:
            return None
        public: Decision | None = decision
        front = self.front
        if decision.seat != DICE:
            if decision.kind == DEPLOY and self.rules.hidden_markers:
                return None
            state = self.rules.supposing(self.state, decision.seat, decision.kind)
            if state is None:
                return None
            if state is not self.state:
                t, public = run_step(state, self.rules, list(self.answers), table=self.table)
                front = t.state
        if public is None or (public.seat, public.kind) != (decision.seat, decision.kind):
            raise RulesError(f"Whether {decision.seat} is asked ({decision.kind}) depends on face-down markers.")
        known = known_to(self.rules, front, PUBLIC)
        return Supposed(public, self.rules.supposing(known, decision.seat, decision.kind) or known)

    def log_for(self, viewer: Viewer, since: int = 0) -> list[LogLine]:
        """The log from event number `since` on, as `viewer` may read it."""
        return [self.line(entry, viewer) for entry in self.events[since:]]

    def line(self, entry: LogEntry, viewer: Viewer = REFEREE) -> LogLine:
        """One event as `viewer` may read it."""
        return line_of(self.rules, self.front, entry, viewer)

    def why(self, viewer: Viewer = REFEREE) -> dict[str, list[Option] | Refusal]:
        """Unit -> its options in the present window, or why it has none, for the units of `viewer`."""
        return {name: self._why(name) for name, unit in self.front.units.items() if may_know(viewer, unit.seat)}

    def _why(self, unit: UnitId) -> list[Option] | Refusal:
        answer = self.rules.why(self.front, unit)
        known = not isinstance(answer, Refusal) or answer.reason != UNANSWERED
        return answer if known else self.rules.unasked(self.front, self.events, unit)

    def drafted(self, option: Option) -> Drafted:
        """The present plan with this draft option added, for people who look before they plan.

        It is empty during deployment, where nothing follows from an option.
        """
        if not self.front.queues:
            return Drafted((), Overlay(), None)
        state, seat = self.front.apart(), self.pending.seat if self.pending else ""
        queue = state.queues[-1]
        drafts.plan(state, queue, self.rules, seat, option)
        return Drafted(
            plan_of(queue, seat),
            self.rules.overlay(state, seat),
            self.rules.plan_refused(state, queue, seat),
            self.rules.remarks(state, self.pending) if self.pending else (),
        )

    def forecast(self, option: Option) -> Forecast | None:
        """The modifiers and exact chances of an attack option of the pending decision; None if it is no attack."""
        return self.rules.forecast(self.front, option)

    def odds(self, option_id: str = "", viewer: Viewer = REFEREE, *, assume: bool = False) -> list[odds_module.Likely]:
        """The exact distribution of what an option leads to before the next player decision, most likely first.

        It is worked out on the state as `viewer` knows it. With `assume`, later decisions take their default until the
        present action is over. "" asks for the odds of the pending roll. Raises NoDecision, IllegalChoice (also for
        another seat's option). If there is too much to count, the last row is what was left out (odds.LeftOut).
        """
        decision = self.decision_for(viewer)
        if decision is None:
            raise NoDecision("The match is over; nothing is being asked.")
        answers = list(self.answers)
        if decision.seat != DICE:
            option = decision.option(option_id)
            if option is None:
                raise IllegalChoice(f'"{option_id}" is not a legal answer.', [o.id for o in decision.options])
            answers.append(option)
        state = known_to(self.rules, self.state, viewer)
        found = odds_module.count(self.rules, state, answers, assume=assume, name_test=decision.seat != DICE)
        return odds_module.visible_changes(self.rules, known_to(self.rules, self.front, viewer), found, viewer)


def _expose(film: list[Frame], frame: Frame) -> None:
    """Add a frame. One without new events replaces the frame before it."""
    if len(film) > 1 and film[-1].events == frame.events:
        film.pop()
    film.append(frame)


def _hash(state: State, answers: Sequence[Answer]) -> str:
    answer_keys = [a.id if isinstance(a, Option) else list(a.faces) for a in answers]
    return digest(state.key() + repr(answer_keys).encode())
