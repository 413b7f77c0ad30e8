"""Measure the lab's targets and write them as a table.

    python3 tools/lab_table.py --games 100 --write tools/lab_table.md
    python3 tools/lab_table.py --games 400 --minutes 120 --write tools/lab_table.md

The rows are data (tools/lab_rows.toml). Every pairing of a rulebook is one batch of `snowball lab`, kept in a folder.
So no game is played twice, and the same command continues after an interruption. With `--minutes` all rows are played
round by round, each round on every scenario and from every side, until the time is over; the table is made of those.
"""

from __future__ import annotations

import argparse
import contextlib
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.__main__ import collect_seldom
from game.ai.estimate import Estimate
from game.cli.lab import crew_for, progress
from game.engine.foreign import fit, toml_file
from game.engine.rulebook import load_rulebook
from game.engine.unfit import Unfit
from game.lab.batch import Batch, Game
from game.lab.crew import Crew, CrewError
from game.lab.journal import JournalError, LabJournal, program
from game.lab.play import Played
from game.lab.players import read_players
from game.lab.summary import Summary, summaries, summary_of, times
from game.maps.scenarios import list_scenarios
from game.rules import RULESETS

ROOT = Path(__file__).resolve().parent.parent
ROWS = Path(__file__).with_name("lab_rows.toml")
Verdict = Literal["yes", "no", "open", "-"]
MARKS: dict[Verdict, str] = {"yes": "yes", "no": "no", "open": "the interval holds both", "-": "-"}

HOW = (
    "Intervals are 95 %: Wilson’s for games won, and by how it varies from game to game for everything else; a draw "
    "counts as half a game won. At tables of three and four seats all losers are even with one another, so that half "
    "is even there, too. Sides are swapped with the same dice, except where both players are the same."
)


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A target: a measure of a pairing with its bounds. It gives a line for each rulebook or scenario."""

    title: str
    players: str
    measure: str
    books: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


class Rows(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file of rows."""

    row: tuple[Row, ...]


class Line(Struct, frozen=True):
    """A line of the table."""

    what: str
    where: str
    wanted: str
    found: str
    games: int
    reached: Verdict


def scenarios_of(book: str) -> tuple[str, ...]:
    """The ids of the scenarios of a rulebook."""
    return tuple(scenario.id for scenario in list_scenarios() if scenario.ruleset == book)


def batch_of(players: str, book: str, games: int, seed: int) -> Batch:
    """The games of a pairing under a rulebook: `games` in all, or on each scenario if the players are the same."""
    pairing, scenarios = read_players(players), scenarios_of(book)
    each = games if len(set(pairing)) == 1 else ceil(games / len(scenarios))
    return Batch(scenarios, (pairing,), each + each % 2, seed)


def played(batch: Batch, crew: Crew, folder: Path) -> list[Played]:
    """Every game of a batch; those that are missing are played. Raises CrewError, JournalError."""
    games = list(batch.all(str(ROOT)))
    with contextlib.closing(LabJournal(folder / batch.id, batch)) as journal:
        missing = [msgspec.json.encode(game) for game in games if game.key not in journal.played]
        for line in progress(iter(crew.play(missing)), len(missing)):
            journal.add(line)
        return [journal.played[game.key] for game in games]


Batches = Mapping[tuple[str, str], Batch]
"""The batch of each pairing and rulebook."""


def played_for(batches: Batches, crew: Crew, folder: Path, minutes: float) -> dict[tuple[str, str], list[Played]]:
    """The games that are played within so many minutes, at least the first round of each batch.

    Every batch plays a round before any plays its next, so that the rows have alike many games. Raises CrewError,
    JournalError.
    """
    end, found = time.monotonic() + 60 * minutes, {key: list[Played]() for key in batches}
    rounds = {key: _rounds(batch) for key, batch in batches.items()}
    with contextlib.ExitStack() as opened:
        journals = {
            key: opened.enter_context(contextlib.closing(LabJournal(folder / batch.id, batch)))
            for key, batch in batches.items()
        }
        for number in range(max(map(len, rounds.values()))):
            for key, journal in journals.items():
                if number and time.monotonic() >= end:
                    return found
                games = rounds[key][number] if number < len(rounds[key]) else ()
                for line in crew.play([msgspec.json.encode(one) for one in games if one.key not in journal.played]):
                    journal.add(line)
                found[key] += [journal.played[one.key] for one in games]
            print(f"{number + 1} rounds of all rows are played.", file=sys.stderr)
    return found


def played_whole(batches: Batches, crew: Crew, folder: Path) -> dict[tuple[str, str], list[Played]]:
    """Every game of all batches, one batch after the other. Raises CrewError, JournalError."""
    found = {}
    for number, ((players, book), batch) in enumerate(batches.items(), 1):
        print(f"{number} of {len(batches)}: {load_rulebook(book).title}, {players}", file=sys.stderr)
        found[players, book] = played(batch, crew, folder)
    return found


def checked(given: argparse.Namespace, parser: argparse.ArgumentParser) -> tuple[Row, ...]:
    """The rows that are wanted; leaves with a sentence if the arguments are wrong."""
    if given.games < 1:
        parser.error("a row needs one game at least")
    if given.minutes is not None and not given.minutes > 0:
        parser.error("--minutes needs a number above 0")
    try:
        rows = fit(toml_file(given.rows), Rows, file=given.rows.name).row
    except Unfit as error:
        parser.error(str(error))
    for text in given.only or ():
        if not any(text in row.title for row in rows):
            parser.error(f"no row of {given.rows.name} has {text!r} in its title")
    return tuple(row for row in rows if any(text in row.title for text in given.only or ("",)))


def _rounds(batch: Batch) -> list[list[Game]]:
    """The games of a batch round by round."""
    rounds: dict[int, list[Game]] = {}
    for game in batch.all(str(ROOT)):
        rounds.setdefault(game.round, []).append(game)
    return [rounds[number] for number in sorted(rounds)]


def commit() -> str:
    """The commit of the program, marked if files differ from it; "unknown" where there is no repository."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=8", "--dirty", "--exclude", "*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


# -- the table --------------------------------------------------------------------------------------------------------


def lines_of(row: Row, book: str, games: Sequence[Played]) -> Iterator[Line]:
    """The lines of a row under a rulebook."""
    results = [game.result for game in games]
    title = load_rulebook(book).title
    if row.measure == "sides":
        for one in summaries(results):
            if one.scenario:
                yield _sides(row, one)
        return
    whole = summary_of(results)
    found = {figure.id: figure for figure in whole.figures}
    rate = row.measure in found and found[row.measure].kind == "rate"
    estimate = {"score": whole.score, "early": whole.early}.get(row.measure) or found[row.measure].estimate
    shown = estimate.number if rate else estimate.per_cent
    yield Line(row.title, title, _wanted(row, rate=rate), shown, whole.games, _verdict(estimate, row.least, row.most))


def _sides(row: Row, one: Summary) -> Line:
    """The line that says how even the sides of a scenario are; the worst of them decides."""
    even, off = 1 / len(one.sides), row.most or 0.0
    verdicts = [_verdict(share, even - off, even + off) for share in one.sides.values()]
    worst = next((v for v in ("no", "open", "yes", "-") if v in verdicts), "-")
    shown = ", ".join(f"{side} {share.per_cent}" for side, share in one.sides.items())
    wanted = f"{100 * (even - off):.0f} to {100 * (even + off):.0f} %"
    return Line(row.title, f"{load_rulebook(one.ruleset).title}: {one.scenario}", wanted, shown, one.games, worst)


def _wanted(row: Row, *, rate: bool) -> str:
    def shown(value: float) -> str:
        return f"{value:g}" if rate else f"{100 * value:g} %"

    if row.least is not None and row.most is not None:
        return f"{shown(row.least)} to {shown(row.most)}"
    return f"at least {shown(row.least)}" if row.least is not None else f"at most {shown(row.most or 0.0)}"


def _verdict(found: Estimate, least: float | None, most: float | None) -> Verdict:
    """Whether an estimate is within its bounds, or misses them by less than its interval."""
    if not found.of:
        return "-"
    low, high = least if least is not None else float("-inf"), most if most is not None else float("inf")
    if low <= found.value <= high:
        return "yes"
    return "no" if found.high < low or found.low > high else "open"


def markdown(lines: Sequence[Line], games: Sequence[Played], command: str) -> str:
    """The table, and below it the times of decisions, in Markdown."""
    text = [
        "# What the lab shows",
        "",
        f"Made by `{command}` at commit `{commit()}` (program `{program()}`). {HOW}",
        "",
        "| | rulebook | wanted | found | games | reached |",
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {one.what} | {one.where} | {one.wanted} | {one.found} | {one.games} | {MARKS[one.reached]} |"
            for one in lines
        ),
        "",
        "Time per decision: processor time for the levels, elapsed time for bots.",
        "",
        "| rulebook | player | decisions | median ms | 99th percentile ms | longest ms |",
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {load_rulebook(row.ruleset).title} | `{row.player}` | {row.answers} | {row.median:.3g} | "
            f"{row.percentile:.3g} | {row.longest:.3g} |"
            for row in times(games)
        ),
    ]
    faults = sorted({game.result.fault for game in games if game.result.fault})
    if faults:
        text += ["", "Not played to the end:", "", *(f"- {fault}" for fault in faults)]
    return "\n".join(text) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and write. Returns the exit status: 1 if games are missing, 130 after Ctrl-C."""
    collect_seldom()  # as `snowball lab` does; the processes of the crew inherit it
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games for each row; for equal players, each scenario")
    parser.add_argument("--minutes", type=float, help="play only so long, all rows round by round, at most --games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, default=ROWS, help="the rows (tools/lab_rows.toml)")
    parser.add_argument(
        "--only", metavar="TEXT", action="append", help="only rows whose title has this text (may be repeated)"
    )
    parser.add_argument("--book", choices=tuple(RULESETS), help="only this rulebook")
    parser.add_argument(
        "--out", type=Path, default=Path("snowball-lab/table"), help="the folder in which games are kept"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="a file for the table, which is also printed")
    parser.add_argument("--jobs", type=int, default=0, help="number of processes (the number of cores)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="play on this Dask cluster")
    given = parser.parse_args(arguments)
    rows = checked(given, parser)
    pairs = [(row, book) for row in rows for book in row.books or tuple(RULESETS) if given.book in (None, book)]
    batches = {(row.players, book): batch_of(row.players, book, given.games, given.seed) for row, book in pairs}
    try:
        crew = crew_for(given.scheduler, given.jobs)
        if given.minutes is not None:
            found = played_for(batches, crew, given.out, given.minutes)
        else:
            found = played_whole(batches, crew, given.out)
    except KeyboardInterrupt:
        print(
            f"Interrupted: all games are kept in {given.out}; give the same command again to continue.",
            file=sys.stderr,
        )
        return 130
    except (CrewError, JournalError) as error:
        print(error, file=sys.stderr)
        return 1
    words = sys.argv[1:] if arguments is None else arguments
    command = shlex.join(["python3", "tools/lab_table.py", *words])
    lines = [line for row, book in pairs for line in lines_of(row, book, found[row.players, book])]
    table = markdown(lines, [game for games in found.values() for game in games], command)
    if given.write:
        given.write.write_text(table, "utf-8")
    print(table, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
