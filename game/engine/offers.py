"""Who is asked in a reaction window, what he may declare, and why a unit may not."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from functools import partial
from itertools import islice

from game.engine.decisions import Refusal
from game.engine.options import Listing, Option, Part, fresh_parts
from game.engine.queue import Reaction, ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State


def seats_asked(state: State, queue: ReactionQueue, rules: Ruleset) -> list[str]:
    """Who may be asked in this window, in asking order: the seats named by the triggers, then the acting side."""
    first = [seat for trigger in queue.open_triggers() for seat in trigger.to]
    if rules.policy(queue.kind).asks == "both":
        acting = state.units[queue.instigator].seat
        first += [*state.enemies(acting), *state.rotation(acting)]
    return list(dict.fromkeys(first))


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
    events = queue.open_to(seat)
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
            refused.append(no.but(unit=unit))


def answerable(
    state: State, queue: ReactionQueue, rules: Ruleset, seat: str, enough: int | None = None
) -> Listing | None:
    """What `seat` may answer, None if it may not: as public facts say where markers are hidden, else when it has an offer.

    Where public facts say so there may be no offer; they are listed when somebody reads them. Not more than `enough`
    are listed now.
    """
    public = rules.window_public(state, queue, seat)
    if public is None:
        return list(islice(offers(state, queue, rules, seat), enough)) or None
    return partial(offers, state, queue, rules, seat) if public else None


def passes_unasked(state: State, queue: ReactionQueue, rules: Ruleset, seat: str) -> bool:
    """Whether an earlier pass of `seat` holds here, so that it need not be asked."""
    until = state.standing_passes.get(seat) or queue.standing_passes.get(seat)
    return bool(until) and rules.standing_pass_holds(state, queue, seat, until or "")


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
