"""Who sits at the table: people, players, whose eyes the screen is for."""
