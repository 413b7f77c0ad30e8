"""What the computer player knows of Epic."""
