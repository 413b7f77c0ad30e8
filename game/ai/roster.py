"""The named players: the one place that turns a name a person writes into a player."""

from __future__ import annotations

from game.ai.levels import ComputerPlayer
from game.ai.players import Player, RandomPlayer
from game.records.levels import Character, Level, Strength

RANDOM = "random"
NAMES: tuple[str, ...] = (RANDOM, *Level)
"""The player that chooses at random, and the levels of the computer player."""


class UnknownPlayerError(ValueError):
    """There is no player of that name and character; the message is one sentence."""


def check_player(name: str, character: str) -> None:
    """Raise UnknownPlayerError if there is no such player or character."""
    if name not in NAMES:
        raise UnknownPlayerError(f'There is no player "{name}"; there are {", ".join(NAMES)}.')
    if character and character not in set(Character):
        raise UnknownPlayerError(f'There is no character "{character}"; there are {", ".join(Character)}.')
    if character and name == RANDOM:
        raise UnknownPlayerError("The random player has no character.")


def player_named(name: str, character: str = "", *, seed: int = 0) -> Player:
    """The player of that name; of a computer player without a character, the steady one. Raises UnknownPlayerError."""
    check_player(name, character)
    if name == RANDOM:
        return RandomPlayer(seed)
    return ComputerPlayer(Strength(Level(name), Character(character or Character.STEADY)))
