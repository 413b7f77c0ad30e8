"""How long answers took, counted in slots that grow by a tenth: small to keep, and easy to add up over many games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, exp, floor, log

LEAST = 1e-5
"""The shortest time that is counted, in seconds."""
STEP = log(1.1)


def slot(seconds: float) -> int:
    """The slot of a time in seconds."""
    return floor(log(max(seconds, LEAST) / LEAST) / STEP + 1e-9)


def seconds(slot: int) -> float:
    """The time in the middle of a slot, in seconds."""
    return LEAST * exp(STEP * (slot + 0.5))


def total(parts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """The sum of counts by slot, shortest times first."""
    found: dict[int, int] = {}
    for part in parts:
        for place, count in part.items():
            found[place] = found.get(place, 0) + count
    return dict(sorted(found.items()))


def percentile(counts: Mapping[int, int], share: float) -> float:
    """The seconds within which that share (0 to 1) of the answers was given, to a tenth; 0 without answers."""
    left = ceil(share * sum(counts.values()))
    for place, count in sorted(counts.items()):
        left -= count
        if left <= 0:
            return seconds(place)
    return 0.0
