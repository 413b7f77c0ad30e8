"""Why a click answers nothing, why an expected answer is missing, and what ending a phase gives up."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Decision, Refusal, Remark
from game.engine.names import Cell, UnitId
from game.engine.options import REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, length
from game.rules.shared import TooFar, firing, foes, occupied, still_could, way_closed
from game.rules.wh40k2.division import own_shots
from game.rules.wh40k2.fighting import may_shoot
from game.rules.wh40k2.ground import RUN_GAP, hides_from, in_contact, is_vehicle, may_hide, mode, near_enemies, spotted
from game.rules.wh40k2.movement import budget, charge_refused, destinations, may_charge, may_move
from game.rules.wh40k2.overwatch import prepare_refused
from game.rules.wh40k2.shots import Shot, needed, shot_refused
from game.rules.wh40k2.state import Battle, Squad
from game.rules.wh40k2.vocabulary import Questions, Verbs


def refused_at(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
    """Why pointing at `cell`, with `unit` picked ("" for none), answers nothing."""
    there, picked = state.at(cell), state.units.get(unit)
    if asked.kind == REACT:
        return _on_overwatch(rules, state, asked, picked, there, cell)
    if asked.kind in (Questions.OVERWATCH, Questions.CHARGE, Questions.ACTIVATE, Questions.SHOOT):
        own = there if there is not None and there.seat == asked.seat else picked
        if own is None or own.seat != asked.seat:
            return Refusal(asked.clauses[0], "first pick one of your squads", cell=cell)
        no = _idle(rules, state, asked, own)
        if no is not None:
            return no.but(cell=cell)
        if there is not own and (no := _there(rules, state, asked, own, there, cell)) is not None:
            return no
    return Ruleset.refused_at(rules, state, asked, unit, cell)


def _idle(rules: Ruleset, state: Battle, asked: Decision, squad: Squad) -> Refusal | None:
    """Why a squad cannot answer the question at all, or None."""
    if squad.out:
        return Refusal("WH-01", "no model left", squad.id)
    if asked.kind == Questions.OVERWATCH:
        return prepare_refused(state, squad)
    if asked.kind == Questions.SHOOT:
        return may_shoot(state, squad)
    if asked.kind == Questions.CHARGE:
        if squad.charges:
            return Refusal("WH-A24", f"it has declared its charge, at {squad.charges.upper()}", squad.id)
        return may_charge(rules, state, squad)
    waits = any(other.charges and not other.moved for other in state.standing(asked.seat))
    if waits and not squad.charges:
        return Refusal("WH-A24", "charges are moved before other moves", squad.id)
    return may_move(squad, state)


def _there(
    rules: Ruleset, state: Battle, asked: Decision, squad: Squad, there: Squad | None, cell: Cell
) -> Refusal | None:
    """Why a squad that can answer the question has no answer at a cell, or None."""
    foe = there if there is not None and state.side(there.seat) != state.side(squad.seat) else None
    if asked.kind == Questions.OVERWATCH:
        return Refusal("WH-03", "a counter goes on one of your own squads", squad.id, cell=cell)
    if asked.kind == Questions.ACTIVATE:
        return _way(rules, state, squad, foe, cell)
    if foe is None:
        return Refusal(asked.clauses[0], f"there is no enemy on {state.board.label(cell)}", squad.id, cell=cell)
    if asked.kind == Questions.CHARGE:
        return charge_refused(state, squad, foe)
    return _shot(rules, state, squad, foe)


def _way(rules: Ruleset, state: Battle, squad: Squad, foe: Squad | None, cell: Cell) -> Refusal:
    """Why a squad cannot move or run to a cell (WH-A24, WH-A25)."""
    board, label = state.board, state.board.label(cell)
    if foe is not None:
        words = f"only a charge may touch {foe.id.upper()}, and charges have been declared already"
        return Refusal("WH-A24", words, squad.id, cell=cell)
    way = mode(rules, squad)
    closed = way_closed(state, squad, cell, ("a move", budget(squad, Verbs.MOVE)), ("WH-A25", "WH-A24"), way)
    if not isinstance(closed, TooFar):
        return closed
    beside = next((one for one in foes(state, squad.seat) if cell in board.neighbours(one.at)), None)
    if beside is not None:
        words = f"{label} touches {beside.id.upper()}: only a charge ends there"
        return Refusal("WH-A24", words, squad.id, cell=cell)
    no = run_refused(rules, state, squad)
    if no is not None:
        return closed.but(reason=f"{closed.reason}; {no.reason}")
    reach = board.reach(squad.at, budget(squad, Verbs.RUN), occupied(state, but=squad.id), way)
    if cell not in reach:
        return way_closed(state, squad, cell, ("a run", budget(squad, Verbs.RUN)), ("WH-A25", "WH-A24"), way)
    near = next((one for one in foes(state, squad.seat) if _bars(state, squad, one, reach.path(cell))), None)
    if near is None:  # a run reaches the cell, but the player asked for a move
        return closed
    close = f"within {length(RUN_GAP, INCHES)} of {near.id.upper()} and in sight of it"
    words = f"the way there comes {close}: no run leads there"
    return Refusal("WH-A24", words, squad.id, cell=cell)


def _bars(state: Battle, squad: Squad, foe: Squad, path: tuple[Cell, ...]) -> bool:
    """Whether that enemy keeps a run from taking this path (WH-A24)."""
    return not hides_from(state, foe, squad) and bool(near_enemies(state.board, path, (foe.at,)))


def run_refused(rules: Ruleset, state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot run at all (WH-A24, WH-A36), or None."""
    if is_vehicle(rules, squad):
        return Refusal("WH-A36", "a vehicle does not run", squad.id)
    seen = spotted(state, squad, budget(squad, Verbs.RUN) // 2)
    if near_enemies(state.board, (squad.at,), seen):
        return Refusal("WH-A24", f"no run: an enemy that it sees is within {length(RUN_GAP, INCHES)}", squad.id)
    return None


def _shot(rules: Ruleset, state: Battle, squad: Squad, foe: Squad) -> Refusal | None:
    """Why an enemy is no target in the squad's own shooting phase (WH-12, WH-14, WH-A24, WH-A29), or None."""
    guns = [weapon for weapon in squad.weapons if not rules.weapon(weapon).thrown] or list(squad.weapons)
    shot = Shot(squad.id, foe.id, foe.at, guns[0])
    no = shot_refused(rules, state, shot)
    if no is not None:
        return no
    if in_contact(state, foe):
        return Refusal("WH-A33", f"{foe.id.upper()} is in hand-to-hand", squad.id, cell=foe.at)
    fair = own_shots(rules, state, squad, guns[0])
    if fair and all(other.target != foe.id for other in fair):
        near = min(fair, key=lambda other: state.board.distance(squad.at, other.cell))
        need, other = needed(rules, state, shot), needed(rules, state, near)
        words = f"{near.target.upper()} is nearer, and {foe.id.upper()} is no easier to hit: {need}+ against {other}+"
        return Refusal("WH-A29", words, squad.id, cell=foe.at)
    return None


def _on_overwatch(
    rules: Ruleset, state: Battle, asked: Decision, unit: Squad | None, there: Squad | None, cell: Cell
) -> Refusal:
    """Why pointing at a cell is no overwatch fire (WH-09 to WH-14)."""
    fires = firing(rules, state, asked, unit, cell, Refusal("WH-10", "first pick the squad that fires"))
    if isinstance(fires, Refusal):
        return fires
    own, _ = fires
    if there is not None and there is not own:
        if state.side(there.seat) == state.side(own.seat):
            return Refusal("WH-12", f"{there.id.upper()} is no enemy", own.id, cell=cell)
        weapon = own.weapons[0]
        no = shot_refused(rules, state, Shot(own.id, there.id, there.at, weapon, overwatch=True))
        words = f"{there.id.upper()} is no target now: a nearer or easier target comes first"
        return no or Refusal("WH-A29", words, own.id, cell=cell)
    return Refusal("WH-11", f"the move does not lead over {state.board.label(cell)}", own.id, cell=cell)


def missing(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why answers that a player may expect for a squad are missing; empty if the squad cannot answer at all."""
    squad = state.units.get(unit)
    if squad is None or squad.seat != asked.seat or squad.out or _idle(rules, state, asked, squad) is not None:
        return []
    return list(_missing(rules, state, asked, squad))


def _missing(rules: Ruleset, state: Battle, asked: Decision, squad: Squad) -> Iterator[Refusal]:
    if asked.kind == Questions.ACTIVATE and not squad.charges:
        run = run_refused(rules, state, squad)
        if run is None and not destinations(rules, state, squad)[1]:
            words = f"no run: every way comes within {length(RUN_GAP, INCHES)} of an enemy it sees"
            run = Refusal("WH-A24", words, squad.id)
        if run is not None:
            yield run
        if is_vehicle(rules, squad):
            yield Refusal("WH-A36", "no hiding: a vehicle does not hide", squad.id)
        elif not squad.hidden and not may_hide(rules, state, squad):
            yield Refusal("WH-A26", "no hiding: no cover on its cell or beside it", squad.id)
        yield Refusal("WH-03", "no overwatch: counters were placed as the turn began", squad.id)
    if asked.kind == Questions.SHOOT:
        for weapon in map(rules.weapon, squad.weapons):
            near = (state.board.distance(squad.at, foe.at) <= weapon.range for foe in foes(state, squad.seat))
            if weapon.thrown and not any(near):
                words = f"no {weapon.name.lower()}: nobody within {length(weapon.range, INCHES)}"
                yield Refusal("WH-A34", words, squad.id)


def forfeits(state: Battle, asked: Decision, option: Option) -> Remark | None:
    """The remark that squads could still move or shoot, if the option ends the movement or shooting phase (WH-A22)."""
    if option.action == Verbs.END and asked.kind in (Questions.ACTIVATE, Questions.SHOOT):
        return still_could(asked, "shoot" if asked.kind == Questions.SHOOT else "move", "WH-A22")
    return None
