"""Copies the records that the state is made of."""

from __future__ import annotations

import functools
from typing import TypeVar, get_origin, get_type_hints

import msgspec

Piece = TypeVar("Piece", bound=msgspec.Struct)


def fresh(piece: Piece) -> Piece:
    """A copy with its own lists and dicts; the values in them are shared."""
    twin: Piece = piece.__copy__()  # type: ignore[attr-defined]  # copy.copy takes four times as long
    for name in _open(type(piece)):
        setattr(twin, name, getattr(twin, name).copy())
    return twin


@functools.cache
def _open(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a class that hold a list or a dict."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if get_origin(hints[name]) in (list, dict))
