"""Small battles of SkirmishCorps that several test modules play on."""

from __future__ import annotations

LANE = {
    "ruleset": "skirmishcorps",
    "title": "Lane",
    "turns": 2,
    "board": ["................", "................", ".#######........", "................", "................"],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [10, 0]},
        {"id": "r2", "seat": "red", "profile": "scout", "at": [2, 4]},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [15, 3]},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [1, 0]},
    ],
}
"""A lane with a wall: two units a side whose markers are still to be laid."""

LAID = {
    **LANE,
    "units": [{**unit, "marker": "move" if unit["seat"] == "red" else "overwatch"} for unit in LANE["units"]],
    "phase": "act",
    "seat": "red",
}
"""The lane with its markers laid: Red's units may move, and Blue's are on overwatch."""

JOG = "r1:move:jog:9,0"
"""A move of R1 on the lane that Blue can answer."""

DUEL = {
    "ruleset": "skirmishcorps",
    "turns": 1,
    "board": ["............"],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [5, 0], "marker": "move"},
    ],
    "phase": "act",
    "seat": "red",
}
"""Two troopers five inches apart for one turn, both with a move marker; Red acts."""
