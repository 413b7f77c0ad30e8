"""The commands of the text game that go back and forth in time, or keep a game: each gives the lines to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from game.cli.text_table import Refused, Table, need
from game.records.moments import BY
from game.records.timeline import TimelineError


def undo(table: Table, words: list[str]) -> Iterator[str]:
    """Take back the last choice."""
    agreed = "the other side" if words and words[0].lower() == "agreed" else ""
    try:
        table.timeline.undo(agreed, study=table.study)
    except TimelineError as error:
        raise Refused(f"{error} Type undo agreed once it has.") from error
    table.changed("undone")
    table.told = len(table.timeline.match.events)
    yield "The last choice is taken back."
    yield from table.question()


def redo(table: Table, words: list[str]) -> Iterator[str]:
    """Make the choice taken back again, with the same dice."""
    yield from table.made(table.timeline.redo)


def step(sign: int) -> Callable[[Table, list[str]], Iterator[str]]:
    """A command that steps back (-1) or forward (1)."""

    def run(table: Table, words: list[str]) -> Iterator[str]:
        by = words[0].lower() if words else "choice"
        if by in ("start", "end"):
            table.timeline.go(0 if by == "start" else len(table.timeline.match.history))
        elif by in BY:
            table.timeline.step(by, sign)
        else:
            raise Refused(f"One can step by {', '.join(BY)}, or to start or end.")
        place, match = table.timeline.place, table.shown
        yield f"After choice {place.made} of {len(table.timeline.match.history)}, turn {match.front.turn}."
        if match.events and by != "start":
            yield str(match.event_json(match.events[-1], table.seat)["text"])
        note = table.timeline.notes.get(place.made)
        if note:
            yield f"Note: {note}"
        yield from table.question()

    return run


def branch(table: Table, words: list[str]) -> Iterator[str]:
    """Play on from here beside the main line."""
    table.timeline.branch(" ".join(need(words, 1, "branch NAME")))
    table.told = len(table.timeline.match.events)
    yield "The game goes on from here as a branch; follow main goes back."
    yield from table.question()


def follow(table: Table, words: list[str]) -> Iterator[str]:
    """Change to a branch, or to main."""
    name = " ".join(need(words, 1, "follow NAME, or follow main"))
    table.timeline.follow("" if name.lower() == "main" else name)
    table.told = len(table.timeline.match.events)
    yield from table.question()


def lines(table: Table, words: list[str]) -> Iterator[str]:
    """The main line and the branches."""
    for name, line in table.timeline.lines.items():
        here = ", here" if line is table.timeline.line else ""
        yield f"{name or 'main'}: {len(line.match.history)} choices{here}."


def note(table: Table, words: list[str]) -> Iterator[str]:
    """Write a note on this moment."""
    table.timeline.note(" ".join(words))
    table.changed("noted")
    yield "Noted." if words else "The note is taken away."


def save(table: Table, words: list[str]) -> Iterator[str]:
    """Keep the game."""
    if table.saved is None:
        raise Refused("This game is not kept in files.")
    replace = len(words) > 1 and words[-1].lower() == "replace"
    name = " ".join(need(words[:-1] if replace else words, 1, "save NAME, or save NAME replace"))
    yield f"Saved as {table.saved(name, replace)}."


def load(table: Table, words: list[str]) -> Iterator[str]:
    """Take up a kept game."""
    if table.loaded is None:
        raise Refused("This game is not kept in files.")
    table.timeline = table.loaded(" ".join(need(words, 1, "load NAME")))
    table.told = len(table.timeline.match.events)
    yield f"{table.timeline.match.setup.title}, choice {len(table.timeline.match.history)}."
    yield from table.question()


def saves(table: Table, words: list[str]) -> Iterator[str]:
    """List the kept games."""
    from game.records.saves import list_saves

    found = list_saves()
    for info in found:
        what = info.problem or f"{info.scenario}, turn {info.turn} of {info.turns}, {info.date:%Y-%m-%d %H:%M}"
        yield f"{info.name}: {what}."
    if not found:
        yield "There are no saves."


def sketch(table: Table, words: list[str]) -> Iterator[str]:
    """The position as a sketch to share."""
    from game.sketch import sketch_text

    text = sketch_text(table.timeline.position())
    if words:
        try:
            Path(words[0]).write_text(text, "utf-8")
        except OSError as error:
            raise Refused(f"{words[0]} cannot be written: {error.strerror}.") from error
        yield f"The position is in {words[0]}."
    else:
        yield text.rstrip()
