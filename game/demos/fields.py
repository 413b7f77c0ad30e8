"""Reading the fields of a demonstration file: one sentence with file, place and mend for every fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class DemoError(ValueError):
    """A demonstration that cannot be used; the one sentence names the file, the place and the mend."""

    def __init__(self, file: str, place: str, fault: str, mend: str) -> None:
        self.file = file
        self.place = place
        super().__init__(f"{file}, {place}: {fault}; {mend}." if place else f"{file}: {fault}; {mend}.")


class Fields:
    """One table of the file, read key by key."""

    def __init__(self, file: str, place: str, values: Mapping[str, object]) -> None:
        self.file, self.place, self.values = file, place, values

    def error(self, fault: str, mend: str) -> DemoError:
        """The error to raise about this table."""
        return DemoError(self.file, self.place, fault, mend)

    def only(self, known: Iterable[str]) -> None:
        """Refuse fields that would be ignored."""
        for name in self.values:
            if name not in known:
                raise self.error(f'the field "{name}" is unknown', f"use {', '.join(sorted(known))}")

    def text(self, name: str, *, needed: bool = True) -> str:
        """A text; "" if it may be left out."""
        value = self.values.get(name, "")
        if not isinstance(value, str):
            raise self.error(f'"{name}" is no text', "write it in quotes")
        if needed and not value.strip():
            raise self.error(f'"{name}" is missing', "add it as a text in quotes")
        return value

    def number(self, name: str) -> int:
        """A whole number."""
        value = self.values.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(f'"{name}" is no whole number', "write it like 3")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty where it is left out."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f'"{name}" is no list of texts', 'write it like ["pass"]')
        return tuple(value)

    def words(self, name: str) -> dict[str, str]:
        """A table of texts, empty where it is left out."""
        value = self.values.get(name, {})
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise self.error(f'"{name}" is no table of texts', 'write it like { b3 = "SC-26" }')
        return dict(value)

    def table(self, name: str) -> dict[str, object]:
        """A table, empty where it is left out."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            raise self.error(f'"{name}" is no table', f"write it as [{name}]")
        return dict(value)

    def items(self, name: str) -> list[object]:
        """A list, empty where it is left out."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            raise self.error(f'"{name}" is no list', "write it in square brackets")
        return value
