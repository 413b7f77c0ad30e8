"""Computer players. They see a seat's view and nothing else, and answer with one of the listed options."""

from game.ai.players import Player, RandomPlayer, SimplePlayer, answer, battle, choose
from game.ai.seatview import SeatView

__all__ = ["Player", "RandomPlayer", "SeatView", "SimplePlayer", "answer", "battle", "choose"]
