"""What a computer player answers in a scene."""

from __future__ import annotations

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView

REGULAR = ComputerPlayer()


def pick(scene, player=REGULAR):
    """The answer of a player on the seat that is asked."""
    return player.choose(SeatView(scene.match, scene.match.pending.seat), scene.match.pending)
