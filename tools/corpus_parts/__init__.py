"""The parts of the transcript corpus: engines to ask, games as files, playing them, comparing what they tell."""
