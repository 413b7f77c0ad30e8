"""Which judgement serves which rulebook. A rulebook without one of its own is judged by `Tactics`."""

from __future__ import annotations

from importlib import import_module
from weakref import WeakKeyDictionary

from game.ai.tactics import Tactics
from game.engine.ruleset import Ruleset
from game.records.levels import Character

TACTICS = {
    "skirmishcorps": ("game.ai.skirmishcorps.tactics", "CorpsTactics"),
    "wh40k2": ("game.ai.wh40k2.squads", "SquadTactics"),
    "stargrunt2": ("game.ai.stargrunt2.firefight", "FirefightTactics"),
    "epic": ("game.ai.epic.tactics", "EpicTactics"),
    "viktory2": ("game.ai.viktory2.tactics", "IslandTactics"),
}
"""Rulebook -> the module and the class of its judgement."""

_kept: WeakKeyDictionary[Ruleset, dict[Character, Tactics]] = WeakKeyDictionary()


def tactics_for(rules: Ruleset, character: Character = Character.STEADY) -> Tactics:
    """How tables of this rulebook are judged by a player of that character."""
    known = _kept.setdefault(rules, {})
    if character not in known:
        module, name = TACTICS.get(rules.id, ("game.ai.tactics", "Tactics"))
        known[character] = getattr(import_module(module), name)(rules, character)
    return known[character]
