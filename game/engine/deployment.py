"""Free deployment: before the first turn each seat places its units within its zone.

The chosen cells wait in `State.placing`, and units move there only when all seats have finished. In a rulebook
with hidden markers, no seat sees the cells of another before that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from game.engine.decisions import Refusal
from game.engine.events import Event
from game.engine.names import Cell, Deployment, QuestionKind, Seat, UnitId, Verb, spoken
from game.engine.options import CONFIRM, RESET, Moves, Option, Part
from game.engine.ruleset import RuledTable, Ruleset
from game.engine.setup import Setup
from game.engine.state import State, Unit
from game.engine.steps import step
from game.engine.unfit import SetupError
from game.engine.viewing import placing_known

DEPLOY = QuestionKind("deploy")
"""The kind of the question where units begin."""
DEPLOY_TO = Verb("deploy")
"""The verb of the answer that places a unit."""


class Deployed(Event, frozen=True):
    """A unit begins on the cell that its seat has chosen."""

    unit: UnitId
    at: Cell
    text = "{unit} sets up at {at}."


class DeploymentEnded(Event, frozen=True):
    """A seat has finished placing its units."""

    seat: Seat
    text = "{seat} has set up."


def zones_of(setup: Setup) -> dict[Seat, list[Cell]]:
    """The zone of each seat that deploys. Raises SetupError for free deployment without zones, or if zones overlap."""
    if setup.deployment is Deployment.FIXED:
        return {}
    zones = {seat: sorted(setup.zones[seat]) for seat in setup.seats if setup.zones.get(seat)}
    if not zones:
        raise SetupError("Free deployment needs a zone for a seat; draw one, or let the units stand where they are.")
    if len({cell for zone in zones.values() for cell in zone}) < sum(map(len, zones.values())):
        raise SetupError("Free deployment needs zones that do not overlap; draw them apart.")
    return zones


@step
def deploy_all(t: RuledTable, zones: dict[Seat, list[Cell]]) -> None:
    """Let each seat with a zone deploy in turn, then move every unit to its cell."""
    t.state.placing = {}
    for seat in t.state.turn_order():
        if zones.get(seat):
            t.then(deploy, seat, zones[seat])
    t.then(all_deployed)


@step
def deploy(t: RuledTable, seat: Seat, zone: list[Cell]) -> None:
    """Ask a seat to place one unit, to reset all, or to finish. A unit placed on a friend changes places with it."""
    placed, rules = _placed_state(t.rules, t.state, seat), t.rules
    units = [unit for unit in placed.standing(seat) if not unit.aboard]
    if not units:
        return
    finish = CONFIRM.but(text=f"End {spoken(seat)}’s set-up")
    moved = {name: cell for name, cell in (t.state.placing or {}).items() if placed.units[name].seat == seat}
    refused = rules.deployment_refused(placed, seat) if moved else None

    def options() -> list[Part]:
        occupants = {unit.at: unit for unit in placed.standing() if not unit.aboard}
        blocks: list[Part] = [places for unit in units if len(places := _places(rules, placed, occupants, unit, zone))]
        return [*blocks, *([RESET] if moved else []), *([] if refused else [finish])]

    choice = t.ask(
        seat,
        DEPLOY,
        options,
        question="who stands where?",
        note=f"Not yet: {refused.reason}." if refused else f"Each unit begins on a cell of {spoken(seat)}’s zone.",
        default="" if refused else finish.id,
        secret=True,
        refused=lambda: [refused] if refused else [],
    )
    if choice.action == finish.action:
        t.emit(DeploymentEnded(seat), ())
        return
    others = {name: cell for name, cell in (t.state.placing or {}).items() if name not in moved}
    if choice.action == RESET.action:
        t.state.placing = others
    else:
        friend = placed.at(choice.to)
        moved |= {friend.id: placed.units[choice.unit].at} if friend is not None else {}
        t.state.placing = {**others, **moved, choice.unit: choice.to}
    t.then(deploy, seat, zone)


@step
def all_deployed(t: RuledTable) -> None:
    """Move every unit to the cell chosen for it, together with the units it carries."""
    placing = t.state.placing or {}
    for name, cell in sorted(placing.items()):
        if t.state.units[name].at != cell:
            t.change(name, Deployed(name, cell), ()).at = cell
            for cargo in [unit.id for unit in t.state.units.values() if unit.aboard == name]:
                t.unit(cargo).at = cell
    t.state.placing = UNSET


def place_refused(
    rules: Ruleset, state: State, seat: Seat, unit: UnitId, cell: Cell, *, zone: Collection[Cell]
) -> Refusal:
    """Why `seat`, which is deploying, cannot place a unit ("" for none) on a cell that is not offered for it.

    The refusal has no clause, because rulebooks begin after deployment.
    """
    placed, cell_name, unit_name = _placed_state(rules, state, seat), state.board.label(cell), unit.upper()
    if not unit:
        return Refusal("", "first pick the unit that is to stand there", cell=cell)
    chosen, occupant = placed.units[unit], placed.at(cell)
    if chosen.seat != seat:
        reason = f"{unit_name} is not set up by {spoken(seat)}"
    elif chosen.aboard:
        reason = f"it begins aboard {chosen.aboard.upper()}"
    elif cell not in zone:
        reason = f"{cell_name} is outside the zone of {spoken(chosen.seat)}"
    elif occupant is chosen:
        reason = f"it stands at {cell_name} already"
    elif occupant is not None and occupant.seat != chosen.seat:
        reason = f"another unit stands at {cell_name}"
    elif occupant is not None and rules.may_begin(placed, chosen, cell):
        reason = f"{occupant.id.upper()} cannot begin where {unit_name} stands"
    else:
        reason = f"it cannot begin at {cell_name}"
    return Refusal("", reason, unit, cell=cell)


def _placed_state(rules: Ruleset, state: State, seat: Seat) -> State:
    """The state as the deploying seat may know it, with units on the cells already chosen for them."""
    return replace(state, placing=placing_known(rules, state, seat)).as_placed()


def _places(rules: Ruleset, placed: State, occupants: Mapping[Cell, Unit], unit: Unit, zone: list[Cell]) -> Moves:
    """The cells of the zone that a unit may be placed on, without its present one.

    A friend on such a cell has to be able to change places with it. `occupants`: cell -> the unit on it.
    """

    def free(cell: Cell) -> bool:
        occupant = occupants.get(cell)
        if occupant is None:
            return True
        return occupant.seat == unit.seat and occupant is not unit and rules.may_begin(placed, occupant, unit.at)

    cells = [cell for cell in zone if free(cell) and rules.may_begin(placed, unit, cell)]
    like = Option(f"{unit.id}:{DEPLOY_TO}:", DEPLOY_TO, unit.id, text=f"Set up {unit.id.upper()}")
    return Moves(like, cells, len(cells), placed.board.width)
