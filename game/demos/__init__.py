"""Demonstrations: data files that show a rule and are played step by step."""

from __future__ import annotations

from game.demos.check import failures
from game.demos.files import Demo, DemoError, DemoStep, list_demos, load_demo
from game.demos.player import DemoPlayer

__all__ = ["Demo", "DemoError", "DemoPlayer", "DemoStep", "failures", "list_demos", "load_demo"]
