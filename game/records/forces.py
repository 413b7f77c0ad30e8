"""Forces that somebody has kept by name: a small JSON file each, beside the saves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game.engine.forces import Force, drawn, read_force
from game.engine.foreign import fit, json_of
from game.engine.names import Seat
from game.engine.setup import Setup, some
from game.engine.unfit import SetupError, Unfit, shown
from game.records.folders import SaveError, made_folder
from game.records.saves import stem_of, write_whole

FIELDED = 'what a seat (or each) fields: points to draw for, the name of a kept force, or "trooper*3+veteran"'
"""What may be asked for with `--force`, for the help of a command."""
ENDING = ".json"
LARGEST_FILE = 100_000
"""Bytes of a file that is read at all."""


class KeptForces(NamedTuple):
    """The forces of a rulebook by name, and a sentence for each file that holds none."""

    forces: tuple[Force, ...]
    problems: tuple[str, ...]


def forces_folder() -> Path:
    """Where forces lie; made if need be. Raises SaveError."""
    return made_folder("forces")


def force_path(name: str) -> Path:
    """The file of a force of that name, of whatever rulebook, there or not. Raises SaveError for a name that no file can have."""
    return forces_folder() / f"{stem_of(name, 'A force')}{ENDING}"


def keep_force(force: Force, name: str) -> Force:
    """Keep a force under a name, instead of the one that had it; gives it with its name. Raises SaveError."""
    path = force_path(name)
    named = replace(force, name=path.stem)
    write_whole(path, msgspec.json.format(msgspec.json.encode(named)))
    return named


def read_kept(path: Path) -> Force:
    """The force in a file, checked. Raises SaveError: one sentence with the name of the file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SaveError(f"{path.name}: this is no force, it is too long.")
        force = fit(json_of(path.read_bytes()), Force)
        force.check()
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror}.") from error
    except (Unfit, SetupError) as error:
        raise SaveError(f"{path.name}: {error}") from error
    return replace(force, name=path.stem)


def kept_forces(ruleset: str) -> KeptForces:
    """All forces of a rulebook. Raises SaveError where the folder cannot be had."""
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
    """What a command line means: points to draw for ("100"), the name of a kept force, or units ("trooper*3+veteran").

    The same seed draws the same force. Raises SetupError in one sentence, SaveError for a file that cannot be used.
    """
    if text.isascii() and text.isdigit():
        return drawn(ruleset, int(text), seed)
    if (path := force_path(text)).is_file():
        return read_kept(path)
    try:
        return read_force(ruleset, text)
    except SetupError as error:
        known = some([force.name for force in kept_forces(ruleset).forces])
        names = f" The forces that are kept: {known}." if known else ""
        raise SetupError(f"There is no force {shown(text)}, and as units: {error}{names}") from error


def forces_for(setup: Setup, given: Sequence[str], seed: int) -> dict[Seat, Force]:
    """Seat -> force from words like "red=100" or, for every seat, "100". Raises what `force_for` raises, and SetupError."""
    found: dict[Seat, Force] = {}
    for text in given:
        seat, is_one, words = text.partition("=")
        if is_one and seat not in setup.seats:
            raise SetupError(f"There is no seat {shown(seat)} in this battle; it has {', '.join(setup.seats)}.")
        for place, name in enumerate(setup.seats):
            if not is_one or name == seat:
                found[name] = force_for(setup.ruleset, words if is_one else text, seed + place)
    return found
