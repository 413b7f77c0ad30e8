"""Hundreds of games between players that are no people: which player wins, and what happens on the way. No window."""
