"""The table: what a rule sees. It asks, rolls, changes units, says what happened, and puts next steps on the agenda.

Every change of a unit goes through `change`, which alters and tells in one call, so nothing happens in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.engine.decisions import DICE, Decision, Event, Option, Options, Refusal
from game.engine.dice import DiceError, Outcome, Read, Rolled, check_faces
from game.engine.queue import Action, ReactionQueue
from game.engine.state import State, Step, Unit

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset

Answer = Option | Rolled
Draw = Callable[[str, tuple[int, ...]], tuple[int, ...] | None]


class RulesError(RuntimeError):
    """A rule broke its own contract: an impure step, a default that is no option, an empty question."""


class Pause(Exception):  # noqa: N818 - a signal, not an error
    """A step needs an answer that nobody has given yet."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision


class Table:
    """One run of one step on a clone of the state. `answers` are those given so far to this step's questions."""

    def __init__(
        self,
        state: State,
        rules: Ruleset,
        answers: list[Answer],
        draw: Draw | None,
        first_event: int,
        step: Step,
        *,
        silent: bool = False,
    ) -> None:
        self.state = state
        self.rules = rules
        self.answers = answers
        self.draw = draw
        self.first_event = first_event
        self.cause = step.cause
        self.step = step
        self.silent = silent
        self.events: list[Event] = []
        self.pushed: list[Step] = []
        self.rolls: list[tuple[str, tuple[int, ...]]] = []
        self.used = 0

    # -- asking and rolling ---------------------------------------------------------------------------------------

    def ask(
        self,
        seat: str,
        kind: str,
        options: Options,
        *,
        prompt: str,
        note: str = "",
        clauses: Sequence[str] = (),
        default: str = "",
        unit: str = "",
        secret: bool = False,
        refused: Callable[[], Sequence[Refusal]] | None = None,
    ) -> Option:
        """The option `seat` chooses. A single legal answer is taken without asking, unless `secret`.

        `options` may be a function: it is called only while the question is open, and `refused` after it. Raises Pause.
        """
        if self.used < len(self.answers):
            self.used += 1
            given = self.answers[self.used - 1]
            if not isinstance(given, Option):
                raise RulesError(f"The step {self.step.name} asked where it rolled before.")
            return given
        listed = tuple(options() if callable(options) else options)
        if not listed:
            raise RulesError(f"The step {self.step.name} asked {seat} ({kind}) without any option.")
        if len(listed) == 1 and not secret:
            self.answers.append(listed[0])
            self.used += 1
            return listed[0]
        default = default or listed[-1].id
        if listed[-1].id != default and all(option.id != default for option in listed):
            raise RulesError(f"The default {default} of {kind} is not among its options.")
        raise Pause(
            Decision(
                seat, kind, prompt, listed, note, tuple(clauses), default, unit, tuple(refused()) if refused else ()
            )
        )

    def roll(
        self,
        why: str,
        dice: tuple[int, ...],
        read: Read,
        clauses: Sequence[str] = (),
        *,
        prompt: str = "",
        **shown: object,
    ) -> Outcome:
        """The outcome of rolling `dice` (sides each) as `read` reads them; told as "rolled" with `shown`.

        Faces that the reader wants rolled again are rolled again. Raises Pause when nobody can roll yet.
        """
        while True:
            rolled = self._rolled(why, dice, read, clauses, prompt)
            self.rolls.append((why, rolled.faces))
            self._tell(
                "rolled",
                clauses,
                None,
                "",
                (),
                {"why": why, "dice": dice, "faces": rolled.faces, "outcome": rolled.outcome, **shown},
            )
            if rolled.outcome is not None:
                return rolled.outcome

    def _rolled(self, why: str, dice: tuple[int, ...], read: Read, clauses: Sequence[str], prompt: str) -> Rolled:
        if self.used < len(self.answers):
            self.used += 1
            given = self.answers[self.used - 1]
            if not isinstance(given, Rolled):
                raise RulesError(f"The step {self.step.name} rolled where it asked before.")
            return given
        faces = self.draw(why, dice) if self.draw else None
        if faces is None:
            raise Pause(
                Decision(DICE, "roll", prompt or f"Roll: {why}", clauses=tuple(clauses), dice=dice, read=read, why=why)
            )
        rolled = self.rules.read(dice, read, faces, why)
        self.answers.append(rolled)
        self.used += 1
        return rolled

    def faces(self, why: str) -> list[tuple[int, ...]]:
        """The faces of every roll of that reason in this step, rerolls included."""
        return [faces for reason, faces in self.rolls if reason == why]

    # -- changing and telling -------------------------------------------------------------------------------------

    def unit(self, name: str) -> Unit:
        """The unit of that id."""
        return self.state.units[name]

    def change(
        self,
        unit: Unit | str,
        type: str,
        clauses: Sequence[str] = (),
        *,
        cause: int | None = None,
        sees: str = "",
        hidden: Sequence[str] = (),
        also: Mapping[str, object] | None = None,
        markers: Mapping[str, str | None] | None = None,
        facts: Mapping[str, int] | None = None,
        tags: Mapping[str, str] | None = None,
        **fields: object,
    ) -> int:
        """Alter a unit and tell it as event `type`. Markers set to None go; facts and tags are merged in.

        The event shows the unit, the altered fields, the markers and `also`. Returns the event's number.
        """
        piece = self.state.units[unit] if isinstance(unit, str) else unit
        for name, value in fields.items():
            setattr(piece, name, value)
        for kind, face in (markers or {}).items():
            if face is None:
                piece.markers.pop(kind, None)
            else:
                piece.markers[kind] = face
        if facts:
            piece.facts.update(facts)
        if tags:
            piece.tags.update(tags)
        shown = {"unit": piece.id, **fields, **(also or {})}
        if markers:
            shown["markers"] = dict(markers)
        return self._tell(type, clauses, cause, sees, hidden, shown)

    def mark(
        self,
        type: str,
        clauses: Sequence[str] = (),
        *,
        facts: Mapping[str, int] | None = None,
        tags: Mapping[str, str] | None = None,
        **fields: object,
    ) -> int:
        """Alter what the table remembers beside the units, and tell it."""
        self.state.facts.update(facts or {})
        self.state.tags.update(tags or {})
        return self._tell(type, clauses, None, "", (), fields)

    def emit(
        self,
        type: str,
        clauses: Sequence[str] = (),
        *,
        cause: int | None = None,
        sees: str = "",
        hidden: Sequence[str] = (),
        **fields: object,
    ) -> int:
        """Tell that something happened. Returns its number."""
        return self._tell(type, clauses, cause, sees, hidden, fields)

    def _tell(
        self,
        kind: str,
        clauses: Sequence[str],
        cause: int | None,
        sees: str,
        hidden: Sequence[str],
        fields: Mapping[str, object],
    ) -> int:
        if self.silent:
            return 0
        number = self.first_event + len(self.events)
        origin = self.cause if cause is None else cause
        self.events.append(Event(number, kind, tuple(clauses), origin, fields, sees, tuple(hidden)))
        return number

    def end(self, winner: str, reason: str, clauses: Sequence[str] = ()) -> None:
        """End the game. `winner` is a seat, or "" for a draw."""
        self.state.outcome = {"winner": winner, "reason": reason}
        self.emit("game_ended", clauses, winner=winner, reason=reason)

    # -- the agenda -----------------------------------------------------------------------------------------------

    def then(self, step: str, *args: object, cause: int | None = None) -> None:
        """Run `step` next, before all that waits; several in one step run in call order."""
        self.pushed.append(Step(step, list(args), self.cause if cause is None else cause))

    @property
    def queue(self) -> ReactionQueue:
        """The reaction queue of the action in hand."""
        return self.state.queues[-1]

    def begin(self, action: Action, kind: str, n: int = -1) -> ReactionQueue:
        """Open the reaction queue of an action under the policy of `kind`; `n` is the event that announced it."""
        queue = ReactionQueue(kind, action.unit, action, n=n)
        self.state.queues.append(queue)
        return queue


def read_faces(rules: Ruleset, dice: tuple[int, ...], read: Read, faces: Sequence[int], why: str) -> Rolled:
    """Check faces and read them. Raises DiceError."""
    whole = tuple(faces)
    if not all(isinstance(face, int) and not isinstance(face, bool) for face in whole):
        raise DiceError(f'The roll "{why}" takes whole numbers.')
    check_faces(whole, dice, why)
    return Rolled(whole, rules.readers[str(read[0])].read(whole, *read[1:]))
