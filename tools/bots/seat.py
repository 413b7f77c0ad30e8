"""What the example bots share: a question as an object, and the loop that answers questions.

A bot reads one JSON object per line and writes one per line (see game/ai/bot.py). `state` is the table as its seat sees
it, `pending` the question with every legal option; `ground`, `sight` and `forecasts` come with it. This file needs only
the standard library.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterable

Cell = tuple[int, int]
Option = dict
ATTACKS = frozenset(
    [
        "ranged_attack",
        "close_combat",
        "cut_off",
        "intercept",
        "fire",
        "fight",
        "shoot",
        "close_assault",
        "bombard",
        "battle",
        "opportunity_fire",
        "overwatch_fire",
        "reaction_fire",
        "point",
    ]
)
WALKS = frozenset(("move", "run", "combat_move", "go_on", "double", "advance", "march"))
FAR = 999
"""A distance greater than any on a board, in cells."""


class Question:
    """A question to one seat. `tried`: the units and whole formations that the present plan has moved already."""

    def __init__(self, request: dict, tried: frozenset[str] = frozenset()) -> None:
        self.tried = tried
        self.state, self.pending, self.seat = request["state"], request["pending"], request["seat"]
        self.kind: str = self.pending["kind"]
        self.options: list[Option] = self.pending["options"]
        self.sight, self.forecasts = request.get("sight", {}), request.get("forecasts", {})
        self.hexes = self.state["board"]["grid"] == "hex"
        self.units = {unit["id"]: unit for unit in self.state["units"] if not unit["out"]}
        sides = {row["seat"] for row in self.state["seats"]}
        self.foes = [unit for unit in self.units.values() if unit["seat"] != self.seat and unit["seat"] in sides]

    # -- looking --------------------------------------------------------------------------------------------------

    def distance(self, a: Cell, b: Cell) -> float:
        """The distance in cells; on squares a diagonal step counts one and a half."""
        if self.hexes:
            (q, r), (s, t) = ((x - (y - y % 2) // 2, y) for x, y in (a, b))
            return max(abs(q - s), abs(r - t), abs(q + r - s - t))
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(across, down) + min(across, down) / 2

    def ground(self) -> list[Cell]:
        """The ground that counts: cells of objectives, and sites of others; if there are none, the enemies' cells."""
        cells = [tuple(cell) for one in self.state["objectives"] for cell in one["cells"]]
        cells += [tuple(site["at"]) for site in self.state["sites"] if site["seat"] != self.seat]
        return cells or self.enemies()

    def enemies(self) -> list[Cell]:
        """The cells of the enemies."""
        return [tuple(foe["at"]) for foe in self.foes]

    def away(self, at: Iterable[int], cells: list[Cell]) -> float:
        """The distance to the nearest of these cells."""
        here = tuple(at)
        return min((self.distance(here, cell) for cell in cells), default=FAR)

    def sees(self, unit: str) -> bool:
        """Whether a unit sees an enemy within range of its weapon."""
        weapon = self.units[unit]["weapon"] or {}
        reach = 2 * weapon.get("range", FAR)
        return any(seen["visible"] and seen["distance"] <= reach for seen in self.sight.get(unit, {}).values())

    def members(self, option: Option) -> list[dict]:
        """The units that an option is about: one, or those of a formation that are in play."""
        groups = {group["id"]: group["units"] for group in self.state["groups"]}
        names = groups.get(option.get("formation", ""), [option.get("unit", "")])
        return [self.units[name] for name in names if name in self.units]

    def on_ground(self, option: Option, within: float = 1.5) -> bool:
        """Whether any of these units is on the ground that counts, or within so many cells of it."""
        cells = self.ground()
        return any(self.away(unit["at"], cells) <= within for unit in self.members(option))

    # -- choosing -------------------------------------------------------------------------------------------------

    def doing(self, *actions: str) -> list[Option]:
        """The options with these actions."""
        return [option for option in self.options if option["action"] in actions]

    def ordered(self, word: str) -> list[Option]:
        """The options that give an order: a marker of that name, or the action."""
        return [option for option in self.options if word in (option.get("marker"), option["action"])]

    def chance(self, option: Option) -> float:
        """The value of an attack: the chance of its final result, or part of that of a hit; a little if unknown."""
        told = self.forecasts.get(option["id"])
        return max(told["p_out"], 0.4 * told["p_hit"]) if told else 0.1

    def attack(self, least: float = 0.0) -> Option | None:
        """The attack with the greatest value, if that is more than `least`. Going on overwatch is not an attack."""
        found = self.doing(*ATTACKS) + (self.doing("overwatch") if self.answering else [])
        best = max(found, key=self.chance, default=None)
        return best if best and self.chance(best) > least else None

    @property
    def answering(self) -> bool:
        """Whether the question is about reacting. Then `overwatch` is a shot (VIKTORY II), otherwise it is an order."""
        return self.kind == "react"

    @property
    def unwatched(self) -> Option | None:
        """The answer of a bot that never watches to a question about it: moves for all units, no shot of a gun."""
        if self.kind == "assign":
            return (self.doing("confirm") or self.ordered("move"))[0]
        return self.doing("pass")[0] if self.answering and self.doing("overwatch") else None

    def nearest(self, moves: list[Option], cells: list[Cell]) -> Option | None:
        """The move that brings its unit furthest towards the nearest of these cells; None if none brings it nearer."""
        best, least = None, 0.0
        for move in moves:
            for unit in self.members(move)[:1]:
                gain = self.away(unit["at"], cells) - self.away(move["to"], cells)
                if "pace" in move and move["pace"] in {"sprint", "march"}:
                    gain -= 0.5  # a unit that sprints cannot shoot
                if gain > least:
                    best, least = move, gain
        return best

    def walks(self) -> list[Option]:
        """The options that move a unit or formation."""
        return [option for option in self.options if option["action"] in WALKS and "to" in option]

    @property
    def default(self) -> Option:
        """The default option of the question."""
        return next(option for option in self.options if option["id"] == self.pending["default"])

    @property
    def drafting(self) -> bool:
        """Whether the question is about a plan, to which moves are added until it is confirmed."""
        return any(option["action"] in {"confirm", "reset"} for option in self.options) and self.kind != "assign"

    def planned(self, cells: list[Cell]) -> Option:
        """The next step of a plan to bring all units nearer to these cells: whole formations first, then single units.

        No unit is planned twice, and a plan that cannot be confirmed is taken apart again, so every plan ends quickly.
        """
        done = {option["unit"] for option in self.doing("unplan")}
        more = [move for move in self.walks() if move.get("unit", "") not in done and mover(move) not in self.tried]
        whole = [move for move in more if "unit" not in move]
        if found := self.nearest([] if done else whole, cells) or self.nearest([m for m in more if "unit" in m], cells):
            return found
        return (self.doing("confirm") or self.doing("unplan")[-1:] or self.doing("reset") or [self.default])[0]


def mover(option: Option) -> str:
    """The unit that an option is about, or the formation as a whole."""
    return option.get("unit") or option.get("formation", "")


def play(choose: Callable[[Question], Option]) -> None:
    """Answer every question of a game.

    A plan that had to be taken apart completely would be made again and again. So the next one is drawn by lot, move by
    move, until it can be confirmed.
    """
    tried: frozenset[str] = frozenset()
    kind, at_a_loss, chance = "", False, lots()
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "quit":
            break
        asked = Question(request, tried)
        emptied = bool(tried) and not asked.drafting
        at_a_loss = asked.kind == kind and (at_a_loss or emptied)
        option = (asked.doing("confirm") or [chance.choice(asked.options)])[0] if at_a_loss else choose(asked)
        confirmed = option["action"] == "confirm"
        kind = "" if confirmed else asked.kind
        tried = tried | {mover(option)} if asked.drafting and not confirmed else frozenset()
        print(json.dumps({"option": option["id"]}), flush=True)


def lots() -> random.Random:
    """A generator of random numbers; they are the same in each run if the lab has given a seed."""
    return random.Random(os.environ.get("SNOWBALL_SEED"))  # noqa: S311 - a game
