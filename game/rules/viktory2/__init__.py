"""VIKTORY II with the artillery rules of its expansion: guns fire out of turn at whoever comes next to them.

Read in this order: turns (the phases), ground (the map), ways, moves, cargo, bombard, overwatch, battle,
retreat, hits, reserves, chances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from game.engine.decisions import Option, Refusal
from game.engine.dice import Reader
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.queue import Policy, Reaction, ReactionQueue, Trigger
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup, SetupError
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.view import BattleRow, Overlay, SiteView, StepRow, UnitExtra, WatchOverlay
from game.rules.viktory2 import battle, bombard, chances, ground, hits, moves, overwatch, reserves, retreat, say, turns
from game.rules.viktory2.presentation import PRESENTATION
from game.rules.viktory2.show import PieceExtra

AT_ONCE = Policy("others", "at_once", again=False, stages=("declare",))
BATTLE = Policy("others", "at_once", again=False, stages=("declare", "action"))


class Viktory2(Ruleset):
    """Two to four seats on hexes; each shot of overwatch is decided and worked out at once."""

    id = "viktory2"
    phases = turns.PHASES
    steps: ClassVar[Mapping[str, Callable[..., None]]] = {
        **turns.STEPS,
        **moves.STEPS,
        **bombard.STEPS,
        **overwatch.STEPS,
        **battle.STEPS,
        **retreat.STEPS,
        **hits.STEPS,
        **reserves.STEPS,
    }
    readers: ClassVar[Mapping[str, Reader]] = hits.VK_READERS
    player_turns = True
    presentation = PRESENTATION
    turn_clauses = ("VK-A25",)
    react_clauses = ("VK-04", "VK-05")
    order_clauses = ("VK-A5",)

    def make_policies(self) -> dict[str, Policy]:
        """Seats clockwise from the mover; each gun at once, and a chance passed up is gone (VK-21)."""
        return {"*": AT_ONCE, "enter": AT_ONCE, "load": AT_ONCE, "battle": BATTLE}

    def prepare(self, state: State, setup: Setup) -> None:
        """Sites, roads and the reserve; a position that begins in a phase belongs to the seat it names."""
        if setup.board.grid != "hex":
            raise SetupError("VIKTORY II is played on hexes; give the board a hex grid.")
        ground.lay_out(state, setup)
        for unit in state.units.values():
            unit.out = bool(unit.fact("reserve"))
        ground.check_places(state)
        if setup.phase:
            state.seat = setup.seat or self.first_seat(state)
        elif setup.seat:
            state.first = setup.seat

    # -- the turn -------------------------------------------------------------------------------------------------

    def in_play(self, state: State, seat: str) -> bool:
        """Whether a seat still has anything (VK-A45)."""
        return turns.in_play(state, seat)

    def score(self, state: State) -> dict[str, int]:
        """Towns one, cities two (VK-A45)."""
        return turns.points(state)

    def verdict(self, state: State) -> tuple[str, str, tuple[str, ...]]:
        """Towns and cities, then units (VK-A45)."""
        return turns.verdict(state)

    # -- overwatch ------------------------------------------------------------------------------------------------

    def reactors(self, state: State, seat: str) -> list[str]:
        """The guns."""
        return [unit.id for unit in state.standing(seat) if unit.profile == "artillery"]

    def ready(self, state: State, unit: str) -> Refusal | None:
        """Artillery on the map that has not fired in this player's turn (VK-06, VK-A11, VK-A15)."""
        return overwatch.ready(self, state, unit)

    def may_react(self, state: State, queue: ReactionQueue, trigger: Trigger, unit: str) -> list[Option] | Refusal:
        """One shot at whoever comes to its hex or the next (VK-22)."""
        return overwatch.may_react(self, state, queue, trigger, unit)

    def asked_under(self, queue: ReactionQueue) -> tuple[str, ...]:
        """The choice is the owner's; what gives it to him is an entry, a loading or an attack."""
        return (*self.react_clauses, overwatch.OPENED_BY[queue.open_triggers()[-1].kind])

    def react_prompt(self, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
        """Which gun fires at whom, before anything else happens."""
        return say.react_prompt(self, state, queue, seat)

    def why(self, state: State, unit: str) -> list[Option] | Refusal:
        """As ever; but in its own turn a unit is told why it can do no more."""
        piece = state.units[unit]
        done = {"act": turns.idle, "place": reserves.waits}.get(state.phase)
        if not state.queues and done is not None and (no := done(state, piece)) is not None:
            return no
        return super().why(state, unit)

    def declare(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """The gun's shot of this turn is used (VK-06)."""
        overwatch.declare(t, queue, reaction)

    def still_may(self, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """Declared and carried out in one: nothing can come between."""
        return None

    def carry_out(self, t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
        """The bombardment (VK-07)."""
        overwatch.carry_out(t, queue, reaction)

    def go_on(self, t: Table, queue: ReactionQueue) -> None:
        """Who is left of the attackers moves in (VK-A21)."""
        battle.go_on(t, queue)

    # -- moves ----------------------------------------------------------------------------------------------------

    def complete(self, state: State, option: Option) -> Option:
        """A move with its way."""
        return moves.complete(state, option)

    def complete_all(self, state: State, options: Sequence[Option]) -> list[Option]:
        """Many moves with their ways."""
        return moves.complete_all(state, list(options))

    def path_refused(self, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
        """Another way must be open and short enough."""
        return moves.path_refused(state, option, path)

    # -- what people read -----------------------------------------------------------------------------------------

    def forecast(self, state: State, option: Option) -> Forecast | None:
        """Dice and chances of a shot or a battle."""
        return chances.forecast(state, option)

    def say(self, state: State, event: LogEntry, fields: Mapping[str, object]) -> str:
        """One sentence for an event."""
        return say.SENTENCES[event.type](self, state, fields)

    def procedure(self, state: State) -> list[StepRow]:
        """The steps of the turn."""
        return say.procedure(self, state)

    def seat_note(self, state: State, seat: str) -> str:
        """Guns ready, or units moved."""
        return say.seat_note(state, seat)

    def sites(self, state: State) -> list[SiteView]:
        """Towns and cities; a capital that has fallen is a city."""
        return [
            SiteView(
                "city" if site.kind == "capital" and not site.capital else site.kind, site.seat, site.cell, site.name
            )
            for site in ground.sites(state)
        ]

    def roads(self, state: State) -> tuple[tuple[int, ...], ...]:
        """The roads and ferries of the map."""
        return ground.roads(state)

    def overlay(self, state: State, seat: str | None) -> Overlay:
        """What an entered hex draws, and who is lined up against what."""
        moving = state.phase == "act"
        return Overlay(
            watch=WatchOverlay(
                watched=overwatch.watched(state, state.seat) if moving else {},
                watchers=overwatch.watchers(state, state.seat) if moving else {},
                legend=say.LEGEND,
                battles=tuple(
                    BattleRow(cell, tuple(unit.id for unit in group))
                    for cell, group in ground.lined_up(state, state.seat).items()
                ),
            )
        )

    def unit_extra(self, unit: Unit) -> UnitExtra:
        """What a unit has done in its turn, and a gun's shots left in the enemy's."""
        return PieceExtra(
            moved=bool(unit.fact("nth") or unit.fact("landed") or unit.fact("fought")),
            spent=bool(unit.fact("bombarded") or unit.fact("fought") or unit.fact("landed")),
            lined_up=bool(unit.fact("towards")),
            reserve=unit.out and bool(unit.fact("reserve")),
            shots=None if unit.profile != "artillery" else 0 if unit.fact("fired") else 1,
        )
