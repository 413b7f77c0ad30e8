"""What the computer player of VIKTORY II says of its plans: the one place for their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.ai.thought import FIRST, Clause, Expected, Parts, Weighed, difference, for_and_against
from game.ai.viktory2.outlook import Outlook, Plan
from game.engine.names import Verb
from game.engine.options import Option
from game.engine.wording import percent
from game.rules.viktory2.vocabulary import Verbs
from game.rules.viktory2.words import dice_words

TOLD = 0.2
"""What makes less of a difference, in infantry, is not worth a word: a fifth of the least unit."""

ASIDE = 0.001
"""What is done first is worth that much more than what follows it: values tell the order in which things are done."""

ENTERS = (Verbs.MOVE, Verbs.UNLOAD)
"""Who does this comes to a hex that may be watched."""

NONE: Mapping[str, int] = {}

SAID: Mapping[Verb, tuple[str, ...]] = {
    Verbs.END: ("nothing that is left brings enough",),
    Verbs.BOMBARD: ("there it should take most",),  # how much, its own odds say
}
SAFEST, LESS_SAFE = ("it stands safest there",), ("it stands less safe there",)
MISSED_LEAST, MISSED_MORE = ("it is missed least",), ("it is missed more",)
FIGHTS_BEST, FIGHTS_WORSE = ("it is the one that fights best",), ("it does not fight as well",)
BETTER_TARGET = ("better targets may still come",)
FIRES = ("a better target is not to be expected this turn",)
FIGHTS_ON = ("what may be won is more than what may be lost",)
GIVES_UP = ("more would be lost than won",)
KEEPS_BACK = ("who came in would only be lost",)

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
"""What speaks against a plan that was dropped, by the part in which it is furthest behind, in the order of `Parts`."""


def chosen(outlook: Outlook, plan: Plan) -> tuple[str, ...]:
    """What speaks for a plan, then what against it."""
    if plan.option.action in SAID:
        return SAID[plan.option.action]
    rows = _fight(outlook, plan) if plan.win else _walk(outlook, plan)
    parts, to = plan.parts, plan.option.to
    unit = outlook.state.units.get(plan.option.unit)
    label = outlook.state.board.label
    leaves = "leaves more open" if unit is None or unit.aboard else f"leaves {label(unit.at)} open"
    rows += [
        (parts.watch, "covers those beside it with its gun", "covers less with its gun"),
        (parts.danger, f"holds {label(to)} better" if to >= 0 else "stands safer", leaves),
    ]
    return for_and_against(rows, TOLD)


def _fight(outlook: Outlook, plan: Plan) -> list[Clause]:
    """Of an attack how it will end, what it costs and where it leads to."""
    army = f"with {plan.army} units " if plan.army > 1 else ""
    taken = f"takes {_place(outlook, plan.target)} {army}{'for sure' if plan.win >= 1 else f'in {percent(plan.win)} of such battles'}"
    told_already = plan.option.action == Verbs.BATTLE  # its own odds come first
    return [
        (0.0 if told_already else FIRST, taken, ""),
        (plan.parts.material, "should cost them more units than us", "should lose more units than it puts out"),
        (plan.parts.ground, "stands better for what may be taken next", "would have more with it later"),
    ]


def _walk(outlook: Outlook, plan: Plan) -> list[Clause]:
    """Of a move what it takes, whom it meets and where it leads to."""
    unit, to = outlook.state.units.get(plan.option.unit), plan.option.to
    goal = outlook.aim(unit, to) if unit is not None and to >= 0 else -1
    nearer = f"comes nearer to {_place(outlook, goal)}" if goal >= 0 else "stands better for what comes"
    ground = plan.parts.ground if goal != to else 0.0  # it is there
    return [
        (plan.parts.points, f"takes {_place(outlook, to)}", ""),
        (plan.parts.material, "should put some of them out", "passes guns that watch"),
        (ground, nearer, "goes away from what may be taken"),
    ]


def weighed(outlook: Outlook, plans: Sequence[Plan], most: int, entries: Mapping[str, int] = NONE) -> list[Weighed]:
    """The plan that was chosen and the best few others, each with what speaks for it or against it.

    `entries`: option id of a move that lines up for an attack -> the hex from which it does.
    """
    first, *others = plans
    value = max(first.gain, *(plan.gain + ASIDE for plan in others)) if others else first.gain
    said = chosen(outlook, first)
    found = [
        Weighed(first.option, value, first.parts, expected(outlook, first.option, entries), reasons=said, public=True)
    ]
    for plan in others[:most]:
        worse = behind(first.parts, plan.parts)
        found.append(Weighed(plan.option, plan.gain, plan.parts, reasons=worse, public=True))
    return found


def listed(rows: Sequence[tuple[Parts, Option]], why: tuple[str, ...], less: tuple[str, ...]) -> list[Weighed]:
    """Answers that are judged by one thing, the one that is given first, with its reason; `less` is that of the others."""
    (parts, option), *others = rows
    value = max(parts.total, *(other.total + ASIDE for other, _ in others)) if others else parts.total
    found = [Weighed(other, worth.total, worth, reasons=less, public=True) for worth, other in others]
    return [Weighed(option, value, parts, reasons=why, public=True), *found]


def behind(best: Parts, other: Parts) -> tuple[str, ...]:
    """In what one plan is furthest behind another; nothing where that is not worth a word."""
    lost = difference(best, other)
    most = max(lost)
    return WORSE[lost.index(most)] if most > TOLD else ()


def expected(outlook: Outlook, option: Option, entries: Mapping[str, int]) -> Expected | None:
    """The shot of a gun that watches the hex a unit goes to: who plans reckons with each of them."""
    cell = entries.get(option.id, option.to)
    unit = outlook.state.units.get(option.unit)
    dice = outlook.war.watched.get(cell, 0) if option.action in ENTERS and unit is not None and cell != unit.at else 0
    if not dice:
        return None
    label = outlook.state.board.label(cell)
    return Expected(Option("", Verbs.OVERWATCH, text=f"Overwatch at {label} with {dice_words(dice)}"), 1.0)


def _place(outlook: Outlook, cell: int) -> str:
    """A hex by what stands there: "the town at 0505", or "0505"."""
    site = outlook.war.sites.get(cell)
    label = outlook.state.board.label(cell)
    return f"the {site.kind} at {label}" if site is not None else label
