"""The numbers of the answers that are listed, in the window and in text: they stay while one goes on answering."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.engine.decisions import Decision
from game.engine.options import Option


class Numbers:
    """An option keeps its number while one seat is asked one kind of question and half of the options of units are still known."""

    def __init__(self) -> None:
        self._asked = ("", "")
        self._by_id: dict[str, int] = {}

    def given(self, asked: Decision, options: Iterable[Option]) -> Mapping[str, int]:
        """The numbers of what is listed with a question, from 1, by the ids of the options in their order."""
        listed = list(options)
        known = [option.id in self._by_id for option in listed if option.unit]
        if (asked.seat, asked.kind) != self._asked or 2 * sum(known) < max(1, len(known)):
            self._asked = (asked.seat, asked.kind)
            self._by_id.clear()
        return {option.id: self._by_id.setdefault(option.id, len(self._by_id) + 1) for option in listed}
