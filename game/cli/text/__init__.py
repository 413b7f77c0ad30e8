"""`snowball text`: the game in a terminal, line by line."""

from __future__ import annotations

from game.cli.text.play import main

__all__ = ["main"]
