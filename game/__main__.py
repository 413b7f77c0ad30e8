"""The command `snowball`, also `python -m game`: finds the part that a command names and imports only that."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from game import __version__

PLAYED = 'MAP|RULESET:SEED [--seat SEAT=human|computer|LEVEL|bot:"CMD"]'
"""The arguments of the commands that play a battle."""

COMMANDS: dict[str, tuple[str, str, str]] = {
    "": ("game.ui.commands:main", "", "open the window at its title"),
    "play": ("game.ui.commands:main_play", PLAYED, "play a map in the window"),
    "demo": ("game.cli.demo:main", "[ID]", "list the demonstrations, or print one as text"),
    "rules": ("game.cli.rules:main", "[--ruleset ID] [--coverage] [--json]", "list clauses and rulings"),
    "text": ("game.cli.text:main", PLAYED, "play in the terminal"),
    "replay": ("game.cli.replay:main", "FILE", "run a saved match again"),
    "engine": ("game.cli.engine:main", "", "speak the engine protocol, one JSON object a line"),
    "lab": (
        "game.cli.lab:main",
        "SCENARIO ... [--players A,B] [--games N] [--seed S]",
        "play many games between computer players and bots",
    ),
    "check": ("game.cli.check:main", "MAP ...", "say what is wrong with a map"),
}
"""Command -> (module:function, its arguments, what it does).

The function takes the arguments after the command and returns the exit status.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line, by default that of this process, and return its exit status."""
    collect_seldom()
    forgive_letters()
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments) or [""])
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `snowball rules | head`: the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (Exception, SystemExit) as error:
        from game.engine.plugins import blamed

        if not (sentence := blamed(error)):
            raise
        print(sentence, file=sys.stderr)
        return 1
    return status


def collect_seldom() -> None:
    """Run the garbage collector seldom: a game leaves hardly any cycles, and collecting took a fifth of its time."""
    gc.set_threshold(50_000, 20, 20)


def forgive_letters() -> None:
    """Let no character end a command: print "?" for one that the terminal lacks, and accept bytes that are not text."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _run(words: list[str]) -> int:
    command, *rest = words
    if command in ("-h", "--help", "help"):
        print(usage())
        return 0
    if command in ("-V", "--version"):
        print(f"snowball {__version__}")
        return 0
    if command not in COMMANDS:
        known = ", ".join(name for name in COMMANDS if name)
        print(f"There is no command “{command}”: use {known}, or none for the window.", file=sys.stderr)
        return 2
    module, _, function = COMMANDS[command][0].partition(":")
    run: Callable[[Sequence[str]], int] = getattr(import_module(module), function)
    return run(rest)


def usage() -> str:
    """The list of commands, one a line."""
    calls = {f"snowball {name} {arguments}".rstrip(): help_ for name, (_, arguments, help_) in COMMANDS.items()}
    width = max(map(len, calls)) + 2
    return "\n".join(f"{call:{width}}{help_}" for call, help_ in calls.items())


if __name__ == "__main__":
    sys.exit(main())
