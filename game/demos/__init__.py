"""Demonstrations: data files played step by step."""
