"""The game at this window: what is chosen goes to the engine, what came of it is shown, and the screen changes hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import ClassVar

import pygame

from game.ai.apart import Thinker
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
from game.records.levels import REGULAR
from game.session.beforehand import forfeits
from game.session.hints import foreseen, hint_of, refused
from game.session.intent import Intent
from game.session.laying import lay_as_before, lay_rest
from game.session.session import Session
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

HINTS = REGULAR
"""Who thinks for a person."""
MOST = 4000
"""How many frames are kept for whoever looks next."""


class Game:
    """The session of a battle screen: choosing, taking back, saving, and whose eyes it is seen with.

    `news` are called when a choice was made, `recap` tells who lifts a curtain what has happened since the event
    of that number.
    """

    whole: ClassVar[bool] = True
    """Whether whole turns are played here, so that a card tells what each came to."""
    live: ClassVar[bool] = True
    """Whether people choose here, with a curtain between their seats; False where what was chosen is only shown."""
    refusals: ClassVar[tuple[type[Exception], ...]] = (IllegalChoice, NoDecision, DiceError)
    """What a choice that is not made is told as."""

    def __init__(self, app: Stage, model: Model, view: MapView, playback: Playback) -> None:
        self.app, self.model, self.view, self.playback = app, model, view, playback
        self.news: list[Callable[[], None]] = []
        self.playback.done, self.playback.bring = self.played, view.bring
        self.recap: Callable[[int], None] = lambda _: None
        self._film: list[Frame] = []
        self._seen: dict[Viewer, int] = {}
        self._gesture = False
        self.wait = 0.0
        self._thinker = Thinker()
        self._hinted = -1
        self._before = self._go = False
        self._looked: set[Viewer] = set()
        self.begun = self.ended = False

    @property
    def session(self) -> Session:
        """The session that is shown."""
        return self.model.session

    # -- whose screen it is ---------------------------------------------------------------------------------------

    def entered(self) -> None:
        """On top, for the first time or again: settings may have changed."""
        settings = self.app.settings
        self.model.palette = settings.palette
        self.playback.reduced = self.view.reduced = settings.reduced_motion
        self.playback.pace, self.playback.turns = settings.pace, settings.turn_cards and self.whole
        if not self.begun:
            self.begun = True
            self.begin()

    def begin(self) -> None:
        """The first look. Where there are secrets, or soon will be, and several people share the screen, behind the curtain."""
        self.session.settle()
        self.session.hide()
        self.follow()

    def follow(self) -> None:
        """Show the table to whoever is asked now, behind a curtain where the screen changes hands."""
        if self.session.curtain_needed:
            self.show_curtain()
        else:
            self.lifted()

    def show_curtain(self) -> None:
        """Hide everything until the person who is asked is there."""
        self.playback.drop()
        self.view.glide.forget()
        self.model.hand = ""
        self.app.push(CurtainScreen(self.app, self.session, self.looks))

    def looks(self) -> None:
        """The curtain is up: whoever is asked is told what has happened since he looked last.

        Not where it is no more than what he is asked about.
        """
        session = self.session
        session.hand_over()
        since = self._since()
        self.lifted()
        news = [line for line in session.log(since) if line.seen.unit and line.type not in self.model.words.quiet]
        if self.playback.running or len(news) > 1:
            self.recap(since)

    def lifted(self) -> None:
        """The screen belongs to whoever is asked, who first sees what has happened since he looked last."""
        self.session.hand_over()
        self.view.glide.forget()
        self.first_look()
        if self._gesture:
            self.model.refresh()
        else:
            self.playback.start(self._unseen())

    @contextmanager
    def gesture(self) -> Iterator[None]:
        """Several choices in one movement of the hand: what comes of them is shown once all are made."""
        self._gesture = True
        try:
            yield
        finally:
            self._gesture = False
            if not self.session.curtain_needed:
                self.playback.start(self._unseen())

    def played(self) -> None:
        """All has been shown: the question is there, or the curtain falls before it."""
        if self.live and self.session.curtain_needed:
            self.show_curtain()
            return
        asked = self.model.decision
        goes_on = asked is not None and asked.kind in self.model.words.free and asked.seat == self.model.hand
        if not goes_on:  # nothing moves under the pointer after one's own move
            self.look_at_action()

    def _unseen(self) -> list[Frame]:
        """What the one who looks has not been shown yet, from how he saw the table last."""
        film, told, seen = self._film, len(self.session.match.events), self._since()
        self._seen[self.session.viewer] = told
        unseen = [*[frame for frame in film if frame.events <= seen][-1:], *(f for f in film if f.events > seen)]
        first = min(self._seen.values())
        self._film = [f for f in film if f.events >= first][-MOST:]
        return unseen

    def first_look(self) -> None:
        """Whoever looks for the first time has everybody in sight, or at least all units of whoever is asked."""
        if self.session.viewer in self._looked:
            return
        self._looked.add(self.session.viewer)
        if self.view.area.width == 1 or not all(map(self.view.in_sight, self.model.stood_on()[1])):
            self.look_at_all()

    def look_at_all(self) -> None:
        """Everybody in sight, or at least all units of whoever is asked."""
        everybody, own = self.model.stood_on()
        ground = {cell for objective in self.session.setup.objectives for cell in objective.cells}
        self.view.frame(everybody, own or everybody, ground)

    def _since(self) -> int:
        """The number of the first event that the one who looks has not seen: by himself, or with whoever sits beside him."""
        film, told = self._film, len(self.session.match.events)
        looking = (self.session.viewer, PUBLIC) if self.session.secrets else tuple(self._seen)
        seen = (self._seen[viewer] for viewer in looking if viewer in self._seen)
        return max(seen, default=film[0].events if film else told)

    def look_at_action(self) -> None:
        """Bring into sight what the question is about: the unit that is asked, what it answers, its way and its target.

        Who may answer is there, too, if it fits. Nearer again, where it was zoomed out, once an action is over.
        """
        asked, action, units = self.model.decision, self.model.view.action, self.model.units
        free = asked is None or asked.kind in self.model.words.free
        names = [(asked.unit if asked is not None else "") or self.model.selected]
        cells = [self.model.trigger_cell()]
        if action is not None and not free:
            names += [action.unit, action.target, *action.targets]
            cells += [action.path[0], action.path[-1]] if action.path else []
        able = [] if free else self.model.able()
        must, may = ([units[name].at for name in some if name in units] for some in (names, able))
        self.view.bring([*must, *cells], may, back=free)

    def look_at(self, name: str, *cells: int) -> None:
        """Bring a unit into sight, and these cells with it."""
        if name in self.model.units:
            self.view.bring([self.model.units[name].at, *cells])

    def look_at_shot(self, option: Option) -> None:
        """Bring into sight who does what is picked, and where it is aimed at."""
        total = self.model.forecast(option)
        spot = total.spot if total is not None and total.spot >= 0 else option.to
        self.look_at(option.unit, spot)

    def hurry(self, steps: int) -> None:
        """What happens is shown faster, or slower; that is kept."""
        settings = self.app.settings
        place = max(0, min(len(PACES) - 1, PACES.index(settings.pace) + steps))
        settings.pace = self.playback.pace = PACES[place]
        self.model.notice = f"What happens is shown at {settings.pace_words}."
        save_settings(settings)

    def show_again(self) -> None:
        """Once more what was shown last."""
        if not self.playback.again():
            self.model.notice = "There is nothing to show again."

    # -- choosing -------------------------------------------------------------------------------------------------

    def choose(self, intent: Intent | str) -> bool:
        """Pass a choice to the engine and play back what came of it; False if the table is out of sight since."""
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
        """Choose what a person has picked; what would give something up is asked back once, if no hint has just said it."""
        found, hint = self.model.choices.by_id.get(Intent.by(intent).option), self.model.hint
        hinted = hint is not None and found is not None and hint.option.id == found.id
        lost = self.forfeits(found) if found is not None and not hinted else None
        if found is None or lost is None:
            self.choose(intent)
            return
        done = partial(self.choose, intent)
        self.app.push(ForfeitScreen(self.app, lost, words_of(found), done))

    def forfeits(self, option: Option) -> Remark | None:
        """What an answer would give up, None for nothing."""
        return forfeits(self.session, option)

    def answer(self, intent: Intent) -> None:
        """Where a choice goes to. Raises one of `refusals`; then nothing has changed."""
        self.session.choose(intent)

    def after(self, film: Sequence[Frame]) -> bool:
        """Show what came of a choice, frame by frame from how the table stood before it."""
        self._told()
        for tell in self.news:
            tell()
        if self._film and self._film[-1].events > film[0].events:  # something was taken back
            self._film.clear()
        self._film += film
        if not self.session.curtain_needed:
            self.lifted()
            return True
        if self.session.viewer == PUBLIC:  # what the whole table has brought about, the whole table sees
            self.playback.start(self._unseen())
        else:
            self.show_curtain()
        return False

    def _told(self) -> None:
        self.model.notice, self.session.complaint = self.session.complaint, ""
        self.model.typed = []

    @property
    def lasting_passes(self) -> tuple[str, ...]:
        """Until when a pass may hold that is given here, as the rulebook has it."""
        return tuple(self.session.match.rules.pass_until)

    def say_when(self) -> None:
        """The sheet on which a seat says when it wants to be asked to react."""
        seat = self.session.may_stand
        if seat:
            self.app.push(StandingScreen(self.app, self.session, seat, partial(self.said_when, seat)))

    def said_when(self, seat: str, standing: Standing) -> None:
        """It holds from now on, for an open question, too: what came of that is shown."""
        with self.session.match.filming() as film:
            self.session.stand(seat, standing)
        self.after(film)

    def wait_for(self, seat: str) -> None:
        """A seat says "wait!" on a shared table: the question is put to it alone."""
        self.session.wait(seat)
        self.model.refresh()

    def give_rest(self, order: MarkerKind) -> None:
        """The same marker for every unit that has none yet."""
        self.at_once(partial(lay_rest, self.session, order))

    def give_as_before(self) -> None:
        """Every unit has the marker of the turn before, and it is said which those are."""
        self.at_once(partial(lay_as_before, self.session))

    def at_once(self, make: Callable[[], str]) -> None:
        """Make several choices with one gesture, show what they have come to, and say it."""
        with self.session.gestures.one(self.session.match):
            words = make()
        self._told()
        self.model.refresh()
        self.model.notice = words or self.model.notice

    def hand_markers_over(self) -> None:
        """End the laying of markers, if every unit has one."""
        asked = self.session.decision
        if asked is not None and asked.kind == self.model.words.order_kind and asked.option(CONFIRM.id) is not None:
            self.choose(CONFIRM.id)

    def step_on(self) -> bool:
        """Enter, where a game is only shown: on to its next moment; and where the computer waits with what it means to do.

        False in a game that is played.
        """
        self._go = self.model.hint is not None and self.session.waits_for_player
        return self._go

    @property
    def hinting(self) -> bool:
        """Whether who looks may have a hint now."""
        return self.whole and not refused(self.session)

    def give_hint(self) -> None:
        """Begin to think for the person who is asked; on an open table, what a computer player means to do is shown or not."""
        if not self.whole:
            self.model.notice = "A hint is for a battle that is played."
        elif foreseen(self.session) or (self._before and self.session.waits_for_player):
            self._before = not self._before
            shown = "before it does it; Enter lets it" if self._before else "no more before it does it"
            self.model.notice = f"What the computer means to do is shown {shown}."
            self.model.hint = None
        elif why := refused(self.session):
            self.model.notice = why
        else:
            self._hinted = len(self.session.match.history)
            self.model.notice = "The computer thinks about it."

    def _hint(self) -> bool:
        """Whether a hint is still thought about; once it is not, it stands, and what it names is chosen."""
        session, model = self.session, self.model
        if self._hinted < 0:
            return False
        if self._hinted != len(session.match.history) or refused(session):
            self._hinted = -1
            return False
        try:
            self._thinker.ask(session.match, session.asked, HINTS)
            thought = self._thinker.answer()
        except BotError as error:
            self._hinted, model.notice = -1, str(error)
            return True
        if thought is not None:
            self._hinted, model.notice = -1, ""
            if thought.option.unit in model.units:
                model.pick(thought.option.unit)
                self.look_at(thought.option.unit)
            if thought.option.id in model.choices.by_id:
                model.chosen = thought.option.id
            model.hint = hint_of(thought, session.match.front, len(session.match.history))
        return True

    def _foretold(self, seat: str) -> bool:
        """Whether what a computer player means to do is shown, and nobody has let it do it yet. Raises BotError."""
        session, model = self.session, self.model
        if not (self._before and foreseen(session)) or self._go:
            self._go = False
            return False
        if model.hint is None:
            thought = session.players[seat].intends(session.match, seat)
            if thought is None or not thought.others:
                return False
            model.hint = hint_of(thought, session.match.front, len(session.match.history))
            self.app.dirty = True
        return True

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
        """One choice back; it stands in the record."""
        self.playback.drop()
        self.session.undo("everybody at the table")
        self._film.clear()
        self._seen.clear()
        told = len(self.session.match.events)
        self.model.reasons = {n: words for n, words in self.model.reasons.items() if n < told}
        self._told()
        self.follow()

    def end(self) -> None:
        """The battle is over: the screen of its end."""
        self.app.show_end(self.session, self.view.backdrop)

    def _why(self, seat: str, first: int) -> None:
        """Why a computer player did what comes of event number `first` on: in the log, and beside what is shown."""
        if why := self.session.reason:
            self.model.reasons[first] = Motive(seat, why)

    # -- keeping --------------------------------------------------------------------------------------------------

    def save_game(self) -> None:
        """Keep the game under its title and turn."""
        match = self.session.match
        name = f"{match.setup.title}, turn {match.front.turn}"
        self.model.notice = self.app.save(self.session, name, self.view.backdrop)

    def look_back(self) -> None:
        """Step through the game so far."""
        match = self.session.match
        seat = REFEREE if match.outcome else self.session.knows
        self.app.look_back(match, self.view.backdrop, seat=seat, seating=self.session.seating)

    def copy_position(self) -> None:
        """The position as a sketch on the clipboard."""
        from game.sketch import sketch_text

        try:
            pygame.scrap.put_text(sketch_text(position(self.session.match, self.session.knows)))
            self.model.notice = "The position is on the clipboard as a sketch."
        except (pygame.error, ValueError) as error:
            self.model.notice = f"The position cannot be copied: {error}."

    def leave(self) -> None:
        """Let go of the journal, so that the game can be resumed, and of the bots."""
        self._thinker.close()
        for player in self.session.players.values():
            player.close()
        if self.session.let_go:
            if self.session.kept_at is not None:
                self.app.portray(self.session, self.view.backdrop, self.session.kept_at)
            self.session.let_go()
            self.session.saved = self.session.taken_back = self.session.let_go = None
            self.session.seated = self.session.standings.stood = None

    # -- time -----------------------------------------------------------------------------------------------------

    def tick(self, seconds: float, *, in_sight: bool) -> bool:
        """Play back, and let computer players answer when nothing moves; True while something goes on."""
        if self.view.tick(seconds) or self.playback.tick(seconds):  # what happens waits for the camera
            return True
        if self.session.match.outcome is not None and in_sight and not self.ended:
            self.ended = True
            self.end()
            return True
        if not (self.session.waits_for_player and in_sight):
            return self._hint()
        self.wait += seconds
        asked = self.session.match.pending
        brief = bool(self.model.plan) or (asked is not None and asked.kind == DEPLOY)  # one of many moves of a plan
        return self._let_player() if self.wait > (0.08 if brief else 0.25) else True

    def _let_player(self) -> bool:
        """The computer player that is asked answers once it has thought; False while what it means to do is shown."""
        seat = self.session.asked
        try:
            if not self.session.player_ready:
                return True
            if self._foretold(seat):
                return False
            with self.session.match.filming() as film:
                self.session.let_player_choose()
        except (BotError, IllegalChoice) as error:
            self.session.release(seat)
            self.model.notice = f"{error} A person plays {spoken(seat)} from here."
            self.follow()
            return True
        self.wait, self.model.hand = 0.0, ""
        self._why(seat, film[0].events)
        self.after(film)
        self.app.dirty = True
        return True
