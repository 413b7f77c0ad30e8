"""What a computer player counts things for: the numbers of the judgement that fits every rulebook, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ai.temper import Temper
from game.ai.thought import Bias, Said

ON_THE_WAY = 0.75
"""What is left of an objective’s promise for whoever has the least way to go to it: he may be stopped. A turn of walking halves that."""
CLOSE_BY, AT_REACH = 0.45, 0.2
"""The share of a target that an attack takes, from beside it and from as far as its weapon carries: about what a D6 that needs a
4, and one that needs a 6, leaves after armour."""
LEAST_ANSWER, MOST_ANSWERS = 0.1, 60
"""Of a later question: an attack that promises no more is not expected, and of so many answers the default is, for want of time."""
NO_TARGET = 0.05
"""A watcher with a shot that takes no more has nobody to shoot at."""
WATCHES = Bias(0.1, Said("it watches ground that it holds", better="it watches ground that it holds"))
GIVES_UP = Bias(-0.2, Said("", "it gives up its own turn", "it keeps its own turn", "it gives up its own turn"))
"""Of a unit that watches, beyond what a look ahead sees: where it holds ground and has nobody to shoot at it loses nothing, and the
enemy must come; elsewhere it gives up an action."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in figures put out of action where nothing else is said, unless a rulebook’s own judgement says otherwise."""

    unit: float = 1.0
    """The first figure of a unit: the measure of everything else."""
    figure: float = 0.25
    """Each further figure: a squad acts and is shot at as one, so that eight men in it are far from eight units."""
    point: float = 0.35
    """A point that is scored: ground held for three turns makes up for the unit that was lost for it."""
    hold: float = 0.3
    """A point that ground promises: less than one that is scored, since it may be lost again before it counts."""
    near: float = 0.03
    """A turn of walking nearer: no more than tells places apart that are alike in all else, so that nobody stands about."""
    exposed: float = 0.3
    """A unit that enemies are expected to put out: whoever feared that as much as he hopes to hit would never leave cover."""
    aimed_at: float = 0.6
    """An enemy that is expected to be put out: more than half of such hopes come true, as some have moved away by then."""
    now: float = 0.75
    """How much of a shot counts in the unit’s own turn before it has fired: all but what the enemy’s answer prevents."""
    ready: float = 0.6
    """The same of whoever has yet to act, but not now: an enemy acts before."""
    spent: float = 0.3
    """The same of whoever has acted: it shoots in the next turn at the earliest, half as likely as whoever has yet to act."""
    fresh: float = 0.05
    """A marker that is still face-down: the enemy has to reckon with both kinds."""
    suppressed: float = 0.12
    """What suppression takes from a unit: the action that shakes it off, of about eight in a battle."""
    pinned: float = 0.25
    """What being pinned, broken or routed takes from it: a turn or two of all that it does."""
    target: float = 0.7
    """How much of the best target counts that a place has before it: he may be gone, or shoot first, before the unit fires."""
    hit: float = 0.1
    """A hit that puts nobody out: it may wound or suppress."""
    once: float = 3.0
    """Points that come once count like those of so many turns: they cannot be taken away again."""
    lasts: int = 6
    """Ground that scores every turn is reckoned with for so many turns at most: that is as long as most battles last."""
    off_goal: float = 4.0
    """Beyond so many turns of walking it makes no difference any more how far it is to one’s goal."""
    off_enemy: float = 6.0
    """The same of the nearest enemy."""
    win: float = 50.0
    """The end of the game: more than all units and points of a table together."""
    believed: float = 0.5
    """How likely the enemy reacts wherever it pays, where nothing is known of him."""

    def of(self, temper: Temper) -> Weights:
        """The same as a player of that temper feels them."""
        return replace(self, exposed=self.exposed * temper.danger, aimed_at=self.aimed_at * temper.targets)
