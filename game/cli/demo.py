"""`snowball demo`: print a demonstration as text, list all, or check that they still show what their files say."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator, Sequence

from game.board.board import Board
from game.demos import Demo, DemoError, DemoPlayer, failures, list_demos, load_demo
from game.engine.events import LogEntry
from game.engine.names import spoken
from game.engine.setup import Setup
from game.engine.view import UnitView
from game.engine.wire import events_json, view_json
from game.engine.wording import cited, number_of
from game.sketch import write_sketch

_WIDTH = 100
"""Columns of wrapped text."""

_EPILOG = """\
--json prints one object for ID; without ID, an array of {id, title, about, ruleset, clauses, steps}:
  id, title, about, ruleset, clauses, sketch
  steps      [{step, seat, option, path, caption, clauses, events, units}]; events as in the engine protocol,
             units as the referee sees them after the step
--check plays ID, or all, and prints one sentence for each difference from the file.

Exit status: 0; 1 if a demonstration does not show what it says; 2 for a file that cannot be used.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process if None. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="snowball demo",
        description="Print a demonstration as text; without an id, list them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("demo", nargs="?", metavar="ID", help="a demonstration, or the path of a .toml file")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--check", action="store_true", help="say what is not as the file says")
    args = parser.parse_args(argv)
    try:
        demos = [load_demo(args.demo)] if args.demo else list_demos()
        if args.check:
            return _check(demos)
        if args.json:
            data = demo_json(demos[0]) if args.demo else [_summary(demo) for demo in demos]
            print(json.dumps(data, indent=1))
        else:
            print("\n".join(demo_lines(demos[0]) if args.demo else list_lines(demos)))
    except DemoError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _check(demos: Sequence[Demo]) -> int:
    differences = [sentence for demo in demos for sentence in failures(demo)]
    print("\n".join(differences) or f"{number_of(len(demos), 'demonstration')} shown as written.")
    return int(bool(differences))


def _summary(demo: Demo) -> dict[str, object]:
    return {
        "id": demo.id,
        "title": demo.title,
        "about": demo.about,
        "ruleset": demo.ruleset,
        "clauses": list(demo.clauses),
        "steps": len(demo.steps),
    }


def demo_json(demo: Demo) -> dict[str, object]:
    """Play the whole demonstration and return it as JSON. Raises DemoError."""
    player = DemoPlayer(demo)
    board = demo.setup.board
    steps = []
    for step in player.steps:
        player.forward()
        steps.append(
            {
                "step": step.number,
                "seat": step.seat,
                "option": step.choice.option,
                "path": None if step.choice.path is None else [list(board.xy(cell)) for cell in step.choice.path],
                "caption": player.caption,
                "clauses": list(step.clauses),
                "events": events_json(player.match, player.last_events),
                "units": view_json(player.match.view())["units"],
            }
        )
    return {**_summary(demo), "sketch": write_sketch(demo.setup), "steps": steps}


def list_lines(demos: Sequence[Demo]) -> Iterator[str]:
    """One line for each demonstration: id, title, number of steps."""
    width = max((len(demo.id) for demo in demos), default=0)
    for demo in demos:
        yield f"{demo.id:<{width}}  {demo.title} ({len(demo.steps)} steps)"


def demo_lines(demo: Demo) -> Iterator[str]:
    """Play the whole demonstration and return it as text: table, captions, choices, log. Raises DemoError."""
    player = DemoPlayer(demo)
    yield demo.title
    yield "=" * len(demo.title)
    yield from _wrap(demo.about, "")
    yield ""
    yield from _table(player)
    cells = _cells(player)
    while not player.done:
        player.forward()
        step = player.step
        assert step is not None
        yield ""
        yield from _wrap(f"{step.number}. {player.caption}", "   ", first="")
        yield f"   > {spoken(step.seat)}: {step.choice.option}"
        for event in player.last_events:
            yield from _log(player, event)
        if cells != (cells := _cells(player)):
            yield ""
            yield from _drawing(demo.setup.board, player)
    yield ""
    yield from _wrap(f"Clauses: {', '.join(demo.clauses)}", "")


def _table(player: DemoPlayer) -> Iterator[str]:
    """The drawing of the board, and a line for each unit."""
    yield from _drawing(player.demo.setup.board, player)
    yield ""
    for unit in _units(player):
        stats = " ".join(f"{name} {value}" for name, value in unit.stats.items())
        markers = ", ".join(f"{marker.kind} {marker.face}" for marker in unit.markers) or "no marker"
        yield f"  {unit.id:<4}{unit.name}, {spoken(unit.seat)}: {stats}; {markers}"
    yield from _named_places(player.demo.setup)


def _drawing(board: Board, player: DemoPlayer) -> Iterator[str]:
    """The board in sketch glyphs, with the ids of units; a unit that is out is a +."""
    units = _units(player)
    width = 1 + max([2, *(len(unit.id) for unit in units)])
    cells = [glyph for row in board.rows() for glyph in row]
    for unit in sorted(units, key=lambda unit: not unit.out):
        cells[unit.at] = "+" if unit.out else unit.id
    letters = [board.label(x).rstrip("0123456789") for x in range(board.width)]
    yield ("    " + "".join(f"{letter:<{width}}" for letter in letters)).rstrip()
    for y in range(board.height):
        row = cells[y * board.width : (y + 1) * board.width]
        yield (f"{y + 1:>3} " + "".join(f"{cell:<{width}}" for cell in row)).rstrip()


def _named_places(setup: Setup) -> Iterator[str]:
    board = setup.board
    places: dict[str, list[str]] = {}
    for cell, name in board.names.items():
        places.setdefault(name, []).append(board.label(cell))
    for name, labels in places.items():
        yield f"  {name}: {' '.join(labels)}"


def _log(player: DemoPlayer, event: LogEntry) -> Iterator[str]:
    line = player.match.line(event)
    clauses = " ".join(line.clauses)
    yield f"     {line.text}" + (f"  [{clauses}]" if clauses else "")
    total = line.rolled.throw.sum if line.rolled is not None else None
    if total is not None and total.rows is not None:
        cites = ("", *(clause for _, _, clause in total.rows), "")  # base and sum cite nothing
        parts = zip(total.terms, cites, strict=False)
        yield f"       {', '.join(cited(f'{name} {number}'.strip(), clause) for (name, number), clause in parts)}"


def _units(player: DemoPlayer) -> tuple[UnitView, ...]:
    return player.match.view().units


def _cells(player: DemoPlayer) -> list[tuple[int, bool]]:
    return [(unit.at, unit.out) for unit in _units(player)]


def _wrap(text: str, indent: str, first: str | None = None) -> list[str]:
    start = indent if first is None else first
    return textwrap.wrap(text, _WIDTH, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
