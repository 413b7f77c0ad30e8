"""Playing a lesson: only what the step asks for can be chosen; anything else is refused in a sentence."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.answers import Choice, IllegalChoice
from game.engine.dice import DiceError
from game.engine.match import Match
from game.engine.options import Option
from game.engine.unfit import SetupError
from game.lessons.files import Lesson, LessonError, LessonStep
from game.session.player import SeatPlayer
from game.session.session import Session


class NotAsked(ValueError):  # noqa: N818
    """The step does not ask for this choice; nothing has changed. The message says what is wanted."""


class _Mark(NamedTuple):
    """A moment to go back to: how many choices had been made, and how many of them by the other seats."""

    made: int
    replied: int


class _Written(SeatPlayer):
    """The other seats, which choose what the file says."""

    kind = "written"

    def __init__(self, player: LessonPlayer) -> None:
        self.player = player

    def choose(self, match: Match, seat: str) -> Option:
        """The next answer in the file. Raises IllegalChoice if it is not legal."""
        return self.player.reply(match)


class LessonPlayer:
    """A lesson in play. `chosen`: the options of the current step that have been chosen already.

    The other seats are players of the `session`; the screen lets them choose as in any game, or `settle` does.
    """

    def __init__(self, lesson: Lesson) -> None:
        """Raises LessonError if the table cannot be set up."""
        self.lesson = lesson
        setup = lesson.map.setup
        others = [seat for seat in setup.seats if seat != lesson.seat]
        try:
            self.session = Session(
                setup,
                dice=lesson.dice,
                players={seat: _Written(self) for seat in others},
            )
            self.session.settle()
        except (SetupError, DiceError) as error:
            raise LessonError(lesson.file, "map", str(error).rstrip("."), "mend the map or the dice") from error
        self.chosen: tuple[str, ...] = ()
        self._replies = [option for step in lesson.steps for option in step.then]
        self._replied = 0
        self._marks: list[_Mark] = []

    @property
    def at(self) -> int:
        """How many steps are done."""
        return len(self._marks) - (1 if self.chosen else 0)

    @property
    def done(self) -> bool:
        """Whether the last step is done."""
        return self.at == len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        """The step to be done now; at the end, the last one."""
        return self.lesson.steps[min(self.at, len(self.lesson.steps) - 1)]

    @property
    def wanted(self) -> tuple[Option, ...]:
        """The options that the step asks for and that are legal now; none while other seats choose, or at the end."""
        decision = self.session.match.pending
        if self.done or decision is None or decision.seat != self.lesson.seat:
            return ()
        options = (decision.option(option) for option in self.step.choose if option not in self.chosen)
        return tuple(option for option in options if option is not None)

    def choose(self, choice: Choice | str) -> None:
        """Choose an option that the step asks for; a path is ignored.

        Raises NotAsked for anything else, LessonError if the file is wrong.
        """
        if self.session.waits_for_player:
            raise NotAsked("The other side has not finished yet.")
        choice = Choice.by(choice)
        if choice.until or choice.option not in {option.id for option in self.wanted}:
            raise NotAsked("The lesson is over." if self.done else f"Not now. {self.step.order}")
        mark = _Mark(len(self.session.match.history), self._replied)
        try:
            self.session.choose(choice.option)
        except DiceError as error:
            raise LessonError(
                self.lesson.file, f"step {self.at + 1}", str(error).rstrip("."), "mend the dice"
            ) from error
        if not self.chosen:
            self._marks.append(mark)
        self.chosen = (*self.chosen, choice.option)
        if set(self.chosen) == set(self.lesson.steps[len(self._marks) - 1].choose):
            self.chosen = ()

    def reply(self, match: Match) -> Option:
        """What the seat that is asked chooses, from the file. Raises IllegalChoice if that is not legal."""
        decision = match.pending
        answer = self._replies[self._replied] if self._replied < len(self._replies) else ""
        option = decision.option(answer) if decision is not None else None
        if decision is None or option is None:
            prompt = decision.prompt if decision is not None else "nothing"
            legal = [legal_option.id for legal_option in decision.options] if decision is not None else []
            raise IllegalChoice(f'"{answer}" is no answer to "{prompt}".', legal)
        self._replied += 1
        return option

    def settle(self) -> None:
        """Let the other seats choose until the learner is asked. Raises LessonError."""
        while self.session.waits_for_player:
            try:
                self.session.let_player_choose()
            except (IllegalChoice, DiceError) as error:
                fault = str(error).rstrip(".")
                raise LessonError(
                    self.lesson.file, f"step {self.at}.then", fault, "mend what is chosen there"
                ) from error

    def skip(self) -> None:
        """Do the step, or the rest of it. Raises LessonError if it cannot be done."""
        start = self.at
        while self.at == start and not self.done:
            self.settle()
            if not self.wanted:
                decision = self.session.match.pending
                missing = ", ".join(option for option in self.step.choose if option not in self.chosen)
                fault = f"{missing} is not offered" if decision is not None else "the game is over"
                raise LessonError(self.lesson.file, f"step {self.at + 1}.choose", fault, "choose what is")
            self.choose(self.wanted[0].id)

    def back(self) -> None:
        """Go back to the beginning of the step, or of the one before if nothing has been chosen in this one."""
        if not self._marks:
            return
        mark = self._marks.pop()
        while len(self.session.match.history) > mark.made:
            self.session.match.undo()
        self.session.forget_what_comes()
        self.chosen, self._replied = (), mark.replied

    def goto(self, place: int) -> None:
        """Go to where `place` steps are done, or all if there are fewer. Raises LessonError."""
        while self.at > place or self.chosen:
            self.back()
        while self.at < min(place, len(self.lesson.steps)):
            self.skip()
        self.settle()
