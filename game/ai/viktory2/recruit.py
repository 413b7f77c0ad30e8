"""A recruit of VIKTORY II: takes what is nearest, moves one unit after another, and ignores what it leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from game.ai.viktory2.campaign import Campaign
from game.ai.viktory2.distances import NEVER
from game.ai.viktory2.warmap import WarMap
from game.engine.decisions import Decision
from game.engine.names import Cell
from game.engine.options import PASS, Option
from game.engine.ruleset import Ruleset
from game.rules.viktory2.vocabulary import Verbs


def rush(rules: Ruleset, war: WarMap, decision: Decision) -> Option:
    """Bombard a hex beside a gun, attack the first hex that few enough hold, else walk to the nearest place.

    A battle begins as soon as one unit is lined up: the others come one by one, too late.
    """
    campaign = Campaign(rules, war, decision)
    if campaign.of(Verbs.BOMBARD):
        return campaign.of(Verbs.BOMBARD)[0]
    if campaign.of(Verbs.BATTLE):
        return campaign.of(Verbs.BATTLE)[0]
    for cell, options in sorted(campaign.comers.items()):
        if len({option.unit for option in options}) >= _thought_enough(war, cell):
            return options[0]
    return _nearer(war, [o for o in campaign.free if not war.state.units[o.unit].nth]) or campaign.of(Verbs.END)[0]


def _thought_enough(war: WarMap, cell: Cell) -> int:
    """The number of units a recruit thinks enough: as many as hold the hex, and one more against a city's two dice."""
    site, held = war.sites.get(cell), len(war.enemies_at(cell))
    return held + 1 if held and site is not None and site.kind != "town" else held


def saved(decision: Decision) -> Option:
    """Keep every shot for a group that moves together, which seldom comes; units that pass one by one are let go."""
    return next((option for option in decision.options if len(option.targets) > 1), PASS)


def _nearer(war: WarMap, moves: Sequence[Option]) -> Option | None:
    """The move that saves most turns on the way to a place worth taking; None if none saves any."""
    goals = [cell for cell in war.sites if war.prize(cell, war.seat)]
    best, most = None, 0.0
    for option in moves:
        unit = war.state.units[option.unit]
        for goal in goals:
            turns = war.ways.turns(unit, goal)
            saved = min(turns.get(unit.at, NEVER), NEVER) - turns.get(option.to, NEVER)
            saved /= 1 + turns.get(option.to, NEVER)
            if saved > most:
                best, most = option, saved
    return best
