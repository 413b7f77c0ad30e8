"""Numbers and names as they stand in sentences."""

from __future__ import annotations

from game.engine.wording import agreeing

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(number: int, one: str, many: str = "") -> str:
    """As in "one hit", "two hits", from 11 on in figures; `many` where that is not `one` and an s."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {agreeing(number, one, many)}"


def dice_words(dice: int) -> str:
    """As in "one die", "two dice"."""
    return counted(dice, "die", "dice")
