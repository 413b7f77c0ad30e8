"""Where this user's games lie, and which of them were left: all that a title needs to know of the records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

JOURNAL = ".journal"


class SaveError(Exception):
    """A file that cannot be read or written, in one sentence. `aside`: where a damaged one has been put."""

    def __init__(self, message: str, aside: Path | None = None) -> None:
        super().__init__(message)
        self.aside = aside


def data_folder() -> Path:
    """The folder of this user's Snowball data; the environment variable SNOWBALL_DATA names another one."""
    if named := os.environ.get("SNOWBALL_DATA"):
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("snowball", appauthor=False)


def saves_folder() -> Path:
    """Where named saves and journals lie; made if need be. Raises SaveError."""
    return made_folder("saves")


def made_folder(name: str) -> Path:
    """A folder of that name among this user's data; made if need be. Raises SaveError."""
    folder = data_folder() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    return folder


def free_place(path: Path) -> Path:
    """A path at which nothing lies: this one, else the first of "name (2)", "name (3)" and so on beside it that is free."""
    place, number = path, 1
    while place.exists():
        number += 1
        place = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return place


def left_games(folder: Path | None = None) -> list[Path]:
    """Journals of games that were not finished and that no running game holds, the latest played first. Raises SaveError."""
    return sorted(_unlocked((folder or saves_folder()).glob(f"*{JOURNAL}")), key=_last_written, reverse=True)


def _last_written(path: Path) -> tuple[int, str]:
    """When the last choice was kept; the clock at the start of the game, in its name, may have been wrong."""
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name


def hold(descriptor: int) -> bool:
    """Hold a journal for this process; False if another one has it. Where files cannot be locked, all are free."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unlocked(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
        except OSError:
            continue
        free = hold(descriptor)
        os.close(descriptor)
        if free:
            yield path
