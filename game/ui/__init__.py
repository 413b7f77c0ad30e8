"""The window: reads events and decisions, never decides."""
