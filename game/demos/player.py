"""Playing a demonstration: step forward, step back, go to any step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from game.demos.facts import FactError, Facts, Moment
from game.demos.files import Demo, DemoError, DemoStep
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import DICE
from game.engine.dice import DiceError
from game.engine.events import LogEntry
from game.engine.match import Match
from game.engine.unfit import SetupError
from game.rules import build

MOST_NAMED = 12
"""How many legal answers an error names at most."""


class _Made(NamedTuple):
    """A step that has been made: the number of its first event, the question before it, and its caption."""

    start: int
    before: Moment
    caption: str


class DemoPlayer:
    """A demonstration in play, with a match that stands after the steps made so far."""

    def __init__(self, demo: Demo) -> None:
        """Raises DemoError if the table cannot be set up."""
        self.demo = demo
        try:
            rules = build(demo.setup.ruleset, demo.setup.rulings)
            self._match = Match(demo.setup, rules, demo.dice)
        except (SetupError, DiceError) as error:
            raise DemoError(demo.file, "sketch", str(error).rstrip("."), "mend the table") from error
        self._made: list[_Made] = []

    @property
    def match(self) -> Match:
        """The match as it stands now. It is there to be read: only this player makes choices in it."""
        return self._match

    @property
    def steps(self) -> tuple[DemoStep, ...]:
        """All steps."""
        return self.demo.steps

    @property
    def at(self) -> int:
        """How many steps have been made; 0 before the first."""
        return len(self._made)

    @property
    def done(self) -> bool:
        """Whether the last step has been made."""
        return self.at == len(self.steps)

    @property
    def step(self) -> DemoStep | None:
        """The step made last, None before the first."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def coming(self) -> DemoStep | None:
        """The step that `forward` will make, None at the end."""
        return None if self.done else self.steps[self.at]

    @property
    def caption(self) -> str:
        """The caption of the step made last; before the first, what the demonstration is about."""
        return self._made[-1].caption if self._made else self.demo.about

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the caption of the step made last names."""
        return self.step.clauses if self.step else ()

    @property
    def last_events(self) -> Sequence[LogEntry]:
        """The events of the step made last; before the first, those of setting up."""
        return self.match.events[self._made[-1].start if self._made else 0 :]

    @property
    def facts(self) -> Facts | None:
        """What the step made last shows, None before the first."""
        made = self._made[-1] if self._made else None
        return Facts(self.match, self.demo.book, made.before, self.last_events) if made else None

    def forward(self) -> Sequence[LogEntry]:
        """Make the next step and return its events, [] at the end. Raises DemoError; then nothing has changed."""
        step = self.coming
        if step is None:
            return []
        decision = self.match.pending
        if decision is not None and decision.seat != step.seat:
            waiting = (
                f'the roll "{decision.why}"' if decision.seat == DICE else f'{decision.seat} ("{decision.prompt}")'
            )
            few = _few(option.id for option in decision.options)
            mend = (
                "add it to the dice"
                if decision.seat == DICE
                else f"let it choose one of {few}, or mend the steps before"
            )
            raise self._error(step, f"it is for {step.seat} to choose, but the table waits for {waiting}", mend)
        start, before = len(self.match.events), Moment.of(self.match)
        try:
            events = self.match.choose(step.choice)
        except IllegalChoice as error:
            near = get_close_matches(step.choice.option, error.legal, n=MOST_NAMED, cutoff=0.5)
            mend = f"choose one of {_few([*near, *(id for id in error.legal if id not in near)])}"
            raise self._error(step, str(error).rstrip("."), mend) from error
        except NoDecision as error:
            raise self._error(step, "the game is over", "remove the step") from error
        except DiceError as error:
            raise self._error(step, str(error).rstrip("."), "mend the dice") from error
        try:
            caption = Facts(self.match, self.demo.book, before, events).fill(step.caption)
        except FactError as error:
            self.match.undo()
            raise self._error(step, f"the caption names {error}", "name one of these") from error
        self._made.append(_Made(start, before, caption))
        return events

    def back(self) -> None:
        """Take back the step made last; before the first nothing happens."""
        if self.at:
            self.match.undo()
            self._made.pop()

    def goto(self, number: int) -> None:
        """Go to the table after `number` steps, or to the nearer end. Raises DemoError."""
        target = max(0, min(number, len(self.steps)))
        while self.at > target:
            self.back()
        while self.at < target:
            self.forward()

    def told(self) -> list[str]:
        """The captions of all steps with their numbers, wherever the demonstration stands. Raises DemoError."""
        other = DemoPlayer(self.demo)
        captions = []
        while not other.done:
            other.forward()
            captions.append(other.caption)
        return captions

    def _error(self, step: DemoStep, fault: str, mend: str) -> DemoError:
        return DemoError(self.demo.file, f"step {step.number}", fault, mend)


def _few(ids: Iterable[str]) -> str:
    """The first of some ids in one line, with dots for the rest."""
    first = list(islice(ids, MOST_NAMED + 1))
    return ", ".join([*first[:MOST_NAMED], *(["..."] if first[MOST_NAMED:] else [])])
