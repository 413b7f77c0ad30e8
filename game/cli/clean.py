"""Foreign words made fit for a terminal."""

from __future__ import annotations


def clean(text: str, limit: int = 2000) -> str:
    """The text without letters that would move the cursor, colour the screen or ring the bell."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text[:limit])
