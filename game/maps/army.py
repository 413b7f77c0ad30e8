"""The names a map or a sketch may use: profiles, weapons and statistics of a ruleset, and the markers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.paths import ASSETS

ARMIES = ASSETS / "armies"

# Over all rulebooks; which of them its rules read is the ruleset's own matter.
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
    "shaken": "up",
}
FACES = ("down", "up")
RESERVED_SEATS = frozenset({"dice", "referee"})
STAT_LOW, STAT_HIGH = 0, 40

_RULESET = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")
_ID = re.compile(r"[^\W_][\w.-]{0,31}\Z")


class UnknownRulesetError(LookupError):
    """No army file answers to the ruleset's id."""


@dataclass(frozen=True, slots=True)
class Army:
    """The names of one ruleset. `stats` is empty when its profiles list no numbers."""

    ruleset: str
    profiles: frozenset[str]
    weapons: frozenset[str]
    stats: frozenset[str]


def rulesets(armies: Path = ARMIES) -> tuple[str, ...]:
    """The rulesets that have an army file, by name."""
    return tuple(sorted(path.stem for path in armies.glob("*.toml")))


def load_army(ruleset: str, armies: Path = ARMIES) -> Army:
    """The names of a ruleset; UnknownRulesetError when there is no `<ruleset>.toml`."""
    path = armies / f"{ruleset}.toml"
    if not _RULESET.match(ruleset) or not path.is_file():
        known = ", ".join(rulesets(armies)) or "none"
        raise UnknownRulesetError(f"the rulesets are: {known}")
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    profiles = _tables(table, "profiles")
    return Army(
        ruleset,
        frozenset(profiles),
        frozenset(_tables(table, "weapons")),
        frozenset(name for profile in profiles.values() for name in _stats(profile)),
    )


def is_id(text: str) -> bool:
    """Whether a text can be the id of a unit or a seat (it becomes part of option ids, so no colon)."""
    return bool(_ID.match(text))


def close_names(names: frozenset[str], limit: int = 12) -> str:
    """The names for a sentence, cut where there are many."""
    ordered = sorted(names)
    return ", ".join(ordered[:limit]) + (", ..." if len(ordered) > limit else "") or "none"


def _tables(table: Mapping[str, object], name: str) -> Mapping[str, Mapping[str, object]]:
    found = table.get(name)
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, dict)}


def _stats(profile: Mapping[str, object]) -> tuple[str, ...]:
    """The abbreviations in capitals, beside the profile's other fields or in its table `stats`."""
    inner = profile.get("stats")
    names = [*profile, *(inner if isinstance(inner, dict) else ())]
    return tuple(name for name in names if name.isupper())
