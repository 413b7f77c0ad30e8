"""What a screen needs of a rulebook beside what happens: words, and which of its questions, answers and events are which.

Data alone. The window knows no word of a rulebook; whatever it draws, says or plays back in another way for one
question, answer, event or marker than for the rest stands here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from game.engine.conditions import ON_OVERWATCH, MarkerLook
from game.engine.events import (
    ActionEnded,
    PhaseEnded,
    ReactionDeclared,
    ReactionResolved,
    ReactionStarted,
    TurnEnded,
    WindowClosed,
)
from game.engine.forecast import Effect
from game.engine.names import EventType, MarkerKind, Pace, QuestionKind, Verb
from game.engine.options import PASS, REACT, Option
from game.engine.vocabulary import Questions, Verbs
from game.engine.wording import INCHES, LengthUnit, length

ABBREVIATED = 3
"""Letters of a stat's name that is no word, such as RE."""
SIGHTLESS = "Sight means nothing in this rulebook."
"""What is said to whoever asks who sees what where lines of sight mean nothing."""


class OrderCard(Struct, frozen=True):
    """A face-down order that every unit is given: its marker, key and title, the key and words that give it to all the rest.

    `lines` are words with a value, in which {in_sight}, {foes} and {watched} are counted on the table: enemies in
    sight, enemies standing, cells seen.
    """

    marker: MarkerKind
    key: str
    title: str
    rest_key: str
    rest_words: str
    lines: tuple[tuple[str, str], ...] = ()


class Presentation(Struct, frozen=True, kw_only=True):
    """One rulebook on the screen."""

    lengths: LengthUnit = INCHES
    """What distances are measured in."""
    sight: bool = True
    """Whether lines of sight mean anything."""

    # -- the ladder
    ladder_title: str = "Reactions"
    order_title: str = ""
    """In which order reactions are carried out."""
    last_title: str = "goes on"
    """What stands before the interrupted action."""
    last_note: str = "waits while fire is declared"
    last_clauses: tuple[str, ...] = ()
    """Why the instigator comes last: unforced, forced."""
    freeze_clause: str = ""
    frozen_note: str = ""
    """Who is kept out beside one's own units; to the public, `frozen_all`."""
    frozen_all: str = ""
    verbs: dict[Verb, str] = {}
    """Action of a reaction -> what it is called there, with {target} or {targets}; else the action's own word."""

    # -- questions and answers
    free: tuple[QuestionKind, ...] = (Questions.ACTIVATE,)
    """Kinds of decisions in which a player does what he likes: nothing is chosen before he picks it."""
    by_unit: tuple[QuestionKind, ...] = (REACT,)
    """Kinds whose answers are listed for the selected unit alone; the free ones are, too."""
    reach: tuple[QuestionKind, ...] = ()
    """Kinds in which it is shown where the selected unit can go; the free ones are, too."""
    refusals: tuple[QuestionKind, ...] = (REACT, Questions.ACTIVATE)
    """Kinds in which it is listed which unit may do nothing, and why."""
    as_one: tuple[QuestionKind, ...] = ()
    """Kinds of plans that begin with the whole formation in hand; its single stands are put right afterwards."""
    order_kind: QuestionKind = QuestionKind("")
    """The kind by which every unit is given one of `orders`."""
    orders: tuple[OrderCard, ...] = ()
    passes: tuple[Verb, ...] = (PASS.action,)
    """Actions that leave it at what has been done."""
    ends: tuple[Verb, ...] = (Verbs.END, Verbs.DONE)
    """Actions that end something for good: an activation, a phase, the choice of who does anything."""
    keeps: tuple[QuestionKind, ...] = (REACT,)
    """Kinds in which leaving it keeps what one has for later."""
    worded: tuple[Verb, ...] = ()
    """Moves whose own words say more than where they lead."""
    slow: tuple[Pace, ...] = ()
    """Paces that are not taken unless they are asked for."""
    plates: dict[Pace, str] = {}
    """Pace -> what stands at the edge of its reach; else its own word."""
    place_effects: tuple[Effect, ...] = ()
    """Effects of a forecast that tell what becomes of its spot."""

    # -- units
    markers: tuple[MarkerLook, ...] = (ON_OVERWATCH,)
    """How markers are told and drawn, the weightiest first."""
    hidden_stats: tuple[str, ...] = ()
    """Stats that a unit's card tells in another way."""
    roster_stat: str = ""
    """The stat that stands beside a unit in the list of a side."""
    weapon_words: dict[str, str] = {}
    """Number of a weapon -> how a card writes it, beside its range."""

    # -- events, by their type
    quiet: tuple[EventType, ...] = (
        PhaseEnded.type,
        TurnEnded.type,
        ReactionStarted.type,
        ReactionResolved.type,
        ActionEnded.type,
        WindowClosed.type,
    )
    """Events that a log line would only repeat; a closed window is told where something was declared in it."""
    moves: tuple[EventType, ...] = ()
    """Somebody walks along the event's path."""
    shots: tuple[EventType, ...] = ()
    """Somebody shoots at somebody, or at a cell."""
    pauses: tuple[EventType, ...] = (ReactionDeclared.type,)
    """Something is turned over or announced, and is to be seen for a moment."""

    def ranged(self, number: int) -> str:
        """A range as the rulebook writes it, in its own unit: 20″, 1 hex."""
        return length(number, self.lengths)

    def armed(self, name: str, numbers: Mapping[str, int]) -> str:
        """A weapon, its range and what else a card tells of it: las-type rifle 24″."""
        words = name.lower()
        words += f" {self.ranged(numbers['range'])}" if numbers.get("range") else ""
        for number, written in self.weapon_words.items():
            words += f" {written.format(numbers[number])}" if numbers.get(number) else ""
        return words

    def card_stats(self, stats: Mapping[str, int]) -> list[tuple[str, int]]:
        """A unit's stats for a card; those with a word for a name are left out where they are nothing."""
        shown = [(key, value) for key, value in stats.items() if key not in self.hidden_stats]
        return [(key, value) for key, value in shown if value or len(key) <= ABBREVIATED]

    def calmest(self, ways: Sequence[Option]) -> Option:
        """At which pace one goes where none is asked for: the first in the rulebook's order that is not one of `slow`."""
        return next((way for way in ways if way.pace not in self.slow), ways[0])
