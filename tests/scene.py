"""A scene of SkirmishCorps: a position that a test draws, plays and checks, each step in a line that reads like prose.

    scene = Scene("a1 .*7 b1", b1="veteran")
    scene.chooses("a1:move:jog:3,0").asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    scene.chooses("b1:ranged_attack:a1").marker("b1", "overwatch", "up").says("B1 reacts to A1: a shot at A1.")

Each argument is a row of the board, drawn in tokens with blanks between them: a glyph of the sketches, or the id of
a unit and the glyph of the ground under it (`b1@n`; open ground if there is none). `.*7` is seven times that glyph.
A unit belongs to the seat that is the first letter of its id. A keyword argument describes a unit in words, here b1;
other units are troopers. a1 has a move marker, all other units an overwatch marker, both face-down.

Dice are not rolled: the scene stops at each roll, and the test says its reason and its faces, `rolls("to hit", 3, 4)`.
Every method that plays or checks returns the scene, so calls can be chained; a check that fails prints the position,
the pending question and the log.
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


def named(modifiers):
    """Rows of modifiers as a test writes them: name with blanks as underscores and no commas -> value."""
    return {name.replace(" ", "_").replace(",", ""): value for name, value, *_ in modifiers}


class Scene:
    """A match in the act phase in which seat a acts, and the methods that play and check it."""

    dice_of = DICE_OF
    """Reason of a throw -> the sides of its dice; None where the scene of a rulebook checks the dice itself."""

    def __init__(self, *rows, ruleset="skirmishcorps", dice=None, **units):
        """Draw the rows and begin the match.

        A keyword that is a drawn unit's id takes the words of that unit: its profile, a marker (`move`, `overwatch`,
        `spent`: overwatch face-up, `idle`: none), `STAT=number`, `weapon=id`. Any other keyword is a field of the
        sketch, such as `turns=1` or `rulings={...}`; where `phase` is given, a unit without words is `idle`.
        """
        sketch = {key: units.pop(key) for key in list(units) if not UNIT.fullmatch(key)}
        board, placed = draw(rows, units, unit_of, "idle" if "phase" in sketch else "")
        seats = sorted({unit["seat"] for unit in placed})
        default = {"phase": "act", "seat": "a", "seats": seats, "turns": 2}
        self.begin({"ruleset": ruleset, "board": board, "units": placed, **default, **sketch}, dice)

    def begin(self, sketch, dice=None):
        """Begin the match that a sketch describes. Nothing of its log has been read."""
        self.setup = read_sketch(sketch)
        self.match = Match(self.setup, build(self.setup.ruleset, self.setup.rulings), dice or DiceSource("ask"))
        self.read = 0

    # -- playing --------------------------------------------------------------------------------------------------

    def chooses(self, *options, path=None, until=""):
        """Answer the pending decisions with these options, one after the other.

        `path` is the way of a move as coordinates (x, y), `until` how long a pass holds.
        """
        for option in options:
            asked = self.match.pending
            assert asked is not None, self.dump(f"{option}: nothing is being asked")
            assert asked.option(option), self.dump(f"{option} is not offered")
            cells = None if path is None else tuple(self.cell(*xy) for xy in path)
            self.match.choose(Choice(option, path=cells, until=until))
        return self

    def passes(self, *seats):
        """These seats are asked in this order whether they react, and decline."""
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
        """That seat is asked a question of that kind, with exactly these options if they are given (in any order).

        `default` is the option under Enter, `unit` the unit that the question is about.
        """
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
        """The unit has no answer to the pending question because of that clause; the reason contains `words`."""
        got = self.match.why()[unit]
        assert isinstance(got, Refusal), self.dump(f"{unit} may {[option.id for option in got]}")
        assert got.clause == clause, self.dump(f"{unit} is refused by {got.clause}: {got.reason}")
        assert words in got.reason, self.dump(f"{unit} is refused: {got.reason}")
        return self

    def refuses_click(self, unit, x, y, clause, reason):
        """A click on the cell x, y with that unit in hand is refused by that clause, in exactly these words."""
        no = self.refusal(unit, x, y)
        assert (no.clause, no.reason) == (clause, reason), self.dump(f"{no.clause} refuses it: {no.reason}")
        return self

    def says(self, *sentences):
        """The log goes on with these sentences in this order, perhaps with others between them."""
        texts = [line.text for line in self.match.log_for(None)]
        for sentence in sentences:
            found = next((n for n in range(self.read, len(texts)) if texts[n] == sentence), None)
            assert found is not None, self.dump(f"the log does not go on to say: {sentence}")
            self.read = found + 1
        return self

    def log(self, *sentences):
        """The log goes on with these sentences, and ends with the last of them."""
        texts = [line.text for line in self.match.log_for(None)][self.read :]
        assert texts == list(sentences), self.dump(f"expected the log {list(sentences)}, got {texts}")
        self.read = len(self.match.events)
        return self

    def skips(self):
        """Skip the log up to here: `says`, `log` and `never_says` look only at what comes after it."""
        self.read = len(self.match.events)
        return self

    def ends(self, winner, reason):
        """The game is over; `winner` is a seat or a side, "" for a draw."""
        verdict = self.match.outcome
        assert verdict is not None, self.dump("the game goes on")
        assert (verdict.winner, verdict.reason) == (winner, reason)
        return self

    def never_says(self, *kinds):
        """There is no event of these types after the last sentence that was read."""
        types = {event.type for event in self.match.events[self.read :]}
        assert not types & set(kinds), self.dump(f"there is an event of {types & set(kinds)}")
        return self

    def cites(self, kind, *clauses):
        """The latest event of that type cites these clauses."""
        event = self.event(kind)
        assert set(clauses) <= set(event.clauses), self.dump(f"{kind} cites {event.clauses}")
        return self

    def event(self, kind):
        """Return the latest event of that type."""
        found = next((event for event in reversed(self.match.events) if event.type == kind), None)
        assert found is not None, self.dump(f"there is no event {kind}")
        return found

    def marker(self, unit, kind, face):
        """The unit's marker of that kind is "up" or "down"; None: it has no such marker."""
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
        """The latest roll to hit needed that number, with exactly these modifiers (see `named`)."""
        fields = self.latest_roll("to hit")
        got = named(fields["modifiers"])
        assert (fields["need"], got) == (number, modifiers), self.dump(f"needed {fields['need']} with {got}")
        return self

    def sums(self, option, number, **modifiers):
        """The forecast of an offered attack needs that number, with exactly these modifiers (see `named`)."""
        total = self.forecast(option)
        got = named(total.modifiers)
        assert (total.need, got) == (number, modifiers), self.dump(f"{option} needs {total.need} with {got}")
        return self

    def ladder(self, *rungs):
        """The reactions that the view shows, in the order in which they are carried out: "unit action status" each."""
        queue = viewed(self.match)["queue"]
        got = [f"{r['unit']} {r['action']} {r['status']}" for r in queue["reactions"]]
        assert got == list(rungs), self.dump(f"the ladder is {got}")
        return self

    # -- looking --------------------------------------------------------------------------------------------------

    def unit(self, name):
        return self.match.front.units[name]

    def option(self, option):
        """Return the pending option of that id."""
        found = self.match.pending.option(option)
        assert found, self.dump(f"{option} is not offered")
        return found

    def forecast(self, option):
        """Return the forecast of an offered option, None if it has none."""
        return self.match.forecast(self.option(option))

    def remarks(self, option):
        """Return what an offered option is said to lead to before it is chosen."""
        return self.match.rules.foretells(self.match.front, self.option(option))

    def gives_up(self, option):
        """Return what an offered option is said to give up: "words (clause)", or "" for nothing."""
        found = self.match.rules.forfeits(self.match.front, self.match.pending, self.option(option))
        return f"{found.words} ({found.clause})" if found else ""

    def refusal(self, unit, x, y):
        """Return the refusal of a click on the cell x, y with that unit or formation in hand."""
        return self.match.rules.refused_at(self.match.front, self.match.pending, unit, self.cell(x, y))

    def missing(self, unit):
        """Return the refusals of actions that the unit or formation cannot choose at the pending question."""
        return self.match.rules.missing(self.match.front, self.match.pending, unit)

    def latest_roll(self, why):
        """Return the fields of the latest roll that was made for that reason."""
        rolls = (event for event in reversed(self.match.events) if event.type == "rolled")
        found = next((event.fields for event in rolls if event.fields["why"] == why), None)
        assert found is not None, self.dump(f"there was no roll {why!r}")
        return found

    def sees(self, one, other):
        """Return whether there is a line of sight between two units."""
        return self.setup.board.visible(self.unit(one).at, self.unit(other).at)

    def cell(self, x, y):
        return self.setup.board.cell(x, y)

    def dump(self, message):
        """Return the text of a failed check: message, board, units, reactions, pending question and log."""
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


def tokens(row):
    """The tokens of a drawn row, one for each cell: `.*7` is seven of them."""
    found = []
    for token in row.split():
        glyph, star, count = token.partition("*")
        found += [glyph] * int(count) if star else [token]
    return found


def draw(rows, words, describe, default=""):
    """Return the rows of ground and the units of drawn rows.

    `words`: id of a unit -> its words, `default` for a unit without any; `describe` makes the unit of a sketch from its
    id, its place [x, y] and its words.
    """
    drawn, left = [tokens(row) for row in rows], dict(words)
    width = max(len(row) for row in drawn)
    units = [
        describe(found[1], [x, y], left.pop(found[1], default))
        for y, row in enumerate(drawn)
        for x, token in enumerate(row)
        if (found := UNIT.fullmatch(token))
    ]
    assert not left, f"not drawn: {', '.join(left)}"
    return [ground(row, width) for row in drawn], units


def ground(row, width):
    """The glyphs of the ground of a row of tokens, open ground added up to the width."""
    glyphs = "".join((UNIT.fullmatch(token)[2] or ".") if UNIT.fullmatch(token) else token for token in row)
    return glyphs.ljust(width, ".")


def unit_of(name, at, words):
    """The unit of a sketch that the words of `Scene` describe."""
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
