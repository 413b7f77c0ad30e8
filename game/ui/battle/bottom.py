"""The strip below the map: the log with clause chips and inline dice, and the dice tray."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from game.engine.decisions import Decision
from game.engine.dice import Outcome, by_sum
from game.engine.log import LogLine
from game.engine.throws import Rolled, Sum
from game.ui.battle.model import Model
from game.ui.battle.picking import Picking
from game.ui.battle.playback import Playback
from game.ui.canvas import Canvas, Zone
from game.ui.dice import die
from game.ui.kit import Open
from game.ui.palette import INK, INK2, LINE, PAPER, SAFFRON_TINT, SUNK2, Colour

LINE_HIGH = 20
ELLIPSIS = 14.0
MOST_DICE = 3  # drawn in the tray before they are rolled; of more their number


def log_lines(model: Model) -> list[LogLine]:
    """The lines worth reading; that a window closed is, if anything was declared in it."""
    quiet = model.words.quiet
    return [line for line in model.log if line.type not in quiet or line.declared]


class Log:
    """What has happened, a line each; `back` is how many lines are scrolled up."""

    def __init__(self, model: Model, open_clause: Open) -> None:
        self.model, self.open_clause = model, open_clause
        self.back = 0

    def news(self) -> None:
        """A choice was made: the newest line is at the foot."""
        self.back = 0

    def scroll(self, by: int) -> None:
        """Wheel steps."""
        most = max(0, len(log_lines(self.model)) - 4)
        self.back = max(0, min(most, self.back + by))

    def draw(self, canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
        """The last lines, newest at the foot."""
        canvas.box(x, y, w, h, PAPER, None, 0)
        lines = log_lines(self.model)
        fits = max(1, int((h - 26) // LINE_HIGH))
        back = min(self.back, max(0, len(lines) - fits))
        end = len(lines) - back
        shown = lines[max(0, end - fits) : end]
        canvas.section("Log", x + 16, y + 13, w - 32, f"{end} of {len(lines)}")
        canvas.zones.append(Zone("log", canvas.rect(x, y, w, h), None, "", focusable=False, wheel=self.scroll))
        at = y + 24
        for i, line in enumerate(shown):
            if i == len(shown) - 1 and back == 0:
                canvas.box(x + 10, at, w - 20, LINE_HIGH - 1, SAFFRON_TINT, None, 3)
            clause = line.clauses[0] if line.clauses else ""
            middle = at + LINE_HIGH / 2 - 0.5
            canvas.chip(clause, x + 16, middle, self.open_clause, tag=f"log{line.n}")
            left = x + 66.0
            name = line.seen.unit
            if name in self.model.units:
                canvas.seat_mark(self.model.colours(self.model.units[name].seat), left + 5, middle, 10)
                left += 16
            room = w - (left - x) - 16
            if line.rolled is not None:
                left, room = _inline_dice(canvas, line.rolled, edge_of(self.model, name), left, middle, room)
            _sentence(canvas, self.model, line.text, left, middle, room)
            at += LINE_HIGH


NAMED = re.compile(r"[A-Z]+[0-9]+[A-Z]*")


def _sentence(canvas: Canvas, model: Model, words: str, x: float, y: float, room: float) -> None:
    """A line of the log, units' ids in bold and in the colour of their seat; cut where there is no room."""
    at = 0
    for found in (*NAMED.finditer(words), None):
        unit = model.units.get(found[0].lower()) if found is not None else None
        if found is not None and unit is None:
            continue
        parts = [(words[at : found.start() if found else None], "body", INK)]
        if found is not None and unit is not None:
            parts.append((found[0], "bold", model.colours(unit.seat).edge))
            at = found.end()
        for part, face, colour in parts:
            if room < ELLIPSIS:
                return
            used = canvas.write(part, x, y, face, 13.5, colour, middle=True, room=room) if part else 0.0
            x, room = x + used, room - used


def _inline_dice(canvas: Canvas, rolled: Rolled, edge: Colour, x: float, y: float, room: float) -> tuple[float, float]:
    if len(rolled.faces) > 10:
        return x, room
    for face, sides in zip(rolled.faces, rolled.throw.dice, strict=False):
        canvas.surface.blit(die(face, sides, canvas.px(16), edge), (canvas.px(x), canvas.px(y - 8)))
        x += 19
        room -= 19
    return x + 4, room - 4


def edge_of(model: Model, unit: str) -> Colour:
    """The colour of the unit that rolls."""
    return model.colours(model.units[unit].seat).fill if unit in model.units else INK2


def last_roll(model: Model) -> tuple[LogLine, Rolled] | None:
    """The latest roll in the log: its line and its dice."""
    return next(((line, line.rolled) for line in reversed(model.log) if line.rolled is not None), None)


class DiceTray:
    """The roll asked for with its distribution, or the last roll."""

    def __init__(self, model: Model, playback: Playback, picking: Picking) -> None:
        self.model, self.playback, self.picking = model, playback, picking

    def draw(self, canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
        """The dice that are on the table, tumbling while their roll is played back."""
        event = self.playback.now
        shaking = int(self.playback.clock * 20) + 1 if event is not None and event.rolled else 0
        _draw_dice(canvas, self.model, x, y, w, h, self.picking.type_face, self.picking.take_face_back, shaking)


def _draw_dice(
    canvas: Canvas,
    model: Model,
    x: float,
    y: float,
    w: float,
    h: float,
    type_face: Callable[[int], None],
    take_back: Callable[[], None],
    shaking: int,
) -> None:
    """The tray; `shaking` > 0 while dice tumble."""
    canvas.box(x, y, w, h, PAPER, None, 0)
    canvas.rule(x, y, w, LINE)
    asked = model.decision
    if asked is not None and asked.seat == "dice":
        _asked_roll(canvas, model, asked, x, y, w, type_face, take_back)
        return
    last = last_roll(model)
    canvas.section("Dice", x + 16, y + 13, w - 32, last[1].throw.why if last else "")
    option = model.option()
    total = model.forecast(option) if option is not None else None
    if last is None:
        canvas.write("No roll yet." if total is None else "", x + 16, y + 40, "italic", 13, INK2)
    if total is not None and model.mine:
        left, room = x + 16, w - 32
        edge = edge_of(model, model.selected if option is None else option.unit)
        dice = () if total.read else total.throw
        for sides in dice[:MOST_DICE]:
            canvas.surface.blit(die(0, sides, canvas.px(36), edge), (canvas.px(left), canvas.px(y + 34)))
            left, room = left + 41, room - 41
        if len(dice) > MOST_DICE:
            used = canvas.write(f"+{len(dice) - MOST_DICE}", left, y + 52, "label_bold", 15, INK2, middle=True) + 10
            left, room = left + used, room - used
        head = "Hit" if total.effect == "out" else total.effect.capitalize()
        canvas.write(f"{head} {float(total.p_hit) * 100:.0f}%", left, y + 28, "serif", 17)
        tail = f": {float(total.p_out) * 100:.0f}%" if total.effect == "out" else ""
        words = ", ".join(filter(None, (total.dice, total.note))) + tail
        canvas.paragraph(words, left, y + 50, room, "label", 14, INK2, lines=2)
        if len(total.throw) == 2 and total.read:
            sums = by_sum(total.throw, total.read)
            _distribution(canvas, sums, x + 16, y + 112, min(200, w - 40), 36)
        if last is not None:
            _faces(canvas, model, last[0], last[1], x + w - 16, y + 90, 24, right=True, shaking=shaking)
        return
    if last is not None:
        line, rolled = last
        behind = rolled.throw.sum
        _faces(canvas, model, line, rolled, x + 16, y + 32, 44, right=False, shaking=shaking)
        canvas.paragraph(line.text, x + 16, y + 82, w - 32, "body", 12.5, INK2, lines=1 if behind else 2)
        if behind is not None:
            _sum_rolled(canvas, behind, x + 16, y + 112, w - 32)


def _sum_rolled(canvas: Canvas, behind: Sum, x: float, y: float, w: float) -> None:
    """The sum behind a roll: base, every modifier, the number needed."""
    at = x
    parts = [(f"{behind.base[0]} ", str(behind.base[1]))]
    parts += [(f"{name} ", f"{number:+d}".replace("-", "−")) for name, number, _ in behind.rows or ()]
    for words, number in [*parts, ("", behind.test) if behind.test else ("= ", str(behind.need))]:
        if at > x + w - 50:
            break
        at += canvas.write(words, at, y, "label", 12.5, INK2, middle=True)
        at += canvas.write(number, at, y, "label_bold", 12.5, INK, middle=True) + 7


def _faces(
    canvas: Canvas,
    model: Model,
    line: LogLine,
    rolled: Rolled,
    x: float,
    y: float,
    size: float,
    *,
    right: bool,
    shaking: int,
) -> None:
    shown = list(zip(rolled.faces, rolled.throw.dice, strict=False))[:8]
    edge = edge_of(model, line.seen.unit)
    left = x - len(shown) * (size + 6) if right else x
    for i, (face, sides) in enumerate(shown):
        value = (face + shaking * (i + 2)) % sides + 1 if shaking else face
        canvas.surface.blit(die(value, sides, canvas.px(size), edge), (canvas.px(left + i * (size + 6)), canvas.px(y)))


def _asked_roll(
    canvas: Canvas,
    model: Model,
    asked: Decision,
    x: float,
    y: float,
    w: float,
    type_face: Callable[[int], None],
    take_back: Callable[[], None],
) -> None:
    """Own dice: what to roll, and keys and buttons to say what came."""
    typed = model.typed
    canvas.section("Dice", x + 16, y + 13, w - 32, f"type what you rolled: {asked.why}")
    for i, sides in enumerate(asked.dice[:8]):
        face = typed[i] if i < len(typed) else 0
        canvas.surface.blit(die(face, sides, canvas.px(30), INK2), (canvas.px(x + 16 + i * 34), canvas.px(y + 26)))
    taken = canvas.rect(x + 16, y + 26, 34 * max(1, len(typed)), 30)
    if typed:
        canvas.zone("face:back", taken, take_back, key="Back")
        canvas.ring("face:back", taken, 4)
    place = min(len(typed), len(asked.dice) - 1)
    for face in range(1, asked.dice[place] + 1):
        left = x + 16 + (face - 1) * 22.5
        rect = canvas.rect(left, y + 66, 20, 22)
        name = f"face:{face}"
        hover = canvas.zone(name, rect, partial(type_face, face), key=str(face) if face < 10 else "")
        canvas.box(left, y + 66, 20, 22, SUNK2 if hover else (255, 253, 247), LINE, 4)
        canvas.ring(name, rect, 4)
        canvas.write(str(face), left + 10, y + 77, "label_bold", 13, INK, align="centre", middle=True)
    p = sum(
        (chance for outcome, chance, _ in asked.outcomes if outcome),
        Fraction(0),
    )
    canvas.write(
        f"{float(p) * 100:.0f}% to succeed" if asked.throw is not None and asked.throw.read.reader.test else "",
        x + 16,
        y + 106,
        "label",
        13,
        INK2,
        middle=True,
    )


def _distribution(
    canvas: Canvas, sums: Mapping[int, tuple[Fraction, Outcome]], x: float, y: float, w: float, h: float
) -> None:
    """The sums of a roll as columns, those that hit in ink and those that miss in line colour."""
    step = w / max(1, len(sums))
    most = max((chance for chance, _ in sums.values()), default=Fraction(1))
    for place, (total, (chance, outcome)) in enumerate(sorted(sums.items())):
        left, high = x + place * step, h * float(chance / most)
        canvas.box(left, y - high, step - 3, high, INK if outcome else LINE, None, 1)
        canvas.write(str(total), left + (step - 3) / 2, y + 8, "label", 11, INK2, align="centre", middle=True)
