"""What a match starts from: the rulings in force, the sides, units made from their profiles, the first state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.engine.rulebook import Rulebook
from game.engine.setup import Setup, UnitSpec
from game.engine.state import State, Unit
from game.engine.steps import Step
from game.engine.turn import phase_begins, turn_begins
from game.engine.unfit import SetupError

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset


def rulings_in_force(book: Rulebook, chosen: Mapping[str, str]) -> dict[str, str]:
    """Every ruling of the book with its choice. Raises SetupError when a ruling or its choice does not exist."""
    found = {name: ruling.default for name, ruling in book.rulings.items()}
    for name, choice in chosen.items():
        known = book.rulings.get(name)
        if known is None:
            raise SetupError(f"There is no ruling {name} in {book.title}.")
        if all(choice != offered.id for offered in known.choices):
            offers = ", ".join(offered.id for offered in known.choices)
            raise SetupError(f'Ruling {name} has no choice "{choice}"; it has {offers}.')
        found[name] = choice
    return found


def start(rules: Ruleset, setup: Setup) -> State:
    """The state before the first step; Raises SetupError."""
    units = {spec.id: make_unit(rules, spec) for spec in setup.units}
    state: State = rules.state_type(setup.board, setup.seats, units, setup.turns, setup.turn)
    state.seat = setup.seat
    state.first = setup.first
    state.objectives = setup.objectives
    for side in rules.sides(setup):
        for seat in side if len(side) > 1 else ():
            state.allies[seat] = "+".join(side)
    if setup.phase and all(phase.id != setup.phase for phase in rules.phases):
        known = ", ".join(phase.id for phase in rules.phases)
        raise SetupError(f'There is no phase "{setup.phase}" in {rules.book.title}; it has {known}.')
    state.agenda = [Step(phase_begins, [setup.phase]) if setup.phase else Step(turn_begins, [])]
    rules.prepare(state, setup)
    return state


def make_unit(rules: Ruleset, spec: UnitSpec) -> Unit:
    """A unit from its profile and what the setup says of it. Raises SetupError."""
    book, army = rules.book, rules.army
    profile = army.profiles.get(spec.profile)
    if profile is None:
        known = ", ".join(sorted(army.profiles))
        raise SetupError(f'Unit {spec.id}: there is no profile "{spec.profile}" in {book.title}; it has {known}.')
    in_hand = spec.weapon or profile.weapon
    spare = [weapon for weapon in profile.weapons if weapon != profile.weapon]
    weapons = tuple(dict.fromkeys(w for w in [in_hand, *spare] if w))
    for weapon in weapons:
        if weapon not in army.weapons:
            raise SetupError(f'Unit {spec.id}: there is no weapon "{weapon}" in {book.title}.')
    stats = {**profile.stats, **spec.stats}
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
        markers=dict(spec.markers),
        aboard=spec.aboard,
    )
    rules.place(unit, spec.facts)
    return unit


def sides_of(setup: Setup) -> list[list[str]]:
    """The seats by side, as the setup's option `sides` ("red+gold/blue") says. Raises SetupError."""
    given = setup.options.get("sides", "")
    if not given:
        return [[seat] for seat in setup.seats]
    sides = [side.split("+") for side in given.split("/")]
    if sorted(seat for side in sides for seat in side) != sorted(setup.seats) or len(sides) < 2:
        raise SetupError(
            f'The sides "{given}" do not name each seat once; write them like "{setup.seats[0]}/{"+".join(setup.seats[1:])}".'
        )
    return sides
