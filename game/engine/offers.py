"""Who is asked in a reaction window, what he may declare, and why a unit may not."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import TYPE_CHECKING

from game.engine.decisions import Refusal
from game.engine.options import Option, Options, Part, fresh_parts
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.state import State

if TYPE_CHECKING:
    from game.engine.ruleset import Ruleset


def seats_asked(state: State, queue: ReactionQueue, rules: Ruleset) -> list[str]:
    """Who may be asked in this window, in asking order: the seats named by the triggers, then the acting side."""
    first = [seat for trigger in queue.open_triggers() for seat in trigger.to]
    if rules.policy(queue.kind).asks == "both":
        acting = state.units[queue.instigator].seat
        first += [*state.enemies(acting), *state.rotation(acting)]
    return list(dict.fromkeys(first))


def events_for(queue: ReactionQueue, seat: str) -> list[Trigger]:
    """The open events that `seat` may answer."""
    return [trigger for trigger in queue.open_triggers() if seat in trigger.to]


def offers(
    state: State,
    queue: ReactionQueue,
    rules: Ruleset,
    seat: str,
    but: Collection[str] = (),
    *,
    refused: list[Refusal] | None = None,
) -> Iterator[Part]:
    """Every reaction that `seat` may declare now, those of the units `but` left out.

    One that fits several events answers the earliest of them. In `refused` the first reason of each unit without any
    is noted, so that nobody has to ask for it again.
    """
    listed: set[Hashable] = set()
    events = events_for(queue, seat)
    for unit in rules.reactors(state, seat):
        if unit in but:
            continue
        no = rules.ready(state, unit)
        found = False
        for got in rules.may_react_all(state, queue, events, unit) if no is None else ():
            if isinstance(got, Refusal):
                no = no or got
            else:
                found = found or bool(got)
                yield from fresh_parts(got, listed)
        if refused is not None and no is not None and not found:
            refused.append(no._replace(unit=unit))


def why(state: State, rules: Ruleset, unit: str) -> list[Option] | Refusal:
    """What `unit` may do in the present window, or the first refusal."""
    reactor = rules.reactor_of(state, unit)
    no = rules.ready(state, reactor)
    if no is not None:
        return no._replace(unit=unit)
    first: Refusal | None = None
    options: list[Part] = []
    for queue in state.queues[-1:]:
        for got in rules.may_react_all(state, queue, events_for(queue, state.units[reactor].seat), reactor):
            if isinstance(got, Refusal):
                first = first or got
            else:
                options += got
    return list(Options(options)) or (first or Refusal(rules.react_clauses[0], "nothing to react to"))._replace(
        unit=unit
    )


def must_ask(state: State, queue: ReactionQueue, rules: Ruleset, seat: str) -> bool:
    """Whether `seat` is asked: as public facts say where markers are hidden, else when it has an offer."""
    until = state.standing_passes.get(seat) or queue.standing_passes.get(seat)
    if until and rules.standing_pass_holds(state, queue, seat, until):
        return False
    public = rules.window_public(state, queue, seat)
    return next(offers(state, queue, rules, seat), None) is not None if public is None else public


def planned_as(queue: ReactionQueue, seat: str, choice: Option) -> Reaction:
    """The reaction that an option is, as yet only planned."""
    return Reaction(
        len(queue.reactions),
        choice.unit,
        seat,
        queue.triggers[choice.value].id,
        choice.action,
        target=choice.target,
        targets=list(choice.targets),
        ally=choice.ally,
        weapon=choice.weapon,
        point=choice.point,
        to=choice.to,
        path=list(choice.path),
    )
