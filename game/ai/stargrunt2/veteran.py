"""A veteran's judgement of Stargrunt II: a regular's, with the time to look at twice the answers and at each to its end."""

from __future__ import annotations

from game.ai.stargrunt2.firefight import FirefightTactics


class FirefightVeteran(FirefightTactics):
    """Fire by many dice has many outcomes: more than half of a regular's looks at actions end before the action does."""

    widest = 16
    runs = 4000
