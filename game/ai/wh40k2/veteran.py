"""A veteran's judgement of the 2nd edition: a regular's, of twice the answers, each to its end."""

from __future__ import annotations

from game.ai.wh40k2.squads import SquadTactics


class SquadVeteran(SquadTactics):
    """A regular looks at ten answers, and no more than two or three destinations of each squad are among them."""

    widest = 20
    runs = 12_000
