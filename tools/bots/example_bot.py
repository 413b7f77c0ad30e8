"""An example bot for Snowball: it shoots if it can, else walks towards the nearest enemy, else takes the default.

Let it play a seat with:  snowball play MAP --seat red=bot:"python3 tools/bots/example_bot.py"
It reads one JSON object per line and writes one per line; it needs only the standard library.
"""

from __future__ import annotations

import json
import random
import sys

ATTACKS = "ranged_attack close_combat cut_off intercept opportunity_fire overwatch_fire fire fight"


def choose(state: dict, pending: dict, seat: str) -> str:
    """The id of the option to take."""
    for option in pending["options"]:
        if option["action"] in ATTACKS.split():
            return option["id"]
    enemies = [unit["at"] for unit in state["units"] if unit["seat"] != seat and not unit["out"]]
    moves = [option for option in pending["options"] if option["action"] == "move" and "to" in option]
    ids = [option["id"] for option in pending["options"]]
    if any(name.endswith(":unplan") for name in ids):  # something is planned already: confirm it
        return "confirm" if "confirm" in ids else random.choice(ids)  # noqa: S311 - a game
    if not moves or not enemies:
        return pending["default"]
    return min(
        [move for move in moves if "unit" not in move] or moves,
        key=lambda move: min(max(abs(move["to"][0] - at[0]), abs(move["to"][1] - at[1])) for at in enemies),
    )["id"]


for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "quit":
        break
    answer = {"option": choose(request["state"], request["pending"], request["seat"])}
    print(json.dumps(answer), flush=True)
