"""WH40K 2nd edition overwatch: give up a turn, fire at any moment of the enemy's movement phase.

Read in this order: turns (the phases), overwatch (counters and fire), shots, movement, fire, chances, fighting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from game.engine.names import QuestionKind, UnitId, Verb
from game.engine.options import PASS, REACT
from game.engine.policies import ANY, Policy
from game.engine.queue import ACTION, DECLARE
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.engine.view import ArcOverlay, Overlay, UnitExtra
from game.engine.viewers import Viewer
from game.rules.shared import points
from game.rules.wh40k2 import facing, foretold, movement, overwatch, refusals, shots, show, state, turns
from game.rules.wh40k2.events import WORDINGS
from game.rules.wh40k2.measures import MEASURES
from game.rules.wh40k2.presentation import PRESENTATION, SquadExtra
from game.rules.wh40k2.state import DIRECTIONS, Squad, SquadMove, SquadState
from game.rules.wh40k2.vocabulary import Questions, Verbs


class WH40K2(Ruleset[Squad, SquadMove, SquadState]):
    """Counters are placed in a player's own turn; shots in the enemy's movement phase are resolved one by one."""

    id = "wh40k2"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.OVERWATCH: (Verbs.OVERWATCH, Verbs.DONE),
        Questions.CHARGE: (Verbs.CHARGE, Verbs.DONE),
        Questions.ACTIVATE: (Verbs.MOVE, Verbs.RUN, Verbs.CHARGE, Verbs.STAND, Verbs.HIDE, Verbs.END),
        Questions.HIDE: (Verbs.HIDE, Verbs.NONE),
        Questions.FACING: (Verbs.FACE,),
        REACT: (Verbs.RANGED_ATTACK, Verbs.DIVIDE, PASS.action),
        Questions.SHOOT: (Verbs.RANGED_ATTACK, Verbs.THROW, Verbs.DIVIDE, Verbs.END),
        Questions.SHARE: (Verbs.SHARE, Verbs.DONE),
        Questions.FIGHT: (Verbs.FIGHT,),
    }
    phases = turns.PHASES
    state_type = SquadState
    unit_type = Squad
    wordings = WORDINGS
    player_turns = True
    react_clauses = ("WH-09", "WH-10")
    close_clauses = ("WH-17",)
    order_clauses = ("WH-10",)
    presentation = PRESENTATION
    holding = ("an unbroken squad", "WH-A38")
    measures = MEASURES
    pass_until: ClassVar = {
        **Ruleset.pass_until,
        **{until: overwatch.until_near(inches) for until, inches in overwatch.HOLDS.items()},
    }

    place = staticmethod(state.place)
    set_down = staticmethod(state.set_down)
    score = staticmethod(points)
    verdict = staticmethod(turns.verdict)
    procedure = turns.procedure
    conditions = show.conditions
    ready = overwatch.ready
    may_react = overwatch.may_react
    window_public = overwatch.window_public
    react_question = overwatch.react_question
    react_refusals = overwatch.react_refusals
    unasked = overwatch.unasked
    why = overwatch.why
    standing_answer_passes = overwatch.standing_answer_passes
    declare = staticmethod(overwatch.declare)
    still_may = staticmethod(overwatch.still_may)
    carry_out = staticmethod(overwatch.carry_out)
    carried_under = overwatch.carried_under
    go_on = staticmethod(movement.go_on)
    pathfinder = movement.pathfinder
    path_refused = movement.path_refused
    foretells = foretold.foretells
    refused_at = refusals.refused_at
    forfeits = staticmethod(refusals.forfeits)
    idle_answer = overwatch.idle_answer
    missing = refusals.missing
    forecast = shots.forecast

    def make_policies(self) -> dict[Verb, Policy]:
        """A declared move goes on after the fire; at the opening and the end of the phase no action follows."""
        return {
            ANY: Policy("others", "at_once", stages=(DECLARE,)),
            Verbs.MOVE: Policy("others", "at_once", stages=(DECLARE, ACTION)),
        }

    def prepare(self, state: SquadState, setup: Setup) -> None:
        """Turn counters face-up, and give squads facings if weapons have arcs."""
        for squad in state.units.values():
            squad.markers = dict.fromkeys(squad.markers, "up")
            squad.facing = facing.at_first(state, squad) if facing.has_arcs(self) else 0

    def bands(self, unit: UnitId, state: SquadState) -> tuple[int, ...]:
        """Short range and full range of the unit's first weapon, in inches (WH-A28)."""
        numbers = self.weapon(state.units[unit].weapons[0]).numbers
        return tuple(sorted({numbers["short"], numbers["range"]}))

    def unit_extra(self, unit: Squad) -> UnitExtra:
        """Whether the squad has both moved and shot, and its facing."""
        return SquadExtra(spent=unit.moved and unit.shot, facing=unit.facing)

    def overlay(self, state: SquadState, viewer: Viewer) -> Overlay:
        """The arcs of fire, if weapons have them; facings are public (WH-A37)."""
        if not facing.has_arcs(self):
            return Overlay()
        with_facing = [unit for unit in state.standing() if unit.facing]
        return Overlay(
            arc=ArcOverlay(
                {unit.id: facing.arc(self, state.board, unit) for unit in with_facing},
                {unit.id: DIRECTIONS[unit.facing - 1] for unit in with_facing},
            )
        )
