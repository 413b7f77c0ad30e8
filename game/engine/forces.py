"""Forces by points: the units of a seat, chosen from the army's file or drawn at random from a seed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from game.engine.dice import seeded_die
from game.engine.foreign import Id, Line, Word
from game.engine.rulebook import Army, Profile, load_army
from game.engine.setup import some
from game.engine.unfit import SetupError, shown

MOST = 40
"""The most units of one kind."""
FEWEST, LARGEST = 4, 8
"""The fewest and the most units in a formation that is drawn."""
JOINING = 2
"""Up to this many units of a kind form no formation of their own, but join another one."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """How many units of one profile."""

    profile: Id
    count: Annotated[int, Meta(ge=1, le=MOST)]


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """The units that a seat fields. `name` is "" for a force that has not been saved."""

    ruleset: Word
    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=60)]
    name: Line = ""

    @property
    def cost(self) -> int:
        """The points of all its units. Raises SetupError for a kind of unit that no force can have."""
        return sum(part.count * profile_of(self.ruleset, part.profile).points for part in self.parts)

    @property
    def size(self) -> int:
        """How many units it has."""
        return sum(part.count for part in self.parts)

    @property
    def written(self) -> str:
        """The force as a command line takes it: "trooper*3+veteran"."""
        return "+".join(part.profile + (f"*{part.count}" if part.count > 1 else "") for part in self.parts)

    @property
    def words(self) -> str:
        """The force as people read it: "Trooper ×3, Veteran"."""
        times = (f"\N{NO-BREAK SPACE}×{part.count}" if part.count > 1 else "" for part in self.parts)
        names = (profile_of(self.ruleset, part.profile).name for part in self.parts)
        return ", ".join(name + count for name, count in zip(names, times, strict=True))

    def check(self) -> None:
        """Raise SetupError for a kind of unit that no force can have, or that is listed twice."""
        for part in self.parts:
            profile_of(self.ruleset, part.profile)
        if len({part.profile for part in self.parts}) < len(self.parts):
            raise SetupError("A force names each kind of unit once, with its number.")

    def with_more(self, profile: str, more: int) -> Force | None:
        """The force with `more` units of a kind added, or removed if negative; None if that is not possible."""
        counts = {part.profile: part.count for part in self.parts}
        counts[profile] = counts.get(profile, 0) + more
        if not 0 <= counts[profile] <= MOST or not any(counts.values()):
            return None
        return _force_of(self.ruleset, counts)


def playable(ruleset: str) -> bool:
    """Whether the rulebook has forces: its army needs points and sizes."""
    return bool(sizes_of(ruleset) and profiles_of(ruleset))


def sizes_of(ruleset: str) -> tuple[int, ...]:
    """The points of a force for a short battle, for one that takes an evening, and for a long one."""
    return load_army(ruleset).battles.sizes or ()


def profiles_of(ruleset: str) -> list[Profile]:
    """The profiles that a force can have, in the order of the army's file."""
    return [profile for profile in load_army(ruleset).profiles.values() if profile.points]


def profile_of(ruleset: str, name: str) -> Profile:
    """The profile of that name. Raises SetupError if no force can have it."""
    profile = load_army(ruleset).profiles.get(name)
    if profile is None or not profile.points:
        choices = some([entry.id for entry in profiles_of(ruleset)], 20) or "nothing"
        raise SetupError(f"No force of {ruleset} can have {shown(name)}; it can have {choices}.")
    return profile


def _force_of(ruleset: str, counts: Mapping[str, int]) -> Force:
    """The force with these counts by profile, in the order of the army's file; a profile with count 0 is left out."""
    return Force(
        ruleset,
        tuple(Part(profile.id, counts[profile.id]) for profile in profiles_of(ruleset) if counts.get(profile.id)),
    )


# -- making a force ---------------------------------------------------------------------------------------------------

WRITTEN = re.compile(r"([^\W_][\w.-]{0,31})(?:\*([0-9]{1,2}))?")


def read_force(ruleset: str, text: str) -> Force:
    """The force that `text` names, in the form of `Force.written`. Raises SetupError."""
    counts: dict[str, int] = {}
    for word in text.split("+"):
        found = WRITTEN.fullmatch(word.strip())
        number = int(found[2] or 1) if found else 0
        if found is None or number < 1:
            raise SetupError(f'{shown(text)} is no force; write units and numbers like "trooper*3+veteran".')
        if counts.get(found[1], 0) + number > MOST:
            raise SetupError(f"{shown(text)} has more than {MOST} units of one kind, {found[1]}; write {MOST} at most.")
        counts[found[1]] = counts.get(found[1], 0) + number
    force = Force(ruleset, tuple(Part(profile, count) for profile, count in counts.items()))
    force.check()
    return force


class _Lots:
    """Random choices from a seed, the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def among(self, profiles: Sequence[Profile]) -> Profile:
        """One of them."""
        return profiles[self.number(1, len(profiles)) - 1]

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        self.count += 1
        return low - 1 + seeded_die(self.seed, self.count, high - low + 1)


def draw_force(ruleset: str, limit: int, seed: int) -> Force:
    """The force drawn by `seed`, for `limit` points or slightly less. Raises SetupError if no unit is so cheap."""
    army, lots = load_army(ruleset), _Lots(seed)
    counts: dict[str, int] = {}
    points_left = limit
    if army.battles.formations:
        points_left -= _draw_formations(army, limit, lots, counts)
    while True:
        affordable = [
            profile
            for profile in profiles_of(ruleset)
            if profile.points <= points_left and _may_add(army, profile, counts.get(profile.id, 0))
        ]
        if not affordable:
            break
        profile = lots.among(affordable)
        counts[profile.id] = counts.get(profile.id, 0) + 1
        points_left -= profile.points
    if not counts:
        raise SetupError(
            f"A force of {ruleset} for {limit} points cannot be drawn; the next size is {min(sizes_of(ruleset))}."
        )
    return _force_of(ruleset, counts)


def _may_add(army: Army, profile: Profile, count: int) -> bool:
    """Whether a unit may be added to `count` of its kind. With formations, its kind needs one, or joins others."""
    if not army.battles.formations:
        return count < profile.most
    return count < MOST if count else profile.most <= JOINING


def _draw_formations(army: Army, limit: int, lots: _Lots, counts: dict[str, int]) -> int:
    """Draw formations of one kind each, for about half the points at most, while points remain; returns their cost."""
    spent = 0
    while True:
        affordable = [
            profile
            for profile in army.profiles.values()
            if profile.points
            and profile.most > JOINING
            and profile.id not in counts
            and profile.points * FEWEST <= limit - spent
        ]
        if not affordable:
            return spent
        profile = lots.among(affordable)
        number = lots.number(
            FEWEST, max(FEWEST, min(LARGEST, limit // 2 // profile.points, (limit - spent) // profile.points))
        )
        counts[profile.id] = number
        spent += number * profile.points
