"""A match with people and players at its seats: which seat is asked, which one looks, when the curtain has to fall.

It needs no pygame, so the window, the text game and the tests use it. It answers questions that leave nothing to
decide, by public facts if several people share the screen; these answers are choices of the match like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from game.ai.thought import Thought, reasoned, sentence
from game.engine.answers import IllegalChoice
from game.engine.decisions import DICE, Decision, Refusal
from game.engine.deployment import DEPLOY, place_refused
from game.engine.dice import DiceSource
from game.engine.events import LogEntry
from game.engine.forecast import Forecast
from game.engine.log import LogLine
from game.engine.match import Frame, Match
from game.engine.names import NO_VERB, Cell, Seat, UnitId, spoken
from game.engine.options import PASS, Option
from game.engine.setup import Setup
from game.engine.standing import Lasting, Stand, Standing
from game.engine.state import State
from game.engine.view import View
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know
from game.engine.viewing import known_to
from game.records.record import Mark, Reason, Seating, Undone
from game.records.sitters import HUMAN
from game.records.standing import StandingAnswer
from game.records.tables import TableKind
from game.records.timeline import take_back, undo_needs_consent
from game.rules import build
from game.session.foregone import Attacks, as_declared, declared_attack, named_attack, only_answer
from game.session.intent import Gestures, Intent
from game.session.player import SeatPlayer
from game.session.shared import NOT_FOR_THAT, Call, PublicQuestion, Slips, call_of, matches_if_all_pass, without
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
        self.ending = NO_VERB  # the action with which the move in hand is to end
        self.attack: UnitId = ""
        """The unit that the action in hand is to attack, unless the action is answered."""
        self._declared: Attacks = {}
        """The attacks that people have declared in answer to the action in hand."""
        # Called after choices and steps back, when the seating changes, at a mark or reason, and when the game is left:
        self.saved: Callable[[Match], None] | None = None
        self.taken_back: Callable[[Match, Sequence[Undone]], None] | None = None
        self.seated: Callable[[Seating], None] | None = None
        self.marked: Callable[[Mark], None] | None = None
        self.reasoned: Callable[[Reason], None] | None = None
        self.let_go: Callable[[], None] | None = None
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
        self._call: tuple[int, Call | None] = (-1, None)
        self._public_question: tuple[int, PublicQuestion] | None = None
        self._known: tuple[State, Viewer, State] | None = None

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
            if self.seated:
                self.seated(present)

    def take_up(self, seatings: Sequence[Seating], standings: Sequence[StandingAnswer]) -> None:
        """Take over the seatings and the standing answers of a recorded game that goes on here."""
        self.standings.take_up(standings)
        self.seatings = list(seatings) or self.seatings
        self._note_seating()

    # -- whose secrets ----------------------------------------------------------------------------------------------

    @property
    def secrets(self) -> bool:
        """Whether several people at this screen have secrets from each other."""
        hidden = self.match.rules.hidden_markers and self.match.outcome is None
        return hidden and self.table is not TableKind.OPEN and len(self.people) > 1

    @property
    def shared(self) -> bool:
        """Whether the people share one screen that shows only what everybody may know."""
        return self.secrets and self.table is TableKind.SHARED

    # -- who is asked ---------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The pending decision as the viewer may see it; at a shared table, by public facts alone.

        A call is put to the whole table until one seat says "wait!".
        """
        if not self._public:
            return self.match.decision_for(self.viewer)
        if self.call is not None:
            supposed = self.call.could.get(self.answering)
            return supposed.decision if supposed is not None else self.call.question
        return self._by_public_facts.decision or self.match.decision_for(PUBLIC)

    @property
    def speakers(self) -> tuple[str, ...]:
        """The seats that this screen answers for now: the viewer, or at a shared table those asked or called."""
        if not self._public:
            return (self.viewer,) if self.viewer else ()
        if self.call is not None:
            return (self.answering,) if self.answering in self.call.could else tuple(self.call.could)
        return () if self.curtain_for else (self.asked,)

    @property
    def answers_here(self) -> bool:
        """Whether the pending decision can be answered at this screen as it is; dice always can."""
        return self.viewer is None or self.asked == DICE or self.asked in self.speakers or self.call is not None

    @property
    def _public(self) -> bool:
        """Whether a person is asked on a screen that shows only what everybody may know."""
        return self._openly and self.viewer != self.asked

    @property
    def _openly(self) -> bool:
        """Whether the person asked needs no hand-over: at a shared table, or because its seat acts "openly"."""
        if not self.secrets or self.asked not in self.people:
            return False
        return self.shared or (self.match.window is None and self.standings.openly(self.asked))

    @property
    def _by_public_facts(self) -> PublicQuestion:
        """The pending decision and its table as far as public facts allow; remembered until the next choice."""
        made = len(self.match.history)
        if self._public_question is None or self._public_question[0] != made:
            supposed, misfits = self.match.supposed(), self._slips.misfits(self.match)
            decision = without(supposed.decision, misfits) if supposed else None
            front = supposed.front if supposed else self._front_for(PUBLIC)
            self._public_question = (made, PublicQuestion(decision, front))
        return self._public_question[1]

    @property
    def call(self) -> Call | None:
        """The question to a whole shared table whether anybody answers what was announced, None if there is none."""
        if not self.shared or self.asked not in self.people:
            return None
        made = len(self.match.history)
        if self._call[0] != made:
            self._call = (made, call_of(self.match, self.people, self._slips.misfits(self.match)))
        return self._call[1]

    @property
    def asked(self) -> str:
        """The seat that is asked, "dice", or "" when the game is over."""
        return self.match.pending.seat if self.match.pending else ""

    @property
    def waits_for_player(self) -> bool:
        """Whether a computer player has to answer next."""
        return self.asked in self.players

    @property
    def curtain_for(self) -> str:
        """The seat whose person needs the screen before anything more is shown, or ""."""
        seat = self.asked
        if seat in ("", DICE) or seat in self.players or seat == self.viewer:
            return ""
        if self._openly and self._by_public_facts.decision is not None:
            return ""
        return seat

    @property
    def curtain_needed(self) -> bool:
        """Whether the hand-over hides anything: only if markers are secret and several people share the screen."""
        return bool(self.curtain_for) and self.secrets

    def sit_at(self, table: TableKind) -> None:
        """Change the kind of table. No secrets are on the screen until it is handed over."""
        self.table = table
        self._note_seating()
        self.answering = ""
        self.hide()
        self.settle()

    def hide(self) -> None:
        """Show only what everybody may know until the screen is handed over."""
        if self.secrets:
            self.viewer = PUBLIC

    def hand_over(self) -> None:
        """Give the screen to the person who is asked."""
        if self.curtain_for:
            self.viewer = self.curtain_for

    # -- moving on ------------------------------------------------------------------------------------------------

    def choose(self, intent: Intent | str) -> list[LogEntry]:
        """Answer the pending decision with an intent, or just an option's id; return the events that follow.

        Raises what Match.choose raises; then nothing has changed. An answer that public facts allow and the truth does
        not raises IllegalChoice, which tells no more than that.
        """
        since = len(self.match.events)
        self.gestures.back_to(len(self.match.history))
        choice = Intent.by(intent)
        if self.call is not None and choice.option == PASS.id:
            return self.nobody()
        if choice.option and self._public:
            self._check_pick(choice.option)
        declared = declared_attack(self.match, choice.option) if self.asked in self.people else {}
        stand = with_a_pass(self.match, choice) if self.asked in self.people else None
        self.match.choose(choice if stand is None else PASS.id)
        self._declared |= declared
        if stand is not None:
            self.standings.say(stand)
        if choice.ending:
            self.ending = choice.ending
        if choice.option not in ("", PASS.id):
            self.attack = choice.attack
        self.answering = ""
        self.settle()
        self._save()
        return self.match.events[since:]

    @property
    def player_ready(self) -> bool:
        """Whether the computer player that is asked has its answer; if not, it starts or goes on thinking."""
        return self.players[self.asked].ready(self.match, self.asked)

    def let_player_choose(self) -> list[LogEntry]:
        """Let the computer player that is asked answer once; `remark` then says why. Returns the events that follow."""
        player, seat = self.players[self.asked], self.asked
        option = player.choose(self.match, seat)
        self._told = told_of(self.match, player.thought) if player.thought is not None else None
        made = len(self.match.history)
        news = self.choose(Intent.of(option))
        if why := self.reason:
            reason = Reason(made, seat, why)
            self.reasons.append(reason)
            if self.reasoned:
                self.reasoned(reason)
        return news

    @property
    def remark(self) -> str:
        """The latest answer of a computer player and why, in one line, as far as the viewer may know; else ""."""
        thought = self._thought_told
        return sentence(thought, self._told.front) if self._told is not None and thought is not None else ""

    @property
    def reason(self) -> str:
        """The remark if it gives a reason; "" if the viewer may know none, or nothing made a difference."""
        thought = self._thought_told
        return self.remark if thought is not None and reasoned(thought) else ""

    @property
    def _thought_told(self) -> Thought | None:
        """As much of the latest thought of a computer player as the viewer may know."""
        if self._told is None:
            return None
        return self._told.thought if may_know(self.knows, self._told.thought.seat) else self._told.public

    def _save(self) -> None:
        if self.saved:
            self.saved(self.match)

    # -- a shared table -----------------------------------------------------------------------------------------------

    def _check_pick(self, option: str) -> None:
        """Check an answer to a public question against the truth, and pass for the seats that are asked before it.

        Raises IllegalChoice.
        """
        public, call, decision = self.decision, self.call, self.match.pending
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
        self._call, self._public_question = (-1, None), None
        mark = Mark(len(self.match.history), "slip")
        self.marks.append(mark)
        if self.marked:
            self.marked(mark)

    def nobody(self) -> list[LogEntry]:
        """Pass for every person called, in order, since nobody answers; return the events that follow.

        After a seat has said "wait!" and answers nothing, the whole table is called again instead.
        """
        since = len(self.match.events)
        call = self.call if not self.answering else None
        for seat in call.asked if call is not None else ():
            if self.asked == seat and self.match.window is not None:
                self.match.choose(PASS.id)
        self.answering = ""
        self.settle()
        self._save()
        return self.match.events[since:]

    def wait(self, seat: Seat) -> None:
        """Ask a seat that has said "wait!" what it answers. Raises ValueError if it has nothing to answer."""
        call = self.call
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
        self.standings.say(answer_now(self.match, seat, Stand(standing, Lasting.GAME)))
        made = len(self.match.history)
        self.settle()
        if len(self.match.history) > made:
            self._save()

    @property
    def may_stand(self) -> str:
        """The seat that may set a standing answer now, because it is asked on its own screen; "" if none may."""
        seat = self.asked
        if self.shared or seat not in self.people or self.curtain_needed or (self.secrets and self.viewer != seat):
            return ""
        return seat

    # -- questions that leave nothing to decide -----------------------------------------------------------------------

    def settle(self) -> None:
        """Answer what leaves nothing to decide, and show the public view again when no secret is asked for."""
        while (answer := self.foregone()) is not None:
            self.match.choose(answer)
        if self.asked != DICE and not self.match.front.queues:
            self.ending, self.attack, self._declared = NO_VERB, "", {}
        secret = self.asked == self.viewer and self._by_public_facts.decision is None
        if (self.shared and not secret) or self._public:
            self.viewer = PUBLIC

    def foregone(self) -> str | None:
        """The id of the only answer that a person could want to give, None if there is something to decide.

        If there are secrets it rests on public facts, so that it does not show what another seat could do.
        """
        decision = self.match.pending
        if decision is None or decision.seat not in self.people:
            return None
        if not self.shared and self.standings.passes(decision.seat, self.match):
            return PASS.id
        public, front = self._by_public_facts if self.secrets else PublicQuestion(decision, self.match.front)
        if public is None:
            return None
        if self.shared and self.match.window is not None:
            return PASS.id if self.call is None else None
        rules = self.match.rules
        return (
            rules.idle_answer(front, public)
            or named_attack(self.match, public, self.attack)
            or as_declared(self.match, public, self._declared)
            or only_answer(decision, public, rules.asides.get(decision.kind, ()), self.ending)
        )

    def release(self, seat: Seat) -> None:
        """Give the seat of a player that is gone to a person at this screen."""
        self.players.pop(seat, None)
        self.people = [seat for seat in self.setup.seats if seat not in self.players]
        self._note_seating()

    # -- going back ---------------------------------------------------------------------------------------------------

    @property
    def consent(self) -> str:
        """Why `undo` needs the consent of the other side, "" if it would take back nothing that was shown."""
        twin = Session(self.setup, players=self.players, table=self.table, match=self.match.clone())
        twin.standings.take_up(self.standings.answers)
        twin._slips, twin.gestures = self._slips, self.gestures
        return next((step.reason for step in twin._step_back("") if step.reason), "") if self.match.history else ""

    def undo(self, agreed_by: str = "") -> int:
        """Go back to the last decision of a person, or before their last gesture; the record keeps who `agreed_by`.

        Returns the number of the first event that is undone. Dice are rolled anew. Raises NoDecision at the start.
        """
        undone = self._step_back(agreed_by)
        cut, made = len(self.match.events), len(self.match.history)
        self.undone += undone
        self.reasons[:] = [reason for reason in self.reasons if reason.made < made]
        if self.taken_back:
            self.taken_back(self.match, undone)
        self.settle()
        if len(self.match.history) > made:
            self._save()
        return cut

    def forget_what_comes(self) -> None:
        """Forget what was said of later questions."""
        self.answering, self.ending, self.attack, self._declared = "", NO_VERB, "", {}

    @property
    def unasked(self) -> bool:
        """Whether the pending decision leaves nothing to decide, or lies within one gesture of several choices."""
        return self.gestures.within(len(self.match.history)) or self.foregone() is not None

    def _step_back(self, agreed_by: str) -> list[Undone]:
        self.forget_what_comes()
        undone: list[Undone] = []
        while not undone or (self.match.history and (self.asked in self.players or self.unasked)):
            reason = undo_needs_consent(self.match)
            take_back(self.match, len(self.undone) + len(undone))
            undone.append(Undone(len(self.match.history), reason, agreed_by if reason else ""))
            self.standings.suspend(self.people, made := len(self.match.history), made)  # said at this question
        self.standings.suspend(self.people, len(self.match.history))
        return undone

    # -- looking --------------------------------------------------------------------------------------------------

    @property
    def knows(self) -> Viewer:
        """The viewer whose knowledge the screen shows: the referee at an open table."""
        return REFEREE if self.table is TableKind.OPEN else self.viewer

    def view(self, frame: Frame | None = None) -> View:
        """The table as the viewer sees it, now or in a frame of what has just happened."""
        return self.match.view(self.knows, frame)

    def log(self, since: int = 0) -> list[LogLine]:
        """The log from event number `since` on, as the viewer may read it."""
        return self.match.log_for(self.knows, since)

    def forecast(self, option: Option) -> Forecast | None:
        """The sum and the exact chances behind an attack option that is shown."""
        return self.match.rules.forecast(self._front_of(option), option)

    def _front_for(self, viewer: Viewer) -> State:
        """The table at the pending question as far as `viewer` may know it; remembered while it is that table."""
        front = self.match.front
        if self._known is None or self._known[0] is not front or self._known[1] != viewer:
            self._known = (front, viewer, known_to(self.match.rules, front, viewer))
        return self._known[2]

    def _front_of(self, option: Option) -> State:
        """The table at the question that an option answers, as far as it is shown here."""
        if not self._public:
            return self._front_for(self.knows)
        if self.call is not None:
            supposed = self.call.could.get(self.call.seat_of(option.id))
            return supposed.front if supposed is not None else self._front_for(PUBLIC)
        return self._by_public_facts.front

    def why(self, unit: UnitId) -> list[Option] | Refusal | None:
        """A unit's options in the open window, or why it has none; None if there is no window or it may not be told."""
        seat = self.match.front.units[unit].seat
        if not self.match.front.queues or (self.viewer is not None and seat not in self.speakers):
            return None
        if self._public:
            supposed = self.call.could.get(seat) if self.call is not None else None
            return self.match.rules.why(supposed.front, unit) if supposed is not None else None
        return self.match.rules.why(self._front_for(self.knows), unit)

    def refused_at(self, unit: UnitId, cell: Cell) -> Refusal | None:
        """Why a cell that is pointed at with `unit` in hand is no answer; None if nothing is asked here.

        Like everything that is told here, it is worked out on the table as far as this screen may know it.
        """
        there = self.match.front.at(cell)
        called = unit or (there.id if there is not None and self.call is not None else "")
        decision, front = self.question_for(called)
        if decision is None:
            return None
        if front is None:
            words = f"{spoken(self.match.front.units[called].seat)} has nothing to answer here"
            return Refusal((*decision.clauses, *self.match.rules.react_clauses)[0], words, unit, cell=cell)
        if decision.kind == DEPLOY:
            zone = self.setup.zones.get(decision.seat, ())
            return place_refused(self.match.rules, front, decision.seat, unit, cell, zone=zone)
        return self.match.rules.refused_at(front, decision, unit, cell)

    def question_for(self, unit: UnitId) -> tuple[Decision | None, State | None]:
        """The question at this screen, and the table as it may be told of a unit; None if its seat is not asked.

        In a call, the question is that of the unit's seat, or without a unit that of the whole table.
        """
        decision = self.decision
        if decision is None or decision.seat == DICE or not self.answers_here:
            return None, None
        if not self._public:
            return decision, self._front_for(self.knows)
        if self.call is None:
            return decision, self._by_public_facts.front
        if not unit:
            return decision, next(iter(self.call.could.values())).front
        supposed = self.call.could.get(self.match.front.units[unit].seat)
        return (decision, None) if supposed is None else (supposed.decision, supposed.front)
