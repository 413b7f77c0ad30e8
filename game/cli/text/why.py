"""`why`: what a unit may do here, and which clause forbids it, as far as the viewer may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.cli.text.say import MOST_TOLD, option_text
from game.cli.text.table import TextTable
from game.engine.decisions import Decision, Refusal
from game.engine.match import Match
from game.engine.names import UnitId
from game.engine.options import REACT, Option
from game.engine.viewers import PUBLIC
from game.engine.wording import as_words


class MayDo(NamedTuple):
    """What a unit may do, and a refusal; if `reacting`, the refusal is only about reacting."""

    options: Sequence[Option]
    refusal: Refusal | None
    reacting: bool


def whys(table: TextTable) -> Mapping[UnitId, MayDo]:
    """What each unit may do, for the units about which the viewer may know, if they are in play or may come back."""
    decision, units = table.decision, table.shown.front.units
    may_do = {name: _why(name, answer, decision) for name, answer in _answers(table, decision).items()}
    return {name: why for name, why in may_do.items() if why.options or not units[name].out}


def _answers(table: TextTable, decision: Decision | None) -> Mapping[UnitId, Sequence[Option] | Refusal]:
    """What each unit may declare in the open window of reactions, or why it may declare nothing.

    On a shared table, for a unit without an open window: its options for the question, or why it has none.
    """
    session, match = table.session, table.shown
    if not table.timeline.at_end or table.viewer != PUBLIC or decision is None:
        return match.why(table.viewer)
    answers: dict[UnitId, Sequence[Option] | Refusal] = {}
    for name, unit in match.front.units.items():
        own = [option for option in decision.options if option.unit == name]
        window = session.why(name) if unit.seat in session.sight.answers else None
        answer = window or own or _refusal(decision, name)
        if answer:
            answers[name] = answer
    return answers


def _why(name: UnitId, answer: Sequence[Option] | Refusal, decision: Decision | None) -> MayDo:
    """Add to a refusal of the open window the options that the unit has for the question, or why it has none."""
    if not isinstance(answer, Refusal):
        return MayDo(answer, None, reacting=False)
    if decision is None:
        return MayDo((), answer, reacting=False)
    own = [option for option in decision.options if option.unit == name]
    barred = _refusal(decision, name)
    return MayDo(own, barred or answer, reacting=decision.kind != REACT and barred is None)


def _refusal(decision: Decision, name: UnitId) -> Refusal | None:
    return next((no for no in decision.refused if no.unit == name), None)


def why_line(match: Match, name: UnitId, why: MayDo | None, *, barred: bool) -> str:
    """A sentence that says what a unit may do, or why it may not.

    With `barred`, the refusal is preferred if there is one. `why` is None if the viewer may not know about the unit.
    """
    unit = name.upper()
    if why is None and match.front.units[name].out:
        return f"{unit} may do nothing here: {match.rules.out_condition(match.front.units[name]).words}."
    if why is None:
        return f"{unit} is not yours; what it may do is its owner's to know."
    if why.refusal is None or (why.options and not barred):
        return f"{unit} may: {_in_short(match, why.options)}."
    reason = why.refusal.cited
    if why.reacting:
        here = "may do what is asked here" if why.options else "has no answer to what is asked here"
        return f"{unit} {here}; it may not react: {reason}."
    return f"{unit} may not: {reason}."


def _in_short(match: Match, options: Sequence[Option]) -> str:
    """The texts of the options; with many options, moves are only counted for each pace."""
    abridged = len(options) > MOST_TOLD
    texts = [option_text(match, option) for option in options if option.to < 0 or not abridged]
    if abridged:
        cells = Counter(as_words(option.how) for option in options if option.to >= 0)
        texts += [f"{pace} to {count} cells" for pace, count in cells.items()]
    return "; ".join(texts)
