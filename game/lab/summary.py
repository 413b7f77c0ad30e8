"""What many games add up to: a row for each scenario and pairing, and for each rulebook and pairing over scenarios."""

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
        """The value and its interval, as a percentage if it is a share."""
        return self.estimate.number if self.kind == "rate" else self.estimate.per_cent


class Time(Struct, frozen=True):
    """How long a player's answers took under a rulebook, in milliseconds, to a tenth.

    Half of the answers took at most `median`, 99 of 100 at most `percentile`. For a player of this program it is
    processor time, for a bot wall-clock time.
    """

    ruleset: str
    player: str
    answers: int
    median: float
    percentile: float
    longest: float


class Losses(Struct, frozen=True):
    """The units that a player has lost at the end of a game, and that it had, on average."""

    player: str
    lost: float
    units: float


class Summary(Struct, frozen=True):
    """The games of one pairing, on one scenario or ("") on all scenarios of a rulebook.

    `won`, `drawn` and `lost` are for the first player of the pairing, or for the first side if all players are alike.
    `score`: the mean of the games' `mark`, so that one half is even at every table. `unforfeited`: the same over the
    games that nobody has forfeited, of which there are `games` less `forfeits`. `sides`: each side's share of the
    games won, a draw shared by all, so that a third is even for three. `faults`: why games were not played to their
    end, each sentence with its number of games.
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
    unforfeited: Estimate
    forfeits: int
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
        """Whether all players are the same, so that the result only compares sides."""
        return len(set(read_players(self.pairing))) == 1

    @property
    def unforfeited_words(self) -> str:
        """The score without forfeited games and their number, "" if there is none."""
        if not self.forfeits:
            return ""
        left = self.games - self.forfeits
        return f"{self.unforfeited.per_cent} of {left}" if left and not self.alike else f"{left} games"

    @property
    def place(self) -> str:
        """Where it was played, in words."""
        under = ", ".join(f"{ruling.name} {ruling.choice}" for ruling in self.rulings)
        return f"{self.scenario or load_rulebook(self.ruleset).title}{f' ({under})' if under else ''}"


def summaries(results: Iterable[Result]) -> list[Summary]:
    """A row for each scenario, set of rulings and pairing, then for each rulebook and pairing of several scenarios."""
    games = sorted(results, key=lambda result: result.key)
    rows = [summary_of(group) for group in _groups(games, scenario=True)]
    groups = [group for group in _groups(games, scenario=False) if len({result.key.scenario for result in group}) > 1]
    return [*rows, *map(summary_of, groups)]


def _groups(results: Sequence[Result], *, scenario: bool) -> Iterator[list[Result]]:
    def where(result: Result) -> tuple[str, str, Rulings, str]:
        key = result.key
        return result.ruleset, key.scenario if scenario else "", key.rulings, key.pairing

    return (list(group) for _, group in groupby(sorted(results, key=where), key=where))


def summary_of(results: Sequence[Result]) -> Summary:
    """The row for the games of one pairing under one rulebook."""
    first = results[0].key
    over_scenarios = len({result.key.scenario for result in results}) > 1
    drawn = sum(not result.winners for result in results)
    won = sum(bool(set(result.winners) & _first(result)) for result in results)
    players = [spec.text for spec in read_players(first.pairing)]
    ended = [result for result in results if result.status == "played"]
    fair = [result for result in results if result.status != "forfeit"]
    return Summary(
        ruleset=results[0].ruleset,
        scenario="" if over_scenarios else first.scenario,
        rulings=first.rulings,
        pairing=first.pairing,
        games=len(results),
        won=won,
        drawn=drawn,
        lost=len(results) - won - drawn,
        score=wilson(sum(map(mark, results)), len(results)),
        unforfeited=wilson(sum(map(mark, fair)), len(fair)),
        forfeits=len(results) - len(fair),
        sides={} if over_scenarios else _sides(results),
        early=wilson(sum(result.early for result in ended), len(ended)),
        turns=median(result.turns for result in results),
        choices=median(result.choices for result in results),
        losses=tuple(_losses(results, number, name) for number, name in enumerate(players)),
        figures=figures(ended, results[0].ruleset),
        snowballs=clock.total(result.snowballs for result in results),
        clauses=dict(sorted(_sum_of(result.clauses for result in results).items(), key=lambda row: (-row[1], row[0]))),
        faults=dict(sorted(_sum_of({result.fault: 1} for result in results if result.fault).items())),
    )


def _sum_of(parts: Iterable[dict[str, int]]) -> Counter[str]:
    counter: Counter[str] = Counter()
    for part in parts:
        counter.update(part)
    return counter


def mark(result: Result) -> float:
    """The score of the first player of the pairing: 1 for being ahead of all others, 0 for being behind all.

    It is the mean over the pairs of its sides with another player's: 1 if only its own side has won, 0 if only the
    other has, one half if both have won or lost or the game is drawn. So equally strong players have one half at a
    table of three or four too, where each wins a third or a quarter of the games.
    """
    sides = _first(result)
    winners = set(result.winners)
    scores = [
        (1 + (side in winners) - (other in winners)) / 2
        for side in sides
        for other in {seat.side for seat in result.seats} - sides
    ]
    return fmean(scores) if scores else 0.5


def _first(result: Result) -> set[str]:
    """The sides of the first player of the pairing."""
    return {seat.side for seat in result.seats if seat.player == 0}


def _sides(results: Sequence[Result]) -> dict[str, Estimate]:
    """Each side's share of the games won; a draw is shared by all sides."""
    names = list(dict.fromkeys(seat.side for seat in results[0].seats))
    shares = dict.fromkeys(names, 0.0)
    for result in results:
        winners = result.winners or names
        for name in winners:
            shares[name] += 1 / len(winners)
    return {name: wilson(share, len(results)) for name, share in shares.items()}


def _losses(results: Sequence[Result], number: int, name: str) -> Losses:
    seats = [seat for result in results for seat in result.seats if seat.player == number]
    lost, units = sum(seat.lost for seat in seats), sum(seat.units for seat in seats)
    return Losses(name, lost / len(results), units / len(results))


def figures(results: Sequence[Result], ruleset: str) -> tuple[Figure, ...]:
    """The measures of a rulebook over these games."""
    rows = []
    for measure in build(ruleset).measures:
        parts = [
            (counted.count, counted.of) for result in results for counted in result.measures if counted.id == measure.id
        ]
        estimate = wilson(sum(part[0] for part in parts), len(parts)) if measure.kind == "games" else ratio(parts)
        if measure.kind == "share":
            estimate = estimate._replace(high=min(1.0, estimate.high))
        rows.append(Figure(measure.id, measure.title, measure.kind, estimate))
    return tuple(rows)


def times(played: Iterable[Played]) -> list[Time]:
    """How long each player took under each rulebook."""
    by_player: dict[tuple[str, str], list[dict[int, int]]] = {}
    for game in played:
        for spec, took in zip(read_players(game.result.key.pairing), game.took, strict=True):
            by_player.setdefault((game.result.ruleset, spec.text), []).append(took)
    rows = []
    for (ruleset, name), parts in sorted(by_player.items()):
        counts = clock.total(parts)
        median_ms, percentile, longest = (1000 * clock.percentile(counts, share) for share in (0.5, 0.99, 1.0))
        rows.append(Time(ruleset, name, sum(counts.values()), median_ms, percentile, longest))
    return rows
