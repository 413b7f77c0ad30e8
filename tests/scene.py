"""A scene: a drawn position that is played and asserted in sentences.

    scene = Scene("a1 .*7 b1", b1="veteran")
    scene.chooses("a1:move:jog:3,0").asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    scene.chooses("b1:ranged_attack:a1").marker("b1", "overwatch", "up").says("B1 reacts to A1: a shot at A1.")

A row is drawn in tokens: a glyph of the sketches, or a unit's id with the ground under it (`b1@n`); `.*7` is seven
cells of it. A unit belongs to the seat its id begins with. Unless told otherwise everybody is a trooper, a1 has a
move marker and all others watch. Every roll is answered where it falls, with its reason: `rolls("to hit", 3, 4)`.
"""

from __future__ import annotations

import re

import pytest

from game.engine.answers import Choice, IllegalChoice
from game.engine.decisions import Refusal
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from game.sketch import read_sketch
from tests.viewed import viewed

UNIT = re.compile(r"([a-h]\d)(?:@(.))?")


DICE_OF = {"to hit": (6, 6), "damage": (6,), "courage": (6, 6), "roll-off": (6, 6), "start": (6, 6)}
"""The sides of the dice of every throw of SkirmishCorps (SC-A37, SC-A42, SC-41, SC-23, SC-A34)."""


class Scene:
    """A match in the act phase with a1's side to act, and the sentences to play and check it."""

    dice_of = DICE_OF
    """Reason of a throw -> its dice; None in a rulebook whose scene sees to that itself."""

    def __init__(self, *rows, ruleset="skirmishcorps", dice=None, **units):
        """Words of a unit: its profile, its marker, `STAT=number`, `weapon=id`. Else fields of the sketch."""
        sketch = {key: units.pop(key) for key in list(units) if not UNIT.fullmatch(key)}
        drawn = [_row(row) for row in rows]
        width = max(len(row) for row in drawn)
        placed = [
            _unit(found[1], [x, y], units.pop(found[1], "" if "phase" not in sketch else "idle"))
            for y, row in enumerate(drawn)
            for x, token in enumerate(row)
            if (found := UNIT.fullmatch(token))
        ]
        assert not units, f"not drawn: {', '.join(units)}"
        board = [_ground(row, width) for row in drawn]
        seats = sorted({unit["seat"] for unit in placed})
        default = {"phase": "act", "seat": "a", "seats": seats, "turns": 2}
        self.setup = read_sketch({"ruleset": ruleset, "board": board, "units": placed, **default, **sketch})
        self.match = Match(self.setup, build(ruleset, self.setup.rulings), dice or DiceSource("ask"))
        self.read = 0

    # -- playing --------------------------------------------------------------------------------------------------

    def chooses(self, *options, path=None, until=""):
        """Answer the pending decisions, one after the other."""
        for option in options:
            asked = self.match.pending
            assert asked is not None, self.dump(f"{option}: nothing is being asked")
            assert asked.option(option), self.dump(f"{option} is not offered")
            cells = None if path is None else tuple(self.cell(*xy) for xy in path)
            self.match.choose(Choice(option, path=cells, until=until))
        return self

    def passes(self, *seats):
        """Those seats decline to react, in that order."""
        for seat in seats:
            self.asked(seat, "react").chooses("pass")
        return self

    def rolls(self, why, *faces):
        """Answer the pending roll, which is made for that reason."""
        asked = self.match.pending
        assert asked and asked.seat == "dice" and asked.why == why, self.dump(f"no roll {why!r} is pending")
        assert self.dice_of is None or asked.dice == self.dice_of[why], f"{why} is rolled with {asked.dice}"
        self.match.choose(Choice(faces=faces))
        return self

    # -- checking -------------------------------------------------------------------------------------------------

    def asked(self, seat, kind, options=None, *, default=None, unit=None):
        """Who is asked what, with exactly these options (in any order)."""
        asked = self.match.pending
        assert asked is not None, self.dump("nothing is being asked")
        assert (asked.seat, asked.kind) == (seat, kind), self.dump(f"expected {seat} to be asked: {kind}")
        if options is not None:
            ids = sorted(option.id for option in asked.options)
            assert ids == sorted(options), self.dump(f"expected the options {sorted(options)}")
        if default is not None:
            assert asked.default == default, self.dump(f"expected the default {default}")
        if unit is not None:
            assert asked.unit == unit, self.dump(f"expected the question to be about {unit}")
        return self

    def offers(self, *options):
        """These are among the options."""
        for option in options:
            assert self.match.pending.option(option), self.dump(f"{option} is not offered")
        return self

    def does_not_offer(self, *options):
        """Not one of these is an option, and choosing it anyway changes nothing."""
        for option in options:
            assert not self.match.pending.option(option), self.dump(f"{option} is offered")
            before = self.match.hash()
            with pytest.raises(IllegalChoice) as refused:
                self.match.choose(option)
            assert option not in refused.value.legal
            assert self.match.hash() == before
        return self

    def refused(self, unit, clause, words=""):
        """The unit can do nothing in the present window, by that clause."""
        got = self.match.why()[unit]
        assert isinstance(got, Refusal), self.dump(f"{unit} may {[option.id for option in got]}")
        assert got.clause == clause, self.dump(f"{unit} is refused by {got.clause}: {got.reason}")
        assert words in got.reason, self.dump(f"{unit} is refused: {got.reason}")
        return self

    def says(self, *sentences):
        """The log goes on with these sentences, in this order; others may stand between."""
        texts = [line.text for line in self.match.log_for(None)]
        for sentence in sentences:
            found = next((n for n in range(self.read, len(texts)) if texts[n] == sentence), None)
            assert found is not None, self.dump(f"the log does not go on to say: {sentence}")
            self.read = found + 1
        return self

    def log(self, *sentences):
        """The log since the last sentence read is exactly this."""
        texts = [line.text for line in self.match.log_for(None)][self.read :]
        assert texts == list(sentences), self.dump(f"expected the log {list(sentences)}, got {texts}")
        self.read = len(self.match.events)
        return self

    def skips(self):
        """What has been said so far is read."""
        self.read = len(self.match.events)
        return self

    def ends(self, winner, reason):
        """The game is over; `winner` is a seat or a side, "" for a draw."""
        verdict = self.match.outcome
        assert verdict is not None, self.dump("the game goes on")
        assert (verdict.winner, verdict.reason) == (winner, reason)
        return self

    def never_says(self, *kinds):
        """No event of these types since the last sentence read."""
        types = {event.type for event in self.match.events[self.read :]}
        assert not types & set(kinds), self.dump(f"there is an event of {types & set(kinds)}")
        return self

    def cites(self, kind, *clauses):
        """The latest event of that type cites these clauses."""
        event = self.event(kind)
        assert set(clauses) <= set(event.clauses), self.dump(f"{kind} cites {event.clauses}")
        return self

    def event(self, kind):
        """The latest event of that type."""
        found = next((event for event in reversed(self.match.events) if event.type == kind), None)
        assert found is not None, self.dump(f"there is no event {kind}")
        return found

    def marker(self, unit, kind, face):
        """The unit's marker of that kind shows that face (None: there is none)."""
        got = self.unit(unit).markers.get(kind)
        assert got == face, self.dump(f"the {kind} marker of {unit} is {got}")
        return self

    def stands(self, unit, x, y):
        """The unit is in action on that cell."""
        assert not self.unit(unit).out, self.dump(f"{unit} is out of action")
        got = self.setup.board.xy(self.unit(unit).at)
        assert got == (x, y), self.dump(f"{unit} stands on {got}")
        return self

    def out(self, *units):
        """These units, and no others, are out of action."""
        got = sorted(unit.id for unit in self.match.front.units.values() if unit.out)
        assert got == sorted(units), self.dump(f"out of action are {got}")
        return self

    def needs(self, number, **modifiers):
        """The latest roll to hit needed that number; every modifier by name, blanks as underscores."""
        fields = next(
            e for e in reversed(self.match.events) if e.type == "rolled" and e.fields["why"] == "to hit"
        ).fields
        got = {name.replace(" ", "_").replace(",", ""): value for name, value, _ in fields["modifiers"]}
        assert (fields["need"], got) == (number, modifiers), self.dump(f"needed {fields['need']} with {got}")
        return self

    def sums(self, option, number, **modifiers):
        """The forecast of an offered attack: what it needs, with every modifier."""
        chosen = self.match.pending.option(option)
        assert chosen, self.dump(f"{option} is not offered")
        total = self.match.forecast(chosen)
        got = {name.replace(" ", "_").replace(",", ""): value for name, value, _ in total.modifiers}
        assert (total.need, got) == (number, modifiers), self.dump(f"{option} needs {total.need} with {got}")
        return self

    def ladder(self, *rungs):
        """The reactions in the order of the ladder, as "unit action status"."""
        queue = viewed(self.match)["queue"]
        got = [f"{r['unit']} {r['action']} {r['status']}" for r in queue["reactions"]]
        assert got == list(rungs), self.dump(f"the ladder is {got}")
        return self

    # -- looking --------------------------------------------------------------------------------------------------

    def unit(self, name):
        return self.match.front.units[name]

    def sees(self, one, other):
        """Whether there is a line of sight between two units."""
        return self.setup.board.visible(self.unit(one).at, self.unit(other).at)

    def cell(self, x, y):
        return self.setup.board.cell(x, y)

    def dump(self, message):
        """The message, and everything one wants to see beside it."""
        match = self.match
        board = self.setup.board
        standing = {unit.at: unit.id for unit in match.front.units.values() if not unit.out}
        lines = [message, ""]
        for y, row in enumerate(board.rows()):
            lines.append(" ".join(f"{standing.get(y * board.width + x, glyph):2}" for x, glyph in enumerate(row)))
        lines += [f"{u.id}: {dict(u.markers)}{' out' if u.out else ''}" for u in match.front.units.values()]
        queue = viewed(match)["queue"]
        if queue:
            lines += ["", f"queue of {queue['instigator']}, {queue['stage']}, frozen {queue['frozen']}"]
            lines += [
                f"  {r['rank']} {r['unit']} {r['action']} {r['target']} {r['status']}" for r in queue["reactions"]
            ]
        asked = match.pending
        if asked:
            lines += ["", f"{asked.seat} is asked {asked.kind}: {asked.prompt} {asked.why}"]
            ids = [option.id for option in asked.options]
            lines.append(f"  {len(ids)} options: {' '.join(ids[:40])}")
        lines += ["", *(f"{line.n:3} {line.text} {' '.join(line.clauses)}" for line in match.log_for(None))]
        return "\n".join(lines)


def _row(row):
    tokens = []
    for token in row.split():
        glyph, star, count = token.partition("*")
        tokens += [glyph] * int(count) if star else [token]
    return tokens


def _ground(row, width):
    glyphs = "".join((UNIT.fullmatch(token)[2] or ".") if UNIT.fullmatch(token) else token for token in row)
    return glyphs.ljust(width, ".")


def _unit(name, at, words):
    unit = {"id": name, "seat": name[0], "profile": "trooper", "at": at}
    unit["marker"] = "move" if name == "a1" else "overwatch"
    stats = {}
    for word in words.split():
        key, equals, value = word.partition("=")
        if key == "weapon":
            unit["weapon"] = value
        elif equals:
            stats[key] = int(value)
        elif word in ("move", "overwatch"):
            unit["marker"] = word
        elif word in ("idle", "spent"):
            unit["marker"] = "overwatch"
            unit["markers"] = [{"kind": "overwatch", "face": "up"}] if word == "spent" else []
        else:
            unit["profile"] = word
    if "markers" in unit:
        del unit["marker"]
    return {**unit, "stats": stats} if stats else unit
