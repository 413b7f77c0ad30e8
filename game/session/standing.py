"""Standing answers: when each seat wants to be asked about reactions.

They are kept here and in the record; the engine judges whether one passes. They make ordinary passes, so that to others
a seat that was not asked looks like a seat that passed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from msgspec.structs import replace

from game.engine.answers import Choice
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.offers import passes_by_standing
from game.engine.options import PASS
from game.engine.standing import ASK, PASS_ALL, Danger, Lasting, Stand, Standing, When
from game.engine.state import State
from game.records.standing import StandingAnswer

ODDS: Final = 40
SENSIBLE_WHEN: Final = When(danger=Danger.ANYBODY, odds=ODDS)
SENSIBLE: Final = Standing(SENSIBLE_WHEN, openly=True)
"""Ask only if one's own units are in danger or the shot is a good one, and ask openly what is no secret."""


class Standings:
    """The standing answers of all seats. `answers`: all of them, in order."""

    def __init__(self) -> None:
        self.answers: list[StandingAnswer] = []
        self._latest: dict[tuple[str, Lasting], StandingAnswer] = {}

    def take_up(self, answers: Iterable[StandingAnswer]) -> None:
        """Take over the standing answers of a recorded game."""
        self.answers = list(answers)
        self._latest = {(answer.seat, answer.stand.lasts): answer for answer in self.answers}

    def copy(self) -> Standings:
        """The same standing answers, to be tried out."""
        tried = Standings()
        tried.take_up(self.answers)
        return tried

    def say(self, answer: StandingAnswer) -> None:
        """Add a standing answer, which replaces the seat's earlier one of the same duration."""
        self.answers.append(answer)
        self._latest[answer.seat, answer.stand.lasts] = answer

    def of(self, seat: Seat) -> StandingAnswer | None:
        """A seat's standing answer for the whole game, even while it is suspended; None if it has none."""
        return self._latest.get((seat, Lasting.GAME))

    def in_force(self, seat: Seat, match: Match) -> list[Standing]:
        """The standing answers of a seat that hold now."""
        answers = (self._latest.get((seat, lasts)) for lasts in Lasting)
        return [answer.stand.standing for answer in answers if answer is not None and holds(answer, match)]

    def passes(self, seat: Seat, match: Match) -> bool:
        """Whether a standing answer passes in the pending reaction window for the seat that is asked."""
        queue = match.window
        if queue is None:
            return False
        return any(
            passes_by_standing(match.front, queue, match.rules, seat, standing)
            for standing in self.in_force(seat, match)
        )

    def openly(self, seat: Seat) -> bool:
        """Whether a seat wants to be asked without a hand-over what is no secret."""
        answer = self.of(seat)
        return answer is not None and not answer.rests and answer.stand.standing.openly

    def suspend(self, seats: Collection[str], made: int, since: int = 0) -> None:
        """Suspend standing answers of these seats after a step back to `made` choices: they are asked again.

        Only answers given after `since` choices or later are suspended.
        """
        for answer in list(self._latest.values()):
            if answer.seat not in seats or answer.made < since or answer.rests or answer.stand.standing == ASK:
                continue
            if answer.stand.lasts is Lasting.GAME:
                self.say(replace(answer, made=made, rests=True))
            else:
                self.say(replace(answer, made=made, stand=replace(answer.stand, standing=ASK)))


def answer_now(match: Match, seat: Seat, stand: Stand) -> StandingAnswer:
    """A standing answer given now."""
    state = match.front
    return StandingAnswer(len(match.history), seat, stand, action(state), *moment(match))


def with_a_pass(match: Match, choice: Choice) -> StandingAnswer | None:
    """The standing answer that a pass contains (`until`), None if it contains none."""
    stand, decision = match.rules.pass_until.get(choice.until), match.pending
    if stand is None or choice.option != PASS.id or decision is None or match.window is None:
        return None
    return answer_now(match, decision.seat, stand)


def action(state: State) -> int:
    """The number of the event that announced the action in hand, -1 if there is none."""
    return state.queues[0].n if state.queues else -1


def moment(match: Match) -> tuple[int, str]:
    """The turn, and the seat in turn if the rulebook gives each seat its own turns, else ""."""
    return match.front.turn, match.front.seat if match.rules.player_turns else ""


def holds(answer: StandingAnswer, match: Match) -> bool:
    """Whether a standing answer still holds."""
    if answer.rests:
        return False
    if answer.stand.lasts is Lasting.ACTION:
        return answer.action == action(match.front)
    return answer.stand.lasts is Lasting.GAME or (answer.turn, answer.whose) == moment(match)


def words_of(when: When, length: Callable[[int], str], kind: Callable[[str], str]) -> str:
    """A condition in words, such as "one of mine is in danger or the odds are 40%, within 8″, at troopers".

    `length` gives the words for a distance in cells, `kind` those for a profile.
    """
    danger = {Danger.ITSELF: "it is in danger", Danger.ANYBODY: "one of mine is in danger"}.get(when.danger, "")
    odds = f"the odds are {when.odds}% or better" if when.odds else ""
    reasons = " or ".join(part for part in (danger, odds) if part) or "it can"
    distance = f"within {length(when.within)}" if when.within else ""
    targets = f"at {' or '.join(map(kind, when.targets))}" if when.targets else ""
    return ", ".join(part for part in (reasons, distance, targets) if part)


def standing_words(answer: StandingAnswer | None) -> str:
    """A few words for a seat's standing answer for the whole game."""
    if answer is None or answer.stand.standing == ASK:
        return "always"
    if answer.rests:
        return "always, since the step back"
    if answer.stand.standing == SENSIBLE:
        return "if it matters"
    return "never" if answer.stand.standing == PASS_ALL else "as you said"
