"""Which judgement serves which rulebook and level. A rulebook without one of its own is judged by `Tactics`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from weakref import WeakKeyDictionary

from game.ai.tactics import Tactics
from game.engine.ruleset import Ruleset
from game.records.levels import REGULAR, Level, Strength

TACTICS = {
    "skirmishcorps": ("game.ai.skirmishcorps.tactics", "CorpsTactics"),
    "wh40k2": ("game.ai.wh40k2.squads", "SquadTactics"),
    "stargrunt2": ("game.ai.stargrunt2.firefight", "FirefightTactics"),
    "epic": ("game.ai.epic.tactics", "EpicTactics"),
    "viktory2": ("game.ai.viktory2.tactics", "IslandTactics"),
}
"""Rulebook -> the module and the class of its judgement."""

VETERANS: Mapping[str, tuple[str, str]] = {
    "skirmishcorps": ("game.ai.skirmishcorps.veteran", "CorpsVeteran"),
    "stargrunt2": ("game.ai.stargrunt2.veteran", "FirefightVeteran"),
}
"""The same for veterans, of the rulebooks in which they were measured to beat a regular."""

_kept: WeakKeyDictionary[Ruleset, dict[Strength, Tactics]] = WeakKeyDictionary()


def tactics_for(rules: Ruleset, strength: Strength = REGULAR) -> Tactics:
    """How tables of this rulebook are judged by a player of that strength."""
    known = _kept.setdefault(rules, {})
    if strength not in known:
        usual = TACTICS.get(rules.id, ("game.ai.tactics", "Tactics"))
        module, name = VETERANS.get(rules.id, usual) if strength.level is Level.VETERAN else usual
        known[strength] = getattr(import_module(module), name)(rules, strength.character)
    return known[strength]
