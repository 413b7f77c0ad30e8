"""What is at stake in an assault of the Epic table: what stands are worth, what a side loses with it, what it may bring."""

from __future__ import annotations

from collections.abc import Collection

from game.rules.epic.formations import standing
from game.rules.epic.odds import Odds
from game.rules.epic.state import Battle, Stand

BROKEN = 0.45
"""What breaking takes of a formation's worth: it flees, is out for a turn or two, and may be run down."""


def worth(unit: Stand) -> float:
    """What a stand is worth: one for being there, near enough, more for what it can do."""
    stats = unit.stats
    skill = sum(7 - stats[name] for name in ("CC", "FF", "ARMOUR") if stats[name])
    return 0.65 + 0.05 * skill + 0.3 * stats["INSPIRES"]


def stake(state: Battle, names: Collection[str]) -> float:
    """What a side loses by losing an assault: its formations break, or die if they were broken."""
    total = 0.0
    for name in names:
        share = 1.0 if state.formations[name].broken else BROKEN
        total += share * sum(worth(unit) for unit in standing(state, name))
    return total


def balance(state: Battle, chances: Odds, ours: Collection[str], theirs: Collection[str]) -> float:
    """What an assault is expected to bring our side, in stands."""
    own, foes = ([worth(u) for name in names for u in standing(state, name)] for names in (ours, theirs))
    gain = chances.taken * sum(foes) / max(1, len(foes)) + chances.won * stake(state, theirs)
    loss = chances.given * sum(own) / max(1, len(own)) + chances.lost * stake(state, ours)
    return gain - loss
