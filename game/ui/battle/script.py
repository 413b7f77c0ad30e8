"""Cutting events into beats, each of which shows one thing, or several that belong together, and leads to a frame."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from game.engine.events import Shown, TurnEnded
from game.engine.exchange import Exchange, exchange_of
from game.engine.log import LogLine, Seen
from game.engine.match import Frame
from game.engine.state import State
from game.session.turns import TurnStory

STEP, WALK = 0.11, 1.6
"""Seconds for a token to cross a cell, and the most for its whole path."""
SLIDE = 0.7
"""The most for a formation that moves as one."""
SHOT = 0.4
FLIP, PAUSE = 0.18, 0.12
"""For a marker to turn over, and for a rest after that."""
DIE, DICE = 0.45, 1.4
"""For dice to tumble and rest, and the most for all kinds of dice of one exchange."""
FALL = 0.4
RESULT, LINE, LONGEST = 0.8, 0.1, 1.2
"""For a card to be read: the base, more for each line, and the most."""
TURN = 5.0
"""For the card at the end of a turn, which a key puts away."""
TurnTeller = Callable[[int, State], TurnStory | None]
"""Tells the story of the turn that the event of a number has ended, from the table after it; None without a story."""


class BeatKind(Enum):
    """What a beat shows."""

    MOVE = auto()
    SHOT = auto()
    ROLL = auto()
    PAUSE = auto()
    FALL = auto()
    RESULT = auto()
    TURN = auto()


class Beat(NamedTuple):
    """What is shown at one time, with the log lines and events of it."""

    kind: BeatKind
    lines: tuple[LogLine, ...]
    events: tuple[Seen, ...]
    seconds: float
    """How long it lasts at the usual pace."""
    then: Frame | None = None
    """The frame that is shown after it; None where the frame before it stays."""
    result: Exchange | None = None
    """What the rolls before it came to, for a card."""
    shot: Seen | None = None
    """The shot of the exchange that it belongs to."""
    turn: TurnStory | None = None
    """The turn that has ended, for a card."""

    @property
    def rolled(self) -> set[str]:
        """What the dice of this beat are rolled for."""
        return {line.rolled.throw.why for line in self.lines if line.rolled is not None}

    def joined(self, line: LogLine, event: Seen) -> Beat:
        """The beat with one more event, shown at the same time."""
        return self._replace(lines=(*self.lines, line), events=(*self.events, event))


def script(
    film: Sequence[Frame],
    lines: Sequence[LogLine],
    in_formations: Collection[str],
    turn_of: TurnTeller | None = None,
) -> tuple[Frame | None, list[Beat]]:
    """The frame to begin with (None if there are no beats), and the beats.

    `lines` are the log lines between the first frame of the film and the last; `in_formations` are units that move as
    one with their formations.
    """
    beats: list[Beat] = []
    exchange: list[LogLine] = []
    start = 0
    for line in lines:
        kind = _kind(line.seen)
        if exchange and (kind in (BeatKind.MOVE, BeatKind.SHOT, BeatKind.PAUSE) or _apart(exchange, line)):
            _close(beats, start, exchange)
            exchange = []
        if kind is BeatKind.SHOT or (not exchange and kind in (BeatKind.ROLL, BeatKind.FALL)):
            start = len(beats)
            exchange = [line]
        elif exchange:
            exchange.append(line)
        if kind is not None:
            _add(beats, kind, line, in_formations, beats[start:] if exchange else [])
        if turn_of is not None and isinstance(line.event, TurnEnded) and not film[-1].state.outcome:
            story = turn_of(line.n, film[_frame_of(film, line)].state)
            if story is not None:
                beats.append(Beat(BeatKind.TURN, (line,), (line.seen,), TURN, turn=story))
    if exchange:
        _close(beats, start, exchange)
    ends = list(_ends(film, beats))
    if not beats:
        return None, []
    first = _frame_of(film, beats[0].lines[0]) - 1
    return film[first], [beat._replace(then=then) for beat, then in zip(beats, ends, strict=True)]


def _apart(exchange: Sequence[LogLine], line: LogLine) -> bool:
    """Whether a line does not belong to the exchange before it: it begins something, ends the turn, or is a test.

    A test after the fates of units are told, such as one of morale, makes a card of its own.
    """
    tests = line.rolled is not None and line.rolled.throw.counted is None and bool(exchange[-1].event.fate)
    return tests or line.event.begins or isinstance(line.event, TurnEnded)


BEATS = {
    Shown.MOVE: BeatKind.MOVE,
    Shown.SHOT: BeatKind.SHOT,
    Shown.ROLL: BeatKind.ROLL,
    Shown.FALL: BeatKind.FALL,
    Shown.FLIP: BeatKind.PAUSE,
}


def _kind(event: Seen) -> BeatKind | None:
    """The kind of beat that shows an event; None for an event that is only written in the log."""
    unseen = (event.shown is Shown.MOVE and not event.path) or (event.shown is Shown.FALL and not event.out)
    return None if unseen else BEATS.get(event.shown)


def _add(
    beats: list[Beat], kind: BeatKind, line: LogLine, in_formations: Collection[str], exchange: list[Beat]
) -> None:
    """Add an event as a beat of its own, or to the last beat (`_joins`).

    The declarations of single stands in a formation are left out.
    """
    event, last = line.seen, beats[-1] if beats else None
    in_formation = event.unit in in_formations
    if kind is BeatKind.PAUSE and in_formation:
        return
    if last is not None and _joins(last, kind, line, in_formations, exchange):
        beats[-1] = last.joined(line, event)
        beats[-1] = beats[-1]._replace(seconds=max(last.seconds, min(SLIDE, _seconds(kind, event))))
    else:
        seconds = min(SLIDE, _seconds(kind, event)) if in_formation and kind is BeatKind.MOVE else _seconds(kind, event)
        beats.append(Beat(kind, (line,), (event,), seconds))


def _joins(last: Beat, kind: BeatKind, line: LogLine, in_formations: Collection[str], exchange: Sequence[Beat]) -> bool:
    """Whether an event is shown together with the `last` beat.

    That holds for the moves of a formation, for rolls of one kind in an exchange, for a roll and the units that fall by
    it, and for the markers and declarations of one unit.
    """
    unit = line.seen.unit
    if kind is BeatKind.MOVE:
        others = {move.unit for move in last.events}
        return last.kind is BeatKind.MOVE and unit not in others and {unit, *others} <= set(in_formations)
    if kind is BeatKind.PAUSE:
        return last.kind is BeatKind.PAUSE and last.events[0].unit == unit
    if not exchange:
        return False
    if kind is BeatKind.FALL:
        return exchange[-1].kind in (BeatKind.ROLL, BeatKind.FALL)
    again = line.rolled is not None and any(line.rolled.throw.why in beat.rolled for beat in exchange)
    return again and exchange[-1].kind is BeatKind.ROLL


def _seconds(kind: BeatKind, event: Seen) -> float:
    """How long an event is shown in a beat of its own."""
    if kind is BeatKind.MOVE:
        return min(WALK, STEP * max(1, len(event.path) - 1))
    return {BeatKind.SHOT: SHOT, BeatKind.ROLL: DIE, BeatKind.PAUSE: FLIP + PAUSE, BeatKind.FALL: FALL}[kind]


def _close(beats: list[Beat], start: int, lines: Sequence[LogLine]) -> None:
    """End an exchange that begins with beat number `start`: shorten its rolls if they are many, and add its card."""
    rolls = [place for place in range(start, len(beats)) if beats[place].kind is BeatKind.ROLL]
    shot = beats[start].events[0] if len(beats) > start and beats[start].kind is BeatKind.SHOT else None
    for place in range(start, len(beats)):
        beats[place] = beats[place]._replace(shot=shot)
    for place in rolls:
        beats[place] = beats[place]._replace(seconds=min(DIE, DICE / len(rolls)))
    result = exchange_of(lines)
    if result is None or not rolls:
        return
    last = beats[-1]
    seconds = min(LONGEST, RESULT + LINE * (len(result.rolls) + len(result.fates)))
    events = tuple(event for beat in beats[start:] for event in beat.events)
    concerned = (last.events[0], *(event for event in events if event.out))
    beats.append(Beat(BeatKind.RESULT, last.lines, concerned, seconds, result=result, shot=shot))


def _frame_of(film: Sequence[Frame], line: LogLine) -> int:
    """The number of the first frame that has a log line in it."""
    return next(number for number, frame in enumerate(film) if frame.events > line.n)


def _ends(film: Sequence[Frame], beats: Sequence[Beat]) -> Iterator[Frame | None]:
    """The frame after each beat: the latest that gives nothing of the next one away; None if that is no new one."""
    for place, beat in enumerate(beats):
        if place == len(beats) - 1:
            yield film[-1]
            continue
        next_beat = beats[place + 1]
        if next_beat.kind is BeatKind.RESULT:
            yield None
            continue
        last, following = _frame_of(film, beat.lines[-1]), _frame_of(film, next_beat.lines[0])
        yield film[following - 1] if following > last else None


def shot_of(event: Seen) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units that fire in an event and their targets, if it is a shot or the roll for one; else empty."""
    return (event.units, event.targets) if event.unit and event.shown in (Shown.ROLL, Shown.SHOT) else ((), ())
