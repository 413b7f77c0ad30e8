"""Drafts in Epic: a whole set of moves is worked out on a copy of the table before its first move is named."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decisions import Decision, Refusal
from game.engine.drafts import plan
from game.engine.names import Seat
from game.engine.options import CONFIRM, RESET, Option, Options
from game.engine.ruleset import Ruleset
from game.rules.epic.drafts import ways_of
from game.rules.epic.formations import on_table
from game.rules.epic.ground import span
from game.rules.epic.judging import Held
from game.rules.epic.plans import layout
from game.rules.epic.state import Battle, EpicQueue, Stand
from game.rules.epic.vocabulary import Verbs

Signature = tuple[tuple[str, str, str, int], ...]
"""What a seat has planned: unit, action, target and cell of each move."""


class Draft:
    """A draft on a copy of the table, with the engine's own offers and checks. `taken`: the options so far."""

    def __init__(self, rules: Ruleset, state: Battle, seat: Seat) -> None:
        """Starts without what the seat has planned on the table."""
        self.rules = rules
        self.seat = seat
        self.state = state.apart()
        self.queue: EpicQueue = self.state.queues[-1]
        self.queue.drop_plan({reaction.unit for reaction in self.queue.plan(seat)})
        self.taken: list[Option] = []
        self.signs: list[Signature] = [signature(self.queue, seat)]

    def copy(self) -> Draft:
        """A copy that can be continued without changing this draft."""
        twin = object.__new__(Draft)
        twin.rules, twin.seat = self.rules, self.seat
        twin.state = self.state.clone()  # planning changes no stand
        twin.state.queues = [queue.clone() for queue in self.state.queues]
        twin.queue = twin.state.queues[-1]
        twin.taken, twin.signs = self.taken.copy(), self.signs.copy()
        return twin

    def offers(self, unit: str) -> list[Option]:
        """What may be planned for a unit now; a formation's first unit also has the moves of the whole formation."""
        trigger = self.queue.open_triggers()[0]
        parts = self.rules.may_react(self.state, self.queue, trigger, unit)
        return [] if isinstance(parts, Refusal) else list(Options(parts))

    def cells(self, unit: Stand) -> tuple[int, ...]:
        """The cells a stand may be moved to by itself, in the order of its offers."""
        found = ways_of(self.state, self.queue, layout(self.state, self.queue, but=unit.id), unit)
        return () if isinstance(found, Refusal) else tuple(found)

    def add(self, option: Option) -> Draft:
        """Plan an option; returns this draft."""
        plan(self.state, self.queue, self.rules, self.seat, option)
        self.taken.append(option)
        self.signs.append(signature(self.queue, self.seat))
        return self

    def refused(self) -> bool:
        """Whether the draft could not be confirmed now."""
        return self.refusal() is not None

    def refusal(self) -> Refusal | None:
        """Why the draft could not be confirmed now; None if it could."""
        return self.rules.plan_refused(self.state, self.queue, self.seat)


def settled(draft: Draft) -> Draft:
    """The draft with stands moved, as little as possible, that must not stay in a zone of control (EP-A33)."""
    base = draft
    while isinstance(no := draft.refusal(), Held):
        unit = draft.state.units[no.unit]
        options = [o for o in draft.offers(unit.id) if o.unit == unit.id and o.action == Verbs.MOVE]
        options.sort(key=lambda o: (span(draft.state, unit.at, o.to), o.to))
        tries = (draft.copy().add(option) for option in options)
        mended = next((one for one in tries if (left := one.refusal()) is None or left.unit != no.unit), None)
        if mended is None:
            break
        draft = mended
    return draft if not draft.refused() else completed(base)


def completed(draft: Draft) -> Draft:
    """The draft with the rules' suggestions for stands that must leave a zone of control and have no move yet."""
    state = draft.state
    while name := draft.rules.completing(draft.state, draft.queue, draft.seat):
        members = (unit for formation in draft.queue.action.drafting for unit in on_table(state, formation))
        offers = (option for unit in members for option in draft.offers(unit.id))
        draft = draft.copy().add(next(option for option in offers if option.id == name))
    return draft


def signature(queue: EpicQueue, seat: Seat) -> Signature:
    """A seat's plan as a value to compare."""
    return tuple((r.unit, r.action, r.target, r.to) for r in queue.plan(seat))


def next_answer(decision: Decision, now: Signature, taken: Sequence[Option], signs: Sequence[Signature]) -> Option:
    """What comes next in a draft: its next move, or `confirm` at its end. A plan that is not its own is reset first."""
    places = [place for place, sign in enumerate(signs) if sign == now]
    closing = (CONFIRM.id, RESET.id) if places else (RESET.id, CONFIRM.id)
    names = [taken[place].id for place in places[-1:] if place < len(taken)]
    found = (decision.option(name) for name in (*names, *closing))
    return next((option for option in found if option is not None), decision.options[0])
