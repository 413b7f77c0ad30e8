"""Going back and forth in a match: the cursor, undo and redo, branches beside the main line, notes.

The main line never changes by looking at it. Playing on from an earlier moment makes a named branch.
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
from game.records.record import Branch, Extras, Json, Record, Undone
from game.records.tape import RecordedChoice, entries, last_entry, play_on

MAIN = ""
MAIN_WORD = "main"
"""What a person calls the main line, so that no branch is called so."""


class TimelineError(ValueError):
    """Something that cannot be done at this moment, in one sentence."""


class TakenBack(NamedTuple):
    """A choice that can be made again: with the dice that were to come then, after `made` others."""

    choice: RecordedChoice
    dice: DiceSource
    made: int


@dataclass(slots=True)
class LineOfPlay:
    """One way the game went. `start`: the choices it shares with the main line.

    `log` has what was taken back, `redo` what of it can be made again; `same_dice`: its dice are those of the line it left,
    for a study.
    """

    name: str
    match: Match
    start: int = 0
    notes: dict[int, str] = field(default_factory=dict)
    log: list[Undone] = field(default_factory=list)
    redo: list[TakenBack] = field(default_factory=list)
    same_dice: bool = False


def undo_needs_consent(match: Match, *, study: bool = False) -> str:
    """Why taking back the last choice needs the other seat's consent; "" where it is free, as always in a study."""
    if study or not match.history:
        return ""
    point = match.history[-1]
    made = match.choices[point.choices :]
    if any(choice.faces is not None for choice in made):
        return "dice have been rolled"
    for name, unit in match.front.units.items():
        before = point.state.units[name].markers
        if any(face == "down" and unit.markers.get(kind) == "up" for kind, face in before.items()):
            return f"a face-down marker of {name.upper()} has been turned up"
    return ""


def take_back(match: Match, times: int, *, study: bool = False) -> int:
    """Take back the last choice, the one after `times` others were; gives the first event that no longer holds.

    If dice were rolled in its wake, others are to come, but in a study. Raises NoDecision.
    """
    used = match.dice_used
    cut = match.undo()
    if match.dice_used < used and not study:
        match.dice = match.dice.apart(match.dice_used, f"taken back {times}")
    return cut


class Timeline:
    """A match with a cursor. `shown` is what to draw; it is a match of its own unless the cursor is at the end."""

    def __init__(self, match: Match, extras: Extras | None = None) -> None:
        """Raises RecordError for a branch that cannot be played, or whose name another line has."""
        extras = extras or Extras()
        self.title = extras.title
        self.marks = extras.marks
        self.seatings = extras.seatings
        self.standings = extras.standings
        self.lines: dict[str, LineOfPlay] = {MAIN: LineOfPlay(MAIN, match, notes=extras.notes, log=extras.log)}
        for branch in extras.branches:
            if branch.name in self.lines:
                raise record.RecordError(f"The branch “{branch.name[:40]}” stands twice in the record, or has no name.")
            self.lines[branch.name] = _grown(match, branch)
        self.line = self.lines[MAIN]
        self.place = moments.end(match)
        self._shown: Match | None = match
        self._stops: dict[str, tuple[int, list[Place]]] = {}

    @classmethod
    def open(cls, found: Record, build: Build) -> Timeline:
        """The timeline of a record, at its end. Raises RecordError."""
        return cls(playback.replayed(found, build), found.extras)

    @property
    def log(self) -> list[Undone]:
        """What was taken back in the present line."""
        return self.line.log

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The whole of the present line."""
        return self.line.match

    @property
    def shown(self) -> Match:
        """The match as it stood at the cursor."""
        if self._shown is None:
            self._shown = moments.look(self.match, self.place)
        return self._shown

    @property
    def at_end(self) -> bool:
        """Whether the cursor is where the line ends, so that it can be played on."""
        return self.place == moments.end(self.match)

    def go(self, made: int) -> Match:
        """Stand where `made` choices had been made (kept within the line)."""
        return self.stand(moments.after(self.match, max(0, made)))

    def stand(self, place: Place) -> Match:
        """Stand at any place, also between choices."""
        at_end = place == moments.end(self.match)
        self.place, self._shown = place, self.match if at_end else None
        return self.shown

    def stops(self, by: str) -> Sequence[Place]:
        """Every place to stop at. `by` is one of moments.BY."""
        length, found = self._stops.get(by, (-1, []))
        if length != len(self.match.events):
            found = moments.places(self.match, by)
            self._stops[by] = (len(self.match.events), found)
        return found

    def step(self, by: str = "choice", count: int = 1) -> Match:
        """Go `count` stops forward, or back if negative; at the ends it stays."""
        stops = self.stops(by)
        if count > 0:
            ahead = [place for place in stops if place > self.place]
            place = ahead[min(count, len(ahead)) - 1] if ahead else self.place
        else:
            behind = [place for place in stops if place < self.place]
            place = behind[max(len(behind) + count, 0)] if behind else self.place
        return self.stand(place)

    def film(self, since: Place) -> list[Frame]:
        """The table after each step that lies between an earlier place and the cursor."""
        last = self.place.made + moments.between(self.match, self.place)
        film = moments.film_of(self.match, since.made, last)
        shown = [frame for frame in film if frame.events <= self.place.told]
        before = [frame for frame in shown if frame.events <= since.told][-1:]
        told = [frame for frame in shown if frame.events > since.told]
        if told and told[-1].events < self.place.told:  # it stops in the middle of a step
            told.append(told[-1]._replace(events=self.place.told))
        return before + told

    # -- playing ------------------------------------------------------------------------------------------------------

    def choose(self, choice: Choice | str) -> list[LogEntry]:
        """Play on at the end of the line. Raises TimelineError elsewhere, and what `Match.choose` raises."""
        self.open_end()
        events = self.match.choose(choice)
        self.went_on()
        return events

    def open_end(self) -> None:
        """Raises TimelineError where the line cannot be played on: anywhere but at its end."""
        if not self.at_end:
            raise TimelineError("This moment is past: go to the end, or play on from here as a branch.")

    def went_on(self) -> None:
        """The match of this line was played on: stand at its new end, and nothing is left to be made again.

        What was noted on choices that were taken back goes with them.
        """
        if self.line.redo:
            left = self.line.redo[-1].made
            for made in [made for made in self.line.notes if made > left]:
                del self.line.notes[made]
            self.line.redo.clear()
        self._moved()

    def undo(self, agreed_by: str = "", *, study: bool = False) -> int:
        """Take back the line's last choice; gives the number of the first event that no longer holds.

        Dice that were rolled are not rolled the same again, but by `redo` and in a study. Raises NoDecision at the
        start, TimelineError where another seat must agree first (`agreed_by` names it).
        """
        why = undo_needs_consent(self.match, study=study)
        if why and not agreed_by:
            raise TimelineError(f"To take this back the other side must agree: {why}.")
        if not self.match.history:
            raise NoDecision("There is no choice to take back.")
        gone, dice = last_entry(self.match), self.match.dice
        cut = take_back(self.match, len(self.log), study=study)
        self.line.redo.append(TakenBack(gone, dice, len(self.match.history)))
        self.log.append(Undone(len(self.match.history), why, agreed_by if why else ""))
        self._moved()
        return cut

    def redo(self) -> list[LogEntry]:
        """Make the choice again that was taken back last, with the same dice. Raises NoDecision if there is none."""
        if not self.line.redo:
            raise NoDecision("There is no choice to make again.")
        match, told = self.match, len(self.match.events)
        again = self.line.redo[-1]
        play_on(match, [again.choice])
        match.dice = again.dice
        self.line.redo.pop()
        self._moved()
        return match.events[told:]

    def _moved(self) -> None:
        self._stops.clear()
        self.stand(moments.end(self.match))

    # -- branches -----------------------------------------------------------------------------------------------------

    def branch(self, name: str, *, same_dice: bool = False) -> Match:
        """Play on from the cursor as a branch of that name, leaving the present line as it is. Raises TimelineError.

        Its dice are its own, so that nobody learns from it what the line it leaves will roll; in a study they may be
        the `same_dice`.
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
        notes = {k: text for k, text in self.line.notes.items() if k <= made}
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

    # -- notes and what is given away ---------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Write on the moment at the cursor; an empty text takes the note away."""
        at = self.place.made
        if text:
            self.line.notes[at] = text
        else:
            self.line.notes.pop(at, None)

    @property
    def notes(self) -> Mapping[int, str]:
        """The present line's notes by choices made."""
        return self.line.notes

    def save(self) -> Json:
        """The main line with its branches and notes, as a record."""
        return record.save(self.lines[MAIN].match, self.extras())

    def extras(self) -> Extras:
        """What goes into a record beside the main line."""
        main = self.lines[MAIN]
        trunk = entries(main.match)[1]
        branches = [_branch(line, trunk) for name, line in self.lines.items() if name != MAIN]
        seatings, standings = self.seatings, self.standings
        return Extras(self.title, main.notes, branches, main.log, self.marks, seatings=seatings, standings=standings)

    def position(self, viewer: Viewer = REFEREE) -> Setup:
        """The table at the cursor as a setup to start from, as far as `viewer` may know it.

        Where an action is under way, it is the table as it stood before that.
        """
        made = self.place.made
        shown = self.shown
        while shown.state.queues and made > 0:
            made -= 1
            shown = self.match.at(made)
        return position(shown, viewer)


def _branch(line: LineOfPlay, trunk: Sequence[RecordedChoice]) -> Branch:
    """A branch as a record has it: from where it leaves the main line as that is now, which may have been taken back."""
    _, made = entries(line.match)
    shared = list(zip(made[: line.start], trunk, strict=False))
    start = next((n for n, (own, other) in enumerate(shared) if own != other), len(shared))
    notes = tuple(sorted(line.notes.items()))
    dice = None if line.same_dice else record.dice_of(line.match)
    return Branch(line.name, start, made[start:], notes, dice, line.same_dice, tuple(line.log))


def _grown(main: Match, branch: Branch) -> LineOfPlay:
    """A branch of a record, played out from the main line. Raises RecordError."""
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
