"""Rulebooks and armies as data: clauses, rulings, profiles and weapons, read from `assets/` and checked.

A rulebook says what the rules are and where they come from; an army says what units and weapons there are.
Everything loaded is frozen, and loading it again gives the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import asdict, force_setattr

from game.board.terrain import GridKind
from game.engine.foreign import Filled, dotted, fit, says, toml_file
from game.engine.plugins import plug_ins
from game.engine.unfit import SetupError, Step, Unfit
from game.paths import ASSETS

Tagged = TypeVar("Tagged", bound=Struct)
Entry = TypeVar("Entry", bound="Clause | Ruling")
Cited = tuple[str | Mapping[str, Any], ...]
"""Where events may cite a clause or ruling; the tests check every citation against it (`tests/citing.py`)."""
File = TypeVar("File", bound="_BookFile | _HeadFile | _ArmyFile")

CLAUSE_ID = r"[A-Z]{2}-\d\d"
RULING_ID = r"[A-Z]{2}-A[1-9]\d*[a-z]?"


Heading = Annotated[
    str,
    Meta(pattern=r"\A(?=.*\S)[^\x00-\x1f\x7f-\x9f]{1,80}\Z"),
    says("{} cannot be a title", "write one line of at most 80 letters"),
]


class DataError(Unfit, SetupError):
    """A rulebook or an army that cannot be used, and with it every setup for it; one sentence names file and place."""


class UnknownRuleset(DataError):  # noqa: N818
    """There is no rulebook or army of that id; the sentence names those that there are."""


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One statement of the rules in our own words. Advice and background are not `testable`."""

    id: Annotated[
        str,
        Meta(pattern=rf"\A{CLAUSE_ID}\Z"),
        says("{} is no clause id", "write two capitals, a dash and two digits"),
    ]
    title: Filled
    text: Filled
    section: Filled
    source: Filled
    testable: bool
    cited: Cited = ()


class RulingChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to decide an unclear point."""

    id: Filled
    text: Filled


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """How an unclear point of the rules is read, or (`base`) a choice of our own for the game around the rules.

    `choices` are the readings that the game can play; the default is always one of them.
    """

    id: Annotated[
        str,
        Meta(pattern=rf"\A{RULING_ID}\Z"),
        says("{} is no ruling id", "write two capitals, -A and a number"),
    ]
    title: Filled
    question: Filled
    reading: Filled
    default: Filled
    reason: Filled
    clauses: tuple[str, ...]
    choices: tuple[RulingChoice, ...] = ()
    base: bool = False
    cited: Cited = ()

    def __post_init__(self) -> None:
        if not self.choices:
            force_setattr(self, "choices", (RulingChoice(self.default, self.reading),))
        ids = [choice.id for choice in self.choices]
        if len(set(ids)) != len(ids):
            raise Unfit("", "", "two choices have the same id")
        if self.default not in ids:
            raise Unfit("", "", f"the default {self.default!r} is not among the choices {', '.join(ids)}")


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the rules can be read. Their wording is not copied."""

    title: Filled
    address: Filled


class _BookFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A rulebook as it is written in its file."""

    id: Filled
    title: Heading
    about: Filled
    sources: tuple[Source, ...]
    sections: tuple[str, ...]
    clause: Annotated[tuple[Clause, ...], Meta(min_length=1)]
    ruling: tuple[Ruling, ...]


class _HeadFile(Struct, frozen=True):
    """The first lines of a rulebook's file, before its sources and clauses."""

    title: Heading


class Rulebook(Struct, frozen=True, dict=True):
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
        """The choice of a ruling that holds unless a match has another. Raises KeyError for an unknown ruling."""
        return self.rulings[ruling].default

    def in_force(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every ruling with its choice in a match that has these. Raises SetupError for an unknown ruling or choice."""
        for sentence in self.check(chosen):
            raise SetupError(sentence)
        return {name: chosen.get(name, ruling.default) for name, ruling in self.rulings.items()}

    def check(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        """One sentence for each of `rulings` (name -> choice) that is unknown or cannot have that choice."""
        errors = []
        for name, chosen in rulings.items():
            ruling = self.rulings.get(name)
            if ruling is None:
                errors.append(f"{name} is no ruling of {self.title}.")
            elif all(chosen != choice.id for choice in ruling.choices):
                choices = " or ".join(choice.id for choice in ruling.choices)
                errors.append(f"{name} cannot be {chosen!r}: choose {choices}.")
        return tuple(errors)


class Profile(Struct, frozen=True):
    """A kind of unit. `figure` is the name of its drawing, `weapon` the one of its `weapons` that it has in hand.

    `points` is the cost of one unit in a force, 0 if no force can have it; a drawn force has at most `most` of it.
    """

    id: str
    name: str
    figure: str
    stats: Mapping[str, int]
    weapon: str = ""
    weapons: tuple[str, ...] = ()
    note: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    points: int = 0
    most: int = 3


class _ProfileFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile as it is written in an army's file, where its id is the key."""

    name: Filled
    figure: Filled
    stats: Mapping[str, int]
    weapon: Filled
    weapons: tuple[str, ...]
    note: Filled
    tags: Mapping[str, str] = field(default_factory=dict)
    points: Annotated[int, Meta(ge=0, le=999)] = 0
    most: Annotated[int, Meta(ge=1, le=40)] = 3


class Weapon(Struct, frozen=True):
    """A kind of weapon, with `numbers` (range, power, ...; 1 and 0 for yes and no) and `tags` (words)."""

    id: str
    name: str
    numbers: Mapping[str, int]
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def range(self) -> int:
        """The greatest distance at which it can shoot, in the rulebook's unit of length; 0 if it cannot shoot."""
        return self.numbers.get("range", 0)

    @property
    def thrown(self) -> bool:
        """Whether it is thrown by hand."""
        return bool(self.numbers.get("thrown", 0))


class Battles(Struct, frozen=True, forbid_unknown_fields=True):
    """How random battles of an army are made up, if its units have points.

    `sizes`: the points of a force for a short battle, for one that takes an evening, and for a long one. `formations`:
    whether units come in formations. `grid`, `deep` and `options` are for a generated battlefield: its grid, the number
    of rows in a deployment zone, and the options of its setup.
    """

    sizes: Annotated[tuple[Annotated[int, Meta(ge=1, le=9999)], ...], Meta(min_length=3, max_length=3)] | UnsetType = (
        UNSET
    )
    formations: bool = False
    grid: GridKind = "square"
    deep: Annotated[int, Meta(ge=2, le=8)] = 3
    options: Mapping[str, str] = field(default_factory=dict)


class _ArmyFile(Struct, frozen=True, forbid_unknown_fields=True):
    profiles: Annotated[Mapping[str, _ProfileFile], Meta(min_length=1)]
    weapons: Mapping[str, Mapping[str, int | str | bool]]
    battles: Battles = Battles()


class Army(Struct, frozen=True):
    """All profiles and weapons of one ruleset, by id."""

    ruleset: str
    profiles: Mapping[str, Profile]
    weapons: Mapping[str, Weapon]
    battles: Battles = Battles()

    @property
    def stats(self) -> frozenset[str]:
        """The names of all statistics of its profiles."""
        return frozenset(name for profile in self.profiles.values() for name in profile.stats)


def tagged(army: Army, entry: Profile | Weapon, kind: type[Tagged]) -> Tagged:
    """The tags of a profile or a weapon, converted to the rulebook's own type for them.

    Raises DataError, with file, place and mend, if a tag is missing or unknown.
    """
    try:
        return fit(dict(entry.tags), kind)
    except Unfit as error:
        place = ".".join(part for part in (entry.id, "tags", error.place) if part)
        raise DataError(f"{army.ruleset}.toml", place, error.fault, error.mend) from error


def rulesets() -> tuple[str, ...]:
    """The ids of all rulebooks that come with the game, in alphabetical order."""
    return tuple(sorted(path.stem for path in (ASSETS / "rulebooks").glob("*.toml")))


@cache
def load_rulebook(ruleset: str) -> Rulebook:
    """The rulebook of a ruleset id. Raises UnknownRuleset if there is none, DataError if it is broken."""
    return read_rulebook(_file("rulebooks", ruleset))


@cache
def title_of(ruleset: str) -> str:
    """The title of a rulebook, read without its clauses. Raises UnknownRuleset if there is none, or DataError."""
    return _read(_file("rulebooks", ruleset), _HeadFile, top=True).title


@cache
def load_army(ruleset: str) -> Army:
    """The profiles and weapons of a ruleset id. Raises as `load_rulebook`."""
    return read_army(_file("armies", ruleset))


def read_rulebook(path: Path) -> Rulebook:
    """A rulebook from any file. Ids have to be unique and of one book, and references to exist. Raises DataError."""
    file = _read(path, _BookFile)

    def refuse(place: str, fault: str, mend: str = "") -> DataError:
        return DataError(path.name, place, fault, mend)

    for clause in file.clause:
        if clause.section not in file.sections:
            raise refuse(f"clause {clause.id}", f"section {clause.section!r} is not listed under `sections`")
    clauses = _by_id("clause", file.clause, path)
    for ruling in file.ruling:
        unknown = [name for name in ruling.clauses if name not in clauses]
        if unknown:
            raise refuse(f"ruling {ruling.id}", f"{unknown[0]} is no clause of this book")
    rulings = _by_id("ruling", file.ruling, path)
    book = Rulebook(file.id, file.title, file.about, file.sources, file.sections, clauses, rulings)
    for name in (*clauses, *rulings):
        if name[:2] != book.prefix:
            raise refuse("top", f"{name} does not begin with {book.prefix} like the other ids")
    if book.id != path.stem:
        raise refuse("top", f"the id {book.id!r} does not fit the file name", f"call it {path.stem!r}")
    return book


def read_army(path: Path) -> Army:
    """Profiles and weapons from any file. Every weapon of a profile has to exist. Raises DataError."""
    file = _read(path, _ArmyFile)
    weapons: dict[str, Weapon] = {}
    for id, data in file.weapons.items():
        name = data.get("name")
        if not isinstance(name, str) or not name.strip():
            raise DataError(path.name, f"weapons.{id}.name", "it is missing", "add a text")
        numbers = {key: int(value) for key, value in data.items() if not isinstance(value, str)}
        tags = {key: value for key, value in data.items() if isinstance(value, str) and key != "name"}
        weapons[id] = Weapon(id, name, numbers, tags)
    profiles: dict[str, Profile] = {}
    for id, entry in file.profiles.items():
        profiles[id] = Profile(id, **asdict(entry))
        missing = [weapon for weapon in (entry.weapon, *entry.weapons) if weapon not in weapons]
        if missing:
            fault = f"there is no weapon {missing[0]!r}"
            raise DataError(path.name, f"profiles.{id}", fault, f"add [weapons.{missing[0]}]")
        if entry.weapon not in entry.weapons:
            fault = f"{entry.weapon!r} in hand is not among its `weapons`"
            raise DataError(path.name, f"profiles.{id}", fault)
    return Army(path.stem, MappingProxyType(profiles), MappingProxyType(weapons), file.battles)


def _read(path: Path, kind: type[File], *, top: bool = False) -> File:
    try:
        return fit(toml_file(path, top=top), kind, file=path.name, spell=_place_words)
    except Unfit as error:
        raise DataError(path.name, error.place, error.fault, error.mend) from error


def _place_words(path: Sequence[Step], data: Any) -> str:
    """A place in a rulebook, in which entries of a list are named by their ids: "clause SC-01, text"."""
    if len(path) < 2 or not isinstance(path[1], int):
        return dotted(path)
    entry = data[path[0]][path[1]]
    entry_id = entry.get("id") if isinstance(entry, dict) else None
    first = f"{path[0]} {entry_id}" if isinstance(entry_id, str) and entry_id else f"{path[0]} number {path[1] + 1}"
    return ", ".join(filter(None, (first, dotted(path[2:]))))


def _by_id(kind: str, entries: Iterable[Entry], path: Path) -> Mapping[str, Entry]:
    by_id: dict[str, Entry] = {}
    for entry in entries:
        if entry.id in by_id:
            raise DataError(path.name, f"{kind} {entry.id}", f"{entry.id} appears twice")
        by_id[entry.id] = entry
    return MappingProxyType(by_id)


def _file(folder: str, ruleset: str) -> Path:
    files = {file.stem: file for file in sorted((ASSETS / folder).glob("*.toml"))}
    if ruleset not in files and ruleset in plug_ins():
        return plug_ins()[ruleset].folder / folder / f"{ruleset}.toml"
    if ruleset not in files:
        raise UnknownRuleset("", "", f"There is no ruleset {ruleset!r} under {folder}", f"known are {', '.join(files)}")
    return files[ruleset]
