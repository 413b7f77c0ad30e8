"""The one error of the map loader."""

from __future__ import annotations


class MapError(ValueError):
    """A map that is refused. `file`, `place` and `mend` say where and how; `str()` is one sentence."""

    def __init__(self, file: str, place: str, fault: str, mend: str) -> None:
        """`place` is the layer, object or tag in words ("object 14 (r1)"); "" is the file as a whole."""
        self.file = file
        self.place = place
        self.fault = fault
        self.mend = mend
        where = f"{file}, {place}" if place else file
        super().__init__(f"{where}: {fault}; {mend}.")


class UnknownScenarioError(LookupError):
    """No map answers to the id; the sentence lists those that do."""


def shown(text: str, limit: int = 40) -> str:
    """Foreign text made fit for a sentence: one line, quoted, at most `limit` characters."""
    line = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"'{line}'" if len(line) <= limit else f"'{line[:limit]}...'"
