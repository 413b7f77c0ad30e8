"""Stargrunt II with opportunity fire and overwatch.

A unit fires out of turn by a test or an overwatch counter. It may fire at a mover at any point of its path; fire at
another action is resolved after it, in the order declared.

Read in this order: state, turns (activation), options, actions, moves, opportunity (firing out of turn), shots, fire,
morale, assault, throws, dice, events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from game.engine.names import Face, MarkerKind, QuestionKind, Verb
from game.engine.options import PASS, REACT
from game.engine.policies import ANY, Policy
from game.engine.queue import ACTION, DECLARE, RESOLVE
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.unfit import SetupError
from game.rules.shared import points
from game.rules.stargrunt2 import actions, events, foretold, opportunity, options, refusals, shots, show, turns
from game.rules.stargrunt2.dice import LADDER
from game.rules.stargrunt2.fire import MOST_SUPPRESSED
from game.rules.stargrunt2.measures import MEASURES
from game.rules.stargrunt2.morale import WILLING
from game.rules.stargrunt2.presentation import PRESENTATION
from game.rules.stargrunt2.state import BROKEN, NOWHERE, ROUTED, Battle, Squad, SquadAction
from game.rules.stargrunt2.vocabulary import MarkerKinds, Questions, Verbs

MOVE = Policy("others", "at_once", stages=(DECLARE, ACTION))
OTHER = Policy("both", "until_passes", "merge", stages=(DECLARE, ACTION, RESOLVE))

DIE_STATS = ("QUALITY", "ARMOUR", "MOBILITY", "ECM")
"""The statistics that are dice; ECM is 0 for a unit that cannot be a missile's target."""

MOST: Mapping[str, int] = {
    "confidence": ROUTED,
    "motivation": len(WILLING),
    "suppressed": MOST_SUPPRESSED,
    **dict.fromkeys(("wounded", "casualties", "transfers"), 99),
}
"""Numbers in a setup that tell the past of a squad -> the largest value of each."""


class Stargrunt2(Ruleset[Squad, SquadAction, Battle]):
    """A mover is fired at along its path, point by point; any other action is completed before the fire it drew."""

    id = "stargrunt2"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.START: (Verbs.START,),
        Questions.ACTIVATE: (Verbs.ACTIVATE, PASS.action),
        Questions.ACTION: (
            Verbs.MOVE,
            Verbs.COMBAT_MOVE,
            Verbs.FIRE,
            Verbs.OVERWATCH,
            Verbs.IN_POSITION,
            Verbs.LEAVE_POSITION,
            Verbs.REORGANISE,
            Verbs.REMOVE_SUPPRESSION,
            Verbs.RALLY,
            Verbs.TRANSFER,
            Verbs.CLOSE_ASSAULT,
            Verbs.END,
        ),
        REACT: (Verbs.OPPORTUNITY_FIRE, Verbs.TEST_ONLY, Verbs.OVERWATCH_FIRE, Verbs.REACTION_FIRE, PASS.action),
        Questions.RESOLVE: (Verbs.OPPORTUNITY_FIRE, Verbs.OVERWATCH_FIRE, Verbs.NOTHING),
        Questions.FINAL_FIRE: (Verbs.FINAL_FIRE, Verbs.NOTHING),
        Questions.GO_ON: (Verbs.GO_ON, Verbs.STOP),
        Questions.WOUNDED: (Verbs.STOP, Verbs.CARRY, Verbs.ABANDON, Verbs.GO_ON),
    }
    state_type = Battle
    unit_type = Squad
    phases = turns.PHASES
    wordings = events.WORDINGS
    react_clauses = ("SG-04",)
    close_clauses = ("SG-28",)
    order_clauses = ("SG-A5",)
    presentation = PRESENTATION
    holding = ("an unsuppressed squad that is neither broken nor routed", "SG-A47")
    measures = MEASURES

    def make_policies(self) -> dict[Verb, Policy]:
        """The policies of moves and of all other actions.

        A move is answered one point of its path at a time; under ruling SG-A7 "declared", in one round of declarations.
        """
        move = MOVE
        if self.ruling("SG-A7") == "declared":
            move = replace(MOVE, declare="until_passes", stages=(DECLARE, RESOLVE, ACTION))
        return {ANY: OTHER, Verbs.MOVE: move, Verbs.COMBAT_MOVE: move}

    def place(self, unit: Squad, facts: Mapping[str, int]) -> None:
        """Read the past of a squad. All its markers are face-up.

        A suppression marker alone means one suppression; a "broken" marker stands for that level of confidence.
        """
        unit.place(facts)
        if MarkerKinds.BROKEN in unit.markers and "confidence" not in facts:
            unit.confidence = BROKEN
        unit.markers = {kind: "up" for kind in unit.markers if kind != MarkerKinds.BROKEN}
        if MarkerKinds.SUPPRESSED in unit.markers and "suppressed" not in facts:
            unit.suppressed = 1

    def set_down(self, state: Battle, unit: Squad) -> tuple[Mapping[MarkerKind, Face], Mapping[str, int]]:
        """The inverse of `place`."""
        return unit.markers, unit.remembered()

    def prepare(self, state: Battle, setup: Setup) -> None:
        """Let the seat that the setup names begin. Raises SetupError for a squad with impossible numbers."""
        state.opening = setup.seat or setup.first
        for unit in state.units.values():
            _check_dice(unit)
            _check_past(unit, state.board.width * state.board.height)

    score = staticmethod(points)
    verdict = staticmethod(turns.verdict)

    ready = staticmethod(opportunity.ready)
    may_react = opportunity.may_react
    unasked = staticmethod(opportunity.unasked)
    react_refusals = opportunity.react_refusals
    declare = opportunity.declare
    still_may = opportunity.still_may
    carry_out = staticmethod(opportunity.carry_out)
    carried_under = staticmethod(opportunity.carried_under)
    go_on = staticmethod(actions.go_on)
    ended = staticmethod(turns.ended)

    pathfinder = options.pathfinder
    path_refused = options.path_refused
    foretells = foretold.foretells
    refused_at = refusals.refused_at
    forfeits = staticmethod(refusals.forfeits)
    missing = refusals.missing
    forecast = shots.forecast

    react_question = staticmethod(show.react_question)
    procedure = show.procedure
    conditions = show.conditions
    unit_extra = staticmethod(show.unit_extra)


def _check_dice(unit: Squad) -> None:
    """Raises SetupError if one of the unit's dice is not on the ladder (SG-A34)."""
    for name in DIE_STATS:
        sides = unit.stats[name]
        known = (0, *LADDER) if name == "ECM" else LADDER
        if sides not in known:
            dice = ", ".join(map(str, known))
            raise SetupError(f"Unit {unit.id}: its {name} is {sides}, which is no die; use one of {dice}.")


def _check_past(unit: Squad, cells: int) -> None:
    """Raises SetupError for a number beyond MOST, or wounded men left on no cell of the board."""
    for name, most in MOST.items():
        number = getattr(unit, name)
        if not 0 <= number <= most:
            raise SetupError(f'Unit {unit.id}: its "{name}" is {number}; use a whole number from 0 to {most}.')
    for cell, men in unit.left_at.items():
        if not NOWHERE <= cell < cells or men < 0:
            raise SetupError(f"Unit {unit.id}: it has left {men} men at cell {cell}; name men and a cell of the board.")
