"""The folders of this user's games, and the games left unfinished; all that the title screen needs of the records."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.engine.foreign import AT_ONCE, check_plain

JOURNAL = ".journal"


class SaveError(Exception):
    """A file cannot be read or written; the message is one sentence. `aside`: where a damaged file has been put."""

    def __init__(self, message: str, aside: Path | None = None) -> None:
        super().__init__(message)
        self.aside = aside


def data_folder() -> Path:
    """The folder of this user's Snowball data; the environment variable SNOWBALL_DATA can name another one."""
    if named := os.environ.get("SNOWBALL_DATA"):
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("snowball", appauthor=False)


def saves_folder() -> Path:
    """The folder of named saves and journals, made if it is missing. Raises SaveError."""
    return made_folder("saves")


def made_folder(name: str) -> Path:
    """The folder of that name in this user's data, made if it is missing. Raises SaveError."""
    folder = data_folder() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    return folder


def free_place(path: Path) -> Path:
    """A path without a file: this one, else the first free one of "name (2)", "name (3)" and so on beside it."""
    place, number = path, 1
    while place.exists():
        number += 1
        place = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return place


def left_games(folder: Path | None = None) -> list[Path]:
    """Journals of unfinished games that no running game holds, the latest played first. Raises SaveError."""
    return sorted(_unlocked((folder or saves_folder()).glob(f"*{JOURNAL}")), key=_last_written, reverse=True)


def _last_written(path: Path) -> tuple[int, str]:
    """The key to sort by the latest choice. The date in the name, of the game's start, may come from a wrong clock."""
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name


def hold(descriptor: int) -> bool:
    """Lock a journal for this process until it is closed; False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


FAR = 1 << 40
"""The place of the byte that is locked on Windows: beyond the end, since nobody else can read a locked one."""


def _unlocked(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | AT_ONCE)
        except OSError:
            continue
        try:
            check_plain(descriptor)
            free = hold(descriptor)
        except OSError:
            continue
        finally:
            os.close(descriptor)
        if free:
            yield path
