"""Words an error of msgspec about foreign data as a person needs it: the exact place, the fault, the mend.

msgspec names a path and what it expected; everything else comes from the types, which only this module inspects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import inspect

from game.engine.unfit import INT_LIMIT, Step, Unfit, one_of, shown


class Misfit:
    """A fault that msgspec found in `data`, which should be of the type `kind`."""

    def __init__(self, data: object, kind: type, error: msgspec.ValidationError) -> None:
        self.data, self.kind, self.cause = data, kind, error.__cause__
        self.text = str(error)
        self.message, _, where = self.text.rpartition(" - at ")
        if not where.startswith(("`$", "`key`")) or not self.message:
            self.message, where = self.text, ""
        self.in_key = where.startswith("`key`")
        self.steps = re.findall(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]", where)

    def explain(self) -> tuple[list[Step], str, str]:
        """The path to the fault, what is wrong, and the mend."""
        path, value, node = self._locate()
        if isinstance(self.cause, Unfit):  # a check of our own, made while the value was built
            unfit = self.cause
            return [*path, *([unfit.place] if unfit.place else [])], unfit.fault, unfit.mend
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
        return path, *_misfit(node, value, self.message)

    def _locate(self) -> tuple[list[Step], object, inspect.Type]:
        """The steps that lead to the fault, and the value and its type there.

        They stop early at a type with its own words for a fault anywhere inside it.
        """
        path: list[Step] = []
        value, node = self.data, _member_for(inspect.type_info(self.kind), self.data)
        for name, entry in self.steps:
            if _words(node) is not None:
                break
            node = _bare(node)
            if isinstance(value, dict) and isinstance(node, inspect.StructType) and name in value:
                path.append(name)
                node = next(field.type for field in node.fields if field.encode_name == name)
            elif isinstance(value, dict) and isinstance(node, inspect.DictType) and entry:
                path.append(self._key(path, value))
                node = node.value_type
            elif isinstance(value, list | tuple) and entry.isdecimal():
                path.append(int(entry))
                node = _item(node, int(entry))
            else:
                break
            value = value[path[-1]]  # type: ignore[index]
            node = _member_for(node, value)
        return path, value, node

    def _key(self, path: Sequence[Step], table: dict[str, object]) -> str:
        """The key of the first bad entry of a table, found by bisection, because msgspec does not name it."""
        keys = list(table)
        while len(keys) > 1:
            first, second = keys[: len(keys) // 2], keys[len(keys) // 2 :]
            keys = first if self._fails(_with(self.data, path, {key: table[key] for key in first})) else second
        return str(keys[0])

    def _fails(self, data: object) -> bool:
        try:
            msgspec.convert(data, self.kind)
        except msgspec.ValidationError as error:
            return str(error) == self.text  # the same fault: there may be others further down in the data
        except UnicodeError:
            return True
        return False

    def _field(
        self, path: list[Step], value: dict[str, object], node: inspect.StructType
    ) -> tuple[list[Step], str, str]:
        """Path, fault and mend of a field that is missing or unknown, or of an object that fails a check as a whole."""
        known = {field.encode_name: field for field in node.fields}
        if node.tag_field:
            known.pop(node.tag_field, None)
        unknown = next((name for name in value if name not in known and name != node.tag_field), None)
        if unknown is not None and "unknown field" in self.message:
            return path, f"the field {shown(unknown)} is unknown", one_of(sorted(known), str(unknown))
        missing = next((name for name, field in known.items() if field.required and name not in value), None)
        if missing is not None:
            words = _words(known[missing].type)
            return [*path, missing], "it is missing", words["mend"] if words else f"add {_article(known[missing].type)}"
        return path, "this does not fit", "mend it"


def _with(data: object, path: Sequence[Step], part: object) -> object:
    """The data with `part` at that path; the rest is shared."""
    if not path:
        return part
    head, rest = path[0], path[1:]
    if isinstance(data, dict):
        return {**data, head: _with(data[head], rest, part)}
    assert isinstance(data, list | tuple)
    return [_with(item, rest, part) if place == head else item for place, item in enumerate(data)]


def _words(node: inspect.Type) -> dict[str, str] | None:
    extra = node.extra if isinstance(node, inspect.Metadata) else None
    return extra if extra and "fault" in extra else None


def _bare(node: inspect.Type) -> inspect.Type:
    """The type without its metadata."""
    return _bare(node.type) if isinstance(node, inspect.Metadata) else node


def _member_for(node: inspect.Type, value: object) -> inspect.Type:
    """The type itself, or of a union the one that the value was probably meant for."""
    if not isinstance(node, inspect.UnionType):
        return node
    lists = inspect.ListType | inspect.VarTupleType | inspect.TupleType
    for member in node.types:
        bare = _bare(member)
        if isinstance(value, dict) and isinstance(bare, inspect.StructType | inspect.DictType):
            return member
        if isinstance(value, list | tuple) and isinstance(bare, lists):
            return member
    members = [member for member in node.types if not isinstance(member, inspect.NoneType)]
    return members[0] if len(members) == 1 else node


def _item(node: inspect.Type, place: int) -> inspect.Type:
    if isinstance(node, inspect.TupleType):
        return node.item_types[min(place, len(node.item_types) - 1)]
    return node.item_type if isinstance(node, inspect.ListType | inspect.VarTupleType) else node


def _type_name(node: inspect.Type) -> str:  # noqa: C901, PLR0911 (one for each kind of type)
    """What a value of a type is called, without an article."""
    match node:
        case inspect.Metadata(type=inner):
            return _type_name(inner)
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
            names = [_type_name(member) for member in types]
            return ", ".join(names) if "true or false" in names else " or ".join(names)
        case inspect.LiteralType() | inspect.EnumType():
            return f"one of {', '.join(_choices(node))}"
        case inspect.NoneType():
            return "null"
    return "object"


def _choices(node: inspect.Type) -> list[str]:
    """The words that a value may be; empty if it is not limited to some."""
    if isinstance(node, inspect.EnumType):
        return [str(member.value) for member in node.cls]
    return [str(value) for value in node.values] if isinstance(node, inspect.LiteralType) else []


def _article(node: inspect.Type) -> str:
    """What a value of a type is called, with its article if it has one."""
    name = _type_name(node)
    if name.startswith(("true", "one of", "null")):
        return name
    return f"an {name}" if name[0] == "o" else f"a {name}"


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


def _misfit(node: inspect.Type, value: object, message: str) -> tuple[str, str]:
    """The fault and mend of a value that is of another type, or out of bounds."""
    if choices := _choices(node):
        return f"{shown(value)} is unknown", one_of(choices, value if isinstance(value, str) else "")
    if isinstance(value, str) and "matching regex" in message:
        if value.strip():
            return "the text has letters that cannot be printed", "write it without them"
        return "it is empty", "write a text"
    if not value and "length >= 1" in message:
        return "it is empty", "add at least one"
    if isinstance(node, inspect.BoolType):
        return "this is neither true nor false", "write one of them"
    mend = _MENDS.get(type(node), "write one of these")
    if ", got `" not in message:  # the type is right
        length = re.search(r"length (?:[<>]= )?(\d+)", message)
        mend = "give one in that range"
        if length and isinstance(value, str | list | tuple | dict):
            mend = "make it longer" if len(value) < int(length[1]) else "make it shorter"
    return f"this is not {_article(node)}", mend
