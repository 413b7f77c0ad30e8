"""What the computer player knows of SkirmishCorps."""
