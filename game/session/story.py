"""How a battle went, told from its record: points and losses by turn, the luck of each side, the moments that turned it.

Nothing is judged here by hand: points and sentences are the engine's, chances are counted from each throw, and what a
table is worth to a side is what the computer player makes of it.
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
LEAST = 0.15
"""What a moment must be worth, in figures, to be told as one that turned the battle."""
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
"""What is told of every battle alike, and turns none."""
OVER = (TurnEnded, PhaseEnded)


class Loss(NamedTuple):
    """A unit that was put out, and in which turn."""

    unit: UnitId
    seat: Seat
    turn: int


class Luck(NamedTuple):
    """The throws of a seat: how many counted, and by how many successes they were better than could be expected."""

    rolls: int
    above: float


class Moment(NamedTuple):
    """A choice after which a side stood better or worse than before.

    `made`: how many choices had been made before it; `title` and `note`: what came of it; `chance`: how likely the throw
    that decided it was to come out so, None where nothing was thrown; `swing`: what it was worth to the winner's side, in
    figures; `units`: who had part in it, those that the title names first; `lost`: who fell; `fallen`: the one of them of
    whom the title says so, as "B2 is lost", "" for none; `deed`: what can be seen of what the title tells.
    """

    made: int
    turn: int
    title: str
    note: str
    chance: Fraction | None
    swing: float
    units: tuple[str, ...]
    lost: tuple[UnitId, ...]
    fallen: UnitId
    deed: Seen


class Story(NamedTuple):
    """A battle from its end.

    `side`: whose swings are told; `start`: the points a seat began with; `points`: what it gained in each turn, from turn 1.
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
    """The first seat of the winning side; of the leading one, where nobody has won."""
    if match.front.winner:
        return members_of(match.front.winner)[0]
    score = match.rules.score(match.front)
    return max(match.setup.seats, key=lambda seat: score.get(seat, 0))


def _points(rules: Ruleset, states: Sequence[State], start: Mapping[str, int]) -> dict[str, list[int]]:
    """What each seat gained in each turn; what is scored as a turn ends belongs to that turn."""
    totals: dict[int, dict[str, int]] = {}
    for before, after in pairwise(states):
        totals[before.turn] = rules.score(after)
    found: dict[str, list[int]] = {}
    for seat, begun in start.items():
        so_far = [totals[turn].get(seat, 0) for turn in sorted(totals)]
        found[seat] = [total - before for before, total in pairwise([begun, *so_far])]
    return found


def _losses(states: Sequence[State]) -> Iterator[Loss]:
    """Every unit that was put out, in the order in which it was, once."""
    gone: set[str] = set()
    for before, state in pairwise(states):
        for name, unit in state.units.items():
            if unit.out and name not in gone and name in before.units and not before.units[name].out:
                gone.add(name)
                yield Loss(name, unit.seat, before.turn)


def luck_of(match: Match, seat: Seat, entries: Sequence[LogEntry]) -> Luck:
    """How the throws of a seat came out in a stretch of the log against what could be expected of them."""
    rolls, above = 0, Fraction(0)
    for entry in entries:
        rolled = entry.event
        if isinstance(rolled, Rolled) and rolled.outcome is not None and seat_of(match, rolled.throw) == seat:
            rolls += 1
            above += rolled.throw.successes(rolled.outcome) - expected(rolled.throw)
    return Luck(rolls, float(above))


def luck_words(luck: Luck) -> str:
    """How far from the expected so many successes are: "1.4 above", "as expected"; "" where nothing counted."""
    if not luck.rolls:
        return ""
    amount = abs(luck.above)
    return f"{amount:.1f} {'above' if luck.above > 0 else 'below'}" if amount >= 0.05 else "as expected"


def seat_of(match: Match, throw: Throw) -> str:
    """The seat for which a high outcome of a throw is luck, "" where it favours nobody."""
    name = getattr(throw, throw.lucky) if throw.lucky else ""
    unit = match.front.units.get(name)
    return unit.seat if unit is not None else name


def expected(throw: Throw) -> Fraction:
    """The mean number of successes of a throw."""
    rows = spread(throw.dice, throw.read).outcomes
    return sum((share * throw.successes(outcome) for outcome, share, _ in rows), Fraction(0))


def _moments(match: Match, states: Sequence[State], side: str) -> list[Moment]:
    """The choices after which the side stood most differently, the earliest first."""
    from game.ai.rulebooks import tactics_for  # not before a battle is over

    tactics = tactics_for(match.rules)
    worth = [tactics.evaluate(_still_open(state), side) for state in states]
    swings = sorted(range(len(worth) - 1), key=lambda made: (-abs(worth[made + 1] - worth[made]), made))
    found = [
        moment
        for made in swings[: 4 * MOMENTS]
        if abs(worth[made + 1] - worth[made]) >= LEAST
        and (moment := _moment(match, states, made, worth[made + 1] - worth[made], side)) is not None
    ]
    return sorted(found[:MOMENTS])


def _still_open(state: State) -> State:
    """A table as it stands, without its verdict: that is no moment of its own."""
    if state.outcome is None:
        return state
    standing = state.clone()
    standing.outcome = None
    return standing


def _moment(match: Match, states: Sequence[State], made: int, swing: float, side: str) -> Moment | None:
    """What happened after one choice; None where nothing can be told of it.

    Only a roll that bears on what is told stands beside it.
    """
    ends = [point.events for point in match.history[made + 1 : made + 2]] or [len(match.events)]
    entries = match.events[match.history[made].events : ends[0]]
    lines = [match.line(entry) for entry in _until_over(entries) if not isinstance(entry.event, QUIET)]
    if not lines:
        return None
    before, after = states[made], states[made + 1]
    lost = tuple(name for name, unit in after.units.items() if unit.out and not before.units[name].out)
    hurt = [name for name in lost if (after.side(after.units[name].seat) == after.side(side)) == (swing < 0)] or lost
    told = [line for line in lines if line.rolled is None]
    hinge = _hinge(match, told, hurt)
    rolled = _decided_by(match, lines, hinge, hurt)
    deed = _deed(told, hinge, hurt) or hinge or lines[-1]
    if not any(_units(match, deed)):  # a side has done with its turn: what that brings belongs to no choice
        return None
    title = deed.title
    note = rolled.title if rolled is not None else _come_to(match, deed)
    return Moment(
        made,
        before.turn,
        title,
        note if note != title else "",
        rolled.rolled.chance if rolled is not None and rolled.rolled is not None else None,
        swing,
        tuple(dict.fromkeys(name for line in (deed, *lines) for name in _units(match, line))),
        lost,
        deed.seen.unit if deed.seen.out else "",
        deed.seen,
    )


def _come_to(match: Match, deed: LogLine) -> str:
    """The objective that a move leads into, with its worth; "" for none."""
    path = deed.seen.path
    entered = [
        one.name for one in match.front.objectives if path and path[-1] in one.cells and path[0] not in one.cells
    ]
    told = (row for row in match.rules.stakes(match.front) if row.name in entered)
    return next((": ".join(filter(None, (capitalised(row.name), row.worth))) for row in told), "")


def _until_over(entries: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """What a choice brought about, up to the end of a phase or turn: what that brings belongs to no choice."""
    told = False
    for entry in entries:
        if told and isinstance(entry.event, OVER):
            return
        told = told or not isinstance(entry.event, QUIET)
        yield entry


def _hinge(match: Match, told: Sequence[LogLine], hurt: Sequence[str]) -> LogLine | None:
    """The line that says what it came to: that the first of those who were hurt fell; else what became of the last unit.

    That somebody keeps his nerve before he falls, or runs once he is broken, is told by the way.
    """
    fell = [line for line in told if hurt and hurt[0] in _units(match, line)]
    out = [line for line in fell if line.seen.out]
    last = told[-1:]
    fate = [line for line in told if line.event.fate and line.seen.unit and line.seen.unit == last[0].seen.unit]
    return next(iter([*out[:1], *fell[-1:], *fate[-1:], *last]), None)


def _deed(told: Sequence[LogLine], hinge: LogLine | None, hurt: Sequence[str]) -> LogLine | None:
    """What an enemy did to the unit that fell, the last of it before the fall; None where nobody fell or nobody did it."""
    done = [
        line
        for line in told
        if hinge is not None and hurt and line.n < hinge.n and not line.event.fate
        and line.seen.unit not in ("", *hurt) and hurt[0] in line.seen.targets
    ]  # fmt: skip
    return next(iter(done[-1:]), None)


def _decided_by(match: Match, lines: Sequence[LogLine], hinge: LogLine | None, hurt: Sequence[str]) -> LogLine | None:
    """The last roll before a line that bears on it: it is about the same unit, or about none and lucky for the others.

    Without a line it is the last roll; None where no roll decided it.
    """
    rolls = [line for line in lines if line.rolled is not None and (hinge is None or line.n < hinge.n)]
    if hinge is None:
        return next(iter(rolls[-1:]), None)
    named = {*hurt[:1]} or {*_units(match, hinge)}
    return next((line for line in reversed(rolls) if _bears_on(match, line, named, hurt=bool(hurt))), None)


def _bears_on(match: Match, line: LogLine, named: Collection[str], *, hurt: bool) -> bool:
    """Whether a roll is about one of these units, or about nobody of theirs; if they fell, one that an enemy rolled."""
    if line.rolled is None:
        return False
    units = [*_units(match, line)]
    if any(name in named for name in units):
        return True
    state = match.front
    sides = {state.side(state.units[name].seat) for name in named}
    if units and (not hurt or any(state.side(state.units[name].seat) in sides for name in units)):
        return False
    rollers = {state.units[who.unit].seat if who.unit else who.seat for who in line.rolled.throw.rollers}
    return not hurt or all(state.side(seat) not in sides for seat in rollers if seat)


def _units(match: Match, line: LogLine) -> Iterator[str]:
    """The units that a line of the log speaks of."""
    for value in line.event.fields().values():
        if isinstance(value, str) and value in match.front.units:
            yield value
