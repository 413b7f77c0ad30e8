"""Scenes of a firefight: the Stargrunt II table, drawn and played like any scene.

    scene = Firefight("a1 .*9 b1", b1="militia watch").acts("a1", "a1:move:3,0")
    scene.asked("b", "react")

Unless told otherwise every unit is a line squad (six men, D8, leadership 2, medium motivation), seat a begins, and
every roll is answered where it falls. Seats are a and b and those of other units drawn; `sides="a+c/b"` makes allies.
Words of a unit: its profile, `watch` (a counter), `dug` (in position), `done` (activated), a level of confidence, a
motivation, `men=4`, `wounded=1`, `suppressed`, `weapon=id`, `STAT=number`.
"""

from __future__ import annotations

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from game.rules.stargrunt2.state import LEVELS
from game.sketch import read_sketch
from tests.scene import UNIT, Scene, _ground, _row

LADDER = (4, 6, 8, 10, 12)
SHIFT = {"": 0, "soft": 1, "low": 2, "hard": 2}
QUALITY = ("opportunity", "reaction", "remove suppression", "rally", "confidence", "order")
MARKERS = {"watch": "overwatch", "dug": "in_position", "suppressed": "suppressed"}
WILLS = ("low", "medium", "high")


class Firefight(Scene):
    """A scene of the Stargrunt II rulebook."""

    dice_of = None

    def __init__(self, *rows, seat="a", rulings=None, turns=2, objectives=(), sides="", **units):
        drawn = [_row(row) for row in rows]
        width = max(len(row) for row in drawn)
        placed = [
            _squad(found[1], [x, y], units.pop(found[1], ""))
            for y, row in enumerate(drawn)
            for x, token in enumerate(row)
            if (found := UNIT.fullmatch(token))
        ]
        assert not units, f"not drawn: {', '.join(units)}"
        board = [_ground(row, width) for row in drawn]
        seats = sorted({"a", "b"} | {unit["seat"] for unit in placed})
        sketch = {"ruleset": "stargrunt2", "board": board, "units": placed, "seats": seats, "turns": turns}
        sketch |= {"options": {"sides": sides}} if sides else {}
        self.setup = read_sketch({**sketch, "seat": seat, "rulings": rulings or {}, "objectives": list(objectives)})
        self.match = Match(self.setup, build("stargrunt2", self.setup.rulings), DiceSource("ask"))
        self.read = 0

    def acts(self, unit, *options):
        """The unit is activated (a side with one unit left is not asked which) and does that."""
        if self.match.pending.kind == "activate":
            self.chooses(f"{unit}:activate")
        return self.asked(unit[0], "action", unit=unit).chooses(*options)

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason with the dice of its clause."""
        asked = self.match.pending
        if asked and asked.why == why:
            expected = self.dice(asked.throw)
            assert asked.dice in expected, self.dump(f"{why} is rolled with {asked.dice}, not {expected}")
        return super().rolls(why, *faces)

    def dice(self, throw):
        """The dice that a throw may be made with, from the squads on the table and the clauses alone."""
        why, army = throw.why, self.match.rules.army
        if why == "start":
            return [(6,) * len(throw.seats)]
        unit = self.unit(throw.unit)
        if why in QUALITY:
            return [(unit.stats["QUALITY"],)]
        if why == "mobility":  # SG-A4
            own = LADDER.index(unit.stats["MOBILITY"])
            return [(LADDER[max(0, own - 1)] if unit.wounded else LADDER[own],)]
        if why == "treat wounded":
            return [(6,)]
        if why == "man to man":
            return [(unit.stats["QUALITY"], self.unit(throw.target).stats["QUALITY"])]
        if why == "who is hit":  # those wounded in this fire are counted, too
            return [(_up(men),) for men in range(unit.figures, unit.figures + unit.wounded + 1)]
        fired = self.event("fired").fields
        weapons = [army.weapons[name] for name in fired["weapon"].split("+")]
        if why == "impact":
            own = LADDER.index(unit.stats["ARMOUR"])
            cover = SHIFT[self.setup.board.sight(fired["start"], fired["cell"]).cover]
            vehicle = unit.profile == "light_vehicle"
            return [(weapons[0].numbers["impact"], LADDER[min(4, own + (0 if vehicle else cover))])]
        if why == "remainder":
            return [(self.event("rolled").fields["dice"][0],)]
        dice = [_up(unit.figures * w.numbers["fp"]) if w.tags["kind"] == "small_arm" else None for w in weapons]
        dice = [
            die or weapon.numbers.get("guidance") or weapon.numbers["firepower"]
            for die, weapon in zip(dice, weapons, strict=True)
        ]
        return [(die, unit.stats["QUALITY"], *dice) for die in LADDER if die == throw.need]

    def fires(self, *faces):
        """The dice of a fire, the range die first."""
        return self.rolls("fire", *faces)

    def holds(self, unit, **facts):
        """What is remembered of the unit."""
        got = {name: getattr(self.unit(unit), name) for name in facts}
        assert got == facts, self.dump(f"{unit} has {got}")
        return self

    def men(self, unit, number):
        """So many fit men are left."""
        assert self.unit(unit).figures == number, self.dump(f"{unit} has {self.unit(unit).figures} men")
        return self

    def rolled(self, why, *dice, need=None, **modifiers):
        """The dice of the pending or latest roll of that reason, what it needed, and every modifier of it."""
        asked = self.match.pending
        if asked and asked.why == why:
            assert asked.dice == dice, self.dump(f"{why} takes {asked.dice}")
            return self
        event = next((e for e in reversed(self.match.events) if e.type == "rolled" and e.fields["why"] == why), None)
        assert event, self.dump(f"there was no roll {why}")
        got = {name.replace(" ", "_"): value for name, value, _ in event.fields.get("modifiers", ())}
        shown = (event.fields["dice"], event.fields["need"] if need is not None else None, got)
        assert shown == (dice, need, modifiers), self.dump(f"{why} was {shown}")
        return self

    def waits_for(self, why, *dice):
        """That roll comes next, with these dice."""
        asked = self.match.pending
        assert asked and (asked.why, asked.dice) == (why, dice), self.dump(f"{why} with {dice} is not the next roll")
        return self

    def owes(self, **turns):
        """Turns that the sides owe for firing out of turn."""
        got = {seat: self.match.front.owes.get(seat, 0) for seat in turns}
        assert got == turns, self.dump(f"owed are {got}")
        return self


def _up(number):
    return next((die for die in LADDER if number <= die), 12)


def _squad(name, at, words):
    squad = {"id": name, "seat": name[0], "profile": "line", "at": at, "markers": [], "stats": {}, "facts": {}}
    for word in words.split():
        key, equals, value = word.partition("=")
        if key in ("weapon", "men"):
            squad |= {"weapon": value} if key == "weapon" else {"figures": int(value)}
        elif equals:
            squad["stats" if key.isupper() else "facts"][key] = int(value)
            if key in MARKERS:
                squad["markers"].append({"kind": MARKERS[key], "face": "up"})
        elif word in MARKERS:
            squad["markers"].append({"kind": MARKERS[word], "face": "up"})
        elif word in LEVELS:
            squad["facts"]["confidence"] = LEVELS.index(word)
        elif word in WILLS:
            squad["facts"]["motivation"] = WILLS.index(word) + 1
        elif word == "done":
            squad["facts"]["activated"] = 1
        else:
            squad["profile"] = word
    return squad
