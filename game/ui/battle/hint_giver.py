"""Hints: what the computer would do for the person who is asked, and what a computer player is about to do."""

from __future__ import annotations

from collections.abc import Callable

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.records.levels import REGULAR
from game.session.hints import foreseen, hint_of, why_no_hint
from game.session.session import Session
from game.ui.battle.model import Model
from game.ui.screen import Stage

STRENGTH = REGULAR
"""The computer player that thinks for a person."""
NOT_THINKING = -1


class HintGiver:
    """Finds hints and puts them into the model. The thinking is done in another process, so the window never waits.

    `look_at` brings the unit of a hint into sight. On an open table a computer player can also be made to show what it
    is about to do, and to wait for Enter before it does it.
    """

    def __init__(self, app: Stage, model: Model, look_at: Callable[[str], None]) -> None:
        self.app, self.model, self.look_at = app, model, look_at
        self.thinker = Thinker()
        self._asked_after = NOT_THINKING
        """How many choices had been made when the present hint was asked for."""
        self._previews = self._released = False
        """Whether computer players show what they are about to do, and whether the one that waits may go on."""

    @property
    def session(self) -> Session:
        """The session that is shown."""
        return self.model.session

    def ask(self) -> None:
        """Begin to think for the person who is asked; at a computer player's turn switch its previews on or off.

        If there is no hint to be had, the notice says why.
        """
        if foreseen(self.session) or (self._previews and self.session.waits_for_player):
            self._previews = not self._previews
            on, off = "now shows what it means to do, and waits for Enter", "no longer shows what it means to do"
            self.model.notice = f"The computer {on if self._previews else off}."
            self.model.hint = None
        elif why := why_no_hint(self.session):
            self.model.notice = why
        else:
            self._asked_after = len(self.session.match.history)
            self.model.notice = "The computer thinks about it."

    def tick(self) -> bool:
        """Once the hint is found, put it into the model and choose its answer.

        Returns False if no hint is being thought about.
        """
        session, model = self.session, self.model
        if self._asked_after == NOT_THINKING:
            return False
        if self._asked_after != len(session.match.history) or why_no_hint(session):
            self._asked_after = NOT_THINKING
            return False
        try:
            self.thinker.ask(session.match, session.asked, STRENGTH)
            thought = self.thinker.answer()
        except BotError as error:
            self._asked_after, model.notice = NOT_THINKING, str(error)
            return True
        if thought is not None:
            self._asked_after, model.notice = NOT_THINKING, ""
            if thought.option.unit in model.units:
                model.pick(thought.option.unit)
                self.look_at(thought.option.unit)
            if thought.option.id in model.choices.by_id:
                model.chosen = thought.option.id
            model.hint = hint_of(thought, session.match.front, len(session.match.history))
        return True

    def release(self) -> bool:
        """Let the computer player do what it shows. Returns whether one was waiting for that."""
        self._released = self.model.hint is not None and self.session.waits_for_player
        return self._released

    def holds_back(self, seat: str) -> bool:
        """Whether the computer player of a seat shows what it is about to do, and waits for Enter. Raises BotError."""
        session, model = self.session, self.model
        if not (self._previews and foreseen(session)) or self._released:
            self._released = False
            return False
        if model.hint is None:
            thought = session.players[seat].intends(session.match, seat)
            if thought is None or not thought.others:
                return False
            model.hint = hint_of(thought, session.match.front, len(session.match.history))
            self.app.dirty = True
        return True

    def close(self) -> None:
        """End the process that thinks."""
        self.thinker.close()
