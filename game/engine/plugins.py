"""Finds the rulebooks of other installed packages.

Such a package declares an entry point, `sentry = "sentry:Sentry"` in `[project.entry-points."snowball.rulebooks"]`, and
has `rulebooks/sentry.toml` and `armies/sentry.toml` beside the module.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from game.engine.foreign import file_bytes

GROUP = "snowball.rulebooks"


class PlugIn(NamedTuple):
    """A rulebook of another package: its module and class, and the folder of its data."""

    module: str
    name: str
    folder: Path

    def files(self, ruleset: str) -> list[Path]:
        """All files that its games depend on: the code of its package, or its single module, and its data."""
        spec = find_spec(self.module.partition(".")[0])
        code: list[Path] = []
        if spec is not None and spec.origin is not None:
            origin = Path(spec.origin)
            code = [*origin.parent.rglob("*.py")] if origin.stem == "__init__" else [origin]
        return [*code, *self.folder.glob(f"rulebooks/{ruleset}.toml"), *self.folder.glob(f"armies/{ruleset}.toml")]


def _names_rulebooks(file: Path) -> bool:
    try:
        return GROUP.encode() in file_bytes(file)
    except OSError:
        return False


@cache
def plug_ins() -> Mapping[str, PlugIn]:
    """Ruleset id -> plug-in."""
    # importlib.metadata takes 50 ms to import, so it is imported only if some file names the group.
    files = (file for folder in sys.path for file in Path(folder).glob("*-info/entry_points.txt"))
    if not any(map(_names_rulebooks, files)):
        return {}
    from importlib.metadata import entry_points

    by_id = {}
    for point in entry_points(group=GROUP):
        spec = find_spec(point.module)
        if spec is not None and spec.origin is not None:
            by_id[point.name] = PlugIn(point.module, point.attr, Path(spec.origin).parent)
    return by_id
