"""Typing a line into the text game and reading what it says."""

from __future__ import annotations

from io import StringIO

from game.cli.text.commands import Commands


def said(table, line):
    """What the game says to a line. Raises Refused."""
    out = StringIO()
    Commands(table, out).carry_out(line)
    return out.getvalue().rstrip("\n")
