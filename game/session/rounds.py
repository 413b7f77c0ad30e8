"""Stepping through values in a circle, as a key or a button of a set-up does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")


def after(values: Iterable[Value], now: Value) -> Value:
    """The value after `now`; the first one after the last, and if `now` is none of them.

    Raises ValueError if there are no values.
    """
    ring = list(values)
    return ring[(ring.index(now) + 1) % len(ring)] if now in ring else ring[0]
