"""Standoff: who sees any part of an order may shoot or dodge, once an order, and all results come at the same time.

It is written as the first template is, from top to bottom: words, state, events, throws, steps, and the class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec

from game.board.reach import Reach
from game.engine import vocabulary
from game.engine.decisions import Answerers, Refusal, Remark
from game.engine.dice import REACHES, Outcome, Read, Reader
from game.engine.events import Event, LogEntry, Shown, Words
from game.engine.forecast import Forecast
from game.engine.names import Cell, PhaseId, QuestionKind, Seat, UnitId, Verb
from game.engine.options import PASS, REACT, Moves, Option, Part, Path
from game.engine.phases import Phase
from game.engine.policies import ANY, Policy
from game.engine.presentation import Presentation
from game.engine.queue import DECLARE, Action, Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, q_end, q_resolve, window
from game.engine.ruleset import Ruleset, TableOf
from game.engine.state import State, Unit, Verdict
from game.engine.steps import step
from game.engine.throws import Roller, Sum, Throw
from game.engine.view import UnitExtra
from game.engine.vocabulary import Questions
from game.engine.wording import Modifier, written_ids
from game.rules.shared import ends_alone, foes, occupied, points, reckon, score_objectives

NEAR, NEED = 6, 4  # inches, and what a D6 must show so near (SO-03)
ONE_FALLS, OTHER_FALLS = 1, 2  # the outcome of an opposed throw is their sum (SO-04)


class Verbs(vocabulary.Verbs):
    """The actions of this rulebook, besides the common ones of `game.engine.vocabulary`."""

    ADVANCE = Verb("advance")
    FIRE = Verb("fire")
    DODGE = Verb("dodge")


class Phases:
    """The phases of a turn."""

    ORDERS = PhaseId("orders")
    END = PhaseId("end")


class Trooper(Unit):
    """A unit. `ordered`: it has had its order of the turn (SO-01)."""

    ordered: bool = False


class Yard(State[Trooper, Action]):
    """The state of the table. The present order is the action of its queue: `path` is its way, `target` its aim."""


YardTable = TableOf[Trooper, Action, Yard]


class Advanced(Event, frozen=True):
    """A unit moves along `path`, which begins at its old cell (SO-01)."""

    unit: UnitId
    path: list[Cell]
    at: Cell
    clauses = ("SO-01",)
    text = "{unit} advances to {at}."
    begins = True
    shown = Shown.MOVE


class Held(Event, frozen=True):
    """A unit stays where it is (SO-01)."""

    unit: UnitId
    clauses = ("SO-01",)
    text = "{unit} holds its place."
    begins = True


class Aimed(Event, frozen=True):
    """A unit announces the shot of its order (SO-01)."""

    unit: UnitId
    target: UnitId
    clauses = ("SO-01",)
    text = "{unit} aims at {target}."
    shown = Shown.SHOT


class Fell(Event, frozen=True):
    """A unit that was hit falls, once everything has been rolled (SO-05)."""

    unit: UnitId
    clauses = ("SO-05",)
    text = "{unit} falls."
    fate = "{units} out of action"


class Refreshed(Event, frozen=True):
    """All units may have an order again (SO-01)."""

    clauses = ("SO-01",)
    text = "Everybody may have an order again."


class Shot(Throw, frozen=True):
    """A shot that nothing opposes: it hits with a D6 of `need` or more (SO-03)."""

    unit: UnitId
    target: UnitId
    base: tuple[str, int]
    modifiers: tuple[Modifier, ...]
    need: int
    why = "shot"
    clauses = ("SO-03",)
    lucky = "unit"
    form = "{}+"
    dice = (6,)

    @property
    def read(self) -> Read:
        """A hit is at least `need`."""
        return REACHES(0, self.need)

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Whoever may fall by it."""
        return (self.target,)

    def falls(self, name: UnitId) -> tuple[int, ...]:
        """The outcomes in which that unit falls."""
        return (1,) if name == self.target else ()

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The sentence of the log: shooter, target, face and need."""
        return f"{words.unit(self.unit)} fires at {words.unit(self.target)}: {faces[0]}, needs {self.need}."


def _opposed(faces: tuple[int, ...], need: int, against: int, dodges: int) -> int:
    one, other = faces
    other_falls = not dodges and one >= max(need, other)
    one_falls = other >= against and other >= one + dodges
    return ONE_FALLS * one_falls + OTHER_FALLS * other_falls


OPPOSED = Reader(_opposed)
"""Numbers: what the first die needs to hit, what the second needs, and 1 if the first only dodges."""


class Exchange(Throw, frozen=True):
    """An answer against the shot that it answers, one die each (SO-04).

    `unit` answers with a hit at `need`, or `dodges`; `target` is the unit under orders, which hits at `against`.
    """

    unit: UnitId
    target: UnitId
    need: int
    against: int
    dodges: bool
    why = "exchange"
    clauses = ("SO-04",)
    form = "{}+"
    dice = (6, 6)
    unshown = ("dodges",)

    @property
    def read(self) -> Read:
        """Who falls: `ONE_FALLS`, `OTHER_FALLS`, their sum, or 0."""
        return OPPOSED(self.need, self.against, int(self.dodges))

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """Whoever answers, then whoever is answered."""
        return Roller(self.unit), Roller(self.target)

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Whoever may fall by it."""
        return self.unit, self.target

    def told_by(self, name: UnitId) -> Exchange:
        """The same exchange as that unit tells it, with its own need as the number to be shown."""
        return self if name == self.unit else msgspec.structs.replace(self, need=self.against)

    @property
    def sum(self) -> Sum:
        """What a hit needs; the other die may still beat it."""
        return Sum(("exchange", self.need), (), self.need, form=self.form)

    @property
    def asks(self) -> str:
        """The dice of both."""
        return "D6 against D6"

    def falls(self, name: UnitId) -> tuple[int, ...]:
        """The outcomes in which that unit falls."""
        return (ONE_FALLS if name == self.unit else OTHER_FALLS, ONE_FALLS + OTHER_FALLS)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The sentence of the log: both units, their faces and needs."""
        one, other = words.unit(self.unit), words.unit(self.target)
        does = f"dodges {faces[0]}" if self.dodges else f"fires {faces[0]}, needs {self.need}"
        return f"{one} {does}; {other} fires {faces[1]}, needs {self.against}."


def shot(unit: UnitId, target: UnitId, distance: int) -> Shot:
    """The shot of one unit at another over that distance (SO-03)."""
    modifiers = (("far", 1, "SO-03"),) if distance > NEAR else ()
    return Shot(unit, target, ("shot", NEED), modifiers, NEED + len(modifiers))


def own_shot(state: Yard, unit: UnitId, target: UnitId) -> Shot:
    """The shot of the unit under orders, from where it has come to (SO-03)."""
    return shot(unit, target, state.board.distance(state.units[unit].at, state.units[target].at))


def seen(state: Yard, unit: Trooper, path: list[Cell]) -> list[Cell]:
    """The cells of an order's way that the unit sees in its RANGE (SO-02)."""
    board, reach = state.board, unit.stats["RANGE"]
    return [cell for cell in path if board.distance(unit.at, cell) <= reach and board.visible(unit.at, cell)]


def reach(state: Yard, unit: Trooper) -> Reach:
    """The cells to which the unit can advance (SO-01). Movement is counted in half inches, two for an inch of PACE."""
    return state.board.reach(unit.at, 2 * unit.stats["PACE"], occupied(state, but=unit.id))


def orders(state: Yard, seat: Seat) -> Iterator[Part]:
    """The orders of all units that have not had one: every advance, and holding (SO-01)."""
    for unit in state.standing(seat):
        if not unit.ordered:
            cells = [cell for cell in reach(state, unit).costs if cell != unit.at]
            like = Option(f"{unit.id}:{Verbs.ADVANCE}:", Verbs.ADVANCE, unit.id, clauses=("SO-01",))
            yield Moves(like, cells, len(cells), state.board.width)
            text = f"{unit.id.upper()} holds its place"
            yield like.but(id=f"{unit.id}:{Verbs.HOLD}", action=Verbs.HOLD, text=text)


@step
def order(t: YardTable) -> None:
    """Give one unit its order, then one of the next side, until all have had one (SO-01)."""
    state = t.state
    ready = {seat for seat in state.seats for unit in state.standing(seat) if not unit.ordered}
    if ends_alone(t, "SO-06") or not ready:
        return
    seat = next(seat for seat in state.rotation(state.seat or state.seats[0]) if seat in ready)
    choice = t.ask(
        seat,
        Questions.ACTIVATE,
        lambda: orders(state, seat),
        question="which unit gets an order?",
        note="Each unit has one order a turn.",
        clauses=("SO-01",),
        secret=True,
    )
    state.seat = state.enemies(seat)[0]
    unit = state.units[choice.unit]
    path = [unit.at]
    if choice.action == Verbs.ADVANCE:
        path += choice.path or reach(state, unit).path(choice.to)
        unit = t.change(unit, Advanced(unit.id, path, choice.to))
        unit.at = choice.to
    else:
        unit = t.change(unit, Held(unit.id))
    unit.ordered = True
    t.cause = t.last  # the following events are caused by the order
    t.begin(Action(choice.action, unit.id, path), ANY, t.cause)
    if choice.action == Verbs.ADVANCE:
        window(t, state.enemies(seat), Verbs.ADVANCE, unit.id, path=path, cell=unit.at)
    t.then(aim)
    t.then(fire)
    t.then(q_resolve)
    t.then(q_end)
    t.then(order)


@step
def aim(t: YardTable) -> None:
    """Ask at whom the unit under orders fires; its shot may be answered, too (SO-01, SO-02)."""
    state, name = t.state, t.queue.instigator
    unit = state.units[name]
    none = Option(Verbs.NONE, Verbs.NONE, name, clauses=("SO-01",), text="Hold fire")
    choice = t.ask(
        unit.seat,
        Questions.SHOOT,
        [
            *(
                none.but(
                    id=f"{name}:{Verbs.FIRE}:{foe.id}",
                    action=Verbs.FIRE,
                    target=foe.id,
                    text=f"Fire at {foe.id.upper()}",
                )
                for foe in foes(state, unit.seat)
                if seen(state, unit, [foe.at])
            ),
            none,
        ],
        question=f"at whom does {name.upper()} fire?",
        clauses=("SO-01",),
        unit=name,
    )
    if choice.action == Verbs.FIRE:
        t.queue.action.target = choice.target
        t.cause = t.emit(Aimed(name, choice.target))
        window(t, state.enemies(unit.seat), Verbs.FIRE, name, path=[unit.at], cell=unit.at)


def answer_of(queue: ReactionQueue, unit: UnitId) -> Reaction | None:
    """The answer that a unit has given to the order."""
    return next((reaction for reaction in queue.reactions if reaction.unit == unit), None)


@step
def fire(t: YardTable) -> None:
    """Roll the shot of the order, unless its target has answered: then the answer is rolled against it (SO-04)."""
    action = t.queue.action
    action.status = "done"
    if (
        action.target
        and answer_of(t.queue, action.target) is None
        and t.roll(own_shot(t.state, action.unit, action.target))
    ):
        t.together(fall, action.target)


@step
def fall(t: YardTable, name: UnitId) -> None:
    """A unit that was hit falls, even if it was hit twice (SO-05)."""
    if not t.state.units[name].out:
        t.change(name, Fell(name)).out = True


@step
def turn_over(t: YardTable) -> None:
    """Score the ground that is held, and let all units have an order again (SO-01, SO-06)."""
    score_objectives(t, lambda unit: not unit.out, "SO-06")
    t.emit(Refreshed())
    for name in t.state.units:
        t.unit(name).ordered = False


class Standoff(Ruleset[Trooper, Action, Yard]):
    """One unit has an order, and every enemy that sees any part of it may answer it once."""

    id = "standoff"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.ACTIVATE: (Verbs.ADVANCE, Verbs.HOLD),
        Questions.SHOOT: (Verbs.FIRE, Verbs.NONE),
        REACT: (Verbs.FIRE, Verbs.DODGE, PASS.action),
    }
    state_type = Yard
    unit_type = Trooper
    presentation = Presentation(
        ladder_title="Answers",
        order_title="all at the same time",
        verbs={Verbs.FIRE: "shot at {target}", Verbs.DODGE: "dodge"},
        by_unit=(REACT, Questions.SHOOT),
        passes=(PASS.action, Verbs.NONE),
    )
    phases = (
        Phase(Phases.ORDERS, "Orders", (order,), Phases.END, ("SO-01",)),
        Phase(Phases.END, "End phase", (turn_over,), clauses=("SO-06",)),
    )
    react_clauses = close_clauses = ("SO-02",)
    order_clauses = ("SO-05",)
    holding = ("a unit", "SO-06")
    score = staticmethod(points)

    def make_policies(self) -> dict[Verb, Policy]:
        """Each enemy answers an order once, when the way or the shot is announced; nothing is rolled yet (SO-02)."""
        return {ANY: Policy("others", "until_passes", stages=(DECLARE,), again=False, once=True)}

    def verdict(self, state: Yard) -> Verdict:
        """The side with more points wins, or if equal the one with more units (SO-06)."""
        return reckon(state, "units standing", lambda unit: int(not unit.out), "SO-06")

    def ready(self, state: Yard, unit: UnitId, /) -> Refusal | None:
        """Why a unit may not answer at all, None if it may (SO-02)."""
        return Refusal("SO-02", "out of action", unit) if state.units[unit].out else None

    def may_react(self, state: Yard, queue: ReactionQueue, trigger: Trigger, unit: UnitId, /) -> list[Option] | Refusal:
        """A shot at the unit under orders and a dodge, or why there is neither (SO-02).

        A dodge is for a unit that is fired at, or may still be.
        """
        target, action = trigger.actor, queue.action
        if not seen(state, state.units[unit], action.path):
            return Refusal("SO-02", f"no part of the order of {target.upper()} is in sight and range", unit)
        like = Option("", Verbs.FIRE, unit, target, trigger=trigger.id, clauses=("SO-02",))
        answers = [like.but(id=f"{unit}:{Verbs.FIRE}:{target}", text=f"Fire at {target.upper()}")]
        if action.target in ("", unit):
            answers.append(like.but(id=f"{unit}:{Verbs.DODGE}", action=Verbs.DODGE, target="", text="Dodge"))
        return answers

    def unasked(self, state: Yard, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
        """Why a unit has nothing to answer now (SO-02)."""
        return Refusal("SO-02", "it answers when the advance or the shot of an enemy’s order is announced", unit)

    def react_question(self, state: Yard, queue: ReactionQueue, seat: Seat) -> tuple[str, str]:
        """The question and the note of a prompt to answer."""
        name, aimed_at = queue.instigator.upper(), queue.action.target.upper()
        what = f"{name} aims at {aimed_at}." if aimed_at else f"{name} advances, and may fire yet."
        return "who fires or dodges?", f"{what} A unit answers an order once."

    def declare(self, t: YardTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Declare an answer (SO-02)."""
        declared(t, queue, reaction, ("SO-02",))

    def still_may(self, state: Yard, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Why an answer comes to nothing: a dodge of a unit that nobody fires at (SO-04)."""
        idle = reaction.action == Verbs.DODGE and queue.action.target != reaction.unit
        return Refusal("SO-04", f"{queue.instigator.upper()} does not fire at it", reaction.unit) if idle else None

    def answer(self, state: Yard, order: Action, aim: UnitId, unit: UnitId, given: Verb) -> Shot | Exchange:
        """The throw of the answer `given` by a unit: against the order's shot if its `aim` is that unit (SO-04).

        Otherwise a plain shot. It is measured as ruling SO-A1 says.
        """
        at = state.units[unit].at
        cells = order.path[-1:] if self.ruling("SO-A1") == "end" else seen(state, state.units[unit], order.path)
        plain = shot(unit, order.unit, min(state.board.distance(at, cell) for cell in cells))
        if aim != unit:
            return plain
        against = own_shot(state, order.unit, unit).need
        return Exchange(unit, order.unit, plain.need, against, dodges=given == Verbs.DODGE)

    def carry_out(self, t: YardTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Roll an answer. Whoever is hit falls only after the last throw of the order (SO-05)."""
        throw = self.answer(t.state, queue.action, queue.action.target, reaction.unit, reaction.action)
        outcome = t.roll(throw)
        for name in throw.units:
            if outcome in throw.falls(name):
                t.together(fall, name)

    def forecast(self, state: Yard, option: Option) -> Forecast | None:
        """The forecast of a shot, with the chance of the throw itself (SO-03, SO-04)."""
        if option.action != Verbs.FIRE:
            return None
        queue, target, only = state.queues[-1], option.target, ""
        order, given = queue.action, answer_of(queue, target)
        throw: Shot | Exchange
        if option.unit != order.unit:
            throw = self.answer(state, order, order.target, option.unit, option.action)
            only = "" if order.target else f"if {target.upper()} does not fire at it"
        elif given is not None:
            throw = self.answer(state, order, target, target, given.action)
        else:
            throw, only = own_shot(state, option.unit, target), f"if {target.upper()} does not answer"
        distance = state.board.distance(state.units[option.unit].at, state.units[target].at)
        p = sum((throw.chance(outcome) for outcome in throw.falls(target)), Fraction(0))
        if isinstance(throw, Exchange):
            return Forecast(throw=throw.told_by(option.unit), p_hit=p, p_out=p, distance=distance)
        return Forecast(throw=throw, p_hit=p, p_out=p, distance=distance, only=only)

    def pathfinder(self, state: Yard) -> Callable[[Option], Path | None]:
        """The shortest path of an advance."""
        return lambda one: reach(state, state.units[one.unit]).path(one.to) if one.action == Verbs.ADVANCE else None

    def foretells(self, state: Yard, option: Option) -> tuple[Remark, ...]:
        """Which enemies will be able to answer an order (SO-02)."""
        unit = state.units.get(option.unit)
        if unit is None or option.action not in (Verbs.ADVANCE, Verbs.HOLD):
            return ()
        path = [unit.at, *self.complete(state, option).path]
        watchers = tuple(foe.id for foe in foes(state, unit.seat) if seen(state, foe, path))
        return (Answerers(f"{written_ids(watchers)} can answer.", "SO-02", watchers),) if watchers else ()

    def unit_extra(self, unit: Trooper) -> UnitExtra:
        """What the view shows of a unit: whether its order is spent."""
        return UnitExtra(spent=unit.ordered)
