"""Makes foreign text safe to print in a terminal."""

from __future__ import annotations


def clean(text: str, limit: int = 2000) -> str:
    """The first `limit` characters, with control characters (cursor, colour, bell) replaced by question marks."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text[:limit])
