"""Stepping through values in a circle, as a key or a button of a set-up does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")


def after(values: Iterable[Value], present: Value) -> Value:
    """The value after `present`; the first one after the last, and if `present` is none of them.

    Raises ValueError if there are no values.
    """
    ring = list(values)
    return ring[(ring.index(present) + 1) % len(ring)] if present in ring else ring[0]
