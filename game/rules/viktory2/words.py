"""Numbers in words, for sentences."""

from __future__ import annotations

from game.engine.wording import agreeing

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "one hit", "two hits", from 11 on in figures; `many`: an irregular plural."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {agreeing(number, one, many)}"


def dice_words(dice: int) -> str:
    """A number of dice: "one die", "two dice"."""
    return counted(dice, "die", "dice")
