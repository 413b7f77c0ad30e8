"""The files of a game in the terminal: its journal, its saves, and what is kept of it once it is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.cli.clean import clean
from game.engine.answers import Choice
from game.records.autosave import Journal
from game.records.finished import keep_finished
from game.records.folders import SaveError
from game.records.record import RecordError
from game.records.saves import path_of, read_record, save
from game.records.timeline import MAIN, Timeline, take_up_save
from game.rules import build
from game.session.keeper import Keeper


def begin_journal(timeline: Timeline) -> Journal | None:
    """Begin the journal of a game. If the disk refuses it, print why and return None."""
    try:
        return Journal.begin(timeline.match, timeline.extras())
    except SaveError as error:
        print(clean(f"This game is not being kept: {error}"))
        return None


class TextKeeper(Keeper):
    """Keeps the main line of a timeline, with its notes, in files."""

    def __init__(
        self, timeline: Timeline, journal: Journal | None, *, resumed: bool = False, study: bool = False
    ) -> None:
        """`resumed`: the journal is that of an interrupted game, which is saved nowhere else."""
        super().__init__(journal)
        self.timeline, self.study = timeline, study
        self._finished = [] if resumed else _choices_if_over(timeline)
        """The choices of a battle that was over when it was opened. It is on the disk already; not kept again."""
        self._noted = dict(timeline.notes)
        """The notes that are already in the journal."""

    def lost(self, error: SaveError) -> None:
        """Say that the game is not being kept any more."""
        print(clean(f"From here on this game is not being kept: {error}"))

    def noted(self, notes: Mapping[int, str]) -> None:
        """Write the notes that have changed."""
        for made in sorted({*notes, *self._noted}):
            if (text := notes.get(made, "")) != self._noted.get(made, ""):
                self.write(partial(Journal.noted, at=made, text=text))
        self._noted = dict(notes)

    def saved(self, name: str, replace: bool) -> str:
        """Save the game under a name, and return that name."""
        main = self.timeline.lines[MAIN].match
        return save(main, name, self.timeline.extras(), replace=replace).name

    def loaded(self, name: str) -> Timeline:
        """Leave the present game, and return a saved one to be played on from now on. Raises SaveError."""
        path = path_of(name)
        try:
            timeline = Timeline.open(read_record(path), build)
        except RecordError as error:
            raise SaveError(f"{path.name}: {error}") from error
        take_up_save(timeline.match, timeline.marks, study=self.study)
        if self.journal is not None:
            self.close()
            self.journal, self._noted, self._finished = (
                begin_journal(timeline),
                dict(timeline.notes),
                _choices_if_over(timeline),
            )
        self.timeline = timeline
        return timeline

    def close(self) -> None:
        """Leave the game: a finished one is kept as a replay, any other can be resumed."""
        timeline = self.timeline
        match = timeline.lines[MAIN].match
        if self.journal is None:
            return
        if match.outcome is None:
            self.journal.close()
            return
        if match.choices == self._finished:
            self.journal.finish()
            return
        try:
            path = keep_finished(match, timeline.extras())
            self.journal.finish()
            print(clean(f"This battle is kept as {path}."))
        except SaveError as error:
            self.journal.close()
            print(clean(f"This battle was not kept among the finished ones: {error}"))


def _choices_if_over(timeline: Timeline) -> list[Choice]:
    """The choices of a battle if it is over, else none."""
    match = timeline.lines[MAIN].match
    return list(match.choices) if match.outcome is not None else []
