"""What is at stake in an assault of the Epic table: what stands are worth, what a side loses with it, what it may bring."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game.ai.temper import Temper
from game.rules.epic.formations import standing
from game.rules.epic.odds import Odds
from game.rules.epic.state import Battle, Stand

BROKEN = 0.45
"""What breaking takes of a formation's worth: it flees, is out for a turn or two, and may be run down."""
STRAIN = 0.6
"""How much of that a formation has lost already that is a marker short of it, and the less the fewer it bears: they are often
rallied off again."""
STANDS, PIP, LEADS = 0.65, 0.05, 0.3
"""What a stand is worth for being there, for each pip by which it hits or saves better than never, and for a leader: one
with a 4, a 5 and a 5. A leader adds one to the result of an assault, as a kill does."""


def worth(unit: Stand) -> float:
    """What a stand is worth: one for being there, near enough, more for what it can do."""
    stats = unit.stats
    skill = sum(7 - stats[name] for name in ("CC", "FF", "ARMOUR") if stats[name])
    return STANDS + PIP * skill + LEADS * stats["INSPIRES"]


class Stake(NamedTuple):
    """What a side brings to an assault: stands, what they are worth together, and what it loses by losing."""

    stands: int
    worth: float
    loss: float


def stake(state: Battle, names: Collection[str]) -> Stake:
    """Of these formations: who loses an assault breaks, or dies if it was broken."""
    stands, together, loss = 0, 0.0, 0.0
    for name in names:
        share = 1.0 if state.formations[name].broken else BROKEN
        worths = [worth(unit) for unit in standing(state, name)]
        stands, together, loss = stands + len(worths), together + sum(worths), loss + share * sum(worths)
    return Stake(stands, together, loss)


def balance(chances: Odds, ours: Stake, theirs: Stake, temper: Temper) -> float:
    """What an assault is expected to bring our side, in stands, as whoever judges feels gains and losses."""
    gain = chances.taken * theirs.worth / max(1, theirs.stands) + chances.won * theirs.loss
    loss = chances.given * ours.worth / max(1, ours.stands) + chances.lost * ours.loss
    return temper.targets * gain - temper.danger * loss
