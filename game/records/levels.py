"""The level and the character of a computer player. They are defined here because a record holds both."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

COMPUTER = "computer"


class Level(StrEnum):
    """How well a computer player plays; `Strength.meaning` says what each level does."""

    RECRUIT = "recruit"
    REGULAR = "regular"
    VETERAN = "veteran"


class Character(StrEnum):
    """What a computer player prefers to risk: a bold one values targets and ground more, a wary one its own units."""

    BOLD = "bold"
    STEADY = "steady"
    WARY = "wary"


class Strength(NamedTuple):
    """A computer player as a set-up names it: "computer", "computer:veteran", "computer:veteran:bold"."""

    level: Level = Level.REGULAR
    character: Character = Character.STEADY

    @property
    def kind(self) -> str:
        """The name that `read` understands, as short as possible."""
        parts = [COMPUTER]
        if self != Strength():
            parts.append(self.level)
        if self.character is not Character.STEADY:
            parts.append(self.character)
        return ":".join(parts)

    @property
    def words(self) -> str:
        """The words in a sentence: "the computer", "the computer (veteran, bold)"."""
        parts = [] if self == Strength() else [str(self.level)]
        if self.character is not Character.STEADY:
            parts.append(self.character)
        return f"the computer ({', '.join(parts)})" if parts else "the computer"

    @property
    def meaning(self) -> str:
        """How it plays, in a few words."""
        return f"{_LEVELS[self.level]}{_CHARACTERS[self.character]}"

    @classmethod
    def read(cls, kind: str) -> Strength:
        """The inverse of `kind`; the defaults are regular and steady. Raises ValueError with one sentence."""
        name, *rest = kind.split(":")
        named = dict(zip(("level", "character"), rest, strict=False))
        level, character = named.get("level", Level.REGULAR), named.get("character", Character.STEADY)
        if name != COMPUTER or len(rest) > 2 or level not in set(Level) or character not in set(Character):
            levels, characters = "|".join(Level), "|".join(Character)
            raise ValueError(f'"{kind}" is no computer player: use computer[:{levels}[:{characters}]].')
        return cls(Level(level), Character(character))


_LEVELS = {
    Level.RECRUIT: "the easiest: does not look ahead",
    Level.REGULAR: "weighs what follows each answer",
    Level.VETERAN: "the hardest: looks further ahead",
}
_CHARACTERS = {
    Character.BOLD: ", risks more for targets and ground",
    Character.STEADY: "",
    Character.WARY: ", risks less of its own",
}
REGULAR = Strength()
"""The plain computer player, also the one that records of earlier versions call "computer"."""
