"""What the computer player knows of the 2nd edition."""
