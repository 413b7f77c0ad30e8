"""Snowball: a table for reaction-fire rules."""

__version__ = "0.1.0"
