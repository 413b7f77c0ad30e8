"""Starting a battle: from a scenario, a map file or a demonstration, with people and players at the seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.engine.deployment import zones_of
from game.engine.dice import DiceSource
from game.engine.rulebook import DataError
from game.engine.setup import Deployment
from game.engine.unfit import SetupError
from game.maps import LoadedMap, MapError
from game.maps.scenarios import load_scenario
from game.records.record import SITTER
from game.session.seats import players_for
from game.session.session import Session
from game.ui.ground import Backdrop
from game.ui.keep import LIVE, keep

if TYPE_CHECKING:
    from game.ui.screen import Screen, Stage


USAGE = 'Say which map: snowball play MAP [--seat SEAT=human|computer[:LEVEL[:CHARACTER]]|bot:"COMMAND"] [--seed N] [--dice ask] [--deploy free].'


def start(
    app: Stage, source: str | LoadedMap, wanted: Mapping[str, str], rulings: Mapping[str, str], dice: DiceSource
) -> Screen:
    """The battle screen of a scenario id, map path or loaded map. Raises ValueError (MapError, SetupError), one sentence."""
    from game.maps.picture import load_picture
    from game.ui.screens.battle import BattleScreen

    loaded = load_scenario(source) if isinstance(source, str) else source
    unknown = [seat for seat in wanted if seat not in loaded.setup.seats]
    if unknown:
        raise ValueError(f'There is no seat "{unknown[0]}" on this map; it has {", ".join(loaded.setup.seats)}.')
    session = Session(
        loaded.setup.with_rulings(rulings), dice=dice, players=players_for(wanted, Thinker()), table=app.settings.table
    )
    backdrop = Backdrop(loaded.setup.board, load_picture(loaded).without(LIVE))
    screen = BattleScreen(app, session, backdrop)
    screen.model.notice = keep(session)
    return screen


class Asked(NamedTuple):
    """What a command line asks for: which map, who sits where, dice, and who says where units begin, if it says."""

    name: str
    seats: dict[str, str]
    dice: DiceSource
    deployment: Deployment | None


def parse_play(arguments: Sequence[str]) -> Callable[[Stage], Screen] | str:
    """What `USAGE` says: a maker of the screen, or one sentence about what is wrong."""
    asked = _asked(arguments)
    if isinstance(asked, str):
        return asked
    try:
        loaded = load_scenario(asked.name)
        if asked.deployment:
            loaded = loaded.deployed(asked.deployment)
            zones_of(loaded.setup)
        seats = loaded.setup.seats
        unknown = [seat for seat in asked.seats if seat not in seats]
        if unknown:
            return f'There is no seat "{unknown[0]}" on this map; it has {", ".join(seats)}.'
        wrong = [
            kind for kind in asked.seats.values() if not re.fullmatch(SITTER, kind) and not kind.startswith("bot:")
        ]
        if wrong:
            return f'A seat cannot be "{wrong[0]}": use human, computer[:LEVEL[:CHARACTER]] or bot:"COMMAND".'
    except (MapError, SetupError, DataError, BotError, ValueError, OSError) as error:
        return str(error)
    return lambda app: start(app, loaded, asked.seats, {}, asked.dice)


def _asked(arguments: Sequence[str]) -> Asked | str:
    """The command line read, or one sentence about what is wrong with it."""
    name, seats, seed, kind = "", dict[str, str](), fresh_seed(), "seeded"
    deployment: Deployment | None = None
    words = list(arguments)
    while words:
        word, following = words.pop(0), words[0] if words else ""
        if word == "--seat" and "=" in following:
            seat, _, who = words.pop(0).partition("=")
            seats[seat] = who
        elif word == "--seed" and following.isdigit():
            seed = int(words.pop(0))
        elif word == "--dice" and following in ("ask", "seeded"):
            kind = words.pop(0)
        elif word == "--deploy" and following in ("free", "fixed"):
            deployment = Deployment(words.pop(0))
        elif word.startswith("-") or name:
            return f'"{word}" is not understood. {USAGE}'
        else:
            name = word
    return Asked(name, seats, DiceSource(kind, seed), deployment) if name else USAGE


def fresh_seed() -> int:
    """A seed nobody has chosen."""
    import secrets

    return secrets.randbelow(1_000_000)
