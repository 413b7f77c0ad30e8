"""What has been played, one line a game, each with its checksum: an interrupted lab continues after its last line.

    9f3c1a20 {"format":"snowball-lab","version":1,"batch":{...},"program":"..."}
    41d0b77e {"result":{"key":{...},"status":"played",...},"took":[{"52":3},{"60":1}]}

The first line says which batch it is, and of which version of the program and tables. Eight hex digits before each text
are its CRC-32. A damaged line is ignored, and its game is played again. Lines are in the order in which games ended,
which differs from run to run; results are sorted by their keys. Only one lab at a time writes a journal.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import zlib
from functools import cache
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import msgspec
from msgspec import Meta, Struct

from game import __version__
from game.engine.foreign import AT_ONCE, check_plain, file_bytes
from game.lab.batch import Batch, GameKey, table_of
from game.lab.play import Played
from game.paths import ASSETS, MAPS
from game.records.folders import hold
from game.rules import examined

FILE = "games.journal"
MOST_BYTES = 1_000_000_000
"""The most bytes of a journal that is read."""


class JournalError(ValueError):
    """The journal of the folder cannot be continued; the message is one sentence."""


class LabHead(Struct, frozen=True):
    """The first line of a journal."""

    batch: Batch
    program: Annotated[str, Meta(max_length=64)]
    format: Literal["snowball-lab"] = "snowball-lab"
    version: Literal[1] = 1


@cache
def program() -> str:
    """A digest of all that games depend on: code except the window's, rulebooks, armies, maps, plug-ins, version."""
    package = Path(__file__).resolve().parent.parent
    files = [path for path in package.rglob("*.py") if "ui" not in path.relative_to(package).parts]
    files += [*ASSETS.glob("rulebooks/*.toml"), *ASSETS.glob("armies/*.toml"), *MAPS.glob("*.tmx")]
    files += [file for ruleset, plug_in in examined().plug_ins.items() for file in plug_in.files(ruleset)]
    digest = hashlib.sha256(__version__.encode())
    for name, path in sorted((path.relative_to(path.anchor).parts[-3:], path) for path in files):
        digest.update("/".join(name).encode())
        digest.update(hashlib.sha256(file_bytes(path)).digest())
    return digest.hexdigest()[:16]


def batch_digest(batch: Batch) -> str:
    """A digest of the program and of a batch's tables, which may be files from anywhere."""
    tables = [table_of(scenario).fingerprint() for scenario in batch.scenarios]
    return hashlib.sha256("\n".join([program(), *tables]).encode()).hexdigest()[:16]


class LabJournal:
    """The journal of one folder. `played` has every game in it; `damaged` counts the lines that were ignored."""

    def __init__(self, folder: Path, batch: Batch, *, fresh: bool = False) -> None:
        """Open or begin the journal; `fresh` begins again. Raises JournalError if it is of another batch, OSError."""
        self.path = folder / FILE
        self.played: dict[GameKey, Played] = {}
        self.damaged = 0
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as stack:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | AT_ONCE, 0o600)
            self._file: BinaryIO = stack.enter_context(os.fdopen(descriptor, "ab"))
            check_plain(descriptor)
            if not hold(self._file.fileno()):
                raise JournalError(
                    f"{self.path} is being written by another lab: wait for its end, or choose another folder with "
                    "--out."
                )
            top = LabHead(batch, batch_digest(batch))
            if fresh or not self._read(top):
                self._file.truncate(0)
                self._write(msgspec.json.encode(top))
            stack.pop_all()

    def _read(self, expected: LabHead) -> bool:
        """Read the journal; False if it has no first line yet."""
        head, *lines = file_bytes(self.path, MOST_BYTES).split(b"\n")
        text = _sound_text(head)
        if text is None:
            if any(map(_sound_text, lines)):
                raise JournalError(
                    f"{self.path} has a damaged first line, and games behind it: choose another folder with --out, or "
                    "begin again with --fresh."
                )
            return False
        try:
            top = msgspec.json.decode(text, type=LabHead)
        except msgspec.DecodeError as error:
            raise JournalError(
                f"{self.path} is of another version of the lab: choose another folder with --out."
            ) from error
        if top.batch.id != expected.batch.id:
            raise JournalError(f"{self.path} holds another batch: choose another folder with --out.")
        if top.program != expected.program:
            raise JournalError(
                f"{self.path} was played by a program or on a map that has changed since: choose another folder with "
                "--out, or begin again with --fresh."
            )
        torn = lines.pop() if lines else b""
        for line in lines:
            text = _sound_text(line)
            if text is None:
                self.damaged += 1
                continue
            self.take(msgspec.json.decode(text, type=Played))
        if torn:
            self.damaged += 1
            self._append(b"\n")
        return True

    def take(self, played: Played) -> bool:
        """Remember a game; False if it is known already."""
        if played.result.key in self.played:
            return False
        self.played[played.result.key] = played
        return True

    def add(self, line: bytes) -> Played | None:
        """Write a game as `play_line` gives it; None if it has been played already. Raises JournalError."""
        played = msgspec.json.decode(line, type=Played)
        if played.result.key in self.played:
            return None
        self._write(line)
        self.take(played)
        return played

    def _write(self, text: bytes) -> None:
        self._append(b"%08x %s\n" % (zlib.crc32(text), text))

    def _append(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}.") from error

    def close(self) -> None:
        """Close the file, with all that the disk takes written to it."""
        with contextlib.suppress(OSError):
            self._file.close()


def _sound_text(line: bytes) -> bytes | None:
    """The text of a line, None if the line is damaged."""
    text = line[9:]
    return text if line[:9] == b"%08x " % zlib.crc32(text) else None
