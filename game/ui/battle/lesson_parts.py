"""The parts round the map in a lesson: its bar, its panel and its strip. They show less than in a battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.names import spoken
from game.engine.view import StepRow, StepStatus, UnitView
from game.lessons import LessonPlayer
from game.ui import kit
from game.ui.battle import panels
from game.ui.battle.column import WIDTH
from game.ui.battle.conditions import marks_of, words_of_unit
from game.ui.battle.model import Model
from game.ui.battle.parts import marker_of, padded, seat_of, token_of
from game.ui.battle.topbar import FixedWidth, Steps, icon_button
from game.ui.canvas import Action, Canvas
from game.ui.palette import CARD, INK, INK2, LINE2, PANEL, SAFFRON, SUNK, SUNK2

WORDS = 200.0
"""Logical pixels of the lesson's title in the bar."""
COSTS_NOTHING = "A click on the black button is Enter. A wrong key or click costs nothing: the game says why and waits."
WATCH = "Watch what comes of it."
UNIT_HEIGHT = 48.0
INSIDE, GAP = WIDTH - 16.0, 10.0
MOST_ROWS = 372.0
"""The greatest height of the answers in logical pixels: longer lists scroll, so that the rest has room."""
Rows = Callable[[Canvas], kit.Widget]


def bar(model: Model, player: LessonPlayer, undo: Action, rules: Action, menu: Action) -> kit.Widget:
    """The bar on top: the lesson's title, the turn, the stages of the lesson, and buttons for undo, rules and menu."""
    lesson, view = player.lesson, model.view
    words = kit.Column(
        kit.Text(lesson.title, "serif", 17, lines=1),
        kit.Text(f"Turn {view.turn} of {view.turns}", "label", 13, INK2, lines=1),
        gap=0,
    )
    now = len(lesson.stages) if player.done else player.step.stage - 1

    def status(place: int) -> StepStatus:
        if place == now:
            return "now"
        return "done" if place < now else "todo"

    stages = [StepRow(stage.title, stage.words, status(place)) for place, stage in enumerate(lesson.stages)]
    icons = kit.Row(
        icon_button("undo", "Z", undo), icon_button("rules", "F3", rules), icon_button("menu", "Esc", menu), gap=2
    )
    line = kit.Row(kit.Space(16), FixedWidth(words, WORDS), Steps(stages, grow=1), kit.Space(12), icons, gap=0)
    return kit.Card(line, look="bare", fill=PANEL, pad=(0, 2), radius=0)


# -- the panel --------------------------------------------------------------------------------------------------------


class Panel:
    """The column beside the map: the prompt, the units and answers, the markers, how to win, what comes next."""

    def __init__(
        self,
        model: Model,
        player: LessonPlayer,
        *,
        select: Callable[[str], None],
        rows: Rows,
        open_clause: kit.Open,
        leave: Action,
    ) -> None:
        """`rows` makes the list of answers."""
        self.model, self.player, self.select, self.rows = model, player, select, rows
        self.open_clause, self.leave = open_clause, leave

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The column; where there is no room for all of it, its lower parts are left out."""
        model, player = self.model, self.player
        decision = model.decision
        acting = decision is not None and model.mine and decision.kind in model.words.free
        waits = player.session.waits_for_player or not player.wanted
        head, foot = panels.prompt(model, self.open_clause), _foot(self.leave)
        room = spot.h - head.measure(canvas, spot.w).h - foot.measure(canvas, spot.w).h - 24
        answers = self.rows(canvas)
        body: list[kit.Widget] = [_own_units(model, player, self.select)] if acting or waits else []
        room -= sum(part.measure(canvas, INSIDE).h + GAP for part in body)
        room -= min(answers.measure(canvas, INSIDE).h, MOST_ROWS) + GAP
        body.append(answers)
        for part in (_signs(player), _win(model, player, self.open_clause), _next(player, waits=waits)):
            height = part.measure(canvas, INSIDE).h
            if height and height + GAP <= room:
                body.append(part)
                room -= height + GAP
        column = kit.Column(head, kit.Space(h=8), padded(kit.Column(*body, gap=GAP)), foot, gap=0)
        column.draw(canvas, spot)


def _foot(leave: Action) -> kit.Widget:
    line = kit.Row(
        kit.KeyCap("Esc"), kit.Text("leave; the title brings you back to this step", "body", 13.5, INK2, grow=1), gap=10
    )
    card = kit.Card(line, name="lesson:leave", action=leave, look="bare", pad=(16, 10), radius=0)
    return kit.Column(kit.Rule(LINE2, h=4), card, gap=0)


def _own_units(model: Model, player: LessonPlayer, select: Callable[[str], None]) -> kit.Widget:
    """The learner's units, each with its marker and what the marker means."""
    own = [unit for unit in model.units.values() if unit.seat == player.lesson.seat]
    able = set(model.able())
    wanted = {option.unit for option in player.wanted}
    cards = [_unit(model, player, unit, select, able=unit.id in able, wanted=unit.id in wanted) for unit in own]
    return kit.Column(kit.Section("Your units", "click one here or on the board"), *cards, gap=5)


def _unit(
    model: Model, player: LessonPlayer, unit: UnitView, select: Callable[[str], None], *, able: bool, wanted: bool
) -> kit.Widget:
    order = marks_of(model, unit).order
    words = "may act now"
    if unit.out or not able:
        meaning = next((sign.words for sign in player.lesson.signs if sign.marker == order), "")
        words = meaning or words_of_unit(model, unit) or "no marker"
    name = kit.Label(f"{unit.id.upper()} {unit.name}", "label_bold", 15)
    text = kit.Column(name, kit.Text(words, "body", 13.5, INK2), gap=0, grow=1)
    cap = [kit.KeyCap("Tab")] if wanted and unit.id != model.selected else []
    line = kit.Row(token_of(model, unit, 32), text, *cap, marker_of(order, 24) if order else kit.Space(24), gap=14)
    look: kit.Look = "card" if able else "done"
    return kit.Card(
        line,
        name=f"unit:{unit.id}",
        action=partial(select, unit.id),
        look="chosen" if wanted else look,
        side=model.colours(unit.seat).fill,
        pad=(10, 2),
        h=UNIT_HEIGHT,
    )


def _signs(player: LessonPlayer) -> kit.Widget:
    """Each marker of the lesson and its meaning."""
    lines = (
        kit.Row(
            marker_of(sign.marker, 22),
            kit.Label(sign.title, "label_bold", 14.5, w=72),
            kit.Text(sign.words, "body", 13.5, INK2, grow=1),
            gap=12,
        )
        for sign in player.lesson.signs
    )
    return kit.Column(kit.Section("What the markers say"), *lines, gap=6)


def _win(model: Model, player: LessonPlayer, open_clause: kit.Open) -> kit.Widget:
    """How the battle is won, its turns, and the points so far."""
    win, view = player.lesson.win, model.view
    turns = [
        kit.Card(
            kit.Label(f"Turn {turn}", "label_semi", 13, w=46, align="centre"),
            look="card" if turn != view.turn else "field",
            fill=CARD if turn == view.turn else SUNK2,
            pad=(6, 1),
            radius=4,
            h=22,
        )
        for turn in range(1, view.turns + 1)
    ]
    points: list[kit.Widget] = []
    for seat in model.session.setup.seats:
        name = kit.Label(spoken(seat), "label_semi", 14)
        points += [seat_of(model, seat, 11), name, kit.Text(str(view.score.get(seat, 0)), "serif", 17), kit.Space(2)]
    text = kit.Column(
        kit.Row(kit.Text(win.title, "serif", 17, grow=1), kit.Chip(win.clause, open_clause, "win")),
        kit.Text(win.words, "body", 13.5, INK2),
        kit.Space(h=2),
        kit.Row(*turns, kit.Space(grow=1), *points, gap=5),
        gap=3,
    )
    head = kit.Section("How to win", f"{view.turns} turns")
    return kit.Column(head, kit.Card(text, look="card", pad=(14, 8), radius=6), gap=6)


def _next(player: LessonPlayer, *, waits: bool) -> kit.Widget:
    """The lines on what comes next; empty while the other seats act (`waits`)."""
    if waits or not player.step.next:
        return kit.Space()
    lines = (kit.Row(Dot(), kit.Text(words, "body", 13.5, INK2, grow=1), gap=10) for words in player.step.next)
    return kit.Column(kit.Section("What comes next"), *lines, gap=4)


class Dot(kit.Widget):
    """A small disc before a line."""

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(10.0, 10.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        middle = (canvas.px(spot.x + 5), canvas.px(spot.centery))
        pygame.draw.aacircle(canvas.surface, LINE2, middle, canvas.px(4))


# -- the strip --------------------------------------------------------------------------------------------------------


def shown_notice(model: Model, player: LessonPlayer) -> str:
    """The notice, such as why a wrong answer was refused; "" once the right answer is chosen."""
    return "" if model.chosen in {option.id for option in player.wanted} else model.notice


def strip(model: Model, player: LessonPlayer, *, watching: bool, back: Action, skip: Action) -> kit.Widget:
    """The number of the step, the rule behind it, what a mistake costs or why one was refused, Back and Skip hint."""
    count = len(player.lesson.steps)
    step = min(player.at + 1, count)
    notice = shown_notice(model, player)
    why = player.lesson.end.title if player.done else player.step.why
    text = kit.Column(
        kit.Row(
            kit.Label("\u200a".join(f"STEP {step} OF {count}"), "label_bold", 12.5, INK2),
            Blocks(player.at, count),
            gap=16,
        ),
        kit.Text(WATCH if watching else why, "body", 15, lines=2),
        kit.Text(notice or COSTS_NOTHING, "bold" if notice else "body", 13, INK if notice else INK2, lines=1),
        gap=4,
        grow=1,
    )
    line = kit.Row(
        kit.Column(kit.Space(h=2), Lamp(), kit.Space(grow=1)),
        text,
        kit.Column(
            kit.Button("lesson:back", "Z", "Back", back, h=33),
            kit.Button("lesson:skip", "H", "Skip hint", skip, h=33),
            gap=6,
        ),
        gap=14,
    )
    return kit.Card(line, look="field", side=SAFFRON, pad=(16, 8), radius=8)


class Blocks(kit.Widget):
    """A block for each step: dark if done, saffron for the present one. They get narrower where there is less room."""

    soft = True

    def __init__(self, at: int, count: int) -> None:
        super().__init__()
        self.at, self.count = at, count

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(min(17.0 * self.count, room), 8.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        width = min(17.0, spot.w / max(1, self.count))
        for place in range(self.count):
            fill, edge = INK if place < self.at else SUNK, None
            if place == self.at:
                fill, edge = SAFFRON, INK
            canvas.box(spot.x + width * place, spot.centery - 4, max(2.0, width - 4), 8, fill, edge, 2)


class Lamp(kit.Widget):
    """A light bulb, the sign of advice."""

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(22.0, 26.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        surface, thick = canvas.surface, max(2, canvas.px(1.8))
        x, y = spot.centerx, spot.y + 10
        pygame.draw.aacircle(surface, INK, (canvas.px(x), canvas.px(y)), canvas.px(8), thick)
        canvas.box(x - 4, y + 7, 8, 3, CARD, None, 0)
        for row in range(3):
            half = 4 - row * 0.9
            canvas.box(x - half, y + 8.2 + 3.4 * row, 2 * half, 1.8, INK, None, 1)
