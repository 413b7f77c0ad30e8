"""From the table a sketch holds to a setup, every field checked."""

from __future__ import annotations

import json
from collections.abc import Mapping

from game.board.board import Board
from game.board.terrain import glyphs_of
from game.engine.setup import Objective, Setup
from game.maps.errors import shown
from game.maps.names import MOST_SEATS, UnknownRulesetError, find_ruleset, is_id, is_seat
from game.sketch.fields import (
    MAX_AREAS,
    SketchError,
    cell_of,
    cells_of,
    listed,
    mapped,
    only,
    playing,
    texts,
    whole,
    word,
)
from game.sketch.units import read_units

MAX_SIDE = 200
MAX_UNITS = 400

FIELDS = frozenset(
    {
        "ruleset",
        "grid",
        "board",
        "units",
        "phase",
        "seat",
        "first",
        "turn",
        "turns",
        "seats",
        "zones",
        "objectives",
        "heights",
        "names",
        "sites",
        "roads",
        "rulings",
        "options",
        "title",
        "note",
    }
)
OPTIONS_AS_JSON = ("sites", "roads")


class SketchReader:
    """Reads one sketch; a fault is told with the place it was read at."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self.table = table
        only(table, FIELDS, "")
        ruleset = word(table, "ruleset", "")
        if not ruleset:
            raise SketchError("ruleset", "the sketch names no ruleset", 'add it, like "skirmishcorps"')
        try:
            self.book, self.army = find_ruleset(ruleset)
        except UnknownRulesetError as error:
            raise SketchError("ruleset", f"{shown(ruleset)} is unknown", str(error)) from error
        self.board = self._board()
        self.units_raw = listed(table, "units", "", MAX_UNITS)
        self.seats = self._seats()

    def setup(self) -> Setup:
        """Everything the sketch says as a setup."""
        table = self.table
        for name in ("seat", "first"):
            if table.get(name):
                playing(self.seats, word(table, name, ""), name)
        rulings = texts(table, "rulings", "")
        for sentence in self.book.check(rulings):
            raise SketchError("rulings", sentence.rstrip("."), "mend or remove it")
        options = texts(table, "options", "")
        for name in OPTIONS_AS_JSON:
            if name in table:
                options[name] = json.dumps(self._drawn(name))
        return Setup(
            ruleset=self.army.ruleset,
            title=word(table, "title", "") or "Sketch",
            board=self.board,
            seats=self.seats,
            units=read_units(self.units_raw, self.board, self.army, self.seats),
            zones=self._zones(),
            objectives=self._objectives(),
            turns=whole(table, "turns", "", (1, 99), 8),
            turn=whole(table, "turn", "", (1, 99), 1),
            phase=word(table, "phase", ""),
            seat=word(table, "seat", ""),
            first=word(table, "first", ""),
            source="",
            note=word(table, "note", "", 2000),
            rulings=rulings,
            options=options,
        )

    def _board(self) -> Board:
        grid = word(self.table, "grid", "") or "square"
        if grid not in ("square", "hex"):
            raise SketchError("grid", f"{shown(grid)} is unknown", 'use "square" or "hex"')
        rows = self._rows("board", frozenset(glyphs_of(grid)))
        if not rows:
            raise SketchError("board", "the board has no rows", "draw it as a list of texts")
        heights: list[int] | None = None
        if self.table.get("heights"):
            digits = self._rows("heights", frozenset("0123456789"))
            if [len(row) for row in digits] != [len(row) for row in rows]:
                raise SketchError("heights", "they are not as large as the board", "give a digit for each cell")
            heights = [int(digit) for row in digits for digit in row]
        board = Board.from_rows(rows, grid=grid, heights=heights)
        named = mapped(self.table, "names", "")
        names = {cell: name[:60] for name, value in named.items() for cell in cells_of(board, value, f"names.{name}")}
        return Board.from_rows(rows, grid=grid, heights=heights, names=names) if names else board

    def _rows(self, name: str, glyphs: frozenset[str]) -> list[str]:
        rows: list[str] = []
        for y, row in enumerate(listed(self.table, name, "", MAX_SIDE)):
            place = f"{name}[{y}]"
            if not isinstance(row, str) or not 1 <= len(row) <= MAX_SIDE:
                raise SketchError(place, "this is no row", f"make it a text of 1 to {MAX_SIDE} glyphs")
            if rows and len(row) != len(rows[0]):
                raise SketchError(
                    place, f"the row has {len(row)} glyphs and the first {len(rows[0])}", "make them equal"
                )
            odd = next((x for x, glyph in enumerate(row) if glyph not in glyphs), -1)
            if odd >= 0:
                raise SketchError(
                    f"{place}, column {odd}",
                    f"the glyph {shown(row[odd])} is unknown",
                    f"use one of {' '.join(sorted(glyphs))}",
                )
            rows.append(row)
        return rows

    def _seats(self) -> tuple[str, ...]:
        """The seats named, else those met in units, sites, `seat` and `first`, filled up to two."""
        given = listed(self.table, "seats", "", MOST_SEATS)
        found = [("seats", seat) for seat in given]
        if not given:
            units, sites = enumerate(self.units_raw), enumerate(listed(self.table, "sites", "", MAX_AREAS))
            found = [(f"units[{n}].seat", unit.get("seat")) for n, unit in units if isinstance(unit, dict)]
            found += [(f"sites[{n}].seat", s["seat"]) for n, s in sites if isinstance(s, dict) and s.get("seat")]
            # They may name a second side that has nothing yet; beside two sides another name is a slip.
            if len({str(seat) for _, seat in found}) < 2:
                found += [(name, self.table[name]) for name in ("seat", "first") if self.table.get(name)]
        seats: list[str] = []
        for place, seat in found:
            if not isinstance(seat, str) or not is_seat(seat):
                raise SketchError(place, f"{shown(str(seat))} cannot be a seat", 'use a word like "blue"')
            if seat not in seats:
                seats.append(seat)
            elif given:
                raise SketchError(place, f"the seat {shown(seat)} stands twice", "name it once")
        for seat in ("blue", "red"):
            if not given and len(seats) < 2 and seat not in seats:
                seats.append(seat)
        if len(seats) > MOST_SEATS:
            raise SketchError("units", f"they belong to {len(seats)} seats", "four can play")
        return tuple(seats)

    def _zones(self) -> dict[str, tuple[int, ...]]:
        zones: dict[str, tuple[int, ...]] = {}
        for name, value in mapped(self.table, "zones", "", 40).items():
            use, colon, seat = name.partition(":") if ":" in name else ("", "", name)
            if colon and not is_id(use):
                raise SketchError("zones", f"{shown(name)} is no name", 'use a seat, or "exit:" and a seat')
            if seat or not colon:
                playing(self.seats, seat, "zones")
            zones[name] = cells_of(self.board, value, f"zones.{name}")
        return zones

    def _objectives(self) -> tuple[Objective, ...]:
        found: list[Objective] = []
        for number, raw in enumerate(listed(self.table, "objectives", "", 100)):
            place = f"objectives[{number}]"
            if not isinstance(raw, dict):
                raise SketchError(place, "this is no objective", "write it as a table")
            only(raw, frozenset({"id", "name", "cells", "seat", "points"}), place)
            own = word(raw, "id", place)
            if not is_id(own) or any(each.id == own for each in found):
                raise SketchError(f"{place}.id", f"{shown(own)} is no id or stands twice", "give it its own")
            seat = word(raw, "seat", place)
            cells = cells_of(self.board, raw.get("cells"), f"{place}.cells")
            points = whole(raw, "points", place, (0, 99), 1)
            name = word(raw, "name", place, 60) or own
            found.append(Objective(own, name, cells, seat and playing(self.seats, seat, f"{place}.seat"), points))
        return tuple(found)

    def _drawn(self, name: str) -> list[object]:
        """The sites or the roads with their cells checked, as they stand."""
        entries = listed(self.table, name, "", MAX_AREAS)
        for number, entry in enumerate(entries):
            place = f"{name}[{number}]"
            if name == "roads":
                cells_of(self.board, entry, place)
            elif isinstance(entry, dict):
                only(entry, frozenset({"kind", "seat", "at", "name"}), place)
                if not is_id(word(entry, "kind", place)):
                    raise SketchError(f"{place}.kind", "the site has no kind", 'add it, like "town"')
                if word(entry, "seat", place):
                    playing(self.seats, word(entry, "seat", place), f"{place}.seat")
                word(entry, "name", place)
                cell_of(self.board, entry.get("at"), f"{place}.at")
            else:
                raise SketchError(place, "this is no site", "write it as a table")
        return entries
