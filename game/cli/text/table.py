"""The text game at one moment: whose turn it is to speak to, what is asked, and answering it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from game.ai.errors import BotError
from game.cli.text import beforehand, say
from game.cli.text.markers import REST, Orders, laying_of, ordered
from game.cli.text.motives import Motives
from game.cli.text.naming import the_one
from game.cli.text.news import News
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import DICE, Decision, Refusal, Remark
from game.engine.events import UNSET, Event
from game.engine.match import Match
from game.engine.names import Cell, spoken
from game.engine.options import CONFIRM, RESET, Option
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know
from game.engine.wording import capitalised
from game.records.record import Mark, Seating, result_of
from game.records.standing import StandingAnswer
from game.records.tables import TableKind
from game.records.timeline import MAIN, Timeline
from game.session.beforehand import forfeits, remarks, suggested
from game.session.formations import led, places, set_up, wholes
from game.session.hints import hint_of, refused
from game.session.intent import Intent
from game.session.laying import laid_before, laid_words, laying
from game.session.numbers import Numbers
from game.session.player import SeatPlayer
from game.session.seats import thought_of
from game.session.session import Session


class Refused(Exception):  # noqa: N818
    """A command that cannot be carried out, in one sentence."""


def need(words: str, count: int, usage: str) -> list[str]:
    """The words after a command, if there are enough. Raises Refused with how to type it."""
    found = words.split()
    if len(found) < count:
        raise Refused(f"Type it like this: {usage}.")
    return found


def _untold(*what: object) -> None:
    """Where nobody listens for it."""


class TextTable:
    """A game in text, told to one viewer at a time. `referee` tells everything; `study` lets anything be taken back.

    `players` answer for their seats; `kind` says how the people at this keyboard keep their secrets from each other.
    `changed` is told what is to be kept, `curtain` the seat that the keyboard is handed over to, "" where everybody may
    look again; `pause` is called while a seat reads what is its own. Looking at another moment never changes who looks;
    only a hand-over does.
    """

    def __init__(
        self,
        timeline: Timeline,
        *,
        referee: bool = False,
        study: bool = False,
        players: Mapping[str, SeatPlayer] | None = None,
        kind: TableKind = TableKind.CURTAINS,
    ) -> None:
        self.timeline = timeline
        self.referee = referee
        self.study = study
        self.told = len(timeline.match.events)
        self.over = False
        self.changed: Callable[[News], None] = _untold
        self.curtain: Callable[[str], None] = _untold
        self.pause: Callable[[], None] = _untold
        self.saved: Callable[[str, bool], str] | None = None
        self.loaded: Callable[[str], Timeline] | None = None
        self.numbers = Numbers()
        self.motives = Motives()
        self.asks_back = True
        """Whether it is asked before something is given up; a script has been thought over."""
        self._asked_back: tuple[Match, int, Intent] | None = None
        """The answer that was asked back about last, and at which moment of which match."""
        self.session = self._sat(players or {}, TableKind.OPEN if referee else kind)
        self._went_before()
        self.session.hand_over()
        self._looked = self.session.viewer

    def _sat(self, players: Mapping[str, SeatPlayer], kind: TableKind) -> Session:
        """The people and players at the line that is played on."""
        match = self.timeline.match
        session = Session(match.setup, match=match, players=players, table=kind)
        session.seated = self._seated
        session.standings.stood = self._stood
        return session

    def _went_before(self) -> None:
        """Bring who sat where, and what was said beforehand, in line with the record."""
        timeline, session = self.timeline, self.session
        session.take_up(timeline.seatings, timeline.standings)
        timeline.seatings, timeline.standings = session.seatings, session.standings.said

    def _seated(self, seating: Seating) -> None:
        self.changed(News.SEATED)

    def _stood(self, answer: StandingAnswer) -> None:
        self.changed(News.STOOD)

    def say_when(self, words: list[str]) -> Iterator[str]:
        """Say when the seat that looks is asked to react, or hear it without words. Raises Refused."""
        session = self.session
        seat = session.may_stand if self.timeline.at_end else ""
        if not seat:
            raise Refused("That is said by who is asked, on a screen of its own, and not at a shared table.")
        if words:
            try:
                standing = beforehand.said(session, seat, words)
            except ValueError as error:
                raise Refused(f"Type it like this: {error}.") from error
            made = len(session.match.history)
            session.stand(seat, standing)
            yield from beforehand.lines(session, seat)
            if len(session.match.history) > made:
                self.timeline.went_on()
                self.changed(News.CHOSEN)
                yield from self.made()
        else:
            yield from beforehand.lines(session, seat)

    @property
    def shown(self) -> Match:
        """The match at the cursor."""
        return self.timeline.shown

    @property
    def viewer(self) -> Viewer:
        """Who is spoken to: the seat at the keyboard, or the whole table; everything is told to a referee, and at the end."""
        over = self.timeline.lines[MAIN].match.outcome is not None
        return REFEREE if self.referee or over else self.session.viewer

    def mark(self) -> None:
        """Write into the record that somebody sees everything, or may take anything back, from here on."""
        words: tuple[tuple[Literal["referee", "study"], bool], ...] = (("referee", self.referee), ("study", self.study))
        for word, holds in words:
            if holds and all(mark.word != word for mark in self.timeline.marks):
                self.timeline.marks.append(Mark(len(self.timeline.match.history), word))
                self.changed(News.MARKED)

    # -- who sits at the keyboard -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Go on to the first question for a person; a game that may hold secrets already is handed to the one who is asked."""
        match = self.timeline.match
        if match.history or any(unit.has_face_down for unit in match.front.units.values()):
            self.session.hide()
            self._looked = self.session.viewer
        self._go_on()

    def peek(self, word: str) -> Iterator[str]:
        """What a seat sees of its own units, on a table that shows everybody only what everybody may know. Raises Refused."""
        session, match = self.session, self.timeline.match
        if not session.shared or not self.timeline.at_end:
            raise Refused("There is nothing to peek at: who looks here sees its own markers.")
        if word.lower() not in session.people:
            raise Refused(f"Type it like this: peek SEAT, where SEAT is {' or '.join(session.people)}.")
        self.curtain(word.lower())
        own = (unit for unit in match.front.standing() if unit.seat == word.lower())
        yield from (say.unit_line(match, unit, word.lower()) for unit in own)
        self.pause()
        self.curtain("")

    def turn_to(self) -> None:
        """Turn to the line that is played on now; whoever chooses there sits down."""
        before = self.session
        self.session = self._sat(before.players, before.table)
        self.session.viewer = before.viewer
        if before.match is self.session.match:
            self.session.gestures = before.gestures
        if self.timeline.line.name == MAIN:
            self._went_before()
        self.told = len(self.timeline.match.events)
        self._go_on()

    def take_up(self, timeline: Timeline) -> None:
        """Another game is played at this table from now on; nobody is known to sit at the keyboard."""
        self.timeline = timeline
        self.motives = Motives()
        self.session = self._sat(self.session.players, self.session.table)
        self._went_before()
        self.mark()
        self.session.hide()
        self.told = len(timeline.match.events)
        self._go_on()

    def _go_on(self) -> None:
        """Settle what leaves nothing to decide, let players answer, and hand the keyboard over where that hides anything."""
        session = self.session
        made = len(session.match.history)
        session.settle()
        while session.waits_for_player:
            seat, number = session.asked, len(session.match.choices)
            try:
                session.let_player_choose()
                self.motives.answered(session, seat, number)
            except (BotError, IllegalChoice) as error:
                session.complaint = f"{error} A person plays {spoken(seat)} from here."
                session.release(seat)
        if len(session.match.history) > made:
            self.timeline.went_on()
            self.changed(News.CHOSEN)
        if session.curtain_needed:
            self.curtain(session.curtain_for)
        elif session.viewer == PUBLIC and self._looked not in (PUBLIC, REFEREE):
            self.curtain("")
        session.hand_over()
        self._looked = session.viewer

    def leave(self) -> None:
        """Let go of the programs that play."""
        for player in self.session.players.values():
            player.close()

    # -- what is asked ------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is asked at the cursor, as far as the one who looks may know it."""
        return self.session.decision if self.timeline.at_end else self.shown.decision_for(self.viewer)

    def question(self) -> Iterator[str]:
        """What is asked, or how the game ended."""
        match, asked = self.shown, self.decision
        if match.outcome is not None:
            yield f"{result_of(match)}."
            yield f"Hash {match.hash()}."
        elif asked is None:
            yield "A choice is being carried out here; step on to see what is asked next."
        else:
            follows = remarks(self.session) if self.timeline.at_end else ()
            yield from say.question_lines(
                match, asked, self.viewer, self._numbered(asked), preset=self.preset(asked), follows=follows
            )
            laying = laying_of(self.shown, asked)
            if laying is not None and len(laying.bare) > 1:
                first, kinds = laying.bare[0].upper(), laying.kinds
                yield f"Or all at once, like {first} {kinds[-1]}, {REST} {kinds[0]}, {CONFIRM.action}."

    def preset(self, asked: Decision) -> str:
        """The id of the answer that is marked as the default: the one under Enter in the window, where there is one.

        "" for none: nobody means to throw his own plan away.
        """
        given = suggested(self.session) if self.timeline.at_end else ""
        return given or (asked.default if asked.default != RESET.id else "")

    def _numbered(self, asked: Decision) -> Mapping[int, Option]:
        """What is listed with a question, by its numbers."""
        options = say.listed(asked)
        numbers = self.numbers.given(asked, options)
        return {numbers[option.id]: option for option in options}

    def asked(self) -> Decision:
        """The decision at the cursor. Raises NoDecision, Refused where it is somebody else's."""
        asked = self.decision
        if asked is None:
            raise NoDecision("Nothing is being asked here.")
        here = self.session.answers_here if self.timeline.at_end else may_know(self.viewer, asked.seat)
        if asked.seat != DICE and not here:
            where = "" if self.timeline.at_end else " This moment is past: go to the end, or play on as a branch."
            raise Refused(f"{spoken(asked.seat)} decides here.{where}")
        return asked

    def formation(self, words: str) -> list[str]:
        """What is to be seen of the formation that is named first, nothing if there is none of that name."""
        match, name = self.shown, words.split(maxsplit=1)[0].lower()
        group = next((group for group in match.rules.groups(match.front) if group.id.lower() == name), None)
        return [] if group is None else list(say.formation_lines(match, group, self.viewer))

    def hint(self) -> Iterator[str]:
        """What the computer would answer here, and why. Raises Refused where nobody may be told."""
        asked, session = self.asked(), self.session
        why = (
            refused(session)
            if self.timeline.at_end
            else "A hint is for the question that is open: go to the end first."
        )
        if why:
            raise Refused(why)
        match = session.match
        hint = hint_of(thought_of(match, asked.seat), match.front, len(match.history))
        yield f"The computer would choose {hint.option.id}: {hint.said}"
        yield from filter(None, (hint.expected, *(f"Dropped: {words}" for words in hint.dropped)))

    # -- answering ----------------------------------------------------------------------------------------------------

    def answer(self, words: list[str]) -> Iterator[str]:
        """Choose an option, lay markers, or give the faces of a roll. Raises Refused, and what `Session.choose` raises."""
        asked = self.asked()
        if asked.seat == DICE:
            if not all(word.isdecimal() and len(word) < 5 for word in words):
                raise Refused(f"Type {len(asked.dice)} numbers for the roll, or help.")
            yield from self.choose(Intent(faces=tuple(map(int, words))))
            return
        orders = ordered(laying_of(self.shown, asked), words, self.unit)
        if orders is not None:
            yield from self._lay(orders)
            return
        option = self.option(words)
        alone = words[0].isdecimal() or words[0].lower() == option.id
        until = words[1:] if alone else ()
        yield from self.choose(Intent(option.id, until=" ".join(until).lower()))

    def choose(self, intent: Intent) -> Iterator[str]:
        """Make a choice, and tell what came of it to whoever decides next. Raises what `Session.choose` raises.

        Where it would give something up while something better is legal, ask first; `anyway` makes it then.
        """
        lost = self._lost(intent.option) if self.asks_back and not intent.until else None
        now = (self.timeline.match, len(self.timeline.match.history), intent)
        if lost is not None and self._asked_back != now:
            self._asked_back = now
            yield f"Is that meant? {capitalised(lost.cited)}."
            yield "Type anyway to do it all the same."
            return
        self._choose(intent)
        yield from self.made()

    def _lost(self, name: str) -> Remark | None:
        """What an answer gives up, None for nothing."""
        asked = self.decision if self.timeline.at_end else None
        option = asked.option(name) if asked is not None and asked.seat != DICE else None
        return None if option is None else forfeits(self.session, option)

    def anyway(self) -> Iterator[str]:
        """Make the choice that has just been asked back about. Raises Refused where none has."""
        match, made, meant = self._asked_back or (None, -1, Intent())
        if (match, made) != (self.timeline.match, len(self.timeline.match.history)):
            raise Refused("Nothing has been asked back about.")
        yield from self.choose(meant)

    def _choose(self, intent: Intent) -> None:
        self._asked_back = None
        self.timeline.open_end()
        self.session.choose(intent)
        self.timeline.went_on()
        self.changed(News.CHOSEN)

    def made(self) -> Iterator[str]:
        """Tell what came of a choice to whoever decides next."""
        self._go_on()
        yield from self.news()
        yield from self.question()

    def option(self, words: Sequence[str]) -> Option:
        """The option of a number, of an id, or of words in its id or sentence: `activate b1`, `b1 stands`.

        Raises ValueError or Refused with a sentence.
        """
        asked, word = self.asked(), words[0]
        numbers = self._numbered(asked)
        if word.isdecimal() and len(word) < 6:
            option = numbers.get(int(word))
            if option is None:
                raise Refused(f"There is no option {word}; there are {say.spans(numbers)}.")
            return option
        if found := asked.option(word) or asked.option(word.lower()):
            return found
        return the_one(say.listed(asked), words, partial(say.option_text, self.shown))

    # -- markers for many units at once -------------------------------------------------------------------------------

    def _lay(self, orders: Orders) -> Iterator[str]:
        """Lay the markers one after the other; those that lie there already stay."""
        with self.session.gestures.one(self.session.match):
            for unit, kind in orders.markers.items():
                if option := laying(self.asked(), unit, kind):
                    self._choose(Intent(option.id))
        if orders.confirmed:
            self._choose(Intent(next(o.id for o in self.asked().options if o.action == CONFIRM.action)))
        yield from self.made()

    def lay_as_before(self) -> Iterator[str]:
        """Lay the markers of the turn before, and say what was done. Raises Refused where none were laid or none are asked for."""
        laid = laid_before(self.session) if self.timeline.at_end else {}
        if not laid:
            raise Refused("There are no markers of a turn before to lay again here.")
        yield laid_words(self.session, laid)
        yield from self._lay(Orders(dict(laid), confirmed=False))

    def closed(self, mover: str, cell: Cell) -> Refusal | None:
        """Why a unit or formation of the seat that is asked can do nothing at a cell.

        None for others, and at a moment that is past.
        """
        unit = self.shown.front.units.get(mover)
        asked = unit is None or self.asked().seat == unit.seat
        refusal = self.session.refused_at(mover, cell) if asked and self.timeline.at_end else None
        led = "" if unit is not None else self.shown.rules.led_by(self.shown.front, mover)
        return refusal.but(unit="") if refusal is not None and led and refusal.unit == led else refusal

    # -- formations that are set up as one ----------------------------------------------------------------------------

    def whole(self, word: str) -> str:
        """The formation of that name that can be set up as one here, "" if there is none."""
        found = wholes(self.shown, self.decision) if self.timeline.at_end else ()
        return next((group for group in found if group.lower() == word.lower()), "")

    def set_up(self, formation: str, cell: Cell) -> Iterator[str]:
        """Set up a formation with the stand that leads it on a cell, and the others as they stand to it. Raises Refused."""
        session = self.session
        at = places(session, formation, cell)
        if not at:
            no = session.refused_at(led(session.match, self.asked(), formation), cell)
            raise Refused(f"{formation.upper()} cannot begin there: {no.cited if no else 'nothing of it is set up'}.")
        with session.gestures.one(session.match):
            said = set_up(session, at, lambda option: self._choose(Intent(option)))
        yield from filter(None, [said])
        yield from self.made()

    # -- going back ---------------------------------------------------------------------------------------------------

    def undo(self, agreed_by: str) -> None:
        """Back to the last decision of a person. Raises Refused where the other side must agree, NoDecision."""
        timeline, session = self.timeline, self.session
        if why := "" if self.study or agreed_by else session.consent:
            raise Refused(say.consent_line(why, alone=len(session.people) < 2))
        session.forget_what_comes()
        while True:
            timeline.undo(agreed_by, study=self.study)
            self.changed(News.UNDONE)
            made = len(session.match.history)
            session.standings.suspend(session.people, made, made)  # what was said at this question
            if not session.match.history or (session.asked not in session.players and not session.unasked):
                break
        session.standings.suspend(session.people, len(session.match.history))
        session.settle()

    def redo(self) -> None:
        """Make again what was taken back last, with the same dice. Raises NoDecision if there is nothing."""
        timeline, session = self.timeline, self.session
        timeline.redo()
        while timeline.line.redo and (session.asked in session.players or session.unasked):
            timeline.redo()
        self.changed(News.CHOSEN)

    # -- names --------------------------------------------------------------------------------------------------------

    def unit(self, word: str) -> str:
        """The id of the unit of that name, in capitals or not. Raises Refused."""
        for name in self.shown.front.units:
            if name.lower() == word.lower():
                return name
        raise Refused(f"There is no unit “{word[:20]}”; there are {', '.join(self.shown.front.units)}.")

    def cell(self, word: str) -> int:
        """The cell of that name, or where the unit of that name is. Raises ValueError with a sentence."""
        unit = self.shown.as_set_up(self.viewer).units.get(word.lower())
        return unit.at if unit is not None else say.cell_named(self.shown.setup.board, word)

    def news(self) -> Iterator[str]:
        """What has been told since last time, as the one who looks now may know it, but what only keeps the books."""
        match = self.timeline.match
        quiet = match.rules.presentation.quiet
        for line in match.log_for(self.viewer, min(self.told, len(match.events))):
            if line.type in quiet and not (line.declared or _own_secret(line.event)):
                continue
            cited = f" ({', '.join(line.clauses)})" if line.clauses else ""
            yield f"{line.text}{cited}"
        self.told = len(match.events)
        if self.session.complaint:
            yield self.session.complaint
            self.session.complaint = ""


def _own_secret(event: Event) -> bool:
    """Whether an event tells the one who reads it a secret of his own."""
    return bool(event.hidden) and all(getattr(event, name) is not UNSET for name in event.hidden)
