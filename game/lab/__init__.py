"""Games by the hundred between computer players and bots: which player wins, and what happens on the way. No window."""
