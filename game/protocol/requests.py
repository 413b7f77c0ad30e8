"""The requests of the engine protocol as types, and how a line is read into one of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from game.engine.foreign import Seed, fit, json_of
from game.engine.unfit import Excess, Impossible, Unfit, shown

LINE_LIMIT = 4_000_000
DEPTH_LIMIT = 40
DIGITS_LIMIT = 19

Json = dict[str, object]


Code = Literal[
    "bad_json",
    "bad_request",
    "unknown_match",
    "unknown_scenario",
    "bad_map",
    "bad_sketch",
    "bad_save",
    "illegal_choice",
    "no_decision",
    "too_large",
    "internal",
]
"""The kind of a fault, for programs; `schema.CODES` says it in words."""


class Fault(Exception):  # noqa: N818
    """A request that cannot be carried out: a code of the protocol, one sentence, and fields that help to mend it."""

    def __init__(self, code: Code, message: str, **fields: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields = fields

    def to_json(self) -> Json:
        """The answer that reports the fault."""
        return {"ok": False, "error": {"code": self.code, "message": self.message, **self.fields}}


# -- the requests -----------------------------------------------------------------------------------------------------

Whole = Seed
"""A whole number of at most 64 bits."""
MatchId = Annotated[str | Whole, Meta(description="the id of a match")]
Cell = Annotated[tuple[Whole, Whole], Meta(description="[column, row]")]
Seat = Annotated[str, Meta(description='a seat of the match, "referee" (everything) or "public" (what lies open)')]
OptionId = Annotated[str, Meta(description="id of an option of the pending decision")]


class Request(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=str.lower,
    rename=lambda name: name.rstrip("_"),
):
    """One request. A field that was not given is UNSET."""


class OfMatch(Request, frozen=True):
    """A request about one match."""

    match: MatchId


class Hello(Request, frozen=True):
    """What engine this is, and what can be played."""


class New(Request, frozen=True):
    """Begin a match on exactly one of scenario, map and sketch."""

    scenario: Annotated[str, Meta(description="id of a scenario; exactly one of scenario, map, sketch")] | UnsetType = (
        UNSET
    )
    map: Annotated[str, Meta(description="path of a Tiled map")] | UnsetType = UNSET
    sketch: Annotated[dict[str, Any], Meta(description="a position as a sketch")] | UnsetType = UNSET
    seed: Annotated[Whole, Meta(description="of the dice, 0 if absent")] = 0
    dice: Annotated[
        Literal["seeded", "ask"] | list[Any],
        Meta(description='"seeded", "ask", or a list of numbers and ["label", face, ...], then "ask"'),
    ] = "seeded"
    rulings: Annotated[dict[str, str], Meta(description="ruling id to choice")] | UnsetType = UNSET
    as_: Seat = "referee"


class Choose(OfMatch, frozen=True):
    """Answer the pending decision or roll."""

    option: OptionId | UnsetType = UNSET
    path: (
        Annotated[list[Cell], Meta(description="another way to the same cell, from the cell after the start")]
        | UnsetType
    ) = UNSET
    until: (
        Annotated[
            str,
            Meta(description='how long a pass holds: "action", "turn", or another word of the rulebook ("within 12")'),
        ]
        | UnsetType
    ) = UNSET
    value: Annotated[Whole, Meta(description="the face of a single die")] | UnsetType = UNSET
    values: Annotated[list[Whole], Meta(description="the faces of several dice")] | UnsetType = UNSET


class State(OfMatch, frozen=True):
    """The table as a seat may know it."""

    as_: Seat | UnsetType = UNSET


class Why(OfMatch, frozen=True):
    """What every unit may do, or why it may do nothing."""

    as_: Seat | UnsetType = UNSET


class Odds(OfMatch, frozen=True):
    """What an option, or the pending roll, leads to: before the next question, or to the end of the action."""

    option: OptionId | UnsetType = UNSET
    to: (
        Annotated[
            Literal["question", "end"],
            Meta(
                description="how far: to the next question of a player (as without it), or to the end of the action; "
                "then everybody who decides on the way takes the default, and `defaults` of the answer names them"
            ),
        ]
        | UnsetType
    ) = UNSET


class Sight(OfMatch, frozen=True):
    """What one cell sees of another."""

    from_: Cell
    to: Cell


class Undo(OfMatch, frozen=True):
    """Take back the last choice."""


class Clone(OfMatch, frozen=True):
    """A separate match in the same state."""


class Save(OfMatch, frozen=True):
    """The match as a record."""


class Load(Request, frozen=True):
    """The match of a record."""

    save: Annotated[dict[str, Any], Meta(description="the answer to save")]
    as_: Seat = "referee"


class Hash(OfMatch, frozen=True):
    """The hash of the whole state."""


class Close(OfMatch, frozen=True):
    """Forget a match."""


class Rules(Request, frozen=True):
    """A rulebook with its coverage."""

    ruleset: str


class Quit(Request, frozen=True):
    """End the process."""


REQUESTS: Mapping[str, type[Request]] = {
    kind.__name__.lower(): kind
    for kind in (
        Hello, New, Choose, State, Why, Odds, Sight, Undo, Clone, Save, Load, Hash, Close, Rules, Quit,
    )
}  # fmt: skip


# -- reading a line ---------------------------------------------------------------------------------------------------


def parse(line: bytes) -> Request:
    """The request in a line. Raises Fault: bad_json, too_large or bad_request."""
    data = _data(line)
    if not isinstance(data, dict):
        raise Fault("bad_request", 'The line holds no object; write one like {"do":"hello"}.')
    do = data.get("do")
    kind = REQUESTS.get(do) if isinstance(do, str) else None
    if kind is None:
        names = ", ".join(REQUESTS)
        raise Fault(
            "bad_request",
            f"There is no request {shown(do)}; do one of {names}." if "do" in data else "`do` is missing.",
        )
    try:
        return fit(data, kind)
    except Unfit as error:
        if error.path:
            field = str(error.path[0])
            raise Fault("bad_request", f"`{error.place}` of {do}: {error.reason}.", field=field) from error
        known_names = {"do", *kind.__struct_encode_fields__}
        unknown = next((str(name) for name in data if name not in known_names), "")
        raise Fault("bad_request", f"{do}: {error.reason}.", field=unknown[:100]) from error


def _data(line: bytes) -> object:
    """The plain data of a line. Raises Fault: bad_json or too_large."""
    if len(line) > LINE_LIMIT:
        raise Fault("too_large", f"The line is over {LINE_LIMIT} bytes long.")
    try:
        data = json_of(line)
    except (Excess, Impossible) as error:
        code: Code = "too_large" if isinstance(error, Excess) else "bad_request"
        raise Fault(code, f"The line cannot be read: {error.reason}.") from error
    except Unfit as error:
        raise Fault("bad_json", f"The line is not JSON: {error.reason}.") from error
    if line.count(b"[") + line.count(b"{") > DEPTH_LIMIT or re.search(rb"\d{%d}" % (DIGITS_LIMIT + 1), line):
        _check_extent(data)
    return data


def _check_extent(data: object) -> None:
    """Raises Fault too_large if lists and objects are nested too deeply, or a number is too long."""
    level = [data]
    for _ in range(DEPTH_LIMIT + 1):
        inner: list[Any] = []
        for item in level:
            match item:
                case dict():
                    inner += item.values()
                case list():
                    inner += item
                case int() if abs(item) >= 10**DIGITS_LIMIT:
                    raise Fault("too_large", f"A number has over {DIGITS_LIMIT} digits.")
        if not inner:
            return
        level = inner
    if any(isinstance(item, dict | list) for item in level):
        raise Fault("too_large", f"The line is nested over {DEPTH_LIMIT} deep.")
