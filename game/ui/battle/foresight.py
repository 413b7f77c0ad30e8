"""What the cards of a question tell of the whole snowball: shares, units that may fall, replies, and the verdict."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pygame

from game.engine.foresight import Foresight, Looking, looking
from game.engine.options import Option
from game.engine.viewers import PUBLIC
from game.engine.wording import percent
from game.ui import kit, text
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.parts import seat_of
from game.ui.battle.viewed import remembered
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SUNK2, Colour
from game.ui.shapes import box

SLICE = 0.008
"""Seconds of a frame that are spent on looking ahead."""
NARROWEST = 24.0
"""Logical pixels that a share needs for its number."""
LIKELY = 3
"""How many units have their chance on a card."""


@remembered
def ahead(model: Model) -> Looking | None:
    """The look ahead from the question, for the answers that have cards; None if there is none to be shown."""
    session, decision = model.session, model.decision
    if not model.mine or decision is None or model.view.queue is None:
        return None
    public = session.sight.secrets and session.viewer == PUBLIC
    viewer = PUBLIC if public else session.viewer or decision.seat
    return looking(session.match, viewer, model.choices.rows)


def known(model: Model) -> Foresight | None:
    """What is known of the whole by now; None before anything is."""
    found = ahead(model)
    return found.found if found is not None and found.found is not None and found.found.unit else None


def tick(model: Model, *, wanted: bool) -> bool:
    """Look further ahead for a part of a frame. Returns whether there is more to do."""
    found = ahead(model) if wanted else None
    if found is None or found.over:
        return False
    end = time.perf_counter() + SLICE
    while found.go_on() and time.perf_counter() < end:
        pass
    return True


def supposed(model: Model) -> int:
    """The number of the reply that all figures assume, 0 for the default."""
    whole = known(model)
    made, reply = model.supposing
    return reply if whole is not None and made == len(model.session.match.history) and reply < len(whole.replied) else 0


def head(model: Model) -> kit.Widget:
    """The heading and the legend; empty if nothing is known."""
    whole = known(model)
    if whole is None:
        return kit.Space()
    note = whole.head if not supposed(model) else f"if {whole.next} then is to {whole.replies[supposed(model)].words}"
    heads = kit.Row(kit.Section("The whole snowball"), kit.Label(note, "italic", 12, INK2, align="right"))
    legend: list[kit.Widget] = []
    for place, (colours, words) in enumerate(zip(_fills(model, whole), whole.classes, strict=True)):
        if not any(outlook.parts[place] for outlooks in (whole.outlooks, *whole.replied) for outlook in outlooks):
            continue
        legend += [Share(colours, w=14, h=10), kit.Label(words, "label", 12.5, INK2)]
    return kit.Column(heads, kit.Row(*legend, gap=6), gap=3)


def lines(model: Model, option: Option) -> list[kit.Widget]:
    """The lines of an answer's card: its shares as a bar, and the units that may fall."""
    whole = known(model)
    outlook = whole.outlook(option.id, supposed(model)) if whole is not None else None
    if whole is None or outlook is None:
        return []
    rivals = [row for row in (whole.outlook(o.option.id, supposed(model)) for o in whole.outlooks) if row is not None]
    least = "" if whole.depth is None else "≥"
    units: list[kit.Widget] = []
    for name, chance in sorted(outlook.chances.items(), key=lambda row: -row[1])[:LIKELY]:
        same = all(row.of(name) == chance for row in rivals)
        units += [
            seat_of(model, model.units[name].seat, 9),
            kit.Label(name.upper(), "label_semi", 13),
            kit.Label(least + percent(chance), "label" if same else "label_bold", 14, INK3 if same else INK),
        ]
    units += [kit.Space(grow=1), kit.Label(f"nobody {percent(outlook.nobody)}", "label", 13, INK2)]
    parts = [float(part) for part in outlook.parts]
    return [Shares(_fills(model, whole), parts), kit.Row(*units, gap=5)]


def figure(model: Model, option: Option) -> tuple[kit.Widget, ...]:
    """The one figure that decides, with what it counts; nothing before it is known."""
    whole = known(model)
    outlook = whole.outlook(option.id, supposed(model)) if whole is not None else None
    if whole is None or outlook is None:
        return ()
    least = "" if whole.depth is None else "≥"
    number = kit.Label(least + percent(outlook.of(whole.unit)), "serif", 22, INK)
    return kit.Label(f"{whole.unit.upper()} {whole.falls}", "label", 13, INK2), number


def foot(model: Model) -> kit.Widget:
    """The verdict, and below it what the next decider may answer instead; each row supposes that reply."""
    whole = known(model)
    if whole is None:
        return kit.Space()
    sentences = [kit.Text(words, "body", 13, lines=2) for words in whole.verdict]
    said = kit.Card(kit.Column(*sentences, gap=1), look="bare", fill=SUNK2, side=INK, pad=(10, 4))
    rows: list[kit.Widget] = [said] if sentences else []
    if whole.replies:
        rows.append(kit.Section(f"If {whole.next} then"))
        rows += [_reply(model, whole, number) for number in range(len(whole.replies))]
    return kit.Column(*rows, gap=3)


def _reply(model: Model, whole: Foresight, number: int) -> kit.Widget:
    reply, key = whole.replies[number], "ASD"[number]
    row = whole.outlook(whole.after, number)
    words = f"{reply.words}{'' if reply.option else ': default'}"
    chance = percent(row.of(whole.unit)) if row is not None else ""
    line = kit.Row(kit.KeyCap(key, size=18), kit.Text(words, "label", 13.5, lines=2, grow=1), kit.Label(chance))

    def suppose() -> None:
        model.supposing = len(model.session.match.history), number

    look: kit.Look = "chosen" if number == supposed(model) else "bare"
    return kit.Card(line, name=f"reply:{number}", action=suppose, key=key, look=look, pad=(8, 2), h=26)


Fill = tuple[Colour, Colour | None]
"""The fill of a share, and the colour of its stripes."""


def _fills(model: Model, whole: Foresight) -> tuple[Fill, ...]:
    """The fills of the four classes, in the sides' own colours."""
    units = model.units
    own = model.colours(units[whole.unit].seat).fill
    other = next((u.seat for u in units.values() if u.seat != units[whole.unit].seat), "")
    foe = model.colours(other).fill if other else INK2
    return (own, None), (own, foe), (CARD, None), (foe, None)


class Share(kit.Widget):
    """One share of a bar, or a square of the legend: a fill, perhaps with stripes."""

    def __init__(self, fill: Fill, w: float, h: float) -> None:
        super().__init__()
        self.fill, self.w, self.h = fill, w, h

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(self.w, self.h)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The fill with an edge, and its stripes."""
        colour, stripes = self.fill
        canvas.box(spot.x, spot.centery - self.h / 2, spot.w, self.h, colour, LINE2, 0)
        x = spot.x + 4
        while stripes is not None and x + 3 < spot.x + spot.w:
            canvas.box(x, spot.centery - self.h / 2 + 1, 3, self.h - 2, stripes, None, 0)
            x += 8


class Shares(kit.Widget):
    """The stacked bar of the four classes, with whole percent in each part that has room for it."""

    def __init__(self, fills: Sequence[Fill], parts: Sequence[float], h: float = 20.0) -> None:
        super().__init__()
        self.fills, self.parts, self.h = fills, parts, h

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(room, self.h)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The parts from left to right."""
        x = spot.x
        for fill, part in zip(self.fills, self.parts, strict=True):
            width = spot.w * part
            if width < 1:
                continue
            Share(fill, width, self.h).draw(canvas, kit.Spot(x, spot.y, width, spot.h))
            if width >= NARROWEST:
                words = f"{part * 100:.0f}"
                ink = INK if fill[0] == CARD else PANEL
                middle = x + width / 2 - canvas.width(words, "label_bold", 14) / 2
                if fill[1] is not None:  # a plain ground for the number
                    wide = canvas.width(words, "label_bold", 14) + 6
                    canvas.box(middle - 3, spot.centery - 8, wide, 16, fill[0], None, 2)
                canvas.write(words, middle, spot.centery, "label_bold", 14, ink, middle=True)
            x += width


def draw_stops(canvas: Canvas, view: MapView, whole: Foresight) -> None:
    """Over each step of a move the chance that the unit falls by which answers are told apart, if it stops there."""
    for cell, chance in whole.stops.items():
        x, y = view.at(cell)
        size = max(9, round(view.size * 0.26))
        words = percent(chance).removesuffix("%")
        plate = pygame.Rect(0, 0, round(text.width(words, "label_bold", size)) + 8, size + 2)
        plate.center = round(x), round(y - view.size * 0.46)
        box(canvas.surface, plate, CARD, INK, 3)
        place = (plate.centerx - text.width(words, "label_bold", size) / 2, plate.centery)
        text.draw(canvas.surface, words, place, "label_bold", size, INK, middle=True)
