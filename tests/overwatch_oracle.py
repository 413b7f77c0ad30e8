"""An oracle of WH40K 2nd edition: the overwatch shots a question must offer, and what each needs to hit.

It is written from the clauses without the rulebook's code. It reads what every player may read (the view, the log, the
army file), and takes lines of sight and cover from the board.
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from game.engine.wire import view_json
from game.paths import ASSETS
from tests.viewed import logged

COVER = {"": 0, "soft": -1, "low": -2, "hard": -2}
"""Cover -> its modifier to hit (WH-A28)."""


class Fire(NamedTuple):
    """A shot: at a point of a move ("p3"), at the mover when it has arrived ("after"), or at a unit not moving ("")."""

    shooter: str
    target: str
    moment: str


class Sum(NamedTuple):
    """The face that each die needs, and the modifiers that make it: name -> value."""

    need: int
    modifiers: dict[str, int]


class Oracle:
    """The table of one match. It learns from the log which charges are declared and over (WH-A14, WH-A24)."""

    def __init__(self, match):
        army = tomllib.loads((ASSETS / "armies" / "wh40k2.toml").read_text("utf-8"))
        self.profiles, self.weapons = army["profiles"], army["weapons"]
        self.match, self.board = match, match.setup.board
        self.width = self.board.width
        self.charges, self.read = {}, 0

    def look(self):
        """Read the log on, and take the present view."""
        for line in logged(self.match, None, self.read):
            self.read = line["n"] + 1
            if line["type"] == "charge_declared":
                self.charges[line["unit"]] = line["target"]
            elif line["type"] in ("charge_made", "charge_failed", "move_lost", "wiped_out"):
                self.charges.pop(line["unit"], None)
            elif line["type"] == "turn_started":
                self.charges = {}
        self.view = view_json(self.match.view(None))
        self.units = {u["id"]: u for u in self.view["units"] if not u["out"]}
        action = self.view["action"] or {}
        under_way = action.get("unit") in self.units and action["status"] not in ("done", "lost")
        self.move = action if under_way else None

    # -- the table --------------------------------------------------------------------------------------------------

    def cell(self, xy):
        return xy[1] * self.width + xy[0]

    def inches(self, a, b):
        """Return the distance between the middles of two cells [x, y], to the nearest inch."""
        return (isqrt(4 * ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)) + 1) // 2

    def sight(self, a, b):
        return self.board.sight(self.cell(a), self.cell(b))

    def foes_beside(self, unit, at):
        """Return the ids of the enemies that would touch the unit if it stood there."""
        return [
            foe["id"]
            for foe in self.units.values()
            if foe["seat"] != unit["seat"] and max(abs(foe["at"][0] - at[0]), abs(foe["at"][1] - at[1])) == 1
        ]

    def marked(self, unit, kind):
        """Return whether the unit has a marker of that kind."""
        return any(marker["kind"] == kind for marker in unit["markers"])

    def moves(self, name):
        """Return whether that unit's declared move is under way."""
        return self.move is not None and self.move["unit"] == name

    def gun(self, unit):
        """Return the unit's weapon that is not thrown, None if it has only grenades (WH-15)."""
        return next((self.weapons[w] for w in unit["weapons"] if not self.weapons[w]["thrown"]), None)

    # -- the sum ------------------------------------------------------------------------------------------------------

    def sum(self, shooter, target, at, *, under_way):
        """Return what a shot needs (WH-18 to WH-25, WH-A27, WH-A28).

        `under_way`: the target's declared move is not over when it is fired at.
        """
        gun, rows = self.gun(shooter), {}
        seen = self.sight(shooter["at"], at)
        charging = target["id"] in self.charges
        near = charging or self.inches(shooter["at"], at) <= gun["short"]
        rows["short range" if near else "long range"] = gun["short_mod"] if near else gun["long_mod"]
        rows[f"{seen.cover} cover"] = COVER[seen.cover]
        if charging and self.charges[target["id"]] == shooter["id"]:  # WH-21, from the declaration on (WH-A14)
            rows["overwatch"] = -1
        if under_way:
            sights = [self.sight(shooter["at"], cell) for cell in self.move["path"]]
            hidden = [bool(not sight.visible or sight.cover) for sight in sights]
            if any(hidden) and not all(hidden):  # WH-20
                rows["overwatch"] = -1
            if self.length(self.move["path"]) >= 10:
                rows["moving fast"] = -1
        if self.profiles[target["profile"]]["tags"]["kind"] == "vehicle":
            rows["large target"] = 1
        rows = {name: value for name, value in rows.items() if value}
        return Sum(7 - shooter["stats"]["BS"] - sum(rows.values()), rows)

    def length(self, path):
        """Return the length of a way in whole inches: 1 for a straight step, 1.5 for a diagonal one, rounded down."""
        return sum(2 + (a[0] != b[0] and a[1] != b[1]) for a, b in pairwise(path)) // 2

    def away(self, fire):
        """Return the inches between the shooter and the cell where the target stands."""
        return self.inches(self.units[fire.shooter]["at"], self.units[fire.target]["at"])

    def short(self, fire):
        """Return the inches of the shooter's short range."""
        return self.gun(self.units[fire.shooter])["short"]

    # -- who may fire at what -----------------------------------------------------------------------------------

    def fires(self):
        """Return every shot that the asked seat may declare, with what it needs."""
        found = {}
        for unit in self.units.values():
            if unit["seat"] == self.match.pending.seat and self.marked(unit, "overwatch") and self.gun(unit):
                found |= self.fires_of(unit)
        return found

    def fires_of(self, unit):
        held = any(not self.moves(foe) for foe in self.foes_beside(unit, unit["at"]))  # WH-A17
        found = {}
        passing = None
        if self.move and (not held or self.charges.get(self.move["unit"]) == unit["id"]):
            mover = self.units[self.move["unit"]]
            for point, at in enumerate(self.move["path"]):
                if point >= self.move["done"] and self.at_mover(unit, mover, at):
                    found[Fire(unit["id"], mover["id"], f"p{point}")] = self.sum(unit, mover, at, under_way=True)
            here = self.move["path"][self.move["done"]]
            if self.at_mover(unit, mover, here):
                passing = (self.inches(unit["at"], here), self.sum(unit, mover, here, under_way=True).need)
            after = self.after(unit, mover)
            if after:
                found[Fire(unit["id"], mover["id"], "after")] = after
        return found | self.still(unit, held, passing)

    def at_mover(self, unit, mover, at):
        """Return whether the unit may fire at the mover on that cell, by sight and range.

        The unit that is charged needs no range; at a charger, others need a visible point of its way in range (WH-A7).
        """
        if not self.sight(unit["at"], at).visible:
            return False
        reach = self.gun(unit)["range"]
        if mover["id"] not in self.charges:
            return self.inches(unit["at"], at) <= reach
        return self.charges[mover["id"]] == unit["id"] or any(
            self.inches(unit["at"], cell) <= reach and self.sight(unit["at"], cell).visible
            for cell in self.move["path"]
        )

    def after(self, unit, mover):
        """Return what the shot after the move needs, None where it is not easier than at the last step (WH-A15)."""
        end = self.move["path"][-1]
        seen = self.sight(unit["at"], end).visible and self.inches(unit["at"], end) <= self.gun(unit)["range"]
        if not seen or self.foes_beside(mover, end):
            return None
        last = self.sum(unit, mover, end, under_way=True)
        over = Oracle.sum
        charge = self.charges.pop(mover["id"], None)
        found = over(self, unit, mover, end, under_way=False)
        if charge is not None:
            self.charges[mover["id"]] = charge
        return found if found.need < last.need else None

    def still(self, unit, held, passing):
        """Return the shots at enemies that are not moving: the nearest, and those easier to hit (WH-12, WH-A29)."""
        shots = []
        for foe in self.units.values():
            if foe["seat"] != self.view["seat"] or foe["seat"] == unit["seat"] or self.moves(foe["id"]):
                continue
            charged = self.charges.get(foe["id"]) == unit["id"]
            away = self.inches(unit["at"], foe["at"])
            if (
                self.sight(unit["at"], foe["at"]).visible
                and (charged or away <= self.gun(unit)["range"])
                and not (self.marked(foe, "hidden") and away > unit["stats"]["I"])  # WH-A26
                and not self.foes_beside(foe, foe["at"])
                and (charged or not held)
            ):
                shots.append((away, self.sum(unit, foe, foe["at"], under_way=False), foe["id"]))
        rows = [(away, total.need) for away, total, _ in shots] + ([passing] if passing else [])
        nearest = min((away for away, _ in rows), default=0)
        easiest = min((need for away, need in rows if away == nearest), default=0)
        return {
            Fire(unit["id"], name, ""): total for away, total, name in shots if away == nearest or total.need < easiest
        }


def offered(match):
    """Return the shots that the game offers at the pending question, with the sums of its forecasts."""
    found = {}
    for option in match.pending.options:
        if option.action == "ranged_attack":
            moment = f"p{option.point}" if option.point >= 0 else "after" if option.to >= 0 else ""
            told = match.forecast(option)
            rows = {name: value for name, value, _ in told.modifiers}
            found[Fire(option.unit, option.target, moment)] = Sum(told.need, rows)
    return found
