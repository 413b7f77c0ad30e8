"""A match as a record: setup, rulings, dice and choices. Everything else is worked out again, and checked by hash.

`save` writes plain JSON, `record_reader` checks such JSON or refuses it in one sentence, `playback` plays it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from game import __version__
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.rulebook import load_army, load_rulebook
from game.engine.setup import Setup
from game.engine.state import digest
from game.records.tape import Faces, entries

FORMAT = "snowball-record"
VERSION = 1
CHECK_EVERY = 25
HASH, SHORT_HASH = 64, 16

Json = dict[str, object]


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


def extras_of(record: Record) -> Extras:
    """Notes, branches, log and title of a record that was read."""
    log = [dict(entry) for entry in record.log]
    return Extras(record.title, dict(record.notes), list(record.branches), log, record.begin)


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
    return digest(
        msgspec.json.encode(
            [rulings, dict(army.profiles), dict(army.weapons), code], enc_hook=dict, order="deterministic"
        )
    )[:SHORT_HASH]


def save(match: Match, extras: Extras | None = None) -> Json:
    """The match as JSON: everything needed to play it again anywhere, and hashes to check that it came out the same."""
    extras = extras or Extras()
    opening, choices = entries(match)
    return {
        **header(match),
        "title": extras.title or match.setup.title,
        "opening": [list(faces) for faces in opening],
        "choices": choices,
        "checkpoints": [[k, match.hash_at(k)[:SHORT_HASH]] for k in range(CHECK_EVERY, len(choices), CHECK_EVERY)],
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
