"""A demonstration as a data file: a sketch, dice, and choices with captions.

    id = "sc-snowball"            # the file's own name
    order = 20                    # place in the list
    title = "..."
    about = "..."                 # what is to be seen, shown before the first step
    dice = [["to hit", 3, 4], ["damage", 2]]
    [sketch]                      # as sketches are written everywhere; ruleset and rulings stand in it
    [[steps]]
    seat = "blue"                 # who chooses
    choose = "a1:move:jog:7,8"    # an option of the pending decision; `path`, `until` as a choice takes them
    caption = "..."               # what happens and why; the clauses it names in brackets are the clauses it shows
    options, missing, refused     # what the decision must list, must not list, and which clause refuses a unit
    log, units                    # sentences that must follow; units afterwards
    [end]                         # units when all is over

A unit is described by any of at, out, prone, wounds, spent, markers (all of them, kind = face).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from game.demos.fields import DemoError, Fields
from game.engine.dice import DiceError, DiceSource, ScriptedRoll, script_dice
from game.engine.rulebook import Rulebook, load_rulebook
from game.engine.setup import Setup
from game.paths import DEMOS
from game.rules import RULESETS
from game.sketch.sketch import SketchError, read_sketch

__all__ = ["Demo", "DemoError", "DemoStep", "UnitFacts", "list_demos", "load_demo"]

FOLDER = DEMOS
CAPTION_LIMIT = 220

UnitFacts = Mapping[str, Mapping[str, object]]
"""Unit -> field of its view -> value; markers as {kind: face}."""

_CLAUSE = re.compile(r"\b[A-Z]{2}-A?\d{1,2}\b")
_TOP = ("id", "order", "title", "about", "dice", "sketch", "steps", "end")
_STEP = ("seat", "choose", "path", "until", "caption", "options", "missing", "refused", "log", "units")
_FACTS: Mapping[str, type] = {"at": list, "out": bool, "prone": bool, "wounds": int, "spent": bool, "markers": dict}


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One choice with its caption, and what must hold before it (options, missing, refused) and after it (log, units).

    `path` are cells; `refused` goes from unit to clause.
    """

    number: int
    seat: str
    option: str
    caption: str
    clauses: tuple[str, ...] = ()
    path: tuple[int, ...] | None = None
    until: str = ""
    options: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    refused: Mapping[str, str] | None = None
    log: tuple[str, ...] = ()
    units: UnitFacts | None = None


@dataclass(frozen=True, slots=True)
class Demo:
    """A whole demonstration. `clauses` are those its captions name, in order; `file` is its name for errors."""

    id: str
    order: int
    title: str
    about: str
    setup: Setup
    dice: DiceSource
    steps: tuple[DemoStep, ...]
    end: UnitFacts
    clauses: tuple[str, ...]
    file: str

    @property
    def ruleset(self) -> str:
        """The rulebook it is played by."""
        return self.setup.ruleset


def in_order(demo: Demo) -> tuple[int, int, str]:
    """A demonstration's place among all: rulebook by rulebook as they are listed, then its own order."""
    known = [*RULESETS, demo.ruleset]
    return known.index(demo.ruleset), demo.order, demo.id


def list_demos(folder: Path = FOLDER) -> list[Demo]:
    """Every demonstration of the game by rulebook and order. Raises DemoError."""
    return sorted((load_demo(path) for path in folder.glob("*.toml")), key=in_order)


def load_demo(source: str | Path) -> Demo:
    """A demonstration by its id or by the path of its file. Raises DemoError."""
    path = Path(source)
    if path.suffix != ".toml":
        path = FOLDER / f"{source}.toml"
        if not path.is_file():
            raise DemoError(str(source), "", "there is no such demonstration", "`snowball demo` lists them")
    file = path.name
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DemoError(file, "", f"it cannot be read ({error.strerror})", "name another file") from error
    except UnicodeDecodeError as error:
        raise DemoError(file, "", "it is not UTF-8 text", "save it as UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DemoError(file, "", f"it is no TOML ({error})", "mend the text there") from error
    return _demo(Fields(file, "top", values), path.stem)


def _demo(top: Fields, stem: str) -> Demo:
    top.only(_TOP)
    if top.text("id") != stem:
        raise top.error(f'its id is "{top.text("id")}"', f'name it "{stem}" like the file')
    title, about = top.text("title"), top.text("about")
    sketch = top.table("sketch")
    if not sketch:
        raise top.error("there is no [sketch]", "draw the table")
    try:
        setup = read_sketch({"title": title, **sketch})
    except SketchError as error:
        raise DemoError(top.file, f"sketch {error.place}".rstrip(), error.fault, error.mend) from error
    book = load_rulebook(setup.ruleset)
    raw = top.items("steps")
    if not raw:
        raise top.error("there are no [[steps]]", "add one for each choice")
    steps = tuple(_step(_fields(top, f"step {n}", item), setup, book, n) for n, item in enumerate(raw, 1))
    shown = dict.fromkeys([*_clauses(top, about, book), *(clause for step in steps for clause in step.clauses)])
    end = Fields(top.file, "end", top.table("end"))
    end.only(("units",))
    return Demo(
        stem,
        top.number("order"),
        title,
        about,
        setup,
        _dice(top),
        steps,
        _units(end, setup),
        tuple(shown),
        top.file,
    )


def _fields(top: Fields, place: str, item: object) -> Fields:
    if not isinstance(item, dict):
        raise DemoError(top.file, place, "this is no table", "write it as [[steps]]")
    return Fields(top.file, place, item)


def _dice(top: Fields) -> DiceSource:
    try:
        source = script_dice(top.items("dice"))
    except DiceError as error:
        raise DemoError(top.file, "dice", str(error).rstrip("."), 'write each roll like ["to hit", 3, 4]') from error
    if not all(isinstance(roll, ScriptedRoll) for roll in source.script):
        raise DemoError(top.file, "dice", "a roll has no label", 'write each roll like ["to hit", 3, 4]')
    return source


def _step(step: Fields, setup: Setup, book: Rulebook, number: int) -> DemoStep:
    step.only(_STEP)
    seat, caption = step.text("seat"), step.text("caption")
    if seat not in setup.seats:
        raise step.error(f'the seat "{seat}" does not play', f"use one of {', '.join(setup.seats)}")
    if len(caption) > CAPTION_LIMIT:
        raise step.error(f"the caption has {len(caption)} letters", f"say it in {CAPTION_LIMIT}")
    refused = step.words("refused")
    known = {unit.id for unit in setup.units}
    missing = [option.partition(":")[0] for option in step.texts("missing") if ":" in option]
    for unit in [*refused, *missing]:
        if unit not in known:
            raise step.error(f'there is no unit "{unit}"', f"use one of {', '.join(sorted(known))}")
    _known(step, refused.values(), book)
    return DemoStep(
        number,
        seat,
        step.text("choose"),
        caption,
        _clauses(step, caption, book),
        _path(step, setup),
        step.text("until", needed=False),
        step.texts("options"),
        step.texts("missing"),
        refused,
        step.texts("log"),
        _units(step, setup),
    )


def _clauses(fields: Fields, text: str, book: Rulebook) -> tuple[str, ...]:
    """The clauses a text names, each of which must exist."""
    found = tuple(dict.fromkeys(_CLAUSE.findall(text)))
    _known(fields, found, book)
    return found


def _known(fields: Fields, names: Iterable[str], book: Rulebook) -> None:
    for name in names:
        if name not in book.clauses and name not in book.rulings:
            raise fields.error(f"{name} is no clause or ruling of {book.title}", "see `snowball rules`")


def _path(step: Fields, setup: Setup) -> tuple[int, ...] | None:
    if "path" not in step.values:
        return None
    cells = []
    for spot in step.items("path"):
        if not isinstance(spot, list) or len(spot) != 2 or not all(type(part) is int for part in spot):
            raise step.error("the path is no list of cells", "write [column, row] for each, without the start")
        if not setup.board.inside(spot[0], spot[1]):
            raise step.error(f"[{spot[0]}, {spot[1]}] of the path lies outside the board", "count from 0")
        cells.append(setup.board.cell(spot[0], spot[1]))
    return tuple(cells)


def _units(fields: Fields, setup: Setup) -> UnitFacts:
    units: dict[str, dict[str, object]] = {}
    known = [unit.id for unit in setup.units]
    for unit, facts in fields.table("units").items():
        if unit not in known:
            raise fields.error(f'there is no unit "{unit}"', f"use one of {', '.join(known)}")
        if not isinstance(facts, dict) or not facts:
            raise fields.error(f'nothing is said about "{unit}"', "write it like { out = true }")
        for name, value in facts.items():
            if name not in _FACTS or type(value) is not _FACTS[name]:
                wanted = ", ".join(f"{fact} ({kind.__name__})" for fact, kind in _FACTS.items())
                raise fields.error(f'"{name}" of {unit} is no fact with a fitting value', f"use {wanted}")
        units[unit] = dict(facts)
    return units
