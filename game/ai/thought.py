"""What a computer player thought before it answered, as data, and the one place that puts it into a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from operator import mul
from typing import NamedTuple

from msgspec import Struct

from game.engine.deployment import DEPLOY_TO
from game.engine.forecast import Forecast
from game.engine.names import Seat, UnitId
from game.engine.options import Option
from game.engine.state import State
from game.engine.wording import as_words, names, percent, uncapitalised


class Parts(NamedTuple):
    """What a table is worth to a side, part by part, in figures put out of action.

    `result`: the battle is over, or may be. `material`: figures. `points`: objectives that have been scored. `ground`:
    objectives that the side holds or will hold, and its way to the fight. `danger`: fire on own units (below zero).
    `targets`: fire on the enemy. `watch`: waiting markers, nerves, and actions still to come of the side. `denied`: the
    ground of the enemy (below zero). `force`: the strength left for the turns to come. `hampers`: the `watch` of the
    enemy (below zero). `ceiling`: what all parts together count less in a battle as good as won or lost; no sentence
    tells it.
    """

    result: float = 0.0
    material: float = 0.0
    points: float = 0.0
    ground: float = 0.0
    danger: float = 0.0
    targets: float = 0.0
    watch: float = 0.0
    denied: float = 0.0
    force: float = 0.0
    hampers: float = 0.0
    ceiling: float = 0.0

    @property
    def total(self) -> float:
        """The sum."""
        return fsum(self)


def mean(values: Sequence[Parts], shares: Sequence[float]) -> Parts:
    """The mean of parts, weighted by `shares`, which add up to 1."""
    if len(values) == 2:  # the usual case, made fast
        (one, other), (share, rest) = values, shares
        return Parts(*[share * a + rest * b for a, b in zip(one, other, strict=True)])
    return Parts(*[fsum(map(mul, column, shares)) for column in zip(*values, strict=True)])


def difference(after: Parts, before: Parts) -> Parts:
    """What has changed, part by part."""
    return Parts(*[one - other for one, other in zip(after, before, strict=True)])


class Expected(NamedTuple):
    """The likeliest answer of the other side, and how likely it is (0 to 1). `some`: how likely any answer is."""

    option: Option
    chance: float
    some: float


class Said(NamedTuple):
    """What a gain or loss in one part is called: of an answer by itself, and of one compared with another."""

    gained: str = ""
    lost: str = ""
    better: str = ""
    worse: str = ""


class Bias(NamedTuple):
    """What is added to an answer's value for what lies beyond a look ahead, in figures, and what that is called.

    `makes_up_for`: the part whose loss in the look ahead it cancels, since that loss will not come about.
    """

    value: float = 0.0
    said: Said = Said()
    makes_up_for: str = ""


NO_BIAS = Bias()


class Weighed(Struct, frozen=True):
    """An option that was weighed.

    `parts`: how it is expected to change the table, None where only `value` is known. `bias`: what `value` has besides
    them. `expects`: the likeliest enemy answer, None for none. `reasons`: the rulebook's own words.
    """

    option: Option
    value: float
    parts: Parts | None = None
    expects: Expected | None = None
    reasons: tuple[str, ...] = ()
    bias: Bias = NO_BIAS


class Fact(NamedTuple):
    """In what a choice differs from another: its value in figures (below zero: it is a cost), and the words for it.

    `falls`: the unit that is said to fall.
    """

    value: float
    text: str
    falls: UnitId = ""


class Thought(Struct, frozen=True):
    """The chosen option, and those it was weighed against, best first.

    `promise` is the forecast of the chosen one; `usual` the id of passing, or of the default of the question; `facts`:
    what comes of the chosen one that does not come of another (`compared_with`), the weightiest first.
    """

    seat: Seat
    chosen: Weighed
    others: tuple[Weighed, ...] = ()
    promise: Forecast | None = None
    facts: tuple[Fact, ...] = ()
    usual: str = ""

    @property
    def option(self) -> Option:
        """The option that was chosen."""
        return self.chosen.option


LEAST = 0.04
"""The least difference of a part, in figures, that is told."""

DECIDES = 0.25
"""The least difference of a result that is told: a tenth of a win where that counts least, in SkirmishCorps."""

SAME = 0.005
"""The least difference of two values, in figures, at which one is told as better."""


LESS_FIRE, MORE_FIRE = "it means less fire from the enemy", "it means more fire from the enemy"
MORE_TARGETS, LESS_TARGETS = "its side’s fire should take more", "its side’s fire should take less"
READIER, LESS_READY = "it leaves its side readier", "it leaves its side less ready"
HAMPERED, UNHAMPERED = "it leaves the enemy less ready", "it leaves the enemy readier"
OUR_GROUND, LESS_OF_OURS = "its side should hold more ground", "its side should hold less ground"
THEIR_GROUND, MORE_OF_THEIRS = "the enemy should hold less ground", "the enemy should hold more ground"
STRONGER, WEAKER = "more of its side should be left against theirs", "fewer of its side should be left against theirs"

SAYINGS: tuple[Said, ...] = (
    Said(better="it is likelier to win", worse="it is likelier to lose"),
    Said(better="it should take more or cost less", worse="it should take less or cost more"),
    Said(better="it brings more points", worse="it brings fewer points"),
    Said(better="it gains more ground", worse="it gains less ground"),
    Said(better=LESS_FIRE, worse=MORE_FIRE),
    Said(better=MORE_TARGETS, worse=LESS_TARGETS),
    Said(better=READIER, worse=LESS_READY),
    Said(better=THEIR_GROUND, worse=MORE_OF_THEIRS),
    Said(better=STRONGER, worse=WEAKER),
    Said(better=HAMPERED, worse=UNHAMPERED),
)
"""In the order of `Parts`, of which the last is never told. `result`, `material` and `points` are differences between
the sides."""
GROUND = 3
"""The place of `Parts.ground`. An answer that moves no unit gains no ground, but its side may come to hold more."""
STAYS = Said(better=OUR_GROUND, worse=LESS_OF_OURS)
THE_SAME = "all that was weighed comes to much the same"
OVER = frozenset({"result", "material"})
"""The parts that count where the battle may be over: everything else is then neither won nor lost."""

Row = Sequence[float]
"""The parts that can be told, in the order of `Parts`, and then the bias."""


def _row(weighed: Weighed) -> Row:
    """What an answer changes."""
    parts, bias = (weighed.parts or Parts())._asdict(), weighed.bias
    value = bias.value
    loss = min(value, -parts.get(bias.makes_up_for, 0.0))
    if loss > 0:
        parts[bias.makes_up_for] += loss
        value -= loss
    result = abs(parts["result"])
    if result > DECIDES and result >= max(abs(part) for name, part in parts.items() if name not in OVER):
        parts = {name: part if name in OVER else 0.0 for name, part in parts.items()}
        value = 0.0
    return (*list(parts.values())[: len(SAYINGS)], value)


def _said(place: int, of: Weighed, state: State) -> Said:
    """What a part of an answer is called; the place after the last is that of its bias."""
    if place == len(SAYINGS):
        return of.bias.said
    return STAYS if place == GROUND and not _goes(of.option, state) else SAYINGS[place]


def _goes(option: Option, state: State) -> bool:
    """Whether the option moves a unit to another cell."""
    unit = state.units.get(option.unit)
    return option.to >= 0 and option.point < 0 and (unit is None or unit.at != option.to)


def _better(place: int, one: Weighed, other: Weighed, state: State) -> str:
    """In what `one` is better than `other`: either `one` has a bias for it, or `other` one against it."""
    return _said(place, one if place < len(SAYINGS) or one.bias.value > 0 else other, state).better


def _worse(place: int, one: Weighed, other: Weighed, state: State) -> str:
    """In what `one` is worse than `other`."""
    return _said(place, one if place < len(SAYINGS) or one.bias.value < 0 else other, state).worse


def sentence(thought: Thought, state: State) -> str:
    """The choice and its reasons, as "B1 runs to F4: it holds the yard, though B1 comes under the fire of R2".

    It may tell secrets of the seat: what others may read of a thought is `told_of` it.
    """
    chosen, other = thought.chosen, compared_with(thought)
    promised = _promised(thought.promise)
    reasons: Sequence[str] = chosen.reasons
    if not chosen.reasons and other is not None:
        reasons = _told(thought, other, state, promised=bool(promised))
    reasons_told = [*promised, *reasons]
    return f"{named(thought.option, state)}{': ' if reasons_told else ''}{', '.join(reasons_told)}"


def compared_with(thought: Thought) -> Weighed | None:
    """The answer with which the reasons for the chosen one compare it; None where nothing was weighed part by part.

    It is passing or the default of the question. Where that was chosen, it is the best answer that is not as good.
    """
    chosen = thought.chosen
    others = [one for one in thought.others if one.parts is not None]
    if chosen.parts is None or not others:
        return None
    if chosen.option.id != thought.usual:
        usual = next((one for one in others if one.option.id == thought.usual), None)
        if usual is not None:
            return usual
    return next((one for one in others if chosen.value - one.value >= SAME), others[-1])


def _told(thought: Thought, other: Weighed, state: State, *, promised: bool) -> Sequence[str]:
    """The weightiest facts for the choice, and what it costs most."""
    chosen = thought.chosen
    ahead = chosen.value - other.value
    if ahead < SAME:
        return () if promised else (THE_SAME,)
    target = thought.promise.target if promised and thought.promise is not None else ""
    facts = [fact for fact in thought.facts if not (fact.falls and fact.falls == target)]
    good = [fact.text for fact in facts if fact.value > 0][:SAID]
    bad = [f"though {fact.text}" for fact in facts if fact.value < 0][:1] if good or promised else []
    if not good and not promised:
        edge = _less(_row(chosen), _row(other))
        place = _greatest(edge)
        little = place is None
        if place is None:
            place = max(range(1, len(edge)), key=lambda at: edge[at])
        if edge[place] > 0:  # else the choice is ahead only in the ceiling, which is never told
            good = [f"{_better(place, chosen, other, state)}{', if only a little' if little else ''}"]
    if chosen.option.id == thought.usual and good:
        good[0] = f"compared with the next best, {good[0]}"
    return [*good, *bad]


def _less(one: Row, other: Row) -> Row:
    """The difference of two rows."""
    return [mine - yours for mine, yours in zip(one, other, strict=True)]


def _greatest(row: Row) -> int | None:
    """The place of the greatest gain, None if none is worth telling."""
    place = max(range(len(row)), key=lambda at: row[at] if at or row[0] > DECIDES else 0.0)
    return place if row[place] > LEAST else None


def reasoned(thought: Thought) -> bool:
    """Whether there is a reason to tell: something was weighed and made a difference."""
    other = compared_with(thought)
    if thought.chosen.reasons or _promised(thought.promise):
        return True
    return other is not None and thought.chosen.value - other.value >= SAME


def answer_sentence(thought: Thought, state: State) -> str:
    """The enemy answer that is expected, "" if there is none."""
    expected = thought.chosen.expects
    if expected is None:
        return ""
    likeliest = named(expected.option, state)
    if percent(expected.chance) == percent(expected.some):
        return f"{likeliest} is to be expected ({percent(expected.some)})"
    return f"An answer is to be expected ({percent(expected.some)}), likeliest {likeliest} ({percent(expected.chance)})"


def dropped_sentence(thought: Thought, other: Weighed, state: State) -> str:
    """Why another option was not chosen: by how much it is worse, and in what most."""
    less = thought.chosen.value - other.value
    if less < SAME:
        return f"{named(other.option, state)}: just as good"
    worse = f"{less:.2f} figures worse"
    if other.reasons:
        return f"{named(other.option, state)}: {worse}, {', '.join(other.reasons)}"
    if thought.chosen.parts is None or other.parts is None:
        return f"{named(other.option, state)}: {worse}"
    place = _greatest(_less(_row(thought.chosen), _row(other)))
    if place is None:
        return f"{named(other.option, state)}: {worse if less >= LEAST else 'all but as good'}"
    return f"{named(other.option, state)}: {worse}, {_worse(place, other, thought.chosen, state)}"


def cost_sentences(mine: Weighed, best: Weighed, state: State) -> tuple[str, ...]:
    """What would have been better, by how much, and in what: "R1, run to f4: worth 0.8 figures more, it brings points".

    The first sentence has all reasons, each following one a reason less, the last none.
    """
    worth = f"{named(best.option, state)}: worth {best.value - mine.value:.1f} figures more"
    reasons: Sequence[str] = best.reasons
    if not reasons and mine.parts is not None and best.parts is not None:
        place = _greatest(_less(_row(best), _row(mine)))
        reasons = [_better(place, best, mine, state)] if place is not None else []
    return tuple(", ".join([worth, *reasons[:count]]) for count in range(len(reasons), -1, -1))


Clause = tuple[float, str, str]
"""A difference in value, what is said if it is a gain, and what is said if it is a loss."""
FIRST = 100.0
"""The value of a clause that is to be told first."""
SAID = 2
"""The most gains, and the most losses, that are told; the greatest come first."""


def for_and_against(rows: Sequence[Clause], least: float, *, promised: bool = False) -> tuple[str, ...]:
    """Words like "it takes the town", "stands better", "though it leaves 0302 open"; no difference below `least`.

    Nothing is said against a choice where nothing speaks for it, unless odds told before it do (`promised`).
    """
    ranked = sorted(rows, key=lambda row: -abs(row[0]))
    good = [words for value, words, _ in ranked if value > least][:SAID]
    bad = [words for value, _, words in ranked if value < -least][:SAID]
    sentences = [f"it {good[0]}", *good[1:]] if good else []
    if bad and (good or promised):
        sentences.append(f"though it {' and '.join(bad)}")
    return tuple(sentences)


def named(option: Option, state: State) -> str:
    """An option in a few words: its own text, or its unit, destination and pace."""
    if option.text:
        known = option.formation or (option.unit if option.unit in state.units else "")
        words = option.text
        if known and not names(words, known):
            words = f"{known.upper()}, {uncapitalised(words)}"
        return f"{words} at {state.board.label(option.to)}" if option.action == DEPLOY_TO else words
    who = option.unit.upper() or option.formation.upper()
    verb = as_words(option.how)
    where = f" to {state.board.label(option.to)}" if option.to >= 0 else ""
    whom = f" at {option.target.upper()}" if option.target else ""
    return f"{who}: {verb}{where}{whom}" if who else f"{verb.capitalize()}{where}{whom}"


def _promised(promise: Forecast | None) -> Sequence[str]:
    if promise is None or not (promise.p_out or promise.p_hit):
        return ()
    if promise.meaning or not promise.target:  # about a squad or a place, not one figure
        return (f"{percent(promise.chance)} for {promise.means}",)
    if promise.p_out:
        return (f"{percent(promise.p_out)} to put {promise.target.upper()} out",)
    return (f"{percent(promise.p_hit)} for {promise.effect}",)
