"""Playing a record again: every hash in it is compared, and the first difference is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game import __version__
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.dice import DiceError
from game.engine.match import Match
from game.engine.rulebook import DataError
from game.engine.ruleset import Ruleset
from game.engine.unfit import SetupError
from game.records.record import Record, RecordError, read, rules_digest
from game.records.tape import RecordedChoice, Tape, play

Build = Callable[[str, Mapping[str, str]], Ruleset]
"""Makes the ruleset of an id under rulings; raises SetupError. It is passed in, as records import no rulebook."""


def load(data: object, build: Build) -> Match:
    """The match in a record's JSON, at its end. Raises RecordError."""
    return replayed(read(data), build)


def replayed(record: Record, build: Build) -> Match:
    """Play a record again and compare its hashes. Raises RecordError at the first difference."""
    try:
        rules = build(record.setup.ruleset, record.rulings)
        dice = record.dice.source()
        tape = Tape.over(dice, record.opening)
        match = Match(record.setup, rules, tape)
    except (SetupError, DiceError) as error:
        raise RecordError(f"The record cannot be set up: {str(error).rstrip('.')}.{_versions(record)}") from error
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError, AttributeError, RuntimeError) as error:
        raise RecordError(f"The record cannot be set up: its position breaks the rules.{_versions(record)}") from error
    if tape.left:
        raise RecordError(f"The opening of the record has dice that are never rolled.{_versions(record)}", 0)
    checks = {**dict(record.checkpoints), len(record.choices): record.hash}
    for number, choice in enumerate(record.choices, 1):
        _make(match, tape, choice, number, record)
        expected = checks.get(number)
        if expected is not None:
            _compare(match, expected, number, record)
    if 0 in checks:
        _compare(match, checks[0], 0, record)
    match.dice = dice
    return match


def _make(match: Match, tape: Tape, choice: RecordedChoice, number: int, record: Record) -> None:
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
        moment = f"after choice {number}" if number else "at its start"
        raise RecordError(
            f"The record comes out differently {moment}: it says {expected[:16]}, the game is {actual[:16]}."
            f"{_versions(record)}",
            number,
            expected,
            actual,
        )


def _versions(record: Record) -> str:
    """A sentence with both versions of the game, or of the rulebook, if they differ: the likeliest reason."""
    if record.engine != __version__:
        return f" It was made by Snowball {record.engine}; this is Snowball {__version__}."
    try:
        digest = rules_digest(record.setup.ruleset)
    except DataError:
        return ""  # the error that is raised says already that the rulebook cannot be read
    if record.rulebook.digest != digest:
        return f" It was made with rulebook {record.rulebook.digest}; this is {digest}."
    return ""
