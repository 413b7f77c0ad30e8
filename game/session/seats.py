"""Players for seats without a person: the computer, or a bot in a process of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.ai.thought import Thought
from game.engine.answers import NoDecision
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.options import Option
from game.records.levels import COMPUTER, REGULAR, Level, Strength
from game.records.sitters import HUMAN, Bot, read_sitter
from game.session.player import SeatPlayer
from game.session.rounds import after

KINDS = (HUMAN, COMPUTER, "computer:recruit", "computer:regular:bold", "computer:regular:wary")
"""The kinds of player that a set-up offers under every rulebook, in order; a bot is named by its command instead."""
VETERAN = Strength(Level.VETERAN).kind

LEVELS = set(Level)
THINKS = {Level.RECRUIT: 0.25, Level.REGULAR: 0.5, Level.VETERAN: 1.0}
"""Seconds that a computer player may take to think, with room to spare; most answers take it a tenth of that."""


def kinds_for(ruleset: str) -> tuple[str, ...]:
    """The kinds of player offered under a rulebook: a veteran only if it was measured to play better than a regular."""
    from game.ai.rulebooks import VETERANS  # imported only when players are chosen

    return (*KINDS, VETERAN) if ruleset in VETERANS else KINDS


def next_kind(kind: str, ruleset: str) -> str:
    """The kind after `kind` under a rulebook, the first after the last."""
    return after(kinds_for(ruleset), kind)


def kind_before(kind: str, ruleset: str) -> str:
    """The kind before `kind` under a rulebook, the last before the first."""
    return after(kinds_for(ruleset)[::-1], kind)


def offered_kind(kind: str, ruleset: str) -> str:
    """The kind under a rulebook: a veteran becomes a plain computer player if the rulebook offers none."""
    return COMPUTER if kind == VETERAN and kind not in kinds_for(ruleset) else kind


def first_kinds(seats: Sequence[str], ruleset: str, last_kinds: Sequence[str] = ()) -> dict[str, str]:
    """The kind of player at each seat to begin with: as `last_kinds` from the last battle, as far as it is offered.

    Seats beyond those kept have a person at the first and the computer at the others.
    """
    offered_kinds, usual_kinds = kinds_for(ruleset), (HUMAN, *[COMPUTER] * (len(seats) - 1))
    kinds = (offered_kind(kind, ruleset) for kind in (*last_kinds, *usual_kinds[len(last_kinds) :]))
    return {
        seat: kind if kind in offered_kinds else usual_kind
        for seat, kind, usual_kind in zip(seats, kinds, usual_kinds, strict=False)
    }


class ComputerSeat(SeatPlayer):
    """A computer player, which is given the seat's view and nothing else.

    With a `thinker` it thinks in a process of its own, and is `ready` once that process has an answer.
    """

    def __init__(self, strength: Strength = REGULAR, thinker: Thinker | None = None) -> None:
        self.strength = strength
        self.thinker = thinker
        self.kind, self.thinks = strength.kind, THINKS[strength.level]

    def ready(self, match: Match, seat: Seat) -> bool:
        """Whether it has its answer to the pending decision; if not, it begins to think. Raises BotError."""
        if self.thinker is None:
            return True
        self.thinker.ask(match, seat, self.strength)
        return self.thinker.answer() is not None

    def intends(self, match: Match, seat: Seat) -> Thought:
        """The answer that it is about to give, and why."""
        return self._thought(match, seat)

    def choose(self, match: Match, seat: Seat) -> Option:
        """One of the options of the pending decision. Raises BotError if the process in which it thinks ends."""
        self.thought = self._thought(match, seat)
        return self.thought.option

    def _thought(self, match: Match, seat: Seat) -> Thought:
        if self.thinker is not None:
            self.thinker.ask(match, seat, self.strength)
            thought = self.thinker.answer(wait=True)
            if thought is not None:
                return thought
        return thought_of(match, seat, self.strength)

    def close(self) -> None:
        """End the process in which it thinks."""
        if self.thinker is not None:
            self.thinker.close()


def thought_of(match: Match, seat: Seat, strength: Strength = REGULAR) -> Thought:
    """What a computer player of that strength would answer for the seat that is asked, and why. Raises NoDecision."""
    from game.ai.search import think  # imported only when a computer player thinks
    from game.ai.seatview import SeatView

    view = SeatView(match, seat)
    if view.decision is None:
        raise NoDecision("The match is over; nothing is being asked.")
    return think(view, view.decision, strength)


class BotPlayer(SeatPlayer):
    """A bot: a program that answers for a seat. BotError, one sentence, says that it broke; then a person may sit."""

    def __init__(self, command: str, seat: Seat) -> None:
        from game.ai.bot import BotSeat

        self.kind = Bot(command).kind
        self.bot = BotSeat(command, seat)

    def choose(self, match: Match, seat: Seat) -> Option:
        """The option that the bot names. Raises BotError."""
        answer = self.bot.decide(match)
        option = match.pending.option(answer.option) if match.pending else None
        if option is None:
            raise BotError("The bot named an option that does not exist.")
        return option.but(until=answer.until)

    def close(self) -> None:
        """End the bot's program."""
        self.bot.close()


def seats_named(words: Iterable[str], seats: Sequence[str], ruleset: str) -> dict[str, str]:
    """The kind of player for each seat, from words like "red=computer"; "red=recruit" means "computer:recruit".

    Raises ValueError with one sentence, also for a level that is not offered under the rulebook.
    """
    from game.ai.rulebooks import unoffered  # imported only when players are chosen

    kinds: dict[str, str] = {}
    for word in words:
        seat, _, kind = word.partition("=")
        if seat not in seats:
            raise ValueError(f'There is no seat "{seat}" on this map; it has {", ".join(seats)}.')
        if kind.partition(":")[0] in LEVELS:
            kind = f"{COMPUTER}:{kind}"
        sitter = read_sitter(kind)
        if isinstance(sitter, Strength) and (no := unoffered(sitter.level, ruleset)):
            raise ValueError(no)
        kinds[seat] = kind
    return kinds


def players_for(kinds: Mapping[str, str], thinker: Thinker | None = None) -> dict[str, SeatPlayer]:
    """Players for the seats without a person, by the kind wanted for each seat (`read_sitter`).

    Computer players think in the process of the `thinker`, if there is one. Raises ValueError or BotError with one
    sentence.
    """
    players: dict[str, SeatPlayer] = {}
    for seat, kind in kinds.items():
        match read_sitter(kind):
            case Strength() as strength:
                players[seat] = ComputerSeat(strength, thinker)
            case Bot(command=command):
                players[seat] = BotPlayer(command, seat)
    return players
