"""The options of a unit in its activation: moves, fire, overwatch, position, recovery, leadership."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.decisions import Refusal
from game.engine.names import Cell, Pace, Verb
from game.engine.options import Block, Moves, Option, Part, Path
from game.engine.wording import as_words, capitalised
from game.rules.shared import foes, occupied, way_refused
from game.rules.stargrunt2.dice import LADDER, shifted
from game.rules.stargrunt2.morale import haven, is_vehicle, role, sheltered
from game.rules.stargrunt2.shots import arms_of, line_of, possible
from game.rules.stargrunt2.state import BROKEN, ROUTED, Battle, BattleRules, Squad
from game.rules.stargrunt2.vocabulary import Verbs

TWICE = frozenset({Verbs.MOVE, Verbs.COMBAT_MOVE, Verbs.REMOVE_SUPPRESSION, Verbs.TRANSFER, Verbs.FIRE})
"""The actions that a unit may take twice in an activation (SG-A32); fire is one, since each weapon may fire once."""
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


def actions(rules: BattleRules, state: Battle, unit: Squad, first: Verb) -> Iterator[Part]:
    """Every option for the unit's next action; `first` is the kind of its first action, "" if this is the first."""
    for part in _all(rules, state, unit, first):
        if isinstance(part, Block) or part.action != first or first in TWICE:
            yield part


def _all(rules: BattleRules, state: Battle, unit: Squad, first: Verb) -> Iterator[Part]:
    name, suppressed, level = unit.id, unit.suppressed, unit.confidence
    moves = [] if suppressed or unit.immobile else list(_moves(rules, state, unit))
    yield from moves
    if suppressed:
        yield _plain(unit, Verbs.REMOVE_SUPPRESSION, "SG-A38", capitalised(as_words(Verbs.REMOVE_SUPPRESSION)))
    if level == ROUTED and moves:
        return  # it runs, and does nothing else (SG-A39)
    if level < ROUTED and not suppressed:
        yield from _fires(rules, state, unit)
    if level < BROKEN and not suppressed:
        if first != Verbs.FIRE:  # SG-34, SG-35; the first action may be forgone (SG-A1)
            counter = _plain(unit, Verbs.OVERWATCH, "SG-31", "Go on overwatch")
            yield counter.but(clauses=("SG-31", "SG-34" if first else "SG-43"))
        if not is_vehicle(rules, unit):
            yield _position(unit)
            if not first and not unit.immobile:
                yield from _assaults(rules, state, unit)
    if unit.wounded + lying_here(state, unit) and (not suppressed or sheltered(state, unit.at)):
        yield _plain(unit, Verbs.REORGANISE, "SG-A43", "Reorganise, treat the wounded")
    if role(rules, unit) == "command" and level < BROKEN:
        yield from _leadership(state, unit)
    yield Option(f"{name}:end", Verbs.END, name, text="End the activation")


def _plain(unit: Squad, action: Verb, clause: str, text: str) -> Option:
    return Option(f"{unit.id}:{action}", action, unit.id, clauses=(clause,), text=text)


def _position(unit: Squad) -> Option:
    if unit.in_position:
        return _plain(unit, Verbs.LEAVE_POSITION, "SG-A41", "Get ready to leave the position")
    return _plain(unit, Verbs.IN_POSITION, "SG-A41", "Go in position")


def lying_here(state: Battle, unit: Squad) -> int:
    """How many of the unit's abandoned men lie on its cell or beside it (SG-A26)."""
    return sum(men for cell, men in unit.left_at.items() if near(state, unit, cell))


def near(state: Battle, unit: Squad, cell: Cell) -> bool:
    """Whether a cell is the unit's own or beside it."""
    return cell == unit.at or cell in state.board.neighbours(unit.at)


def _moves(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[Moves]:
    reach = reach_of(rules, state, unit)
    costs = reach.costs
    kinds = [(Verbs.MOVE, move_budget(unit))]
    if not is_vehicle(rules, unit) and unit.confidence < BROKEN:
        kinds.append((Verbs.COMBAT_MOVE, longest_combat_move(unit)))
    cells = clear_of(state, unit, costs)
    if unit.confidence >= BROKEN:
        cells = _willing(state, unit, cells[: bisect_right(cells, kinds[0][1], key=costs.__getitem__)])
    for kind, budget in kinds:
        count = bisect_right(cells, budget, key=costs.__getitem__)
        if count:
            like = Option(f"{unit.id}:{kind}:", kind, unit.id, pace=Pace(kind), clauses=("SG-A40",))
            yield Moves(like, cells, count, state.board.width, reach.path)


def clear_of(state: Battle, unit: Squad, cells: Iterable[Cell]) -> list[Cell]:
    """The cells, other than the unit's own, that touch no enemy: contact needs a close assault (SG-A46)."""
    barred = {unit.at}.union(*(state.board.neighbours(foe.at) for foe in foes(state, unit.seat)))
    return [cell for cell in cells if cell not in barred]


def _willing(state: Battle, unit: Squad, cells: list[Cell]) -> list[Cell]:
    """The cells to which a broken or routed unit may move (SG-A39).

    A routed unit gets farther from the enemy. A broken one seeks cover; without any it at least gets no nearer.
    """
    enemies = foes(state, unit.seat)
    if not enemies:
        return cells

    def room(cell: Cell) -> int:
        return min(state.board.distance(cell, foe.at) for foe in enemies)

    if unit.confidence == ROUTED:
        return [cell for cell in cells if room(cell) > room(unit.at)]
    havens = [cell for cell in cells if haven(state, cell, enemies)]
    if havens or haven(state, unit.at, enemies):
        return havens
    return [cell for cell in cells if room(cell) >= room(unit.at)]


def _fires(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[Option]:
    for arms in arms_of(rules, unit):
        for foe in foes(state, unit.seat):
            if unit.confidence >= BROKEN and unit.id not in foe.fired_on:
                continue  # broken units fire only at units that have fired at them (SG-A39)
            if possible(line_of(rules, state, unit, foe, arms.weapons, opportunity=False), foe.at):
                name, text = f"{unit.id}:fire:{foe.id}{arms.suffix}", f"Fire at {foe.id.upper()}{arms.said}"
                yield Option(name, Verbs.FIRE, unit.id, foe.id, weapon=arms.weapons, clauses=("SG-A35",), text=text)


def _assaults(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[Option]:
    reach = reach_of(rules, state, unit)
    for foe in foes(state, unit.seat):
        if not is_vehicle(rules, foe) and contacts(state, unit, foe, reach):
            yield _at(unit, Verbs.CLOSE_ASSAULT, foe, "SG-A46", f"Assault {foe.id.upper()}")


def _at(unit: Squad, action: Verb, other: Squad, clause: str, text: str) -> Option:
    return Option(f"{unit.id}:{action}:{other.id}", action, unit.id, other.id, clauses=(clause,), text=text)


def contacts(state: Battle, unit: Squad, foe: Squad, reach: Reach) -> list[Cell]:
    """The cells in contact with an enemy that a full combat move reaches; the unit's own may be one (SG-A46)."""
    most, costs = longest_combat_move(unit), reach.costs
    return [cell for cell in state.board.neighbours(foe.at) if costs.get(cell, most + 1) <= most]


def assault_path(rules: BattleRules, state: Battle, unit: Squad, foe: Squad) -> list[Cell]:
    """The cheapest path into contact, start first; empty if there is none."""
    reach = reach_of(rules, state, unit)
    near = contacts(state, unit, foe, reach)
    return [unit.at, *reach.path(min(near, key=lambda cell: (reach.costs[cell], cell)))] if near else []


def _leadership(state: Battle, unit: Squad) -> Iterator[Option]:
    for friend in friends(state, unit):
        if unit.suppressed and not within_voice(state.board, unit, friend):
            continue  # a suppressed leader can only shout (SG-A38)
        if unit.transfers < TRANSFERS:
            yield _at(unit, Verbs.TRANSFER, friend, "SG-48", f"Transfer an action to {friend.id.upper()}")
        if friend.confidence > 0:
            yield _at(unit, Verbs.RALLY, friend, "SG-A42", f"Rally {friend.id.upper()}")


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
