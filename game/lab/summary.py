"""What many games add up to: a row for each scenario and pairing, and one for each rulebook and pairing over its scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from statistics import fmean, median

from msgspec import Struct

from game.ai.estimate import Estimate, wilson
from game.engine.measures import Kind
from game.engine.rulebook import load_rulebook
from game.lab import clock
from game.lab.batch import Rulings
from game.lab.play import Played, Result
from game.lab.players import read_players
from game.lab.stats import ratio
from game.rules import build


class Figure(Struct, frozen=True):
    """A measure over all games of a row."""

    id: str
    title: str
    kind: Kind
    estimate: Estimate

    @property
    def words(self) -> str:
        """The value and its interval, in per cent where it is a part of a whole."""
        return self.estimate.number if self.kind == "rate" else self.estimate.per_cent


class Time(Struct, frozen=True):
    """How long a player's answers took under a rulebook, in milliseconds, to a tenth.

    Half of them took `median` at most, 99 of 100 `percentile`. Of a player of this program it is the time of the processor,
    of a bot what one waits.
    """

    ruleset: str
    player: str
    answers: int
    median: float
    percentile: float
    longest: float


class Losses(Struct, frozen=True):
    """Units of a player that are out at the end of a game, on average, and how many it had."""

    player: str
    lost: float
    units: float


class Summary(Struct, frozen=True):
    """Games of one pairing, on one scenario or ("") on all of a rulebook.

    `won`: by the first player of the pairing, the one at the first side where all are alike.
    `score` is the mean of the games' `mark`, so that half of all is even at every table; `sides`: for each side its share
    of the games won, a draw shared by all, so that a third is even for three;
    `faults`: sentences of games that were not played to their end, with their numbers.
    """

    ruleset: str
    scenario: str
    rulings: Rulings
    pairing: str
    games: int
    won: int
    drawn: int
    lost: int
    score: Estimate
    sides: dict[str, Estimate]
    early: Estimate
    turns: float
    choices: float
    losses: tuple[Losses, ...]
    figures: tuple[Figure, ...]
    snowballs: dict[int, int]
    clauses: dict[str, int]
    faults: dict[str, int]

    @property
    def alike(self) -> bool:
        """Whether all its players are the same, so that only sides win or lose."""
        return len(set(read_players(self.pairing))) == 1

    @property
    def place(self) -> str:
        """Where it was played, in words."""
        under = ", ".join(f"{ruling.name} {ruling.choice}" for ruling in self.rulings)
        return f"{self.scenario or load_rulebook(self.ruleset).title}{f' ({under})' if under else ''}"


def summaries(results: Iterable[Result]) -> list[Summary]:
    """A row for each scenario, set of rulings and pairing; then one for each rulebook and pairing of several scenarios."""
    games = sorted(results, key=lambda result: result.key)
    rows = [summed(group) for group in _grouped(games, scenario=True)]
    many = [group for group in _grouped(games, scenario=False) if len({result.key.scenario for result in group}) > 1]
    return [*rows, *map(summed, many)]


def _grouped(results: Sequence[Result], *, scenario: bool) -> Iterator[list[Result]]:
    def where(result: Result) -> tuple[str, str, Rulings, str]:
        key = result.key
        return result.ruleset, key.scenario if scenario else "", key.rulings, key.pairing

    return (list(group) for _, group in groupby(sorted(results, key=where), key=where))


def summed(results: Sequence[Result]) -> Summary:
    """The row of one pairing's games, of one rulebook."""
    first = results[0].key
    many = len({result.key.scenario for result in results}) > 1
    drawn = sum(not result.winners for result in results)
    won = sum(bool(set(result.winners) & _first(result)) for result in results)
    names = [spec.text for spec in read_players(first.pairing)]
    ended = [result for result in results if result.status == "played"]
    return Summary(
        ruleset=results[0].ruleset,
        scenario="" if many else first.scenario,
        rulings=first.rulings,
        pairing=first.pairing,
        games=len(results),
        won=won,
        drawn=drawn,
        lost=len(results) - won - drawn,
        score=wilson(sum(map(mark, results)), len(results)),
        sides={} if many else _sides(results),
        early=wilson(sum(result.early for result in ended), len(ended)),
        turns=median(result.turns for result in results),
        choices=median(result.choices for result in results),
        losses=tuple(_losses(results, number, name) for number, name in enumerate(names)),
        figures=figures(ended, results[0].ruleset),
        snowballs=clock.total(result.snowballs for result in results),
        clauses=dict(sorted(_added(result.clauses for result in results).items(), key=lambda row: (-row[1], row[0]))),
        faults=dict(sorted(_added({result.fault: 1} for result in results if result.fault).items())),
    )


def _added(parts: Iterable[dict[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for part in parts:
        found.update(part)
    return found


def mark(result: Result) -> float:
    """What a game is worth to the first player of the pairing: 1 for being ahead of every other, 0 for being behind all.

    Each of its sides is laid beside each side of another player: 1 if it has won and the other has not, 0 the other way
    round, and half where both have won or lost or the game is drawn. So players of equal strength have half at a table of
    three or four as well, where each wins a third or a quarter of the games.
    """
    own = _first(result)
    winners = set(result.winners)
    beside = [
        (1 + (side in winners) - (other in winners)) / 2
        for side in own
        for other in {seat.side for seat in result.seats} - own
    ]
    return fmean(beside) if beside else 0.5


def _first(result: Result) -> set[str]:
    """The sides of the first player of the pairing."""
    return {seat.side for seat in result.seats if seat.player == 0}


def _sides(results: Sequence[Result]) -> dict[str, Estimate]:
    """For each side, its share of the games: a draw is shared by all."""
    names = list(dict.fromkeys(seat.side for seat in results[0].seats))
    shares = {
        name: sum(
            1 / len(result.winners) if name in result.winners else 0.0 if result.winners else 1 / len(names)
            for result in results
        )
        for name in names
    }
    return {name: wilson(share, len(results)) for name, share in shares.items()}


def _losses(results: Sequence[Result], number: int, name: str) -> Losses:
    seats = [seat for result in results for seat in result.seats if seat.player == number]
    lost, units = sum(seat.lost for seat in seats), sum(seat.units for seat in seats)
    return Losses(name, lost / len(results), units / len(results))


def figures(results: Sequence[Result], ruleset: str) -> tuple[Figure, ...]:
    """The measures of a rulebook over these games."""
    found = []
    for measure in build(ruleset).measures:
        parts = [(one.count, one.of) for result in results for one in result.measures if one.id == measure.id]
        estimate = wilson(sum(part[0] for part in parts), len(parts)) if measure.kind == "games" else ratio(parts)
        if measure.kind == "share":
            estimate = estimate._replace(high=min(1.0, estimate.high))
        found.append(Figure(measure.id, measure.title, measure.kind, estimate))
    return tuple(found)


def times(played: Iterable[Played]) -> list[Time]:
    """How long each player takes, by rulebook and player."""
    found: dict[tuple[str, str], list[dict[int, int]]] = {}
    for game in played:
        for spec, took in zip(read_players(game.result.key.pairing), game.took, strict=True):
            found.setdefault((game.result.ruleset, spec.text), []).append(took)
    rows = []
    for (ruleset, name), parts in sorted(found.items()):
        counts = clock.total(parts)
        middle, most, longest = (1000 * clock.percentile(counts, share) for share in (0.5, 0.99, 1.0))
        rows.append(Time(ruleset, name, sum(counts.values()), middle, most, longest))
    return rows
