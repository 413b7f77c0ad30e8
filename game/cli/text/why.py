"""`why`: what a unit may do here, and what bars it, as far as the one who looks may be told."""

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
    """What a unit may do, and what bars it: where it is `reacting`, that is why it may not react to anything here."""

    options: Sequence[Option]
    refusal: Refusal | None
    reacting: bool


def whys(table: TextTable) -> Mapping[UnitId, MayDo]:
    """Of each unit of which it may be told and that stands, or may come back."""
    asked, units = table.decision, table.shown.front.units
    found = {name: _why(name, answer, asked) for name, answer in _answers(table, asked).items()}
    return {name: why for name, why in found.items() if why.options or not units[name].out}


def _answers(table: TextTable, asked: Decision | None) -> Mapping[UnitId, Sequence[Option] | Refusal]:
    """What each of these units may declare in the window that is open, or why nothing.

    On a shared table, where no window is open for it: its answers to what is asked, or why it has none.
    """
    session, match = table.session, table.shown
    if not table.timeline.at_end or table.viewer != PUBLIC or asked is None:
        return match.why(table.viewer)
    found: dict[UnitId, Sequence[Option] | Refusal] = {}
    for name, unit in match.front.units.items():
        own = [option for option in asked.options if option.unit == name]
        window = session.why(name) if unit.seat in session.speakers else None
        answer = window or own or _refused(asked, name)
        if answer:
            found[name] = answer
    return found


def _why(name: UnitId, answer: Sequence[Option] | Refusal, asked: Decision | None) -> MayDo:
    """Beside a refusal of the open window stand the answers that the unit has to what is asked, or why it has none."""
    if not isinstance(answer, Refusal):
        return MayDo(answer, None, reacting=False)
    if asked is None:
        return MayDo((), answer, reacting=False)
    own = [option for option in asked.options if option.unit == name]
    barred = _refused(asked, name)
    return MayDo(own, barred or answer, reacting=asked.kind != REACT and barred is None)


def _refused(asked: Decision, name: UnitId) -> Refusal | None:
    return next((no for no in asked.refused if no.unit == name), None)


def why_line(match: Match, name: UnitId, why: MayDo | None, *, barred: bool) -> str:
    """What a unit may do, or why not; with `barred` the latter, where there is anything. None: nothing is told of it."""
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
    """What may be done, cells only counted where there are many."""
    many = len(options) > MOST_TOLD
    told = [option_text(match, option) for option in options if option.to < 0 or not many]
    if many:
        cells = Counter(as_words(option.how) for option in options if option.to >= 0)
        told += [f"{pace} to {count} cells" for pace, count in cells.items()]
    return "; ".join(told)
