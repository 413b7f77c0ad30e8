"""What a unit may do in its activation, as options: moves, fire, overwatch, position, recovery, leadership."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.engine.decisions import Option, Refusal
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.shared import foes, occupied, touches, way_refused
from game.rules.stargrunt2.chances import Shot, shot_refused, weapon_groups
from game.rules.stargrunt2.dice import LADDER, shifted
from game.rules.stargrunt2.morale import BROKEN, ROUTED, confidence, haven, role, sheltered

TWICE = frozenset({"move", "combat_move", "remove_suppression", "transfer", "rally", "fire"})
VOICE = 6  # inches without a roll (SG-A42)
TRANSFERS = 2  # in a turn (SG-A42)


def friends(state: State, unit: Unit) -> list[Unit]:
    """Other units of the side."""
    return [u for u in state.standing(unit.seat) if u.id != unit.id]


def mode(rules: Ruleset, unit: Unit) -> str:
    """How the unit crosses ground."""
    return "vehicle" if role(rules, unit) == "vehicle" else "foot"


def encumbered(unit: Unit) -> bool:
    """Whether it has wounded to carry when it moves (SG-A4)."""
    return unit.fact("wounded") > 0


def base_move(unit: Unit) -> int:
    """Inches of a normal move, one mobility type less when encumbered (SG-A4)."""
    own = unit.stats["MOVE"]
    return max((sides for sides in LADDER if sides < own), default=own) if encumbered(unit) else own


def mobility(unit: Unit) -> int:
    """The combat-move die, one type less when encumbered (SG-A4)."""
    return shifted(unit.stats["MOBILITY"], -1 if encumbered(unit) else 0)


def budget_of(state: State, option: Option) -> int:
    """Half inches that a move, or the rest of one, may cost; of a combat move, the most that its die can give."""
    unit = state.units[option.unit]
    if option.action == "go_on":
        return state.queues[-1].action.facts["left"]
    return 2 * base_move(unit) if option.action == "move" else 4 * mobility(unit)


def actions(rules: Ruleset, state: State, unit: Unit, first: str) -> Iterator[Option]:
    """Everything the unit may do as its next action; `first` is its first action's kind, "" if this is the first."""
    name = unit.id
    suppressed, level = unit.fact("suppressed"), confidence(unit)
    listed = [] if suppressed or unit.fact("immobile") else list(_moves(rules, state, unit))
    yield from listed
    if suppressed:
        yield _plain(unit, "remove_suppression", "SG-A38", "Shake off suppression")
    if level == ROUTED and listed:
        return  # it runs, and does nothing else (SG-A39)
    if level < ROUTED and not suppressed:
        yield from _fires(rules, state, unit)
    if level < BROKEN and not suppressed:
        if first != "fire":  # SG-34, SG-35; the first action may be forgone (SG-A1)
            yield _plain(unit, "overwatch", "SG-31", "Go on overwatch")
        if role(rules, unit) != "vehicle":
            yield from _position(unit)
            yield from _assaults(rules, state, unit, first)
    if unit.fact("wounded") + lying_here(state, unit) and (not suppressed or sheltered(state, unit.at)):
        yield _plain(unit, "reorganise", "SG-A43", "Reorganise, treat the wounded")
    if role(rules, unit) == "command" and level < BROKEN:
        yield from _leadership(state, unit)
    yield Option(f"{name}:end", "end", name, text="End the activation")


def _plain(unit: Unit, action: str, clause: str, text: str) -> Option:
    return Option(f"{unit.id}:{action}", action, unit.id, clauses=(clause,), text=text)


def _position(unit: Unit) -> Iterator[Option]:
    if "in_position" in unit.markers:
        yield _plain(unit, "leave_position", "SG-A41", "Get ready to leave the position")
    else:
        yield _plain(unit, "in_position", "SG-A41", "Go in position")


def lying_here(state: State, unit: Unit) -> int:
    """The unit's abandoned men if they lie within an inch or so of it (SG-A26)."""
    here = (unit.at, *state.board.neighbours(unit.at))
    return unit.fact("abandoned") if unit.fact("abandoned_at") in here else 0


def _moves(rules: Ruleset, state: State, unit: Unit) -> Iterator[Option]:
    board, taken, enemies = state.board, occupied(state, but=unit.id), foes(state, unit.seat)
    kinds = [("move", 2 * base_move(unit))]
    if role(rules, unit) != "vehicle" and confidence(unit) < BROKEN:
        kinds.append(("combat_move", 4 * mobility(unit)))
    for kind, budget in kinds:
        cells = board.reach(unit.at, budget, taken, mode(rules, unit)).costs
        for cell in _willing(state, unit, clear_of(state, unit, cells), enemies):
            x, y = board.xy(cell)
            yield Option(f"{unit.id}:{kind}:{x},{y}", kind, unit.id, to=cell, pace=kind)


def clear_of(state: State, unit: Unit, cells: Iterable[int]) -> list[int]:
    """Cells other than the unit's own that do not touch an enemy: contact is for close assault (SG-A46)."""
    enemies = foes(state, unit.seat)
    return [c for c in cells if c != unit.at and not any(touches(state, c, foe.at) for foe in enemies)]


def _willing(state: State, unit: Unit, cells: list[int], enemies: list[Unit]) -> list[int]:
    """Broken units seek cover, or at least do not come nearer; routed ones run (SG-A39)."""
    level = confidence(unit)
    if level < BROKEN or not enemies:
        return cells

    def room(cell: int) -> int:
        return min(state.board.distance(cell, foe.at) for foe in enemies)

    if level == ROUTED:
        return [cell for cell in cells if room(cell) > room(unit.at)]
    havens = [cell for cell in cells if haven(state, cell, enemies)]
    if havens or haven(state, unit.at, enemies):
        return havens
    return [cell for cell in cells if room(cell) >= room(unit.at)]


def _fires(rules: Ruleset, state: State, unit: Unit) -> Iterator[Option]:
    for place, weapons in enumerate(weapon_groups(rules, unit)):
        for foe in foes(state, unit.seat):
            if confidence(unit) >= BROKEN and not foe.fact(f"fired_on:{unit.id}"):
                continue  # broken units fire at those only who have fired at them (SG-A39)
            if shot_refused(rules, state, Shot(unit.id, foe.id, foe.at, weapons)) is None:
                suffix = weapons if place else ""
                name = ":".join(part for part in (unit.id, "fire", foe.id, suffix) if part)
                yield Option(
                    name, "fire", unit.id, foe.id, weapon=weapons, clauses=("SG-A35",), text=f"Fire at {foe.id.upper()}"
                )


def _assaults(rules: Ruleset, state: State, unit: Unit, first: str) -> Iterator[Option]:
    if first or unit.fact("immobile"):
        return
    for foe in foes(state, unit.seat):
        if role(rules, foe) != "vehicle" and assault_path(rules, state, unit, foe):
            yield Option(
                f"{unit.id}:close_assault:{foe.id}",
                "close_assault",
                unit.id,
                foe.id,
                clauses=("SG-A46",),
                text=f"Assault {foe.id.upper()}",
            )


def assault_path(rules: Ruleset, state: State, unit: Unit, foe: Unit) -> list[int]:
    """The way into contact within a full combat move, start first; empty if there is none (SG-A46)."""
    reach = state.board.reach(unit.at, 4 * mobility(unit), occupied(state, but=unit.id), mode(rules, unit))
    near = [c for c in reach.costs if touches(state, c, foe.at)]
    goal = min(near, key=lambda c: (reach.costs[c], c), default=-1)
    return [unit.at, *reach.path(goal)] if goal >= 0 else []


def _leadership(state: State, unit: Unit) -> Iterator[Option]:
    for friend in friends(state, unit):
        if unit.fact("suppressed") and not within_voice(state, unit, friend):
            continue  # a suppressed leader can only shout (SG-A38)
        if unit.fact("transfers") < TRANSFERS:
            text = f"Transfer an action to {friend.id.upper()}"
            yield Option(
                f"{unit.id}:transfer:{friend.id}", "transfer", unit.id, friend.id, clauses=("SG-48",), text=text
            )
        if confidence(friend) > 0:
            text = f"Rally {friend.id.upper()}"
            yield Option(f"{unit.id}:rally:{friend.id}", "rally", unit.id, friend.id, clauses=("SG-A42",), text=text)


def within_voice(state: State, unit: Unit, friend: Unit) -> bool:
    """Near enough to be reached without a roll (SG-A42)."""
    return state.board.distance(unit.at, friend.at) <= VOICE


def complete(rules: Ruleset, state: State, option: Option) -> Option:
    """A move with its shortest path."""
    if option.action not in ("move", "combat_move", "go_on") or option.path or option.to < 0:
        return option
    unit, budget = state.units[option.unit], budget_of(state, option)
    reach = state.board.reach(unit.at, budget, occupied(state, but=unit.id), mode(rules, unit))
    return option._replace(path=reach.path(option.to))


def path_refused(rules: Ruleset, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
    """Whether a bent path can be taken."""
    if option.action not in ("move", "combat_move", "go_on"):
        return Refusal("SG-A40", "this choice has no path", option.unit)
    unit, budget = state.units[option.unit], budget_of(state, option)
    return way_refused(state, option, path, budget, ("SG-A40", "SG-A40"), mode(rules, unit))
