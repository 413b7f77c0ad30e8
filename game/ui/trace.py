"""Writes what the window shows to a file, line by line, for programs that drive the window and must know its state."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from game.ui.screen import Screen

VARIABLE = "SNOWBALL_TRACE"
"""The environment variable that names the file."""

Place = tuple[int, int]


class Told(Struct, frozen=True):
    """One line: the class of the screen, whether it stands still, and where things can be clicked, in window pixels.

    `zones` are its buttons, rows and cards by their ids; `places` other things that can be clicked; `standing` the
    state of the screen in a few words.
    """

    screen: str
    still: bool
    standing: str
    zones: dict[str, Place]
    places: dict[str, Place]


class Trace:
    """A file to which a line is added whenever the window shows something else."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if the file cannot be written."""
        self._file = path.open("ab", buffering=0)
        self._last: Told | None = None

    def tell(self, screen: Screen, *, moving: bool) -> None:
        """Add a line about the screen that is shown, after it has been drawn, if anything has changed."""
        zones = {zone.id: zone.rect.center for zone in screen.zones if zone.action is not None}
        line = Told(type(screen).__name__, not moving, screen.summary(), zones, screen.places())
        if line != self._last:
            self._last = line
            self._file.write(msgspec.json.encode(line) + b"\n")


def trace() -> Trace | None:
    """The trace that the environment asks for. Raises OSError."""
    path = os.environ.get(VARIABLE, "")
    return Trace(Path(path)) if path else None
