"""A veteran's judgement of Stargrunt II: twice the options of a regular, longer looks, and better use of leaders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from game.ai.lookahead import Fall, falls, weighed
from game.ai.seatview import SeatView
from game.ai.stargrunt2.firefight import HASTE, FirefightTactics
from game.ai.thought import Bias, Said
from game.engine.dice import chance, spread
from game.engine.options import Option
from game.engine.state import State
from game.engine.throws import Throw
from game.rules.stargrunt2.actions import order
from game.rules.stargrunt2.dice import FIRE, IMPACT, FireResult, fire_result
from game.rules.stargrunt2.morale import role
from game.rules.stargrunt2.options import within_voice
from game.rules.stargrunt2.state import BROKEN, Squad
from game.rules.stargrunt2.throws import Fire, Impact, WhoIsHit
from game.rules.stargrunt2.vocabulary import Verbs

# Figures: a leader waits for units that have not acted, since it can give only the others another action. Without this
# it acted first as often as not: a regular with transfers (`spurred`) alone won 66 of 128 games, with this 87.5 of 128.
LEADS = 0.3
ACTS_LAST = Said("", "a leader acts last", "its leader is kept for last", "a leader acts last")
SPURS = Said(
    "it gives a friend one more activation",
    better="it gives a friend one more activation",
    worse="the friend has less to do with one more activation",
)


class FirefightVeteran(FirefightTactics):
    """Looks further and counts fire by its hits, since more than half of a regular's looks end before the action does.

    It also values an activation that a leader gives away, which lies a whole activation beyond a regular's look.
    """

    widest = 16
    runs = 4000

    def bias(self, view: SeatView, option: Option) -> Bias:
        """As in general; a leader acts last, and gives its actions to the units that gain most by them."""
        bias, state = super().bias(view, option), view.front
        if option.action == Verbs.ACTIVATE and role(self.rules, state.units[option.unit]) == "command":
            value = bias.value - LEADS
            return Bias(value, bias.said if value > 0 else ACTS_LAST)
        if option.action == Verbs.TRANSFER:
            return Bias(self.spurred(state, state.units[option.unit], state.units[option.target]), SPURS)
        return bias

    def spurred(self, state: State[Squad, Any], leader: Squad, friend: Squad) -> float:
        """What another activation brings a friend that has acted (SG-48): the shot that it still has, or its way."""
        if not friend.activated or friend.suppressed or friend.confidence >= BROKEN:
            return 0.0
        sent = order(leader, friend, Verbs.TRANSFER)
        heard = 1.0 if within_voice(state.board, leader, friend) else float(chance(sent.dice, sent.read))
        shot = 0.0 if friend.used else self.shot(state, friend)
        return heard * max(shot, self.nearer(state, friend))

    def nearer(self, state: State[Squad, Any], unit: Squad) -> float:
        """What it gains a unit to be an activation nearer to its objective."""
        claims = self.claims(state, state.standing(unit.seat))
        goal, points = next(((goal, points) for goal, one, points in claims if one is unit), (None, 0.0))
        if goal is None or not points:
            return 0.0

        def promised(turns: float) -> float:
            return self.closeness(turns) * self.timely(state, goal, unit, turns)

        turns = self.turns_away(state, unit, unit.at, goal)
        now, then = promised(turns), promised(max(0.0, turns - HASTE))
        return self.weights.hold * points * (then / now - 1) if now else 0.0

    def falls(self, state: State[Squad, Any], throw: Throw) -> Sequence[Fall]:
        """Fire by its hits, an impact by whether it hurts; which man is hit does not matter (SG-A35, SG-A37).

        By all its faces, fire has so many outcomes with hits that each is too unlikely to be looked at to the end.
        """
        match throw:
            case Fire(dice=dice, need=sides):
                return _by_hits(sides, dice)
            case WhoIsHit(unit=name):
                wounded = state.agenda[-1].args[-1]
                men = state.units[name].figures + len(wounded)
                rows = spread(throw.dice, throw.read).outcomes
                return weighed([next((row for row in rows if ((row[0] or 1) - 1) % men not in wounded), rows[0])])
            case Impact(dice=dice):
                return _by_harm(dice)
            case _:
                return falls(throw.dice, throw.read)


@lru_cache(maxsize=4096)
def _by_hits(sides: int, dice: tuple[int, ...]) -> tuple[Fall, ...]:
    """The outcomes of fire by hits, each with its likeliest faces; the rest is one hit with a chance of rest/sides."""
    chances: dict[int, Fraction] = {}
    examples: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
    for outcome, share, faces in spread(dice, FIRE(sides)).outcomes:
        result = fire_result(outcome)
        more = Fraction(result.rest, sides)
        for hits, part in ((result.hits, 1 - more), (result.hits + 1, more)):
            known = FireResult(min(result.beat, 2), hits, 0).outcome
            if part:
                chances[known] = chances.get(known, Fraction(0)) + share * part
                examples[known] = max(examples.get(known, (Fraction(0), ())), (share * part, faces))
    return weighed([(known, share, examples[known][1]) for known, share in sorted(chances.items())])


@lru_cache(maxsize=64)
def _by_harm(dice: tuple[int, ...]) -> tuple[Fall, ...]:
    """A hit by whether it takes a man, wounded or dead, or not."""
    rows = spread(dice, IMPACT()).outcomes
    harm = 1 - chance(dice, IMPACT(), 0)
    held = [row for row in rows if row[0] == 0]
    hurt = [(outcome, harm, faces) for outcome, _, faces in rows if outcome == 1]
    return weighed([*held, *hurt])
