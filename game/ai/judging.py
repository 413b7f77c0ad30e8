"""Reviewing a finished battle: the chance of winning turn by turn, and the choices that cost most.

Chances are counted from quick playouts of the table as it was, in which both sides play by the same tactics. A choice
is judged by the look ahead of a regular player, which sees only what the seat could see at the time.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.ai.findings import Chance, Costly, Found
from game.ai.playout import Playout
from game.ai.rulebooks import tactics_for
from game.ai.search import priced
from game.ai.seatview import SeatView
from game.ai.thought import cost_sentences, named
from game.engine.decisions import DICE
from game.engine.events import UNSET
from game.engine.match import Match
from game.engine.names import Cell
from game.engine.options import Option
from game.engine.state import State
from game.engine.viewers import REFEREE
from game.engine.viewing import known_to

COSTLY = 3
"""How many costly choices are shown."""
LEAST = 0.15
"""The least loss, in figures, that is shown."""
GAMES = 30
"""Playouts from the beginning of each turn."""


def review(match: Match) -> Iterator[Found]:
    """Findings as they are worked out: the costly choices, which take seconds, then chances that grow more exact."""
    yield costly(match)
    begins: dict[int, int] = {}
    for made, point in enumerate(match.history):
        if point.state.placing is UNSET:  # turn 1 begins when every seat has set up
            begins.setdefault(point.state.turn, made)
    won: dict[int, dict[str, float]] = {turn: dict.fromkeys(match.front.sides(), 0.0) for turn in begins}
    for game in range(GAMES):
        for turn, made in begins.items():
            winner = played_out(match, made, game)
            for side in winner:
                won[turn][side] += 1 / len(winner)
            yield Chance(turn, dict(won[turn]), game + 1)


def played_out(match: Match, made: int, seed: int) -> tuple[str, ...]:
    """The sides that win a playout from `match.history[made]`: one, or in a draw all."""
    point = match.history[made]
    playout = Playout(match.rules, tactics_for(match.rules), seed)
    state = known_to(match.rules, point.state, REFEREE)
    end = playout.play(state, point.answers)
    return (end.winner,) if end.winner else tuple(end.sides())


def costly(match: Match) -> tuple[Costly, ...]:
    """The costliest choices of all seats, the costliest first."""
    found = []
    for made in range(len(match.history)):
        cost = cost_of(match, made)
        if cost is not None and cost.loss >= LEAST:
            found.append(cost)
    found.sort(key=lambda one: (-one.loss, one.choice))
    return tuple(found[:COSTLY])


def cost_of(match: Match, number: int) -> Costly | None:
    """What the choice made at `match.history[made]` cost; None where there was nothing to decide or it was the best."""
    before = match.at(number)
    decision = before.pending
    if decision is None or decision.seat == DICE or len(decision.options) < 2:
        return None
    choice_number = match.history[number].choices
    choice = match.choices[choice_number]
    view = SeatView(before, decision.seat)
    chosen = decision.option(choice.option)
    pair = priced(view, decision, chosen) if chosen is not None else None
    if chosen is None or pair is None:
        return None
    actual, best = pair
    if actual.option.id == best.option.id:
        return None
    front = view.front
    units = tuple(name for name in (chosen.unit, chosen.target) if name in front.units)
    loss = best.value - actual.value
    words, (note, *briefer) = named(chosen, front), cost_sentences(actual, best, front)
    better = _place(best.option, front)
    return Costly(choice_number, front.turn, decision.seat, words, note, loss, units, better, tuple(briefer))


def _place(option: Option, state: State) -> Cell:
    """The cell that an option is about: its destination, else its target's, else its unit's; -1 for none."""
    if option.to >= 0:
        return option.to
    return next((state.units[name].at for name in (option.target, option.unit) if name in state.units), -1)
