"""The board (being written on its own branch; this is the shape others import)."""
