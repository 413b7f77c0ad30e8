"""The set-up screen of a generated battlefield: rulebook, size and seed, then the seats."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from game.engine.forces import Force, playable
from game.engine.match import Match
from game.engine.names import Deployment
from game.engine.rulebook import DataError, load_rulebook, title_of
from game.engine.setup import Setup
from game.engine.unfit import SetupError
from game.maps.fielding import fielded
from game.maps.generated import BattleSize, battlefield, read_ground
from game.maps.scenarios import Scenario
from game.records.timeline import fresh_seed
from game.rules import RULESETS, build
from game.session.rounds import after
from game.session.seats import offered_kind
from game.ui import kit
from game.ui.canvas import Action
from game.ui.ground import Backdrop
from game.ui.palette import INK2, Palette
from game.ui.screen import Stage
from game.ui.screens.setup import ROW, SetupScreen
from game.ui.screens.sheets import WordsScreen
from game.ui.table_picture import table_picture


def _has_points(ruleset: str) -> bool:
    try:
        return playable(ruleset)
    except DataError:  # the list of rulebooks tells it
        return False


BOOKS = tuple(filter(_has_points, RULESETS))
"""The rulebooks whose armies have points."""


def scenario_of(setup: Setup) -> Scenario:
    """A generated battle in the form of a scenario of the menu."""
    return Scenario(
        setup.title,
        setup.title,
        setup.ruleset,
        setup.seats,
        setup.note,
        setup.board.width,
        setup.board.height,
        "",
        setup.turns,
        grid=setup.board.grid,
    )


def ground_fault(words: str) -> str:
    """Why this is not the seed of a battlefield, "" if it is one."""
    try:
        read_ground(words)
    except SetupError as error:
        return str(error)
    return ""


class Battlefield(NamedTuple):
    """What determines a battlefield."""

    ruleset: str
    seed: int
    size: BattleSize


@lru_cache(maxsize=8)
def field_picture(
    field: Battlefield, room: tuple[int, int], palette: Palette, forces: tuple[tuple[str, Force], ...]
) -> pygame.Surface:
    """A picture of a battlefield, as large as fits into `room` pixels. `forces` replace those that are drawn."""
    setup = fielded(battlefield(*field).deployed(Deployment.FIXED), dict(forces))
    return table_picture(Match(setup, build(setup.ruleset)), Backdrop(setup.board), *room, palette)


class BattlefieldScreen(SetupScreen):
    """The choices before a battle on a battlefield by seed."""

    def __init__(
        self,
        app: Stage,
        ruleset: str = BOOKS[0],
        size: BattleSize = BattleSize.EVENING,
        *,
        ground: int | None = None,
    ) -> None:
        """`ground` is the seed of the battlefield, None for a random one."""
        self.size = size
        self.ground = fresh_seed() if ground is None else ground
        self.setup = battlefield(ruleset, self.ground, size)
        super().__init__(app, scenario_of(self.setup))
        self.deployment = Deployment.FREE

    def battle(self) -> Setup:
        return self.setup

    def _another(self, ruleset: str, size: BattleSize, ground: int) -> bool:
        """Show another battlefield. Returns False, after a message, if its rulebook cannot be read.

        Players keep their seats as far as the rulebook offers them; under the same rulebook forces and rulings stay.
        """
        try:
            setup = battlefield(ruleset, ground, size)
            load_rulebook(ruleset)
        except DataError as error:
            self.app.tell("This battlefield cannot be drawn", str(error))
            return False
        seats, deployment = {seat: offered_kind(kind, ruleset) for seat, kind in self.seats.items()}, self.deployment
        forces, rulings = (self.forces, self.rulings) if ruleset == self.setup.ruleset else ({}, {})
        self.size, self.ground = size, ground
        self.setup = setup
        self.show(scenario_of(self.setup))
        self.seats, self.deployment, self.forces = seats, deployment, forces
        self.rulings |= rulings
        return True

    def next_book(self) -> None:
        """Go on to the next rulebook that can be read."""
        ruleset = after(BOOKS, self.setup.ruleset)
        while not self._another(ruleset, self.size, self.ground):
            ruleset = after(BOOKS, ruleset)

    def next_size(self) -> None:
        """Go on to the next size."""
        self._another(self.setup.ruleset, after(BattleSize, self.size), self.ground)

    def next_ground(self) -> None:
        """Draw another seed."""
        self._another(self.setup.ruleset, self.size, fresh_seed())

    def type_ground(self) -> None:
        """Ask for a seed, such as one that a friend has passed on."""
        self.app.push(WordsScreen(self.app, "The seed of the battlefield", "", self.take_ground, ground_fault))

    def take_ground(self, words: str) -> None:
        """Show the battlefield of a typed seed; an empty line changes nothing."""
        if words:
            self._another(self.setup.ruleset, self.size, read_ground(words))

    def choice_rows(self) -> list[kit.Widget]:
        typed = kit.Button("type seed", "S", "Type one", self.type_ground, h=28)
        rows: tuple[tuple[str, str, list[kit.Widget], Action], ...] = (
            ("B", title_of(self.setup.ruleset), [], self.next_book),
            ("L", self.size.words(self.setup.ruleset).capitalize(), [], self.next_size),
            ("N", f"Seed {self.ground}", [kit.Label("another one", "label", 14, INK2), typed], self.next_ground),
        )
        cards: list[kit.Widget] = [kit.Section("Battlefield", "the same seed is the same battle")]
        for key, words, right, action in rows:
            line = kit.Row(kit.KeyCap(key), kit.Label(words, "label_semi", 15, grow=1), *right, gap=12)
            cards.append(kit.Card(line, name=f"field:{key}", action=action, key=key, h=ROW, pad=(12, 2)))
        return [*cards, kit.Space(h=4)]

    def source(self) -> Setup:
        """The battlefield with the chosen deployment and forces. Raises SetupError."""
        return fielded(self.setup.deployed(self.deployment), self.forces)

    def picture(self, width: int, height: int, palette: Palette) -> pygame.Surface:
        forces = tuple(self.forces.items())
        return field_picture(Battlefield(self.setup.ruleset, self.ground, self.size), (width, height), palette, forces)
