"""`snowball check MAP...`: print `ok` for each map, or one sentence that says what is wrong with it."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from game.engine.match import Match
from game.engine.unfit import SetupError
from game.maps import MapError
from game.rules import build
from game.sketch import SketchError
from game.sketch.named import setup_named


def main(argv: Sequence[str] | None = None) -> int:
    """Check every map, even after a bad one. Returns the exit status: 1 if any is refused, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(
        prog="snowball check", description="Check maps (.tmx) and sketches (.json, .toml) and say what is wrong."
    )
    parser.add_argument("map", nargs="+", metavar="MAP", help="a Tiled map, or a sketch")
    status = 0
    for name in parser.parse_args(argv).map:
        try:
            setup = setup_named(name)
            Match(setup, build(setup.ruleset, setup.rulings))
        except (MapError, SketchError, SetupError) as error:
            print(f"{name}: {error}" if Path(name).name not in str(error) else error)
            status = 1
        except OSError as error:
            print(f"{name}: it cannot be read: {error.strerror}.")
            status = 1
        else:
            count = Counter(unit.seat for unit in setup.units)
            sides = ", ".join(f"{count[seat]} for {seat}" for seat in setup.seats)
            print(f"{name}: ok, {setup.board.width} x {setup.board.height} cells, units: {sides}.")
    return status
