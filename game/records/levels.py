"""How well a computer player plays, and in which manner; a record holds both, so they are the records'."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

COMPUTER = "computer"


class Level(StrEnum):
    """How far it looks: not at all, one answer with what follows it, and more answers with all that follows."""

    RECRUIT = "recruit"
    REGULAR = "regular"
    VETERAN = "veteran"


class Character(StrEnum):
    """What it would rather risk: bold gives more for targets and ground, wary more for its own skin."""

    BOLD = "bold"
    STEADY = "steady"
    WARY = "wary"


class Strength(NamedTuple):
    """A computer player as a set-up names it: "computer", "computer:veteran", "computer:veteran:bold"."""

    level: Level = Level.REGULAR
    character: Character = Character.STEADY

    @property
    def kind(self) -> str:
        """The name that `read` understands, as short as it can be."""
        told = [COMPUTER]
        if self != Strength():
            told.append(self.level)
        if self.character is not Character.STEADY:
            told.append(self.character)
        return ":".join(told)

    @property
    def words(self) -> str:
        """As a sentence has it: "the computer", "the computer (veteran, bold)"."""
        told = [] if self == Strength() else [str(self.level)]
        if self.character is not Character.STEADY:
            told.append(self.character)
        return f"the computer ({', '.join(told)})" if told else "the computer"

    @property
    def meaning(self) -> str:
        """What one has to expect of it, in a few words."""
        return f"{_LEVELS[self.level]}{_CHARACTERS[self.character]}"

    @classmethod
    def read(cls, kind: str) -> Strength:
        """The inverse of `kind`; what is left out is regular and steady. Raises ValueError with one sentence."""
        name, *rest = kind.split(":")
        told = dict(zip(("level", "character"), rest, strict=False))
        level, character = told.get("level", Level.REGULAR), told.get("character", Character.STEADY)
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
"""What a record of an earlier version means by "computer"."""
