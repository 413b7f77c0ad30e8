"""`snowball text MAP`: play in a terminal with the keyboard alone, line by line, fit for a screen reader."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from game.cli.check import load_setup
from game.cli.clean import clean
from game.cli.text.commands import Commands
from game.cli.text.table import Refused, Table
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.unfit import SetupError
from game.maps import MapError
from game.records.autosave import Journal
from game.records.finished import keep_finished
from game.records.folders import SaveError, left_games
from game.records.record import RecordError
from game.records.saves import open_record, path_of, read_record, save
from game.records.timeline import MAIN, Timeline
from game.rules import build
from game.sketch import SketchError

COMMENT = "#"


def main(argv: Sequence[str] | None = None) -> int:
    """Play; the exit status is 1 if the game cannot begin or a script goes wrong, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(
        prog="snowball text", description="Play in the terminal. Type help in the game for its commands."
    )
    parser.add_argument("map", nargs="?", metavar="MAP", help="a scenario, a Tiled map, a sketch or a saved game")
    parser.add_argument("--seed", type=int, default=0, help="of the dice (0 if absent)")
    parser.add_argument("--own-dice", action="store_true", help="roll on a real table and type what the dice show")
    parser.add_argument("--script", metavar="FILE", help="take the lines of a file; stop at the first that is refused")
    parser.add_argument("--referee", action="store_true", help="show both sides' secrets")
    parser.add_argument("--study", action="store_true", help="let any choice be taken back")
    parser.add_argument("--resume", action="store_true", help="take up the game that was left last")
    args = parser.parse_args(argv)
    if not args.map and not args.resume:
        parser.error("name a MAP, or --resume")
    journal: Journal | None = None
    try:
        if args.resume:
            timeline, journal = _resumed()
        else:
            timeline = begun(args.map, args.seed, own_dice=args.own_dice)
        lines = Path(args.script).read_text("utf-8").splitlines() if args.script else None
    except (MapError, SketchError, SetupError, SaveError, RecordError) as error:
        print(clean(str(error)), file=sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print(clean(f"{args.script or args.map}: it cannot be read: {error}."), file=sys.stderr)
        return 1
    if lines is None and journal is None:
        try:
            journal = Journal.begin(timeline.match, timeline.extras())
        except SaveError as error:
            print(clean(f"This game is not being kept: {error}"))
    table = _seated(timeline, args, journal, by_hand=lines is None)
    commands = Commands(table)
    status = 0
    if lines is None:
        commands.cmdloop()
    else:
        status = follow(commands, lines)
    if journal is not None:
        _leave(table.timeline, journal)
    return status


def _leave(timeline: Timeline, journal: Journal) -> None:
    """A game that is over is kept as a replay, one that goes on can be resumed."""
    match = timeline.lines[MAIN].match
    if match.outcome is None:
        journal.close()
        return
    try:
        path = keep_finished(match, timeline.extras())
        journal.finish()
        print(clean(f"This battle is kept as {path}."))
    except SaveError as error:
        journal.close()
        print(clean(f"This battle is not among the finished ones: {error}"))


def _seated(timeline: Timeline, args: argparse.Namespace, journal: Journal | None, *, by_hand: bool) -> Table:
    """The table, kept in its files; a game that has been played before is handed to who is asked first."""
    table = Table(timeline, referee=args.referee, study=args.study)
    _keep(table, journal)
    table.mark()
    if by_hand and not args.referee:
        table.curtain = _handed_over
    if timeline.match.history:
        table.leave()
        table.hand_over()
    return table


def begun(name: str, seed: int = 0, *, own_dice: bool = False) -> Timeline:
    """A new game on a map, a sketch or a scenario, or a saved one. Raises what those raise, in sentences."""
    if name.endswith((".snowball.json", ".journal")):
        found, word = open_record(Path(name))
        if word:
            print(clean(word), file=sys.stderr)
        return Timeline.open(found, build)
    setup = load_setup(name)
    dice = DiceSource("ask") if own_dice else DiceSource("seeded", seed)
    return Timeline(Match(setup, build(setup.ruleset, setup.rulings), dice))


def follow(commands: Commands, lines: Iterable[str]) -> int:
    """Take the lines of a script, each echoed; gives 1 if one is refused, which ends it."""
    commands.preloop()
    for number, line in enumerate(lines, 1):
        if line.strip().startswith(COMMENT) or not line.strip():
            continue
        commands.say([f"> {line}"])
        try:
            if commands.carry_out(line):
                break
        except Refused as error:
            print(clean(f"Line {number}: {error}"), file=sys.stderr)
            return 1
    return 0


def _handed_over(seat: str) -> None:
    """Nothing of the next seat's is said before it is there to read it."""
    print(f"Hand over to {seat.capitalize()}, who presses Enter.", flush=True)
    sys.stdin.readline()


def _keep(table: Table, journal: Journal | None) -> None:
    """Connect the table with its files. Where the disk fails, it is said once, and the game goes on without."""
    held = [journal] if journal is not None else []

    def changed(what: str) -> None:
        timeline = table.timeline
        if not held or timeline.line.name or not timeline.at_end:
            return
        try:
            if what == "chosen":
                held[0].chosen(timeline.match)
            elif what == "undone":
                held[0].undone(timeline.match, timeline.log[-1])
            elif what == "marked":
                held[0].marked(timeline.marks[-1])
            else:
                held[0].noted(timeline.place.made, timeline.notes.get(timeline.place.made, ""))
        except SaveError as error:
            held.pop().close()
            print(clean(f"From here on this game is not being kept: {error}"))

    def saved(name: str, replace: bool) -> str:
        main = table.timeline.lines[MAIN].match
        return save(main, name, table.timeline.extras(), replace=replace).name

    def loaded(name: str) -> Timeline:
        timeline = Timeline.open(read_record(path_of(name)), build)
        for kept in held:
            kept.restart(timeline.match, timeline.extras())
        return timeline

    table.changed, table.saved, table.loaded = changed, saved, loaded


def _resumed() -> tuple[Timeline, Journal]:
    """The latest left game that people alone play: in the terminal nobody else has a seat. Raises SaveError."""
    left = left_games()
    if not left:
        raise SaveError("No game was left unfinished.")
    for path in left:
        resumed = Journal.resume(path)
        if all(kind == "human" for seating in resumed.extras.seatings[-1:] for kind in seating.seats.values()):
            if resumed.warning:
                print(clean(resumed.warning), file=sys.stderr)
            return Timeline(resumed.match, resumed.extras), resumed.journal
        resumed.journal.close()
    raise SaveError("What was left is played against the computer or a bot: it goes on in the window.")
