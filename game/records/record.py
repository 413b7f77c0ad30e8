"""A match as a record: setup, rulings, dice and choices. Everything else is worked out again, and checked by hash.

`save` writes a match as one JSON object, `read` checks such JSON or refuses it in one sentence, `playback` plays it
again. A file stores a record line by line: see `journal`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from game import __version__
from game.engine.dice import DiceError, DiceKind, DiceSource, script_dice
from game.engine.foreign import PRINTABLE, WHOLE, Line, Name, Prose, Seed, Word, file_bytes, fit, plain, text_of
from game.engine.match import Match
from game.engine.names import spoken, wins
from game.engine.rulebook import load_army, load_rulebook
from game.engine.setup import Setup, boarded, check_setup
from game.engine.state import digest
from game.engine.unfit import Surplus, Unfit, shown
from game.engine.wording import number_of
from game.records.sitters import SITTER, Bot, Sitter, read_sitter
from game.records.standing import StandingAnswer
from game.records.tables import TableKind
from game.records.tape import MOST_CHOICES, Made, RecordedChoice, Rolls, entries

FORMAT = "snowball-record"
VERSION = 4
CHECK_EVERY = 25
"""How many choices lie between two checkpoints, at which a hash is stored."""
HASH, SHORT_HASH = 64, 16
"""Digits of a hash, and of one cut short."""
LONGEST_NAME = 200
"""The most letters of a branch's name."""

Json = dict[str, object]
SitterKind = Annotated[str, Meta(max_length=20_000, pattern=SITTER)]
"""The word for a player at a seat, as `read_sitter` takes it."""
Choices = Annotated[tuple[RecordedChoice, ...], Meta(max_length=MOST_CHOICES)]
Note = tuple[Made, Prose]
BranchName = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=WHOLE)]
Notes = Annotated[tuple[Note, ...], Meta(max_length=10_000)]
Hash = Annotated[str, Meta(max_length=HASH, pattern=PRINTABLE)]
ShortHash = Annotated[str, Meta(min_length=SHORT_HASH, max_length=SHORT_HASH, pattern=PRINTABLE)]


class RecordError(ValueError):
    """A record is refused; the message is one sentence.

    `choice`: the number of the first choice that differs, or -1; `expected` and `actual`: the hashes that differ;
    `damaged`: no version of the game could read it.
    """

    def __init__(
        self, message: str, choice: int = -1, expected: str = "", actual: str = "", *, damaged: bool = False
    ) -> None:
        super().__init__(message)
        self.choice = choice
        self.expected = expected
        self.actual = actual
        self.damaged = damaged


# -- what a record holds ----------------------------------------------------------------------------------------------


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """The rulebook that a match was played by, and its `rules_digest` then."""

    id: Word
    digest: Annotated[str, Meta(max_length=64)]


class Dice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice source. An entry of `script` is a number, or a label and its faces.

    For a line of play that left another: the first `since` dice came from the source `before`.
    """

    kind: DiceKind
    seed: Seed = 0
    script: Annotated[list[object], Meta(max_length=MOST_CHOICES)] = field(default_factory=list)
    since: Made = 0
    before: Dice | None = None

    def __post_init__(self) -> None:
        self.source()

    def source(self) -> DiceSource:
        """The dice source that a match takes. Raises Unfit."""
        try:
            before = self.before.source() if self.before else None
            return DiceSource(self.kind, self.seed, script_dice(self.script).script, self.since, before)
        except DiceError as error:
            raise Unfit("", "script", str(error).rstrip("."), "mend it") from error


class Undone(Struct, frozen=True):
    """A choice taken back: how many choices were left.

    If it needed consent, `reason` says what had been shown, and `agreed_by` who agreed.
    """

    undone: int
    reason: Line = ""
    agreed_by: Line = ""


Log = Annotated[tuple[Undone, ...], Meta(max_length=MOST_CHOICES)]


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """A branch: the game played on in another way from choice `start` of the main line.

    It has `dice` of its own, unless it is a study with the `same_dice` as the line that it left.
    """

    name: BranchName
    start: Made
    choices: Choices
    notes: Notes = ()
    dice: Dice | None = None
    same_dice: bool = False
    log: Log = ()


MarkWord = Literal["referee", "study", "loaded", "slip"]


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """From choice number `made` on, a person could see everything ("referee") or take anything back ("study").

    "loaded": there the game was taken up from a named save, with dice of its own. "slip": there a shared table picked a
    unit whose face-down marker is not for what was asked, which tells everybody so.
    """

    made: Made
    word: MarkWord


MARK_WORDS = {
    "referee": "shown to a referee",
    "study": "a study",
    "loaded": "taken up from a save",
    "slip": "wrong picks at a shared table",
}


def taken_back_words(times: int) -> str:
    """How many choices were taken back, in words."""
    return f"{number_of(times, 'choice')} taken back"


Marks = Annotated[tuple[Mark, ...], Meta(max_length=1000)]


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a computer player made the choice after `made` choices, in one line, as far as it was told at the table."""

    made: Made
    seat: Word
    text: Prose


Reasons = Annotated[tuple[Reason, ...], Meta(max_length=MOST_CHOICES)]


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """The players at the seats and the kind of table, from choice number `made` on until the next seating.

    `seats` has every seat in the order of the setup, with the word for its player: "human", "computer" (a regular and
    steady one), "computer:veteran:bold", 'bot:"COMMAND"'.
    """

    made: Made
    table: TableKind
    seats: dict[Word, SitterKind]

    @property
    def sitters(self) -> dict[str, Sitter]:
        """The player at each seat."""
        return {seat: read_sitter(kind) for seat, kind in self.seats.items()}

    @property
    def words(self) -> str:
        """The players in words, such as "Red: a person, Blue: the computer"."""
        return ", ".join(f"{spoken(seat)}: {sitter.words}" for seat, sitter in self.sitters.items())

    @property
    def bots(self) -> dict[str, Bot]:
        """The bots, by seat."""
        return {seat: sitter for seat, sitter in self.sitters.items() if isinstance(sitter, Bot)}


Seatings = Annotated[tuple[Seating, ...], Meta(max_length=1000)]


Standings = Annotated[tuple[StandingAnswer, ...], Meta(max_length=MOST_CHOICES)]


class MatchSummary(Struct, frozen=True):
    """What a list of saves shows of a match."""

    turn: int = 0
    turns: int = 0
    phase: Name = ""
    choices: int = 0
    over: bool = False
    result: Prose = ""
    """Who won and why, once it is over."""


class RecordHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a record that no choice alters."""

    format: str
    version: int
    engine: Word
    rulebook: Book
    scenario: Hash
    setup: Setup
    rulings: dict[Word, Line]
    dice: Dice
    title: Prose = ""
    opening: Rolls = ()


class Record(RecordHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole record. `opening`: the rolls before the first choice; `hash`: that of the end, "" while the game goes on.

    `seal`: a checksum of all the rest, in a record that is one JSON object.
    """

    choices: Choices
    checkpoints: Annotated[tuple[tuple[Made, ShortHash], ...], Meta(max_length=MOST_CHOICES)] = ()
    hash: Hash = ""
    notes: Notes = ()
    branches: Annotated[tuple[Branch, ...], Meta(max_length=1000)] = ()
    log: Log = ()
    marks: Marks = ()
    seatings: Seatings = ()
    standings: Standings = ()
    reasons: Reasons = ()
    summary: MatchSummary = MatchSummary()
    seal: Hash = ""

    def __post_init__(self) -> None:
        last = len(self.choices)
        if any(made > last for made, _ in self.checkpoints):
            raise Unfit("", "checkpoints", f"there are only {last} choices")
        if any(list(seating.seats) != list(self.setup.seats) for seating in self.seatings):
            raise Unfit("", "seatings", "its seats are not those of the setup")
        if any(answer.seat not in self.setup.seats for answer in self.standings):
            raise Unfit("", "standings", "its seats are not those of the setup")
        if any(reason.made >= last or reason.seat not in self.setup.seats for reason in self.reasons):
            raise Unfit("", "reasons", "they are not of its choices and seats")

    @property
    def extras(self) -> Extras:
        """What the record holds beside the game."""
        return Extras(
            self.title,
            dict(self.notes),
            list(self.branches),
            list(self.log),
            list(self.marks),
            list(self.seatings),
            list(self.standings),
            list(self.reasons),
        )


Extra = Mark | Seating | StandingAnswer | Reason
"""What a record notes of a game while it is played, beside what is chosen and taken back."""


class Extras(Struct):
    """What a record holds beside the game. `notes` are by the number of choices made; `log`: the choices taken back."""

    title: str = ""
    notes: dict[int, str] = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)
    log: list[Undone] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    seatings: list[Seating] = field(default_factory=list)
    standings: list[StandingAnswer] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The number of choices taken back, and the marks, in words; "" if there are none."""
        parts = [taken_back_words(len(self.log))] if self.log else []
        parts += [MARK_WORDS[mark.word] for mark in self.marks]
        return ", ".join(dict.fromkeys(parts))


Top = TypeVar("Top", bound=RecordHead)


# -- reading ----------------------------------------------------------------------------------------------------------


class _FormatFields(Struct):
    version: Annotated[int, Meta(ge=0, le=1_000_000)]
    format: object = None
    engine: Word = "unknown"


def read(data: object) -> Record:
    """The record in a JSON object, checked for its form and versions but not played. Raises RecordError."""
    check_version(data, FORMAT)
    record = checked(data, Record)
    try:
        seal = seal_of(data)
    except UnicodeError as error:
        raise RecordError("The record is damaged: a text in it is not valid Unicode.", damaged=True) from error
    if record.seal != seal:
        raise RecordError("The record is damaged: its checksum does not match, so it was altered.", damaged=True)
    return finished(record)


def seal_of(data: object) -> str:
    """The checksum of a record as one JSON object, its seal left out."""
    rest = {name: value for name, value in data.items() if name != "seal"} if isinstance(data, dict) else data
    return digest(msgspec.json.encode(rest, order="deterministic"))


def finished(record: Record) -> Record:
    """The record, if it has the hash of its end. Raises RecordError."""
    if len(record.hash) != HASH:
        raise RecordError(f"The record is damaged: hash: it does not have {HASH} digits.", damaged=True)
    return record


def check_version(data: object, expected: str) -> None:
    """Raises RecordError if data is not of this format, or of a version that this game cannot read."""
    try:
        fields = fit(data, _FormatFields)
    except Unfit as error:
        raise RecordError(f"The record is damaged: {_place_and_fault(error)}.", damaged=True) from error
    if fields.format != expected:
        raise RecordError(f'This is no Snowball record: its format is not "{expected}".', damaged=True)
    if fields.version != VERSION:
        raise RecordError(
            f"The record has version {fields.version} (made by Snowball {fields.engine}); "
            f"Snowball {__version__} reads version {VERSION}."
        )


def checked(data: object, kind: type[Top]) -> Top:
    """A record or the head of one, checked except for its seal. Raises RecordError."""
    try:
        if isinstance(data, dict) and "setup" in data:
            data = {**data, "setup": boarded(data["setup"], "setup.board")}
        top = fit(data, kind)
        _check(top)
    except Surplus as error:
        raise RecordError(f"{foreign_words(error)}.") from error
    except Unfit as error:
        raise RecordError(f"The record is damaged: {_place_and_fault(error)}.", damaged=True) from error
    return top


def foreign_words(error: Surplus) -> str:
    """What is wrong with a record that has one field too many, which another version of the game may have written."""
    return f"Snowball {__version__} cannot read this record: {_place_and_fault(error)}"


def _check(top: RecordHead) -> None:
    check_setup(top.setup, "setup")
    if top.scenario != top.setup.fingerprint():
        raise Unfit("", "scenario", "the setup has been altered: its fingerprint does not match")
    if top.rulebook.id != top.setup.ruleset:
        raise Unfit("", "rulebook.id", f"the setup is for {shown(top.setup.ruleset)}")


def _place_and_fault(error: Unfit) -> str:
    return f"{error.place}: {error.fault}" if error.place else error.fault


# -- writing ----------------------------------------------------------------------------------------------------------


def save(match: Match, extras: Extras | None = None) -> Json:
    """The match as JSON: everything needed to play it again, and hashes to check that the result is the same."""
    record = of(match, extras or Extras())
    out = {name: to_json(getattr(record, name)) for name in record.__struct_fields__}
    return {**out, "seal": seal_of(out)}


def to_json(part: object) -> object:
    """A part of a record as JSON."""
    return part.to_json() if isinstance(part, Setup) else plain(part)


def of(match: Match, extras: Extras) -> Record:
    """The record of a match."""
    top = head(match, extras.title)
    choices = entries(match)[1]
    return Record(
        *(getattr(top, name) for name in top.__struct_fields__),
        choices=choices,
        checkpoints=tuple(
            (made, match.hash_at(made)[:SHORT_HASH]) for made in range(CHECK_EVERY, len(choices), CHECK_EVERY)
        ),
        hash=match.hash(),
        notes=tuple(sorted(extras.notes.items())),
        branches=tuple(extras.branches),
        log=tuple(extras.log),
        marks=tuple(extras.marks),
        seatings=tuple(extras.seatings),
        standings=tuple(extras.standings),
        reasons=tuple(reason for reason in extras.reasons if reason.made < len(choices)),
        summary=summary(match),
    )


def head(match: Match, title: str = "") -> RecordHead:
    """The part of a match's record that no choice alters."""
    setup = match.setup
    return RecordHead(
        FORMAT,
        VERSION,
        __version__,
        Book(match.rules.id, rules_digest(match.rules.id)),
        setup.fingerprint(),
        setup,
        dict(match.rules.rulings),
        dice_of(match),
        title or setup.title,
        entries(match)[0],
    )


def dice_of(match: Match) -> Dice:
    """Where the faces of a match come from."""
    return fit(match.dice.to_json(), Dice)


def summary(match: Match) -> MatchSummary:
    """What a list of saves shows of a match."""
    state = match.state
    return MatchSummary(
        turn=state.turn,
        turns=state.turns,
        phase=match.rules.phase(state.phase).title if state.phase else "",
        choices=len(match.history),
        over=match.outcome is not None,
        result=result_of(match),
    )


def result_of(match: Match) -> str:
    """The winner and the reason, without a full stop; "" for a match that is not over."""
    if match.outcome is None:
        return ""
    return f"{wins(match.outcome.winner)}: {match.outcome.reason}"


@cache
def rules_digest(ruleset: str) -> str:
    """A digest of what can change a game: the rulebook's rulings, profiles and weapons, and the code of the rules.

    It never decides whether a record is loaded; it helps to explain why one comes out differently.
    """
    book, army = load_rulebook(ruleset), load_army(ruleset)
    rulings = [[r.id, r.default, [choice.id for choice in r.choices]] for r in book.rulings.values()]
    game = Path(__file__).resolve().parent.parent
    code = [
        text_of(file_bytes(path))
        for part in ("board", "engine", "rules")
        for path in sorted(game.glob(f"{part}/**/*.py"))
    ]
    return digest(msgspec.json.encode(plain([rulings, army.profiles, army.weapons, code]), order="deterministic"))[
        :SHORT_HASH
    ]
