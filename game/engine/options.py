"""Options (legal answers), and lazy lists of them that know their length and make each option when it is read.

A rule lists single options and blocks of options, such as all cells that one unit may move to at one pace, or all sets
of targets that it may name. Options that nobody reads are never made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from math import comb
from typing import Any, ClassVar, Self, overload

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from game.engine.names import NO_MARKER, NO_PACE, Cell, MarkerKind, Pace, QuestionKind, Seat, UnitId, Verb


class Option(Struct, frozen=True, gc=False, omit_defaults=True):
    """One legal answer. `to` is a cell, `path` the cells after the start, `point` an index into it (0: the start).

    `id` is unique within the decision; `text` is its words. `action` is what is done, by `unit` or `formation`, to
    `target` or `targets`, for the friend `ally`, with `weapon`, at `pace`. `marker` is the kind that is laid, `until`
    how long a pass holds, `trigger` the id of the trigger that a reaction answers (-1: it is none). `seat` is the seat
    that the answer names, such as the one to begin; an answer with a seat has no formation. A rulebook that needs more
    fields extends the class.
    """

    sent_as: ClassVar[Mapping[str, str]] = {"seat": "formation", "trigger": "value"}
    """Field -> its name in protocol 1, if that differs."""

    id: str
    action: Verb
    unit: UnitId = ""
    target: UnitId = ""
    targets: tuple[UnitId, ...] = ()
    ally: UnitId = ""
    weapon: str = ""
    formation: str = ""
    seat: Seat = ""
    marker: MarkerKind = NO_MARKER
    to: Cell = -1
    path: tuple[Cell, ...] = ()
    point: int = -1
    pace: Pace = NO_PACE
    until: str = ""
    trigger: int = -1
    clauses: tuple[str, ...] = ()
    text: str = ""

    @property
    def how(self) -> Pace:
        """How a move is made: its pace, or its action if it has none (`disembark`)."""
        return self.pace or Pace(self.action)

    def but(self, **fields: Any) -> Self:
        """The option with other values in these fields. Raises TypeError if it has no such field."""
        return replace(self, **fields)

    def to_json(self, width: int) -> dict[str, object]:
        """The fields that apply; cells as [x, y] on a board `width` cells wide."""
        out: dict[str, object] = to_builtins(self)
        if self.to >= 0:
            out["to"] = [self.to % width, self.to // width]
        if self.path:
            out["path"] = [[cell % width, cell // width] for cell in self.path]
        return {self.sent_as.get(name, name): value for name, value in out.items()}


REACT = QuestionKind("react")
"""The kind of question that a reaction window asks."""
PASS = Option("pass", Verb("pass"), text="Pass")
RESET = Option("reset", Verb("reset"), text="Start again")
CONFIRM = Option("confirm", Verb("confirm"), text="Confirm")
HAND_OVER = CONFIRM.but(text="Hand over")
"""Confirms secret choices that are revealed only when all seats have confirmed theirs."""
UNPLAN = Verb("unplan")
"""The verb that takes one unit out of a plan."""
OF_PLANS = (UNPLAN, RESET.action, CONFIRM.action)
"""The verbs that every draft has, besides those that may be planned in it."""


Path = tuple[Cell, ...]
"""The cells of a path, without the start."""


class Block:
    """A lazy list of options whose ids all begin with `prefix`, which no id of another option does.

    Blocks with equal keys list the same options, perhaps as answers to different triggers.
    """

    prefix: str

    @property
    def key(self) -> Hashable:
        """Equal only for blocks that list the same options."""
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, place: int) -> Option:
        """The option at a place from 0. Raises IndexError."""
        raise NotImplementedError

    def find(self, rest: str) -> Option | None:
        """The option whose id is the prefix followed by `rest`, or None."""
        raise NotImplementedError

    def all(self) -> list[Option]:
        """Every option, in order."""
        return [self[place] for place in range(len(self))]


Part = Option | Block
"""What a rule lists: an option, or a block of them."""


LONGEST = 6
"""A column or a row has fewer digits than this."""


class Moves(Block):
    """One option for each of the first `count` of `cells`. Its id ends with the column and row of the cell, "x,y".

    `like` is the option without its cell. If the options differ only in their paths, `way` gives the path to a cell;
    only the options for the cells in `apart` differ in more.
    """

    apart: AbstractSet[Cell] = frozenset()

    def __init__(
        self, like: Option, cells: Sequence[Cell], count: int, width: int, way: Callable[[Cell], Path] | None = None
    ) -> None:
        """The id of `like` becomes the prefix. The board is `width` cells wide."""
        self.prefix, self.like, self.way = like.id, like, way
        self._cells, self._count, self._width = cells, count, width

    @property
    def key(self) -> Hashable:
        return self.like, tuple(self.cells)

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells, in the order of the options."""
        return self._cells[: self._count]

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: int) -> Option:
        """The option for the cell at that place. Raises IndexError."""
        if not 0 <= place < self._count:
            raise IndexError(place)
        return self._at(self._cells[place])

    def find(self, rest: str) -> Option | None:
        x, _, y = rest.partition(",")
        if not all(word.isascii() and word.isdigit() and len(word) < LONGEST for word in (x, y)):
            return None
        found = self._at(int(y) * self._width + int(x)) if int(x) < self._width else None
        return found if found and found.id == self.prefix + rest and found.to in self.cells else None

    def all(self) -> list[Option]:
        return list(map(self._at, self.cells))

    def _at(self, cell: Cell) -> Option:
        y, x = divmod(cell, self._width)
        return self.like.but(id=f"{self.prefix}{x},{y}", to=cell)


class Sets(Block):
    """One option for each set of 1 to `most` of `names`, smaller sets first. Its id has the names joined by "+"."""

    def __init__(
        self, prefix: str, suffix: str, names: Sequence[str], most: int, make: Callable[[str, tuple[str, ...]], Option]
    ) -> None:
        """`make` gives the option for an id and a set. Ids end with `suffix`."""
        self.prefix = prefix
        self.names, self.most = tuple(names), most
        self._suffix, self._make = suffix, make

    @property
    def key(self) -> Hashable:
        return self.prefix, self._suffix, self.names, self.most

    def __len__(self) -> int:
        count = len(self.names)
        return count if self.most == 1 else sum(comb(count, size) for size in range(1, self.most + 1))

    def __getitem__(self, place: int) -> Option:
        """The option for the set at that place. Raises IndexError."""
        if not 0 <= place < len(self):
            raise IndexError(place)
        count, size = len(self.names), 1
        while place >= comb(count, size):
            place -= comb(count, size)
            size += 1
        return self._of(tuple(self.names[i] for i in _set_at(place, size, count)))

    def find(self, rest: str) -> Option | None:
        if not rest.endswith(self._suffix):
            return None
        names = tuple(rest.removesuffix(self._suffix).split("+"))
        index_of = {name: place for place, name in enumerate(self.names)}
        places = [index_of.get(name, -1) for name in names]
        valid = min(places) >= 0 and places == sorted(set(places)) and len(names) <= self.most
        return self._of(names) if valid else None

    def all(self) -> list[Option]:
        return [self._of(names) for size in range(1, self.most + 1) for names in combinations(self.names, size)]

    def _of(self, names: tuple[str, ...]) -> Option:
        return self._make(f"{self.prefix}{'+'.join(names)}{self._suffix}", names)


def _set_at(place: int, size: int, count: int) -> list[int]:
    """The combination number `place` of `size` out of `count` indexes, in the order of `itertools.combinations`."""
    members: list[int] = []
    member = 0
    while len(members) < size:
        behind = comb(count - member - 1, size - len(members) - 1)
        if place < behind:
            members.append(member)
        else:
            place -= behind
        member += 1
    return members


class TooManyOptions(ValueError):  # noqa: N818
    """A question has more options than the limit."""


class Options(Sequence[Option]):
    """The legal answers of a decision, in order."""

    __slots__ = ("_all", "_parts", "_starts")

    def __init__(self, parts: Iterable[Part] = (), limit: int | None = None) -> None:
        """Raises TooManyOptions as soon as there are more than `limit`."""
        self._parts: list[Part] = []
        self._starts = [0]
        total = 0
        for part in parts:
            size = len(part) if isinstance(part, Block) else 1
            if size:
                total += size
                self._parts.append(part)
                self._starts.append(total)
                if limit is not None and total > limit:
                    raise TooManyOptions(limit)
        self._all: tuple[Option, ...] | None = None

    @classmethod
    def of(cls, parts: Iterable[Part], limit: int | None = None) -> Options:
        """The parts as Options; Options are returned as they are. Raises TooManyOptions for more than `limit`."""
        return parts if isinstance(parts, Options) else cls(parts, limit)

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, place: int | slice) -> Option | tuple[Option, ...]:
        """The option at a place, which is made now; a slice makes all options. Raises IndexError."""
        if isinstance(place, slice):
            return self.all()[place]
        count = len(self)
        place += count if place < 0 else 0
        if not 0 <= place < count:
            raise IndexError(place)
        index = bisect_right(self._starts, place) - 1
        part = self._parts[index]
        return part[place - self._starts[index]] if isinstance(part, Block) else part

    def __iter__(self) -> Iterator[Option]:
        return self._each() if self._all is None else iter(self._all)

    def _each(self) -> Iterator[Option]:
        """Each option in order. A block is made only when the iteration reaches it."""
        options: list[Option] = []
        for part in self._parts:
            members = part.all() if isinstance(part, Block) else (part,)
            yield from members
            options += members
        self._all = tuple(options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options | tuple | list) and self.all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.all())

    def __repr__(self) -> str:
        return f"Options({list(self.all())!r})"

    @property
    def parts(self) -> Sequence[Part]:
        """Options and blocks, in order."""
        return self._parts

    def all(self) -> tuple[Option, ...]:
        """Every option, made once."""
        return tuple(self._each()) if self._all is None else self._all

    def find(self, option_id: str) -> Option | None:
        """The option with that id, or None. Only blocks whose prefix fits are searched."""
        for part in self._parts:
            if not isinstance(part, Block):
                if part.id == option_id:
                    return part
            elif option_id.startswith(part.prefix):
                found = part.find(option_id[len(part.prefix) :])
                if found is not None:
                    return found
        return None


def by_unit(options: Iterable[Option]) -> dict[UnitId, list[Option]]:
    """Options by their unit, in the order in which units first occur; options without a unit are under ""."""
    groups: dict[UnitId, list[Option]] = {}
    for option in options:
        groups.setdefault(option.unit, []).append(option)
    return groups


Listing = Iterable[Part] | Callable[[], Iterable[Part]]
"""Options and blocks, or a function that lists them when they are needed."""

Suggestion = str | Callable[[], str]
"""The id of the default option, or a function that gives it; "" for the last option."""

NOTHING = Options()


def fresh_parts(parts: Iterable[Part], listed: set[Hashable]) -> Iterator[Part]:
    """The parts that are not in `listed` yet, and are then added to it: options by id, blocks by key."""
    for part in parts:
        key: Hashable = part.key if isinstance(part, Block) else part.id
        if key not in listed:
            listed.add(key)
            yield part
