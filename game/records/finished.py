"""Battles that were fought to their end: the last fifty are kept by themselves, as replays."""

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


def finished_folder() -> Path:
    """Where finished battles lie; made if need be. Raises SaveError."""
    return made_folder("finished")


def keep_finished(match: Match, extras: Extras) -> Path:
    """Keep a battle that is over, under its date and title; older ones than the last `MOST` go. Raises SaveError."""
    folder = finished_folder()
    title = file_words(extras.title or match.setup.title, 60)
    stem = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S} {title}".strip()
    path = free_place(folder / f"{stem}{ENDING}")
    write_whole(path, Pen().whole(match, extras))
    kept = sorted(folder.glob(f"*{ENDING}"), key=_age)
    for old in kept[:-MOST]:
        with contextlib.suppress(SaveError):  # one that cannot be taken away is in nobody's way
            delete(old)
    return path


def _age(path: Path) -> tuple[float, str]:
    """When it was kept; one that cannot be looked at is the oldest."""
    try:
        return path.stat().st_mtime, path.name
    except OSError:
        return 0.0, path.name


def list_finished() -> list[SaveInfo]:
    """The finished battles, the latest first; one that cannot be read is listed with its problem. Raises SaveError."""
    return list_saves(finished_folder())
