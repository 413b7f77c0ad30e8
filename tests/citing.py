"""Where a clause may be cited: reads the `cited` of each clause of a rulebook, and finds what cites it elsewhere.

A case of `cited` is the name of an event ("moved"), of a roll ("roll to hit"), of a modifier of a roll ("modifier
overwatch"), of a kind of question ("question react"), of what an option does ("option move"), or "refusal"; or a table
with such names in `by`, and conditions that must all hold:

- a field of the event or roll, `seat` and `unit` of a question, `question` (its kind) and the fields of an option or
  refusal: one of these values (true: not empty; of a list, one member)
- a field of a unit with a table of tags: the tags of that unit's profile ("unit = {kind = ["vehicle"]}")
- because, unless: one of these events, or none of them, is among its causes; the last event is that of a question
- since, before: one of these events, or none of them, has come before it under the same first cause
- next_to: the event before it in the log is one of these

"cut_off_made.unit" stands for an event of that type whose `unit` is the unit of the event that cites, and
"reaction_declared.action=reaction_fire" for one whose `action` is that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine.decisions import Refusal
from game.engine.rulebook import load_army, load_rulebook

BOOKKEEPING = {"turn_started", "turn_ended", "phase_ended", "action_ended", "reaction_resolved"}
"""Events that only open or close something, and so may cite nothing."""
ASIDE = {"pass", "confirm", "reset", "unplan", "end", "done"}
"""What options do that only leave or close a question, and so may cite nothing."""
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


def misplaced(ruleset: str, log: Sequence[Row], profiles: Mapping[str, str], start: int = 0) -> Iterator[str]:
    """Yield a sentence for every citation in a log where its clause does not belong, and for rows without any.

    `profiles`: unit -> its profile; `start`: the first row that is looked at.
    """
    book = load_rulebook(ruleset)
    cases = {one.id: one.cited for one in (*book.clauses.values(), *book.rulings.values())}
    tags = {name: load_army(ruleset).profiles[profile].tags for name, profile in profiles.items()}
    for n, row in enumerate(log[start:], start):
        if not row.clauses and row.type not in BOOKKEEPING and row.name.removeprefix("option ") not in ASIDE:
            yield f"{row.name} cites nothing: {dict(row.fields)}"
        cited = [(clause, row.name) for clause in row.clauses]
        for label, _, clause in row.fields.get("modifiers") or ():
            first, _, rest = label.partition(" ")
            cited.append((clause, f"modifier {rest if first.lower() in tags else label}"))
        for clause, name in cited:
            if not any(_fits(case, name, log, n, tags) for case in cases[clause]):
                yield f"{name} cites {clause}: {dict(row.fields)}"


def asked(match) -> list[Row]:
    """The pending question, its options and what is refused, as rows after the log; options that are alike once."""
    question, cause = match.pending, len(match.events) - 1
    kind = {"question": question.kind}
    rows = [Row(f"question {question.kind}", question.clauses, cause, {**kind, "unit": question.unit})]
    seen = {}
    for one in question.options:
        seen.setdefault((one.action, one.clauses, one.unit, one.pace), one)
    for one in seen.values():
        fields = {name: getattr(one, name) for name in one.__struct_fields__}
        rows.append(Row(f"option {one.action}", one.clauses, cause, {**fields, **kind}))
    barred = {*question.refused, *(no for no in match.why().values() if isinstance(no, Refusal))}
    refused = [Row("refusal", (no.clause,), cause, {**kind, "unit": no.unit, "reason": no.reason}) for no in barred]
    return [*rows, *refused]


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
