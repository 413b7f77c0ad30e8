"""Small battles for the lab, and bots that misbehave."""

from __future__ import annotations

import json
import sys
from zlib import crc32

import msgspec

from game.lab.batch import Batch
from game.lab.crew import Alone
from game.lab.play import Played
from game.lab.players import read_players

FIELD = {
    "ruleset": "skirmishcorps",
    "board": ["..........", "...n..n...", "..........", "....##....", "..........", "...n..n...", ".........."],
    "units": [
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [1, 0]},
        {"id": "b2", "seat": "blue", "profile": "veteran", "at": [8, 0]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [1, 6]},
        {"id": "r2", "seat": "red", "profile": "veteran", "at": [8, 6]},
    ],
    "objectives": [{"id": "o", "cells": [[4, 2, 2, 1]]}],
    "turns": 2,
}


def field(folder, **changes):
    """Write a small battle of SkirmishCorps, two units a side for two turns, and return its path."""
    text = json.dumps({**FIELD, **changes})
    path = folder / f"field{crc32(text.encode())}.json"  # a process keeps the tables that it has read
    path.write_text(text, "utf-8")
    return str(path)


def batch(scenario, players="regular,random", games=4, **more):
    """Return a batch of one pairing on one scenario."""
    return Batch((scenario,), (read_players(players),), games, **more)


def lines(batch):
    """Return the games of a batch as workers get them, one line each."""
    return [msgspec.json.encode(game) for game in batch.all()]


def played(batch, crew=None):
    """Play every game of a batch and return what was played, in the order of their keys."""
    done = (crew or Alone()).play(lines(batch))
    return sorted((msgspec.json.decode(line, type=Played) for line in done), key=lambda game: game.result.key)


def results(batch, crew=None):
    """Play a batch and return the results of its games."""
    return [game.result for game in played(batch, crew)]


def bot(folder, text, name="bot"):
    """Write a bot with this program and return its text for the lab."""
    path = folder / f"{name}.py"
    path.write_text(f"import json, os, sys\n{text}\n", "utf-8")
    return f"bot:\"'{sys.executable}' -S '{path}'\""


DEFAULTS = """
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "quit":
        break
    print(json.dumps({"option": asked["pending"]["default"]}), flush=True)
"""
"""A bot that always does the default."""
