"""The properties of a map as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.maps.errors import shown
from game.maps.fields import text, whole
from game.maps.names import MOST_SEATS, UnknownRulesetError, find_ruleset, is_seat
from game.maps.preflight import CheckedMap
from game.maps.tags import Tag, Value

MAP_PROPERTIES = (
    "ruleset",
    "title",
    "turns",
    "first",
    "seats",
    "note",
    "difficulty",
    "scale",
    "sides",
)


class Head:
    """What the map says of itself, checked: ruleset, seats, turns, rulings, options."""

    def __init__(self, found: CheckedMap) -> None:
        tag, values = found.tag, found.properties
        for name in values:
            if name not in MAP_PROPERTIES and not name.startswith("ruling_"):
                tag.fail(f"the map property {shown(name)} is unknown", f"use one of {', '.join(MAP_PROPERTIES)}")
        ruleset = text(tag, values, "ruleset")
        if not ruleset:
            tag.fail("the map names no ruleset", "add the map property 'ruleset'")
        try:
            book, self.army = find_ruleset(ruleset)
        except UnknownRulesetError as error:
            tag.fail(f"the ruleset {shown(ruleset)} is unknown", str(error))
        self.title = text(tag, values, "title") or Path(tag.file).stem
        self.note = text(tag, values, "note", 2000)
        self.turns = whole(tag, values, "turns", (1, 99), 8)
        self.seats = self._seats(tag, values)
        self.first = text(tag, values, "first")
        if self.first and self.first not in self.seats:
            tag.fail(f"the first seat {shown(self.first)} does not play", f"use one of {', '.join(self.seats)}")
        self.rulings = {
            name.removeprefix("ruling_"): text(tag, values, name) for name in values if name.startswith("ruling_")
        }
        for sentence in book.check(self.rulings):
            tag.fail(f"a ruling is wrong: {sentence.rstrip('.')}", "mend or remove the property")
        self.options = self._options(tag, values)

    def _options(self, tag: Tag, values: Mapping[str, Value]) -> dict[str, str]:
        """`scale` (millimetres a cell) and `sides` ("red+gold/blue"), where the map says them."""
        options: dict[str, str] = {}
        if "scale" in values:
            options["scale"] = str(whole(tag, values, "scale", (1, 1000), 10))
        if sides := text(tag, values, "sides"):
            named = sorted(seat for side in sides.split("/") for seat in side.split("+"))
            if named != sorted(self.seats) or "/" not in sides:
                tag.fail(f"the sides {shown(sides)} do not name each seat once", "write them like 'red+gold/blue'")
            options["sides"] = sides
        return options

    @staticmethod
    def _seats(tag: Tag, values: Mapping[str, Value]) -> tuple[str, ...]:
        listed = [seat.strip() for seat in text(tag, values, "seats").split(",")]
        seats = tuple(seat for seat in listed if seat)
        if not seats:
            tag.fail("the map has no seats", "add the map property 'seats', like 'blue,red'")
        if len(set(seats)) < len(seats) or len(seats) > MOST_SEATS:
            tag.fail("the seats are too many or listed twice", "name two to four different seats")
        for seat in seats:
            if not is_seat(seat):
                tag.fail(f"{shown(seat)} cannot be a seat", "use a word like 'blue'")
        return seats
