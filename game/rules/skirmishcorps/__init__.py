"""SkirmishCorps: reactions snowball, then resolve by RE. The flagship rulebook.

Read in this order: turns (assign, act, end), activation (announce), react (declare), slot (carry out a reaction)
and force, action (the instigator's own), attack, covering, chances, ground.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from game.engine.decisions import Option, Refusal
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.queue import Policy, Reaction, ReactionQueue, Trigger
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup, SetupError
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.view import StepRow, UnitExtra
from game.rules.shared import points, way_refused
from game.rules.skirmishcorps import action, activation, attack, covering, force, react, say, slot, turns
from game.rules.skirmishcorps.chances import POINT_BLANK
from game.rules.skirmishcorps.ground import aware, pace_budget, reach_of
from game.rules.skirmishcorps.presentation import PRESENTATION

SNOWBALL = Policy("both", "until_passes", "merge", ("-RE",), "delegates", freeze=True)


class SkirmishCorps(Ruleset):
    """Any action or reaction may be answered until both sides pass; then RE from high to low, the instigator last."""

    id = "skirmishcorps"
    phases = turns.PHASES
    steps: ClassVar[Mapping[str, Callable[..., None]]] = {
        **turns.STEPS,
        **activation.STEPS,
        **react.STEPS,
        **slot.STEPS,
        **force.STEPS,
        **action.STEPS,
        **attack.STEPS,
        **covering.STEPS,
    }
    react_clauses = ("SC-01", "SC-03")
    close_clauses = ("SC-09", "SC-10", "SC-26")
    order_clauses = ("SC-21",)
    tie_clauses = ("SC-23", "SC-22", "SC-25")
    hesitate_clauses = ("SC-24",)
    presentation = PRESENTATION
    hidden_markers = True

    def make_policies(self) -> dict[str, Policy]:
        """One row serves every trigger."""
        return {"*": SNOWBALL}

    def sides(self, setup: Setup) -> list[list[str]]:
        """Two sides; where nothing is said every other seat (SC-A32)."""
        sides = super().sides(setup)
        if len(sides) > 2 and "sides" in setup.options:
            raise SetupError(f"SkirmishCorps has two sides, not {len(sides)}: mend the option `sides`.")
        return sides if len(sides) <= 2 else [list(setup.seats[::2]), list(setup.seats[1::2])]

    def prepare(self, state: State, setup: Setup) -> None:
        """A position that names who acts needs no roll for it."""
        if setup.phase == "act" and setup.seat:
            state.tags["opening"] = setup.seat

    def score(self, state: State) -> dict[str, int]:
        """Points by seat (SC-A54)."""
        return points(state)

    def verdict(self, state: State) -> tuple[str, str, tuple[str, ...]]:
        """Points, then units (SC-A55)."""
        return turns.verdict(state)

    # -- reacting -------------------------------------------------------------------------------------------------

    def ready(self, state: State, unit: str) -> Refusal | None:
        """Marker, pin, freeze (SC-01, SC-42, SC-26)."""
        return react.ready(state, unit)

    def may_react(self, state: State, queue: ReactionQueue, trigger: Trigger, unit: str) -> list[Option] | Refusal:
        """The four kinds of reaction (SC-65)."""
        return react.may_react(self, state, queue, trigger, unit)

    def window_public(self, state: State, queue: ReactionQueue, seat: str) -> bool | None:
        """A side is asked when one of its units with a face-down marker could be aware: all that the table shows."""
        return any(
            seat in trigger.to
            and any("down" in u.markers.values() and aware(state, trigger, u) for u in state.standing(seat))
            for trigger in queue.open_triggers()
        )

    def react_prompt(self, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
        """Who reacts to what."""
        name = queue.instigator.upper()
        declared = [reaction for reaction in queue.reactions if reaction.status != "failed"]
        if declared:
            last = declared[-1]
            what = f"{last.unit.upper()} has declared against {last.target.upper()}"
        else:
            what = f"{name} announces {say.announced(queue.action, state.board)}"
        return f"{self.seat_name(seat)} decides: who reacts?", f"{what}; nothing is carried out until both sides pass."

    def declare(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """Flip the marker (SC-04)."""
        react.declare(t, reaction)

    def still_may(self, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Lost if its unit is out or pinned (SC-A16, SC-A29)."""
        return slot.slot_refused(state, reaction)

    def carry_out(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """The slot in RE order (SC-21)."""
        slot.carry_out(t, reaction)

    def order_value(self, state: State, queue: ReactionQueue, reaction: Reaction, key: str) -> int:
        """Highest RE first (SC-21)."""
        return -state.units[reaction.unit].stats["RE"]

    def rank(self, state: State, queue: ReactionQueue, reaction: Reaction) -> str:
        """The RE, as the ladder shows it."""
        return str(state.units[reaction.unit].stats["RE"])

    def frozen(self, state: State, queue: ReactionQueue) -> list[str]:
        """Exactly the units whose overwatch marker is still face-down (SC-27)."""
        return [u.id for u in state.standing() if u.markers.get("overwatch") == "down"]

    def closed(self, t: Table, queue: ReactionQueue) -> None:
        """Under ruling SC-A1 "at_close" forcing is announced now."""
        if self.ruling("SC-A1") == "at_close":
            t.then("announce_forces")

    def go_on(self, t: Table, queue: ReactionQueue) -> None:
        """The instigator acts last, unless it has been forced (SC-13)."""
        for step in action.ACT_STEPS:
            t.then(step)

    # -- paths ----------------------------------------------------------------------------------------------------

    def complete(self, state: State, option: Option) -> Option:
        """A move with its shortest path."""
        if option.action != "move" or option.path or option.to < 0:
            return option
        unit = state.units[option.unit]
        return option._replace(path=reach_of(state, unit).path(option.to))

    def complete_all(self, state: State, options: Sequence[Option]) -> list[Option]:
        """Moves with their shortest paths; a unit's reach is looked up once."""
        reaches = {name: reach_of(state, state.units[name]) for name in {o.unit for o in options if o.action == "move"}}
        return [
            option._replace(path=reaches[option.unit].path(option.to))
            if option.action == "move" and not option.path and option.to >= 0
            else option
            for option in options
        ]

    def path_refused(self, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
        """A bent path must be walkable, within the pace, and end in the chosen cell (SC-A52)."""
        if option.action != "move" or option.point >= 0:
            return Refusal("SC-A22", "the path of this choice is fixed", option.unit)
        budget = pace_budget(state.units[option.unit], option.pace)
        return way_refused(state, option, path, budget, ("SC-A52", "SC-A36"))

    # -- what people read -----------------------------------------------------------------------------------------

    def forecast(self, state: State, option: Option) -> Forecast | None:
        """Sum and chances of an attack option."""
        return say.forecast(self, state, option)

    def say(self, state: State, event: LogEntry, fields: Mapping[str, object]) -> str:
        """One sentence for an event."""
        return say.sentence(self, state, event.type, fields)

    def procedure(self, state: State) -> list[StepRow]:
        """The running procedure for the step list."""
        return say.procedure(self, state)

    def bands(self, unit: str, state: State) -> tuple[int, ...]:
        """Point blank, half range, range (SC-A38)."""
        reach = self.weapon(state.units[unit].weapons[0]).range
        return tuple(band for band in (POINT_BLANK, reach // 2, reach) if 0 < band <= reach)

    def unit_extra(self, unit: Unit) -> UnitExtra:
        """Whether the unit's one action is spent."""
        return UnitExtra(spent=bool(unit.fact("acted")))
