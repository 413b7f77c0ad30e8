"""What the screens show of this rulebook beside its sentences."""

from __future__ import annotations

from game.engine.view import UnitExtra


class SquadExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """Whether a squad has been activated, its confidence (SG-A37) and its untreated wounded."""

    confidence: str | None = None
    untreated: int | None = None

    def state_words(self) -> str:
        """Its confidence, unless there is nothing to remark."""
        return "" if self.confidence in (None, "confident") else self.confidence or ""
