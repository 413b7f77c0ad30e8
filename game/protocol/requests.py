"""The engine protocol: one JSON object in, one JSON object out. A `Session` answers lines and never raises.

Requests and their fields are listed in `protocol_fields`, what they name is read in `protocol_reading`; what a match
looks like from outside is `engine.wire`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence

from game import __version__
from game.engine import wire
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.checked import shown
from game.engine.decisions import DICE
from game.engine.dice import DiceError
from game.engine.events import LogEntry
from game.engine.match import Match
from game.engine.odds import OddsTooLarge
from game.engine.rulebook import load_rulebook
from game.engine.setup import SetupError
from game.protocol.fields import REQUESTS, Fault, Json, check, parse
from game.protocol.reading import illegal, read_cell, read_dice, read_faces, read_option, read_seat, read_setup
from game.protocol.shelf import MOST_CHOICES, Held, Shelf
from game.records import playback, record
from game.rules import RULESETS, build

PROTOCOL = 1
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
        setup = read_setup(kind, request[kind])
        bad = "bad_sketch" if kind == "sketch" else "bad_map"
        seat = read_seat(request, setup.seats)
        dice = read_dice(request)
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
        return self._opened(match, read_seat(request, match.setup.seats))

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
            faces = read_faces(request, asked.why)
            events = _chosen(held, lambda: match.choose(faces=faces))
        else:
            option, path, until = read_option(request, held)
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
        seat = read_seat(request, held.match.setup.seats) if "as" in request else held.seat
        return {"state": wire.view_json(held.match.view(seat))}

    def _why(self, request: Json) -> Json:
        held = self._held(request)
        seat = read_seat(request, held.match.setup.seats) if "as" in request else held.seat
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
                raise illegal(held, f"The roll {shown(asked.why)} has no options: ask for its odds without one.")
            name = ""
        else:
            if not isinstance(name, str):
                raise Fault("bad_request", "odds needs `option`.", field="option")
            option = asked.option(name) if wire.may_see(asked, held.seat) else None
            if option is None:
                raise illegal(held, f"{shown(name)} is not a legal answer.")
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
        ends = [read_cell(match.setup, request[name], name) for name in ("from", "to")]
        return wire.sight_json(match, *ends)

    def _save(self, request: Json) -> Json:
        return {"save": record.save(self._held(request).match)}

    def _hash(self, request: Json) -> Json:
        return {"hash": self._held(request).match.hash()}

    def _rules(self, request: Json) -> Json:
        from game.engine.datafile import DataError
        from game.protocol.coverage import coverage

        try:
            return coverage(str(request["ruleset"])).to_json()
        except DataError as error:
            raise Fault("bad_request", f"{str(error)[:300]}") from error


# -- carrying out ----------------------------------------------------------------------------------------------------


def _chosen(held: Held, choose: Callable[[], list[LogEntry]]) -> list[LogEntry]:
    asked = held.match.pending
    try:
        return choose()
    except IllegalChoice as error:
        known = asked is None or wire.may_see(asked, held.seat)
        if known and error.legal:
            raise Fault("illegal_choice", str(error), legal=list(error.legal)) from error
        raise illegal(held, str(error) if known else "That is not a legal answer.") from error
    except NoDecision as error:
        raise Fault("no_decision", str(error)) from error
    except DiceError as error:
        if asked is not None and asked.seat == DICE:
            raise Fault("illegal_choice", str(error), legal=[]) from error
        raise Fault("bad_request", str(error), field="dice") from error


def _told(held: Held, events: Sequence[LogEntry]) -> Json:
    """Events, pending decision and outcome, as the match's client may know them."""
    match, seat = held.match, held.seat
    return {
        "events": [match.event_json(event, seat) for event in events],
        "pending": Written(wire.pending_text(match, seat)),
        "outcome": match.outcome,
    }
