"""Reviewing a finished battle: the chance of winning turn by turn, and the choices that cost most.

Chances are counted from quick playouts of the table as it was, in which both sides play by the same tactics. A choice
is judged by the look ahead of a regular player, which sees only what the seat could see at the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from game.ai.findings import Chance, Costly, Found, Moment, Swing, place_of
from game.ai.playout import Playout
from game.ai.rulebooks import tactics_for
from game.ai.search import priced
from game.ai.seatview import SeatView
from game.ai.thought import cost_sentences, named
from game.engine.answers import checked_answer
from game.engine.decisions import DICE
from game.engine.events import UNSET
from game.engine.match import Match
from game.engine.names import Cell
from game.engine.odds import OddsTooLarge, UnitChange, explore, units_changed
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
CLOSER = 4
"""How many times as many from before and after each moment: one choice changes the chances less than a turn does."""


def review(match: Match, moments: Sequence[Moment] = ()) -> Iterator[Found]:
    """Findings as they are worked out: the costly choices, which take seconds, then chances that grow more exact.

    `moments`: what their swings are asked for.
    """
    yield costly(match)
    begins: dict[int, int] = {}
    for made, point in enumerate(match.history):
        if point.state.placing is UNSET:  # turn 1 begins when every seat has set up
            begins.setdefault(point.state.turn, made)
    stretches = [(moment, chance_of(match, moment), *stretch_of(match, moment)) for moment in moments]
    won = {made: dict.fromkeys(match.front.sides(), 0.0) for _, _, *ends in stretches for made in ends}
    won_in = {turn: dict.fromkeys(match.front.sides(), 0.0) for turn in begins}
    for game in range(GAMES):
        for turn, made in begins.items():
            _count(won_in[turn], played_out(match, made, game))
            yield Chance(turn, dict(won_in[turn]), game + 1)
        for seed in range(game * CLOSER, (game + 1) * CLOSER):
            for made, wins in won.items():
                _count(wins, played_out(match, made, seed))
        for moment, chance, start, end in stretches:
            yield Swing(moment.choice, chance, dict(won[start]), dict(won[end]), (game + 1) * CLOSER)


def _count(won: dict[str, float], winners: Sequence[str]) -> None:
    for side in winners:
        won[side] += 1 / len(winners)


def played_out(match: Match, made: int, seed: int) -> tuple[str, ...]:
    """The sides that win a playout of the table when `made` choices had been made: one, or in a draw all."""
    moment = match.at(made)
    playout = Playout(match.rules, tactics_for(match.rules), seed)
    end = playout.play(known_to(match.rules, moment.state, REFEREE), moment.answers)
    return (end.winner,) if end.winner else tuple(end.sides())


def chance_of(match: Match, moment: Moment) -> Fraction | None:
    """The chance of what became of the moment's unit, from the last choice of a player on; None if it was certain.

    It is the engine's own count of all throws that followed, so a hit and the damage it does have one chance together.
    None also if there are too many outcomes to count.
    """
    start, end = stretch_of(match, moment)
    before, after = match.at(start), match.at(end)
    if before.pending is None or moment.unit not in before.front.units:
        return None
    answer, _ = checked_answer(before.rules, before.front, before.pending, match.choices[len(before.choices)])
    try:
        ends = explore(before.rules, before.state, [*before.answers, answer])
    except OddsTooLarge:
        return None

    def fate(state: State) -> UnitChange | None:
        changes = units_changed(before.rules, before.front, state, REFEREE)
        return next((change for change in changes if change.unit == moment.unit), None)

    came = fate(after.front)
    chance = sum((share for share, state in ends if fate(state) == came), Fraction(0))
    return chance if 0 < chance < 1 else None


def stretch_of(match: Match, moment: Moment) -> tuple[int, int]:
    """The places in `match.history` where a moment begins and ends; neither lies between a choice and its dice."""
    start, end = place_of(match, moment.choice), place_of(match, moment.until)
    while start and _by_dice(match, start):
        start -= 1
    while end < len(match.history) and _by_dice(match, end):
        end += 1
    return start, end


def _by_dice(match: Match, made: int) -> bool:
    decision = match.at(made).pending
    return decision is not None and decision.seat == DICE


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
