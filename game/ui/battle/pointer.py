"""Where mouse and keyboard are on the map, and what they have taken hold of."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

REST = 0.35
"""Seconds after which whoever points at a unit wants to read its card."""


@dataclass
class Pointer:
    """The mouse on a cell (`hover`), the keyboard's `cursor` (-1: nowhere), and the token `unit` that is under them.

    `keyed`: the cursor has moved since anything was done. `picked`: several units of one cell that are to go together;
    `held`: where the pointer took hold of a token, `carried` whether it has been taken along since; `grab`: the cell
    where a drag in a plan began; `lets_go`: without a drag that leaves a stand alone in hand; `drag`: the map is pulled,
    unless the mouse is let go where it was: then the cell `pressed` was clicked.
    `last_click`: the cell of the last press and when it was, by the `clock`, in seconds.
    `mouse` tells where it is in the window, `row` the option whose row it is on, `barred` the
    unit whose card says why it may not answer; `unfocus` takes the keyboard's focus back to the map.
    """

    mouse: Callable[[], tuple[int, int]]
    row: Callable[[], str]
    unfocus: Callable[[], None]
    barred: Callable[[], str] = lambda: ""
    hover: int = -1
    cursor: int = -1
    keyed: bool = False
    unit: str = ""
    picked: list[str] = field(default_factory=list)
    held: tuple[int, int] | None = None
    carried: bool = False
    grab: int = -1
    lets_go: bool = False
    drag: tuple[int, int] | None = None
    pressed: int = -1
    clock: Callable[[], float] = time.monotonic
    last_click: tuple[int, float] = (-1, 0.0)

    waited: float = 0.0
    """Seconds for which it has been on that unit."""
    left_at: tuple[int, int] | None = None
    """Where the mouse was when something was picked or chosen; while it has not moved since, it points at nobody."""

    def let_be(self) -> None:
        """Something was picked or chosen: what the mouse happens to be on is not asked about."""
        self.left_at = self.mouse()

    def let_go(self) -> None:
        """Nothing is held any more: the button came up where nobody at the table heard of it."""
        self.held, self.carried, self.grab, self.drag, self.pressed = None, False, -1, None, -1

    def come_to(self, unit: str) -> None:
        """It is on a unit now, or on none."""
        if self.mouse() == self.left_at:
            unit = ""
        if unit != self.unit:
            self.unit, self.waited = unit, 0.0

    def tick(self, seconds: float) -> bool:
        """Time goes by; True until what waits for the pointer to rest has come."""
        if not self.unit or self.rests:
            return False
        self.waited += seconds
        return True

    @property
    def rests(self) -> bool:
        """Whether it has been on its unit long enough for a card to be wanted."""
        return self.waited >= REST

    @property
    def cell(self) -> int:
        """The cell that is meant: the mouse's, else the cursor's."""
        return self.hover if self.hover >= 0 else self.cursor
