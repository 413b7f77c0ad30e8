"""Starts a battle from a scenario, a map, a sketch or a generated battlefield, with people and players at the seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.engine.deployment import zones_of
from game.engine.dice import DiceKind, DiceSource, read_seed
from game.engine.names import Deployment
from game.engine.rulebook import DataError
from game.engine.setup import Setup
from game.engine.unfit import SetupError
from game.maps import LoadedMap, MapError, UnknownScenarioError
from game.maps.fielding import setup_of, with_forces
from game.maps.generated import battle_named
from game.maps.scenarios import load_scenario
from game.records.folders import SaveError
from game.records.forces import forces_for
from game.records.timeline import fresh_seed
from game.session.seats import players_for, seats_named
from game.session.session import Session
from game.sketch import SketchError
from game.sketch.named import not_found, setup_named
from game.ui.ground import Backdrop, ground_of
from game.ui.keep import keep

if TYPE_CHECKING:
    from game.ui.screen import Screen, Stage


USAGE = (
    "Say which map: snowball play MAP|RULESET:SEED[:short|evening|long]"
    ' [--seat SEAT=human|computer|LEVEL[:CHARACTER]|bot:"COMMAND"] [--seed N]'
    ' [--dice ask] [--deploy free] [--force [SEAT=]POINTS|NAME|"trooper*3+veteran"].'
)

HELP = """usage: snowball play MAP [option ...]

Open the window in a battle.

  MAP                   a scenario, a battlefield by its seed (RULESET:7:short), a Tiled map or a sketch
  --seat SEAT=WHO       who plays a seat; may be given for each seat: human, computer, LEVEL[:CHARACTER] (veteran,
                        regular:bold) or bot:"COMMAND"
  --seed N              seed of the dice (another one each time)
  --dice ask            roll on a real table and enter what the dice show
  --deploy fixed|free   where units begin: where the map has them, or where each side sets them up in its zone
  --force [SEAT=]FORCE  what a seat (or each) fields: points to draw for, the name of a kept force, or
                        "trooper*3+veteran"
"""


def start(
    app: Stage,
    source: str | LoadedMap | Setup,
    sitters: Mapping[str, str],
    rulings: Mapping[str, str],
    dice: DiceSource,
) -> Screen:
    """The battle screen for a scenario id, map path, loaded map or generated setup.

    `sitters`: who plays a seat, by seat. Raises ValueError with one sentence.
    """
    from game.ui.screens.battle import BattleScreen

    loaded = load_scenario(source) if isinstance(source, str) else source
    setup = setup_of(loaded)
    backdrop = Backdrop(loaded.board) if isinstance(loaded, Setup) else ground_of(loaded)
    unknown = [seat for seat in sitters if seat not in setup.seats]
    if unknown:
        raise ValueError(f'There is no seat "{unknown[0]}" on this map; it has {", ".join(setup.seats)}.')
    players = players_for(sitters, Thinker())
    session = Session(setup.with_rulings(rulings), dice=dice, players=players, table=app.settings.table)
    screen = BattleScreen(app, session, backdrop)
    screen.model.notice = keep(session)
    return screen


class PlayArguments(NamedTuple):
    """What a command line asks for: the name of the map, seats as SEAT=WHO, dice, deployment if it says, forces."""

    name: str
    seats: list[str]
    dice: DiceSource
    deployment: Deployment | None
    forces: list[str]


def parse_play(arguments: Sequence[str]) -> Callable[[Stage], Screen] | str:
    """A function that makes the battle screen for these arguments (see `USAGE`), or one sentence about a mistake."""
    args = _parse_arguments(arguments)
    if isinstance(args, str):
        return args
    try:
        sketch = args.name.endswith((".json", ".toml"))
        loaded = setup_named(args.name) if sketch else battle_named(args.name) or load_scenario(args.name)
        if args.deployment:
            loaded = loaded.deployed(args.deployment)
        if args.forces:
            loaded = with_forces(loaded, forces_for(setup_of(loaded), args.forces, args.dice.seed))
        setup = setup_of(loaded)
        zones_of(setup)
        sitters = seats_named(args.seats, setup.seats, setup.ruleset)
    except UnknownScenarioError:
        return str(not_found(args.name))
    except (MapError, SketchError, SetupError, SaveError, DataError, BotError, ValueError, OSError) as error:
        return str(error)
    return lambda app: start(app, loaded, sitters, {}, args.dice)


def _parse_arguments(arguments: Sequence[str]) -> PlayArguments | str:
    """Read the command line. Returns one sentence if there is a mistake in it."""
    name, seats, seed = "", list[str](), fresh_seed()
    kind: DiceKind = "seeded"
    deployment: Deployment | None = None
    forces = list[str]()
    words = list(arguments)
    while words:
        word, following = words.pop(0), words[0] if words else ""
        if word == "--seat" and "=" in following:
            seats.append(words.pop(0))
        elif word == "--seed" and following:
            try:
                seed = read_seed(words.pop(0))
            except ValueError as error:
                return str(error)
        elif word == "--dice" and following in ("ask", "seeded"):
            kind = "ask" if words.pop(0) == "ask" else "seeded"
        elif word == "--deploy" and following in ("free", "fixed"):
            deployment = Deployment(words.pop(0))
        elif word == "--force" and following:
            forces.append(words.pop(0))
        elif word.startswith("-") or name:
            return f'"{word}" is not understood. {USAGE}'
        else:
            name = word
    return PlayArguments(name, seats, DiceSource(kind, seed), deployment, forces) if name else USAGE
