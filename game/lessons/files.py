"""A lesson as a data file: a map, dice, the options that the learner is to choose, and those of the other seats.

id = "first_battle"           # the file's own name
order = 10                    # place in the list of lessons
title, about                  # its title, and a sentence on what it is about
map = "first_battle"          # a scenario
seat = "blue"                 # the learner's seat; all others choose what `then` says
dice = [["start", 5, 2]]      # every roll, in order
[win]                         # how the battle is won: title, words, clause
[end]                         # what is said when the lesson is over: title, words
[[signs]]                     # what the markers mean: marker (the name of its sign), title, words
[[stages]]                    # the parts of the lesson, as the top bar shows them: title, words
[[steps]]
stage = 1                     # the stage it belongs to, counted from 1
choose = ["b1:overwatch"]     # options that must be chosen, in any order in which they are offered
at = "r1"                     # the unit that the hint points at, if it is not the one in the option
order, reason                 # the hint: what to do, and a short reason
why                           # a sentence or two about the rule
next = ["..."]                # what comes next, at most two lines
then = ["r1:move", "confirm"] # what the other seats choose before the next step, in order
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from game.engine.dice import DiceError, DiceSource, labelled_dice
from game.engine.foreign import Filled, by_step, fit, toml_file
from game.engine.rulebook import DataError, load_rulebook
from game.engine.unfit import Unfit
from game.maps import LoadedMap, MapError, UnknownScenarioError
from game.maps.scenarios import load_scenario
from game.paths import LESSONS

Short = Annotated[Filled, Meta(max_length=60)]
Told = Annotated[Filled, Meta(max_length=170)]


class LessonError(Unfit):
    """A lesson cannot be used; the message is one sentence with the file, the place and the mend."""


class Headed(Struct, frozen=True, forbid_unknown_fields=True):
    """A title and the text below it."""

    title: Short
    words: Filled


class LessonStage(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the lesson: its title, and two or three plain words."""

    title: Short
    words: Short


class Sign(Struct, frozen=True, forbid_unknown_fields=True):
    """What a marker means; `marker` is the name of its sign."""

    marker: Short
    title: Short
    words: Short


class Win(Struct, frozen=True, forbid_unknown_fields=True):
    """How the battle is won, and the clause that says so."""

    title: Short
    words: Told
    clause: Filled


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step: the options to choose, the hint, and what the other seats choose before the next step.

    `choose` and `then` are ids of options; `at` is a unit or "".
    """

    stage: Annotated[int, Meta(ge=1)]
    choose: Annotated[tuple[Filled, ...], Meta(min_length=1)]
    order: Annotated[Filled, Meta(max_length=34)]
    reason: Annotated[Filled, Meta(max_length=44)]
    why: Told
    at: str = ""
    next: Annotated[tuple[Short, ...], Meta(max_length=2)] = ()
    then: tuple[Filled, ...] = ()


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    id: Filled
    order: int
    title: Short
    about: Told
    map: Filled
    seat: Filled
    dice: list[object]
    win: Win
    end: Headed
    signs: tuple[Sign, ...]
    stages: Annotated[tuple[LessonStage, ...], Meta(min_length=1)]
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1)]


class Lesson(NamedTuple):
    """A whole lesson. `file`: its name, for errors."""

    id: str
    title: str
    about: str
    map: LoadedMap
    seat: str
    dice: DiceSource
    win: Win
    end: Headed
    signs: tuple[Sign, ...]
    stages: tuple[LessonStage, ...]
    steps: tuple[LessonStep, ...]
    file: str


def load_lesson(source: str | Path) -> Lesson:
    """A lesson by its id or by the path of its file. Raises LessonError."""
    path = Path(source)
    if path.suffix != ".toml":
        path = LESSONS / f"{source}.toml"
        if not path.is_file():
            ids = ", ".join(sorted(lesson_file.stem for lesson_file in LESSONS.glob("*.toml"))) or "none"
            raise LessonError(str(source), "", "there is no such lesson", f"the lessons are: {ids}")
    try:
        file = fit(toml_file(path), _File, spell=by_step)
    except Unfit as error:
        raise LessonError(path.name, error.place, error.fault, error.mend) from error
    return _lesson_of(path, file)


def _lesson_of(path: Path, file: _File) -> Lesson:
    """The lesson of a file of the right form; checks everything that it names. Raises LessonError."""
    name = path.name
    if file.id != path.stem:
        raise LessonError(name, "id", f'it is "{file.id}"', f'name it "{path.stem}" like the file')
    try:
        map_ = load_scenario(file.map)
        book = load_rulebook(map_.setup.ruleset)
    except (MapError, UnknownScenarioError, DataError) as error:
        raise LessonError(name, "map", str(error).rstrip("."), "name a map that can be played") from error
    setup = map_.setup
    if file.seat not in setup.seats:
        fault = f'the seat "{file.seat}" does not play'
        raise LessonError(name, "seat", fault, f"use one of {', '.join(setup.seats)}")
    if file.win.clause not in book.clauses and file.win.clause not in book.rulings:
        fault = f"{file.win.clause} is no clause or ruling of {book.title}"
        raise LessonError(name, "win.clause", fault, "see `snowball rules`")
    units = sorted(unit.id for unit in setup.units)
    for number, step in enumerate(file.steps, 1):
        if step.stage > len(file.stages):
            fault = f"there is no stage {step.stage}"
            raise LessonError(name, f"step {number}.stage", fault, f"the last one is {len(file.stages)}")
        if step.at and step.at not in units:
            fault = f'there is no unit "{step.at}"'
            raise LessonError(name, f"step {number}.at", fault, f"use one of {', '.join(units)}")
    return Lesson(
        id=file.id,
        title=file.title,
        about=file.about,
        map=map_,
        seat=file.seat,
        dice=_dice(name, file.dice),
        win=file.win,
        end=file.end,
        signs=file.signs,
        stages=file.stages,
        steps=file.steps,
        file=name,
    )


def _dice(name: str, rolls: list[object]) -> DiceSource:
    try:
        return labelled_dice(rolls)
    except DiceError as error:
        mend = 'write each roll like ["to hit", 3, 4]'
        raise LessonError(name, "dice", str(error).rstrip("."), mend) from error
