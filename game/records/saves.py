"""Named saves, in the system's folder for user data.

A save is written to a temporary file, synced and renamed. A file that cannot be read is never overwritten: it is moved
to the folder `damaged`, and one sentence says so. The autosave of the current game is in `game.records.autosave`.
"""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from game.engine.foreign import file_bytes
from game.engine.match import Match
from game.records import journal, playback
from game.records.folders import JOURNAL, SaveError, free_place, left_games, saves_folder
from game.records.record import Extras, Record, RecordError
from game.rules import build

SIZE_LIMIT = 64_000_000
"""The most bytes of a file that is read at all."""
ENDING = ".snowball"
PICTURE = ".png"


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """One line of the list of saves. `problem`: a sentence if the file cannot be read, else ""."""

    name: str
    path: Path
    title: str
    date: datetime
    scenario: str
    ruleset: str
    turn: int
    turns: int
    choices: int
    over: bool
    picture: Path | None
    problem: str = ""
    beside: str = ""
    """More about the game: how many choices were taken back, its marks, or a warning that a part was lost."""
    seats: str = ""
    """The players at the seats, in words."""
    result: str = ""
    """The winner and the reason, if the game is over."""


# -- named saves ------------------------------------------------------------------------------------------------------


def path_of(name: str, folder: Path | None = None) -> Path:
    """The file of a save by its name, with or without the ending; it may not exist.

    Raises SaveError for a name that no file can have.
    """
    stem = stem_of(name.strip().removesuffix(ENDING), "A save")
    return (folder or saves_folder()) / f"{stem}{ENDING}"


def stem_of(name: str, thing: str) -> str:
    """The name of the file for a name, without the ending. `thing`: what that needs a name, for the message.

    Raises SaveError for a name that no file can have.
    """
    stem = file_words(name, LONGEST_NAME)
    if not stem:
        raise SaveError(f"{thing} needs a name with letters or digits.")
    if is_device(stem):
        raise SaveError(f"“{stem}” is the name of a device on some systems; choose another name.")
    return stem


def keeps_whole(name: str) -> bool:
    """Whether `stem_of` keeps the whole length of a name; characters that it replaces do not count."""
    return file_words(name, LONGEST_NAME) == _plain(name)


LONGEST_NAME = 80
"""The most letters of a name."""
LONGEST_STEM = 200
"""The most bytes of a name: file systems take 255, and an ending, a number or a temporary suffix is added."""


def file_words(text: str, letters: int) -> str:
    """As much of a text as a file's name can hold, at most `letters` letters; "" if no letter is left.

    A number at its end, as in "Evening (2)", is kept when the rest is cut, so that counting on finds a free name.
    """
    plain = _plain(text)
    number = match[0] if (match := re.search(r" \([0-9]{1,6}\)\Z", plain)) else ""
    words = plain.removesuffix(number)[: letters - len(number)].encode()
    return words[: LONGEST_STEM - len(number)].decode(errors="ignore") + number


def _plain(text: str) -> str:
    return re.sub(r"[^\w .,()+-]", "_", text.strip()).strip(" .")


DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³")}


def is_device(name: str) -> bool:
    """Whether a name is that of a device on some systems, whatever its ending, so that no file can have it there."""
    return name.partition(".")[0].strip().upper() in DEVICES


def save(
    match: Match, name: str, extras: Extras | None = None, *, replace: bool = False, folder: Path | None = None
) -> Path:
    """Save a match under a name. Raises SaveError, also if the name is taken and not to be replaced."""
    path = path_of(name, folder)
    if path.exists() and not replace:
        raise SaveError(f"There is a save “{name.strip()}” already; choose another name or replace it.")
    return write_again(path, match, extras or Extras())


def write_again(path: Path, match: Match, extras: Extras) -> Path:
    """Write a save to a file, new or not. Raises SaveError."""
    write_whole(path, journal.Pen().save_lines(match, extras))
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at every moment it is either the old one or the whole new one. Raises SaveError."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be written: {error.strerror}.") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def read_record(path: Path) -> Record:
    """The record in a file, checked but not played. Raises SaveError; a damaged save of ours is set aside."""
    try:
        return journal.read_save(file_bytes(path, SIZE_LIMIT))
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}.") from error
    except RecordError as error:
        aside = set_aside(path) if error.damaged else None
        raise SaveError(f"{path.name}: {error}{put_where(aside)}", aside) from error


def load(path: Path) -> tuple[Match, Extras]:
    """The match in a file, and what its record holds beside the game. Raises SaveError."""
    saved = read_record(path)
    try:
        return playback.replayed(saved, build), saved.extras
    except RecordError as error:
        raise SaveError(f"{path.name}: {error}") from error


def open_record(path: Path) -> tuple[Record, str]:
    """The record in any file, and a sentence if a part of it was lost, else "". Raises RecordError, SaveError.

    The file is left where it is, even if it is damaged.
    """
    try:
        contents = journal.read(file_bytes(path, SIZE_LIMIT))
    except OSError as error:
        raise SaveError(f"it cannot be read: {error.strerror}.") from error
    return contents.record, contents.warning(path.name)


def delete(path: Path) -> None:
    """Delete a save and its picture. Raises SaveError."""
    try:
        path.unlink()
        picture_of(path).unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be deleted: {error.strerror}.") from error


def name_of(path: Path) -> str:
    """The name that a game was saved under."""
    return path.name.removesuffix(ENDING).removesuffix(JOURNAL)


def picture_of(path: Path) -> Path:
    """The file for the picture of a save."""
    return path.with_name(name_of(path) + PICTURE)


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """The named saves, newest first. One that cannot be read is listed with its problem and left where it is."""
    directory = folder or saves_folder()
    infos = [info_of(path) for path in directory.glob(f"*{ENDING}") if not path.name.startswith(".")]
    return sorted(infos, key=lambda info: info.date, reverse=True)


def list_left() -> list[SaveInfo]:
    """The games that were left unfinished, the latest played first. Raises SaveError."""
    return [info_of(path) for path in left_games()]


def info_of(path: Path) -> SaveInfo:
    """What a list shows of a save, or of the journal of an unfinished game."""
    name = name_of(path)
    picture_path = picture_of(path)
    picture = picture_path if picture_path.is_file() else None
    date = datetime.fromtimestamp(0).astimezone()
    try:
        date = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        data, beside = file_bytes(path, SIZE_LIMIT), ""
        if path.name.endswith(JOURNAL):
            contents = journal.read(data)
            saved, beside = contents.record, contents.warning(path.name)
        else:
            saved = journal.read_save(data)
    except (RecordError, OSError) as error:
        problem = f"{path.name} cannot be read: {error.strerror}." if isinstance(error, OSError) else str(error)
        return SaveInfo(name, path, name, date, "", "", 0, 0, 0, over=False, picture=picture, problem=problem)
    summary, setup = saved.summary, saved.setup
    turn, turns = summary.turn or setup.turn, summary.turns or setup.turns
    made = len(saved.choices)
    return SaveInfo(
        name,
        path,
        saved.title or name,
        date,
        setup.title,
        setup.ruleset,
        turn,
        turns,
        made,
        summary.over,
        picture,
        beside=saved.extras.words or beside,
        seats=saved.seatings[-1].words if saved.seatings else "",
        result=summary.result,
    )


# -- damaged files ----------------------------------------------------------------------------------------------------


def set_aside(path: Path) -> Path | None:
    """Move a damaged file to the folder `damaged` and return its new path; None for a file of another folder."""
    with contextlib.suppress(OSError, SaveError):
        if path.resolve().parent == saves_folder().resolve():
            aside = place_aside(path)
            path.rename(aside)
            return aside
    return None


def place_aside(path: Path) -> Path:
    """A free path in the folder `damaged` beside a file."""
    folder = path.parent / "damaged"
    folder.mkdir(exist_ok=True)
    return free_place(folder / path.name)


def put_where(aside: Path | None) -> str:
    """The sentence that follows a message about a damaged file, "" if the file was not moved."""
    return f" It has been put aside as damaged/{aside.name}." if aside else ""


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it survives a power cut; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
