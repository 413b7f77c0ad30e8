"""Moves, runs and charges, each declared with its path, interrupted by overwatch, continued (WH-10, WH-17).

Charges are declared before anything is measured and moved before other moves (WH-A12, WH-A24).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from game.board.board import Board, Reach
from game.engine.decisions import Refusal
from game.engine.events import UNSET, UnsetType
from game.engine.names import Cell, Markers, Pace, UnitId, Verb
from game.engine.options import Moves, Option, Part, Path
from game.engine.reactions import q_end, window
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.wording import INCHES, length
from game.rules.shared import FAR, TooFar, foes, no_sight, occupied, touches, way_closed, way_refused
from game.rules.wh40k2.events import (
    ChargeDeclared,
    ChargeFailed,
    ChargeMade,
    Hid,
    Moved,
    MoveDeclared,
    MoveLost,
    Stood,
)
from game.rules.wh40k2.facing import choose_facing, face_along
from game.rules.wh40k2.ground import RUN_GAP, hides_from, in_contact, is_vehicle, may_hide, mode, near_enemies, spotted
from game.rules.wh40k2.state import Battle, Squad, SquadMove, SquadQueue, SquadTable
from game.rules.wh40k2.vocabulary import MarkerKinds, Questions, Verbs


def idle(squad: Squad) -> Refusal | None:
    """Why a squad can do nothing in its own turn (WH-07, WH-A32), or None."""
    if squad.watching:
        return Refusal("WH-07", "on overwatch: it does nothing in its own turn", squad.id)
    if squad.broken:
        return Refusal("WH-A32", "broken", squad.id)
    return None


# -- charges ----------------------------------------------------------------------------------------------------------


def _charges(rules: Ruleset, state: Battle) -> Iterator[Option]:
    enemies = foes(state, state.seat)
    for squad in state.standing(state.seat):
        name = squad.id
        if declare_refused(rules, state, squad) is not None:
            continue
        seen = [foe for foe in enemies if charge_refused(state, squad, foe) is None]
        for foe, end in zip(seen, charge_ends(rules, state, squad, seen), strict=True):
            where = f", to stand on {state.board.label(end)}" if end >= 0 else ""
            text = f"{name.upper()} charges {foe.id.upper()}{where}"
            yield Option(f"{name}:charge:{foe.id}", Verbs.CHARGE, name, foe.id, clauses=("WH-A24",), text=text)
    yield Option("done", Verbs.DONE, text="No more charges")


@step
def declare_charges(t: SquadTable) -> None:
    """The player declares charges, before any distance is measured (WH-A24)."""
    state, seat, rules = t.state, t.state.seat, t.rules
    choice = t.ask(
        seat,
        Questions.CHARGE,
        lambda: _charges(rules, state),
        question="which squads charge?",
        note="Distance is not measured first; a charge that falls short stops as near as it can.",
        clauses=("WH-A24",),
        default="done",
        refused=lambda: [no for u in state.standing(seat) if (no := may_charge(rules, state, u)) is not None],
    )
    if choice.action == Verbs.CHARGE:
        t.change(choice.unit, ChargeDeclared(choice.unit, choice.target)).charges = choice.target
        t.then(declare_charges)


def declare_refused(rules: Ruleset, state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot declare a charge, or no other one, or None."""
    if squad.charges:
        return Refusal("WH-A24", f"it has declared its charge, at {squad.charges.upper()}", squad.id)
    return may_charge(rules, state, squad)


def may_charge(rules: Ruleset, state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot declare a charge, or None."""
    if is_vehicle(rules, squad):
        return Refusal("WH-A36", "a vehicle does not charge", squad.id)
    if in_contact(state, squad):
        return Refusal("WH-A33", "in hand-to-hand", squad.id)
    return idle(squad)


def charge_refused(state: Battle, squad: Squad, foe: Squad) -> Refusal | None:
    """Why a squad that may charge cannot charge that enemy (WH-A24, WH-A26), or None."""
    no = no_sight(state.board, state.board.sight(squad.at, foe.at), "WH-A24", squad.id, foe.at)
    if no is None and hides_from(state, foe, squad):
        return Refusal("WH-A26", f"{foe.id.upper()} is hidden", squad.id, cell=foe.at)
    return no


@step
def move_chargers(t: SquadTable) -> None:
    """The player moves the declared charges, in any order, before other moves."""
    state = t.state
    waiting = [u for u in state.standing(state.seat) if u.charges and not u.moved]
    if not waiting:
        return
    choice = t.ask(
        state.seat,
        Questions.ACTIVATE,
        lambda: [_charge_to_move(t.rules, state, squad) for squad in waiting],
        question="which charge is moved next?",
        clauses=("WH-A24",),
        default=f"{waiting[0].id}:charge",
    )
    squad = state.units[choice.unit]
    begin_move(t, squad, Verbs.CHARGE, charge_path(t.rules, state, squad, state.units[squad.charges]), squad.charges)
    t.then_from(-1, move_chargers)


def _charge_to_move(rules: Ruleset, state: Battle, squad: Squad) -> Option:
    """The option to move a declared charge; its text names the end cell and whether that is in contact."""
    target = state.units[squad.charges]
    end = charge_path(rules, state, squad, target)[-1]
    contact = touches(state, end, target.at) and not target.out  # a stray may have wiped the target out meanwhile
    how = "in contact with" if contact else "short of"
    text = f"Move {squad.id.upper()}’s charge to {state.board.label(end)}, {how} {target.id.upper()}"
    return Option(f"{squad.id}:charge", Verbs.CHARGE, squad.id, squad.charges, clauses=("WH-A24",), text=text)


def charge_path(rules: Ruleset, state: Battle, squad: Squad, target: Squad) -> list[Cell]:
    """The shortest path into contact, else as near as 2 M allows (WH-A12, WH-A24); the start cell comes first."""
    taken = occupied(state, but=squad.id)
    reach = state.board.reach(squad.at, budget(squad, Verbs.CHARGE), taken, mode(rules, squad))
    goal = _contact(state.board, reach, target.at)
    if goal < 0:
        barred = beside_enemies(state, squad)  # only the enemy that is charged may be touched
        goal = _toward(state.board, reach, barred, target.at)
    return [squad.at, *(reach.path(goal) if goal != squad.at else ())]


def charge_arrives(rules: Ruleset, state: Battle, squad: Squad, target: Squad) -> bool:
    """Whether a charge would come into contact within 2 M."""
    reach = state.board.reach(squad.at, budget(squad, Verbs.CHARGE), occupied(state, but=squad.id), mode(rules, squad))
    return _contact(state.board, reach, target.at) >= 0


def charge_ends(rules: Ruleset, state: Battle, squad: Squad, targets: Sequence[Squad]) -> list[Cell]:
    """For each target the cell where a charge would come into contact, at any distance; -1 if no way leads there.

    This may be shown before anything is measured (WH-A24), because it does not say whether the charge gets so far.
    """
    reach = state.board.reach(squad.at, FAR, occupied(state, but=squad.id), mode(rules, squad))
    return [_contact(state.board, reach, target.at) for target in targets]


def _contact(board: Board, reach: Reach, target: Cell) -> Cell:
    """The cheapest cell of a reach beside the target, the lowest of equals; -1 for none."""
    return min(
        ((reach.costs[cell], cell) for cell in board.neighbours(target) if cell in reach.costs), default=(0, -1)
    )[1]


def _toward(board: Board, reach: Reach, barred: frozenset[Cell], target: Cell) -> Cell:
    """The cell of a reach nearest to the target, but not `barred`; of equals the cheapest, then the lowest.

    The most expensive cells come first, so that the search can stop early.
    """
    away = board.distance(reach.start, target)
    best = (away, 0, reach.start)
    for cell in reversed(reach.costs):
        cost = reach.costs[cell]
        if cost < 2 * (away - best[0] - 1):  # even a straight way at this cost ends no nearer than `best`
            break
        if cell not in barred:
            best = min(best, (board.distance(cell, target), cost, cell))
    return best[2]


# -- moves and runs ---------------------------------------------------------------------------------------------------


def may_move(squad: Squad, state: Battle) -> Refusal | None:
    """Why a squad cannot make one of the remaining moves of the phase, or None."""
    if squad.moved:
        return Refusal("WH-A24", "it has moved", squad.id)
    if in_contact(state, squad):
        return Refusal("WH-A33", "in hand-to-hand", squad.id)
    return idle(squad)


def beside_enemies(state: Battle, squad: Squad) -> frozenset[Cell]:
    """The cells in contact with an enemy, where only a charge may end (WH-A24)."""
    return frozenset().union(*(state.board.neighbours(foe.at) for foe in foes(state, squad.seat)))


def activations(rules: Ruleset, state: Battle) -> Iterator[Part]:
    """What every squad that has not moved may do; `complete` adds the paths of moves and runs."""
    for squad in state.standing(state.seat):
        if may_move(squad, state) is not None:
            continue
        name = squad.id
        ends = destinations(rules, state, squad)
        for action, cells in (Verbs.MOVE, ends.moves), (Verbs.RUN, ends.runs):
            like = Option(f"{name}:{action}:", action, name, pace=Pace(action), clauses=("WH-A24",))
            yield Moves(like, cells, len(cells), state.board.width, ends.reach.path)
        yield Option(f"{name}:stand", Verbs.STAND, name, clauses=("WH-A24",), text=f"{name.upper()} stays where it is")
        if not squad.hidden and may_hide(rules, state, squad) is None:
            yield Option(f"{name}:hide", Verbs.HIDE, name, clauses=("WH-A26",), text=f"{name.upper()} hides")
    yield Option("end", Verbs.END, text="No more moves")


class Ends(NamedTuple):
    """The cells where a squad's move or run may end, and what closes the others within reach (WH-A24).

    moves, runs: neither ends in contact, and no part of a run comes near an enemy that the squad sees; reach: that of
    the run, or of the move if there is no run; touched: cell beside an enemy -> the enemy's cell; near: cell that a run
    may not enter -> the cell of an enemy that closes it.
    """

    moves: tuple[Cell, ...]
    runs: tuple[Cell, ...]
    reach: Reach
    touched: Mapping[Cell, Cell]
    near: Mapping[Cell, Cell]


def destinations(rules: Ruleset, state: Battle, squad: Squad) -> Ends:
    """Where a squad that may move can go."""
    runs = run_refused(rules, state, squad) is None
    seen = spotted(state, squad, budget(squad, Verbs.RUN) // 2) if runs else None
    reach = _reach(rules, state, squad, Verbs.RUN if runs else Verbs.MOVE)
    enemies = frozenset(foe.at for foe in foes(state, squad.seat))
    return _ends(state.board, reach, budget(squad, Verbs.MOVE), enemies, seen)


def run_refused(rules: Ruleset, state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot run at all (WH-A24, WH-A36), or None."""
    if is_vehicle(rules, squad):
        return Refusal("WH-A36", "a vehicle does not run", squad.id)
    if near_enemies(state.board, (squad.at,), spotted(state, squad, 0)):
        return Refusal("WH-A24", f"no run: an enemy that it sees is within {length(RUN_GAP, INCHES)}", squad.id)
    return None


def end_refused(rules: Ruleset, state: Battle, squad: Squad, action: Verb, cell: Cell) -> Refusal | None:
    """Why a squad that may move, or run, cannot end that on a cell (WH-A24, WH-A25); None if it can."""
    ends, there = destinations(rules, state, squad), state.at(cell)
    if cell in (ends.moves if action == Verbs.MOVE else ends.runs):
        return None
    if there is not None and state.side(there.seat) != state.side(squad.seat):
        words = f"only a charge may touch {there.id.upper()}, and charges have been declared already"
        return Refusal("WH-A24", words, squad.id, cell=cell)
    allowed = f"a {action}", budget(squad, action)
    closed = way_closed(state, squad, cell, allowed, ("WH-A25", "WH-A24"), mode(rules, squad))
    if not isinstance(closed, TooFar):
        return closed
    enemies = {foe.at: foe.id.upper() for foe in foes(state, squad.seat)}
    if cell in ends.touched:
        words = f"{state.board.label(cell)} touches {enemies[ends.touched[cell]]}: only a charge ends there"
        return Refusal("WH-A24", words, squad.id, cell=cell)
    near = [ends.near[on] for on in (ends.reach.path(cell) if cell in ends.reach else ()) if on in ends.near]
    if action == Verbs.RUN and near:
        close = f"within {length(RUN_GAP, INCHES)} of {enemies[near[0]]} and in sight of it"
        return Refusal("WH-A24", f"the way there comes {close}: no run leads there", squad.id, cell=cell)
    return closed


def _reach(rules: Ruleset, state: Battle, squad: Squad, action: Verb) -> Reach:
    """The reach of a squad's move or run."""
    return state.board.reach(squad.at, budget(squad, action), occupied(state, but=squad.id), mode(rules, squad))


@lru_cache(maxsize=512)
def _ends(board: Board, reach: Reach, most: int, enemies: frozenset[Cell], seen: frozenset[Cell] | None) -> Ends:
    """The ends of a move of `most` half inches, and of a run that keeps away from the enemies `seen` (None: no run)."""
    touched = {cell: enemy for enemy in enemies for cell in board.neighbours(enemy)}
    costs = {cell: cost for cell, cost in reach.costs.items() if cell not in touched and cell != reach.start}
    moves = tuple(cell for cell, cost in costs.items() if cost <= most)
    if seen is None:
        return Ends(moves, (), reach, touched, {})
    near = near_enemies(board, reach.costs, seen)
    barred = reach.crossing(near.keys())
    return Ends(moves, tuple(cell for cell in costs if cell not in barred), reach, touched, near)


def budget(squad: Squad, action: Verb) -> int:
    """The half inches that a squad may go: M inches for a move, 2 M for a run or a charge (WH-A24)."""
    return squad.stats["M"] * (2 if action == Verbs.MOVE else 4)


def path_refused(rules: Ruleset, state: Battle, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
    """Why a move or run cannot take a path drawn by hand, or None."""
    if option.action not in (Verbs.MOVE, Verbs.RUN):
        return Refusal("WH-A24", "this choice has no path", option.unit)
    squad = state.units[option.unit]
    allowed = budget(squad, option.action)
    no = way_refused(state, option, path, allowed, ("WH-A25", "WH-A24"), mode(rules, squad))
    if no is not None:
        return no
    if option.action == Verbs.RUN and near_enemies(state.board, path, spotted(state, squad, allowed // 2)):
        words = f"a run may not come within {length(RUN_GAP, INCHES)} of an enemy it sees"
        return Refusal("WH-A24", words, squad.id)
    return None


def pathfinder(rules: Ruleset, state: Battle) -> Callable[[Option], Path | None]:
    """The shortest paths of moves and runs."""
    reach = cache(lambda name, action: _reach(rules, state, state.units[name], action))
    ways = (Verbs.MOVE, Verbs.RUN)
    return lambda one: reach(one.unit, one.action).path(one.to) if one.action in ways and one.to >= 0 else None


@step
def remaining_moves(t: SquadTable) -> None:
    """One squad after the other moves, runs, hides or stays, until the player is done."""
    state, rules, seat = t.state, t.rules, t.state.seat
    if all(may_move(u, state) is not None for u in state.standing(seat)):
        return
    choice = t.ask(
        seat,
        Questions.ACTIVATE,
        lambda: activations(rules, state),
        question="which squad moves, and where?",
        note="The whole path is declared; enemies on overwatch may fire at any point of it.",
        clauses=("WH-A24", "WH-11"),
        default="end",
        refused=lambda: [no for u in state.standing(seat) if (no := idle(u)) is not None],
    )
    if choice.action == Verbs.END:
        return
    squad = state.units[choice.unit]
    if choice.action == Verbs.STAND:
        t.change(squad, Stood(squad.id)).moved = True
        t.then(choose_facing, squad.id)
    elif choice.action == Verbs.HIDE:
        t.change(squad, Hid(squad.id)).moved = True
        t.state.stirred = (state.turn, seat)
        t.then(choose_facing, squad.id)
    else:
        begin_move(t, squad, choice.action, [squad.at, *rules.complete(state, choice).path], "")
    t.then_from(-1, remaining_moves)


# -- a declared move --------------------------------------------------------------------------------------------------


def begin_move(t: SquadTable, squad: Squad, kind: Verb, path: list[Cell], target: UnitId) -> None:
    """Declare a move with its whole path and open its one window for overwatch fire (WH-A14, WH-A15)."""
    inches = t.state.board.path_cost(path, mode="light") // 2  # the distance alone, without what the ground costs
    seen: Markers | UnsetType = {MarkerKinds.HIDDEN: None} if squad.hidden else UNSET
    mover = t.change(squad, MoveDeclared(squad.id, kind, path, target, seen))
    mover.moved, mover.pace, t.state.stirred = True, Pace(kind), (t.state.turn, squad.seat)
    n = t.cause = t.last
    t.begin(
        SquadMove(
            kind, mover.id, path, pace=Pace(kind), target=target, contact=(target,) if target else (), inches=inches
        ),
        Verbs.MOVE,
        n,
    )
    window(t, t.state.enemies(mover.seat), Verbs.MOVE, mover.id, path=path, cell=mover.at)
    t.then(q_end)


@step
def advance(t: SquadTable, point: int) -> None:
    """The mover advances to `point` of its path."""
    queue = t.queue
    action = queue.action
    if t.state.units[action.unit].out or point <= action.done:
        return
    stretch = action.path[action.done : point + 1]
    action.done, action.status = point, "under_way"
    interrupted = any(reaction.status == "resolved" for reaction in queue.reactions)
    moved = Moved(action.unit, stretch[-1], stretch, action.pace)
    t.change(action.unit, moved, ("WH-17",) if interrupted else None, cause=queue.n).at = stretch[-1]


@step
def finish_move(t: SquadTable) -> None:
    """End the move: a charge that touches its target is in contact, any other charge has failed (WH-A12)."""
    queue = t.queue
    action, squad = queue.action, t.state.units[queue.action.unit]
    if action.over:
        return
    if squad.out:
        action.status = "lost"
        t.emit(MoveLost(squad.id), cause=queue.n)
        return
    action.status = "done"
    if action.kind == Verbs.CHARGE:
        target = t.state.units[action.target]
        if touches(t.state, squad.at, target.at) and not target.out:
            path = [squad.at, target.at]
            t.change(squad, ChargeMade(squad.id, target.id)).charging = True
        else:
            path = action.path
            t.emit(ChargeFailed(squad.id, target.id), ("WH-A12",) if squad.losses else None)
        face_along(t, squad.id, path)
        return
    if action.kind == Verbs.MOVE and may_hide(t.rules, t.state, squad) is None:
        ask_hide(t, squad)
    face_along(t, squad.id, action.path)
    t.then(choose_facing, squad.id)


def ask_hide(t: SquadTable, squad: Squad) -> None:
    """Ask whether a squad that has moved into cover hides (WH-A26)."""
    choice = t.ask(
        squad.seat,
        Questions.HIDE,
        [
            Option(f"{squad.id}:hide", Verbs.HIDE, squad.id, clauses=("WH-A26",), text="Hide"),
            Option(f"{squad.id}:none", Verbs.NONE, squad.id, clauses=("WH-A26",), text="Stay in view"),
        ],
        question=f"does {squad.id.upper()} hide?",
        note="Hidden, it is seen only from close by; it may not shoot without giving itself away.",
        clauses=("WH-A26",),
        default=f"{squad.id}:none",
        unit=squad.id,
    )
    if choice.action == Verbs.HIDE:
        t.change(squad, Hid(squad.id))


def go_on(t: SquadTable, queue: SquadQueue) -> None:
    """Continue the interrupted move (WH-17)."""
    if queue.action.unit:
        t.then(advance, len(queue.action.path) - 1)
        t.then(finish_move)
