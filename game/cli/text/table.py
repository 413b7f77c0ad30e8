"""The text game at one moment: whose turn it is to speak to, what is asked, and answering it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from game.cli.text import say
from game.engine.answers import NoDecision
from game.engine.decisions import DICE, Decision
from game.engine.match import Match
from game.engine.options import Option
from game.engine.viewers import PUBLIC, REFEREE, Viewer, may_know
from game.records.record import Mark
from game.records.timeline import MAIN, Timeline


class Refused(Exception):  # noqa: N818
    """A command that cannot be carried out, in one sentence."""


def need(words: str, count: int, usage: str) -> list[str]:
    """The words after a command, if there are enough. Raises Refused with how to type it."""
    found = words.split()
    if len(found) < count:
        raise Refused(f"Type it like this: {usage}.")
    return found


class Table:
    """A game in text, told to one viewer at a time. `referee` tells everything; `study` lets anything be taken back.

    `changed` is told "chosen", "undone", "noted" or "marked", `curtain` the seat that the keyboard is handed over to. Looking at
    another moment never changes who looks; only a hand-over does.
    """

    def __init__(self, timeline: Timeline, *, referee: bool = False, study: bool = False) -> None:
        self.timeline = timeline
        self.referee = referee
        self.study = study
        self.told = len(timeline.match.events)
        self.over = False
        self.changed: Callable[[str], object] = str
        self.curtain: Callable[[str], object] = str
        self.saved: Callable[[str, bool], str] | None = None
        self.loaded: Callable[[str], Timeline] | None = None
        asked = timeline.shown.pending
        self._at_keyboard = asked.seat if asked is not None and asked.seat != DICE else timeline.shown.setup.seats[0]

    @property
    def shown(self) -> Match:
        """The match at the cursor."""
        return self.timeline.shown

    @property
    def viewer(self) -> Viewer:
        """Who is spoken to: the seat at the keyboard; everything is told to a referee, and when the game is over."""
        over = self.timeline.lines[MAIN].match.outcome is not None
        return REFEREE if self.referee or over else self._at_keyboard

    def mark(self) -> None:
        """Write into the record that somebody sees everything, or may take anything back, from here on."""
        words: tuple[tuple[Literal["referee", "study"], bool], ...] = (("referee", self.referee), ("study", self.study))
        for word, holds in words:
            if holds and all(mark.word != word for mark in self.timeline.marks):
                self.timeline.marks.append(Mark(len(self.timeline.match.history), word))
                self.changed("marked")

    def leave(self) -> None:
        """Nobody is known to sit at the keyboard: only what lies open is told until it is handed over."""
        self._at_keyboard = PUBLIC

    def hand_over(self) -> None:
        """Let the seat that is to choose now sit down at the keyboard, if another one sits there."""
        asked = self.shown.pending
        if asked is None or asked.seat == DICE or not self.timeline.at_end or may_know(self.viewer, asked.seat):
            return
        self.curtain(asked.seat)
        self._at_keyboard = asked.seat

    def question(self) -> Iterator[str]:
        """What is asked at the cursor, as far as the one who looks may know it, or how the game ended."""
        match = self.shown
        asked = match.decision_for(self.viewer)
        if match.outcome is not None:
            winner = match.outcome["winner"]
            who = f"{match.rules.seat_name(winner)} has won" if winner else "The game is drawn"
            yield f"{who}: {match.outcome['reason']}."
            yield f"Hash {match.hash()}."
        elif asked is None:
            yield "A choice is being carried out here; step on to see what is asked next."
        else:
            yield from say.question_lines(match, asked, self.viewer)

    # -- answering ----------------------------------------------------------------------------------------------------

    def asked(self) -> Decision:
        """The decision at the cursor. Raises NoDecision, Refused where it is somebody else's."""
        asked = self.shown.decision_for(self.viewer)
        if asked is None:
            raise NoDecision("Nothing is being asked here.")
        if asked.seat != DICE and not may_know(self.viewer, asked.seat):
            where = "" if self.timeline.at_end else " This moment is past: go to the end, or play on as a branch."
            raise Refused(f"{self.shown.rules.seat_name(asked.seat)} decides here.{where}")
        return asked

    def answer(self, words: list[str]) -> Iterator[str]:
        """Choose an option, or give the faces of a roll. Raises Refused, and what `Timeline.choose` raises."""
        asked = self.asked()
        if asked.seat == DICE:
            if not all(word.isdecimal() and len(word) < 5 for word in words):
                raise Refused(f"Type {len(asked.dice)} numbers for the roll, or help.")
            yield from self.made(lambda: self.timeline.choose(faces=[int(word) for word in words]))
            return
        option = self.option(words[0])
        until = " ".join(words[1:]).lower()
        yield from self.made(lambda: self.timeline.choose(option.id, until=until))

    def option(self, word: str) -> Option:
        """The option of a number or an id. Raises Refused."""
        asked = self.asked()
        options = say.listed(asked)
        if word.isdecimal() and len(word) < 6:
            number = int(word)
            if 1 <= number <= len(options):
                return options[number - 1]
            raise Refused(f"There is no option {number}; they go from 1 to {len(options)}.")
        found = asked.option(word) or asked.option(word.lower())
        if found is None:
            raise Refused(
                f"“{word[:40]}” is neither a command nor an option here; type help, or nothing to hear the options."
            )
        return found

    def unit(self, word: str) -> str:
        """The id of the unit of that name, in capitals or not. Raises Refused."""
        for name in self.shown.front.units:
            if name.lower() == word.lower():
                return name
        raise Refused(f"There is no unit “{word[:20]}”; there are {', '.join(self.shown.front.units)}.")

    def cell(self, word: str) -> int:
        """The cell of that name, or where the unit of that name is. Raises ValueError with a sentence."""
        unit = self.shown.front.units.get(word.lower())
        return unit.at if unit is not None else say.cell_named(self.shown.setup.board, word)

    def made(self, choose: Callable[[], object]) -> Iterator[str]:
        """Make a choice, and tell what came of it to whoever decides next."""
        choose()
        self.changed("chosen")
        self.hand_over()
        yield from self.news()
        yield from self.question()

    def news(self) -> Iterator[str]:
        """What has been told since last time, as the one who looks now may know it."""
        match = self.timeline.match
        for line in match.log_for(self.viewer, min(self.told, len(match.events))):
            cited = f" ({', '.join(line.clauses)})" if line.clauses else ""
            yield f"{line.text}{cited}"
        self.told = len(match.events)
