"""A battle that is over, looked at again: the chance of winning turn by turn, and the choices that cost most.

Chances are counted from quick playouts of the table as it stood, both sides played by the same quick answers. A choice is
judged by the look ahead of a regular player, which sees what its seat could see then, and nothing that came out later.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple

from game.ai.apart import Apart
from game.ai.playout import Playout
from game.ai.rulebooks import tactics_for
from game.ai.search import priced
from game.ai.seatview import SeatView
from game.ai.thought import cost_sentence, named
from game.engine.decisions import DICE
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.setup import Setup
from game.engine.viewers import REFEREE
from game.engine.viewing import known_to

COSTLY = 3
"""So many choices are told."""
LEAST = 0.15
"""What a choice must have cost, in figures, to be told."""
FIRST, GAMES = 6, 30
"""Playouts of each turn before the choices are looked at, and in all."""


class Chance(NamedTuple):
    """How the playouts from the beginning of a turn ended: for each side how many were won, a draw counting for none."""

    turn: int
    won: Mapping[str, float]
    games: int


class Costly(NamedTuple):
    """A choice that cost its seat something. `choice`: its number in the record, dice counted; `loss` in figures."""

    choice: int
    turn: int
    seat: Seat
    title: str
    note: str
    loss: float
    units: tuple[str, ...]


Found = Chance | tuple[Costly, ...]


class Report(NamedTuple):
    """What is asked of the process: a match that is over."""

    setup: Setup
    choices: tuple[Mapping[str, object], ...]


class Reviewer:
    """Looks at a match again in a process of its own; `news` has what has been found since it was asked last."""

    def __init__(self, match: Match) -> None:
        """Raises OSError where no process can be started."""
        self._apart: Apart | None = Apart(serve)
        self._apart.line.send(Report(match.setup, tuple(match.choices)))

    @property
    def busy(self) -> bool:
        """Whether more is to come."""
        return self._apart is not None

    def news(self, wait: float = 0.0) -> list[Found]:
        """What has been found, waiting so many seconds for the first of it. It ends by itself once all is found."""
        found: list[Found] = []
        try:
            while self._apart is not None and self._apart.line.poll(0.0 if found else wait):
                found.append(self._apart.line.recv())
        except (EOFError, OSError):
            self.close()
        return found

    def close(self) -> None:
        """End the process."""
        apart, self._apart = self._apart, None
        if apart is not None:
            apart.close()


def serve(line: Connection) -> None:
    """Send what is found of the match that is asked about, until all is found or nobody listens."""
    from game.rules import build

    with suppress(EOFError, OSError, KeyboardInterrupt):
        asked: Report = line.recv()
        match = Match(asked.setup, build(asked.setup.ruleset, asked.setup.rulings), DiceSource("ask"))
        match.replay(asked.choices)
        for found in review(match):
            line.send(found)


def review(match: Match) -> Iterator[Found]:
    """What is found of a match, as it is worked out: chances that grow surer, and in between the costly choices."""
    begins: dict[int, int] = {}
    for made, point in enumerate(match.history):
        begins.setdefault(point.state.turn, made)
    won: dict[int, dict[str, float]] = {turn: dict.fromkeys(match.front.sides(), 0.0) for turn in begins}
    for game in range(GAMES):
        if game == FIRST:
            yield costly(match)
        for turn, made in begins.items():
            winner = played_out(match, made, game)
            for side in winner:
                won[turn][side] += 1 / len(winner)
            yield Chance(turn, dict(won[turn]), game + 1)


def played_out(match: Match, made: int, seed: int) -> tuple[str, ...]:
    """The side that wins a playout from the table after so many choices; all of them in a draw."""
    point = match.history[made]
    playout = Playout(match.rules, tactics_for(match.rules), seed)
    state = known_to(match.rules, point.state, REFEREE)
    end = playout.play(state, point.answers, None)
    winner = end.outcome.get("winner", "") if end.outcome else ""
    sides = tuple(end.sides())
    return tuple(side for side in sides if winner and winner in (side, *side.split("+"))) or sides


def costly(match: Match) -> tuple[Costly, ...]:
    """The choices of all seats that cost most, the dearest first."""
    found = []
    for made in range(len(match.history)):
        cost = cost_of(match, made)
        if cost is not None and cost.loss >= LEAST:
            found.append(cost)
    found.sort(key=lambda one: (-one.loss, one.choice))
    return tuple(found[:COSTLY])


def place_of(match: Match, choice: int) -> int:
    """How many times somebody had answered before a choice of the record: dice that fell by themselves are no answers."""
    return bisect_left(match.history, choice, key=lambda point: point.choices)


def cost_of(match: Match, made: int) -> Costly | None:
    """What the choice after so many others was worth less than the best one; None where nothing was to be decided."""
    then = match.at(made)
    asked = then.pending
    if asked is None or asked.seat == DICE or len(asked.options) < 2:
        return None
    number = match.history[made].choices
    given = match.choices[number]
    view = SeatView(then, asked.seat)
    chosen = asked.option(str(given.get("option", "")))
    pair = priced(view, asked, chosen) if chosen is not None else None
    if chosen is None or pair is None:
        return None
    mine, best = pair
    if mine.option.id == best.option.id:
        return None
    front = view.front
    units = tuple(name for name in (chosen.unit, chosen.target) if name in front.units)
    loss = best.value - mine.value
    return Costly(number, front.turn, asked.seat, named(chosen, front), cost_sentence(mine, best, front), loss, units)
