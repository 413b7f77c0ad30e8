"""What a line of the engine protocol may hold: the table of requests, and the checks that read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from game.engine.checked import is_whole, shown

LINE_LIMIT = 4_000_000
DEPTH_LIMIT = 40
DIGITS_LIMIT = 19

Json = dict[str, object]


class Fault(Exception):  # noqa: N818
    """A request that cannot be carried out: a code of the protocol, one sentence, and fields that help to mend it."""

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.more = more

    def to_json(self) -> Json:
        """The answer that reports it."""
        return {"ok": False, "error": {"code": self.code, "message": self.message, **self.more}}


class Field(NamedTuple):
    """One field of a request: its kind (a key of KINDS), and whether it must be there."""

    kind: str
    required: bool = False
    help: str = ""


M = Field("match", required=True, help="the match")
OPTION = Field("text", help="id of an option of the pending decision")
SEAT = Field("text", help='a seat of the match, or "referee"')

REQUESTS: Mapping[str, Mapping[str, Field]] = {
    "hello": {},
    "new": {
        "scenario": Field("text", help="id of a scenario; exactly one of scenario, map, sketch"),
        "map": Field("text", help="path of a Tiled map"),
        "sketch": Field("object", help="a position as a sketch"),
        "seed": Field("int", help="of the dice, 0 if absent"),
        "dice": Field("dice", help='"seeded", "ask", or a list of numbers and ["label", face, ...], then "ask"'),
        "rulings": Field("words", help="ruling id to choice"),
        "as": SEAT,
    },
    "choose": {
        "match": M,
        "option": OPTION,
        "path": Field("cells", help="another way to the same cell, from the cell after the start"),
        "until": Field(
            "text", help='with a pass: "action", "turn", or what else the rulebook lets it wait for ("within 12")'
        ),
        "value": Field("int", help="the face of a single die"),
        "values": Field("ints", help="the faces of several dice"),
    },
    "state": {"match": M, "as": SEAT},
    "why": {"match": M, "as": SEAT},
    "odds": {"match": M, "option": OPTION},
    "sight": {"match": M, "from": Field("cell", required=True), "to": Field("cell", required=True)},
    "undo": {"match": M},
    "clone": {"match": M},
    "save": {"match": M},
    "load": {"save": Field("object", required=True, help="what save answered"), "as": SEAT},
    "hash": {"match": M},
    "close": {"match": M},
    "rules": {"ruleset": Field("text", required=True)},
    "quit": {},
}
"""Request -> its fields beside `do`."""

KINDS: Mapping[str, tuple[str, Json]] = {
    "match": ("the id of a match", {"type": ["string", "integer"]}),
    "text": ("a text", {"type": "string"}),
    "int": ("a whole number", {"type": "integer"}),
    "ints": ("a list of whole numbers", {"type": "array", "items": {"type": "integer"}}),
    "object": ("an object", {"type": "object"}),
    "words": ("an object of texts", {"type": "object", "additionalProperties": {"type": "string"}}),
    "cell": (
        "[column, row]",
        {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    ),
    "cells": (
        "a list of [column, row]",
        {
            "type": "array",
            "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        },
    ),
    "dice": ('"seeded", "ask" or a list', {"type": ["string", "array"]}),
}
"""Kind of a field -> how a sentence calls it, and its JSON Schema."""


def parse(line: bytes) -> Json:
    """The object a line holds. Raises Fault: bad_json, too_large or bad_request."""
    if len(line) > LINE_LIMIT:
        raise Fault("too_large", f"The line is over {LINE_LIMIT} bytes long.")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("bad_json", f"The line is not UTF-8 text: byte {error.start} is unfit.") from error
    try:
        data = json.loads(text, parse_int=_number, parse_constant=_constant)
    except RecursionError as error:
        raise Fault("too_large", "The line is nested too deeply.") from error
    except ValueError as error:
        raise Fault("bad_json", f"The line is no JSON: {str(error)[:100]}.") from error
    if not isinstance(data, dict):
        raise Fault("bad_request", 'The line holds no object; write one like {"do":"hello"}.')
    if _deeper(data, DEPTH_LIMIT):
        raise Fault("too_large", f"The line is nested over {DEPTH_LIMIT} deep.")
    return data


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS_LIMIT:
        raise Fault("too_large", f"A number has over {DIGITS_LIMIT} digits.")
    return int(digits)


def _constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _deeper(value: object, limit: int) -> bool:
    """Whether lists and objects are nested deeper than the limit, without recursion of our own depth."""
    level = [value]
    for _ in range(limit):
        found: list[object] = []
        for item in level:
            if isinstance(item, dict):
                found += [one for one in item.values() if isinstance(one, dict | list)]
            elif isinstance(item, list):
                found += [one for one in item if isinstance(one, dict | list)]
        if not found:
            return False
        level = found
    return True


def check(request: Json) -> str:
    """The request's name, once all its fields are known, there and of their kinds. Raises Fault bad_request."""
    do = request.get("do")
    if not isinstance(do, str) or do not in REQUESTS:
        known = ", ".join(REQUESTS)
        raise Fault("bad_request", f"There is no request {shown(do)}; do one of {known}." if do else "`do` is missing.")
    fields = REQUESTS[do]
    for name, value in request.items():
        if name == "do":
            continue
        if name not in fields:
            knows = ", ".join(fields) or "no other fields"
            raise Fault("bad_request", f"{do} has no field {shown(name)}; it has {knows}.", field=name[:100])
        if not fits(fields[name].kind, value):
            what = KINDS[fields[name].kind][0]
            raise Fault("bad_request", f"`{name}` of {do} is {what}.", field=name)
    for name, field in fields.items():
        if field.required and name not in request:
            raise Fault("bad_request", f"{do} needs `{name}`.", field=name)
    return do


def fits(kind: str, value: object) -> bool:
    """Whether a value is of a kind of field."""
    if kind == "match":
        return isinstance(value, str) or is_whole(value)
    if kind == "text":
        return isinstance(value, str)
    if kind == "int":
        return is_whole(value)
    if kind == "object":
        return isinstance(value, dict)
    if kind == "words":
        return isinstance(value, dict) and all(isinstance(word, str) for word in value.values())
    if kind == "dice":
        return value in ("seeded", "ask") or isinstance(value, list)
    if not isinstance(value, list):
        return False
    if kind == "ints":
        return all(map(is_whole, value))
    if kind == "cell":
        return len(value) == 2 and all(map(is_whole, value))
    return all(isinstance(cell, list) and len(cell) == 2 and all(map(is_whole, cell)) for cell in value)
