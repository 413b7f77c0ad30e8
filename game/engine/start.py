"""The first state of a match, with its units made from their profiles."""

from __future__ import annotations

from game.engine.deployment import deploy_all, zones_of
from game.engine.names import MarkerKind, PhaseId, side_named
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup, UnitSpec
from game.engine.state import State, Unit
from game.engine.steps import Step
from game.engine.turn import phase_begins, turn_begins
from game.engine.unfit import SetupError

AT_LEAST_ONE = ("W", "figures")
"""The statistics that a unit needs at least 1 of: the wounds of a model, and its number of models."""


def start(rules: Ruleset, setup: Setup) -> State:
    """The state before the first step. Raises SetupError."""
    units = {spec.id: make_unit(rules, spec) for spec in setup.units}
    state: State = rules.state_type(setup.board, setup.seats, units, setup.turns, setup.turn)
    state.seat = setup.seat
    state.first = setup.first
    state.objectives = setup.objectives
    state.allies = {seat: side_named(side) for side in rules.sides(setup) if len(side) > 1 for seat in side}
    if setup.phase and all(phase.id != setup.phase for phase in rules.phases):
        ids = ", ".join(phase.id for phase in rules.phases)
        raise SetupError(f'There is no phase "{setup.phase}" in {rules.book.title}; it has {ids}.')
    state.score = {state.side(seat): points for seat, points in setup.head_start.items()}
    state.agenda = [Step(phase_begins, [PhaseId(setup.phase)]) if setup.phase else Step(turn_begins, [])]
    zones = zones_of(setup)
    if zones:
        state.agenda.append(Step(deploy_all, [zones]))
    if rules.player_turns and setup.phase:
        state.seat = setup.seat or state.turn_order()[0]  # whose phase it is
    elif rules.player_turns and setup.seat:
        state.first = setup.seat
    rules.prepare(state, setup)
    return state


def make_unit(rules: Ruleset, spec: UnitSpec) -> Unit:
    """A unit from its profile and its specification in the setup. Raises SetupError."""
    book, army = rules.book, rules.army
    profile = army.profiles.get(spec.profile)
    if profile is None:
        ids = ", ".join(sorted(army.profiles))
        raise SetupError(f'Unit {spec.id}: there is no profile "{spec.profile}" in {book.title}; it has {ids}.')
    in_hand = spec.weapon or profile.weapon
    spare = [weapon for weapon in profile.weapons if weapon != profile.weapon]
    weapons = tuple(dict.fromkeys(w for w in [in_hand, *spare] if w))
    for weapon in weapons:
        if weapon not in army.weapons:
            raise SetupError(f'Unit {spec.id}: there is no weapon "{weapon}" in {book.title}.')
    stats = {**profile.stats, **spec.stats}
    for name in AT_LEAST_ONE:
        if stats.get(name, 1) < 1:
            raise SetupError(f"Unit {spec.id}: its statistic {name} is {stats[name]}; make it 1 or more.")
    unit = rules.unit_type(
        spec.id,
        spec.seat,
        spec.profile,
        spec.at,
        stats,
        spec.name or profile.name,
        weapons,
        spec.group,
        figures=spec.figures or stats.get("figures", 1),
        markers={MarkerKind(kind): face for kind, face in spec.markers.items()},
        aboard=spec.aboard,
    )
    rules.place(unit, spec.facts)
    return unit
