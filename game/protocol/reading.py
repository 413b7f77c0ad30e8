"""What the requests of the engine protocol name: a setup, a seat, dice, a cell, an answer. What cannot be is a Fault."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import wire
from game.engine.checked import shown
from game.engine.dice import DiceError, DiceSource, script_dice
from game.engine.setup import Setup
from game.protocol.fields import Fault, Json
from game.protocol.shelf import Held

REFEREE = "referee"
MOST_DICE = 100_000


def read_setup(kind: str, value: object) -> Setup:
    """What a new match starts from. Raises Fault."""
    from game.maps import MapError, UnknownScenarioError, load_map
    from game.maps.scenarios import load_scenario
    from game.sketch.sketch import SketchError, read_sketch

    try:
        if isinstance(value, dict):
            return read_sketch(value)
        name = str(value)
        if kind == "map":
            return load_map(name).setup
        if name.endswith(".tmx"):
            raise Fault("unknown_scenario", f"{shown(name)} is no scenario id; give a path as `map`.")
        return load_scenario(name).setup
    except SketchError as error:
        raise Fault("bad_sketch", str(error), place=error.place) from error
    except UnknownScenarioError as error:
        raise Fault("unknown_scenario", str(error)) from error
    except (MapError, OSError, ValueError) as error:
        raise Fault("bad_map", str(error)[:500]) from error


def read_seat(request: Json, seats: Sequence[str]) -> str | None:
    """The seat that answers are limited to, None for the referee. Raises Fault."""
    name = request.get("as", REFEREE)
    if name == REFEREE:
        return None
    if name not in seats:
        raise Fault(
            "bad_request", f"There is no seat {shown(name)}; there are {', '.join(seats)}, {REFEREE}.", field="as"
        )
    return str(name)


def read_dice(request: Json) -> DiceSource:
    """Where the faces of a match come from. Raises Fault."""
    how, seed = request.get("dice", "seeded"), request.get("seed", 0)
    number = seed if isinstance(seed, int) else 0
    if not isinstance(how, list):
        return DiceSource(str(how), number)
    if len(how) > MOST_DICE:
        raise Fault("too_large", f"The dice list has over {MOST_DICE} entries.")
    try:
        return DiceSource("script", number, script_dice(how).script)
    except DiceError as error:
        raise Fault("bad_request", str(error), field="dice") from error


def read_cell(setup: Setup, pair: object, name: str) -> int:
    """The cell of [column, row], given as the field `name`. Raises Fault."""
    x, y = pair if isinstance(pair, list) else (-1, -1)
    if not setup.board.inside(x, y):
        raise Fault(
            "bad_request",
            f"`{name}` is off the board: columns run from 0 to {setup.board.width - 1}, "
            f"rows from 0 to {setup.board.height - 1}.",
            field=name,
        )
    return setup.board.cell(x, y)


def read_faces(request: Json, why: str) -> list[int]:
    """The faces that answer a roll. Raises Fault."""
    for name in ("option", "path", "until"):
        if name in request:
            raise Fault(
                "illegal_choice", f"The roll {shown(why)} is pending; answer it with `value` or `values`.", legal=[]
            )
    if ("value" in request) == ("values" in request):
        raise Fault("bad_request", f"The roll {shown(why)} is answered with `value` or `values`.", field="value")
    values = request["values"] if "values" in request else [request["value"]]
    return [face for face in values if isinstance(face, int)] if isinstance(values, list) else []


def read_option(request: Json, held: Held) -> tuple[str, list[int] | None, str]:
    """Option, path and until that answer a decision. Raises Fault."""
    for name in ("value", "values"):
        if name in request:
            raise illegal(held, "No roll is pending; answer with `option`.")
    if "option" not in request:
        raise Fault("bad_request", "choose needs `option`.", field="option")
    cells = request.get("path")
    path = [read_cell(held.match.setup, pair, "path") for pair in cells] if isinstance(cells, list) else None
    return str(request["option"]), path, str(request.get("until", ""))


def illegal(held: Held, message: str) -> Fault:
    """The fault of an answer that is none of the legal ones, which it lists as far as the client may see them."""
    return Fault("illegal_choice", message, legal=wire.legal_ids(held.match, held.seat))
