"""The parts of tools/bench.py, each a function that yields rows of its table."""
