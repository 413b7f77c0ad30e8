"""Events: what has happened, one small class for each, with its clauses, its sentence and who may know what of it.

    class Held(Event):
        \"\"\"A unit that could have acted does nothing.\"\"\"

        unit: UnitId
        clauses = ("SC-A19",)
        text = "{unit} holds."

The log line, the protocol's JSON, the reference and the animation all come from the class.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from game.engine.names import Cell, EventType, Meaning, PhaseId, Seat, UnitId, Verb, spoken, wins
from game.engine.queue import ActionStatus
from game.engine.viewers import Viewer, may_know
from game.engine.wording import number_of, written_ids

if TYPE_CHECKING:
    from game.engine.state import State

__all__ = ["UNSET", "UnsetType"]


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened. A subclass has its fields, its docstring, and `text` or a `say` of its own.

    `clauses` are cited unless `Table.emit` is given others. Fields named in `hidden` are known only to the seat the
    event is emitted for; for everybody else they are UNSET, and so they are typed. Fields that are UNSET do not leave
    the program. Raises TypeError, when the class is made, if it has no sentence or its sentence names no field of it.
    """

    type: ClassVar[EventType] = EventType("")
    """The name in the protocol, made from the class name: PutOut -> put_out."""
    clauses: ClassVar[tuple[str, ...]] = ()
    hidden: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = ""
    """The sentence. {field} becomes the field, ids of units in capitals, seats and cells by their names."""
    fate: ClassVar[str] = ""
    """What a card says has come of a roll, "" for what is no such thing; {units} are all of whom the same is told."""
    begins: ClassVar[bool] = False
    """Whether something new begins with it, so that what was rolled before is over."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Name the class, and see that there is a sentence."""
        super().__init_subclass__(**options)
        if "type" not in cls.__dict__:
            cls.type = EventType(re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower())
        named = {field for _, field, _, _ in Formatter().parse(cls.text) if field}
        known = {name for base in cls.__mro__ for name in getattr(base, "__annotations__", ())}
        named |= {field for _, field, _, _ in Formatter().parse(cls.fate) if field} - {"units"}
        if named - known:
            raise TypeError(f"The sentence of {cls.__name__} names {', '.join(sorted(named - known))}: no such field.")
        if not cls.text and cls.say is Event.say:
            raise TypeError(f"The event {cls.__name__} has no sentence: give it `text` or `say`.")

    def say(self, words: Words) -> str:
        """One plain sentence, from the fields that its reader may know."""
        return words.fill(self.text, self)

    def fields(self) -> dict[str, object]:
        """What is known of it, name by name, in the order of the class."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}

    def masked(self) -> Event:
        """What those know of it who may not know all."""
        return msgspec.structs.replace(self, **dict.fromkeys(self.hidden, UNSET)) if self.hidden else self


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """An event in the log. `n` counts from 0 in a match; `cause` is the number of the event it came from (-1: none).

    `sees` is the seat that alone may know the fields its class hides.
    """

    n: int
    event: Event
    clauses: tuple[str, ...] = ()
    cause: int = -1
    sees: Seat = ""

    @property
    def type(self) -> EventType:
        """Its name in the protocol."""
        return self.event.type

    @property
    def fields(self) -> Mapping[str, object]:
        """Every field it has, name by name, as the referee knows them."""
        return self.event.fields()

    def seen_by(self, viewer: Viewer) -> Event:
        """The event as `viewer` may know it."""
        return self.event if may_know(viewer, self.sees) else self.event.masked()


E_ = TypeVar("E_", bound=Event)
Wording = str | Callable[[E_, "Words"], str]
"""Another sentence for an event of the engine, in a rulebook's own words: a text, or a function of event and words."""


class Words:
    """How a reader of the log is told of units, seats and cells."""

    def __init__(self, state: State, own: Mapping[type[Event], Wording[Event]]) -> None:
        """`own` are the sentences that a rulebook has for the engine's events."""
        self.state = state
        self._own = own

    def sentence(self, event: Event) -> str:
        """The sentence of an event, in the rulebook's words where it has some."""
        own = self._own.get(type(event))
        if own is None:
            return event.say(self)
        return self.fill(own, event) if isinstance(own, str) else own(event, self)

    def cell(self, cell: Cell) -> str:
        """A cell as the rulers name it."""
        return self.state.board.label(cell) if cell >= 0 else "?"

    @staticmethod
    def seat(side: Seat) -> str:
        """A seat, or a side of several, by its name."""
        return spoken(side)

    @staticmethod
    def unit(name: UnitId) -> str:
        """A unit's id as people write it."""
        return name.upper()

    @staticmethod
    def units(names: tuple[UnitId, ...] | list[UnitId]) -> str:
        """Several ids, joined."""
        return written_ids(names)

    def fill(self, text: str, event: Event) -> str:
        """A text with the event's fields in it."""
        shown = {name: self._shown(meaning, getattr(event, name)) for name, meaning in _named(type(event), text)}
        return text.format_map(shown)

    def _shown(self, meaning: Meaning | None, value: Any) -> object:
        match meaning:
            case Meaning.UNIT:
                return self.unit(value) if isinstance(value, str) else self.units(value)
            case Meaning.SEAT:
                return self.seat(value)
            case Meaning.CELL:
                return self.cell(value)
        return value


@functools.cache
def meanings(event: type[msgspec.Struct]) -> dict[str, Meaning]:
    """Field -> what it holds, alone or in a list, where that is more than a value."""
    hints = get_type_hints(event, include_extras=True)
    return {name: found for name in event.__struct_fields__ if (found := _meaning(hints[name]))}


def _meaning(hint: object) -> Meaning | None:
    """The meaning of an annotated type, wherever it stands in the hint."""
    metadata = getattr(hint, "__metadata__", ())
    if metadata and isinstance(metadata[0], Meaning):
        return metadata[0]
    return next((found for part in get_args(hint) if (found := _meaning(part))), None)


@functools.cache
def _named(event: type[Event], text: str) -> tuple[tuple[str, Meaning | None], ...]:
    found = meanings(event)
    return tuple((field, found.get(field)) for _, field, _, _ in Formatter().parse(text) if field)


# -- the engine's own events: turns and phases, windows and queues, the end ----------------------------------------------


class TurnStarted(Event, frozen=True):
    """A turn (or a seat's turn) begins."""

    turn: int
    seat: Seat
    begins = True
    text = "Turn {turn} begins."


class TurnEnded(Event, frozen=True):
    """A turn (or a seat's turn) is over."""

    turn: int
    seat: Seat
    text = "Turn {turn} ends."


class PhaseStarted(Event, frozen=True):
    """A phase begins; `seat` is whose it is, "" for everybody's."""

    phase: PhaseId
    title: str
    seat: Seat
    begins = True
    text = "{title} begins."


class PhaseEnded(Event, frozen=True):
    """A phase is over."""

    phase: PhaseId
    text = "The phase is over."


class GameEnded(Event, frozen=True):
    """The game is over; `winner` is a seat or a side, "" for a draw."""

    winner: Seat
    reason: str

    def say(self, words: Words) -> str:
        """Who wins and why."""
        return f"{wins(self.winner)}: {self.reason}."


class Passed(Event, frozen=True):
    """A seat declares nothing (more); `until` when it does not want to be asked again, where it is asked again and again.

    That is its own business: for everybody else a pass is a pass, also one that a standing pass makes unasked.
    """

    seat: Seat
    until: str | UnsetType = UNSET
    hidden = ("until",)
    text = "{seat} passes."


class ReactionDeclared(Event, frozen=True):
    """A unit announces its reaction to what the unit `answers` does."""

    unit: UnitId
    action: Verb
    target: UnitId
    targets: list[UnitId]
    ally: UnitId
    weapon: str
    answers: UnitId
    text = "{unit} reacts to {answers}."


class WindowClosed(Event, frozen=True):
    """Nobody has more to declare. `count`: how many reactions wait to be carried out."""

    reactions: int

    def say(self, words: Words) -> str:
        """How many."""
        return f"{number_of(self.reactions, 'reaction')} declared."


class TieSettled(Event, frozen=True):
    """Delegates of equal reactions have rolled: the winner goes first, or hesitates."""

    winner: UnitId
    hesitates: bool
    units: list[UnitId]

    def say(self, words: Words) -> str:
        """Who has won, and what he makes of it."""
        return f"{words.unit(self.winner)} wins the tie and {'hesitates' if self.hesitates else 'goes first'}."


class ReactionStarted(Event, frozen=True):
    """A reaction's slot has come."""

    unit: UnitId
    action: Verb
    begins = True
    text = "{unit} reacts now."


class ReactionResolved(Event, frozen=True):
    """A reaction has been carried out."""

    unit: UnitId
    action: Verb
    text = "{unit}’s reaction is resolved."


class ReactionLapsed(Event, frozen=True):
    """A reaction is lost, and why."""

    unit: UnitId
    reason: str
    text = "{unit}’s reaction lapses: {reason}."


class ActionEnded(Event, frozen=True):
    """An action and all that came of it are over. `status`: done, lost, stopped."""

    unit: UnitId
    status: ActionStatus
    text = "The action is over."
