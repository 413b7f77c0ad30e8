"""A demonstration as a data file: a sketch, dice, and choices with captions.

    id = "sc-snowball"            # the file's own name
    order = 20                    # place in the list
    title = "..."
    about = "..."                 # what it shows; read before the first step
    dice = [["to hit", 3, 4], ["damage", 2]]
    [sketch]                      # a sketch, which names the ruleset and its rulings, too
    [[steps]]
    seat = "blue"                 # the seat that chooses
    choose = "a1:move:jog:7,8"    # an option of the pending decision; `path` and `until` may belong to the choice
    caption = "..."               # what happens and why; its numbers come from the step: "{to hit.need}" (`facts`)
    shows = { SC-08 = "pass" }    # what shows a clause of the caption that no event, option or refusal of the step
                                  # cites: an option, an event, a roll, or one of `missing` or `refused`
    options, missing, refused     # options that must be listed, that must not be, and unit = clause that refuses it
    log, units                    # sentences that must follow, and units afterwards
    [end]                         # units at the end

A unit is described by any of at, out, prone, wounds, spent, markers (all of them, kind = face).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, field

from game.demos.facts import CLAUSE
from game.engine.answers import Choice
from game.engine.dice import DiceError, DiceSource, labelled_dice
from game.engine.foreign import Filled, by_step, file_bytes, fit, says, toml_of
from game.engine.rulebook import DataError, Rulebook, load_rulebook
from game.engine.setup import Setup
from game.engine.unfit import Unfit
from game.paths import DEMOS
from game.rules import RULESETS
from game.sketch import SketchError, read_sketch

__all__ = ["Demo", "DemoError", "DemoStep", "UnitFacts", "list_demos", "load_demo"]

FOLDER = DEMOS
CAPTION_LIMIT = 340

UnitFacts = Mapping[str, Mapping[str, object]]
"""Unit -> field of its view -> value; markers as {kind: face}."""


class DemoError(Unfit):
    """A demonstration cannot be used; the message is one sentence with the file, the place and the mend."""


# -- the form of the file ---------------------------------------------------------------------------------------------


class _Facts(Struct, forbid_unknown_fields=True):
    at: Annotated[list[int], Meta(min_length=2, max_length=2)] | None = None
    out: bool | None = None
    prone: bool | None = None
    wounds: int | None = None
    spent: bool | None = None
    markers: dict[str, str] | None = None


class _Step(Struct, forbid_unknown_fields=True):
    seat: Filled
    choose: Filled
    caption: Annotated[Filled, Meta(max_length=CAPTION_LIMIT)]
    path: (
        Annotated[
            tuple[tuple[int, int], ...], says("this is not a list of cells", "write [column, row], without the start")
        ]
        | None
    ) = None
    until: str = ""
    shows: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)
    log: tuple[str, ...] = ()
    units: dict[str, _Facts] = field(default_factory=dict)


class _End(Struct, forbid_unknown_fields=True):
    units: dict[str, _Facts] = field(default_factory=dict)


class _File(Struct, forbid_unknown_fields=True):
    id: Filled
    order: int
    title: Filled
    about: Filled
    sketch: dict[str, object]
    steps: Annotated[tuple[_Step, ...], Meta(min_length=1)]
    dice: list[object] = field(default_factory=list)
    end: _End = field(default_factory=_End)


# -- a checked demonstration ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One choice with its caption, and what must hold before it (options, missing, refused) and after it (log, units).

    The caption has its numbers still to be filled in; `shows` goes from clause to what shows it, `refused` from unit to
    clause.
    """

    number: int
    seat: str
    choice: Choice
    caption: str
    clauses: tuple[str, ...] = ()
    shows: Mapping[str, str] | None = None
    options: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    refused: Mapping[str, str] | None = None
    log: tuple[str, ...] = ()
    units: UnitFacts | None = None


@dataclass(frozen=True, slots=True)
class Demo:
    """A whole demonstration. `clauses`: those that its captions name, in order; `file`: its name, for errors."""

    id: str
    order: int
    title: str
    about: str
    setup: Setup
    book: Rulebook
    dice: DiceSource
    steps: tuple[DemoStep, ...]
    end: UnitFacts
    clauses: tuple[str, ...]
    file: str

    @property
    def ruleset(self) -> str:
        """The id of its rulebook."""
        return self.setup.ruleset


def sort_key(demo: Demo) -> tuple[int, int, str]:
    """The key to sort demonstrations: by rulebook as these are listed, then by their own order."""
    rulesets = [*RULESETS, demo.ruleset]
    return rulesets.index(demo.ruleset), demo.order, demo.id


def list_demos() -> list[Demo]:
    """Every demonstration of the game by rulebook and order. Raises DemoError."""
    return sorted((load_demo(path) for path in FOLDER.glob("*.toml")), key=sort_key)


def load_demo(source: str | Path) -> Demo:
    """A demonstration by its id or by the path of its file. Raises DemoError."""
    path = Path(source)
    if path.suffix != ".toml":
        path = FOLDER / f"{source}.toml"
        if not path.is_file():
            raise DemoError(str(source), "", "there is no such demonstration", "`snowball demo` lists them")
    try:
        return _demo_of(path.name, path.stem, file_bytes(path))
    except DemoError:
        raise
    except OSError as error:
        raise DemoError(path.name, "", f"it cannot be read ({error.strerror})", "name another file") from error
    except Unfit as error:
        raise DemoError(path.name, error.place, error.fault, error.mend) from error


@lru_cache(maxsize=256)
def _demo_of(name: str, stem: str, data: bytes) -> Demo:
    """The demonstration in a file of this name and content, remembered. Raises Unfit."""
    return _Reader(name, fit(toml_of(data), _File, spell=by_step), stem).demo()


class _Reader:
    """Makes a demonstration of one file. Raises DemoError with the place in the file."""

    def __init__(self, name: str, file: _File, stem: str) -> None:
        self.name, self.file, self.stem = name, file, stem
        if file.id != stem:
            raise self.error("id", f'it is "{file.id}"', f'name it "{stem}" like the file')
        try:
            self.setup = read_sketch({"title": file.title, **file.sketch})
            self.book: Rulebook = load_rulebook(self.setup.ruleset)
        except SketchError as error:
            raise self.error(f"sketch {error.place}".rstrip(), error.fault, error.mend) from error
        except DataError as error:
            raise self.error("sketch ruleset", str(error).rstrip("."), "mend that file") from error

    def error(self, place: str, fault: str, mend: str) -> DemoError:
        """The error about a place in the file."""
        return DemoError(self.name, place, fault, mend)

    def demo(self) -> Demo:
        """The whole demonstration."""
        file = self.file
        steps = tuple(self._step(step, number) for number, step in enumerate(file.steps, 1))
        about = self._clauses(file.about, "about")
        return Demo(
            self.stem,
            file.order,
            file.title,
            file.about,
            self.setup,
            self.book,
            self._dice(),
            steps,
            self._units(file.end.units, "end"),
            tuple(dict.fromkeys([*about, *(clause for step in steps for clause in step.clauses)])),
            self.name,
        )

    def _dice(self) -> DiceSource:
        try:
            return labelled_dice(self.file.dice)
        except DiceError as error:
            raise self.error("dice", str(error).rstrip("."), 'write each roll like ["to hit", 3, 4]') from error

    def _step(self, step: _Step, number: int) -> DemoStep:
        place = f"step {number}"
        if step.seat not in self.setup.seats:
            fault = f'the seat "{step.seat}" does not play'
            raise self.error(place, fault, f"use one of {', '.join(self.setup.seats)}")
        for unit in [*step.refused, *(option.partition(":")[0] for option in step.missing if ":" in option)]:
            self._unit(unit, place)
        self._check_clauses(step.refused.values(), place)
        clauses = self._clauses(step.caption, place)
        for clause in step.shows:
            if clause not in clauses:
                raise self.error(f"{place} shows", f"the caption does not name {clause}", "name it, or leave it out")
        path = None if step.path is None else tuple(self._cell(spot, place) for spot in step.path)
        return DemoStep(
            number,
            step.seat,
            Choice(step.choose, path=path, until=step.until),
            step.caption,
            clauses,
            step.shows,
            step.options,
            step.missing,
            step.refused,
            step.log,
            self._units(step.units, place),
        )

    def _clauses(self, text: str, place: str) -> tuple[str, ...]:
        """The clauses that a text names, each of which must exist."""
        clauses = tuple(dict.fromkeys(CLAUSE.findall(text)))
        self._check_clauses(clauses, place)
        return clauses

    def _check_clauses(self, names: Iterable[str], place: str) -> None:
        for name in names:
            if name not in self.book.clauses and name not in self.book.rulings:
                raise self.error(place, f"{name} is no clause or ruling of {self.book.title}", "see `snowball rules`")

    def _cell(self, spot: tuple[int, int], place: str) -> int:
        board = self.setup.board
        if not board.inside(*spot):
            raise self.error(place, f"[{spot[0]}, {spot[1]}] of the path lies outside the board", "count from 0")
        return board.cell(*spot)

    def _unit(self, unit: str, place: str) -> None:
        ids = sorted(spec.id for spec in self.setup.units)
        if unit not in ids:
            raise self.error(place, f'there is no unit "{unit}"', f"use one of {', '.join(ids)}")

    def _units(self, described: Mapping[str, _Facts], place: str) -> UnitFacts:
        units: dict[str, dict[str, object]] = {}
        for unit, facts in described.items():
            self._unit(unit, place)
            names = [name for name in facts.__struct_fields__ if getattr(facts, name) is not None]
            if not names:
                raise self.error(place, f'nothing is said about "{unit}"', "write it like { out = true }")
            units[unit] = {name: getattr(facts, name) for name in names}
        return units
