"""What is told of the whole snowball: on the cards of a question, and in the strip of its outcomes below the map."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import pygame

from game.engine.foresight import Foresight, Looking, Outcome, Stage, looking
from game.engine.names import Cell
from game.engine.options import REACT, Option
from game.engine.viewers import PUBLIC
from game.engine.wording import percent, together
from game.ui import kit
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting, seat_of, token_of
from game.ui.battle.viewed import remembered
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SUNK2, Colour

SLICE = 0.008
"""Seconds of a frame that are spent on looking ahead."""
NARROWEST = 24.0
"""Logical pixels that a share needs for its number."""
MOST_LOOKED_AT = 12
"""How many answers are looked at where there are more."""
LIKELY = 3
"""How many units have their chance on a card."""
STAGES, STAGE_HEIGHT = 7, 74.0
"""How many steps of a way stand in the strip at a time, and the least height of each, in logical pixels."""
FIGURE = 44.0
"""The width of the columns of figures beside the replies, in logical pixels."""
LEAST, NARROW, LOW = 1280, 880.0, 700.0
"""The strip is one line in a window narrower than `LEAST` real pixels, or than `NARROW` or `LOW` logical ones."""


@remembered
def ahead(model: Model) -> Looking | None:
    """The look ahead from the question; None if there is none to be shown."""
    session, decision = model.session, model.decision
    if not model.mine or decision is None or model.view.queue is None or session.sight.call is not None:
        return None
    public = session.sight.secrets and session.viewer == PUBLIC
    viewer = PUBLIC if public else session.viewer or decision.seat
    return looking(session.match, viewer, _likely(model))


def _likely(model: Model) -> list[Option]:
    """The answers that are looked at: all, or of very many the default and those with the best chance at once."""
    rows, decision = model.choices.rows, model.decision
    if decision is None or len(rows) <= MOST_LOOKED_AT:
        return rows
    chances = {option.id: total.chance for option in rows if (total := model.forecast(option)) is not None}
    chances[decision.default] = Fraction(2)  # before any other
    likely = sorted(chances, key=lambda name: -chances[name])[:MOST_LOOKED_AT]
    return [option for option in rows if option.id in likely]


def known(model: Model) -> Foresight | None:
    """What is known of the whole by now; None before anything is."""
    found = ahead(model)
    return found.found if found is not None and found.found is not None and found.found.unit else None


def tick(model: Model, *, wanted: bool) -> bool:
    """Look further ahead for a part of a frame. Returns whether there is more to do."""
    found = ahead(model) if wanted else None
    if found is None or found.over:
        return False
    before, end = found.found, time.perf_counter() + SLICE
    while found.go_on() and time.perf_counter() < end:
        pass
    if found.found is not before:
        model.changes += 1
    return True


def supposed(model: Model) -> int:
    """The number of the reply that all figures assume, 0 for the default."""
    whole = known(model)
    made, reply = model.supposing
    return reply if whole is not None and made == len(model.session.match.history) and reply < len(whole.replied) else 0


def ranks(model: Model) -> dict[str, int]:
    """The places of the answers by what comes of them, with the reply that is supposed: 0 is the best one's."""
    whole = known(model)
    if whole is None:
        return {}
    outlooks = whole.replied[supposed(model)] if whole.replied else whole.outlooks
    return {outlook.option.id: place for place, outlook in enumerate(outlooks)}


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


def lines(model: Model, option: Option, *, brief: bool = False) -> list[kit.Widget]:
    """The lines of an answer's card: its shares as a bar, and unless it is to be `brief` the units that may fall."""
    whole = known(model)
    outlook = whole.outlook(option.id, supposed(model)) if whole is not None else None
    if whole is None or outlook is None:
        return []
    parts = [float(part) for part in outlook.parts]
    if brief:
        return [Shares(_fills(model, whole), parts, 14)]
    rivals = [row for row in (whole.outlook(o.option.id, supposed(model)) for o in whole.outlooks) if row is not None]
    units: list[kit.Widget] = []
    for name, chance in sorted(outlook.chances.items(), key=lambda row: -row[1])[:LIKELY]:
        same = all(row.of(name) == chance for row in rivals)
        units += [
            seat_of(model, model.units[name].seat, 9),
            kit.Label(name.upper(), "label_semi", 13),
            kit.Label(whole.least + percent(chance), "label" if same else "label_bold", 14, INK3 if same else INK),
        ]
    units += [kit.Space(grow=1), kit.Label(f"nobody {percent(outlook.nobody)}", "label", 13, INK2)]
    return [Shares(_fills(model, whole), parts), kit.Row(*units, gap=5)]


def figure(model: Model, option: Option, *, brief: bool = False) -> tuple[kit.Widget, ...]:
    """The one figure that decides, with what it counts, smaller if it is to be `brief`; nothing before it is known."""
    whole = known(model)
    outlook = whole.outlook(option.id, supposed(model)) if whole is not None else None
    if whole is None or outlook is None:
        return ()
    number = kit.Label(whole.least + percent(outlook.of(whole.unit)), "serif", 17 if brief else 22, INK)
    return kit.Label(f"{whole.unit.upper()} {whole.falls}", "label", 13, INK2), number


def foot(model: Model, *, low: bool = False) -> kit.Widget:
    """The verdict, and below it, unless room is `low`, what the next decider may answer; each row supposes that."""
    whole = known(model)
    if whole is None:
        return kit.Space()
    sentences = [
        kit.Text(words, face, 13, lines=2) for words, face in zip(whole.verdict, ("bold", "body"), strict=False)
    ]
    said = kit.Card(kit.Column(*sentences, gap=1), look="bare", fill=SUNK2, side=INK, pad=(10, 4))
    return kit.Column(*([said] if sentences else []), *([] if low else [_replies(model, whole)]), gap=3)


def _replies(model: Model, whole: Foresight) -> kit.Widget:
    """The replies, with the chance of the unit that decides and of the one for which they differ most beside it."""
    if not whole.replies:
        return kit.Space()
    rows = [whole.outlook(whole.after, number) for number in range(len(whole.replies))]
    outlooks = [row for row in rows if row is not None]
    others = {name for row in outlooks for name in row.chances} - {whole.unit}
    spread = {name: len({row.of(name) for row in outlooks}) for name in others}
    names = [whole.unit, *sorted(others, key=lambda name: (-spread[name], name))[:1]]
    title = kit.Section(f"If {whole.next} then")
    title.grow = 1
    heads = (kit.Label(f"{name.upper()} {whole.falls}", "label", 12.5, INK2, w=FIGURE, align="right") for name in names)
    lines: list[kit.Widget] = [kit.Row(title, *heads, kit.Space(4), gap=4)]
    for number, (reply, row) in enumerate(zip(whole.replies, rows, strict=True)):
        key = keys_of_replies(model)[number].strip()
        figures = []
        for name in names:
            differs = len({other.of(name) for other in outlooks}) > 1
            face, ink = ("label_bold", INK) if differs else ("label", INK3)
            words = percent(row.of(name)) if row is not None else ""
            figures.append(kit.Label(words, face, 14, ink, w=FIGURE, align="right"))
        said = kit.Text(f"{reply.words}{'' if reply.option else ': default'}", "label_semi", 13.5, lines=2, grow=1)
        cap = kit.KeyCap(key, size=18) if key else kit.Space(18)
        look: kit.Look = "chosen" if number == supposed(model) else "bare"
        name, action = f"reply:{number}", partial(suppose, model, number)
        line = kit.Row(cap, said, *figures, gap=6)
        lines.append(kit.Card(line, name=name, action=action, key=key, look=look, pad=(8, 2), h=26))
    return kit.Column(*lines, gap=3)


def keys_of_replies(model: Model) -> str:
    """The keys of the replies, a space where another button has the key: at a reaction A passes for the action."""
    decision = model.decision
    lasting = decision is not None and decision.kind == REACT and not model.session.sight.shared
    return " SD" if lasting else "ASD"


def suppose(model: Model, number: int) -> None:
    """Let all figures suppose a reply of the next decider."""
    model.supposing = len(model.session.match.history), number


def shown(model: Model, pointed: str = "") -> str:
    """The id of the answer whose outcomes are shown: the one pointed at, else the chosen, else the best one."""
    whole = known(model)
    if whole is None:
        return ""
    names = [outlook.option.id for outlook in whole.outlooks]
    return next((name for name in (pointed, model.chosen) if name in names), names[0])


def outcome_words(whole: Foresight, outcome: Outcome) -> str:
    """An outcome in words: "B1 falls, nobody else"."""
    one, many = ("falls", "fall") if whole.falls == "out" else ("is hit", "are hit")
    names = [name.upper() for name in outcome.fallen]
    if not names:
        return f"nobody {one}"
    return f"{names[0]} {one}, nobody else" if len(names) == 1 else f"{together(names)} {many}"


class Outcomes:
    """The strip between the map and the log: the outcomes of an answer, one at a time, with its likeliest way.

    `pointed` is the answer that the mouse is on; `keep` is told whether the strip is `shown` from now on. Without it
    there is no strip at this table.
    """

    def __init__(
        self, model: Model, pointed: Callable[[], str], keep: Callable[[bool], None] | None, *, shown: bool
    ) -> None:
        self.model, self.pointed, self.keep, self.shown = model, pointed, keep, shown and keep is not None
        self._of: tuple[object, ...] = ()
        self._number, self._stage = 0, -1

    @property
    def all(self) -> tuple[Outcome, ...]:
        """The outcomes of the answer that is shown, the likeliest first; empty where the strip is hidden."""
        model, looked = self.model, ahead(self.model) if self.shown else None
        if looked is None or known(model) is None:
            return ()
        of = (len(model.session.match.history), shown(model, self.pointed()), supposed(model))
        if of != self._of:
            self._of, self._number, self._stage = of, 0, -1
        return looked.outcomes(of[1], of[2])

    @property
    def outcome(self) -> Outcome | None:
        """The outcome that is shown."""
        outcomes = self.all
        return outcomes[self._number] if outcomes else None

    @property
    def way(self) -> tuple[tuple[Stage, ...], int]:
        """The steps of the way that are drawn on the map, and the number of the one looked at, -1 for the whole way."""
        outcome = self.outcome
        if outcome is None:
            return (), -1
        return outcome.way if self._stage < 0 else outcome.way[: self._stage + 1], self._stage

    def cells(self) -> list[Cell]:
        """The cells that the way is about: those of the units that act or are aimed at, and of their moves."""
        stages, units, groups = self.way[0], self.model.units, self.model.groups
        named = [name for stage in stages for name in (stage.unit, stage.target, *stage.fallen)]
        named += [name for group in named if group in groups for name in self.model.standing(group)]
        moves = [stage.cell for stage in stages if stage.cell >= 0]
        return [*(units[name].at for name in named if name in units), *moves]

    @property
    def state(self) -> tuple[object, ...]:
        """All that the strip depends on beside the model."""
        return (self.shown, self._of, self._number, self._stage)

    @property
    def closed(self) -> bool:
        """Whether there are outcomes, but not in sight, and the strip may be shown again."""
        return self.keep is not None and not self.shown and known(self.model) is not None

    def key(self, name: str) -> bool:
        """Handle a key that no button of the strip has. Returns False if it is none of the strip."""
        if name == "Home" and supposed(self.model):
            suppose(self.model, 0)
        elif name in ("[", "]") and self.closed:
            self.show(shown=True)
        elif name in ("Left", "Right") and self.outcome is not None and not self.model.choices.cells:
            self.turn_to_stage(1 if name == "Right" else -1)
        else:
            return False
        return True

    def step(self, by: int) -> None:
        """Go to the next outcome, or back, round and round."""
        self._number, self._stage = (self._number + by) % max(1, len(self.all)), -1

    def turn_to_stage(self, by: int) -> None:
        """Go to the next step of the way, or back; before the first stands the whole way."""
        outcome = self.outcome
        if outcome is not None:
            self._stage = (self._stage + 1 + by) % (len(outcome.way) + 1) - 1

    def show(self, *, shown: bool) -> None:
        """Show or hide the strip, and remember that."""
        self.shown = shown
        if self.keep is not None:
            self.keep(shown)

    def widget(self, canvas: Canvas, width: float) -> kit.Widget | None:
        """The strip for a room `width` logical pixels wide; None where there is nothing to show."""
        whole, outcome = known(self.model), self.outcome
        if whole is None or outcome is None:
            return None
        narrow = canvas.surface.get_width() < LEAST or width < NARROW or canvas.logical[1] < LOW
        number = f"Outcome {self._number + 1} of {len(self.all)}"
        title = kit.Text(f"{number}: {outcome_words(whole, outcome)}", "serif", 16, lines=1)
        chance = kit.Label(percent(outcome.chance, 1), "label_bold", 15)
        keys = [
            self._key("[", "earlier", partial(self.step, -1), worded=not narrow),
            self._key("]", "next", partial(self.step, 1), worded=not narrow),
            self._key("Esc", "close", partial(self.show, shown=False), worded=True),
        ]
        if narrow:
            told = [title, chance] if self._stage < 0 else self._stage_line(outcome.way[self._stage])
            return kit.Card(kit.Row(*told, kit.Space(grow=1), *keys, gap=8), side=INK, pad=(8, 2), h=30)
        drawn = kit.Label(f"its likeliest way is drawn, {percent(outcome.way_chance, 1)}", "label", 13, INK2)
        head = kit.Row(title, chance, drawn, kit.Space(grow=1), *keys, gap=10)
        return kit.Card(
            kit.Column(head, self._stages(outcome), self._product(outcome), gap=4), side=INK, pad=(10, 4), radius=6
        )

    @staticmethod
    def _key(key: str, verb: str, action: Callable[[], None], *, worded: bool) -> kit.Widget:
        label = [kit.Label(verb, "label", 13, INK2)] if worded else []
        line = kit.Row(kit.KeyCap(key), *label, gap=6)
        return kit.Card(line, name=f"outcome:{verb}", action=action, key=key, look="bare", pad=(2, 0))

    def _stages(self, outcome: Outcome) -> kit.Widget:
        """The steps of the way that have room, with the one that is looked at among them."""
        way = outcome.way
        first = max(0, min(self._stage - STAGES + 2, len(way) - STAGES))
        cards = [self._card(place, way[place]) for place in range(first, min(len(way), first + STAGES))]
        left = len(way) - first - len(cards)
        before, after = ([kit.Label(f"+{count}", "label_bold", 13, INK2)] if count else [] for count in (first, left))
        room = kit.Space(grow=STAGES - len(cards))  # a few cards are not to be wider than many
        return kit.Row(*before, *cards, *after, *([room] if len(cards) < STAGES else []), gap=6)

    def _card(self, place: int, stage: Stage) -> kit.Widget:
        """The card of a step: its number, who acts, its chance, what happens, and the dice."""
        model, unit = self.model, self.model.units.get(stage.unit)
        right = percent(stage.chance) if stage.chance is not None else {"choice": "default"}.get(stage.sort, "")
        face, ink = ("label_bold", INK) if stage.chance is not None else ("italic", INK2)
        head = kit.Row(*self._who(place, stage), kit.Space(grow=1), kit.Label(right, face, 13, ink), gap=5)
        words = kit.Text(stage.words, "label_semi", 12.5, lines=2)
        note = kit.Text(stage.note if stage.chance is not None else "", "label", 12, INK2, lines=2)
        looked_at = place == self._stage or (self._stage < 0 and bool(stage.fallen))
        return kit.Card(
            kit.Column(head, words, note, gap=1),
            name=f"stage:{place}",
            action=partial(self._turn_to, place),
            look="chosen" if looked_at else "card",
            side=model.colours(unit.seat).fill if unit is not None else LINE2,
            pad=(6, 3),
            h=STAGE_HEIGHT,
            grow=1,
        )

    def _who(self, place: int, stage: Stage) -> list[kit.Widget]:
        """The number of a step, and the unit that acts, or the word for a roll-off."""
        unit = self.model.units.get(stage.unit)
        if unit is None:
            return [_disc(place + 1), kit.Label("tie" if stage.sort == "tie" else "", "italic", 13, INK2)]
        edge = self.model.colours(unit.seat).edge
        token = token_of(self.model, unit, 17)
        return [_disc(place + 1), token, kit.Label(stage.unit.upper(), "label_bold", 14, edge)]

    def _stage_line(self, stage: Stage) -> list[kit.Widget]:
        """A step in one line."""
        chance = [kit.Label(percent(stage.chance), "label_bold", 15)] if stage.chance is not None else []
        return [*self._who(self._stage, stage), kit.Text(stage.words, "label_semi", 14, lines=1), *chance]

    def _turn_to(self, place: int) -> None:
        self._stage = -1 if self._stage == place else place

    @staticmethod
    def _product(outcome: Outcome) -> kit.Widget:
        """The chances of the throws, and their product."""
        chances = [f"{float(stage.chance):.3f}" for stage in outcome.way if stage.chance is not None]
        product = f"{' × '.join(chances)} = {percent(outcome.way_chance, 1)}"
        told = f"Each step is a choice (its default) or a throw with its chance: {product}"
        return Fitting(kit.Label(told, "label", 13, INK2), kit.Text(product, "label", 13, INK2, lines=1))


def _disc(number: int) -> kit.Widget:
    """The number of a step on a disc of ink."""

    def paint(canvas: Canvas, spot: kit.Spot) -> None:
        centre = round(spot.centerx * canvas.scale), round(spot.centery * canvas.scale)
        pygame.draw.aacircle(canvas.surface, INK, centre, canvas.px(9))
        canvas.write(str(number), spot.centerx, spot.centery, "label_bold", 12.5, CARD, align="centre", middle=True)

    return kit.Drawing(19, 19, paint)


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
        rect = canvas.rect(spot.x, spot.centery - self.h / 2, spot.w, self.h)
        pygame.draw.rect(canvas.surface, colour, rect)
        if stripes is not None:
            light, thick = tuple((shade + 255) // 2 for shade in stripes), max(2, canvas.px(3))
            with canvas.clipped(rect):
                for left in range(rect.left - rect.height, rect.right, canvas.px(9)):
                    pygame.draw.line(canvas.surface, light, (left, rect.bottom), (left + rect.height, rect.top), thick)
        pygame.draw.rect(canvas.surface, LINE2, rect, 1)


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
                words, size = f"{part * 100:.0f}", min(14.0, self.h - 2)
                ink = INK if fill[0] == CARD else PANEL
                middle = x + width / 2 - canvas.width(words, "label_bold", size) / 2
                if fill[1] is not None:  # a plain ground for the number
                    wide = canvas.width(words, "label_bold", size) + 6
                    canvas.box(middle - 3, spot.centery - size / 2, wide, size, fill[0], None, 2)
                canvas.write(words, middle, spot.centery, "label_bold", size, ink, middle=True)
            x += width
