"""What each rulebook can ask and tell, read out of its source code: decision kinds, actions, events, rolls.

Nothing here is written by hand: an `ask` names its kind, an `Option` its action, `emit`, `mark` and `change` the
type of an event and its fields. A word that a function is given is looked up where the function is called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TypeVar

from game.engine.events import Event
from game.engine.throws import Throw
from game.rules import RULESETS, build

Json = dict[str, object]
T = TypeVar("T")

_SHARED = (
    "game.engine.decisions",
    "game.engine.options",
    "game.engine.reactions",
    "game.engine.drafts",
    "game.engine.turn",
    "game.engine.table",
)
_TYPE_AT = {"emit": 0, "mark": 0, "change": 1, "_tell": 0}
"""Verbs of the table that tell an event, and which argument names its type."""
_NOT_FIELDS = frozenset({"cause", "sees", "hidden", "also", "facts", "tags", "clauses"})


def reference() -> Json:
    """For every rulebook that can be played: decisions, actions, events with their fields, and rolls."""
    return {name: _with_classes(name, _with_drafts(name, _Source(RULESETS[name][0]).found())) for name in RULESETS}


def _with_classes(name: str, found: Json) -> Json:
    """The events and throws that are classes, of the engine and of the rulebook."""
    build(name)
    own = ("game.engine", "game.rules.shared", f"game.rules.{name}")
    events: dict[str, list[str]] = dict(found["events"])  # type: ignore[call-overload]
    rolls: set[str] = set(found["rolls"])  # type: ignore[call-overload]
    for event in _subclasses(Event):
        if event.__module__.startswith(own):
            events[event.type] = sorted({*events.get(event.type, ()), *event.__struct_fields__})
    for throw in _subclasses(Throw):
        if throw.__module__.startswith(own):
            rolls.add(throw.why)
            events["rolled"] = sorted(
                {*events["rolled"], "why", "dice", "faces", "outcome", *throw.shown_fields()} - {"throw"}
            )
    return {**found, "events": dict(sorted(events.items())), "rolls": sorted(rolls)}


def _subclasses(kind: type[T]) -> Iterator[type[T]]:
    for child in kind.__subclasses__():
        yield child
        yield from _subclasses(child)


def _with_drafts(name: str, found: dict[str, object]) -> Json:
    """A draft asks under the name of its policy."""
    drafts = [kind for kind, policy in build(name).policies.items() if policy.declare == "draft"]
    return {**found, "decisions": sorted({*found["decisions"], *drafts})}  # type: ignore[misc]


class _Source:
    """The syntax trees of a rulebook and of the engine's own steps, and who calls what."""

    def __init__(self, module: str) -> None:
        self.functions = [
            node
            for name in (module, *_SHARED)
            for tree in _trees(name)
            for node in [_module_level(tree), *ast.walk(tree)]
            if isinstance(node, ast.FunctionDef)
        ]
        self.calls: dict[str, list[tuple[ast.FunctionDef, ast.Call]]] = {}
        for function in self.functions:
            for call in _calls(function):
                self.calls.setdefault(_name(call), []).append((function, call))
        self.named = {function.name: function for function in self.functions}

    def found(self) -> Json:
        decisions, actions, rolls = {"roll"}, set[str](), set[str]()
        events: dict[str, set[str]] = {}
        for function in self.functions:
            for call in _calls(function):
                verb = _name(call)
                if verb == "ask" and len(call.args) > 1:
                    decisions.update(self._words(call.args[1], function))
                elif verb == "Option" and len(call.args) > 1:
                    actions.update(self._words(call.args[1], function))
                elif verb == "roll" and call.args:
                    rolls.update(self._words(call.args[0], function))
                elif verb in _TYPE_AT and len(call.args) > _TYPE_AT[verb]:
                    for kind in self._words(call.args[_TYPE_AT[verb]], function):
                        events.setdefault(kind, set()).update(_fields(call, verb))
        return {
            "decisions": sorted(decisions),
            "actions": sorted(actions),
            "events": {kind: sorted(fields) for kind, fields in sorted(events.items())},
            "rolls": sorted(rolls),
        }

    def _words(self, node: ast.expr, function: ast.FunctionDef, depth: int = 2) -> list[str]:
        """The texts an expression can be: as they stand there, or as the function's callers give them."""
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else []
        if isinstance(node, ast.IfExp):
            return [*self._words(node.body, function, depth), *self._words(node.orelse, function, depth)]
        if isinstance(node, ast.JoinedStr):
            parts = [
                self._words(part.value if isinstance(part, ast.FormattedValue) else part, function, depth)
                for part in node.values
            ]
            return ["".join(words) for words in product(*parts)]
        names = [argument.arg for argument in function.args.args]
        if not isinstance(node, ast.Name) or not depth:
            return []
        if node.id not in names:
            return sorted(self._local(function, node.id, depth))
        place = names.index(node.id)
        found: list[str] = []
        for caller, call in self.calls.get(function.name, ()):
            given = [k.value for k in call.keywords if k.arg == node.id] or call.args[place : place + 1]
            for word in given:
                found += self._words(word, caller, depth - 1)
        if function.args.defaults and place >= len(names) - len(function.args.defaults):
            found += _constants(function.args.defaults[place - len(names)])
        return sorted(set(found))

    def _local(self, function: ast.FunctionDef, name: str, depth: int) -> set[str]:
        """The texts that a local name is given: by assignment, by a loop over what holds them, or into a list."""
        sources: list[ast.expr] = []
        for node in ast.walk(function):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets, value = node.targets, node.value
            elif isinstance(node, ast.For | ast.comprehension):
                targets, value = [node.target], node.iter
            elif isinstance(node, ast.Call) and _name(node) == "append" and isinstance(node.func, ast.Attribute):
                targets, value = [node.func.value], node.args[0]
            if any(isinstance(part, ast.Name) and part.id == name for target in targets for part in ast.walk(target)):
                sources.append(value)
        found: set[str] = set()
        for source in sources:
            found.update(_constants(source))
            for part in ast.walk(source):
                if isinstance(part, ast.Name) and part.id != name and depth > 1:
                    found |= self._local(function, part.id, depth - 1)
                elif isinstance(part, ast.Call) and _name(part) in self.named:
                    found |= _returned(self.named[_name(part)])
        return found


def _returned(function: ast.FunctionDef) -> set[str]:
    """The texts in what a function returns, or in what it is given by name on the way."""
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return | ast.Assign) and node.value]
    return {text for value in values for text in _constants(value)}


def _constants(node: ast.AST) -> list[str]:
    """The texts in an expression that can become its value: not those it is decided by, nor those given to calls."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Compare | ast.Call):
        return []
    parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else list(ast.iter_child_nodes(node))
    return [text for part in parts for text in _constants(part)]


def _trees(module: str) -> Iterator[ast.Module]:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return
    origin = Path(spec.origin)
    for path in sorted(origin.parent.glob("*.py")) if origin.name == "__init__.py" else [origin]:
        if path.is_file():
            yield ast.parse(path.read_text("utf-8"), path.name)


def _module_level(tree: ast.Module) -> ast.FunctionDef:
    """What stands outside of any function, as one, so that it is read the same way."""
    outside: list[ast.stmt] = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    made = ast.parse("def outside(): pass").body[0]
    if not isinstance(made, ast.FunctionDef):
        raise TypeError(made)
    made.body = outside
    return made


def _calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Call))


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _fields(call: ast.Call, verb: str) -> set[str]:
    names = {keyword.arg for keyword in call.keywords if keyword.arg} - _NOT_FIELDS
    if verb == "change":
        names.add("unit")
        for keyword in call.keywords:
            if keyword.arg == "also" and isinstance(keyword.value, ast.Dict):
                names.update(str(key.value) for key in keyword.value.keys if isinstance(key, ast.Constant))
    if verb == "_tell":
        for shown in call.args:
            if isinstance(shown, ast.Dict):
                names.update(str(key.value) for key in shown.keys if isinstance(key, ast.Constant))
    return names
