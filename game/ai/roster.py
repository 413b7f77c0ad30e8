"""The players that have a name: the one place that makes a player of what a person writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.ai.players import Player, RandomPlayer, SimplePlayer

LEVELS: Mapping[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "regular": lambda _: SimplePlayer(),
}
"""Name -> the player, given a seed for whatever it does by chance."""

CHARACTERS: tuple[str, ...] = ()
"""The manners in which a level can play."""


class UnknownPlayerError(ValueError):
    """Nobody has that name, in one sentence."""


def check_player(level: str, character: str = "") -> None:
    """Raise UnknownPlayerError if there is no such level or character."""
    if level not in LEVELS:
        raise UnknownPlayerError(f'There is no player "{level}"; there are {", ".join(LEVELS)}.')
    if character and character not in CHARACTERS:
        known = f"there are {', '.join(CHARACTERS)}" if CHARACTERS else "there are none"
        raise UnknownPlayerError(f'There is no character "{character}"; {known}.')


def player_named(level: str, character: str = "", *, seed: int = 0) -> Player:
    """The player of that level and character. Raises UnknownPlayerError."""
    check_player(level, character)
    return LEVELS[level](seed)
