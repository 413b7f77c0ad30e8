"""Computer players: `choose(view, decision) -> option`, the same interface at every strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol
from weakref import WeakKeyDictionary
from zlib import crc32

from msgspec.structs import replace

from game.ai.lookahead import Lookahead
from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.engine.answers import NoDecision
from game.engine.decisions import DICE, Decision
from game.engine.deployment import DEPLOY
from game.engine.dice import seeded_die
from game.engine.match import Match
from game.engine.options import CONFIRM, RESET, Moves, Option, Options
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.rules.shared import foes

TACTICS = {
    "skirmishcorps": ("game.ai.skirmish", "SkirmishTactics"),
    "wh40k2": ("game.ai.wh40k2.squads", "SquadTactics"),
    "stargrunt2": ("game.ai.stargrunt2.firefight", "FirefightTactics"),
    "epic": ("game.ai.epic.tactics", "EpicTactics"),
    "viktory2": ("game.ai.viktory2.tactics", "IslandTactics"),
}
"""Rulebooks with judgement of their own; the others are judged by `Tactics`."""

_CLOSE = 1e-9
_kept: WeakKeyDictionary[Ruleset, Tactics] = WeakKeyDictionary()


class Player(Protocol):
    """Whoever answers decisions."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """One of the decision's options."""


class SimplePlayer:
    """Looks one answer ahead with exact odds and takes the best; the same view always gets the same answer."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """The option of the highest expected value."""
        return choose(view, decision)


SET_UPS = 12
"""So many of the best places are tried in a set-up that is judged as a whole."""
DRAFTED = 8
"""One in so many changes to a draft is its end: who plans blindly would else plan for ever."""


def blind(options: Options, below: Callable[[int], int]) -> Option:
    """Any option, as good as any other, by a generator of whole numbers `below` one; but every draft comes to an end.

    One time in `DRAFTED` a draft is confirmed, or begun again where it cannot be.
    """
    closing = options.find(CONFIRM.id) or options.find(RESET.id)
    if closing is not None and not below(DRAFTED):
        return closing
    return options[below(len(options))]


class RandomPlayer:
    """Takes any option by its own seeded generator; with `even`, each kind of action is as likely as the others."""

    def __init__(self, seed: int = 0, *, even: bool = False) -> None:
        self.seed = seed
        self.even = even
        self.drawn = 0

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """Some option."""
        if not self.even:
            return blind(decision.options, self._below)
        kinds = list(dict.fromkeys(map(_kind, decision.options)))
        kind = kinds[self._below(len(kinds))]
        options = [option for option in decision.options if _kind(option) == kind]
        return options[self._below(len(options))]

    def _below(self, count: int) -> int:
        self.drawn += 1
        return seeded_die(self.seed, self.drawn, count) - 1


def _kind(option: Option) -> tuple[str, bool]:
    """Its action; the move of a whole formation is another kind than that of one of its units."""
    return option.action, not option.unit


def tactics_for(rules: Ruleset) -> Tactics:
    """How tables of this rulebook are judged."""
    found = _kept.get(rules)
    if found is None:
        module, name = TACTICS.get(rules.id, ("game.ai.tactics", "Tactics"))
        found = _kept[rules] = getattr(import_module(module), name)(rules)
    return found


def choose(view: SeatView, decision: Decision) -> Option:
    """The option of the highest expected value for the seat that looks.

    A tie goes to the default, then by a hash of the option's id.
    """
    if len(decision.options) == 1:
        return decision.options[0]
    tactics = tactics_for(view.rules)
    if decision.kind == DEPLOY:
        return set_up(view, decision, tactics)
    plain = tactics.obvious(view, decision)
    if plain is not None:
        return plain
    listed = tactics.shortlist(view, decision)
    limit = tactics.runs // max(1, 2 * len(listed))
    values = [(expected(view, decision, option, tactics, limit), option) for option in listed]
    best = max(value for value, _ in values)
    return min(
        (option for value, option in values if value >= best - _CLOSE),
        key=lambda o: (o.id != decision.default, crc32(o.id.encode()), o.id),
    )


def set_up(view: SeatView, decision: Decision, tactics: Tactics) -> Option:
    """Each unit once to the best cell of its zone by position alone, if that is better than where it is; then the end."""
    state = view.front.as_placed()
    placed = view.front.placing or {}
    enemies = foes(state, decision.seat)
    gains: list[tuple[float, str, Option]] = []
    for part in decision.options.parts:
        if isinstance(part, Moves) and part.like.unit not in placed:
            unit = state.units[part.like.unit]
            here = tactics.place(state, unit, unit.at, enemies) + _CLOSE
            free = [option for option in part.all() if state.at(option.to) is None]
            gains += [(here - tactics.place(state, unit, option.to, enemies), option.id, option) for option in free]
    for _, _, option in [row for row in sorted(gains)[:SET_UPS] if row[0] < 0]:
        tried = replace(view.front, placing={**placed, option.unit: option.to}).as_placed()
        if view.rules.deployment_refused(tried, decision.seat) is None:
            return option
    return decision.options.find(CONFIRM.id) or decision.options[0]


def expected(view: SeatView, decision: Decision, option: Option, tactics: Tactics, limit: int) -> float:
    """What answering `option` is worth, weighed over the ways in which the enemy may take it."""
    total = tactics.bias(view, decision, option)
    if option.action in tactics.stops:  # what comes after belongs to no option alone
        return total + tactics.evaluate(view.front, view.seat)
    for alarmed, weight in tactics.worlds(view, option):
        look = Lookahead(view.rules, _Expectation(tactics, view.seat, alarmed), limit)
        total += weight * look.value(view.state, view.answers, option)
    return total


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What `seat` expects of everybody, given whether the enemy reacts wherever it pays (`alarmed`)."""

    tactics: Tactics
    seat: str
    alarmed: bool

    def unasked(self, state: State, seat: str, kind: str) -> Option | None:
        return self.tactics.unasked(state, seat, kind, self.seat, self.alarmed)

    def reply(self, state: State, asked: Decision) -> Option | None:
        return self.tactics.reply(state, asked)

    def evaluate(self, state: State) -> float:
        return self.tactics.evaluate(state, self.seat)


def answer(match: Match, players: Mapping[str, Player]) -> Option:
    """Let the player whose seat is asked answer the pending decision; returns what it chose. Raises NoDecision."""
    asked = match.pending
    if asked is None or asked.seat == DICE:
        raise NoDecision("No player is being asked.")
    option = players[asked.seat].choose(SeatView(match, asked.seat), asked)
    match.choose(option.id, until=option.until)
    return option


def battle(match: Match, players: Mapping[str, Player], most: int = 100_000) -> dict[str, str] | None:
    """Play to the end, at most `most` decisions. Returns the outcome, None if the end was not reached."""
    for _ in range(most):
        if match.pending is None:
            break
        answer(match, players)
    return match.outcome
