"""A player's turn: move and fight, then place reserves, with nothing built between (VK-A25, VK-A26); who has won (VK-A45)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.decisions import Option, Refusal
from game.engine.names import Seat
from game.engine.steps import step
from game.engine.turn import Phase
from game.rules.viktory2.battle import battles, begin_battle
from game.rules.viktory2.bombard import begin_bombard, bombardments
from game.rules.viktory2.cargo import begin_load, begin_unload, loadings, stays_aboard, unloadings
from game.rules.viktory2.events import GunReady, MovingBegun, TurnForgotten
from game.rules.viktory2.ground import SITE_WORTH, sites_of
from game.rules.viktory2.moves import Ways, begin_move, busy, may_move, moves
from game.rules.viktory2.reserves import place_reserves, waits
from game.rules.viktory2.state import Islands, IslandsTable, Piece


@step
def open_turn(t: IslandsTable) -> None:
    """What the seat holds as its turn begins is noted, for forest and mountain (VK-A28)."""
    state, seat = t.state, t.state.seat
    t.emit(MovingBegun(seat))
    held = {u.at for u in state.standing(seat) if not u.aboard}.union(site.cell for site in sites_of(state, seat))
    state.held, state.repelled = tuple(sorted(held)), ()


# -- move and fight ---------------------------------------------------------------------------------------------------


@step
def act(t: IslandsTable) -> None:
    """One thing after the other, in any order, until the player ends it (VK-A25); a waiting battle must be fought."""
    state, seat = t.state, t.state.seat
    last = last_side(state)
    if last is not None:
        t.end(last, "nobody else is left", ("VK-A45",))
        return
    t.cause = -1  # what is done next does not follow from what was done before
    waiting = battles(state, seat)
    offered: list[Option] = []

    def everything() -> list[Option]:
        offered.extend(acts(state, waiting))
        return offered

    choice = t.ask(
        seat,
        "act",
        everything,
        prompt=f"{t.rules.seat_name(seat)} decides: which unit acts?",
        note="A battle is waiting; it is fought before the phase ends."
        if waiting
        else "Units move one by one, bombard, and line up for battles.",
        clauses=("VK-A25", "VK-A34"),
        default=waiting[0].id if waiting else "end",
        secret=bool(waiting),  # a battle is begun by hand, even if nothing else is left to do
        refused=lambda: idlers(state, offered),
    )
    if choice.action == "end":
        return
    _BEGIN[choice.action](t, choice)
    t.then(act)


def acts(state: Islands, waiting: list[Option]) -> Iterator[Option]:
    """Everything that may be done now."""
    yield from waiting
    ways = Ways(state, state.seat)
    for unit in state.units.values():
        if unit.seat == state.seat and not unit.out:
            yield from acts_of(state, unit, ways)
    if not waiting:
        yield Option("end", "end", clauses=("VK-A25",), text="End moving and fighting")


def acts_of(state: Islands, unit: Piece, ways: Ways) -> Iterator[Option]:
    """What a unit may do now."""
    yield from bombardments(state, unit, ways)
    yield from loadings(state, unit)
    yield from unloadings(state, unit, ways)
    yield from moves(state, unit, ways)


def idlers(state: Islands, offered: Sequence[Option]) -> list[Refusal]:
    """Why those of the seat in turn that no option is offered for can do nothing more."""
    acting = {option.unit for option in offered}
    return [done(state, unit) for unit in state.units.values() if unit.seat == state.seat and unit.id not in acting]


def idle(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit of the seat in turn can do nothing more, or None."""
    if unit.seat != state.seat or next(acts_of(state, unit, Ways(state, unit.seat)), None) is not None:
        return None
    return done(state, unit)


def done(state: Islands, unit: Piece) -> Refusal:
    """What keeps a unit that can do nothing more."""
    if unit.aboard:
        return busy(state, unit) or stays_aboard(state, unit)
    return may_move(state, unit) or Refusal("VK-A27", "no hex to go to", unit.id)


def rests(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit of the seat in turn is not asked for anything in the phase in hand, or None."""
    return idle(state, unit) if state.phase == "act" else waits(state, unit) if state.phase == "place" else None


_BEGIN = {
    "move": begin_move,
    "bombard": begin_bombard,
    "load": begin_load,
    "unload": begin_unload,
    "battle": begin_battle,
}


# -- the end of a turn ------------------------------------------------------------------------------------------------


@step
def turn_over(t: IslandsTable) -> None:
    """Units are ready for their next turn, and every gun has its shot again in the next player's (VK-18, VK-A13)."""
    state = t.state
    for name, unit in state.units.items():
        if unit.seat == state.seat and unit.forgets():
            t.change(name, TurnForgotten(name)).forget()
    for name, unit in state.units.items():
        if unit.fired:
            t.change(name, GunReady(name)).fired = False


PHASES = (
    Phase("act", "Movement phase", (open_turn, act), "place", ("VK-A25", "VK-18"), acts="one"),
    Phase("place", "Reserve placement", (place_reserves, turn_over), "", ("VK-A42", "VK-25"), acts="one"),
)


# -- who is out, who has won ------------------------------------------------------------------------------------------


def in_play(state: Islands, seat: Seat) -> bool:
    """Whether a seat has units on the map, or a town or city to place some in (VK-A45)."""
    return any(unit.seat == seat and not unit.out for unit in state.units.values()) or bool(sites_of(state, seat))


def last_side(state: Islands) -> str | None:
    """The only side with units on the map or a town or city ("" if there is none), None while several have."""
    left = {state.side(seat) for seat in state.seats if in_play(state, seat)}
    return None if len(left) > 1 else left.pop() if left else ""


def points(state: Islands) -> dict[Seat, int]:
    """Towns count one, cities two (VK-A45)."""
    table = dict.fromkeys(state.seats, 0)
    for site in state.sites.values():
        if site.seat:
            table[site.seat] += SITE_WORTH[site.kind]
    return table


def verdict(state: Islands) -> tuple[str, str, tuple[str, ...]]:
    """More in towns and cities wins; if equal, more units on the map (VK-A45)."""
    held = points(state)
    tables = {
        "towns and cities": {
            side: sum(held[s] for s in state.seats if state.side(s) == side) for side in state.sides()
        },
        "units": {side: sum(state.side(u.seat) == side for u in state.standing()) for side in state.sides()},
    }
    for what, table in tables.items():
        best = max(table.values())
        ahead = [side for side in table if table[side] == best]
        if len(ahead) == 1:
            rest = ", ".join(str(table[side]) for side in table if side != ahead[0])
            return ahead[0], f"more {what}: {best} against {rest}", ("VK-A45",)
    return "", "equal in towns, cities and units", ("VK-A45",)
