"""Forces kept by name, each in a small JSON file beside the saves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game.engine.forces import Force, draw_force, read_force
from game.engine.foreign import file_bytes, fit, json_of
from game.engine.names import Seat
from game.engine.setup import Setup, some
from game.engine.unfit import SetupError, Unfit, shown
from game.records.folders import SaveError, made_folder
from game.records.saves import stem_of, write_whole

FIELDED = 'what a seat (or each) fields: points to draw for, the name of a kept force, or "trooper*3+veteran"'
"""What `--force` takes, for the help of a command."""
ENDING = ".json"
LARGEST_FILE = 100_000
"""The most bytes of a file that is read at all."""


class KeptForces(NamedTuple):
    """The kept forces of a rulebook, and a sentence for each file that holds no force."""

    forces: tuple[Force, ...]
    problems: tuple[str, ...]


def forces_folder() -> Path:
    """The folder of kept forces, made if it is missing. Raises SaveError."""
    return made_folder("forces")


def force_path(name: str) -> Path:
    """The file for a force of that name, which may not exist. Raises SaveError for a name that no file can have."""
    return forces_folder() / f"{stem_of(name, 'A force')}{ENDING}"


def keep_force(force: Force, name: str) -> Force:
    """Keep a force under a name, replacing any other of that name; returns it with the name. Raises SaveError."""
    path = force_path(name)
    named = replace(force, name=path.stem)
    write_whole(path, msgspec.json.format(msgspec.json.encode(named)))
    return named


def read_kept(path: Path) -> Force:
    """The force in a file, checked. Raises SaveError: one sentence with the name of the file."""
    try:
        force = fit(json_of(file_bytes(path, LARGEST_FILE)), Force)
        force.check()
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}.") from error
    except (Unfit, SetupError) as error:
        raise SaveError(f"{path.name}: {error}") from error
    return replace(force, name=path.stem)


def kept_forces(ruleset: str) -> KeptForces:
    """All kept forces of a rulebook. Raises SaveError if the folder cannot be used."""
    forces, problems = list[Force](), list[str]()
    for path in sorted(forces_folder().glob(f"*{ENDING}")):
        try:
            force = read_kept(path)
        except SaveError as error:
            problems.append(str(error))
            continue
        if force.ruleset == ruleset:
            forces.append(force)
    return KeptForces(tuple(forces), tuple(problems))


def forget_force(force: Force) -> None:
    """Delete the file of a kept force. Raises SaveError."""
    path = forces_folder() / f"{force.name}{ENDING}"
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be deleted: {error.strerror}.") from error


def force_for(ruleset: str, text: str, seed: int) -> Force:
    """The force that a command line names.

    It gives points to draw for ("100"), the name of a kept force, or units ("trooper*3+veteran"). The same seed draws
    the same force. Raises SetupError with one sentence, SaveError for a file that cannot be used.
    """
    if text.isascii() and text.isdigit():
        return draw_force(ruleset, int(text), seed)
    if (path := force_path(text)).exists():
        return read_kept(path)
    try:
        return read_force(ruleset, text)
    except SetupError as error:
        kept = some([force.name for force in kept_forces(ruleset).forces])
        hint = f" The forces that are kept: {kept}." if kept else ""
        raise SetupError(f"There is no force {shown(text)}, and as units: {error}{hint}") from error


def forces_for(setup: Setup, texts: Sequence[str], seed: int) -> dict[Seat, Force]:
    """The force of each seat, from words like "red=100", or "100" for every seat.

    Raises what `force_for` raises, and SetupError for an unknown seat.
    """
    forces: dict[Seat, Force] = {}
    for text in texts:
        seat, equals, words = text.partition("=")
        if equals and seat not in setup.seats:
            raise SetupError(f"There is no seat {shown(seat)} in this battle; it has {', '.join(setup.seats)}.")
        for number, name in enumerate(setup.seats):
            if not equals or name == seat:
                forces[name] = force_for(setup.ruleset, words if equals else text, seed + number)
    return forces
