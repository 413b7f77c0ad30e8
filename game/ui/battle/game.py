"""The game of a battle screen: it passes choices to the session, shows their results, and hands the screen over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import ClassVar

import pygame

from game.ai.errors import BotError
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import Remark
from game.engine.deployment import DEPLOY
from game.engine.dice import DiceError
from game.engine.match import Frame
from game.engine.names import MarkerKind, spoken
from game.engine.options import CONFIRM, Option
from game.engine.position import position
from game.engine.standing import Standing
from game.engine.viewers import PUBLIC, REFEREE, Viewer
from game.session.beforehand import forfeits
from game.session.hints import why_no_hint
from game.session.intent import Intent
from game.session.laying import lay_as_before, lay_rest
from game.session.session import Session
from game.session.told import may_tell_a_marker
from game.ui.battle.hint_giver import HintGiver
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.playback import Playback
from game.ui.battle.sums import words_of
from game.ui.battle.viewed import Motive
from game.ui.screen import Stage
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.sheets import AskScreen, ForfeitScreen
from game.ui.screens.standing import StandingScreen
from game.ui.settings import PACES, save_settings

MOST_FRAMES = 4000
"""How many frames are kept for the viewers who have not seen them yet."""
THINKING, BRIEF = 0.25, 0.08
"""Seconds of rest before a computer player answers, and before each of the many moves of a plan."""


class Game:
    """The session of a battle screen: choosing, taking back, saving, and which viewer it is shown to.

    All of `news` are called after a choice. `recap` tells the person behind a curtain what has happened since an event,
    given by its number.
    """

    whole_battle: ClassVar[bool] = True
    """Whether a whole battle is played here: each turn ends with a card, and hints may be asked for."""
    live: ClassVar[bool] = True
    """Whether people choose here, with a curtain between their seats; False for a game that is only shown."""
    refusals: ClassVar[tuple[type[Exception], ...]] = (IllegalChoice, NoDecision, DiceError)
    """The exceptions with which a choice is refused; their text becomes the notice."""

    def __init__(self, app: Stage, model: Model, view: MapView, playback: Playback) -> None:
        self.app, self.model, self.view, self.playback = app, model, view, playback
        self.news: list[Callable[[], None]] = []
        self.playback.done, self.playback.bring = self.played, view.bring
        self.recap: Callable[[int], None] = lambda _: None
        self.hints = HintGiver(app, model, self.look_at)
        self._film: list[Frame] = []
        self._seen: dict[Viewer, int] = {}
        """How many events each viewer has been shown."""
        self._gesture = False
        self._still = 0.0
        """Seconds for which nothing has moved while a computer player is asked."""
        self._had_first_look: set[Viewer] = set()
        self.begun = self.ended = False

    @property
    def session(self) -> Session:
        """The session that is shown."""
        return self.model.session

    # -- whose screen it is ---------------------------------------------------------------------------------------

    def entered(self) -> None:
        """Take over the settings, which may have changed on another screen; begin the game the first time."""
        settings = self.app.settings
        self.model.palette = settings.palette
        self.playback.reduced = self.view.reduced = settings.reduced_motion
        self.playback.pace, self.playback.turns = settings.pace, settings.turn_cards and self.whole_battle
        if not self.begun:
            self.begun = True
            self.begin()

    def begin(self) -> None:
        """Show the table for the first time, behind a curtain if people at this screen have secrets or soon will."""
        session = self.session
        points = session.match.history
        self.model.reasons = {points[one.made].events: Motive(one.seat, one.text) for one in session.reasons}
        session.settle()
        session.hide()
        self.follow()

    def follow(self) -> None:
        """Show the table to the person who is asked now, behind a curtain if the screen changes hands."""
        if self.session.sight.curtain:
            self.show_curtain()
        else:
            self.show_table()

    def show_curtain(self) -> None:
        """Hide everything until the person who is asked has the screen."""
        self.playback.drop()
        self.view.glide.forget()
        self.model.hand = ""
        self.app.push(CurtainScreen(self.app, self.session, self.lift_curtain))

    def lift_curtain(self) -> None:
        """Show the table to the person who is asked, with a recap unless the question itself tells all that is new."""
        session = self.session
        session.hand_over()
        since = self._since()
        self.show_table()
        news = [line for line in session.log(since) if line.seen.unit and not line.quiet]
        if self.playback.running or len(news) > 1:
            self.recap(since)

    def show_table(self) -> None:
        """Hand the screen to the person who is asked, and play back what that viewer has not seen yet."""
        self.session.hand_over()
        self.view.glide.forget()
        self.first_look()
        if self._gesture:
            self.model.refresh()
        else:
            self.playback.start(self._unseen())

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """A context for several choices of one gesture: their results are shown once all of them are made."""
        self._gesture = True
        try:
            yield
        finally:
            self._gesture = False
            if not self.session.sight.curtain:
                self.playback.start(self._unseen())

    def played(self) -> None:
        """Go on after playback: to the question, or to the curtain in front of it."""
        if self.live and self.session.sight.curtain:
            self.show_curtain()
            return
        decision = self.model.decision
        goes_on = decision is not None and decision.kind in self.model.words.free and decision.seat == self.model.hand
        if not goes_on:  # after the seat's own move nothing moves under its pointer
            self.look_at_action()

    def _unseen(self) -> list[Frame]:
        """The frames that the viewer has not been shown, after the last one that it has seen.

        From now on they count as shown.
        """
        film, seen = self._film, self._since()
        self._seen[self.session.viewer] = len(self.session.match.events)
        before = [frame for frame in film if frame.events <= seen]
        unseen = [*before[-1:], *(frame for frame in film if frame.events > seen)]
        first = min(self._seen.values())
        self._film = [frame for frame in film if frame.events >= first][-MOST_FRAMES:]
        return unseen

    def first_look(self) -> None:
        """At a viewer's first look, bring all units into sight, or at least those of the seat that is asked."""
        if self.session.viewer in self._had_first_look:
            return
        self._had_first_look.add(self.session.viewer)
        if self.view.area.width == 1 or not all(map(self.view.in_sight, self.model.stood_on()[1])):
            self.look_at_all()

    def look_at_all(self) -> None:
        """Bring all units into sight, or at least those of the seat that is asked."""
        everybody, own = self.model.stood_on()
        ground = {cell for objective in self.session.setup.objectives for cell in objective.cells}
        self.view.frame(everybody, own or everybody, ground)

    def _since(self) -> int:
        """The number of the first event that the viewer has not seen, alone or together with the whole table."""
        film, events = self._film, len(self.session.match.events)
        viewers = (self.session.viewer, PUBLIC) if self.session.sight.secrets else tuple(self._seen)
        seen = (self._seen[viewer] for viewer in viewers if viewer in self._seen)
        return max(seen, default=film[0].events if film else events)

    def look_at_action(self) -> None:
        """Bring into sight what the question is about: the unit that is asked, the action it answers, and its target.

        Units that may answer are in sight, too, if they fit. Once an action is over the map zooms in again.
        """
        decision, action, units = self.model.decision, self.model.view.action, self.model.units
        free = decision is None or decision.kind in self.model.words.free
        concerned = [(decision.unit if decision is not None else "") or self.model.selected]
        cells = [self.model.trigger_cell()]
        if action is not None and not free:
            concerned += [action.unit, action.target, *action.targets]
            cells += [action.path[0], action.path[-1]] if action.path else []
        able = [] if free else self.model.able()
        needed, wished = ([units[name].at for name in group if name in units] for group in (concerned, able))
        self.view.bring([*needed, *cells], wished, back=free)

    def look_at(self, name: str, *cells: int) -> None:
        """Bring a unit into sight, and these cells with it."""
        if name in self.model.units:
            self.view.bring([self.model.units[name].at, *cells])

    def look_at_shot(self, option: Option) -> None:
        """Bring into sight the unit that an option is for and the cell it is aimed at."""
        total = self.model.forecast(option)
        spot = total.spot if total is not None and total.spot >= 0 else option.to
        self.look_at(option.unit, spot)

    def hurry(self, steps: int) -> None:
        """Play back faster by so many steps, or slower if negative, and keep that in the settings."""
        settings = self.app.settings
        place = max(0, min(len(PACES) - 1, PACES.index(settings.pace) + steps))
        settings.pace = self.playback.pace = PACES[place]
        self.model.notice = f"What happens is shown at {settings.pace_words}."
        save_settings(settings)

    def show_again(self) -> None:
        """Play back once more what was shown last."""
        if not self.playback.again():
            self.model.notice = "There is nothing to show again."

    # -- choosing -------------------------------------------------------------------------------------------------

    def choose(self, intent: Intent | str) -> bool:
        """Pass a choice to the session and play back its results. Returns False if the table is hidden after that."""
        hand = self.session.asked
        try:
            with self.session.match.filming() as film:
                self.answer(Intent.by(intent))
        except self.refusals as error:
            self.model.typed = []
            if self.session.decision != self.model.decision:  # a wrong pick has told everybody of a marker
                self.model.refresh()
            self.model.notice = str(error)
            return True
        self.model.hand = hand
        return self.after(film)

    def submit(self, intent: Intent | str) -> None:
        """Choose what a person has picked. If it gives something up, ask back first, unless it is the hint's answer."""
        option, hint = self.model.choices.by_id.get(Intent.by(intent).option), self.model.hint
        hinted = hint is not None and option is not None and hint.option.id == option.id
        loss = self.forfeits(option) if option is not None and not hinted else None
        if option is None or loss is None:
            self.choose(intent)
            return
        confirm = partial(self.choose, intent)
        self.app.push(ForfeitScreen(self.app, loss, words_of(option), confirm))

    def forfeits(self, option: Option) -> Remark | None:
        """What an answer would give up, None for nothing."""
        return forfeits(self.session, option)

    def answer(self, intent: Intent) -> None:
        """Give the choice to the session. Raises one of `refusals`; then nothing has changed."""
        self.session.choose(intent)

    def after(self, film: Sequence[Frame]) -> bool:
        """Show the results of a choice: its film, which begins with the frame before it.

        Returns False if the table is hidden after that.
        """
        self._take_complaint()
        for tell in self.news:
            tell()
        if self._film and self._film[-1].events > film[0].events:  # something was taken back
            self._film.clear()
        self._film += film
        if not self.session.sight.curtain:
            self.show_table()
            return True
        if self.session.viewer == PUBLIC:  # the whole table sees what the whole table has answered
            self.playback.start(self._unseen())
        else:
            self.show_curtain()
        return False

    def _take_complaint(self) -> None:
        """Make the session's complaint the notice, and forget faces that were typed."""
        self.model.notice, self.session.complaint = self.session.complaint, ""
        self.model.typed = []

    @property
    def lasting_passes(self) -> tuple[str, ...]:
        """How long a lasting pass may hold (`until`), as the rulebook lists it."""
        return tuple(self.session.match.rules.pass_until)

    def say_when(self) -> None:
        """Open the sheet on which a seat says when it wants to be asked to react."""
        seat = self.session.sight.may_stand
        if seat:
            self.app.push(StandingScreen(self.app, self.session, seat, partial(self.said_when, seat)))

    def said_when(self, seat: str, standing: Standing) -> None:
        """Keep a standing answer and show what comes of it: it holds for the open question, too."""
        with self.session.match.filming() as film:
            self.session.stand(seat, standing)
        self.after(film)

    def wait_for(self, seat: str) -> None:
        """Put the question to a seat that says "wait!" at a shared table."""
        self.session.wait(seat)
        self.model.refresh()

    def give_rest(self, order: MarkerKind) -> None:
        """Give the same marker to every unit that has none yet."""
        self.at_once(partial(lay_rest, self.session, order))

    def give_as_before(self) -> None:
        """Give every unit the marker that it had in the turn before, and say which those are."""
        self.at_once(partial(lay_as_before, self.session))

    def at_once(self, make: Callable[[], str]) -> None:
        """Make several choices with one gesture, show the table after all of them, and say what `make` says of it."""
        with self.session.gestures.one(self.session.match):
            words = make()
        self._take_complaint()
        self.model.refresh()
        self.model.notice = words or self.model.notice

    def hand_markers_over(self) -> None:
        """End the giving of markers, if every unit has one."""
        decision, order_kind = self.session.decision, self.model.words.order_kind
        if decision is not None and decision.kind == order_kind and decision.option(CONFIRM.id) is not None:
            self.choose(CONFIRM.id)

    def step_on(self) -> bool:
        """Let a computer player do what it shows. Returns False if Enter means something else here."""
        return self.hints.release()

    @property
    def hinting(self) -> bool:
        """Whether the viewer may have a hint now."""
        return self.whole_battle and not why_no_hint(self.session)

    def give_hint(self) -> None:
        """Ask for a hint, or say why there is none."""
        if self.whole_battle:
            self.hints.ask()
        else:
            self.model.notice = "There are hints only in a battle that you play."

    def undo(self) -> None:
        """Take the last choice back; past dice or a turned marker the other person has to agree."""
        if not self.session.match.history:
            self.model.notice = "Nothing has been chosen yet that could be taken back."
            return
        why = self.session.consent
        if why:
            title = "Do both sides agree?" if len(self.session.setup.seats) == 2 else "Does everybody agree?"
            title = title if len(self.session.people) > 1 else "Take it back?"
            self.app.push(AskScreen(self.app, title, f"Yes, take it back: {why}", "No, leave it", self.take_back))
            return
        self.take_back()

    def take_back(self) -> None:
        """Take the last choice back; the record says so."""
        self.playback.drop()
        self.session.undo("everybody at the table")
        self._film.clear()
        self._seen.clear()
        events = len(self.session.match.events)
        self.model.reasons = {n: words for n, words in self.model.reasons.items() if n < events}
        self._take_complaint()
        self.follow()

    def end(self) -> None:
        """Open the screen of the end of a battle."""
        self.app.show_end(self.session, self.view.backdrop)

    # -- keeping --------------------------------------------------------------------------------------------------

    def save_game(self) -> None:
        """Save the game under its title and turn."""
        match = self.session.match
        name = f"{match.setup.title}, turn {match.front.turn}"
        self.model.notice = self.app.save(self.session, name, self.view.backdrop)

    def look_back(self) -> None:
        """Step through the game so far."""
        match = self.session.match
        seat = REFEREE if match.outcome else self.session.sight.knows
        self.app.look_back(match, self.view.backdrop, seat=seat, seating=self.session.seating)

    def copy_position(self) -> None:
        """Put the position on the clipboard, as a sketch."""
        from game.sketch import sketch_text

        try:
            pygame.scrap.put_text(sketch_text(position(self.session.match, self.session.sight.knows)))
            self.model.notice = "The position is on the clipboard as a sketch."
        except (pygame.error, ValueError) as error:
            self.model.notice = f"The position cannot be copied: {error}."

    def leave(self) -> None:
        """Close the journal, so that the game can be resumed, and the processes of computer players."""
        self.hints.close()
        for player in self.session.players.values():
            player.close()
        if self.session.keeper is not None:
            if self.session.kept_at is not None:
                self.app.portray(self.session, self.view.backdrop, self.session.kept_at)
            self.session.keeper.close()
            self.session.keeper = None

    # -- time -----------------------------------------------------------------------------------------------------

    def tick(self, seconds: float, *, in_sight: bool) -> bool:
        """Play back, and let computer players answer when nothing moves. Returns True while something goes on."""
        if self.view.tick(seconds) or self.playback.tick(seconds):  # playback waits for the camera
            return True
        if self.session.match.outcome is not None and in_sight and not self.ended:
            self.ended = True
            self.end()
            return True
        if not (self.session.waits_for_player and in_sight):
            return self.hints.tick()
        self._still += seconds
        return self._let_player(self._pause())

    def _pause(self) -> float:
        """Seconds of rest before the computer player that is asked answers, by public facts alone.

        Where its answer may depend on a face-down marker, that is the time which it may take to think about any.
        """
        match, seat = self.session.match, self.session.asked
        if self.model.plan or (
            match.pending is not None and match.pending.kind in (DEPLOY, self.model.words.order_kind)
        ):
            return BRIEF
        return max(THINKING, self.session.players[seat].thinks) if may_tell_a_marker(match, seat) else THINKING

    def _let_player(self, pause: float) -> bool:
        """Let the computer player of the asked seat choose, if it has thought and `pause` seconds have passed.

        It thinks in the pause, so that the time it takes does not show how much there was to weigh. If it needs longer,
        another whole pause begins. Returns False while it shows what it is about to do.
        """
        seat = self.session.asked
        try:
            ready = self.session.player_ready
            if self._still <= pause:
                return True
            if not ready:
                self._still = 0.0
                return True
            if self.hints.holds_back(seat):
                return False
            with self.session.match.filming() as film:
                self.session.let_player_choose()
        except (BotError, IllegalChoice) as error:
            self.session.release(seat)
            self.model.notice = f"{error} A person plays {spoken(seat)} from here."
            self.follow()
            return True
        self._still, self.model.hand = 0.0, ""
        if why := self.session.reason:
            self.model.reasons[film[0].events] = Motive(seat, why)
        self.after(film)
        self.app.dirty = True
        return True
