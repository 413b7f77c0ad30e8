"""The player's settings: a small JSON file in the user's folder. A bad file is set aside with one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from game.engine.foreign import file_bytes, fit, json_of
from game.engine.unfit import Unfit
from game.records.folders import data_folder
from game.records.tables import TableKind
from game.ui.palette import Palette

Scale = Literal[75, 100, 125, 150, 175, 200]
SCALES: tuple[Scale, ...] = get_args(Scale)
Pace = Literal[50, 75, 100, 150, 200, 300, 400]
PACES: tuple[Pace, ...] = get_args(Pace)
"""The speed of playback, in percent of the usual speed."""
Side = Annotated[int, Meta(ge=320, le=16_000)]


class LessonProgress(Struct, frozen=True):
    """The progress in a lesson: the steps done when it was left, and whether it was ever finished."""

    id: str
    at: Annotated[int, Meta(ge=0, le=1000)] = 0
    done: bool = False


class Settings(Struct):
    """The player's settings. `scale` is in percent, `window` in pixels; `complaint` is never saved.

    `sitters`: who played the first, second, ... seat of the last battle that was set up, as records name players.
    """

    palette: Palette = "default"
    scale: Scale = 100
    reduced_motion: bool = False
    pace: Pace = 100
    turn_cards: bool = True
    outcomes: bool = True
    """Whether the outcomes of a snowball are shown below the map."""
    table: TableKind = TableKind.SHARED
    sitters: tuple[str, ...] = ()
    window: tuple[Side, Side] = (1280, 800)
    seen: tuple[str, ...] = ()
    lessons: tuple[LessonProgress, ...] = ()
    complaint: str = ""

    @property
    def pace_words(self) -> str:
        """The speed of playback in words: "the usual pace", "1.5 times the usual pace"."""
        return "the usual pace" if self.pace == 100 else f"{self.pace / 100:g} times the usual pace"

    def lesson(self, name: str) -> LessonProgress:
        """The progress in the lesson with this id."""
        return next((lesson for lesson in self.lessons if lesson.id == name), LessonProgress(name))

    def keep_lesson(self, progress: LessonProgress) -> None:
        """Remember the progress in a lesson."""
        self.lessons = (*(lesson for lesson in self.lessons if lesson.id != progress.id), progress)


def user_folder() -> Path:
    """The folder for settings and screenshots, beside the saves. Raises OSError if it cannot be made."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def load_settings() -> Settings:
    """The settings. If the file cannot be used, it is set aside and `complaint` is one sentence about it."""
    try:
        path = user_folder() / "settings.json"
    except OSError as error:
        return Settings(complaint=f"Nothing can be kept: the folder {data_folder()} cannot be made ({error.strerror}).")
    try:
        settings = fit(json_of(file_bytes(path)), Settings)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        return _set_aside(path, f"it cannot be read ({error.strerror})")
    except Unfit as error:
        return _set_aside(path, f"{error.place}: {error.fault}" if error.place else error.fault)
    settings.complaint = ""
    return settings


def _set_aside(path: Path, why: str) -> Settings:
    aside = path.with_suffix(".bad.json")
    try:
        path.replace(aside)
    except OSError:
        aside = path
    return Settings(complaint=f"{path.name}: {why}; it was set aside as {aside.name} and the defaults are used.")


def save_settings(settings: Settings) -> None:
    """Write the settings. If that fails, they are lost without a word: it is no reason to stop."""
    values = msgspec.structs.asdict(settings)
    del values["complaint"]
    try:
        path = user_folder() / "settings.json"
        fresh = path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=1))
        fresh.replace(path)
    except OSError:
        return
