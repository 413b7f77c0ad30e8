"""The look ahead: the expected value of an option by exact odds, over all outcomes, until the action in hand is over.

`Replies` says what the enemy (and the seat itself, later) would answer on the way, and values the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from game.ai.thought import Expected, Parts, mean
from game.engine.decisions import Decision
from game.engine.dice import Read, Roll, Row, spread
from game.engine.names import MarkerKind, QuestionKind, Seat, UnitId
from game.engine.options import PASS, REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.steps import Step
from game.engine.structs import fresh
from game.engine.table import Answer, Draw, Table, run_step, run_to_question
from game.engine.throws import Throw

MOST_OUTCOMES = 8
"""Of a roll with more outcomes than this (many dice at once) only the likeliest are weighed."""

LEAST_CHANCE = 0.04
"""A table less likely than this is valued as it is: looking on would cost as much as for a likely one."""

MOST_STEPS = 200
"""The most steps in which the next question is looked for."""


class Doubt(NamedTuple):
    """An answer that another seat would give if the face-down marker of `unit` is of the right kind.

    `chance`: how likely that is (0 to 1). Otherwise the marker is of the kind `other`, and the question is asked again.
    """

    option: Option
    chance: float
    unit: UnitId
    other: MarkerKind


class Either(NamedTuple):
    """The seat takes that of these options which a look at each shows to be best for its side."""

    options: tuple[Option, ...]


Reply = Option | Doubt
"""What another seat is expected to answer."""


class End(NamedTuple):
    """A table at which the action in hand is over: the chance of coming to it, and its `worth` there.

    `state` is the table before the running step, `answers` those that this step has been given.
    """

    chance: float
    state: State
    answers: Sequence[Answer]
    worth: Parts


class Fall(NamedTuple):
    """One outcome of a roll, and its share (0 to 1) of all outcomes that are weighed."""

    roll: Roll
    share: float


def weighed(rows: Sequence[Row]) -> tuple[Fall, ...]:
    """The outcomes of a roll that are weighed: all, or the `MOST_OUTCOMES` likeliest."""
    if len(rows) > MOST_OUTCOMES:
        rows = sorted(rows, key=lambda row: (-row[1], str(row[0])))[:MOST_OUTCOMES]
    total = float(sum(share for _, share, _ in rows))
    return tuple([Fall(Roll(faces, outcome), float(share) / total) for outcome, share, faces in rows])


@lru_cache(maxsize=4096)
def falls(dice: tuple[int, ...], read: Read) -> tuple[Fall, ...]:
    """The outcomes, to be weighed, of these dice when they are read in this way."""
    return weighed(spread(dice, read).outcomes)


class Replies(Protocol):
    """What a look ahead assumes about every seat's answers, and how it values a table."""

    def unasked(self, state: State, seat: Seat, kind: QuestionKind) -> Reply | None:
        """An answer that needs no list of options (making it is most of the cost), or None."""

    def reply(self, state: State, asked: Decision) -> Option | Either | None:
        """The answer expected to a later decision; None to stop and value the table here."""

    def falls(self, state: State, throw: Throw) -> Sequence[Fall]:
        """The outcomes of a throw, as far as they matter; `state` is the table before the step that rolls."""

    def over(self, state: State) -> bool:
        """Whether the action is over here, so that the table is valued before the next step."""

    def evaluate(self, state: State) -> Parts:
        """How well the seat that looks ahead stands."""


class _Valued(Exception):  # noqa: N818 - a signal, not an error
    """The running step is followed no further; `worth` is that of its table."""

    def __init__(self, worth: Parts) -> None:
        self.worth = worth


class _InDoubt(Exception):  # noqa: N818 - a signal, not an error
    """The next answer depends on a marker that is not known."""

    def __init__(self, doubt: Doubt) -> None:
        self.doubt = doubt


class _Undecided(Exception):  # noqa: N818 - a signal, not an error
    """The next answer, by a seat of `side`, is found by a look at each of these options."""

    def __init__(self, options: Sequence[Option], side: str) -> None:
        self.options, self.side = options, side


class _Thrown(NamedTuple):
    """A roll in a run that went on with the first of its `falls`; the others are tried after the run.

    `place`: where the roll is among the answers of its step; `chance`: of coming to the roll; `met`: as of the run.
    """

    place: int
    chance: float
    falls: Sequence[Fall]
    met: bool


class _Run:
    """One run of a step: the table `before` it, the `depth` of queues, its rolls, and the chance of coming to here.

    `met`: whether another seat has answered on the way.
    """

    __slots__ = ("before", "chance", "depth", "met", "thrown")

    def __init__(self, before: State, depth: int, chance: float, *, met: bool) -> None:
        self.before = before
        self.depth = depth
        self.chance = chance
        self.met = met
        self.thrown: list[_Thrown] = []


class _ThinkingTable(Table):
    """A table that answers for every seat, and lists no options that nobody is going to read."""

    def __init__(
        self,
        state: State,
        rules: Ruleset,
        answers: list[Answer],
        draw: Draw | None,
        first_event: int,
        *,
        step: Step,
        look: Lookahead,
        run: _Run,
    ) -> None:
        super().__init__(state, rules, answers, draw, first_event, step=step, silent=True)
        self.look = look
        self.run = run

    def before_options(self, seat: Seat, kind: QuestionKind, *, secret: bool) -> None:
        """End the look where the queue of its action is done, and answer where no list of options is needed."""
        if len(self.state.queues) < self.run.depth:
            raise _Valued(self.look.ended(self.run.chance, self.run.before, self.answers, self.state))
        answer = self.look.unasked(self.state, seat, kind)
        if isinstance(answer, Doubt):
            raise _InDoubt(answer)
        if answer is not None:
            self.answers.append(answer)

    def on_question(self, asked: Decision) -> Option:
        return self.look.replied(self.state, asked, self.run)

    def on_roll(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        return self.look.fallen(self.state, throw, self.answers, self.run)


class Lookahead:
    """The expected value of options of `seat`. After `limit` runs of steps the table is valued as it is.

    A run of a step takes the expected answers and the first outcome of each roll; each other outcome is a run more.

    `answered`: whether another seat was asked on the way, so that the assumptions about it mattered.
    `ends`: the tables it came to at which the action was over.
    """

    def __init__(self, rules: Ruleset, replies: Replies, seat: Seat, limit: int) -> None:
        self.rules = rules
        self.replies = replies
        self.seat = seat
        self.limit = limit
        self.answered = False
        self.ends: list[End] = []
        self._left = limit
        self._answers: dict[Option, float] = {}
        self._met = 0.0

    def value(self, state: State, answers: Sequence[Answer], option: Option) -> Parts:
        """The expected value of answering `option` to the question that (state, answers) leads to."""
        self._left = self.limit
        return self._value(state, [*answers, option], max(1, len(state.queues)), 1.0, met=False)

    @property
    def steps(self) -> int:
        """The cost of the latest look: runs of steps, answers and rolls."""
        return self.limit - self._left

    @property
    def expected(self) -> Expected | None:
        """The likeliest answer of another seat that was not a pass, None if there was none."""
        if not self._answers:
            return None
        option = max(self._answers, key=lambda option: (self._answers[option], option.id))
        return Expected(option, min(1.0, self._answers[option]), min(1.0, self._met))

    # -- while a step runs ----------------------------------------------------------------------------------------

    def unasked(self, state: State, seat: Seat, kind: QuestionKind) -> Reply | None:
        """The answer that needs no list of options, if there is one."""
        self.answered = self.answered or seat != self.seat
        return self.replies.unasked(state, seat, kind)

    def replied(self, front: State, asked: Decision, run: _Run) -> Option:
        """The answer expected from a list of options. Raises _Valued, _Undecided."""
        option = self.replies.reply(front, asked) if self._left > 0 else None
        if option is None:
            raise _Valued(self.replies.evaluate(front))
        if isinstance(option, Either):
            raise _Undecided(option.options, front.side(asked.seat))
        if asked.seat != self.seat and asked.kind == REACT and option.action != PASS.action:
            self._expect(option, run.chance, met=run.met)
            run.met = True
        self._left -= 1
        return option

    def _expect(self, option: Option, chance: float, *, met: bool) -> None:
        """Count an answer of another seat, and the first of its line (not `met`) for the chance of any answer."""
        self._answers[option] = self._answers.get(option, 0.0) + chance
        self._met += 0.0 if met else chance

    def fallen(self, front: State, throw: Throw, answers: Sequence[Answer], run: _Run) -> Roll:
        """The first outcome of a roll; the others wait in `run`. Raises _Valued."""
        if self._left <= 0:
            raise _Valued(self.replies.evaluate(front))
        thrown = _Thrown(len(answers), run.chance, self.replies.falls(run.before, throw), run.met)
        roll, share = thrown.falls[0]
        run.thrown.append(thrown)
        run.chance *= share
        if run.chance < LEAST_CHANCE:
            raise _Valued(self.ended(run.chance, run.before, [*answers, roll], run.before))
        self._left -= 1
        return roll

    def ended(self, chance: float, state: State, answers: Sequence[Answer], front: State) -> Parts:
        """The worth of the table `front`, which is added to the ends."""
        worth = self.replies.evaluate(front)
        self.ends.append(End(chance, state, answers, worth))
        return worth

    # -- step by step ---------------------------------------------------------------------------------------------

    def _value(self, state: State, answers: list[Answer], depth: int, chance: float, *, met: bool) -> Parts:
        """The expected worth of playing on from (state, answers), to which it comes with that `chance`."""
        while chance >= LEAST_CHANCE and state.agenda and not state.outcome:
            if not answers and self.replies.over(state):
                break
            self._left -= 1
            run = _Run(state, depth, chance, met=met)
            try:
                t, _ = run_step(state, self.rules, answers, table=_ThinkingTable, look=self, run=run)
            except _Valued as valued:
                worth = valued.worth
            except _InDoubt as found:
                worth = self._doubted(run, answers, found.doubt)
            except _Undecided as open_to:
                worth = self._best(run, answers, open_to)
            else:
                if not run.thrown:
                    state, answers, met = t.state, [], run.met
                    continue
                worth = self._value(t.state, [], depth, run.chance, met=run.met)
            return self._over_falls(run, answers, worth)
        return self.ended(chance, state, answers, state)

    def _over_falls(self, run: _Run, answers: Sequence[Answer], worth: Parts) -> Parts:
        """The expected worth over all rolls of a run, whose first outcomes led to `worth`."""
        for place, chance, found, met in reversed(run.thrown):
            others = [
                self._value(run.before, [*answers[:place], roll], run.depth, chance * share, met=met)
                for roll, share in found[1:]
            ]
            worth = mean((worth, *others), [share for _, share in found])
        return worth

    def _doubted(self, run: _Run, answers: list[Answer], doubt: Doubt) -> Parts:
        """The expected worth over both cases: the marker is of the kind for that answer, or it is not."""
        state, depth, chance = run.before, run.depth, run.chance
        if self._left <= 0:
            return self.replies.evaluate(state)
        self._expect(doubt.option, chance * doubt.chance, met=run.met)
        answered = self._value(state, [*answers, doubt.option], depth, chance * doubt.chance, met=True)
        otherwise = state.clone()
        otherwise.units[doubt.unit] = unit = fresh(state.units[doubt.unit])
        unit.take_face_down_for(doubt.other)
        passed = self._value(otherwise, list(answers), depth, chance * (1 - doubt.chance), met=run.met)
        return mean((answered, passed), (doubt.chance, 1 - doubt.chance))

    def _best(self, run: _Run, answers: list[Answer], open_to: _Undecided) -> Parts:
        """The worth of the option that is best for the side that is asked."""
        own = open_to.side == run.before.side(self.seat)
        ends, answered, some = self.ends, self._answers, self._met
        found: list[tuple[float, Parts, list[End], dict[Option, float], float]] = []
        for option in open_to.options:
            self.ends, self._answers, self._met = [], dict(answered), some
            worth = self._value(run.before, [*answers, option], run.depth, run.chance, met=run.met)
            found.append((worth.total if own else -worth.total, worth, self.ends, self._answers, self._met))
        _, worth, more, self._answers, self._met = max(found, key=lambda one: one[0])
        self.ends = [*ends, *more]
        return worth


class _Reached(Exception):  # noqa: N818 - a signal, not an error
    """The next question has been reached; `state` is the table there."""

    def __init__(self, state: State) -> None:
        self.state = state


class _LuckyTable(Table):
    """A table whose rolls `lucky` decides. It stops at the first question, before its options are listed."""

    def __init__(self, *args: Any, lucky: Callable[[Throw], Roll], **options: Any) -> None:
        super().__init__(*args, **options)
        self.lucky = lucky

    def before_options(self, seat: Seat, kind: QuestionKind, *, secret: bool) -> None:
        raise _Reached(self.state)

    def on_roll(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        return self.lucky(throw)


def next_question(
    rules: Ruleset, state: State, answers: Sequence[Answer], option: Option, lucky: Callable[[Throw], Roll]
) -> State | None:
    """The table at the next question after `option`, its rolls decided by `lucky`; None if the battle ends before."""
    try:
        run_to_question(state, rules, [*answers, option], most_steps=MOST_STEPS, table=_LuckyTable, lucky=lucky)
    except _Reached as reached:
        return reached.state
    return None
