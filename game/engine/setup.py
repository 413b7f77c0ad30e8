"""A setup is the table before the first choice: board, sides, units, objectives, rulings.

A map, a sketch and a demonstration all become one; a match is its setup and the choices made on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.board.board import Board


class SetupError(ValueError):
    """A setup that cannot be played; the sentence names the place and the mend."""


@dataclass(frozen=True, slots=True)
class UnitSpec:
    """One unit as the author placed it. `at` is a cell; `stats` override the profile's; `aboard` is its carrier's id."""

    id: str
    seat: str
    profile: str
    at: int
    markers: Mapping[str, str] = field(default_factory=dict)
    stats: Mapping[str, int] = field(default_factory=dict)
    weapon: str = ""
    figures: int = 0
    name: str = ""
    group: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)
    aboard: str = ""

    def to_json(self) -> dict[str, object]:
        """Every field as JSON, mappings copied."""
        return {
            "id": self.id,
            "seat": self.seat,
            "profile": self.profile,
            "at": self.at,
            "markers": dict(self.markers),
            "stats": dict(self.stats),
            "weapon": self.weapon,
            "figures": self.figures,
            "name": self.name,
            "group": self.group,
            "facts": dict(self.facts),
            **({"aboard": self.aboard} if self.aboard else {}),
        }


@dataclass(frozen=True, slots=True)
class Objective:
    """Ground worth holding: `cells` on the board, `points` for the side that holds it."""

    id: str
    name: str
    cells: tuple[int, ...]
    seat: str = ""
    points: int = 1

    def to_json(self) -> dict[str, object]:
        """Every field as JSON."""
        return {
            "id": self.id,
            "name": self.name,
            "cells": list(self.cells),
            "seat": self.seat,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a match starts from. Two equal setups with equal choices give equal games."""

    ruleset: str
    title: str
    board: Board
    seats: tuple[str, ...]
    units: tuple[UnitSpec, ...]
    zones: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    turns: int = 8
    turn: int = 1
    phase: str = ""
    seat: str = ""
    first: str = ""
    source: str = ""
    note: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    def with_rulings(self, rulings: Mapping[str, str]) -> Setup:
        """The same table under other rulings (those named here win)."""
        return replace(self, rulings={**self.rulings, **rulings})

    def to_json(self) -> dict[str, object]:
        """The whole setup as JSON, the board included."""
        return {
            "ruleset": self.ruleset,
            "title": self.title,
            "board": self.board.to_json(),
            "seats": list(self.seats),
            "units": [unit.to_json() for unit in self.units],
            "zones": {name: list(cells) for name, cells in self.zones.items()},
            "objectives": [objective.to_json() for objective in self.objectives],
            "turns": self.turns,
            "turn": self.turn,
            "phase": self.phase,
            "seat": self.seat,
            "first": self.first,
            "source": self.source,
            "note": self.note,
            "rulings": dict(self.rulings),
            "options": dict(self.options),
        }

    def fingerprint(self) -> str:
        """SHA-256 of the content, the same on every machine."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
