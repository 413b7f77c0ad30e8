"""Reads the properties of a map, and converts any properties to their types or refuses them in the words of Tiled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

from msgspec import Meta, Struct

from game.engine.foreign import fit
from game.engine.names import Deployment, read_sides
from game.engine.rulebook import UnknownRuleset, load_army, load_rulebook
from game.engine.setup import MOST_SEATS, Turn, is_seat
from game.engine.unfit import Unfit, one_of, shown
from game.maps.preflight import CheckedMap
from game.maps.tags import Tag, Value, comma_separated

SaysT = TypeVar("SaysT", bound=Struct)
Text = Annotated[str, Meta(max_length=200)]
ShortText = Annotated[str, Meta(max_length=60)]


class MapSays(Struct, forbid_unknown_fields=True):
    """The properties of a map as a whole, without its rulings.

    `scale` is millimetres per cell. `sides` is like "red+gold/blue", `head_start` like "blue 3, red 1".
    """

    ruleset: Text = ""
    title: Text = ""
    turns: Turn = 8
    first: Text = ""
    seats: Text = ""
    note: Annotated[str, Meta(max_length=2000)] = ""
    difficulty: Text | int = ""
    scale: Annotated[int, Meta(ge=1, le=1000)] | None = None
    sides: Text = ""
    deployment: Deployment = Deployment.FIXED
    head_start: Text = ""


def fit_properties(tag: Tag, values: Mapping[str, Value], kind: type[SaysT]) -> SaysT:
    """The properties converted to `kind`. Raises MapError."""
    try:
        return fit({name: value.strip() if isinstance(value, str) else value for name, value in values.items()}, kind)
    except Unfit as error:
        refuse(tag, error, values)


def refuse(tag: Tag, error: Unfit, values: Mapping[str, Value]) -> NoReturn:
    """Raise MapError for a property, in the words of Tiled."""
    mend = {"give a whole number": "make it an int", "write it in quotes": "make it a string"}.get(
        error.mend, error.mend
    )
    if not error.place:
        tag.fail(error.fault.replace("field", "property"), mend)
    value = shown(str(values[error.place])) if error.place in values else "missing"
    tag.fail(f"{shown(error.place)} is {value}: {error.fault}", mend)


def must_play(tag: Tag, seat: str, seats: tuple[str, ...]) -> None:
    """Raises MapError if a property names a seat that does not play."""
    if seat not in seats:
        tag.fail(f"the seat {shown(seat)} does not play", f"use one of {', '.join(seats)}")


class MapHead:
    """The checked properties of a map: ruleset, seats, turns, rulings, options. Raises MapError or DataError."""

    def __init__(self, checked: CheckedMap) -> None:
        tag, values = checked.tag, checked.properties
        self.rulings = {
            name.removeprefix("ruling_"): str(value).strip()
            for name, value in values.items()
            if name.startswith("ruling_")
        }
        known = MapSays.__struct_fields__
        own = [name for name in values if name not in known and not one_of(known, name.lower()).startswith("write ")]
        properties = fit_properties(
            tag, {name: v for name, v in values.items() if name not in own and not name.startswith("ruling_")}, MapSays
        )
        if not properties.ruleset:
            tag.fail("the map names no ruleset", "add the map property 'ruleset'")
        try:
            book, self.army = load_rulebook(properties.ruleset), load_army(properties.ruleset)
        except UnknownRuleset as error:
            tag.fail(f"the ruleset {shown(properties.ruleset)} is unknown", error.mend)
        self.title = properties.title or Path(tag.file).stem
        self.note, self.turns, self.first = properties.note, properties.turns, properties.first
        self.seats = _seats(tag, properties.seats)
        if self.first:
            must_play(tag, self.first, self.seats)
        for sentence in book.check(self.rulings):
            tag.fail(f"a ruling is wrong: {sentence.rstrip('.')}", "mend or remove the property")
        self.options = {"scale": str(properties.scale)} if properties.scale else {}
        if properties.sides:
            if read_sides(properties.sides, self.seats) is None:
                fault = f"the sides {shown(properties.sides)} do not name each seat once"
                tag.fail(fault, "write them like 'red+gold/blue'")
            self.options["sides"] = properties.sides
        self.deployment = properties.deployment
        self.head_start = _head_start(tag, properties.head_start, self.seats)


def _head_start(tag: Tag, text: str, seats: tuple[str, ...]) -> dict[str, int]:
    """The points that seats begin with, from a text like "blue 3, red 1"."""
    points_of: dict[str, int] = {}
    for part in comma_separated(text):
        seat, _, points = part.partition(" ")
        must_play(tag, seat, seats)
        if not re.fullmatch(r"[0-9]{1,2}", points.strip()):
            tag.fail(f"the head start {shown(part)} has no points", f"write it like '{seats[0]} 3'")
        points_of[seat] = int(points)
    return points_of


def _seats(tag: Tag, text: str) -> tuple[str, ...]:
    seats = comma_separated(text)
    if not seats:
        tag.fail("the map has no seats", "add the map property 'seats', like 'blue,red'")
    if len(set(seats)) < len(seats) or len(seats) > MOST_SEATS:
        tag.fail("the seats are too many or listed twice", "name two to four different seats")
    for seat in seats:
        if not is_seat(seat):
            tag.fail(f"{shown(seat)} cannot be a seat", "use a word like 'blue'")
    return seats
