"""Writes the sketch of a setup, from which `read_sketch` makes an equal table.

Lists of cells are written as rectangles [column, row, columns, rows].
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from game.board.board import Board
from game.engine.foreign import plain
from game.engine.names import Deployment
from game.engine.setup import MARKERS, Setup, SiteSpec, UnitSpec


def write_sketch(setup: Setup) -> dict[str, object]:
    """The sketch of a setup, without fields that are empty. Reading it gives an equal table."""
    board = setup.board
    sketch: dict[str, object] = {
        "ruleset": setup.ruleset,
        "grid": board.grid,
        "board": board.rows(),
        "seats": list(setup.seats),
        "units": [_write_unit(board, unit) for unit in setup.units],
        "turns": setup.turns,
        "turn": setup.turn,
    }
    sketch |= _write_ground(setup)
    for name in ("phase", "seat", "first", "title", "note"):
        if getattr(setup, name):
            sketch[name] = getattr(setup, name)
    if setup.rulings:
        sketch["rulings"] = dict(setup.rulings)
    if setup.sites:
        sketch["sites"] = [_write_site(board, site) for site in setup.sites]
    if setup.roads:
        sketch["roads"] = [[list(board.xy(cell)) for cell in road] for road in setup.roads]
    if setup.deployment is not Deployment.FIXED:
        sketch["deployment"] = setup.deployment.value
    if setup.head_start:
        sketch["head_start"] = dict(setup.head_start)
    if setup.options:
        sketch["options"] = dict(setup.options)
    return sketch


def _write_ground(setup: Setup) -> dict[str, object]:
    """The fields for heights, names, zones and objectives."""
    board, sketch = setup.board, dict[str, object]()
    if any(board.heights):
        starts = range(0, board.width * board.height, board.width)
        sketch["heights"] = ["".join(map(str, board.heights[at : at + board.width])) for at in starts]
    if board.names:
        places: dict[str, list[int]] = {}
        for cell, name in board.names.items():
            places.setdefault(name, []).append(cell)
        sketch["names"] = {name: _runs(board, cells) for name, cells in places.items()}
    if setup.zones:
        sketch["zones"] = {name: _runs(board, cells) for name, cells in setup.zones.items()}
    if setup.objectives:
        sketch["objectives"] = [
            {**plain(objective), "cells": _runs(board, objective.cells)} for objective in setup.objectives
        ]
    return sketch


def sketch_text(setup: Setup) -> str:
    """The sketch of a setup as JSON text, with a line for each row of the board and for each unit."""
    lines = []
    for name, value in write_sketch(setup).items():
        if isinstance(value, list) and value and not isinstance(value[0], int):
            rows = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            lines.append(f'"{name}": [\n  {rows}]')
        else:
            lines.append(f'"{name}": {json.dumps(value, ensure_ascii=False)}')
    return "{" + ",\n ".join(lines) + "}\n"


def _write_site(board: Board, site: SiteSpec) -> dict[str, object]:
    optional = {name: value for name, value in (("seat", site.seat), ("name", site.name)) if value}
    return {"kind": site.kind, **optional, "at": list(board.xy(site.at))}


def _write_unit(board: Board, unit: UnitSpec) -> dict[str, object]:
    row: dict[str, object] = {
        name: value for name, value in unit.to_json().items() if value and name not in ("at", "markers")
    }
    row["at"] = list(board.xy(unit.at))
    usual = [kind for kind, face in unit.markers.items() if face == MARKERS[kind]]
    if len(unit.markers) == 1 and usual:
        row["marker"] = usual[0]
    elif unit.markers:
        row["markers"] = [{"kind": kind, "face": face} for kind, face in unit.markers.items()]
    return row


def _runs(board: Board, cells: Iterable[int]) -> list[list[int]]:
    """The cells as rectangles [column, row, columns, 1]."""
    runs: list[list[int]] = []
    for cell in sorted(cells):
        x, y = board.xy(cell)
        if runs and runs[-1][1] == y and runs[-1][0] + runs[-1][2] == x:
            runs[-1][2] += 1
        else:
            runs.append([x, y, 1, 1])
    return runs
