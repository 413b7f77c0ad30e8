"""What a computer player thought before it answered, as data, and the one place that says it in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from msgspec import Struct

from game.engine.deployment import DEPLOY_TO
from game.engine.forecast import Forecast
from game.engine.names import Seat
from game.engine.options import Option
from game.engine.state import State
from game.engine.wording import as_words, names, percent, uncapitalised


class Parts(NamedTuple):
    """What a table is worth to a side, part by part, in figures put out of action: its own less what the enemy has.

    `result`: the game is over, or may be; `material`: figures; `points`: objectives that have been scored; `ground`: those that the
    side holds or will hold, and its way to the fight; `danger`: fire that own units stand under (below zero); `targets`: fire
    that the enemy stands under; `watch`: markers of the side that wait, its nerves, what its units may still do; `denied`: ground
    that the enemy holds or will hold (below zero); `force`: who is left for the turns to come; `hampers`: what `watch` is, of the
    enemy (below zero); `ceiling`: what all that counts less where a battle is as good as won or lost, which is told of nothing.
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
        return sum(self)


def mean(values: Sequence[Parts], shares: Sequence[float]) -> Parts:
    """The expectation of parts; the shares add up to 1."""
    if len(values) == 2:  # as most are
        (one, other), (share, rest) = values, shares
        return Parts(*[share * a + rest * b for a, b in zip(one, other, strict=True)])
    return Parts(*[sum(map(mul, column, shares)) for column in zip(*values, strict=True)])


def difference(after: Parts, before: Parts) -> Parts:
    """What has changed, part by part."""
    return Parts(*[one - other for one, other in zip(after, before, strict=True)])


class Expected(NamedTuple):
    """The answer of the other side that is thought likeliest: its option, and how likely it is (0 to 1)."""

    option: Option
    chance: float


class Said(NamedTuple):
    """What a difference in one part is called: of an answer by itself, and of one that is compared with another."""

    gained: str = ""
    lost: str = ""
    better: str = ""
    worse: str = ""


class Bias(NamedTuple):
    """What an answer counts more or less for what lies beyond the end of a look ahead, in figures, and what that is called.

    `makes_up_for`: the part of which it makes good a loss that the look ahead sees and that comes to nothing.
    """

    value: float = 0.0
    said: Said = Said()
    makes_up_for: str = ""


NO_BIAS = Bias()


class Weighed(Struct, frozen=True):
    """An option that was weighed. `parts`: how the table is expected to change by it, None where only `value` is known.

    `bias`: what is in `value` beside them. `expects`: the likeliest answer, if one is expected at all. `reasons`: the
    rulebook's own words; they are `public` where they tell nothing that only that seat may know.
    """

    option: Option
    value: float
    parts: Parts | None = None
    expects: Expected | None = None
    reasons: tuple[str, ...] = ()
    public: bool = False
    bias: Bias = NO_BIAS


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


LESS_FIRE, MORE_FIRE = "it means less fire from the enemy", "it means more fire from the enemy"
MORE_TARGETS, LESS_TARGETS = "it has more of the enemy under fire", "it has less of the enemy under fire"
READIER, LESS_READY = "it leaves its side readier", "it leaves its side less ready"
HAMPERED, UNHAMPERED = "it leaves the enemy less ready", "it leaves the enemy readier"
OUR_GROUND, LESS_OF_OURS = "its side should hold more ground", "its side should hold less ground"
THEIR_GROUND, MORE_OF_THEIRS = "the enemy should hold less ground", "the enemy should hold more ground"
STRONGER, WEAKER = "its side should be the stronger afterwards", "its side should be the weaker afterwards"

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
    Said(THEIR_GROUND, MORE_OF_THEIRS, THEIR_GROUND, MORE_OF_THEIRS),
    Said(STRONGER, WEAKER, STRONGER, WEAKER),
    Said(HAMPERED, UNHAMPERED, HAMPERED, UNHAMPERED),
)
"""In the order of `Parts`, which ends with what is not told. `result`, `material` and `points` are a side's own less the enemy's."""
GROUND = 3
"""The place of `Parts.ground`: who goes nowhere gains none, but his side may come to hold more or less of it."""
STAYS = Said(OUR_GROUND, LESS_OF_OURS, OUR_GROUND, LESS_OF_OURS)
THE_SAME = "all that was weighed comes to much the same"
OVER = frozenset({"result", "material"})
"""Of a battle that may be over: all else that a table is worth ends with it, and is neither won nor lost."""

Row = Sequence[float]
"""The parts of which there is something to tell, in their order, and then the bias."""


def _row(weighed: Weighed, *, whole: bool = True) -> Row:
    """What an answer changes; nobody but its side is told what speaks of markers that lie face-down."""
    parts, bias = (weighed.parts or Parts())._asdict(), weighed.bias
    if not whole:
        parts |= {"watch": 0.0, "hampers": 0.0}
    value = 0.0 if weighed.option.marker and not whole else bias.value
    loss = min(value, -parts.get(bias.makes_up_for, 0.0))
    if loss > 0:
        parts[bias.makes_up_for] += loss
        value -= loss
    result = abs(parts["result"])
    if result > LEAST and result >= max(abs(part) for name, part in parts.items() if name not in OVER):
        parts = {name: part if name in OVER else 0.0 for name, part in parts.items()}
        value = 0.0
    return (*list(parts.values())[: len(SAYINGS)], value)


def _said(place: int, of: Weighed, state: State) -> Said:
    """What a part is called of an answer, the bias being the last."""
    if place == len(SAYINGS):
        return of.bias.said
    return STAYS if place == GROUND and not _goes(of.option, state) else SAYINGS[place]


def _goes(option: Option, state: State) -> bool:
    """Whether somebody is on another cell once it has been carried out."""
    unit = state.units.get(option.unit)
    return option.to >= 0 and option.point < 0 and (unit is None or unit.at != option.to)


def _better(place: int, one: Weighed, other: Weighed, state: State) -> str:
    """In what one answer is better than another; a bias that is not for the one is against the other."""
    return _said(place, one if place < len(SAYINGS) or one.bias.value > 0 else other, state).better


def _worse(place: int, one: Weighed, other: Weighed, state: State) -> str:
    """In what one answer is worse than another."""
    return _said(place, one if place < len(SAYINGS) or one.bias.value < 0 else other, state).worse


def sentence(thought: Thought, state: State, *, whole: bool = True) -> str:
    """The choice and its reason, as "B1 runs to F4: it gains ground, though it means more fire from the enemy".

    `whole`: to whoever may know the secrets of that seat; nobody else is told what speaks of markers that lie face-down.
    """
    chosen = thought.chosen
    weighed = chosen.parts is not None
    listed = [one for one in (chosen, *thought.others) if one.parts is not None]
    rows = [_row(one, whole=whole) for one in listed]
    reasons: Sequence[str] = chosen.reasons if whole or chosen.public else ()
    if not reasons and weighed:
        reasons = _reasons(listed, rows, state)
    promised = _promised(thought.promise)
    if not promised and not chosen.reasons and weighed and max(rows[0]) <= LEAST:
        reasons = _compared(listed, rows, state) or reasons
    told = [*promised, *reasons]
    return f"{named(thought.option, state)}{': ' if told else ''}{', '.join(told)}"


def _compared(listed: Sequence[Weighed], rows: Sequence[Row], state: State) -> Sequence[str]:
    """Where nothing that can be done gains anything: in what the choice is better than the next best, which is not named.

    Where that is as good, than the best of those that are not. `listed`: the choice, then the others, best first. Nothing
    where there is no other.
    """
    chosen, *others = listed
    if not others:
        return ()
    less = [chosen.value - one.value for one in others]
    behind = next((place for place, value in enumerate(less) if value >= (LEAST if less[0] < SAME else SAME)), None)
    if behind is None:
        return (THE_SAME,)
    edge = _less(rows[0], rows[1 + behind])
    place = max(range(len(edge)), key=lambda at: edge[at])
    if edge[place] <= 0:  # it is ahead in what is not told
        return ()
    than = "others" if behind else "the next best"
    little = "" if edge[place] > LEAST else ", if only a little"
    return (f"compared with {than}, {_better(place, chosen, others[behind], state)}{little}",)


def _less(one: Row, other: Row) -> Row:
    """The difference of two rows."""
    return [mine - yours for mine, yours in zip(one, other, strict=True)]


def _greatest(row: Row) -> int | None:
    """The place of the greatest gain, None where none is worth a word."""
    place = max(range(len(row)), key=lambda at: row[at])
    return place if row[place] > LEAST else None


def reasoned(thought: Thought) -> bool:
    """Whether there is any reason to tell: none where nothing was weighed, or nothing made a difference."""
    chosen = thought.chosen
    if chosen.reasons or _promised(thought.promise):
        return True
    return chosen.parts is not None and any(abs(value) > LEAST for value in _row(chosen))


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
    place = _greatest(_less(_row(thought.chosen), _row(other)))
    if place is None:
        return f"{named(other.option, state)}: {worse if less >= LEAST else 'all but as good'}"
    return f"{named(other.option, state)}: {worse}, {_worse(place, other, thought.chosen, state)}"


def cost_sentences(mine: Weighed, best: Weighed, state: State) -> tuple[str, ...]:
    """What would have been better, by how much, and in what: "R1, run to f4: worth 0.8 figures more, it brings points".

    First with all reasons, then with one less each time, last without any.
    """
    worth = f"{named(best.option, state)}: worth {best.value - mine.value:.1f} figures more"
    reasons: Sequence[str] = best.reasons
    if not reasons and mine.parts is not None and best.parts is not None:
        place = _greatest(_less(_row(best), _row(mine)))
        reasons = [_better(place, best, mine, state)] if place is not None else []
    return tuple(", ".join([worth, *reasons[:count]]) for count in range(len(reasons), -1, -1))


Clause = tuple[float, str, str]
"""What something makes, what is said of it where that is a gain, and where it is a loss."""
FIRST = 100.0
"""What is to be said first is listed as worth this much."""
SAID = 2
"""How many gains are told at most, and how many losses, the greatest first."""


def for_and_against(rows: Sequence[Clause], least: float) -> tuple[str, ...]:
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
        said = option.text
        if known and not names(said, known):
            said = f"{known.upper()}, {uncapitalised(said)}"
        return f"{said} at {state.board.label(option.to)}" if option.action == DEPLOY_TO else said
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


def _reasons(listed: Sequence[Weighed], rows: Sequence[Row], state: State) -> Sequence[str]:
    """The greatest gain, and the greatest cost if it is worth a word.

    That a unit which falls is no target any more is no cost. Nor is what all the others cost as well; and a gain that
    they have, too, is told only where there is no other. Where the next best gains as much of it, what decided between
    the two is told as well. `listed`: the choice, then the others; `rows`: theirs, in the same order.
    """
    chosen, *others = listed
    own, *rest = rows
    if own[Parts._fields.index("material")] > 0:
        targets = Parts._fields.index("targets")
        own = [max(0.0, value) if place == targets else value for place, value in enumerate(own)]
    gains = costs = own
    if rest:
        columns = list(zip(own, *rest, strict=True))
        gains = [min(mine, mine - min(others)) for mine, *others in columns]
        costs = [max(mine, mine - max(others)) for mine, *others in columns]
    gain, cost = _greatest(gains), min(range(len(costs)), key=lambda at: costs[at])
    if gain is None:
        gain = _greatest(own)
    told = [] if gain is None else [_said(gain, chosen, state).gained]
    if rest and gain is not None and chosen.value - others[0].value >= LEAST:
        edge = _less(rows[0], rest[0])
        decided = _greatest(edge)
        if decided is not None and edge[gain] <= LEAST:
            told.append(f"and compared with the next best {_better(decided, chosen, others[0], state)}")
    if costs[cost] < -LEAST:
        lost = _said(cost, chosen, state).lost
        told.append(f"though {lost}" if told else lost)
    return told
