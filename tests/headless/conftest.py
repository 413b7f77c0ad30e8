"""What tests without a window have in common: an engine process, and a folder for each test."""

from __future__ import annotations

import pytest
from engine_client import Engine

from game.records.saves import saves_folder


@pytest.fixture(scope="module")
def engine():
    """An engine process that ends well."""
    made = Engine()
    yield made
    assert made.close() == 0


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the saves, an empty one for each test that asks for it."""
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))
    return saves_folder()
