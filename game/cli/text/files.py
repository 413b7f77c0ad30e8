"""Files that somebody at a terminal names: a script to follow, a place for a position."""

from __future__ import annotations

from pathlib import Path

from game.engine.foreign import file_bytes, text_of
from game.engine.unfit import Unfit
from game.records.saves import is_device


def script_lines(name: str) -> list[str]:
    """The lines of a script. Raises ValueError with one sentence."""
    try:
        return text_of(file_bytes(Path(name))).splitlines()
    except OSError as error:
        raise ValueError(f"{name}: it cannot be read: {error.strerror}.") from error
    except Unfit as error:
        raise ValueError(f"{name}: {error.reason}.") from error


def write_new(file: str, text: str, *, replace: bool) -> None:
    """Write a text into a file, over one that is there only to `replace` it. Raises ValueError with one sentence."""
    if is_device(Path(file).name):
        raise ValueError(f"{file} is the name of a device on some systems; choose another name.")
    try:
        with Path(file).open("w" if replace else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise ValueError(f"There is a file {file} already: type sketch {file} replace to write over it.") from None
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror}.") from error
