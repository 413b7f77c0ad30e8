"""The parts of the transcript corpus: engines, games as files, playing them, comparing what they tell."""
