"""A game in a file: a head, then one line a choice, a note, a branch, each with its checksum.

The game in hand is written so, line by line, and a named save is the same with an end. Whatever instant the writing
stops at, every line that was finished counts, and a torn last one does not. Files are the business of
`game.records.saves`; this is only the text. Saves of earlier versions are one JSON object; `read` takes both.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from game.engine.foreign import PRINTABLE, fit, json_of
from game.engine.match import Match
from game.engine.unfit import Unfit
from game.records import record
from game.records.record import (
    CHECK_EVERY,
    SHORT_HASH,
    Branch,
    Extras,
    Hash,
    Head,
    Made,
    Note,
    Record,
    RecordError,
    Summary,
    Undone,
)
from game.records.tape import Entry, entries, last_entry

FORMAT = "snowball-journal"
LINE_LIMIT = 4_000_000


class Top(Head, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line: the head of a record, and when the game was begun."""

    started: Annotated[str, Meta(max_length=60)] = ""


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a named save: what the match comes to."""

    hash: Annotated[Hash, Meta(min_length=record.HASH)]
    begin: Made
    summary: Summary


class Line(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line after the first.

    It is a choice (now and then with the hash it led to), how many choices an undo left, a note (an empty one takes an
    earlier one away), a branch, an undo that was agreed to, or the end.
    """

    choice: Entry | None = None
    hash: Annotated[str, Meta(max_length=SHORT_HASH, pattern=PRINTABLE)] = ""
    left: Made | None = None
    note: Note | None = None
    branch: Branch | None = None
    undone: Undone | None = None
    end: End | None = None

    def __post_init__(self) -> None:
        told = (self.choice, self.left, self.note, self.branch, self.undone, self.end)
        if sum(one is not None for one in told) != 1:
            raise Unfit("", "", "this line says not just one thing")


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds: the record so far, how many bytes of it are sound, and whether more came after those."""

    record: Record
    sound: int
    damaged: bool


# -- writing ----------------------------------------------------------------------------------------------------------


def head(match: Match, title: str = "", started: str = "") -> bytes:
    """The lines that begin a journal: the match's head, and every choice made so far."""
    top = record.head(match, title)
    said = {name: record.said(getattr(top, name)) for name in top.__struct_fields__}
    return _line({**said, "format": FORMAT, "started": started}) + _lines(Line(e) for e in entries(match)[1])


def whole(match: Match, extras: Extras) -> bytes:
    """A finished journal: a named save, with all that lies beside the game."""
    found = record.of(match, extras)
    checks = dict(found.checkpoints)
    said = {name: record.said(getattr(found, name)) for name in Head.__struct_fields__}
    lines = [Line(entry, checks.get(made, "")) for made, entry in enumerate(found.choices, 1)]
    lines += [Line(note=note) for note in found.notes]
    lines += [Line(branch=branch) for branch in found.branches]
    lines += [Line(undone=undone) for undone in found.log]
    lines += [Line(end=End(found.hash, found.begin, found.summary))]
    return _line({**said, "format": FORMAT}) + _lines(lines)


def chosen(match: Match) -> bytes:
    """The line of the latest choice, now and then with the hash it led to."""
    check = match.hash()[:SHORT_HASH] if len(match.history) % CHECK_EVERY == 0 else ""
    return _line(Line(last_entry(match), check))


def undone(match: Match) -> bytes:
    """The line that says so many choices are left."""
    return _line(Line(left=len(match.history)))


def noted(at: int, text: str) -> bytes:
    """The line of a note on a choice; an empty text takes it away."""
    return _line(Line(note=(at, text)))


def _line(entry: object) -> bytes:
    text = msgspec.json.encode(entry)
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _lines(lines: Iterable[Line]) -> bytes:
    return b"".join(map(_line, lines))


# -- reading ----------------------------------------------------------------------------------------------------------


def read(data: bytes) -> Found:
    """The game in a file, up to the first line that is not whole. Raises RecordError if there is no game at all."""
    if data.startswith(b"{"):
        return Found(record.read(_json(data)), len(data), damaged=False)
    lines = data.split(b"\n")
    torn = lines.pop()  # after the last line break: nothing, or a line whose writing was cut short
    text = _sound(lines[0]) if lines else None
    if text is None:
        raise RecordError("The file is damaged: it has no head.", damaged=True)
    told = _json(text)
    record.check_version(told, FORMAT)
    book = _Book(record.checked(told, Top))
    sound = len(lines[0]) + 1
    damaged = len(torn) > LINE_LIMIT
    for line in lines[1:]:
        if not book.take(line):
            damaged = True
            break
        sound += len(line) + 1
    return Found(book.record(), sound, damaged)


def read_save(data: bytes) -> Record:
    """The record in a named save, which has to be whole. Raises RecordError."""
    found = read(data)
    if found.damaged:
        count = len(found.record.choices)
        raise RecordError(f"The file is damaged after choice {count}.", damaged=True)
    return record.finished(found.record)


def _json(data: bytes) -> object:
    try:
        return json_of(data)
    except Unfit as error:
        raise RecordError("The file is no JSON: it is damaged or was cut short.", damaged=True) from error


def _sound(line: bytes) -> bytes | None:
    """The text of a line, None if the line is not as it was written."""
    text = line[9:]
    whole = len(line) <= LINE_LIMIT and line[:9] == b"%08x " % zlib.crc32(text)
    return text if whole else None


@dataclass(slots=True)
class _Book:
    """What the lines of a journal add up to."""

    top: Top
    choices: list[Entry] = field(default_factory=list)
    checks: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)
    log: list[Undone] = field(default_factory=list)
    end: End | None = None

    def take(self, line: bytes) -> bool:
        """Follow one line; False if it is not whole or makes no sense."""
        text = _sound(line)
        try:
            said = fit(_json(text), Line) if text is not None and self.end is None else None
        except (Unfit, RecordError):
            return False
        match said:
            case Line(choice=Entry() as entry):
                self.choices.append(entry)
                if said.hash:
                    self.checks[len(self.choices)] = said.hash
            case Line(left=int(left)) if left <= len(self.choices):
                del self.choices[left:]
                self.checks = {made: hash for made, hash in self.checks.items() if made <= left}
            case Line(note=(at, words)):
                self.notes[at] = words
            case Line(branch=Branch() as branch):
                self.branches.append(branch)
            case Line(undone=Undone() as undo):
                self.log.append(undo)
            case Line(end=End() as end):
                self.end = end
            case _:
                return False
        return True

    def record(self) -> Record:
        """The record so far."""
        top, end = self.top, self.end
        return Record(
            *(getattr(top, name) for name in Head.__struct_fields__),
            choices=tuple(self.choices),
            checkpoints=tuple(sorted(self.checks.items())),
            hash=end.hash if end else "",
            notes=tuple(sorted(self.notes.items())),
            branches=tuple(self.branches),
            log=tuple(self.log),
            begin=min(end.begin, len(self.choices)) if end else 0,
            summary=end.summary if end else Summary(),
        )
