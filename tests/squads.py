"""Scenes of squads: the 2nd edition table, drawn and played like any scene.

    scene = Squads("a1@T .*9 b1", b1="elite watch").passes("b")
    scene.chooses("a1:move:3,0").asked("b", "react")

Unless told otherwise a unit is a squad of elite troopers without a counter ("watch" gives it one), it is the movement
phase of seat a, and every roll is answered where it falls.
"""

from __future__ import annotations

from tests.scene import UNIT, Scene, _row

SIDES = {"stray direction": 8}
"""Why is rolled -> how many sides those dice have that are no D6."""
NUMBER = {"leadership": 2, "break": 2, "rally": 2, "flight": 2, "stray direction": 1, "stray distance": 1}
"""Why is rolled -> how many dice, where it is always the same number."""


class Squads(Scene):
    """A scene of the 2nd edition rulebook."""

    dice_of = None

    def __init__(self, *rows, **given):
        drawn = [found[1] for row in rows for token in _row(row) if (found := UNIT.fullmatch(token))]
        words = {name: self._words(given.pop(name, "")) for name in drawn}
        super().__init__(*rows, ruleset="wh40k2", **{"phase": "movement", **words, **given})

    @staticmethod
    def _words(text):
        words = text.split()
        plain = [word for word in words if word != "watch" and "=" not in word]
        stats = [word for word in words if "=" in word]
        return " ".join([*(plain or ["elite"]), *stats, "spent" if "watch" in words else "idle"])

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason, with the dice that belong to it."""
        asked = self.match.pending
        dice = (SIDES.get(why, 6),) * NUMBER.get(why, len(faces))
        assert asked and asked.dice == dice, self.dump(f"{why!r} is not rolled with {dice}")
        return super().rolls(why, *faces)

    def watches(self, *units):
        """These, and no others, have a counter."""
        got = sorted(u.id for u in self.match.front.units.values() if "overwatch" in u.markers)
        assert got == sorted(units), self.dump(f"on overwatch are {got}")
        return self

    def models(self, unit, number):
        """The squad has so many models left."""
        assert self.unit(unit).figures == number, self.dump(f"{unit} has {self.unit(unit).figures} models")
        return self

    def points_of(self, start):
        """The points offered to options that begin so, and what follows the last colon of the others."""
        names = [o.id.removeprefix(f"{start}:") for o in self.match.pending.options if o.id.startswith(f"{start}:")]
        return sorted(names, key=lambda name: (not name.startswith("p"), int(name[1:]) if name[1:].isdigit() else 0))
