"""A position as text: the sketch format, read and written."""
