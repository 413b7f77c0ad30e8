"""The reference of each rulebook, made from its types: questions, verbs, events with their fields, rolls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from game.engine.deployment import DEPLOY, DEPLOY_TO
from game.engine.events import Event, TieSettled
from game.engine.options import CONFIRM, RESET
from game.engine.reactions import RollOff
from game.engine.throws import Rolled, Throw, cell_fields
from game.rules import RULESETS, build

T = TypeVar("T")
Reference = dict[str, object]


def reference() -> dict[str, Reference]:
    """Rulebook -> the kinds of its decisions, the verbs of the answers, its events and its rolls."""
    return {name: _reference_of(name) for name in RULESETS}


def _reference_of(name: str) -> Reference:
    rules = build(name)
    modules = ("game.engine.", "game.rules.shared", RULESETS[name][0])
    delegates = any(policy.ties == "delegates" for policy in rules.policies.values())
    left_out = {Rolled} if delegates else {Rolled, TieSettled, RollOff}
    questions = {**rules.questions, DEPLOY: (DEPLOY_TO, RESET.action, CONFIRM.action)}
    kinds = [kind for base in (Event, Throw) for kind in _subclasses(base) if kind not in left_out]
    named = [kind for kind in kinds if kind.__module__.startswith(modules)]
    events = {event.type: sorted(event.__struct_fields__) for event in named if issubclass(event, Event)}
    throws = [throw for throw in named if issubclass(throw, Throw)]
    fields = {field for throw in throws for field in throw.shown_fields()}
    events[Rolled.type] = sorted({"why", "dice", "faces", "outcome", *fields})
    return {
        "decisions": sorted({"roll", *questions}),
        "actions": sorted({action for actions in questions.values() for action in actions}),
        "answers": {kind: list(actions) for kind, actions in questions.items()},
        "events": dict(sorted(events.items())),
        "rolls": sorted({throw.why for throw in throws}),
    }


def fields_with_cells() -> list[str]:
    """The names of the fields with cells, of all events and throws in the rulebooks that have been loaded."""
    return sorted({field for base in (Event, Throw) for kind in _subclasses(base) for field in cell_fields(kind)})


def _subclasses(kind: type[T]) -> Iterator[type[T]]:
    for child in kind.__subclasses__():
        yield child
        yield from _subclasses(child)
