"""Events: a small class for each kind, with its fields, its clauses, its sentence, and which fields are secret.

    class Held(Event):
        \"\"\"A unit that could have acted does nothing.\"\"\"

        unit: UnitId
        clauses = ("SC-A19",)
        text = "{unit} holds."

The line in the log, the JSON of the protocol, the reference and the animation are all made from this class.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from game.engine.names import Cell, EventType, Meaning, PhaseId, Seat, UnitId, Verb, members_of, spoken, wins
from game.engine.queue import ActionStatus
from game.engine.viewers import Viewer, may_know
from game.engine.wording import written_ids

if TYPE_CHECKING:
    from game.engine.state import State

__all__ = ["UNSET", "UnsetType"]

EMPTY: Mapping[str, object] = MappingProxyType({})


class Shown(Enum):
    """How an event is shown."""

    LINE = auto()
    """By its line in the log alone."""
    QUIET = auto()
    """Not even by a line, because other events say the same; a window that closes with reactions has one."""
    MOVE = auto()
    """Its `unit` moves along its `path`, if it has one."""
    SHOT = auto()
    """Its `unit` or `units` shoot at its `target`, its `targets` or its `cell`."""
    ROLL = auto()
    """Dice tumble."""
    FALL = auto()
    """Its `unit` falls, if it is put `out`."""
    FLIP = auto()
    """Its `unit` is shown for a moment, because something is turned over or announced."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened. A subclass has fields, a docstring, and either `text` or its own `say`.

    `clauses` are cited unless `Table.emit` is given others. Only the seat that the event is emitted for may know the
    fields named in `hidden`; for everybody else they are UNSET, so their types include that. A field that is UNSET is
    not written to JSON. Creating a subclass raises TypeError if it has no sentence, or if its sentence names a field
    that it does not have.
    """

    type: ClassVar[EventType] = EventType("")
    """The name in the protocol, made from the class name: PutOut -> put_out."""
    clauses: ClassVar[tuple[str, ...]] = ()
    hidden: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = ""
    """The sentence. {field} is replaced by that field: unit ids in capitals, seats and cells by name.

    {field:one|other} gives the first words if the field is 1, true, one unit or one seat, else the second:
    {left:marker|markers}, {seat:holds|hold}.
    """
    fate: ClassVar[str] = ""
    """The words of a card for this result of a roll, "" if it is none; {units} are all units with the same result."""
    shown: ClassVar[Shown] = Shown.LINE
    begins: ClassVar[bool] = False
    """Whether something new begins with this event, so that an exchange of rolls before it is over."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Set the type of the class, and check its sentence."""
        super().__init_subclass__(**options)
        if "type" not in cls.__dict__:
            cls.type = EventType(re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower())
        check_names(cls, "sentence", cls.text)
        check_names(cls, "fate", cls.fate, {"units"})
        if not cls.text and cls.say is Event.say:
            raise TypeError(f"The event {cls.__name__} has no sentence: give it `text` or `say`.")

    def say(self, words: Words) -> str:
        """The sentence, from the fields that the reader may know."""
        return words.fill(self.text, self)

    def fields(self) -> dict[str, object]:
        """The fields that are known, by name, in the order of the class."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}

    def masked(self) -> Event:
        """The event without its hidden fields, for viewers who may not know them."""
        return msgspec.structs.replace(self, **dict.fromkeys(self.hidden, UNSET)) if self.hidden else self


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """An event in the log. `n` is its number in the match, from 0; `cause` that of the event behind it, -1 if none.

    `sees` is the one seat that may know its hidden fields.
    """

    n: int
    event: Event
    clauses: tuple[str, ...] = ()
    cause: int = -1
    sees: Seat = ""

    @property
    def type(self) -> EventType:
        """The event's name in the protocol."""
        return self.event.type

    @property
    def fields(self) -> Mapping[str, object]:
        """All fields of the event by name, as the referee knows them."""
        return self.event.fields()

    def seen_by(self, viewer: Viewer) -> Event:
        """The event as `viewer` may know it."""
        return self.event if may_know(viewer, self.sees) else self.event.masked()


E_ = TypeVar("E_", bound=Event)
Wording = str | Callable[[E_, "Words"], str]
"""A rulebook's own sentence for an event of the engine: a text, or a function of the event and its `Words`."""


class Words:
    """Writes the sentences of events, and how units, seats and cells are named in them."""

    def __init__(self, state: State, own: Mapping[type[Event], Wording[Event]]) -> None:
        """`own` are the rulebook's own sentences for the engine's events."""
        self.state = state
        self._own = own

    def sentence(self, event: Event) -> str:
        """The sentence of an event: the rulebook's own, or else that of its class."""
        own = self._own.get(type(event))
        if own is None:
            return event.say(self)
        return self.fill(own, event) if isinstance(own, str) else own(event, self)

    def cell(self, cell: Cell) -> str:
        """A cell by its name on the map's rulers."""
        return self.state.board.label(cell) if cell >= 0 else "?"

    @staticmethod
    def seat(side: Seat) -> str:
        """The name of a seat, or of a side of several."""
        return spoken(side)

    @staticmethod
    def unit(name: UnitId) -> str:
        """A unit's id in capitals."""
        return name.upper()

    @staticmethod
    def units(names: tuple[UnitId, ...] | list[UnitId]) -> str:
        """The ids of several units as a list in words."""
        return written_ids(names)

    def fill(self, text: str, subject: msgspec.Struct, **more: object) -> str:
        """A text with the fields of an event or a throw filled in, and with what `more` gives by name."""
        return filled(text, subject, self.cell, more)


def filled(
    text: str, subject: msgspec.Struct, cell: Callable[[Cell], str] = str, more: Mapping[str, object] = EMPTY
) -> str:
    """A text with the fields of an event or a throw filled in (`Event.text`); `cell` names a cell."""
    form, fields = _fields_in(type(subject), text)
    values = []
    for name, either, meaning in fields:
        value: Any = more[name] if name in more else getattr(subject, name)
        if either:
            count = len(members_of(value)) if meaning is Meaning.SEAT else value
            value = either[(len(count) if isinstance(count, list) else count) != 1]
        elif meaning is Meaning.UNIT:
            value = value.upper() if isinstance(value, str) else written_ids(value)
        elif meaning is Meaning.SEAT:
            value = spoken(value)
        elif meaning is Meaning.CELL:
            value = cell(value)
        values.append(value)
    return form.format(*values)


@functools.cache
def names_in(text: str) -> frozenset[str]:
    """The fields that a text names."""
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field)


def check_names(kind: type[msgspec.Struct], what: str, text: str, more: Iterable[str] = ()) -> None:
    """Raises TypeError if a text of a class names a field that it does not have, apart from those in `more`."""
    named = names_in(text)
    known = {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}
    if unknown := sorted(name for name in named - known - {*more} if not hasattr(kind, name)):
        raise TypeError(f"The {what} of {kind.__name__} names {', '.join(unknown)}: no such field.")


@functools.cache
def meanings(event: type[msgspec.Struct]) -> dict[str, Meaning]:
    """Field -> its Meaning, also for a list of such values; fields without one are left out."""
    hints = get_type_hints(event, include_extras=True)
    return {name: found for name in event.__struct_fields__ if (found := _meaning(hints[name]))}


def _meaning(hint: object) -> Meaning | None:
    """The Meaning in a type hint, at any depth; None if there is none."""
    metadata = getattr(hint, "__metadata__", ())
    if metadata and isinstance(metadata[0], Meaning):
        return metadata[0]
    return next((found for part in get_args(hint) if (found := _meaning(part))), None)


@functools.cache
def _fields_in(
    kind: type[msgspec.Struct], text: str
) -> tuple[str, tuple[tuple[str, tuple[str, ...], Meaning | None], ...]]:
    """A text with {} for each field, and the fields in order: the name, the two words, the meaning."""
    known = meanings(kind)
    pieces = list(Formatter().parse(text))
    form = "".join(before.replace("{", "{{").replace("}", "}}") + "{}" * bool(name) for before, name, _, _ in pieces)
    return form, tuple(
        (name, tuple(spec.split("|")) if spec else (), known.get(name)) for _, name, spec, _ in pieces if name
    )


# -- the engine's own events: turns and phases, windows and queues, the end -------------------------------------------


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
    shown = Shown.QUIET
    text = "Turn {turn} ends."


class PhaseStarted(Event, frozen=True):
    """A phase begins. `seat` is the seat whose phase it is, "" for a phase of all."""

    phase: PhaseId
    title: str
    seat: Seat
    begins = True

    def say(self, words: Words) -> str:
        """That it begins; a title of one plural word ("Orders") takes the plural."""
        plural = " " not in self.title and self.title.endswith("s") and not self.title.endswith("ss")
        return f"{self.title} {'begin' if plural else 'begins'}."


class PhaseEnded(Event, frozen=True):
    """A phase is over."""

    phase: PhaseId
    shown = Shown.QUIET
    text = "The phase is over."


class GameEnded(Event, frozen=True):
    """The game is over. `winner` is a seat or a side, "" for a draw."""

    winner: Seat
    reason: str

    def say(self, words: Words) -> str:
        return f"{wins(self.winner)}: {self.reason}."


class Passed(Event, frozen=True):
    """A seat declares nothing more in a window. `until`: how long its pass holds, if not only for this window.

    Only the seat itself knows `until`. To others, a pass that is made by an earlier one looks like any other.
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
    shown = Shown.FLIP
    text = "{unit} reacts to {answers}."


class WindowClosed(Event, frozen=True):
    """A window has closed, with `reactions` waiting to be carried out."""

    reactions: int
    shown = Shown.QUIET
    text = "{reactions} {reactions:reaction|reactions} declared."


class TieSettled(Event, frozen=True):
    """Delegates of equal reactions have rolled: the winner goes first, or hesitates."""

    winner: UnitId
    hesitates: bool
    units: list[UnitId]
    text = "{winner} wins the tie and {hesitates:hesitates|goes first}."


class ReactionStarted(Event, frozen=True):
    """A reaction is about to be carried out."""

    unit: UnitId
    action: Verb
    shown = Shown.QUIET
    begins = True
    text = "{unit} reacts now."


class ReactionResolved(Event, frozen=True):
    """A reaction has been carried out."""

    unit: UnitId
    action: Verb
    shown = Shown.QUIET
    text = "{unit}’s reaction is resolved."


class ReactionLapsed(Event, frozen=True):
    """A reaction has become impossible, for the reason given."""

    unit: UnitId
    reason: str
    text = "{unit}’s reaction lapses: {reason}."


class ActionEnded(Event, frozen=True):
    """An action and all reactions to it are over. `status`: done, lost or stopped."""

    unit: UnitId
    status: ActionStatus
    shown = Shown.QUIET
    text = "The action is over."
