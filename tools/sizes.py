"""The size of the code: lines, definitions and modules of every package.

    python3 tools/sizes.py                 of this checkout
    python3 tools/sizes.py --against REV   beside those of an older revision

A definition is a function, a method or a class. A package is a folder with modules of its own.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("game", "tools", "tests")
COLUMNS = ("lines", "definitions", "modules")


def counted(sources: Iterator[tuple[str, str]]) -> dict[str, Counter[str]]:
    """Folder -> its numbers, from (path, text) of every module; each top folder has the sum of its own in capitals."""
    sizes: dict[str, Counter[str]] = {}
    for path, text in sources:
        definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        numbers = {
            "lines": text.count("\n"),
            "definitions": sum(isinstance(node, definitions) for node in ast.walk(ast.parse(text))),
            "modules": 1,
        }
        for name in (path.rpartition("/")[0], path.partition("/")[0].upper()):
            sizes.setdefault(name, Counter()).update(numbers)
    return sizes


def here() -> Iterator[tuple[str, str]]:
    """The modules of this checkout."""
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def at(revision: str) -> Iterator[tuple[str, str]]:
    """The modules of a revision. Raises subprocess.CalledProcessError if git knows none of that name."""
    for path in _git("ls-tree", "-r", "--name-only", revision, "--", *FOLDERS).splitlines():
        if path.endswith(".py"):
            yield path, _git("show", f"{revision}:{path}")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Lines, definitions and modules of every package.")
    parser.add_argument("--against", metavar="REV", help="an older revision, such as HEAD~20")
    given = parser.parse_args()
    now, before = counted(here()), counted(at(given.against)) if given.against else {}
    print(f"{'package':<26}" + "".join(f"{column:>22}" for column in COLUMNS))
    for name in sorted({*now, *before}):
        cells = []
        for column in COLUMNS:
            size, was = now.get(name, Counter())[column], before.get(name, Counter())[column]
            cells.append(f"{was:>8} {size - was:+7} {size:>5}" if before else f"{size:>22}")
        print(f"{name:<26}" + "".join(f"{cell:>22}" for cell in cells))


if __name__ == "__main__":
    main()
