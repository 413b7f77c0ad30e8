"""Reads one XML element: attributes as bounded numbers, properties as flat values, faults with their place."""

from __future__ import annotations

import math
import re
from typing import NoReturn
from xml.etree.ElementTree import Element

from msgspec import Struct

from game.engine.unfit import shown
from game.maps.files import MapError

Value = str | int | float | bool

_INT = re.compile(r"-?[0-9]{1,10}\Z")
_FLOAT = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,2})?\Z")
_FLAT = ("", "string", "int", "float", "bool", "color")
_MAX_PROPERTIES = 64
_MAX_LETTERS = 2000


def decimal(text: str) -> float:
    """A decimal number as Tiled writes it; infinity for any other text, and for a million or more."""
    value = float(text) if _FLOAT.match(text) else math.inf
    return value if abs(value) < 1_000_000 else math.inf


def comma_separated(text: str) -> tuple[str, ...]:
    """The parts of a property that are separated by commas, like "blue, red"."""
    return tuple(filter(None, map(str.strip, text.split(","))))


class Tag(Struct, frozen=True):
    """One element, with its file and its place in words for errors."""

    element: Element
    file: str
    place: str

    def fail(self, fault: str, mend: str) -> NoReturn:
        """Raise MapError for this tag."""
        raise MapError(self.file, self.place, fault, mend)

    def child(self, element: Element, place: str) -> Tag:
        """The tag of another element of the same file."""
        return Tag(element, self.file, place)

    def text(self, name: str, default: str = "") -> str:
        """An attribute as text."""
        return self.element.get(name, default)

    def integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole-number attribute from `low` to `high`. Raises MapError, also if it is missing without a default."""
        raw = self.element.get(name)
        if raw is None:
            if default is None:
                self.fail(f"the attribute {name} is missing", "save it again in Tiled")
            return default
        if not _INT.match(raw) or not low <= int(raw) <= high:
            self.fail(f"{name} is {shown(raw)}", f"it has to be a whole number from {low} to {high}")
        return int(raw)

    def number(self, name: str, default: float = 0.0) -> float:
        """A decimal attribute whose absolute value is below a million. Raises MapError."""
        raw = self.element.get(name)
        if raw is None:
            return default
        value = decimal(raw)
        if value == math.inf:
            self.fail(f"{name} is {shown(raw)}", "it has to be a number below a million")
        return value

    def properties(self) -> dict[str, Value]:
        """The flat custom properties of the tag, converted by their declared type. Raises MapError."""
        values: dict[str, Value] = {}
        blocks = self.element.findall("properties")
        entries = [entry for block in blocks for entry in block]
        if len(entries) > _MAX_PROPERTIES:
            self.fail(f"it has {len(entries)} properties", f"keep at most {_MAX_PROPERTIES}")
        for entry in entries:
            name = entry.get("name", "")
            if entry.tag != "property" or not name:
                self.fail("a property has no name", "name it or remove it")
            if name in values:
                self.fail(f"the property {shown(name)} appears twice", "remove one of them")
            values[name] = self._value(entry, name)
        return values

    def _value(self, entry: Element, name: str) -> Value:
        written_as = entry.get("type", "")
        if written_as not in _FLAT or len(entry):
            self.fail(
                f"the property {shown(name)} is of type {shown(written_as)}",
                "use a string, int, float, bool or color property",
            )
        raw = entry.get("value")
        raw = (entry.text or "") if raw is None else raw
        if written_as == "int":
            if not _INT.match(raw):
                self.fail(f"the int property {shown(name)} is {shown(raw)}", "give it a whole number")
            return int(raw)
        if written_as == "float":
            if not _FLOAT.match(raw):
                self.fail(f"the float property {shown(name)} is {shown(raw)}", "give it a number")
            return float(raw)
        if written_as == "bool":
            if raw not in ("true", "false"):
                self.fail(f"the bool property {shown(name)} is {shown(raw)}", "set it to true or false")
            return raw == "true"
        if len(raw) > _MAX_LETTERS:
            self.fail(f"the property {shown(name)} is very long", f"keep it below {_MAX_LETTERS} characters")
        return raw
