"""Matches that fail where a rule breaks a contract of the engine.

A rule must not read a unit as it was before a change (`StrictMatch`), must not write to a state other than its own,
and must not change the state without an event (`Told`).
"""

from __future__ import annotations

import functools

from game.engine.events import Event
from game.engine.match import Match
from game.engine.structs import fresh
from game.engine.table import Table


class StaleLookError(AssertionError):
    """A rule read a unit as it was before a change."""


CONSTANT = frozenset({"id", "seat", "profile", "stats", "name"})
"""The fields of a unit that no rule changes."""


@functools.cache
def stale(kind):
    """Return a subclass of that class of unit whose fields raise StaleLookError when they are read."""

    def look(self, name):
        if name in CONSTANT:
            return kind.__getattribute__(self, name)
        raise StaleLookError(f"a stale unit’s {name}")

    return type(f"Stale{kind.__name__}", (kind,), {"__getattribute__": look}, gc=False)


class StrictTable(Table):
    """A table on which each step has its own units, and a unit that is changed leaves an unreadable one behind."""

    def __init__(self, state, *args, **kwargs):
        state.units = {name: fresh(unit) for name, unit in state.units.items()}
        self.before = {}
        super().__init__(state, *args, **kwargs)

    def unit(self, name):
        shared = self.state.units[name]
        found = super().unit(name)
        if found is not shared:
            self.before[name] = shared
        return found

    def change(self, unit, event, *args, **kwargs):
        changed = super().change(unit, event, *args, **kwargs)
        old = self.before.pop(unit if isinstance(unit, str) else unit.id, None)
        if old is not None and isinstance(event, Event):
            old.__class__ = stale(type(old))
        return changed


class StrictMatch(Match):
    """A match on strict tables."""

    table = StrictTable


CURSORS = frozenset(
    {"agenda", "queues", "seat", "latest", "activation", "retaining", "assault.step", "assault.fighting"}
    | {f"assault.{side}.{kept}" for side in ("attackers", "defenders") for kept in ("engaged", "hits", "supporters")}
)
"""Fields that say what comes next, how far a queue or an assault has come, and which seat moves.

They may change without an event, because the next question or throw tells it.
"""


def changed(before, after):
    """Return the fields that differ between two states, cursors left out; "assault.step" is a nested field."""
    if all(
        _same(getattr(before, name), getattr(after, name)) for name in after.__struct_fields__ if name not in CURSORS
    ):
        return []
    return sorted(_changed("", before.to_json(), after.to_json()) - CURSORS)


def _same(then, now):
    """Return whether two fields are equal; objects that both share are not compared again."""
    if isinstance(then, dict) and isinstance(now, dict) and then.keys() == now.keys():
        return all(then[name] is now[name] or then[name] == now[name] for name in now)
    return then is now or then == now


def _changed(name, then, now):
    if then == now or name in CURSORS:
        return set()
    if not (isinstance(then, dict) and isinstance(now, dict)):
        return {name}
    keys = {*then, *now}
    return {found for key in keys for found in _changed(f"{name}.{key}".strip("."), then.get(key), now.get(key))}


class Told(Match):
    """A match that checks each committed step against its events, and each state against later writes to it.

    `silent` lists each step that changed the state without an event: (name of the step, fields that changed).
    """

    guarded = True

    def _run(self):
        self.__dict__.setdefault("silent", [])
        super()._run()

    def _publish(self, events):
        super()._publish(events)
        self.told = len(events)

    @property
    def state(self):
        return self._state

    @state.setter
    def state(self, state):
        before = self.__dict__.get("_state")
        if before is not None and self.guarded:
            assert before.key() == self.key, "a step wrote to a state that was not its own"
        if before is not None and not self.__dict__.get("told") and (what := changed(before, state)):
            self.silent.append((before.agenda[-1].run.name if before.agenda else "", what))
        self._state, self.told, self.key = state, 0, state.key() if self.guarded else b""


class Heard(Told):
    """A faster `Told` for long searches, which does not look for writes to a state."""

    guarded = False
