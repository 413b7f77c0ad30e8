"""An example bot for Snowball: it shoots where it can, else walks towards the nearest enemy, else does the default.

What it plans it confirms, or plans anew until it can.
Seat it with:  snowball play MAP --seat red=bot:"python3 tools/bots/example_bot.py"
It reads one JSON object a line and writes one a line; nothing but the standard library is needed.
"""

from __future__ import annotations

import json
import random
import sys

ATTACKS = "ranged_attack close_combat cut_off intercept opportunity_fire overwatch_fire fire fight"


def choose(state: dict, pending: dict, seat: str) -> str:
    """The id of the option to take."""
    attacks = [option for option in pending["options"] if option["action"] in ATTACKS.split()]
    if attacks:
        return attacks[0]["id"]
    enemies = [unit["at"] for unit in state["units"] if unit["seat"] != seat and not unit["out"]]
    moves = [option for option in pending["options"] if option["action"] == "move" and "to" in option]
    ids = [option["id"] for option in pending["options"]]
    if any(option["action"] == "unplan" for option in pending["options"]):  # something is planned: that will do
        return "confirm" if "confirm" in ids else random.choice(ids)  # noqa: S311 - a game
    if not moves or not enemies:
        return pending["default"]
    moves = [move for move in moves if "unit" not in move] or moves  # a whole formation rather than one of its stands
    return min(moves, key=lambda move: min(gap(move["to"], at) for at in enemies))["id"]


def gap(a: list[int], b: list[int]) -> int:
    """How far two cells are apart, in cells."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "quit":
        break
    answer = {"option": choose(request["state"], request["pending"], request["seat"])}
    print(json.dumps(answer), flush=True)
