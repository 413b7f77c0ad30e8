"""Why the computer player of Epic answers as it does: the one place for these sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from game.ai.thought import FIRST, Clause, Expected, Parts, Weighed, difference, for_and_against
from game.engine.names import Verb
from game.engine.options import RESET, Option
from game.engine.wording import percent, uncapitalised, written_ids
from game.rules.epic.vocabulary import Verbs

TOLD = 0.15
"""The least difference that is told, in stands: less than a blast marker."""
ASIDE = 0.001
"""What the chosen option counts above one that ties with it."""
MOST = 3
"""How many other options are kept with the chosen one: one more than a hint shows."""
SURE = 0.85
"""A test that passes at least this often is not mentioned: it fails no more often than `TOLD`."""
COUNTERED = 0.9
"""How likely a counter charge is, if possible: 90 % (86 to 94) in games of the computer against itself."""

LESS: tuple[tuple[str, ...], ...] = (
    (),
    ("it fires worse or fights worse",),
    (),
    ("it does less for the objective",),
    ("it stands more in the enemy’s fire",),
    ("it has less to attack with its next action",),
    ("it is less ready",),
    *[()] * 4,
)
"""What is said against another option, by the part in which it is furthest behind, in the order of `Parts`."""

BEGINS = ("beginning means acting first",)
MISSED_LEAST, MISSED_MORE = ("it is missed least",), ("it is missed more",)
WAITS = ("a better shot may still come",)
GETS_AWAY, ACT_FIRST = ("what can be done now is worth more than letting the enemy act",), ("the enemy acts first",)
CAN_WAIT = ("nothing is lost by letting the enemy act first",)


class Outcome(NamedTuple):
    """What an option is expected to bring over standing still, failed tests included; `parts` is for a success.

    `won`: the chance to win the assault, None without one; `passing`: the chance to pass its test; `goal`: the name of
    its objective; `holds`: whether the formation is then on it.
    """

    value: float
    parts: Callable[[], Parts]
    won: float | None = None
    passing: float = 1.0
    goal: str = ""
    holds: bool = False


def told(outcome: Outcome, action: Verb) -> tuple[str, ...]:
    """What speaks for an option, then what speaks against it; to start again is for the plan that is made then."""
    parts = outcome.parts()
    fights, chance = outcome.won is not None, outcome.won or 0.0
    goal = uncapitalised(outcome.goal)
    nearer = f"comes nearer to {goal}" if outcome.goal else "may take ground from the enemy"
    rows: list[Clause] = [
        # when a charge is chosen, its forecast tells the chance
        (0.0 if action == Verbs.ENGAGE or not fights else FIRST, f"wins the assault in {percent(chance)}", ""),
        (
            parts.material,
            "should put more stands out than it loses" if fights else "has a good shot",
            "should lose more stands than it puts out",
        ),
        (parts.ground, f"holds {goal}" if outcome.holds else nearer, "does less for its objective"),
        (parts.targets, "has more to attack with its next action", "has less to attack with its next action"),
        (parts.danger, "comes out of the enemy’s fire", "comes under the enemy’s fire"),
        (parts.watch, "fires at whatever comes into view" if action == Verbs.OVERWATCH else "gets its nerve back", ""),
    ]
    if outcome.passing < SURE:
        rows.append((outcome.passing - 1, "", f"passes its test in only {percent(outcome.passing)}"))
    found = for_and_against(rows, TOLD, promised=action == Verbs.ENGAGE)
    if action == RESET.action and found:
        return (found[0].replace("it ", "another plan ", 1), *found[1:])
    return found


def weighed(rows: Sequence[tuple[Outcome, Option]], expects: Expected | None = None) -> list[Weighed]:
    """The chosen option, which is the first row, and the best few others, each with what it is worse in."""
    (best, option), *others = rows
    value = max(best.value, others[0][0].value + ASIDE) if others else best.value
    parts = best.parts()
    found = [Weighed(option, value, parts, expects, reasons=told(best, option.action))]
    for outcome, other in others[:MOST]:
        then = outcome.parts()
        found.append(Weighed(other, outcome.value, then, reasons=behind(parts, then)))
    return found


def behind(best: Parts, other: Parts) -> tuple[str, ...]:
    """In what `other` is furthest behind; empty if that is too little to tell."""
    lost = difference(best, other)
    most = max(lost)
    return LESS[lost.index(most)] if most > TOLD else ()


def listed(rows: Sequence[tuple[float, Option, tuple[str, ...]]]) -> list[Weighed]:
    """Options that are valued only in stands, each with its reason; the chosen one first."""
    found = [Weighed(option, value, Parts(material=value), reasons=why) for value, option, why in rows]
    first, *others = found
    value = max([first.value, *(one.value + ASIDE for one in others)])
    return [replace(first, value=value), *others]


def worth(value: float) -> tuple[str, ...]:
    """The reason for a shot."""
    return (f"it should be worth {value:.1f} stands",)


def countered(names: Sequence[str]) -> Expected:
    """The counter charge that is expected of charged formations."""
    who = written_ids(names)
    return Expected(Option("", Verbs.COUNTER_CHARGE, text=f"A counter charge of {who}"), COUNTERED, COUNTERED)
