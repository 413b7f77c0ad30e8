"""SkirmishCorps, the flagship rulebook: reactions are answered by reactions, then resolved by RE (Reaction).

Read in this order: turns (assign, act, end), activation (announce), react (declare), slot (carry out a reaction),
force, action (the instigator's action), attack, covering, chances, ground, lineup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import ClassVar

from game.engine.decisions import Refusal
from game.engine.names import Cell, Face, MarkerKind, QuestionKind, Seat, UnitId, Verb
from game.engine.options import CONFIRM, PASS, REACT, Option, Path
from game.engine.policies import ANY, Policy
from game.engine.queue import Reaction
from game.engine.reactions import TIE_QUESTIONS
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.state import State
from game.engine.unfit import SetupError
from game.engine.view import UnitExtra
from game.engine.wording import written_ids
from game.rules.shared import points, way_refused
from game.rules.skirmishcorps import action, foretold, idle, react, refusals, show, slot, turns
from game.rules.skirmishcorps.chances import POINT_BLANK
from game.rules.skirmishcorps.events import WORDINGS
from game.rules.skirmishcorps.force import ask_who_forces
from game.rules.skirmishcorps.ground import aware, pace_budget, reach_of
from game.rules.skirmishcorps.measures import MEASURES
from game.rules.skirmishcorps.presentation import PRESENTATION
from game.rules.skirmishcorps.state import Corps, CorpsAction, CorpsQueue, CorpsTable, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Paces, Phases, Questions, Verbs


def highest_first(state: State, reaction: Reaction) -> int:
    """Highest RE first (SC-21)."""
    return -state.units[reaction.unit].stats["RE"]


SNOWBALL = Policy("both", "until_passes", "merge", (highest_first,), "delegates", freeze=True)


class SkirmishCorps(Ruleset[Trooper, CorpsAction, Corps]):
    """Any action or reaction may be answered until both sides pass; then RE from high to low, the instigator last."""

    id = "skirmishcorps"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.ASSIGN: (Verbs.ASSIGN, CONFIRM.action),
        Questions.ACTIVATE: (Verbs.MOVE, Verbs.STAND, Verbs.COVERING_FIRE, Verbs.HOLD, Verbs.END),
        REACT: (Verbs.RANGED_ATTACK, Verbs.COVERING_FIRE, Verbs.INTERCEPT, Verbs.CUT_OFF, PASS.action),
        **TIE_QUESTIONS,
        Questions.FORCE: (Verbs.FORCE, Verbs.WAIT),
        Questions.RESOLVE: (Verbs.RANGED_ATTACK, Verbs.COVERING_FIRE, Verbs.INTERCEPT, Verbs.CUT_OFF, Verbs.NOTHING),
        Questions.COURAGE: (Verbs.TEST, Verbs.NOTHING),
        Questions.PLACE: (Verbs.PLACE,),
        Questions.POINT: (Verbs.POINT,),
        Questions.CARRY_OUT: (Verbs.MOVE, Verbs.STAND, Verbs.COVERING_FIRE, Verbs.NOTHING),
        Questions.ATTACK: (Verbs.RANGED_ATTACK, Verbs.CLOSE_COMBAT, Verbs.PRONE, Verbs.NONE),
    }
    phases = turns.PHASES
    state_type = Corps
    unit_type = Trooper
    wordings = WORDINGS
    react_clauses = ("SC-01", "SC-03")
    close_clauses = ("SC-09", "SC-10", "SC-26")
    order_clauses = ("SC-21",)
    tie_clauses = ("SC-23", "SC-22")
    next_tie_clauses = ("SC-25",)
    hesitate_clauses = ("SC-24",)
    presentation = PRESENTATION
    holding = ("an unpinned unit", "SC-A54")
    measures = MEASURES
    guess = MarkerKinds.OVERWATCH
    asides: ClassVar = {Questions.ATTACK: (Verbs.PRONE,)}

    score = staticmethod(points)
    verdict = staticmethod(turns.verdict)
    ready = staticmethod(react.ready)
    may_react = react.may_react
    unasked = staticmethod(react.unasked)
    may_react_all = react.may_react_all
    declare = staticmethod(react.declare)
    still_may = staticmethod(slot.still_may)
    carry_out = staticmethod(slot.carry_out)
    foretells = foretold.foretells
    involved = foretold.involved
    towards = foretold.towards
    refused_at = refusals.refused_at
    forfeits = staticmethod(refusals.forfeits)
    idle_answer = idle.idle_answer
    missing = refusals.missing
    forecast = show.forecast
    procedure = show.procedure
    conditions = show.conditions

    def make_policies(self) -> dict[Verb, Policy]:
        """One row serves every trigger."""
        return {ANY: SNOWBALL}

    def sides(self, setup: Setup) -> list[list[Seat]]:
        """Two sides. Without the option `sides`, the seats alternate between them (SC-A32).

        Raises SetupError if the option `sides` names more than two.
        """
        sides = super().sides(setup)
        if len(sides) > 2 and "sides" in setup.options:
            raise SetupError(f"SkirmishCorps has two sides, not {len(sides)}: mend the option `sides`.")
        return sides if len(sides) <= 2 else [list(setup.seats[::2]), list(setup.seats[1::2])]

    def prepare(self, state: Corps, setup: Setup) -> None:
        """Start in the act phase if the setup says so: its seat acts first, without a roll.

        A unit that is pinned or has a face-up order counts as having acted (SC-A5).
        """
        if setup.phase != Phases.ACT:
            return
        state.opening = setup.seat
        for unit in state.units.values():
            face_up = any(unit.markers.get(order) == "up" for order in turns.ORDERS)
            unit.acted = unit.acted or face_up or unit.pinned

    def place(self, unit: Trooper, facts: Mapping[str, int]) -> None:
        """Read what the unit has done: `acted` (0 or 1), and the turn in which it last `retaliated` or `cut_off`."""
        unit.acted = bool(facts.get("acted"))
        unit.retaliated, unit.cut_off = facts.get("retaliated", 0), facts.get("cut_off", 0)

    def set_down(self, state: Corps, unit: Trooper) -> tuple[Mapping[MarkerKind, Face], Mapping[str, int]]:
        """The inverse of `place`."""
        facts = {"acted": int(unit.acted), "retaliated": unit.retaliated, "cut_off": unit.cut_off}
        return unit.markers, {name: number for name, number in facts.items() if number}

    # -- reacting -------------------------------------------------------------------------------------------------

    def window_public(self, state: Corps, queue: CorpsQueue, seat: Seat) -> bool | None:
        """Whether one of the seat's units with a face-down marker could be aware of an open event.

        These are public facts, so being asked reveals no marker.
        """
        return any(
            seat in trigger.to and any(u.has_face_down and aware(state, trigger, u) for u in state.standing(seat))
            for trigger in queue.open_triggers()
        )

    def supposing(self, state: Corps, seat: Seat, kind: QuestionKind) -> Corps | None:
        """A copy of the table in which the seat's face-down markers allow the answer asked for (SC-01, SC-12).

        They are overwatch markers for a reaction and move markers for an activation. For any other question it is the
        table itself, but None while markers are assigned.
        """
        order = {REACT: MarkerKinds.OVERWATCH, Questions.ACTIVATE: MarkerKinds.MOVE}.get(kind)
        if order is None:
            return None if kind == Questions.ASSIGN else state
        supposed = state.apart()
        for unit in supposed.standing(seat):
            unit.take_face_down_for(order)
        return supposed

    def react_question(self, state: Corps, queue: CorpsQueue, seat: Seat) -> tuple[str, str]:
        """The question to a side that may react, and what it reacts to."""
        name = queue.instigator.upper()
        declared = [reaction for reaction in queue.reactions if reaction.status != "failed"]
        if declared:
            last = declared[-1]
            what = f"{last.unit.upper()} has declared against {written_ids(last.targets or (last.target,))}"
        else:
            what = f"{name} announces {show.action_words(queue.action, state.board)}"
        return "who reacts?", f"{what}; nothing is carried out until both sides pass."

    def frozen(self, state: Corps, queue: CorpsQueue) -> list[UnitId]:
        """The units whose overwatch marker is still face-down (SC-27)."""
        return [u.id for u in state.standing() if u.markers.get(MarkerKinds.OVERWATCH) == "down"]

    def closed(self, t: CorpsTable, queue: CorpsQueue) -> None:
        """Ask now who forces the instigator's hand, under ruling SC-A1 "at_close"."""
        if self.ruling("SC-A1") == "at_close":
            t.then(ask_who_forces)

    def go_on(self, t: CorpsTable, queue: CorpsQueue) -> None:
        """Let the instigator act last. The steps do nothing if it has acted already because it was forced (SC-13)."""
        for part in action.ACT_STEPS:
            t.then(part)

    def in_range(self, state: Corps, queue: CorpsQueue, seat: Seat) -> AbstractSet[UnitId]:
        """The seat's units that the instigator may shoot from the end of its path, with odds that are a danger.

        None if it sprints, does nothing or gives covering fire (SC-A36).
        """
        action = queue.action
        if (
            action.over
            or action.attacked
            or action.pace == Paces.SPRINT
            or action.kind in (Verbs.NOTHING, Verbs.COVERING_FIRE)
        ):
            return frozenset()
        return frozenset(show.endangered(self, state, queue, seat))

    # -- paths ----------------------------------------------------------------------------------------------------

    def pathfinder(self, state: Corps) -> Callable[[Option], Path | None]:
        """The shortest paths of moves."""
        reach = cache(lambda name: reach_of(state, state.units[name]))
        return lambda one: reach(one.unit).path(one.to) if one.action == Verbs.MOVE and one.to >= 0 else None

    def path_refused(self, state: Corps, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
        """Why the unit cannot take a path that the player drew, or None (SC-A52).

        The path must be walkable, within the pace, and end in the chosen cell.
        """
        if option.action != Verbs.MOVE or option.point >= 0:
            return Refusal("SC-A22", "the path of this choice is fixed", option.unit)
        budget = pace_budget(state.units[option.unit], option.pace)
        return way_refused(state, option, path, budget, ("SC-A52", "SC-A36"))

    # -- what people read -----------------------------------------------------------------------------------------

    def bands(self, unit: UnitId, state: Corps) -> tuple[int, ...]:
        """The distances in inches at which a shot's modifiers change: point blank, half range, range (SC-A38)."""
        reach = self.weapon(state.units[unit].weapons[0]).range
        return tuple(band for band in (POINT_BLANK, reach // 2, reach) if 0 < band <= reach)

    def unit_extra(self, unit: Trooper) -> UnitExtra:
        """Whether the unit's one action is spent."""
        return UnitExtra(spent=unit.acted)
