"""The set-up screen before a battle: who plays each seat, forces, table, dice and rulings."""

from __future__ import annotations

from functools import partial

import pygame

from game.engine.dice import DiceKind, DiceSource
from game.engine.forces import Force
from game.engine.names import Deployment, spoken
from game.engine.rulebook import Ruling, load_rulebook
from game.engine.setup import Setup
from game.maps import LoadedMap
from game.maps.fielding import force_refused, own_force, with_forces
from game.maps.scenarios import Scenario, load_scenario
from game.records.levels import Strength
from game.records.sitters import HUMAN
from game.records.tables import TableKind
from game.records.timeline import fresh_seed
from game.rules import build
from game.session.rounds import after
from game.session.seats import first_kinds, kind_before, next_kind
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.launch import start
from game.ui.palette import INK, INK2, INK3, PAPER, Palette, seat_colours, seat_index
from game.ui.screen import Screen, Stage
from game.ui.screens.offer import scenario_picture
from game.ui.screens.sheets import figure_of
from game.ui.scroll import SCROLLED, Position, Scroll
from game.ui.settings import save_settings
from game.ui.signs import seat_mark

DICE: tuple[tuple[DiceKind, str], ...] = (
    ("seeded", "The game rolls"),
    ("ask", "We roll our own and type the faces"),
)
UNITS = {
    Deployment.FIXED: ("Units where the map has them", "the battle begins at once"),
    Deployment.FREE: ("Set up freely", "each side in its zone, before turn 1"),
}
ROW = 38.0
"""The height of a row."""
RULING_KEYS = "EFG"
"""The keys of the first rulings."""
FORCE_KEYS = "POIY"
"""The keys for the forces of the first, second, ... seat; the number of a seat is the key for its player."""


class SetupScreen(Screen):
    """The choices before a scenario is played."""

    def __init__(self, app: Stage, scenario: Scenario) -> None:
        super().__init__(app)
        self.dice = 0
        self.seed = fresh_seed()
        self.show(scenario)

    def show(self, scenario: Scenario) -> None:
        """Show a scenario, with every choice at its default."""
        self.scenario = scenario
        self.book = load_rulebook(scenario.ruleset)
        self.seats = first_kinds(scenario.seats, scenario.ruleset, self.app.settings.sitters)
        self.open_rulings: list[Ruling] = [r for r in self.book.rulings.values() if len(r.choices) > 1]
        self.rulings = {r.id: r.default for r in self.open_rulings}
        self.secret = build(scenario.ruleset).hidden_markers
        self.forces: dict[str, Force] = {}
        self.table = self.battle()
        self.deployable = self.table is not None and any(map(self.table.zones.get, self.table.seats))
        self.deployment = scenario.deployment
        self.position = Position()

    def battle(self) -> Setup | None:
        """The setup of the battle; None if its map cannot be read, for which `begin` shows the error."""
        try:
            return load_scenario(str(self.scenario.path)).setup
        except (OSError, ValueError):
            return None

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        width, height = canvas.logical
        left = width * 0.5
        self._story(canvas, kit.Size(left - 60, height - 80)).draw(canvas, kit.Spot(40, 40, left - 60, height - 80))
        seats = [self._seat(i, seat) for i, seat in enumerate(self.seats)]
        rulings = [self._ruling(i, ruling) for i, ruling in enumerate(self.open_rulings)]
        choices = [
            *self.choice_rows(),
            kit.Section("Seats", "click or key: the next; right click or Shift: the one before"),
            *seats,
        ]
        forces = [self._force(i, seat) for i, seat in enumerate(self.seats) if self.may_choose_force(seat)]
        if forces or self.deployable:
            placing = [self._units()] if self.deployable else []
            words = "click to choose units by points" if forces else ""
            choices += [kit.Space(h=4), kit.Section("Forces", words), *forces, *placing]
        if self.secret and sum(kind == HUMAN for kind in self.seats.values()) > 1:
            choices += [kit.Space(h=4), kit.Section("Table", "how secrets are kept at one screen"), self._table()]
        choices += [kit.Space(h=4), kit.Section("Dice"), self._dice()]
        if rulings:
            choices += [kit.Space(h=4), kit.Section("Rulings", "unclear places of the rulebook"), *rulings]
        foot = kit.Row(
            kit.Button("start", "Enter", "Begin", self.begin, primary=True, h=40, grow=1),
            kit.Button("back", "Esc", "Back", self.app.pop, h=40),
            gap=14,
        )
        panel = kit.Column(
            Scroll(kit.Column(*choices, gap=6), self.position, "choices"),
            kit.Text(self._who_plays(), "body", 13.5, INK3),
            foot,
            gap=8,
        )
        spot = kit.Spot(left + 10, 40, width - left - 50, height - 80)
        kit.Card(panel, look="panel", pad=(24, 20), radius=8).draw(canvas, spot)

    def choice_rows(self) -> list[kit.Widget]:
        """The rows for choosing the battle itself; none for a map."""
        return []

    def source(self) -> LoadedMap | Setup:
        """The map with the chosen deployment and forces. Raises OSError, ValueError."""
        return with_forces(load_scenario(str(self.scenario.path)).deployed(self.deployment), self.forces)

    def _story(self, canvas: Canvas, room: kit.Size) -> kit.Widget:
        """The description of the battle, and above it the map as large as it leaves room for."""
        scenario = self.scenario
        words = kit.Column(
            kit.Text(scenario.title, "serif", 34),
            kit.Text(f"{self.book.title}, {scenario.extent}, {scenario.turns} turns", "label", 15, INK2),
            kit.Text(scenario.note, "body", 15, lines=5),
        )
        largest = canvas.rect(0, 0, room.w, room.h - words.measure(canvas, room.w).h - 8)
        picture = self.picture(largest.width, largest.height, self.app.settings.palette)
        map_drawing = kit.Drawing(0, picture.get_height() / canvas.scale, partial(self.draw_map, picture))
        return kit.Column(map_drawing, kit.Space(h=8), words, kit.Space(grow=1), gap=0)

    def picture(self, width: int, height: int, palette: Palette) -> pygame.Surface:
        """The battle at its beginning, as large as fits into so many pixels."""
        return scenario_picture(str(self.scenario.path), width, height, palette, tuple(self.forces.items()))

    @staticmethod
    def draw_map(picture: pygame.Surface, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the picture of the battle with a frame."""
        place = picture.get_rect(topleft=canvas.rect(*spot).topleft)
        canvas.surface.blit(picture, place)
        pygame.draw.rect(canvas.surface, INK, place, max(1, canvas.px(1.4)))

    def _seat(self, place: int, seat: str) -> kit.Widget:
        side, palette = seat_index(seat, self.scenario.seats), self.app.settings.palette
        kind = self.seats[seat]
        computer = None if kind == HUMAN else Strength.read(kind)
        words = computer.words if computer is not None else "a person at this screen"
        meaning = [kit.Text(computer.meaning, "label", 13, INK3, align="right")] if computer is not None else []
        line = kit.Row(
            kit.KeyCap(str(place + 1)),
            figure_of("leader", side, palette, 32),
            kit.Text(spoken(seat), "serif", 18, grow=1),
            kit.Column(kit.Label(words, "label_semi", 15, INK2, align="right"), *meaning, gap=0),
            gap=12,
        )
        card = kit.Card(
            line, name=f"seat:{seat}", action=partial(self.next_kind, seat), key=str(place + 1), h=ROW, pad=(12, 2)
        )
        card.shifted = partial(self.kind_before, seat)
        return card

    def may_choose_force(self, seat: str) -> bool:
        """Whether the player can choose a force for the seat here."""
        return self.table is not None and not force_refused(self.table, seat)

    def _force(self, place: int, seat: str) -> kit.Widget:
        force, table = self.forces.get(seat), self.table
        if force is not None:
            words, right = f"{force.name or 'Chosen'}: {force.words}", f"{force.cost} points"
        else:
            own = own_force(table, seat) if table is not None else None
            words = f"As the battle has it: {own.words}" if own else "As the battle has it"
            right = f"{own.cost} points" if own else ""
        key = FORCE_KEYS[place : place + 1]
        line = kit.Row(
            kit.KeyCap(key),
            kit.Picture(
                24,
                24,
                partial(seat_mark, seat_colours(seat_index(seat, self.scenario.seats), self.app.settings.palette)),
            ),
            kit.Text(words, "body", 13.5, grow=1),
            kit.Label(right, "label", 14, INK2),
            gap=12,
        )
        return kit.Card(
            line, name=f"force:{seat}", action=partial(self.choose_force, seat), key=key, h=ROW, pad=(12, 2)
        )

    def choose_force(self, seat: str) -> None:
        """Open the screen for choosing a seat's force."""
        from game.ui.screens.force import ForceScreen

        force = self.forces.get(seat) or (own_force(self.table, seat) if self.table is not None else None)
        self.app.push(ForceScreen(self.app, self.scenario, seat, force, partial(self.take_force, seat)))

    def take_force(self, seat: str, force: Force | None) -> None:
        """Give a seat this force, or None for the units that the battle has; or say why it does not fit."""
        before, own = dict(self.forces), own_force(self.table, seat) if self.table is not None else None
        if force is None or force == own:
            self.forces.pop(seat, None)
            return
        self.forces[seat] = force
        try:
            self.source()
        except (OSError, ValueError) as error:
            self.forces = before
            self.app.tell("This force cannot be fielded here", str(error))

    def _table(self) -> kit.Widget:
        kind = self.app.settings.table
        line = kit.Row(
            kit.KeyCap("T"),
            kit.Label(kind.capitalize(), "label_semi", 15, grow=1),
            kit.Label(kind.meaning, "label", 14, INK2),
            gap=12,
        )
        return kit.Card(line, name="table", action=self.next_table, key="T", h=ROW, pad=(12, 2))

    def _dice(self) -> kit.Widget:
        line = kit.Row(
            kit.KeyCap("D"),
            kit.Label(DICE[self.dice][1], "label_semi", 15, grow=1),
            kit.Label(f"seed {self.seed}" if self.dice == 0 else "", "label", 14, INK2),
            gap=12,
        )
        return kit.Card(line, name="dice", action=self.next_dice, key="D", h=ROW, pad=(12, 2))

    def _units(self) -> kit.Widget:
        head, words = UNITS[self.deployment]
        line = kit.Row(
            kit.KeyCap("U"),
            kit.Label(head, "label_semi", 15, grow=1),
            kit.Label(words, "label", 14, INK2),
            gap=12,
        )
        return kit.Card(line, name="units", action=self.next_deployment, key="U", h=ROW, pad=(12, 2))

    def _ruling(self, place: int, ruling: Ruling) -> kit.Widget:
        key = RULING_KEYS[place : place + 1]
        chosen = next(c for c in ruling.choices if c.id == self.rulings[ruling.id])
        column = kit.Column(
            kit.Text(f"{ruling.id}  {ruling.title}", "label_semi", 14.5),
            kit.Text(chosen.text, "body", 13, INK2),
            gap=1,
            grow=1,
        )
        line = kit.Row(*([kit.KeyCap(key)] if key else []), column, gap=12)
        return kit.Card(
            line, name=f"ruling:{ruling.id}", action=partial(self.next_choice, ruling), key=key, pad=(12, 7)
        )

    def _who_plays(self) -> str:
        people = sum(kind == HUMAN for kind in self.seats.values())
        if people == 0:
            return "Nobody sits here: the computer plays itself."
        if people == 1:
            return "You against the computer."
        if people < len(self.seats):
            return f"{people} people share the screen; the computer plays the rest."
        return f"{people} people at one screen."

    def next_kind(self, seat: str) -> None:
        """Go on to the next kind of player for a seat."""
        self.seats[seat] = next_kind(self.seats[seat], self.scenario.ruleset)

    def kind_before(self, seat: str) -> None:
        """Go back to the previous kind of player for a seat."""
        self.seats[seat] = kind_before(self.seats[seat], self.scenario.ruleset)

    def next_table(self) -> None:
        """Go on to the next kind of table, for this battle and later ones."""
        self.app.settings.table = after(TableKind, self.app.settings.table)
        save_settings(self.app.settings)

    def next_dice(self) -> None:
        """Switch between the game's dice and real ones."""
        self.dice = 1 - self.dice

    def next_deployment(self) -> None:
        """Switch between units where the map has them and free deployment."""
        self.deployment = Deployment.FREE if self.deployment is Deployment.FIXED else Deployment.FIXED

    def next_choice(self, ruling: Ruling) -> None:
        """Go on to the next choice of a ruling."""
        self.rulings[ruling.id] = after([choice.id for choice in ruling.choices], self.rulings[ruling.id])

    def begin(self) -> None:
        """Begin the battle, or say in one sentence why it cannot be played."""
        try:
            dice = DiceSource(DICE[self.dice][0], self.seed)
            screen = start(self.app, self.source(), self.seats, self.rulings, dice)
        except (OSError, ValueError) as error:
            self.app.tell("This map cannot be played", str(error))
            return
        self._keep_sitters()
        self.app.replace(screen)

    def _keep_sitters(self) -> None:
        """Remember the players for the next battle, unless the computer plays all seats, which is rare."""
        sitters = tuple(self.seats.values())
        if HUMAN in sitters and sitters != self.app.settings.sitters:
            self.app.settings.sitters = sitters
            save_settings(self.app.settings)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Shift or the right button, which step a row backwards, then everything else as any screen does."""
        if event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_SHIFT and self.do_more(event):
            return True
        zone = self.zone_at(event.pos) if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 else None
        if zone is None or zone.shifted is None:
            return super().handle(event)
        zone.shifted()
        return True

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Begin with Enter, go back with Esc; arrows and page keys scroll the choices."""
        if name == "Enter":
            self.begin()
        elif name == "Esc":
            self.app.pop()
        elif name in SCROLLED:
            self.position.by(SCROLLED[name])
        else:
            return False
        return True
