"""A setup from the JSON a record holds, every field checked: the inverse of `Setup.to_json`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from game.board.board import Board, BoardError
from game.engine.checked import Fields, Unfit, shown
from game.engine.setup import Objective, Setup, UnitSpec

MOST_UNITS = 400
MOST_CELLS = 256 * 256
_ID = re.compile(r"[^\W_][\w.-]{0,31}\Z")
_FIELDS = (
    "ruleset",
    "title",
    "board",
    "seats",
    "units",
    "zones",
    "objectives",
    "turns",
    "turn",
    "phase",
    "seat",
    "first",
    "source",
    "note",
    "rulings",
    "options",
)
UNIT_FIELDS = (
    "id",
    "seat",
    "profile",
    "at",
    "markers",
    "stats",
    "weapon",
    "figures",
    "name",
    "group",
    "facts",
    "aboard",
)


def read_setup(data: object, place: str = "setup") -> Setup:
    """The setup that `Setup.to_json` wrote. Raises Unfit naming the place of the first fault."""
    top = Fields(data, place)
    top.only(*_FIELDS)
    try:
        board = Board.from_json(Fields(top.data.get("board"), top.at("board")).data)
    except BoardError as error:
        raise Unfit(top.at("board"), str(error).rstrip(".")) from error
    cells = board.width * board.height
    seats = tuple(_id(seat, top.at("seats")) for seat in top.items("seats", 4, required=True))
    if not seats or len(set(seats)) < len(seats) or {"dice", "referee"} & set(seats):
        raise Unfit(top.at("seats"), "these are no one to four different seats")
    units = tuple(_unit(unit, seats, cells) for unit in top.objects("units", MOST_UNITS))
    _unlike((unit.id for unit in units), top.at("units"))
    objectives = tuple(_objective(item, cells) for item in top.objects("objectives", 100))
    _unlike((objective.id for objective in objectives), top.at("objectives"))
    zones = Fields(top.table("zones", 40), top.at("zones"))
    return Setup(
        ruleset=top.text("ruleset", 60),
        title=top.text("title", 20_000, "", free=True),
        board=board,
        seats=seats,
        units=units,
        zones={name: tuple(zones.wholes(name, MOST_CELLS, 0, cells - 1)) for name in zones.data},
        objectives=objectives,
        turns=top.whole("turns", 1, 99, 8),
        turn=top.whole("turn", 1, 99, 1),
        phase=top.text("phase", 60, ""),
        seat=_seat(top, "seat", seats, or_none=True),
        first=_seat(top, "first", seats, or_none=True),
        source=top.text("source", 300, "", free=True),
        note=top.text("note", 20_000, "", free=True),
        rulings=top.texts("rulings"),
        options=top.texts("options", 500_000, free=True),
    )


def _unit(fields: Fields, seats: tuple[str, ...], cells: int) -> UnitSpec:
    fields.only(*UNIT_FIELDS)
    markers: Mapping[str, str] = fields.texts("markers", 10)
    for kind, face in markers.items():
        if face not in ("up", "down") or not _ID.match(kind):
            raise Unfit(fields.at("markers"), f"{shown(kind)} cannot lie {shown(face)}")
    return UnitSpec(
        id=_id(fields.data.get("id"), fields.at("id")),
        seat=_seat(fields, "seat", seats),
        profile=fields.text("profile", 60),
        at=fields.whole("at", 0, cells - 1),
        markers=markers,
        stats=fields.numbers("stats", -99, 999),
        weapon=fields.text("weapon", 60, ""),
        figures=fields.whole("figures", 0, 99, 0),
        name=fields.text("name", 200, "", free=True),
        group=fields.text("group", 200, "", free=True),
        facts=fields.numbers("facts", -999, 999),
        aboard=fields.text("aboard", 60, ""),
    )


def _objective(fields: Fields, cells: int) -> Objective:
    fields.only("id", "name", "cells", "seat", "points")
    return Objective(
        _id(fields.data.get("id"), fields.at("id")),
        fields.text("name", 200, "", free=True),
        tuple(fields.wholes("cells", MOST_CELLS, 0, cells - 1)),
        fields.text("seat", 60, ""),
        fields.whole("points", 0, 99, 1),
    )


def _id(value: object, place: str) -> str:
    if not isinstance(value, str) or not _ID.match(value):
        raise Unfit(place, f"{shown(value)} is no id")
    return value


def _seat(fields: Fields, name: str, seats: tuple[str, ...], *, or_none: bool = False) -> str:
    value = fields.text(name, 60, "" if or_none else None)
    if value not in seats and not (or_none and not value):
        raise Unfit(fields.at(name), f"the seat {shown(value)} does not play")
    return value


def _unlike(ids: Iterable[str], place: str) -> None:
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise Unfit(place, f"{shown(one)} stands twice")
        seen.add(one)
