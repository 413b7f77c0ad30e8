"""Where the mouse and the keyboard's cursor are on the map, and what they drag."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

REST = 0.35
"""Seconds for which the pointer has to be on a unit until the unit's card appears."""


@dataclass
class Pointer:
    """The mouse and the keyboard's cursor on the map. Cells are -1 for nowhere; positions are real pixels."""

    mouse: Callable[[], tuple[int, int]]
    """Returns where the mouse is in the window."""
    row: Callable[[], str]
    """Returns the id of the option whose row the mouse is on, or ""."""
    unfocus: Callable[[], None]
    """Takes the keyboard's focus back to the map."""
    barred: Callable[[], str] = lambda: ""
    """Returns the unit whose card says why it may not answer, if the mouse is on one, or ""."""
    hover: int = -1
    """The cell under the mouse."""
    cursor: int = -1
    """The cell of the keyboard's cursor."""
    keyed: bool = False
    """Whether the cursor has moved since anything was done."""
    unit: str = ""
    """The unit under the mouse or the cursor."""
    picked: list[str] = field(default_factory=list)
    """Several units of one cell that move together."""
    held: tuple[int, int] | None = None
    """Where the mouse took hold of a token."""
    carried: bool = False
    """Whether that token has been dragged since."""
    grab: int = -1
    """The cell where a drag in a plan began."""
    singles_out: bool = False
    """Whether a release on that cell selects the stand alone instead of its whole formation."""
    drag: tuple[int, int] | None = None
    """Where the mouse was last while it drags the map."""
    pressed: int = -1
    """The cell that is clicked if the mouse is released without having dragged the map."""
    clock: Callable[[], float] = time.monotonic
    last_click: tuple[int, float] = (-1, 0.0)
    """The cell of the last press in a plan, and its time by the clock, in seconds."""

    waited: float = 0.0
    """Seconds for which the pointer has been on its unit."""
    left_at: tuple[int, int] | None = None
    """Where the mouse was when something was picked or chosen; it points at no unit until it moves from there."""

    def let_be(self) -> None:
        """Ignore the unit under the mouse until the mouse moves, because something was picked or chosen."""
        self.left_at = self.mouse()

    def let_go(self) -> None:
        """Drop everything that is held, because the button may have been released over another screen."""
        self.held, self.carried, self.grab, self.drag, self.pressed = None, False, -1, None, -1

    def come_to(self, unit: str) -> None:
        """Point at a unit from now on, or at none ("")."""
        if self.mouse() == self.left_at:
            unit = ""
        if unit != self.unit:
            self.unit, self.waited = unit, 0.0

    def tick(self, seconds: float) -> bool:
        """Count the time on the unit. Returns whether a card is still to appear."""
        if not self.unit or self.rests:
            return False
        self.waited += seconds
        return True

    @property
    def rests(self) -> bool:
        """Whether the pointer has been on its unit long enough for the card."""
        return self.waited >= REST

    @property
    def cell(self) -> int:
        """The cell under the mouse, else the cursor's."""
        return self.hover if self.hover >= 0 else self.cursor
