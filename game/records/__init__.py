"""Every game is a record: journals, saves, playing back, going to any moment."""
