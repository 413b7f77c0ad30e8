"""A bot without search that plays by the odds: the best shot first, at enemies who have yet to act. It never watches.

Every shot on offer has the engine's exact chance. A destination is judged by the shot from there, the answers on the
way to it, who sees it, and how near it is to the ground that counts; who sees whom is asked of the engine.
"""

from __future__ import annotations

import json
import sys

from seat import FAR, Cell, Option, Question, play

LEAST, ANSWER = 0.05, 0.12
"""The least chance of a shot that is taken in one's own action, and as an answer, which costs the action to come."""
FRESH = 1.4
"""How much more a target counts that has yet to act: its action is lost with it."""
NEAR, FAR_OFF = 0.5, 0.2
"""The chance of a shot from beside its target, and from the end of the weapon's range, as far as it is only guessed."""
COVER = {"": 1.0, "soft": 0.8, "low": 0.65, "hard": 0.45}
"""What cover leaves of it."""
AIMED, HURRIED = 1.25, 0.7
"""What standing still adds to a shot, and running leaves of it."""
GROUND, ON_IT = 0.045, 0.5
"""What a cell of the way to the ground that counts is worth, and what standing on it is."""
EXPOSED, ANSWERED = 0.35, 0.6
"""How much the fire of those who see a destination counts, and that of waiting enemies who see the way to it."""
PLACES, MOVERS = 8, 4
"""The most destinations of a unit, and the most units, that are looked at closely."""
NO_SHOT = frozenset(["sprint", "march", "run"])
"""Paces after which many rulebooks allow no shot."""

BLOWS = (
    "ranged_attack",
    "close_combat",
    "fire",
    "fight",
    "shoot",
    "close_assault",
    "bombard",
    "battle",
    "opportunity_fire",
    "reaction_fire",
    "cut_off",
    "intercept",
    "engage",
    "throw",
    "point",
)
"""All attacks but those from overwatch, on which it never is."""

_seen: dict[tuple[Cell, Cell], dict] = {}
"""What the engine has said about the sight from one cell to another; forgotten as soon as anything has moved."""


def sight(start: Cell, end: Cell) -> dict:
    """How one cell sees another, as the engine says it."""
    key = start, end
    if key not in _seen:
        print(json.dumps({"do": "sight", "from": list(start), "to": list(end)}), flush=True)
        _seen[key] = json.loads(sys.stdin.readline())
    return _seen[key]


def reach(unit: dict) -> int:
    """The range of a unit's weapon as sights count it."""
    return 2 * (unit["weapon"] or {}).get("range", FAR)


def guessed(shooter: dict, start: Cell, end: Cell) -> float:
    """A guess at the chance of a shot from one cell at another."""
    look = sight(start, end)
    far = reach(shooter)
    if not look.get("visible") or look["distance"] > far:
        return 0.0
    near = 1 - min(1.0, look["distance"] / max(1, min(far, 60)))
    return (FAR_OFF + (NEAR - FAR_OFF) * near) * COVER.get(look["cover"], 1.0)


def fresh(unit: dict) -> float:
    """How much a target counts."""
    return 1.0 if unit.get("spent") else FRESH


def waits(unit: dict) -> bool:
    """Whether an enemy may answer a move: it lies in wait, or holds a marker that nobody has seen."""
    return any(marker["face"] == "down" or marker["kind"] == "overwatch" for marker in unit["markers"])


def attack(asked: Question, least: float) -> Option | None:
    """The attack with the best odds, targets that have yet to act counting more; None if none has a fair chance."""

    def value(option: Option) -> float:
        names = option.get("targets") or [option.get("target", "")]
        targets = [asked.units[name] for name in names if name in asked.units]
        return asked.chance(option) * max(map(fresh, targets), default=1.0)

    found = [option for option in asked.doing(*BLOWS) if asked.chance(option) > least]
    return max(found, key=value, default=None)


def standing(asked: Question, unit: dict) -> float:
    """What a unit's best shot from where it is would bring."""
    here = tuple(unit["at"])
    shots = [guessed(unit, here, tuple(foe["at"])) * fresh(foe) for foe in asked.foes]
    return AIMED * max(shots, default=0.0) + place(asked, unit, here)


def place(asked: Question, unit: dict, cell: Cell) -> float:
    """What it is worth to be on a cell: ground, less the fire of those who see it."""
    away = asked.away(cell, asked.ground())
    danger = max((guessed(foe, tuple(foe["at"]), cell) for foe in asked.foes), default=0.0)
    return (ON_IT if away < 1 else 0.0) - GROUND * away - EXPOSED * danger


def going(asked: Question, unit: dict, move: Option) -> float:
    """What a move would bring: the place, the shot from there, and the answers on the way."""
    start, end = tuple(unit["at"]), tuple(move["to"])
    pace = move.get("pace") or move["action"]
    shots = [guessed(unit, end, tuple(foe["at"])) * fresh(foe) for foe in asked.foes]
    shot = 0.0 if pace in NO_SHOT else max(shots, default=0.0)
    half = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    safe = 1.0
    for foe in filter(waits, asked.foes):
        safe *= 1 - max(guessed(foe, tuple(foe["at"]), cell) for cell in (half, end))
    return place(asked, unit, end) + (HURRIED if pace == "run" else 1.0) * shot - ANSWERED * (1 - safe)


def acting(asked: Question) -> Option | None:
    """The best of standing and shooting, and of the few most promising destinations of the units nearest the ground."""
    ground, found = asked.ground(), list[tuple[float, str, Option]]()
    for option in asked.doing("stand", "sustained_fire", "activate"):
        for unit in asked.members(option)[:1]:
            if any(guessed(unit, tuple(unit["at"]), tuple(foe["at"])) > LEAST for foe in asked.foes):
                found.append((standing(asked, unit) - place(asked, unit, tuple(unit["at"])), option["id"], option))
    moves: dict[str, list[Option]] = {}
    for move in asked.walks():
        for unit in asked.members(move)[:1]:
            moves.setdefault(unit["id"], []).append(move)
    nearest = sorted(moves, key=lambda name: (asked.away(asked.units[name]["at"], ground), name))
    for name in nearest[:MOVERS]:
        unit = asked.units[name]
        here = place(asked, unit, tuple(unit["at"]))
        for move in sorted(moves[name], key=lambda one: asked.away(one["to"], ground))[:PLACES]:
            found.append((going(asked, unit, move) - here, move["id"], move))
    best = max(found, key=lambda row: row[:2], default=None)
    return best[2] if best is not None and best[0] > 0 else None


def choose(asked: Question) -> Option:
    """The shot with the best odds, else the best action; as an answer only a good shot."""
    _seen.clear()
    if asked.drafting:
        return asked.planned(asked.ground())
    if found := asked.unwatched:
        return found
    if found := attack(asked, ANSWER if asked.answering else LEAST):
        return found
    if asked.answering:
        return (asked.doing("pass") or [asked.default])[0]
    if found := acting(asked):
        return found
    on = asked.doing("advance", "double") or asked.doing("activate", "remove_suppression")
    return on[0] if on else asked.default


if __name__ == "__main__":
    play(choose)
