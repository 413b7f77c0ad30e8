"""The words a map and a sketch share: markers, ids, seats, and the names of a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.engine.datafile import DataError
from game.engine.rulebook import Army, Rulebook, load_army, load_rulebook, rulesets

# Kind -> the face it lies on unless said otherwise. Over all rulebooks; each reads the ones it knows.
MARKERS = {
    "move": "down",
    "overwatch": "down",
    "spent": "up",
    "suppressed": "up",
    "pinned": "up",
    "covering": "up",
    "in_position": "up",
    "charge": "up",
    "blast": "up",
    "broken": "up",
    "hidden": "up",
}
FACES = ("down", "up")
RESERVED_SEATS = frozenset({"dice", "referee"})
MOST_SEATS = 4
STATS_FROM_TO = (0, 40)
FACTS_FROM_TO = (-999, 999)

_ID = re.compile(r"[^\W_][\w.-]{0,31}\Z")


class UnknownRulesetError(LookupError):
    """No rulebook or army answers to the ruleset's id; the text says which do."""


def is_id(text: str) -> bool:
    """Whether a text can be the id of a unit or a seat (it becomes part of option ids, so no colon)."""
    return bool(_ID.match(text))


def is_seat(text: str) -> bool:
    """Whether a text can be the id of a player's seat."""
    return is_id(text) and text not in RESERVED_SEATS


def find_ruleset(ruleset: str) -> tuple[Rulebook, Army]:
    """The rulebook and the army of a ruleset. Raises UnknownRulesetError."""
    try:
        return load_rulebook(ruleset), load_army(ruleset)
    except DataError as error:
        raise UnknownRulesetError(f"use one of {some(rulesets())}") from error


def stat_names(army: Army) -> frozenset[str]:
    """The statistics that profiles of the army have."""
    return frozenset(name for profile in army.profiles.values() for name in profile.stats)


def some(names: Iterable[str], limit: int = 12) -> str:
    """The names for a sentence, in order, cut where there are many."""
    ordered = sorted(names)
    return ", ".join(ordered[:limit]) + (", ..." if len(ordered) > limit else "")
