"""How long answers took, as counts in slots that grow by a tenth: small to keep, and easily added up over many games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, exp, floor, log

LEAST = 1e-5
"""Seconds: whatever is shorter counts as this."""
STEP = log(1.1)


def slot(seconds: float) -> int:
    """The number of the slot of a time."""
    return floor(log(max(seconds, LEAST) / LEAST) / STEP + 1e-9)


def seconds(slot: int) -> float:
    """A time in the middle of a slot."""
    return LEAST * exp(STEP * (slot + 0.5))


def total(parts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """Counts added up, shortest times first."""
    found: dict[int, int] = {}
    for part in parts:
        for place, count in part.items():
            found[place] = found.get(place, 0) + count
    return dict(sorted(found.items()))


def percentile(counts: Mapping[int, int], share: float) -> float:
    """The seconds within which that share (0 to 1) of the answers was given, to a tenth; 0 where there are none."""
    left = ceil(share * sum(counts.values()))
    for place, count in sorted(counts.items()):
        left -= count
        if left <= 0:
            return seconds(place)
    return 0.0
