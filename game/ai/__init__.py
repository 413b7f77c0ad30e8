"""Computer players. They see a seat's view and nothing else, and answer with one of the listed options.

The players are in `game.ai.players`, what they see in `game.ai.seatview`, other programs as players in `game.ai.bot`.
"""
