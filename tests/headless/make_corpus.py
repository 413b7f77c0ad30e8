"""Write one record of every rulebook as this version makes them: `PYTHONPATH=. python tests/headless/make_corpus.py`.

Run it at a release, and keep what earlier releases wrote: those records must load, or be refused with both versions.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from tables import BOOKS, choose_any, played

from game import __version__
from game.records.timeline import Timeline

for book in BOOKS:
    timeline, rng = Timeline(played(book, 11)), random.Random(2)
    timeline.go(5)
    timeline.note("Here it could have gone otherwise.")
    timeline.branch("what if")
    for _ in range(6):
        if timeline.match.pending:
            choose_any(timeline.match, rng)
    path = Path(__file__).parent / "corpus" / f"{book}-{__version__}.json"
    path.write_text(json.dumps(timeline.save(), separators=(",", ":")) + "\n", "utf-8")
