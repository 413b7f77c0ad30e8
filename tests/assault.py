"""Scenes of Epic: stands placed by coordinates, and played like any scene (see tests/scene.py).

    scene = Assault(line="b line l1@10,5 l2@13,5", horde="a horde h1@10,6").engages("horde", "line")
    scene.plans("l2:move:11,6").confirms().stands("l2", 11, 6)

Each keyword argument is a formation: its seat, the profile of its stands, then the stands with their cells.
`t@4,4:carrier` is a stand of another profile, `p>t` a passenger aboard `t`. Further words say what has happened to the
formation: `watch` (it is on overwatch), `blast=2` (blast markers), `broken`, `done` (it has been activated),
`marched`, and `STAT=n` for all of its stands.

A cell is 1 cm, so the gap between two stands in one row is the difference of their columns less 1. Seat a acts.
Rows of glyphs may be given for ground that is not open.
"""

from __future__ import annotations

import re

from game.engine.dice import COUNT
from tests.scene import Scene, named
from tests.viewed import viewed

STAND = re.compile(r"(\w+)(?:@(\d+),(\d+)|>(\w+))(?::(\w+))?")
FACTS = {"broken": "broken", "done": "activated", "marched": "marched", "watch": "overwatch"}
RESULTS = ("result of the attackers", "result of the defenders")
DICE = {
    "strategy": 2,
    "action test": 1,
    "regroup": 2,
    "rally": 1,
    "to hit": 0,
    "save": 1,
    "bail out": 1,
    "close combat": 0,
    "firefight": 0,
    "support": 0,
    RESULTS[0]: 2,
    RESULTS[1]: 2,
}
"""Reason of a throw -> its number of dice, all of them D6; 0: a number that depends on the stands."""


class Assault(Scene):
    """A scene of the Epic rulebook. `scale` is the millimetres of a cell, `more` further fields of the sketch."""

    dice_of = None

    def __init__(
        self, *rows, size=(40, 30), scale="10", turns=2, phase="action", seat="a", dice=None, more=None, **forms
    ):
        board = list(rows) or ["." * size[0]] * size[1]
        width = max(len(row) for row in board)
        board = [row.ljust(width, ".") for row in board]
        units = [unit for name, words in forms.items() for unit in stands_of(name, words.split())]
        seats = sorted({unit["seat"] for unit in units})
        sketch = {"ruleset": "epic", "board": board, "units": units, "seats": seats, "turns": turns}
        sketch |= {"phase": phase, "seat": seat, "options": {"scale": scale}, **(more or {})}
        self.begin({name: value for name, value in sketch.items() if value}, dice)

    # -- playing --------------------------------------------------------------------------------------------------

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason with as many dice as `DICE` says."""
        asked = self.match.pending
        if asked is not None and asked.why == why:
            number = DICE[why] or len(faces)
            assert asked.dice == (6,) * number, self.dump(f"{why} is rolled with {asked.dice}")
        return super().rolls(why, *faces)

    def acts(self, formation, action, *test):
        """The formation is activated for that action; `test` is the face of its action test, if it takes one."""
        self.chooses(f"{formation}:{action}")
        return self.rolls("action test", *test) if test else self

    def engages(self, formation, target, *test, charge=()):
        """The formation engages the target, passes its action test, and makes the moves of `charge`, or none."""
        self.acts(formation, f"engage:{target}", *test)
        if self.match.pending.why == "action test":
            self.rolls("action test", 6)
        if self.match.pending.kind == "charge":
            self.plans(*charge).chooses("confirm")
        return self

    def plans(self, *options):
        """Add these moves to the plan that is drawn up."""
        return self.chooses(*options)

    def confirms(self, *seats):
        """Confirm the plan that is drawn up, or the empty plan of each of these seats in turn."""
        for seat in seats or (self.match.pending.seat,):
            assert self.match.pending.seat == seat, self.dump(f"{seat} is not asked")
            self.chooses("confirm")
        return self

    def stay(self):
        """Confirm one empty plan after another until something else is asked: no stand moves."""
        while self.match.pending and self.match.pending.kind in (
            "move",
            "charge",
            "counter_charge",
            "withdraw",
            "consolidate",
        ):
            self.chooses("confirm")
        return self

    def result(self, attackers, defenders):
        """Answer the two rolls for the result of the assault: two faces for the attackers, two for the defenders."""
        return self.rolls(RESULTS[0], *attackers).rolls(RESULTS[1], *defenders)

    # -- checking -------------------------------------------------------------------------------------------------

    def drafts(self, seat, kind, *moves):
        """The seat draws up a plan of that kind from exactly these moves, besides confirming or undoing it."""
        self.asked(seat, kind)
        closing = ("confirm", "reset", "unplan")
        got = sorted(o.id for o in self.match.pending.options if o.action not in closing)
        assert got == sorted(moves), self.dump(f"expected {sorted(moves)}")
        return self

    def asked_by(self, *clauses):
        """The pending question cites exactly these clauses."""
        assert self.match.pending.clauses == clauses, self.dump(f"asked by {self.match.pending.clauses}")
        return self

    def goes_for(self, unit, *targets):
        """The targets of the moves offered to a stand, in the order of the options, are these enemies."""
        got = [o.target for o in self.match.pending.options if o.unit == unit and o.action == "move"]
        assert got == list(targets), self.dump(f"{unit} may go for {got}")
        return self

    def cannot_confirm(self, clause, *words):
        """The plan as it is cannot be confirmed because of that clause; the reason contains these words."""
        asked = self.match.pending
        no = self.match.rules.plan_refused(self.match.front, self.match.front.queues[-1], asked.seat)
        assert no is not None and no.clause == clause, self.dump(f"the plan is refused by {no}")
        for word in words:
            assert word in no.reason, self.dump(f"the plan is refused: {no.reason}")
        assert no in asked.refused
        return self.does_not_offer("confirm")

    def marks(self, formation, what):
        """Return a formation's number of blast markers, or 1 or 0 for a state such as `broken`."""
        return int(getattr(self.match.front.formations[formation], what))

    def has(self, formation, **what):
        """The formation has these states (`blast=2`, `broken=1`, `overwatch=0`), and the view shows the same."""
        got = {kind: self.marks(formation, kind) for kind in what}
        assert got == what, self.dump(f"{formation} has {got}")
        group = next((g for g in viewed(self.match)["groups"] if g["id"] == formation), None)
        for kind in ("blast", "broken", "overwatch") if group else ():
            shown = [m.get("count", 1) for m in group["markers"] if m["kind"] == kind]
            assert shown == [self.marks(formation, kind)] * bool(self.marks(formation, kind))
        return self

    def sides(self, attackers, defenders):
        """The formations of the two sides of the present assault, each side's ids joined by `+`."""
        assault = self.match.front.assault
        got = "+".join(assault.attackers.formations), "+".join(assault.defenders.formations)
        assert got == (attackers, defenders), self.dump(str(got))
        return self

    def engaged(self, side):
        """Return the stands of a side ("attackers" or "defenders") that were engaged when the attacks began."""
        return self.match.front.assault.side(side).engaged

    def rolled(self, why, need, dice, **modifiers):
        """The pending roll for that reason, else the latest, has this need, number of dice and modifiers (see `named`).

        The modifiers of a pending roll are not compared.
        """
        asked = self.match.pending
        if asked and asked.why == why:
            assert (len(asked.dice), asked.throw.read) == (dice, COUNT(need)), self.dump(f"{asked.dice} {asked.throw}")
            return self
        fields = self.latest_roll(why)
        got = fields.get("need", 0), len(fields["dice"]), named(fields.get("modifiers", ()))
        assert got == (need, dice, modifiers), self.dump(f"{why}: {fields}")
        return self

    def step(self, title):
        """The view marks the step of that title as the one that is carried out now."""
        now = [row["title"] for row in viewed(self.match)["steps"] if row["status"] == "now"]
        assert now == [title], self.dump(f"the step is {now}")
        return self

    def cites_of(self, option, *clauses):
        """An offered option cites exactly these clauses."""
        got = self.option(option).clauses
        assert got == clauses, self.dump(f"{option} cites {got}")
        return self


def stands_of(name, words):
    """The stands of a sketch that the words of a formation describe; the first carries the facts of the formation."""
    seat, profile, *rest = words
    stats, markers, facts, units = {}, [], {}, []
    for word in rest:
        key, equals, value = word.partition("=")
        if word in FACTS:
            facts[FACTS[word]] = 1
        elif equals and key == "blast":
            facts["blast"] = int(value)
        elif equals:
            stats[key] = int(value)
        else:
            found = STAND.fullmatch(word)
            assert found, f"{word} is no stand"
            own, x, y, carrier, other = found.groups()
            unit = {"id": own, "seat": seat, "profile": other or profile, "group": name}
            units.append(unit | ({"aboard": carrier} if carrier else {"at": [int(x), int(y)]}))
    for unit in units:
        unit["markers"] = markers
        if "aboard" in unit:
            unit["at"] = next(u["at"] for u in units if u["id"] == unit["aboard"])
        if stats:
            unit["stats"] = stats
    units[0]["facts"] = facts
    return units
