"""A process that plays at random and keeps every choice, until somebody kills it: `playing_process.py FOLDER SEED`.

After each choice that is on the disk it says so: the number of choices made, and the hash. It needs the repository's
root on PYTHONPATH.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tables import begun, choose_any, field

from game.engine.match import Match
from game.records.autosave import Journal


def said(match: Match) -> None:
    """Tell how many choices have been made, and the hash of the match."""
    sys.stdout.write(f"{len(match.history)} {match.hash()}\n")
    sys.stdout.flush()


folder, seed = Path(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
match = begun({**field("skirmishcorps", seed), "turns": 99}, seed)
journal = Journal.begin(match, folder=folder)
said(match)
while match.pending:
    if match.history and rng.random() < 0.1:
        match.undo()
        journal.undone(match)
    else:
        choose_any(match, rng)
        journal.chosen(match)
    said(match)
