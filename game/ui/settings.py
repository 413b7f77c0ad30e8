"""The player's settings: a small JSON file in the user's folder. A bad value costs one sentence and its default."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from game.engine.foreign import fit, json_of
from game.engine.unfit import Unfit
from game.records.folders import data_folder
from game.records.tables import TableKind
from game.ui.palette import Palette

Scale = Literal[75, 100, 125, 150, 175, 200]
SCALES: tuple[Scale, ...] = get_args(Scale)
Pace = Literal[50, 75, 100, 150, 200, 300, 400]
PACES: tuple[Pace, ...] = get_args(Pace)
"""How fast what happens is played back, in per cent of the usual."""
Side = Annotated[int, Meta(ge=320, le=16_000)]


class LessonProgress(Struct, frozen=True):
    """How far a lesson has come: steps done when it was left, and whether it was ever done to its end."""

    id: str
    at: Annotated[int, Meta(ge=0, le=1000)] = 0
    done: bool = False


class Settings(Struct):
    """What the player has chosen. `scale` in per cent; `window` in pixels; `complaint` is never kept.

    `sitters`: who sat on the first seat of the last battle that was set up, the second and so on, as records name them.
    """

    palette: Palette = "default"
    scale: Scale = 100
    reduced_motion: bool = False
    pace: Pace = 100
    turn_cards: bool = True
    table: TableKind = TableKind.SHARED
    sitters: tuple[str, ...] = ()
    window: tuple[Side, Side] = (1280, 800)
    seen: tuple[str, ...] = ()
    lessons: tuple[LessonProgress, ...] = ()
    complaint: str = ""

    @property
    def pace_words(self) -> str:
        """How fast what happens is played back: "the usual pace", "1.5 times the usual pace"."""
        return "the usual pace" if self.pace == 100 else f"{self.pace / 100:g} times the usual pace"

    def lesson(self, name: str) -> LessonProgress:
        """How far a lesson has come."""
        return next((lesson for lesson in self.lessons if lesson.id == name), LessonProgress(name))

    def keep_lesson(self, kept: LessonProgress) -> None:
        """Remember how far a lesson has come."""
        self.lessons = (*(lesson for lesson in self.lessons if lesson.id != kept.id), kept)


def user_folder() -> Path:
    """Where settings and screenshots live, beside the saves. Raises OSError where it cannot be made."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def load_settings() -> Settings:
    """The settings, with `complaint` set to one sentence where the file could not be used; the file is then set aside."""
    try:
        path = user_folder() / "settings.json"
    except OSError as error:
        return Settings(complaint=f"Nothing can be kept: the folder {data_folder()} cannot be made ({error.strerror}).")
    try:
        settings = fit(json_of(path.read_bytes()), Settings)
    except FileNotFoundError:
        return Settings()
    except OSError:
        return _set_aside(path, "it cannot be read")
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
    """Write the settings; a folder that cannot be written is no reason to stop."""
    kept = msgspec.structs.asdict(settings)
    del kept["complaint"]
    try:
        path = user_folder() / "settings.json"
        fresh = path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1))
        fresh.replace(path)
    except OSError:
        return
