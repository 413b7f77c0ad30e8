"""A player's turn: move and fight, then place reserves; nothing is built (VK-A25, VK-A26). And who has won (VK-A45)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Refusal
from game.engine.names import Seat, UnitId, members_of
from game.engine.options import Option, Part
from game.engine.phases import LAST, Phase
from game.engine.state import Verdict
from game.engine.steps import step
from game.rules.shared import ahead, by_side
from game.rules.viktory2.battle import battles, begin_battle
from game.rules.viktory2.bombard import begin_bombard, bombardments
from game.rules.viktory2.cargo import begin_load, begin_unload, loadings, stays_aboard, unloadings
from game.rules.viktory2.events import GunReady, MovingBegun, TurnForgotten
from game.rules.viktory2.ground import SITE_WORTH, sites_of
from game.rules.viktory2.moves import Ways, begin_move, busy, may_move, moves
from game.rules.viktory2.reserves import place_reserves, waits
from game.rules.viktory2.state import Islands, IslandsTable, Piece
from game.rules.viktory2.vocabulary import Phases, Questions, Verbs


@step
def open_turn(t: IslandsTable) -> None:
    """Note the hexes that the seat holds as its turn begins; forest and mountain do not stop it there (VK-A28)."""
    state, seat = t.state, t.state.seat
    t.emit(MovingBegun(seat))
    held = {u.at for u in state.standing(seat) if not u.aboard}.union(site.cell for site in sites_of(state, seat))
    state.held, state.repelled, state.moves = tuple(sorted(held)), (), 0


# -- move and fight ---------------------------------------------------------------------------------------------------


@step
def act(t: IslandsTable) -> None:
    """The player's units act in any order until the player ends the phase, with no battle waiting (VK-A25)."""
    state, seat = t.state, t.state.seat
    last = last_side(state)
    if last is not None:
        t.end(Verdict(last, "nobody else is left", ("VK-A45",)))
        return
    t.cause = -1  # the next act does not follow from the one before
    waiting = t.once("battles", lambda: battles(state, seat))
    ways = t.once("ways", lambda: Ways(state, seat))
    acting: set[UnitId] = set()
    choice = t.ask(
        seat,
        Questions.ACT,
        lambda: acts(state, waiting, ways, acting),
        question="which unit acts?",
        note="A battle is waiting; it is fought before the phase ends."
        if waiting
        else "Units move one by one, bombard, and line up for battles.",
        clauses=("VK-A25", "VK-A34"),
        default=waiting[0].id if waiting else "end",
        secret=bool(waiting),  # never answered automatically: a person begins each battle, even the only thing left
        refused=lambda: [_bar(state, u) for u in state.units.values() if u.seat == seat and u.id not in acting],
    )
    if choice.action == Verbs.END:
        return
    if choice.action == Verbs.MOVE:
        begin_move(t, choice, ways)
    else:
        _BEGIN[choice.action](t, choice)
    t.then(act)


def acts(state: Islands, waiting: list[Option], ways: Ways, acting: set[UnitId]) -> Iterator[Part]:
    """Everything that may be done now; adds the units that can do something to `acting`."""
    yield from waiting
    for unit in state.units.values():
        if unit.seat == state.seat and not unit.out:
            found = acts_of(state, unit, ways)
            if found:
                acting.add(unit.id)
                yield from found
    if not waiting:
        yield Option("end", Verbs.END, clauses=("VK-A25",), text="End moving and fighting")


def acts_of(state: Islands, unit: Piece, ways: Ways) -> list[Part]:
    """What a unit may do now."""
    return [
        *bombardments(state, unit, ways),
        *loadings(state, unit, ways),
        *unloadings(state, unit, ways),
        *moves(state, unit, ways),
    ]


def why_idle(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit of the active seat can do nothing in the current phase, or None."""
    if state.phase == Phases.ACT:
        may_act = unit.seat != state.seat or acts_of(state, unit, Ways(state, unit.seat))
        return None if may_act else _bar(state, unit)
    return waits(state, unit) if state.phase == Phases.PLACE else None


def _bar(state: Islands, unit: Piece) -> Refusal:
    """What keeps a unit from acting that can do nothing more."""
    if unit.aboard:
        return busy(state, unit) or stays_aboard(state, unit)
    return may_move(state, unit) or Refusal("VK-A27", "no hex to go to", unit.id)


_BEGIN = {
    Verbs.BOMBARD: begin_bombard,
    Verbs.LOAD: begin_load,
    Verbs.UNLOAD: begin_unload,
    Verbs.BATTLE: begin_battle,
}


# -- the end of a turn ------------------------------------------------------------------------------------------------


@step
def turn_over(t: IslandsTable) -> None:
    """Make units ready for their next turn, and give every gun its overwatch back (VK-18, VK-A13)."""
    state = t.state
    for name, unit in state.units.items():
        if unit.seat == state.seat and unit.forgets():
            t.change(name, TurnForgotten(name)).forget()
    for name, unit in state.units.items():
        if unit.fired:
            t.change(name, GunReady(name)).fired = False


PHASES = (
    Phase(Phases.ACT, "Movement phase", (open_turn, act), Phases.PLACE, ("VK-A25",)),
    Phase(Phases.PLACE, "Reserve placement", (place_reserves, turn_over), LAST, ("VK-A42", "VK-25")),
)


# -- seats in play, the verdict ---------------------------------------------------------------------------------------


def in_play(state: Islands, seat: Seat) -> bool:
    """Whether a seat has units on the map, or a town or city in which to place units (VK-A45)."""
    return any(unit.seat == seat and not unit.out for unit in state.units.values()) or bool(sites_of(state, seat))


def last_side(state: Islands) -> Seat | None:
    """The only side with units on the map or a town or city ("" if there is none), None while several have."""
    last = ""
    for seat in _seats_in_play(state):
        side = state.side(seat)
        if last and side != last:
            return None
        last = side
    return last


def _seats_in_play(state: Islands) -> Iterator[Seat]:
    yield from (site.seat for site in state.sites.values() if site.seat)
    yield from (unit.seat for unit in state.units.values() if not unit.out)


def points(state: Islands) -> dict[Seat, int]:
    """The points of each seat: 1 for a town, 2 for a city (VK-A45)."""
    table = dict.fromkeys(state.seats, 0)
    for site in state.sites.values():
        if site.seat:
            table[site.seat] += SITE_WORTH[site.kind]
    return table


def verdict(state: Islands) -> Verdict:
    """The side with more points for towns and cities wins; if they are equal, more units on the map (VK-A45)."""
    held = points(state)
    places = {side: sum(held[seat] for seat in members_of(side)) for side in state.sides()}
    tables = {"towns and cities": places, "units": by_side(state, lambda _: 1)}
    return ahead(tables, "equal in towns, cities and units", "VK-A45")
