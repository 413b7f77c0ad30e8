"""Finds the Tiled project of a map, and reads the defaults that its classes give to properties left as they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from game.maps.files import MapError, project_file, read_bytes
from game.maps.tags import Value
from game.paths import MAPS

LIMIT = 1_000_000
"""The bytes of a project file at most."""

Classes = Mapping[str, Mapping[str, Value]]
"""Class -> property -> its default."""


class _Member(Struct):
    name: str
    value: str | int | float | bool | dict[str, msgspec.Raw] | list[msgspec.Raw] | None = None


class _Type(Struct):
    name: str
    type: str = ""
    members: list[_Member] = []


class _Project(Struct):
    propertyTypes: list[_Type] = []  # noqa: N815 (the name of the file's field)


def class_defaults(path: Path) -> Classes:
    """The defaults of the classes of a map's project, or of the game's own project if none lies above the map.

    Only flat values are read. Raises MapError for a project that cannot be read.
    """
    file = project_file(path) or next(iter(sorted(MAPS.glob("*.tiled-project"))), None)
    if file is None:
        return {}
    data = read_bytes(file, file.name, LIMIT)
    try:
        read = msgspec.json.decode(data, type=_Project)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MapError(file.name, "", "this is no Tiled project", "save it again in Tiled") from error
    return {
        kind.name: {m.name: m.value for m in kind.members if isinstance(m.value, str | int | float | bool)}
        for kind in read.propertyTypes
        if kind.type == "class"
    }
