"""Stargrunt II with opportunity fire and overwatch: test or counter, the firer's point, chains in the order declared.

Read in this order: turns (activation), options, actions, moves, opportunity (firing out of turn), fire, chances,
morale, assault, dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.engine.decisions import Option, Refusal
from game.engine.dice import Reader
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.queue import ACTION, DECLARE, RESOLVE, Policy, Reaction, ReactionQueue, Trigger
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.view import StepRow, UnitExtra
from game.rules.shared import points
from game.rules.stargrunt2 import actions, assault, fire, morale, moves, opportunity, options, say, turns
from game.rules.stargrunt2.chances import Shot, shot_sum
from game.rules.stargrunt2.dice import SG_READERS
from game.rules.stargrunt2.presentation import PRESENTATION
from game.rules.stargrunt2.show import SquadExtra

MOVE = Policy("others", "at_once", stages=(DECLARE, ACTION))
OTHER = Policy("both", "until_passes", "merge", ("declared",), stages=(DECLARE, ACTION, RESOLVE))


class Stargrunt2(Ruleset):
    """A mover is fired at on its way, one point at a time; any other action is completed before the fire it drew."""

    id = "stargrunt2"
    phases = turns.PHASES
    steps: ClassVar[Mapping[str, Callable[..., None]]] = {
        **turns.STEPS,
        **actions.STEPS,
        **moves.STEPS,
        **opportunity.STEPS,
        **fire.STEPS,
        **morale.STEPS,
        **assault.STEPS,
    }
    readers: ClassVar[Mapping[str, Reader]] = SG_READERS
    react_clauses = ("SG-04",)
    close_clauses = ("SG-28",)
    order_clauses = ("SG-A5",)
    presentation = PRESENTATION

    def make_policies(self) -> dict[str, Policy]:
        """A move is answered one point at a time on its way; ruling SG-A7 may make it one round of declarations."""
        move = MOVE
        if self.ruling("SG-A7") == "declared":
            move = replace(MOVE, declare="until_passes", order=("declared",), stages=(DECLARE, RESOLVE, ACTION))
        return {"*": OTHER, "move": move, "combat_move": move}

    def prepare(self, state: State, setup: Setup) -> None:
        """Counters lie face-up; a position that names a seat begins with it."""
        for unit in state.units.values():
            unit.markers = dict.fromkeys(unit.markers, "up")
            if "suppressed" in unit.markers:
                unit.facts.setdefault("suppressed", 1)
        if setup.seat or setup.first:
            state.tags["opening"] = setup.seat or setup.first

    def score(self, state: State) -> dict[str, int]:
        """Points by seat (SG-A47)."""
        return points(state)

    def verdict(self, state: State) -> tuple[str, str, tuple[str, ...]]:
        """Points, then fit men (SG-A47)."""
        return turns.verdict(state)

    def ready(self, state: State, unit: str) -> Refusal | None:
        """Activation, suppression, confidence (SG-05, SG-A8, SG-15)."""
        return opportunity.ready(state, unit)

    def may_react(self, state: State, queue: ReactionQueue, trigger: Trigger, unit: str) -> list[Option] | Refusal:
        """By test, by counter, or as Reaction Fire."""
        return opportunity.may_react(self, state, queue, trigger, unit)

    def react_prompt(self, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
        """Who fires at what."""
        actor = state.units[queue.open_triggers()[-1].actor if queue.open_triggers() else queue.instigator]
        what = queue.action.kind.replace("_", " ") if actor.id == queue.instigator else "opportunity fire"
        when = "at a point of the move" if queue.action.kind in opportunity.MOVES else "after the action"
        return f"{self.seat_name(seat)} decides: who fires?", f"{actor.id.upper()}: {what}. Fire is worked out {when}."

    def react_refusals(self, state: State, queue: ReactionQueue, seat: str) -> list[Refusal]:
        """Points that cannot be fired at, then units that cannot fire."""
        return [*opportunity.refusals(self, state, queue, seat), *super().react_refusals(state, queue, seat)]

    def declare(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """Test or counter (SG-06, SG-32)."""
        opportunity.declare(t, queue, reaction)

    def still_may(self, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Suppressed, broken, or without a target meanwhile (SG-A5)."""
        return opportunity.still_may(self, state, queue, reaction)

    def carry_out(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """The fire (SG-16, SG-27)."""
        opportunity.carry_out(t, queue, reaction)

    def go_on(self, t: Table, queue: ReactionQueue) -> None:
        """The action itself."""
        actions.go_on(t, queue)

    def ended(self, t: Table, queue: ReactionQueue) -> None:
        """A transferred action begins."""
        actions.ended(t, queue)

    def complete(self, state: State, option: Option) -> Option:
        """A move with its shortest path."""
        return options.complete(self, state, option)

    def path_refused(self, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
        """A bent path must be walkable and short enough."""
        return options.path_refused(self, state, option, path)

    def forecast(self, state: State, option: Option) -> Forecast | None:
        """Dice and chances of a fire option."""
        if option.action == "fire":
            target = state.units[option.target]
            return shot_sum(self, state, Shot(option.unit, option.target, target.at, option.weapon))
        if option.action not in ("opportunity_fire", "overwatch_fire", "reaction_fire") or not option.weapon:
            return None
        cell = option.to if option.to >= 0 else state.units[option.target].at
        shot = Shot(
            option.unit, option.target, cell, option.weapon, option.action != "reaction_fire", moved=option.point > 0
        )
        return shot_sum(self, state, shot)

    def say(self, state: State, event: LogEntry, fields: Mapping[str, object]) -> str:
        """One sentence for an event."""
        return say.SENTENCES[event.type](self, state, fields)

    def procedure(self, state: State) -> list[StepRow]:
        """The stages of the action in hand, or of the turn."""
        return say.procedure(self, state)

    def unit_extra(self, unit: Unit) -> UnitExtra:
        """Activation, confidence and the wounded."""
        return SquadExtra(
            spent=bool(unit.fact("activated")),
            confidence=morale.LEVELS[morale.confidence(unit)],
            untreated=unit.fact("wounded"),
        )
