"""A match as a record: setup, rulings, dice and choices. Everything else is worked out again, and checked by hash.

`save` writes plain JSON, `load` makes the match again or refuses in one sentence, `verify` names the first difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from game import __version__
from game.engine.checked import Fields, Unfit, shown, word_in
from game.engine.dice import DiceError, DiceSource, script_dice
from game.engine.match import IllegalChoice, Match, NoDecision
from game.engine.rulebook import load_army, load_rulebook
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup, SetupError
from game.engine.setup_reader import read_setup
from game.engine.state import digest, plain
from game.engine.tape import Faces, Tape, entries, play

FORMAT = "snowball-record"
VERSION = 1
CHECK_EVERY = 25
HASH, SHORT_HASH = 64, 16
MOST_CHOICES = 100_000
SEED_LIMIT = 1 << 63

Json = dict[str, object]
Build = Callable[[str, Mapping[str, str]], Ruleset]
"""Makes the ruleset of an id under rulings; raises SetupError. The engine is handed rulebooks, it never imports one."""


class RecordError(ValueError):
    """A record that is refused, in one sentence. `choice` is the number of the first one that differs, or -1.

    `damaged` says that no version of the game could read it.
    """

    def __init__(
        self, message: str, choice: int = -1, expected: str = "", actual: str = "", *, damaged: bool = False
    ) -> None:
        super().__init__(message)
        self.choice = choice
        self.expected = expected
        self.actual = actual
        self.damaged = damaged


@dataclass(frozen=True, slots=True)
class Record:
    """A record read and checked, but not played yet. `choices` and `opening` are as `tape.play` takes them."""

    setup: Setup
    ruleset: str
    rulings: Mapping[str, str]
    dice: DiceSource
    opening: tuple[Faces, ...]
    choices: tuple[Mapping[str, object], ...]
    checkpoints: tuple[tuple[int, str], ...]
    hash: str
    engine: str
    rulebook: str
    title: str = ""
    notes: tuple[tuple[int, str], ...] = ()
    log: tuple[Mapping[str, object], ...] = ()
    branches: tuple[Branch, ...] = ()
    begin: int = 0


@dataclass(frozen=True, slots=True)
class Branch:
    """Another way to go on from choice `start` of the main line."""

    name: str
    start: int
    choices: tuple[Mapping[str, object], ...]
    notes: tuple[tuple[int, str], ...] = ()

    def to_json(self) -> Json:
        """As a record stores it."""
        return {
            "name": self.name,
            "start": self.start,
            "choices": [dict(choice) for choice in self.choices],
            "notes": [list(note) for note in self.notes],
        }


@dataclass(slots=True)
class Extras:
    """What a record holds beside the game: notes by choices made, branches, logged undos, and where a replay begins."""

    title: str = ""
    notes: dict[int, str] = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)
    log: list[Json] = field(default_factory=list)
    begin: int = 0


@cache
def rules_digest(ruleset: str) -> str:
    """Of what can change a game: the rulebook's rulings, profiles and weapons (not its wording), and the rules' code.

    It never decides whether a record is loaded; it names what differs where one comes out differently.
    """
    book, army = load_rulebook(ruleset), load_army(ruleset)
    rulings = [[r.id, r.default, [choice.id for choice in r.choices]] for r in book.rulings.values()]
    game = Path(__file__).resolve().parent.parent
    code = [
        path.read_text("utf-8")
        for part in ("board", "engine", "rules")
        for path in sorted(game.glob(f"{part}/**/*.py"))
    ]
    return digest(repr(plain([rulings, army.profiles, army.weapons, code])))[:SHORT_HASH]


def save(match: Match, extras: Extras | None = None) -> Json:
    """The match as JSON: everything needed to play it again anywhere, and hashes to check that it came out the same."""
    extras = extras or Extras()
    opening, choices = entries(match)
    return {
        **header(match),
        "title": extras.title or match.setup.title,
        "opening": [list(faces) for faces in opening],
        "choices": choices,
        "checkpoints": [[k, match.hash_at(k)[:16]] for k in range(CHECK_EVERY, len(choices), CHECK_EVERY)],
        "hash": match.hash(),
        "notes": [[k, text] for k, text in sorted(extras.notes.items())],
        "branches": [branch.to_json() for branch in extras.branches],
        "log": extras.log,
        "begin": extras.begin,
        "summary": summary(match),
    }


def summary(match: Match) -> Json:
    """What a list of saves shows of a match."""
    return {
        "turn": match.state.turn,
        "turns": match.state.turns,
        "phase": match.rules.phase(match.state.phase).title if match.state.phase else "",
        "choices": len(match.history),
        "over": match.outcome is not None,
    }


def header(match: Match) -> Json:
    """The part of a record that no choice alters."""
    setup = match.setup
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "rulebook": {"id": match.rules.id, "digest": rules_digest(match.rules.id)},
        "scenario": setup.fingerprint(),
        "setup": setup.to_json(),
        "rulings": dict(match.rules.rulings),
        "dice": match.dice.to_json(),
    }


# -- reading ----------------------------------------------------------------------------------------------------------


def read(data: object, *, finished: bool = True) -> Record:
    """Check a record's shape and versions without playing it; only an unfinished one has no hash. Raises RecordError."""
    try:
        top = Fields(data)
        _check_versions(top)
        return _read(top, finished=finished)
    except Unfit as error:
        raise RecordError(f"The record is damaged: {error}.", damaged=True) from error


def _check_versions(top: Fields) -> None:
    if top.data.get("format") != FORMAT:
        raise RecordError("This is no Snowball record: its format is not named so.", damaged=True)
    version = top.whole("version", 0, 1_000_000)
    if version != VERSION:
        made = top.text("engine", 40, "unknown")
        raise RecordError(
            f"The record has version {version} (made by Snowball {made}); "
            f"Snowball {__version__} reads version {VERSION}."
        )


def _read(top: Fields, *, finished: bool) -> Record:
    top.only(
        "format", "version", "engine", "rulebook", "scenario", "setup", "rulings", "dice", "title", "opening",
        "choices", "checkpoints", "hash", "notes", "branches", "log", "summary", "begin",
    )  # fmt: skip
    if len(top.text("hash", HASH)) != HASH and finished:
        raise Unfit("hash", f"it has not {HASH} digits")
    setup = read_setup(top.data.get("setup"))
    if top.text("scenario", 64) != setup.fingerprint():
        raise Unfit("scenario", "the setup has been altered: its fingerprint is another")
    book = Fields(top.data.get("rulebook"), "rulebook")
    if book.text("id", 60) != setup.ruleset:
        raise Unfit("rulebook.id", f"the setup is for {shown(setup.ruleset)}")
    choices = read_choices(top, "choices")
    checkpoints = []
    for place, entry in enumerate(top.items("checkpoints", MOST_CHOICES)):
        pair = Fields({"k": entry[0], "hash": entry[1]} if isinstance(entry, list) and len(entry) == 2 else entry)
        pair.place = f"checkpoints[{place}]"
        checkpoints.append((pair.whole("k", 0, len(choices)), pair.text("hash", HASH)))
        if len(checkpoints[-1][1]) != SHORT_HASH:
            raise Unfit(pair.at("hash"), f"it has not {SHORT_HASH} digits")
    return Record(
        setup=setup,
        ruleset=setup.ruleset,
        rulings=top.texts("rulings"),
        dice=_read_dice(Fields(top.data.get("dice"), "dice")),
        opening=_read_faces(top, "opening"),
        choices=choices,
        checkpoints=tuple(checkpoints),
        hash=top.text("hash", HASH),
        engine=top.text("engine", 40),
        rulebook=book.text("digest", 64),
        title=top.text("title", 20_000, "", free=True),
        notes=_read_notes(top),
        log=tuple(fields.data for fields in top.objects("log", MOST_CHOICES)),
        branches=tuple(_read_branch(fields) for fields in top.objects("branches", 1000)),
        begin=top.whole("begin", 0, len(choices), 0),
    )


def read_choices(top: Fields, name: str) -> tuple[Mapping[str, object], ...]:
    """The choices of a record or a branch. Raises Unfit."""
    return tuple(read_choice(fields) for fields in top.objects(name, MOST_CHOICES, required=True))


def read_choice(fields: Fields) -> Mapping[str, object]:
    """One choice as `tape.entries` writes it. Raises Unfit."""
    if "faces" in fields.data:
        fields.only("faces", "rolled")
        fields.wholes("faces", 1000, 0, 1_000_000, required=True)
    else:
        fields.only("option", "path", "until", "rolled")
        fields.text("option", 500)
        fields.wholes("path", 100_000, 0, 1 << 31)
        fields.text("until", 40, "")  # what a pass may wait for is the rulebook's to say
    _read_faces(fields, "rolled")
    return fields.data


def _read_faces(fields: Fields, name: str) -> tuple[Faces, ...]:
    rolls = []
    for place, roll in enumerate(fields.items(name, 10_000)):
        whole = Fields({"faces": roll}, f"{fields.at(name)}[{place}]")
        rolls.append(tuple(whole.wholes("faces", 1000, 0, 1_000_000, required=True)))
    return tuple(rolls)


def _read_notes(fields: Fields) -> tuple[tuple[int, str], ...]:
    notes = []
    for place, entry in enumerate(fields.items("notes", 10_000)):
        if not isinstance(entry, list) or len(entry) != 2:
            raise Unfit(f"{fields.at('notes')}[{place}]", "this is no [choice, text]")
        pair = Fields({"at": entry[0], "text": entry[1]}, f"{fields.at('notes')}[{place}]")
        notes.append((pair.whole("at", 0, MOST_CHOICES), pair.text("text", 20_000, free=True)))
    return tuple(notes)


def _read_branch(fields: Fields) -> Branch:
    fields.only("name", "start", "choices", "notes")
    return Branch(
        fields.text("name", 200, free=True),
        fields.whole("start", 0, MOST_CHOICES),
        read_choices(fields, "choices"),
        _read_notes(fields),
    )


def _read_dice(fields: Fields) -> DiceSource:
    fields.only("kind", "seed", "script")
    kind = word_in(fields.text("kind", 20), ("seeded", "script", "ask"), "dice.kind")
    try:
        script = script_dice(fields.items("script", MOST_CHOICES)).script
    except DiceError as error:
        raise Unfit("dice.script", str(error).rstrip(".")) from error
    return DiceSource(kind, fields.whole("seed", -SEED_LIMIT, SEED_LIMIT - 1, 0), script)


# -- playing it again -------------------------------------------------------------------------------------------------


def load(data: object, build: Build) -> Match:
    """The match a record holds, standing where it was saved. Raises RecordError."""
    return replayed(read(data), build)


def extras_of(record: Record) -> Extras:
    """Notes, branches, log and title of a record that was read."""
    log = [dict(entry) for entry in record.log]
    return Extras(record.title, dict(record.notes), list(record.branches), log, record.begin)


def replayed(record: Record, build: Build) -> Match:
    """Play a record again and compare every hash it holds. Raises RecordError naming the first difference."""
    try:
        rules = build(record.ruleset, record.rulings)
        tape = Tape(record.dice, record.opening)
        match = Match(record.setup, rules, tape)
    except (SetupError, DiceError) as error:
        raise RecordError(f"The record cannot be set up: {str(error).rstrip('.')}.{_versions(record)}") from error
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError, AttributeError, RuntimeError) as error:
        raise RecordError(f"The record cannot be set up: its position breaks the rules.{_versions(record)}") from error
    if tape.left:
        raise RecordError(f"The opening of the record has dice that nobody rolls.{_versions(record)}", 0)
    checks = dict(record.checkpoints)
    checks[len(record.choices)] = record.hash
    for number, choice in enumerate(record.choices, 1):
        _make(match, tape, choice, number, record)
        expected = checks.get(number)
        if expected is not None:
            _compare(match, expected, number, record)
    if not record.choices:
        _compare(match, record.hash, 0, record)
    match.dice = record.dice
    return match


def _make(match: Match, tape: Tape, choice: Mapping[str, object], number: int, record: Record) -> None:
    try:
        play(match, tape, choice)
    except (IllegalChoice, NoDecision, DiceError) as error:
        reason = str(error).rstrip(".")
        raise RecordError(f"Choice {number} of the record: {reason}.{_versions(record)}", number) from error
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError, AttributeError, RuntimeError) as error:
        raise RecordError(f"Choice {number} of the record breaks the rules.{_versions(record)}", number) from error


def _compare(match: Match, expected: str, number: int, record: Record) -> None:
    actual = match.hash()[: len(expected)]
    if expected and actual != expected:
        where = f"after choice {number}" if number else "at its start"
        raise RecordError(
            f"The record comes out differently {where}: it says {expected[:16]}, the game is {actual[:16]}."
            f"{_versions(record)}",
            number,
            expected,
            actual,
        )


def _versions(record: Record) -> str:
    """Both versions by name, where they differ: the likeliest reason."""
    if record.engine != __version__:
        return f" It was made by Snowball {record.engine}; this is Snowball {__version__}."
    if record.rulebook != rules_digest(record.ruleset):
        return f" It was made with rulebook {record.rulebook}; this is {rules_digest(record.ruleset)}."
    return ""
