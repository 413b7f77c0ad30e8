"""What is to be played: scenarios, pairings, rulings, how many games of each, one seed. Batches and games are values.

Each game has a seed of its own, made only of the batch's seed, the scenario's name, the pairing and the game's number.
So a game is the same wherever, whenever and by which process it is played, and in whatever folder its scenario lies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, product
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType

from game.ai.bot import BUDGET
from game.ai.rulebooks import unoffered
from game.engine.forces import read_force
from game.engine.ruleset import Ruleset
from game.engine.setup import Setup
from game.lab.players import PlayerError, Spec, deniable
from game.maps.fielding import fielded
from game.rules import build
from game.sketch.named import setup_named

MOST_GAMES = 1_000_000
"""The most games that a pairing may play on a scenario."""
LEAST_BUDGET, MOST_BUDGET = 0.1, 3600
"""The seconds that a bot may be given for an answer."""


class ChosenRuling(Struct, frozen=True, array_like=True, order=True):
    """A ruling of a rulebook and the choice in force."""

    name: str
    choice: str


Rulings = tuple[ChosenRuling, ...]


class Fielded(Struct, frozen=True, array_like=True, order=True):
    """What a seat fields instead of the scenario's units: "trooper*3+veteran"."""

    seat: str
    units: str


Forces = tuple[Fielded, ...]
Pairing = tuple[Spec, ...]


class BatchError(ValueError):
    """The batch cannot be played; the message is one sentence."""


class Game(Struct, frozen=True, omit_defaults=True):
    """One game of a round, whose games have the same dice. `turned`: how far the sides are swapped.

    `round` is counted from 0. `seed` is the seed of the dice. `folder`: where bots are started, "" for the current one.
    `budget`: the seconds that an answer of a bot may take.
    """

    scenario: str
    pairing: Pairing
    round: int
    seed: int
    turned: int = 0
    rulings: Rulings = ()
    folder: str = ""
    forces: Forces = ()
    budget: float = BUDGET

    @property
    def key(self) -> GameKey:
        """What distinguishes it from the other games of its batch."""
        return GameKey(self.scenario, self.rulings, pairing_text(self.pairing), self.round, self.turned)


class GameKey(Struct, frozen=True, order=True):
    """Identifies a game of a batch; keys sort in the order in which tables list games."""

    scenario: str
    rulings: Rulings
    pairing: str
    round: int
    turned: int


class Batch(Struct, frozen=True):
    """All games. `games`: how many each pairing plays on each scenario under each set of rulings.

    `budget`: the seconds that an answer of a bot may take, UNSET for those that it usually has.
    """

    scenarios: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    games: int
    seed: int = 1
    rulings: Rulings = ()
    swap: bool = True
    forces: Forces | UnsetType = UNSET
    budget: float | UnsetType = UNSET

    @property
    def id(self) -> str:
        """Twelve hex digits that identify the batch, whatever its number of games."""
        return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(self, games=0))).hexdigest()[:12]

    def all(self, folder: str = "") -> Iterator[Game]:
        """Every game. Raises BatchError, PlayerError, SetupError, MapError or SketchError if it cannot be played."""
        budget = BUDGET if self.budget is UNSET else self.budget
        for scenario in self.scenarios:
            table = table_of(scenario)
            sides = len(build(table.ruleset, table.rulings).sides(table))
            for rulings, pairing in product(variants(table, self.rulings), self.pairings):
                turns = rotations(pairing, sides, swap=self.swap)
                for number in range(self.games):
                    round_, turned = divmod(number, turns)
                    seed = derived_seed(self.seed, Path(scenario).name, pairing_text(pairing), str(round_))
                    yield Game(scenario, pairing, round_, seed, turned, rulings, folder, self.forces or (), budget)

    def check(self) -> None:
        """Raise what `all` raises; BatchError for a ruling and PlayerError for a denied word that no rulebook has."""
        if not 1 <= self.games <= MOST_GAMES:
            raise BatchError(f"A batch needs one game at least, and has at most {MOST_GAMES:,}.")
        if self.budget is not UNSET and not LEAST_BUDGET <= self.budget <= MOST_BUDGET:
            raise BatchError(f"A bot can have {LEAST_BUDGET} to {MOST_BUDGET:,} seconds for an answer.")
        tables = list(map(table_of, self.scenarios))
        rules = [build(table.ruleset) for table in tables]
        for ruling in self.rulings:
            if not any(ruling.name in ruleset.rulings for ruleset in rules):
                raise BatchError(f'No rulebook of these scenarios has a ruling "{ruling.name}".')
        for table, spec in product(tables, {spec for pairing in self.pairings for spec in pairing}):
            if no := unoffered(spec.level, table.ruleset):
                raise PlayerError(no)
        for word in {word for pairing in self.pairings for spec in pairing for word in spec.denied}:
            deniable_words = sorted({entry for ruleset in rules for entry in deniable(ruleset)})
            if word not in deniable_words:
                raise PlayerError(f'"{word}" cannot be denied here; these can: {", ".join(deniable_words)}.')
        for game in self.all():
            table_under(game)


def pairing_text(pairing: Pairing) -> str:
    """The text of a pairing."""
    return ",".join(spec.text for spec in pairing)


def derived_seed(*parts: int | str) -> int:
    """A seed of 63 bits made of these parts; the same on every machine."""
    text = "\x1f".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 1


table_of = cache(setup_named)
"""The setup of a scenario by its name, read only once."""


def table_under(game: Game) -> tuple[Setup, Ruleset]:
    """A game's setup, with its forces and rulings, and its rulebook. Raises SetupError for an impossible one."""
    table = table_of(game.scenario)
    forces = {force.seat: read_force(table.ruleset, force.units) for force in game.forces}
    setup = fielded(table, forces) if forces else table
    setup = setup.with_rulings({ruling.name: ruling.choice for ruling in game.rulings})
    return setup, build(setup.ruleset, setup.rulings)


def variants(table: Setup, rulings: Rulings) -> list[Rulings]:
    """The sets of rulings that a scenario is played under: one for each choice of a ruling that is given several times.

    Rulings of other rulebooks are left out.
    """
    names = build(table.ruleset).rulings
    rulings_here = sorted(ruling for ruling in set(rulings) if ruling.name in names)
    return list(product(*(list(choices) for _, choices in groupby(rulings_here, key=lambda ruling: ruling.name))))


def rotations(pairing: Pairing, sides: int, *, swap: bool) -> int:
    """How many games a pairing plays with the same dice, each from another side: one if all players are the same.

    Two players may play on a table of more sides: the first has each side in turn, the other has all the rest.
    Raises BatchError for a number of players that does not fit.
    """
    if len(pairing) not in (1, 2, sides):
        fit = "1 or 2" if sides == 2 else f"1, 2 or {sides}"
        raise BatchError(f"{len(pairing)} players do not fit {sides} sides: name {fit}.")
    return sides if swap and len(set(pairing)) > 1 else 1


def player_numbers(pairing: Pairing, sides: Sequence[Sequence[str]], turned: int) -> dict[str, int]:
    """Seat -> the number of its player in the pairing, with the sides swapped `turned` times."""
    count = len(pairing)
    numbers: dict[str, int] = {}
    for place, side in enumerate(sides):
        turned_place = (place - turned) % len(sides)
        numbers |= dict.fromkeys(side, min(turned_place, count - 1))
    return numbers
