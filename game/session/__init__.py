"""One game at one table: people and players at its seats, and which seat the screen is for."""
