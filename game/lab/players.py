"""Players as the lab writes them, and the answers they are denied.

regular                     a level
regular:bold                a level with a character
bot:"python3 my_bot.py"     another program, over the bot's line
regular-overwatch           any of these, without the options whose action or marker is that word
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from game.ai.roster import check_player
from game.engine.decisions import Decision
from game.engine.options import CONFIRM, Block, Moves, Options, Part
from game.engine.ruleset import Ruleset

WRITTEN = re.compile(
    r'(?:bot:"(?P<command>[^"]+)"|(?P<level>[a-z]+)(?::(?P<character>[a-z]+))?)(?P<denied>(?:-[a-z_]+)*)'
)
BETWEEN = re.compile(r'((?:[^,"]|"[^"]*")+)(?:,|\Z)')
"""What comes before a comma that is not in quotes."""


class PlayerError(ValueError):
    """The text does not name a player; the message is one sentence."""


class Spec(Struct, frozen=True, omit_defaults=True):
    """A player: a level with its character, or the command of a bot; and the words that it is denied."""

    level: str = ""
    character: str = ""
    command: str = ""
    denied: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """The player that `text` names. Raises PlayerError; UnknownPlayerError for a level that does not exist."""
        match = WRITTEN.fullmatch(text.strip())
        if match is None:
            raise PlayerError(
                f'"{text}" is no player: write regular, regular:bold, bot:"COMMAND" or regular-overwatch.'
            )
        level, character, command, denied = (
            match["level"] or "",
            match["character"] or "",
            match["command"] or "",
            match["denied"],
        )
        if level:
            check_player(level, character)
        return cls(level, character, command, tuple(sorted(set(filter(None, denied.split("-"))))))

    @property
    def text(self) -> str:
        """The player as text."""
        name = f'bot:"{self.command}"' if self.command else self.level
        return "".join([name, f":{self.character}" if self.character else "", *(f"-{word}" for word in self.denied)])


def read_players(text: str) -> tuple[Spec, ...]:
    """Players separated by commas. Raises PlayerError or UnknownPlayerError."""
    parts = BETWEEN.findall(text)
    if not parts or sum(map(len, parts)) + len(parts) - 1 != len(text):
        raise PlayerError(f"{text!r} is not a list of players: separate them by commas, and put bots in double quotes.")
    return tuple(map(Spec.read, parts))


def deniable(rules: Ruleset) -> list[str]:
    """The words that may be denied under a rulebook: the actions in its questions, and the markers that are orders."""
    orders = (look.kind for look in rules.presentation.markers if look.order)
    return sorted({*(word for words in rules.questions.values() for word in words), *orders})


class Allowed(NamedTuple):
    """A question without the denied options, and whether there were any."""

    decision: Decision
    fewer: bool


def allowed(decision: Decision, denied: Iterable[str]) -> Allowed:
    """The question without the options whose action or marker is denied.

    If that would leave no option the question stays whole. If its default is denied it gets another.
    """
    words = frozenset(denied)
    if not words or not any(_denied(part, words) for part in decision.options.parts):
        return Allowed(decision, fewer=False)
    options = Options(part for part in decision.options.parts if not _denied(part, words))
    if not options:
        return Allowed(decision, fewer=False)
    default = decision.default if options.find(decision.default) else (options.find(CONFIRM.id) or options[0]).id
    return Allowed(replace(decision, options=options, default=default), fewer=True)


def _denied(part: Part, words: frozenset[str]) -> bool:
    """Whether a part's action or marker is denied: all options of a block share them."""
    if isinstance(part, Moves):
        like = part.like
    elif isinstance(part, Block):
        like = part[0]
    else:
        like = part
    return like.action in words or like.marker in words
