"""VIKTORY II with the artillery rules of its expansion: guns fire out of turn at units that come next to them.

Read in this order: state, ground (the map), events and throws, overwatch, losses, moves, cargo, bombard, battle,
reserves, turns (the phases), chances, show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from game.engine.decisions import Refusal
from game.engine.names import QuestionKind, UnitId, Verb
from game.engine.options import PASS, REACT, Option
from game.engine.policies import ANY, Policy
from game.engine.queue import ACTION, DECLARE, Reaction
from game.engine.setup import Setup
from game.engine.unfit import SetupError
from game.rules.viktory2 import battle, chances, ground, moves, overwatch, refusals, show, state, turns
from game.rules.viktory2.events import WORDINGS
from game.rules.viktory2.measures import MEASURES
from game.rules.viktory2.presentation import PRESENTATION
from game.rules.viktory2.state import Islands, IslandsQueue, IslandsRules, Piece
from game.rules.viktory2.vocabulary import Questions, Verbs

AT_ONCE = Policy("others", "at_once", again=False, stages=(DECLARE,))
BATTLE = Policy("others", "at_once", again=False, stages=(DECLARE, ACTION))


class Viktory2(IslandsRules):
    """Two to four seats on hexes; each overwatch shot is decided and resolved at once."""

    id = "viktory2"
    questions: ClassVar[Mapping[QuestionKind, tuple[Verb, ...]]] = {
        Questions.ACT: (Verbs.MOVE, Verbs.BOMBARD, Verbs.LOAD, Verbs.UNLOAD, Verbs.BATTLE, Verbs.END),
        REACT: (Verbs.OVERWATCH, PASS.action),
        Questions.VICTIM: (Verbs.REMOVE,),
        Questions.RETREAT: (Verbs.RETREAT, Verbs.STAY),
        Questions.PLACE: (Verbs.PLACE, Verbs.DONE),
    }
    phases = turns.PHASES
    state_type = Islands
    unit_type = Piece
    wordings = WORDINGS
    player_turns = True
    presentation = PRESENTATION
    measures = MEASURES
    turn_clauses = ("VK-A25",)
    react_clauses = ("VK-04", "VK-05")
    order_clauses = ("VK-07",)

    def make_policies(self) -> dict[Verb, Policy]:
        """Seats are asked clockwise from the mover; each gun fires at once, and a chance passed up is gone (VK-21)."""
        return {ANY: AT_ONCE, Verbs.ENTER: AT_ONCE, Verbs.LOAD: AT_ONCE, Verbs.BATTLE: BATTLE}

    place = staticmethod(state.recall)
    set_down = staticmethod(state.facts_of)

    def prepare(self, state: Islands, setup: Setup) -> None:
        """Lay out sites, roads and the reserve.

        Raises SetupError for a board or a position that the rules do not allow.
        """
        if setup.board.grid != "hex":
            raise SetupError("VIKTORY II is played on hexes; give the board a hex grid.")
        ground.lay_out(state, setup)
        ground.check_places(state)
        ground.set_moves(state, setup)

    in_play = staticmethod(turns.in_play)
    score = staticmethod(turns.points)
    verdict = staticmethod(turns.verdict)

    reactors = staticmethod(overwatch.guns)
    ready = staticmethod(overwatch.ready)
    unasked = staticmethod(overwatch.unasked)
    may_react = staticmethod(overwatch.may_react)
    declare = staticmethod(overwatch.declare)
    carry_out = staticmethod(overwatch.carry_out)
    carried_under = overwatch.carried_under
    go_on = staticmethod(battle.go_on)

    def still_may(self, state: Islands, queue: IslandsQueue, reaction: Reaction) -> Refusal | None:
        """None: a shot is declared and carried out at once, so nothing can come between."""
        return None

    def asked_under(self, queue: IslandsQueue) -> tuple[str, ...]:
        """The clauses behind the question: the owner's choice, and the entry, boarding or attack that opens it."""
        return (*self.react_clauses, overwatch.OPENED_BY[queue.open_triggers()[-1].kind])

    def why(self, state: Islands, unit: UnitId) -> list[Option] | Refusal:
        """A unit's options or refusal, as in every rulebook; in its own turn also why it can do nothing more."""
        no = None if state.queues else turns.why_idle(state, state.units[unit])
        return super().why(state, unit) if no is None else no

    pathfinder = staticmethod(moves.pathfinder)
    path_refused = staticmethod(moves.path_refused)

    forecast = staticmethod(chances.forecast)
    refused_at = refusals.refused_at
    missing = staticmethod(refusals.missing)
    react_question = show.react_question
    procedure = staticmethod(show.procedure)
    conditions = staticmethod(show.conditions)
    out_condition = staticmethod(show.out_condition)
    seat_note = staticmethod(show.seat_note)
    sites = staticmethod(show.sites)
    stakes = staticmethod(show.stakes)
    roads = staticmethod(show.roads)
    overlay = staticmethod(show.overlay)
    involved = staticmethod(show.involved)
    forfeits = staticmethod(show.forfeits)
    foretells = staticmethod(show.foretells)
    unit_extra = staticmethod(show.unit_extra)
