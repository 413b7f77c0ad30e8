"""Reading the game's own TOML files with types, and refusing them with the file, the place and the mend."""

from __future__ import annotations

import tomllib
from pathlib import Path


class DataError(ValueError):
    """A data file that cannot be used; the one sentence names file and place."""


class Table:
    """One table of a file. Every reader takes its key out; `close` refuses what nobody has read."""

    def __init__(self, file: str, place: str, name: str, values: dict[str, object]) -> None:
        self.file = file
        self.place = place
        self.name = name
        self._values = dict(values)

    def error(self, sentence: str) -> DataError:
        """The error to raise about this table."""
        return DataError(f"{self.file}, {self.place}: {sentence}.")

    def _take(self, key: str, kind: type, wanted: str) -> object:
        if key not in self._values:
            raise self.error(f"`{key}` is missing; add {wanted}")
        value = self._values.pop(key)
        # bool is an int to Python, not to an author
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"`{key}` must be {wanted}")
        return value

    def text(self, key: str) -> str:
        """A non-empty string."""
        value = str(self._take(key, str, "a text"))
        if not value.strip():
            raise self.error(f"`{key}` is empty; write a text")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """true or false; `default` if the key may be left out."""
        if default is not None and key not in self._values:
            return default
        return bool(self._take(key, bool, "true or false"))

    def strings(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self._take(key, list, "a list of texts")
        assert isinstance(value, list)
        if not all(isinstance(item, str) for item in value):
            raise self.error(f"`{key}` must be a list of texts")
        return tuple(value)

    def numbers(self, key: str) -> dict[str, int]:
        """A table of whole numbers."""
        value = self._take(key, dict, "a table of whole numbers")
        assert isinstance(value, dict)
        for name, number in value.items():
            if not isinstance(number, int) or isinstance(number, bool):
                raise self.error(f"`{key}.{name}` must be a whole number")
        return value

    def words(self, key: str) -> dict[str, str]:
        """A table of strings; empty if the key is left out."""
        value = self._values.pop(key, {})
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise self.error(f"`{key}` must be a table of texts")
        return value

    def tables(self, key: str, naming: str, *, optional: bool = False) -> tuple[Table, ...]:
        """A list of tables; each is called by its own key `naming` in errors."""
        if optional and key not in self._values:
            return ()
        items = self._take(key, list, f"at least one [[{key}]]")
        assert isinstance(items, list)
        tables = []
        for number, item in enumerate(items, 1):
            if not isinstance(item, dict):
                raise self.error(f"`{key}` must be a list of tables")
            called = item.get(naming)
            place = f"{key} {called}" if isinstance(called, str) and called else f"{key} number {number}"
            tables.append(Table(self.file, place, str(called), item))
        return tuple(tables)

    def named_tables(self, key: str) -> tuple[Table, ...]:
        """A table of tables, in file order; each knows its `name`."""
        items = self._take(key, dict, f"[{key}.NAME] tables")
        assert isinstance(items, dict)
        tables = []
        for name, item in items.items():
            if not isinstance(item, dict):
                raise self.error(f"`{key}.{name}` must be a table")
            tables.append(Table(self.file, f"{key}.{name}", name, item))
        return tuple(tables)

    def rest(self) -> tuple[dict[str, int], dict[str, str]]:
        """Everything left: whole numbers (true and false as 1 and 0) and texts. The table is then empty."""
        numbers: dict[str, int] = {}
        words: dict[str, str] = {}
        for key, value in self._values.items():
            if isinstance(value, int):
                numbers[key] = int(value)
            elif isinstance(value, str):
                words[key] = value
            else:
                raise self.error(f"`{key}` must be a whole number, a text, true or false")
        self._values = {}
        return numbers, words

    def close(self) -> None:
        """Refuse keys that nothing has read: a misspelt key must not be lost in silence."""
        if self._values:
            raise self.error(f"`{next(iter(self._values))}` is not known here; correct or remove it")


def read(path: Path) -> Table:
    """The top table of a TOML file. Raises DataError if it cannot be read or is no TOML."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name} is not UTF-8 text; save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name} is no TOML: {error}.") from error
    return Table(path.name, "top", "", values)
