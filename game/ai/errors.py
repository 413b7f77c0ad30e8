"""What can go wrong with a player that is not a person."""

from __future__ import annotations


class BotError(Exception):
    """The bot is out of the game, in one sentence."""
