"""The kinds of table at which a session may sit; a record holds them, so they are the records'."""

from __future__ import annotations

from game.records.tables import TableKind

__all__ = ["TableKind"]
