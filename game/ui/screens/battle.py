"""The battle screen: map, prompt, options, ladder, log, dice. It shows what the engine says and passes choices on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from game.records.tables import TableKind
from game.session.session import Session
from game.session.turns import known_choices
from game.ui import kit
from game.ui.battle import foresight, hints, option_cards
from game.ui.battle.bottom import DiceTray, Log
from game.ui.battle.calls import wait_keys
from game.ui.battle.column import WIDTH, RightColumn
from game.ui.battle.game import Game
from game.ui.battle.input import ARROWS, Input
from game.ui.battle.layers import KeptPanel
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.options import OptionList
from game.ui.battle.picking import Picking
from game.ui.battle.picture import MapPicture
from game.ui.battle.plan import Plan
from game.ui.battle.planning import Planning
from game.ui.battle.playback import Playback
from game.ui.battle.pointer import Pointer
from game.ui.battle.topbar import TopBar
from game.ui.canvas import Answering, Barring, Canvas, Citing
from game.ui.ground import Backdrop
from game.ui.palette import LINE2, PANEL, PAPER
from game.ui.screen import Screen, Stage, key_name
from game.ui.screens.cards import ClauseCard, RulesScreen
from game.ui.screens.menu import MenuScreen
from game.ui.screens.peek import PeekScreen
from game.ui.screens.recap import RecapScreen
from game.ui.screens.sheets import Entry, TableScreen
from game.ui.settings import save_settings

TOP, BOTTOM, RIGHT = 48.0, 128.0, WIDTH
"""The height of the bar at the top and of log and dice at the foot, and the width of the column at the right."""
RULER, NUMBERS = 16.0, 18.0
"""The height of the ruler above the map, and the width of the one beside it."""
HELD = pygame.KMOD_CTRL | pygame.KMOD_ALT
MOVING = frozenset({*ARROWS, "PgUp", "PgDn"})
"""Keys that with Shift or Ctrl move map, log and ladder."""
STRIP_HEIGHT, STRIP_AIR = 106.0, 16.0
"""The least height of a strip, and the empty space around it; the map has what is left."""
OUTCOMES_AIR = 8.0
"""The empty space above and below the strip of outcomes, together."""


class Strip(Protocol):
    """A strip of controls below the map, for a table that is only shown or taught, with its own keys and buttons."""

    def widget(self, open_clause: kit.Open) -> kit.Widget:
        """The widget of the strip."""

    def key(self, name: str) -> bool:
        """Handle a key before the table does. Returns True if it did anything."""

    def leave(self) -> None:
        """Go back to the screen below."""


Conduct = Callable[[Stage, Model, MapView, Playback], tuple[Game, Strip]]
"""Makes the game and the strip of a table that is only shown or taught."""


class BattleScreen(Screen):
    """One session in the window: makes its parts, lays them out, and passes events on to them.

    The parts do not know the screen. They talk through the `model` (what is seen and picked), `pointer` and `game`.
    """

    early_events: Sequence[int] = (pygame.KEYDOWN,)

    def __init__(
        self, app: Stage, session: Session, backdrop: Backdrop | None = None, conduct: Conduct | None = None
    ) -> None:
        """`conduct` is for a table that is only shown or taught, such as a replay."""
        super().__init__(app)
        self.model = Model(session, app.settings.palette)
        self.map = MapView(session.setup.board, backdrop)
        self.playback = Playback(self.model, app.settings.pace, reduced=app.settings.reduced_motion)
        self.pointer = Pointer(lambda: app.mouse, self._row, self._unfocus, self._barred)
        self.plan = Plan(self.model, self.pointer)
        self.game, self.strip = self._game_and_strip(conduct)
        if self.strip is not None:
            self.early_events = ()  # a stray key does no harm, since nothing is chosen here
        self.picking = Picking(self.game, self.model, self.map, self.pointer, OptionList(self.model, self.open_clause))
        self.planning = Planning(self.game, self.model, self.plan, self.pointer, self.picking)
        keep = self._keep_outcomes if conduct is None else None
        self.outcomes = foresight.Outcomes(self.model, self._row, keep, shown=app.settings.outcomes)
        self.picture = MapPicture(
            self.model,
            self.map,
            self.plan,
            self.playback,
            self.pointer,
            open_clause=self.open_clause,
            hinting=lambda: self.game.hinting,
            outcomes=self.outcomes,
        )
        look_back = self.game.look_back if self.strip is None else None
        self.top = TopBar(self.model, self.game.undo, look_back, self.open_rules, self.open_menu)
        self.column = RightColumn(
            self.model,
            self.game,
            self.pointer,
            self.picking,
            self.planning,
            open_clause=self.open_clause,
            peek=self.peek,
        )
        self.log = Log(self.model, self.open_clause)
        self.dice = DiceTray(self.model, self.playback, self.picking)
        self.kept = tuple(KeptPanel() for _ in range(5))
        self._narrowed = False
        self.game.news += [self.log.news, self.column.news, self.pointer.let_be]
        self.game.recap = lambda since: self.app.push(RecapScreen(self.app, self.model, self.playback, since))
        column = self.column
        self.input = Input(
            self.game,
            self.picking,
            self.planning,
            stacks=lambda: self.picture.pieces.stacks,
            scrolls={
                "": (lambda by: column.rows.scroll(5 * by), lambda by: column.plan_rows.scroll(5 * by)),
                "Shift": (lambda by: self.log.scroll(3 * by),),
                "Ctrl": (column.scroll_ladder, column.scroll_units),
            },
            screens={"F3": self.open_rules, "F2": lambda: self.open_clause(""), "Esc": self.open_menu},
        )
        self.model.refresh()
        self.game.look_at_action()

    def _game_and_strip(self, conduct: Conduct | None) -> tuple[Game, Strip | None]:
        parts = (self.app, self.model, self.map, self.playback)
        return conduct(*parts) if conduct is not None else (Game(*parts), None)

    def _keep_outcomes(self, shown: bool) -> None:
        self.app.settings.outcomes = shown
        save_settings(self.app.settings)

    @property
    def session(self) -> Session:
        """The session that is shown."""
        return self.model.session

    def _row(self) -> str:
        """The id of the option whose row the mouse is on."""
        zone = self.zone_at(self.app.mouse)
        return zone.about.option if zone is not None and isinstance(zone.about, Answering) else ""

    def _barred(self) -> str:
        """The unit whose refusal the mouse is on."""
        zone = self.zone_at(self.app.mouse)
        return zone.about.unit if zone is not None and isinstance(zone.about, Barring) else ""

    def _unfocus(self) -> None:
        self.focus = ""

    # -- the window -----------------------------------------------------------------------------------------------

    def entered(self) -> None:
        """Forget what was held, since it may have been released over another screen, and go on with the game."""
        self.pointer.let_go()
        self.game.entered()

    def gone(self) -> None:
        self.game.leave()

    def tick(self, seconds: float) -> bool:
        waits = self.pointer.tick(seconds)
        wanted = option_cards.wanted(self.model) or option_cards.several(self.model)
        waits = foresight.tick(self.model, wanted=wanted and not self.column.rows.carded) or waits
        return self.game.tick(seconds, in_sight=self.app.top is self) or waits

    def skip(self) -> bool:
        self.map.arrive()
        return self.playback.skip()

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle keys of playback, strip and Shift first, then Enter on the map, then as any screen does."""
        if event.type == pygame.WINDOWLEAVE:
            self.pointer.hover = -1
        return (
            self._paced(event)
            or self._moved(event)
            or self._shifted(event)
            or (not self.focus and self.input.enter(event))
            or super().handle(event)
        )

    def _paced(self, event: pygame.event.Event) -> bool:
        """Handle the keys that change the playback, and so do not skip it."""
        name = key_name(event) if event.type == pygame.KEYDOWN and not event.mod & HELD else ""
        if name == "J":
            self.game.hurry(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif name == "Y":
            self.game.show_again()
        return name in ("J", "Y")

    def _moved(self, event: pygame.event.Event) -> bool:
        """With Shift or Ctrl, let the keys by which a strip steps move map, log and ladder, as on any table."""
        if self.strip is None or event.type != pygame.KEYDOWN or not event.mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            return False
        name = key_name(event)
        return name in MOVING and self.input.key(name, event)

    def _shifted(self, event: pygame.event.Event) -> bool:
        """Handle Shift with a key that does more with it. Shift N passes or ends without being asked back."""
        if event.type != pygame.KEYDOWN or not event.mod & pygame.KMOD_SHIFT or event.mod & HELD:
            return False
        if self.strip is not None or self.playback.running:
            return False
        if key_name(event) == "N":
            self.picking.do_pass(unasked=True)
            return True
        return self.do_more(event)

    def move_focus(self, step: int) -> None:
        """Go to the next unit with Tab; on this screen F6 moves the focus instead."""
        self.input.next_unit(step)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        if self.strip is not None and self.strip.key(name):
            return True
        if self.strip is None and not event.mod & (HELD | pygame.KMOD_SHIFT) and self._of_outcomes(name):
            return True
        if name == "F6":
            super().move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        return self.input.key(name, event)

    def _of_outcomes(self, name: str) -> bool:
        """Handle a key of the strip of outcomes; where units have cards, Left and Right go through their answers."""
        return not (name in ARROWS and self.column.rows.carded) and self.outcomes.key(name)

    def mouse(self, event: pygame.event.Event) -> bool:
        return self.input.mouse(event)

    def summary(self) -> str:
        session = self.session
        pending = session.match.pending
        question = f"{pending.seat} {pending.kind}" if pending is not None else "over"
        return f"turn {session.match.front.turn}, choices {known_choices(session.match)}, {question}"

    # -- other screens --------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the pause menu, or go back from a table that is only shown."""
        if self.strip is not None:
            self.strip.leave()
            return
        game = self.game
        rows: tuple[Entry, ...] = (
            Entry("V", "Save", "with its picture", game.save_game),
            Entry("H", "Step back and look", "nothing is changed", game.look_back),
            Entry("R", "Rulebook", self.session.match.rules.book.title, self.open_rules),
            Entry("C", "Copy the position", "as a sketch, Ctrl C", game.copy_position),
        )
        if self._from_a_replay():
            rows += (Entry("L", "Back to the replay", "this game is a branch of it", self.app.pop),)
        if self.session.match.rules.hidden_markers and len(self.session.people) > 1:
            rows += (Entry("B", "Table", self.session.table.words, self.choose_table),)
        leaving = "the game can be resumed" if self.session.keeper is not None else "this game is not being kept"
        over = self.session.match.outcome is not None
        self.app.push(MenuScreen(self.app, rows, "" if over else leaving))

    def _from_a_replay(self) -> bool:
        """Whether this game is a branch of the replay below, and the present viewer may see that replay."""
        below, session = self.app.below(self), self.session
        if not isinstance(below, BattleScreen):
            return False
        alone = len(session.people) < 2 or session.table is TableKind.OPEN
        return alone or below.session.viewer == session.viewer

    def peek(self) -> None:
        """Let a seat at a shared table look at its own markers."""
        self.app.push(PeekScreen(self.app, self.session, wait_keys(self.model), self.draw_as))

    def draw_as(self, seat: str, canvas: Canvas) -> None:
        """Draw the table once with a seat's own markers face-up."""
        with self.model.peeking(seat):
            self.draw(canvas)
        self.map.glide.forget()

    def choose_table(self) -> None:
        """Choose another kind of table for the rest of this game, if everybody agrees."""
        self.app.push(TableScreen(self.app, self.session, self.game.follow))

    def open_rules(self) -> None:
        """Open the rulebook in play."""
        self.app.push(RulesScreen(self.app, self.session.match.rules.book))

    def open_clause(self, clause: str) -> None:
        """Show a clause or ruling, or for "" the first on the screen; its card leads to the others on the screen."""
        decision = self.model.decision
        on_screen = [zone.about.clause for zone in self.zones if isinstance(zone.about, Citing)]
        clauses = list(dict.fromkeys([*(decision.clauses if decision else ()), *on_screen]))
        if clause or clauses:
            self.app.push(ClauseCard(self.app, self.session.match.rules.book, clause or clauses[0], clauses))

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        width, height = canvas.logical
        canvas.surface.fill(PAPER)
        right, foot = width - RIGHT, height - BOTTOM
        strip = self.strip.widget(self.open_clause) if self.strip is not None else None
        outcomes = self.outcomes.widget(canvas, right - 16) if not self.playback.running else None
        if strip is not None:
            foot -= STRIP_AIR + max(STRIP_HEIGHT, strip.measure(canvas, right - 32).h)
        elif outcomes is not None:
            foot -= OUTCOMES_AIR + outcomes.measure(canvas, right - 16).h
        self._draw_map(canvas, right, foot, narrowed=outcomes is not None and self.strip is None)
        self._draw_panels(canvas, width, height)
        if not self.playback.running:
            hints.draw(canvas, self.model, self.map)
        if strip is not None:
            strip.draw(canvas, kit.Spot(16, foot + 4, right - 32, height - BOTTOM - foot - STRIP_AIR))
        elif outcomes is not None:
            spot = kit.Spot(8, foot + 2, right - 16, height - BOTTOM - foot - OUTCOMES_AIR)
            state = (self.model.changes, self.outcomes.state)
            self.kept[4].draw(canvas, canvas.rect(*spot), state, lambda: outcomes.draw(canvas, spot))

    def _draw_map(self, canvas: Canvas, right: float, foot: float, *, narrowed: bool = False) -> None:
        """Draw the map with its rulers, from the bar down to `foot`, up to the column at `right`.

        Once it is `narrowed` by the outcomes of a snowball, what the way of the one that is shown is about comes into
        sight again.
        """
        across, down = (NUMBERS, RULER) if self.map.board.grid == "square" else (2.0, 4.0)
        self.map.place(canvas.rect(6 + across, TOP + down, right - across - 10, foot - TOP - down - 4), canvas.scale)
        if narrowed and not self._narrowed:
            self.map.bring(self.outcomes.cells())
        self._narrowed = narrowed
        self.picture.draw(canvas, canvas.rect(0, TOP, right, RULER))

    def _draw_panels(self, canvas: Canvas, width: float, height: float) -> None:
        """Draw bar, column, log and dice; a panel that has not changed is not drawn anew."""
        model, surface = self.model, canvas.surface
        right, foot = width - RIGHT, height - BOTTOM
        log_width = max(220.0, right - 300)
        state = (model.changes, len(model.typed), len(model.bends))

        def column() -> None:
            canvas.box(right, TOP, RIGHT, height - TOP, PANEL, None, 0)
            edge = canvas.px(right)
            pygame.draw.line(surface, LINE2, (edge, canvas.px(TOP)), (edge, canvas.px(height)))
            self.column.draw(canvas, right, TOP, height)

        bar_panel, column_panel, log_panel, dice_panel, _ = self.kept
        bar = kit.Spot(0, 0, width, TOP)
        bar_panel.draw(canvas, canvas.rect(0, 0, width, TOP + 1), state, lambda: self.top.draw(canvas, bar))
        column_state = (state, self.pointer.unit, tuple(self.pointer.picked), self.column.scrolled())
        column_panel.draw(canvas, canvas.rect(right, TOP, RIGHT, height - TOP), column_state, column)
        lines, tray = kit.Spot(0, foot, log_width, BOTTOM), kit.Spot(log_width, foot, right - log_width, BOTTOM)
        log_panel.draw(canvas, canvas.rect(*lines), (state, self.log.back), lambda: self.log.draw(canvas, lines))
        if self.playback.running:
            self.dice.draw(canvas, tray)
        else:
            dice_panel.draw(canvas, canvas.rect(*tray), state, lambda: self.dice.draw(canvas, tray))
        canvas.rule(0, foot, right, LINE2)
