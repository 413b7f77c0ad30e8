"""The strip below the map: the log with clause chips and inline dice, and the dice tray."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain

from game.engine.decisions import DICE, Decision
from game.engine.dice import Outcome, by_sum
from game.engine.forecast import Forecast
from game.engine.log import LogLine
from game.engine.options import Option
from game.engine.throws import Rolled, Throw
from game.engine.wording import capitalised, percent
from game.ui import kit
from game.ui.battle import foresight
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting, Flow, die_of, seat_of, sum_of
from game.ui.battle.picking import Picking
from game.ui.battle.playback import Playback
from game.ui.battle.viewed import Motive
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, LINE, PAPER, SAFFRON_TINT, Colour

LINE_HEIGHT = 20.0
LEAST_ROWS = 4
"""How many rows of the log stay in sight when it is scrolled to its beginning."""
MOST_DICE = 3
"""How many dice the tray shows before a roll; the rest are given as a number."""
COMING = 30.0
"""Logical pixels of a die that is yet to be rolled."""
MOST_ROLLED = 16
"""How many dice the tray shows while several rolls are played back together."""
MOST_FACES = 8
"""How many dice of one roll the tray shows."""
MOST_OWN, AT_ONE_LINE = 8, 4
"""How many dice the tray shows while a person types their faces, and how many of those fit into one line."""
IN_LARGE, SMALL = 5, 27.0
"""How many dice the tray shows at full size, and the logical pixels of a die where there are more (eight then fit)."""
TWO_LINES = 70
"""How many letters of a roll's sentence fit into two lines; for a longer one the dice are smaller."""
MOST_INLINE = 8
"""How many dice are drawn in a line of the log: more would leave no room for its words."""


def log_lines(model: Model) -> list[LogLine]:
    """The lines worth reading."""
    return [line for line in model.log if not line.quiet]


def log_rows(model: Model) -> list[LogLine | Motive]:
    """The lines worth reading, and before each choice of a computer player its reason."""
    rows: list[LogLine | Motive] = []
    reasons = sorted(model.reasons)
    for line in log_lines(model):
        while reasons and reasons[0] <= line.n:
            rows.append(model.reasons[reasons.pop(0)])
        rows.append(line)
    return rows


def strip(head: kit.Widget, *parts: kit.Widget, gap: float = 0.0) -> kit.Widget:
    """A panel of the strip: a head, and the parts below it."""
    column = kit.Column(kit.Card(head, look="bare", pad=(6, 0)), *parts, gap=gap)
    return kit.Card(column, look="bare", fill=PAPER, pad=(10, 4), radius=0)


class Log:
    """The events so far, a row each; `back` is the number of rows by which the log is scrolled up."""

    def __init__(self, model: Model, open_clause: kit.Open) -> None:
        self.model, self.open_clause = model, open_clause
        self.back = 0

    def news(self) -> None:
        """Scroll to the newest line, after a choice."""
        self.back = 0

    def scroll(self, by: int) -> None:
        """Scroll by wheel steps."""
        limit = max(0, len(log_rows(self.model)) - LEAST_ROWS)
        self.back = max(0, min(limit, self.back + by))

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """As many rows as there is room for, the newest at the foot; a long sentence takes several lines."""
        lines = log_rows(self.model)
        end = len(lines) - min(self.back, max(0, len(lines) - LEAST_ROWS))
        canvas.zone("log", canvas.rect(*spot), None, focusable=False, wheel=self.scroll)
        room, rows = spot.h - 26, dict[int, kit.Widget]()
        # Upwards from the newest row in sight; room that is left at the beginning of the log goes to the rows after it.
        for place in chain(reversed(range(end)), range(end, len(lines))):
            line, newest = lines[place], place == len(lines) - 1
            row = self._why(line) if isinstance(line, Motive) else self._line(line, newest=newest)
            room -= row.measure(canvas, spot.w - 20).h
            if room < 0 and rows:
                break
            rows[place] = row
        visible = [rows[place] for place in sorted(rows)]
        strip(kit.Section("Log", f"{max(rows, default=-1) + 1} of {len(lines)}"), *visible).draw(canvas, spot)

    def _why(self, motive: Motive) -> kit.Widget:
        words = kit.Text(motive.words, "italic", 13, INK2, lines=3, grow=1)
        row = kit.Row(Slot(kit.Label("why", "label", 12, INK2), 44), seat_of(self.model, motive.seat, 10), words, gap=6)
        return kit.Card(row, look="bare", pad=(6, 1), radius=3)

    def _line(self, line: LogLine, *, newest: bool) -> kit.Widget:
        model, unit = self.model, self.model.units.get(line.seen.unit)
        chip = kit.Chip(line.clauses[0] if line.clauses else "", self.open_clause, f"log{line.n}")
        mark = [seat_of(model, unit.seat, 10)] if unit is not None else []
        sentence = Sentence(model, line.text)
        ways = (kit.Row(*mark, *dice, sentence, gap=6) for dice in (inline_dice(model, line), ()))
        row = kit.Row(Slot(chip, 44), Fitting(*ways))  # without the dice if need be: the sentence has them, too
        return kit.Card(row, look="bare", fill=SAFFRON_TINT if newest else None, pad=(6, 0), radius=3, h=LINE_HEIGHT)


class Slot(kit.Widget):
    """A widget at the left edge of a column at least `w` logical pixels wide."""

    def __init__(self, child: kit.Widget, w: float) -> None:
        super().__init__()
        self.child, self.w = child, w

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        size = self.child.measure(canvas, room)
        return kit.Size(max(self.w, size.w), size.h)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        self.child.draw(canvas, kit.Spot(spot.x, spot.y, self.child.measure(canvas).w, spot.h))


UNIT_ID = re.compile(r"[A-Z]+[0-9]+[A-Z]*")


Piece = tuple[str, str, Colour]
"""Words, their face and their colour."""


class Sentence(kit.Widget):
    """A sentence that wraps, with the ids of units in bold and in the colour of their seat."""

    soft = True

    def __init__(self, model: Model, words: str, size: float = 13.5) -> None:
        super().__init__()
        self.size = size
        self.parts: list[Piece] = []
        at = 0
        for found in UNIT_ID.finditer(words):
            unit = model.units.get(found[0].lower())
            if unit is not None:
                self.parts.append((words[at : found.start()], "body", INK))
                self.parts.append((found[0], "bold", model.colours(unit.seat).edge))
                at = found.end()
        self.parts.append((words[at:], "body", INK))

    def rows(self, canvas: Canvas, room: float) -> list[list[Piece]]:
        """The lines of the sentence. They break only at spaces, so that an id and its full stop stay together."""
        if self._width(canvas, self.parts) <= room + 1:
            return [self.parts]
        rows: list[list[Piece]] = [[]]
        for word in self._words():
            longer = _joined(rows[-1], word)
            if rows[-1] and self._width(canvas, _ended(longer)) > room + 1:
                rows.append(word)
            else:
                rows[-1] = longer
        return [_ended(row) for row in rows]

    def _words(self) -> list[list[Piece]]:
        """The words, which lines never break within, each with the space after it."""
        words: list[list[Piece]] = [[]]
        for text, face, colour in self.parts:
            for piece in re.findall(r"[^ ]* +|[^ ]+", text):
                words[-1].append((piece, face, colour))
                if piece.endswith(" "):
                    words.append([])
        return [word for word in words if word]

    def _width(self, canvas: Canvas, row: Sequence[Piece]) -> float:
        """Logical width of a line."""
        return sum(canvas.width(words, face, self.size) for words, face, _ in row if words)

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        rows = self.rows(canvas, room)
        width = max(self._width(canvas, row) for row in rows)
        return kit.Size(min(room, width), self.size * kit.LEADING * len(rows))

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        rows, step = self.rows(canvas, spot.w), self.size * kit.LEADING
        y = spot.y + max(0.0, spot.h - step * len(rows)) / 2 + step / 2
        for row in rows:
            x = spot.x
            for words, face, colour in row:
                room = max(1.0, spot.right + 1 - x)
                x += canvas.write(words, x, y, face, self.size, colour, middle=True, room=room) if words else 0.0
            y += step


def _joined(row: Sequence[Piece], word: Sequence[Piece]) -> list[Piece]:
    """A line and one more word.

    Neighbours in one face and colour become one piece, because the width of a text is not the sum of its words' widths.
    """
    joined = list(row)
    for piece in word:
        if joined and joined[-1][1:] == piece[1:]:
            joined[-1] = (joined[-1][0] + piece[0], *piece[1:])
        else:
            joined.append(piece)
    return joined


def _ended(row: Sequence[Piece]) -> list[Piece]:
    """A line without the spaces at its end."""
    *others, (words, face, colour) = row
    return [*others, (words.rstrip(" "), face, colour)]


def inline_dice(model: Model, line: LogLine) -> list[kit.Widget]:
    """The dice of a log line; none if there are too many to draw."""
    rolled = line.rolled
    if rolled is None or len(rolled.faces) > MOST_INLINE:
        return []
    edge = edge_of(model, line.seen.unit)
    dice = (die_of(face, sides, 16, edge) for face, sides in zip(rolled.faces, rolled.throw.dice, strict=False))
    return [kit.Row(*dice, gap=3)]


def edge_of(model: Model, unit: str) -> Colour:
    """The colour of a unit's seat, for the edges of the dice that it rolls; ink if there is no such unit."""
    return model.colours(model.units[unit].seat).fill if unit in model.units else INK2


def last_roll(model: Model) -> tuple[LogLine, Rolled] | None:
    """The latest roll of the last action, as its line and its dice; None if there was none since it began."""
    for line in reversed(model.log):
        if line.rolled is not None:
            return line, line.rolled
        if line.event.begins:
            return None
    return None


class DiceTray:
    """The roll that is asked for, the odds of the chosen answer, or the last roll."""

    def __init__(self, model: Model, playback: Playback, picking: Picking) -> None:
        self.model, self.playback, self.picking = model, playback, picking

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The tray; while a roll is played back its dice tumble."""
        self.widget().draw(canvas, spot)

    def widget(self) -> kit.Widget:
        """The tray as it is now."""
        model, decision = self.model, self.model.decision
        if self.playback.running:
            return self._rolling(self.playback.rolls)
        if decision is not None and decision.seat == DICE:
            return self._own_roll(decision)
        last, option = last_roll(model), model.option()
        total = model.forecast(option) if option is not None and model.mine else None
        why = last[1].throw.why if last else ""
        if option is not None and total is not None:
            title, note = "Dice", f"last: {why}" if why else ""
            if foresight.known(model) is not None:  # the cards tell the whole
                return strip(kit.Section("The shot alone", "the first throw"), self._first(option, total))
            return strip(kit.Section(title, note), *self._coming(option, total, last))
        head = kit.Section("Dice", why)
        if last is None:
            none = "No new roll yet." if any(line.rolled is not None for line in model.log) else "No roll yet."
            return strip(head, kit.Card(kit.Text(none, "italic", 13, INK2), look="bare", pad=(6, 8)))
        line, rolled = last
        formula = rolled.throw.sum
        size = 36.0 if formula is not None or len(line.text) > TWO_LINES else 44.0
        if len(rolled.faces) > IN_LARGE:
            size = SMALL
        column = kit.Column(
            kit.Row(*self._faces(line, rolled, size), kit.Space(grow=1), gap=6),
            kit.Text(line.text, "body", 12.5, INK2, lines=3 if formula is None else 2),
            Flow(*sum_of(formula.terms, 12.5), gap=7) if formula is not None else kit.Space(),
            gap=3,
        )
        return strip(head, kit.Card(column, look="bare", pad=(6, 6)))

    def _rolling(self, lines: Sequence[LogLine]) -> kit.Widget:
        """The tray while the rolls of these lines are played back: their dice tumble, then show their faces."""
        if not lines:
            return strip(kit.Section("Dice", ""))
        first = lines[0]
        shaking = int(self.playback.clock * 20) + 1 if self.playback.tumbling else 0
        rolls = [(line, line.rolled) for line in lines if line.rolled is not None]
        size = 36.0 if len(first.text) > TWO_LINES else 44.0
        if len(rolls) > 1:
            size = 30.0
        dice = [die for line, roll in rolls for die in self._faces(line, roll, size, shaking)]
        words = first.text if len(rolls) == 1 and not shaking else ""
        column = kit.Column(Flow(*dice[:MOST_ROLLED], gap=6), kit.Text(words, "body", 12.5, INK2, lines=3), gap=3)
        why = first.rolled.throw.why if first.rolled is not None else ""
        return strip(kit.Section("Dice", why), kit.Card(column, look="bare", pad=(6, 6)))

    def _faces(self, line: LogLine, rolled: Rolled, size: float, shaking: int = 0) -> list[kit.Widget]:
        """The dice of a roll. While `shaking` is above 0 they show other faces, new ones for each number."""
        dice = list(zip(rolled.faces, rolled.throw.dice, strict=False))[:MOST_FACES]
        edge = edge_of(self.model, line.seen.unit)
        return [
            die_of((face + shaking * (i + 2)) % sides + 1 if shaking else face, sides, size, edge)
            for i, (face, sides) in enumerate(dice)
        ]

    def _coming(self, option: Option, total: Forecast, last: tuple[LogLine, Rolled] | None) -> list[kit.Widget]:
        """What the chosen answer would roll and with which odds; in the corner the last roll."""
        model = self.model
        chart, rolled = _sums(total), total.rolled
        rolled = () if chart else rolled
        dice = [
            die_of(0, sides, COMING, edge_of(model, roller.unit or option.unit)) for roller, sides in rolled[:MOST_DICE]
        ]
        more = f"+{len(rolled) - MOST_DICE}" if len(rolled) > MOST_DICE else ""
        words = ", ".join(filter(None, (total.factors or total.on_the_way, total.dice, total.note)))
        sums = kit.Text(words, "label", 12.5 if dice else 13.5, INK2, lines=4 if dice else 3, grow=1)
        line = kit.Row(*dice, kit.Label(more, "label_bold", 15, INK2), sums, gap=6, top=True)
        foot: list[kit.Widget] = []
        if chart:
            foot.append(Columns(chart))
        foot.append(kit.Space(grow=1))
        if last is not None:
            foot.append(kit.Row(*self._faces(*last, 24), gap=6))
        head = kit.Text(capitalised(total.said), "serif", 17)
        rows = kit.Column(head, line, kit.Space(grow=1), kit.Row(*foot, gap=6), gap=0, grow=1)
        return [kit.Card(rows, look="bare", pad=(6, 1), h=98)]

    def _first(self, option: Option, total: Forecast) -> kit.Widget:
        """The sum and the chances of the chosen answer's own throw, where the cards tell what comes of the whole."""
        only = kit.Text(total.only, "label", 12.5, INK2, lines=2, grow=1)
        head = kit.Row(kit.Text(capitalised(total.said), "serif", 17, lines=2), only)
        words = ", ".join(filter(None, (total.factors or total.on_the_way, total.dice, total.note)))
        dice = kit.Text(words, "label", 12.5, INK2, lines=3, grow=1)
        sums = _sums(total)
        shown = () if sums else total.rolled[:MOST_DICE]
        chart = [Columns(sums, 164)] if sums else []
        faces = [die_of(0, sides, COMING, edge_of(self.model, who.unit or option.unit)) for who, sides in shown]
        foot = kit.Row(*faces, *chart, dice, gap=8)
        rows = kit.Column(head, Flow(*sum_of(total.terms, 13), gap=7), kit.Space(grow=1), foot, gap=0, grow=1)
        return kit.Card(rows, look="bare", pad=(6, 1), h=98)

    def _own_roll(self, decision: Decision) -> kit.Widget:
        """The tray for a person's own dice: what to roll, and keys and buttons for the faces that came up."""
        typed = self.model.typed
        dice = self._own_dice(decision.throw, typed) if decision.throw is not None else []
        count = len(decision.dice)
        place = min(len(typed), count - 1)  # of the die to be typed
        if typed and dice:
            last, back = len(typed) - 1, self.picking.take_face_back
            dice[last] = kit.Card(
                dice[last], name="face:back", action=back, key="Back", look="bare", pad=(0, 0), radius=4
            )
        first = max(0, min(place - MOST_OWN + 2, count - MOST_OWN))
        progress = f"die {place + 1} of {count}" if count > MOST_OWN else ""
        faces = (self._face(face) for face in range(1, decision.dice[place] + 1))
        outcomes = decision.outcomes if decision.throw is not None and decision.throw.read.reader.test else ()
        p = sum((chance for outcome, chance, _ in outcomes if outcome), Fraction(0))
        column = kit.Column(
            Flow(*dice[first : first + MOST_OWN], gap=4),
            kit.Row(*faces, kit.Space(grow=1), gap=2.5),
            kit.Text(f"{percent(p)} to succeed" if outcomes else progress, "label", 13, INK2),
        )
        head = kit.Section("Dice", f"type what you rolled: {decision.why}")
        return strip(head, kit.Card(column, look="bare", pad=(6, 2)))

    def _own_dice(self, throw: Throw, typed: Sequence[int]) -> list[kit.Widget]:
        """The dice to be rolled, in their owners' colours, with the owner's name where there are several."""
        dice: list[kit.Widget] = []
        size = 30.0 if len(throw.dice) <= AT_ONE_LINE else 24.0
        for owner, hand in throw.hands:
            edge = self.model.colours(owner.seat).fill if owner.seat else edge_of(self.model, owner.unit)
            for place, sides in enumerate(hand):
                face = typed[len(dice)] if len(dice) < len(typed) else 0
                name = [kit.Label(owner.called, "label_bold", 13)] if place == 0 and len(throw.hands) > 1 else []
                dice.append(kit.Row(*name, die_of(face, sides, size, edge), gap=3))
        return dice

    def _face(self, face: int) -> kit.Widget:
        """The button for a face; its key is the digit, 0 for a ten."""
        words = kit.Label(str(face), "label_bold", 13, w=18, align="centre")
        name, key = f"face:{face}", str(face % 10) if face <= 10 else ""
        action = partial(self.picking.type_face, face)
        return kit.Card(words, name=name, action=action, key=key, edge=LINE, pad=(1, 1), radius=4, h=22)


class Columns(kit.Widget):
    """A chart of the sums of a roll: a column for each, dark where it hits."""

    def __init__(self, sums: Mapping[int, tuple[Fraction, Outcome]], w: float = 200.0) -> None:
        super().__init__()
        self.sums, self.w = sums, w

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(min(self.w, room), 52.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        step = spot.w / max(1, len(self.sums))
        highest = max((chance for chance, _ in self.sums.values()), default=Fraction(1))
        y = spot.bottom - 16
        for place, (total, (chance, outcome)) in enumerate(sorted(self.sums.items())):
            left, height = spot.x + place * step, 36 * float(chance / highest)
            canvas.box(left, y - height, step - 3, height, INK if outcome else LINE, None, 1)
            canvas.write(str(total), left + (step - 3) / 2, y + 8, "label", 11, INK2, align="centre", middle=True)


def _sums(total: Forecast) -> Mapping[int, tuple[Fraction, Outcome]]:
    """The chances of each sum of a throw of two dice that are added up and compared, for a chart; else empty."""
    throw = total.throw
    return by_sum(throw.dice, throw.read) if len(total.rolled) == 2 and throw.read.reader.test else {}
