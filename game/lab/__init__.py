"""Games by the hundred between players without a person: who beats whom, and what happens on the way. No window."""
