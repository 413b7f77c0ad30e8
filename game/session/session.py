"""A match with people and players at its seats: which seat is asked, which one looks, when the curtain has to fall.

It needs no pygame, so the window, the text game and the tests use it. It answers questions that leave nothing to
decide, by public facts if several people share the screen; these answers are choices of the match like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from game.ai.thought import reasoned, sentence
from game.engine.answers import IllegalChoice
from game.engine.decisions import DICE, Decision, Refusal
from game.engine.deployment import DEPLOY, place_refused
from game.engine.dice import DiceSource
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.log import LogLine
from game.engine.match import Frame, Match
from game.engine.names import Cell, Seat, UnitId, spoken
from game.engine.options import PASS, Option
from game.engine.setup import Setup
from game.engine.standing import Lasting, Stand, Standing
from game.engine.view import View
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know
from game.records.record import Extra, Mark, MarkWord, Reason, Seating, Undone
from game.records.sitters import HUMAN
from game.records.standing import StandingAnswer
from game.records.tables import TableKind
from game.records.timeline import take_back, undo_needs_consent
from game.rules import build
from game.session.foregone import Said, foregone
from game.session.intent import Gestures, Intent
from game.session.keeper import Keeper
from game.session.player import SeatPlayer
from game.session.shared import NOT_FOR_THAT, Question, Slips, matches_if_all_pass, public_question
from game.session.sight import Moment, Sight, asked_in, sight_of
from game.session.standing import Standings, answer_now, with_a_pass
from game.session.told import Told, told_of


class Session:
    """One game at one table. `players` maps a seat to a SeatPlayer; the other seats are people at this screen."""

    def __init__(
        self,
        setup: Setup,
        *,
        dice: DiceSource | None = None,
        players: Mapping[str, SeatPlayer] | None = None,
        table: TableKind = TableKind.CURTAINS,
        match: Match | None = None,
    ) -> None:
        """Raises SetupError when the setup cannot be played."""
        self.match = match or Match(setup, build(setup.ruleset, setup.rulings), dice)
        self.setup = self.match.setup
        self.players = dict(players or {})
        self.table = table
        self.people = [seat for seat in self.setup.seats if seat not in self.players]
        self.viewer: Viewer = self.people[0] if self.people else REFEREE
        self.answering = ""  # the seat that has said "wait!" at a shared table
        self._said = Said()
        self.keeper: Keeper | None = None
        """Whoever keeps this game, if it is being kept."""
        self.kept_at: Path | None = None
        """The file in which this game is kept, while it goes on and as a replay once it is over."""
        self.undone: list[Undone] = []
        """What was taken back in this game."""
        self.marks: list[Mark] = []
        """What the record notes of this game: shown to a referee, a study, taken up from a save, wrong picks."""
        self.reasons: list[Reason] = []
        """Why computer players made their choices, as far as that was told at this table."""
        self.gestures = Gestures()
        self.seatings = [self.seating]
        """Every seating of this game so far."""
        self.standings = Standings()
        """When each seat wants to be asked about reactions."""
        self.complaint = ""  # a sentence that the screen has yet to show
        self._slips = Slips()
        self._told: Told | None = None
        self._seen_at = self._moment(self.match, self.standings)
        self._sight = sight_of(self.match, self._seen_at)

    # -- who sits where -----------------------------------------------------------------------------------------------

    @property
    def seating(self) -> Seating:
        """The present seating: who or what sits at each seat, and the kind of table."""
        seats = {seat: self.players[seat].kind if seat in self.players else HUMAN for seat in self.setup.seats}
        return Seating(len(self.match.history), self.table, seats)

    def _note_seating(self) -> None:
        """Add the present seating, and tell the record, if a seat or the kind of table has changed."""
        present, before = self.seating, self.seatings[-1]
        if (present.table, present.seats) != (before.table, before.seats):
            self.seatings.append(present)
            self._keep(present)

    def take_up(self, seatings: Sequence[Seating], standings: Sequence[StandingAnswer]) -> None:
        """Take over the seatings and the standing answers of a recorded game that goes on here."""
        self.standings.take_up(standings)
        self.seatings = list(seatings) or self.seatings
        self._note_seating()

    # -- who is asked ---------------------------------------------------------------------------------------------

    @property
    def sight(self) -> Sight:
        """What the present moment means here; worked out once, until a choice or anything else changes it."""
        moment, seen_at = self._moment(self.match, self.standings), self._seen_at
        same = moment.front is seen_at.front and moment.pending is seen_at.pending  # states and questions never change
        if not same or moment[2:] != seen_at[2:]:
            self._seen_at, self._sight = moment, sight_of(self.match, moment)
        return self._sight

    def _moment(self, match: Match, standings: Standings) -> Moment:
        """The present moment of this match, or of one that is tried out."""
        openly, barred = standings.openly(asked_in(match)), self._slips.misfits(match)
        place = tuple(self.people), self.table, self.viewer, self.answering
        return Moment(match.pending, match.front, *place, openly, barred)

    @property
    def asked(self) -> Seat:
        """The seat that is asked, "dice", or "" when the game is over."""
        return asked_in(self.match)

    @property
    def decision(self) -> Decision | None:
        """The pending decision as it may be shown here: at a shared table, by public facts alone."""
        return self.sight.question

    @property
    def waits_for_player(self) -> bool:
        """Whether a computer player has to answer next."""
        return self.asked in self.players

    def sit_at(self, table: TableKind) -> None:
        """Change the kind of table. No secrets are on the screen until it is handed over."""
        self.table = table
        self._note_seating()
        self.answering = ""
        self.hide()
        self.settle()

    def hide(self) -> None:
        """Show only what everybody may know until the screen is handed over."""
        if self.sight.secrets:
            self.viewer = PUBLIC

    def hand_over(self) -> None:
        """Give the screen to the person who is asked."""
        if self.sight.hand_to:
            self.viewer = self.sight.hand_to

    # -- moving on ------------------------------------------------------------------------------------------------

    def choose(self, intent: Intent | str) -> list[LogEntry]:
        """Answer the pending decision with an intent, or just an option's id; return the events that follow.

        Raises what Match.choose raises; then nothing has changed. An answer that public facts allow and the truth does
        not raises IllegalChoice, which tells no more than that.
        """
        since = len(self.match.events)
        self.gestures.back_to(len(self.match.history))
        choice, sight = Intent.by(intent), self.sight
        if sight.call is not None and choice.option == PASS.id:
            return self.nobody()
        if choice.option and sight.public:
            self._check_pick(choice.option)
        person = self.asked in self.people  # a pick in a call may have passed for the seat that was asked
        said = self._said.with_choice(self.match, choice, person=person)
        stand = with_a_pass(self.match, choice) if person else None
        self.match.choose(choice if stand is None else PASS.id)
        self._said = said
        if stand is not None:
            self.standings.say(stand)
            self._keep(stand)
        self.answering = ""
        self._settle()
        self.save()
        return self.match.events[since:]

    @property
    def player_ready(self) -> bool:
        """Whether the computer player that is asked has its answer; if not, it starts or goes on thinking."""
        return self.players[self.asked].ready(self.match, self.asked)

    def let_player_choose(self) -> list[LogEntry]:
        """Let the computer player that is asked answer once; `reason` then says why. Returns the events that follow."""
        player, seat = self.players[self.asked], self.asked
        option = player.choose(self.match, seat)
        self._told = told_of(self.match, player.thought) if player.thought is not None else None
        made = len(self.match.history)
        news = self.choose(Intent.of(option))
        if why := self.reason:
            self.reasons.append(Reason(made, seat, why))
            self._keep(self.reasons[-1])
        return news

    @property
    def reason(self) -> str:
        """The latest answer of a computer player and why, in one line; "" if the viewer may know of no reason."""
        if self._told is None:
            return ""
        thought, public, front = self._told
        told = thought if may_know(self.sight.knows, thought.seat) else public
        return sentence(told, front) if told is not None and reasoned(told) else ""

    def save(self) -> None:
        """Let the keeper keep all choices made so far."""
        if self.keeper is not None:
            self.keeper.chosen(self.match)

    def _keep(self, *extras: Extra) -> None:
        if self.keeper is not None:
            for extra in extras:
                self.keeper.added(extra)

    def mark(self, word: MarkWord) -> None:
        """Note in the record what has to be known of this game from here on."""
        self.marks.append(Mark(len(self.match.history), word))
        self._keep(self.marks[-1])

    # -- a shared table -----------------------------------------------------------------------------------------------

    def _check_pick(self, option: str) -> None:
        """Check an answer to a public question against the truth, and pass for the seats that are asked before it.

        Raises IllegalChoice.
        """
        public, call, decision = self.sight.question, self.sight.call, self.match.pending
        picked = public.option(option) if public is not None else None
        if public is None or picked is None or decision is None:
            raise IllegalChoice(f'"{option}" is not a legal answer.', [o.id for o in public.options] if public else [])
        before: list[str] = []
        if call is not None:
            seat = call.seat_of(option)
            before = list(call.asked[: call.asked.index(seat)])
            decision = matches_if_all_pass(self.match)[len(before)].pending
        if decision is None or decision.option(option) is None:
            self._note_slip(picked.unit)
            raise IllegalChoice(f"{picked.unit.upper()} cannot: {NOT_FOR_THAT}; the record notes it.", [])
        for _ in before:
            self.match.choose(PASS.id)

    def _note_slip(self, unit: UnitId) -> None:
        """Note a wrong pick: whoever tries a unit to learn of its marker leaves a trace, and cannot try it again."""
        self._slips.add(self.match, unit)
        self.mark("slip")

    def nobody(self) -> list[LogEntry]:
        """Pass for every person called, in order, since nobody answers; return the events that follow.

        After a seat has said "wait!" and answers nothing, the whole table is called again instead.
        """
        since = len(self.match.events)
        call = self.sight.call if not self.answering else None
        for seat in call.asked if call is not None else ():
            if self.asked == seat and self.match.window is not None:
                self.match.choose(PASS.id)
        self.answering = ""
        self._settle()
        self.save()
        return self.match.events[since:]

    def wait(self, seat: Seat) -> None:
        """Ask a seat that has said "wait!" what it answers. Raises ValueError if it has nothing to answer."""
        call = self.sight.call
        if call is None or seat not in call.could:
            raise ValueError(f"{spoken(seat)} has nothing to answer here.")
        self.answering = seat

    # -- standing answers ---------------------------------------------------------------------------------------------

    def stand(self, seat: Seat, standing: Standing) -> None:
        """Set when a seat wants to be asked, until it is set again; it also applies to the question that is open.

        Raises ValueError for a seat that no person at this screen plays.
        """
        if seat not in self.people:
            raise ValueError(f"Nobody at this screen plays {spoken(seat)}.")
        answer = answer_now(self.match, seat, Stand(standing, Lasting.GAME))
        self.standings.say(answer)
        self._keep(answer)
        self.settle()

    # -- questions that leave nothing to decide -----------------------------------------------------------------------

    def settle(self) -> None:
        """Answer what leaves nothing to decide, and show the public view again when no secret is asked for."""
        made = len(self.match.history)
        self._settle()
        if len(self.match.history) > made:
            self.save()

    def _settle(self) -> None:
        while (answer := self.foregone()) is not None:
            self.match.choose(answer)
        if self.asked != DICE and not self.match.front.queues:
            self._said = Said()
        sight = self.sight
        secret = sight.viewer == sight.asked and sight.supposed is None
        if (sight.shared and not secret) or sight.public:
            self.viewer = PUBLIC

    def foregone(self) -> str | None:
        """The id of the only answer that a person could want to give, None if there is something to decide.

        If there are secrets it rests on public facts, so that it does not show what another seat could do.
        """
        return self._foregone(self.match, self.standings, self.sight, self._said)

    def _foregone(self, match: Match, standings: Standings, sight: Sight, said: Said) -> str | None:
        decision = match.pending
        if decision is None or not sight.person:
            return None
        if not sight.shared and standings.passes(decision.seat, match):
            return PASS.id
        public: Question | None = Question(decision, match.front)
        if sight.secrets:
            public = sight.supposed if sight.shared else public_question(match, self._slips.misfits(match))
        if public is None:
            return None
        if sight.shared and match.window is not None:
            return PASS.id if sight.call is None else None
        return foregone(match, *public, said)

    def release(self, seat: Seat) -> None:
        """Give the seat of a player that is gone to a person at this screen."""
        self.players.pop(seat, None)
        self.people = [seat for seat in self.setup.seats if seat not in self.players]
        self._note_seating()

    # -- going back ---------------------------------------------------------------------------------------------------

    @property
    def consent(self) -> str:
        """Why `undo` needs the consent of the other side, "" if it would take back nothing that was shown."""
        match = self.match.clone()
        if not match.history:
            return ""
        for reason in self._steps_back(match, self.standings.copy()):
            if reason:
                return reason
            match.undo()
        return ""

    def undo(self, agreed_by: str = "") -> int:
        """Go back to the last decision of a person, or before their last gesture; the record keeps who `agreed_by`.

        Returns the number of the first event that is undone. Dice are rolled anew. Raises NoDecision at the start.
        """
        match = self.match
        undone: list[Undone] = []
        for reason in self.steps_back():
            take_back(match, len(self.undone) + len(undone))
            undone.append(Undone(len(match.history), reason, agreed_by if reason else ""))
        cut, made = len(match.events), len(match.history)
        self.undone += undone
        self.reasons[:] = [reason for reason in self.reasons if reason.made < made]
        if self.keeper is not None:
            self.keeper.undone(match, *undone)
        self.settle()
        return cut

    def steps_back(self) -> Iterator[str]:
        """Each step back to the last decision of a person, or before their last gesture; the caller takes it.

        A step is told by the reason why it needs consent, or "". What was said of later questions is forgotten, and
        standing answers are suspended.
        """
        self.forget_what_comes()
        count = len(self.standings.answers)
        yield from self._steps_back(self.match, self.standings)
        self._keep(*self.standings.answers[count:])

    def _steps_back(self, match: Match, standings: Standings) -> Iterator[str]:
        while True:
            yield undo_needs_consent(match)
            made = len(match.history)
            standings.suspend(self.people, made, made)  # said at this question
            if not made or not self._unasked(match, standings):
                break
        standings.suspend(self.people, made)

    @property
    def unasked(self) -> bool:
        """Whether nobody here has to decide what is asked.

        A player is asked, there is nothing to decide, or it lies within one gesture of several choices.
        """
        return self._unasked(self.match, self.standings)

    def _unasked(self, match: Match, standings: Standings) -> bool:
        if asked_in(match) in self.players or self.gestures.within(len(match.history)):
            return True
        return self._foregone(match, standings, sight_of(match, self._moment(match, standings)), Said()) is not None

    def forget_what_comes(self) -> None:
        """Forget what was said of later questions."""
        self.answering, self._said = "", Said()

    # -- looking --------------------------------------------------------------------------------------------------

    def view(self, frame: Frame | None = None) -> View:
        """The table as the viewer sees it, now or in a frame of what has just happened."""
        return self.match.view(self.sight.knows, frame)

    def log(self, since: int = 0) -> list[LogLine]:
        """The log from event number `since` on, as the viewer may read it."""
        return self.match.log_for(self.sight.knows, since)

    def forecast(self, option: Option) -> Forecast | None:
        """The sum and the exact chances behind an attack option that is shown."""
        question = self.sight.question_for(option.unit)
        return self.match.rules.forecast(question.front if question is not None else self.sight.front, option)

    def why(self, unit: UnitId) -> list[Option] | Refusal | None:
        """A unit's options in the open window, or why it has none; None if there is no window or it may not be told."""
        match, sight = self.match, self.sight
        seat = match.front.units[unit].seat
        if not match.front.queues or (sight.viewer is not REFEREE and seat not in sight.answers):
            return None
        if not sight.public:
            return match.rules.why(sight.front, unit)
        question = sight.question_for(unit) if sight.call is not None else None
        return match.rules.why(question.front, unit) if question is not None else None

    def refused_at(self, unit: UnitId, cell: Cell) -> Refusal | None:
        """Why a cell that is pointed at with `unit` in hand is no answer; None if nothing is asked here.

        Like everything that is told here, it is worked out on the table as far as this screen may know it.
        """
        match, sight = self.match, self.sight
        there = match.front.at(cell)
        called = unit or (there.id if there is not None and sight.call is not None else "")
        question = sight.question_for(called)
        if question is None:
            if sight.call is None or sight.question is None:
                return None
            words = f"{spoken(match.front.units[called].seat)} has nothing to answer here"
            return Refusal((*sight.question.clauses, *match.rules.react_clauses)[0], words, unit, cell=cell)
        decision, front = question
        if decision.kind == DEPLOY:
            zone = self.setup.zones.get(decision.seat, ())
            return place_refused(match.rules, front, decision.seat, unit, cell, zone=zone)
        return match.rules.refused_at(front, decision, unit, cell)
