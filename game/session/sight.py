"""What a moment means at this screen: who is asked, who answers, and what may be told of the question."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game.engine.decisions import DICE, Decision
from game.engine.match import Match
from game.engine.names import Seat, UnitId
from game.engine.state import State
from game.engine.viewers import PUBLIC, REFEREE, Viewer
from game.engine.viewing import known_to
from game.records.tables import TableKind
from game.session.shared import Call, Question, call_of, public_question


class Moment(NamedTuple):
    """Everything that a sight rests on.

    `pending` and `front`: the question and the table of the match. `people`: the seats at this screen; `table`: the
    kind of table; `viewer`: whom the screen is for; `answering`: the seat that has said "wait!". `openly`: whether the
    seat asked wants no hand-over for what is no secret; `barred`: the units whose markers, as everybody has heard, do
    not fit the question.
    """

    pending: Decision | None
    front: State
    people: Collection[Seat]
    table: TableKind
    viewer: Viewer
    answering: Seat
    openly: bool
    barred: frozenset[UnitId]


class Sight(NamedTuple):
    """Everything that screens ask of a moment. It is never altered: another moment has another one.

    `mode`: the kind of table, as far as people at this screen have secrets from each other: open if they have none.
    `asked`: the seat that is asked, "dice", or "" when the game is over; `person`: whether a person here plays it.
    `viewer`: whom the screen is for; `knows`: whose knowledge it shows, the referee's at an open table.
    `question`: the pending decision as it may be shown here; `front`: the table as it may be told with the question.
    `public`: whether a person is asked on a screen that shows only what everybody may know; `supposed`: the question by
    public facts, if the person asked needs no hand-over. `call`: the question to a whole shared table whether anybody
    answers what was announced, put until one seat says "wait!". `answers`: the seats that this screen answers for now.
    `here`: whether the question can be answered at this screen as it is; dice always can. `hand_to`: the seat whose
    person needs the screen before anything more is asked, or "".
    """

    mode: TableKind
    asked: Seat
    person: bool
    viewer: Viewer
    knows: Viewer
    question: Decision | None
    front: State
    public: bool
    supposed: Question | None
    call: Call | None
    answers: tuple[Seat, ...]
    here: bool
    hand_to: Seat

    @property
    def secrets(self) -> bool:
        """Whether several people at this screen have secrets from each other."""
        return self.mode is not TableKind.OPEN

    @property
    def shared(self) -> bool:
        """Whether the people share one screen that shows only what everybody may know."""
        return self.mode is TableKind.SHARED

    @property
    def curtain(self) -> Seat:
        """The seat that the screen is handed to if the hand-over hides anything, or ""."""
        return self.hand_to if self.secrets else ""

    @property
    def may_stand(self) -> Seat:
        """The seat that may set a standing answer now, because it is asked on its own screen; "" if none may."""
        own = not self.secrets or (not self.shared and self.viewer == self.asked)
        return self.asked if self.person and own else ""

    def question_for(self, unit: UnitId) -> Question | None:
        """The question as it may be told of a unit, None if nothing is asked of it here.

        In a call, it is that of the unit's seat, or without a unit that of the whole table.
        """
        if self.question is None or self.question.seat == DICE or not self.here:
            return None
        if unit and self.public and self.call is not None:
            return self.call.could.get(self.front.units[unit].seat)
        return Question(self.question, self.front)


def asked_in(match: Match) -> Seat:
    """The seat that is asked, "dice", or "" when the game is over."""
    return match.pending.seat if match.pending is not None else ""


def sight_of(match: Match, moment: Moment) -> Sight:
    """What a moment of a match means at a table."""
    _, _, people, table, viewer, answering, openly, barred = moment
    rules = match.rules
    asked = asked_in(match)
    person = asked in people
    secrets = rules.hidden_markers and match.outcome is None and len(people) > 1
    mode = table if secrets else TableKind.OPEN
    knows = REFEREE if table is TableKind.OPEN else viewer
    shared = mode is TableKind.SHARED
    in_front_of_all = person and (shared or (mode is TableKind.CURTAINS and openly and match.window is None))
    public = in_front_of_all and viewer != asked
    supposed = public_question(match, barred) if in_front_of_all else None
    call = call_of(match, people, barred) if person and shared else None
    hand_to = asked if person and viewer != asked and supposed is None else ""
    answers: tuple[Seat, ...] = (viewer,) if viewer else ()
    if not public:
        question, front = match.decision_for(viewer), known_to(rules, match.front, knows)
    elif call is not None:
        waited = call.could.get(answering)
        question, front = waited or (call.question, next(iter(call.could.values())).front)
        answers = (answering,) if waited is not None else tuple(call.could)
    else:
        question, front = supposed or (match.decision_for(PUBLIC), known_to(rules, match.front, PUBLIC))
        answers = () if hand_to else (asked,)
    here = viewer is REFEREE or asked == DICE or asked in answers or call is not None
    return Sight(mode, asked, person, viewer, knows, question, front, public, supposed, call, answers, here, hand_to)
