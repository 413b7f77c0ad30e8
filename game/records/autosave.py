"""The autosave of the current game: an append-only file, in which each choice is on the disk before it counts."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from game.engine.foreign import AT_ONCE, file_bytes
from game.engine.match import Match
from game.records import journal, playback
from game.records.folders import JOURNAL, SaveError, free_place, hold, left_games, saves_folder
from game.records.journal import Pen
from game.records.record import Extra, Extras, RecordError, Undone
from game.records.saves import (
    SIZE_LIMIT,
    picture_of,
    place_aside,
    put_where,
    set_aside,
    sync_folder,
)
from game.rules import build

MOST_TOLD = 3
"""Of how many files that hold no game a message tells."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game taken up again. `warning`: a sentence if a part of it was lost, else ""."""

    match: Match
    extras: Extras
    journal: Journal
    warning: str


class Journal:
    """The autosave of one match: `begin` it with the match, tell it of every choice, `finish` it at the end.

    If writing fails, the file is cut back to what was sound before. Leaving it as a context manager closes it without
    finishing it, so that the game can be resumed.
    """

    def __init__(self, path: Path, descriptor: int, match: Match, pen: Pen, sound: int = 0) -> None:
        """`pen` has written the first `sound` bytes of the file; they hold, or will hold, the match as it is now."""
        self.path = path
        self._descriptor = descriptor
        self._pen = pen
        self._sound = sound
        self._made, self._dice = len(match.history), match.dice

    @classmethod
    def begin(cls, match: Match, extras: Extras | None = None, folder: Path | None = None) -> Journal:
        """A new journal of a match, with every choice made so far. Raises SaveError."""
        directory = folder or saves_folder()
        now = datetime.now().astimezone()
        path = free_place(directory / f"{now:%Y%m%d-%H%M%S}-{os.getpid()}{JOURNAL}")
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | AT_ONCE, 0o600)
            with contextlib.ExitStack() as stack:
                stack.callback(path.unlink, missing_ok=True)
                stack.callback(os.close, descriptor)
                hold(descriptor)
                opened = cls(path, descriptor, match, Pen())
                opened._append(opened._pen.head(match, extras or Extras(), now.isoformat(timespec="seconds")))
                sync_folder(directory)
                stack.pop_all()
        except OSError as error:
            raise SaveError(f"The game cannot be kept in {directory}: {error.strerror}.") from error
        return opened

    @classmethod
    def resume(cls, path: Path) -> Resumed:
        """The match of an unfinished game's journal, and the journal to go on with. Raises SaveError.

        A journal that holds no match at all is moved to the folder `damaged`.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | AT_ONCE)
        except OSError as error:
            raise SaveError(f"{path.name} cannot be opened: {error.strerror}.") from error
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, descriptor)
            if not hold(descriptor):
                raise SaveError(f"{path.name} is being played in another window.")
            resumed = cls._resume(path, descriptor)
            stack.pop_all()
        return resumed

    @classmethod
    def resume_latest(cls) -> Resumed:
        """The game that was left last, of those that can be taken up again; its warning tells of the others.

        Raises SaveError if there is none.
        """
        problems: list[str] = []
        for path in left_games():
            try:
                resumed = cls.resume(path)
            except SaveError as error:
                problems.append(str(error))
                continue
            warning = " ".join(filter(None, (*problems[:MOST_TOLD], resumed.warning)))
            return replace(resumed, warning=warning)
        raise SaveError(" ".join(problems[:MOST_TOLD]) or "No game was left unfinished.")

    @classmethod
    def _resume(cls, path: Path, descriptor: int) -> Resumed:
        try:
            data = file_bytes(path, SIZE_LIMIT)
            contents = journal.read(data)
            match = playback.replayed(contents.record, build)
            warning = contents.warning(path.name)
            if contents.damaged:
                aside = place_aside(path)
                aside.write_bytes(data)
                warning += f" The whole file is kept as damaged/{aside.name}."
            if contents.sound < len(data):
                os.ftruncate(descriptor, contents.sound)
                os.fsync(descriptor)
        except RecordError as error:
            moved_to = set_aside(path) if error.damaged else None
            raise SaveError(f"{path.name}: {error}{put_where(moved_to)}", moved_to) from error
        except OSError as error:
            raise SaveError(f"{path.name} cannot be taken up again: {error.strerror}.") from error
        resumed = cls(path, descriptor, match, contents.pen, contents.sound)
        return Resumed(match, contents.record.extras, resumed, warning)

    def chosen(self, match: Match) -> None:
        """Keep all choices made since the last call; they are on the disk when this returns. Raises SaveError."""
        self._played(match, lambda pen: pen.chosen(match, self._made))

    def undone(self, match: Match, *undone: Undone) -> None:
        """Keep that choices were taken back. Raises SaveError."""
        self._played(match, lambda pen: pen.undone(match, undone))

    def noted(self, at: int, text: str) -> None:
        """Keep a note. Raises SaveError."""
        self._write(lambda pen: pen.noted(at, text))

    def added(self, extra: Extra) -> None:
        """Keep an extra. Raises SaveError."""
        self._write(lambda pen: pen.added(extra))

    def _played(self, match: Match, lines: Callable[[Pen], bytes]) -> None:
        self._write(lambda pen: lines(pen) + (pen.dice(match) if match.dice != self._dice else b""))
        self._made, self._dice = len(match.history), match.dice

    def _write(self, lines: Callable[[Pen], bytes]) -> None:
        pen = Pen(self._pen.last)
        try:
            self._append(lines(pen))
        except OSError as error:
            raise SaveError(f"The game cannot be kept in {self.path.name}: {error.strerror}.") from error
        self._pen = pen

    def _append(self, data: bytes) -> None:
        """Append data to the file and sync it, or leave the file as it was. Raises OSError."""
        length = len(data)
        if not os.path.samestat(os.fstat(self._descriptor), self.path.stat()):
            raise FileNotFoundError(errno.ENOENT, "another file has taken its place")
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._sound)
            raise
        self._sound += length

    def close(self) -> None:
        """Close the file; the game can be resumed."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def finish(self) -> None:
        """Delete the file: the game is over or saved by name, so there is nothing to resume."""
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()
            picture_of(self.path).unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
