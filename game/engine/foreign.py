"""Foreign data becomes typed here, and nowhere else: JSON and TOML are read, fitted to types, or refused in a sentence.

A reader says what it takes as `msgspec.Struct` classes, with lengths, ranges and patterns in `Meta`. What does not fit
is an `Unfit`: the place of the fault, what is wrong, the mend. A type may bring words of its own (`says`).
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, inspect

T = TypeVar("T")
Step = str | int
"""The name of a field or the number of an entry."""
Spell = Callable[[Sequence[Step], object], str]
"""How a path is called in a sentence, given the whole of the data."""

INT_LIMIT = 1 << 63
UNPRINTABLE = (
    "\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\ud800-\uf8ff\ufeff\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff\U000f0000-\U0010ffff"
)
"""Letters without a picture of their own, for a class of a regular expression: controls, marks of direction, blanks."""
WHOLE = r"\A[^\ud800-\udfff]*\Z"
"""A text without halves of letters, which no file can hold."""
PRINTABLE = rf"\A[^{UNPRINTABLE}]*\Z"


def says(fault: str, mend: str) -> Meta:
    """Words of a type's own for whatever is wrong with a value of it; {} in `fault` is the value."""
    return Meta(extra={"fault": fault, "mend": mend})


ID = r"[^\W_][\w.-]{0,31}"
"""Of a unit, a seat, a site. It becomes part of the ids of options, so it has no colon."""

Word = Annotated[str, Meta(max_length=60, pattern=PRINTABLE)]
Line = Annotated[str, Meta(max_length=200, pattern=PRINTABLE)]
Name = Annotated[str, Meta(max_length=200, pattern=WHOLE)]
Prose = Annotated[str, Meta(max_length=20_000, pattern=WHOLE)]
"""Words of an author's own, line breaks and all."""
Key = Annotated[str, Meta(max_length=100, pattern=PRINTABLE)]
Id = Annotated[
    str,
    Meta(pattern=rf"\A{ID}\Z"),
    says("{} cannot be an id", 'use up to 32 letters and digits, like "b1"'),
]
Filled = Annotated[str, Meta(pattern=r"\S")]
"""A text that says something."""
Seed = Annotated[int, Meta(ge=-INT_LIMIT, le=INT_LIMIT - 1)]


class Unfit(ValueError):  # noqa: N818
    """Foreign data that is refused. `str()` is one sentence of file, place, fault and mend.

    `place` is the path to the fault, like `units[2].at`; "" is the whole. `file` is "" for data that is in none.
    """

    def __init__(self, file: str, place: str, fault: str, mend: str = "") -> None:
        self.file = file
        self.place = place
        self.fault = fault
        self.mend = mend
        where = ", ".join(part for part in (file, place) if part)
        super().__init__(f"{where}: {self.reason}." if where else f"{self.reason}.")

    @property
    def reason(self) -> str:
        """Fault and mend, without a full stop."""
        return f"{self.fault}; {self.mend}" if self.mend else self.fault


class Excess(Unfit):
    """Data beyond what is read: nested too deeply, a number that is too long, half a letter."""


def shown(value: object, limit: int = 40) -> str:
    """A foreign value made fit for a sentence: one line, quoted, short."""
    match value:
        case str():
            text = value
        case list() | dict():
            text = type(value).__name__
        case _:
            text = repr(value)
    return f"'{_clean(text, limit)}'"


def _clean(text: str, limit: int) -> str:
    line = "".join(letter if letter.isprintable() else "?" for letter in text[: limit + 1])
    return line if len(text) <= limit else f"{line[:limit]}..."


def one_of(names: Sequence[str] | Mapping[str, object], wrong: str = "") -> str:
    """The mend for an unknown name: the one that was likely meant, or all there are."""
    import difflib  # only for a wrong name

    near = difflib.get_close_matches(wrong[:100], list(names), 1, 0.75)
    return f"write {shown(near[0])}" if near else f"use one of {', '.join(names)}" if names else "remove it"


# -- reading ----------------------------------------------------------------------------------------------------------


def json_of(data: bytes | str) -> object:
    """The plain data of a JSON text. Raises Unfit, or Excess where it is JSON."""
    try:
        return msgspec.json.decode(data)
    except UnicodeError as error:
        raise Unfit("", "", "this is not UTF-8 text", "save it as UTF-8") from error
    except RecursionError as error:
        raise Excess("", "", "this is no JSON (it is nested too deeply)", "make it flatter") from error
    except msgspec.ValidationError as error:  # without a type only a number can be at fault
        raise Excess("", "", f"this is no JSON ({_clean(str(error).partition(' - at ')[0], 60)})", "mend it") from error
    except msgspec.DecodeError as error:
        if _has_half_letters(data):
            raise Excess("", "", "this is no JSON (a text has half a letter)", "mend it") from error
        raise _unread("JSON", error) from error


def _has_half_letters(data: bytes | str) -> bool:
    """Whether only halves of letters keep a text from being JSON: the standard library lets those pass."""
    with contextlib.suppress(ValueError, RecursionError):
        text = data if isinstance(data, str) else data.decode("utf-8")
        if "\\ud" in text.lower():
            json.loads(text)
            return True
    return False


def toml_of(data: bytes | str) -> dict[str, object]:
    """The plain data of a TOML text. Raises Unfit."""
    import tomllib  # many a command reads none

    try:
        return tomllib.loads(data.decode("utf-8") if isinstance(data, bytes) else data)
    except UnicodeError as error:
        raise Unfit("", "", "this is not UTF-8 text", "save it as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise _unread("TOML", error) from error


def toml_file(path: Path) -> dict[str, object]:
    """The plain data of a TOML file. Raises Unfit that names the file."""
    try:
        return toml_of(path.read_bytes())
    except OSError as error:
        raise Unfit(path.name, "", f"it cannot be read ({error.strerror})", "name another file") from error
    except Unfit as error:
        raise Unfit(path.name, "", error.fault, error.mend) from error


def _unread(kind: str, error: Exception) -> Unfit:
    reason = str(error).partition("\n")[0].partition(" - at ")[0]
    return Unfit("", "", f"this is no {kind} ({_clean(reason, 120)})", "mend the text there")


def plain(value: object) -> Any:
    """Structs, tuples and mappings as JSON would give them back: objects and lists, all the way down."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=_unstructured))


def _unstructured(value: Mapping[str, object]) -> dict[str, object]:
    return dict(value)


# -- fitting ----------------------------------------------------------------------------------------------------------


def dotted(path: Sequence[Step], data: object = None) -> str:
    """A path as written in code: `units[2].at`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{_clean(step, 60)}" for step in path).lstrip(".")


def fit(data: object, kind: type[T], *, file: str = "", spell: Spell = dotted) -> T:
    """Plain data as a value of `kind`, all of it checked. Raises Unfit for the first fault."""
    try:
        return msgspec.convert(data, kind)
    except RecursionError as error:
        raise Unfit(file, "", "it is nested too deeply", "make it flatter") from error
    except UnicodeError as error:
        raise Unfit(file, "", "a text has half a letter", "write it again") from error
    except msgspec.ValidationError as error:
        path, fault, mend = _Fault(data, kind, error).told()
        raise Unfit(file, spell(path, data), fault, mend) from error


class _Fault:
    """A fault that msgspec found: where it is in the data, and in words."""

    def __init__(self, data: object, kind: type, error: msgspec.ValidationError) -> None:
        self.data, self.kind, self.cause = data, kind, error.__cause__
        self.said, _, where = str(error).rpartition(" - at ")
        if not where.startswith(("`$", "`key`")) or not self.said:
            self.said, where = str(error), ""
        self.in_key = where.startswith("`key`")
        self.steps = re.findall(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]", where)

    def told(self) -> tuple[list[Step], str, str]:
        """Path, fault and mend."""
        path, value, node = self._found()
        if isinstance(self.cause, Unfit):  # a check of our own, made while the value was built
            own = self.cause
            return [*path, *([own.place] if own.place else [])], own.fault, own.mend
        if self.cause is not None:
            return path, str(self.cause).rstrip("."), "mend it"
        if (own_words := _words(node)) is not None:
            return path, own_words["fault"].replace("{}", shown(value)), own_words["mend"]
        node = _bare(node)
        if self.in_key and isinstance(value, dict):
            key = self._key(path, value)
            return path, f"the name {shown(key)} is unfit", "use a short text of letters that can be printed"
        if isinstance(node, inspect.StructType) and isinstance(value, dict):
            return self._field(path, value, node)
        return path, *_misfit(node, value, self.said)

    def _found(self) -> tuple[list[Step], object, inspect.Type]:
        """The steps that lead to the fault, or to what has words of its own around it; the value and its type there."""
        path: list[Step] = []
        value, node = self.data, _meant(inspect.type_info(self.kind), self.data)
        for name, entry in self.steps:
            if _words(node) is not None:
                break
            node = _bare(node)
            if isinstance(value, dict) and isinstance(node, inspect.StructType) and name in value:
                path.append(name)
                node = next(each.type for each in node.fields if each.encode_name == name)
            elif isinstance(value, dict) and isinstance(node, inspect.DictType) and entry:
                path.append(self._key(path, value))
                node = node.value_type
            elif isinstance(value, list | tuple) and entry.isdecimal():
                path.append(int(entry))
                node = _item(node, int(entry))
            else:
                break
            value = value[path[-1]]  # type: ignore[index]
            node = _meant(node, value)
        return path, value, node

    def _key(self, path: Sequence[Step], table: dict[str, object]) -> str:
        """The key of the first bad entry of a table; msgspec does not name it, so it is searched for by halves."""
        keys = list(table)
        while len(keys) > 1:
            first, second = keys[: len(keys) // 2], keys[len(keys) // 2 :]
            keys = first if self._fails(_with(self.data, path, {key: table[key] for key in first})) else second
        return str(keys[0])

    def _fails(self, data: object) -> bool:
        try:
            msgspec.convert(data, self.kind)
        except msgspec.ValidationError as error:
            return str(error).startswith(self.said)
        except UnicodeError:
            return True
        return False

    def _field(
        self, path: list[Step], value: dict[str, object], node: inspect.StructType
    ) -> tuple[list[Step], str, str]:
        """A field that is missing or unknown, or the check of a whole object."""
        known = {each.encode_name: each for each in node.fields}
        if node.tag_field:
            known.pop(node.tag_field, None)
        unknown = next((name for name in value if name not in known and name != node.tag_field), None)
        if unknown is not None and "unknown field" in self.said:
            return path, f"the field {shown(unknown)} is unknown", one_of(sorted(known), str(unknown))
        missing = next((name for name, each in known.items() if each.required and name not in value), None)
        if missing is not None:
            words = _words(known[missing].type)
            return [*path, missing], "it is missing", words["mend"] if words else f"add {_article(known[missing].type)}"
        return path, "this does not fit", "mend it"


def _with(data: object, path: Sequence[Step], part: object) -> object:
    """The data with another part at that path; the rest is shared."""
    if not path:
        return part
    head, rest = path[0], path[1:]
    if isinstance(data, dict):
        return {**data, head: _with(data[head], rest, part)}
    assert isinstance(data, list | tuple)
    return [_with(each, rest, part) if place == head else each for place, each in enumerate(data)]


def _words(node: inspect.Type) -> dict[str, str] | None:
    extra = node.extra if isinstance(node, inspect.Metadata) else None
    return extra if extra and "fault" in extra else None


def _bare(node: inspect.Type) -> inspect.Type:
    """The type without notes on it."""
    return _bare(node.type) if isinstance(node, inspect.Metadata) else node


def _meant(node: inspect.Type, value: object) -> inspect.Type:
    """Of a choice of types the one that the value was likely meant for."""
    if not isinstance(node, inspect.UnionType):
        return node
    lists = inspect.ListType | inspect.VarTupleType | inspect.TupleType
    for each in node.types:
        bare = _bare(each)
        if isinstance(value, dict) and isinstance(bare, inspect.StructType | inspect.DictType):
            return each
        if isinstance(value, list | tuple) and isinstance(bare, lists):
            return each
    said = [each for each in node.types if not isinstance(each, inspect.NoneType)]
    return said[0] if len(said) == 1 else node


def _item(node: inspect.Type, place: int) -> inspect.Type:
    if isinstance(node, inspect.TupleType):
        return node.item_types[min(place, len(node.item_types) - 1)]
    return node.item_type if isinstance(node, inspect.ListType | inspect.VarTupleType) else node


def _called(node: inspect.Type) -> str:
    """What a value of a type is called, after "no" or "add a"."""
    match node:
        case inspect.Metadata(type=inner):
            return _called(inner)
        case inspect.StrType(max_length=longest):
            return f"text of up to {longest} letters" if longest else "text"
        case inspect.IntType(ge=low, le=high):
            if low is None or high is None:
                return f"whole number from {low} on" if low is not None else "whole number"
            return "whole number" if high - low > INT_LIMIT else f"whole number from {low} to {high}"
        case inspect.BoolType():
            return "true or false"
        case inspect.ListType(max_length=longest) | inspect.VarTupleType(max_length=longest):
            return f"list of up to {longest}" if longest else "list"
        case inspect.TupleType(item_types=items):
            return f"list of {len(items)}"
        case inspect.DictType(max_length=longest):
            return f"object of up to {longest} fields" if longest else "object"
        case inspect.UnionType(types=types):
            names = [_called(each) for each in types]
            return ", ".join(names) if "true or false" in names else " or ".join(names)
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.NoneType():
            return "null"
    return "object"


def _article(node: inspect.Type) -> str:
    """What a value of a type is called, after "add"."""
    name = _called(node)
    return name if name.startswith(("true", "one of", "null")) else f"an {name}" if name[0] == "o" else f"a {name}"


_MENDS: Mapping[type, str] = {
    inspect.StrType: "write it in quotes",
    inspect.IntType: "give a whole number",
    inspect.BoolType: "write true or false",
    inspect.ListType: "write it in square brackets",
    inspect.VarTupleType: "write it in square brackets",
    inspect.TupleType: "write it in square brackets",
    inspect.DictType: "write it as a table",
    inspect.StructType: "write it as a table",
}


def _misfit(node: inspect.Type, value: object, said: str) -> tuple[str, str]:
    """Fault and mend of a value that is of another type, or out of bounds."""
    if isinstance(node, inspect.LiteralType):
        values = [str(each) for each in node.values]
        return f"{shown(value)} is unknown", one_of(values, value if isinstance(value, str) else "")
    if isinstance(value, str) and "matching regex" in said:
        if value.strip():
            return "the text has letters that cannot be printed", "write it without them"
        return "it is empty", "write a text"
    if not value and "length >= 1" in said:
        return "it is empty", "add at least one"
    if isinstance(node, inspect.BoolType):
        return "this is neither true nor false", "write one of them"
    mend = _MENDS.get(type(node), "write one of these")
    if ", got `" not in said:  # the type is right
        mend = "make it shorter" if "length" in said else "give one in that range"
    return f"this is no {_called(node)}", mend
