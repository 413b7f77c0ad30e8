"""A player's turn: move and fight, then place reserves, with nothing built between (VK-A25, VK-A26); who has won (VK-A45)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.decisions import Option, Refusal
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.turn import Phase
from game.rules.viktory2.battle import battles, begin_battle
from game.rules.viktory2.bombard import begin_bombard, bombardments
from game.rules.viktory2.cargo import begin_load, begin_unload, loadings, stays_aboard, unloadings
from game.rules.viktory2.ground import SITE_WORTH, called, site_tag, sites
from game.rules.viktory2.moves import begin_move, busy, may_move, moves
from game.rules.viktory2.ways import Ways

PHASES = (
    Phase("act", "Movement phase", ("open_turn", "act"), "place", ("VK-A25", "VK-18"), acts="one"),
    Phase("place", "Reserve placement", ("place_reserves", "turn_over"), "", ("VK-A42", "VK-25"), acts="one"),
)

FORGOTTEN = ("nth", "spent", "bombarded", "fought", "landed", "shore", "came", "placed")
"""What a unit did in its own turn, forgotten when that is over."""


def open_turn(t: Table) -> None:
    """What the seat holds as its turn begins is noted, for forest and mountain (VK-A28)."""
    state, seat = t.state, t.state.seat
    held = {u.at for u in state.standing(seat) if not u.aboard} | {site.cell for site in sites(state, seat)}
    tags = {"held": " ".join(map(str, sorted(held))), "repelled": ""}
    t.mark("moving_begun", ("VK-A28", "VK-A34"), tags=tags, seat=seat)


# -- move and fight ---------------------------------------------------------------------------------------------------


def act(t: Table) -> None:
    """One thing after the other, in any order, until the player ends it (VK-A25); a waiting battle must be fought."""
    state, rules, seat = t.state, t.rules, t.state.seat
    if last_side(state) is not None:
        t.end(last_side(state) or "", "nobody else is left", ("VK-A45",))
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
        prompt=f"{rules.seat_name(seat)} decides: which unit acts?",
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
    t.then("act")


def acts(state: State, waiting: list[Option]) -> Iterator[Option]:
    """Everything that may be done now."""
    yield from waiting
    ways = Ways(state, state.seat)
    for unit in state.standing(state.seat):
        yield from acts_of(state, unit, ways)
    if not waiting:
        yield Option("end", "end", clauses=("VK-A25",), text="End moving and fighting")


def acts_of(state: State, unit: Unit, ways: Ways) -> Iterator[Option]:
    """What a unit may do now."""
    yield from bombardments(state, unit)
    yield from loadings(state, unit)
    yield from unloadings(state, unit)
    yield from moves(state, unit, ways)


def idlers(state: State, offered: Sequence[Option]) -> list[Refusal]:
    """Why those of the seat in turn that no option is offered for can do nothing more."""
    acting = {option.unit for option in offered}
    return [done(state, unit) for unit in state.units.values() if unit.seat == state.seat and unit.id not in acting]


def idle(state: State, unit: Unit) -> Refusal | None:
    """Why a unit of the seat in turn can do nothing more, or None."""
    if unit.seat != state.seat or next(acts_of(state, unit, Ways(state, unit.seat)), None) is not None:
        return None
    return done(state, unit)


def done(state: State, unit: Unit) -> Refusal:
    """What keeps a unit that can do nothing more."""
    if unit.aboard:
        return busy(state, unit) or stays_aboard(state, unit)
    return may_move(state, unit) or Refusal("VK-A27", "no hex to go to", unit.id)


_BEGIN = {
    "move": begin_move,
    "bombard": begin_bombard,
    "load": begin_load,
    "unload": begin_unload,
    "battle": begin_battle,
}


# -- the end of a turn ------------------------------------------------------------------------------------------------


def turn_over(t: Table) -> None:
    """Units are ready for their next turn, and every gun has its shot again in the next player's (VK-18, VK-A13)."""
    state = t.state
    for unit in state.units.values():
        if unit.seat == state.seat and (any(unit.fact(name) for name in FORGOTTEN) or unit.tags.get("ship")):
            t.change(unit, "turn_forgotten", ("VK-A25",), facts=dict.fromkeys(FORGOTTEN, 0), tags={"ship": ""})
    for unit in state.units.values():
        if unit.fact("fired"):
            t.change(unit, "gun_ready", ("VK-18",), facts={"fired": 0})


# -- who is out, who has won ------------------------------------------------------------------------------------------


def seat_falls(t: Table, seat: str) -> None:
    """A seat that has lost its capital is out: its units leave the table, its towns are nobody's (VK-A45)."""
    state = t.state
    t.cause = t.emit("seat_beaten", ("VK-A45",), seat=seat)
    for unit in state.units.values():
        if unit.seat == seat and (not unit.out or unit.fact("reserve")):
            t.change(unit, "withdrawn", ("VK-A45",), out=True, aboard="", facts={"reserve": 0})
    for site in sites(state, seat):
        t.mark(
            "site_abandoned",
            ("VK-A45",),
            tags=site_tag(site._replace(seat="")),
            cell=site.cell,
            name=called(state, site),
        )


def in_play(state: State, seat: str) -> bool:
    """Whether a seat has units on the map, or a town or city to place some in."""
    return bool(state.standing(seat) or sites(state, seat))


def last_side(state: State) -> str | None:
    """The only side with units on the map or a town or city ("" if there is none), None while several have."""
    left = {state.side(seat) for seat in state.seats if in_play(state, seat)}
    return None if len(left) > 1 else left.pop() if left else ""


def points(state: State) -> dict[str, int]:
    """Towns count one, cities two (VK-A45)."""
    table = dict.fromkeys(state.seats, 0)
    for site in sites(state):
        if site.seat:
            table[site.seat] += SITE_WORTH[site.kind]
    return table


def verdict(state: State) -> tuple[str, str, tuple[str, ...]]:
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


STEPS = {step.__name__: step for step in (open_turn, act, turn_over, seat_falls)}
