"""How long the long searches (`-m fuzz`) look: a fixed budget, so that all of them end in time.

`SNOWBALL_SEARCH=10000 pytest -m fuzz -k oracle` looks at that many positions of each rulebook.
"""

from __future__ import annotations

import os

POSITIONS = int(os.environ.get("SNOWBALL_SEARCH", "2500"))
"""Positions that a search by an oracle goes through in the long run."""
