"""With `--budget`, searches that would begin after the time is used up are skipped with a reason."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
SEARCHES = TESTS / "rules" / "test_skirmishcorps_9_melees.py"


def test_no_search_begins_after_the_budget_and_each_skipped_one_says_why() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "fuzz", "--budget", "0", str(SEARCHES)]
    done = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert re.search(r"SKIPPED \[\d+\] .*: not begun: the 0 s for searches \(--budget\) are used up", done.stdout)
    assert " passed" not in done.stdout
