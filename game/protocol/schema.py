"""`snowball engine --schema`: JSON Schema of the protocol and the reference of every rulebook, made from the code."""

from __future__ import annotations

import json
import types
from typing import get_args, get_type_hints

import msgspec

from game import __version__
from game.engine.decisions import Refusal
from game.engine.options import Option
from game.engine.throws import cell_fields
from game.protocol.matches import MOST_OPTIONS
from game.protocol.reference import fields_with_cells, reference
from game.protocol.requests import DEPTH_LIMIT, LINE_LIMIT, REQUESTS, Code, Json
from game.protocol.session import PROTOCOL
from game.protocol.shelf import MOST_CHOICES, MOST_MATCHES

CODES: dict[Code, str] = {
    "bad_json": "the line is not JSON, or not UTF-8 text",
    "bad_request": "unknown or missing fields, wrong types, a dice label that does not fit the roll",
    "unknown_match": "no match has that id",
    "unknown_scenario": "no scenario has that id; the sentence lists the ids",
    "bad_map": "the map is refused; the sentence names file, place and mend",
    "bad_sketch": "the sketch is refused; `place` is the path to the fault",
    "bad_save": "the record is refused",
    "illegal_choice": "the choice is not one of the legal answers, which `legal` lists",
    "no_decision": "nothing is being asked, or nothing can be taken back",
    "too_large": "over a limit of this engine: see `limits`",
    "internal": "a fault of the engine itself; the match is as it was",
}

_PLAIN: dict[type, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
}
_CELL: Json = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


def schema_text() -> str:
    """The whole schema as indented JSON."""
    return json.dumps(schema(), indent=1)


def schema() -> Json:
    """The JSON Schema (2020-12) of one request line, with definitions for answers, limits, and the reference."""
    rulebooks = reference()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Snowball engine protocol {PROTOCOL}, engine {__version__}",
        "oneOf": [_request(name) for name in REQUESTS],
        "$defs": {
            "option": _struct_schema(Option, *Option.__subclasses__()),
            "refusal": _struct_schema(Refusal),
            "decision": _decision(),
            "event": _event(),
            "error": _object(code={"enum": list(CODES)}, message={"type": "string"}, legal=_list({"type": "string"})),
        },
        "errors": CODES,
        "limits": {
            "line_bytes": LINE_LIMIT,
            "nesting": DEPTH_LIMIT,
            "matches": MOST_MATCHES,
            "choices_of_a_match": MOST_CHOICES,
            "options_of_the_first_decision": MOST_OPTIONS,
        },
        "reference": rulebooks,
    }


def _decision() -> Json:
    """A question to a seat, or a roll of the dice."""
    return _object(
        seat={"type": "string", "description": 'a seat, or "dice" for a roll'},
        kind={"type": "string"},
        prompt={"type": "string"},
        note={"type": "string"},
        clauses=_list({"type": "string"}),
        options=_list({"$ref": "#/$defs/option"}),
        default={"type": "string"},
        unit={"type": ["string", "null"], "description": "null for a roll of no unit"},
        refused=_list({"$ref": "#/$defs/refusal"}),
        dice=_list({"type": "string", "pattern": "^d[0-9]+$"}),
        why={"type": "string"},
        target={"type": ["string", "null"]},
        need={"type": ["integer", "string", "null"], "description": 'a number, or "higher" than the other die'},
        rollers=_list(_object(unit={"type": ["string", "null"]}, seat={"type": ["string", "null"]}))
        | {"description": "the unit or seat of each die"},
    )


def _event() -> Json:
    """The fields that all events have; those of each type are in the reference."""
    return _object(
        n={"type": "integer"},
        type={"type": "string"},
        clauses=_list({"type": "string"}),
        cause={"type": "integer", "description": "the n of the event that led to it, -1 for none"},
        text={"type": "string"},
    ) | {"additionalProperties": True, "description": f"cells ([x, y]) are in {', '.join(fields_with_cells())}"}


def _request(name: str) -> Json:
    """The JSON Schema of one request, made from its type."""
    kind = REQUESTS[name]
    _, parts = msgspec.json.schema_components([kind])
    part = parts[kind.__name__]
    return {**part, "title": name, "properties": {**part["properties"], "do": {"const": name}}}


def _struct_schema(shape: type[msgspec.Struct], *extended: type[msgspec.Struct]) -> Json:
    """The JSON Schema of an object with the fields of a struct and of those that extend it; cells are [x, y]."""
    properties: Json = {}
    for kind in (shape, *extended):
        cells, sent_as, hints = cell_fields(kind), getattr(kind, "sent_as", {}), get_type_hints(kind)
        for field in kind.__struct_fields__:
            name, hint = sent_as.get(field, field), hints[field]
            several = isinstance(hint, types.GenericAlias)
            if name in cells:
                properties[name] = _list(_CELL) if several else _CELL
            elif several:
                rows = isinstance(get_args(hint)[0], types.GenericAlias)
                properties[name] = _list({"type": "array" if rows else "string"})
            else:
                properties[name] = _PLAIN[getattr(hint, "__supertype__", hint)]  # a NewType is its text
    return {"type": "object", "description": (shape.__doc__ or "").strip().partition("\n")[0], "properties": properties}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}
