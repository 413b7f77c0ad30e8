"""The errors for foreign data and setups that are refused: one sentence with place, fault and mend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Step = str | int
"""The name of a field or the number of an entry."""

INT_LIMIT = 1 << 63


class SetupError(ValueError):
    """A setup that cannot be played. The sentence names the place and the mend."""


class Unfit(ValueError):  # noqa: N818
    """Foreign data that is refused. `str()` is one sentence of file, place, fault and mend.

    `place` is the path to the fault in words, like "units[2].at"; "" for the data as a whole. `path` is the same path
    in steps, as far as it is known. `file` is "" for data that is not in a file.
    """

    def __init__(self, file: str, place: str, fault: str, mend: str = "", path: Sequence[Step] = ()) -> None:
        self.path = tuple(path)
        self.file = file
        self.place = place
        self.fault = fault
        self.mend = mend
        location = ", ".join(part for part in (file, place) if part)
        super().__init__(f"{location}: {self.reason}." if location else f"{self.reason}.")

    @property
    def reason(self) -> str:
        """Fault and mend, without a full stop."""
        return f"{self.fault}; {self.mend}" if self.mend else self.fault


class Excess(Unfit):
    """Data beyond the limits of the reader: nested too deeply, or a whole number that is too long."""


class Surplus(Unfit):
    """Data with a field that its type does not have: a slip of the pen, or the work of another version."""


class Impossible(Unfit):
    """Data with a value that cannot be represented: a number out of bounds, or a text with a surrogate."""


def shown(value: object, limit: int = 40) -> str:
    """A foreign value for a sentence: quoted, on one line, at most `limit` characters long."""
    match value:
        case str():
            text = value
        case list() | dict():
            text = type(value).__name__
        case _:
            text = repr(value)
    return f"'{clean(text, limit)}'"


def clean(text: str, limit: int) -> str:
    """A text as one line of printable characters, cut after `limit`."""
    line = "".join(letter if letter.isprintable() else "?" for letter in text[: limit + 1])
    return line if len(text) <= limit else f"{line[:limit]}..."


def one_of(names: Sequence[str] | Mapping[str, object], wrong: str) -> str:
    """The mend for an unknown name: the known name that was probably meant, or all of them."""
    import difflib  # only for a wrong name

    closest = difflib.get_close_matches(wrong[:100], list(names), 1, 0.75)
    if closest:
        return f"write {shown(closest[0])}"
    return f"use one of {', '.join(names)}" if names else "remove it"
