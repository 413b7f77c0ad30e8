"""Scenes of WH40K 2nd edition: squads, drawn and played like any scene (see tests/scene.py).

    scene = Squads("a1@T .*9 b1", b1="elite watch").passes("b")
    scene.chooses("a1:move:3,0").asked("b", "react")

A unit without words is a squad of elite troopers without a counter; the word `watch` gives it an overwatch counter.
The scene begins in the movement phase of seat a.
"""

from __future__ import annotations

from tests.scene import UNIT, Scene, tokens

SIDES = {"stray direction": 8}
"""Reason of a throw -> the sides of its dice where they are not D6."""
NUMBER = {"leadership": 2, "break": 2, "rally": 2, "flight": 2, "stray direction": 1, "stray distance": 1}
"""Reason of a throw -> its number of dice where that is always the same."""


class Squads(Scene):
    """A scene of the 2nd edition rulebook."""

    dice_of = None

    def __init__(self, *rows, **given):
        drawn = [found[1] for row in rows for token in tokens(row) if (found := UNIT.fullmatch(token))]
        words = {name: self._words(given.pop(name, "")) for name in drawn}
        super().__init__(*rows, ruleset="wh40k2", **{"phase": "movement", **words, **given})

    @staticmethod
    def _words(text):
        words = text.split()
        plain = [word for word in words if word != "watch" and "=" not in word]
        stats = [word for word in words if "=" in word]
        return " ".join([*(plain or ["elite"]), *stats, "spent" if "watch" in words else "idle"])

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason with the dice of `SIDES` and `NUMBER`."""
        asked = self.match.pending
        dice = (SIDES.get(why, 6),) * NUMBER.get(why, len(faces))
        assert asked and asked.dice == dice, self.dump(f"{why!r} is not rolled with {dice}")
        return super().rolls(why, *faces)

    def watches(self, *units):
        """These units, and no others, have an overwatch counter."""
        got = sorted(u.id for u in self.match.front.units.values() if "overwatch" in u.markers)
        assert got == sorted(units), self.dump(f"on overwatch are {got}")
        return self

    def models(self, unit, number):
        """The squad has that number of models left."""
        assert self.unit(unit).figures == number, self.dump(f"{unit} has {self.unit(unit).figures} models")
        return self

    def points_of(self, start):
        """Return the moments offered to options that begin so: points of the move in order, then the others.

        `points_of("b1:ranged_attack:a1")` is for example ["p0", "p1", "after"].
        """
        names = [o.id.removeprefix(f"{start}:") for o in self.match.pending.options if o.id.startswith(f"{start}:")]
        return sorted(names, key=lambda name: (not name.startswith("p"), int(name[1:]) if name[1:].isdigit() else 0))
