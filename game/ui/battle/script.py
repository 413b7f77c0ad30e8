"""How events are cut into beats: one thing at a time, what belongs together at once, and which frame stands after each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from game.engine.events import TurnEnded
from game.engine.exchange import Exchange, exchange_of
from game.engine.log import LogLine, Seen
from game.engine.match import Frame
from game.engine.names import EventType
from game.engine.presentation import Presentation
from game.engine.state import State
from game.session.turns import TurnStory

STEP, WALK = 0.11, 1.6
"""Seconds for a token to cross a cell, and at most for its whole way."""
SLIDE = 0.7
"""At most, for a formation that moves as one."""
SHOT = 0.4
FLIP, PAUSE = 0.18, 0.12
DIE, DICE = 0.45, 1.4
"""For dice to tumble and to lie, and at most for all kinds of dice of one exchange."""
FALL = 0.4
RESULT, LINE, LONGEST = 0.8, 0.1, 1.2
"""For a card to be read: at least, more for each line, and at most."""
TURN = 5.0
"""For the card at the end of a turn, which a key puts away."""
TurnTeller = Callable[[int, State], TurnStory | None]
"""What a turn came to that the event of that number ended, on the table after it; None if there is nothing to say."""


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
    """What is shown at one time. It lasts `seconds` at the usual pace.

    `then` is the table once it is over; None while the frame before it goes on standing. `result`: the card of what
    the rolls up to here came to; `shot`: the shot that they belong to; `turn`: the card of a turn that has ended.
    """

    kind: BeatKind
    lines: tuple[LogLine, ...]
    events: tuple[Seen, ...]
    seconds: float
    then: Frame | None = None
    result: Exchange | None = None
    shot: Seen | None = None
    turn: TurnStory | None = None

    @property
    def rolled(self) -> set[str]:
        """What its dice are rolled for."""
        return {line.rolled.throw.why for line in self.lines if line.rolled is not None}

    def joined(self, line: LogLine, event: Seen) -> Beat:
        """One event more, at the same time."""
        return self._replace(lines=(*self.lines, line), events=(*self.events, event))


def script(
    words: Presentation,
    film: Sequence[Frame],
    lines: Sequence[LogLine],
    in_formations: Collection[str],
    turn_of: TurnTeller | None = None,
) -> tuple[Frame | None, list[Beat]]:
    """The table to begin with (None if nothing is shown), and the beats. Formations move as one.

    `lines` are those told from the first frame of the film to the last; `in_formations` are the units of formations.
    """
    beats: list[Beat] = []
    exchange: list[LogLine] = []
    start = 0
    for line in lines:
        kind = _kind(words, line, line.seen)
        if exchange and (kind in (BeatKind.MOVE, BeatKind.SHOT, BeatKind.PAUSE) or _apart(exchange, line)):
            _close(words, beats, start, exchange)
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
        _close(words, beats, start, exchange)
    ends = list(_ends(film, beats))
    if not beats:
        return None, []
    first = _frame_of(film, beats[0].lines[0]) - 1
    return film[first], [beat._replace(then=then) for beat, then in zip(beats, ends, strict=True)]


def _apart(exchange: Sequence[LogLine], line: LogLine) -> bool:
    """Whether a line has nothing to do with the dice before it: it begins something, or is a test of what has happened.

    A test is told by a sentence of its own, below what became of whom, so it makes a card of its own.
    """
    tests = line.rolled is not None and line.rolled.throw.counted is None and bool(exchange[-1].event.fate)
    return tests or line.event.begins or isinstance(line.event, TurnEnded)


def _kind(words: Presentation, line: LogLine, event: Seen) -> BeatKind | None:
    """What an event shows; None for what is only written in the log."""
    if event.type in words.moves and event.path:
        return BeatKind.MOVE
    if event.type in words.shots:
        return BeatKind.SHOT
    if line.rolled is not None:
        return BeatKind.ROLL
    if event.out:
        return BeatKind.FALL
    return BeatKind.PAUSE if event.type in words.pauses else None


def _add(
    beats: list[Beat], kind: BeatKind, line: LogLine, in_formations: Collection[str], exchange: list[Beat]
) -> None:
    """Show an event in a beat of its own, or at the same time as what was shown last (`_joins`).

    What each stand of a formation declares is not shown one by one.
    """
    event, last = line.seen, beats[-1] if beats else None
    own = event.unit in in_formations
    if kind is BeatKind.PAUSE and own:
        return
    if last is not None and _joins(last, kind, line, in_formations, exchange):
        beats[-1] = last.joined(line, event)
        beats[-1] = beats[-1]._replace(seconds=max(last.seconds, min(SLIDE, _seconds(kind, event))))
    else:
        seconds = min(SLIDE, _seconds(kind, event)) if own and kind is BeatKind.MOVE else _seconds(kind, event)
        beats.append(Beat(kind, (line,), (event,), seconds))


def _joins(last: Beat, kind: BeatKind, line: LogLine, in_formations: Collection[str], exchange: Sequence[Beat]) -> bool:
    """Whether an event is shown at the same time as what was shown `last`.

    Together go the moves of a formation, all rolls of a kind in one exchange, a roll and who falls by it, and whatever
    one unit turns over and announces at once.
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
    if kind is BeatKind.MOVE:
        return min(WALK, STEP * max(1, len(event.path) - 1))
    return {BeatKind.SHOT: SHOT, BeatKind.ROLL: DIE, BeatKind.PAUSE: FLIP + PAUSE, BeatKind.FALL: FALL}[kind]


def _close(words: Presentation, beats: list[Beat], start: int, lines: Sequence[LogLine]) -> None:
    """End an exchange: its dice take no longer than people bear, and a card says what they came to."""
    rolls = [place for place in range(start, len(beats)) if beats[place].kind is BeatKind.ROLL]
    shot = beats[start].events[0] if len(beats) > start and beats[start].kind is BeatKind.SHOT else None
    for place in range(start, len(beats)):
        beats[place] = beats[place]._replace(shot=shot)
    for place in rolls:
        beats[place] = beats[place]._replace(seconds=min(DIE, DICE / len(rolls)))
    result = exchange_of(lines)
    if result is None or not rolls:
        return
    told = beats[-1]
    seconds = min(LONGEST, RESULT + LINE * (len(result.rolls) + len(result.fates)))
    events = tuple(event for beat in beats[start:] for event in beat.events)
    shown = (told.events[0], *(event for event in events if event.out))
    beats.append(Beat(BeatKind.RESULT, told.lines, shown, seconds, result=result, shot=shot))


def _frame_of(film: Sequence[Frame], line: LogLine) -> int:
    """The number of the frame that tells a line."""
    return next(number for number, frame in enumerate(film) if frame.events > line.n)


def _ends(film: Sequence[Frame], beats: Sequence[Beat]) -> Iterator[Frame | None]:
    """The frame that stands after each beat: the latest that tells nothing of what comes; None in the middle of a step."""
    for place, beat in enumerate(beats):
        if place == len(beats) - 1:
            yield film[-1]
            continue
        coming = beats[place + 1]
        if coming.kind is BeatKind.RESULT:
            yield None
            continue
        told, ahead = _frame_of(film, beat.lines[-1]), _frame_of(film, coming.lines[0])
        yield film[ahead - 1] if ahead > told else None


def shot_of(event: Seen, shots: Collection[EventType]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who fires in an event, and at whom: a shot, or the roll for one; nobody if it is neither."""
    return (event.units, event.targets) if event.unit and (event.rolled or event.type in shots) else ((), ())
