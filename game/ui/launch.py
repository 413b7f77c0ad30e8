"""Starting a battle: from a scenario, a map file or a demonstration, with people and players at the seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.engine.dice import DiceSource
from game.engine.rulebook import DataError
from game.engine.unfit import SetupError
from game.maps import LoadedMap, MapError
from game.maps.scenarios import load_scenario
from game.session.seats import players_for, seats_named
from game.session.session import Session
from game.ui.ground import Backdrop
from game.ui.keep import LIVE, keep

if TYPE_CHECKING:
    from game.ui.screen import Screen, Stage


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


def parse_play(arguments: Sequence[str]) -> Callable[[Stage], Screen] | str:
    """`MAP [--seat SEAT=KIND]... [--seed N] [--dice ask]`: a maker of the screen, or one sentence about what is wrong."""
    usage = 'Say which map: snowball play MAP [--seat SEAT=human|computer[:LEVEL[:CHARACTER]]|bot:"COMMAND"] [--seed N] [--dice ask].'
    name, named, seed, kind = "", list[str](), fresh_seed(), "seeded"
    words = list(arguments)
    while words:
        word = words.pop(0)
        if word == "--seat" and words and "=" in words[0]:
            named.append(words.pop(0))
        elif word == "--seed" and words and words[0].isdigit():
            seed = int(words.pop(0))
        elif word == "--dice" and words and words[0] in ("ask", "seeded"):
            kind = words.pop(0)
        elif word.startswith("-") or name:
            return f'"{word}" is not understood. {usage}'
        else:
            name = word
    if not name:
        return usage
    try:
        loaded = load_scenario(name)
        wanted = seats_named(named, loaded.setup.seats)
    except (MapError, SetupError, DataError, BotError, ValueError, OSError) as error:
        return str(error)
    return lambda app: start(app, loaded, wanted, {}, DiceSource(kind, seed))


def fresh_seed() -> int:
    """A seed nobody has chosen."""
    import secrets

    return secrets.randbelow(1_000_000)
