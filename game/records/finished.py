"""Finished battles: the last fifty are kept automatically, as replays."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from game.engine.match import Match
from game.records.folders import SaveError, free_place, made_folder
from game.records.journal import Pen
from game.records.record import Extras
from game.records.saves import ENDING, SaveInfo, delete, file_words, list_saves, write_whole

MOST = 50
"""How many finished battles are kept."""


def finished_folder() -> Path:
    """The folder of finished battles, made if it is missing. Raises SaveError."""
    return made_folder("finished")


def keep_finished(match: Match, extras: Extras) -> Path:
    """Keep a finished battle under its date and title, and delete the oldest beyond `MOST`. Raises SaveError."""
    folder = finished_folder()
    title = file_words(extras.title or match.setup.title, 60)
    stem = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S} {title}".strip()
    path = free_place(folder / f"{stem}{ENDING}")
    write_whole(path, Pen().save_lines(match, extras))
    battles = sorted(folder.glob(f"*{ENDING}"), key=_age)
    for battle in battles[:-MOST]:
        with contextlib.suppress(SaveError):  # one that cannot be deleted does no harm
            delete(battle)
    return path


def _age(path: Path) -> tuple[float, str]:
    """The key to sort by age: when a battle was kept; one whose date cannot be read counts as the oldest."""
    try:
        return path.stat().st_mtime, path.name
    except OSError:
        return 0.0, path.name


def list_finished() -> list[SaveInfo]:
    """The finished battles, the latest first; one that cannot be read is listed with its problem. Raises SaveError."""
    return list_saves(finished_folder())
