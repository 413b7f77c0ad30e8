"""The engine: state, decisions, events, steps, reaction queue, dice. Standard library and msgspec only."""
