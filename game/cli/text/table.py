"""The state of the text game: whom it speaks to, what is asked, and how a choice is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from game.ai.errors import BotError
from game.cli.text import beforehand, say
from game.cli.text.keeper import TextKeeper
from game.cli.text.markers import REST, Orders, laying_of, read_orders
from game.cli.text.motives import Motives
from game.cli.text.naming import the_one
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import DICE, Decision, Refusal, Remark
from game.engine.events import UNSET, Event
from game.engine.foresight import Foresight, looking
from game.engine.match import Match
from game.engine.names import Cell, Verb, spoken
from game.engine.options import CONFIRM, RESET, Option
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know
from game.engine.wording import capitalised
from game.records.record import MarkWord, result_of
from game.records.tables import TableKind
from game.records.timeline import MAIN, Timeline
from game.session.beforehand import forfeits, remarks
from game.session.formations import leading_stand, offered_formations, places, set_up
from game.session.hints import hint_of, why_no_hint
from game.session.intent import Intent
from game.session.laying import last_markers, last_markers_words, laying
from game.session.numbers import Numbers
from game.session.player import SeatPlayer
from game.session.seats import thought_of
from game.session.session import Session

MOST_FORESEEN = 6
"""The most answers of which each is told what comes of it in the end."""


class Refused(Exception):  # noqa: N818
    """A command that cannot be carried out, in one sentence."""


def need(words: str, count: int, usage: str) -> list[str]:
    """The words after a command, at least `count` of them. Raises Refused with how to type the command."""
    typed = words.split()
    if len(typed) < count:
        raise Refused(f"Type it like this: {usage}.")
    return typed


def _ignore(*what: object) -> None:
    """The listener where there is none."""


class TextTable:
    """A game in text, shown to one viewer at a time. `referee` shows everything; `study` lets anything be taken back.

    `players` answer for their seats; `kind` says how the people at this keyboard keep their secrets from each other.
    `keep` connects it with its files. Two callbacks connect it with the terminal: `curtain` gets the seat to which the
    keyboard is handed over ("" when everybody may look again), and `pause` is called while a seat reads its secrets.
    The viewer changes only by a hand-over, never by stepping back or forward.
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
        self.events_told = len(timeline.match.events)
        self.over = False
        self.curtain: Callable[[str], None] = _ignore
        self.pause: Callable[[], None] = _ignore
        self.files: TextKeeper | None = None
        self.numbers = Numbers()
        self.motives = Motives()
        self.asks_back = True
        """Whether to ask before a choice that gives something up; not for a script, which was written with care."""
        self._asked_back: tuple[Match, int, Intent] | None = None
        """The choice about which this was asked last, with its match and number of choices."""
        self.session = self._new_session(players or {}, TableKind.OPEN if referee else kind)
        self._restore_from_record()
        self.session.hand_over()
        self._last_viewer = self.session.viewer

    def _new_session(self, players: Mapping[str, SeatPlayer], kind: TableKind) -> Session:
        """A session on the line that is played on, with these players."""
        match = self.timeline.match
        session = Session(match.setup, match=match, players=players, table=kind)
        session.marks = self.timeline.marks
        session.keeper = self.files if self.timeline.line.name == MAIN else None
        return session

    def keep(self, files: TextKeeper) -> None:
        """Keep the main line in these files from now on."""
        self.files = files
        self.session.keeper = files if self.timeline.line.name == MAIN else None
        self.mark()

    def _restore_from_record(self) -> None:
        """Take the seating and the standing answers from the record, and share their lists with the session."""
        timeline, session = self.timeline, self.session
        session.take_up(timeline.seatings, timeline.standings)
        timeline.seatings, timeline.standings = session.seatings, session.standings.answers

    def say_when(self, words: list[str]) -> Iterator[str]:
        """Change when the present seat is asked to react, and show it; without words only show it. Raises Refused."""
        session = self.session
        seat = session.sight.may_stand if self.timeline.at_end else ""
        if not seat:
            raise Refused("Only the seat that is asked can say that, on its own screen and not at a shared table.")
        if words:
            try:
                standing = beforehand.read_standing(session, seat, words)
            except ValueError as error:
                raise Refused(f"Type it like this: {error}.") from error
            choices_made = len(session.match.history)
            session.stand(seat, standing)
            yield from beforehand.lines(session, seat)
            if len(session.match.history) > choices_made:
                self._went_on()
                yield from self.after_choice()
        else:
            yield from beforehand.lines(session, seat)

    @property
    def shown(self) -> Match:
        """The match at the cursor."""
        return self.timeline.shown

    @property
    def viewer(self) -> Viewer:
        """Whom the text speaks to: the seat at the keyboard or the public; the referee if wanted, and after the end."""
        over = self.timeline.lines[MAIN].match.outcome is not None
        return REFEREE if self.referee or over else self.session.viewer

    def mark(self) -> None:
        """Write into the record that from here on a referee sees everything, or that this is a study."""
        words: tuple[tuple[MarkWord, bool], ...] = (("referee", self.referee), ("study", self.study))
        for word, holds in words:
            if holds and all(mark.word != word for mark in self.timeline.marks):
                self.session.mark(word)

    # -- who sits at the keyboard -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Go on to the first question for a person, with a hand-over if the game may hold secrets already."""
        match = self.timeline.match
        if match.history or any(unit.has_face_down for unit in match.front.units.values()):
            self.session.hide()
            self._last_viewer = self.session.viewer
        self._go_on()

    def peek(self, word: str) -> Iterator[str]:
        """Show a seat its own units on a shared table, which otherwise shows only public facts. Raises Refused."""
        session, match = self.session, self.timeline.match
        if not session.sight.shared or not self.timeline.at_end:
            raise Refused("There is nothing to peek at: you see your own markers here.")
        if word.lower() not in session.people:
            raise Refused(f"Type it like this: peek SEAT, where SEAT is {' or '.join(session.people)}.")
        self.curtain(word.lower())
        own = (unit for unit in match.front.standing() if unit.seat == word.lower())
        yield from (say.unit_line(match, unit, word.lower()) for unit in own)
        self.pause()
        self.curtain("")

    def turn_to(self) -> None:
        """Turn to the line that is played on now, and go on to its next question for a person."""
        before = self.session
        self.session = self._new_session(before.players, before.table)
        self.session.viewer = before.viewer
        if before.match is self.session.match:
            self.session.gestures = before.gestures
        if self.timeline.line.name == MAIN:
            self._restore_from_record()
        self.events_told = len(self.timeline.match.events)
        self._go_on()

    def take_up(self, timeline: Timeline) -> None:
        """Play another game from now on. The keyboard is handed over, since its seats may be other people's."""
        self.timeline = timeline
        self.motives = Motives()
        self.session = self._new_session(self.session.players, self.session.table)
        self._restore_from_record()
        self.mark()
        self.session.hide()
        self.events_told = len(timeline.match.events)
        self._go_on()

    def _go_on(self) -> None:
        """Settle questions with nothing to decide, let players answer, and hand the keyboard over to keep secrets."""
        session = self.session
        choices_made = len(session.match.history)
        session.settle()
        while session.waits_for_player:
            seat, number = session.asked, len(session.match.choices)
            try:
                session.let_player_choose()
                self.motives.answered(session, seat, number)
            except (BotError, IllegalChoice) as error:
                session.complaint = f"{error} A person plays {spoken(seat)} from here."
                session.release(seat)
        if len(session.match.history) > choices_made:
            self._went_on()
        if session.sight.curtain:
            self.curtain(session.sight.hand_to)
        elif session.viewer == PUBLIC and self._last_viewer not in (PUBLIC, REFEREE):
            self.curtain("")
        session.hand_over()
        self._last_viewer = session.viewer

    def leave(self) -> None:
        """Close the players, which ends the processes of bots."""
        for player in self.session.players.values():
            player.close()

    # -- what is asked ------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The question at the cursor, as far as the viewer may know it."""
        return self.session.decision if self.timeline.at_end else self.shown.decision_for(self.viewer)

    def question(self) -> Iterator[str]:
        """The question in lines, or how the game ended."""
        match, decision = self.shown, self.decision
        if match.outcome is not None:
            yield f"{result_of(match)}."
            yield f"Hash {match.hash()}."
        elif decision is None:
            yield "A choice is being carried out here; step on to see what is asked next."
        else:
            follows = remarks(self.session) if self.timeline.at_end else ()
            options, whole = self._numbered(decision), self._whole(decision)
            figures = {} if whole is None else {name.id: whole.figure(name.id) for name in options.values()}
            yield from say.question_lines(
                match, decision, self.viewer, options, preset=self.preset(decision), figures=figures, follows=follows
            )
            if whole is not None and any(figures.values()):
                yield f"In brackets what comes of the whole snowball ({whole.head}); odds NUMBER tells all of it."
            markers = laying_of(self.shown, decision)
            if markers is not None and len(markers.bare) > 1:
                first, kinds = markers.bare[0].upper(), markers.kinds
                yield f"Or all at once, like {first} {kinds[-1]}, {REST} {kinds[0]}, {CONFIRM.action}."

    def _whole(self, decision: Decision) -> Foresight | None:
        """What comes of each of a few answers in a running chain; None where nothing may or need be told of it."""
        if len(decision.options) > MOST_FORESEEN or self.session.sight.call is not None:
            return None
        ahead = looking(self.shown, self.viewer)
        return ahead.by_default() if ahead is not None else None

    def preset(self, decision: Decision) -> str:
        """The id of the option that is marked as the default: the question's, which odds to the end assume, too.

        It is "" where the default would throw the plan away, which nobody means.
        """
        return decision.default if decision.default != RESET.id else ""

    def _numbered(self, decision: Decision) -> Mapping[int, Option]:
        """The options that are listed with a question, by their numbers."""
        options = say.listed(decision)
        numbers = self.numbers.numbers_for(decision, options)
        return {numbers[option.id]: option for option in options}

    def pending_decision(self) -> Decision:
        """The decision at the cursor. Raises NoDecision if there is none, Refused if it is another seat's."""
        decision = self.decision
        if decision is None:
            raise NoDecision("Nothing is being asked here.")
        answers = self.session.sight.here if self.timeline.at_end else may_know(self.viewer, decision.seat)
        if decision.seat != DICE and not answers:
            where = "" if self.timeline.at_end else " This moment is past: go to the end, or play on as a branch."
            raise Refused(f"{spoken(decision.seat)} decides here.{where}")
        return decision

    def formation_lines(self, words: str) -> list[str]:
        """The lines of the formation that the first word names, empty if there is none of that name."""
        match, name = self.shown, words.split(maxsplit=1)[0].lower()
        group = next((group for group in match.rules.groups(match.front) if group.id.lower() == name), None)
        return [] if group is None else list(say.formation_lines(match, group, self.viewer))

    def hint(self) -> Iterator[str]:
        """What the computer would choose here, and why. Raises Refused if no hint may be given."""
        decision, session = self.pending_decision(), self.session
        why = (
            why_no_hint(session)
            if self.timeline.at_end
            else "A hint is for the question that is open: go to the end first."
        )
        if why:
            raise Refused(why)
        match = session.match
        hint = hint_of(thought_of(match, decision.seat), match.front, len(match.history))
        yield f"The computer would choose {hint.option.id}: {hint.said}"
        yield from filter(None, (hint.expected, *(f"Dropped: {words}" for words in hint.dropped)))

    # -- answering ----------------------------------------------------------------------------------------------------

    def answer(self, words: list[str]) -> Iterator[str]:
        """Choose an option, lay markers, or give the faces of a roll. Raises Refused and as `Session.choose` does."""
        decision = self.pending_decision()
        if decision.seat == DICE:
            if not all(word.isdecimal() and len(word) < 5 for word in words):
                raise Refused(f"Type {len(decision.dice)} numbers for the roll, or help.")
            yield from self.choose(Intent(faces=tuple(map(int, words))))
            return
        orders = read_orders(laying_of(self.shown, decision), words, self.unit)
        if orders is not None:
            yield from self._lay(orders)
            return
        if (on_the_way := self._ending(decision, words)) is not None:
            yield from self.choose(on_the_way)
            return
        option = self.option(words)
        alone = words[0].isdecimal() or words[0].lower() == option.id
        until = words[1:] if alone else ()
        yield from self.choose(Intent(option.id, until=" ".join(until).lower()))

    def _ending(self, decision: Decision, words: Sequence[str]) -> Intent | None:
        """The move that is suggested, with the action named alone to follow it (`prone`); None if that is not meant."""
        word, suggested = words[0].lower(), decision.option(decision.default)
        endings = {action for actions in self.shown.rules.asides.values() for action in actions}
        if len(words) > 1 or word not in endings or suggested is None or suggested.to < 0:
            return None
        return Intent(suggested.id, ending=Verb(word))

    def choose(self, intent: Intent) -> Iterator[str]:
        """Make a choice, and tell its effects to the seat that decides next. Raises what `Session.choose` raises.

        If it would give something up while something better is legal, only ask whether it is meant; `anyway` makes it.
        """
        loss = self._lost(intent.option) if self.asks_back and not intent.until else None
        now = (self.timeline.match, len(self.timeline.match.history), intent)
        if loss is not None and self._asked_back != now:
            self._asked_back = now
            yield f"Is that meant? {capitalised(loss.cited)}."
            yield "Type anyway to do it all the same."
            return
        self._choose(intent)
        yield from self.after_choice()

    def _lost(self, name: str) -> Remark | None:
        """What the option with the id `name` gives up, None for nothing."""
        decision = self.decision if self.timeline.at_end else None
        option = decision.option(name) if decision is not None and decision.seat != DICE else None
        return None if option is None else forfeits(self.session, option)

    def anyway(self) -> Iterator[str]:
        """Make the choice about which it was just asked whether it is meant. Raises Refused if there is none."""
        match, choices_made, meant = self._asked_back or (None, -1, Intent())
        if (match, choices_made) != (self.timeline.match, len(self.timeline.match.history)):
            raise Refused("No choice is waiting to be made anyway.")
        yield from self.choose(meant)

    def _choose(self, intent: Intent) -> None:
        self._asked_back = None
        self.timeline.open_end()
        self.session.choose(intent)
        self._went_on()

    def _went_on(self) -> None:
        """Let the timeline follow its match, which was played on; that deletes notes on what was taken back."""
        self.timeline.went_on()
        self.keep_notes()

    def keep_notes(self) -> None:
        """Keep the notes of the main line as they are now."""
        if self.files is not None and self.timeline.line.name == MAIN:
            self.files.noted(self.timeline.notes)

    def after_choice(self) -> Iterator[str]:
        """Go on after a choice, and tell the seat that decides next what happened and what is asked."""
        self._go_on()
        yield from self.news()
        yield from self.question()

    def option(self, words: Sequence[str]) -> Option:
        """The option with a number, with an id, or with words in its id or text: `activate b1`, `b1 stands`.

        Raises ValueError or Refused with a sentence.
        """
        decision, word = self.pending_decision(), words[0]
        numbers = self._numbered(decision)
        if word.isdecimal() and len(word) < 6:
            option = numbers.get(int(word))
            if option is None:
                raise Refused(f"There is no option {word}; there are {say.spans(numbers)}.")
            return option
        if option_by_id := decision.option(word) or decision.option(word.lower()):
            return option_by_id
        return the_one(say.listed(decision), words, partial(say.option_text, self.shown))

    # -- markers for many units at once -------------------------------------------------------------------------------

    def _lay(self, orders: Orders) -> Iterator[str]:
        """Lay the markers one after the other; a marker that is already there stays."""
        with self.session.gestures.one(self.session.match):
            for unit, kind in orders.markers.items():
                if option := laying(self.pending_decision(), unit, kind):
                    self._choose(Intent(option.id))
        if orders.confirmed:
            self._choose(Intent(next(o.id for o in self.pending_decision().options if o.action == CONFIRM.action)))
        yield from self.after_choice()

    def lay_as_before(self) -> Iterator[str]:
        """Lay the markers of the turn before, and say so. Raises Refused if there are none, or none can be laid now."""
        laid = last_markers(self.session) if self.timeline.at_end else {}
        if not laid:
            raise Refused("There are no markers of an earlier turn to lay again here.")
        yield last_markers_words(self.session, laid)
        yield from self._lay(Orders(dict(laid), confirmed=False))

    def refusal_at(self, mover: str, cell: Cell) -> Refusal | None:
        """Why a unit or formation of the seat that is asked can do nothing at a cell.

        None for units of other seats, and at a past moment.
        """
        unit = self.shown.front.units.get(mover)
        ours = unit is None or self.pending_decision().seat == unit.seat
        refusal = self.session.refused_at(mover, cell) if ours and self.timeline.at_end else None
        leader = "" if unit is not None else self.shown.rules.led_by(self.shown.front, mover)
        return refusal.but(unit="") if refusal is not None and leader and refusal.unit == leader else refusal

    # -- formations that are set up as one ----------------------------------------------------------------------------

    def whole_formation(self, word: str) -> str:
        """The id of the formation of that name if it can be set up as a whole here, else ""."""
        formations = offered_formations(self.shown, self.decision) if self.timeline.at_end else ()
        return next((group for group in formations if group.lower() == word.lower()), "")

    def set_up(self, formation: str, cell: Cell) -> Iterator[str]:
        """Set up a formation with its leading stand on a cell, and the others around it. Raises Refused."""
        session = self.session
        cells = places(session, formation, cell)
        if not cells:
            refusal = session.refused_at(leading_stand(session.match, self.pending_decision(), formation), cell)
            raise Refused(
                f"{formation.upper()} cannot begin there: {refusal.cited if refusal else 'nothing of it is set up'}."
            )
        with session.gestures.one(session.match):
            remark = set_up(session, cells, lambda option: self._choose(Intent(option)))
        yield from filter(None, [remark])
        yield from self.after_choice()

    # -- going back ---------------------------------------------------------------------------------------------------

    def undo(self, agreed_by: str) -> None:
        """Go back to the last decision of a person.

        Raises Refused if the other side must agree, NoDecision if there is nothing to take back.
        """
        timeline, session = self.timeline, self.session
        if why := "" if self.study or agreed_by else session.consent:
            raise Refused(say.consent_line(why, alone=len(session.people) < 2))
        for _ in session.steps_back():
            timeline.undo(agreed_by, study=self.study)
            if session.keeper is not None:
                session.keeper.undone(session.match, timeline.log[-1])
        session.settle()

    def redo(self) -> None:
        """Make again the choices that were taken back last, with the same dice. Raises NoDecision if there are none."""
        timeline, session = self.timeline, self.session
        timeline.redo()
        while timeline.line.redo and session.unasked:
            timeline.redo()
        session.save()
        self.keep_notes()

    # -- names --------------------------------------------------------------------------------------------------------

    def unit(self, word: str) -> str:
        """The id of the unit of that name, in upper or lower case. Raises Refused."""
        for name in self.shown.front.units:
            if name.lower() == word.lower():
                return name
        raise Refused(f"There is no unit “{word[:20]}”; there are {', '.join(self.shown.front.units)}.")

    def cell(self, word: str) -> int:
        """The cell of that name, or the cell of the unit of that name. Raises ValueError with a sentence."""
        unit = self.shown.as_set_up(self.viewer).units.get(word.lower())
        return unit.at if unit is not None else say.cell_named(self.shown.setup.board, word)

    def news(self) -> Iterator[str]:
        """The events since the last call as far as the viewer may know them, without those that only keep the books."""
        match = self.timeline.match
        for line in match.log_for(self.viewer, min(self.events_told, len(match.events))):
            if line.quiet and not _own_secret(line.event):
                continue
            cited = f" ({', '.join(line.clauses)})" if line.clauses else ""
            yield f"{line.text}{cited}"
        self.events_told = len(match.events)
        if self.session.complaint:
            yield self.session.complaint
            self.session.complaint = ""


def _own_secret(event: Event) -> bool:
    """Whether an event tells its reader a secret of the reader's own."""
    return bool(event.hidden) and all(getattr(event, name) is not UNSET for name in event.hidden)
