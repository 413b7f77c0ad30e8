"""Scenes of VIKTORY II: hexes, drawn and played like any scene (see tests/scene.py).

    scene = Hexes(". . a7@m a1:Ta b1+b2+b7", "~ ~ ~ c9(c2+c3) ~")
    scene.attacks(3, 0, "b7", "b1", "b2").asked("a", "react")

Each argument is a row; odd rows are half a hex to the right. A hex is a glyph of the sketches, or units joined by `+`
and the glyph of the ground under them (`a7@m`; without one plains, or water under a frigate). Brackets hold what a
frigate carries. After a colon comes a town (`T`), city (`C`) or capital (`K`) and the seat that owns it.

The digit of a unit says its profile: 1 to 4 infantry, 5 and 6 cavalry, 7 and 8 artillery, 9 and 0 frigate. Seats are
a, b and c, and b moves first. A keyword argument with the id of a unit lists its facts (`fired`, `reserve`).
"""

from __future__ import annotations

import re

from tests.scene import Scene, tokens
from tests.viewed import viewed

TOKEN = re.compile(
    r"(?P<units>(?:[a-h]\d(?:\([^)]*\))?\+?)*)@?(?P<ground>[.gfm~])?(?::(?P<kind>[TCK])(?P<seat>[a-h]?))?"
)
KINDS = {"T": "town", "C": "city", "K": "capital"}
PROFILES = ("frigate", *["infantry"] * 4, *["cavalry"] * 2, *["artillery"] * 2, "frigate")


class Hexes(Scene):
    """A scene of the VIKTORY II rulebook in which `seat` has just begun its turn."""

    dice_of = None

    def __init__(
        self, *rows, seat="b", seats="abc", phase="act", turns=2, roads=(), rulings=None, dice=None, sides="", **words
    ):
        self.drawn = {"units": [], "sites": []}
        board = [
            "".join(self._hex(token, x, y, words) for x, token in enumerate(tokens(row))) for y, row in enumerate(rows)
        ]
        assert not words, f"not drawn: {', '.join(words)}"
        sketch = {"ruleset": "viktory2", "grid": "hex", "board": board, "seats": list(seats), "turns": turns}
        sketch |= {"phase": phase, "seat": seat, "first": seat, "roads": [list(map(list, road)) for road in roads]}
        sketch |= {"options": {"sides": sides}} if sides else {}
        self.begin({**sketch, **self.drawn, "rulings": rulings or {}}, dice)

    def _hex(self, token, x, y, words):
        """Add the units and the site of a token to what is drawn, and return the glyph of its ground."""
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
        """These units line up against the hex x, y one after the other, and the battle begins."""
        return self.chooses(*(f"{unit}:move:{x},{y}" for unit in units), f"battle:{x},{y}")

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason; all dice of the rulebook are D6."""
        asked = self.match.pending
        assert asked is None or set(asked.dice) <= {6}, self.dump(f"dice of {asked.dice} sides are rolled")
        return super().rolls(why, *faces)

    # -- checking -------------------------------------------------------------------------------------------------

    def holds(self, x, y, seat):
        """That seat owns the town or city in the hex x, y."""
        (site,) = [site for site in viewed(self.match)["sites"] if site["at"] == [x, y]]
        assert site["seat"] == seat, self.dump(f"{site['name']} belongs to {site['seat']}")
        return self

    def promises(self, option, hit):
        """The forecast of an offered option hits with that chance, a fraction in text: "5/9"."""
        total = self.forecast(option)
        assert str(total.p_hit) == hit, self.dump(f"{option}: {total}")
        return self

    def aboard(self, unit, frigate):
        """The unit is aboard that frigate; "": aboard none."""
        assert self.unit(unit).aboard == frigate, self.dump(f"{unit} is aboard {self.unit(unit).aboard!r}")
        return self

    def asks(self, prompt, note):
        """The pending question and the line below it are these sentences."""
        asked = self.match.pending
        assert (asked.prompt, asked.note) == (prompt, note), self.dump(f"asked {asked.prompt!r}, {asked.note!r}")
        return self

    def dice(self, count):
        """The pending roll takes that number of dice."""
        assert len(self.match.pending.dice) == count, self.dump(f"{len(self.match.pending.dice)} dice are pending")
        return self
