"""Players as the lab writes them, and the answers that are denied to them.

regular                     a level
regular:bold                a level with a character
bot:"python3 my_bot.py"     another program, over the bot's line
regular-overwatch           any of these, without the answers whose action or marker is that word
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from game.ai.roster import check_player
from game.engine.decisions import Decision
from game.engine.options import CONFIRM, Block, Moves, Option, Options, Part
from game.engine.ruleset import Ruleset

WRITTEN = re.compile(
    r'(?:bot:"(?P<command>[^"]+)"|(?P<level>[a-z]+)(?::(?P<character>[a-z]+))?)(?P<denied>(?:-[a-z_]+)*)'
)
BETWEEN = re.compile(r'((?:[^,"]|"[^"]*")+)(?:,|\Z)')
"""What stands before a comma that is in no quotes."""


class PlayerError(ValueError):
    """What is written is no player, in one sentence."""


class Spec(Struct, frozen=True, omit_defaults=True):
    """A player: a level and its character, or the command of a bot; and the words that are denied to it."""

    level: str = ""
    character: str = ""
    command: str = ""
    denied: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """The player that `text` writes. Raises PlayerError; UnknownPlayerError for a level that does not exist."""
        found = WRITTEN.fullmatch(text.strip())
        if found is None:
            raise PlayerError(
                f'"{text}" is no player: write regular, regular:bold, bot:"COMMAND" or regular-overwatch.'
            )
        level, character, command, denied = (
            found["level"] or "",
            found["character"] or "",
            found["command"] or "",
            found["denied"],
        )
        if level:
            check_player(level, character)
        return cls(level, character, command, tuple(sorted(set(filter(None, denied.split("-"))))))

    @property
    def text(self) -> str:
        """As it is written."""
        name = f'bot:"{self.command}"' if self.command else self.level
        return "".join([name, f":{self.character}" if self.character else "", *(f"-{word}" for word in self.denied)])


def read_players(text: str) -> tuple[Spec, ...]:
    """Players with commas between them. Raises PlayerError or UnknownPlayerError."""
    parts = BETWEEN.findall(text)
    if not parts or sum(map(len, parts)) + len(parts) - 1 != len(text):
        raise PlayerError(f"{text!r} is no list of players: write them with commas between, bots in double quotes.")
    return tuple(map(Spec.read, parts))


def deniable(rules: Ruleset) -> list[str]:
    """The words that can be denied under a rulebook: the actions of its questions and the markers that are orders."""
    orders = (look.kind for look in rules.presentation.markers if look.order)
    return sorted({*(word for words in rules.questions.values() for word in words), *orders})


class Allowed(NamedTuple):
    """A question without what is denied, and whether anything was."""

    decision: Decision
    less: bool


def allowed(asked: Decision, denied: Iterable[str]) -> Allowed:
    """The question without the options whose action or marker is denied.

    Where that would leave nothing to answer the question stays whole. The default is another one where it is denied.
    """
    words = frozenset(denied)
    if not words or not any(_touched(part, words) for part in asked.options.parts):
        return Allowed(asked, less=False)
    left = Options(_left(asked.options.parts, lambda option: _denied(option, words)))
    if not left:
        return Allowed(asked, less=False)
    default = asked.default if left.find(asked.default) else (left.find(CONFIRM.id) or left[0]).id
    return Allowed(replace(asked, options=left, default=default), less=True)


def _denied(option: Option, words: frozenset[str]) -> bool:
    return option.action in words or option.marker in words


def _touched(part: Part, words: frozenset[str]) -> bool:
    return _denied(_like(part), words)


def _like(part: Part) -> Option:
    """An option that has the action and the marker of all of a part: the options of a block differ in cells or targets."""
    if isinstance(part, Moves):
        return part.like
    return part[0] if isinstance(part, Block) else part


def _left(parts: Iterable[Part], denied: Callable[[Option], bool]) -> Iterator[Part]:
    return (part for part in parts if not denied(_like(part)))
