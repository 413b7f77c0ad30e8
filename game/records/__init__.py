"""Records of games: journals, saves, playing them back, going to any moment."""
