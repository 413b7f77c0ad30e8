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
    totals: dict[int, int] = {}
    for part in parts:
        for slot_number, count in part.items():
            totals[slot_number] = totals.get(slot_number, 0) + count
    return dict(sorted(totals.items()))


def percentile(counts: Mapping[int, int], share: float) -> float:
    """The seconds within which that share (0 to 1) of the answers was given, to a tenth; 0 without answers."""
    remaining = ceil(share * sum(counts.values()))
    for slot_number, count in sorted(counts.items()):
        remaining -= count
        if remaining <= 0:
            return seconds(slot_number)
    return 0.0
