"""What the computer player knows of Stargrunt II."""
