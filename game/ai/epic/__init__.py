"""The computer player of Epic."""
