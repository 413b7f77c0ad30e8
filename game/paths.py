"""Where the game's own data is: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
DATA = _HERE / "_data" if (_HERE / "_data").is_dir() else _HERE.parent
ASSETS = DATA / "assets"
MAPS = DATA / "maps"
DEMOS = ASSETS / "demos"
LESSONS = ASSETS / "lessons"
