"""What the computer player knows of VIKTORY II."""
