"""How a battle went, told from its record: points and losses by turn, luck, and the moments that turned it.

Nothing is worked out twice: points and sentences are the engine's, chances are counted from each throw, and the worth
of a table to a side is the computer player's evaluation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from game.engine.dice import spread
from game.engine.events import (
    ActionEnded,
    GameEnded,
    LogEntry,
    Passed,
    PhaseEnded,
    PhaseStarted,
    ReactionStarted,
    TurnEnded,
    TurnStarted,
    WindowClosed,
)
from game.engine.log import LogLine, Seen
from game.engine.match import Match
from game.engine.names import Seat, UnitId, members_of
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.throws import Rolled, Throw
from game.engine.wording import capitalised

MOMENTS = 3
"""The most moments that are told."""
LEAST = 0.15
"""The least swing, in figures, of a moment that is told."""
QUIET = (
    TurnStarted,
    TurnEnded,
    PhaseStarted,
    PhaseEnded,
    GameEnded,
    Passed,
    WindowClosed,
    ReactionStarted,
    ActionEnded,
)
"""Events that every battle has, and that turn none."""
OVER = (TurnEnded, PhaseEnded)


class Loss(NamedTuple):
    """A unit that was put out of action, and the turn."""

    unit: UnitId
    seat: Seat
    turn: int


class Luck(NamedTuple):
    """The luck of a seat: how many of its throws counted, and how many successes they had above the expected number."""

    rolls: int
    above: float


class Moment(NamedTuple):
    """A choice after which a side stood better or worse than before.

    `made`: how many choices had been made before it; `title` and `note`: what came of it; `swing`: its
    worth to the story's side, in figures; `about`: the unit whose fate it is, "" for none; `units`: the units
    involved, those in the title first; `lost`: the units put out of action; `fallen`: the one of them that the title
    is about (such as "B2 is lost"), "" for none; `deed`: what a screen can show of the event in the title.
    """

    made: int
    turn: int
    title: str
    note: str
    swing: float
    about: UnitId
    units: tuple[str, ...]
    lost: tuple[UnitId, ...]
    fallen: UnitId
    deed: Seen


class Story(NamedTuple):
    """A battle, told after its end.

    `side`: a seat of the side that the swings are for; `start`: the points that each seat began with; `points`: what it
    gained in each turn, from turn 1.
    """

    side: str
    start: dict[str, int]
    points: dict[str, list[int]]
    losses: list[Loss]
    luck: dict[str, Luck]
    moments: list[Moment]


def story_of(match: Match) -> Story:
    """The story of a match that is over, or so far."""
    states = [point.state for point in match.history] + [match.front]
    seats = match.setup.seats
    side = _side(match)
    score = match.rules.score(states[0])
    start = {seat: score.get(seat, 0) for seat in seats}
    return Story(
        side,
        start,
        _points(match.rules, states, start),
        list(_losses(states)),
        {seat: luck_of(match, seat, match.events) for seat in seats},
        _moments(match, states, side),
    )


def _side(match: Match) -> str:
    """The first seat of the winning side, or the leading seat if no side has won."""
    if match.front.winner:
        return members_of(match.front.winner)[0]
    score = match.rules.score(match.front)
    return max(match.setup.seats, key=lambda seat: score.get(seat, 0))


def _points(rules: Ruleset, states: Sequence[State], start: Mapping[str, int]) -> dict[str, list[int]]:
    """The points that each seat gained in each turn; points scored as a turn ends belong to that turn."""
    totals: dict[int, dict[str, int]] = {}
    for before, after in pairwise(states):
        totals[before.turn] = rules.score(after)
    gains: dict[str, list[int]] = {}
    for seat, first_score in start.items():
        scores = [totals[turn].get(seat, 0) for turn in sorted(totals)]
        gains[seat] = [total - before for before, total in pairwise([first_score, *scores])]
    return gains


def _losses(states: Sequence[State]) -> Iterator[Loss]:
    """Every unit that was put out of action, once, in order."""
    lost: set[str] = set()
    for before, state in pairwise(states):
        for name, unit in state.units.items():
            if unit.out and name not in lost and name in before.units and not before.units[name].out:
                lost.add(name)
                yield Loss(name, unit.seat, before.turn)


def luck_of(match: Match, seat: Seat, entries: Sequence[LogEntry]) -> Luck:
    """The luck of a seat in a stretch of the log: its successes against the number expected."""
    rolls, above = 0, Fraction(0)
    for entry in entries:
        rolled = entry.event
        if isinstance(rolled, Rolled) and rolled.outcome is not None and seat_of(match, rolled.throw) == seat:
            rolls += 1
            above += rolled.throw.successes(rolled.outcome) - expected(rolled.throw)
    return Luck(rolls, float(above))


def luck_words(luck: Luck) -> str:
    """Luck in words: "1.4 above", "as expected"; "" if no throw counted."""
    if not luck.rolls:
        return ""
    amount = round(abs(luck.above), 1)
    if not amount:
        return "as expected"
    return f"{amount:.1f} {'above' if luck.above > 0 else 'below'}"


def seat_of(match: Match, throw: Throw) -> str:
    """The seat that a high outcome of a throw favours, "" if none."""
    name = getattr(throw, throw.lucky) if throw.lucky else ""
    unit = match.front.units.get(name)
    return unit.seat if unit is not None else name


def expected(throw: Throw) -> Fraction:
    """The mean number of successes of a throw."""
    rows = spread(throw.dice, throw.read).outcomes
    return sum((share * throw.successes(outcome) for outcome, share, _ in rows), Fraction(0))


def _moments(match: Match, states: Sequence[State], side: str) -> list[Moment]:
    """The choices with the largest swings for the side, the earliest first."""
    from game.ai.rulebooks import tactics_for  # imported only when a battle is over

    tactics = tactics_for(match.rules)
    worth = [tactics.evaluate(_still_open(state), side) for state in states]
    swings = sorted(range(len(worth) - 1), key=lambda made: (-abs(worth[made + 1] - worth[made]), made))
    moments = [
        moment
        for made in swings[: 4 * MOMENTS]  # more than are told, since of some there is nothing to tell
        if abs(worth[made + 1] - worth[made]) >= LEAST
        and (moment := _moment(match, states, made, worth[made + 1] - worth[made], side)) is not None
    ]
    return sorted(moments[:MOMENTS])


def _still_open(state: State) -> State:
    """A table without its verdict, so that the verdict makes no moment of its own."""
    if state.outcome is None:
        return state
    standing = state.clone()
    standing.outcome = None
    return standing


def _moment(match: Match, states: Sequence[State], made: int, swing: float, side: str) -> Moment | None:
    """The moment after one choice; None if there is nothing to tell.

    Its note names a roll only if that roll bears on its title.
    """
    ends = [point.events for point in match.history[made + 1 : made + 2]] or [len(match.events)]
    entries = match.events[match.history[made].events : ends[0]]
    lines = [match.line(entry) for entry in _until_over(entries) if not isinstance(entry.event, QUIET)]
    if not lines:
        return None
    before, after = states[made], states[made + 1]
    lost = tuple(name for name, unit in after.units.items() if unit.out and not before.units[name].out)
    hurt = [name for name in lost if (after.side(after.units[name].seat) == after.side(side)) == (swing < 0)] or lost
    statements = [line for line in lines if line.rolled is None]
    hinge = _hinge(match, statements, hurt)
    rolled = _decided_by(match, lines, hinge, hurt)
    deed = _deed(statements, hinge, hurt) or hinge or lines[-1]
    if not any(_units(match, deed)):  # a side has ended its turn: what follows is no result of a choice
        return None
    title = deed.title
    note = rolled.title if rolled is not None else _objective_entered(match, deed)
    return Moment(
        made,
        before.turn,
        title,
        note if note != title else "",
        swing,
        hurt[0] if hurt else deed.seen.unit,
        tuple(dict.fromkeys(name for line in (deed, *lines) for name in _units(match, line))),
        lost,
        deed.seen.unit if deed.seen.out else "",
        deed.seen,
    )


def _objective_entered(match: Match, deed: LogLine) -> str:
    """The objective that a move leads into, with its worth; "" for none."""
    path = deed.seen.path
    entered = [
        goal.name for goal in match.front.objectives if path and path[-1] in goal.cells and path[0] not in goal.cells
    ]
    for row in match.rules.stakes(match.front):
        if row.name in entered:
            return ": ".join(part for part in (capitalised(row.name), row.worth) if part)
    return ""


def _until_over(entries: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """The events that follow a choice, up to the end of a phase or turn, whose events are no result of the choice."""
    begun = False
    for entry in entries:
        if begun and isinstance(entry.event, OVER):
            return
        begun = begun or not isinstance(entry.event, QUIET)
        yield entry


def _hinge(match: Match, statements: Sequence[LogLine], hurt: Sequence[str]) -> LogLine | None:
    """The line that tells the result: the fall of the first unit that was lost, else the fate of the last unit named.

    Lines that only lead up to it are passed over: a unit keeps its nerve before it falls, or runs after it breaks.
    """
    if not statements:
        return None
    about_lost = [line for line in statements if hurt and hurt[0] in _units(match, line)]
    falls = [line for line in about_lost if line.seen.out]
    last = statements[-1]
    fates = [line for line in statements if line.event.fate and line.seen.unit and line.seen.unit == last.seen.unit]
    return [*falls[:1], *about_lost[-1:], *fates[-1:], last][0]


def _deed(statements: Sequence[LogLine], hinge: LogLine | None, hurt: Sequence[str]) -> LogLine | None:
    """The last thing that a unit did to the one that fell, before the fall; None if no unit fell or none did it."""
    if hinge is None or not hurt:
        return None
    for line in reversed(statements):
        by_another = line.seen.unit not in ("", *hurt) and hurt[0] in line.seen.targets
        if by_another and line.n < hinge.n and not line.event.fate:
            return line
    return None


def _decided_by(match: Match, lines: Sequence[LogLine], hinge: LogLine | None, hurt: Sequence[str]) -> LogLine | None:
    """The roll that decided the `hinge`: the last one before it that bears on it; without a hinge, the last roll.

    None if no roll decided it.
    """
    rolls = [line for line in lines if line.rolled is not None and (hinge is None or line.n < hinge.n)]
    if hinge is None:
        return next(iter(rolls[-1:]), None)
    named = {*hurt[:1]} or {*_units(match, hinge)}
    return next((line for line in reversed(rolls) if _bears_on(match, line, named, hurt=bool(hurt))), None)


def _bears_on(match: Match, line: LogLine, fated: Collection[str], *, hurt: bool) -> bool:
    """Whether a roll bears on the fate of the units `fated`.

    It does if it names one of them. Otherwise it must name no unit; or, if they were lost (`hurt`), no unit of their
    side, and their side must not have rolled it.
    """
    if line.rolled is None:
        return False
    units = [*_units(match, line)]
    if any(name in fated for name in units):
        return True
    state = match.front
    sides = {state.side(state.units[name].seat) for name in fated}
    if units and (not hurt or any(state.side(state.units[name].seat) in sides for name in units)):
        return False
    rollers = {state.units[roller.unit].seat if roller.unit else roller.seat for roller in line.rolled.throw.rollers}
    return not hurt or all(state.side(seat) not in sides for seat in rollers if seat)


def _units(match: Match, line: LogLine) -> Iterator[str]:
    """The units that a line of the log names."""
    for value in line.event.fields().values():
        if isinstance(value, str) and value in match.front.units:
            yield value
