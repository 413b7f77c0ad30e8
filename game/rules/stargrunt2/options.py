"""The options of a unit in its activation, and why others are none: both are read from the same `..._refused`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.decisions import Refusal
from game.engine.names import Cell, Pace, UnitId, Verb
from game.engine.options import Moves, Option, Part, Path
from game.engine.wording import INCHES, as_words, capitalised, length
from game.rules.shared import foes, occupied, way_closed, way_refused
from game.rules.stargrunt2.dice import LADDER, shifted
from game.rules.stargrunt2.morale import haven, is_vehicle, role, sheltered
from game.rules.stargrunt2.shots import arms_of, line_of, refusal, weapon_groups
from game.rules.stargrunt2.state import BROKEN, LEVELS, MOVES, ROUTED, Battle, BattleRules, Squad
from game.rules.stargrunt2.vocabulary import Verbs

TWICE = frozenset({*MOVES, Verbs.REMOVE_SUPPRESSION, Verbs.TRANSFER, Verbs.FIRE})
"""The actions that a unit may take twice in an activation (SG-A32); fire is one, since each weapon may fire once."""
PLAIN = {
    Verbs.REMOVE_SUPPRESSION: ("SG-A38", capitalised(as_words(Verbs.REMOVE_SUPPRESSION))),
    Verbs.OVERWATCH: ("SG-31", "Go on overwatch"),
    Verbs.IN_POSITION: ("SG-A41", "Go in position"),
    Verbs.LEAVE_POSITION: ("SG-A41", "Get ready to leave the position"),
    Verbs.REORGANISE: ("SG-A43", "Reorganise, treat the wounded"),
}
"""The actions that aim at nobody, each with the clause and the text of its option."""
AIMED = {
    Verbs.CLOSE_ASSAULT: ("SG-A46", "Assault"),
    Verbs.TRANSFER: ("SG-48", "Transfer an action to"),
    Verbs.RALLY: ("SG-A42", "Rally"),
}
"""The actions that aim at another unit, but for fire, each with the clause and the beginning of the text."""
ORDERS = (Verbs.TRANSFER, Verbs.RALLY)
STEADY = (Verbs.COMBAT_MOVE, Verbs.OVERWATCH, Verbs.IN_POSITION, Verbs.LEAVE_POSITION, Verbs.CLOSE_ASSAULT)
"""The actions of units that are neither broken nor routed (SG-A39)."""
AGAIN = {Verbs.IN_POSITION: "try to go in position", Verbs.REORGANISE: "reorganising", Verbs.RALLY: "rally"}
"""The actions that are not taken twice, as a sentence names them."""
WITH_PATH = (Verbs.MOVE, Verbs.COMBAT_MOVE, Verbs.GO_ON)
VOICE = 6  # inches within which an order needs no roll (SG-A42)
TRANSFERS = 2  # that a command unit may try in a turn (SG-A42)


def friends(state: Battle, unit: Squad) -> list[Squad]:
    """The other units of the unit's side, allies included (SG-A42)."""
    side = state.side(unit.seat)
    return [u for u in state.standing() if u.id != unit.id and state.side(u.seat) == side]


def mode(rules: BattleRules, unit: Squad) -> Mode:
    """How the unit crosses ground, "foot" or "vehicle"."""
    return "vehicle" if is_vehicle(rules, unit) else "foot"


def base_move(unit: Squad) -> int:
    """The inches of a normal move, one step of the ladder less with wounded to carry (SG-A4)."""
    own = unit.stats["MOVE"]
    return max((sides for sides in LADDER if sides < own), default=own) if unit.wounded else own


def mobility(unit: Squad) -> int:
    """The die of a combat move, one step of the ladder less with wounded to carry (SG-A4)."""
    return shifted(unit.stats["MOBILITY"], -1 if unit.wounded else 0)


def move_budget(unit: Squad) -> int:
    """The half inches that a normal move may cost."""
    return 2 * base_move(unit)


def combat_budget(face: int) -> int:
    """The half inches that a combat move may cost with that face of the mobility die, twice which it goes in inches."""
    return 2 * 2 * face


def longest_combat_move(unit: Squad) -> int:
    """The half inches that a combat move may cost with the highest face of the unit's die."""
    return combat_budget(mobility(unit))


def budget_of(state: Battle, option: Option) -> int:
    """The half inches that a move, or the rest of one, may cost; for a combat move, the most that its die can give."""
    unit = state.units[option.unit]
    if option.action == Verbs.GO_ON:
        return state.queues[-1].action.left
    return move_budget(unit) if option.action == Verbs.MOVE else longest_combat_move(unit)


def reach_of(rules: BattleRules, state: Battle, unit: Squad) -> Reach:
    """The cells that any move of the unit can reach, with the highest roll of a combat move; cheapest cells first."""
    most = max(move_budget(unit), longest_combat_move(unit))
    return state.board.reach(unit.at, most, occupied(state, but=unit.id), mode(rules, unit))


def menu(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[Verb]:
    """The actions of a unit of its kind with its markers and wounds, whether or not it can take them now."""
    yield Verbs.MOVE
    on_foot = not is_vehicle(rules, unit)
    if on_foot:
        yield Verbs.COMBAT_MOVE
    if unit.suppressed:
        yield Verbs.REMOVE_SUPPRESSION
    yield Verbs.FIRE
    yield Verbs.OVERWATCH
    if on_foot:
        yield Verbs.LEAVE_POSITION if unit.in_position else Verbs.IN_POSITION
        yield Verbs.CLOSE_ASSAULT
    if unit.wounded + lying_here(state, unit):
        yield Verbs.REORGANISE
    if role(rules, unit) == "command":
        yield from ORDERS


def action_refused(rules: BattleRules, state: Battle, unit: Squad, action: Verb) -> Refusal | None:
    """Why a unit cannot take an action of its menu now, whomever it aims at and whatever it did before, or None."""
    name, level = unit.id, LEVELS[unit.confidence]
    if unit.suppressed and action in MOVES:
        words = f"suppressed: it has to {as_words(Verbs.REMOVE_SUPPRESSION)} before it moves"
        return Refusal("SG-A38", words, name)
    if unit.suppressed and action in (Verbs.FIRE, *STEADY):
        return Refusal("SG-A38", "suppressed: no move, fire, overwatch, position or assault", name)
    if unit.suppressed and action == Verbs.REORGANISE and not sheltered(state, unit.at):
        return Refusal("SG-A38", "no reorganising while suppressed in the open", name)
    if unit.immobile and action in (*MOVES, Verbs.CLOSE_ASSAULT):
        return Refusal("SG-A45", "it has been stopped for good", name)
    if unit.confidence >= BROKEN and action in STEADY:
        return Refusal("SG-A39", f"{level}: no overwatch, position or assault", name)
    if unit.confidence >= BROKEN and action in ORDERS:
        return Refusal("SG-A39", f"{level}: it leads nobody", name)
    if action == Verbs.FIRE and unit.confidence == ROUTED:
        return Refusal("SG-A39", f"{level}: it does not fire", name)
    if (
        action in (Verbs.REORGANISE, Verbs.END)
        and unit.confidence == ROUTED
        and action_refused(rules, state, unit, Verbs.MOVE) is None
        and ends_of(rules, state, unit).cells
    ):
        return Refusal("SG-A39", f"{level}: it runs, and does nothing else", name)
    if action == Verbs.FIRE and not weapon_groups(rules, unit):
        return Refusal("SG-A9", "no fire: its weapons have been used this turn", name)
    if action == Verbs.TRANSFER and unit.transfers >= TRANSFERS:
        return Refusal("SG-A42", f"no transfer: it has tried {TRANSFERS} this turn", name)
    return None


def second_refused(first: Verb, action: Verb) -> Refusal | None:
    """Why an action cannot follow the `first` of the same activation, or None; it can if there was none ("")."""
    if action == Verbs.OVERWATCH and first == Verbs.FIRE:
        return Refusal("SG-35", "no overwatch after fire")
    if action == Verbs.CLOSE_ASSAULT and first:
        return Refusal("SG-A46", "no close assault as a second action: it takes both")
    if action == first and action not in TWICE:
        return Refusal("SG-A32", f"no second {AGAIN.get(action, as_words(action))} in one activation")
    return None


def target_refused(rules: BattleRules, state: Battle, unit: Squad, action: Verb, other: Squad) -> Refusal | None:
    """Why an action cannot be aimed at that unit, or None; fire with any weapon that the unit has left."""
    if action == Verbs.FIRE:
        tried = [fire_refused(rules, state, unit, other, weapons) for weapons in weapon_groups(rules, unit)]
        return None if None in tried else next(iter(tried), None)
    if action == Verbs.CLOSE_ASSAULT and is_vehicle(rules, other):
        return Refusal("SG-A46", "no close assault of a vehicle", unit.id, cell=other.at)
    if action == Verbs.CLOSE_ASSAULT and not contacts(state, unit, other, reach_of(rules, state, unit)):
        best = length(longest_combat_move(unit) / 2, INCHES)
        return Refusal("SG-A46", f"no close assault beyond a combat move, {best} at its best", unit.id, cell=other.at)
    if action == Verbs.RALLY and not other.confidence:
        return Refusal("SG-A42", f"no rally: {other.id.upper()} has not lost confidence", unit.id, cell=other.at)
    if action in ORDERS and unit.suppressed and not within_voice(state.board, unit, other):  # it can only shout
        whom = f"{'to' if action == Verbs.TRANSFER else 'of'} friends within {length(VOICE, INCHES)}"
        return Refusal("SG-A38", f"no {action} while suppressed except {whom}", unit.id, cell=other.at)
    return None


def fire_refused(rules: BattleRules, state: Battle, unit: Squad, foe: Squad, weapons: str) -> Refusal | None:
    """Why a unit cannot fire at an enemy with these weapons in its own activation (SG-A35, SG-A39), or None."""
    if unit.confidence >= BROKEN and unit.id not in foe.fired_on:
        words = f"as a {LEVELS[unit.confidence]} unit it fires only at those that have fired at it"
        return Refusal("SG-A39", words, unit.id, cell=foe.at)
    return refusal(line_of(rules, state, unit, foe, weapons, opportunity=False), foe.at)


def actions(rules: BattleRules, state: Battle, unit: Squad, first: Verb) -> Iterator[Part]:
    """Every option for the unit's next action; `first` is the kind of its first action, "" if this is the first."""
    able = [
        action
        for action in menu(rules, state, unit)
        if not second_refused(first, action) and not action_refused(rules, state, unit, action)
    ]
    yield from _moves(rules, state, unit, [action for action in able if action in MOVES])
    for action in able:
        if action in PLAIN:
            yield _plain(unit, action, first)
        elif action == Verbs.FIRE:
            yield from _fires(rules, state, unit)
        elif action == Verbs.CLOSE_ASSAULT:
            yield from _aimed(rules, state, unit, (action,), foes(state, unit.seat))
    yield from _aimed(rules, state, unit, [action for action in able if action in ORDERS], friends(state, unit))
    if not action_refused(rules, state, unit, Verbs.END):
        yield Option(f"{unit.id}:end", Verbs.END, unit.id, text="End the activation")


def _plain(unit: Squad, action: Verb, first: Verb) -> Option:
    clause, text = PLAIN[action]
    when = ("SG-34" if first else "SG-43",) if action == Verbs.OVERWATCH else ()  # the first may be forgone (SG-A1)
    return Option(f"{unit.id}:{action}", action, unit.id, clauses=(clause, *when), text=text)


def lying_here(state: Battle, unit: Squad) -> int:
    """How many of the unit's abandoned men lie on its cell or beside it (SG-A26)."""
    return sum(men for cell, men in unit.left_at.items() if near(state, unit, cell))


def near(state: Battle, unit: Squad, cell: Cell) -> bool:
    """Whether a cell is the unit's own or beside it."""
    return cell == unit.at or cell in state.board.neighbours(unit.at)


class Ends(NamedTuple):
    """Where a move may end: the `cells` of a `reach` within the half inches `most`, cheapest first.

    `longest` is the move that costs so much, in words.
    """

    reach: Reach
    cells: list[Cell]
    longest: str
    most: int


def ends_of(rules: BattleRules, state: Battle, unit: Squad) -> Ends:
    """Where a unit that is free to move may end a move or combat move, with the best roll (SG-A39, SG-A40, SG-A46)."""
    reach = reach_of(rules, state, unit)
    most, longest = move_budget(unit), "a move"
    if not is_vehicle(rules, unit) and unit.confidence < BROKEN and longest_combat_move(unit) >= most:
        most, longest = longest_combat_move(unit), "a combat move at its best"
    cells = clear_of(state, unit, reach.costs)
    if unit.confidence >= BROKEN:
        near = tuple(cells[: bisect_right(cells, most, key=reach.costs.__getitem__)])
        enemies = tuple(foe.at for foe in foes(state, unit.seat))
        cells = _willing(state.board, unit.confidence == ROUTED, unit.at, near, enemies)
    return Ends(reach, cells, longest, most)


def rest_ends(rules: BattleRules, state: Battle, unit: Squad) -> Ends:
    """Where the rest of the present move may end (SG-20, SG-A46)."""
    reach = rest_of(rules, state, unit)
    return Ends(reach, clear_of(state, unit, reach.costs), "what is left", state.queues[-1].action.left)


def end_refused(rules: BattleRules, state: Battle, unit: Squad, ends: Ends, cell: Cell) -> Refusal | None:
    """Why a move cannot end on a cell (SG-A39, SG-A40, SG-A46), or None."""
    cost = ends.reach.costs.get(cell, ends.most + 1)
    if cost <= ends.most and cell in ends.cells:
        return None
    near = _beside_enemies(state, unit).get(cell)
    if near and state.at(cell) is None:
        words = f"{state.board.label(cell)} touches {near.upper()}: that is close assault"
        return Refusal("SG-A46", words, unit.id, cell=cell)
    if 0 < cost <= ends.most:
        words = f"{LEVELS[unit.confidence]}: it seeks cover or keeps away from the enemy"
        return Refusal("SG-A39", words, unit.id, cell=cell)
    return way_closed(state, unit, cell, (ends.longest, ends.most), ("SG-A40", "SG-A40"), mode(rules, unit))


def _moves(rules: BattleRules, state: Battle, unit: Squad, kinds: Sequence[Verb]) -> Iterator[Moves]:
    if not kinds:
        return
    reach, cells, _, _ = ends_of(rules, state, unit)
    for kind in kinds:
        budget = move_budget(unit) if kind == Verbs.MOVE else longest_combat_move(unit)
        count = bisect_right(cells, budget, key=reach.costs.__getitem__)
        if count:
            like = Option(f"{unit.id}:{kind}:", kind, unit.id, pace=Pace(kind), clauses=("SG-A40",))
            yield Moves(like, cells, count, state.board.width, reach.path)


def _beside_enemies(state: Battle, unit: Squad) -> dict[Cell, UnitId]:
    """The cells that touch an enemy, each with that enemy, the first of several."""
    enemies = reversed(foes(state, unit.seat))
    return {cell: foe.id for foe in enemies for cell in state.board.neighbours(foe.at)}


def clear_of(state: Battle, unit: Squad, cells: Iterable[Cell]) -> list[Cell]:
    """The cells, other than the unit's own, that touch no enemy: contact needs a close assault (SG-A46)."""
    barred = {unit.at, *_beside_enemies(state, unit)}
    return [cell for cell in cells if cell not in barred]


@lru_cache(maxsize=64)
def _willing(board: Board, routed: bool, here: Cell, cells: tuple[Cell, ...], enemies: tuple[Cell, ...]) -> list[Cell]:
    """The cells to which a broken or routed unit may move from `here`, with enemies on those cells (SG-A39).

    A routed unit gets farther from the enemy. A broken one seeks cover; without any it at least gets no nearer.
    """
    if not enemies:
        return [*cells]

    def room(cell: Cell) -> int:
        return min(board.distance(cell, enemy) for enemy in enemies)

    if routed:
        return [cell for cell in cells if room(cell) > room(here)]
    havens = [cell for cell in cells if haven(board, cell, enemies)]
    if havens or haven(board, here, enemies):
        return havens
    return [cell for cell in cells if room(cell) >= room(here)]


def _fires(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[Option]:
    for arms in arms_of(rules, unit):
        for foe in foes(state, unit.seat):
            if fire_refused(rules, state, unit, foe, arms.weapons) is None:
                name, text = f"{unit.id}:fire:{foe.id}{arms.suffix}", f"Fire at {foe.id.upper()}{arms.said}"
                yield Option(name, Verbs.FIRE, unit.id, foe.id, weapon=arms.weapons, clauses=("SG-A35",), text=text)


def _aimed(
    rules: BattleRules, state: Battle, unit: Squad, kinds: Sequence[Verb], others: Sequence[Squad]
) -> Iterator[Option]:
    for other in others if kinds else ():
        for action in kinds:
            if target_refused(rules, state, unit, action, other) is None:
                (clause, words), name = AIMED[action], f"{unit.id}:{action}:{other.id}"
                text = f"{words} {other.id.upper()}"
                yield Option(name, action, unit.id, other.id, clauses=(clause,), text=text)


def contacts(state: Battle, unit: Squad, foe: Squad, reach: Reach) -> list[Cell]:
    """The cells in contact with an enemy that a full combat move reaches; the unit's own may be one (SG-A46)."""
    most, costs = longest_combat_move(unit), reach.costs
    return [cell for cell in state.board.neighbours(foe.at) if costs.get(cell, most + 1) <= most]


def assault_path(rules: BattleRules, state: Battle, unit: Squad, foe: Squad) -> list[Cell]:
    """The cheapest path into contact, start first; empty if there is none."""
    reach = reach_of(rules, state, unit)
    near = contacts(state, unit, foe, reach)
    return [unit.at, *reach.path(min(near, key=lambda cell: (reach.costs[cell], cell)))] if near else []


def within_voice(board: Board, unit: Squad, friend: Squad) -> bool:
    """Whether a friend is near enough to get an order without a roll (SG-A42)."""
    return board.distance(unit.at, friend.at) <= VOICE


def pathfinder(rules: BattleRules, state: Battle) -> Callable[[Option], Path | None]:
    """The shortest paths of moves, and of the rest of one that goes on."""
    reach = cache(lambda name, of: of(rules, state, state.units[name]))

    def path_of(option: Option) -> Path | None:
        if option.action not in WITH_PATH or option.to < 0:
            return None
        found: Reach = reach(option.unit, rest_of if option.action == Verbs.GO_ON else reach_of)
        return found.path(option.to)

    return path_of


def rest_of(rules: BattleRules, state: Battle, unit: Squad) -> Reach:
    """The cells that the rest of the current move can reach (SG-20)."""
    left, taken = state.queues[-1].action.left, occupied(state, but=unit.id)
    return state.board.reach(unit.at, left, taken, mode(rules, unit))


def path_refused(rules: BattleRules, state: Battle, option: Option, path: tuple[Cell, ...]) -> Refusal | None:
    """Why the unit cannot take a path that the player drew, or None."""
    if option.action not in WITH_PATH:
        return Refusal("SG-A40", "this choice has no path", option.unit)
    unit, budget = state.units[option.unit], budget_of(state, option)
    return way_refused(state, option, path, budget, ("SG-A40", "SG-A40"), mode(rules, unit))
