"""A fast reader of plain TOML. With `tomllib`, reading five rulebooks took half of the start of the program.

It reads keys whose values are a text without backslashes, a whole number, true or false, or a list or inline table of
these, under headers like `[[entry]]` and `[one.two]`. A file with anything else, or with a fault, is left to `tomllib`.
"""

from __future__ import annotations

import re
from typing import Any

Table = dict[str, Any]

_KEY = "[A-Za-z_][A-Za-z0-9_-]*"
_FLAT = r'(?:"([^"\\\x00-\x1f\x7f]*)"(?!")|(true|false|0|-?[1-9][0-9]{0,17})(?=[ \n,\]}]))'
_LINE = re.compile(
    rf"({_KEY}) = (?:{_FLAT}|(?=[\[{{]))"  # a key and its value, or where its list or table begins
    rf"|\[\[({_KEY})\]\]|\[({_KEY})(?:\.({_KEY}))?\]|#[^\x00-\x08\x0a-\x1f\x7f]*|"
)
_VALUE = re.compile(_FLAT)
_NAME = re.compile(f" *({_KEY}) = ")
_GAP = re.compile("[ \n]*")
_BLANKS = re.compile(" *")


class _Involved(Exception):  # noqa: N818
    """The text is not plain TOML."""


def read_plain(text: str, *, top: bool = False) -> Table | None:
    """The data of a TOML text, as `tomllib.loads` gives it; None if that has to read the text.

    With `top`, only the keys before the first header are read.
    """
    try:
        return _read(f"{text}\n", top=top)
    except (_Involved, RecursionError):
        return None


def _read(text: str, *, top: bool) -> Table:
    root: Table = {}
    table, at = root, 0
    lists: dict[str, list[Table]] = {}
    heads: dict[str, Table] = {}
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None:
            raise _Involved
        at = line.end()
        key, words, word, entry, outer, inner = line.groups()
        if key:
            value, at = _value(text, at) if words is word is None else (_flat(words, word), at)
            _add(table, key, value)
        elif top and (entry or outer):
            return root
        elif entry:
            if entry not in lists:
                _add(root, entry, lists.setdefault(entry, []))
            table = {}
            lists[entry].append(table)
        elif outer:
            table = {}
            if inner and outer not in heads:
                _add(root, outer, heads.setdefault(outer, {}))
            _add(heads[outer] if inner else root, inner or outer, table)
        if text[at : at + 1] != "\n":
            raise _Involved
        at += 1
    return root


def _add(table: Table, key: str, value: object) -> None:
    if key in table:
        raise _Involved
    table[key] = value


def _flat(words: str | None, word: str) -> object:
    if words is not None:
        return words
    return word == "true" if word in ("true", "false") else int(word)


def _value(text: str, at: int) -> tuple[object, int]:
    """The value that begins at that place in the text, and the place where it ends. Raises _Involved."""
    match = _VALUE.match(text, at)
    if match:
        return _flat(*match.groups()), match.end()
    opening = text[at : at + 1]
    if opening == "[":
        return _list(text, at + 1)
    if opening == "{":
        return _table(text, at + 1)
    raise _Involved


def _list(text: str, at: int) -> tuple[list[object], int]:
    items: list[object] = []
    while True:
        at = _skip(_GAP, text, at)
        if text.startswith("]", at):
            return items, at + 1
        value, at = _value(text, at)
        items.append(value)
        at = _skip(_GAP, text, at)
        if text.startswith(",", at):
            at += 1
        elif not text.startswith("]", at):
            raise _Involved


def _table(text: str, at: int) -> tuple[Table, int]:
    items: Table = {}
    while True:
        named = _NAME.match(text, at)
        if named is None:  # also for an empty table
            raise _Involved
        value, at = _value(text, named.end())
        _add(items, named[1], value)
        at = _skip(_BLANKS, text, at)
        if text.startswith("}", at):
            return items, at + 1
        if not text.startswith(",", at):
            raise _Involved
        at += 1


def _skip(blank: re.Pattern[str], text: str, at: int) -> int:
    match = blank.match(text, at)
    return match.end() if match else at
