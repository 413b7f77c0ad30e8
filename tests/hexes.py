"""Scenes on hexes: the VIKTORY II table, drawn and played like any scene.

    scene = Hexes(". . a7@m a1:Ta b1+b2+b7", "~ ~ ~ c9(c2+c3) ~")
    scene.attacks(3, 0, "b7", "b1", "b2").asked("a", "react")

A hex is a character of the sketches, or units joined by `+` with the ground under them (`a7@m`; by default plains, for
a frigate water). After a colon comes its town (`T`), city (`C`) or capital (`K`) and its seat; in brackets are the
units that a frigate carries. Odd rows are shifted to the right. Units 1 to 4 are infantry, 5 and 6 cavalry, 7 and 8
artillery, 9 and 0 frigates. Seats are a, b, c; b moves first. Words of a unit are facts about it (`fired`, `reserve`).
Every roll is answered where it falls.
"""

from __future__ import annotations

import re

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from game.sketch import read_sketch
from tests.scene import Scene, _row
from tests.viewed import viewed

TOKEN = re.compile(
    r"(?P<units>(?:[a-h]\d(?:\([^)]*\))?\+?)*)@?(?P<ground>[.gfm~])?(?::(?P<kind>[TCK])(?P<seat>[a-h]?))?"
)
KINDS = {"T": "town", "C": "city", "K": "capital"}
PROFILES = ("frigate", *["infantry"] * 4, *["cavalry"] * 2, *["artillery"] * 2, "frigate")


class Hexes(Scene):
    """A scene of the VIKTORY II rulebook; the seat in turn has just begun to move."""

    dice_of = None

    def __init__(
        self, *rows, seat="b", seats="abc", phase="act", turns=2, roads=(), rulings=None, dice=None, sides="", **words
    ):
        self.drawn = {"units": [], "sites": []}
        board = [
            "".join(self._hex(token, x, y, words) for x, token in enumerate(_row(row))) for y, row in enumerate(rows)
        ]
        assert not words, f"not drawn: {', '.join(words)}"
        sketch = {"ruleset": "viktory2", "grid": "hex", "board": board, "seats": list(seats), "turns": turns}
        sketch |= {"phase": phase, "seat": seat, "first": seat, "roads": [list(map(list, road)) for road in roads]}
        sketch |= {"options": {"sides": sides}} if sides else {}
        self.setup = read_sketch({**sketch, **self.drawn, "rulings": rulings or {}})
        self.match = Match(self.setup, build("viktory2", self.setup.rulings), dice or DiceSource("ask"))
        self.read = 0

    def _hex(self, token, x, y, words):
        found = TOKEN.fullmatch(token)
        assert found, f"no hex: {token}"
        ground = found["ground"]
        for stack in re.findall(r"[a-h]\d(?:\([^)]*\))?", found["units"]):
            name, _, aboard = stack.rstrip(")").partition("(")
            for unit in (name, *filter(None, aboard.split("+"))):
                profile, facts = PROFILES[int(unit[1])], dict.fromkeys(words.pop(unit, "").split(), 1)
                ground = ground or ("~" if profile == "frigate" else ".")
                placed = {"id": unit, "seat": unit[0], "profile": profile, "at": [x, y], "facts": facts}
                self.drawn["units"].append({**placed, "aboard": name} if unit != name else placed)
        if found["kind"]:
            self.drawn["sites"].append({"kind": KINDS[found["kind"]], "seat": found["seat"], "at": [x, y]})
        return ground or "."

    # -- playing --------------------------------------------------------------------------------------------------

    def attacks(self, x, y, *units):
        """These units line up against a hex, one after the other, and the battle is begun."""
        return self.chooses(*(f"{unit}:move:{x},{y}" for unit in units), f"battle:{x},{y}")

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason, with D6 as every roll of the rulebook."""
        asked = self.match.pending
        assert asked is None or set(asked.dice) <= {6}, self.dump(f"dice of {asked.dice} sides are rolled")
        return super().rolls(why, *faces)

    # -- checking -------------------------------------------------------------------------------------------------

    def holds(self, x, y, seat):
        """The town or city there belongs to that seat."""
        (site,) = [site for site in viewed(self.match)["sites"] if site["at"] == [x, y]]
        assert site["seat"] == seat, self.dump(f"{site['name']} belongs to {site['seat']}")
        return self

    def promises(self, option, hit):
        """The chance of an option's forecast, as a fraction in text."""
        chosen = self.match.pending.option(option)
        assert chosen, self.dump(f"{option} is not offered")
        total = self.match.forecast(chosen)
        assert str(total.p_hit) == hit, self.dump(f"{option}: {total}")
        return self

    def aboard(self, unit, frigate):
        """The unit is on board."""
        assert self.unit(unit).aboard == frigate, self.dump(f"{unit} is aboard {self.unit(unit).aboard!r}")
        return self

    def says_why(self, prompt, note):
        """The pending question and the line below it."""
        asked = self.match.pending
        assert (asked.prompt, asked.note) == (prompt, note), self.dump(f"asked {asked.prompt!r}, {asked.note!r}")
        return self

    def dice(self, count):
        """The pending roll is of so many dice."""
        assert len(self.match.pending.dice) == count, self.dump(f"{len(self.match.pending.dice)} dice are pending")
        return self
