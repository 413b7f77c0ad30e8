"""Epic: formations of stands, the engage action, and the counter charge of the formation that is charged.

Read in this order: ground (centimetres, zones, coherency), formations, turns, actions, moves, ways, drafts, coherency,
overwatch and fire, then the assault: assault (A1 to A8), charge, counter, combat, result, withdraw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from game.engine.decisions import Option, Refusal
from game.engine.dice import READERS, Reader
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.queue import DECLARE, RESOLVE, Policy, Reaction, ReactionQueue, Trigger
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup, SetupError
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.view import GroupView, Overlay, StepRow, UnitExtra
from game.rules.epic import (
    actions,
    assault,
    chances,
    coherency,
    combat,
    drafts,
    fire,
    hits,
    overwatch,
    result,
    say,
    show,
    turns,
    ways,
    withdraw,
)
from game.rules.epic.formations import MARKS, first, formation_of, formations, marked, on_table, standing
from game.rules.epic.ground import NEAR, is_vehicle, scale
from game.rules.epic.presentation import PRESENTATION
from game.rules.epic.show import StandExtra
from game.rules.shared import points

OWN_MOVE = Policy("others", "draft", order=(), stages=(DECLARE,))
COUNTER_CHARGE = Policy("others", "draft", order=("declared",), stages=(DECLARE, RESOLVE))
OVERWATCH = Policy("others", "at_once", order=("declared",), stages=(DECLARE,))

SCALES = range(1, 101)


class Epic(Ruleset):
    """Charge, overwatch, counter charges as one set, attacks, result; on a tie both sides counter charge again."""

    id = "epic"
    phases = turns.PHASES
    steps: ClassVar[Mapping[str, Callable[..., None]]] = {
        **turns.STEPS,
        **actions.STEPS,
        **drafts.STEPS,
        **overwatch.STEPS,
        **fire.STEPS,
        **hits.STEPS,
        **assault.STEPS,
        **combat.STEPS,
        **result.STEPS,
        **withdraw.STEPS,
    }
    readers: ClassVar[Mapping[str, Reader]] = {**READERS, **fire.COUNT, **result.BEST, **turns.STRATEGY}
    presentation = PRESENTATION
    turn_clauses = ("EP-A26",)
    react_clauses = ("EP-09",)
    close_clauses = ("EP-06",)
    order_clauses = ("EP-A3",)

    def make_policies(self) -> dict[str, Policy]:
        """Own moves and counter charges are drafts; overwatch fires at once."""
        return {"*": OVERWATCH, "counter_charge": COUNTER_CHARGE, **dict.fromkeys(OWN_DRAFTS, OWN_MOVE)}

    def prepare(self, state: State, setup: Setup) -> None:
        """Markers on stands go to their formations. Raises SetupError where formations, cargo or the scale cannot be."""
        if setup.board.grid != "square":
            raise SetupError("Epic is played on squares; give the board a square grid.")
        _check_formations(state)
        _check_transports(self, state)
        text = setup.options.get("scale", "10")
        if not (text.isascii() and text.isdigit() and int(text) in SCALES):
            raise SetupError(f'The scale "{text}" is no number of millimetres per cell; use one from 1 to 100.')
        state.facts["scale"] = int(text)
        state.seat = state.seat or state.first or state.seats[0]
        for unit in state.units.values():
            unit.at = state.units[unit.aboard].at if unit.aboard else unit.at
            for kind in MARKS:
                found = unit.facts.pop(kind, int(kind in unit.markers))
                name = f"{kind}:{formation_of(unit)}"
                if found:
                    state.facts[name] = state.facts.get(name, 0) + found if kind == "blast" else 1
            unit.markers = {}

    def set_down(self, state: State, unit: Unit) -> tuple[Mapping[str, str], Mapping[str, int]]:
        """What is remembered of a formation goes with its first stand."""
        formation = formation_of(unit)
        if unit is not first(state, formation):
            return {}, {name: number for name, number in unit.facts.items() if number}
        found = {kind: marked(state, kind, formation) for kind in MARKS}
        facts = {name: number for name, number in {**unit.facts, **found}.items() if number}
        return {kind: "up" for kind in ("blast", "broken", "overwatch") if found[kind]}, facts

    def score(self, state: State) -> dict[str, int]:
        """Points by seat (EP-A49)."""
        return points(state)

    def verdict(self, state: State) -> tuple[str, str, tuple[str, ...]]:
        """Points, then standing units (EP-A49)."""
        return turns.verdict(state)

    # -- reacting -------------------------------------------------------------------------------------------------

    def reactors(self, state: State, seat: str) -> list[str]:
        """In a draft the stands of the formations that move, passengers included; else a stand for each formation."""
        queue = state.queues[-1] if state.queues else None
        if queue is not None and queue.kind in ways.DRAFTS:
            own = [f for f in ways.drafting(queue) if f in formations(state, seat)]
            return [unit.id for formation in own for unit in standing(state, formation)]
        return [first(state, formation).id for formation in formations(state, seat) if on_table(state, formation)]

    def reactor_of(self, state: State, unit: str) -> str:
        """A formation's first stand fires for it; in a draft every stand is asked about for itself."""
        if state.queues and state.queues[-1].kind in ways.DRAFTS:
            return unit
        return first(state, formation_of(state.units[unit])).id

    def ready(self, state: State, unit: str) -> Refusal | None:
        """Why it can do nothing in the window that is open."""
        if state.units[unit].out:
            return Refusal("EP-A37", "it is lost", unit)
        if state.queues and state.queues[-1].kind in ways.DRAFTS:
            return None
        return overwatch.ready(state, unit)

    def may_react(self, state: State, queue: ReactionQueue, trigger: Trigger, unit: str) -> list[Option] | Refusal:
        """Moves that may be planned, or overwatch fire."""
        if queue.kind in ways.DRAFTS:
            return drafts.may_plan(self, state, queue, trigger, unit)
        return overwatch.may_fire(self, state, queue, trigger, unit)

    def why(self, state: State, unit: str) -> list[Option] | Refusal:
        """As ever; in a draft of others, whose it is; between actions, why its formation cannot act or who speaks for it."""
        piece, queue = state.units[unit], state.queues[-1] if state.queues else None
        if (
            queue
            and queue.open_triggers()
            and queue.kind in ways.DRAFTS
            and formation_of(piece) not in ways.drafting(queue)
        ):
            return self.ready(state, unit) or ways.idle(state, queue, piece)
        if queue or piece.out:
            return super().why(state, unit)
        no = turns.spent(state, formation_of(piece))
        return no._replace(unit=unit) if no else Refusal("EP-A26", "it acts with its formation", unit)

    def asked_under(self, queue: ReactionQueue) -> tuple[str, ...]:
        """Each kind of draft by its own rule; anything else is overwatch (EP-A32)."""
        return ways.CLAUSES.get(queue.kind, ("EP-A32",))

    def hushed(self, state: State, queue: ReactionQueue, seat: str, until: str) -> bool:
        """A standing pass is for overwatch; nobody passes his own moves beforehand."""
        return queue.kind not in ways.DRAFTS

    def react_prompt(self, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
        """Who moves where, or whether overwatch fires."""
        if queue.kind in ways.DRAFTS:
            return say.draft_prompt(self, queue, seat)
        return say.react_prompt(self, queue, seat)

    def planned(self, state: State, queue: ReactionQueue, option: Option) -> list[Option]:
        """A formation's move as the moves of its stands."""
        return drafts.planned(self, state, queue, option)

    def plan_refused(self, state: State, queue: ReactionQueue, seat: str) -> Refusal | None:
        """Coherency and what else binds a set of moves (EP-08, EP-A4)."""
        return coherency.plan_refused(self, state, queue, seat)

    def declare(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """Moves are confirmed, or overwatch fires."""
        if queue.kind in ways.DRAFTS:
            drafts.declare(t, queue, reaction)
        else:
            overwatch.declare(t, queue, reaction)

    def still_may(self, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Nothing comes between a confirmed counter charge and its carrying out (EP-A17)."""
        if reaction.action == "overwatch_fire":
            return overwatch.still_may(self, state, queue, reaction)
        return None

    def carry_out(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """A counter charge is made, or overwatch fires."""
        if reaction.action == "overwatch_fire":
            overwatch.carry_out(t, queue, reaction)
        else:
            assault.counter_charge(t, queue, reaction)

    # -- what people read -----------------------------------------------------------------------------------------

    def complete(self, state: State, option: Option) -> Option:
        """A planned move with its path."""
        return drafts.complete(self, state, option)

    def path_refused(self, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
        """Stands take the shortest way (EP-A25); what matters is where they end."""
        if path == self.complete(state, option).path:
            return None
        return Refusal("EP-A25", "a stand takes the shortest way", option.unit)

    def forecast(self, state: State, option: Option) -> Forecast | None:
        """Dice and chances of a shot."""
        if option.action not in ("shoot", "overwatch_fire"):
            return None
        plus = option.value if option.action == "shoot" else 0
        return chances.shot_sum(self, state, option.formation, formation_of(state.units[option.target]), plus)

    def say(self, state: State, event: LogEntry, fields: Mapping[str, object]) -> str:
        """One sentence for an event."""
        return say.SENTENCES[event.type](self, state, fields)

    def procedure(self, state: State) -> list[StepRow]:
        """The steps of the assault, or the phases of the turn."""
        return show.procedure(self, state)

    def groups(self, state: State) -> list[GroupView]:
        """The formations."""
        return show.groups(state)

    def overlay(self, state: State, seat: str | None) -> Overlay:
        """Zones, links, slots, enemies passed over."""
        return show.overlay(self, state, seat)

    def seat_note(self, state: State, seat: str) -> str:
        """Strategy rating and how many formations wait."""
        waiting = len(turns.waiting(state, seat))
        return f"strategy {turns.rating(state, seat)}, {waiting} formation{'' if waiting == 1 else 's'} to act"

    def bands(self, unit: str, state: State) -> tuple[int, ...]:
        """The 15 cm of a firefight and the range of the weapon, in cells."""
        reach = {NEAR, self.weapon(state.units[unit].weapons[0]).range}
        return tuple(cm * 10 // scale(state) + 1 for cm in sorted(reach) if cm)

    def measured(self, state: State, cells: int) -> str:
        """The gap between stands so many cells apart, in cm."""
        return f"{max(0, cells - 1) * scale(state) / 10:g} cm"

    def unit_extra(self, unit: Unit) -> UnitExtra:
        """The formation it belongs to."""
        return StandExtra(formation=formation_of(unit))


OWN_DRAFTS = tuple(kind for kind in ways.DRAFTS if kind != "counter_charge")


def _check_formations(state: State) -> None:
    seats: dict[str, str] = {}
    for unit in state.units.values():
        name = formation_of(unit)
        if set(name) & set(":+ ") or (name != unit.id and name in state.units):
            raise SetupError(f'Unit {unit.id}: "{name}" cannot name a formation; use a word that is no unit’s id.')
        if seats.setdefault(name, unit.seat) != unit.seat:
            raise SetupError(f"Unit {unit.id}: the formation {name} belongs to {seats[name]} already.")


def _check_transports(rules: Epic, state: State) -> None:
    """Passengers are infantry of the transport's own formation, no more than it has room for (EP-A48)."""
    for unit in state.units.values():
        if not unit.aboard:
            continue
        carrier = state.units[unit.aboard]
        room = carrier.stats["CARRIES"]
        if carrier.aboard or is_vehicle(rules, unit) or not room:
            raise SetupError(f"Unit {unit.id} cannot be aboard {carrier.id}; a transport carries infantry.")
        if formation_of(carrier) != formation_of(unit):
            raise SetupError(f"Unit {unit.id} cannot be aboard {carrier.id}, which belongs to another formation.")
        if sum(other.aboard == carrier.id for other in state.units.values()) > room:
            raise SetupError(f"Transport {carrier.id} carries too much; it has room for {room}.")
