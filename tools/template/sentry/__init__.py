"""Sentry: the smallest rulebook that is a game. Copy it, rename SE to two letters of your own, and change everything.

From top to bottom: what is remembered, what happens, the throw, the turn, reacting, and the table that names it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from game.board.reach import Reach
from game.engine import vocabulary
from game.engine.decisions import Refusal
from game.engine.dice import REACHES, Outcome, Read
from game.engine.events import Event, Words
from game.engine.forecast import Forecast
from game.engine.names import Cell, PhaseId, QuestionKind, Seat, UnitId, Verb
from game.engine.options import PASS, REACT, Moves, Option, Part
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
    """What is done, beside the words of `game.engine.vocabulary` that other rulebooks have, too."""

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
    """The table. What belongs to no unit is a field here."""


SentryTable = TableOf[Guard, Action, Post]


class Marched(Event, frozen=True):
    """A unit has gone along `path`, which begins where it stood (SE-01)."""

    unit: UnitId
    path: list[Cell]
    at: Cell
    clauses = ("SE-01",)
    text = "{unit} marches to {at}."


class Waited(Event, frozen=True):
    """A unit uses its action up where it stands (SE-01)."""

    unit: UnitId
    clauses = ("SE-01",)
    text = "{unit} waits."


class PutOut(Event, frozen=True):
    """A unit is out of action (SE-03)."""

    unit: UnitId
    clauses = ("SE-03",)
    text = "{unit} is out of action."


class Refreshed(Event, frozen=True):
    """Everybody may act and fire again (SE-01, SE-02)."""

    clauses = ("SE-01", "SE-02")
    text = "Everybody may act and fire again."


class Shot(Throw, frozen=True):
    """A D6 of `need` or more (SE-03)."""

    unit: UnitId
    target: UnitId
    need: int
    why = "shot"
    clauses = ("SE-03",)
    dice = (6,)

    @property
    def read(self) -> Read:
        """At least `need`."""
        return REACHES(0, self.need)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """Who fires at whom, and what falls."""
        return f"{words.unit(self.unit)} fires at {words.unit(self.target)}: {faces[0]}, needs {self.need}."


def shot(state: Post, unit: UnitId, target: UnitId) -> Shot:
    """What the shot needs as things stand (SE-03)."""
    near = state.board.distance(state.units[unit].at, state.units[target].at) <= NEAR
    return Shot(unit, target, 4 if near else 5)


@step
def act(t: SentryTable) -> None:
    """One unit acts; then the next side, until nobody is left to act (SE-01)."""
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
        t.cause = t.last  # what comes now comes of the march
        t.begin(Action(Verbs.MARCH, unit.id, [unit.at]), ANY, t.cause)
        window(t, state.enemies(unit.seat), Verbs.MARCH, unit.id, cell=unit.at)
        t.then(q_end)
    t.then(act)


def reach(state: Post, unit: Guard) -> Reach:
    """Where the unit can march (SE-01): two half inches an inch of PACE."""
    return state.board.reach(unit.at, 2 * unit.stats["PACE"], occupied(state, but=unit.id))


def acts(state: Post, seat: Seat) -> Iterator[Part]:
    """Every march of every unit that has not acted, and waiting (SE-01)."""
    for unit in state.standing(seat):
        if not unit.acted:
            cells = [cell for cell in reach(state, unit).costs if cell != unit.at]
            yield Moves(Option(f"{unit.id}:{Verbs.MARCH}:", Verbs.MARCH, unit.id), cells, len(cells), state.board.width)
            yield Option(f"{unit.id}:{Verbs.WAIT}", Verbs.WAIT, unit.id, text=f"{unit.id.upper()} waits")


@step
def turn_over(t: SentryTable) -> None:
    """Everybody may act and fire again; ground that is held counts (SE-01, SE-04)."""
    score_objectives(t, lambda unit: not unit.out, "SE-04")
    t.emit(Refreshed())
    for name in t.state.units:
        unit = t.unit(name)
        unit.acted = unit.fired = False


class Sentry(Ruleset[Guard, Action, Post]):
    """One unit marches; whoever sees it arrive may fire, at once."""

    id = "sentry"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.ACTIVATE: (Verbs.MARCH, Verbs.WAIT),
        REACT: (Verbs.FIRE, PASS.action),
    }
    state_type = Post
    unit_type = Guard
    presentation = Presentation(moves=(Marched.type,))
    phases = (
        Phase(Phases.ACT, "Act phase", (act,), Phases.END, ("SE-01",)),
        Phase(Phases.END, "End phase", (turn_over,)),
    )
    react_clauses = order_clauses = close_clauses = ("SE-02",)
    score = staticmethod(points)

    def make_policies(self) -> dict[Verb, Policy]:
        """Each declaration is carried out at once, before the next is made (SE-02)."""
        return {ANY: Policy("others", "at_once", stages=(DECLARE, ACTION))}

    def verdict(self, state: Post) -> Verdict:
        """More points, then more units (SE-04)."""
        return reckon(state, "units standing", lambda unit: int(not unit.out), "SE-04")

    def ready(self, state: Post, unit: UnitId, /) -> Refusal | None:
        """Once a turn; under ruling SE-A1 "no" only a unit that has not acted (SE-02)."""
        piece = state.units[unit]
        if piece.out or piece.fired:
            return Refusal("SE-02", "out of action" if piece.out else "it has fired this turn", unit)
        if piece.acted and self.ruling("SE-A1") == "no":
            return Refusal("SE-A1", "it has acted this turn", unit)
        return None

    def may_react(self, state: Post, queue: ReactionQueue, trigger: Trigger, unit: UnitId, /) -> list[Option] | Refusal:
        """A shot at the marcher, if it is seen and in range (SE-02)."""
        piece, target = state.units[unit], state.units[trigger.actor]
        distance = state.board.distance(piece.at, target.at)
        if target.out or target not in foes(state, piece.seat):
            return Refusal("SE-02", f"{target.id.upper()} is no target", unit)
        if distance > piece.stats["RANGE"] or not state.board.visible(piece.at, target.at):
            return Refusal(
                "SE-02", f"{target.id.upper()} is out of sight or range, {length(distance, INCHES)} away", unit
            )
        text = f"Fire at {target.id.upper()}"
        return [Option(f"{unit}:{Verbs.FIRE}:{target.id}", Verbs.FIRE, unit, target.id, value=trigger.id, text=text)]

    def react_question(self, state: Post, queue: ReactionQueue, seat: Seat) -> tuple[str, str]:
        """Who fires."""
        return "who fires?", f"{queue.instigator.upper()} has marched."

    def declare(self, t: SentryTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Firing is announced, and is its shot of the turn (SE-02)."""
        declared(t, queue, reaction, ("SE-02",))
        unit = t.unit(reaction.unit)
        unit.fired = True
        unit.acted = unit.acted or self.ruling("SE-A1") == "no"

    def still_may(self, state: Post, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Not at a target that has fallen meanwhile."""
        fallen = state.units[reaction.target].out
        return Refusal("SE-03", f"{reaction.target.upper()} is out of action") if fallen else None

    def carry_out(self, t: SentryTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """The shot (SE-03)."""
        if t.roll(shot(t.state, reaction.unit, reaction.target)):
            t.change(reaction.target, PutOut(reaction.target)).out = True

    def go_on(self, t: SentryTable, queue: ReactionQueue) -> None:
        """The march is over already."""
        queue.action.status = "done"

    def forecast(self, state: Post, option: Option) -> Forecast | None:
        """The chance of a shot, from the throw itself (SE-03)."""
        if option.action != Verbs.FIRE:
            return None
        throw = shot(state, option.unit, option.target)
        p = throw.chance()
        away = state.board.distance(state.units[option.unit].at, state.units[option.target].at)
        need = throw.need
        return Forecast(away, "needs", need, (), need, f"D6 ≥ {need}", p, p, throw=throw.dice, read=throw.read)

    def complete(self, state: Post, option: Option) -> Option:
        """A march with its shortest path."""
        if option.action != Verbs.MARCH or option.path:
            return option
        return option.but(path=reach(state, state.units[option.unit]).path(option.to))

    def unit_extra(self, unit: Guard) -> UnitExtra:
        """Whether its action is spent."""
        return UnitExtra(spent=unit.acted)
