"""Playing one game of a batch from its first question to its end, and its result."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from game.ai.errors import BotError
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import DICE
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.measures import GameLog
from game.engine.unfit import shown
from game.lab.batch import Game, GameKey, derived_seed, player_numbers, table_under
from game.lab.seats import Seat, SeatError, seat_for

MOST_CHOICES = 50_000
"""The most choices; a game that is not over by then is given up."""

Status = Literal["played", "forfeit", "endless", "broken"]
"""Played to its end; lost by a player that failed; given up; or stopped by an error in the rules."""

Whole = Annotated[int, Meta(ge=0)]


class Counted(Struct, frozen=True, array_like=True):
    """A measure of the game: `count` out of `of`."""

    id: str
    count: Whole
    of: Whole


class SeatResult(Struct, frozen=True):
    """A seat: its side, the number of its player in the pairing, and how many units it had and lost."""

    seat: str
    side: str
    player: Whole
    units: Whole
    lost: Whole


class Result(Struct, frozen=True):
    """The result of a game: the same wherever it is played, unless its players depend on the clock.

    `winners`: the sides that won; none for a draw, several if one side of more than two has forfeited. `fault`: why a
    game was not played to its end; `at`: the seat at fault. `early`: whether the game was decided in the first half of
    its turns because only one side was left. `snowballs`: depth -> number of actions whose deepest reaction had it.
    `hash` is that of the last position.
    """

    key: GameKey
    ruleset: str
    status: Status
    winners: tuple[str, ...]
    reason: str
    seats: tuple[SeatResult, ...]
    turns: Whole
    most_turns: Whole
    early: bool
    choices: Whole
    measures: tuple[Counted, ...]
    snowballs: dict[int, int]
    clauses: dict[str, int]
    hash: str
    fault: str = ""
    at: str = ""


class Played(Struct, frozen=True):
    """A result, and for each player of the pairing how many answers took how long (slots of `clock`)."""

    result: Result
    took: tuple[dict[int, int], ...]


def play_line(line: bytes) -> bytes:
    """`play` from JSON to JSON, as workers receive and return it."""
    return msgspec.json.encode(play(msgspec.json.decode(line, type=Game)))


class _Over(Exception):  # noqa: N818 - a signal, not an error
    """The game goes no further: its status, the sentence, and the seat at fault."""

    def __init__(self, status: Status, fault: str = "", at: str = "") -> None:
        super().__init__(fault)
        self.status, self.fault, self.at = status, fault, at


def play(game: Game) -> Played:
    """Play a game; a player that fails in any way loses it. Raises only what `Batch.check` raises."""
    setup, rules = table_under(game)
    match = Match(setup, rules, DiceSource(seed=game.seed))
    numbers = player_numbers(game.pairing, rules.sides(setup), game.turned)
    took: list[Counter[int]] = [Counter() for _ in game.pairing]
    seats: dict[str, Seat] = {}
    over = _Over("played")
    with contextlib.ExitStack() as stack:
        try:
            for place, seat in enumerate(setup.seats):
                seats[seat] = _open_seat(game, seat, numbers[seat], place)
                stack.callback(seats[seat].close)
            for _ in range(MOST_CHOICES):
                if match.pending is None:
                    break
                _answer(match, seats)
            else:
                over = _Over("endless", f"The game was not over after {MOST_CHOICES} choices.")
        except _Over as signal:
            over = signal
        for seat, player in seats.items():
            took[numbers[seat]].update(player.took)
    return Played(_result(game, match, numbers, over), tuple(dict(sorted(counts.items())) for counts in took))


def _open_seat(game: Game, seat: str, number: int, place: int) -> Seat:
    seed = derived_seed(game.seed, "player", place)
    try:
        return seat_for(game.pairing[number], seat, seed, game.folder, game.budget)
    except BotError as error:
        raise _Over("forfeit", str(error), seat) from error


def _answer(match: Match, seats: dict[str, Seat]) -> None:
    """Let the asked seat give one answer."""
    decision = match.pending
    if decision is None or decision.seat == DICE:
        raise NoDecision("No player is being asked.")
    try:
        choice = seats[decision.seat].choose(match, decision)
    except (BotError, SeatError) as error:
        raise _Over("forfeit", str(error), decision.seat) from error
    except Exception as error:
        raise _Over("forfeit", f"{type(error).__name__}: {shown(str(error), 200)}", decision.seat) from error
    try:
        match.choose(choice)
    except IllegalChoice as error:
        raise _Over("forfeit", str(error), decision.seat) from error
    except Exception as error:
        raise _Over("broken", f"{type(error).__name__}: {shown(str(error), 200)}", decision.seat) from error


def _result(game: Game, match: Match, numbers: dict[str, int], over: _Over) -> Result:
    state, rules = match.state, match.rules
    log = GameLog(match.events)
    winners: tuple[str, ...] = (state.winner,) if state.winner else ()
    if over.status == "forfeit":
        winners = tuple(side for side in state.sides() if side != state.side(over.at))
    standing_sides = {state.side(unit.seat) for unit in state.standing()}
    return Result(
        key=game.key,
        ruleset=rules.id,
        status=over.status,
        winners=winners,
        reason=state.outcome.reason if state.outcome is not None else "",
        seats=tuple(
            SeatResult(
                seat,
                state.side(seat),
                numbers[seat],
                len(units := [unit for unit in state.units.values() if unit.seat == seat]),
                sum(unit.out for unit in units),
            )
            for seat in state.seats
        ),
        turns=log.turns,
        most_turns=state.turns,
        early=state.outcome is not None and len(standing_sides) < 2 and 2 * state.turn <= state.turns,
        choices=len(match.history),
        measures=tuple(Counted(measure.id, *measure.counted(log)) for measure in rules.measures),
        snowballs=log.snowballs(),
        clauses=dict(sorted(Counter(clause for entry in match.events for clause in entry.clauses).items())),
        hash=match.hash(),
        fault=over.fault,
        at=over.at,
    )
