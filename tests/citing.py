"""Where an event may cite a clause: reads the `cited` of each clause of a rulebook, and finds the events elsewhere.

A case of `cited` is the name of an event ("moved"), of a roll ("roll to hit") or of a modifier of a roll ("modifier
overwatch"); or a table with such names in `by`, and conditions that must all hold:

- a field of the event or roll: one of these values (true: not empty; of a list, one member)
- a field of a unit with a table of tags: the tags of that unit's profile ("unit = {kind = ["vehicle"]}")
- because, unless: one of these events, or none of them, is among its causes
- since, before: one of these events, or none of them, has come before it under the same first cause
- next_to: the event before it in the log is one of these

"cut_off_made.unit" stands for an event of that type whose `unit` is the unit of the event that cites, and
"reaction_declared.action=reaction_fire" for one whose `action` is that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine.rulebook import load_army, load_rulebook

BOOKKEEPING = {"turn_started", "turn_ended", "phase_ended", "action_ended", "reaction_resolved"}
"""Events that only open or close something, and so may cite nothing."""
CONTEXT = {"by", "because", "unless", "since", "before", "next_to"}


class Row(NamedTuple):
    """An event of a log: its type, its clauses, the number of the event behind it, and its fields."""

    type: str
    clauses: tuple[str, ...]
    cause: int
    fields: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What a case calls it."""
        return f"roll {self.fields['why']}" if self.type == "rolled" else self.type


def rows_of(match) -> list[Row]:
    """The log of a match."""
    return [Row(entry.type, entry.clauses, entry.cause, entry.fields) for entry in match.events]


def misplaced(ruleset: str, log: Sequence[Row], profiles: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for every citation in a log where its clause does not belong, and for events without any.

    `profiles`: unit -> its profile.
    """
    book = load_rulebook(ruleset)
    cases = {one.id: one.cited for one in (*book.clauses.values(), *book.rulings.values())}
    tags = {name: load_army(ruleset).profiles[profile].tags for name, profile in profiles.items()}
    for n, row in enumerate(log):
        if not row.clauses and row.type not in BOOKKEEPING:
            yield f"{row.name} cites nothing: {dict(row.fields)}"
        cited = [(clause, row.name) for clause in row.clauses]
        for label, _, clause in row.fields.get("modifiers") or ():
            first, _, rest = label.partition(" ")
            cited.append((clause, f"modifier {rest if first.lower() in tags else label}"))
        for clause, name in cited:
            if not any(_fits(case, name, log, n, tags) for case in cases[clause]):
                yield f"{name} cites {clause}: {dict(row.fields)}"


def _fits(case: str | Mapping[str, Any], name: str, log: Sequence[Row], n: int, tags: Mapping[str, Any]) -> bool:
    if isinstance(case, str):
        return case == name
    if name not in many(case["by"]):
        return False
    fields, unit = log[n].fields, log[n].fields.get("unit")
    above = list(_causes(log, n))
    root = min((n, *above))
    earlier = range(root, n)
    holds = {
        "because": lambda wanted: _any(wanted, log, above, unit),
        "unless": lambda wanted: not _any(wanted, log, above, unit),
        "since": lambda wanted: _any(wanted, log, earlier, unit),
        "before": lambda wanted: not _any(wanted, log, earlier, unit),
        "next_to": lambda wanted: _any(wanted, log, [n - 1] if n else [], unit),
    }
    return all(holds[key](many(value)) for key, value in case.items() if key in holds) and all(
        _has(fields.get(key), value, tags) for key, value in case.items() if key not in CONTEXT
    )


def _has(found: Any, wanted: Any, tags: Mapping[str, Any]) -> bool:
    """Whether a field has a wanted value, or the unit that it names the wanted tags."""
    if isinstance(wanted, Mapping):
        return all(tags[found].get(tag) in many(values) for tag, values in wanted.items())
    if isinstance(wanted, bool):
        return bool(found) is wanted
    return bool(set(many(found)) & set(many(wanted)))


def _any(wanted: Sequence[str], log: Sequence[Row], places: Sequence[int] | range, unit: Any) -> bool:
    for one in wanted:
        name, _, field = one.partition(".")
        field, _, value = field.partition("=")
        if any(log[n].name == name and (not field or log[n].fields.get(field) == (value or unit)) for n in places):
            return True
    return False


def _causes(log: Sequence[Row], n: int) -> Iterator[int]:
    while (n := log[n].cause) >= 0:
        yield n


def many(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else [value]
