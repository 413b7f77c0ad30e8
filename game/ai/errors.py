"""The error of a computer player or bot that cannot go on."""

from __future__ import annotations


class BotError(Exception):
    """The player cannot go on; the message is one sentence."""
