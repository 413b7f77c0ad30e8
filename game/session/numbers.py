"""The numbers of listed answers, in the window and in text, which stay the same from one question to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.engine.decisions import Decision
from game.engine.options import Option


class Numbers:
    """The numbers of options by id.

    They are kept while the same seat is asked the same kind of question and at least half of the units' options had a
    number before.
    """

    def __init__(self) -> None:
        self._question = ("", "")
        self._by_id: dict[str, int] = {}

    def numbers_for(self, decision: Decision, options: Iterable[Option]) -> Mapping[str, int]:
        """The numbers of the options listed with a question, from 1, by id and in their order."""
        listed = list(options)
        numbered = [option.id in self._by_id for option in listed if option.unit]
        if (decision.seat, decision.kind) != self._question or 2 * sum(numbered) < max(1, len(numbered)):
            self._question = (decision.seat, decision.kind)
            self._by_id.clear()
        return {option.id: self._by_id.setdefault(option.id, len(self._by_id) + 1) for option in listed}
