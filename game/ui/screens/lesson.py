"""A lesson in the battle screen: the same table with fewer panels, hints on the map, and a scripted other side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.engine.decisions import Remark
from game.engine.dice import DiceSource
from game.engine.names import MarkerKind, QuestionKind
from game.engine.options import CONFIRM, Option
from game.lessons import LessonError, LessonPlayer, failures, load_lesson
from game.lessons.player import NotAsked
from game.records.timeline import fresh_seed
from game.session.intent import Intent
from game.session.laying import last_markers
from game.ui import kit
from game.ui.battle import lesson_parts, panels
from game.ui.battle.game import Game
from game.ui.battle.hint import HintPicture, MapHint
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.options import OptionList
from game.ui.battle.playback import Playback
from game.ui.canvas import Canvas
from game.ui.ground import ground_of
from game.ui.launch import start
from game.ui.palette import INK2, LINE2, PANEL, PAPER
from game.ui.screen import Stage
from game.ui.screens.battle import BOTTOM, RIGHT, TOP, BattleScreen, Strip
from game.ui.screens.sheets import Entry, ListScreen
from game.ui.settings import LessonProgress, save_settings

if TYPE_CHECKING:
    from game.ui.canvas import Action

STRIP_WIDTH, STRIP_HEIGHT = 872.0, 104.0
"""The greatest width, and the height, of the strip of a lesson."""


def open_lesson(app: Stage, name: str) -> None:
    """Start a lesson, or go on where it was left; or say in one sentence why it cannot be played."""
    progress = app.settings.lesson(name)
    try:
        lesson = load_lesson(name)
        faults = failures(lesson)
        if faults:
            app.tell("This lesson cannot be played", faults[0])
            return
        player = LessonPlayer(lesson)
        player.goto(progress.at)
    except LessonError as error:
        app.tell("This lesson cannot be played", str(error))
        return
    app.push(LessonScreen(app, player))


class LessonGame(Game):
    """The game of a lesson: only what the lesson asks for is accepted, and the other seats follow its file."""

    whole_battle = False
    refusals = (NotAsked, LessonError)

    def __init__(self, app: Stage, model: Model, view: MapView, playback: Playback, player: LessonPlayer) -> None:
        super().__init__(app, model, view, playback)
        self.player = player

    def answer(self, intent: Intent) -> None:
        """Choose an answer. Raises NotAsked, with what the lesson asks for, if that is something else."""
        self.player.choose(intent)

    def forfeits(self, option: Option) -> Remark | None:
        """None: a lesson never asks back, because what it asks for is meant and a slip costs nothing."""
        return None

    def step_on(self) -> bool:
        """Say what is to be chosen if Enter is pressed with nothing chosen. Returns whether it was said."""
        if self.model.chosen or self.watching:
            return False
        self.model.notice = f"Nothing is chosen yet. {self.player.step.order}"
        return True

    def played(self) -> None:
        """Go on as in any game, but put under Enter only what the lesson asks for."""
        super().played()
        self.make_ready()

    def make_ready(self) -> None:
        """Select the unit that is asked for, and clear the chosen answer unless it is asked for, too."""
        wanted, model = self.player.wanted, self.model
        decision = model.decision
        if wanted and decision is not None and decision.kind not in model.words.free and wanted[0].unit in model.units:
            model.selected = wanted[0].unit
        if model.chosen not in {option.id for option in wanted}:
            model.chosen = ""

    def give_rest(self, order: MarkerKind) -> None:
        self._lay([option.id for option in self.player.wanted if option.marker == order])

    def give_as_before(self) -> None:
        before = last_markers(self.session)
        self._lay([option.id for option in self.player.wanted if before.get(option.unit) == option.marker])

    def _lay(self, fitting: Sequence[str]) -> None:
        for option in fitting:
            self.choose(option)
        if not fitting:
            self._not_now()

    def at_once(self, make: Callable[[], str]) -> None:
        """Refuse to make several choices at once: a lesson asks for each."""
        self._not_now()

    def _not_now(self) -> None:
        self.model.notice = f"Not now. {self.player.step.order}"

    @property
    def lasting_passes(self) -> tuple[str, ...]:
        """None: a lesson asks for each pass."""
        return ()

    def skip(self) -> None:
        """Do what the hint asks for, and show its effects."""
        if self.playback.skip() or self.session.waits_for_player:
            return
        place = self.player.at
        with self.session.match.filming() as film:
            while self.player.at == place and self.player.wanted:
                self.player.choose(self.player.wanted[0].id)
        self.after(film)

    def undo(self) -> None:
        self.playback.drop()
        self.player.back()
        self.ended = False
        self.model.notice = ""
        self.model.refresh()
        self.make_ready()
        self.look_at_action()

    def save_game(self) -> None:
        """Say that a lesson is kept without being saved."""
        self.model.notice = "A lesson needs no saving: the title brings you back to this step."

    def look_back(self) -> None:
        """Go back a step: a lesson has no other way to look back."""
        self.undo()

    def leave(self) -> None:
        """Remember the step; a finished lesson begins anew the next time."""
        player, settings = self.player, self.app.settings
        name = player.lesson.id
        done = settings.lesson(name).done or player.done
        settings.keep_lesson(LessonProgress(name, 0 if player.done else player.at, done))
        save_settings(settings)
        super().leave()

    def end(self) -> None:
        """Show the end screen: the lesson is over, and all of it has been shown."""
        self.app.push(LessonEnd(self.app, self.player))

    # -- the hint -------------------------------------------------------------------------------------------------

    @property
    def watching(self) -> bool:
        """Whether something is being played back, or the other side is acting."""
        return self.playback.running or self.session.waits_for_player

    def hint(self) -> MapHint | None:
        """What to do now and where; None while there is something to watch, or no place for the hint."""
        wanted, model, step = self.player.wanted, self.model, self.player.step
        decision = model.decision
        if self.watching or not wanted or decision is None:
            return None
        option = next((answer for answer in wanted if answer.unit == model.selected), wanted[0])
        moves = option.to >= 0 and option.point < 0
        order, reason = step.order, step.reason
        unit = model.units.get(step.at or option.target or option.unit or model.selected)
        cell = unit.at if unit is not None else -1
        path: tuple[int, ...] = ()
        if option.to >= 0:
            cell = option.to
        if option.unit in model.units and option.unit != model.selected and self._elsewhere(option):
            cell = model.units[option.unit].at
            order, reason = f"Click {option.unit.upper()}.", "This is the unit that the step asks for."
        elif moves:
            path = model.path_of(option)
        if self.player.chosen and option.action == CONFIRM.action:
            order, reason = "Now go on: press Enter.", "Everything that this step asks for is done."
        elif model.chosen == option.id != decision.default:
            reason = "It is chosen. Now press Enter."
        return MapHint(order, reason, cell, path) if cell >= 0 else None

    def _elsewhere(self, option: Option) -> bool:
        """Whether an option can only be chosen once its unit is selected."""
        decision, words = self.model.decision, self.model.words
        kind = decision.kind if decision is not None else QuestionKind("")
        return kind == words.order_kind or kind in words.free or option not in self.model.listed()


class FewRows(OptionList):
    """The options of a lesson: the one it asks for among a few others; none where the map is to be clicked."""

    MOST = 5
    """The most rows."""
    by_unit = False

    def __init__(self, model: Model, player: LessonPlayer, open_clause: kit.Open) -> None:
        super().__init__(model, open_clause)
        self.player = player

    def order(self) -> list[Option]:
        rows = super().order()
        decision, wanted = self.model.decision, {option.id for option in self.player.wanted}
        if any(option.point >= 0 for option in rows):
            return [option for option in rows if option.point >= 0 or option.id in wanted]
        if len(rows) <= self.MOST:
            return rows
        if decision is not None and decision.kind in self.model.words.free and not any(o.id in wanted for o in rows):
            return []
        first = [option.id for option in rows if option.id not in wanted][: self.MOST - len(wanted)]
        return [option for option in rows if option.id in wanted or option.id in first]


class LessonStrip:
    """The strip of a lesson."""

    def __init__(self, game: LessonGame) -> None:
        self.game = game

    def widget(self, open_clause: kit.Open) -> kit.Widget:
        """The step and its reason, what was refused, and the buttons back and skip."""
        game = self.game
        return lesson_parts.strip(game.model, game.player, watching=game.watching, back=game.undo, skip=game.skip)

    def key(self, name: str) -> bool:
        """Leave with Esc; the keys of back and skip belong to their buttons."""
        if name == "Esc":
            self.leave()
            return True
        return False

    def leave(self) -> None:
        """Go back to the title, from which the lesson can be continued."""
        self.game.app.pop()


class LessonScreen(BattleScreen):
    """The table of a lesson: bar, map with its hint, panel and strip."""

    game: LessonGame

    def __init__(self, app: Stage, player: LessonPlayer) -> None:
        self.player = player
        super().__init__(app, player.session, ground_of(player.lesson.map), self._conduct)
        self.early_events = (pygame.KEYDOWN,)
        self.picture.with_notes = False
        self.hint = HintPicture(self.model, self.map)
        self.picking.rows = self.column.rows = FewRows(self.model, player, self.open_clause)
        self.panel = lesson_parts.Panel(
            self.model, player, select=self.picking.select, rows=self._rows, open_clause=self.open_clause,
            leave=self.open_menu,
        )  # fmt: skip

    def _conduct(self, stage: Stage, model: Model, view: MapView, playback: Playback) -> tuple[Game, Strip]:
        game = LessonGame(stage, model, view, playback, self.player)
        return game, LessonStrip(game)

    def draw(self, canvas: Canvas) -> None:
        width, height = canvas.logical
        canvas.surface.fill(PAPER)
        right, foot = width - RIGHT, height - BOTTOM
        self._draw_map(canvas, right, foot)
        hint = self.game.hint()
        if hint is not None:
            self.hint.draw(canvas, hint, self.picture.flags)
        bar = lesson_parts.bar(self.model, self.player, self.game.undo, self.open_rules, self.open_menu)
        bar.draw(canvas, kit.Spot(0, 0, width, TOP))
        canvas.rule(0, TOP, width, LINE2)
        canvas.box(right, TOP, RIGHT, height - TOP, PANEL, None, 0)
        pygame.draw.line(
            canvas.surface, LINE2, (canvas.px(right), canvas.px(TOP)), (canvas.px(right), canvas.px(height))
        )
        self.panel.draw(canvas, kit.Spot(right, TOP, RIGHT, height - TOP))
        strip_width = min(STRIP_WIDTH, right - 32)
        spot = kit.Spot((right - strip_width) / 2, foot + 12, strip_width, STRIP_HEIGHT)
        LessonStrip(self.game).widget(self.open_clause).draw(canvas, spot)
        canvas.rule(0, foot, right, LINE2)

    def summary(self) -> str:
        return f"step {self.player.at + 1}, given {len(self.player.chosen)}"

    def places(self) -> dict[str, tuple[int, int]]:
        hint = self.game.hint()
        if hint is None:
            return {}
        x, y = self.map.at(hint.cell)
        return {"hint": (round(x), round(y))}

    def _rows(self, canvas: Canvas) -> kit.Widget:
        """The options of the question, with their buttons."""
        model, column = self.model, self.column
        decision = model.decision
        if decision is None or not model.mine or self.game.watching:
            return kit.Space()
        if decision.kind == model.words.order_kind:
            cards = panels.assign_cards(model, self.picking.give, self.open_clause)
            units = panels.roster(model, self.picking.select, column.roster, low=True)
            return kit.Column(cards, column.buttons.assigning(), units, gap=7)
        rows = column.rows.widget(canvas, lesson_parts.INSIDE, self.picking)
        return kit.Column(column.buttons.paces(), rows, column.buttons.confirm(), gap=6)


class LessonEnd(ListScreen):
    """The end of a lesson: play the same battle freely, repeat the lesson, or go back to the title."""

    def __init__(self, app: Stage, player: LessonPlayer) -> None:
        super().__init__(app)
        self.player = player
        self.title = player.lesson.end.title

    def body(self) -> kit.Widget:
        return kit.Text(self.player.lesson.end.words, "body", 14.5, INK2, lines=8)

    def entries(self) -> Sequence[Entry]:
        again: Action = partial(self._after, partial(open_lesson, self.app, self.player.lesson.id))
        return [
            Entry("G", "The same battle against the computer", "free dice", partial(self._after, self._in_earnest)),
            Entry("A", "The lesson once more", f"{len(self.player.lesson.steps)} steps", again),
            Entry("T", "Title", "Esc", self.app.home),
        ]

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Go to the title with Esc, since nothing is left to do on the screen below."""
        if name == "Esc":
            self.app.home()
            return True
        return super().key(name, event)

    def _after(self, then: Action) -> None:
        self.app.home()
        then()

    def _in_earnest(self) -> None:
        """Play the same map freely, with the computer at every other seat."""
        lesson = self.player.lesson
        others = {seat: "computer" for seat in lesson.map.setup.seats if seat != lesson.seat}
        self.app.push(start(self.app, lesson.map, others, {}, DiceSource("seeded", fresh_seed())))
