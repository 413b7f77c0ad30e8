"""What is at stake in an assault in Epic: the worth of stands, and what a side may lose or win."""

from __future__ import annotations

from collections.abc import Collection
from math import fsum
from typing import NamedTuple

from game.ai.temper import Temper
from game.rules.epic.formations import standing
from game.rules.epic.odds import Odds
from game.rules.epic.state import Battle, Stand

BROKEN = 0.45
"""The share of a formation's worth lost when it breaks: it flees, is out for a turn or two, and may be run down."""
STRAIN = 0.6
"""The share of that which is lost one marker before breaking; fewer markers cost less, since they are often rallied off
again."""
STANDS, PIP, LEADS = 0.65, 0.05, 0.3
"""The worth of a stand for being there, for each pip by which it hits or saves better than never, and for a leader: 1
for a stand with a 4, a 5 and a 5. A leader adds one to the result of an assault, as a kill does."""


def worth(unit: Stand) -> float:
    """The worth of a stand: about 1, more if it fights and saves well."""
    stats = unit.stats
    skill = sum(7 - stats[name] for name in ("CC", "FF", "ARMOUR") if stats[name])
    return STANDS + PIP * skill + LEADS * stats["INSPIRES"]


class Stake(NamedTuple):
    """What a side brings to an assault: its stands, their worth, and what it loses by losing."""

    stands: int
    worth: float
    loss: float


def stake(state: Battle, names: Collection[str]) -> Stake:
    """The stake of these formations: if they lose, they break, or die if they were broken."""
    stands, together, loss = 0, 0.0, 0.0
    for name in names:
        share = 1.0 if state.formations[name].broken else BROKEN
        worths = [worth(unit) for unit in standing(state, name)]
        stands, together, loss = stands + len(worths), together + fsum(worths), loss + share * fsum(worths)
    return Stake(stands, together, loss)


def balance(chances: Odds, ours: Stake, theirs: Stake, temper: Temper) -> float:
    """What an assault is expected to bring `ours`, in stands, with gains and losses weighed by the temper."""
    gain = chances.taken * theirs.worth / max(1, theirs.stands) + chances.won * theirs.loss
    loss = chances.given * ours.worth / max(1, ours.stands) + chances.lost * ours.loss
    return temper.targets * gain - temper.danger * loss
