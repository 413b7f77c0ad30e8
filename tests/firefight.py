"""Scenes of Stargrunt II: squads, drawn and played like any scene (see tests/scene.py).

    scene = Firefight("a1 .*9 b1", b1="militia watch").acts("a1", "a1:move:3,0")
    scene.asked("b", "react")

A unit without words is a line squad: six men, quality D8, leadership 2, medium motivation. Words of a unit: its
profile, `watch` (it has an overwatch counter), `dug` (in position), `suppressed`, `done` (activated), a level of
confidence, a motivation, `men=4`, `wounded=1`, `weapon=id`, `STAT=number`.

Seat a begins. Seats are a, b and those of other units that are drawn; `sides="a+c/b"` makes a and c allies.
"""

from __future__ import annotations

from game.rules.stargrunt2.state import LEVELS
from tests.scene import Scene, draw, named

LADDER = (4, 6, 8, 10, 12)
"""The types of die, by their sides (SG-A34)."""
SHIFT = {"": 0, "soft": 1, "low": 2, "hard": 2}
"""Cover -> how many types the range die or the armour die shifts (SG-A36)."""
QUALITY = ("opportunity", "reaction", "remove suppression", "rally", "confidence", "order")
"""Reasons of the throws that are made with one die of the unit's quality."""
MARKERS = {"watch": "overwatch", "dug": "in_position", "suppressed": "suppressed"}
MOTIVATIONS = ("low", "medium", "high")


class Firefight(Scene):
    """A scene of the Stargrunt II rulebook."""

    dice_of = None

    def __init__(self, *rows, seat="a", rulings=None, turns=2, objectives=(), sides="", **units):
        board, placed = draw(rows, units, squad_of)
        seats = sorted({"a", "b"} | {unit["seat"] for unit in placed})
        sketch = {"ruleset": "stargrunt2", "board": board, "units": placed, "seats": seats, "turns": turns}
        sketch |= {"options": {"sides": sides}} if sides else {}
        self.begin({**sketch, "seat": seat, "rulings": rulings or {}, "objectives": list(objectives)})

    def acts(self, unit, *options):
        """Activate the unit, unless it is activated already, and choose its actions."""
        if self.match.pending.kind == "activate":
            self.chooses(f"{unit}:activate")
        return self.asked(unit[0], "action", unit=unit).chooses(*options)

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason with dice that the clauses allow."""
        asked = self.match.pending
        if asked and asked.why == why:
            expected = self.allowed_dice(asked.throw)
            assert asked.dice in expected, self.dump(f"{why} is rolled with {asked.dice}, not {expected}")
        return super().rolls(why, *faces)

    def allowed_dice(self, throw):
        """Return every set of dice that a throw may be made with, by the clauses and the squads on the table."""
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
        if why == "who is hit":  # men wounded by this fire are counted too
            return [(die_for(men),) for men in range(unit.figures, unit.figures + unit.wounded + 1)]
        fired = self.event("fired").fields
        weapons = [army.weapons[name] for name in fired["weapon"].split("+")]
        if why == "impact":
            own = LADDER.index(unit.stats["ARMOUR"])
            cover = SHIFT[self.setup.board.sight(fired["start"], fired["cell"]).cover]
            vehicle = unit.profile == "light_vehicle"
            return [(weapons[0].numbers["impact"], LADDER[min(4, own + (0 if vehicle else cover))])]
        if why == "remainder":
            return [(self.event("rolled").fields["dice"][0],)]
        dice = [die_for(unit.figures * w.numbers["fp"]) if w.tags["kind"] == "small_arm" else None for w in weapons]
        dice = [
            die or weapon.numbers.get("guidance") or weapon.numbers["firepower"]
            for die, weapon in zip(dice, weapons, strict=True)
        ]
        return [(die, unit.stats["QUALITY"], *dice) for die in LADDER if die == throw.need]

    def fires(self, *faces):
        """Answer the roll of a fire; the range die comes first."""
        return self.rolls("fire", *faces)

    def has(self, unit, **facts):
        """The unit's state has these values: `wounded=1`, `activated=True`."""
        got = {name: getattr(self.unit(unit), name) for name in facts}
        assert got == facts, self.dump(f"{unit} has {got}")
        return self

    def men(self, unit, number):
        """The squad has that number of fit men left."""
        assert self.unit(unit).figures == number, self.dump(f"{unit} has {self.unit(unit).figures} men")
        return self

    def rolled(self, why, *dice, need=None, **modifiers):
        """The pending roll for that reason, else the latest, has these dice.

        Of the latest roll the modifiers are compared too (see `named`), and `need` if it is given.
        """
        asked = self.match.pending
        if asked and asked.why == why:
            assert asked.dice == dice, self.dump(f"{why} takes {asked.dice}")
            return self
        fields = self.latest_roll(why)
        got = (fields["dice"], fields["need"] if need is not None else None, named(fields.get("modifiers", ())))
        assert got == (dice, need, modifiers), self.dump(f"{why} was {got}")
        return self

    def waits_for(self, why, *dice):
        """The pending roll is made for that reason, with these dice."""
        asked = self.match.pending
        assert asked and (asked.why, asked.dice) == (why, dice), self.dump(f"{why} with {dice} is not the next roll")
        return self

    def owes(self, **turns):
        """The seats owe these numbers of turns for fire out of turn: `owes(a=0, b=1)` (SG-A13)."""
        got = {seat: self.match.front.owes.get(seat, 0) for seat in turns}
        assert got == turns, self.dump(f"owed are {got}")
        return self


def die_for(number):
    """The smallest type of die with at least that many sides, D12 for more than twelve (SG-A35, SG-A37)."""
    return next((die for die in LADDER if number <= die), 12)


def squad_of(name, at, words):
    """The squad of a sketch that the words of `Firefight` describe."""
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
        elif word in MOTIVATIONS:
            squad["facts"]["motivation"] = MOTIVATIONS.index(word) + 1
        elif word == "done":
            squad["facts"]["activated"] = 1
        else:
            squad["profile"] = word
    return squad
