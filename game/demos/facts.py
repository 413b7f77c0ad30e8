"""What a step of a demonstration shows: the numbers that its caption may name, and the clauses that it touches.

A caption gets its numbers from the step, in braces, as "what.which":

    {to hit.faces} {to hit.sum} {to hit.1}     a roll by its label: its faces, their sum, one face
    {to hit.need} {to hit.dice}                what it needs, and its dice
    {to hit.overwatch} {fire.range die}        a row of its sum, by its words; or any number that the roll shows
    {moved.distance} {models_lost.figures}     an event by its type: how far a unit has gone, or any of its numbers
    {r1:fire:b1.distance}                      an option, as offered before or after the step: a row of its forecast,
                                               `need`, `distance` or `chance`
    {r1.RE} {r1 to r2}                         a stat of a unit, and the distance between two units
    {EP-04:5}                                  a number that stands in the text of a clause

"to hit 2" is the second roll of that label in the step, "moved 2" the second event of that type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from game.engine.decisions import DICE, Decision, Refusal
from game.engine.events import LogEntry, meanings
from game.engine.log import LogLine
from game.engine.match import Match
from game.engine.names import Meaning
from game.engine.rulebook import Rulebook
from game.engine.state import State
from game.engine.throws import Rolled, dice_words
from game.engine.wording import Modifier, percent, signed

Rows = tuple[Modifier, ...]
BRACES = re.compile(r"\{([^{}]*)\}")
_CLAUSE_ID = r"[A-Z]{2}-A?\d{1,2}[a-z]?"
CLAUSE = re.compile(rf"\b{_CLAUSE_ID}\b")
"""A clause or ruling that a text names."""
_QUOTED = re.compile(rf"({_CLAUSE_ID}):\s*(.+)")
_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
_NUMBER = re.compile(rf"[\w-]*\d[\w-]*|\b(?:{_WORDS})(?= (?:inch|inches|cm)\b)", re.IGNORECASE)
"""A word with a digit in it, or a length in words."""


class Moment(NamedTuple):
    """A question as it stands: the decision, and the state where it is asked."""

    decision: Decision | None
    front: State

    @classmethod
    def of(cls, match: Match) -> Moment:
        """The present moment of a match."""
        return cls(match.pending, match.front)


class FactError(ValueError):
    """A step does not have the fact that a text names; the message says so, and what there is instead."""


class Facts:
    """The facts of one step: the question before it, its events, and the question to which it leads."""

    def __init__(self, match: Match, book: Rulebook, before: Moment, events: Sequence[LogEntry]) -> None:
        self.match, self.book, self.before, self.after = match, book, before, Moment.of(match)
        self.lines = [match.line(event) for event in events]

    # -- numbers --------------------------------------------------------------------------------------------------

    def fill(self, text: str) -> str:
        """A caption with its numbers. Raises FactError."""
        return BRACES.sub(lambda found: self.fact(found[1]), text)

    def fact(self, name: str) -> str:
        """One fact by its name. Raises FactError."""
        if quoted := _QUOTED.fullmatch(name):
            return self._quoted(*quoted.groups())
        if "." not in name:
            return self._apart(name)
        what, _, which = name.rpartition(".")
        known = self._numbers.get(what) or self._unit(what) or self._option(what)
        if not known:
            raise FactError(f"{{{name}}}, but the step has {self.known}")
        if which not in known:
            raise FactError(f"{{{name}}}, but {what} has {', '.join(known)}")
        return known[which]

    @cached_property
    def _numbers(self) -> dict[str, dict[str, str]]:
        """Label of a roll or type of an event -> its numbers by name."""
        found: dict[str, dict[str, str]] = {}
        for line in self.lines:
            name = line.rolled.throw.why if line.rolled else str(line.type)
            numbers = dict(_of_roll(line.rolled)) if line.rolled else dict(self._of_event(line))
            if numbers:
                count = sum(other == name or other.rpartition(" ")[0] == name for other in found)
                found[f"{name} {count + 1}" if count else name] = numbers
        return found

    @property
    def known(self) -> str:
        """The rolls and events that have numbers, in words."""
        return ", ".join(self._numbers) or "no roll and no event with a number"

    def _of_event(self, line: LogLine) -> Iterator[tuple[str, str]]:
        cells = meanings(type(line.event))
        for name, value in line.event.fields().items():
            if cells.get(name) is Meaning.CELL:
                if name == "path" and isinstance(value, list | tuple) and value:
                    yield "distance", str(self.match.setup.board.distance(value[0], value[-1]))
            elif isinstance(value, int) and not isinstance(value, bool):
                yield name, str(value)

    def _unit(self, name: str) -> Mapping[str, str]:
        unit = next((unit for unit in self.match.view().units if unit.id == name), None)
        return {stat: str(value) for stat, value in unit.stats.items()} if unit else {}

    def _option(self, name: str) -> Mapping[str, str]:
        """The forecast of an option that is offered before or after the step."""
        rules = self.match.rules
        for decision, front in (self.before, self.after):
            option = decision.option(name) if decision is not None and decision.seat != DICE else None
            forecast = rules.forecast(front, option) if option is not None else None
            if forecast is not None:
                return {
                    **dict(forecast.terms),
                    "need": forecast.needs,
                    "distance": str(forecast.distance),
                    "chance": percent(forecast.chance),
                }
            if option is not None and option.to >= 0:
                return {"distance": str(self.match.setup.board.distance(front.units[option.unit].at, option.to))}
        return {}

    def _apart(self, name: str) -> str:
        units = self.match.front.units
        one, _, other = name.partition(" to ")
        if one not in units or other not in units:
            raise FactError(f"{{{name}}}, but the units are {', '.join(units)}")
        return str(self.match.setup.board.distance(units[one].at, units[other].at))

    def _quoted(self, clause: str, number: str) -> str:
        rule = self.book.clauses.get(clause)
        text = rule.text if rule else self.book.rulings[clause].reading
        if not re.search(rf"(?<!\w){re.escape(number)}(?!\w)", text):
            raise FactError(f'{{{clause}:{number}}}, but {clause} says "{text.rstrip(".")}"')
        return number

    # -- clauses --------------------------------------------------------------------------------------------------

    @cached_property
    def touched(self) -> frozenset[str]:
        """The clauses of its events and rolls, of both questions, and of their options, forecasts and refusals."""
        return frozenset([*self._of_lines(), *self._of_question(*self.before), *self._of_question(*self.after)])

    def _of_lines(self) -> Iterator[str]:
        for line in self.lines:
            yield from line.clauses
            if line.rolled is not None and line.rolled.throw.sum is not None:
                yield from (clause for _, _, clause in line.rolled.throw.sum.rows or ())

    def _of_question(self, decision: Decision | None, front: State) -> Iterator[str]:
        if decision is None or decision.seat == DICE:
            return
        rules = self.match.rules
        yield from decision.clauses
        yield from (refusal.clause for refusal in decision.refused)
        yield from (answer.clause for unit in front.units if isinstance(answer := rules.why(front, unit), Refusal))
        yield from (remark.clause for remark in rules.remarks(front, decision))
        for option in decision.options:
            yield from option.clauses
            if (forecast := rules.forecast(front, option)) is not None:
                yield from (clause for _, _, clause in (*forecast.modifiers, *forecast.results))

    def has(self, shown: str) -> bool:
        """Whether it has something of that name: an option that is offered, an event, a roll."""
        offered = (decision.option(shown) for decision, _ in (self.before, self.after) if decision is not None)
        named = {name for line in self.lines for name in (str(line.type), line.rolled.throw.why if line.rolled else "")}
        return shown in named or any(offered)


def _of_roll(roll: Rolled) -> Iterator[tuple[str, str]]:
    throw = roll.throw
    for name, value in throw.shown().items():
        if isinstance(value, int) and not isinstance(value, bool):
            yield name, str(value)
    rows = throw.sum.rows if throw.sum is not None else msgspec.convert(throw.shown().get("modifiers", ()), Rows)
    yield from ((words, signed(number)) for words, number, _ in rows or ())
    if throw.sum is not None:
        yield throw.sum.terms[0]
    if isinstance(throw.needs, int):
        yield "need", (throw.form or "{}").format(throw.needs)
    if roll.outcome is not None:
        yield "outcome", str(roll.outcome)
    yield "dice", dice_words(throw.dice)
    yield "faces", " + ".join(map(str, roll.faces))
    yield "sum", str(sum(roll.faces))
    yield from ((str(place), str(face)) for place, face in enumerate(roll.faces, 1))


def bare_numbers(text: str, names: Iterable[str]) -> list[str]:
    """The numbers that a caption writes itself. A clause, and one of `names` (units and cells), is no number."""
    known = {name.lower() for name in names}
    words = _NUMBER.findall(BRACES.sub("", text))
    return [word for word in words if word.lower() not in known and not CLAUSE.fullmatch(word)]
