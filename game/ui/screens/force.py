"""The force of a seat: chosen unit by unit within a number of points, drawn at random, or taken from saved forces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.engine.forces import MOST, Force, draw_force, profiles_of, sizes_of
from game.engine.names import spoken
from game.engine.rulebook import Profile, load_army, title_of
from game.engine.unfit import SetupError
from game.engine.wording import agreeing, number_of
from game.maps.scenarios import Scenario
from game.records.folders import SaveError
from game.records.forces import KeptForces, force_path, forget_force, keep_force, kept_forces
from game.records.saves import keeps_whole
from game.records.timeline import fresh_seed
from game.rules import build
from game.session.rounds import after
from game.ui import kit
from game.ui.battle.parts import Flow
from game.ui.canvas import Canvas
from game.ui.palette import INK2, INK3, PAPER, seat_colours, seat_index
from game.ui.screen import Screen, Stage
from game.ui.screens.sheets import AskScreen, WordsScreen, head
from game.ui.scroll import Position, Scroll
from game.ui.tokens import token

NO_LIMIT = 0
"""The limit that stands for no limit of points."""
NOBODY = "Nobody is in this force yet: + adds a unit, M takes the units that the battle has."
ROW = 54.0
"""The height of a row of the list of units."""
CHANGES = {"Left": -1, "Right": 1, "-": -1, "+": 1, "=": 1}
"""Key -> by how much it changes the number of units. On many keyboards = is on the key of +."""


def name_fault(words: str) -> str:
    """A sentence if a name is too long to be saved whole, else ""."""
    return "" if keeps_whole(words) else "The name of a force can be no longer than this."


class ForceScreen(Screen):
    """The choice of a force for one seat: units with their points, and the sum."""

    def __init__(
        self, app: Stage, scenario: Scenario, seat: str, force: Force | None, done: Callable[[Force | None], None]
    ) -> None:
        """`force`: what the seat has so far; `done` gets the new force, or None for the units of the battle."""
        super().__init__(app)
        self.ruleset, self.seat, self.done = scenario.ruleset, seat, done
        self.place = seat_index(seat, scenario.seats)
        self.profiles: Sequence[Profile] = profiles_of(scenario.ruleset)
        self.limits = (*sizes_of(scenario.ruleset), NO_LIMIT)
        cost = force.cost if force else 0
        self.limit = next((size for size in self.limits if cost <= size), NO_LIMIT)
        self.force = force
        self.at = 0
        self.units, self.list = Position(), Position()
        self.kept_forces = KeptForces((), ())
        self.message = ""
        if force is None:
            self.limit = self.limits[1]
            self.draw_another()

    def entered(self) -> None:
        try:
            self.kept_forces = kept_forces(self.ruleset)
        except SaveError as error:
            self.message = str(error)

    # -- the picture ----------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        width, height = canvas.logical
        title = head(f"{spoken(self.seat)}’s force", title_of(self.ruleset), self.app.pop)
        title.draw(canvas, kit.Spot(40, 24, width - 80, 40))
        left = round(width * 0.56)
        rows = [self._row(nth, profile) for nth, profile in enumerate(self.profiles)]
        units = kit.Column(
            kit.Section("Units", "arrows, + and −, or click the buttons"),
            Scroll(kit.Column(*rows, gap=5), self.units, "units", watch=self.at),
            gap=8,
        )
        kit.Card(units, look="panel", pad=(20, 16), radius=8).draw(canvas, kit.Spot(40, 78, left - 56, height - 106))
        self._chosen().draw(canvas, kit.Spot(left, 78, width - left - 40, height - 106))

    def _row(self, nth: int, profile: Profile) -> kit.Widget:
        count = self.count(profile.id)
        palette = self.app.settings.palette
        column = kit.Column(
            kit.Label(profile.name, "label_bold", 15.5),
            kit.Text(profile.note, "body", 12.5, INK2, lines=2),
            gap=0,
            grow=1,
        )
        line = kit.Row(
            kit.Picture(34, 34, lambda size: token(profile.figure, self.place, round(size * 0.88), palette=palette)),
            column,
            kit.Label(f"{profile.points} points", "label", 14, INK2, w=58, align="right"),
            kit.Button(f"less:{profile.id}", "", "−", partial(self.change, nth, -1), h=32),
            kit.Text(str(count) if count else "·", "serif", 18, w=26, align="centre"),
            kit.Button(f"more:{profile.id}", "", "+", partial(self.change, nth, 1), h=32),
            gap=10,
        )
        look: kit.Look = "card" if count else "done"
        if nth == self.at:
            look = "chosen"
        return kit.Card(line, name=f"unit:{profile.id}", action=partial(self.point, nth), look=look, pad=(10, 4), h=ROW)

    def _chosen(self) -> kit.Widget:
        cost = self.force.cost if self.force else 0
        over = self.over
        side = seat_colours(self.place, self.app.settings.palette)
        limit = "as many points as you like" if self.limit == NO_LIMIT else f"at most {self.limit} points"
        size = kit.Row(
            kit.KeyCap("L"),
            kit.Label(limit.capitalize(), "label_semi", 15, grow=1),
            kit.Label("size", "label", 14, INK2),
            gap=12,
        )
        out_of = f" of {self.limit}" if self.limit != NO_LIMIT else ""
        summed = kit.Row(
            kit.Text(f"{cost}{out_of} points", "serif", 24, grow=1),
            kit.Label(number_of(self.force.size if self.force else 0, "unit"), "label_semi", 15, INK2),
        )
        message = (
            f"{number_of(over, 'point')} too many: take something out, or a larger size." if over else self.message
        )
        units = kit.Text(self.force.words if self.force else "Nobody yet.", "body", 14, INK2, lines=6)
        problems = [kit.Text(words, "italic", 13, INK3, lines=2) for words in self.kept_forces.problems]
        rows = [*map(self._kept_row, self.kept_forces.forces), *problems]
        parts = [
            kit.Section("Force"),
            kit.Card(size, name="size", action=self.next_limit, key="L", h=40, pad=(12, 4)),
            kit.Card(kit.Column(summed, units, gap=4), look="field", side=side.fill, pad=(16, 10)),
            kit.Row(
                kit.Button("draw", "N", "Draw another", self.draw_another, grow=1),
                kit.Button("keep", "S", "Keep by name", self.keep, grow=1),
                gap=8,
            ),
            kit.Space(h=6),
            *self._unit_details(),
            kit.Space(h=6),
            kit.Section("Kept forces", "click to take one" if self.kept_forces.forces else "none yet"),
            Scroll(kit.Column(*rows, gap=5), self.list, "kept"),
            *([kit.Text(message, "bold", 14, lines=3)] if message else []),
            kit.Row(
                kit.Button("take", "Enter", "Take this force", self.take, primary=True, h=40, grow=1),
                kit.Button("map", "M", "The battle’s own units", self.own, h=40),
                gap=10,
            ),
        ]  # fmt: skip
        return kit.Card(kit.Column(*parts, gap=8), look="panel", pad=(20, 16), radius=8)

    def _unit_details(self) -> list[kit.Widget]:
        """The stats, weapons and note of the unit at the cursor."""
        profile, army = self.profiles[self.at], load_army(self.ruleset)
        boxes = [
            kit.Card(
                kit.Row(kit.Label(name, "label", 12.5, INK2), kit.Label(str(value), "label_bold", 15), gap=5),
                look="done", pad=(7, 2), radius=4,
            )
            for name, value in profile.stats.items()
        ]  # fmt: skip
        weapons = [army.weapons[name] for name in profile.weapons]
        words = build(self.ruleset).presentation
        arms = ", ".join(weapon.name + (f" {words.ranged(weapon.range)}" if weapon.range else "") for weapon in weapons)
        return [
            kit.Section(profile.name, arms),
            Flow(*boxes, gap=5, down=5),
            kit.Text(profile.note, "body", 13.5, INK2, lines=2),
        ]

    def _kept_row(self, force: Force) -> kit.Widget:
        column = kit.Column(
            kit.Label(force.name, "label_bold", 15), kit.Text(force.words, "body", 12.5, INK2, lines=1), gap=0, grow=1
        )
        line = kit.Row(
            column,
            kit.Label(f"{force.cost} points", "label", 14, INK2),
            kit.Button(f"forget:{force.name}", "", "Delete", partial(self.forget, force), h=30),
            gap=10,
        )
        return kit.Card(line, name=f"kept:{force.name}", action=partial(self.choose, force), pad=(12, 4), h=46)

    # -- what can be done -----------------------------------------------------------------------------------------

    def count(self, profile: str) -> int:
        """The number of units of a profile in the force."""
        return sum(part.count for part in self.force.parts if part.profile == profile) if self.force else 0

    @property
    def over(self) -> int:
        """By how many points the force is too expensive."""
        return max(0, self.force.cost - self.limit) if self.force and self.limit else 0

    def point(self, nth: int) -> None:
        """Move the cursor to the unit number `nth`."""
        self.at = nth

    def change(self, nth: int, more: int) -> None:
        """Add `more` units (1, or -1 to remove one) of number `nth`, or say why not."""
        self.at, self.message = nth, ""
        profile = self.profiles[nth]
        empty = Force(self.ruleset, ())
        changed = (self.force or empty).with_more(profile.id, more)
        if changed is None:
            if more < 0 and self.count(profile.id):
                self.force = None
            elif more < 0:
                self.message = f"There is no {profile.name} to take out."
            else:
                self.message = f"A force has at most {MOST} units of one kind."
        elif more > 0 and self.limit and changed.cost > max(self.limit, self.force.cost if self.force else 0):
            left = max(0, self.limit - (self.force.cost if self.force else 0))
            room = f"{number_of(left, 'point')} {agreeing(left, 'is', 'are')} left"
            self.message = f"{profile.name} costs {profile.points}, and {room}."
        else:
            self.force = changed

    def next_limit(self) -> None:
        """Go on to the next size."""
        self.limit, self.message = after(self.limits, self.limit), ""

    def draw_another(self) -> None:
        """Draw a random force of the chosen size."""
        self.message = ""
        try:
            self.force = draw_force(self.ruleset, self.limit or self.limits[1], fresh_seed())
        except SetupError as error:
            self.message = str(error)

    def choose(self, force: Force) -> None:
        """Take a saved force, with a larger size if it needs one."""
        self.force, self.message = force, ""
        if self.limit and force.cost > self.limit:
            self.limit = next((size for size in self.limits if force.cost <= size), NO_LIMIT)

    def keep(self) -> None:
        """Ask for a name, then save the force."""
        if self.force is None:
            self.message = NOBODY
        else:
            self.app.push(WordsScreen(self.app, "The name of this force", self.force.name, self.keep_as, name_fault))

    def keep_as(self, name: str) -> None:
        """Save the force under a name; ask first if another force, of any rulebook, has that name."""
        try:
            path = force_path(name)
        except SaveError as error:
            self.message = str(error)
            return
        if path.exists():
            own = any(force.name == path.stem for force in self.kept_forces.forces)
            words = f"Instead of the force “{path.stem}” that is kept{'' if own else ' for another rulebook'}?"
            self.app.push(
                AskScreen(self.app, words, "Yes, this one instead", "No, leave it", partial(self._keep, name))
            )
        else:
            self._keep(name)

    def _keep(self, name: str) -> None:
        if self.force is None:
            return
        try:
            self.force = keep_force(self.force, name)
            self.message = f"Kept as “{self.force.name}”."
        except SaveError as error:
            self.message = str(error)
        self.reload()

    def forget(self, force: Force) -> None:
        """Ask whether to delete a saved force."""
        self.app.push(
            AskScreen(
                self.app,
                f"Delete the force “{force.name}”?",
                "Yes, delete it",
                "No, keep it",
                partial(self._forget, force),
            )
        )

    def _forget(self, force: Force) -> None:
        try:
            forget_force(force)
        except SaveError as error:
            self.message = str(error)
        self.reload()

    def reload(self) -> None:
        """Read the list again, but keep the sentence that is shown."""
        message = self.message
        self.entered()
        self.message = message or self.message

    def take(self) -> None:
        """Go back to the set-up with this force, unless it is empty or too expensive."""
        if self.force is None:
            self.message = NOBODY
        if self.force is None or self.over:
            return
        self.app.pop()
        self.done(self.force)

    def own(self) -> None:
        """Go back to the set-up with the units that the battle has."""
        self.app.pop()
        self.done(None)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Choose a unit with Up and Down, its number with Left and Right or − and +; Enter takes the force."""
        if name in ("Up", "Down"):
            self.at = (self.at + (1 if name == "Down" else -1)) % len(self.profiles)
            self.units.moved = False
        elif name in CHANGES:
            self.change(self.at, CHANGES[name])
        elif name == "Enter":
            self.take()
        elif name == "Esc":
            self.app.pop()
        else:
            return False
        return True
