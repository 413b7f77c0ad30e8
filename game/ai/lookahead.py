"""One look ahead: the value of an answer by exact odds, every outcome of a roll weighed, until the action in hand is over.

What others (and oneself, later) would answer on the way is said by `Replies`, which also value the end.
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
"""Of a roll with more outcomes than this (a whole squad's dice at once) only the likeliest are weighed."""

LEAST_CHANCE = 0.04
"""What is less likely than this is valued as it stands: looking on costs as much as for what will happen."""

MOST_STEPS = 200
"""The next question is looked for no further than this many steps."""


class Doubt(NamedTuple):
    """An answer that another seat would give if the face-down marker of `unit` is of the right kind.

    `chance`: how likely it is; if it is not, the marker is of the kind `other`, and the question is asked again.
    """

    option: Option
    chance: float
    unit: UnitId
    other: MarkerKind


Reply = Option | Doubt
"""What another seat is expected to answer."""


class End(NamedTuple):
    """A table at which the action in hand is over: how likely it comes to that, and what it is worth as it stands.

    `state` is the table before the running step, `answers` what that step has been told.
    """

    chance: float
    state: State
    answers: Sequence[Answer]
    worth: Parts


class Fall(NamedTuple):
    """A way in which dice may fall, and its share (0 to 1) of all the ways that are weighed."""

    roll: Roll
    share: float


def weighed(rows: Sequence[Row]) -> tuple[Fall, ...]:
    """The outcomes of a roll as they are weighed: of many only the likeliest."""
    if len(rows) > MOST_OUTCOMES:
        rows = sorted(rows, key=lambda row: (-row[1], str(row[0])))[:MOST_OUTCOMES]
    whole = float(sum(share for _, share, _ in rows))
    return tuple([Fall(Roll(faces, outcome), float(share) / whole) for outcome, share, faces in rows])


@lru_cache(maxsize=4096)
def falls(dice: tuple[int, ...], read: Read) -> tuple[Fall, ...]:
    """The ways in which dice that are read so may fall, as they are weighed."""
    return weighed(spread(dice, read).outcomes)


class Replies(Protocol):
    """What a look ahead expects of everybody, and what it makes of the end."""

    def unasked(self, state: State, seat: str, kind: QuestionKind) -> Reply | None:
        """An answer that needs no list of options (listing costs most), or None."""

    def reply(self, state: State, asked: Decision) -> Option | None:
        """The answer expected to a later decision; None: stop looking here."""

    def falls(self, state: State, throw: Throw) -> Sequence[Fall]:
        """How dice may fall, as far as that is told apart; `state` is before the step that rolls."""

    def over(self, state: State) -> bool:
        """Whether what comes next belongs to no answer alone, so that the table is valued as it stands."""

    def evaluate(self, state: State) -> Parts:
        """How well things stand for the seat that looks."""


class _Valued(Exception):  # noqa: N818 - a signal, not an error
    """A step is followed no further; `worth` is that of the table."""

    def __init__(self, worth: Parts) -> None:
        self.worth = worth


class _InDoubt(Exception):  # noqa: N818 - a signal, not an error
    """What is answered depends on a marker that is not known."""

    def __init__(self, doubt: Doubt) -> None:
        self.doubt = doubt


class _Thrown(NamedTuple):
    """A roll of a run, which went on with the first of its `falls`: the others are looked at afterwards.

    `place` is that of its answer; `chance`: how likely it was to come to it.
    """

    place: int
    chance: float
    falls: Sequence[Fall]


class _Run:
    """One run of a step: the table `before` it, the `depth` of queues, what was rolled, the chance that it comes to this run."""

    __slots__ = ("before", "chance", "depth", "thrown")

    def __init__(self, before: State, depth: int, chance: float) -> None:
        self.before = before
        self.depth = depth
        self.chance = chance
        self.thrown: list[_Thrown] = []


class _ThinkingTable(Table):
    """A table that does not list options which nobody is going to read, and answers for everybody."""

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

    def unanswered(self, seat: str, kind: QuestionKind, *, secret: bool) -> None:
        """Beyond the action in hand it is over, and some questions are answered unasked."""
        if len(self.state.queues) < self.run.depth:
            raise _Valued(self.look.ended(self.run.chance, self.run.before, self.answers, self.state))
        told = self.look.unasked(self.state, seat, kind)
        if isinstance(told, Doubt):
            raise _InDoubt(told)
        if told is not None:
            self.answers.append(told)

    def answered(self, asked: Decision) -> Option:
        """What is expected to be answered."""
        return self.look.replied(self.state, asked, self.run.chance)

    def fallen(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        """The first of the ways in which it may fall."""
        return self.look.fallen(self.state, throw, self.answers, self.run)


class Lookahead:
    """Expected value of answers to `seat`. After `limit` runs of steps the table is valued as it then stands.

    A run goes on with what is expected to be answered, and with the first fall of a roll; each of the others is one more.

    `answered`: whether anybody else was asked for an answer on the way, so that it matters what he is thought to do.
    `ends`: the tables it came to at which the action is over.
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

    def value(self, state: State, answers: Sequence[Answer], option: Option) -> Parts:
        """The expected value of answering `option` to the question that (state, answers) stands at."""
        self._left = self.limit
        return self._value(state, [*answers, option], max(1, len(state.queues)), 1.0)

    @property
    def steps(self) -> int:
        """What the last look has cost: its runs of steps, with the answers and rolls on the way."""
        return self.limit - self._left

    @property
    def expected(self) -> Expected | None:
        """The likeliest answer of another seat in what has been looked at, but for passing; None if there was none."""
        if not self._answers:
            return None
        option = max(self._answers, key=lambda option: (self._answers[option], option.id))
        return Expected(option, min(1.0, self._answers[option]))

    # -- while a step runs ----------------------------------------------------------------------------------------

    def unasked(self, state: State, seat: Seat, kind: QuestionKind) -> Reply | None:
        """What is answered without a list of options, if it is."""
        self.answered = self.answered or seat != self.seat
        return self.replies.unasked(state, seat, kind)

    def replied(self, front: State, asked: Decision, chance: float) -> Option:
        """What is answered out of a list. Raises _Valued."""
        option = self.replies.reply(front, asked) if self._left > 0 else None
        if option is None:
            raise _Valued(self.replies.evaluate(front))
        if asked.seat != self.seat and asked.kind == REACT and option.action != PASS.action:
            self._answers[option] = self._answers.get(option, 0.0) + chance
        self._left -= 1
        return option

    def fallen(self, front: State, throw: Throw, answers: Sequence[Answer], run: _Run) -> Roll:
        """The first fall of a roll; the others wait in `run`. Raises _Valued."""
        if self._left <= 0:
            raise _Valued(self.replies.evaluate(front))
        thrown = _Thrown(len(answers), run.chance, self.replies.falls(run.before, throw))
        roll, share = thrown.falls[0]
        run.thrown.append(thrown)
        run.chance *= share
        if run.chance < LEAST_CHANCE:
            raise _Valued(self.ended(run.chance, run.before, [*answers, roll], run.before))
        self._left -= 1
        return roll

    def ended(self, chance: float, state: State, answers: Sequence[Answer], front: State) -> Parts:
        """The worth of the table that is in `front`, which is kept among the ends."""
        worth = self.replies.evaluate(front)
        self.ends.append(End(chance, state, answers, worth))
        return worth

    # -- step by step ---------------------------------------------------------------------------------------------

    def _value(self, state: State, answers: list[Answer], depth: int, chance: float) -> Parts:
        """The expected worth of what comes of (state, answers), where it is so likely to come to."""
        while chance >= LEAST_CHANCE and state.agenda and not state.outcome:
            if not answers and self.replies.over(state):
                break
            self._left -= 1
            run = _Run(state, depth, chance)
            try:
                t, _ = run_step(state, self.rules, answers, table=_ThinkingTable, look=self, run=run)
            except _Valued as valued:
                worth = valued.worth
            except _InDoubt as found:
                worth = self._doubted(state, answers, found.doubt, depth, run.chance)
            else:
                if not run.thrown:
                    state, answers = t.state, []
                    continue
                worth = self._value(t.state, [], depth, run.chance)
            return self._over_falls(run, answers, worth)
        return self.ended(chance, state, answers, state)

    def _over_falls(self, run: _Run, answers: Sequence[Answer], worth: Parts) -> Parts:
        """The expectation over all that was rolled in a run, which came to `worth` by the first fall of everything."""
        for place, chance, found in reversed(run.thrown):
            others = [
                self._value(run.before, [*answers[:place], roll], run.depth, chance * share)
                for roll, share in found[1:]
            ]
            worth = mean((worth, *others), [share for _, share in found])
        return worth

    def _doubted(self, state: State, answers: list[Answer], doubt: Doubt, depth: int, chance: float) -> Parts:
        """Both ways: the marker is of the kind for that answer, or it is not."""
        if self._left <= 0:
            return self.replies.evaluate(state)
        self._answers[doubt.option] = self._answers.get(doubt.option, 0.0) + chance * doubt.chance
        answered = self._value(state, [*answers, doubt.option], depth, chance * doubt.chance)
        otherwise = state.clone()
        otherwise.units[doubt.unit] = unit = fresh(state.units[doubt.unit])
        unit.take_face_down_for(doubt.other)
        passed = self._value(otherwise, list(answers), depth, chance * (1 - doubt.chance))
        return mean((answered, passed), (doubt.chance, 1 - doubt.chance))


class _Reached(Exception):  # noqa: N818 - a signal, not an error
    """The question that was looked for has been come to; `state` is the table as it stands there."""

    def __init__(self, state: State) -> None:
        self.state = state


class _LuckyTable(Table):
    """A table on which rolls fall as `lucky` says. It stops at the first question, before the answers are listed."""

    def __init__(self, *args: Any, lucky: Callable[[Throw], Roll], **options: Any) -> None:
        super().__init__(*args, **options)
        self.lucky = lucky

    def unanswered(self, seat: str, kind: QuestionKind, *, secret: bool) -> None:
        """It stops."""
        raise _Reached(self.state)

    def fallen(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        """As it is said."""
        return self.lucky(throw)


def next_question(
    rules: Ruleset, state: State, answers: Sequence[Answer], option: Option, lucky: Callable[[Throw], Roll]
) -> State | None:
    """The table at the next question once `option` has been answered, rolls falling as `lucky` says; None at the end."""
    try:
        run_to_question(state, rules, [*answers, option], most=MOST_STEPS, table=_LuckyTable, lucky=lucky)
    except _Reached as reached:
        return reached.state
    return None
