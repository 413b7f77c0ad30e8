"""WH40K 2nd edition overwatch: give up a turn, fire at any moment of the enemy's movement phase.

Read in this order: turns (the phases), overwatch (counters and fire), targets, charges, movement, fire, chances, fighting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from game.engine.decisions import Option, Refusal
from game.engine.dice import Reader
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.queue import Policy, Reaction, ReactionQueue, Trigger
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.view import StepRow, UnitExtra
from game.rules.shared import points
from game.rules.wh40k2 import charges, fighting, fire, movement, overwatch, say, turns
from game.rules.wh40k2.chances import Shot, shot_sum
from game.rules.wh40k2.presentation import PRESENTATION
from game.rules.wh40k2.targets import forecast_shot

AT_ONCE = Policy("others", "at_once", stages=("declare",))
MOVE = Policy("others", "at_once", stages=("declare", "action"))


class WH40K2(Ruleset):
    """Counters in the own turn, fire in the enemy's movement phase, each shot worked out at once."""

    id = "wh40k2"
    phases = turns.PHASES
    steps: ClassVar[Mapping[str, Callable[..., None]]] = {
        **turns.STEPS,
        **overwatch.STEPS,
        **charges.STEPS,
        **movement.STEPS,
        **fire.STEPS,
        **fighting.STEPS,
    }
    readers: ClassVar[Mapping[str, Reader]] = {**fire.FIRE_READERS, **fighting.DUEL_READER}
    player_turns = True
    react_clauses = ("WH-09", "WH-10")
    close_clauses = ("WH-17",)
    order_clauses = ("WH-A11",)
    presentation = PRESENTATION
    pass_until = ("action", "turn", *(f"within {inches}" for inches in overwatch.HOLD))

    def make_policies(self) -> dict[str, Policy]:
        """A declared move is continued after the fire; the phase windows have nothing to go on with."""
        return {"*": AT_ONCE, "move": MOVE}

    def prepare(self, state: State, setup: Setup) -> None:
        """Counters lie face-up; a position that begins in a phase belongs to the seat it names."""
        for unit in state.units.values():
            unit.markers = dict.fromkeys(unit.markers, "up")
        if setup.phase:
            state.seat = setup.seat or self.first_seat(state)
        elif setup.seat:
            state.first = setup.seat

    def score(self, state: State) -> dict[str, int]:
        """Points by seat (WH-A38)."""
        return points(state)

    def verdict(self, state: State) -> tuple[str, str, tuple[str, ...]]:
        """Points, then models (WH-A38)."""
        return turns.verdict(state)

    def ready(self, state: State, unit: str) -> Refusal | None:
        """A counter, and the enemy's movement phase (WH-06, WH-09)."""
        return overwatch.ready(state, unit)

    def may_react(self, state: State, queue: ReactionQueue, trigger: Trigger, unit: str) -> list[Option] | Refusal:
        """Points of the move, and targets that stand still (WH-11, WH-12)."""
        return overwatch.may_react(self, state, queue, trigger, unit)

    def react_prompt(self, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
        """Who fires, at what, when."""
        action = queue.action
        if action.unit:
            end = state.board.label(action.path[-1])
            what = f"{action.unit.upper()} {action.kind}s to {end}"
        else:
            what = "The movement phase begins" if action.kind == "phase_started" else "The movement phase ends"
        hold = ", ".join(str(inches) for inches in overwatch.HOLD[:-1])
        note = f"{what}. A pass may hold until an enemy in sight comes within {hold} or {overwatch.HOLD[-1]} inches."
        return f"{self.seat_name(seat)} decides: who fires on overwatch, and when?", note

    def why(self, state: State, unit: str) -> list[Option] | Refusal:
        """As ever; but in its own turn a watching squad is told that it does nothing (WH-07)."""
        piece = state.units[unit]
        if not state.queues and piece.seat == state.seat and not piece.out and (no := movement.idle(piece)):
            return no
        return super().why(state, unit)

    def react_refusals(self, state: State, queue: ReactionQueue, seat: str) -> list[Refusal]:
        """Points that cannot be fired at, then units that cannot fire."""
        return [*overwatch.refusals(self, state, queue, seat), *super().react_refusals(state, queue, seat)]

    def hushed(self, state: State, queue: ReactionQueue, seat: str, until: str) -> bool:
        """A standing answer "within N" ends when an enemy comes so near (WH-10)."""
        return overwatch.hushed(self, state, queue, seat, until)

    def declare(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """The counter comes off (WH-16)."""
        overwatch.declare(t, queue, reaction)

    def still_may(self, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Declared and carried out at once: only a squad without models could not."""
        return Refusal("WH-01", "no model left") if state.units[reaction.unit].out else None

    def carry_out(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """Fire at the chosen moment (WH-17)."""
        overwatch.carry_out(t, queue, reaction)

    def go_on(self, t: Table, queue: ReactionQueue) -> None:
        """The move goes on (WH-17)."""
        movement.go_on(t, queue)

    def complete(self, state: State, option: Option) -> Option:
        """A move with its shortest path."""
        return movement.complete(self, state, option)

    def path_refused(self, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
        """A bent path must be walkable and short enough."""
        return movement.path_refused(self, state, option, path)

    def forecast(self, state: State, option: Option) -> Forecast | None:
        """Sum and chances of a shot."""
        if option.action not in ("ranged_attack", "throw"):
            return None
        if state.queues:
            return shot_sum(self, state, forecast_shot(state, option))
        target = state.units[option.target]
        return shot_sum(self, state, Shot(option.unit, target.id, target.at, option.weapon))

    def say(self, state: State, event: LogEntry, fields: Mapping[str, object]) -> str:
        """One sentence for an event."""
        return say.SENTENCES[event.type](self, state, fields)

    def procedure(self, state: State) -> list[StepRow]:
        """The phases of the turn."""
        return say.procedure(self, state)

    def bands(self, unit: str, state: State) -> tuple[int, ...]:
        """Short range and the end of long range (WH-A28)."""
        numbers = self.weapon(state.units[unit].weapons[0]).numbers
        return tuple(sorted({numbers["short"], numbers["range"]}))

    def unit_extra(self, unit: Unit) -> UnitExtra:
        """What the squad has done this turn."""
        return UnitExtra(spent=bool(unit.fact("moved") and unit.fact("shot")))
