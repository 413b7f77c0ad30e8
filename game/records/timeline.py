"""Going back and forth in a match: the cursor, undo and redo, branches beside the main line, notes.

Looking never changes a line. Playing on from an earlier moment makes a named branch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.engine.answers import Choice, NoDecision
from game.engine.dice import DiceSource
from game.engine.events import LogEntry
from game.engine.match import Frame, Match
from game.engine.position import position
from game.engine.setup import Setup
from game.engine.viewers import REFEREE, Viewer
from game.records import moments, playback, record
from game.records.moments import Place
from game.records.playback import Build
from game.records.record import Branch, Extras, Json, Mark, Record, Undone
from game.records.tape import RecordedChoice, entries, last_entry, play_on

MAIN = ""
MAIN_WORD = "main"
"""The name of the main line for people; no branch may have it."""


class TimelineError(ValueError):
    """Something cannot be done at this moment; the message is one sentence."""


class TakenBack(NamedTuple):
    """A choice that can be made again, the dice source that followed it, and how many choices preceded it."""

    choice: RecordedChoice
    dice: DiceSource
    made: int


@dataclass(slots=True)
class LineOfPlay:
    """A line of play: the main line or a branch.

    `start`: how many choices it shares with the main line; `log`: the choices taken back; `redo`: those of them that
    can be made again; `same_dice`: a study that has the dice of the line it left.
    """

    name: str
    match: Match
    start: int = 0
    notes: dict[int, str] = field(default_factory=dict)
    log: list[Undone] = field(default_factory=list)
    redo: list[TakenBack] = field(default_factory=list)
    same_dice: bool = False


def undo_needs_consent(match: Match, *, study: bool = False) -> str:
    """Why taking back the last choice needs the other seat's consent; "" if it does not, as always in a study."""
    if study or not match.history:
        return ""
    point = match.history[-1]
    choices = match.choices[point.choices :]
    if any(choice.faces is not None for choice in choices):
        return "dice have been rolled"
    for name, unit in match.front.units.items():
        before = point.state.units[name].markers
        if any(face == "down" and unit.markers.get(kind) == "up" for kind, face in before.items()):
            return f"a face-down marker of {name.upper()} has been turned up"
    return ""


def take_back(match: Match, times: int, *, study: bool = False) -> int:
    """Take back the last choice, after `times` earlier steps back; returns the number of the first undone event.

    If dice were rolled after it, other dice will follow, except in a study. Raises NoDecision.
    """
    dice_used = match.dice_used
    cut = match.undo()
    if match.dice_used < dice_used and not study:
        match.dice = match.dice.apart(match.dice_used, f"taken back {times}")
    return cut


def fresh_seed() -> int:
    """A random seed."""
    import secrets  # only when one is needed

    return secrets.randbelow(1_000_000)


def take_up_save(match: Match, marks: list[Mark], *, study: bool = False) -> None:
    """Note in `marks` that a named save is played on from here, and give the match dice of its own.

    With the old dice a player could save, look at what is rolled, and load to do something else. Not in a study, nor
    once the game is over.
    """
    if study or match.outcome is not None or any(mark.word == "study" for mark in marks):
        return
    marks.append(Mark(len(match.history), "loaded"))
    match.dice = match.dice.apart(match.dice_used, f"loaded {fresh_seed()}")


class Timeline:
    """A match with a cursor. `shown` is the match to draw: a copy unless the cursor is at the end."""

    def __init__(self, match: Match, extras: Extras | None = None) -> None:
        """Raises RecordError for a branch that cannot be played, or with the name of another line."""
        extras = extras or Extras()
        self.title = extras.title
        self.marks = extras.marks
        self.seatings = extras.seatings
        self.standings = extras.standings
        self.reasons = extras.reasons
        self.lines: dict[str, LineOfPlay] = {MAIN: LineOfPlay(MAIN, match, notes=extras.notes, log=extras.log)}
        for branch in extras.branches:
            if branch.name in self.lines:
                raise record.RecordError(f"The branch “{branch.name[:40]}” is twice in the record, or has no name.")
            self.lines[branch.name] = _line_of(match, branch)
        self.line = self.lines[MAIN]
        self.place = moments.end(match)
        self._shown: Match | None = match
        self._stops: dict[str, tuple[int, list[Place]]] = {}

    @classmethod
    def open(cls, saved: Record, build: Build) -> Timeline:
        """The timeline of a record, at its end. Raises RecordError."""
        return cls(playback.replayed(saved, build), saved.extras)

    @property
    def log(self) -> list[Undone]:
        """The choices taken back in the present line."""
        return self.line.log

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The whole match of the present line."""
        return self.line.match

    @property
    def shown(self) -> Match:
        """The match as it stood at the cursor."""
        if self._shown is None:
            self._shown = moments.look(self.match, self.place)
        return self._shown

    @property
    def at_end(self) -> bool:
        """Whether the cursor is at the end of the line, where it can be played on."""
        return self.place == moments.end(self.match)

    def go(self, made: int) -> Match:
        """Move the cursor to where `made` choices had been made, or to the nearer end of the line."""
        return self.stand(moments.after(self.match, max(0, made)))

    def stand(self, place: Place) -> Match:
        """Move the cursor to any place, even inside a choice."""
        at_end = place == moments.end(self.match)
        self.place, self._shown = place, self.match if at_end else None
        return self.shown

    def stops(self, by: str) -> Sequence[Place]:
        """Every place to stop at, in order. `by` is one of moments.BY."""
        length, stops = self._stops.get(by, (-1, []))
        if length != len(self.match.events):
            stops = moments.places(self.match, by)
            self._stops[by] = (len(self.match.events), stops)
        return stops

    def step(self, by: str = "choice", count: int = 1) -> Match:
        """Move the cursor `count` stops forward, or back if negative, as far as there are stops."""
        stops = self.stops(by)
        if count > 0:
            ahead = [place for place in stops if place > self.place]
            place = ahead[min(count, len(ahead)) - 1] if ahead else self.place
        else:
            behind = [place for place in stops if place < self.place]
            place = behind[max(len(behind) + count, 0)] if behind else self.place
        return self.stand(place)

    def film(self, since: Place) -> list[Frame]:
        """The table after each step between an earlier place and the cursor."""
        last = self.place.made + moments.between(self.match, self.place)
        film = moments.film_of(self.match, since.made, last)
        frames = [frame for frame in film if frame.events <= self.place.events]
        before = [frame for frame in frames if frame.events <= since.events][-1:]
        later = [frame for frame in frames if frame.events > since.events]
        if later and later[-1].events < self.place.events:  # the cursor is in the middle of a step
            later.append(later[-1]._replace(events=self.place.events))
        return before + later

    # -- playing ------------------------------------------------------------------------------------------------------

    def choose(self, choice: Choice | str) -> list[LogEntry]:
        """Play on at the end of the line. Raises TimelineError elsewhere, and what `Match.choose` raises."""
        self.open_end()
        events = self.match.choose(choice)
        self.went_on()
        return events

    def open_end(self) -> None:
        """Raises TimelineError unless the cursor is at the end of the line, where it can be played on."""
        if not self.at_end:
            raise TimelineError("This moment is past: go to the end, or play on from here as a branch.")

    def went_on(self) -> None:
        """Follow a match that was played on: move to its new end and clear `redo`.

        Notes on choices that were taken back are deleted.
        """
        if self.line.redo:
            count = self.line.redo[-1].made
            for made in [made for made in self.line.notes if made > count]:
                del self.line.notes[made]
            self.line.redo.clear()
        self._moved()

    def undo(self, agreed_by: str = "", *, study: bool = False) -> int:
        """Take back the line's last choice; returns the number of the first undone event.

        Dice are then rolled anew, except by `redo` and in a study. Raises NoDecision at the start, TimelineError if
        another seat must agree first (`agreed_by` names it).
        """
        reason = undo_needs_consent(self.match, study=study)
        if reason and not agreed_by:
            raise TimelineError(f"To take this back the other side must agree: {reason}.")
        if not self.match.history:
            raise NoDecision("There is no choice to take back.")
        undone, dice = last_entry(self.match), self.match.dice
        cut = take_back(self.match, len(self.log), study=study)
        self.line.redo.append(TakenBack(undone, dice, len(self.match.history)))
        self.log.append(Undone(len(self.match.history), reason, agreed_by if reason else ""))
        if self.line.name == MAIN:
            self.reasons[:] = [one for one in self.reasons if one.made < len(self.match.history)]
        self._moved()
        return cut

    def redo(self) -> list[LogEntry]:
        """Make the choice taken back last again, with the same dice. Raises NoDecision if there is none."""
        if not self.line.redo:
            raise NoDecision("There is no choice to make again.")
        match, since = self.match, len(self.match.events)
        again = self.line.redo[-1]
        play_on(match, [again.choice])
        match.dice = again.dice
        self.line.redo.pop()
        self._moved()
        return match.events[since:]

    def _moved(self) -> None:
        self._stops.clear()
        self.stand(moments.end(self.match))

    # -- branches -----------------------------------------------------------------------------------------------------

    def branch(self, name: str, *, same_dice: bool = False) -> Match:
        """Play on from the cursor as a branch of that name; the present line stays as it is. Raises TimelineError.

        Its dice are its own, so that it does not reveal what the line it leaves will roll. A study may have the
        `same_dice`.
        """
        if not name or name in self.lines:
            raise TimelineError(f"There is a branch “{name}” already." if name else "A branch needs a name.")
        if name.lower() == MAIN_WORD:
            raise TimelineError(f"Only the main line is called {MAIN_WORD}: give the branch another name.")
        if len(name) > record.LONGEST_NAME:
            raise TimelineError(
                f"The name of a branch has at most {record.LONGEST_NAME} letters: give it a shorter one."
            )
        if moments.between(self.match, self.place):
            raise TimelineError("A choice is being carried out here: step to its end or its beginning first.")
        made = self.place.made
        start = made if self.line.name == MAIN else min(made, self.line.start)
        match = self.match.at(made)
        if not same_dice:
            match.dice = match.dice.apart(match.dice_used, name)
        notes = {at: text for at, text in self.line.notes.items() if at <= made}
        self.lines[name] = LineOfPlay(name, match, start, notes, same_dice=same_dice)
        self.follow(name)
        return match

    def follow(self, name: str = MAIN) -> Match:
        """Change to another line, at its end; "" is the main line. Raises TimelineError."""
        if name not in self.lines:
            raise TimelineError(f"There is no branch “{name}”.")
        self.line = self.lines[name]
        self._moved()
        return self.match

    # -- notes, records and positions ---------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Set the note at the cursor; an empty text deletes it."""
        at = self.place.made
        if text:
            self.line.notes[at] = text
        else:
            self.line.notes.pop(at, None)

    @property
    def notes(self) -> Mapping[int, str]:
        """The present line's notes, by the number of choices made."""
        return self.line.notes

    def save(self) -> Json:
        """The main line with its branches and notes, as a record."""
        return record.save(self.lines[MAIN].match, self.extras())

    def extras(self) -> Extras:
        """What a record holds beside the main line."""
        main = self.lines[MAIN]
        trunk = entries(main.match)[1]
        branches = [_branch(line, trunk) for name, line in self.lines.items() if name != MAIN]
        kept = self.seatings, self.standings, self.reasons
        return Extras(self.title, main.notes, branches, main.log, self.marks, *kept)

    def position(self, viewer: Viewer = REFEREE) -> Setup:
        """The table at the cursor as a setup to start from, as far as `viewer` may know it.

        If an action is under way, it is the table as it stood before the action.
        """
        made = self.place.made
        match = self.shown
        while match.state.queues and made > 0:
            made -= 1
            match = self.match.at(made)
        return position(match, viewer)


def _branch(line: LineOfPlay, trunk: Sequence[RecordedChoice]) -> Branch:
    """A line of play as a branch of a record.

    It begins where it differs from the main line as that is now: choices that both shared may have been taken back.
    """
    _, choices = entries(line.match)
    shared = list(zip(choices[: line.start], trunk, strict=False))
    start = next((n for n, (choice, trunk_choice) in enumerate(shared) if choice != trunk_choice), len(shared))
    notes = tuple(sorted(line.notes.items()))
    dice = None if line.same_dice else record.dice_of(line.match)
    return Branch(line.name, start, choices[start:], notes, dice, line.same_dice, tuple(line.log))


def _line_of(main: Match, branch: Branch) -> LineOfPlay:
    """The line of play of a record's branch, played on from the main line. Raises RecordError."""
    try:
        match = main.at(min(branch.start, len(main.history)))
        play_on(match, branch.choices)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RuntimeError) as error:
        raise record.RecordError(f"The branch “{branch.name[:40]}” cannot be played: {error}") from error
    if branch.dice is not None:
        match.dice = branch.dice.source()
    elif not branch.same_dice:
        match.dice = match.dice.apart(match.dice_used, branch.name)
    return LineOfPlay(
        branch.name, match, branch.start, dict(branch.notes), list(branch.log), same_dice=branch.same_dice
    )
