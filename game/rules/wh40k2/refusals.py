"""Why a click answers nothing, why an expected answer is missing, and what ending a phase gives up."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Decision, Refusal, Remark
from game.engine.names import Cell, UnitId
from game.engine.options import REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, length
from game.rules.shared import TooFar, firing, foes, still_could, unless_any
from game.rules.wh40k2.division import own_shot_refused
from game.rules.wh40k2.fighting import may_shoot
from game.rules.wh40k2.ground import RUN_GAP, may_hide
from game.rules.wh40k2.movement import charge_refused, declare_refused, destinations, end_refused, may_move, run_refused
from game.rules.wh40k2.overwatch import prepare_refused
from game.rules.wh40k2.shots import standing_shot, target_refused
from game.rules.wh40k2.state import Battle, Squad
from game.rules.wh40k2.vocabulary import Questions, Verbs


def refused_at(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
    """Why pointing at `cell`, with `unit` picked ("" for none), answers nothing."""
    there, picked = state.at(cell), state.units.get(unit)
    if asked.kind == REACT:
        return _on_overwatch(rules, state, asked, picked, there, cell)
    no: Refusal | None = None
    if asked.kind in (Questions.OVERWATCH, Questions.CHARGE, Questions.ACTIVATE, Questions.SHOOT):
        own = there if there is not None and there.seat == asked.seat else picked
        if own is None or own.seat != asked.seat:
            return Refusal(asked.clauses[0], "first pick one of your squads", cell=cell)
        no = _idle(rules, state, asked, own)
        if no is None and there is not own:
            no = _there(rules, state, asked, own, there, cell)
    return no.but(cell=cell) if no is not None else Ruleset.refused_at(rules, state, asked, unit, cell)


def _idle(rules: Ruleset, state: Battle, asked: Decision, squad: Squad) -> Refusal | None:
    """Why a squad cannot answer the question at all, or None."""
    if squad.out:
        return Refusal("WH-01", "no model left", squad.id)
    if asked.kind == Questions.OVERWATCH:
        return prepare_refused(state, squad)
    if asked.kind == Questions.SHOOT:
        return may_shoot(state, squad)
    if asked.kind == Questions.CHARGE:
        return declare_refused(rules, state, squad)
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
        return Refusal("WH-03", "a counter goes on one of your own squads", squad.id)
    if asked.kind == Questions.ACTIVATE:
        return _way(rules, state, squad, cell)
    if foe is None:
        return Refusal(asked.clauses[0], f"there is no enemy on {state.board.label(cell)}", squad.id)
    if asked.kind == Questions.CHARGE:
        return charge_refused(state, squad, foe)
    guns = sorted(squad.weapons, key=lambda weapon: rules.weapon(weapon).thrown)
    return unless_any(own_shot_refused(rules, state, squad, foe, gun) for gun in guns)


def _way(rules: Ruleset, state: Battle, squad: Squad, cell: Cell) -> Refusal | None:
    """Why a squad cannot move or run to a cell; None if it can do both.

    If it can do only one of them, the player asked for the other.
    """
    if squad.charges:
        at = state.units[squad.charges].at
        return None if cell == at else Refusal("WH-A24", f"its charge goes for {squad.charges.upper()}", squad.id)
    move, none = end_refused(rules, state, squad, Verbs.MOVE, cell), run_refused(rules, state, squad)
    if none is not None:
        return move.but(reason=f"{move.reason}; {none.reason}") if isinstance(move, TooFar) else move
    run = end_refused(rules, state, squad, Verbs.RUN, cell)
    return move if run is None else run


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
        no = target_refused(rules, state, standing_shot(own, there, own.weapons[0]))
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
        if run is None and not destinations(rules, state, squad).runs:
            words = f"no run: every way comes within {length(RUN_GAP, INCHES)} of an enemy it sees"
            run = Refusal("WH-A24", words, squad.id)
        if run is not None:
            yield run
        hide = may_hide(rules, state, squad) if not squad.hidden else None
        if hide is not None:
            yield hide.but(reason=f"no hiding: {hide.reason}")
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
