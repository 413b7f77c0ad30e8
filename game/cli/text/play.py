"""`snowball text MAP`: play in a terminal by keyboard, line by line, also with a screen reader."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from game.ai.errors import BotError
from game.cli.clean import clean
from game.cli.text.commands import Commands
from game.cli.text.files import script_lines
from game.cli.text.keeper import TextKeeper, begin_journal
from game.cli.text.table import Refused, TextTable
from game.engine.dice import DiceSource, read_seed
from game.engine.match import Match
from game.engine.names import Deployment, spoken
from game.engine.unfit import SetupError, shown
from game.maps import MapError
from game.maps.fielding import fielded
from game.records.autosave import Journal
from game.records.folders import JOURNAL, SaveError
from game.records.forces import FIELDED, forces_for
from game.records.record import RecordError
from game.records.saves import ENDING, open_record
from game.records.sitters import HUMAN
from game.records.tables import TableKind
from game.records.timeline import Timeline, fresh_seed, take_up_save
from game.rules import build
from game.session.seats import players_for, seats_named
from game.sketch import SketchError
from game.sketch.named import setup_named

COMMENT = "#"
"""A line of a script that begins with this is skipped."""

CLEARED = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal, with the lines that have scrolled out of it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play. Returns the exit status: 1 if the game cannot begin or a script fails, 2 for wrong arguments."""
    parser = _arguments()
    args = parser.parse_args(argv)
    if bool(args.map) == args.resume:
        parser.error("name either a MAP or --resume")
    new = _for_a_new_game(args)
    if new and (args.resume or _is_saved_game(args.map)):
        parser.error(f"{new[0]} is only for a new game: leave it out to go on with a saved one")
    journal: Journal | None = None
    try:
        if args.resume:
            timeline, journal = _resume()
        else:
            deployment = Deployment(args.deploy) if args.deploy else None
            seed = args.seed if args.seed is not None else (0 if args.script else fresh_seed())
            timeline = begun(args.map, seed, own_dice=args.own_dice, deployment=deployment, forces=args.force)
            if _is_saved_game(args.map):
                take_up_save(timeline.match, timeline.marks, study=args.study)
        lines = script_lines(args.script) if args.script else None
        table = _table_for(timeline, args)
    except (MapError, SketchError, SetupError, SaveError, RecordError, BotError, ValueError) as error:
        print(clean(str(error)), file=sys.stderr)
        return 1
    except OSError as error:
        print(clean(f"{args.map}: it cannot be read: {error.strerror}."), file=sys.stderr)
        return 1
    if lines is None and journal is None:
        journal = begin_journal(timeline)
    if lines is None and not args.referee:
        table.curtain, table.pause = _hand_over, _wait_for_reader
    keeper = TextKeeper(timeline, journal, resumed=args.resume, study=args.study)
    table.keep(keeper)
    try:
        return _play(table, lines, args.script)
    finally:  # also after Ctrl-C
        table.leave()
        keeper.close()


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="snowball text", description="Play in the terminal. Type help in the game for its commands."
    )
    parser.add_argument(
        "map",
        nargs="?",
        metavar="MAP",
        help="a scenario, a battlefield by seed (epic:7:short), a Tiled map, a sketch or a saved game",
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=WHO",
        help="who plays a seat; may be given for each seat: human, computer, LEVEL[:CHARACTER] (veteran, regular:bold) "
        'or bot:"COMMAND"',
    )
    parser.add_argument(
        "--table",
        choices=[kind.value for kind in TableKind],
        help="how several people keep secrets: on one screen that shows only backs of markers (shared, the default), "
        "by handing over at each question (curtains), or not at all (open)",
    )
    parser.add_argument("--seed", type=_seed, help="seed of the dice (default: another one each time; 0 with --script)")
    parser.add_argument("--force", action="append", default=[], metavar="[SEAT=]FORCE", help=FIELDED)
    parser.add_argument(
        "--deploy",
        choices=[kind.value for kind in Deployment],
        help="where units begin: where the map has them (fixed), or where each side sets them up in its zone (free); "
        "by default as the map says",
    )
    parser.add_argument("--own-dice", action="store_true", help="roll on a real table and type what the dice show")
    parser.add_argument(
        "--script", metavar="FILE", default="", help="read lines from a file; stop at the first that is refused"
    )
    parser.add_argument("--referee", action="store_true", help="show both sides' secrets")
    parser.add_argument("--study", action="store_true", help="let any choice be taken back")
    parser.add_argument("--resume", action="store_true", help="go on with the game that was left last")
    return parser


def _for_a_new_game(args: argparse.Namespace) -> list[str]:
    """The given options that only a new game can have."""
    options = {
        "--seed": args.seed is not None,
        "--force": bool(args.force),
        "--deploy": bool(args.deploy),
        "--own-dice": args.own_dice,
    }
    return [name for name, is_given in options.items() if is_given]


def _is_saved_game(name: str) -> bool:
    """Whether a name is that of a saved game, and not of a map."""
    return name.endswith((ENDING, JOURNAL))


def _seed(text: str) -> int:
    try:
        return read_seed(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _play(table: TextTable, lines: Sequence[str] | None, script: str) -> int:
    """Play by typed lines, or by the lines of the file `script`. Returns the exit status."""
    with contextlib.suppress(EOFError):  # the end of the input leaves the game, also in the middle of a hand-over
        table.begin()
        commands = Commands(table)
        if lines is not None:
            return follow(commands, lines, script)
        commands.cmdloop()
    return 0


def _table_for(timeline: Timeline, args: argparse.Namespace) -> TextTable:
    """The table, with the players of all seats as the arguments say, or else as in the record.

    No bot that the record names is started: a file may come from anybody, so a program is started only if a person
    names it. Raises ValueError and BotError.
    """
    seating = timeline.seatings[-1] if timeline.seatings else None
    given = seats_named(args.seat, timeline.match.setup.seats, timeline.match.setup.ruleset)
    sitters = dict(seating.seats) if seating is not None else {}
    for seat, bot in seating.bots.items() if seating is not None else ():
        if seat not in given:
            sitters[seat] = HUMAN
            print(
                f"A bot played {spoken(seat)}: {shown(bot.command, 200)}. A person does now, unless you name one with "
                "--seat.",
                file=sys.stderr,
            )
    kind = TableKind(args.table or (seating.table if seating is not None else TableKind.SHARED))
    return TextTable(timeline, referee=args.referee, study=args.study, players=players_for(sitters | given), kind=kind)


def begun(
    name: str,
    seed: int = 0,
    *,
    own_dice: bool = False,
    deployment: Deployment | None = None,
    forces: Sequence[str] = (),
) -> Timeline:
    """A new game on a map, a sketch or a scenario, with the forces named, or a saved game.

    `deployment` says whether sides set up first; None leaves it to the map. Raises MapError, SketchError, SetupError
    or SaveError with a sentence.
    """
    if _is_saved_game(name):
        try:
            record, warning = open_record(Path(name))
            timeline = Timeline.open(record, build)
        except (RecordError, SaveError) as error:
            raise SaveError(f"{name}: {error}") from error
        if warning:
            print(clean(warning), file=sys.stderr)
        return timeline
    setup = setup_named(name)
    if deployment is not None:
        setup = setup.deployed(deployment)
    if forces:
        setup = fielded(setup, forces_for(setup, forces, seed))
    dice = DiceSource("ask" if own_dice else "seeded", seed)
    try:
        return Timeline(Match(setup, build(setup.ruleset, setup.rulings), dice))
    except SetupError as error:
        raise SetupError(f"{name}: {error}") from error


def follow(commands: Commands, lines: Iterable[str], script: str) -> int:
    """Carry out the lines of the file `script`, echoing each. Returns 1 at the first line that is refused, else 0."""
    commands.table.asks_back = False
    commands.preloop()
    for number, line in enumerate(lines, 1):
        if line.strip().startswith(COMMENT) or not line.strip():
            continue
        commands.say([f"> {line}"])
        try:
            if commands.carry_out(line):
                break
        except Refused as error:
            print(clean(f"{script}, line {number}: {error}"), file=sys.stderr)
            return 1
    return 0


def _hand_over(seat: str) -> None:
    """Hand the terminal over to a seat, or to everybody if it is "".

    Clears what the last seat saw, and shows nothing of the next seat's until it has pressed Enter.
    """
    if sys.stdout.isatty():
        print(CLEARED, end="")
    if seat:
        print(f"Hand over to {spoken(seat)}, who presses Enter.", flush=True)
        _wait_for_enter()
    else:
        print("Everybody may look.", flush=True)


def _wait_for_reader() -> None:
    """Wait until a seat has read its secrets."""
    print("Press Enter once you have read it.", flush=True)
    _wait_for_enter()


def _wait_for_enter() -> None:
    """Wait for Enter. Raises EOFError if the input ends instead, because then nobody is there to read on."""
    if not sys.stdin.readline():
        raise EOFError


def _resume() -> tuple[Timeline, Journal]:
    """The game that was left last. Raises SaveError."""
    resumed = Journal.resume_latest()
    if resumed.warning:
        print(clean(resumed.warning), file=sys.stderr)
    return Timeline(resumed.match, resumed.extras), resumed.journal
