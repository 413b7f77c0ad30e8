"""The only place where files are opened to be read, and where foreign data is typed or refused in a sentence.

`file_bytes` reads a file, `text_of` makes text of its bytes, `json_of` and `toml_of` make plain data of that.

A reader declares what it takes as `msgspec.Struct` classes, with lengths, ranges and patterns in `Meta`. Data that does
not fit raises `Unfit` with the place of the fault, what is wrong, and the mend. A type may have its own words (`says`).
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from game.engine.unfit import INT_LIMIT, Excess, Impossible, Step, Surplus, Unfit, clean

T = TypeVar("T")
Spell = Callable[[Sequence[Step], object], str]
"""Words a path for a sentence, given the whole data."""

UNPRINTABLE = (
    "\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\ud800-\uf8ff\ufeff\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff\U000f0000-\U0010ffff"
)
"""Invisible characters, for a character class of a regular expression: controls, marks of direction, blanks."""
WHOLE = r"\A[^\ud800-\udfff]*\Z"
"""A text without surrogates (halves of characters), which no UTF-8 file can hold."""
PRINTABLE = rf"\A[^{UNPRINTABLE}]*\Z"


def says(fault: str, mend: str) -> Meta:
    """A type's own words for any fault in its values; {} in `fault` is the value."""
    return Meta(extra={"fault": fault, "mend": mend})


ID = r"[^\W_][\w.-]{0,31}"
"""The id of a unit, a seat or a site. It has no colon, because it becomes part of the ids of options."""

Word = Annotated[str, Meta(max_length=60, pattern=PRINTABLE)]
Line = Annotated[str, Meta(max_length=200, pattern=PRINTABLE)]
Name = Annotated[str, Meta(max_length=200, pattern=WHOLE)]
Prose = Annotated[str, Meta(max_length=20_000, pattern=WHOLE)]
"""Text by an author, which may have line breaks."""
Key = Annotated[str, Meta(max_length=100, pattern=PRINTABLE)]
Id = Annotated[
    str,
    Meta(pattern=rf"\A{ID}\Z"),
    says("{} cannot be an id", 'use up to 32 letters and digits, like "b1"'),
]
Filled = Annotated[str, Meta(pattern=r"\S")]
"""A text that is not blank."""
Seed = Annotated[int, Meta(ge=-INT_LIMIT, le=INT_LIMIT - 1)]


# -- reading ----------------------------------------------------------------------------------------------------------

FILE_LIMIT = 5_000_000
"""The most bytes of a file that is read, unless its reader has another limit. No real one has a tenth of that."""


def file_bytes(path: Path, limit: int = FILE_LIMIT) -> bytes:
    """The content of a plain file of at most `limit` bytes. Raises OSError with the reason as its `strerror`.

    A pipe, a device or a folder is refused at once, before anything of it is read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | AT_ONCE)
    except ValueError as error:  # the name has a character that no name can have
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from error
    try:
        size = check_plain(descriptor)
        parts, left = list[bytes](), 0 if size > limit else limit + 1
        while left > 0 and (part := os.read(descriptor, min(left, 1 << 20))):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(descriptor)
    if left == 0:  # too long, or grown too long while it was read
        raise OSError(errno.EFBIG, f"it is over {limit:,} bytes long")
    return b"".join(parts)


AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""To open a file in binary, and without waiting: opening a pipe would wait until somebody opens its other end."""


def check_plain(descriptor: int) -> int:
    """The size of an open file in bytes. Raises OSError if it is a pipe, a device or a folder."""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(status.st_mode) else "it is no plain file")
    return status.st_size


class Utf16(Unfit):
    """Text of another encoding than UTF-8, which a person can save again."""


def unmarked(data: bytes) -> bytes:
    """The bytes of a UTF-8 text without the mark (BOM) that some editors begin it with. Raises Utf16."""
    half_zero = len(data) > 1 and (data[0] == 0) != (data[1] == 0)  # an ASCII letter in UTF-16
    if half_zero or data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Utf16("", "", "this is UTF-16 text", "save it as UTF-8")
    return data.removeprefix(codecs.BOM_UTF8)


def text_of(data: bytes) -> str:
    """The text in the bytes of a file or a line. Raises Unfit."""
    try:
        return unmarked(data).decode("utf-8")
    except UnicodeError as error:
        raise Unfit("", "", "this is not UTF-8 text", "save it as UTF-8") from error


def json_of(data: bytes | str) -> object:
    """The plain data of a JSON text. Raises Unfit; Excess or Impossible if it is JSON that cannot be used."""
    try:
        return msgspec.json.decode(data if isinstance(data, str) else text_of(data))
    except RecursionError as error:
        raise Excess("", "", "this is not JSON (it is nested too deeply)", "make it flatter") from error
    except msgspec.ValidationError as error:  # without a type, only a number can be invalid
        reason = str(error).partition(" - at ")[0]
        kind = Excess if reason.startswith("Integer") else Impossible
        raise kind("", "", f"this is not JSON ({clean(reason, 60)})", "mend it") from error
    except msgspec.DecodeError as error:
        if _has_half_letters(data):
            raise Impossible("", "", "this is not JSON (a text has half a letter)", "mend it") from error
        raise _unread("JSON", error) from error


def ascii_json(value: object) -> bytes:
    """Plain data as JSON in a line. Whatever is not ASCII is escaped, so that a reader may take any encoding."""
    data = msgspec.json.encode(value)
    if data.isascii():
        return data
    import json  # only for letters beyond ASCII

    return re.sub(rb"[\x80-\xff]+", lambda letters: json.dumps(letters[0].decode())[1:-1].encode(), data)


def _has_half_letters(data: bytes | str) -> bool:
    """Whether a text that msgspec refuses is JSON except for surrogates, which the standard library accepts."""
    import json  # only if msgspec has refused a text

    with contextlib.suppress(ValueError, RecursionError):
        text = data if isinstance(data, str) else data.decode("utf-8")
        if "\\ud" in text.lower():
            json.loads(text)
            return True
    return False


def toml_of(data: bytes | str, *, top: bool = False) -> dict[str, object]:
    """The plain data of a TOML text; with `top`, only the keys before its first table. Raises Unfit."""
    try:
        from tomli import loads  # compiled: with the standard library, reading five rulebooks was half of the start
    except ImportError:
        from tomllib import loads
    try:
        text = data if isinstance(data, str) else text_of(data)
        header = _HEADER.search(text) if top else None
        if header is not None:
            with contextlib.suppress(ValueError):  # then the line was in a list or in a text
                keys: dict[str, object] = loads(text[: header.start()])
                return keys
        table: dict[str, object] = loads(text)
    except Unfit:
        raise
    except (ValueError, RecursionError) as error:
        raise _unread("TOML", error) from error
    return table


_HEADER = re.compile(r"^\[+[A-Za-z_]", re.MULTILINE)


def toml_file(path: Path, *, top: bool = False) -> dict[str, object]:
    """The plain data of a TOML file, as `toml_of`. Raises Unfit naming the file."""
    try:
        return toml_of(file_bytes(path), top=top)
    except OSError as error:
        raise Unfit(path.name, "", f"it cannot be read ({error.strerror})", "name another file") from error
    except Unfit as error:
        raise Unfit(path.name, "", error.fault, error.mend) from error


def _unread(kind: str, error: Exception) -> Unfit:
    reason = str(error).partition("\n")[0].partition(" - at ")[0]
    return Unfit("", "", f"this is not {kind} ({clean(reason, 120)})", "mend the text there")


def plain(value: object) -> Any:
    """A value of structs, tuples and mappings as JSON would return it, with dicts and lists at every level."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=dict))


# -- fitting ----------------------------------------------------------------------------------------------------------


def dotted(path: Sequence[Step], data: object = None) -> str:
    """A path as it is written in code: `units[2].at`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{clean(step, 60)}" for step in path).lstrip(".")


def by_step(path: Sequence[Step], data: object = None) -> str:
    """A path in a file with `steps`, which people count from 1: `step 3.caption`."""
    if len(path) > 1 and path[0] == "steps" and isinstance(path[1], int):
        return dotted([f"step {path[1] + 1}", *path[2:]])
    return dotted(path)


def fit(data: object, kind: type[T], *, file: str = "", spell: Spell = dotted) -> T:
    """Plain data converted to `kind` and checked. Raises Unfit for the first fault."""
    try:
        return msgspec.convert(data, kind)
    except RecursionError as error:
        raise Unfit(file, "", "it is nested too deeply", "make it flatter") from error
    except UnicodeError as error:
        raise Unfit(file, "", "a text has half a letter", "write it again") from error
    except msgspec.ValidationError as error:
        from game.engine.misfits import Misfit  # it inspects types, which takes time and only faulty data needs

        path, fault, mend = Misfit(data, kind, error).explain()
        unfit = Surplus if "unknown field" in str(error) else Unfit
        raise unfit(file, spell(path, data), fault, mend, path) from error
