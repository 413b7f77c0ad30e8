"""How a computer player finds its answer: one search for every rulebook, as deep as the player's level goes.

recruit: a quick ordering of the options, without looking ahead. regular: the best few of that ordering, each with the
exact expectation of what follows until the action in hand is over. veteran: more options, or further steps, or past
that end to the enemy's next action, under the rulebooks where that wins more than half of its games against a regular.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import NamedTuple
from zlib import crc32

from msgspec import structs

from game.ai.beliefs import Beliefs
from game.ai.deployment import placings
from game.ai.facts import facts
from game.ai.lookahead import MOST_STEPS, Either, End, Fall, Lookahead, Reply
from game.ai.rulebooks import tactics_for
from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Expected, Parts, Thought, Weighed, compared_with, difference, mean
from game.engine.decisions import Decision
from game.engine.deployment import DEPLOY
from game.engine.names import QuestionKind, Seat
from game.engine.options import PASS, Option
from game.engine.state import Marks, State
from game.engine.table import run_to_question
from game.engine.throws import Throw
from game.records.levels import Level, Strength

DEEPEST = 400
"""The most runs of steps for one option: so many see any option to the end of its action."""

RIVALS, APART, ENDS = 4, 0.3, 2
"""What is looked at beyond the end of the action: at most so many of the best options, worth at most so much less than
the best, each at so many of the likeliest tables that it leads to."""

LONGEST = 5000
"""Once a decision has cost more steps than this, no more tables are looked at. (First comes the likeliest table of each
option, then the second likeliest.) Of 242 actions four went without the second table, and chose the same. In nine games
the dearest decision costs 7,800 steps; without this limit, 12,100."""

_CLOSE = 1e-9
"""Values that differ by less are equal: they are sums of the same terms in another order."""


def think(view: SeatView, decision: Decision, strength: Strength) -> Thought:
    """The answer of a player of that strength and all that it weighed; the same view always gets the same answer."""
    return promised(view, decision, decide(view, decision, strength), strength)


def promised(view: SeatView, decision: Decision, thought: Thought, strength: Strength) -> Thought:
    """The thought with what is only shown: the forecast of the chosen option, and facts; not if there was but one."""
    if len(decision.options) == 1:
        return thought
    usual = PASS.id if decision.options.find(PASS.id) else decision.default
    thought = structs.replace(thought, promise=view.forecast(thought.option), usual=usual)
    other = compared_with(thought)
    if other is None or thought.chosen.reasons:
        return thought
    tactics = tactics_for(view.rules, strength)
    chosen, against = ((one, _ends(view, one.option, tactics)) for one in (thought.chosen, other))
    return structs.replace(thought, facts=facts(tactics, view, chosen, against))


def _ends(view: SeatView, option: Option, tactics: Tactics) -> Sequence[End]:
    """The tables that an option leads to once the action in hand is over."""
    expects = Expectation(tactics, view.seat, tactics.beliefs(view))
    if option.action in tactics.stops:
        return [End(1.0, tactics.stopped(view), (), Parts())]
    return _looked_at(view, option, expects, Parts(), DEEPEST).ends


def decide(view: SeatView, decision: Decision, strength: Strength) -> Thought:
    """What `think` gives, without the forecast."""
    tactics = tactics_for(view.rules, strength)
    if len(decision.options) == 1:
        return Thought(decision.seat, Weighed(decision.options[0], 0.0))
    if decision.kind == DEPLOY:
        weighed = placings(view, decision, tactics)
    else:
        weighed = _answered(view, decision, tactics, strength.level).weighed
    chosen, *others = _ranked(decision, weighed)
    return Thought(decision.seat, chosen, tuple(others))


def _ranked(decision: Decision, weighed: Sequence[Weighed]) -> Sequence[Weighed]:
    """Best first. Of equally good options the decision's default comes first, else one that is always the same."""
    ranked = sorted(weighed, key=lambda one: -one.value)
    best = min(
        (one for one in ranked if one.value >= ranked[0].value - _CLOSE),
        key=lambda one: (one.option.id != decision.default, crc32(one.option.id.encode()), one.option.id),
    )
    return [best, *(one for one in ranked if one is not best)]


def priced(view: SeatView, decision: Decision, chosen: Option) -> tuple[Weighed, Weighed] | None:
    """What `chosen` and the best option are worth to a regular player; None where `chosen` cannot be valued so."""
    tactics = tactics_for(view.rules)
    if decision.kind == DEPLOY:
        return None
    if chosen.unit and decision.unit:  # the seat may name any unit first, though one is suggested
        decision = structs.replace(decision, unit=chosen.unit)

    def listed() -> Sequence[Weighed]:
        judged = tactics.judged(view, decision)
        return _weighed(view, decision, tactics, Level.REGULAR, chosen).weighed if judged is None else judged

    return tactics.compared(view, decision, chosen, listed)


class _Answered(NamedTuple):
    """The options that were weighed, and the steps that looking ahead has cost."""

    weighed: Sequence[Weighed]
    steps: int = 0


def _answered(view: SeatView, decision: Decision, tactics: Tactics, level: Level) -> _Answered:
    """The options as a player of that level weighs them: at once, by a judgement of its own, or by looking ahead."""
    hasty = tactics.hasty(view, decision) if level is Level.RECRUIT else None
    if hasty is not None:
        return _Answered([Weighed(hasty, 0.0)])
    judged = tactics.judged(view, decision)
    return _Answered(judged) if judged else _weighed(view, decision, tactics, level)


def _weighed(
    view: SeatView, decision: Decision, tactics: Tactics, level: Level, beside: Option | None = None
) -> _Answered:
    """The options of the shortlist (and `beside`, if given), each looked at to the end of its action.

    A recruit does not look ahead: its options are valued at a glance.
    """
    listed = tactics.shortlist(view, decision)
    if level is Level.RECRUIT:
        return _Answered([Weighed(option, tactics.hunch(view, option)) for option in listed])
    expects = Expectation(tactics, view.seat, tactics.beliefs(view))
    now = expects.evaluate(view.front)
    limit = min(DEEPEST, tactics.runs // max(1, 2 * len(listed)))
    if beside is not None and all(option.id != beside.id for option in listed):
        listed = [*listed, beside]
    looks = [_looked_at(view, option, expects, now, limit) for option in listed]
    steps = sum(look.steps for look in looks)
    if decision.kind in tactics.looks_beyond:
        return _Answered(_looked_beyond(view, looks, expects, steps), steps)
    return _Answered([look.weighed for look in looks], steps)


class _Look(NamedTuple):
    """An option's worth at the end of its action, the tables it may lead to, and the steps that the look cost."""

    weighed: Weighed
    ends: Sequence[End]
    steps: int


def _looked_beyond(view: SeatView, looks: Sequence[_Look], expects: Expectation, steps: int) -> Sequence[Weighed]:
    """The options weighed; the best few with what the enemy's next action changes more or less than after the others.

    Only the difference counts: the enemy's next action is good for the enemy whatever the seat does, and the options
    that are not looked at so far are valued without it. `steps`: what the looks have cost.
    """
    weighed = [look.weighed for look in looks]
    ranked = sorted(looks, key=lambda look: -look.weighed.value)
    rivals = [
        (one.option.id, sorted(ends, key=lambda end: -end.chance)[:ENDS])
        for one, ends, _ in ranked[:RIVALS]
        if one.value > ranked[0].weighed.value - APART and one.option.action not in expects.tactics.stops
    ]
    if len(rivals) < 2:
        return weighed
    changes = _next_changes(view, rivals, expects, steps)
    if not changes:
        return weighed
    usual = mean(list(changes.values()), [1 / len(changes)] * len(changes))
    return [
        _lessened(one, difference(usual, changes[one.option.id])) if one.option.id in changes else one
        for one in weighed
    ]


def _lessened(weighed: Weighed, by: Parts) -> Weighed:
    """The option, worth less by `by`."""
    parts = None if weighed.parts is None else difference(weighed.parts, by)
    return structs.replace(weighed, value=weighed.value - by.total, parts=parts)


def _next_changes(
    view: SeatView, rivals: Sequence[tuple[str, Sequence[End]]], expects: Expectation, steps: int
) -> dict[str, Parts]:
    """Option id -> what the enemy's next action is expected to change after it; only options after which it acts.

    `rivals`: the ids of options with the likeliest tables that they lead to; `steps`: what has been spent so far.
    """
    found: dict[str, list[tuple[float, Parts]]] = {}
    for place in range(ENDS):
        if steps > LONGEST:
            break
        for name, end in [(name, ends[place]) for name, ends in rivals if place < len(ends)]:
            change, cost = _changed(view, end, expects)
            steps += cost
            if change is not None:
                found.setdefault(name, []).append((end.chance, change))
    return {name: _weighed_by_chance(changes) for name, changes in found.items()}


def _weighed_by_chance(changes: Sequence[tuple[float, Parts]]) -> Parts:
    """The mean of the changes, weighted by their chances."""
    total = fsum(chance for chance, _ in changes)
    return mean([change for _, change in changes], [chance / total for chance, _ in changes])


def _changed(view: SeatView, end: End, expects: Expectation) -> tuple[Parts | None, int]:
    """What the enemy's best action changes at this table, and the steps this cost; None if it does not act next."""
    tactics = expects.tactics
    state, answers, front, asked, _ = run_to_question(end.state, view.rules, [*end.answers], most_steps=MOST_STEPS)
    if asked is None or asked.kind not in tactics.looks_beyond:
        return None, 0
    if front.side(asked.seat) == front.side(view.seat):
        return None, 0
    seen = SeatView.imagined(view.rules, state, front, answers, asked)
    weighed, steps = _answered(seen, asked, tactics.opponent, Level.REGULAR)
    option = _ranked(asked, weighed)[0].option
    if option.action in tactics.stops:
        return None, steps
    look = Lookahead(view.rules, expects, view.seat, tactics.opponent.runs // (2 * tactics.opponent.widest))
    value = look.value(state, answers, option)
    return difference(value, end.worth), steps + look.steps


def _looked_at(view: SeatView, option: Option, expects: Expectation, now: Parts, limit: int) -> _Look:
    """What answering `option` is worth: the mean over the ways in which the enemy may react (`Tactics.worlds`).

    The ends are those of the first way. `limit`: the most runs of steps.
    """
    tactics = expects.tactics
    bias = tactics.bias(view, option)
    if option.action in tactics.stops:  # what follows does not depend on this option
        change = difference(expects.evaluate(tactics.stopped(view)), now)
        return _Look(Weighed(option, bias.value + now.total + change.total, change, bias=bias), (), 0)
    worlds = tactics.worlds(view)
    looks: list[Lookahead] = []
    values: list[Parts] = []
    for alarmed, _ in worlds:
        if looks and not looks[0].answered:  # no enemy was asked, so every world gives the same
            values.append(values[0])
            continue
        looks.append(Lookahead(view.rules, replace(expects, alarmed=alarmed), view.seat, limit))
        values.append(looks[-1].value(view.state, view.answers, option))
    value = mean(values, [weight for _, weight in worlds])
    change = difference(value, now)
    steps = sum(look.steps for look in looks)
    expected = _expected([(look.expected, weight) for look, (_, weight) in zip(looks, worlds, strict=False)])
    return _Look(Weighed(option, bias.value + value.total, change, expected, bias=bias), looks[0].ends, steps)


def _expected(found: Sequence[tuple[Expected | None, float]]) -> Expected | None:
    """The likeliest answer over all ways in which the enemy may react, each with its weight."""
    answers = [(one, weight) for one, weight in found if one is not None]
    if not answers:
        return None
    likeliest = max((one for one, _ in answers), key=lambda one: one.chance)
    chance = fsum(one.chance * weight for one, weight in answers if one.option == likeliest.option)
    return Expected(likeliest.option, chance, fsum(one.some * weight for one, weight in answers))


@dataclass(frozen=True, slots=True)
class Expectation:
    """The `Replies` of a look ahead by `seat`: `alarmed` is whether the enemy reacts wherever that pays.

    `valued`: the tables valued so far, by their `marks`; many options and rolls lead to the same table.
    """

    tactics: Tactics
    seat: Seat
    beliefs: Beliefs
    alarmed: bool = True
    valued: dict[Hashable, Parts] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)

    def unasked(self, state: State, seat: Seat, kind: QuestionKind) -> Reply | None:
        """What the asked seat would answer without a list of options."""
        return self.tactics.unasked(state, seat, kind, self)

    def reply(self, state: State, asked: Decision) -> Option | Either | None:
        """What the asked seat would answer to that decision."""
        return self.tactics.reply(state, asked)

    def falls(self, state: State, throw: Throw) -> Sequence[Fall]:
        """The outcomes of a throw, as far as the tactics tell them apart."""
        return self.tactics.falls(state, throw)

    def over(self, state: State) -> bool:
        """Whether the look ahead ends at this table."""
        return self.tactics.over(state)

    def evaluate(self, state: State) -> Parts:
        """How well the seat that looks ahead stands."""
        mark = self.tactics.mark(state, self.marks)
        found = self.valued.get(mark)
        if found is None:
            found = self.valued[mark] = self.tactics.parts(state, self.seat, self.beliefs)
        return found
