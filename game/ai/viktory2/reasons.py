"""Why the computer player of VIKTORY II plans what it does: the one place for these sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.ai.thought import FIRST, Clause, Expected, Parts, Weighed, difference, for_and_against
from game.ai.viktory2.outlook import Outlook, Plan
from game.engine.names import Cell, Verb
from game.engine.options import Option
from game.engine.wording import percent
from game.rules.viktory2.vocabulary import Verbs
from game.rules.viktory2.words import dice_words

TOLD = 0.2
"""The least difference that is told, in infantry: a fifth of the cheapest unit."""

ASIDE = 0.001
"""What the option taken first counts above those that follow it, so that values tell the order."""

ENTERS = (Verbs.MOVE, Verbs.UNLOAD)
"""Actions by which a unit enters a hex that may be watched."""

NONE: Mapping[str, int] = {}

SAID: Mapping[Verb, tuple[str, ...]] = {
    Verbs.END: ("nothing that is left brings enough",),
}
SAFEST, LESS_SAFE = ("it stands safest there",), ("it stands less safe there",)
MISSED_LEAST, MISSED_MORE = ("it is missed least",), ("it is missed more",)
FIGHTS_BEST, FIGHTS_WORSE = ("it is the one that fights best",), ("it does not fight as well",)
BEST_TARGET = ("no other target is worth more",)
BETTER_TARGET = ("better targets may still come",)
FIRES = ("a better target is not to be expected this turn",)
FIGHTS_ON = ("what may be won is more than what may be lost",)
GIVES_UP = ("more would be lost than won",)
KEEPS_BACK = ("a unit that came in would only be lost",)

WORSE: tuple[tuple[str, ...], ...] = (
    (),
    ("it puts fewer out or costs more",),
    ("it takes fewer places",),
    ("it comes less near to what may be taken",),
    ("it leaves more open",),
    (),
    ("its guns cover less",),
    *[()] * 4,
)
"""What is said against another plan, by the part in which it is furthest behind, in the order of `Parts`."""


def chosen(outlook: Outlook, plan: Plan) -> tuple[str, ...]:
    """What speaks for a plan, then what speaks against it."""
    if plan.option.action in SAID:
        return SAID[plan.option.action]
    if plan.option.action == Verbs.BOMBARD:  # its odds tell how much; a ship may also fire to help an attack
        return BEST_TARGET if outlook.state.units[plan.option.unit].artillery else ()
    rows = _fight(outlook, plan) if plan.win else _walk(outlook, plan)
    parts, to = plan.parts, plan.option.to
    unit = outlook.state.units.get(plan.option.unit)
    label = outlook.state.board.label
    leaves = "leaves more open" if unit is None or unit.aboard else f"leaves {label(unit.at)} open"
    rows += [
        (parts.watch, "covers those beside it with its gun", "covers less with its gun"),
        (parts.danger, f"holds {label(to)} better" if to >= 0 else "stands safer", leaves),
    ]
    return for_and_against(rows, TOLD, promised=bool(plan.win))


def _fight(outlook: Outlook, plan: Plan) -> list[Clause]:
    """Clauses for an attack: how it should end, what it costs, and where it leads."""
    army = f"with {plan.army} units " if plan.army > 1 else ""
    chance = "for sure" if plan.win >= 1 else f"in {percent(plan.win)} of such battles"
    taken = f"takes {_place(outlook, plan.target)} {army}{chance}"
    told_already = plan.option.action == Verbs.BATTLE  # the battle's own odds are told before
    return [
        (0.0 if told_already else FIRST, taken, ""),
        (plan.parts.material, "should put more units out than it loses", "should lose more units than it puts out"),
        (plan.parts.ground, "stands better for what may be taken next", "would have more with it later"),
    ]


def _walk(outlook: Outlook, plan: Plan) -> list[Clause]:
    """Clauses for a move: what it takes, which enemies it meets, and where it leads."""
    unit, to = outlook.state.units.get(plan.option.unit), plan.option.to
    if plan.target >= 0 and (plan.option.action == Verbs.LOAD or (unit is not None and unit.naval)):
        shore = _place(outlook, plan.target)
        return [
            (plan.parts.points, f"is to land units that take {shore}", ""),
            (plan.parts.material, f"should put enemies out at {shore}", "passes guns that watch"),
            (
                plan.parts.ground,
                f"brings units to {shore}, nearer to what may be taken",
                "takes units out of their way",
            ),
        ]
    goal = outlook.aim(unit, to) if unit is not None and to >= 0 else -1
    nearer = f"comes nearer to {_place(outlook, goal)}" if goal >= 0 else "comes nearer to what may be taken"
    ground = plan.parts.ground if goal != to else 0.0  # at the place itself nothing is nearer
    return [
        (plan.parts.points, f"takes {_place(outlook, to)}", ""),
        (plan.parts.material, "should put enemies out from there", "passes guns that watch"),
        (ground, nearer, "goes away from what may be taken"),
    ]


def weighed(outlook: Outlook, plans: Sequence[Plan], most: int, entries: Mapping[str, int] = NONE) -> list[Weighed]:
    """The chosen plan and the best few others, each with what speaks for or against it.

    `entries`: option id of a move that lines up for an attack -> the hex from which it does.
    """
    first, *others = plans
    value = max([first.gain, *(plan.gain + ASIDE for plan in others)])
    why = chosen(outlook, first)
    found = [Weighed(first.option, value, first.parts, expected(outlook, first.option, entries), reasons=why)]
    for plan in others[:most]:
        worse = behind(first.parts, plan.parts)
        found.append(Weighed(plan.option, plan.gain, plan.parts, reasons=worse))
    return found


def listed(rows: Sequence[tuple[Parts, Option]], why: tuple[str, ...], less: tuple[str, ...]) -> list[Weighed]:
    """Options that are valued in one way, the chosen one first: its reasons are `why`, those of the others `less`."""
    (parts, option), *others = rows
    value = max([parts.total, *(other.total + ASIDE for other, _ in others)])
    found = [Weighed(other, worth.total, worth, reasons=less) for worth, other in others]
    return [Weighed(option, value, parts, reasons=why), *found]


def behind(best: Parts, other: Parts) -> tuple[str, ...]:
    """In what `other` is furthest behind; empty if that is too little to tell."""
    lost = difference(best, other)
    most = max(lost)
    return WORSE[lost.index(most)] if most > TOLD else ()


def expected(outlook: Outlook, option: Option, entries: Mapping[str, int]) -> Expected | None:
    """The overwatch that is expected where a unit enters a watched hex: plans count on every gun to fire."""
    cell = entries.get(option.id, option.to)
    unit = outlook.state.units.get(option.unit)
    dice = outlook.war.watched.get(cell, 0) if option.action in ENTERS and unit is not None and cell != unit.at else 0
    if not dice:
        return None
    label = outlook.state.board.label(cell)
    return Expected(Option("", Verbs.OVERWATCH, text=f"Overwatch at {label} with {dice_words(dice)}"), 1.0, 1.0)


def _place(outlook: Outlook, cell: Cell) -> str:
    """A hex by its place: "the town at 0505", else "0505"."""
    site = outlook.war.sites.get(cell)
    label = outlook.state.board.label(cell)
    return f"the {site.kind} at {label}" if site is not None else label
