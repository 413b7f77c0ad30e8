"""Activating a unit: its possible actions, and the announcement that opens the window for reactions (SC-12, SC-A36)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.engine.decisions import Refusal
from game.engine.names import Cell, Pace, Seat, UnitId, Verb
from game.engine.options import Moves, Option, Part
from game.engine.policies import ANY
from game.engine.reactions import q_end, window
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.shared import way_closed
from game.rules.skirmishcorps.covering import courage, covering_options
from game.rules.skirmishcorps.events import ActionAnnounced, Activated, Held
from game.rules.skirmishcorps.ground import PACES, contacts, pace_budget, reach_of
from game.rules.skirmishcorps.lineup import lineup
from game.rules.skirmishcorps.state import Corps, CorpsAction, CorpsTable, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Paces, Verbs

END = Option("end", Verbs.END, text="End acting")


def cannot_act(unit: Trooper) -> Refusal | None:
    """Why a unit cannot be activated (SC-12, SC-A35), or None."""
    if unit.out:
        return Refusal("SC-A29", "out of action", unit.id)
    if unit.pinned:
        return Refusal("SC-42", "pinned until the End Phase", unit.id)
    if unit.acted or unit.markers.get(MarkerKinds.MOVE) == "up":
        return Refusal("SC-A35", "it has had its one action of this turn", unit.id)
    if MarkerKinds.OVERWATCH in unit.markers:
        return Refusal("SC-01", "on overwatch: it waits for what the enemy does", unit.id)
    if MarkerKinds.MOVE not in unit.markers:
        return Refusal("SC-A33", "no move marker", unit.id)
    return None


def activations(rules: Ruleset, state: Corps, seat: Seat) -> Iterator[Part]:
    """Every action of every unit that can be activated, and `end` (no more actions this turn)."""
    for unit in state.standing(seat):
        if cannot_act(unit) is None:
            yield from moves(state, unit)
            yield stand(unit.id)
            yield from covering_options(rules, state, unit)
            yield hold(unit.id)
    yield END


def moves(state: Corps, unit: Trooper) -> list[Part]:
    """Every move of the unit, in one block for each pace; remembered as long as its reach is the same."""
    known, reach = lineup(state).moves, reach_of(state, unit)
    found = known.get(unit.id)
    if found is None or found[0] is not reach:
        name, width = unit.id, state.board.width
        blocks: list[Part] = [
            Moves(
                Option(f"{name}:move:{pace}:", Verbs.MOVE, name, pace=pace, clauses=("SC-A36",)),
                reach.goals,
                reach.within(pace_budget(unit, pace)),
                width,
                reach.path,
            )
            for pace in PACES
        ]
        found = known[unit.id] = reach, blocks
    return found[1]


def move_refused(state: Corps, unit: Trooper, cell: Cell) -> Refusal | None:
    """Why the unit cannot move to a cell at its fastest pace, or None (SC-A36, SC-A52)."""
    reach = reach_of(state, unit)
    if cell in reach and cell != unit.at:
        return None
    return way_closed(state, unit, cell, ("a sprint", pace_budget(unit, Paces.SPRINT)), ("SC-A52", "SC-A36"))


@lru_cache(maxsize=1 << 10)
def stand(name: UnitId) -> Option:
    """The option to stay in place, which gives the bonus for aiming."""
    return Option(
        f"{name}:stand", Verbs.STAND, name, clauses=("SC-A35",), text=f"{name.upper()} stands, aims and may attack"
    )


@lru_cache(maxsize=1 << 10)
def hold(name: UnitId) -> Option:
    """The option to give the action up."""
    return Option(f"{name}:hold", Verbs.HOLD, name, clauses=("SC-A35",), text=f"{name.upper()} does nothing")


def announce(t: CorpsTable, unit: Trooper, choice: Option) -> None:
    """Announce the unit's action, which makes it the instigator (SC-12). Holding is no action: nobody may react."""
    name = unit.id
    if choice.action == Verbs.HOLD:
        t.change(unit, Held(name, {MarkerKinds.MOVE: "up"})).acted = True
        return
    if unit.must_test:  # SC-A8: the test comes before the announcement
        t.then(courage, name)
    t.then(announced, *announcement(t.state, unit, choice))


def announcement(
    state: Corps, unit: Trooper, choice: Option
) -> tuple[UnitId, Verb, Pace, list[Cell], str, list[UnitId], UnitId]:
    """The arguments of `announced` for an action of the unit."""
    path = list(choice.path) or list(reach_of(state, unit).path(choice.to)) if choice.action == Verbs.MOVE else []
    return unit.id, choice.action, choice.pace, path, choice.weapon, list(choice.targets), choice.ally


@step
def announced(
    t: CorpsTable,
    name: UnitId,
    kind: Verb,
    pace: Pace,
    path: list[Cell],
    weapon: str,
    targets: list[UnitId],
    ally: UnitId,
) -> None:
    """Turn the marker face-up, announce the action, and open the window for reactions. `path` leaves the start out."""
    unit = t.unit(name)
    if unit.helpless:
        return
    full_path = [unit.at, *path]
    touched = contacts(t.state, unit, full_path)
    t.change(unit, Activated(name, {MarkerKinds.MOVE: "up"}))
    t.cause = t.emit(
        ActionAnnounced(name, kind, pace, full_path if path else [], targets, ally, list(touched)),
    )
    action = CorpsAction(
        kind,
        name,
        full_path,
        pace=pace,
        weapon=weapon,
        targets=targets,
        ally=ally,
        contact=touched,
        target=targets[0] if targets else "",
    )
    t.begin(action, ANY, t.cause)
    window(t, t.state.enemies(unit.seat), kind, name, path=full_path, cell=unit.at, contact=touched)
    t.then(q_end)
