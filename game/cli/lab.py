"""`snowball lab`: play many games between computer players and bots, and sum up the results."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from game.ai.bot import BUDGET
from game.ai.roster import NAMES, UnknownPlayerError
from game.engine.unfit import SetupError, Unfit
from game.lab.batch import Batch, BatchError, ChosenRuling, Fielded, Forces, Game, table_of
from game.lab.crew import Alone, Crew, CrewError, Processes, cores
from game.lab.journal import JournalError, LabJournal
from game.lab.output import NEEDS, write_all
from game.lab.players import PlayerError, read_players
from game.lab.summary import Summary, summaries, times
from game.maps import MapError
from game.records.folders import SaveError
from game.records.forces import FIELDED, forces_for
from game.records.levels import Character
from game.sketch import SketchError

EPILOG = f"""\
players, with commas between them:
  {", ".join(NAMES)}
  regular:bold                 a level with a character: {", ".join(Character)}
  bot:"COMMAND"                another program, over the bot's line (see tools/bots/)
  regular-overwatch            any of these, without the answers of that name (an action or an order of the rulebook)
Each pair plays from both sides with the same dice. If there are more sides than players, the first player takes each
side in turn and the second all the others. Equal players do not swap sides; then the games won are those of the first
side.

files in the folder:
  games.journal                one line for each game, with its checksum; the same command continues after the last
  games.csv .json .parquet     one row for each game; the same bytes on every machine and number of processes
  summary.json, times.csv      the statistics; time per decision
  report.html                  plots

exit status: 0; 1 if games are missing; 2 for wrong arguments; 130 for Ctrl-C or kill.
"""

SCENARIOS = "a scenario's id, a map, a sketch, or a battlefield by seed (skirmishcorps:1234, epic:7:short)"

WRONG = (
    BatchError,
    JournalError,
    MapError,
    OSError,
    PlayerError,
    SaveError,
    SetupError,
    SketchError,
    Unfit,
    UnknownPlayerError,
)
"""The errors of a batch that cannot be played, each with a sentence."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process if None. Returns the exit status."""
    args = parser().parse_args(argv)
    try:
        batch = Batch(  # a scenario or pairing that is named twice is played once, since its games would be the same
            tuple(dict.fromkeys(args.scenario)),
            tuple(dict.fromkeys(read_players(text) for text in args.players or ["regular,regular"])),
            args.games,
            args.seed,
            tuple(map(ruling, args.ruling)),
            not args.keep_sides,
            forces_of(args.scenario, args.force, args.seed),
            UNSET if args.bot_seconds is None else args.bot_seconds,
        )
        batch.check()
        folder = args.out or Path("snowball-lab") / batch.id
        crew = crew_for(args.scheduler, args.jobs)
        journal = LabJournal(folder, batch, fresh=args.fresh)
    except (*WRONG, CrewError) as error:
        words = f"{error.filename}: it cannot be used: {error.strerror}." if isinstance(error, OSError) else error
        print(f"snowball lab: {words}", file=sys.stderr)
        return 2
    return run(batch, crew, journal, folder)


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    arguments = argparse.ArgumentParser(
        prog="snowball lab",
        description="Play many games between computer players and bots, and sum up the results.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arguments.add_argument("scenario", nargs="+", metavar="SCENARIO", help=SCENARIOS)
    arguments.add_argument("--players", action="append", metavar="A,B", help="a pairing; may be given several times")
    arguments.add_argument("--games", type=int, default=20, help="games of each pairing on each scenario (20)")
    arguments.add_argument("--seed", type=int, default=1, help="the seed of all dice (1)")
    arguments.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help="a choice for a ruling; if several are given for one ruling, each is played",
    )
    arguments.add_argument("--force", action="append", default=[], metavar="[SEAT=]FORCE", help=FIELDED)
    arguments.add_argument(
        "--bot-seconds", type=float, metavar="N", help=f"how long an answer of a bot may take ({BUDGET:g} seconds)"
    )
    arguments.add_argument("--keep-sides", action="store_true", help="do not swap sides")
    arguments.add_argument(
        "--out", type=Path, metavar="FOLDER", help="folder of the results (snowball-lab/ and the batch's id)"
    )
    arguments.add_argument("--fresh", action="store_true", help="begin again in that folder")
    arguments.add_argument("--jobs", type=int, default=0, help="number of processes (the number of cores)")
    arguments.add_argument("--scheduler", metavar="ADDRESS", help="play on this Dask cluster, as tcp://127.0.0.1:8786")
    return arguments


def ruling(text: str) -> ChosenRuling:
    """Read a ruling written as NAME=CHOICE. Raises BatchError."""
    name, _, choice = text.partition("=")
    if not name or not choice:
        raise BatchError(f'"{text}" is no ruling: write NAME=CHOICE, as `snowball rules` lists them.')
    return ChosenRuling(name, choice)


def forces_of(scenarios: Sequence[str], given: Sequence[str], seed: int) -> Forces | UnsetType:
    """The forces given on the command line, the same in every scenario; UNSET if none are.

    Raises SetupError, SaveError, BatchError, and what `table_of` raises.
    """
    if not given:
        return UNSET
    tables = [table_of(scenario) for scenario in scenarios]
    if len({(table.ruleset, table.seats) for table in tables}) > 1:
        raise BatchError(
            "--force needs scenarios of one rulebook with the same seats; play the others in a batch of their own."
        )
    return tuple(Fielded(seat, force.written) for seat, force in sorted(forces_for(tables[0], given, seed).items()))


def crew_for(scheduler: str | None, jobs: int) -> Crew:
    """The crew that plays: a cluster, `jobs` processes (0: one for each core), or this one. Raises CrewError."""
    if scheduler:
        from game.lab.cluster import Cluster

        return Cluster(scheduler)
    if jobs < 0:
        raise CrewError(f"--jobs {jobs} is no number of processes: give 1 or more, or leave --jobs out.")
    count = jobs or cores()
    return Alone() if count == 1 else Processes(count)


def run(batch: Batch, crew: Crew, journal: LabJournal, folder: Path) -> int:
    """Play the games that are missing, write the files and print the summary. Returns the exit status."""
    games = list(batch.all(str(Path.cwd())))
    keys = {game.key for game in games}
    missing = [game for game in games if game.key not in journal.played]
    if journal.damaged and missing:
        count = "1 line" if journal.damaged == 1 else f"{journal.damaged} lines"
        print(f"{journal.path} has {count} that cannot be read; the lost games are played again.", file=sys.stderr)
    if len(missing) < len(games):
        print(f"{len(games) - len(missing)} of {len(games)} games are there already.", file=sys.stderr)
    status, stopped = play_on(missing, crew, journal)
    played = [line for key, line in journal.played.items() if key in keys]
    if stopped:
        print(
            f"{stopped.removesuffix('.')}: {len(played)} of {len(games)} games are kept in {folder}; "
            "give the same command again to continue.",
            file=sys.stderr,
        )
    if not played:
        return status
    try:
        paths = write_all(folder, batch, played)
    except OSError as error:
        print(f"{error.filename or folder}: it cannot be written: {error.strerror}.", file=sys.stderr)
        return status or 1
    report(summaries(line.result for line in played))
    for row in times(played):
        if row.answers:
            print(
                f"{row.ruleset}, {row.player}: {row.median:.3g} ms a decision, 99 of 100 within {row.percentile:.3g} ms"
            )
    print(f"Written: {', '.join(str(path) for path in paths)}")
    if not any(path.suffix == ".html" for path in paths):
        print(NEEDS)
    return status


def play_on(missing: Sequence[Game], crew: Crew, journal: LabJournal) -> tuple[int, str]:
    """Play these games and write each into the journal. Returns the exit status, and why it stopped early, else ""."""
    try:
        with contextlib.closing(journal), interruptible(), contextlib.ExitStack() as stack:
            lines = crew.play([msgspec.json.encode(game) for game in missing])
            stack.callback(getattr(lines, "close", lambda: None))  # a generator then stops its processes at once
            for line in progress(lines, len(missing)):
                journal.add(line)
    except KeyboardInterrupt:
        return 130, "Interrupted"
    except (CrewError, JournalError) as error:
        return 1, str(error)
    return 0, ""


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let SIGTERM (from kill, or from a cluster's queue) raise KeyboardInterrupt, as Ctrl-C does."""
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


def progress(lines: Iterator[bytes], count: int) -> Iterator[bytes]:
    """Pass the lines on and show the progress: as a bar, or without the extra `lab` as a number now and then."""
    if not count:
        return
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
    except ImportError:
        for done, line in enumerate(lines, 1):
            if done == count or not done % max(1, count // 10):
                print(f"{done} of {count} games", file=sys.stderr)
            yield line
        return
    columns = (
        TextColumn("games"),
        BarColumn(None),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=count)
        for line in lines:
            bar.advance(task)
            yield line


def report(rows: Sequence[Summary]) -> None:
    """Print the summaries as a table, and below it the measures of each rulebook."""
    head = ("where", "players", "games", "won", "drawn", "lost", "score", "without forfeits", "sides", "early")
    lines = [
        (
            *(row.place, row.pairing, str(row.games), str(row.won), str(row.drawn), str(row.lost)),
            "" if row.alike else row.score.per_cent,
            row.unforfeited_words,
            "  ".join(f"{side} {100 * share.value:.0f} %" for side, share in row.sides.items()),
            f"{100 * row.early.value:.0f} %",
        )
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    for line in (head, *lines):
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    for row in rows:
        print(f"\n{row.place}, {row.pairing}: {row.turns:g} turns, {row.choices:g} choices (medians)")
        for figure in row.figures:
            print(f"  {figure.title}: {figure.words}")
        for fault, count in row.faults.items():
            print(f"  {count} × {fault}")
    print()
