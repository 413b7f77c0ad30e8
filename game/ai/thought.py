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
from game.engine.wording import percent


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

GAINED: tuple[str, ...] = (
    "it may decide the battle",
    "it should take more than it costs",
    "it brings points",
    "it takes ground",
    "it stays out of their fire",
    "it brings them under fire",
    "it keeps a gun ready",
)
LOST: tuple[str, ...] = (
    "it may lose the battle",
    "it should cost more than it takes",
    "it gives points away",
    "it gives up ground",
    "it stands under fire",
    "it has nobody under fire",
    "it has no gun ready",
)
"""What a difference in each part is called, in the order of `Parts`."""
BUT = "everything else is worse"


def sentence(thought: Thought, state: State, *, whole: bool = True) -> str:
    """The choice and its reason, as "B1 runs to F4: it takes ground, though it stands under fire".

    `whole`: to who may know the secrets of that seat; nobody else is told what speaks of markers that lie face-down.
    """
    parts = thought.chosen.parts
    if parts is not None and not whole:
        parts = parts._replace(watch=0.0)
    given = thought.chosen.reasons if whole or thought.chosen.public else ()
    reasons = [*_promised(thought.promise), *(given or _reasons(parts))]
    if not given and parts is not None and max(parts) <= LEAST and not _promised(thought.promise):
        reasons = _compared(thought, whole=whole) or reasons
    return f"{named(thought.option, state)}{': ' if reasons else ''}{', '.join(reasons)}"


def _compared(thought: Thought, *, whole: bool) -> list[str]:
    """Where all that can be done loses something: in what the choice is better than the next best, which is not named.

    Nothing where there is no other, or nothing that tells them apart.
    """
    other = next((one for one in thought.others if one.parts is not None), None)
    if other is None or other.parts is None or thought.chosen.parts is None:
        return []
    parts = difference(thought.chosen.parts, other.parts)
    place = _greatest(parts if whole else parts._replace(watch=0.0))
    return [BUT] if place is None else [f"compared with the next best, {GAINED[place]}"]


def _greatest(parts: Parts) -> int | None:
    """The place of the greatest gain, None where none is worth a word."""
    place = max(range(len(parts)), key=lambda at: parts[at])
    return place if parts[place] > LEAST else None


def reasoned(thought: Thought) -> bool:
    """Whether there is any reason to tell: none where nothing was weighed, or nothing made a difference."""
    return bool(thought.chosen.reasons or [*_promised(thought.promise), *_reasons(thought.chosen.parts)])


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
    return f"{named(other.option, state)}: {worse}{'' if place is None else f', {LOST[place]}'}"


def cost_sentence(mine: Weighed, best: Weighed, state: State) -> str:
    """What would have been better, by how much, and in what most: "R1 runs to F4 was worth 0.8 figures more: it brings points"."""
    worth = f"{named(best.option, state)}: worth {best.value - mine.value:.1f} figures more"
    if best.reasons:
        return f"{worth}, {', '.join(best.reasons)}"
    if mine.parts is None or best.parts is None:
        return worth
    place = _greatest(difference(best.parts, mine.parts))
    return worth if place is None else f"{worth}, {GAINED[place]}"


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
        acts = known.upper()
        return option.text if acts in option.text.upper() else f"{acts}, {option.text[:1].lower()}{option.text[1:]}"
    who = option.unit.upper() or option.formation.upper()
    verb = (option.pace or option.action).replace("_", " ")
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


def _reasons(parts: Parts | None) -> Sequence[str]:
    """The greatest gain, and the greatest cost if it is worth a word; that who falls is no target any more costs nothing."""
    if parts is None:
        return ()
    if parts.material > 0:
        parts = parts._replace(targets=max(0.0, parts.targets))
    gain, cost = _greatest(parts), min(range(len(parts)), key=lambda at: parts[at])
    told = [] if gain is None else [GAINED[gain]]
    if parts[cost] < -LEAST:
        told.append(f"though {LOST[cost]}" if told else LOST[cost])
    return told
