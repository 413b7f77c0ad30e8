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
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting, Flow, die_of, seat_of, sum_of
from game.ui.battle.picking import Picking
from game.ui.battle.playback import Playback
from game.ui.battle.script import BeatKind
from game.ui.battle.viewed import Motive
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, LINE, PAPER, SAFFRON_TINT, Colour

LINE_HIGH = 20.0
LEAST_ROWS = 4  # of the log that stay in sight when it is scrolled up to its beginning
MOST_DICE = 3  # drawn in the tray before they are rolled; of more their number
COMING = 30.0
"""A die that is yet to be rolled, below what is to come of it."""
MOST_ROLLED = 16  # dice drawn in the tray as they are rolled
MOST_OWN, AT_ONE_LINE = 8, 4
"""How many dice that are typed in lie in the tray at once, and how many of them have one line."""
IN_LARGE, SMALL = 5, 27.0  # how many dice lie in the tray at full size; more are drawn small, so that eight have room
TUMBLE = 0.7  # of the time of a roll; then the dice lie
TWO_LINES = 70  # letters of what is said of a roll: of more the dice make room for a third line
MOST_INLINE = 8  # dice drawn in a line of the log; the words beside them have room, too


def worth_reading(model: Model, line: LogLine) -> bool:
    """Whether a line says something; that a window closed does, if anything was declared in it."""
    return line.type not in model.words.quiet or bool(line.declared)


def log_lines(model: Model) -> list[LogLine]:
    """The lines worth reading."""
    return [line for line in model.log if worth_reading(model, line)]


def log_rows(model: Model) -> list[LogLine | Motive]:
    """The same, and before what a computer player did why it did that."""
    rows: list[LogLine | Motive] = []
    coming = sorted(model.reasons)
    for line in log_lines(model):
        while coming and coming[0] <= line.n:
            rows.append(model.reasons[coming.pop(0)])
        rows.append(line)
    return rows


def strip(head: kit.Widget, *parts: kit.Widget, gap: float = 0.0) -> kit.Widget:
    """A panel of the strip: its head and what is below it."""
    column = kit.Column(kit.Card(head, look="bare", pad=(6, 0)), *parts, gap=gap)
    return kit.Card(column, look="bare", fill=PAPER, pad=(10, 4), radius=0)


class Log:
    """What has happened, event by event; `back` is how many of them are scrolled up."""

    def __init__(self, model: Model, open_clause: kit.Open) -> None:
        self.model, self.open_clause = model, open_clause
        self.back = 0

    def news(self) -> None:
        """A choice was made: the newest line is at the foot."""
        self.back = 0

    def scroll(self, by: int) -> None:
        """Wheel steps."""
        most = max(0, len(log_rows(self.model)) - LEAST_ROWS)
        self.back = max(0, min(most, self.back + by))

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The last events, newest at the foot, as many as have room; what is too long for one line takes more."""
        lines = log_rows(self.model)
        end = len(lines) - min(self.back, max(0, len(lines) - LEAST_ROWS))
        canvas.zone("log", canvas.rect(*spot), None, focusable=False, wheel=self.scroll)
        room, rows = spot.h - 26, dict[int, kit.Widget]()
        for place in chain(reversed(range(end)), range(end, len(lines))):  # on from there where it is at its beginning
            row = self._row(lines[place], newest=place == len(lines) - 1)
            room -= row.measure(canvas, spot.w - 20).h
            if room < 0 and rows:
                break
            rows[place] = row
        shown = [rows[place] for place in sorted(rows)]
        strip(kit.Section("Log", f"{max(rows, default=-1) + 1} of {len(lines)}"), *shown).draw(canvas, spot)

    def _row(self, line: LogLine | Motive, *, newest: bool) -> kit.Widget:
        return self._why(line) if isinstance(line, Motive) else self._line(line, newest=newest)

    def _why(self, why: Motive) -> kit.Widget:
        said = kit.Text(why.words, "italic", 13, INK2, lines=3, grow=1)
        row = kit.Row(Slot(kit.Label("why", "label", 12, INK2), 44), seat_of(self.model, why.seat, 10), said, gap=6)
        return kit.Card(row, look="bare", pad=(6, 1), radius=3)

    def _line(self, line: LogLine, *, newest: bool) -> kit.Widget:
        model, unit = self.model, self.model.units.get(line.seen.unit)
        chip = kit.Chip(line.clauses[0] if line.clauses else "", self.open_clause, f"log{line.n}")
        mark = [seat_of(model, unit.seat, 10)] if unit is not None else []
        told = Sentence(model, line.text)
        ways = (kit.Row(*mark, *dice, told, gap=6) for dice in (inline_dice(model, line), ()))
        row = kit.Row(Slot(chip, 44), Fitting(*ways))  # the words tell the dice, too
        return kit.Card(row, look="bare", fill=SAFFRON_TINT if newest else None, pad=(6, 0), radius=3, h=LINE_HIGH)


class Slot(kit.Widget):
    """A widget at the left of a column of its own."""

    def __init__(self, child: kit.Widget, w: float) -> None:
        super().__init__()
        self.child, self.w = child, w

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        size = self.child.measure(canvas, room)
        return kit.Size(max(self.w, size.w), size.h)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """It and the rest of the column, empty."""
        self.child.draw(canvas, kit.Spot(spot.x, spot.y, self.child.measure(canvas).w, spot.h))


NAMED = re.compile(r"[A-Z]+[0-9]+[A-Z]*")


Piece = tuple[str, str, Colour]
"""Words in a face and a colour."""


class Sentence(kit.Widget):
    """A sentence in which the ids of units are bold and in the colour of their seat; it wraps where its room ends."""

    soft = True

    def __init__(self, model: Model, words: str, size: float = 13.5) -> None:
        super().__init__()
        self.size = size
        self.parts: list[Piece] = []
        at = 0
        for found in NAMED.finditer(words):
            unit = model.units.get(found[0].lower())
            if unit is not None:
                self.parts.append((words[at : found.start()], "body", INK))
                self.parts.append((found[0], "bold", model.colours(unit.seat).edge))
                at = found.end()
        self.parts.append((words[at:], "body", INK))

    def rows(self, canvas: Canvas, room: float) -> list[list[Piece]]:
        """The sentence line by line, broken between words alone: an id and its full stop stay together."""
        if self._wide(canvas, self.parts) <= room + 1:
            return [self.parts]
        rows: list[list[Piece]] = [[]]
        for word in self._words():
            longer = _joined(rows[-1], word)
            if rows[-1] and self._wide(canvas, _ended(longer)) > room + 1:
                rows.append(word)
            else:
                rows[-1] = longer
        return [_ended(row) for row in rows]

    def _words(self) -> list[list[Piece]]:
        """What is not to be broken, each with the space behind it."""
        words: list[list[Piece]] = [[]]
        for told, face, colour in self.parts:
            for piece in re.findall(r"[^ ]* +|[^ ]+", told):
                words[-1].append((piece, face, colour))
                if piece.endswith(" "):
                    words.append([])
        return [word for word in words if word]

    def _wide(self, canvas: Canvas, row: Sequence[Piece]) -> float:
        """Logical width of a line."""
        return sum(canvas.width(words, face, self.size) for words, face, _ in row if words)

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        rows = self.rows(canvas, room)
        wide = max(self._wide(canvas, row) for row in rows)
        return kit.Size(min(room, wide), self.size * kit.LEADING * len(rows))

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The lines from the top, in the middle of the spot's height where there is more of it."""
        rows, step = self.rows(canvas, spot.w), self.size * kit.LEADING
        y = spot.y + max(0.0, spot.h - step * len(rows)) / 2 + step / 2
        for row in rows:
            x = spot.x
            for words, face, colour in row:
                room = max(1.0, spot.right + 1 - x)
                x += canvas.write(words, x, y, face, self.size, colour, middle=True, room=room) if words else 0.0
            y += step


def _joined(row: Sequence[Piece], word: Sequence[Piece]) -> list[Piece]:
    """A line with a word more. What is written alike is one piece: it is a little wider than its words one by one."""
    joined = list(row)
    for piece in word:
        if joined and joined[-1][1:] == piece[1:]:
            joined[-1] = (joined[-1][0] + piece[0], *piece[1:])
        else:
            joined.append(piece)
    return joined


def _ended(row: Sequence[Piece]) -> list[Piece]:
    """A line without the space at its end."""
    *others, (words, face, colour) = row
    return [*others, (words.rstrip(" "), face, colour)]


def inline_dice(model: Model, line: LogLine) -> list[kit.Widget]:
    """The dice of a line, if there are not too many."""
    rolled = line.rolled
    if rolled is None or len(rolled.faces) > MOST_INLINE:
        return []
    edge = edge_of(model, line.seen.unit)
    dice = (die_of(face, sides, 16, edge) for face, sides in zip(rolled.faces, rolled.throw.dice, strict=False))
    return [kit.Row(*dice, gap=3)]


def edge_of(model: Model, unit: str) -> Colour:
    """The colour of the unit that rolls."""
    return model.colours(model.units[unit].seat).fill if unit in model.units else INK2


def last_roll(model: Model) -> tuple[LogLine, Rolled] | None:
    """The latest roll of the action in hand: its line and its dice; nothing once the next one begins."""
    for line in reversed(model.log):
        if line.rolled is not None:
            return line, line.rolled
        if line.event.begins:
            return None
    return None


class DiceTray:
    """The roll asked for with its distribution, or the last roll."""

    def __init__(self, model: Model, playback: Playback, picking: Picking) -> None:
        self.model, self.playback, self.picking = model, playback, picking

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The dice that are on the table, tumbling while their roll is played back."""
        self.made().draw(canvas, spot)

    def made(self) -> kit.Widget:
        """The tray."""
        model, asked = self.model, self.model.decision
        if self.playback.running:
            return self._rolling(self.playback.rolls)
        if asked is not None and asked.seat == DICE:
            return self._asked(asked)
        last, option = last_roll(model), model.option()
        total = model.forecast(option) if option is not None and model.mine else None
        why = last[1].throw.why if last else ""
        if option is not None and total is not None:
            return strip(kit.Section("Dice", f"last: {why}" if why else ""), *self._coming(option, total, last))
        head = kit.Section("Dice", why)
        if last is None:
            none = "No new roll yet." if any(line.rolled is not None for line in model.log) else "No roll yet."
            return strip(head, kit.Card(kit.Text(none, "italic", 13, INK2), look="bare", pad=(6, 8)))
        line, rolled = last
        behind = rolled.throw.sum
        long = behind is not None or len(line.text) > TWO_LINES
        size = SMALL if len(rolled.faces) > IN_LARGE else 36 if long else 44
        told = kit.Column(
            kit.Row(*self._faces(line, rolled, size), kit.Space(grow=1), gap=6),
            kit.Text(line.text, "body", 12.5, INK2, lines=3 if behind is None else 2),
            Flow(*sum_of(behind.terms, 12.5), gap=7) if behind is not None else kit.Space(),
            gap=3,
        )
        return strip(head, kit.Card(told, look="bare", pad=(6, 6)))

    def _rolling(self, lines: Sequence[LogLine]) -> kit.Widget:
        """What is being rolled: all dice of a kind together, tumbling until they lie."""
        if not lines:
            return strip(kit.Section("Dice", ""))
        beat, first = self.playback.beat, lines[0]
        shaking = 0
        if beat is not None and beat.kind is BeatKind.ROLL and self.playback.progress() < TUMBLE:
            shaking = int(self.playback.clock * 20) + 1
        rolled = [(line, line.rolled) for line in lines if line.rolled is not None]
        size = 30 if len(rolled) > 1 else 36 if len(first.text) > TWO_LINES else 44
        dice = [die for line, one in rolled for die in self._faces(line, one, size, shaking)]
        words = first.text if len(rolled) == 1 and not shaking else ""
        told = kit.Column(Flow(*dice[:MOST_ROLLED], gap=6), kit.Text(words, "body", 12.5, INK2, lines=3), gap=3)
        why = first.rolled.throw.why if first.rolled is not None else ""
        return strip(kit.Section("Dice", why), kit.Card(told, look="bare", pad=(6, 6)))

    def _faces(self, line: LogLine, rolled: Rolled, size: float, shaking: int = 0) -> list[kit.Widget]:
        """The dice of a roll, with other faces while they are `shaking`, the more often the higher that is."""
        shown = list(zip(rolled.faces, rolled.throw.dice, strict=False))[:8]
        edge = edge_of(self.model, line.seen.unit)
        return [
            die_of((face + shaking * (i + 2)) % sides + 1 if shaking else face, sides, size, edge)
            for i, (face, sides) in enumerate(shown)
        ]

    def _coming(self, option: Option, total: Forecast, last: tuple[LogLine, Rolled] | None) -> list[kit.Widget]:
        """What the chosen answer will roll, and in the corner what was rolled last."""
        model = self.model
        edge = edge_of(model, option.unit)
        sides = () if total.read else total.throw
        dice = [die_of(0, each, COMING, edge) for each in sides[:MOST_DICE]]
        more = f"+{len(sides) - MOST_DICE}" if len(sides) > MOST_DICE else ""
        said = capitalised(total.said)
        parts = ", ".join(filter(None, (total.on_the_way, total.dice, total.note)))
        sums = kit.Text(parts, "label", 13.5, INK2, lines=3, grow=1)
        line = kit.Row(*dice, kit.Label(more, "label_bold", 15, INK2), sums, gap=6, top=True)
        foot: list[kit.Widget] = []
        if len(total.throw) == 2 and total.read:
            foot.append(Columns(by_sum(total.throw, total.read)))
        foot.append(kit.Space(grow=1))
        if last is not None:
            foot.append(kit.Row(*self._faces(*last, 24), gap=6))
        rows = kit.Column(kit.Text(said, "serif", 17), line, kit.Space(grow=1), kit.Row(*foot, gap=6), gap=0, grow=1)
        return [kit.Card(rows, look="bare", pad=(6, 1), h=98)]

    def _asked(self, asked: Decision) -> kit.Widget:
        """Own dice: what to roll, and keys and buttons to say what came."""
        typed = self.model.typed
        dice = self._own_dice(asked.throw, typed) if asked.throw is not None else []
        place, count = min(len(typed), len(asked.dice) - 1), len(asked.dice)
        if typed and dice:
            last, back = len(typed) - 1, self.picking.take_face_back
            dice[last] = kit.Card(
                dice[last], name="face:back", action=back, key="Back", look="bare", pad=(0, 0), radius=4
            )
        first = max(0, min(place - MOST_OWN + 2, count - MOST_OWN))
        many = f"die {place + 1} of {count}" if count > MOST_OWN else ""
        faces = (self._face(face) for face in range(1, asked.dice[place] + 1))
        outcomes = asked.outcomes if asked.throw is not None and asked.throw.read.reader.test else ()
        p = sum((chance for outcome, chance, _ in outcomes if outcome), Fraction(0))
        told = kit.Column(
            Flow(*dice[first : first + MOST_OWN], gap=4),
            kit.Row(*faces, kit.Space(grow=1), gap=2.5),
            kit.Text(f"{percent(p)} to succeed" if outcomes else many, "label", 13, INK2),
        )
        return strip(kit.Section("Dice", f"type what you rolled: {asked.why}"), kit.Card(told, look="bare", pad=(6, 2)))

    def _own_dice(self, throw: Throw, typed: Sequence[int]) -> list[kit.Widget]:
        """The dice to be rolled in the colours of those whose they are; with names where they are several's."""
        dice: list[kit.Widget] = []
        size = 30.0 if len(throw.dice) <= AT_ONE_LINE else 24.0
        for who, hand in throw.hands:
            edge = self.model.colours(who.seat).fill if who.seat else edge_of(self.model, who.unit)
            for place, sides in enumerate(hand):
                face = typed[len(dice)] if len(dice) < len(typed) else 0
                name = [kit.Label(who.called, "label_bold", 13)] if place == 0 and len(throw.hands) > 1 else []
                dice.append(kit.Row(*name, die_of(face, sides, size, edge), gap=3))
        return dice

    def _face(self, face: int) -> kit.Widget:
        words = kit.Label(str(face), "label_bold", 13, w=18, align="centre")
        name, key = f"face:{face}", str(face % 10) if face <= 10 else ""
        action = partial(self.picking.type_face, face)
        return kit.Card(words, name=name, action=action, key=key, edge=LINE, pad=(1, 1), radius=4, h=22)


class Columns(kit.Widget):
    """The sums of a roll as columns, those that hit in ink and those that miss in line colour."""

    def __init__(self, sums: Mapping[int, tuple[Fraction, Outcome]]) -> None:
        super().__init__()
        self.sums = sums

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(min(200.0, room), 52.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The columns with their sums below them."""
        step = spot.w / max(1, len(self.sums))
        most = max((chance for chance, _ in self.sums.values()), default=Fraction(1))
        y = spot.bottom - 16
        for place, (total, (chance, outcome)) in enumerate(sorted(self.sums.items())):
            left, high = spot.x + place * step, 36 * float(chance / most)
            canvas.box(left, y - high, step - 3, high, INK if outcome else LINE, None, 1)
            canvas.write(str(total), left + (step - 3) / 2, y + 8, "label", 11, INK2, align="centre", middle=True)
