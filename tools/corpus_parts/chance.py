"""A player that chooses at random through the protocol, but prefers actions to passing and ending."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from tools.corpus_parts.engines import Ask, Json, inside
from tools.corpus_parts.games import Game

CALM = {
    "pass",
    "end",
    "hold",
    "stand",
    "done",
    "none",
    "nothing",
    "stay",
    "wait",
    "confirm",
    "reset",
    "unplan",
    "hand_on",
    "part",
}
"""Actions that do little, which are chosen seldom."""
UNTIL = ("action", "turn", "within 12")
"""How long a pass may hold; not every rulebook knows all of them."""


class Chance:
    """Gives random answers in a match, from a generator of its own with this seed."""

    def __init__(self, ask: Ask, match: str, seed: str) -> None:
        self.ask = ask
        self.match = match
        self.random = random.Random(seed)  # noqa: S311 - games, not secrets

    def play(self, answer: Json, limit: int) -> Iterator[tuple[Json, Json]]:
        """Make up to `limit` choices, beginning after `answer`. Yields each choice with the engine's answer to it."""
        for _ in range(limit):
            if answer["pending"] is None:
                return
            for choice in self._choices(answer["pending"]):
                told = self.ask({"do": "choose", "match": self.match, **choice})
                if told["ok"]:
                    break
            else:
                raise AssertionError(f"{self.match}: a listed option is refused")
            answer = told
            yield choice, answer

    def _choices(self, asked: Json) -> Iterator[Json]:
        """Forms of one random choice, to be tried in order; the last one is always legal."""
        if asked["seat"] == "dice":
            yield {"values": [self.random.randint(1, int(die[1:])) for die in asked["dice"]]}
            return
        option = self._option(asked)
        plain = {"option": option["id"]}
        path = option.get("path", [])
        if len(path) > 2 and self.random.random() < 0.15:
            yield {**plain, "path": self._other_path(path)}
        if option["action"] == "pass" and self.random.random() < 0.3:
            yield {**plain, "until": self.random.choice(UNTIL)}
        yield plain

    def _option(self, asked: Json) -> Json:
        options: list[Json] = asked["options"]
        actions = {option["action"] for option in options}
        if "confirm" in actions and self.random.random() < 0.35:
            return next(option for option in options if option["action"] == "confirm")
        bold = sorted(actions - CALM)
        if bold and self.random.random() < 0.85:
            options = [option for option in options if option["action"] in bold]
        if self.random.random() < 0.5:
            action = self.random.choice(sorted({option["action"] for option in options}))
            options = [option for option in options if option["action"] == action]
        kinds = sorted({(option.get("unit", ""), option["action"]) for option in options})
        kind = self.random.choice(kinds)
        options = [option for option in options if (option.get("unit", ""), option["action"]) == kind]
        drawn = [self.random.choice(options) for _ in range(3)]
        if "to" not in drawn[0] or self.random.random() < 0.4:
            return drawn[0]
        enemies = self._enemies(asked["seat"])
        return min(drawn, key=lambda option: _nearest(option.get("to", [0, 0]), enemies))

    def _enemies(self, seat: str) -> list[list[int]]:
        units = self.ask({"do": "state", "match": self.match})["state"]["units"]
        return [unit["at"] for unit in units if unit["seat"] != seat and not unit["out"] and unit["at"]]

    def _other_path(self, path: list[list[int]]) -> list[list[int]]:
        """A path with the same steps in another order."""
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)]
        self.random.shuffle(steps)
        found = [path[0]]
        for x, y in steps:
            found.append([found[-1][0] + x, found[-1][1] + y])
        return found


def play_on(game: Game, number: int) -> None:
    """Replace a game's choices from number `number` (from 1) on by random ones, as many as it had, or to its end."""
    ask = inside()
    answer = ask(game.new)
    limit, game.choices = len(game.choices), game.choices[: number - 1]
    for choice in game.choices:
        answer = ask({"do": "choose", "match": "m1", **choice})
    on = Chance(ask, "m1", game.name).play(answer, limit - len(game.choices))
    game.choices += [choice for choice, _ in on]


def _nearest(cell: list[int], others: list[list[int]]) -> int:
    return min((max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in others), default=0)
