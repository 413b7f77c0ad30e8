"""The commands that open a window: the title screen, a battle, or a record to step through."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pygame

from game.ui.app import App

TEXT, PRINTED = "`snowball text MAP` plays without one", "`snowball replay --text FILE` prints it without one"
"""What can be done without a window, as the end of a sentence."""


def check_window(otherwise: str = TEXT) -> str:
    """A sentence that says why no window can be opened and ends with `otherwise`, or "" if one can."""
    if not getattr(pygame, "IS_CE", False):
        return (
            "Classic pygame is installed where pygame-ce is needed: run "
            "`python -m pip uninstall -y pygame pygame-ce` and then `python -m pip install pygame-ce`."
        )
    try:
        pygame.display.init()
    except pygame.error as error:
        return f"No window can be opened ({error}); {otherwise}."
    if pygame.display.get_driver() in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        return f"There is no display to open a window on; {otherwise}."
    return ""


def _run(app: App) -> int:
    """Draw the first picture, then import asyncio and run the loop. Returns the exit status."""
    app.draw()
    import asyncio

    asyncio.run(app.main())
    return 0


def _refuse(words: str, status: int = 2) -> int:
    """Say why there will be no window. Returns the exit status."""
    sys.stderr.write(f"{words}\n")
    return status


def main(arguments: Sequence[str] = ()) -> int:
    """Open the window at its title screen. Returns the exit status."""
    if problem := check_window():
        return _refuse(problem)
    from game.ui.screens.title import TitleScreen

    app = App()
    app.push(TitleScreen(app))
    return _run(app)


def main_replay(arguments: Sequence[str]) -> int:
    """`snowball replay FILE [--referee]`: step through a record in the window. Returns the exit status."""
    from game.records.folders import SaveError
    from game.records.record import RecordError
    from game.records.saves import open_record
    from game.records.timeline import Timeline
    from game.rules import build
    from game.ui.screens.replay import open_timeline
    from game.ui.screens.title import TitleScreen

    try:
        record, warning = open_record(Path(arguments[0]))
        timeline = Timeline.open(record, build)
    except (RecordError, SaveError) as error:
        return _refuse(f"{arguments[0]}: {error}", 1)
    if problem := check_window(PRINTED):
        return _refuse(problem)
    app = App()
    app.screens.append(TitleScreen(app))
    open_timeline(app, timeline, referee="--referee" in arguments)
    if warning:
        app.tell("A part of this game is lost", warning)
    return _run(app)


def main_play(arguments: Sequence[str]) -> int:
    """`snowball play MAP ...` (see `launch.HELP`): open the window in a battle. Returns the exit status."""
    from game.ui.launch import HELP, parse_play

    if {"-h", "--help"} & set(arguments):
        sys.stdout.write(HELP)
        return 0
    from game.ai.errors import BotError

    screen = parse_play(arguments)
    if isinstance(screen, str):
        return _refuse(screen)
    if problem := check_window():
        return _refuse(problem)
    app = App()
    from game.ui.screens.title import TitleScreen

    app.screens.append(TitleScreen(app))
    try:
        app.push(screen(app))
    except (BotError, OSError, ValueError) as error:
        pygame.quit()
        return _refuse(str(error))
    return _run(app)
