#!/usr/bin/env python3
"""The gate: sets up the environment once, then checks format, lint, types and tests.

`python3 tools/check.py` runs everything, the tests on all cores. `--only STAGE` runs one stage and may be repeated. All
other arguments go to pytest: `python3 tools/check.py -k snowball -x`, or `-n 0` for one process. The exit status is 0
if every stage has passed, else that of the last stage that failed.
"""

import argparse
import os
import subprocess
import sys
import time

import _environment

STAGES = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy", "--strict", "game"],
    "tests": ["pytest", "-n", "auto", "--dist", "worksteal"],
}


def main() -> int:
    """Run the chosen stages. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description="Format, lint, types and tests.",
        epilog="Everything else is passed to pytest.",
        allow_abbrev=False,
    )
    parser.add_argument("--only", action="append", choices=STAGES, help="run this stage (may be repeated)")
    chosen, for_pytest = parser.parse_known_args()
    try:
        python = _environment.interpreter(["dev"])
    except _environment.SetupError as error:
        sys.exit(str(error))
    environment = _environment.with_checkout_on_path()
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):  # else each process would compile game and tests again
        environment["PYTHONPYCACHEPREFIX"] = str(_environment.ROOT / ".pytest_cache/bytecode")
    if not os.access(_environment.ROOT, os.W_OK):  # a read-only checkout has no place for caches
        environment |= {"RUFF_NO_CACHE": "true", "MYPY_CACHE_DIR": os.devnull}
        for_pytest += ["-p", "no:cacheprovider"]
    failed = []
    status = 0
    for stage in chosen.only or STAGES:
        print(f"== {stage}", flush=True)
        command = [python, "-m", *STAGES[stage], *(for_pytest if stage == "tests" else [])]
        start = time.monotonic()
        done = subprocess.run(command, cwd=_environment.ROOT, env=environment, check=False)
        if done.returncode:
            failed.append(stage)
            status = done.returncode
        if stage != "tests":  # pytest prints its own time
            print(f"   {time.monotonic() - start:.1f} s", flush=True)
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return status


if __name__ == "__main__":
    sys.exit(main())
