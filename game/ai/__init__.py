"""Computer players. They see only what their seat may know, and answer with one of the listed options.

The players are in `game.ai.players`, what they see in `game.ai.seatview`, other programs as players in `game.ai.bot`.
"""
