"""Rulebooks and armies as data: clauses, rulings, profiles and weapons, read from `assets/` and checked.

A rulebook says what the rules are and where they come from; an army says what stands on the table.
Everything loaded is frozen; loading twice gives the same object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from game.engine import datafile
from game.engine.datafile import DataError, Table
from game.paths import ASSETS

Entry = TypeVar("Entry")

CLAUSE_ID = re.compile(r"(?P<book>[A-Z]{2})-(?P<number>\d\d)")
RULING_ID = re.compile(r"(?P<book>[A-Z]{2})-A(?P<number>[1-9]\d*)")


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of the rules in our own words; advice and scenery are not `testable`."""

    id: str
    title: str
    text: str
    section: str
    source: str
    testable: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to rule an unclear place."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading of an unclear place, or (`base`) a choice of our own for the game around the rules.

    `choices` holds only what the game really plays; the default is always among them.
    """

    id: str
    title: str
    question: str
    reading: str
    default: str
    choices: tuple[Choice, ...]
    reason: str
    clauses: tuple[str, ...]
    base: bool


@dataclass(frozen=True, slots=True)
class Source:
    """Where the rules were read; never their wording."""

    title: str
    address: str


@dataclass(frozen=True)
class Rulebook:
    """The clauses and rulings of one ruleset, in file order, by id."""

    id: str
    title: str
    about: str
    sources: tuple[Source, ...]
    sections: tuple[str, ...]
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]

    @property
    def prefix(self) -> str:
        """The two letters that begin every id of this book."""
        return next(iter(self.clauses))[:2]

    def default(self, ruling: str) -> str:
        """The choice that holds where a match says nothing."""
        return self.rulings[ruling].default

    def check(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        """One sentence for every ruling a match may not have; empty if all can be played."""
        errors = []
        for name, chosen in rulings.items():
            ruling = self.rulings.get(name)
            if ruling is None:
                errors.append(f"{name} is no ruling of {self.title}.")
            elif chosen not in {choice.id for choice in ruling.choices}:
                known = " or ".join(choice.id for choice in ruling.choices)
                errors.append(f"{name} cannot be {chosen!r}: choose {known}.")
        return tuple(errors)


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of unit: `figure` names its drawing, `weapon` is what it has in hand of `weapons`."""

    id: str
    name: str
    figure: str
    stats: Mapping[str, int]
    weapon: str = ""
    weapons: tuple[str, ...] = ()
    note: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A kind of weapon: `numbers` (range, power, ...; yes and no as 1 and 0) and `tags` (words)."""

    id: str
    name: str
    numbers: Mapping[str, int]
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def range(self) -> int:
        """Furthest distance in inches; 0 cannot shoot."""
        return self.numbers.get("range", 0)

    @property
    def thrown(self) -> bool:
        """Whether it is thrown by hand."""
        return bool(self.numbers.get("thrown", 0))


@dataclass(frozen=True)
class Army:
    """Everything that may stand on a table of one ruleset, by id."""

    ruleset: str
    profiles: Mapping[str, Profile]
    weapons: Mapping[str, Weapon]


def rulesets() -> tuple[str, ...]:
    """The ids of all rulebooks that ship with the game, in alphabetical order."""
    return tuple(sorted(path.stem for path in (ASSETS / "rulebooks").glob("*.toml")))


@cache
def load_rulebook(ruleset: str) -> Rulebook:
    """The rulebook of a ruleset id. Raises DataError (one sentence) if there is none or it is broken."""
    return read_rulebook(_file("rulebooks", ruleset))


@cache
def load_army(ruleset: str) -> Army:
    """The profiles and weapons of a ruleset id. Raises DataError like `load_rulebook`."""
    return read_army(_file("armies", ruleset))


def read_rulebook(path: Path) -> Rulebook:
    """A rulebook from any file, checked: ids unique, in order and of one book, references alive."""
    top = datafile.read(path)
    sections = top.strings("sections")
    sources = tuple(
        Source(item.text("title"), item.text("address")) for item in _closed(top.tables("sources", "title"))
    )
    clauses: dict[str, Clause] = {}
    for item in _closed(top.tables("clause", "id")):
        clause = Clause(
            id=item.text("id"),
            title=item.text("title"),
            text=item.text("text"),
            section=item.text("section"),
            source=item.text("source"),
            testable=item.flag("testable"),
        )
        if not CLAUSE_ID.fullmatch(clause.id):
            raise item.error(f"{clause.id!r} is no clause id; write two capitals, a dash and two digits")
        if clause.section not in sections:
            raise item.error(f"section {clause.section!r} is not listed under `sections`")
        _add(clauses, clause.id, clause, item)
    if not clauses:
        raise top.error("there is no [[clause]]; a rulebook needs at least one")
    rulings: dict[str, Ruling] = {}
    for item in _closed(top.tables("ruling", "id")):
        ruling = _ruling(item)
        dead = [name for name in ruling.clauses if name not in clauses]
        if dead:
            raise item.error(f"{dead[0]} is no clause of this book")
        _add(rulings, ruling.id, ruling, item)
    book = Rulebook(
        id=top.text("id"),
        title=top.text("title"),
        about=top.text("about"),
        sources=sources,
        sections=sections,
        clauses=MappingProxyType(clauses),
        rulings=MappingProxyType(rulings),
    )
    top.close()
    strays = [name for name in (*clauses, *rulings) if name[:2] != book.prefix]
    if strays:
        raise top.error(f"{strays[0]} does not begin with {book.prefix} like the other ids")
    if book.id != path.stem:
        raise top.error(f"the id {book.id!r} does not fit the file name; call it {path.stem!r}")
    return book


def read_army(path: Path) -> Army:
    """Profiles and weapons from any file, checked: every weapon a profile names exists."""
    top = datafile.read(path)
    weapons: dict[str, Weapon] = {}
    for item in top.named_tables("weapons"):
        name = item.text("name")
        numbers, tags = item.rest()
        weapons[item.name] = Weapon(item.name, name, MappingProxyType(numbers), MappingProxyType(tags))
    profiles: dict[str, Profile] = {}
    for item in top.named_tables("profiles"):
        profile = Profile(
            id=item.name,
            name=item.text("name"),
            figure=item.text("figure"),
            stats=MappingProxyType(item.numbers("stats")),
            weapon=item.text("weapon"),
            weapons=item.strings("weapons"),
            note=item.text("note"),
            tags=MappingProxyType(item.words("tags")),
        )
        item.close()
        missing = [weapon for weapon in (profile.weapon, *profile.weapons) if weapon not in weapons]
        if missing:
            raise item.error(f"there is no weapon {missing[0]!r}; add [weapons.{missing[0]}]")
        if profile.weapon not in profile.weapons:
            raise item.error(f"{profile.weapon!r} in hand is not among its `weapons`")
        profiles[profile.id] = profile
    top.close()
    if not profiles:
        raise top.error("there is no [profiles.NAME]; an army needs at least one")
    return Army(path.stem, MappingProxyType(profiles), MappingProxyType(weapons))


def _ruling(item: Table) -> Ruling:
    default, reading = item.text("default"), item.text("reading")
    choices = tuple(
        Choice(choice.text("id"), choice.text("text"))
        for choice in _closed(item.tables("choices", "id", optional=True))
    ) or (Choice(default, reading),)
    ruling = Ruling(
        id=item.text("id"),
        title=item.text("title"),
        question=item.text("question"),
        reading=reading,
        default=default,
        choices=choices,
        reason=item.text("reason"),
        clauses=item.strings("clauses"),
        base=item.flag("base", False),
    )
    if not RULING_ID.fullmatch(ruling.id):
        raise item.error(f"{ruling.id!r} is no ruling id; write two capitals, -A and a number")
    names = [choice.id for choice in choices]
    if len(set(names)) != len(names):
        raise item.error("two choices have the same id")
    if default not in names:
        raise item.error(f"the default {default!r} is not among the choices {', '.join(names)}")
    return ruling


def _closed(tables: tuple[Table, ...]) -> Iterator[Table]:
    """The tables one by one, each refused afterwards if it had a key that nobody read."""
    for table in tables:
        yield table
        table.close()


def _add(into: dict[str, Entry], name: str, value: Entry, item: Table) -> None:
    if name in into:
        raise item.error(f"{name} stands there twice")
    into[name] = value


def _file(folder: str, ruleset: str) -> Path:
    files = {file.stem: file for file in sorted((ASSETS / folder).glob("*.toml"))}
    if ruleset not in files:
        raise DataError(f"There is no ruleset {ruleset!r} under {folder}; known are {', '.join(files)}.")
    return files[ruleset]
