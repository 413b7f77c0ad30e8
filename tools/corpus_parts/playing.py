"""Plays a recorded game through the engine protocol, and collects what it tells at every moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from tools.corpus_parts.engines import Ask, Json
from tools.corpus_parts.games import NOTHING, Game, Line, compact

PARTS = ("question", "events", "views", "why", "odds")

PLACES = ("code", "tests", "demos", "missing", "tests_known", "version", "ok")
"""Fields of `hello` and `rules` that are about files and releases, not about the game."""


class Moment(NamedTuple):
    """What is told after a choice (moment 0: after the beginning of the game).

    `question`: the pending decision or roll; `events`: the new events; `views`: seat or "referee" -> state; `why`:
    unit -> its options or its refusal; `odds`: the outcomes of the next choice, without its sum. A part is None if
    there is nothing, or if it was not asked for.
    """

    question: Any
    events: Any
    views: Any
    why: Any
    odds: Any

    def digests(self) -> Line:
        """A digest for every part."""
        return tuple(NOTHING if part in (None, []) else digest(part) for part in self)


class RefusedError(Exception):
    """The engine refuses a choice of the recorded game; the message has the choice's number and the engine's error."""

    def __init__(self, number: int, request: Json, error: Json) -> None:
        super().__init__(f"at moment {number} {compact(request)} is refused: {error.get('message', error)}")
        self.number = number


def digest(value: object) -> str:
    """A digest of a JSON value, in eight characters; the order of keys does not matter."""
    return blake2b(compact(value).encode(), digest_size=4).hexdigest()


class Play:
    """Plays a game. `ends` (name -> what is told) is filled once all moments have been taken."""

    def __init__(self, ask: Ask, game: Game) -> None:
        self.ask = ask
        self.game = game
        self.ends: dict[str, Any] = {}
        self.match = ""

    def moments(self) -> Iterator[Moment]:
        """Play the game and yield every moment. Raises RefusedError."""
        game = self.game
        if game.new["do"] != "new":
            yield Moment(_without_places(self._told(0, game.new)), None, None, None, None)
            return
        answer = self._told(0, game.new)
        self.match = answer["match"]
        yield self._moment(0, answer)
        for number, choice in enumerate(game.choices, 1):
            answer = self._told(number, {"do": "choose", "match": self.match, **choice})
            yield self._moment(number, answer)
        self.ends = self._ends(answer)
        self.ask({"do": "close", "match": self.match})

    def _told(self, number: int, request: Json) -> Json:
        answer = self.ask(request)
        if not answer["ok"]:
            raise RefusedError(number, {k: v for k, v in request.items() if k != "match"}, answer["error"])
        return answer

    def _moment(self, number: int, answer: Json) -> Moment:
        asked = answer["pending"]

        def looks(every: int) -> bool:
            return every > 0 and number % every == 0 and asked is not None

        views = {
            seat: self._told(number, {"do": "state", "match": self.match, "as": seat})["state"]
            for seat in ("referee", *self.game.seats)
        }
        why = self._told(number, {"do": "why", "match": self.match})["why"] if looks(self.game.why) else None
        odds = self._odds(number) if looks(self.game.odds) else None
        return Moment(asked, answer["events"], views, why, odds)

    def _odds(self, number: int) -> Any:
        """Chances and changes of the next choice, or the code of the error if they cannot be computed."""
        if number == len(self.game.choices):
            return None
        option = {name: value for name, value in self.game.choices[number].items() if name == "option"}
        answer = self.ask({"do": "odds", "match": self.match, **option})
        return answer["odds"] if answer["ok"] else answer["error"]["code"]

    def _ends(self, answer: Json) -> dict[str, Any]:
        """The outcome, all events as each seat knows them, and the sight between random pairs of cells."""
        ends: dict[str, Any] = {"outcome": answer["outcome"]}
        save = self._told(len(self.game.choices), {"do": "save", "match": self.match})["save"]
        for seat in self.game.seats:
            told = self._told(len(self.game.choices), {"do": "load", "save": save, "as": seat})
            self.ask({"do": "close", "match": told["match"]})
            ends[f"seen-{seat}"] = {"events": told["events"], "pending": told["pending"]}
        if self.game.sights:
            ends["sight"] = self._sights()
        return ends

    def _sights(self) -> list[Json]:
        board = self.ask({"do": "state", "match": self.match})["state"]["board"]
        chance = random.Random(self.game.name)  # noqa: S311 - pairs of cells, not secrets
        found = []
        for _ in range(self.game.sights):
            x, y = chance.randrange(board["width"]), chance.randrange(board["height"])
            to = [min(board["width"] - 1, max(0, x + chance.randint(-12, 12))), chance.randrange(board["height"])]
            found.append(self.ask({"do": "sight", "match": self.match, "from": [x, y], "to": to}))
        return found


def digested(play: Play) -> tuple[list[Line], dict[str, str]]:
    """The digests of every moment and of the end. Raises RefusedError."""
    lines = [moment.digests() for moment in play.moments()]
    return lines, end_digests(play)


def end_digests(play: Play) -> dict[str, str]:
    """The digests of the end of a game whose moments have all been taken; the outcome is also given in full."""
    ends = {name: digest(value) for name, value in play.ends.items()}
    if "outcome" in ends:
        ends["outcome"] += f" {compact(play.ends['outcome'])}"
    return ends


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_places(part) for name, part in value.items() if name not in PLACES}
    return [_without_places(part) for part in value] if isinstance(value, list) else value
