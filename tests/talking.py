"""The text game in a test: type a line, read the answer."""

from __future__ import annotations

from io import StringIO

from game.cli.text.commands import Commands


def said(table, line):
    """Return what the text game prints for a typed line. Raises Refused."""
    out = StringIO()
    Commands(table, out).carry_out(line)
    return out.getvalue().rstrip("\n")
