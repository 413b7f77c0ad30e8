"""How soon a battle gets interesting: the inputs of two people before one of them can react to the other.

Battles of rulebooks with hidden markers are played by computer choices at a shared table. Inputs are counted as the
window takes them (`flow.keys`). The markers of a side cost one input for the kind that most of its units get, one for
each other unit, and one to confirm. A reaction counts if the seat that is asked could do more than pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf
from statistics import median
from typing import NamedTuple

from bench_parts.flow import chosen, keys
from bench_parts.rows import Row
from game.engine.dice import DiceSource
from game.maps.scenarios import list_scenarios, load_scenario
from game.records.tables import TableKind
from game.rules import build
from game.session.intent import Intent
from game.session.session import Session

GAMES = 10
"""Games of each map."""
WANTED = 12
"""The most inputs that a battle should need before its first reaction."""


class Contact(NamedTuple):
    """The inputs before a battle's first reaction, infinite if turn 1 has none, and how many of them laid markers."""

    inputs: float
    markers: int


def first_contact(name: str, seed: int) -> Contact:
    """Play turn 1 of a scenario until a seat could react."""
    session = Session(load_scenario(name).setup, dice=DiceSource(seed=seed), table=TableKind.SHARED)
    session.settle()
    match, inputs, laid = session.match, 0, 0
    while match.pending is not None and match.front.turn == 1:
        inputs += session.sight.curtain
        session.hand_over()
        asked = match.pending
        if asked.kind == "react" and len(asked.options) > 1:
            return Contact(inputs, laid)
        if session.sight.call is not None:
            inputs += 1
            session.nobody()
            continue
        if asked.kind == match.rules.presentation.order_kind:
            given = _laid(session, asked.seat)
            inputs, laid = inputs + given, laid + given
            continue
        option = chosen(match, asked.seat)
        inputs += keys(session, asked, option)
        session.choose(Intent.of(option))
    return Contact(inf, laid)


def _laid(session: Session, seat: str) -> int:
    """Lay all markers of a seat. Returns the number of inputs."""
    match, kinds = session.match, dict[str, str]()
    while (asked := match.pending) is not None and asked.seat == seat:
        option = chosen(match, seat)
        session.choose(option.id)
        if not option.marker:
            break
        kinds[option.unit] = option.marker
    return len(kinds) - max(Counter(kinds.values()).values(), default=0) + 2


def contact() -> Iterator[Row]:
    """For each map with hidden markers: medians of all inputs, and of those after the markers; games that are late."""
    for scenario in list_scenarios():
        if not build(scenario.ruleset).hidden_markers:
            continue
        found = [first_contact(scenario.id, seed) for seed in range(1, GAMES + 1)]
        late = sum(one.inputs > WANTED for one in found)
        yield Row("contact", f"{scenario.id}, until the first reaction", median(one.inputs for one in found), "inputs")
        after = median(one.inputs - one.markers for one in found)
        yield Row("contact", f"{scenario.id}, of them after the markers", after, "inputs")
        yield Row("contact", f"{scenario.id}, games with more than {WANTED}", late, f"of {GAMES}")
