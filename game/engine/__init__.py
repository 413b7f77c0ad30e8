"""The engine: state, decisions, events, steps, reaction queue, dice. Standard library only."""
