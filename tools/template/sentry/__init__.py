"""Sentry: the smallest rulebook that is a game. Copy it, replace SE by two letters of your own, and change everything.

From top to bottom: words, state, events, the throw, the steps of the turn, and the class that names all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from game.board.reach import Reach
from game.engine import vocabulary
from game.engine.decisions import Refusal
from game.engine.dice import REACHES
from game.engine.dice import Outcome as Outcome
from game.engine.dice import Read as Read
from game.engine.events import Event, Shown
from game.engine.events import Words as Words
from game.engine.forecast import Forecast
from game.engine.names import Cell, PhaseId, QuestionKind, Seat, UnitId, Verb
from game.engine.options import PASS, REACT, Moves, Option, Part, Path
from game.engine.phases import Phase
from game.engine.policies import ANY, Policy
from game.engine.presentation import Presentation
from game.engine.queue import ACTION, DECLARE, Action, Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, q_end, window
from game.engine.ruleset import Ruleset, TableOf
from game.engine.state import State, Unit, Verdict
from game.engine.steps import step
from game.engine.throws import Throw
from game.engine.view import UnitExtra
from game.engine.vocabulary import Questions
from game.engine.wording import INCHES, length
from game.rules.shared import ends_alone, foes, occupied, points, reckon, score_objectives

NEAR = 3  # inches (SE-03)


class Verbs(vocabulary.Verbs):
    """The actions of this rulebook, besides the common ones of `game.engine.vocabulary`."""

    FIRE = Verb("fire")
    MARCH = Verb("march")
    WAIT = Verb("wait")


class Phases:
    """The phases of a turn."""

    ACT = PhaseId("act")
    END = PhaseId("end")


class Guard(Unit):
    """A unit. `acted`, `fired`: what it has done this turn."""

    acted: bool = False
    fired: bool = False


class Post(State[Guard, Action]):
    """The state of the table. State that belongs to no unit is a field here."""


SentryTable = TableOf[Guard, Action, Post]


class Marched(Event, frozen=True):
    """A unit has moved along `path`, which begins at its old cell (SE-01)."""

    unit: UnitId
    path: list[Cell]
    at: Cell
    shown = Shown.MOVE
    clauses = ("SE-01",)
    text = "{unit} marches to {at}."


class Waited(Event, frozen=True):
    """A unit uses up its action without moving (SE-01)."""

    unit: UnitId
    clauses = ("SE-01",)
    text = "{unit} waits."


class PutOut(Event, frozen=True):
    """A unit is out of action (SE-03)."""

    unit: UnitId
    clauses = ("SE-03",)
    text = "{unit} is out of action."


class Refreshed(Event, frozen=True):
    """All units may act and fire again (SE-01, SE-02)."""

    clauses = ("SE-01", "SE-02")
    text = "Everybody may act and fire again."


class Shot(Throw, frozen=True):
    """A shot, which hits with a D6 of `need` or more (SE-03)."""

    unit: UnitId
    target: UnitId
    need: int
    why = "shot"
    clauses = ("SE-03",)
    dice = (6,)
    read = REACHES(0, "need")
    text = "{unit} fires at {target}: {faces}, needs {need}."


def shot(state: Post, unit: UnitId, target: UnitId) -> Shot:
    """The shot from one unit at another in the present state (SE-03)."""
    near = state.board.distance(state.units[unit].at, state.units[target].at) <= NEAR
    return Shot(unit, target, 4 if near else 5)


@step
def act(t: SentryTable) -> None:
    """Let one unit act, then one of the next side, until all have acted (SE-01)."""
    state = t.state
    ready = {seat for seat in state.seats for unit in state.standing(seat) if not unit.acted}
    if ends_alone(t, "SE-04") or not ready:
        return
    seat = next(seat for seat in state.rotation(state.seat or state.seats[0]) if seat in ready)
    question, note = "who acts?", "Each unit acts once a turn."
    choice = t.ask(
        seat,
        Questions.ACTIVATE,
        lambda: acts(state, seat),
        question=question,
        note=note,
        clauses=("SE-01",),
        secret=True,
    )
    state.seat = state.enemies(seat)[0]
    unit = state.units[choice.unit]
    if choice.action == Verbs.WAIT:
        t.change(unit, Waited(unit.id)).acted = True
    else:
        path = choice.path or reach(state, unit).path(choice.to)
        unit = t.change(unit, Marched(unit.id, [unit.at, *path], choice.to))
        unit.at, unit.acted = choice.to, True
        t.cause = t.last  # the following events are caused by the march
        t.begin(Action(Verbs.MARCH, unit.id, [unit.at]), ANY, t.cause)
        window(t, state.enemies(unit.seat), Verbs.MARCH, unit.id, cell=unit.at)
        t.then(q_end)
    t.then(act)


def reach(state: Post, unit: Guard) -> Reach:
    """The cells to which the unit can march (SE-01). Movement is counted in half inches, two for an inch of PACE."""
    return state.board.reach(unit.at, 2 * unit.stats["PACE"], occupied(state, but=unit.id))


def acts(state: Post, seat: Seat) -> Iterator[Part]:
    """The options of all units that have not acted: every march, and waiting (SE-01)."""
    for unit in state.standing(seat):
        if not unit.acted:
            cells = [cell for cell in reach(state, unit).costs if cell != unit.at]
            yield Moves(Option(f"{unit.id}:{Verbs.MARCH}:", Verbs.MARCH, unit.id), cells, len(cells), state.board.width)
            yield Option(f"{unit.id}:{Verbs.WAIT}", Verbs.WAIT, unit.id, text=f"{unit.id.upper()} waits")


@step
def turn_over(t: SentryTable) -> None:
    """Score the ground that is held, and let all units act and fire again (SE-01, SE-04)."""
    score_objectives(t, lambda unit: not unit.out, "SE-04")
    t.emit(Refreshed())
    for name in t.state.units:
        unit = t.unit(name)
        unit.acted = unit.fired = False


class Sentry(Ruleset[Guard, Action, Post]):
    """One unit marches, and every enemy that sees it arrive may fire at once."""

    id = "sentry"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.ACTIVATE: (Verbs.MARCH, Verbs.WAIT),
        REACT: (Verbs.FIRE, PASS.action),
    }
    state_type = Post
    unit_type = Guard
    presentation = Presentation()
    phases = (
        Phase(Phases.ACT, "Act phase", (act,), Phases.END, ("SE-01",)),
        Phase(Phases.END, "End phase", (turn_over,)),
    )
    react_clauses = order_clauses = close_clauses = ("SE-02",)
    score = staticmethod(points)

    def make_policies(self) -> dict[Verb, Policy]:
        """One policy for all triggers: each reaction is carried out at once, before the next is declared (SE-02)."""
        return {ANY: Policy("others", "at_once", stages=(DECLARE, ACTION))}

    def verdict(self, state: Post) -> Verdict:
        """The side with more points wins, or if equal the one with more units (SE-04)."""
        return reckon(state, "units standing", lambda unit: int(not unit.out), "SE-04")

    def ready(self, state: Post, unit: UnitId, /) -> Refusal | None:
        """Why a unit may not fire at all (SE-02), None if it may.

        It may fire once a turn, and under ruling SE-A1 "no" only if it has not acted.
        """
        piece = state.units[unit]
        if piece.out or piece.fired:
            return Refusal("SE-02", "out of action" if piece.out else "it has fired this turn", unit)
        if piece.acted and self.ruling("SE-A1") == "no":
            return Refusal("SE-A1", "it has acted this turn", unit)
        return None

    def may_react(self, state: Post, queue: ReactionQueue, trigger: Trigger, unit: UnitId, /) -> list[Option] | Refusal:
        """A shot at the unit that has marched, or why there is none: it must be in sight and in range (SE-02)."""
        piece, target = state.units[unit], state.units[trigger.actor]
        distance = state.board.distance(piece.at, target.at)
        if target.out or target not in foes(state, piece.seat):
            return Refusal("SE-02", f"{target.id.upper()} is no target", unit)
        if distance > piece.stats["RANGE"] or not state.board.visible(piece.at, target.at):
            return Refusal(
                "SE-02", f"{target.id.upper()} is out of sight or range, {length(distance, INCHES)} away", unit
            )
        text = f"Fire at {target.id.upper()}"
        return [Option(f"{unit}:{Verbs.FIRE}:{target.id}", Verbs.FIRE, unit, target.id, trigger=trigger.id, text=text)]

    def react_question(self, state: Post, queue: ReactionQueue, seat: Seat) -> tuple[str, str]:
        """The question and the note of a prompt to react."""
        return "who fires?", f"{queue.instigator.upper()} has marched."

    def declare(self, t: SentryTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Declare a shot, which is the unit's shot of the turn (SE-02)."""
        declared(t, queue, reaction, ("SE-02",))
        unit = t.unit(reaction.unit)
        unit.fired = True
        unit.acted = unit.acted or self.ruling("SE-A1") == "no"

    def still_may(self, state: Post, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Why a declared shot is no longer possible: its target is out already."""
        fallen = state.units[reaction.target].out
        return Refusal("SE-03", f"{reaction.target.upper()} is out of action") if fallen else None

    def carry_out(self, t: SentryTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Roll the shot (SE-03)."""
        if t.roll(shot(t.state, reaction.unit, reaction.target)):
            t.change(reaction.target, PutOut(reaction.target)).out = True

    def go_on(self, t: SentryTable, queue: ReactionQueue) -> None:
        """Go on after the reactions: the march is already over."""
        queue.action.status = "done"

    def forecast(self, state: Post, option: Option) -> Forecast | None:
        """The forecast of a shot, with the chance of the throw itself (SE-03)."""
        if option.action != Verbs.FIRE:
            return None
        throw = shot(state, option.unit, option.target)
        away = state.board.distance(state.units[option.unit].at, state.units[option.target].at)
        return Forecast(throw=throw, p_hit=throw.chance(), p_out=throw.chance(), distance=away)

    def pathfinder(self, state: Post) -> Callable[[Option], Path | None]:
        """The shortest path of a march."""
        return lambda one: reach(state, state.units[one.unit]).path(one.to) if one.action == Verbs.MARCH else None

    def unit_extra(self, unit: Guard) -> UnitExtra:
        """What the view shows of a unit: whether its action is spent."""
        return UnitExtra(spent=unit.acted)
