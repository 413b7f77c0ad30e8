"""What the computer player of Epic says of its answers: the one place for their sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from game.ai.thought import FIRST, Clause, Expected, Parts, Weighed, difference, for_and_against
from game.engine.names import Verb
from game.engine.options import Option
from game.engine.wording import percent, uncapitalised, written_ids
from game.rules.epic.vocabulary import Verbs

TOLD = 0.15
"""What makes less of a difference, in stands, is not worth a word: less than a blast marker."""
ASIDE = 0.001
"""What is answered is worth that much more than what it ties with."""
MOST = 3
"""How many other answers are kept beside the chosen one: one more than a hint tells."""
SURE = 0.85
"""A test that fails no more often than TOLD is not worth a word."""
COUNTERED = 0.9
"""How likely a charge is answered where that is possible: 90 of 100 (86 to 94) in games of the computer against itself."""

LESS: tuple[tuple[str, ...], ...] = (
    (),
    ("it fires worse or fights worse",),
    (),
    ("it does less for the objective",),
    ("it stands more in their fire",),
    ("it has less before it for its next action",),
    ("it is less ready",),
    *[()] * 4,
)
"""What speaks against an answer that was dropped, by the part in which it is furthest behind, in the order of `Parts`."""

BEGINS = ("who begins acts before they can",)
MISSED_LEAST, MISSED_MORE = ("it is missed least",), ("it is missed more",)
WAITS = ("a better shot may still come",)
GETS_AWAY, ACT_FIRST = ("what can be done now is worth more than to let them act",), ("they act first",)
CAN_WAIT = ("nothing is lost by letting them act first",)


class Outcome(NamedTuple):
    """What an answer is expected to bring over standing still, failed tests included; `parts` works out of what, if it succeeds.

    `won`: the chance to win the assault, None where there is none; `passing`: the chance of its test; `goal`: the
    objective that it is about; `holds`: it stands on it then.
    """

    value: float
    parts: Callable[[], Parts]
    won: float | None = None
    passing: float = 1.0
    goal: str = ""
    holds: bool = False


def told(outcome: Outcome, action: Verb) -> tuple[str, ...]:
    """What speaks for an answer, then what against it."""
    parts = outcome.parts()
    fights, chance = outcome.won is not None, outcome.won or 0.0  # of a charge to be named its forecast says it
    goal = uncapitalised(outcome.goal)
    nearer = f"comes nearer to {goal}" if outcome.goal else "may take their ground"
    rows: list[Clause] = [
        (0.0 if action == Verbs.ENGAGE or not fights else FIRST, f"wins the assault in {percent(chance)}", ""),
        (
            parts.material,
            "should cost them more stands than us" if fights else "has a good shot",
            "should cost more stands than it takes",
        ),
        (parts.ground, f"holds {goal}" if outcome.holds else nearer, "does less for its objective"),
        (parts.targets, "has more before it for its next action", "has less before it for its next action"),
        (parts.danger, "comes out of their fire", "comes under their fire"),
        (parts.watch, "fires at who comes into view" if action == Verbs.OVERWATCH else "gets its nerve back", ""),
    ]
    if outcome.passing < SURE:
        rows.append((outcome.passing - 1, "", f"succeeds in its test in {percent(outcome.passing)} only"))
    return for_and_against(rows, TOLD)


def weighed(rows: Sequence[tuple[Outcome, Option]], expects: Expected | None = None) -> list[Weighed]:
    """The answer that is given, which is the first row, and the best few others, each with what it is behind in."""
    (best, option), *others = rows
    value = max(best.value, others[0][0].value + ASIDE) if others else best.value
    parts = best.parts()
    found = [Weighed(option, value, parts, expects, reasons=told(best, option.action), public=True)]
    for outcome, other in others[:MOST]:
        then = outcome.parts()
        found.append(Weighed(other, outcome.value, then, reasons=behind(parts, then), public=True))
    return found


def behind(best: Parts, other: Parts) -> tuple[str, ...]:
    """In what one answer is furthest behind another; nothing where that is not worth a word."""
    lost = difference(best, other)
    most = max(lost)
    return LESS[lost.index(most)] if most > TOLD else ()


def listed(rows: Sequence[tuple[float, Option, tuple[str, ...]]]) -> list[Weighed]:
    """Answers that are judged by what they bring in stands alone, each with its reason; the one that is given first."""
    found = [Weighed(option, value, Parts(material=value), reasons=why, public=True) for value, option, why in rows]
    first, *others = found
    return (
        [replace(first, value=max(first.value, *(one.value + ASIDE for one in others))), *others] if others else found
    )


def worth(value: float) -> tuple[str, ...]:
    """Of a shot."""
    return (f"it should be worth {value:.1f} stands",)


def countered(names: Sequence[str]) -> Expected:
    """A counter charge of those who are charged."""
    who = written_ids(names)
    return Expected(Option("", Verbs.COUNTER_CHARGE, text=f"A counter charge of {who}"), COUNTERED)
