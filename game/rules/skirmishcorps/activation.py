"""Activating a unit: what it may do, and announcing it, which opens the window for reactions (SC-12, SC-A36)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option
from game.engine.queue import Action
from game.engine.reactions import window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.skirmishcorps.covering import covering_options
from game.rules.skirmishcorps.ground import PACES, contacts, pace_budget, reach_of


def activations(rules: Ruleset, state: State, seat: str) -> Iterator[Option]:
    """Every action of every unit that can be activated, and `end` (no more actions this turn)."""
    board = state.board
    for unit in state.standing(seat):
        if unit.markers.get("move") != "down" or unit.fact("acted"):
            continue
        name = unit.id
        costs = reach_of(state, unit).costs  # cheapest first
        for pace in PACES:
            budget = pace_budget(unit, pace)
            for cell, cost in costs.items():
                if cost > budget:
                    break
                if cost:
                    yield Option(
                        f"{name}:move:{pace}:{cell % board.width},{cell // board.width}",
                        "move",
                        name,
                        to=cell,
                        pace=pace,
                    )
        yield Option(f"{name}:stand", "stand", name, text=f"{name.upper()} stands, aims and may attack")
        yield from covering_options(rules, state, unit, -1)
        yield Option(f"{name}:hold", "hold", name, text=f"{name.upper()} does nothing")
    yield Option("end", "end", text="End acting")


def announce(t: Table, unit: Unit, choice: Option) -> None:
    """The action is announced: the unit is the instigator, and the enemy may react (SC-12). Holding is no action."""
    name = unit.id
    if choice.action == "hold":
        t.change(unit, "held", ("SC-A19",), markers={"move": "up"}, facts={"acted": 1})
        return
    if "suppressed" in unit.markers:  # SC-A8: the test comes before the announcement
        t.then("courage", name)
    path = list(choice.path) or list(reach_of(t.state, unit).path(choice.to)) if choice.action == "move" else []
    t.then("announced", name, choice.action, choice.pace, path, choice.weapon, list(choice.targets), choice.ally)


def announced(
    t: Table, name: str, kind: str, pace: str, path: list[int], weapon: str, targets: list[str], ally: str
) -> None:
    """Turn the marker up, say what is coming, and open the window for reactions."""
    unit = t.unit(name)
    if unit.out or "pinned" in unit.markers:
        return
    whole = [unit.at, *path]
    touched = contacts(t.state, unit, whole)
    t.change(unit, "activated", ("SC-12",), markers={"move": "up"})
    t.cause = t.emit(
        "action_announced",
        ("SC-12",),
        unit=name,
        action=kind,
        pace=pace,
        path=whole if path else [],
        targets=targets,
        ally=ally,
        contact=touched,
    )
    action = Action(
        kind,
        name,
        whole,
        pace=pace,
        weapon=weapon,
        targets=targets,
        ally=ally,
        contact=" ".join(touched),
        target=targets[0] if targets else "",
    )
    t.begin(action, "*", t.cause)
    window(t, t.state.enemies(unit.seat), kind, name, path=whole, cell=unit.at, contact=action.contact)
    t.then("q_end")


STEPS = {"announced": announced}
