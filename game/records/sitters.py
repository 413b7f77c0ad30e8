"""The kinds of player at a seat: a person, a computer player or a bot; set-ups and records name each by a word."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from game.records.levels import COMPUTER, Character, Level, Strength

HUMAN: Final = "human"
BOT: Final = "bot:"

SITTER = rf"""\A({HUMAN}|{COMPUTER}(:({"|".join(Level)})(:({"|".join(Character)}))?)?|{BOT}"[^\ud800-\udfff]*")\Z"""
"""The word that a record has for a player, as a regular expression."""
NOBODY = (
    f'A seat cannot be "{{}}": use {HUMAN}, {COMPUTER}, a level ({", ".join(Level)}), a level with a character '
    f'({Level.REGULAR}:{Character.BOLD}, {Character.STEADY} or {Character.WARY}), or {BOT}"COMMAND".'
)


class Person(Struct, frozen=True):
    """A person at the screen."""

    @property
    def kind(self) -> str:
        """The word that `read_sitter` understands."""
        return HUMAN

    @property
    def words(self) -> str:
        """The words in a sentence."""
        return "a person"


class Bot(Struct, frozen=True):
    """A bot: another program, started by a `command`."""

    command: str

    @property
    def kind(self) -> str:
        """The word that `read_sitter` understands."""
        return f'{BOT}"{self.command}"'

    @property
    def words(self) -> str:
        """The words in a sentence."""
        return "a bot"


Sitter = Person | Strength | Bot
"""A player at a seat; a computer player is given by its strength."""


def read_sitter(kind: str) -> Sitter:
    """The inverse of `kind`; a bot's command may lack its quotes. Raises ValueError with one sentence."""
    if kind == HUMAN:
        return Person()
    if kind.startswith(BOT):
        command = kind.removeprefix(BOT)
        quoted = len(command) > 1 and command.startswith('"') and command.endswith('"')
        return Bot(command[1:-1] if quoted else command)
    try:
        return Strength.read(kind)
    except ValueError as error:
        raise ValueError(NOBODY.format(kind)) from error
