"""Playing a recorded game by the engine protocol alone, and what it tells at every moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from tools.corpus_parts.engines import Ask, Json
from tools.corpus_parts.games import NOTHING, Game, Line, compact

PARTS = ("question", "events", "views", "why", "odds")

PLACES = ("code", "tests", "demos", "missing", "tests_known", "version", "ok")
"""Fields of `hello` and `rules` that tell of files and releases, not of the game."""


class Moment(NamedTuple):
    """What is told when a choice has been made (moment 0: when the game has begun).

    `question`: the pending decision or roll; `events`: the new ones; `views`: seat or "referee" -> state; `why`:
    unit -> its options or its refusal; `odds`: what the choice made next may lead to, without the sum beside it.
    None where there is nothing, or where it was not looked at.
    """

    question: Any
    events: Any
    views: Any
    why: Any
    odds: Any

    def digests(self) -> Line:
        """One for every part."""
        return tuple(NOTHING if part in (None, []) else digest(part) for part in self)


class RefusedError(Exception):
    """A choice of the recorded game that the engine does not take; its number and the engine's error."""

    def __init__(self, number: int, request: Json, error: Json) -> None:
        super().__init__(f"at moment {number} {compact(request)} is refused: {error.get('message', error)}")
        self.number = number


def digest(value: object) -> str:
    """Eight letters that stand for a JSON value, whatever the order of its keys."""
    return blake2b(compact(value).encode(), digest_size=4).hexdigest()


class Play:
    """A game being played. `ends` (name -> what is told) is there when all moments have been taken."""

    def __init__(self, ask: Ask, game: Game) -> None:
        self.ask = ask
        self.game = game
        self.ends: dict[str, Any] = {}
        self.match = ""

    def moments(self) -> Iterator[Moment]:
        """Moment after moment. Raises RefusedError."""
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
        """Chances and changes of the choice made next, or the code of the error where they cannot be worked out."""
        if number == len(self.game.choices):
            return None
        option = {name: value for name, value in self.game.choices[number].items() if name == "option"}
        answer = self.ask({"do": "odds", "match": self.match, **option})
        return answer["odds"] if answer["ok"] else answer["error"]["code"]

    def _ends(self, answer: Json) -> dict[str, Any]:
        """The outcome, the whole story as each seat knows it, and what is seen between cells."""
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
    """The digests of the end of a game whose moments have all been taken; the outcome stands there in words, too."""
    ends = {name: digest(value) for name, value in play.ends.items()}
    if "outcome" in ends:
        ends["outcome"] += f" {compact(play.ends['outcome'])}"
    return ends


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_places(part) for name, part in value.items() if name not in PLACES}
    return [_without_places(part) for part in value] if isinstance(value, list) else value
