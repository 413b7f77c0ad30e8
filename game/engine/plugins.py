"""Rulebooks of other packages, found as plug-ins.

An installed package says `[project.entry-points."snowball.rulebooks"]`, `sentry = "sentry:Sentry"`, and has
`rulebooks/sentry.toml` and `armies/sentry.toml` beside the module.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

GROUP = "snowball.rulebooks"


class PlugIn(NamedTuple):
    """Where a rulebook is: module and class, and the folder of its data."""

    module: str
    name: str
    folder: Path

    def files(self, ruleset: str) -> list[Path]:
        """All that games under it depend on: the code of its package, or its one module, and its data."""
        spec = find_spec(self.module.partition(".")[0])
        origin = Path(spec.origin) if spec is not None and spec.origin is not None else None
        code = [] if origin is None else [*origin.parent.rglob("*.py")] if origin.stem == "__init__" else [origin]
        return [*code, *self.folder.glob(f"rulebooks/{ruleset}.toml"), *self.folder.glob(f"armies/{ruleset}.toml")]


@cache
def plug_ins() -> Mapping[str, PlugIn]:
    """Ruleset id -> plug-in. A look at the files first: the library that reads them takes 50 ms to load."""
    files = (file for folder in sys.path for file in Path(folder).glob("*-info/entry_points.txt"))
    if not any(GROUP in file.read_text("utf-8", "replace") for file in files):
        return {}
    from importlib.metadata import entry_points

    found = {}
    for point in entry_points(group=GROUP):
        spec = find_spec(point.module)
        if spec is not None and spec.origin is not None:
            found[point.name] = PlugIn(point.module, point.attr, Path(spec.origin).parent)
    return found
