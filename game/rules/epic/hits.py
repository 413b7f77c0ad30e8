"""Hits: who takes them, saves (EP-A37), stands lost and their passengers (EP-A48), kills of an assault (EP-A40)."""

from __future__ import annotations

from game.engine.decisions import Option
from game.engine.state import Unit
from game.engine.table import Table
from game.rules.epic.fire import save_value
from game.rules.epic.formations import formation_of
from game.rules.epic.ground import LINK, disc, span


def allocate(t: Table, names: list[str], sources: list[str], hits: int, given: dict[str, int], why: str) -> None:
    """Hits one by one: nearest first, nobody a second while others have none; the owner picks among equals (EP-A37)."""
    state = t.state
    able = [name for name in names if not t.unit(name).out]
    if not hits or not able:
        for name in able:
            if given.get(name):
                t.then("saves", name, given[name], why)
        return
    fewest = min(given.get(name, 0) for name in able)
    open_ones = [name for name in able if given.get(name, 0) == fewest]
    away = {name: min(span(state, t.unit(name).at, t.unit(s).at) for s in sources) for name in open_ones}
    near = [name for name in open_ones if away[name] == min(away.values())]
    if len(near) <= hits:
        t.then("allocate", names, sources, hits - len(near), {**given, **{n: given.get(n, 0) + 1 for n in near}}, why)
        return
    owner = t.unit(near[0]).seat
    choice = t.ask(
        owner,
        "allocate",
        [Option(f"{n}:allocate", "allocate", n, clauses=("EP-A37",), text=f"{n.upper()} takes it") for n in near],
        prompt=f"{t.rules.seat_name(owner)} decides: which stand takes the hit?",
        note=f"{len(near)} are equally near; {hits} hit{'' if hits == 1 else 's'} left for them.",
        clauses=("EP-A37",),
        default=f"{near[0]}:allocate",
    )
    t.then("allocate", names, sources, hits - 1, {**given, choice.unit: given.get(choice.unit, 0) + 1}, why)


def saves(t: Table, name: str, hits: int, why: str) -> None:
    """A stand takes its hits one after the other; those of the hack-down allow no save (EP-A40)."""
    unit = t.unit(name)
    if unit.out or not hits:
        return
    need = 0 if why == "hack" else save_value(t.rules, t.state, unit)
    if need and t.roll(
        "save", (6,), ("reaches", 0, need), ("EP-A37",), prompt=f"Save of {name.upper()}: {need}+", unit=name, need=need
    ):
        t.emit("saved", ("EP-A37",), unit=name)
    else:
        lose(t, unit, ("EP-A40",) if why == "hack" else ("EP-A37",))
        return
    t.then("saves", name, hits - 1, why)


def lose(t: Table, unit: Unit, clauses: tuple[str, ...]) -> None:
    """A stand is lost and, in an assault, counted as a kill (EP-A40, EP-A22); its passengers must save themselves."""
    t.change(unit, "stand_lost", clauses, out=True)
    tally(t, unit)
    for passenger in t.state.units.values():
        if passenger.aboard == unit.id and not passenger.out:
            t.then("bail_out", passenger.id)


def tally(t: Table, unit: Unit) -> None:
    """Count a loss of an assault for its formation and as a kill of the other side."""
    formation = formation_of(unit)
    for queue in t.state.queues:
        for side, other in (("attackers", "defenders"), ("defenders", "attackers")):
            if queue.facts.get("fighting") and formation in queue.tags[side].split("+"):
                queue.facts[f"kills:{other}"] += 1
                queue.facts[f"lost:{formation}"] = queue.facts.get(f"lost:{formation}", 0) + 1


def bail_out(t: Table, name: str) -> None:
    """A passenger of a destroyed transport needs its save, and a place within 5 cm (EP-A48)."""
    unit, state = t.unit(name), t.state
    need = unit.stats["ARMOUR"]
    taken = {u.at for u in state.units.values() if not u.out and not u.aboard}
    free = [c for c in disc(state, unit.at, LINK) if c not in taken and state.board.passable(c, "light")]
    saved = (
        free
        and need
        and t.roll(
            "bail out",
            (6,),
            ("reaches", 0, need),
            ("EP-A48",),
            prompt=f"{name.upper()} gets out of the wreck: {need}+",
            unit=name,
            need=need,
        )
    )
    if saved:
        cell = min(free, key=lambda c: (span(state, unit.at, c), c))
        t.change(unit, "bailed_out", ("EP-A48",), at=cell, aboard="")
    else:
        t.change(unit, "stand_lost", ("EP-A48",), out=True, aboard="")
        tally(t, unit)


STEPS = {step.__name__: step for step in (allocate, saves, bail_out)}
