"""A game as lines of text: a head, then one line for each choice, note, branch and so on, each with its checksum.

The checksum of a line covers its text and the line before it, so that no byte can be changed and no line dropped,
doubled or moved unnoticed. The current game is written line by line; a named save is the same with an end. If writing
is interrupted, every finished line counts and a torn last line does not. This module only makes and reads the text;
`game.records.saves` and `autosave` handle files. A record may also be one JSON object; `read` takes both.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from game.engine.foreign import PRINTABLE, Utf16, fit, json_of, unmarked
from game.engine.match import Match
from game.engine.unfit import Surplus, Unfit
from game.records import record
from game.records.record import (
    CHECK_EVERY,
    SHORT_HASH,
    Branch,
    Dice,
    Extra,
    Extras,
    Hash,
    Json,
    Mark,
    MatchSummary,
    Note,
    Reason,
    Record,
    RecordError,
    RecordHead,
    Seating,
    Undone,
)
from game.records.standing import StandingAnswer
from game.records.tape import Made, RecordedChoice, entries, entry_at

FORMAT = "snowball-journal"
LINE_LIMIT = 4_000_000


class JournalHead(RecordHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line: the head of a record, and when the game began."""

    started: Annotated[str, Meta(max_length=60)] = ""


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a named save: the hash and the summary of its end."""

    hash: Annotated[Hash, Meta(min_length=record.HASH)]
    summary: MatchSummary


class JournalLine(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line after the first, with exactly one of these.

    A choice (every so often with the `hash` it led to, and with the `turn` if that has changed), how many choices were
    `left` by an undo, a choice that was undone, the dice source from then on, a note (an empty one deletes an earlier
    one), a branch, a mark, a seating, a standing answer, a computer player's reason, or the end.
    """

    choice: RecordedChoice | None = None
    hash: Annotated[str, Meta(max_length=SHORT_HASH, pattern=PRINTABLE)] = ""
    turn: Made = 0
    left: Made | None = None
    note: Note | None = None
    branch: Branch | None = None
    undone: Undone | None = None
    dice: Dice | None = None
    mark: Mark | None = None
    seating: Seating | None = None
    standing: StandingAnswer | None = None
    reason: Reason | None = None
    end: End | None = None

    def __post_init__(self) -> None:
        parts = (
            self.choice,
            self.left,
            self.note,
            self.branch,
            self.undone,
            self.dice,
            self.mark,
            self.seating,
            self.standing,
            self.reason,
            self.end,
        )
        if sum(part is not None for part in parts) != 1:
            raise Unfit("", "", "this line does not say exactly one thing")


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a file: the record, and how many bytes of it are `sound`.

    After these bytes follows nothing, a line that was altered (`damaged`), or one that was not finished (`cut`). `pen`
    writes on after the sound bytes.
    """

    record: Record
    sound: int
    damaged: bool
    cut: bool
    pen: Pen

    def warning(self, name: str) -> str:
        """A sentence about the file of that name if a part of it was lost, else ""."""
        count = len(self.record.choices)
        if self.damaged:
            return f"{name} is damaged after choice {count}: what came after it is lost."
        return f"{name} was cut short after choice {count}: what was written then is lost." if self.cut else ""


# -- writing ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Pen:
    """Writes the lines of one journal; `last` is the checksum of the line before."""

    last: int = 0

    def head(self, match: Match, extras: Extras, started: str = "") -> bytes:
        """The lines that begin a journal: the match's head, every choice made so far, and the extras.

        Branches are left out: the main line goes on, and after a step back they might not be playable any more.
        """
        top = _head(record.head(match, extras.title), started=started)
        choices = [JournalLine(entry, turn=_new_turn(match, made)) for made, entry in enumerate(entries(match)[1], 1)]
        return self._line(top) + self._lines([*choices, *_extra_lines(extras)])

    def save_lines(self, match: Match, extras: Extras) -> bytes:
        """All lines of a named save, extras and end included."""
        content = record.of(match, extras)
        checks = dict(content.checkpoints)
        choices = [JournalLine(entry, checks.get(made, "")) for made, entry in enumerate(content.choices, 1)]
        branches = [JournalLine(branch=branch) for branch in content.branches]
        end = JournalLine(end=End(content.hash, content.summary))
        return self._line(_head(content)) + self._lines([*choices, *branches, *_extra_lines(extras), end])

    def chosen(self, match: Match, since: int) -> bytes:
        """The lines of the choices after the first `since`, one in every CHECK_EVERY with its hash."""
        lines = []
        for made in range(since + 1, len(match.history) + 1):
            check = match.hash_at(made)[:SHORT_HASH] if made % CHECK_EVERY == 0 else ""
            lines.append(JournalLine(entry_at(match, made - 1), check, _new_turn(match, made)))
        return self._lines(lines)

    def undone(self, match: Match, undone: Iterable[Undone]) -> bytes:
        """The lines that say how many choices are left, and which were taken back."""
        return self._lines([JournalLine(left=len(match.history)), *(JournalLine(undone=choice) for choice in undone)])

    def dice(self, match: Match) -> bytes:
        """The line of the match's dice source, which may have changed since the head."""
        return self._line(JournalLine(dice=record.dice_of(match)))

    def noted(self, at: int, text: str) -> bytes:
        """The line of a note after choice `at`; an empty text deletes the note."""
        return self._line(JournalLine(note=(at, text)))

    def added(self, extra: Extra) -> bytes:
        """The line of an extra."""
        return self._line(_extra_line(extra))

    def _line(self, entry: object) -> bytes:
        text = msgspec.json.encode(entry)
        self.last = zlib.crc32(text, self.last)
        return b"%08x %s\n" % (self.last, text)

    def _lines(self, lines: Iterable[JournalLine]) -> bytes:
        return b"".join(map(self._line, lines))


def _head(top: RecordHead, **more: str) -> Json:
    """The first line: the fields that `top` has of a record's head, and `more`."""
    return {
        **{name: record.to_json(getattr(top, name)) for name in RecordHead.__struct_fields__},
        "format": FORMAT,
        **more,
    }


def _extra_lines(extras: Extras) -> list[JournalLine]:
    """The lines of the extras, without branches."""
    return [
        *(JournalLine(note=note) for note in sorted(extras.notes.items())),
        *(JournalLine(undone=undone) for undone in extras.log),
        *map(_extra_line, extras.marks),
        *map(_extra_line, extras.seatings),
        *map(_extra_line, extras.standings),
        *map(_extra_line, extras.reasons),
    ]


def _extra_line(extra: Extra) -> JournalLine:
    """The line of an extra, which says by its field what it is."""
    match extra:
        case Mark():
            return JournalLine(mark=extra)
        case Seating():
            return JournalLine(seating=extra)
        case StandingAnswer():
            return JournalLine(standing=extra)
        case Reason():
            return JournalLine(reason=extra)


def _new_turn(match: Match, made: int) -> int:
    """The turn after `made` choices if the last of them began it, else 0."""
    turn = match.history[made].state.turn if made < len(match.history) else match.state.turn
    return turn if turn != match.history[made - 1].state.turn else 0


# -- reading ----------------------------------------------------------------------------------------------------------


def read(data: bytes) -> Contents:
    """The game in a file, up to the first line that is not whole. Raises RecordError if there is no game at all."""
    try:
        text = unmarked(data)
    except Utf16 as error:
        raise RecordError("The file is UTF-16 text: save it as UTF-8.") from error
    if text.lstrip().startswith(b"{"):
        return Contents(record.read(_json(text)), len(data), damaged=False, cut=False, pen=Pen())
    lines = text.split(b"\n")
    torn = lines.pop()  # after the last line break: nothing, or a line that was not finished
    first = _sound_text(lines[0], 0) if lines else None
    if first is None:
        raise RecordError(
            "The file is damaged: its first line, which says what is played, cannot be read.", damaged=True
        )
    head = _json(first)
    record.check_version(head, FORMAT)
    reading = _Reading(record.checked(head, JournalHead), last=zlib.crc32(first))
    sound = len(data) - len(text) + len(lines[0]) + 1
    damaged = len(torn) > LINE_LIMIT
    for line in lines[1:]:
        if not reading.take(line):
            damaged = True
            break
        sound += len(line) + 1
    return Contents(reading.record(), sound, damaged, bool(torn), Pen(reading.last))


def read_save(data: bytes) -> Record:
    """The record in a named save, which has to be whole. Raises RecordError."""
    contents = read(data)
    if warning := contents.warning("The file"):
        raise RecordError(warning, damaged=True)
    return record.finished(contents.record)


def _json(data: bytes) -> object:
    try:
        return json_of(data)
    except Unfit as error:
        raise RecordError("The file is not JSON: it is damaged or was cut short.", damaged=True) from error


def _sound_text(line: bytes, last: int) -> bytes | None:
    """The text of a line that follows one with the checksum `last`, None if its own checksum does not match.

    A line break of two characters, as some editors and tools write it, does not count.
    """
    text = line[9:].removesuffix(b"\r")
    intact = len(line) <= LINE_LIMIT and line[:9] == b"%08x " % zlib.crc32(text, last)
    return text if intact else None


@dataclass(slots=True)
class _Reading:
    """A record in the making: what the lines read so far add up to."""

    top: JournalHead
    last: int
    choices: list[RecordedChoice] = field(default_factory=list)
    checks: dict[int, str] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)
    log: list[Undone] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    seatings: list[Seating] = field(default_factory=list)
    standings: list[StandingAnswer] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    dice: Dice | None = None
    end: End | None = None

    def take(self, line: bytes) -> bool:
        """Take in one line; False if it is not sound or makes no sense. Raises RecordError for an unknown field."""
        text = _sound_text(line, self.last)
        if text is None or self.end is not None:
            return False
        try:
            entry = fit(_json(text), JournalLine)
        except Surplus as error:  # the line is sound: another version wrote it, and cutting it off would lose it
            raise RecordError(f"{record.foreign_words(error)} after choice {len(self.choices)}.") from error
        except (Unfit, RecordError):
            return False
        if not self._fits(entry):
            return False
        self._add(entry)
        self.last = zlib.crc32(text, self.last)
        return True

    def _fits(self, entry: JournalLine) -> bool:
        """Whether a line speaks of choices that have been made, and of seats that there are."""
        seats, made = self.top.setup.seats, len(self.choices)
        if entry.seating is not None:
            return list(entry.seating.seats) == list(seats)
        if entry.standing is not None:
            return entry.standing.seat in seats
        if entry.reason is not None:
            return entry.reason.made < made and entry.reason.seat in seats
        return entry.left is None or entry.left <= made

    def _add(self, entry: JournalLine) -> None:
        if entry.choice is not None:
            self.choices.append(entry.choice)
            if entry.hash:
                self.checks[len(self.choices)] = entry.hash
            if entry.turn:
                self.turns[len(self.choices)] = entry.turn
        if entry.left is not None:
            count = entry.left
            del self.choices[count:]
            self.checks = {made: check for made, check in self.checks.items() if made <= count}
            self.turns = {made: turn for made, turn in self.turns.items() if made <= count}
            self.reasons = [reason for reason in self.reasons if reason.made < count]
        if entry.note is not None:
            made, text = entry.note
            if text:
                self.notes[made] = text
            else:
                self.notes.pop(made, None)
        self.branches += [entry.branch] if entry.branch else []
        self.log += [entry.undone] if entry.undone else []
        self.marks += [entry.mark] if entry.mark else []
        self.seatings += [entry.seating] if entry.seating else []
        self.standings += [entry.standing] if entry.standing else []
        self.reasons += [entry.reason] if entry.reason else []
        self.dice, self.end = entry.dice or self.dice, entry.end

    def record(self) -> Record:
        """The record so far."""
        top, end = replace(self.top, dice=self.dice or self.top.dice), self.end
        last_turn = self.turns[max(self.turns)] if self.turns else 0
        return Record(
            *(getattr(top, name) for name in RecordHead.__struct_fields__),
            choices=tuple(self.choices),
            checkpoints=tuple(sorted(self.checks.items())),
            hash=end.hash if end else "",
            notes=tuple(sorted(self.notes.items())),
            branches=tuple(self.branches),
            log=tuple(self.log),
            marks=tuple(self.marks),
            seatings=tuple(self.seatings),
            standings=tuple(self.standings),
            reasons=tuple(self.reasons),
            summary=end.summary if end else MatchSummary(turn=last_turn),
        )
