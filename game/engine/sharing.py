"""Lists of records that cost next to nothing to copy: the copies share all that none of them has written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, Self, TypeVar, overload

import msgspec

from game.engine.structs import fresh

PieceT = TypeVar("PieceT", bound=msgspec.Struct)

PART = 64
"""Pieces in a part; a write copies one part and the list of parts."""


class SharedList(Sequence[PieceT], Generic[PieceT]):
    """Records in order. What is read is shared with the list this one was copied from; `own` gives one to alter."""

    __slots__ = ("_count", "_own_parts", "_own_pieces", "_parts")

    def __init__(self, pieces: Iterable[PieceT] = ()) -> None:
        """The pieces given belong to this list alone."""
        listed = list(pieces)
        self._count = len(listed)
        self._parts = [listed[start : start + PART] for start in range(0, len(listed), PART)]
        self._own_parts = set(range(len(self._parts)))
        self._own_pieces = set(range(len(listed)))

    def copy(self) -> Self:
        """A list that can be written without touching this one; neither has a piece of its own any more."""
        twin = object.__new__(type(self))
        twin._count, twin._parts = self._count, self._parts.copy()
        twin._own_parts, twin._own_pieces = set(), set()
        self._own_parts, self._own_pieces = set(), set()
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
        """The piece at that place, to be read; a slice gives a list. Raises IndexError."""
        if isinstance(place, slice):
            return list(self)[place]
        whole = self._place(place)
        return self._parts[whole // PART][whole % PART]

    def own(self, place: int) -> PieceT:
        """The piece at that place, to be altered; what was read of it before is stale. Raises IndexError."""
        place = self._place(place)
        part = self._part(place // PART)
        if place not in self._own_pieces:
            part[place % PART] = fresh(part[place % PART])
            self._own_pieces.add(place)
        return part[place % PART]

    def append(self, piece: PieceT) -> None:
        """Put a piece at the end; it belongs to this list alone."""
        number = self._count // PART
        if number == len(self._parts):
            self._parts.append([])
            self._own_parts.add(number)
        self._part(number).append(piece)
        self._own_pieces.add(self._count)
        self._count += 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharedList) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SharedList({list(self)!r})"

    def _place(self, place: int) -> int:
        whole = place + self._count if place < 0 else place
        if not 0 <= whole < self._count:
            raise IndexError(place)
        return whole

    def _part(self, number: int) -> list[PieceT]:
        """A part that may be written."""
        if number not in self._own_parts:
            self._parts[number] = self._parts[number].copy()
            self._own_parts.add(number)
        return self._parts[number]
