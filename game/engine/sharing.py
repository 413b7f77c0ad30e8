"""Copy-on-write lists of records: copies share every record that none of them has altered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, Self, TypeVar, overload

import msgspec

from game.engine.structs import fresh

PieceT = TypeVar("PieceT", bound=msgspec.Struct)

PART = 64
"""Pieces in a part. The first write to a part copies it and, once for a list, the list of parts."""


class SharedList(Sequence[PieceT], Generic[PieceT]):
    """Records in order. Records that are read may be shared with copies; `own` gives one that may be altered."""

    __slots__ = ("_count", "_own_parts", "_own_pieces", "_parts")

    def __init__(self, pieces: Iterable[PieceT] = ()) -> None:
        """The pieces have to belong to this list alone."""
        listed = list(pieces)
        self._count = len(listed)
        self._parts = [listed[start : start + PART] for start in range(0, len(listed), PART)]
        self._own_parts: set[int] | None = {*range(len(self._parts))}  # None: the list of parts is shared as well
        self._own_pieces = {*range(len(listed))}

    def copy(self) -> Self:
        """A list that can be written without touching this one. From now on both share all their pieces."""
        twin = object.__new__(type(self))
        twin._count, twin._parts = self._count, self._parts
        twin._own_parts = self._own_parts = None
        return twin

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[PieceT]:
        return chain.from_iterable(self._parts)

    def __reversed__(self) -> Iterator[PieceT]:
        return chain.from_iterable(map(reversed, reversed(self._parts)))

    @overload
    def __getitem__(self, place: int) -> PieceT: ...
    @overload
    def __getitem__(self, place: slice) -> list[PieceT]: ...
    def __getitem__(self, place: int | slice) -> PieceT | list[PieceT]:
        """The piece at that place, for reading only; a slice gives a list. Raises IndexError."""
        if isinstance(place, slice):
            return list(self)[place]
        index = place + self._count if place < 0 else place
        if not 0 <= index < self._count:
            raise IndexError(place)
        return self._parts[index // PART][index % PART]

    def own(self, place: int) -> PieceT:
        """The piece at that place, for altering; references read before are stale afterwards. Raises IndexError."""
        piece = self[place]
        index = place + self._count if place < 0 else place
        part = self._part(index // PART)
        if index not in self._own_pieces:
            part[index % PART] = piece = fresh(piece)
            self._own_pieces.add(index)
        return piece

    def append(self, piece: PieceT) -> None:
        """Add a piece at the end. It has to belong to this list alone."""
        self._part(self._count // PART).append(piece)
        self._own_pieces.add(self._count)
        self._count += 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharedList) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SharedList({list(self)!r})"

    def _part(self, number: int) -> list[PieceT]:
        """A part that may be written; a new one if `number` is one past the last."""
        if self._own_parts is None:
            self._parts = self._parts.copy()
            self._own_parts, self._own_pieces = set(), set()
        if number not in self._own_parts:
            self._own_parts.add(number)
            if number == len(self._parts):
                self._parts.append([])
            else:
                self._parts[number] = self._parts[number].copy()
        return self._parts[number]
