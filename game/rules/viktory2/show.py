"""What the screens show of this rulebook beside its sentences."""

from __future__ import annotations

from typing import ClassVar

from game.engine.view import UnitExtra


class PieceExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """What a unit has done in its turn, whether it waits in the reserve, and a gun's shots left in the enemy's turn."""

    lost_leave_map: ClassVar[bool] = True

    lined_up: bool | None = None
    reserve: bool | None = None
    shots: int | None = None

    def out_words(self) -> tuple[str, str]:
        """The reserve is not lost."""
        return ("reserve", "in reserve") if self.reserve else super().out_words()

    def done_words(self) -> str:
        """Lined up for a battle, else as ever."""
        return "lined up" if self.lined_up else super().done_words()

    def mark(self) -> str:
        """A gun that may still fire in the turns of others stands on overwatch."""
        if self.spent or self.shots is None:
            return super().mark()
        return "overwatch" if self.shots else "spent"
