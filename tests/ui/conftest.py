"""What holds for all tests of the window."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the player's settings, saves and kept battles lie: an empty one for each test."""
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))
    return tmp_path
