"""Checking that a demonstration still shows what it says: what its steps expect, and that all its dice are used."""

from __future__ import annotations

from collections.abc import Iterator

from game.demos.facts import bare_numbers
from game.demos.files import Demo, DemoStep, UnitFacts
from game.demos.player import DemoPlayer
from game.engine.decisions import DICE, Refusal
from game.engine.wire import as_json
from game.engine.wording import agreeing


def failures(demo: Demo) -> list[str]:
    """One sentence for everything that is not as the file says. Raises DemoError if a step cannot be made."""
    player = DemoPlayer(demo)
    faults = [
        f'{demo.file}, about: it writes the number "{number}"; leave numbers to the captions, which show them.'
        for number in bare_numbers(demo.about, _names(player))
    ]
    while not player.done:
        step = player.steps[player.at]
        faults += [f"{demo.file}, step {step.number}: {fault}" for fault in _before(player, step)]
        player.forward()
        faults += [f"{demo.file}, step {step.number}: {fault}" for fault in _after(player, step)]
    faults += [f"{demo.file}, end: {fault}" for fault in _end(player)]
    return faults


def _before(player: DemoPlayer, step: DemoStep) -> Iterator[str]:
    match = player.match
    listed = {option.id for option in match.pending.options} if match.pending else set()
    for option in step.options:
        if option not in listed:
            yield f"{option} is not offered; {_some(listed)} is."
    for option in step.missing:
        if option in listed:
            yield f"{option} is offered, though the rules should forbid it."
    why = match.why() if step.refused else {}
    for unit, clause in (step.refused or {}).items():
        answer = why[unit]
        if not isinstance(answer, Refusal):
            yield f"{unit} is not refused; it may {_some({option.id for option in answer})}."
        elif answer.clause != clause:
            yield f"{unit} is refused by {answer.clause} ({answer.reason}), not by {clause}."


def _after(player: DemoPlayer, step: DemoStep) -> Iterator[str]:
    log = [line.text for line in map(player.match.line, player.last_events)]
    for sentence in step.log:
        if sentence not in log:
            yield f'the log does not say "{sentence}"; it says {" ".join(log)}'
    yield from _units(player, step.units or {})
    yield from _caption(player, step)


def _names(player: DemoPlayer) -> list[str]:
    """The names of units and cells, which are no numbers."""
    board = player.match.setup.board
    return [*player.match.front.units, *map(board.label, range(board.width * board.height))]


def _caption(player: DemoPlayer, step: DemoStep) -> Iterator[str]:
    """What the caption says without showing it: numbers of its own, and clauses that nothing in the step touches."""
    facts = player.facts
    assert facts is not None
    for number in bare_numbers(step.caption, _names(player)):
        yield (
            f'the caption writes the number "{number}" itself; fill it from the step, like {{to hit.need}}: '
            f"the step has {facts.known}."
        )
    for clause in step.clauses:
        shown = (step.shows or {}).get(clause)
        if shown is None and clause not in facts.touched:
            yield (
                f"the caption names {clause}, which no event, option or refusal of the step touches; choose so that it "
                f"is seen, or name in `shows` what shows it."
            )
        elif shown is not None and shown not in (*step.missing, *(step.refused or ())) and not facts.has(shown):
            yield (
                f'"{shown}" is to show {clause}, but it is no option, event or roll of the step, and not in `missing` '
                f"or `refused`; mend `shows`."
            )


def _end(player: DemoPlayer) -> Iterator[str]:
    match = player.match
    unused = len(match.dice.script) - match.dice_used
    if unused:
        yield f"{unused} of the rolls in the dice {agreeing(unused, 'is', 'are')} never made."
    if match.pending is not None and match.pending.seat == DICE:
        yield f'the roll "{match.pending.why}" waits for dice.'
    yield from _units(player, player.demo.end)


def _units(player: DemoPlayer, expected: UnitFacts) -> Iterator[str]:
    view = player.match.view()
    units = {unit.id: unit for unit in view.units}
    for name, facts in expected.items():
        actual = as_json(units[name], view.board.width)
        actual["markers"] = {marker.kind: marker.face for marker in units[name].markers}
        for fact, value in facts.items():
            if fact not in actual:
                yield f"{name} has no {fact} under this rulebook."
            elif actual[fact] != value:
                yield f"{fact} of {name} is {actual[fact]}, not {value}."


def _some(names: set[str]) -> str:
    return ", ".join(sorted(names)[:8]) or "nothing"
