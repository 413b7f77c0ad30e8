"""One session at this window: what is chosen goes to the engine, what came of it is shown, and the screen changes hands."""

from __future__ import annotations

import pygame

from game.ai.bot import BotError
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.dice import DiceError
from game.engine.position import position
from game.engine.view import UnitView
from game.records.timeline import undo_needs_consent
from game.session.seats import BotPlayer
from game.session.session import Session
from game.ui.battle import options
from game.ui.battle.formations import FormationList
from game.ui.battle.layers import Layer
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.plan_panel import PlanList
from game.ui.battle.playback import Playback
from game.ui.battle.stacks import Stacks
from game.ui.ground import Backdrop
from game.ui.screen import Screen, Stage


class Sitting(Screen):
    """The state of the battle screen, the game kept and taken back; `Hand` adds what the player does, `BattleScreen` draws."""

    foot = 0.0
    """Logical pixels at the foot of the map kept free for a caption."""

    def __init__(self, app: Stage, session: Session, backdrop: Backdrop | None = None) -> None:
        super().__init__(app)
        self.session = session
        self.model = Model(session, app.settings.palette)
        self.map = MapView(session.setup.board, backdrop)
        self.playback = Playback(session.setup.board, reduced=app.settings.reduced_motion)
        self.rows = options.OptionList()
        self.plan_rows = PlanList()
        self.formations = FormationList()
        self.zones_of_control, self.reach, self.watched = Layer(), Layer(), Layer()
        self.called_out: list[pygame.Rect] = []
        self.hover = -1
        self.cursor = -1
        self.sight = self.threat = False
        self.typed: list[int] = []
        self.log_back = 0
        self.ladder_first = 0
        self.notice = ""
        self.drag: tuple[int, int] | None = None
        self.stacks = Stacks([], [], [])  # where the last drawing put every token
        self.picked: list[str] = []  # several units of one cell that are to go together
        self.held: tuple[int, int] | None = None  # where the pointer took hold of a token
        self.carried = False  # and whether it has been taken along since
        self.wait = 0.0
        self.pointed = self.opened = False
        self.model.refresh()
        self._look_at_action()

    # -- what happens ---------------------------------------------------------------------------------------------

    def entered(self) -> None:
        """Back on top: settings may have changed."""
        self.model.palette = self.app.settings.palette
        self.playback.reduced = self.app.settings.reduced_motion
        self.session.curtains = self.session.curtains and self.app.settings.curtains
        if not self.opened:
            self.opened = True
            self.begin()

    def begin(self) -> None:
        """The first look. A game that may hold secrets already begins behind the curtain."""
        match = self.session.match
        if match.history or any("down" in unit.markers.values() for unit in match.front.units.values()):
            self.session.hide()
        self.follow()

    def follow(self) -> None:
        """Show the table to whoever is asked now, behind a curtain where the screen changes hands."""
        if self.session.curtain_needed:
            self.show_curtain()
        else:
            self._lifted()

    def choose(
        self, option: str = "", *, path: tuple[int, ...] | None = None, faces: list[int] | None = None, until: str = ""
    ) -> None:
        """Pass a choice to the engine and play back what came of it."""
        before = list(self.model.units.values())
        since = len(self.session.match.events)
        try:
            self.session.choose(option, path=path, faces=faces, until=until)
        except (IllegalChoice, NoDecision, DiceError) as error:
            self.notice = str(error)
            self.typed = []
            return
        self._after(before, since)

    def _after(self, before: list[UnitView], since: int) -> None:
        self.notice, self.session.complaint = self.session.complaint, ""
        self.typed = []
        self.log_back = self.rows.first = self.ladder_first = 0
        if self.session.curtain_needed:
            self.show_curtain()
            return
        self.session.hand_over()
        self.model.refresh()
        self.playback.start(self.session.events(since), before, self.model.in_formations())
        self._look_at_action()

    def show_curtain(self) -> None:
        """Hide everything until the person who is asked is there."""
        from game.ui.screens.curtain import CurtainScreen

        self.playback.skip()
        self.app.push(CurtainScreen(self.app, self.session, self._lifted))

    def _lifted(self) -> None:
        self.session.hand_over()
        self.model.refresh()
        self._look_at_action()

    def _look_at_action(self) -> None:
        """Bring the unit that is asked about into sight."""
        asked, cell = self.model.decision, self.model.trigger_cell()
        self._look_at((asked.unit if asked else "") or self.model.selected)
        if self.map.board.grid == "hex" and cell >= 0 and self.map.area.width > 1 and not self.map.in_sight(cell):
            self.map.centre_on(cell)

    def _look_at(self, name: str) -> None:
        """Bring a unit into sight if it is not."""
        unit = self.model.units.get(name)
        if unit is not None and self.map.area.width > 1 and not self.map.in_sight(unit.at):
            self.map.centre_on(unit.at)

    def undo(self) -> None:
        """Take the last choice back; past dice or a turned marker the other person has to agree."""
        match = self.session.match
        if not match.history:
            return
        why = undo_needs_consent(match)
        if why and len(self.session.people) > 1:
            from game.ui.screens.sheets import AskScreen

            title = "Do both sides agree?" if len(self.session.setup.seats) == 2 else "Does everybody agree?"
            self.app.push(AskScreen(self.app, title, f"Yes, take it back: {why}", "No, leave it", self.take_back))
            return
        self.take_back()

    def take_back(self) -> None:
        """One choice back."""
        self.session.undo()
        self.playback.skip()
        self.notice, self.session.complaint = self.session.complaint, ""
        self.typed = []
        self.follow()

    def save_game(self) -> None:
        """Keep the game under its title and turn."""
        match = self.session.match
        self.notice = self.app.save(self.session, f"{match.setup.title}, turn {match.front.turn}", self.map.backdrop)

    def look_back(self) -> None:
        """Step through the game so far."""
        match = self.session.match
        seat = None if match.outcome else self.session.viewer
        self.app.look_back(match, self.map.backdrop, seat=seat, curtains=self.session.curtains)

    def copy_position(self) -> None:
        """The position as a sketch on the clipboard."""
        from game.sketch import sketch_text

        try:
            pygame.scrap.put_text(sketch_text(position(self.session.match)))
            self.notice = "The position is on the clipboard as a sketch."
        except (pygame.error, ValueError) as error:
            self.notice = f"The position cannot be copied: {error}."

    def tick(self, seconds: float) -> bool:
        """Play back, and let computer players answer when nothing moves."""
        if self.playback.tick(seconds):
            return True
        if self.session.waits_for_player and self.app.top is self:
            self.wait += seconds
            if self.wait > (0.08 if self.model.plan else 0.25):
                self.wait = 0.0
                before = list(self.model.units.values())
                since = len(self.session.match.events)
                seat = self.session.asked
                try:
                    self.session.let_player_choose()
                except (BotError, IllegalChoice) as error:
                    self.session.release(seat)
                    self.notice = f"{error} A person plays {self.session.match.rules.seat_name(seat)} from here."
                    self.follow()
                    return True
                self._after(before, since)
                self.app.dirty = True
            return True
        return False

    def skip(self) -> bool:
        """Any key finishes all running motion."""
        return self.playback.skip()

    # -- other screens -----------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Let go of the journal, so that the game can be resumed, and of the bots."""
        for player in self.session.players.values():
            if isinstance(player, BotPlayer):
                player.bot.close()
        if self.session.let_go:
            self.session.let_go()
            self.session.saved = self.session.taken_back = self.session.let_go = None

    def gone(self) -> None:
        """Taken away for good."""
        self.leave()

    def open_menu(self) -> None:
        """The pause menu."""
        from game.ui.screens.menu import MenuScreen
        from game.ui.screens.sheets import Entry

        book = self.session.match.rules.book.title
        rows = (
            Entry("V", "Save", "with its picture", self.save_game),
            Entry("H", "Step back and look", "nothing is changed", self.look_back),
            Entry("R", "Rulebook", book, self.open_rules),
            Entry("C", "Copy the position", "as a sketch, Ctrl C", self.copy_position),
        )
        self.app.push(MenuScreen(self.app, rows))

    def open_rules(self) -> None:
        """The rulebook in play."""
        from game.ui.screens.cards import RulesScreen

        self.app.push(RulesScreen(self.app, self.session.match.rules.book))
