"""The engine protocol: one JSON object in, one JSON object out. A `ProtocolSession` answers lines and never raises.

The requests are typed in `requests`. Those about matches are answered by `matches`, which is imported, with the engine,
only for the first of them.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

from game import __version__
from game.engine.foreign import ascii_json
from game.engine.rulebook import DataError, load_rulebook
from game.protocol import requests as ask
from game.protocol.requests import Fault, Json, Request, parse
from game.rules import RULESETS, examined

if TYPE_CHECKING:
    from game.protocol.matches import Matches
    from game.protocol.shelf import Shelf

PROTOCOL = 1


class ProtocolSession:
    """The session of one client. `over` is set once the client has quit."""

    def __init__(self) -> None:
        self.over = False

    @cached_property
    def _matches(self) -> Matches:
        from game.protocol.matches import Matches  # `hello` does not need it

        return Matches()

    @property
    def shelf(self) -> Shelf:
        """The matches by id."""
        return self._matches.shelf

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, without a line break. Whatever the line contains, no request is left half done."""
        try:
            return ascii_json({"ok": True, **self._reply(parse(line))})
        except Fault as fault:
            return ascii_json(fault.to_json())
        except DataError as error:
            return ascii_json(Fault("internal", str(error)).to_json())
        except (Exception, SystemExit) as error:  # noqa: BLE001 - our own faults are told, too, and the process goes on
            import traceback

            from game.engine.plugins import blamed

            if sentence := blamed(error):
                return ascii_json(Fault("internal", sentence).to_json())

            traceback.print_exc(file=sys.stderr)
            return ascii_json(Fault("internal", "The engine failed here; the match is as it was.").to_json())

    def _reply(self, request: Request) -> Json:
        match request:
            case ask.Hello():
                return _hello()
            case ask.Rules(ruleset=ruleset):
                return _rules(ruleset)
            case ask.Quit():
                self.over = True
                return {}
        return self._matches.answer(request)


def _hello() -> Json:
    from game.maps.scenarios import list_scenarios

    books, problems = [load_rulebook(name) for name in RULESETS], list(examined().problems.values())
    told: Json = {"problems": problems} if problems else {}
    return {
        "name": "Snowball",
        "version": __version__,
        "protocol": PROTOCOL,
        "rulesets": [{"id": book.id, "title": book.title, "clauses": list(book.clauses)} for book in books],
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "ruleset": scenario.ruleset, "seats": list(scenario.seats)}
            for scenario in list_scenarios()
            if scenario.ruleset in RULESETS
        ],
        **told,
    }


def _rules(ruleset: str) -> Json:
    from game.protocol.coverage import coverage

    try:
        return coverage(ruleset).to_json()
    except DataError as error:
        raise Fault("bad_request", f"{str(error)[:300]}") from error
