"""The engine protocol: one JSON object in, one JSON object out. A `Session` answers lines and never raises.

Requests and their fields are listed in `protocol_fields`; what a match looks like from outside is `engine.wire`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence

from game import __version__
from game.cli.protocol_fields import REQUESTS, Fault, Json, check, parse
from game.cli.protocol_shelf import MOST_CHOICES, Held, Shelf
from game.engine import playback, record, wire
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.checked import shown
from game.engine.decisions import DICE, Event
from game.engine.dice import DiceError, DiceSource, script_dice
from game.engine.match import Match
from game.engine.odds import OddsTooLarge
from game.engine.rulebook import load_rulebook
from game.engine.setup import Setup, SetupError
from game.rules import RULESETS, build

PROTOCOL = 1
REFEREE = "referee"
MOST_DICE = 100_000
MOST_OPTIONS = 100_000

_encode = json.JSONEncoder(separators=(",", ":")).encode


class Written(str):
    """A part of an answer that is JSON text already."""

    __slots__ = ()


def _text(value: object) -> str:
    return value if isinstance(value, Written) else _encode(value)


class Session:
    """One client's matches. `over` is set once it has said quit."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.over = False
        self._do: Mapping[str, Callable[[Json], Json]] = {name: getattr(self, f"_{name}") for name in REQUESTS}

    def answer(self, line: bytes) -> str:
        """The answer to one line, without its line break. Whatever the line holds, nothing is left half done."""
        try:
            request = parse(line)
            reply = self._do[check(request)](request)
        except Fault as fault:
            return _encode(fault.to_json())
        except Exception:  # noqa: BLE001 - a fault of ours is reported, too; the process goes on
            import traceback

            traceback.print_exc(file=sys.stderr)
            return _encode(Fault("internal", "The engine failed here; the match is as it was.").to_json())
        return '{"ok":true' + "".join(f',"{name}":{_text(value)}' for name, value in reply.items()) + "}"

    # -- beginning ----------------------------------------------------------------------------------------------------

    def _hello(self, request: Json) -> Json:
        from game.maps.scenarios import list_scenarios

        books = [load_rulebook(name) for name in RULESETS]
        return {
            "name": "Snowball",
            "version": __version__,
            "protocol": PROTOCOL,
            "rulesets": [{"id": book.id, "title": book.title, "clauses": list(book.clauses)} for book in books],
            "scenarios": [
                {"id": one.id, "title": one.title, "ruleset": one.ruleset, "seats": list(one.seats)}
                for one in list_scenarios()
                if one.ruleset in RULESETS
            ],
        }

    def _new(self, request: Json) -> Json:
        self.shelf.check_room()
        named = [name for name in ("scenario", "map", "sketch") if name in request]
        if len(named) != 1:
            raise Fault("bad_request", "new needs exactly one of `scenario`, `map`, `sketch`.")
        kind = named[0]
        setup = _setup(kind, request[kind])
        bad = "bad_sketch" if kind == "sketch" else "bad_map"
        seat = _seat(request, setup.seats)
        dice = _dice(request)
        rulings = request.get("rulings")
        if isinstance(rulings, dict) and rulings:
            if setup.ruleset in RULESETS:
                for sentence in load_rulebook(setup.ruleset).check(rulings):
                    raise Fault("bad_request", sentence)
            setup = setup.with_rulings(rulings)
        try:
            match = Match(setup, build(setup.ruleset, setup.rulings), dice)
        except SetupError as error:
            raise Fault(bad, str(error)) from error
        except DiceError as error:
            raise Fault("bad_request", str(error)) from error
        return self._opened(match, seat)

    def _load(self, request: Json) -> Json:
        self.shelf.check_room()
        try:
            match = playback.load(request["save"], build)
        except record.RecordError as error:
            raise Fault("bad_save", str(error)) from error
        return self._opened(match, _seat(request, match.setup.seats))

    def _opened(self, match: Match, seat: str | None) -> Json:
        if match.pending is not None and len(match.pending.options) > MOST_OPTIONS:
            raise Fault("too_large", f"Its first decision has over {MOST_OPTIONS} options: play on a smaller table.")
        name = self.shelf.add(match, seat)
        return {"match": name, **_told(Held(match, seat), match.events)}

    # -- playing ------------------------------------------------------------------------------------------------------

    def _choose(self, request: Json) -> Json:
        held = self._held(request)
        match, asked = held.match, held.match.pending
        if asked is None:
            raise Fault("no_decision", "The match is over; nothing is being asked.")
        if len(match.history) >= MOST_CHOICES:
            raise Fault("too_large", f"The match has {MOST_CHOICES} choices; it cannot have more.")
        if asked.seat == DICE:
            faces = _faces(request, asked.why)
            events = _chosen(held, lambda: match.choose(faces=faces))
        else:
            option, path, until = _option(request, held)
            events = _chosen(held, lambda: match.choose(option, path=path, until=until))
        self.shelf.grown(1)
        return _told(held, events)

    def _undo(self, request: Json) -> Json:
        held = self._held(request)
        try:
            cut = held.match.undo()
        except NoDecision as error:
            raise Fault("no_decision", str(error)) from error
        self.shelf.grown(-1)
        return {"cut": cut, **_told(held, ())}

    def _clone(self, request: Json) -> Json:
        self.shelf.check_room()
        held = self._held(request)
        return {"match": self.shelf.add(held.match.clone(), held.seat)}

    def _close(self, request: Json) -> Json:
        self.shelf.close(request["match"])
        return {}

    def _quit(self, request: Json) -> Json:
        self.over = True
        return {}

    # -- looking ------------------------------------------------------------------------------------------------------

    def _held(self, request: Json) -> Held:
        return self.shelf.get(request["match"])

    def _state(self, request: Json) -> Json:
        held = self._held(request)
        seat = _seat(request, held.match.setup.seats) if "as" in request else held.seat
        return {"state": held.match.view(seat)}

    def _why(self, request: Json) -> Json:
        held = self._held(request)
        seat = _seat(request, held.match.setup.seats) if "as" in request else held.seat
        return {"why": wire.why_json(held.match, seat)}

    def _odds(self, request: Json) -> Json:
        held = self._held(request)
        match, asked = held.match, held.match.pending
        if asked is None:
            raise Fault("no_decision", "The match is over; nothing is being asked.")
        name = request.get("option")
        out: Json = {}
        if asked.seat == DICE:
            if name is not None:
                raise _illegal(held, f"The roll {shown(asked.why)} has no options: ask for its odds without one.")
            name = ""
        else:
            if not isinstance(name, str):
                raise Fault("bad_request", "odds needs `option`.", field="option")
            option = asked.option(name) if wire.may_see(asked, held.seat) else None
            if option is None:
                raise _illegal(held, f"{shown(name)} is not a legal answer.")
            forecast = match.forecast(option)
            if forecast is not None:
                out["forecast"] = forecast.to_json()
        try:
            rows = wire.odds_json(match, str(name), held.seat)
        except OddsTooLarge as error:
            raise Fault("too_large", str(error), **out) from error  # the sum of the attack itself is still told
        return {"odds": rows, **out}

    def _sight(self, request: Json) -> Json:
        match = self._held(request).match
        ends = [_cell(match.setup, request[name], name) for name in ("from", "to")]
        return wire.sight_json(match, *ends)

    def _save(self, request: Json) -> Json:
        return {"save": record.save(self._held(request).match)}

    def _hash(self, request: Json) -> Json:
        return {"hash": self._held(request).match.hash()}

    def _rules(self, request: Json) -> Json:
        from game.cli.coverage import coverage
        from game.engine.datafile import DataError

        try:
            return coverage(str(request["ruleset"])).to_json()
        except DataError as error:
            raise Fault("bad_request", f"{str(error)[:300]}") from error


# -- reading requests -------------------------------------------------------------------------------------------------


def _setup(kind: str, value: object) -> Setup:
    """What a new match starts from. Raises Fault."""
    from game.maps import MapError, UnknownScenarioError, load_map
    from game.maps.scenarios import load_scenario
    from game.sketch import SketchError, read_sketch

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


def _seat(request: Json, seats: Sequence[str]) -> str | None:
    name = request.get("as", REFEREE)
    if name == REFEREE:
        return None
    if name not in seats:
        raise Fault(
            "bad_request", f"There is no seat {shown(name)}; there are {', '.join(seats)}, {REFEREE}.", field="as"
        )
    return str(name)


def _dice(request: Json) -> DiceSource:
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


def _cell(setup: Setup, pair: object, name: str) -> int:
    x, y = pair if isinstance(pair, list) else (-1, -1)
    if not setup.board.inside(x, y):
        raise Fault(
            "bad_request",
            f"`{name}` is off the board: columns run from 0 to {setup.board.width - 1}, "
            f"rows from 0 to {setup.board.height - 1}.",
            field=name,
        )
    return setup.board.cell(x, y)


def _faces(request: Json, why: str) -> list[int]:
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


def _option(request: Json, held: Held) -> tuple[str, list[int] | None, str]:
    """Option, path and until that answer a decision. Raises Fault."""
    for name in ("value", "values"):
        if name in request:
            raise _illegal(held, "No roll is pending; answer with `option`.")
    if "option" not in request:
        raise Fault("bad_request", "choose needs `option`.", field="option")
    cells = request.get("path")
    path = [_cell(held.match.setup, pair, "path") for pair in cells] if isinstance(cells, list) else None
    return str(request["option"]), path, str(request.get("until", ""))


def _chosen(held: Held, choose: Callable[[], list[Event]]) -> list[Event]:
    asked = held.match.pending
    try:
        return choose()
    except IllegalChoice as error:
        known = asked is None or wire.may_see(asked, held.seat)
        if known and error.legal:
            raise Fault("illegal_choice", str(error), legal=list(error.legal)) from error
        raise _illegal(held, str(error) if known else "That is not a legal answer.") from error
    except NoDecision as error:
        raise Fault("no_decision", str(error)) from error
    except DiceError as error:
        if asked is not None and asked.seat == DICE:
            raise Fault("illegal_choice", str(error), legal=[]) from error
        raise Fault("bad_request", str(error), field="dice") from error


def _illegal(held: Held, message: str) -> Fault:
    return Fault("illegal_choice", message, legal=wire.legal_ids(held.match, held.seat))


def _told(held: Held, events: Sequence[Event]) -> Json:
    """Events, pending decision and outcome, as the match's client may know them."""
    match, seat = held.match, held.seat
    return {
        "events": [match.event_json(event, seat) for event in events],
        "pending": Written(wire.pending_text(match, seat)),
        "outcome": match.outcome,
    }
