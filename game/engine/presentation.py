"""How a rulebook is presented on a screen: its words, and which of its questions and answers are special.

It is all data. The window knows no word of a rulebook: if it draws or says one question, answer or marker differently
from the rest, it does so because of a field here. How an event is shown is said by its class (`events.Shown`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from game.engine.conditions import ON_OVERWATCH, MarkerLook
from game.engine.forecast import Effect
from game.engine.names import MarkerKind, Pace, QuestionKind, Verb
from game.engine.options import PASS, REACT, Option
from game.engine.vocabulary import Questions, Verbs
from game.engine.wording import INCHES, LengthUnit, length

ABBREVIATED = 3
"""A stat whose name has at most this many letters is an abbreviation, such as RE."""
SIGHTLESS = "Sight means nothing in this rulebook."
"""The answer to a question about sight, in a rulebook without lines of sight."""


class OrderCard(Struct, frozen=True):
    """An order that each unit is given face-down: its marker, its key and its title.

    `rest_key` and `rest_words` give it to all remaining units. `lines` are pairs of words and a value, in which
    {in_sight}, {foes} and {watched} stand for the numbers of enemies in sight, enemies on the table and cells seen.
    """

    marker: MarkerKind
    key: str
    title: str
    rest_key: str
    rest_words: str
    lines: tuple[tuple[str, str], ...] = ()


class Presentation(Struct, frozen=True, kw_only=True):
    """The presentation of one rulebook."""

    lengths: LengthUnit = INCHES
    """The unit of distances."""
    sight: bool = True
    """Whether the rules use lines of sight."""

    # -- the ladder
    ladder_title: str = "Reactions"
    order_title: str = ""
    """The order in which reactions are carried out, in words."""
    last_title: str = "goes on"
    """The title of the interrupted action, at the end of the ladder."""
    last_note: str = "waits while fire is declared"
    last_clauses: tuple[str, ...] = ()
    """The clauses by which the interrupted action comes last: if its hand is not forced, and if it is."""
    freeze_clause: str = ""
    frozen_note: str = ""
    """What else is frozen besides a seat's own units, in words for that seat."""
    frozen_all: str = ""
    """Everything that is frozen, in words for the public."""
    verbs: dict[Verb, str] = {}
    """Verb of a reaction -> its words on the ladder, with {target} or {targets}; other verbs are their own words."""

    # -- questions and answers
    free: tuple[QuestionKind, ...] = (Questions.ACTIVATE,)
    """Kinds of decisions in which players may do whatever they like, so that no answer is suggested at first."""
    by_unit: tuple[QuestionKind, ...] = (REACT,)
    """Kinds of decisions whose answers are listed for the selected unit only, as in those that are `free`."""
    reach: tuple[QuestionKind, ...] = ()
    """Kinds of decisions in which the reach of the selected unit is shown, as in those that are `free`."""
    refusals: tuple[QuestionKind, ...] = (REACT, Questions.ACTIVATE)
    """Kinds of decisions in which the units that may do nothing are listed, with reasons."""
    as_one: tuple[QuestionKind, ...] = ()
    """Kinds of plans in which the whole formation is selected first; single units are corrected afterwards."""
    order_kind: QuestionKind = QuestionKind("")
    """The kind of decision in which each unit is given one of `orders`."""
    orders: tuple[OrderCard, ...] = ()
    passes: tuple[Verb, ...] = (PASS.action,)
    """Verbs that pass: they leave everything as it is."""
    ends: tuple[Verb, ...] = (Verbs.END, Verbs.DONE)
    """Verbs that end something for good: an activation, a phase, or the choice of the next unit."""
    keeps: tuple[QuestionKind, ...] = (REACT,)
    """Kinds of decisions in which a pass gives nothing up: what is not used now can be used later."""
    worded: tuple[Verb, ...] = ()
    """Verbs of moves whose own text says more than their destination."""
    slow: tuple[Pace, ...] = ()
    """Paces that are taken only if the player asks for them."""
    plates: dict[Pace, str] = {}
    """Pace -> its label at the edge of its reach; other paces have their own word."""
    place_effects: tuple[Effect, ...] = ()
    """Effects of a forecast that happen to a place and not to a unit."""

    # -- units
    markers: tuple[MarkerLook, ...] = (ON_OVERWATCH,)
    """Words and signs of markers, the most important first."""
    hidden_stats: tuple[str, ...] = ()
    """Stats that are left out of a unit's card, because it shows them in another way."""
    roster_stat: str = ""
    """The stat that ranks the reactions of a unit: it is shown beside the unit in the roster and on the ladder."""
    weapon_words: dict[str, str] = {}
    """Name of a weapon's number -> how a card writes it, after the range."""

    def ranged(self, number: int) -> str:
        """A range in the rulebook's unit of length: 20″, 1 hex."""
        return length(number, self.lengths)

    def armed(self, name: str, numbers: Mapping[str, int]) -> str:
        """A weapon for a card, with its range and its other numbers: las-type rifle 24″."""
        words = name.lower()
        words += f" {self.ranged(numbers['range'])}" if numbers.get("range") else ""
        for number, written in self.weapon_words.items():
            words += f" {written.format(numbers[number])}" if numbers.get(number) else ""
        return words

    def card_stats(self, stats: Mapping[str, int]) -> list[tuple[str, int]]:
        """A unit's stats for a card. A stat of 0 is left out, unless its name is an abbreviation."""
        visible = [(key, value) for key, value in stats.items() if key not in self.hidden_stats]
        return [(key, value) for key, value in visible if value or len(key) <= ABBREVIATED]

    def calmest(self, ways: Sequence[Option]) -> Option:
        """The way to move if the player asks for no pace: the first whose pace is not one of `slow`."""
        return next((way for way in ways if way.pace not in self.slow), ways[0])
