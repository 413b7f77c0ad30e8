"""Scenes of an assault: the Epic table, its stands placed in centimetres and played like any scene.

    scene = Assault(line="b line l1@10,5 l2@13,5", horde="a horde h1@10,6").engages("horde", "line")
    scene.plans("l2:move:11,6").confirms().stands("l2", 11, 6)

A formation is a text: seat, profile, then its stands with their cells, `t@4,4:carrier` for one of another profile,
`p>t` for a passenger, and its condition: `watch`, `blast=2`, `broken`, `done`, `marched`, `STAT=n` for all stands. A
cell is 1 cm, so the gap between two stands is the distance of their cells less 1. Seat a acts.
"""

from __future__ import annotations

import re

from game.engine.dice import COUNT, DiceSource
from game.engine.match import Match
from game.rules import build
from game.sketch import read_sketch
from tests.scene import Scene
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
"""Every throw of the rulebook with its number of dice (0: one for each stand); all of them are D6."""


class Assault(Scene):
    """A scene of the Epic rulebook, at a centimetre a cell unless `scale` says otherwise."""

    dice_of = None

    def __init__(
        self, *rows, size=(40, 30), scale="10", turns=2, phase="action", seat="a", dice=None, more=None, **forms
    ):
        board = list(rows) or ["." * size[0]] * size[1]
        width = max(len(row) for row in board)
        board = [row.ljust(width, ".") for row in board]
        units = [unit for name, words in forms.items() for unit in _stands(name, words.split())]
        seats = sorted({unit["seat"] for unit in units})
        sketch = {"ruleset": "epic", "board": board, "units": units, "seats": seats, "turns": turns}
        sketch |= {"phase": phase, "seat": seat, "options": {"scale": scale}, **(more or {})}
        self.setup = read_sketch({name: value for name, value in sketch.items() if value})
        self.match = Match(self.setup, build("epic", self.setup.rulings), dice or DiceSource("ask"))
        self.read = 0

    # -- playing --------------------------------------------------------------------------------------------------

    def rolls(self, why, *faces):
        """The pending roll of that reason shows these faces; its dice are those of the rules."""
        asked = self.match.pending
        if asked is not None and asked.why == why:
            number = DICE[why] or len(faces)
            assert asked.dice == (6,) * number, self.dump(f"{why} is rolled with {asked.dice}")
        return super().rolls(why, *faces)

    def acts(self, formation, action, *test):
        """The formation is activated for that action; `test` are the faces of its action test."""
        self.chooses(f"{formation}:{action}")
        return self.rolls("action test", *test) if test else self

    def engages(self, formation, target, *test, charge=()):
        """The formation engages and makes these charge moves; where it stands by default. Its test succeeds."""
        self.acts(formation, f"engage:{target}", *test)
        if self.match.pending.why == "action test":
            self.rolls("action test", 6)
        if self.match.pending.kind == "charge":
            self.plans(*charge).chooses("confirm")
        return self

    def plans(self, *options):
        """These moves are added to the plan."""
        return self.chooses(*options)

    def confirms(self, *seats):
        """The plan (or the empty plan of each of these seats) counts."""
        for seat in seats or (self.match.pending.seat,):
            assert self.match.pending.seat == seat, self.dump(f"{seat} is not asked")
            self.chooses("confirm")
        return self

    def stay(self):
        """Every draft that is open now and comes next is confirmed empty, until something else is asked."""
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
        """Both dice of the result, attackers first."""
        return self.rolls(RESULTS[0], *attackers).rolls(RESULTS[1], *defenders)

    # -- checking -------------------------------------------------------------------------------------------------

    def drafts(self, seat, kind, *moves):
        """The seat draws up these moves; nothing else is offered but what ends or undoes the plan."""
        self.asked(seat, kind)
        closing = ("confirm", "reset", "unplan")
        got = sorted(o.id for o in self.match.pending.options if o.action not in closing)
        assert got == sorted(moves), self.dump(f"expected {sorted(moves)}")
        return self

    def asked_by(self, *clauses):
        """The pending decision rests on these clauses."""
        assert self.match.pending.clauses == clauses, self.dump(f"asked by {self.match.pending.clauses}")
        return self

    def goes_for(self, unit, *targets):
        """The enemies a stand may counter charge, closest first."""
        got = [o.target for o in self.match.pending.options if o.unit == unit and o.action == "move"]
        assert got == list(targets), self.dump(f"{unit} may go for {got}")
        return self

    def cannot_confirm(self, clause, *words):
        """The plan is refused as a whole, by that clause and with these words."""
        asked = self.match.pending
        no = self.match.rules.plan_refused(self.match.front, self.match.front.queues[-1], asked.seat)
        assert no is not None and no.clause == clause, self.dump(f"the plan is refused by {no}")
        for word in words:
            assert word in no.reason, self.dump(f"the plan is refused: {no.reason}")
        assert no in asked.refused
        return self.does_not_offer("confirm")

    def marks(self, formation, what):
        return int(getattr(self.match.front.formations[formation], what))

    def has(self, formation, **what):
        """The blast markers and states of a formation, as the view shows them too."""
        got = {kind: self.marks(formation, kind) for kind in what}
        assert got == what, self.dump(f"{formation} has {got}")
        group = next((g for g in viewed(self.match)["groups"] if g["id"] == formation), None)
        for kind in ("blast", "broken", "overwatch") if group else ():
            shown = [m.get("count", 1) for m in group["markers"] if m["kind"] == kind]
            assert shown == [self.marks(formation, kind)] * bool(self.marks(formation, kind))
        return self

    def sides(self, attackers, defenders):
        """The formations of both sides of the assault in hand."""
        assault = self.match.front.assault
        got = "+".join(assault.attackers.formations), "+".join(assault.defenders.formations)
        assert got == (attackers, defenders), self.dump(str(got))
        return self

    def engaged(self, side):
        """The stands of a side that were directly engaged when the attacks began."""
        return self.match.front.assault.side(side).engaged

    def rolled(self, why, need, dice, **modifiers):
        """The pending or latest roll of that reason: what it needs, how many dice, every modifier by name."""
        asked = self.match.pending
        if asked and asked.why == why:
            assert (len(asked.dice), asked.throw.read) == (dice, COUNT(need)), self.dump(f"{asked.dice} {asked.throw}")
            return self
        fields = next(e for e in reversed(self.match.events) if e.type == "rolled" and e.fields["why"] == why).fields
        got = {name.replace(" ", "_"): value for name, value, *_ in fields.get("modifiers", ())}
        assert (fields.get("need", 0), len(fields["dice"]), got) == (need, dice, modifiers), self.dump(
            f"{why}: {fields}"
        )
        return self

    def step(self, title):
        """The step of the procedure that is lit."""
        now = [row["title"] for row in viewed(self.match)["steps"] if row["status"] == "now"]
        assert now == [title], self.dump(f"the step is {now}")
        return self

    def cites_of(self, option, *clauses):
        """The clauses of an option."""
        got = self.option(option).clauses
        assert got == clauses, self.dump(f"{option} cites {got}")
        return self

    def option(self, option):
        found = self.match.pending.option(option)
        assert found, self.dump(f"{option} is not offered")
        return found


def _stands(name, words):
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
