"""The Tiled project of a map: the values that its classes give to properties that a map leaves out.

Tiled does not write a property that has the value its class gives it, so a map is read together with its project. That
is the one in the nearest folder that has one, from the map's own upwards; without any, the project of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from game.engine.unfit import clean
from game.maps.files import PROJECT, MapError, read_bytes
from game.maps.tags import FLAT, Value
from game.paths import MAPS

PROJECT_LIMIT = 1_000_000
"""The most bytes of a project."""

Classes = Mapping[str, Mapping[str, Value]]
"""The name of a class -> its properties with their values."""


class Member(Struct, frozen=True):
    """A property of a class, with the value it has where a map leaves it out."""

    name: str
    type: str = "string"
    value: Any = None


class PropertyType(Struct, frozen=True):
    """A class or an enum of a project; enums have no members."""

    name: str
    type: str = ""
    members: tuple[Member, ...] = ()


class Project(Struct, frozen=True, rename="camel"):
    """What is read of a project; the rest is for Tiled alone."""

    property_types: tuple[PropertyType, ...] = field(default_factory=tuple)


def classes_of(project: Path | None) -> Classes:
    """The classes of a project, or of the game's own for None. Raises MapError if it is broken."""
    path = project or next(MAPS.glob(f"*{PROJECT}"), None)
    if path is None:
        return {}
    try:
        read = msgspec.json.decode(read_bytes(path, path.name, PROJECT_LIMIT), type=Project)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fault = f"this is no Tiled project ({clean(str(error), 120)})"
        raise MapError(path.name, "", fault, "save the project again in Tiled") from error
    return {
        one.name: {
            member.name: member.value
            for member in one.members
            if member.type in FLAT and isinstance(member.value, str | int | float)
        }
        for one in read.property_types
        if one.type == "class"
    }
