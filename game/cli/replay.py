"""`snowball replay FILE`: play a saved match again, in the window, as text, or only to verify it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from game.cli.clean import clean
from game.engine.match import Match
from game.engine.throws import Rolled
from game.engine.viewers import PUBLIC, REFEREE
from game.records import playback
from game.records.folders import SaveError
from game.records.record import Record, RecordError
from game.records.saves import open_record
from game.rules import build


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status: 2 for wrong arguments.

    It is 1 if the file is refused or its game comes out differently, and with --verify also if a part is lost.
    """
    parser = argparse.ArgumentParser(
        prog="snowball replay",
        description="Play a saved match again in the window, or with --verify or --text in the terminal.",
    )
    parser.add_argument("file", metavar="FILE", help="a saved match, or its journal")
    parser.add_argument("--verify", action="store_true", help="only compare every hash and name the first difference")
    parser.add_argument("--text", action="store_true", help="print what happened, one sentence a line")
    parser.add_argument("--referee", action="store_true", help="in an unfinished game, also show what is still secret")
    args = parser.parse_args(argv)
    if not args.verify and not args.text:
        run: Callable[[Sequence[str]], int] = import_module("game.ui.commands").main_replay
        return run([args.file, *(["--referee"] if args.referee else [])])
    try:
        record, warning = open_record(Path(args.file))
        match = playback.replayed(record, build)
    except (RecordError, SaveError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        if isinstance(error, RecordError) and error.expected:
            print(f"choice {error.choice}: expected {error.expected}, actual {error.actual}", file=sys.stderr)
        return 1
    if warning:
        print(warning, file=sys.stderr)
    if args.text:
        for line in match.log_for(REFEREE if args.referee or match.outcome is not None else PUBLIC):
            print(clean(line.text))
    if args.verify:
        sentence = loaded_dice(record, match)
        how = f"as recorded; {record.extras.words}" if record.extras.words else "as recorded"
        print(f"{len(match.history)} choices, {len(match.events)} events, hash {match.hash()}: {how}.{sentence}")
    return int(args.verify and bool(warning))


def loaded_dice(record: Record, match: Match) -> str:
    """A sentence for the first roll of a seeded match that did not come from its seed, else ""."""
    if record.dice.kind != "seeded":
        return ""
    used, source = 0, record.dice.source()
    for number, rolls in enumerate(rolls_by_choice(match)):
        for faces, dice in rolls:
            drawn, used = source.draw(used, "", dice)
            if drawn != faces:
                seeded = list(drawn or ())
                return f" But the dice of choice {number} are not those of its seed: {list(faces)}, not {seeded}."
    return ""


def rolls_by_choice(match: Match) -> list[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """The (faces, sides of the dice) of each roll, one list for each choice after a list for before the first."""
    starts = [point.events for point in match.history]
    bounds = [0, *starts, len(match.events)]
    return [
        [(e.event.faces, e.event.throw.dice) for e in match.events[a:b] if isinstance(e.event, Rolled)]
        for a, b in pairwise(bounds)
    ]
