"""What a computer player thought before it answered, as data, and the one place that says it in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from msgspec import Struct

from game.engine.forecast import Forecast
from game.engine.names import Seat
from game.engine.options import Option
from game.engine.state import State
from game.engine.wording import as_words, names, percent, uncapitalised


class Parts(NamedTuple):
    """What a table is worth to a side, part by part, in figures put out of action: its own less what the enemy has.

    `result`: the game is over, or may be; `material`: figures; `points`: objectives that have been scored; `ground`: those that are
    or will be held, and the way to the fight; `danger`: fire that own units stand under (below zero); `targets`: fire
    that the enemy stands under; `watch`: markers that wait, nerves, what a unit may still do.
    """

    result: float = 0.0
    material: float = 0.0
    points: float = 0.0
    ground: float = 0.0
    danger: float = 0.0
    targets: float = 0.0
    watch: float = 0.0

    @property
    def total(self) -> float:
        """The sum."""
        return sum(self)


def mean(values: Sequence[Parts], shares: Sequence[float]) -> Parts:
    """The expectation of parts; the shares add up to 1."""
    return Parts(*[sum(map(mul, column, shares)) for column in zip(*values, strict=True)])


def difference(after: Parts, before: Parts) -> Parts:
    """What has changed, part by part."""
    return Parts(*[one - other for one, other in zip(after, before, strict=True)])


class Expected(NamedTuple):
    """The answer of the other side that is thought likeliest: its option, and how likely it is (0 to 1)."""

    option: Option
    chance: float


class Weighed(Struct, frozen=True):
    """An option that was weighed. `parts`: how the table is expected to change by it, None where only `value` is known.

    `expects`: the likeliest answer, if one is expected at all. `reasons`: the rulebook's own words; they are `public` where they
    tell nothing that only that seat may know.
    """

    option: Option
    value: float
    parts: Parts | None = None
    expects: Expected | None = None
    reasons: tuple[str, ...] = ()
    public: bool = False


class Thought(Struct, frozen=True):
    """The option that was chosen, and what it was weighed against, best first. `promise` is its own forecast."""

    seat: Seat
    chosen: Weighed
    others: tuple[Weighed, ...] = ()
    promise: Forecast | None = None

    @property
    def option(self) -> Option:
        """The option that was chosen."""
        return self.chosen.option


LEAST = 0.04
"""A part that makes less of a difference, in figures, is not worth a word."""

SAME = 0.005
"""Values that differ by less read alike."""


class Said(NamedTuple):
    """What a difference in one part is called: of an answer by itself, and of one that is compared with another."""

    gained: str
    lost: str
    better: str
    worse: str


LESS_FIRE, MORE_FIRE = "it means less fire from the enemy", "it means more fire from the enemy"
MORE_TARGETS, LESS_TARGETS = "it has more of the enemy under fire", "it has less of the enemy under fire"
READIER, LESS_READY = "it leaves its side readier", "it leaves its side less ready"

SAYINGS: tuple[Said, ...] = (
    Said("it may decide the battle", "it may lose the battle", "it is likelier to win", "it is likelier to lose"),
    Said(
        "it should take more than it costs",
        "it should cost more than it takes",
        "it should take more or cost less",
        "it should take less or cost more",
    ),
    Said("it brings points", "it gives points away", "it brings more points", "it brings fewer points"),
    Said("it gains ground", "it loses ground", "it gains more ground", "it gains less ground"),
    Said(LESS_FIRE, MORE_FIRE, LESS_FIRE, MORE_FIRE),
    Said(MORE_TARGETS, LESS_TARGETS, MORE_TARGETS, LESS_TARGETS),
    Said(READIER, LESS_READY, READIER, LESS_READY),
)
"""In the order of `Parts`. Each part is a side's own less what the enemy has, so that all of them are true of either."""
WORSE, NO_BETTER = "it costs least", "nothing else is better"


def sentence(thought: Thought, state: State, *, whole: bool = True) -> str:
    """The choice and its reason, as "B1 runs to F4: it gains ground, though it means more fire from the enemy".

    `whole`: to who may know the secrets of that seat; nobody else is told what speaks of markers that lie face-down.
    """
    rows = [one.parts for one in (thought.chosen, *thought.others) if one.parts is not None]
    if not whole:
        rows = [parts._replace(watch=0.0) for parts in rows]
    weighed = thought.chosen.parts is not None
    reasons: Sequence[str] = thought.chosen.reasons if whole or thought.chosen.public else ()
    if not reasons and weighed:
        reasons = _reasons(rows[0], rows[1:])
    promised = _promised(thought.promise)
    if not promised and not thought.chosen.reasons and weighed and max(rows[0]) <= LEAST:
        reasons = _compared(thought, rows) or reasons
    told = [*promised, *reasons]
    return f"{named(thought.option, state)}{': ' if told else ''}{', '.join(told)}"


def _compared(thought: Thought, rows: Sequence[Parts]) -> Sequence[str]:
    """Where nothing that can be done gains anything: in what the choice is better than the next best, which is not named.

    `rows`: the parts of the choice, then those of the others, best first. Nothing where there is no other.
    """
    if len(rows) < 2:
        return ()
    place = _greatest(difference(rows[0], rows[1]))
    if place is not None:
        return (f"compared with the next best, {SAYINGS[place].better}",)
    return (WORSE if thought.chosen.value - thought.others[0].value >= SAME else NO_BETTER,)


def _greatest(parts: Parts) -> int | None:
    """The place of the greatest gain, None where none is worth a word."""
    place = max(range(len(parts)), key=lambda at: parts[at])
    return place if parts[place] > LEAST else None


def reasoned(thought: Thought) -> bool:
    """Whether there is any reason to tell: none where nothing was weighed, or nothing made a difference."""
    return bool(thought.chosen.reasons or [*_promised(thought.promise), *_reasons(thought.chosen.parts, ())])


def answer_sentence(thought: Thought, state: State) -> str:
    """The answer that is expected, "" if none is."""
    expected = thought.chosen.expects
    if expected is None:
        return ""
    return f"{named(expected.option, state)} is to be expected ({percent(expected.chance)})"


def dropped_sentence(thought: Thought, other: Weighed, state: State) -> str:
    """Why one of the others was dropped: by how much it is worse, and in what most."""
    less = thought.chosen.value - other.value
    if less < SAME:
        return f"{named(other.option, state)}: just as good"
    worse = f"{less:.2f} figures worse"
    if other.reasons:
        return f"{named(other.option, state)}: {worse}, {', '.join(other.reasons)}"
    if thought.chosen.parts is None or other.parts is None:
        return f"{named(other.option, state)}: {worse}"
    place = _greatest(difference(thought.chosen.parts, other.parts))
    if place is None:
        return f"{named(other.option, state)}: {worse if less >= LEAST else 'all but as good'}"
    return f"{named(other.option, state)}: {worse}, {SAYINGS[place].worse}"


def cost_sentence(mine: Weighed, best: Weighed, state: State) -> str:
    """What would have been better, by how much, and in what most: "R1 runs to F4 was worth 0.8 figures more: it brings points"."""
    worth = f"{named(best.option, state)}: worth {best.value - mine.value:.1f} figures more"
    if best.reasons:
        return f"{worth}, {', '.join(best.reasons)}"
    if mine.parts is None or best.parts is None:
        return worth
    place = _greatest(difference(best.parts, mine.parts))
    return worth if place is None else f"{worth}, {SAYINGS[place].better}"


Row = tuple[float, str, str]
"""What something makes, what is said of it where that is a gain, and where it is a loss."""
FIRST = 100.0
"""What is said before all else is listed as worth that much."""
SAID = 2
"""So many gains are told, and so many losses, the greatest first."""


def for_and_against(rows: Sequence[Row], least: float) -> tuple[str, ...]:
    """As "it takes the town", "stands better", "though it leaves 0302 open"; nothing that makes less than `least`."""
    ranked = sorted(rows, key=lambda row: -abs(row[0]))
    good = [words for value, words, _ in ranked if value > least][:SAID]
    bad = [words for value, _, words in ranked if value < -least][:SAID]
    told = [f"it {good[0]}", *good[1:]] if good else []
    return (*told, f"{'though ' if good else ''}it {' and '.join(bad)}") if bad else tuple(told)


def named(option: Option, state: State) -> str:
    """An option in a few words: its own text, or who goes where and how."""
    if option.text:
        known = option.formation or (option.unit if option.unit in state.units else "")
        if not known or names(option.text, known):
            return option.text
        return f"{known.upper()}, {uncapitalised(option.text)}"
    who = option.unit.upper() or option.formation.upper()
    verb = as_words(option.how)
    where = f" to {state.board.label(option.to)}" if option.to >= 0 else ""
    whom = f" at {option.target.upper()}" if option.target else ""
    return f"{who}: {verb}{where}{whom}" if who else f"{verb.capitalize()}{where}{whom}"


def _promised(promise: Forecast | None) -> Sequence[str]:
    if promise is None or not (promise.p_out or promise.p_hit):
        return ()
    if promise.meaning or not promise.target:  # a squad loses somebody, a place is taken
        return (f"{percent(promise.chance)} for {promise.means}",)
    if promise.p_out:
        return (f"{percent(promise.p_out)} to put {promise.target.upper()} out",)
    return (f"{percent(promise.p_hit)} for {promise.effect}",)


def _reasons(parts: Parts | None, others: Sequence[Parts]) -> Sequence[str]:
    """The greatest gain, and the greatest cost if it is worth a word; that who falls is no target any more costs nothing.

    What all `others` cost as well is no cost of this one, and a gain that they have, too, is told only where it has no other.
    """
    if parts is None:
        return ()
    if parts.material > 0:
        parts = parts._replace(targets=max(0.0, parts.targets))
    gains, costs = parts, parts
    if others:
        columns = list(zip(parts, *others, strict=True))
        gains = Parts(*[min(own, own - min(rest)) for own, *rest in columns])
        costs = Parts(*[max(own, own - max(rest)) for own, *rest in columns])
    gain, cost = _greatest(gains), min(range(len(costs)), key=lambda at: costs[at])
    if gain is None:
        gain = _greatest(parts)
    told = [] if gain is None else [SAYINGS[gain].gained]
    if costs[cost] < -LEAST:
        told.append(f"though {SAYINGS[cost].lost}" if told else SAYINGS[cost].lost)
    return told
