"""Reading foreign JSON: every value is checked for type and size before anything else touches it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

INT_LIMIT = 1 << 63


class Unfit(ValueError):  # noqa: N818
    """A value that is refused; `place` is the path to it, like `units[2].at`. `str()` is a clause without a full stop."""

    def __init__(self, place: str, fault: str) -> None:
        self.place = place
        self.fault = fault
        super().__init__(f"{place}: {fault}" if place else fault)


def shown(value: object, limit: int = 40) -> str:
    """A foreign value made fit for a sentence: one line, quoted, short."""
    text = value if isinstance(value, str) else repr(type(value).__name__ if isinstance(value, dict | list) else value)
    line = "".join(letter if letter.isprintable() else "?" for letter in text[: limit + 1])
    return f'"{line}"' if len(text) <= limit else f'"{line[:limit]}..."'


def is_whole(value: object) -> bool:
    """Whether this is an int (True and False are not) of at most 64 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and -INT_LIMIT <= value < INT_LIMIT


class Fields:
    """One JSON object and where it stands. Readers raise Unfit; `only` refuses what nobody would read."""

    def __init__(self, data: object, place: str = "") -> None:
        if not isinstance(data, dict):
            raise Unfit(place, "this is no object")
        self.data: dict[str, object] = data
        self.place = place

    def at(self, name: str) -> str:
        """The path to one of the fields."""
        return f"{self.place}.{name}" if self.place else name

    def only(self, *names: str) -> None:
        """Refuse fields of other names."""
        for name in self.data:
            if name not in names:
                raise Unfit(self.place, f"the field {shown(name)} is unknown")

    def text(self, name: str, limit: int = 200, default: str | None = None, *, free: bool = False) -> str:
        """A text of at most `limit` letters; printable unless it is `free`, as an author's own words are."""
        value = self.data.get(name, default)
        if not isinstance(value, str) or len(value) > limit:
            raise Unfit(self.at(name), f"this is no text of up to {limit} letters")
        if not (free or value.isprintable()):
            raise Unfit(self.at(name), "the text has letters that cannot be printed")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.data.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Unfit(self.at(name), f"this is no whole number from {low} to {high}")
        return value

    def items(self, name: str, limit: int, *, required: bool = False) -> list[object]:
        """A list of at most `limit` entries; empty where it is absent."""
        value = self.data.get(name, None if required else [])
        if not isinstance(value, list):
            raise Unfit(self.at(name), "this is no list")
        if len(value) > limit:
            raise Unfit(self.at(name), f"the list has more than {limit} entries")
        return value

    def wholes(self, name: str, limit: int, low: int, high: int, *, required: bool = False) -> list[int]:
        """A list of whole numbers from `low` to `high`."""
        found = self.items(name, limit, required=required)
        return [_whole(value, f"{self.at(name)}[{place}]", low, high) for place, value in enumerate(found)]

    def table(self, name: str, limit: int = 500) -> dict[str, object]:
        """An object of at most `limit` fields with printable names; empty where it is absent."""
        value = self.data.get(name, {})
        if not isinstance(value, dict) or len(value) > limit:
            raise Unfit(self.at(name), f"this is no object of up to {limit} fields")
        for key in value:
            if len(key) > 100 or not key.isprintable():
                raise Unfit(self.at(name), f"the name {shown(key)} is unfit")
        return value

    def texts(self, name: str, limit: int = 200, *, free: bool = False) -> dict[str, str]:
        """An object whose values are short texts."""
        inner = Fields(self.table(name), self.at(name))
        return {key: inner.text(key, limit, free=free) for key in inner.data}

    def numbers(self, name: str, low: int, high: int) -> dict[str, int]:
        """An object whose values are whole numbers from `low` to `high`."""
        inner = Fields(self.table(name), self.at(name))
        return {key: inner.whole(key, low, high) for key in inner.data}

    def objects(self, name: str, limit: int, *, required: bool = False) -> list[Fields]:
        """A list of objects."""
        found = self.items(name, limit, required=required)
        return [Fields(value, f"{self.at(name)}[{place}]") for place, value in enumerate(found)]


def _whole(value: object, place: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Unfit(place, f"this is no whole number from {low} to {high}")
    return value


def word_in(value: str, known: Mapping[str, T] | tuple[str, ...], place: str) -> str:
    """The word, if it is one of the known ones."""
    if value not in known:
        raise Unfit(place, f"{shown(value)} is unknown; use one of {', '.join(known)}")
    return value
