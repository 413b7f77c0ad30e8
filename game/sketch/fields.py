"""Reading the fields of a sketch: each reader checks type and size and names the place of a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.board.board import Board
from game.maps.errors import shown

MAX_AREAS = 40_000


class SketchError(ValueError):
    """A sketch that is refused, in one sentence. `place` is the path to the fault, like `units[2].at`."""

    def __init__(self, place: str, fault: str, mend: str) -> None:
        self.place = place
        self.fault = fault
        self.mend = mend
        super().__init__(f"{place or 'the sketch'}: {fault}; {mend}.")


def _path(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def only(table: Mapping[str, object], fields: frozenset[str], place: str) -> None:
    """Refuse fields that would be ignored."""
    for name in table:
        if name not in fields:
            raise SketchError(place, f"the field {shown(str(name))} is unknown", f"use {', '.join(sorted(fields))}")


def word(table: Mapping[str, object], name: str, place: str, limit: int = 200) -> str:
    """A text, "" where it is absent."""
    value = table.get(name, "")
    if not isinstance(value, str) or len(value) > limit:
        raise SketchError(_path(place, name), "this is no short text", f"write up to {limit} letters in quotes")
    return value


def whole(table: Mapping[str, object], name: str, place: str, span: tuple[int, int], default: int) -> int:
    """A whole number within `span`."""
    value = table.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not span[0] <= value <= span[1]:
        raise SketchError(
            _path(place, name),
            "this is no fitting number",
            f"give a whole number from {span[0]} to {span[1]}",
        )
    return value


def listed(table: Mapping[str, object], name: str, place: str, limit: int) -> list[object]:
    """A list of at most `limit` entries, empty where it is absent."""
    value = table.get(name, [])
    if not isinstance(value, list) or len(value) > limit:
        raise SketchError(_path(place, name), "this is no fitting list", f"give a list of up to {limit}")
    return value


def mapped(table: Mapping[str, object], name: str, place: str, limit: int = 200) -> dict[str, object]:
    """A table with text keys, empty where it is absent."""
    value = table.get(name, {})
    if not isinstance(value, dict) or len(value) > limit or not all(isinstance(key, str) for key in value):
        raise SketchError(_path(place, name), "this is no fitting table", f"give up to {limit} named entries")
    return value


def numbers(table: Mapping[str, object], name: str, place: str, span: tuple[int, int]) -> dict[str, int]:
    """A table of whole numbers within `span`."""
    found = mapped(table, name, place)
    return {key: whole(found, key, _path(place, name), span, span[0]) for key in found}


def texts(table: Mapping[str, object], name: str, place: str) -> dict[str, str]:
    """A table of texts."""
    found = mapped(table, name, place)
    return {key: word(found, key, _path(place, name), 10_000) for key in found}


def playing(seats: Sequence[str], seat: str, place: str) -> str:
    """The seat, refused if it does not play."""
    if seat not in seats:
        raise SketchError(place, f"the seat {shown(seat)} does not play", f"use one of {', '.join(seats)}")
    return seat


def cell_of(board: Board, value: object, place: str) -> int:
    """The cell that [column, row] means."""
    pair = _whole_list(value, place, (2,))
    if not board.inside(pair[0], pair[1]):
        raise SketchError(
            place,
            f"[{pair[0]}, {pair[1]}] lies outside the board",
            f"columns run from 0 to {board.width - 1} and rows from 0 to {board.height - 1}",
        )
    return board.cell(pair[0], pair[1])


def cells_of(board: Board, value: object, place: str) -> tuple[int, ...]:
    """The cells of a list of [column, row] and [column, row, columns, rows], each once, in reading order."""
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_AREAS:
        raise SketchError(place, "this is no list of cells", "write [column, row] for each")
    cells: set[int] = set()
    total = 0
    for number, entry in enumerate(value):
        x, y, *size = _whole_list(entry, f"{place}[{number}]", (2, 4))
        wide, tall = size or (1, 1)
        if wide < 1 or tall < 1 or not (board.inside(x, y) and board.inside(x + wide - 1, y + tall - 1)):
            raise SketchError(
                f"{place}[{number}]",
                "it does not lie on the board",
                f"columns run from 0 to {board.width - 1} and rows from 0 to {board.height - 1}",
            )
        total += wide * tall
        if total > MAX_AREAS:
            raise SketchError(place, "its rectangles overlap too much", "name each cell once")
        cells.update(board.cell(x + dx, y + dy) for dy in range(tall) for dx in range(wide))
    return tuple(sorted(cells))


def _whole_list(value: object, place: str, lengths: tuple[int, ...]) -> list[int]:
    if not isinstance(value, list) or len(value) not in lengths:
        raise SketchError(place, "this is no cell", "write [column, row]")
    found = [entry for entry in value if isinstance(entry, int) and not isinstance(entry, bool)]
    if len(found) < len(value) or any(abs(entry) > 10_000 for entry in found):
        raise SketchError(place, "this is no cell", "write [column, row] as small whole numbers")
    return found
