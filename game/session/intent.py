"""What a person means by one gesture: an answer, and what it says of questions that are asked later."""

from __future__ import annotations

from game.engine.answers import Choice
from game.engine.names import UnitId


class Intent(Choice, frozen=True, omit_defaults=True):
    """A choice of a person. `ending` is the action that the move is to end with, as `prone`, "" for none.

    `attack` is whom the action is to attack once that is asked, unless it was answered by anything but passes.
    """

    ending: str = ""
    attack: UnitId = ""
