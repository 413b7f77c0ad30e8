"""Which tactics serve which rulebook and level. A rulebook without tactics of its own is judged by `Tactics`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from game.ai.tactics import Tactics
from game.engine.rulebook import load_rulebook
from game.engine.ruleset import Ruleset
from game.records.levels import REGULAR, Level, Strength

TACTICS = {
    "skirmishcorps": ("game.ai.skirmishcorps.tactics", "CorpsTactics"),
    "wh40k2": ("game.ai.wh40k2.squads", "SquadTactics"),
    "stargrunt2": ("game.ai.stargrunt2.firefight", "FirefightTactics"),
    "epic": ("game.ai.epic.tactics", "EpicTactics"),
    "viktory2": ("game.ai.viktory2.tactics", "IslandTactics"),
}
"""Rulebook -> the module and class of its tactics."""

VETERANS: Mapping[str, tuple[str, str]] = {
    "skirmishcorps": ("game.ai.skirmishcorps.veteran", "CorpsVeteran"),
    "wh40k2": ("game.ai.wh40k2.veteran", "SquadVeteran"),
    "stargrunt2": ("game.ai.stargrunt2.veteran", "FirefightVeteran"),
}
"""The same for veterans, in the rulebooks where they won more than half of their games against a regular."""


def unoffered(level: str, ruleset: str) -> str:
    """Why a level is not offered under a rulebook, as a sentence; "" if it is."""
    if level != Level.VETERAN or ruleset in VETERANS:
        return ""
    title = load_rulebook(ruleset).title
    others = f"{Level.RECRUIT} or {Level.REGULAR}"
    return f"{title} has no {level}, which would play like a {Level.REGULAR} there: name {others}."


KEPT = 4
"""How many rulesets' tactics are kept: enough for the players of a lab, or for the window and the games it replays."""

_kept: dict[Ruleset, dict[Strength, Tactics]] = {}


def tactics_for(rules: Ruleset, strength: Strength = REGULAR) -> Tactics:
    """The tactics of a player of that strength under these rules."""
    known = _kept[rules] = _kept.pop(rules, {})  # move to the end: the first is the least recently used
    if len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    if strength not in known:
        usual = TACTICS.get(rules.id, ("game.ai.tactics", "Tactics"))
        module, name = VETERANS.get(rules.id, usual) if strength.level is Level.VETERAN else usual
        known[strength] = getattr(import_module(module), name)(rules, strength.character)
    return known[strength]
