"""Which seats are asked in a reaction window, what they may declare, and why a unit may not react."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache, partial
from itertools import islice, takewhile

from game.engine.decisions import Refusal
from game.engine.forecast import Forecast
from game.engine.names import Seat, UnitId
from game.engine.options import REACT, Listing, Option, Part, fresh_parts
from game.engine.queue import Reaction, ReactionQueue, aimed_at
from game.engine.ruleset import Ruleset, barred
from game.engine.standing import Danger, Standing, When
from game.engine.state import State, Unit


def seats_asked(state: State, queue: ReactionQueue, rules: Ruleset) -> list[Seat]:
    """The seats that may be asked in this window, in order: those named by the triggers, then the acting side."""
    first = [seat for trigger in queue.open_triggers() for seat in trigger.to]
    if rules.policy(queue.kind).asks == "both":
        acting = state.units[queue.instigator].seat
        first += [*state.enemies(acting), *state.rotation(acting)]
    return list(dict.fromkeys(first))


def offers(
    state: State,
    queue: ReactionQueue,
    rules: Ruleset,
    seat: Seat,
    but: Collection[UnitId] = (),
    *,
    refused: list[Refusal] | None = None,
) -> Iterator[Part]:
    """Every reaction that `seat` may declare now, without those of the units in `but`.

    If a rulebook offers the same option id for several triggers, it answers the earliest. For each unit without an
    offer, the first reason is added to `refused`, so that it need not be worked out again.
    """
    listed: set[Hashable] = set()
    events = queue.open_to(seat)
    for unit in rules.reactors(state, seat):
        if unit in but:
            continue
        no = barred(rules, state, queue, unit)
        offered = False
        for parts in rules.may_react_all(state, queue, events, unit) if no is None else ():
            if isinstance(parts, Refusal):
                no = no or parts
            else:
                offered = offered or bool(parts)
                yield from fresh_parts(parts, listed)
        if refused is not None and no is not None and not offered:
            refused.append(no.but(unit=unit))


def answerable(
    state: State, queue: ReactionQueue, rules: Ruleset, seat: Seat, enough: int | None = None
) -> Listing | None:
    """The reactions that `seat` may declare, or None if it is not to be asked.

    With hidden markers, public facts decide whether it is asked (`Ruleset.window_public`), and the list may be empty.
    Otherwise it is asked if it has an offer, and the list has at most `enough` offers. They are worked out when the
    list is read.
    """
    public = rules.window_public(state, queue, seat)
    if public is None:
        parts = islice(offers(state, queue, rules, seat), enough)
        first = next(parts, None)
        return None if first is None else cache(lambda: [first, *parts])  # `parts` can be read only once
    return partial(offers, state, queue, rules, seat) if public else None


def passes_unasked(state: State, queue: ReactionQueue, rules: Ruleset, seat: Seat) -> bool:
    """Whether an earlier pass of `seat` still holds in this window, so that it is not asked."""
    until = state.standing_passes.get(seat) or queue.standing_passes.get(seat) or ""
    return until != "" and passes_by_standing(state, queue, rules, seat, rules.pass_until[until].standing)


def passes_by_standing(state: State, queue: ReactionQueue, rules: Ruleset, seat: Seat, standing: Standing) -> bool:
    """Whether a standing answer of `seat` passes in this window: it wants to be asked about none of its reactions.

    Its reactions are judged by public facts (`Ruleset.supposing`), so that a pass does not reveal face-down markers.
    """
    if rules.policy(queue.kind).drafts:
        return False
    ruled = rules.standing_answer_passes(state, queue, seat, standing)
    if ruled is not None:
        return ruled
    units = rules.reactors(state, seat)
    if standing.never(units):
        return True
    supposed = rules.supposing(state, seat, REACT)
    public = state if supposed is None else supposed
    endangered = endangered_units(rules, public, public.queues[-1], seat)
    but = [unit for unit in units if standing.of(unit) is None]
    return not any(
        (when := standing.of(option.unit)) is not None and _wants_asking(public, rules, option, when, endangered)
        for part in offers(public, public.queues[-1], rules, seat, but)
        for option in _short_list(part)
    )


def endangered_units(rules: Ruleset, state: State, queue: ReactionQueue, seat: Seat) -> AbstractSet[UnitId]:
    """The units of `seat` that the open triggers may harm, by public facts.

    These are the units aimed at, and those that the acting unit will see within range at the end of its path.
    """
    names = {name for trigger in queue.open_triggers() for name in aimed_at(queue, trigger)}
    if any(trigger.by < 0 for trigger in queue.open_triggers()) and queue.instigator in state.units:
        names |= rules.in_range(state, queue, seat)
    return {name for name in names if name in state.units and state.units[name].seat == seat}


def drafting(rules: Ruleset, state: State) -> Seat:
    """The seat that is drawing up a plan to be confirmed as a whole; "" if none is."""
    queue = state.queues[-1] if state.queues else None
    return queue.asking if queue is not None and rules.policy(queue.kind).drafts else ""


def _short_list(part: Part) -> Iterator[Option]:
    """The option itself, or the options of a block that name at most one target."""
    if isinstance(part, Option):
        yield part
    else:
        yield from takewhile(lambda option: len(option.targets) <= 1, (part[place] for place in range(len(part))))


def _wants_asking(state: State, rules: Ruleset, option: Option, when: When, endangered: Collection[UnitId]) -> bool:
    """Whether a seat wants to be asked about an option: it is near enough, and danger or odds are as it says."""
    if when.always:
        return True
    target = state.units.get(option.target or next(iter(option.targets), ""))
    if when.targets and (target is None or target.profile not in when.targets):
        return False
    forecast = rules.forecast(state, option) if when.within or when.odds else None
    if when.within and target is not None and _distance_to(state, option, target, forecast) > when.within:
        return False
    if when.danger is Danger.NOBODY and not when.odds:
        return True
    if (when.danger is Danger.ITSELF and option.unit in endangered) or (when.danger is Danger.ANYBODY and endangered):
        return True
    return bool(when.odds) and forecast is not None and forecast.p_out * 100 >= when.odds


def _distance_to(state: State, option: Option, target: Unit, forecast: Forecast | None) -> int:
    """The distance to an option's target, from its unit or as its forecast has it, whichever is less; 0 if unknown."""
    actor = state.units.get(option.unit)  # a formation that fires as one names no unit
    distances = [forecast.distance] if forecast is not None else []
    distances += [state.board.distance(actor.at, target.at)] if actor is not None else []
    return min(distances, default=0)


def planned_as(queue: ReactionQueue, seat: Seat, choice: Option) -> Reaction:
    """The reaction that an option stands for, not declared yet."""
    return Reaction(
        len(queue.reactions),
        choice.unit,
        seat,
        queue.triggers[choice.trigger].id,
        choice.action,
        target=choice.target,
        targets=list(choice.targets),
        ally=choice.ally,
        weapon=choice.weapon,
        point=choice.point,
        to=choice.to,
        path=list(choice.path),
    )
