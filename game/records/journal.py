"""A match as an append-only journal: a head, then one line a choice, each with its checksum.

Whatever instant the writing stops at, every line that was finished counts, and a torn last one does not.
Files are the business of `game.records.saves`; this is only the text.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from game.engine.checked import Fields, Unfit
from game.engine.match import Match
from game.records import record, record_reader
from game.records.record import CHECK_EVERY, Json, Record, RecordError
from game.records.tape import entries, last_entry

FORMAT = "snowball-journal"
LINE_LIMIT = 4_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """What a journal holds: the record so far, how many bytes of it are sound, and whether more came after those."""

    record: Record
    sound: int
    damaged: bool


def head(match: Match, title: str = "", started: str = "") -> bytes:
    """The lines that begin a journal: the match's head, and every choice made so far."""
    opening, made = entries(match)
    top = {
        **record.header(match),
        "format": FORMAT,
        "title": title or match.setup.title,
        "started": started,
        "opening": [list(faces) for faces in opening],
    }
    return b"".join([_line(top), *(_line({"choice": entry}) for entry in made)])


def chosen(match: Match) -> bytes:
    """The line of the latest choice, now and then with the hash it led to."""
    entry: Json = {"choice": last_entry(match)}
    if len(match.history) % CHECK_EVERY == 0:
        entry["hash"] = match.hash()[: record.SHORT_HASH]
    return _line(entry)


def undone(match: Match) -> bytes:
    """The line that says so many choices are left."""
    return _line({"left": len(match.history)})


def noted(at: int, text: str) -> bytes:
    """The line of a note on a choice; an empty text takes it away."""
    return _line({"note": [at, text]})


def _line(entry: Mapping[str, object]) -> bytes:
    text = json.dumps(entry, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def read(data: bytes) -> Found:
    """Everything a journal holds up to the first line that is not whole. Raises RecordError if the head is not."""
    lines = data.split(b"\n")
    torn = lines.pop()  # after the last line break: nothing, or a line whose writing was cut short
    top = _sound(lines[0]) if lines else None
    if top is None:
        raise RecordError("The journal is damaged: it has no head.", damaged=True)
    if top.get("format") != FORMAT:
        raise RecordError("This is no Snowball journal: its format is not named so.", damaged=True)
    top = {**top, "format": record.FORMAT, "hash": ""}
    top.pop("started", None)
    sound = len(lines[0]) + 1
    choices: list[object] = []
    checks: dict[int, object] = {}
    notes: dict[int, str] = {}
    damaged = False
    for line in lines[1:]:
        entry = _sound(line)
        if entry is None or not _take(entry, choices, checks, notes):
            damaged = True
            break
        sound += len(line) + 1
    whole = {
        **top,
        "choices": choices,
        "checkpoints": [[k, value] for k, value in sorted(checks.items()) if k <= len(choices)],
        "notes": [[k, text] for k, text in sorted(notes.items())],
    }
    return Found(record_reader.read(whole, finished=False), sound, damaged or len(torn) > LINE_LIMIT)


def _sound(line: bytes) -> Json | None:
    """The entry of a line, None if the line is not as it was written."""
    if len(line) < 10 or len(line) > LINE_LIMIT or line[8:9] != b" ":
        return None
    text = line[9:]
    if line[:8] != b"%08x" % zlib.crc32(text):
        return None
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _take(entry: Json, choices: list[object], checks: dict[int, object], notes: dict[int, str]) -> bool:
    """Follow one line; False if it makes no sense."""
    fields = Fields(entry)
    try:
        if "choice" in entry:
            fields.only("choice", "hash")
            choices.append(entry["choice"])
            if "hash" in entry:
                checks[len(choices)] = fields.text("hash", 64)
        elif "left" in entry:
            fields.only("left")
            left = fields.whole("left", 0, len(choices))
            del choices[left:]
            for k in [k for k in checks if k > left]:
                del checks[k]
        else:
            fields.only("note")
            at, text = fields.items("note", 2, required=True)
            note = Fields({"at": at, "text": text})
            notes[note.whole("at", 0, record_reader.MOST_CHOICES)] = note.text("text", 20_000, free=True)
    except (Unfit, ValueError):
        return False
    return True
